//! The cup: rolls made one after the other in one step, each from digits of its own.

use std::collections::BTreeMap;

use super::chain::{Link, Randomizer};
use super::digits::digits;

/// One roll, and what it came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The number of the link it was made from.
    pub link: u32,
    /// Turn, seat (from 1) and the number of the roll in that phase: `5.2.1`. It names the digits.
    pub id: String,
    /// The weights of the outcomes, in order.
    pub weights: Vec<u16>,
    /// The digits drawn, those struck out included.
    pub digits: String,
    /// Which outcome, from 0.
    pub outcome: usize,
    /// For what, in words: `rule w3: flip a coin`.
    pub purpose: String,
    /// What came of it, in words.
    pub fell: String,
}

impl Roll {
    /// Whether it was made in that phase.
    fn is_of(&self, phase: &str) -> bool {
        self.id.rsplit_once('.').is_some_and(|(before, _)| before == phase)
    }

    /// The roll of that name from a source's digits. Of as many digits as the total of the weights needs, 0 counts as all of them, as 00 does
    /// for percent; a number beyond the last full round of the weights is struck out and the next digits are drawn.
    pub fn of(randomness: &str, game: &str, id: &str, weights: &[u16]) -> Option<Roll> {
        let total: u32 = weights.iter().map(|weight| u32::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        let width = (total - 1).checked_ilog10().unwrap_or(0) as usize + 1;
        let all = 10u32.checked_pow(width as u32)?;
        let fair = all / total * total;
        let mut source = digits(randomness, game, id);
        let mut drawn = String::new();
        loop {
            let mut number = 0;
            for digit in source.by_ref().take(width) {
                number = number * 10 + u32::from(digit);
                drawn.push(char::from(b'0' + digit));
            }
            let number = if number == 0 { all } else { number };
            if number > fair {
                continue;
            }
            let mut left = (number - 1) % total;
            let outcome = weights.iter().position(|weight| {
                let here = left < u32::from(*weight);
                left = left.saturating_sub(u32::from(*weight));
                here
            })?;
            let (purpose, fell) = (String::new(), String::new());
            return Some(Roll { link: 0, id: id.to_owned(), weights: weights.to_vec(), digits: drawn, outcome, purpose, fell });
        }
    }
}

/// Rolls dice for one step of a game.
#[derive(Clone, Debug)]
pub struct Cup {
    randomizer: Randomizer,
    /// The link that fresh rolls are made from, by number; it is looked up when it is first wanted.
    number: u32,
    link: Option<Link>,
    game: String,
    /// Rolls of each phase before this step.
    earlier: BTreeMap<String, u32>,
    /// Rolls that an earlier step has made already, when it came to a question: they are looked up, not made again.
    known: Vec<Roll>,
    /// Links, with their numbers, that rolls of these names were made from in another timeline.
    again: BTreeMap<String, (u32, Link)>,
    rolls: Vec<Roll>,
}

impl Cup {
    pub fn new(randomizer: Randomizer, number: u32, game: &str, earlier: BTreeMap<String, u32>, known: Vec<Roll>) -> Cup {
        Cup { randomizer, number, link: None, game: game.to_owned(), earlier, known, again: BTreeMap::new(), rolls: Vec::new() }
    }

    /// Rolls of these names are made from those links, as they were before.
    #[must_use]
    pub fn made_again(self, again: BTreeMap<String, (u32, Link)>) -> Cup {
        Cup { again, ..self }
    }

    /// A cup without dice: what hangs on chance does not happen.
    pub fn empty() -> Cup {
        Cup::new(Randomizer::Absent, 0, "", BTreeMap::new(), Vec::new())
    }

    /// All rolls asked for so far, known ones first.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// The link that a roll was made from, if this step revealed it.
    pub fn revealed_for(&self, roll: &Roll) -> Option<Link> {
        self.link.filter(|_| roll.link == self.number)
    }

