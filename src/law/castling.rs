//! Castling: two men go round each other along their rank, unmoved if nothing else is said.

use crate::board::{CellId, Effect, Geometry, ManId, Place};

use super::Sort;
use super::found::Stretch;
use super::generate::{Generator, Leg, Mover};

/// A walk along a rank as far as it leads one way: castling does not go over a joined edge.
pub(super) fn one_way(geometry: &Geometry, from: CellId, walk: impl Iterator<Item = CellId>) -> impl Iterator<Item = CellId> {
    let mut last = geometry.cell(from).file;
    let mut way = None;
    walk.take_while(move |&cell| {
        let step = geometry.cell(cell).file - last;
        last += step;
        step.abs() == 1 && *way.get_or_insert(step) == step
    })
}

impl<'a> Generator<'a> {
    /// The castlings of a man, towards both sides.
    pub fn castle(&mut self, mover: &Mover<'a>, slot: u16) {
        for direction in mover.tables.along {
            let (start, end) = mover.tables.tracks.bounds(direction, slot, crate::movement::UNLIMITED);
            let walk = mover.tables.tracks.walk(start, end);
            let way = one_way(&self.law.geometry, mover.from, walk.iter().map(|&slot| mover.cells[usize::from(slot)]));
            let whole = way.take_while(|&cell| !self.position.is_hole(cell));
            let partner = whole.enumerate().find_map(|(at, cell)| Some((at, self.position.on(cell)?)));
            let Some((between, with)) = partner else { continue };
            let friend = self.position.man(with);
            if friend.army != mover.man.army || self.law.holds(self.position, with) {
                continue;
            }
            let Some((squares, dares)) = mover.tables.castling(&self.scene(mover), mover.id, &mover.man, with, friend) else { continue };
            let have_moved = mover.man.legs > 0 || friend.legs > 0;
            // The friend may be reached, not passed.
            if have_moved && !dares.moved || squares > between + 1 {
                continue;
            }
            let path = Stretch { start, end: start + squares as u32 };
            let cell = |slot: &u16| mover.cells[usize::from(*slot)];
            let touched = || std::iter::once(mover.from).chain(walk[..squares].iter().map(cell));
            let heeded = |at: usize| if at == 0 { !dares.out } else { at == squares || !dares.through };
            let hindered = |(at, cell)| heeded(at) && self.law.attacked_on(self.position, cell, mover.hostile);
            if touched().enumerate().any(hindered) {
                continue;
            }
            let to = cell(&walk[squares - 1]);
            let round = touched().nth(squares - 1).unwrap_or(mover.from);
            let partner = cell(&walk[between]);
            if mover.tables.bans.iter().any(|word| word.parts(&self.scene(mover), partner, round)) {
                continue;
            }
            self.go_round(mover, Leg { to, path, sort: Sort::Castling { with } }, with, round);
        }
    }

    /// The mover goes to the leg's end, its friend to `round`.
    fn go_round(&mut self, mover: &Mover<'a>, leg: Leg, with: ManId, round: CellId) {
        let (captured, start) = (self.found.captured.len(), self.found.effects.len());
        let friend = *self.position.man(with);
        let in_the_way = friend.place == Place::Cell(leg.to);
        if in_the_way {
            self.found.effects.push(Effect::Put { man: with, from: friend.place, to: Place::Hand });
        }
        self.found.effects.push(Effect::Put { man: mover.id, from: Place::Cell(mover.from), to: Place::Cell(leg.to) });
        let from = if in_the_way { Place::Hand } else { friend.place };
        self.found.effects.push(Effect::Put { man: with, from, to: Place::Cell(round) });
        self.count_leg(mover.id, mover.man.legs);
        self.count_leg(with, friend.legs);
        // As left, so that a mark is not made where the friend now stands.
        let batch = self.found.effects[start..].to_vec();
        self.position.apply_all(&batch);
        self.finish(mover, leg, start, captured, leg.to, mover.man.kind);
        self.position.undo_all(&batch);
    }
}
