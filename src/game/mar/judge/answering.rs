//! Answers to what a rule leaves a player to choose.

use super::Session;
use crate::game::event::{Asked, Event};
use crate::game::mar::judgement::{Reply, accepted};
use crate::law;
use crate::law::notation::{self, Told};

impl Session {
    pub(super) fn answer(&mut self, text: &str) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let Some(asked) = state.asked.clone().filter(|asked| asked.open) else {
            return Err("nothing is asked of you: no rule waits for a choice. What your own move leaves you to choose stands behind it, as in Ra1-a3{b4}".into());
        };
        if asked.seat != self.seat {
            let who = &state.player(asked.seat).name;
            return Err(format!("this choice is {who}'s, not yours"));
        }
        let text = text.trim().trim_end_matches('.');
        let options = asked.options.join(", ");
        let place = self.state().universe_name(asked.universe);
        let mut answer = self.option_meant(&asked, text).ok_or_else(|| {
            format!(
                "{text:?} is not among what you may choose in {place}: {options}; write ANSWER {}, or another of them",
                asked.options[0]
            )
        })?;
        let mut told = format!("you choose {answer}");
        // L3: who forgets the words gives the move back.
        if let Some(words) = asked.words.as_ref().filter(|_| answer != law::BACK) {
            let lines = self.said.lines_of(words);
            if lines.is_empty() {
                law::BACK.clone_into(&mut answer);
                told = format!("you have not written \"{words}\" before it: the move goes back");
            }
            self.heard.extend(lines);
        }
        let seat = self.seat;
        self.deed.happen(Event::Answered { seat, answer: answer.clone() });
        self.answered = true;
        accepted(told)
    }

    /// The option that words mean: as it is written, or a move in other words, `e4` or `3: e2-e4`, where that is only one of them.
    fn option_meant(&self, asked: &Asked, text: &str) -> Option<String> {
        let state = self.state();
        let bare = match text.rsplit_once(':') {
            Some((place, bare)) => {
                let place = place.trim().rsplit(':').next()?;
                let there = place.parse() == Ok(asked.universe) || asked.options.iter().all(|option| option.contains(':'));
                if there { bare.trim() } else { text }
            }
            None => text,
        };
        let same = |option: &&String| option.eq_ignore_ascii_case(text) || option.eq_ignore_ascii_case(bare);
        if let Some(option) = asked.options.iter().find(same) {
            return Some(option.clone());
        }
        let only = |mut meant: Vec<&String>| if meant.len() == 1 { meant.pop().cloned() } else { None };
        let named = |words: &str| only(asked.options.iter().filter(|option| notation::names(words, option, &state.position)).collect());
        if let Some(option) = named(bare).or_else(|| named(text)) {
            return Some(option);
        }
        let told = Told::read(bare, &state.position)?;
        only(asked.options.iter().filter(|option| told.is(option, &state.position)).collect())
    }

    /// A square named in secret: only its seal becomes known.
    pub(super) fn secret(&mut self, text: &str) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let side = state.player(self.seat).side;
        if state.awaited.is_some() || state.asked.as_ref().is_some_and(|asked| asked.open) {
            return Err("a phase is being carried out and waits: name your square when it is over".into());
        }
        let square = text.trim().trim_end_matches('.').to_lowercase();
        if !state.squares().contains(&square) {
            return Err(format!("there is no square {square:?} on the boards of this game"));
        }
        let asking = state.asking_secrets();
        let newest = asking.first().ok_or("no rule in force asks for a secret square")?;
        // Of several rules the newest for which he has named none yet.
        let rule = asking.iter().find(|rule| state.could_seal(side, rule).is_ok()).unwrap_or(newest).clone();
        state.could_seal(side, &rule)?;
        if let Some(limit) = state.not_its_secret(self.seat, &rule, &square) {
            return Err(format!("{square} cannot be named for rule {rule}: {limit}"));
        }
        let sealed = self.randomizer.seal(state.name(), &state.label_of_now(&rule, side), &square);
        let Some(seal) = sealed else { return accepted(format!("{square} can be named for rule {rule}")) };
        let place = state.secret_counts_in(self.seat, &rule, &square).unwrap_or_default();
        self.deed.happen(Event::Sealed { side, rule: rule.clone(), seal });
        accepted(format!("your secret square for rule {rule} is {square}{place}; the others are told its seal alone, {seal}"))
    }
}
