//! R4: no rule is retroactive. The past itself is never touched, and counters start anew; what a rule does at once by what has been is doubtful.

use crate::rule::{Clause, Condition, Deed, Event, Form, Number, Part, Squares, Store, walk};

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
    walk::holds(clause, &|part| {
        let lost = matches!(part, Part::Deed(Deed::Drop { from: Store::Lost, .. }));
        let left = matches!(part, Part::Squares(Squares::Left(_) | Squares::Trodden(_) | Squares::LastCapture));
        lost || left
            || matches!(
                part,
                Part::Condition(Condition::Happened(_))
                    | Part::Number(Number::Lost(_) | Number::Moves(_) | Number::Still(_) | Number::Times(_))
            )
    })
}
