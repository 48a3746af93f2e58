//! A set of men, as bits: iterated in order of making, changed and restored exactly.

use super::ManId;

/// A set of men. Its length follows the number of men there ever were, so that equal sets are equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    words: Vec<u64>,
}

const BITS: usize = u64::BITS as usize;

impl Roster {
    /// Room for so many men, none of them in it.
    pub(super) fn of(men: usize) -> Roster {
        Roster { words: vec![0; men.div_ceil(BITS)] }
    }

    /// The number of men there ever were becomes `men`.
    pub(super) fn resize(&mut self, men: usize) {
        self.words.resize(men.div_ceil(BITS), 0);
    }

    #[inline]
    pub(super) fn flip(&mut self, man: ManId) {
        self.words[man.index() / BITS] ^= 1 << (man.index() % BITS);
    }

    #[inline]
    pub fn contains(&self, man: ManId) -> bool {
        self.words[man.index() / BITS] >> (man.index() % BITS) & 1 == 1
    }

    /// Its men, in order of making.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = ManId> {
        self.words.iter().enumerate().flat_map(|(at, &word)| Members { word, base: at * BITS })
    }

    /// The men in both sets.
    #[inline]
    pub fn common(&self, other: &Roster) -> impl Iterator<Item = ManId> {
        self.words.iter().zip(&other.words).enumerate().flat_map(|(at, (one, two))| Members { word: one & two, base: at * BITS })
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
}

/// The members within one word.
struct Members {
    word: u64,
    base: usize,
}

impl Iterator for Members {
    type Item = ManId;

    #[inline]
    fn next(&mut self) -> Option<ManId> {
        if self.word == 0 {
            return None;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(ManId((self.base + bit) as u16))
    }
}
