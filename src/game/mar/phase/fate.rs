//! What no order settles: dice, answers of others and sources that are not known yet. Something is carried out whole, or it waits.

use crate::board::SideId;
use crate::dice::{Awaits, Cup, Pin, Roll, Wanted};
use crate::game::event::{Asked, Event};
use crate::game::mar::Awaited;
use crate::law::{Boards, Fate, Question};
use crate::turn::Seat;

use super::Deed;

impl Deed {
    /// Carries out what has waited, by the source that has become known now; false, and nothing done, where its digits are not enough.
    pub fn carry_out_by(&mut self, source: Event) -> bool {
        let (before, so_far) = (self.after.clone(), self.events.len());
        self.happen(source);
        self.published = Some(self.after.dice.ledger.sources.len() as u32);
        self.go_on();
        self.published = None;
        let Some(wanted) = self.fate.cup.wanted().cloned() else {
            self.take_up();
            return true;
        };
        self.after = before;
        self.events.truncate(so_far);
        if self.after.awaited.as_ref().is_some_and(|awaited| awaited.roll() != wanted.roll) {
            self.happen(Event::Wanting(wanted));
        }
        false
    }

    /// The same by the digits that people have read off so far.
    pub fn carry_out_by_digits(&mut self) -> bool {
        let digits = self.after.awaited.as_ref().map(Awaited::digits).unwrap_or_default();
        self.carry_out_by(Event::Drawn { digits })
    }

    /// Does something whole, or nothing of it but the question or the pin that it comes to.
    pub(super) fn asking(&mut self, something: impl FnOnce(&mut Deed)) {
        self.trust_to_fate();
        let (before, so_far) = (self.after.clone(), self.events.len());
        something(self);
        if !self.fate.stopped() {
            return;
        }
        self.after = before;
        let opened: Vec<Event> = self.events.drain(so_far..).filter(|event| matches!(event, Event::Unsealed { .. })).collect();
        match (self.fate.asked.take(), self.fate.cup.wanted()) {
            (Some(question), _) => {
                opened.into_iter().for_each(|event| self.happen(event));
                self.ask(question);
            }
            (None, Some(wanted)) if self.published.is_none() => self.pin(wanted.clone()),
            (None, _) => {}
        }
    }

    /// Pins the source of a roll: the orders are locked until it is known.
    pub(super) fn pin(&mut self, wanted: Wanted) {
        let draft = self.after.draft.as_ref();
        let named = draft.and_then(|draft| draft.stock.clone());
        let orders = draft.map(|draft| self.after.order_lines(draft)).unwrap_or_default();
        let Some(awaits) = Awaits::by(self.after.method(), named, self.now) else { return };
        let (Wanted { roll, table }, occasion, made) = (wanted, self.occasion.clone(), self.now);
        self.happen(Event::Pinned(Box::new(Pin { game: self.after.name().to_owned(), roll, table, occasion, orders, made, awaits })));
    }

    /// Takes up the dice, and the answers that the phase has waited for.
    pub(in crate::game::mar) fn trust_to_fate(&mut self) {
        self.fate = Fate::new(self.after.cup(&self.randomizer, self.published), self.after.steps(), self.after.answered().to_vec());
        self.fate.silent = self.dead();
        // He who moves is one player, whatever sides he plays besides (L3).
        let (game, mover) = (&self.after, self.after.phase.seat);
        let others = |seat: &Seat| *seat == mover || !game.same_person(*seat, mover);
        let sides = (0..game.seats.len() as u8).map(Seat).filter(others).map(|seat| game.player(seat).side).collect();
        self.fate.seated = Some((sides, self.after.player(self.after.phase.seat).side));
        self.fate.secrets = self.after.known_secrets(&self.randomizer);
        self.told = 0;
    }

    /// It is only supposed, and nothing is withheld of it.
    pub(in crate::game::mar) fn suppose(&mut self) {
        self.suppose_on(Boards::ALL);
        self.ask_nobody();
    }

    /// The same on some boards.
    pub(in crate::game::mar) fn suppose_on(&mut self, on: Boards) {
        self.supposed = Some(on);
    }

    /// What hangs on dice or answers does not happen.
    pub(in crate::game::mar) fn ask_nobody(&mut self) {
        self.fate.silent = self.after.seats.iter().map(|player| player.side).collect();
    }

    /// Dice that only are supposed to be thrown.
    pub(in crate::game::mar) fn throw(&mut self, cup: Cup) {
        self.fate.cup = cup;
    }

    /// Every choice is made as the cup has it, so that going through all its falls goes through all answers.
    pub(in crate::game::mar) fn answer_by_the_cup(&mut self) {
        self.fate.cup_answers = true;
    }

    /// The cup that they were thrown from.
    pub(in crate::game::mar) fn thrown(&self) -> Cup {
        self.fate.cup.clone()
    }

    pub(super) fn dead(&self) -> Vec<SideId> {
        self.after.seats.iter().filter(|player| !player.moves() || self.after.is_leaving(player.side)).map(|player| player.side).collect()
    }

    /// Puts a question, and lays open the rolls and the secrets on the way to it.
    pub(super) fn ask(&mut self, question: Question) {
        self.open_secrets();
        let rolls = self.fate.cup.rolls().to_vec();
        rolls.iter().for_each(|roll| self.reveal(roll));
        let universe = self.after.position.geometry.board(question.board).universe;
        let answers = self.fate.heard.clone();
        let Question { side, source, options, words, .. } = question;
        let seat = self.after.seat_of_side(side).unwrap_or(self.after.phase.seat);
        let occasion = self.occasion.clone();
        self.happen(Event::Asked(Asked { seat, universe, source, options, words, occasion, rolls, answers, open: true }));
    }

    /// The source that a roll was made from becomes public, if it is not.
    pub(super) fn reveal(&mut self, roll: &Roll) {
        if self.after.dice.ledger.source(roll.source).is_some() {
            return;
        }
        let revealed = self.fate.cup.revealed(roll.source).and_then(|source| self.after.revealing(source));
        if let Some(event) = revealed {
            self.happen(event);
        }
    }

    /// Rolls made and secrets opened since the last time become events.
    pub(super) fn tell_fate(&mut self) {
        while let Some(roll) = self.fate.cup.rolls().get(self.told).cloned() {
            self.reveal(&roll);
            self.happen(Event::Rolled(roll));
            self.told += 1;
        }
        self.open_secrets();
    }

    fn open_secrets(&mut self) {
        for (side, rule) in std::mem::take(&mut self.fate.opened) {
            if let Some(event) = self.after.opening_of(side, rule, &self.randomizer) {
                self.happen(event);
            }
        }
    }

    /// Something waits for somebody's choice.
    pub(in crate::game::mar) fn asks(&self) -> bool {
        self.fate.asked.is_some()
    }
}
