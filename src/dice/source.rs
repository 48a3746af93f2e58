//! A source of digits once it is known: a link of the house's chain, a beacon, or digits that people have read off.

use super::beacon::Beacon;
use super::chain::Link;
use super::digits::digits;

/// Where the digits of rolls come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Of the chain whose end is published at the founding.
    Link(Link),
    /// Of drand's quicknet.
    Beacon(Beacon),
    /// Read off by people: thrown dice, or the last digits of volumes. Rolls take them one after the other.
    Digits(String),
}

impl Source {
    /// What every roll's digits are hashed from; none for digits that people have read off.
    pub fn randomness(&self) -> Option<Link> {
        match self {
            Source::Link(link) => Some(*link),
            Source::Beacon(beacon) => Some(beacon.randomness()),
            Source::Digits(_) => None,
        }
    }

    /// The digits of a roll; `taken` are gone to rolls before it.
    pub fn digits(&self, game: &str, roll: &str, taken: usize) -> Box<dyn Iterator<Item = u8>> {
        match (self.randomness(), self) {
            (Some(randomness), _) => Box::new(digits(&randomness.to_string(), game, roll)),
            (None, Source::Digits(read)) => Box::new(figures(read.get(taken..).unwrap_or_default()).into_iter()),
            (None, _) => Box::new(std::iter::empty()),
        }
    }
}

/// The digits in a text, by value.
pub(super) fn figures(text: &str) -> Vec<u8> {
    text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect()
}
