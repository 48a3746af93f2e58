//! Dice that nobody can bend (C3): every randomizer is a source of decimal digits that was pinned before anybody knew them.
//!
//! Not here: where a source comes from (a secret, a beacon) and what a roll is for.

mod chain;
mod cup;
mod digits;

pub use chain::{Chain, LENGTH, Link, NotALink, Randomizer};
pub use cup::{Cup, Roll};
pub use digits::digits;
