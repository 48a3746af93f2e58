//! The law in force: a fold of active rules over a law text, made into tables the generator runs on.
//!
//! `texts -> Standard; Standard + active rules -> Law; Law + Position -> Moves`
//!
//! Invariant: no Rust code here or below names a man or a rule of a game; delete the text and the game is gone.
//! Not here: how a rule is written (`rule`), when it is in force (`game`).

mod capture;
mod castling;
mod conflict;
mod difference;
mod fen;
mod fold;
mod found;
mod generate;
mod in_force;
mod men;
mod moves;
pub mod notation;
mod perft;
mod problem;
#[cfg(test)]
mod random_play;
mod safety;
#[cfg(test)]
mod samples;
mod standard;
mod tables;
pub mod texts;
#[cfg(test)]
mod twin;

pub use crate::board::FenProblem;
pub use conflict::{Conflict, conflicts};
pub use difference::{Difference, difference};
pub use fen::{Placed, read_fen, write_fen};
pub use in_force::{Active, Law, Universes};
pub use moves::{Move, Sort};
pub use perft::{perft, perft_bulk};
pub use problem::{ClausePlace, LawProblem};
pub use standard::Standard;
