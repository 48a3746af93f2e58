//! R9: everybody keeps, in each universe where he has men, at least one with the right to move.

use super::{MetaRule, Proposal, Verdict};

const R9: MetaRule = MetaRule(9);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let rule = proposal.rule()?;
    if rule.clauses.iter().any(|clause| clause.form.skips()) {
        let instead = "It may hold some of his pieces instead, as in \"it may not move for two phases\".";
        return Some(Verdict::broken(R9, "no rule takes all moves of a phase from a player", instead));
    }
    Some(Verdict::kept(R9, "everybody can move"))
}
