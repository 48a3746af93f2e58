//! R2: a repeal is a rule. It stops what goes on, and undoes nothing that has been done.

use crate::rule::{Event, Form};

use super::{MetaRule, Proposal, Subject, Verdict};

const R2: MetaRule = MetaRule(2);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let Subject::Repeal { targets, .. } = &proposal.subject else { return None };
    let rules: Vec<_> = targets.iter().filter_map(|target| proposal.before.rule(target)).collect();
    // What a rule does as it ends is an effect of its repeal (R15).
    let lasting =
        |form: &Form| !matches!(form, Form::Trigger(trigger) if trigger.event == Event::Enacted) && !matches!(form, Form::Side(_));
    let dead: Vec<&str> = rules
        .iter()
        .filter(|rule| !rule.clauses().iter().any(|clause| lasting(&clause.form)))
        .map(|rule| rule.enactment.number.as_str())
        .collect();
    if rules.is_empty() {
        return Some(Verdict::warned(R2, "no effect: there is nothing to repeal"));
    }
    if !dead.is_empty() {
        return Some(Verdict::warned(R2, format!("no effect of {}: what it did at once is done and stays", dead.join(", "))));
    }
    None
}
