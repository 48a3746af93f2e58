//! What a roll may come to, in words: fixed, and its fingerprint published, before anybody knows the digits.

use std::fmt::Write;
use std::ops::RangeInclusive;

use super::chain::Link;
use super::odds::Odds;

/// The outcomes of one roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// For what the roll is made: `rule w3`.
    pub purpose: String,
    pub weights: Vec<u16>,
    /// What each outcome means.
    pub words: Vec<String>,
}

impl Table {
    /// The SHA-256 of lines: `chess-table-v1`, the game, the roll, its purpose, and for each outcome its weight and what it means.
    pub fn fingerprint(&self, game: &str, roll: &str) -> Link {
        let mut text = format!("chess-table-v1\n{game}\n{roll}\n{}\n", self.purpose);
        for (weight, words) in self.weights.iter().zip(&self.words) {
            let _ = writeln!(text, "{weight} {words}");
        }
        Link::of(text.as_bytes())
    }

    /// It has outcomes, each with its words, and one at least is possible.
    pub fn is_sound(&self) -> bool {
        self.weights.len() == self.words.len() && Odds::of(&self.weights).is_some()
    }

    /// Which numbers mean what: `1, 3, 5, 7, 9: heads`.
    pub fn lines(&self) -> Vec<String> {
        let Some(odds) = Odds::of(&self.weights) else { return Vec::new() };
        let range = |range: &RangeInclusive<u32>| match range.end() - range.start() {
            0 => odds.shown(*range.start()),
            1 => format!("{}, {}", odds.shown(*range.start()), odds.shown(*range.end())),
            _ => format!("{} to {}", odds.shown(*range.start()), odds.shown(*range.end())),
        };
        let numbers = |outcome: usize| odds.numbers(outcome).iter().map(range).collect::<Vec<_>>().join(", ");
        let possible = (0..self.weights.len()).filter(|&outcome| self.weights[outcome] > 0);
        let mut lines: Vec<String> = possible.map(|outcome| format!("{}: {}", numbers(outcome), self.words[outcome])).collect();
        lines.extend(odds.struck().map(|struck| format!("{}: not counted, the next digits are taken", range(&struck))));
        lines
    }

    /// Digits that one throw takes.
    pub fn width(&self) -> usize {
        Odds::of(&self.weights).map_or(1, |odds| odds.width())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(outcomes: &[(u16, &str)]) -> Table {
        let (weights, words) = outcomes.iter().map(|(weight, words)| (*weight, (*words).to_owned())).unzip();
        Table { purpose: "rule w1".into(), weights, words }
    }

    #[test]
    fn every_number_is_told() {
        let coin = table(&[(1, "heads"), (1, "tails")]);
        assert_eq!(coin.lines(), ["1, 3, 5, 7, 9: heads", "2, 4, 6, 8, 0: tails"]);
        let percent = table(&[(25, "it switches"), (0, "never"), (75, "it stays")]);
        assert_eq!(percent.lines(), ["01 to 25: it switches", "26 to 00: it stays"]);
        let three = table(&[(2, "a"), (1, "b")]);
        assert_eq!(three.lines(), ["1, 2, 4, 5, 7, 8: a", "3, 6, 9: b", "0: not counted, the next digits are taken"]);
        let die = table(&[(1, "one"), (1, "two"), (1, "three"), (1, "four"), (1, "five"), (1, "six")]);
        assert_eq!(die.lines()[5..], ["6: six", "7 to 0: not counted, the next digits are taken"]);
        assert_eq!((coin.width(), percent.width()), (1, 2));
    }

    #[test]
    fn another_table_has_another_fingerprint() {
        let coin = table(&[(1, "heads"), (1, "tails")]);
        let fingerprint = coin.fingerprint("Zaphod", "5.2.1");
        assert_eq!(fingerprint.to_string(), "ec459a7c81d87af5fff1c2a2b1f0ec84e85a8577f06d3f84905cccbbbefa8868");
        for other in [table(&[(1, "tails"), (1, "heads")]), table(&[(1, "heads"), (2, "tails")]), table(&[(1, "heads")])] {
            assert_ne!(other.fingerprint("Zaphod", "5.2.1"), fingerprint);
        }
        assert_ne!(coin.fingerprint("Zaphod", "5.2.2"), fingerprint);
    }
}
