//! Writing a move.

use crate::board::Position;
use crate::law::Move;

/// `Nbd7`, `exd6`, `e8=Q`, `O-O`: as short as the legal moves of the same board allow. `position` is the one before the move.
pub fn san(_played: &Move, _legal: &[Move], _position: &Position) -> String {
    todo!()
}

/// `Ng1-f3`, `e5xd6`, `e7-e8=Q`, `O-O`.
pub fn long(_played: &Move, _position: &Position) -> String {
    todo!()
}

/// `g1f3`, `e7e8q`; castling as the mover's two cells.
pub fn uci(_played: &Move, _position: &Position) -> String {
    todo!()
}
