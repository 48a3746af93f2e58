//! R15: what a rule leans on, and what becomes of those that lean on one when it goes.

use super::{Evidence, MetaRule, Proposal, Subject, Verdict};

const R15: MetaRule = MetaRule(15);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    match &proposal.subject {
        Subject::Rule(_) => {
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
