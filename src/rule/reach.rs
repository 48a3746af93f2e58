//! How far back the past is remembered: where a clause asks what was ever done, its answer says so.

use super::walk::{Part, holds};
use super::{Clause, Condition, Number, Past, Squares, When};
use crate::board::REMEMBERED_TURNS;

/// The clauses with a note on those that ask for more of the past than is remembered.
pub fn within_reach(mut clauses: Vec<Clause>) -> Vec<Clause> {
    let note = format!("what was done more than {REMEMBERED_TURNS} turns ago is forgotten");
    for clause in &mut clauses {
        if holds(clause, &asks_beyond) && !clause.assumed.contains(&note) {
            clause.assumed.push(note.clone());
        }
    }
    clauses
}

fn asks_beyond(part: &Part) -> bool {
    let ever = |past: &Past| matches!(past.when, When::Ever | When::Since | When::Newest);
    match part {
        Part::Condition(Condition::Happened(past)) => ever(past),
        Part::Number(Number::Times(past)) => ever(past),
        Part::Squares(squares) => matches!(squares, Squares::Trodden(_) | Squares::LastCapture),
        _ => false,
    }
}
