//! The law in force: for each board, tables of what its men may do.

use std::collections::BTreeSet;

use crate::board::{ArmyId, BoardId, CellId, Effect, Entities, Geometry, Position};
use crate::rule::Clause;

use super::{LawProblem, Move, Standard};

/// A rule in force, as the fold sees it.
#[derive(Clone, Debug)]
pub struct Active<'a> {
    /// Its number: `w1`.
    pub number: &'a str,
    pub clauses: &'a [Clause],
    /// Where it acts.
    pub universes: Universes,
}

/// The universes in which a rule acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Universes {
    Every,
    /// By number, from 1.
    Only(BTreeSet<u16>),
    /// A multiverse rule repealed for some universes (R1.5).
    Except(BTreeSet<u16>),
}

/// The law in force over a multiverse. Immutable; folded anew when rules, kinds, armies or boards change.
#[derive(Clone, Debug)]
pub struct Law {}

impl Law {
    /// Folds rules, those of lower precedence first, over the standard law.
    pub fn fold(_standard: &Standard, _rules: &[Active<'_>], _entities: &Entities, _geometry: &Geometry) -> Result<Law, LawProblem> {
        todo!()
    }

    /// The legal moves of an army, on all boards or on one, in a fixed order. Expects the army's [`opening`](Law::opening) effects done.
    pub fn legal(&self, _position: &Position, _army: ArmyId, _board: Option<BoardId>) -> Vec<Move> {
        todo!()
    }

    /// All moves of an army whatever becomes of its real kings.
    pub fn unguarded(&self, _position: &Position, _army: ArmyId, _board: Option<BoardId>) -> Vec<Move> {
        todo!()
    }

    /// A move by which a hostile army could take a real king of this army's side, were it on move: "in check" (F4).
    pub fn threat(&self, _position: &Position, _army: ArmyId) -> Option<Move> {
        todo!()
    }

    /// Whether a man of an army hostile to `army` attacks the cell: its movement reaches it, safety and bans ignored.
    pub fn attacked(&self, _position: &Position, _cell: CellId, _army: ArmyId) -> bool {
        todo!()
    }

    /// What happens as an army's phase opens: the marks of its last moves end.
    pub fn opening(&self, _position: &Position, _army: ArmyId) -> Vec<Effect> {
        todo!()
    }
}
