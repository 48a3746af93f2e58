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
        let ending = Turning { side, of_turn: next <= army };
        self.close_phase(Boards::ALL, passing.position, ending, Script::default(), &mut passing.effects);
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

/// One end of a phase, and what acts with it.
#[derive(Clone, Copy)]
pub(super) struct Turning {
    /// Whose phase it is.
    pub side: SideId,
    /// It ends a turn, or begins one.
    pub of_turn: bool,
}

impl Law {
    /// What begins with a phase before any clause acts: the clock, what lies too far back to be remembered, the end of the marks of the moves
    /// that those armies made last, and of what men were held by that is gone.
    pub fn beginning(&self, position: &Position, now: Clock, own: impl Fn(ArmyId) -> bool) -> Vec<Effect> {
        let old = position.clock();
        let clock = (old != now).then_some(Effect::Clock { old, new: now });
        let fading = position.past().fading(now);
        clock.into_iter().chain(fading).chain(self.marks_of(position, own)).chain(self.freed(position)).collect()
    }

    /// Ends a phase: clauses act as it closes, then holds and words end.
    pub(super) fn close_phase(
        &self,
        on: Boards,
        position: &mut Position,
        ending: Turning,
        script: Script,
        done: &mut Vec<Effect>,
    ) -> Script {
        let mut script = script;
        if self.fires {
            script = self.fire_in(on, position, (Instant::Closes, ending.side), script, done);
            if ending.of_turn {
                script = self.fire_in(on, position, (Instant::TurnEnds, ending.side), script, done);
            }
        }
        if !position.notes().is_empty() {
            all(position, self.closing(position, ending.side), done);
        }
        script
    }

    /// Opens a phase: what begins with it, then what clauses do.
    pub(super) fn open_phase(
        &self,
        on: Boards,
        position: &mut Position,
        (opening, turn): (Turning, u32),
        script: Script,
        done: &mut Vec<Effect>,
    ) -> Script {
        let now = Clock::new(turn, Some(opening.side));
        all(position, self.beginning(position, now, |army| self.side(army) == opening.side), done);
        let mut script = script;
        if self.fires {
            if opening.of_turn {
                script = self.fire_in(on, position, (Instant::Turn, opening.side), script, done);
            }
            script = self.fire_in(on, position, (Instant::Opens, opening.side), script, done);
        }
        script
    }
}

fn all(position: &mut Position, effects: Vec<Effect>, done: &mut Vec<Effect>) {
    for effect in effects {
        position.apply(&effect);
        done.push(effect);
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

    fn open(&mut self, army: ArmyId, turn: u32) {
        // A turn begins with the first army's phase.
        let opening = Turning { side: self.law.side(army), of_turn: army == ArmyId(0) };
        self.law.open_phase(Boards::ALL, self.position, (opening, turn), Script::default(), &mut self.effects);
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
        let ended: Vec<Effect> = self.law.marks_of(self.position, whose).collect();
        all(self.position, ended, &mut self.effects);
    }
}
