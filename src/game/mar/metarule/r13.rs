//! R13: the objective of the game is no matter for a rule. Where an amendment has taken that back, a rule may say who wins; as advice, with a flag.

use crate::rule::{Clause, Form};

use super::{MetaRule, Proposal, Verdict};

const R13: MetaRule = MetaRule(13);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let ends = |clause: &Clause| matches!(clause.form, Form::Ending(_));
    let Some(decides) = proposal.rule().and_then(|rule| rule.clauses.iter().position(ends)) else {
        return Some(Verdict::kept(R13, "who wins stays as it is"));
    };
    let says = format!("sentence {} says who wins, loses or draws", decides + 1);
    Some(Verdict::broken(R13, says, "It can be proposed as an amendment: PROPOSE, and the sentence."))
}
