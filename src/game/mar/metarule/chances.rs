//! The ways in which dice can fall, each with its exact chance; and in which those can answer who choose as a rule takes force.

use std::collections::BTreeMap;

use crate::dice::{Cup, Falls, Seeded};
use crate::law::{Boards, Fate, Instant};
use crate::rule::{Chooser, Clause, Deed as Doing, Event, Form, Part, Player, walk};

use super::super::multiverse::Multiverse;
use super::super::phase::Deed;
use super::{Proposal, Subject};

/// Whoever is asked more often than this is not asked any more.
const MOST_ANSWERS: usize = 100;
/// What one question about dice may cost, in dice thrown and clauses asked; beyond that an answer is estimated, at no more cost than that.
pub const MOST_TOIL: u64 = 200_000;

/// A fraction in its lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    pub numerator: i128,
    pub denominator: i128,
}

impl Ratio {
    pub const ZERO: Ratio = Ratio { numerator: 0, denominator: 1 };

    /// An estimate is told to two digits behind the point.
    pub fn told(self, estimated: bool) -> String {
        if !estimated {
            return self.to_string();
        }
        let hundredths = (200 * self.numerator + self.denominator) / (2 * self.denominator.max(1));
        format!("about {}.{:02}", hundredths / 100, hundredths % 100)
    }

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

/// What everybody gets more, by that chance; whether it can be written down.
pub fn add<K: Ord + Copy>(all: &mut BTreeMap<K, Ratio>, more: impl IntoIterator<Item = (K, i128)>, chance: Ratio) -> bool {
    more.into_iter().all(|(whose, by)| {
        let known = all.get(&whose).copied().unwrap_or(Ratio::ZERO);
        let sum = chance.times(by, 1).and_then(|part| known.plus(part));
        all.insert(whose, sum.unwrap_or(Ratio::ZERO));
        sum.is_some()
    })
}

/// Something that hangs on dice: what comes of it, and the cup that its dice were thrown from.
pub type Thrown<T> = (T, Cup);

/// What is left of the toil that a question may cost.
#[derive(Debug)]
pub struct Toil {
    left: u64,
}

impl Toil {
    pub fn new() -> Toil {
        Toil { left: MOST_TOIL }
    }

    /// Whether there was as much left.
    fn take(&mut self, toil: u64) -> bool {
        let enough = self.left >= toil;
        self.left = self.left.saturating_sub(toil);
        enough
    }
}

/// Runs something, which costs so much besides its dice, with every way its dice can fall, until told to stop; whether all have been seen.
pub fn every_fall<T>(run: &mut dyn FnMut(Cup) -> Thrown<T>, (each, toil): (u64, &mut Toil), see: &mut dyn FnMut(T, Ratio) -> bool) -> bool {
    let mut falls = Falls::default();
    loop {
        let (found, cup) = run(falls.cup());
        let asked = cup.supposed();
        if !toil.take(each + asked.len() as u64) {
            return false;
        }
        let faces = asked.iter().zip(falls.outcomes(asked));
        let chance = faces.into_iter().try_fold(Ratio { numerator: 1, denominator: 1 }, |chance, (weights, &at)| {
            chance.times(weights[at].into(), weights.iter().map(|&weight| i128::from(weight)).sum())
        });
        // Chances too small to be written down are left to samples.
        let Some(chance) = chance else { return false };
        if !see(found, chance) {
            return false;
        }
        if !falls.go_on(asked) {
            return true;
        }
    }
}

/// Runs something once, its dice thrown by a chance that everybody can repeat.
pub fn one_fall<T>(run: &mut dyn FnMut(Cup) -> Thrown<T>, chance: &mut Seeded) -> T {
    let (found, cup) = run(Cup::estimating(*chance));
    *chance = cup.estimated().unwrap_or(*chance);
    found
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

/// What a rule's enactment can lead to on boards that no dice fallen elsewhere concern: the others are as they were.
pub struct World<'p> {
    proposal: &'p Proposal<'p>,
    on: Boards,
}

/// How much more a way costs where it is chosen: most answers do not differ in kind.
pub const CHOSEN: u64 = 40;
/// What a clause asked costs beside what the whole game costs that is made anew for it.
const GAME: u64 = 4;

impl<'p> World<'p> {
    /// All boards together.
    pub fn whole(proposal: &'p Proposal<'p>) -> World<'p> {
        World { proposal, on: Boards::ALL }
    }
}

/// The worlds of a proposal: where nothing hangs on dice, one.
pub fn worlds<'p>(proposal: &'p Proposal<'p>) -> Vec<World<'p>> {
    let on = match proposal.subject {
        Subject::Rule(rule) if is_open(proposal) => proposal.enacted.law.worlds_at_once(&rule.clauses),
        _ => vec![Boards::ALL],
    };
    on.into_iter().map(|on| World { proposal, on }).collect()
}

