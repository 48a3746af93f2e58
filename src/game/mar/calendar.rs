//! What time alone changes in the rules of the coming phases: some end, some wake, some are protected no more (R6, R11).
//!
//! Invariant: it is the same whatever the boards are, so long as their shape is; a look ahead from many boards takes it from here.

use std::borrow::Cow;
use std::sync::Arc;

use crate::law::Law;
use crate::law::pursuit::HORIZON;
use crate::turn::Phase;

use super::multiverse::{Enacted, Multiverse};

/// Phase by phase, from the next one on, until it is the turn of whoever is on move.
pub(super) struct Calendar(Vec<Turnover>);

/// What changes as a phase comes.
pub(super) struct Turnover {
    /// In order.
    pub ended: Vec<Ended>,
    /// The game from then on, if its rules are others than before.
    pub game: Option<Multiverse>,
}

pub(super) struct Ended {
    /// In force until then.
    pub law: Arc<Law>,
    pub target: String,
    pub universe: Option<u16>,
}

impl Calendar {
    pub fn of(game: &Multiverse) -> Calendar {
        let (mut phase, mut game) = (game.phase, Cow::Borrowed(game));
        let mut turnovers = Vec::new();
        for _ in 0..game.seats.len() {
            let Some(next) = phase.next(&game.alive()) else { break };
            let mut ended = Vec::new();
            for (target, universe) in game.ending_before(next) {
                let game = game.to_mut();
                game.phase = phase;
                end(game, &target, universe, &mut ended);
            }
            let turns = game.turns_over(phase, next);
            if turns {
                let game = game.to_mut();
                game.phase = next;
                game.refold();
            }
            phase = next;
            let other = turns || !ended.is_empty();
            turnovers.push(Turnover { ended, game: other.then(|| game.clone().into_owned()) });
        }
        Calendar(turnovers)
    }

    /// What changes as so many phases have come.
    pub fn after(&self, phases: usize) -> Option<&Turnover> {
        self.0.get(phases.checked_sub(1)?)
    }
}

fn end(game: &mut Multiverse, target: &str, universe: Option<u16>, ended: &mut Vec<Ended>) {
    if !game.is_in_force(target, universe) {
        return;
    }
    ended.push(Ended { law: Arc::clone(&game.law), target: target.to_owned(), universe });
    game.end_rule(target, universe);
    for fallen in game.void_without(target, universe) {
        end(game, &fallen, universe, ended);
    }
}

impl Multiverse {
    /// What ends as a phase comes: repeals that have waited act, and the time of some rules is over (R6).
    pub(super) fn ending_before(&self, next: Phase) -> Vec<(String, Option<u16>)> {
        let waiting = self.repeals.iter().filter(|repeal| !repeal.acts_after.holds(next));
        let waiting = waiting.map(|repeal| (repeal.target.clone(), repeal.universe));
        waiting.chain(self.expired_by(next).into_iter().map(|number| (number, None))).collect()
    }

    /// What ends within the turns of which R5 asks, whatever is played: repeals wait for it, or its time is over then. One rule is left out.
    pub(super) fn ending_for_certain(&self, but: &str) -> Vec<(String, Option<u16>)> {
        let horizon = self.phase.turn + HORIZON;
        let waiting = self.repeals.iter().map(|repeal| (repeal.target.clone(), repeal.universe));
        let timed = self.rules.iter().filter(|rule| rule.stands() && rule.lasts.is_some_and(|window| window.last.turn <= horizon));
        let all = waiting.chain(timed.map(|rule| (rule.enactment.number.clone(), None)));
        all.filter(|(target, universe)| target != but && self.is_in_force(target, *universe)).collect()
    }

    /// The rules whose time is over as a phase comes; one on which a protected rule leans stands as long as that is protected (R6).
    pub(super) fn expired_by(&self, next: Phase) -> Vec<String> {
        let over = |rule: &&Enacted| rule.stands() && rule.lasts.is_some_and(|window| !window.holds(next));
        let numbers = self.rules.iter().filter(over).map(|rule| rule.enactment.number.clone());
        numbers.filter(|number| self.held_by_protection(number, None).is_none_or(|holder| !holder.protected.holds(next))).collect()
    }

    /// Whether a rule is in force in a universe, or anywhere.
    pub(super) fn is_in_force(&self, rule: &str, universe: Option<u16>) -> bool {
        self.rule(rule).is_some_and(|rule| universe.map_or(rule.stands(), |number| rule.acts_in(number)))
    }

    /// Whether rules wake (R11) or are protected no more (R6) from one phase to another.
    pub(super) fn turns_over(&self, before: Phase, next: Phase) -> bool {
        let wakes = |rule: &Enacted| rule.wakes_between(before, next) || next.turn > before.turn && rule.is_held_off(before.turn);
        self.rules.iter().any(|rule| rule.stands() && (rule.protected.holds(before) != rule.protected.holds(next) || wakes(rule)))
    }
}

impl Enacted {
    /// Whether it sleeps until then.
    pub(super) fn wakes_between(&self, before: Phase, next: Phase) -> bool {
        self.resting.is_some() && before < self.wakes && next >= self.wakes
    }
}
