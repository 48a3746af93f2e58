//! Captured men that come back: where a rule speaks of them and nothing in it keeps them, they come from wherever the captured are.

use super::syntax::KEPT;
use super::walk::{self, Part};
use super::{Clause, Deed, Store};

/// The clauses, where those that speak of captured men take them from the reserve to which the rule sends them, or from all that were captured.
pub fn with_keeping(mut clauses: Vec<Clause>) -> Vec<Clause> {
    let keeps = clauses.iter().any(|clause| clause.form.fills_reserves());
    for clause in &mut clauses {
        let before = clause.assumed.len();
        clause.assumed.retain(|note| note != KEPT);
        if clause.assumed.len() < before && !keeps {
            walk::each(clause, &mut |part| {
                if let Part::Deed(Deed::Drop { from, .. }) = part {
                    *from = Store::Lost;
                }
            });
        }
    }
    clauses
}
