//! The end of a leg in the arena: what is moved and captured, what marks are left, promotion, and the move as it is listed.

use crate::board::{CellId, Effect, KindId, ManId, Place};

use super::Sort;
use super::found::{Head, Stretch};
use super::generate::{Generator, Leg, Mover};

impl<'a> Generator<'a> {
    #[inline]
    pub(super) fn quiet(&mut self, mover: &Mover<'a>, leg: Leg) {
        let captured = self.found.captured.len();
        let start = self.found.effects.len();
        self.found.effects.push(Effect::Put { man: mover.id, from: Place::Cell(mover.from), to: Place::Cell(leg.to) });
        self.count_leg(mover.id, mover.man.legs);
        self.finish_as_left(mover, leg, start, captured);
    }

    #[inline]
    pub(super) fn capture(&mut self, mover: &Mover<'a>, leg: Leg, victim: ManId) {
        // A man captured in passing may leave a cell that is passed over now: marks are for the position as left.
        let vacates = mover.ways.passes && leg.sort == Sort::InPassing;
        if vacates || !mover.tables.edits.is_empty() {
            return self.capture_edited(mover, leg, victim);
        }
        let captured = self.found.captured.len();
        self.found.captured.push(victim);
        let start = self.found.effects.len();
        self.found.effects.push(Effect::Put { man: victim, from: self.position.man(victim).place, to: Place::Gone });
        self.found.effects.push(Effect::Put { man: mover.id, from: Place::Cell(mover.from), to: Place::Cell(leg.to) });
        self.count_leg(mover.id, mover.man.legs);
        self.finish_as_left(mover, leg, start, captured);
    }

    /// [`Generator::finish`] in the position as the move leaves it, where what follows hangs on it.
    #[inline]
    fn finish_as_left(&mut self, mover: &Mover<'a>, leg: Leg, start: usize, captured: usize) {
        if !mover.ways.asks_as_left {
            return self.finish(mover, leg, start, captured, leg.to, mover.man.kind);
        }
        let batch = self.found.effects[start..].to_vec();
        self.position.apply_all(&batch);
        self.finish(mover, leg, start, captured, leg.to, mover.man.kind);
        self.position.undo_all(&batch);
    }

    #[inline]
    pub fn count_leg(&mut self, man: ManId, legs: u16) {
        self.found.effects.push(another_leg(man, legs));
    }

    /// The follow-ups of a move, in the position as it leaves it, whose man, now of a kind, stands at `landing`: marks where it passed, promotion. Then it is listed.
    #[inline]
    pub fn finish(&mut self, mover: &Mover<'a>, leg: Leg, start: usize, captured: usize, landing: CellId, kind: KindId) {
        if mover.ways.passes {
            self.end_marks(mover);
            if landing == leg.to {
                self.leave_marks(mover, leg);
            }
        }
        let landed = self.law.geometry.cell(landing);
        let tables = &self.law.field(landed.board).tables;
        if tables.of(kind, mover.man.army).promotes
            && (tables.may_turn(kind, mover.man.army, landed.slot) || !self.law.knows_shape_of(landed.board, self.position))
            && let Some(into) = tables.promoting(&self.scene(mover), mover.id, kind, mover.man.army, landing)
        {
            self.promote(mover, leg, start, captured, kind, into);
        } else {
            self.list(mover, leg, start, captured, None);
        }
    }

    /// Who moves on in the same phase can no longer be captured where it passed before.
    fn end_marks(&mut self, mover: &Mover<'a>) {
        for mark in self.position.marks().iter().filter(|mark| mark.man == mover.id) {
            self.found.effects.push(Effect::Unmark { cell: mark.cell, man: mark.man });
        }
    }

    fn leave_marks(&mut self, mover: &Mover<'a>, leg: Leg) {
        let passed = mover.tables.tracks.walk(leg.path.start, leg.path.end - 1);
        for cell in passed.iter().map(|&slot| mover.cells[usize::from(slot)]) {
            if self.position.is_free(cell) {
                self.found.effects.push(Effect::Mark { cell, man: mover.id });
            }
        }
    }

    /// One run for each kind to choose.
    fn promote(&mut self, mover: &Mover<'a>, leg: Leg, start: usize, captured: usize, old: KindId, into: &[KindId]) {
        let common = start..self.found.effects.len();
        for (run, &new) in into.iter().enumerate() {
            let mut start = start;
            if run > 0 {
                start = self.found.effects.len();
                self.found.effects.extend_from_within(common.clone());
            }
            if new != old {
                self.found.effects.push(Effect::Kind { man: mover.id, old, new });
            }
            self.list(mover, leg, start, captured, Some(new));
        }
    }

    /// Lists a move: its effects are those from `start` on, its captures those from `captured` on.
    #[inline]
    pub fn list(&mut self, mover: &Mover<'a>, leg: Leg, start: usize, captured: usize, choice: Option<KindId>) {
        let landing = (self.found.effects.len() - start) as u32;
        if !mover.tables.crossing.is_empty() && !self.cross(mover, start) {
            return;
        }
        let effects = Stretch { start: start as u32, end: self.found.effects.len() as u32 };
        let crosses = (landing < effects.end - effects.start).then_some(landing);
        let captured = Stretch { start: captured as u32, end: self.found.captured.len() as u32 };
        self.found.heads.push(Head {
            man: mover.id,
            army: mover.man.army,
            from: mover.from,
            to: leg.to,
            sort: leg.sort,
            choice,
            effects,
            crosses,
            alone: effects.length(),
            captured,
            labels: Stretch::default(),
            path: leg.path,
            open: false,
            aside: false,
        });
    }
}

/// A man has made one move more than so many.
#[inline]
pub(super) fn another_leg(man: ManId, legs: u16) -> Effect {
    Effect::Legs { man, old: legs, new: legs.saturating_add(1) }
}
