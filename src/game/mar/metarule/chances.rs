//! The ways in which dice can fall when a rule takes force, each with its exact chance.

use crate::dice::Cup;
use crate::law::Instant;

use super::super::multiverse::Multiverse;
use super::super::phase::Deed;
use super::{Proposal, Subject};

/// Dice that can fall in more ways than this are sampled.
pub const MOST_WAYS: usize = 1_000_000;

/// One way the dice can fall.
pub struct Way<'w> {
    pub after: &'w Multiverse,
    /// The chance of it: the product of these fractions, weight and total.
    pub chance: &'w [(u16, u32)],
}

/// Goes through the ways in which dice can fall at a rule's enactment until told to stop; whether they all have been seen.
pub fn each_way(proposal: &Proposal<'_>, see: &mut dyn FnMut(Way<'_>) -> bool) -> bool {
    let random = match proposal.subject {
        Subject::Rule(rule) => rule.clauses.iter().any(|clause| clause.form.is_random_at_once()),
        // What a rule does as it ends hangs on no dice (R15).
        Subject::Repeal { .. } => false,
    };
    if !random {
        see(Way { after: &proposal.after, chance: &[] });
        return true;
    }
    let seat = proposal.after.phase.seat;
    every_fall(&mut |cup| {
        let mut deed = Deed::supposed(&proposal.enacted);
        deed.throw(cup);
        deed.fire(Instant::Enacted(&proposal.number), seat);
        (deed.after.clone(), deed.thrown())
    }, see)
}

/// Runs something with every way its dice can fall; whether all have been seen.
fn every_fall(
    run: &mut dyn FnMut(Cup) -> (Multiverse, Vec<Vec<u16>>),
    see: &mut dyn FnMut(Way<'_>) -> bool,
) -> bool {
    let mut outcomes: Vec<usize> = Vec::new();
    for _ in 0..MOST_WAYS {
        let (after, asked) = run(Cup::supposing(outcomes.clone()));
        let first = |weights: &Vec<u16>| weights.iter().position(|&weight| weight > 0).unwrap_or(0);
        outcomes.extend(asked.iter().skip(outcomes.len()).map(first));
        outcomes.truncate(asked.len());
        let total = |weights: &[u16]| weights.iter().map(|&weight| u32::from(weight)).sum::<u32>();
        let chance: Vec<(u16, u32)> = asked.iter().zip(&outcomes).map(|(weights, &at)| (weights[at], total(weights))).collect();
        if !see(Way { after: &after, chance: &chance }) {
            return false;
        }
        // The next way: the last die that can fall otherwise does.
        loop {
            let Some(last) = outcomes.pop() else { return true };
            let weights = &asked[outcomes.len()];
            if let Some(next) = (last + 1..weights.len()).find(|&at| weights[at] > 0) {
                outcomes.push(next);
                break;
            }
        }
    }
    false
}
