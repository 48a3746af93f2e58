//! Words that rules wait for: what a letter says, and where (L2).

use super::{Session, Written};
use crate::board::{Bearer, Effect, Note};
use crate::game::courtesy::words_first;
use crate::game::event::Event;
use crate::game::order::{Line, Order};
use crate::law;

/// Words in small letters, with the lines of the letter on which they stand: without case and punctuation (L2).
#[derive(Clone, Default)]
pub(super) struct Spoken(Vec<(usize, String)>);

impl Spoken {
    pub(super) fn of<'l>(lines: impl IntoIterator<Item = (usize, &'l str)>) -> Spoken {
        let words = |(number, line): (usize, &str)| {
            let words = line.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
            words.map(|word| (number, word.to_lowercase())).collect::<Vec<_>>()
        };
        Spoken(lines.into_iter().flat_map(words).collect())
    }

    /// The lines on which these words are said, whatever their spacing (L2); empty: they are not.
    pub(super) fn lines_of(&self, wanted: &str) -> Vec<usize> {
        let wanted: String = Spoken::of([(0, wanted)]).0.into_iter().map(|(_, word)| word).collect();
        let said_from = |at: usize| {
            let mut rest = wanted.as_str();
            let mut lines = Vec::new();
            for (line, word) in &self.0[at..] {
                rest = rest.strip_prefix(word.as_str())?;
                lines.push(*line);
                if rest.is_empty() {
                    return Some(lines);
                }
            }
            None
        };
        (0..self.0.len()).find_map(said_from).unwrap_or_default()
    }

    pub(super) fn says(&self, wanted: &str) -> bool {
        !self.lines_of(wanted).is_empty()
    }
}

impl Written<'_> {
    /// What stands before the first of his moves, and what stands behind it: words that a rule asks for are said before a man is moved (L2).
    pub(super) fn said(&self) -> (Spoken, Spoken) {
        // A move that is only checked ends nothing where others are in earnest.
        let checked = |line: &&Line| matches!(line.order, Order::Check(_));
        let moves = || self.lines.iter().filter(|line| line.order.moves());
        let first = moves().find(|line| !checked(line)).or_else(|| moves().next()).map_or(usize::MAX, |line| line.number);
        let (before, behind): (Vec<_>, Vec<_>) = self.body.iter().partition(|(number, _)| *number < first);
        // In front of the move on its own line they are said before it too.
        let in_front = self.body.iter().filter(|(number, _)| *number == first).filter_map(|(_, line)| words_first(line));
        let in_front = in_front.map(|(words, _)| (first, words));
        (Spoken::of(before.into_iter().copied().chain(in_front)), Spoken::of(behind.into_iter().copied()))
    }

    /// Words count with the orders that they come with, and by themselves; with what is only tried they are tried.
    pub(super) fn speaks(&self) -> bool {
        self.lines.iter().any(|line| line.order.waits()) || !self.lines.iter().any(|line| matches!(line.order, Order::Check(_)))
    }
}

impl Session {
    /// Words of the letter that a rule in force asks for are noted for this phase.
    pub(super) fn listen(&mut self) {
        if self.on_move().is_err() {
            return;
        }
        self.hear();
        let seat = self.seat;
        for (words, note) in self.not_yet_said(&self.said) {
            let effects = vec![Effect::Note { note, old: 0, new: 1 }];
            self.deed.happen(Event::Said { seat, words, effects });
        }
    }

    /// The lines that say what is asked for are heard.
    fn hear(&mut self) {
        let lines: Vec<usize> = self.wanted_in(&self.said).iter().flat_map(|(words, _)| self.said.lines_of(words)).collect();
        self.heard.extend(lines);
    }

    /// Words that are said there and that a rule in force asks for.
    fn wanted_in(&self, spoken: &Spoken) -> Vec<(String, Note)> {
        let state = self.state();
        let entities = &state.position.entities;
        let of = Bearer::Side(state.player(self.seat).side);
        let asked_for = entities.names.iter().filter_map(|name| Some((name.strip_prefix(law::SAID)?, entities.key_named(name)?)));
        let wanted = asked_for.map(|(words, key)| (words.to_owned(), Note { of, key }));
        wanted.filter(|(words, _)| spoken.says(words)).collect()
    }

    /// Of these the ones that he has not said in this phase yet.
    fn not_yet_said(&self, spoken: &Spoken) -> Vec<(String, Note)> {
        let position = &self.state().position;
        self.wanted_in(spoken).into_iter().filter(|(_, note)| position.note(*note) == 0).collect()
    }

    /// The words of the letter that are to count when orders are taken up that are sent ahead.
    pub(super) fn words_to_keep(&mut self) -> Vec<String> {
        self.hear();
        self.wanted_in(&self.said).into_iter().map(|(words, _)| words).collect()
    }

    /// Words that a rule asks for and that stand behind the moves, in a sentence: there they are not heard.
    pub(super) fn said_too_late(&self) -> Option<String> {
        let late = self.not_yet_said(&self.said_late);
        let words: Vec<String> = late.into_iter().map(|(words, _)| format!("\"{words}\"")).collect();
        (!words.is_empty()).then(|| format!("; {} stands behind your move and has to be said before it (L2)", words.join(" and ")))
    }

    /// Words that rules in force ask for and that do not go along with what is sent ahead.
    pub(super) fn not_sent_along(&self, along: &[String]) -> String {
        let wanted = self.state().words_wanted(self.seat).into_iter().map(|(words, _)| words);
        let lacking: Vec<String> = wanted.filter(|words| !along.contains(words)).map(|words| format!("\"{words}\"")).collect();
        match lacking.is_empty() {
            true => String::new(),
            false => format!("; {} is asked for by a rule and does not go along: write it above the order (L2)", lacking.join(" and ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Spoken;

    #[test]
    fn case_punctuation_and_spacing_do_not_count_and_whole_words_do() {
        let said = |text: &str| Spoken::of(text.lines().zip(1..).map(|(line, number)| (number, line))).lines_of("I like spaghetti");
        for text in ["I like spaghetti!", "\"i LIKE, spaghetti\", said Bob", "Ilikespaghetti", "so, I likespa ghetti."] {
            assert_eq!(said(text).first(), Some(&1), "{text}");
        }
        assert_eq!(said("Hello\nI like\nspaghetti"), [2, 2, 3]);
        for text in ["I do not like spaghetti", "Hi like spaghetti", "I like spaghettini", "I like", "i like spagetti"] {
            assert_eq!(said(text), [0; 0], "{text}");
        }
    }
}
