//! What is put to the tests: a rule or a repeal, the game before it, and the game as it would be just after it.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use crate::board::{Effect, Position, SideId};
use crate::game::event::{self, Enactment};
use crate::law::{Instant, Law, LawProblem};
use crate::rule::{self, Chooser, Clause, Deed as Doing, Event, Form, Part, Rule, walk};
use crate::turn::{Phase, Seat, Window};

use super::super::lull::Lull;
use super::super::multiverse::{Action, Multiverse, Player};
use super::super::phase::Deed;
use super::{Verdict, judge};

/// A rule or a repeal, and the game without and with it.
pub struct Proposal<'g> {
    pub before: &'g Multiverse,
    /// It has taken force at once, whatever protects other rules (R12), and what hangs on dice or answers has not happened.
    pub after: Multiverse,
    /// A rule has been written down and has not acted yet.
    pub enacted: Multiverse,
    /// What it does at once.
    pub at_once: Vec<Effect>,
    /// The games before and after as they will be once no rule is protected any more (R6), found when they are first wanted.
    lasting: [OnceCell<Multiverse>; 2],
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
        let enacted = event::Event::Enacted(Box::new(enactment));
        deed.after.could_apply(&enacted).map_err(LawProblem::OfTheGame)?;
        deed.happen(enacted);
        deed.hold_back(&number);
        let enacted = deed.after.clone();
        deed.fire(Instant::Enacted(&number), deed.after.phase.seat);
        let (after, at_once, lasting) = (deed.after, acts(&deed.events), Default::default());
        Ok(Proposal { before, after, enacted, at_once, lasting, maker, number, subject: Subject::Rule(rule) })
    }

    /// The same where another one stood before.
    pub fn in_place_of<'h>(self, other: &'h Proposal<'_>) -> Proposal<'h>
    where
        'g: 'h,
    {
        Proposal { before: &other.after, lasting: Default::default(), ..self }
    }

    pub fn of_repeal(before: &'g Multiverse, maker: Seat, targets: Vec<String>, universe: Option<u16>) -> Proposal<'g> {
        let number = before.next_number(maker);
        let mut deed = Deed::supposed(before);
        for target in &targets {
            if deed.after.rule(target).is_some_and(super::super::Enacted::stands) {
                deed.end(event::Event::Repealed { target: target.clone(), universe }, target);
            }
        }
        let enacted = before.clone();
        let (after, at_once, lasting) = (deed.after, acts(&deed.events), Default::default());
        Proposal { before, after, enacted, at_once, lasting, maker, number, subject: Subject::Repeal { targets, universe } }
    }

    /// The person who makes it, by the first of his sides in the game after it: what it does to any of them is done to him.
    pub fn by_person(&self) -> SideId {
        self.after.person_of(self.before.player(self.maker).side)
    }

    /// The game before, once no rule is protected.
    pub fn lasting_before(&self) -> &Multiverse {
        self.lasting[0].get_or_init(|| unprotected(self.before))
    }

    /// The game after, once no rule is protected.
    pub fn lasting_after(&self) -> &Multiverse {
        self.lasting[1].get_or_init(|| unprotected(&self.after))
    }

    /// The sentences, from 1, that would be done at once and change nothing, alone or behind the others, as the boards stand; those left out in which somebody chooses, or dice do.
    pub fn idle(&self) -> Vec<usize> {
        let Some(rule) = self.rule() else { return Vec::new() };
        let at_once = |clause: &Clause| matches!(&clause.form, Form::Trigger(trigger) if trigger.event == Event::Enacted);
        let chosen = |part: &Part<'_>| match part {
            Part::Chooser(chooser) => **chooser != Chooser::All,
            Part::Deed(deed) => matches!(deed, Doing::May(..) | Doing::Chance(_) | Doing::Stray { .. }),
            _ => false,
        };
        let acting = |acts: &dyn Fn(usize) -> bool| {
            let rest = |(at, clause): (usize, &Clause)| if acts(at) || !at_once(clause) { clause.clone() } else { clause.at_rest() };
            let rule = Rule { clauses: rule.clauses.iter().enumerate().map(rest).collect(), ..rule.clone() };
            Proposal::of_rule(self.before, self.maker, &rule).map(|tried| tried.at_once)
        };
        let does_nothing = |at: &usize| {
            let clause = &rule.clauses[*at];
            at_once(clause)
                && !walk::holds(clause, &chosen)
                && acting(&|kept| kept == *at).is_ok_and(|done| done.is_empty())
                && acting(&|kept| kept != *at).is_ok_and(|done| done == self.at_once)
        };
        // Most do something: only where nothing at all is done, or much is said, is each looked at by itself.
        let several = rule.clauses.iter().filter(|clause| at_once(clause)).count() > 1;
        if !self.at_once.is_empty() && !several {
            return Vec::new();
        }
        (0..rule.clauses.len()).filter(does_nothing).map(|at| at + 1).collect()
    }

    /// The rule, if it is one.
    pub fn rule(&self) -> Option<&'g Rule> {
        match self.subject {
            Subject::Rule(rule) => Some(rule),
            Subject::Repeal { .. } => None,
        }
    }

    /// Which sentences of the rule are so, counted from 1.
    pub fn sentences(&self, is: impl Fn(&Clause) -> bool) -> Vec<usize> {
        let clauses = self.rule().map_or(&[][..], |rule| &rule.clauses);
        clauses.iter().enumerate().filter(|(_, clause)| is(clause)).map(|(at, _)| at + 1).collect()
    }
}

