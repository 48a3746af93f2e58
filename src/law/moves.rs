//! A legal move as the rest of the house sees it.

use std::sync::Arc;

use crate::board::{ArmyId, BoardId, CellId, Effect, KindId, ManId};

use super::Verb;

/// One move. Its identity is its effects; the other fields say how it came about and how to write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The man that the player moves.
    pub man: ManId,
    /// Its kind before the move, as notation names it.
    pub kind: KindId,
    pub army: ArmyId,
    /// The board it starts on.
    pub board: BoardId,
    pub from: CellId,
    /// The cell it moves to or captures towards; a man that captures without moving does not end there.
    pub to: CellId,
    /// The cells it passes over and `to`, in order.
    pub path: Vec<CellId>,
    pub sort: Sort,
    /// The kind it becomes by its owner's choice.
    pub choice: Option<KindId>,
    /// Every man captured, the one at `to` first, whatever becomes of it.
    pub captured: Vec<ManId>,
    /// What the mover chose besides, in the order in which the rules ask.
    pub labels: Vec<Label>,
    /// What happens, in order: applying these to the position makes the move.
    pub effects: Vec<Effect>,
    /// Dice or somebody's answer decide what happens besides, when it is carried out ([`Law::settle`](super::Law::settle)).
    pub open: bool,
    /// It is ordered, and something else is done in its place by the rules.
    pub aside: bool,
}

/// A choice inside a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    Cell(CellId),
    Kind(KindId),
    /// The number of a universe.
    Universe(u16),
    /// Whether something is done that need not be.
    Done(bool),
    /// Which of several things is done.
    Way(Way),
    /// A further move.
    Leg(Box<Move>),
}

/// One of several things to choose among.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    pub word: Arc<str>,
    /// Its place among them, from 1.
    pub nth: u8,
}

/// What sort of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Quiet,
    Capture,
    /// The captured man stands elsewhere than on `to`: it had passed over it, or is jumped over.
    InPassing,
    /// `with` goes round to the other side of the mover.
    Castling {
        with: ManId,
    },
    /// No move of a man, but what a rule allows instead.
    Action(Verb),
}
