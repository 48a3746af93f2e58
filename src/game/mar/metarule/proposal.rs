//! What is put to the tests: a rule or a repeal, the game before it, and the game as it would be just after it.

use std::sync::Arc;

use crate::game::event::{Enactment, Event};
use crate::law::{Instant, LawProblem};
use crate::rule::{self, Rule};
use crate::turn::Seat;

use super::super::multiverse::{Action, Multiverse};
use super::super::phase::Deed;
use super::{Verdict, judge};

/// A rule or a repeal, and the game without and with it.
pub struct Proposal<'g> {
    pub before: &'g Multiverse,
    /// It has taken force at once, whatever protects other rules (R12), and what hangs on dice or answers has not happened.
    pub after: Multiverse,
    pub maker: Seat,
    /// Its number.
    pub number: String,
    pub subject: Subject<'g>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject<'g> {
    Rule(&'g Rule),
    /// A repeal of these rules, everywhere or in one universe.
    Repeal {
        targets: Vec<String>,
        universe: Option<u16>,
    },
}

impl<'g> Proposal<'g> {
    pub fn of_rule(before: &'g Multiverse, maker: Seat, rule: &'g Rule) -> Result<Proposal<'g>, LawProblem> {
        before.fold(Some(rule))?;
        let number = before.next_number(maker);
        let mut deed = Deed::supposed(before);
        let (text, canonical) = (String::new(), String::new());
        let enactment = Enactment { number: number.clone(), seat: maker, text, canonical, rule: Arc::new(rule.clone()) };
        deed.happen(Event::Enacted(Box::new(enactment)));
        deed.fire(Instant::Enacted(&number), deed.after.phase.seat);
        Ok(Proposal { before, after: deed.after, maker, number, subject: Subject::Rule(rule) })
    }

    pub fn of_repeal(before: &'g Multiverse, maker: Seat, targets: Vec<String>, universe: Option<u16>) -> Proposal<'g> {
        let number = before.next_number(maker);
        let mut deed = Deed::supposed(before);
        for target in &targets {
            if deed.after.rule(target).is_some_and(super::super::Enacted::stands) {
                deed.end(Event::Repealed { target: target.clone(), universe }, target);
            }
        }
        Proposal { before, after: deed.after, maker, number, subject: Subject::Repeal { targets, universe } }
    }

    /// The rule, if it is one.
    pub fn rule(&self) -> Option<&'g Rule> {
        match self.subject {
            Subject::Rule(rule) => Some(rule),
            Subject::Repeal { .. } => None,
        }
    }
}

impl Deed {
    /// A deed that is only supposed: no dice are thrown, nobody is asked.
    fn supposed(before: &Multiverse) -> Deed {
        let mut deed = Deed::without_dice(before);
        deed.ask_nobody();
        deed
    }
}

impl Multiverse {
    /// The rule that a player has ordered: as he was told that it says, where somebody has defined words since (C5).
    pub fn rule_meant(&self, text: &str, says: &str) -> Option<Rule> {
        let vocabulary = self.vocabulary();
        let as_told = |rule: &Rule| says.is_empty() || rule::print(rule, &vocabulary) == says;
        let as_written = rule::read(text, &vocabulary).rule.filter(as_told);
        as_written.or_else(|| rule::read(says, &vocabulary.undefined()).rule)
    }

    /// What the meta-rules say of an action, were it carried out now; `None`: it makes and repeals nothing.
    pub fn verdicts(&self, seat: Seat, action: &Action) -> Option<Vec<Verdict>> {
        match action {
            Action::Move | Action::Pass => None,
            Action::Rule { text, says, .. } => self.rule_meant(text, says).map(|rule| self.verdicts_of_rule(seat, &rule)),
            Action::Repeal { target, universe } => Some(judge(&Proposal::of_repeal(self, seat, vec![target.clone()], *universe))),
            Action::RepealAll { universe } => {
                let targets = self.old_rules(*universe).iter().map(|rule| rule.enactment.number.clone()).collect();
                Some(judge(&Proposal::of_repeal(self, seat, targets, *universe)))
            }
        }
    }

    /// The same of a rule; empty where it cannot come into force at all.
    pub fn verdicts_of_rule(&self, seat: Seat, rule: &Rule) -> Vec<Verdict> {
        Proposal::of_rule(self, seat, rule).map(|proposal| judge(&proposal)).unwrap_or_default()
    }
}