/// A phase after all protected intervals.
const LATE: u32 = 1_000_000;

/// The game once no rule is protected any more.
pub(super) fn unprotected(game: &Multiverse) -> Multiverse {
    let mut late = game.clone();
    late.phase = late.phase.later(LATE);
    late.refold();
    late
}

impl Multiverse {
    /// The game as it is, but that no rule is protected any more: what holds only against newer rules, and only for now, saves nobody for good.
    pub(super) fn past_protection(&self) -> Cow<'_, Multiverse> {
        let is_protected = |rule: &&super::super::Enacted| rule.stands() && rule.protected.holds(self.phase);
        // Alone it is the newest, and as strong as it will be.
        match self.rules.iter().filter(is_protected).count() {
            0 | 1 => Cow::Borrowed(self),
            _ => Cow::Owned(self.with_nothing_protected()),
        }
    }

    /// The same once what ends for certain has ended, but for one rule that is looked into: repeals that wait have acted, and the time of others is
    /// over.
    pub(super) fn settled(&self, but: &str) -> Cow<'_, Multiverse> {
        let ending = self.ending_for_certain(but);
        match ending.is_empty() {
            true => self.past_protection(),
            false => Cow::Owned(Lull::once_ended(self, &ending).past_protection().into_owned()),
        }
    }

    pub(super) fn with_nothing_protected(&self) -> Multiverse {
        let mut settled = self.clone();
        settled.rules.iter_mut().for_each(|rule| rule.protected = Window { last: Phase { turn: 0, ..Phase::FIRST } });
        settled.refold();
        settled
    }
}

fn acts(events: &[event::Event]) -> Vec<Effect> {
    let fired = events.iter().filter_map(|event| match event {
        event::Event::Fired { effects, .. } => Some(effects),
        _ => None,
    });
    fired.flatten().copied().collect()
}

impl Deed {
    /// A deed that is only supposed: no dice are thrown, nobody is asked.
    pub(in crate::game::mar) fn supposed(before: &Multiverse) -> Deed {
        let mut deed = Deed::without_dice(before);
        deed.suppose();
        deed
    }
}

/// What was found of an action, to be found again only where the game is another one by the time it is carried out.
#[derive(Clone, Debug)]
pub struct Certificate {
    action: Action,
    position: Position,
    seats: Vec<Player>,
    law: Arc<Law>,
    verdicts: Vec<Verdict>,
}

impl Certificate {
    pub fn of(game: &Multiverse, action: Action, verdicts: Vec<Verdict>) -> Certificate {
        Certificate { action, position: game.position.clone(), seats: game.seats.clone(), law: Arc::clone(&game.law), verdicts }
    }

    /// The verdicts, if they are of that action in that game; its rules do not change while a phase is carried out before the action.
    pub fn verdicts(&self, game: &Multiverse, action: &Action) -> Option<&[Verdict]> {
        let same =
            self.action == *action && self.position == game.position && self.seats == game.seats && Arc::ptr_eq(&self.law, &game.law);
        same.then_some(&self.verdicts)
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
        self.proposed(seat, action, judge)
    }

    /// What becomes of an action as it is put to the tests; `None`: it makes and repeals nothing, or cannot come into force.
    pub(super) fn proposed<T>(&self, seat: Seat, action: &Action, put: impl FnOnce(&Proposal<'_>) -> T) -> Option<T> {
        match action {
            Action::Move | Action::Pass => None,
            Action::Rule { text, says, .. } => {
                let rule = self.rule_meant(text, says)?;
                Proposal::of_rule(self, seat, &rule).ok().map(|proposal| put(&proposal))
            }
            Action::Repeal { target, universe } => Some(put(&Proposal::of_repeal(self, seat, vec![target.clone()], *universe))),
            Action::RepealAll { universe } => {
                let targets = self.old_rules(seat, *universe).iter().map(|rule| rule.enactment.number.clone()).collect();
                Some(put(&Proposal::of_repeal(self, seat, targets, *universe)))
            }
        }
    }

    /// The same of a rule; `Err`: it cannot come into force at all.
    pub fn verdicts_of_rule(&self, seat: Seat, rule: &Rule) -> Result<Vec<Verdict>, String> {
        let found = self.could_seat(rule).and_then(|()| Proposal::of_rule(self, seat, rule).map_err(|problem| problem.to_string()));
        found.map(|proposal| judge(&proposal)).map_err(|problem| format!("this rule cannot come into force: {problem}"))
    }
}
