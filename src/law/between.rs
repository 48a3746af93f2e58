//! What comes between a move and the next one: the phase goes on, or it ends and another opens.
//!
//! A phase goes on where a clause says so after a move. Then the same player moves once more. What the others passed over is captured there by
//! the first move, and by the next one if the one before it has done so too.

use crate::board::{ArmyId, Bearer, Clock, Effect, ManId, Note, Position, SideId};

use super::Instant;
use super::in_force::Law;
use super::run::Script;
use super::ties::Boards;

/// The name under which it is noted that a player's phase goes on.
pub(super) const GOES_ON: &str = "the phase goes on";

/// Whose move is next, and what has been done before it.
#[derive(Clone, Debug)]
pub struct Between {
    pub next: ArmyId,
    effects: Vec<Effect>,
}

impl Between {
    pub fn undo(&self, position: &mut Position) {
        position.undo_all(&self.effects);
    }
}

impl Law {
    /// Lets pass what comes between a move of an army and the next move. The armies move in the order of their ids.
    /// What would change the shape of a board is left out, for a law is of one shape; and what hangs on dice.
    pub fn pass_on(&self, position: &mut Position, army: ArmyId) -> Between {
        let side = self.side(army);
        let mut passing = Passing { law: self, position, effects: Vec::new() };
        if let Some(note) = self.going_on(side)
            && passing.position.note(note) != 0
        {
            passing.then(Effect::Note { note, old: passing.position.note(note), new: 0 });
            if !passing.has_captured_in_passing(side) {
                passing.forget_marks(|owner| self.side(owner) != side);
            }
            return Between { next: army, effects: passing.effects };
        }
        let next = ArmyId(((army.index() + 1) % self.armies()) as u8);
        if self.fires {
            passing.fire(Instant::Closes, side);
            if next <= army {
                passing.fire(Instant::TurnEnds, side);
            }
        }
        if !passing.position.notes().is_empty() {
            passing.all(self.closing(passing.position, side));
        }
        let turn = passing.position.clock().turn();
        passing.open(next, if next <= army { turn.saturating_add(1) } else { turn });
        Between { next, effects: passing.effects }
    }

    /// Opens the first phase of a position that is no game's yet: the clock, the end of marks, and what clauses do.
    pub fn open(&self, position: &mut Position, army: ArmyId) -> Between {
        let turn = position.clock().turn().max(1);
        let mut passing = Passing { law: self, position, effects: Vec::new() };
        passing.open(army, turn);
        Between { next: army, effects: passing.effects }
    }

    fn going_on(&self, side: SideId) -> Option<Note> {
        self.goes_on.map(|key| Note { of: Bearer::Side(side), key })
    }
}

struct Passing<'a> {
    law: &'a Law,
    position: &'a mut Position,
    effects: Vec<Effect>,
}

impl Passing<'_> {
    fn then(&mut self, effect: Effect) {
        self.position.apply(&effect);
        self.effects.push(effect);
    }

    fn all(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.then(effect);
        }
    }

    fn open(&mut self, army: ArmyId, turn: u32) {
        let side = self.law.side(army);
        let (old, new) = (self.position.clock(), Clock::new(turn, Some(side)));
        if old != new {
            self.then(Effect::Clock { old, new });
        }
        if self.law.reads.past {
            self.all(self.position.past().fading(new));
        }
        self.forget_marks(|owner| owner == army);
        if self.law.fires {
            // A turn begins with the first army's phase.
            if army == ArmyId(0) {
                self.fire(Instant::Turn, side);
            }
            self.fire(Instant::Opens, side);
        }
    }

    /// Whether a man of the side stands where one passed that is now gone.
    fn has_captured_in_passing(&self, side: SideId) -> bool {
        let own = |man: ManId| self.law.side(self.position.man(man).army) == side;
        let mut marks = self.position.marks().iter();
        marks.any(|mark| {
            !own(mark.man) && self.position.man(mark.man).place.cell().is_none() && self.position.on(mark.cell).is_some_and(own)
        })
    }

    fn forget_marks(&mut self, whose: impl Fn(ArmyId) -> bool) {
        if self.position.marks().is_empty() {
            return;
        }
        let marks = self.position.marks().iter().filter(|mark| whose(self.position.man(mark.man).army));
        let ended: Vec<Effect> = marks.map(|mark| Effect::Unmark { cell: mark.cell, man: mark.man }).collect();
        self.all(ended);
    }

    fn fire(&mut self, instant: Instant<'_>, side: SideId) {
        self.law.fire_in(Boards::ALL, self.position, (instant, side), Script::default(), &mut self.effects);
    }
}
