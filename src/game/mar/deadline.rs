//! The time for a phase (R1): by when its orders are wanted, and what becomes of those that are missing then.
//!
//! Not here: windows of the meta-rules, which are counted in phases and never in days.

use chrono::{DateTime, TimeDelta, Utc};

use crate::dice::Randomizer;
use crate::game::event::{Due, Event};

use super::amendment::Ballot;
use super::heisenberg::HEISENBERG;
use super::multiverse::{Action, Draft, Multiverse, Stage};
use super::parameters::Overdue;
use super::phase::Deed;
use super::{Missing, missing};

/// What is missing is looked for again when some of it is there: a move may need another one, or an alternate.
const ROUNDS: usize = 4;

impl Multiverse {
    /// The hour at which the time for this phase is over; none where its orders are complete and have an hour of their own.
    pub(super) fn time_ends(&self) -> Option<Due> {
        let complete = self.draft.as_ref().is_some_and(|draft| draft.due.is_some()) && !self.is_held_up();
        self.until.filter(|_| self.stage == Stage::Playing && !complete)
    }

    /// Nobody's orders are wanted: dice are out, or play waits for votes (R16).
    fn is_held_up(&self) -> bool {
        self.awaited.is_some() || self.pausing().is_some()
    }

    /// The orders of the phase with what they lack; `None`: something is not for the dice.
    fn left_to_the_dice(&self) -> Option<Draft> {
        let seat = self.phase.seat;
        let mut draft = self.draft.clone().unwrap_or_default();
        for _ in 0..ROUNDS {
            let lacking = missing(self, seat, &draft);
            if lacking.is_empty() {
                return Some(draft);
            }
            for one in lacking {
                match one {
                    // M3: somebody has to be king; the first is as good as any.
                    Missing::Real { choices } => draft.real = choices.first().copied(),
                    Missing::Move { universe } | Missing::Another { universe, .. } => {
                        draft.moves.insert(universe, HEISENBERG.to_owned());
                    }
                    Missing::Action => draft.action = Action::Pass,
                    Missing::Vote { number } => {
                        draft.votes.insert(number, Ballot::No);
                    }
                    Missing::Alternate(leaning) => draft
                        .alternates
                        .extend(leaning.universes.iter().map(|&universe| ((universe, leaning.presumption.clone()), HEISENBERG.to_owned()))),
                }
            }
        }
        None
    }
}

impl Deed {
    /// Where there is a deadline, a phase that has just opened gets its time; one that runs keeps the time that it has (R4).
    pub(super) fn give_time(&mut self) {
        let days = self.after.parameters.deadline;
        if days > 0 && self.after.until.is_none() && self.after.stage == Stage::Playing {
            self.happen(Event::Timed { until: self.now() + TimeDelta::days(days.into()) });
        }
    }
}

/// What comes of it that the time for a phase is over, and whether the phase is carried out.
pub(super) fn passed(multiverse: &Multiverse, now: DateTime<Utc>, randomizer: &Randomizer) -> Option<(Deed, bool)> {
    multiverse.time_ends().filter(|until| *until <= now)?;
    let mut deed = Deed::on(multiverse, randomizer, now);
    // An amendment may have taken the deadline away; what runs goes on.
    let until = now + TimeDelta::days(multiverse.parameters.deadline.max(1).into());
    if multiverse.is_held_up() {
        deed.happen(Event::Timed { until });
        return Some((deed, false));
    }
    let dice = multiverse.parameters.overdue == Overdue::Heisenberg;
    if let Some(asked) = multiverse.asked.as_ref().filter(|asked| asked.open && dice) {
        // As with the king (M3): something has to be chosen, and the first is as good as any.
        deed.happen(Event::TimeUp);
        deed.happen(Event::Answered { seat: asked.seat, answer: asked.options[0].clone() });
        deed.go_on();
        deed.take_up();
    } else if let Some(draft) = dice.then(|| multiverse.left_to_the_dice()).flatten() {
        deed.happen(Event::TimeUp);
        let seat = multiverse.phase.seat;
        // Words are taken as said where the dice move (L1).
        for (words, saying) in multiverse.unsaid(seat).into_iter().filter(|_| draft.moves.values().any(|notation| notation == HEISENBERG)) {
            deed.happen(Event::Said { seat, words, effects: vec![saying] });
        }
        deed.happen(Event::Drafted { draft: Some(draft.clone()) });
        deed.execute(&draft);
    } else {
        deed.happen(Event::Reminded { until });
        return Some((deed, false));
    }
    // Somebody has to choose first, or dice are not known yet.
    if deed.after.time_ends().is_some_and(|ends| ends <= now) {
        deed.happen(Event::Timed { until });
    }
    Some((deed, true))
}
