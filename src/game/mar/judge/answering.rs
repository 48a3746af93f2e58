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
        if let Some(words) = asked.words.as_ref().filter(|words| answer != law::BACK && !plain(&self.body).contains(&plain(words))) {
            law::BACK.clone_into(&mut answer);
            told = format!("you have not written \"{words}\": the move goes back");
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
        let sealed = self.randomizer.seal(state.name(), &state.label_of_now(&rule, side), &square);
        let Some(seal) = sealed else { return accepted(format!("{square} can be named for rule {rule}")) };
        self.deed.happen(Event::Sealed { side, rule: rule.clone(), seal });
        accepted(format!("your secret square for rule {rule} is {square}; the others are told its seal alone, {seal}"))
    }

    /// Words of the letter that a rule in force asks for are noted for this phase, wherever they stand in it.
    pub(super) fn listen(&mut self, body: &str) {
        if self.on_move().is_err() {
            return;
        }
        let (state, seat) = (self.state(), self.seat);
        let heard = plain(body);
        let of = Bearer::Side(state.player(seat).side);
        let entities = &state.position.entities;
        let asked_for =
            entities.names.iter().filter_map(|name| Some((name.strip_prefix(law::SAID)?.to_owned(), entities.key_named(name)?)));
        let said: Vec<Event> = asked_for
            .filter(|(words, _)| heard.contains(&plain(words)))
            .filter_map(|(words, key)| {
                let note = Note { of, key };
                let old = state.position.note(note);
                (old == 0).then(|| Event::Said { seat, words, effects: vec![Effect::Note { note, old, new: 1 }] })
            })
            .collect();
        for event in said {
            self.deed.happen(event);
        }
    }
}

/// Words without case, punctuation and spacing (L2), fenced by blanks.
fn plain(text: &str) -> String {
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    format!(" {} ", words.join(" "))
}
