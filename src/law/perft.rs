//! Perft: how many lines of play of a given length there are.

use crate::board::{ArmyId, Position};

use super::Law;

/// Counts the lines of `depth` moves, each move made. Armies move in turn, in order of their ids, `army` first.
pub fn perft(_law: &Law, _position: &Position, _army: ArmyId, _depth: u32) -> u64 {
    todo!()
}

/// The same number without making the last move of each line.
pub fn perft_bulk(_law: &Law, _position: &Position, _army: ArmyId, _depth: u32) -> u64 {
    todo!()
}
