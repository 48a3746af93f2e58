//! What a change of the law gives and takes: moves gained and lost in a position, and rules that touch the same aspect.

use crate::board::{ArmyId, Position};

use super::{Active, Law, LawProblem, Move, Standard};

/// Moves of an army that one law allows and the other does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub gained: Vec<Move>,
    pub lost: Vec<Move>,
}

/// Compares the legal moves of an army under two laws, by their effects.
pub fn difference(_before: &Law, _after: &Law, _position: &Position, _army: ArmyId) -> Difference {
    todo!()
}

/// Two rules that speak to the same aspect of the same men in some universe; the later one supersedes there (R3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    pub earlier: String,
    pub later: String,
    /// In words: `the captures of knights`.
    pub aspects: Vec<String>,
}

/// All conflicts among rules, in order. Clauses that only add ("may also") do not conflict with each other.
pub fn conflicts(_standard: &Standard, _rules: &[Active<'_>]) -> Result<Vec<Conflict>, LawProblem> {
    todo!()
}
