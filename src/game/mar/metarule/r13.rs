//! R13: the objective of the game is no matter for a rule. Where an amendment has taken that back, a rule may say who wins; as advice, with a flag.

use crate::rule::Form;

use super::{MetaRule, Proposal, Verdict};

const R13: MetaRule = MetaRule(13);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let Some(decides) = proposal.sentences(|clause| matches!(clause.form, Form::Ending(_))).first().copied() else {
        return Some(Verdict::kept(R13, "who wins stays as it is"));
    };
    let says = format!("sentence {} says who wins, loses or draws", decides);
    Some(Verdict::broken(R13, says, "It can be proposed as an amendment: PROPOSE, and the sentence."))
}
