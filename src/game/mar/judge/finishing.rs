//! A letter settled when all its lines are read: its orders, its decisions, what is complete.

use chrono::TimeDelta;

use super::Session;
use super::decisions::Decision;
use crate::game::event::Event;
use crate::game::mar::judgement::{Judgement, Tried, Verdict};
use crate::game::mar::missing;
use crate::game::mar::multiverse::{Draft, Stage};
use crate::game::order::Order;

impl Session {
    /// Settles the letter: RESIGN only where the whole letter is free of errors; the draft as it now stands; execution.
    pub(super) fn finish(mut self) -> Judgement {
        let errors = self.echoes.iter().any(|echo| echo.verdict == Verdict::Refused && !echo.trial);
        let gone_back = self.state().timeline.undone.len();
        let lacking = self.deed.orders_lack();
        let mut executed = self.leave(errors) || self.resume() || self.draw_by_digits() || self.went_on;
        if self.touched && !executed && matches!(self.state().stage, Stage::Playing) {
            self.settle_draft(errors);
        }
        let wanting = self.touched && !errors && self.deed.orders_lack();
        for (at, decision) in std::mem::take(&mut self.decisions) {
            match self.state().may_be_reopened() {
                Ok(()) => self.deed.carry(decision),
                Err(why) => self.undecided(at, &why),
            }
        }
        // Somebody else's word may have made the orders that stand complete, or his own: what leans on a presumption that he confirms (R17).
        let given = (wanting || lacking && !self.touched) && self.deed.give_hour();
        executed |= (self.touched || given) && !executed && self.execute();
        self.deed.close_challenges();
        executed |= self.state().timeline.undone.len() > gone_back;
        // Everybody learns what dice are for before they are thrown.
        executed |= self.deed.events.iter().any(|event| matches!(event, Event::Pinned(_)));
        self.judgement(executed)
    }

    /// By another line of the letter the game is over for good.
    fn undecided(&mut self, at: usize, why: &str) {
        if let Some(echo) = self.echoes.get_mut(at) {
            (echo.verdict, echo.reply) = (Verdict::Noted, format!("not done: {why}"));
        }
    }

    pub(super) fn decide(&mut self, decision: Decision) {
        self.decisions.push((self.echoes.len(), decision));
    }

    /// Carries a RESIGN out, where the whole letter is free of errors; whether the game is over or the phase is another.
    pub(super) fn leave(&mut self, errors: bool) -> bool {
        if let Some(at) = self.resigns.filter(|&at| self.echoes[at].verdict == Verdict::Accepted) {
            if errors {
                self.echoes[at].verdict = Verdict::Refused;
                self.echoes[at].reply = "not done: another line of this letter has an error; send RESIGN in a letter without one".into();
            } else if self.state().is_over() {
                self.echoes[at].verdict = Verdict::Noted;
                self.echoes[at].reply = "not done: by another line of this letter the game is over".into();
            } else {
                let seat = self.speaking_in(&Order::Resign);
                let side = self.state().player(seat).side;
                self.deed.leave(seat);
                let goes_on = |event: &Event| matches!(event, Event::PhaseEnded { .. } | Event::Asked(_) | Event::Over { .. });
                return !self.state().is_leaving(side) || self.deed.events.iter().any(goes_on);
            }
        }
        !matches!(self.state().stage, Stage::Playing) && !self.deed.events.is_empty()
    }

    /// Carries out the phase that has waited for the answer in this letter.
    pub(super) fn resume(&mut self) -> bool {
        if !self.answered || !matches!(self.state().stage, Stage::Playing) {
            return false;
        }
        self.deed.go_on();
        self.deed.take_up();
        true
    }

    /// Carries out the phase by the digits that this letter has read off, if they are enough.
    pub(super) fn draw_by_digits(&mut self) -> bool {
        self.read_off && matches!(self.state().stage, Stage::Playing) && self.deed.carry_out_by_digits()
    }

    /// Carries out what is complete and not to wait.
    pub(super) fn execute(&mut self) -> bool {
        let state = self.state();
        let playing = matches!(state.stage, Stage::Playing);
        let draft = state.draft.clone().filter(|_| playing && state.due().is_some_and(|due| due <= self.now));
        draft.is_some_and(|draft| {
            self.deed.execute(&draft);
            true
        })
    }

    /// Sets or clears the hour of execution and records the draft. What would be carried out at once waits while the letter has an error.
    pub(super) fn settle_draft(&mut self, errors: bool) {
        let empty = self.draft == Draft::default();
        let complete = !empty && missing(self.state(), self.seat, &self.draft).is_empty();
        let delay = if self.draft.at_once { 0 } else { self.state().founding.undo };
        let held = errors && delay == 0;
        self.draft.due = (complete && !held).then(|| self.now + TimeDelta::seconds(i64::from(delay)));
        // Orders chosen anew are no others' any more, and roll dice of their own.
        let lines = |draft: &Draft| self.state().order_lines(draft);
        if self.state().draft.as_ref().is_none_or(|stood| lines(stood) != lines(&self.draft)) {
            (self.draft.stands_for, self.draft.answered) = (None, Vec::new());
        }
        let draft = (!empty).then(|| self.draft.clone());
        if draft != self.state().draft {
            self.deed.happen(Event::Drafted { draft });
        }
    }

    pub(super) fn judgement(self, executed: bool) -> Judgement {
        let heard = self.trial.iter().flat_map(|trial| &trial.heard).chain(&self.heard).copied().collect();
        let tried = self.trial.filter(|trial| trial.touched).map(|trial| Tried { game: trial.deed.after, draft: trial.draft });
        // What is checked before one's phase completes nothing.
        let on_move = self.deed.after.phase.seat == self.seat;
        let tried = tried.filter(|tried| on_move && tried.game.phase.seat == self.seat).map(Box::new);
        Judgement {
            events: self.deed.events,
            echoes: self.echoes,
            questions: self.questions,
            executed,
            after: self.deed.after,
            tried,
            heard,
        }
    }
}
