//! R3: a rule supersedes earlier ones, or parts of them, where they speak to the same thing. It is told which.

use super::{Evidence, MetaRule, Proposal, Verdict};

const R3: MetaRule = MetaRule(3);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    proposal.rule()?;
    let met = proposal.after.met(&proposal.number);
    if met.is_empty() {
        return None;
    }
    let game = proposal.before;
    let yields = |number: &str| game.rule(number).is_some_and(|rule| rule.protected.holds(game.phase));
    let told = |(number, aspects): &(String, Vec<String>)| match yields(number) {
        true => format!("yields to {number} in {} while that is protected", aspects.join(" and ")),
        false => format!("supersedes {number} in {}", aspects.join(" and ")),
    };
    let says: Vec<String> = met.iter().map(told).collect();
    let shown = met.iter().map(|meeting| Evidence::Meets { rule: meeting.0.clone(), how: told(meeting) });
    Some(Verdict::kept(R3, says.join(", ")).shown_by(shown.collect::<Vec<_>>()))
}