/// Something that it does at once hangs on dice or on somebody's choice.
pub fn is_open(proposal: &Proposal<'_>) -> bool {
    match proposal.subject {
        Subject::Rule(rule) => rule.clauses.iter().any(|clause| clause.form.is_random_at_once() || is_chosen_at_once(clause)),
        // What a rule does as it ends hangs on no dice (R15).
        Subject::Repeal { .. } => false,
    }
}

/// It hangs on choices alone.
pub fn is_chosen(proposal: &Proposal<'_>) -> bool {
    is_open(proposal) && !proposal.rule().is_some_and(|rule| rule.clauses.iter().any(|clause| clause.form.is_random_at_once()))
}

/// What it does at once or by the clock hangs on choices, and on no dice.
pub fn is_chosen_on_time(proposal: &Proposal<'_>) -> bool {
    let deeds = |clause: &Clause| match &clause.form {
        Form::Trigger(trigger) if !matches!(trigger.event, Event::Act(_) | Event::Would(_)) => trigger.deeds.clone(),
        _ => Vec::new(),
    };
    let Some(rule) = proposal.rule() else { return false };
    let all: Vec<Doing> = rule.clauses.iter().flat_map(deeds).collect();
    all.iter().any(is_chosen_in) && !all.iter().any(Doing::is_random)
}

/// Somebody chooses what a clause does as its rule takes force.
fn is_chosen_at_once(clause: &Clause) -> bool {
    matches!(&clause.form, Form::Trigger(trigger) if trigger.event == Event::Enacted && trigger.deeds.iter().any(is_chosen_in))
}

/// Whatever is chosen in it each player chooses as the others do.
pub fn is_left_to_each(clause: &Clause) -> bool {
    let Form::Trigger(trigger) = &clause.form else { return true };
    match &trigger.event {
        Event::Opens(None | Some(Player::Each)) | Event::Closes(None | Some(Player::Each)) => true,
        Event::Act(_) | Event::Would(_) => true,
        _ => trigger.deeds.iter().all(|deed| matches!(deed, Doing::EachPlayer(_)) || !is_chosen_in(deed)),
    }
}

/// Somebody chooses in it.
fn is_chosen_in(deed: &Doing) -> bool {
    let mut found = false;
    walk::parts_of_deed(deed, &mut |part| {
        found |= match part {
            Part::Chooser(chooser) => matches!(chooser, Chooser::Mover | Chooser::Player(_)),
            Part::Deed(deed) => matches!(deed, Doing::May(..)),
            _ => false,
        }
    });
    found
}

impl World<'_> {
    /// The game if the dice fall so, and whoever is asked answers so.
    pub fn made(&self, cup: Cup) -> Thrown<Multiverse> {
        let mut deed = Deed::supposed(&self.proposal.enacted);
        deed.suppose_on(self.on);
        deed.throw(cup);
        deed.answer_by_the_cup();
        deed.fire(Instant::Enacted(&self.proposal.number), self.proposal.after.phase.seat);
        let thrown = deed.thrown();
        (deed.after, thrown)
    }

    /// Goes through the games that it can lead to, until told to stop.
    pub fn each_way(&self, toil: &mut Toil, see: &mut dyn FnMut(&Multiverse) -> bool) {
        self.each_fall(toil, &mut |after, _| see(after));
    }

    /// The same, each with its chance; whether all have been seen.
    pub fn each_fall(&self, toil: &mut Toil, see: &mut dyn FnMut(&Multiverse, Ratio) -> bool) -> bool {
        if !is_open(self.proposal) {
            return see(&self.proposal.after, Ratio { numerator: 1, denominator: 1 });
        }
        let each = if is_chosen(self.proposal) { CHOSEN * self.toil() } else { self.toil() };
        every_fall(&mut |cup| self.made(cup), (each, toil), &mut |after, chance| see(&after, chance))
    }

    /// What one way costs.
    pub fn toil(&self) -> u64 {
        GAME + self.proposal.enacted.law.busy(self.on)
    }
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
            ((first, second), cup)
        };
        let (mut ways, mut all, mut rare) = (0, Ratio::ZERO, Ratio::ZERO);
        let seen = every_fall(&mut run, (1, &mut Toil::new()), &mut |way, chance| {
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

    #[test]
    fn what_can_fall_in_too_many_ways_ends_when_the_toil_is_spent() {
        // Thirty coins.
        let mut run = |mut cup: Cup| {
            let heads = (0..30).filter(|_| cup.roll("1.1", &[1, 1], "", |_| String::new()) == Some(1)).count();
            (heads, cup)
        };
        let mut ways = 0;
        let mut see = |_, _| {
            ways += 1;
            true
        };
        assert!(!every_fall(&mut run, (10, &mut Toil::new()), &mut see));
        assert_eq!(ways, MOST_TOIL / 40);
    }
}
