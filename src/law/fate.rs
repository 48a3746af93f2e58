//! What no order settles: dice, and the choices of players who have to be asked.
//!
//! Invariant: whether a move is legal never hangs on it; moves are listed as if it did nothing, and settled when they are carried out.

use std::collections::VecDeque;

use crate::board::{BoardId, Position, SideId};
use crate::dice::Cup;

use super::moves::{Label, Move};

/// Dice and answers for one step of a game.
#[derive(Clone, Debug)]
pub struct Fate {
    pub cup: Cup,
    /// The phase as it stands in the names of rolls: `5.2`.
    pub phase: String,
    /// What players have answered, in the order in which they were asked.
    pub answers: VecDeque<String>,
    /// Who cannot be asked any more: what was left to them does not happen.
    pub silent: Vec<SideId>,
    /// The question that stands open: what comes after it does not count.
    pub asked: Option<Question>,
}

/// A choice that a rule leaves to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub side: SideId,
    pub board: BoardId,
    /// `rule w3`.
    pub source: String,
    /// At least two, as they are answered: `a3`, `queen`.
    pub options: Vec<String>,
}

impl Fate {
    pub fn new(cup: Cup, phase: String, answers: Vec<String>) -> Fate {
        Fate { cup, phase, answers: answers.into(), silent: Vec::new(), asked: None }
    }

    /// One of some outcomes by weight, from 0.
    pub fn roll(&mut self, weights: &[u16], source: &str, fell: impl Fn(usize) -> String) -> Option<usize> {
        if self.asked.is_some() {
            return None;
        }
        self.cup.roll(&self.phase, weights, source, fell)
    }

    /// What the player answers, or has to be asked.
    pub(super) fn answer(&mut self, question: Question) -> Option<usize> {
        if self.asked.is_some() || self.silent.contains(&question.side) {
            return None;
        }
        match self.answers.pop_front() {
            Some(answer) => question.options.iter().position(|option| *option == answer),
            None => {
                self.asked = Some(question);
                None
            }
        }
    }
}

/// A choice as it is answered and told: `a3`, `queen`, `Ra1-a5`.
pub(super) fn named(label: &Label, position: &Position) -> String {
    match label {
        Label::Cell(cell) => position.geometry.name(*cell),
        Label::Kind(kind) => position.entities.kind(*kind).name.clone(),
        Label::Leg(leg) => super::notation::long(leg, position),
    }
}

/// A move that is being settled: its dice are rolled and its questions answered.
pub(super) struct Settling<'a> {
    pub played: &'a Move,
    pub fate: &'a mut Fate,
    pub done: Option<Move>,
}
