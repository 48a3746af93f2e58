//! What was assumed of one sentence and is said by another sentence of the same rule: then it is not assumed.

use super::lower::{NEVER_CAPTURES, NEVER_MOVES};
use super::{Clause, Form, Kinds, Movement};
use crate::movement::Use;

/// The clauses without notes that others of them belie.
pub fn without_what_others_say(mut clauses: Vec<Clause>) -> Vec<Clause> {
    let told: Vec<Movement> = clauses
        .iter()
        .filter_map(|clause| match &clause.form {
            Form::Movement(movement) if !movement.motions.is_empty() => Some(movement.clone()),
            _ => None,
        })
        .collect();
    for clause in &mut clauses {
        let Form::Movement(one) = &clause.form else { continue };
        let lets = |lacking: Use| told.iter().any(|other| other.aspect != lacking && covers(&other.who.kinds, &one.who.kinds));
        let (captures, moves) = (lets(Use::Quiet), lets(Use::Capture));
        clause.assumed.retain(|note| !(note == NEVER_CAPTURES && captures || note == NEVER_MOVES && moves));
    }
    clauses
}

/// Whether what is said of some kinds is said of all of these.
fn covers(said: &Kinds, these: &Kinds) -> bool {
    match (said, these) {
        (Kinds::Every, _) => true,
        (Kinds::Only(said), Kinds::Only(these)) => these.iter().all(|kind| said.contains(kind)),
        (Kinds::Except(but), Kinds::Only(these)) => !these.iter().any(|kind| but.contains(kind)),
        (said, these) => said == these,
    }
}
