//! Answers to what a rule leaves a player to choose, and words that rules wait for.

use super::Session;
use crate::board::{Bearer, Effect, Note};
use crate::game::event::Event;
use crate::game::mar::judgement::{Reply, accepted};
use crate::law;

impl Session {
    pub(super) fn answer(&mut self, text: &str) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let Some(asked) = state.asked.clone().filter(|asked| asked.open) else {
            return Err("nothing is asked of you: no rule waits for a choice".into());
        };
        if asked.seat != self.seat {
            let who = &state.player(asked.seat).name;
            return Err(format!("this choice is {who}'s, not yours"));
        }
        let text = text.trim().trim_end_matches('.');
        let options = asked.options.join(", ");
        let chosen = asked.options.iter().find(|option| option.eq_ignore_ascii_case(text));
        let mut answer = chosen.cloned().ok_or_else(|| format!("{text:?} is not among what you may choose: {options}"))?;
        let mut told = format!("you choose {answer}");
        // L3: who forgets the words gives the move back.
        if let Some(words) = asked.words.as_ref().filter(|words| answer != law::BACK && !plain(&self.said).contains(&plain(words))) {
            law::BACK.clone_into(&mut answer);
            told = format!("you have not written \"{words}\" before it: the move goes back");
        }
        let seat = self.seat;
        self.deed.happen(Event::Answered { seat, answer: answer.clone() });
        self.answered = true;
        accepted(told)
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

    /// Words of the letter that a rule in force asks for are noted for this phase.
    pub(super) fn listen(&mut self) {
        if self.on_move().is_err() {
            return;
        }
        let seat = self.seat;
        for (words, note) in self.not_yet_said(&self.said) {
            let effects = vec![Effect::Note { note, old: 0, new: 1 }];
            self.deed.happen(Event::Said { seat, words, effects });
        }
    }

    /// Words that stand in a text and that a rule in force asks for.
    fn wanted_in(&self, text: &str) -> Vec<(String, Note)> {
        let state = self.state();
        let (heard, entities) = (plain(text), &state.position.entities);
        let of = Bearer::Side(state.player(self.seat).side);
        let asked_for = entities.names.iter().filter_map(|name| Some((name.strip_prefix(law::SAID)?, entities.key_named(name)?)));
        let wanted = asked_for.map(|(words, key)| (words.to_owned(), Note { of, key }));
        wanted.filter(|(words, _)| heard.contains(&plain(words))).collect()
    }

    /// Of these the ones that he has not said in this phase yet.
    fn not_yet_said(&self, text: &str) -> Vec<(String, Note)> {
        let position = &self.state().position;
        self.wanted_in(text).into_iter().filter(|(_, note)| position.note(*note) == 0).collect()
    }

    /// The words of the letter that are to count when orders are taken up that are sent ahead.
    pub(super) fn words_to_keep(&self) -> Vec<String> {
        self.wanted_in(&self.said).into_iter().map(|(words, _)| words).collect()
    }

    /// Words that a rule asks for and that stand behind the moves, in a sentence: there they are not heard.
    pub(super) fn said_too_late(&self) -> Option<String> {
        let late = self.not_yet_said(&self.said_late);
        let words: Vec<String> = late.into_iter().map(|(words, _)| format!("\"{words}\"")).collect();
        (!words.is_empty()).then(|| format!("; {} stands behind your move and has to be said before it (L2)", words.join(" and ")))
    }
}

/// Words without case, punctuation and spacing (L2), fenced by blanks.
fn plain(text: &str) -> String {
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    format!(" {} ", words.join(" "))
}
