//! What rules will do of themselves in the coming turns, were nobody to move: for CHECK, and beside the rules in force.
//!
//! Invariant: a rule does nothing here while it sleeps (R11), or after its time.

use crate::board::{Effect, Position};
use crate::dice::Cup;
use crate::law::{Fate, Fired, Instant};
use crate::rule::{Event, Form};
use crate::turn::Phase;

use super::multiverse::{Enacted, Multiverse};

/// How many turns ahead is looked.
const TURNS_AHEAD: u32 = 24;

/// What a rule does, or may do, at a moment to come.
pub(super) struct Coming<'c> {
    /// `w3`.
    pub rule: &'c str,
    pub phase: Phase,
    /// `before`, `at the end of`, `after`: that phase.
    pub when: &'static str,
    /// On what boards, and what; `None`: it hangs on dice or on somebody's choice.
    pub done: Option<(&'c Position, &'c Fired)>,
}

impl Multiverse {
    /// Goes through what is to come, until told to stop.
    pub(super) fn foresee(&self, see: &mut dyn FnMut(&Coming<'_>) -> bool) {
        let mut ahead = Ahead { game: self.clone(), see, goes_on: true };
        let first = self.phase.turn;
        while ahead.goes_on
            && let Some(next) = ahead.game.phase.next(&self.alive()).filter(|next| next.turn < first + TURNS_AHEAD)
        {
            let turns = next.turn > ahead.game.phase.turn;
            ahead.act(Instant::Closes, "at the end of");
            if turns {
                ahead.act(Instant::TurnEnds, "after");
            }
            ahead.open(next);
            if turns {
                ahead.act(Instant::Turn, "before");
            }
            ahead.act(Instant::Opens, "before");
        }
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
                let says = format!("{acts} next {} {colour}'s phase of turn {}", coming.when, coming.phase.turn);
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

/// The game going on by itself.
struct Ahead<'s> {
    game: Multiverse,
    see: &'s mut dyn FnMut(&Coming<'_>) -> bool,
    goes_on: bool,
}

impl Ahead<'_> {
    fn open(&mut self, next: Phase) {
        let closing = self.game.closing(self.game.phase.seat);
        self.game.position.apply_all(&closing);
        self.game.phase = next;
        let opening = self.game.opening(next.seat);
        self.game.position.apply_all(&opening);
        for rule in &mut self.game.rules {
            if rule.stands() && rule.lasts.is_some_and(|window| !window.holds(next)) {
                rule.ended = Some(next);
            }
        }
        self.game.refold();
    }

    fn act(&mut self, instant: Instant<'_>, when: &'static str) {
        let (phase, side) = (self.game.phase, self.game.player(self.game.phase.seat).side);
        if !self.goes_on || !self.game.law.acts_of_itself() {
            return;
        }
        // What dice or a choice would do is asked on the same boards.
        let mut fate = Fate::new(Cup::supposing(Vec::new()), Vec::new(), Vec::new());
        let supposed = self.game.law.fire(&self.game.position, instant, side, Some(&mut fate));
        let fired = self.game.law.fire(&self.game.position, instant, side, None);
        let mut shaped = false;
        for done in &fired {
            let rule = number(&done.text);
            self.goes_on = self.goes_on && (self.see)(&Coming { rule, phase, when, done: Some((&self.game.position, done)) });
            self.game.position.apply_all(&done.effects);
            shaped |= done.effects.iter().any(Effect::shapes);
        }
        let asked = fate.asked.as_ref().map(|question| question.source.as_str());
        let open = supposed.iter().map(|done| done.text.as_str()).chain(asked).filter(|text| !fired.iter().any(|done| done.text == *text));
        for text in open {
            self.goes_on = self.goes_on && (self.see)(&Coming { rule: number(text), phase, when, done: None });
        }
        if shaped {
            self.game.refold();
        }
    }
}

fn number(text: &str) -> &str {
    text.strip_prefix("rule ").unwrap_or(text)
}
