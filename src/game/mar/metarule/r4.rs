//! R4: no rule is retroactive. The past itself is never touched, and counters start anew; what a rule does at once by what has been is doubtful.

use crate::rule::{Asked, Clause, Condition, Event, Form, Number, asks};

use super::{MetaRule, Proposal, Verdict};

const R4: MetaRule = MetaRule(4);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let rule = proposal.rule()?;
    let suspect = rule.clauses.iter().position(|clause| acts_at_once(clause) && reads_the_past(clause))?;
    let says = format!("sentence {} acts at once on what has happened before", suspect + 1);
    Some(Verdict::open(R4, says))
}

fn acts_at_once(clause: &Clause) -> bool {
    matches!(&clause.form, Form::Trigger(trigger) if trigger.event == Event::Enacted)
}

fn reads_the_past(clause: &Clause) -> bool {
    let mut reads = false;
    asks(clause, &mut |asked| {
        reads |= matches!(asked, Asked::Condition(Condition::Happened(_)) | Asked::Number(Number::Lost(_) | Number::Moves(_)));
    });
    reads
}
