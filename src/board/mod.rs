//! Cells, boards, men and the position they make, and the closed set of primitive effects that change it.
//!
//! Invariant: one position spans the whole multiverse; nothing here is fixed at 8x8, two armies or six kinds.
//! Not here: how a man moves (`movement`), why it may (`law`), who sends the orders (`game`).

mod canonical;
mod effect;
mod entity;
mod fen;
mod geometry;
mod ids;
mod position;
mod roster;

pub use effect::Effect;
pub use entity::{Army, Entities, Kind, MAX_ARMIES, MAX_KINDS};
pub use fen::{Fen, FenProblem, Letter};
pub use geometry::{Board, BoardProblem, Cell, Frame, Geometry, MAX_BOARDS, MAX_CELLS, Vector, file_name};
pub use ids::{ArmyId, BoardId, CellId, KindId, ManId, SideId};
pub use position::{MAX_MEN, Man, Mark, Place, Position};
pub use roster::Roster;
