//! R15: what a rule leans on, and what becomes of those that lean on one when it goes.

use crate::rule::{self, Fallen, Rule};

use super::{Change, Evidence, MetaRule, Proposal, Subject, Verdict, power};

const R15: MetaRule = MetaRule(15);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    match &proposal.subject {
        Subject::Rule(rule) => {
            if let Some((on, men)) = strengthened(proposal, rule) {
                let says = format!("without {on} it would make {men} stronger, and when a rule goes that can only restore normal chess");
                return Some(Verdict::broken(R15, says, "It passes with VOID, KEEP or SLEEP, or where REWRITE gives no piece a new move."));
            }
            let made = proposal.after.rule(&proposal.number)?;
            let leans = proposal.after.leans_on(made);
            if leans.is_empty() {
                return None;
            }
            let told = |(number, names): &(String, Vec<String>)| match names.is_empty() {
                true => number.clone(),
                false => format!("{number} ({})", names.join(", ")),
            };
            let says: Vec<String> = leans.iter().map(told).collect();
            let shown = leans
                .iter()
                .map(|(rule, names)| Evidence::Meets { rule: rule.clone(), how: format!("leans on it for {}", names.join(", ")) });
            Some(Verdict::kept(R15, format!("leans on {}", says.join(" and "))).shown_by(shown.collect::<Vec<_>>()))
        }
        Subject::Repeal { targets, universe } => {
            let told: Vec<String> = targets.iter().flat_map(|target| proposal.before.aftermath(target, *universe)).collect();
            (!told.is_empty()).then(|| Verdict::warned(R15, told.join(", ")))
        }
    }
}

/// Men to whom a rule would give something new as it is rewritten, and the rule whose end would do that.
fn strengthened(proposal: &Proposal<'_>, rule: &Rule) -> Option<(String, String)> {
    rule.depends.iter().find_map(|dependency| {
        let Fallen::Rewrite(pairs) = &dependency.then else { return None };
        let clauses = pairs.iter().fold(rule.clauses.clone(), |said, (old, new)| rule::with_kind(&said, old, new));
        let rewritten = Rule { clauses, depends: Vec::new(), ..rule.clone() };
        let tried = Proposal::of_rule(proposal.before, proposal.maker, &rewritten).ok()?;
        let (_, shifts) = power::shifts(&tried);
        let ((kind, _), _) = shifts.iter().find(|(_, shift)| matches!(shift.change(), Some(Change::Increase | Change::Mixed)))?;
        Some((dependency.on.clone(), tried.after.position.entities.kind(*kind).plural.clone()))
    })
}
