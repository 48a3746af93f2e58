//! What a change of the law gives and takes: the moves gained and lost in a position.

use crate::board::{ArmyId, Position};

use super::{Law, Move};

/// Moves of an army that one law allows and the other does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub gained: Vec<Move>,
    pub lost: Vec<Move>,
}

/// Compares the legal moves of an army under two laws, each with its position, by their effects.
pub fn difference(before: (&Law, &Position), after: (&Law, &Position), army: ArmyId) -> Difference {
    let old = before.0.legal(before.1, army, None);
    let new = after.0.legal(after.1, army, None);
    let without = |moves: &[Move], others: &[Move]| -> Vec<Move> {
        let known = |played: &&Move| !others.iter().any(|other| other.man == played.man && other.effects == played.effects);
        moves.iter().filter(known).cloned().collect()
    };
    Difference { gained: without(&new, &old), lost: without(&old, &new) }
}
