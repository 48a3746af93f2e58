//! Men put elsewhere, made, changed and taken off by a run of deeds.
//!
//! Invariant: a real king stays what and on the board it is; a man is put on a free cell only.

use std::sync::Arc;

use crate::board::{CellId, Effect, KindId, Man, ManId, Place, Vector};

use crate::law::crowd::Crowd;
use crate::law::deeds::{By, Landing};
use crate::law::moves::Label;
use crate::law::terms::{Area, Armies};
use crate::rule::Store;

use super::Run;

impl Run<'_> {
    /// A man goes off the board; a real king stays, for only a capture takes it (M4).
    pub(super) fn leave(&mut self, id: ManId, man: Man, to: Place) {
        if !self.position.keeps(&man) {
            self.then(Effect::Put { man: id, from: man.place, to });
        }
    }

    /// A man that stays in play goes elsewhere than by a move: nobody captures it any more where it has passed before.
    pub(in crate::law) fn put(&mut self, man: ManId, from: Place, to: Place) {
        if !self.position.marks().is_empty() {
            let passed: Vec<CellId> = self.position.marks().iter().filter(|mark| mark.man == man).map(|mark| mark.cell).collect();
            passed.into_iter().for_each(|cell| self.then(Effect::Unmark { cell, man }));
        }
        self.then(Effect::Put { man, from, to });
    }

    pub(in crate::law) fn become_one_of(&mut self, id: ManId, man: Man, into: &[KindId], by: &By) {
        // Of a real king nobody chooses what it does not become.
        if self.position.keeps(&man) {
            return;
        }
        let chosen = match by {
            By::All => into.first().copied(),
            by => self.choose(into, by, |_, kind| Label::Kind(kind)),
        };
        if let Some(new) = chosen {
            self.become_kind(id, man, new);
        }
    }

    pub(in crate::law) fn join(&mut self, id: ManId, man: Man, player: &Armies) {
        if let Some(new) = self.army_of(player).filter(|&new| new != man.army && !self.position.keeps(&man)) {
            self.then(Effect::Army { man: id, old: man.army, new });
        }
    }

    pub(in crate::law) fn become_kind(&mut self, id: ManId, man: Man, new: KindId) {
        if new != man.kind && !self.position.keeps(&man) {
            self.then(Effect::Kind { man: id, old: man.kind, new });
        }
    }

    /// Puts a man on a cell if it is free; whether it did.
    pub(in crate::law) fn relocate(&mut self, id: ManId, man: Man, to: CellId) -> bool {
        let free = self.position.is_free(to);
        if free {
            self.put(id, man.place, Place::Cell(to));
        }
        self.thwarted |= !free && man.place != Place::Cell(to);
        free
    }

    pub(super) fn swap(&mut self, one: ManId, other: ManId) {
        let (first, second) = (self.man(one).place, self.man(other).place);
        if one != other && first.cell().is_some() && second.cell().is_some() {
            self.put(one, first, Place::Hand);
            self.put(other, second, first);
            self.put(one, Place::Hand, second);
        }
    }

    pub(super) fn place(&mut self, kind: KindId, owner: &Armies, landing: &Landing) {
        let Some(army) = self.army_of(owner) else { return };
        let cells = match landing {
            Landing::Each(squares) => self.free(squares),
            _ => self.landing(landing).into_iter().filter(|&cell| self.position.is_free(cell)).collect(),
        };
        self.thwarted |= cells.is_empty() && !matches!(landing, Landing::Each(_));
        for cell in cells {
            if self.position.next_man().index() < crate::board::MAX_MEN {
                let man = self.position.next_man();
                self.then(Effect::Make { man, kind, army, cell });
                self.chosen = Some(man);
            }
        }
    }

    pub(super) fn drop(&mut self, who: &Crowd, owner: &Armies, landing: &Landing, (from, by): (Store, &By)) {
        let Some(army) = self.army_of(owner) else { return };
        let scene = self.scene();
        let kind_of = |(id, man): (ManId, &Man)| (id, man.kind);
        let waiting: Vec<(ManId, KindId)> = match from {
            Store::Reserve => scene.position.pocket(army).filter(|(id, man)| who.includes(&scene, *id, man)).map(kind_of).collect(),
            Store::Lost => {
                let lost = |man: &Man| man.place == Place::Gone && man.army == army && !man.royal;
                scene.position.men().filter(|(id, man)| lost(man) && who.includes(&scene, *id, man)).map(kind_of).collect()
            }
        };
        let mut kinds: Vec<(KindId, ManId)> = Vec::new();
        for (id, kind) in waiting {
            if kinds.iter().any(|(known, _)| *known == kind) {
                continue;
            }
            // of two that are gone one may have room on its own square
            if from == Store::Lost && matches!(landing, Landing::At(_)) {
                self.chosen = Some(id);
                if !self.landing(landing).is_some_and(|cell| self.position.is_free(cell)) {
                    continue;
                }
            }
            kinds.push((kind, id));
        }
        self.thwarted |= kinds.is_empty() && from == Store::Lost;
        let Some((_, id)) = self.choose(&kinds, by, |_, (kind, _)| Label::Kind(kind)) else { return };
        self.chosen = Some(id);
        let cell = self.landing(landing);
        self.thwarted |= cell.is_none();
        if let Some(cell) = cell {
            let man = self.man(id);
            if self.relocate(id, man, cell) {
                // A drop is a move of the man: it cannot castle afterwards.
                self.then(Effect::Legs { man: id, old: man.legs, new: man.legs.saturating_add(1) });
            }
        }
    }

    /// Everything there moves at once; who has no room, or whose way is barred by who stays, stays.
    pub(super) fn shift(&mut self, squares: &Area, by: Vector, wrap: bool) {
        let cells = self.area(squares);
        let geometry = Arc::clone(&self.position.geometry);
        let there = |cell: CellId, by: Vector| geometry.leap(cell, by).filter(|next| cells.contains(next));
        // From a cell on, as far as such steps lead within these cells, and not round to it again.
        let line = |cell: CellId, step: Vector| {
            std::iter::successors(there(cell, step), |&at| there(at, step)).take_while(|&at| at != cell).collect::<Vec<_>>()
        };
        let back = |step: Vector| Vector { right: -step.right, forward: -step.forward };
        let target = |cell: CellId| {
            if !wrap || there(cell, by).is_some() {
                return geometry.leap(cell, by);
            }
            // What leaves these squares comes in again at the other end of its line.
            let steps = usize::from(by.right.unsigned_abs().max(by.forward.unsigned_abs()));
            let unit = Vector { right: by.right.signum(), forward: by.forward.signum() };
            let straight = by.right == 0 || by.forward == 0 || by.right.abs() == by.forward.abs();
            let (before, behind) = (line(cell, back(unit)), line(cell, unit));
            let long = before.len() + 1 + behind.len();
            if straight && long > steps {
                let all: Vec<CellId> = before.iter().rev().copied().chain([cell]).chain(behind).collect();
                return all.get((before.len() + steps) % long).copied();
            }
            Some(line(cell, back(by)).last().copied().unwrap_or(cell))
        };
        let standing = cells.iter().filter_map(|&cell| Some((self.position.on(cell)?, cell)));
        let mut moving: Vec<(ManId, CellId, CellId)> =
            standing.filter_map(|(id, cell)| Some((id, cell, target(cell).filter(|&to| to != cell)?))).collect();
        loop {
            let leaves = |cell: CellId| moving.iter().any(|(_, from, _)| *from == cell);
            let before = moving.len();
            let room: Vec<bool> = moving.iter().map(|&(_, _, to)| self.position.is_free(to) || leaves(to)).collect();
            let mut room = room.into_iter();
            moving.retain(|_| room.next().unwrap_or(false));
            if moving.len() == before {
                break;
            }
        }
        self.relocate_all(&moving);
    }

    /// Everything there turns about the middle by quarters of a circle, clockwise, if that leads each of these squares to one of them.
    pub(super) fn turn(&mut self, squares: &Area, quarters: u8) {
        let cells = self.area(squares);
        let geometry = Arc::clone(&self.position.geometry);
        let at = |cell: &CellId| geometry.cell(*cell);
        let files = || cells.iter().map(|cell| at(cell).file);
        let ranks = || cells.iter().map(|cell| at(cell).rank);
        let (Some(left), Some(right), Some(low), Some(high)) = (files().min(), files().max(), ranks().min(), ranks().max()) else { return };
        let turned = |cell: &CellId| {
            let (mut file, mut rank) = (at(cell).file - left, at(cell).rank - low);
            let (mut wide, mut high) = (right - left, high - low);
            for _ in 0..quarters {
                (file, rank) = (rank, wide - file);
                (wide, high) = (high, wide);
            }
            geometry.at(self.stage.board, file + left, rank + low).filter(|to| cells.contains(to))
        };
        let standing = cells.iter().filter_map(|cell| Some((self.position.on(*cell)?, *cell)));
        let moving: Vec<(ManId, CellId, CellId)> = standing.filter_map(|(id, cell)| Some((id, cell, turned(&cell)?))).collect();
        let barred = cells.iter().any(|cell| turned(cell).is_none()) || moving.iter().any(|&(_, _, to)| self.position.is_hole(to));
        self.thwarted |= barred;
        if !barred {
            self.relocate_all(&moving);
        }
    }

    /// Men go from cells to cells as one batch; where somebody goes, somebody else has left or nobody stood.
    fn relocate_all(&mut self, moving: &[(ManId, CellId, CellId)]) {
        let moving = || moving.iter().filter(|(_, from, to)| from != to);
        for &(man, from, _) in moving() {
            self.put(man, Place::Cell(from), Place::Hand);
        }
        for &(man, _, to) in moving() {
            self.put(man, Place::Hand, Place::Cell(to));
        }
    }
}
