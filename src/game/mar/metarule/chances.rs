//! The ways in which dice can fall, each with its exact chance.

use crate::dice::Cup;
use crate::law::{Fate, Instant};

use super::super::multiverse::Multiverse;
use super::super::phase::Deed;
use super::battery::Seeded;
use super::{Proposal, Subject};

/// Whoever is asked more often than this is not asked any more.
const MOST_ANSWERS: usize = 100;
/// Dice that can fall in more ways than this are sampled.
pub const MOST_WAYS: usize = 100_000;

/// A fraction in its lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    pub numerator: i128,
    pub denominator: i128,
}

impl Ratio {
    pub const ZERO: Ratio = Ratio { numerator: 0, denominator: 1 };

    /// `None`: it does not fit into numbers of this size.
    pub fn plus(self, other: Ratio) -> Option<Ratio> {
        let (left, right) = (self.numerator.checked_mul(other.denominator)?, other.numerator.checked_mul(self.denominator)?);
        Some(Ratio::lowest(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?))
    }

    pub fn times(self, numerator: i128, denominator: i128) -> Option<Ratio> {
        Some(Ratio::lowest(self.numerator.checked_mul(numerator)?, self.denominator.checked_mul(denominator)?))
    }

    fn lowest(numerator: i128, denominator: i128) -> Ratio {
        let (mut a, mut b) = (numerator.abs(), denominator.abs());
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Ratio { numerator: numerator / a.max(1), denominator: denominator / a.max(1) }
    }

    /// Greater than another one; both denominators are positive.
    pub fn exceeds(self, other: Ratio) -> bool {
        let (left, right) = (self.numerator.checked_mul(other.denominator), other.numerator.checked_mul(self.denominator));
        matches!((left, right), (Some(left), Some(right)) if left > right)
    }
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// Something that hangs on dice: what comes of it, and the weights of the dice that it threw.
pub type Thrown<T> = (T, Vec<Vec<u16>>);

/// Runs something with every way its dice can fall, until told to stop; whether all have been seen.
pub fn every_fall<T>(run: &mut dyn FnMut(Cup) -> Thrown<T>, see: &mut dyn FnMut(T, Ratio) -> bool) -> bool {
    let mut outcomes: Vec<usize> = Vec::new();
    for _ in 0..MOST_WAYS {
        let (found, asked) = run(Cup::supposing(outcomes.clone()));
        outcomes.extend(asked.iter().skip(outcomes.len()).map(|weights| weights.iter().position(|&weight| weight > 0).unwrap_or(0)));
        outcomes.truncate(asked.len());
        let chance = asked.iter().zip(&outcomes).try_fold(Ratio { numerator: 1, denominator: 1 }, |chance, (weights, &at)| {
            chance.times(weights[at].into(), weights.iter().map(|&weight| i128::from(weight)).sum())
        });
        // Chances too small to be written down are left to samples.
        let Some(chance) = chance else { return false };
        if !see(found, chance) {
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

/// Runs something once, its dice thrown by a seed that everybody knows.
pub fn one_fall<T>(run: &mut dyn FnMut(Cup) -> Thrown<T>, chance: &mut Seeded) -> T {
    let mut outcomes: Vec<usize> = Vec::new();
    loop {
        let (found, asked) = run(Cup::supposing(outcomes.clone()));
        let Some(weights) = asked.get(outcomes.len()) else { return found };
        let total: usize = weights.iter().map(|&weight| usize::from(weight)).sum();
        let mut left = chance.below(total);
        let fallen = weights.iter().position(|&weight| {
            let here = left < usize::from(weight);
            left = left.saturating_sub(usize::from(weight));
            here
        });
        outcomes.push(fallen.unwrap_or(0));
    }
}

/// Runs something with dice, whoever is asked taking the first that he is offered: what is left to somebody is done in some way.
pub fn answering<T>(cup: &Cup, run: &mut dyn FnMut(&mut Fate) -> T) -> (T, Fate) {
    let mut answers = Vec::new();
    loop {
        let mut fate = Fate::new(cup.clone(), Vec::new(), answers.clone());
        let found = run(&mut fate);
        match fate.asked.take().and_then(|question| Some((question.side, question.options.first()?.clone()))) {
            Some(answer) if answers.len() < MOST_ANSWERS => answers.push(answer),
            _ => return (found, fate),
        }
    }
}

/// Goes through the games that a rule's enactment can lead to, until told to stop.
pub fn each_way(proposal: &Proposal<'_>, see: &mut dyn FnMut(&Multiverse) -> bool) {
    each_fall(proposal, &mut |after, _| see(after));
}

/// The same, each with its chance; whether all have been seen.
pub fn each_fall(proposal: &Proposal<'_>, see: &mut dyn FnMut(&Multiverse, Ratio) -> bool) -> bool {
    let random = match proposal.subject {
        Subject::Rule(rule) => rule.clauses.iter().any(|clause| clause.form.is_random_at_once()),
        // What a rule does as it ends hangs on no dice (R15).
        Subject::Repeal { .. } => false,
    };
    if !random {
        return see(&proposal.after, Ratio { numerator: 1, denominator: 1 });
    }
    let seat = proposal.after.phase.seat;
    let mut run = |cup: Cup| {
        let mut deed = Deed::supposed(&proposal.enacted);
        deed.throw(cup);
        deed.fire(Instant::Enacted(&proposal.number), seat);
        let thrown = deed.thrown();
        (deed.after, thrown)
    };
    every_fall(&mut run, &mut |after, chance| see(&after, chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_to_one_and_are_exact() {
        // A die of six; on a six a coin of 1 to 3.
        let mut run = |mut cup: Cup| {
            let first = cup.roll("1.1", &[1, 1, 1, 1, 1, 1], "", |_| String::new()).unwrap();
            let second = if first == 5 { cup.roll("1.1", &[1, 3], "", |_| String::new()) } else { None };
            ((first, second), cup.supposed().to_vec())
        };
        let (mut ways, mut all, mut rare) = (0, Ratio::ZERO, Ratio::ZERO);
        let seen = every_fall(&mut run, &mut |way, chance| {
            (ways, all) = (ways + 1, all.plus(chance).unwrap());
            if way == (5, Some(0)) {
                rare = chance;
            }
            true
        });
        assert!(seen);
        assert_eq!((ways, all.to_string(), rare.to_string()), (7, "1".to_owned(), "1/24".to_owned()));
        let mut chance = Seeded(7);
        let sixes = (0..6000).filter(|_| one_fall(&mut run, &mut chance).0 == 5).count();
        assert!((850..1150).contains(&sixes), "{sixes}");
    }
}
