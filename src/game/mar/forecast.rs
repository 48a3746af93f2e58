//! What rules will do of themselves in the coming turns, were nobody to move: for CHECK, and beside the rules in force.
//!
//! Invariant: a rule does nothing here while it sleeps (R11), or after its time.

use crate::law::Instant;
use crate::rule::{Event, Form};

use super::lull::{Doing, Lull};
use super::multiverse::{Enacted, Multiverse};

/// How many turns ahead is looked.
const TURNS_AHEAD: u32 = 24;

/// When something is done, seen from the phase in which it is: `before`, `at the end of`, `after`.
pub(super) fn when(instant: Instant<'_>) -> &'static str {
    match instant {
        Instant::Closes | Instant::Repealed(..) => "at the end of",
        Instant::TurnEnds => "after",
        Instant::Turn | Instant::Opens | Instant::Founded | Instant::Enacted(_) => "before",
    }
}

impl Multiverse {
    /// Goes through what is to come, until told to stop.
    pub(super) fn foresee(&self, see: &mut dyn FnMut(&Doing<'_>) -> bool) {
        let mut lull = Lull::watched(self, see);
        let last = self.phase.turn + TURNS_AHEAD;
        while !lull.seen && lull.next().is_some() && lull.phase.turn < last {}
    }

    /// When each rule in force acts next of itself, were nobody to move, in words: by number.
    pub fn next_deeds(&self) -> Vec<(String, String)> {
        let by_clock = |rule: &&Enacted| rule.stands() && rule.clauses().iter().any(|clause| is_by_clock(&clause.form));
        let mut waiting: Vec<String> = self.rules.iter().filter(by_clock).map(|rule| rule.enactment.number.clone()).collect();
        let mut found = Vec::new();
        if waiting.is_empty() || self.is_over() {
            return found;
        }
        self.foresee(&mut |coming| {
            if let Some(at) = waiting.iter().position(|number| number == coming.rule) {
                let acts = if coming.done.is_some() { "acts" } else { "may act, by dice or a choice," };
                let colour = self.colour(coming.phase.seat);
                let says = format!("{acts} next {} {colour}'s phase of turn {}", when(coming.instant), coming.phase.turn);
                found.push((waiting.swap_remove(at), says));
            }
            !waiting.is_empty()
        });
        found
    }
}

/// It acts as a phase or a turn begins or ends.
fn is_by_clock(form: &Form) -> bool {
    matches!(form, Form::Trigger(trigger) if matches!(trigger.event, Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds))
}
