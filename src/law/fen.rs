//! FEN under a law: who may castle and whom one may take in passing become men's facts, and back.

use crate::board::{ArmyId, BoardId, Position};

use super::{Law, Standard};

/// A position of two armies on one board as FEN gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub position: Position,
    /// The army on move.
    pub army: ArmyId,
    /// Plies since the last capture or pawn move, as FEN counts.
    pub halfmoves: u32,
    /// The number of the move, from 1.
    pub number: u32,
}

/// A FEN that is none, or not of this law; `field` is its part in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("FEN {field}: {reason}")]
pub struct FenProblem {
    pub field: &'static str,
    pub reason: String,
}

/// Reads a FEN of the law's own two armies on one board. The board has the FEN's extent; men of royal kinds are real kings.
pub fn read_fen(_text: &str, _standard: &Standard) -> Result<Placed, FenProblem> {
    todo!()
}

/// Writes one board as FEN; upper case for the army that moves up the board.
pub fn write_fen(_law: &Law, _position: &Position, _board: BoardId, _on_move: ArmyId, _halfmoves: u32, _number: u32) -> String {
    todo!()
}
