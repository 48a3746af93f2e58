//! Moves as players write them: SAN, long algebraic, UCI.

mod read;
mod write;

pub use read::{NotationProblem, read};
pub use write::{long, san, uci};
