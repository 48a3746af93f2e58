//! What would change a game while its dice are out is kept until they are rolled: digits that may be known already decide what they were pinned for.
//!
//! Invariant: nobody escapes dice, his own or another's, and nobody changes what they mean, by going back or by leaving.

use crate::board::SideId;
use crate::game::event::Event;
use crate::game::procedure::{Filling, Go, Kept, Procedure, Struck, Why};
use crate::turn::Seat;

use super::multiverse::{Multiverse, Stage};
use super::phase::Deed;
use super::rewind::Otherwise;

impl Multiverse {
    /// What is carried out waits for dice, or for an answer of somebody who knows how they fell.
    pub fn dice_are_out(&self) -> bool {
        self.awaited.is_some() || self.asked.as_ref().is_some_and(|asked| asked.open && !asked.rolls.is_empty())
    }

    /// Whether the person who plays a side has resigned, and is in the game only until the dice are rolled.
    pub fn is_leaving(&self, side: SideId) -> bool {
        let person = self.person_of(side);
        self.timeline.kept.iter().any(|kept| matches!(kept, Kept::Resignation(leaving) if self.person_of(*leaving) == person))
    }

    /// For words about going back: when it happens, where that is not now.
    pub fn when_rolled(&self) -> &'static str {
        match self.awaited {
            Some(_) => ", when the dice are rolled that this phase waits for: what is pinned counts first",
            None => "",
        }
    }

    /// What is otherwise in the timeline that a game goes back for.
    fn otherwise(&self, to: Go, why: &Why, instead: Option<Filling>) -> Option<Otherwise> {
        let struck = |number, universe| Otherwise::Struck(Struck { go: to, number, universe, why: why.clone() });
        Some(match why {
            Why::Challenge(id) => {
                let target = &self.timeline.challenge(id)?.target;
                struck(target.number.clone(), target.universe)
            }
            Why::Search(number) => struck(Some(number.clone()), None),
            Why::Denial(id) | Why::Withdrawal(id) => Otherwise::Denied { id: id.clone(), instead },
            Why::Master(_) => Otherwise::Undone,
        })
    }
}

impl Deed {
    /// The game goes back, or will when the dice are rolled that it waits for.
    pub fn send_back(&mut self, to: Go, why: Why, instead: Option<Filling>) {
        match self.after.awaited {
            Some(_) => self.happen(Event::Procedure(Procedure::Kept(Kept::Back { to, why, instead }))),
            None => self.bring_back(to, why, instead),
        }
    }

    fn bring_back(&mut self, to: Go, why: Why, instead: Option<Filling>) {
        let Some(otherwise) = self.after.otherwise(to, &why, instead) else { return };
        self.rewind(to, why, &otherwise);
        self.drop_moot();
    }

    /// A player leaves the game, or will when the dice are rolled that are out.
    pub fn leave(&mut self, seat: Seat) {
        let side = self.after.player(seat).side;
        if !self.after.dice_are_out() || self.after.would_end_with(seat) {
            return self.resign(seat);
        }
        self.happen(Event::Procedure(Procedure::Kept(Kept::Resignation(side))));
        // Nobody waits for the choice of somebody who has left.
        if self.after.asked.as_ref().is_some_and(|asked| asked.open && self.after.same_person(asked.seat, seat)) {
            self.go_on();
            self.take_up();
        }
    }

    /// Does what was kept, as far as no dice are out.
    pub fn take_up(&mut self) {
        while let Some(kept) = self.after.timeline.kept.first().cloned() {
            let waits = match kept {
                Kept::Back { .. } => self.after.awaited.is_some(),
                Kept::Resignation(_) => self.after.dice_are_out(),
            };
            if waits {
                return;
            }
            self.happen(Event::Procedure(Procedure::TakenUp));
            match kept {
                Kept::Back { to, why, instead } if self.after.can_still_go_back(to, &why, instead.as_ref()) => {
                    self.bring_back(to, why, instead)
                }
                Kept::Back { .. } => {}
                Kept::Resignation(side) => {
                    let seat = self.after.seat_of_side(side).filter(|&seat| self.after.player(seat).alive);
                    if let Some(seat) = seat.filter(|_| matches!(self.after.stage, Stage::Playing)) {
                        self.resign(seat);
                    }
                }
            }
        }
    }
}

impl Multiverse {
    /// With that player's resignation the game is over: no dice matter any more.
    pub fn would_end_with(&self, seat: Seat) -> bool {
        let living = self.living();
        living.len() <= 2 && living.contains(&seat)
    }

    /// What was to be undone has not come undone by other means.
    pub(super) fn can_still_go_back(&self, to: Go, why: &Why, instead: Option<&Filling>) -> bool {
        let Some(mark) = self.timeline.mark(to) else { return false };
        let stands = |number: &String| mark.numbers.contains(number);
        match why {
            Why::Challenge(id) => {
                let number = self.timeline.challenge(id).and_then(|challenge| challenge.target.number.as_ref());
                mark.orders.is_some() && number.is_none_or(stands)
            }
            Why::Search(number) => stands(number),
            Why::Master(_) => mark.has_been_played(),
            // The rule stands there, and has that to be filled.
            Why::Denial(_) | Why::Withdrawal(_) => instead.is_none_or(|filling| mark.before.could_fill(filling).is_ok()),
        }
    }
}
