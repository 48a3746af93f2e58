//! Dice that nobody can bend (C3): every randomizer is a source of decimal digits that was pinned before anybody knew them.
//!
//! Not here: where a source comes from (a secret, a beacon) and what a roll is for.

mod beacon;
mod chain;
mod cup;
mod digits;
mod seal;

pub use beacon::{Beacon, NETWORK, NotGenuine, Round, Signature};
pub use chain::{Chain, LENGTH, Link, NotALink, Randomizer};
pub use cup::{Cup, Roll};
pub use digits::digits;
pub use seal::{Opened, seal};
