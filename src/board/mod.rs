//! Cells, boards, men and the position they make, and the closed set of primitive effects that change it.
//!
//! Invariant: one position spans the whole multiverse; nothing here is fixed at 8x8, two armies or six kinds.
//! Not here: how a man moves (`movement`), why it may (`law`), who sends the orders (`game`).

mod effect;
mod entity;
mod geometry;
mod ids;
mod position;

pub use effect::Effect;
pub use entity::{Army, Entities, Kind};
pub use geometry::{Board, Cell, Frame, Geometry, Vector};
pub use ids::{ArmyId, BoardId, CellId, KindId, ManId, SideId};
pub use position::{Man, Mark, Place, Position};
