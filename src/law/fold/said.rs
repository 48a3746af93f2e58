//! What is said of a movement, and when it takes the place of what is said before it.

use crate::law::Strength;
use crate::rule::{Manner, Movement};

/// A movement clause, with the number of its proviso.
#[derive(Clone, Copy)]
pub(super) struct Said<'a> {
    pub movement: &'a Movement,
    pub proviso: Option<usize>,
    /// Where the lenders of its first loan are; those of the others follow.
    pub loans: usize,
    /// Its terms by number, from 1; 0: none.
    pub terms: u8,
    /// The place of its rule among all.
    pub rule: usize,
    pub strength: Strength,
}

impl Said<'_> {
    /// Whether it takes the place of another one that stands before it: a protected one leaves what newer protected rules add (R6).
    pub fn replaces(&self, (rule, strength, manner): (usize, Strength, Manner)) -> bool {
        let protected = self.strength == Strength::Protected && strength == Strength::Protected;
        self.movement.manner == Manner::Instead && !(protected && manner == Manner::Also && rule != self.rule)
    }
}
