//! R5 asked of all pairs of players: by what is known, by lines that have served for others, and by searches that share what they may cost.

use std::borrow::Cow;

use crate::law::pursuit::{Finding, Proof, Search, Witness};

use super::super::multiverse::Multiverse;
use super::Proposal;
use super::r5::Pair;

/// In the first round so small a part of the whole is spent, for those that are soon found.
const FIRST_ROUND: u64 = 4;

/// All pairs looked into. More than two share what one of two has; who needs less leaves more to the others.
pub(super) struct Inquest<'p> {
    /// The game before and after, as they will be once nothing is protected (R6) and what ends for certain has ended.
    before: Cow<'p, Multiverse>,
    after: Cow<'p, Multiverse>,
    budget: u64,
    pub shared: bool,
    left: u64,
    /// For what was possible before.
    left_before: u64,
    /// What was found for some pairs may do for others: their boards may be alike.
    lines: Vec<Witness>,
    /// By attacker and victim.
    pub found: Vec<(Pair, Finding)>,
}

impl<'p> Inquest<'p> {
    pub fn of(proposal: &'p Proposal<'p>, budget: u64) -> Inquest<'p> {
        Inquest::between(proposal.before.settled(&proposal.number), proposal.after.settled(&proposal.number), budget)
    }

    pub fn between(before: Cow<'p, Multiverse>, after: Cow<'p, Multiverse>, budget: u64) -> Inquest<'p> {
        let shared = after.pairs().len() > 2;
        let left = if shared { budget } else { 2 * budget };
        Inquest { before, after, budget, shared, left, left_before: left, lines: Vec::new(), found: Vec::new() }
    }

    /// A pair of which the rule keeps a king from capture as long as what ends for certain still stands: for however short a time, none does.
    pub fn spared(proposal: &Proposal<'_>) -> Option<(Pair, Proof)> {
        let (before, after) = (proposal.before.past_protection(), proposal.after.past_protection());
        after.pairs().into_iter().find_map(|pair| {
            let proof = after.immunity(&pair)?;
            let for_a_time = matches!(proof, Proof::Square { .. } | Proof::Exempt { .. } | Proof::Marked { .. } | Proof::Spared { .. });
            let newly = for_a_time && matches!(was_possible((&before, &after), &pair, &proof, 0).0, Before::Possible);
            newly.then_some((pair, proof))
        })
    }

    /// A pair for which the rule makes it impossible, if there is one.
    pub fn held(&mut self) -> Option<(Pair, Proof)> {
        let pairs = self.after.pairs();
        let first = if self.shared { self.left / (FIRST_ROUND * pairs.len() as u64) } else { self.budget };
        let mut open: Vec<(Pair, Box<Search>)> = Vec::new();
        for pair in pairs {
            let found = match self.after.at_once(&pair, &self.lines) {
                Ok(None) => continue,
                Ok(Some(found)) => found,
                Err(mut search) => match self.search(&mut search, first) {
                    Finding::Open { .. } => {
                        open.push((pair, search));
                        continue;
                    }
                    found => found,
                },
            };
            if let Some(broken) = self.take(pair, found) {
                return Some(broken);
            }
        }
        // One after the other gets half of what is left: the line that he finds may do for all.
        let lines_before = self.lines.len();
        for (pair, mut search) in open {
            let newer = &self.lines[lines_before..];
            let known = if newer.is_empty() { None } else { self.after.at_once(&pair, newer).ok().flatten() };
            let found = known.unwrap_or_else(|| self.search(&mut search, self.left / 2));
            if let Some(broken) = self.take(pair, found) {
                return Some(broken);
            }
        }
        self.found.sort_by_key(|(pair, _)| (pair.attacker, pair.victim));
        None
    }

    /// Searches on for one pair, which gets no more than if it were alone.
    fn search(&mut self, search: &mut Search, share: u64) -> Finding {
        let before = search.spent();
        let found = search.run((before + share).min(self.budget));
        self.left = self.left.saturating_sub(search.spent() - before);
        found
    }

    fn take(&mut self, pair: Pair, found: Finding) -> Option<(Pair, Proof)> {
        let found = match found {
            Finding::Impossible(proof) => {
                let budget = self.budget.min(self.left_before);
                let (was, spent) = was_possible((&self.before, &self.after), &pair, &proof, budget);
                self.left_before = self.left_before.saturating_sub(spent);
                match was {
                    Before::Impossible => return None,
                    Before::Possible => return Some((pair, proof)),
                    Before::Unknown => Finding::Open { nodes: spent },
                }
            }
            found => found,
        };
        if let Finding::Witness(witness) = &found
            && !self.lines.contains(witness)
        {
            self.lines.push(witness.clone());
        }
        self.found.push((pair, found));
        None
    }
}

/// What could be done before the rule.
pub(super) enum Before {
    Possible,
    Impossible,
    Unknown,
}

/// With the positions that were looked at for it.
pub(super) fn was_possible((before, after): (&Multiverse, &Multiverse), pair: &Pair, proof: &Proof, budget: u64) -> (Before, u64) {
    // A side that the rule brings may have moved them to other seats.
    let then = |seat| before.seat_of_side(after.player(seat).side);
    let (Some(attacker), Some(victim)) = (then(pair.attacker), then(pair.victim)) else { return (Before::Impossible, 0) };
    let pair = &Pair { attacker, victim };
    match proof {
        Proof::Square { at, .. } if before.is_safe_on(pair, *at) => return (Before::Impossible, 0),
        Proof::Exempt { .. } if matches!(before.immunity(pair), Some(Proof::Exempt { .. })) => return (Before::Impossible, 0),
        Proof::Marked { so, .. } if matches!(before.immunity(pair), Some(Proof::Marked { so: known, .. }) if known == *so) => {
            return (Before::Impossible, 0);
        }
        Proof::Spared { .. } if matches!(before.immunity(pair), Some(Proof::Spared { .. })) => return (Before::Impossible, 0),
        Proof::Square { .. } | Proof::Exempt { .. } | Proof::Marked { .. } | Proof::Spared { .. } => return (Before::Possible, 0),
        Proof::Unreachable { .. } | Proof::Unchecked { .. } | Proof::Exhausted { .. } => {}
    }
    let (found, spent) = match before.at_once(pair, &[]) {
        Ok(found) => (found, 0),
        Err(mut search) => (Some(search.run(budget)), search.spent()),
    };
    let was = match found {
        Some(Finding::Witness(_)) => Before::Possible,
        Some(Finding::Impossible(_)) | None => Before::Impossible,
        Some(Finding::Open { .. }) => Before::Unknown,
    };
    (was, spent)
}
