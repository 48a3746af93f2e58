//! How a phase ends and the next one opens: what rules do at their moments, and which of them end.

use std::sync::Arc;

use crate::board::Position;
use crate::game::event::Event;
use crate::game::mar::metarule::r12::R12;
use crate::game::mar::multiverse::{Enacted, Multiverse, Stage};
use crate::game::traces;
use crate::law::{Fired, Instant, Law, Thwarted};
use crate::turn::Seat;

use super::Deed;

impl Deed {
    /// Ends the phase: what its end sets free, the clock, and what the next phase's opening does.
    pub(in crate::game::mar) fn close(&mut self) {
        if !matches!(self.after.stage, Stage::Playing) {
            return;
        }
        if self.fate.stopped() {
            return;
        }
        let Some(next) = self.after.phase.next(&self.after.alive()) else { return };
        let turn = self.after.phase.turn;
        self.fire(Instant::Closes, self.after.phase.seat);
        if next.turn > turn {
            self.fire(Instant::TurnEnds, self.after.phase.seat);
        }
        let effects = self.after.closing(self.after.phase.seat);
        if !effects.is_empty() {
            self.happen(Event::Opened { effects });
        }
        for repeal in self.after.repeals.clone() {
            if !repeal.acts_after.holds(next) && self.after.repeals.contains(&repeal) {
                self.end(Event::Repealed { target: repeal.target.clone(), universe: repeal.universe }, &repeal.target);
            }
        }
        for target in self.after.expired_by(next) {
            // One that fell with another is gone already.
            if !self.after.rule(&target).is_some_and(Enacted::stands) {
                continue;
            }
            self.end(Event::Expired { target: target.clone() }, &target);
        }
        if self.fate.stopped() {
            return;
        }
        self.adopt(next);
        self.happen(Event::PhaseEnded { next: Some(next) });
        let effects = self.after.opening(next.seat);
        if !effects.is_empty() {
            self.happen(Event::Opened { effects });
        }
        if next.turn > turn {
            self.hold_off();
            self.fire(Instant::Turn, next.seat);
        }
        self.fire(Instant::Opens, next.seat);
        self.meet_at_opening();
        // Whoever has fallen as his phase opened does not play it.
        if self.after.phase != next {
            return;
        }
        self.free(next.seat);
        if self.goes_on() && !self.fate.stopped() && self.after.is_passed_over() {
            self.happen(Event::Passed { seat: next.seat });
            return self.close();
        }
        self.give_time();
    }

    /// R12 on what the turn's number switches on.
    fn hold_off(&mut self) {
        if self.supposed.is_some() || self.fate.stopped() || !self.after.switches_on(self.after.phase) {
            return;
        }
        for (rule, universe, why) in self.after.held_off_now() {
            self.happen(Event::HeldOff { rule, universe, why });
        }
    }

    /// R9 is a standing limit: where a player would have no man with the right to move, what the rules forbid that have taken the last of it does not bind him.
    pub(super) fn free(&mut self, seat: Seat) {
        if self.fate.stopped() || !matches!(self.after.stage, Stage::Playing) {
            return;
        }
        for universe in self.after.bereft(seat) {
            let rules = self.after.to_be_suspended(seat, universe);
            self.happen(Event::Freed { seat, universe, rules });
        }
    }

    /// What rules do of themselves at a moment of a player's phase, each told by itself.
    pub(in crate::game::mar) fn fire(&mut self, instant: Instant<'_>, seat: Seat) {
        let law = Arc::clone(&self.after.law);
        self.fire_under(&law, instant, seat);
    }

    pub(in crate::game::mar) fn fire_under(&mut self, law: &Arc<Law>, instant: Instant<'_>, seat: Seat) {
        if self.fate.stopped() {
            return;
        }
        self.occasion = occasion(instant, &self.after, seat);
        let game = &self.after;
        let mut wrong = |position: &Position, fired: &Fired| game.breach(law, position, fired, instant);
        let side = self.after.player(seat).side;
        let (fired, withheld) = match self.supposed {
            Some(on) => (law.fire_on(on, &game.position, instant, side, Some(&mut self.fate)), Vec::new()),
            None => law.fire_if(&game.position, instant, side, Some(&mut self.fate), &mut wrong),
        };
        if self.fate.stopped() {
            return;
        }
        self.tell_fate();
        // What is not done is no case that its rule does not foresee.
        let tried = |thwarted: &Thwarted| {
            withheld.iter().any(|(done, _)| (done.text.as_str(), done.board) == (thwarted.source.text.as_str(), thwarted.board))
        };
        let mut thwarted = std::mem::take(&mut self.fate.thwarted);
        thwarted.retain(|case| !tried(case));
        for (done, why) in withheld {
            let universe = self.after.position.geometry.board(done.board).universe;
            let rule = done.text.strip_prefix("rule ").unwrap_or(&done.text).to_owned();
            self.happen(Event::Withheld { rule, universe, of: R12, why });
        }
        for fired in fired {
            let universe = self.after.position.geometry.board(fired.board).universe;
            let told = traces::of_effects(&self.after.position, &fired.effects, self.after.name());
            let rule = fired.text.strip_prefix("rule ").unwrap_or(&fired.text).to_owned();
            self.happen(Event::Fired { rule, universe, effects: fired.effects, told });
        }
        self.leave_open(thwarted);
    }

    /// A rule ends; what it does at its end it does by the law in which it still stood. Rules that cannot be without it go as well (R15).
    pub(in crate::game::mar) fn end(&mut self, event: Event, target: &str) {
        let law = Arc::clone(&self.after.law);
        let universe = match &event {
            Event::Repealed { universe, .. } | Event::Fell { universe, .. } => *universe,
            _ => None,
        };
        self.happen(event);
        self.fire_under(&law, Instant::Repealed(target, universe), self.after.phase.seat);
        // What is in force nowhere any more is gone for those too that lean on it from other universes.
        let universe = universe.filter(|_| self.after.rule(target).is_some_and(Enacted::stands));
        for fallen in self.after.void_without(target, universe) {
            // One that fell before it, with another, is gone already.
            if self.after.void_without(target, universe).contains(&fallen) {
                self.end(Event::Fell { target: fallen.clone(), with: target.to_owned(), universe }, &fallen);
            }
        }
    }
}

/// What rules act at, in words.
fn occasion(instant: Instant<'_>, game: &Multiverse, seat: Seat) -> String {
    let phase = format!("{}'s phase of turn {}", game.player(seat).name, game.phase.turn);
    match instant {
        Instant::Founded => "the game begins".to_owned(),
        Instant::Turn => format!("turn {} begins", game.phase.turn),
        Instant::TurnEnds => format!("turn {} ends", game.phase.turn),
        Instant::Opens => format!("{phase} begins"),
        Instant::Closes => format!("{phase} ends"),
        Instant::Enacted(rule) => format!("rule {rule} comes into force"),
        Instant::Repealed(rule, None) => format!("rule {rule} ends"),
        Instant::Repealed(rule, Some(universe)) => format!("rule {rule} ends in {}", game.universe_name(universe)),
    }
}
