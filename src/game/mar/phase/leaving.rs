//! Who leaves the game and how it ends: kings captured (M4), resignations, the last one left.

use chrono::TimeDelta;

use crate::board::{Effect, ManId, Place};
use crate::game::event::{Event, Loss, Outcome};
use crate::game::mar::multiverse::{Action, Draft, Multiverse, Stage};
use crate::game::mar::{metarule, missing};
use crate::turn::Seat;

use super::Deed;

impl Deed {
    /// M4: players whose real king has been captured lose all their men.
    pub(super) fn bury(&mut self, by: Seat, universe: u16) {
        for seat in (0..self.after.seats.len() as u8).map(Seat) {
            let player = self.after.player(seat);
            if player.alive && player.guest.is_none() && self.after.kingless(seat) {
                let universe = self.fell_in(seat).unwrap_or(universe);
                self.lose(seat, Loss::KingCaptured { by, universe });
            } else if player.alive
                && player.guest.is_none()
                && let Some((source, says)) = self.crowned_fell(seat)
            {
                self.happen(Event::ObjectiveMet { source, says, seat: Some(seat) });
                self.lose(seat, Loss::ByObjective);
            }
        }
    }

    /// The universe where a player's king has just fallen: a move that began in another may have taken him.
    fn fell_in(&self, seat: Seat) -> Option<u16> {
        let (position, named) = (&self.after.position, self.after.player(seat).real.is_some());
        let geometry = &position.geometry;
        let fallen = |effect: &Effect| match *effect {
            Effect::Put { man, from: Place::Cell(cell), to } if !matches!(to, Place::Cell(_)) => {
                let king = position.man(man);
                let counts = if named { king.real } else { position.entities.kind(king.kind).royal };
                let his = counts && self.after.owner(king.army) == Some(seat);
                his.then(|| geometry.board(geometry.cell(cell).board).universe)
            }
            _ => None,
        };
        self.events.iter().rev().find_map(|event| match event {
            Event::Moved(moved) => moved.effects.iter().rev().find_map(fallen),
            Event::Fired { effects, .. } => effects.iter().rev().find_map(fallen),
            _ => None,
        })
    }

    /// The amendment by which a player has lost with a man just captured, who is no king (R13, R14).
    fn crowned_fell(&self, seat: Seat) -> Option<(String, String)> {
        let moved = self.events.iter().rev().find_map(|event| if let Event::Moved(moved) = event { Some(moved) } else { None })?;
        let position = &self.after.position;
        let fallen = moved.effects.iter().find_map(|effect| match *effect {
            Effect::Put { man, from: Place::Cell(_), .. } => {
                let man = position.man(man);
                let taken = man.royal && !man.real && man.place.cell().is_none();
                (taken && self.after.owner(man.army) == Some(seat)).then_some(man.kind)
            }
            _ => None,
        })?;
        self.after.crowned_by(fallen)
    }

    /// Who leaves is out with every side that he plays: a person who is out gives no more orders (M4).
    pub(in crate::game::mar) fn lose(&mut self, seat: Seat, how: Loss) {
        let effects = self.after.leaving(seat);
        self.happen(Event::Lost { seat, how, effects });
        // He is asked nothing any more.
        let dead = self.dead();
        self.fate.silent.extend(dead);
        for other in self.after.seats_with(seat).into_iter().filter(|&other| other != seat) {
            if self.after.player(other).alive {
                let effects = self.after.leaving(other);
                self.happen(Event::Lost { seat: other, how: Loss::WithPlayer, effects });
            }
        }
    }

    /// A resignation: as if the king were captured, but by nobody.
    pub fn resign(&mut self, seat: Seat) {
        self.lose(seat, Loss::Resigned);
        self.settle();
        self.decide_motions();
        match &self.after.draft {
            draft if self.after.same_person(self.after.phase.seat, seat) => {
                if draft.is_some() {
                    self.happen(Event::Drafted { draft: None });
                }
                self.close_asking();
            }
            Some(draft) if !self.after.is_over() => self.review(draft.clone()),
            _ => {}
        }
    }

    /// After men have left the boards: the mover's orders that cannot be carried out any more are dropped, and he is asked again.
    pub(super) fn review(&mut self, before: Draft) {
        let seat = self.after.phase.seat;
        let mut draft = self.after.what_stands_of(&before);
        if !missing(&self.after, seat, &draft).is_empty() {
            draft.due = None;
        }
        if draft != before {
            self.happen(Event::Drafted { draft: Some(draft.clone()) });
        }
        // What was asked for the same orders is asked again, of those who are left.
        if self.after.asked.is_some() && missing(&self.after, seat, &draft).is_empty() {
            self.execute(&draft);
        }
    }

