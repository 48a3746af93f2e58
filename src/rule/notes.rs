//! What was assumed of one sentence and is said by another sentence of the same rule: then it is not assumed.

use super::lower::NEVER_CAPTURES;
use super::{Clause, Form};
use crate::movement::Use;

/// The clauses without notes that others of them belie.
pub fn without_what_others_say(mut clauses: Vec<Clause>) -> Vec<Clause> {
    let captures: Vec<Form> = clauses
        .iter()
        .filter(|clause| matches!(&clause.form, Form::Movement(movement) if movement.aspect != Use::Quiet))
        .map(|clause| clause.form.clone())
        .collect();
    for clause in &mut clauses {
        let Form::Movement(quiet) = &clause.form else { continue };
        let told = captures.iter().any(|form| matches!(form, Form::Movement(other) if other.who.kinds == quiet.who.kinds));
        clause.assumed.retain(|note| note != NEVER_CAPTURES || !told);
    }
    clauses
}
