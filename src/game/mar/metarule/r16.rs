//! R16: no rule lets anybody break a meta-rule. The language has no word for that; what people keep (F3) is void as far as it would.

use crate::rule::{Clause, Form};

use super::{MetaRule, Proposal, Verdict};

const R16: MetaRule = MetaRule(16);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let is_prose = |clause: &Clause| matches!(clause.form, Form::Prose(_));
    Some(match proposal.rule().and_then(|rule| rule.clauses.iter().position(is_prose)) {
        None => Verdict::kept(R16, "it lets nobody break a meta-rule"),
        Some(at) => {
            Verdict::warned(R16, format!("sentence {} is kept by people, and void as far as it lets anybody break a meta-rule", at + 1))
        }
    })
}
