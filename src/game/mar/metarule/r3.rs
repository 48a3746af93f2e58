//! R3: a rule supersedes earlier ones, or parts of them, where they speak to the same thing. It is told which.

use crate::law::{Bearing, Conflict};

use super::{Evidence, MetaRule, Proposal, Subject, Verdict};

const R3: MetaRule = MetaRule(3);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let (met, what) = match &proposal.subject {
        Subject::Rule(_) => (proposal.after.met(&proposal.number), String::new()),
        // What a rule restores as it goes is as young as its end (R15).
        Subject::Repeal { targets, .. } => {
            let settled = proposal.after.with_nothing_protected();
            let met: Vec<Conflict> = targets.iter().flat_map(|target| settled.met_by_what_is_left_of(target)).collect();
            (met, format!("what {} restores ", targets.join(" and ")))
        }
    };
    if met.is_empty() {
        return None;
    }
    let game = proposal.before;
    let yields = |number: &str| game.rule(number).is_some_and(|rule| rule.protected.holds(game.phase));
    let told = |Conflict { earlier, aspects, bearing, .. }: &Conflict| {
        let aspects = aspects.join(" and ");
        match bearing {
            Bearing::IsLimited => format!("leaves what {earlier} forbids of {aspects} forbidden"),
            _ if bearing.waits() && yields(earlier) => format!("yields to {earlier} in {aspects} while that is protected"),
            Bearing::Supersedes => format!("supersedes {earlier} in {aspects}"),
            Bearing::Adds => format!("adds to {earlier} in {aspects}"),
            Bearing::GoesFirst => format!("goes before {earlier} in {aspects}"),
        }
    };
    let says: Vec<String> = met.iter().map(told).collect();
    let shown = met.iter().map(|meeting| Evidence::Meets { rule: meeting.earlier.clone(), how: told(meeting) });
    Some(Verdict::kept(R3, format!("{what}{}", says.join(", "))).shown_by(shown.collect::<Vec<_>>()))
}
