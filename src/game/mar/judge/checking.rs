//! CHECK: orders judged on a copy, as if they had been sent.

use std::rc::Rc;

use super::super::judgement::Reply;
use super::super::multiverse::Stage;
use super::super::phase::Deed;
use super::super::preview;
use super::Session;
use super::ordered::Checked;
use crate::dice::Randomizer;
use crate::game::order::Order;

impl Session {
    /// The order as it would be judged after those that were checked before it. Under one CHECK they are a letter; each with a CHECK of its own
    /// they may be several plans, of which a later one replaces the one before.
    pub(super) fn check(&mut self, order: &Order, written: &str) -> Reply {
        let mut trial = self.trial.take().unwrap_or_else(|| Box::new(self.on_a_copy()));
        trial.seat = self.seat;
        if is_checked_alone(written) {
            trial.ordered = self.ordered.for_a_trial();
        }
        trial.defined_later.clone_from(&self.defined_later);
        trial.checked.checking = is_checked_alone(written);
        let reply = trial.tried(order);
        self.trial = Some(trial);
        reply
    }

    fn on_a_copy(&self) -> Session {
        Session {
            deed: Deed::without_dice(self.state()),
            randomizer: Randomizer::Absent,
            draft: self.draft.clone(),
            ordered: self.ordered.for_a_trial(),
            checked: Checked::default(),
            stale: self.stale.clone(),
            said: self.said.clone(),
            said_late: self.said_late.clone(),
            heard: Vec::new(),
            named: self.named.clone(),
            defined_later: self.defined_later.clone(),
            echoes: Vec::new(),
            questions: Vec::new(),
            decisions: Vec::new(),
            trial: None,
            tries: Rc::clone(&self.tries),
            ..*self
        }
    }

    fn tried(&mut self, order: &Order) -> Reply {
        self.listen();
        let reply = match order {
            Order::Resign => self.resign(),
            // What a rule or a move would do can be asked in anybody's phase.
            Order::Rule { .. } | Order::Move { .. } if self.in_the_game().is_ok() => {
                let why_not = self.on_move().err();
                if why_not.is_some() {
                    self.go_to_his_next_phase();
                    self.listen();
                }
                let (verdict, words) = self.for_this_phase(order)?;
                let cannot = |why| format!("this cannot be sent now: {why}. As things stand, in your next phase: ");
                Ok((verdict, format!("{}{words}", why_not.map(cannot).unwrap_or_default())))
            }
            order => self.order(order),
        };
        let preview = match order {
            Order::Rule { text } if reply.is_ok() => preview::of_rule(self.state(), text),
            Order::Move { universe, .. } if reply.is_ok() => self.what_it_does(*universe),
            _ => String::new(),
        };
        let (verdict, words) = reply?;
        Ok((verdict, format!("{words}{preview}")))
    }

    /// What a move just ordered would do besides, after those of the universes before it, by the words said so far.
    fn what_it_does(&self, universe: Option<u16>) -> String {
        let Ok(universe) = self.universe_of_a_move(universe) else { return String::new() };
        let game = self.with_king_named();
        let there = self.draft.moves.get(&universe).map(|notation| match game.after_own(self.seat, universe, &self.draft.moves) {
            Some((then, _)) => preview::of_move(&then, (self.seat, universe), notation),
            None => preview::of_move(&game, (self.seat, universe), notation),
        });
        there.unwrap_or_default()
    }

    /// On a copy: as if the player's next phase had come, and nobody had moved before it.
    fn go_to_his_next_phase(&mut self) {
        let game = &self.deed.after;
        if !matches!(game.stage, Stage::Playing) || game.phase.seat == self.seat {
            return;
        }
        let alive = game.alive();
        let coming = std::iter::successors(game.phase.next(&alive), |phase| phase.next(&alive)).take(alive.len() + 1);
        if let Some(phase) = coming.into_iter().find(|phase| phase.seat == self.seat) {
            self.deed.after.turn_to(phase);
        }
    }
}

/// Whether CHECK stands before that very order.
fn is_checked_alone(written: &str) -> bool {
    written.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).is_some_and(|word| word.eq_ignore_ascii_case("check"))
}
