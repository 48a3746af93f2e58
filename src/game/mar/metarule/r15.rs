//! R15: what a rule leans on, and what becomes of those that lean on one when it goes.

use crate::board::KindId;
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
            // What goes by a repeal that waits takes the rule's names with it.
            let going = leans.iter().filter_map(|(number, _)| {
                let repeal = proposal.before.repeals.iter().find(|repeal| repeal.covers(number, repeal.universe))?;
                Some(format!("{number} is repealed, and {}", proposal.before.until(repeal.acts_after)))
            });
            let going: Vec<String> = going.collect();
            let shown = leans
                .iter()
                .map(|(rule, names)| Evidence::Meets { rule: rule.clone(), how: format!("leans on it for {}", names.join(", ")) });
            let says = format!("leans on {}", says.join(" and "));
            let verdict = match going.is_empty() {
                true => Verdict::kept(R15, says),
                false => {
                    Verdict::warned(R15, format!("{says}; {}: what is to become of this rule then its DEPENDS can say", going.join(", ")))
                }
            };
            Some(verdict.shown_by(shown.collect::<Vec<_>>()))
        }
        Subject::Repeal { targets, universe } => {
            let told: Vec<String> = targets.iter().flat_map(|target| proposal.before.aftermath(target, *universe)).collect();
            (!told.is_empty()).then(|| Verdict::warned(R15, told.join(", ")))
        }
    }
}

/// Men to whom a rule would give something new as it is rewritten, beside what it gives as it is written, and the rule whose end would do that.
fn strengthened(proposal: &Proposal<'_>, rule: &Rule) -> Option<(String, String)> {
    let of = |clauses| Rule { clauses, depends: Vec::new(), ..rule.clone() };
    let written = of(rule.clauses.clone());
    rule.depends.iter().find_map(|dependency| {
        let Fallen::Rewrite(pairs) = &dependency.then else { return None };
        let rewritten = of(pairs.iter().fold(rule.clauses.clone(), |said, (old, new)| rule::with_kind(&said, old, new)));
        let with_written = Proposal::of_rule(proposal.before, proposal.maker, &written).ok()?;
        let tried = Proposal::of_rule(proposal.before, proposal.maker, &rewritten).ok()?;
        let stronger = |tried: &Proposal<'_>| {
            let (_, shifts) = power::shifts(tried);
            let gains = |shift: &power::Shift| matches!(shift.change(), Some(Change::Increase | Change::Mixed));
            shifts.into_iter().filter(|(_, shift)| gains(shift)).map(|((kind, _), _)| kind).collect::<Vec<_>>()
        };
        let at_all = stronger(&tried);
        let entities = &tried.after.position.entities.clone();
        // What no longer binds the men of the rule that is gone gives them nothing: they cannot move of themselves then.
        let of_others = |kind: &KindId| !pairs.iter().any(|(old, _)| entities.kind(*kind).name == *old);
        let more = if at_all.is_empty() { Vec::new() } else { stronger(&tried.in_place_of(&with_written)) };
        let kind = &at_all.into_iter().find(|kind| more.contains(kind) && of_others(kind))?;
        Some((dependency.on.clone(), entities.kind(*kind).plural.clone()))
    })
}