    /// Whether orders stand that are not complete.
    pub fn orders_lack(&self) -> bool {
        let lacks = |draft: &Draft| !missing(&self.after, self.after.phase.seat, draft).is_empty();
        matches!(self.after.stage, Stage::Playing) && self.after.draft.as_ref().is_some_and(lacks)
    }

    /// Gives the orders that stand, and are complete by now, their hour; whether it did.
    pub fn give_hour(&mut self) -> bool {
        let playing = matches!(self.after.stage, Stage::Playing) && self.after.awaited.is_none();
        if !playing || self.after.asked.as_ref().is_some_and(|asked| asked.open) || self.orders_lack() {
            return false;
        }
        let Some(draft) = self.after.draft.clone().filter(|draft| draft.due.is_none()) else { return false };
        let delay = if draft.at_once { 0 } else { self.after.founding.undo };
        let due = Some(self.now + TimeDelta::seconds(i64::from(delay)));
        self.happen(Event::Drafted { draft: Some(Draft { due, ..draft }) });
        true
    }

    /// Ends the game when one player is left, or when all that are left agree to a draw.
    pub fn settle(&mut self) {
        if !matches!(self.after.stage, Stage::Playing) {
            return;
        }
        let living: Vec<Seat> = self.after.living();
        if living.is_empty() {
            self.end_game(Outcome::NobodyLeft);
        } else if let [winner] = living[..] {
            self.end_game(Outcome::Won { seat: winner });
        } else if living.iter().all(|&seat| self.after.player(seat).wants_draw) {
            self.end_game(Outcome::DrawAgreed);
        }
    }

    /// The game is over, and what its dice were made from becomes public, if any were rolled (C3).
    pub(in crate::game::mar) fn end_game(&mut self, outcome: Outcome) {
        self.happen(Event::Over { outcome });
        if self.after.revealed_links() > 0 {
            self.randomizer.seeds().into_iter().for_each(|seed| self.happen(Event::SeedRevealed { seed }));
        }
    }
}

impl Multiverse {
    /// What of somebody's orders can still be done by whoever is on move.
    pub(in crate::game::mar) fn what_stands_of(&self, before: &Draft) -> Draft {
        let (seat, mut draft) = (self.phase.seat, before.clone());
        let playable = self.playable(seat, &draft.moves);
        draft.moves.retain(|universe, _| playable.contains(universe));
        draft.alternates.retain(|(_, presumption), _| self.timeline.presumption(presumption).is_some());
        // F5: passing is not free.
        let free = draft.action != Action::Pass || self.may_pass(seat);
        let refused = self.verdicts(seat, &draft.action).is_some_and(|verdicts| metarule::refusal(&verdicts).is_some());
        if refused || !free {
            draft.action = Action::Move;
        }
        draft
    }

    /// The men of royal kinds of a player that stand on a board, with their universes.
    pub fn kings(&self, seat: Seat) -> Vec<(ManId, u16)> {
        let royal = |kind| self.position.entities.kind(kind).royal;
        let own = self.position.men().filter(|(_, man)| self.owner(man.army) == Some(seat) && royal(man.kind));
        own.filter_map(|(id, man)| match man.place {
            Place::Cell(cell) => Some((id, self.position.geometry.board(self.position.geometry.cell(cell).board).universe)),
            _ => None,
        })
        .collect()
    }

    /// The universe where a player's real king stands now (M3, M5); none where he is off the boards, or not named yet.
    pub fn real_king_in(&self, seat: Seat) -> Option<u16> {
        self.player(seat).real?;
        self.kings(seat).into_iter().find(|(man, _)| self.position.man(*man).real).map(|(_, universe)| universe)
    }

    /// Whether a player has lost the king that counts: the real one, or, before he named it, his last.
    pub(super) fn kingless(&self, seat: Seat) -> bool {
        let own = |army| self.owner(army) == Some(seat);
        let real_stands = self.position.men().any(|(_, man)| own(man.army) && man.real && man.place != Place::Gone);
        match self.player(seat).real {
            Some(_) => !real_stands,
            None => self.kings(seat).is_empty(),
        }
    }

    /// The players that are left of those who can win.
    pub fn living(&self) -> Vec<Seat> {
        let seats = (0..self.seats.len() as u8).map(Seat);
        seats.filter(|&seat| self.player(seat).alive && self.player(seat).guest.is_none()).collect()
    }
}