    /// One outcome by weight, in a phase as the names of rolls give it; `None` without a source.
    pub fn roll(&mut self, phase: &str, weights: &[u16], purpose: &str, fell: impl Fn(usize) -> String) -> Option<usize> {
        // A roll serves for nothing else than what it was made for.
        let same = |known: &&Roll| known.is_of(phase) && known.weights == weights && known.purpose == purpose;
        if let Some(known) = self.known.get(self.rolls.len()).filter(same) {
            let outcome = known.outcome;
            self.rolls.push(known.clone());
            return Some(outcome);
        }
        self.known.truncate(self.rolls.len());
        let made = self.earlier.get(phase).copied().unwrap_or(0) + self.rolls.iter().filter(|roll| roll.is_of(phase)).count() as u32;
        let id = format!("{phase}.{}", made + 1);
        let (number, link) = match (self.again.get(&id), self.link) {
            (Some(before), _) => *before,
            (None, Some(link)) => (self.number, link),
            (None, None) => {
                let link = self.randomizer.link(self.number)?;
                self.link = Some(link);
                (self.number, link)
            }
        };
        let roll = Roll::of(&link.to_string(), &self.game, &id, weights)?;
        let outcome = roll.outcome;
        self.rolls.push(Roll { link: number, purpose: purpose.to_owned(), fell: fell(outcome), ..roll });
        Some(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Chain;

    #[test]
    fn a_roll_takes_as_many_digits_as_it_needs_and_every_outcome_its_share() {
        let source = Chain::of_game(&[3; 32], "Zaphod", 0).commitment().to_string();
        for weights in [vec![1, 1], vec![1, 3], vec![25, 75], vec![1; 6], vec![1; 11], vec![2, 0, 5]] {
            let total: u32 = weights.iter().map(|weight| u32::from(*weight)).sum();
            let mut counts = vec![0u32; weights.len()];
            const ROLLS: u32 = 20_000;
            for number in 0..ROLLS {
                counts[Roll::of(&source, "Zaphod", &format!("1.1.{number}"), &weights).expect("it has a weight").outcome] += 1;
            }
            // Chi squared, against the 99.99th percentile of 10 degrees of freedom, the most there are here.
            let expected = |weight: u16| f64::from(ROLLS) * f64::from(weight) / f64::from(total);
            let off = |(count, weight): (&u32, &u16)| (f64::from(*count) - expected(*weight)).powi(2) / expected(*weight).max(1.0);
            let chi: f64 = counts.iter().zip(&weights).map(off).sum();
            assert!(chi < 35.6, "{weights:?}: {counts:?}");
        }
        assert_eq!(Roll::of(&source, "Zaphod", "1.1.1", &[]), None);
        assert_eq!(Roll::of(&source, "Zaphod", "1.1.1", &[0, 0]), None);
    }

    #[test]
    fn percent_00_is_100_and_a_die_shows_its_digit() {
        let source = Chain::of_game(&[3; 32], "Zaphod", 0).commitment().to_string();
        for number in 0..500 {
            let id = format!("1.1.{number}");
            let roll = Roll::of(&source, "Zaphod", &id, &[1; 100]).expect("it has weights");
            let read = if roll.digits == "00" { 100 } else { roll.digits.parse().expect("two digits") };
            assert_eq!(roll.outcome + 1, read);
            let roll = Roll::of(&source, "Zaphod", &id, &[1; 6]).expect("it has weights");
            let (struck, last) = roll.digits.split_at(roll.digits.len() - 1);
            assert_eq!(roll.outcome + 1, last.parse::<usize>().expect("a digit"));
            assert!(struck.chars().all(|digit| "7890".contains(digit)), "{}", roll.digits);
        }
    }

    #[test]
    fn rolls_are_numbered_by_phase_and_known_ones_come_first() {
        let chain = Chain::of_game(&[3; 32], "Zaphod", 0);
        let roll = |cup: &mut Cup, phase: &str| cup.roll(phase, &[1; 6], "a die", |face| (face + 1).to_string());
        let earlier = BTreeMap::from([("6.1".to_owned(), 3)]);
        let mut cup = Cup::new(Randomizer::House(chain.clone()), 1, "Zaphod", earlier, Vec::new());
        for phase in ["5.2", "5.2", "6.1"] {
            roll(&mut cup, phase).expect("it has a source");
        }
        let ids: Vec<&str> = cup.rolls().iter().map(|roll| roll.id.as_str()).collect();
        assert_eq!(ids, ["5.2.1", "5.2.2", "6.1.4"]);
        assert_eq!(cup.revealed_for(&cup.rolls()[0]), chain.link(1));
        let mut again = Cup::new(Randomizer::House(chain), 2, "Zaphod", BTreeMap::new(), cup.rolls().to_vec());
        assert_eq!(roll(&mut again, "5.2"), Some(cup.rolls()[0].outcome));
        assert_eq!(again.revealed_for(&again.rolls()[0]), None);
        assert_eq!(roll(&mut Cup::empty(), "5.2"), None);
    }
}
