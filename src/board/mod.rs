//! Cells, boards, men and the position they make, and the closed set of primitive effects that change it.
//!
//! Invariant: one position spans the whole multiverse; nothing here is fixed at 8x8, two armies or six kinds.
//! Not here: how a man moves (`movement`), why it may (`law`), who sends the orders (`game`).

mod canonical;
mod clock;
mod effect;
mod entity;
mod fen;
mod geometry;
mod growth;
mod ids;
mod news;
mod note;
mod past;
mod position;
mod roster;
#[cfg(test)]
pub mod samples;

pub use clock::Clock;
pub use effect::Effect;
pub use entity::{Army, Entities, Kind, MAX_ARMIES, MAX_KINDS, MAX_NAMES, usual_universe};
pub use fen::{Counts, Fen, FenProblem, Letter, Spot};
pub use geometry::{
    Board, BoardProblem, Cell, CellName, Frame, Geometry, Laid, MAX_BOARDS, MAX_CELLS, Seams, Vector, file_name, files_named,
};
pub use growth::Growth;
pub use ids::{ArmyId, BoardId, CellId, Key, KindId, ManId, SideId};
pub use news::News;
pub use note::{Bearer, Note, Notes};
pub use past::{Fact, Memory, Past, REMEMBERED_TURNS, Recalled};
pub use position::{Look, MAX_MEN, Man, Mark, Place, Position};
pub use roster::{Members, Roster};
