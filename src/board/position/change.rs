//! How effects change a position, and how they are taken back.

use std::sync::Arc;

use super::{HOLE, Man, Mark, NOBODY, Place, Position};
use crate::board::news::{admit, dismiss};
use crate::board::{ArmyId, CellId, Clock, Effect, Growth, KindId, Laid, ManId, Roster};

impl Position {
    #[inline(always)]
    fn put(&mut self, id: ManId, from: Place, to: Place) {
        let man = &mut self.men[id.index()];
        debug_assert_eq!(man.place, from, "a man is put from where it is not");
        man.place = to;
        // Nearly everybody goes from a cell to a cell.
        if let (Place::Cell(left), Place::Cell(reached)) = (from, to) {
            self.at[left.index()] = NOBODY;
            debug_assert!(self.is_free(reached), "a man is put on an occupied cell or a hole");
            self.at[reached.index()] = id.0;
            return;
        }
        let army = man.army;
        self.put_off_or_on(id, army, from, to);
    }

    /// A man goes from a cell to where there is none, or the other way, or neither.
    #[inline(never)]
    fn put_off_or_on(&mut self, id: ManId, army: ArmyId, from: Place, to: Place) {
        match from {
            Place::Cell(cell) => self.at[cell.index()] = NOBODY,
            Place::Pocket(_) => self.pocketed.flip(id),
            Place::Hand | Place::Gone => {}
        }
        match to {
            Place::Cell(cell) => {
                debug_assert!(self.is_free(cell), "a man is put on an occupied cell or a hole");
                self.at[cell.index()] = id.0;
            }
            Place::Pocket(_) => self.pocketed.flip(id),
            Place::Hand | Place::Gone => {}
        }
        if from.cell().is_some() != to.cell().is_some() {
            self.rosters[army.index()].flip(id);
        }
    }

    fn set_army(&mut self, id: ManId, army: ArmyId) {
        let man = &mut self.men[id.index()];
        let old = std::mem::replace(&mut man.army, army);
        if man.place.cell().is_some() {
            self.rosters[old.index()].flip(id);
            self.rosters[army.index()].flip(id);
        }
    }

    fn set_kind(&mut self, id: ManId, kind: KindId) {
        self.men[id.index()].kind = kind;
        self.fit_royalty(id);
    }

    fn set_real(&mut self, id: ManId, real: bool) {
        self.men[id.index()].real = real;
        self.fit_royalty(id);
    }

    /// Whether a man is royal follows from what it is.
    pub(super) fn fit_royalty(&mut self, id: ManId) {
        let man = &mut self.men[id.index()];
        let royal = man.real || self.crowned.contains(&man.kind);
        if man.royal != royal {
            man.royal = royal;
            self.royals.flip(id);
        }
    }

    /// The rosters get room for the men there are.
    fn fit_rosters(&mut self) {
        let men = self.men.len();
        self.royals.resize(men);
        self.pocketed.resize(men);
        self.rosters.iter_mut().for_each(|roster| roster.resize(men));
    }

    fn make(&mut self, man: Man) {
        let (id, place) = (self.next_man(), man.place);
        self.men.push(Man { place: Place::Gone, ..man });
        self.fit_rosters();
        self.fit_royalty(id);
        self.put(id, Place::Gone, place);
    }

    fn unmake(&mut self, id: ManId, place: Place) {
        debug_assert_eq!(id.index() + 1, self.men.len(), "the last man made is the first unmade");
        self.put(id, place, Place::Gone);
        if self.men.pop().is_some_and(|man| man.royal) {
            self.royals.flip(id);
        }
        self.fit_rosters();
    }

    fn close(&mut self, cell: CellId, open: bool) {
        debug_assert!(self.on(cell).is_none(), "a hole opens under a man");
        self.at[cell.index()] = if open { NOBODY } else { HOLE };
    }

    fn grow(&mut self, growth: Growth) {
        let geometry = Arc::make_mut(&mut self.geometry);
        geometry.grow(growth);
        self.at.resize(geometry.cells.len(), NOBODY);
    }

    fn shrink(&mut self, growth: Growth) {
        let geometry = Arc::make_mut(&mut self.geometry);
        geometry.shrink(growth);
        self.at.truncate(geometry.cells.len());
    }

    fn lay(&mut self, laid: Laid) {
        let geometry = Arc::make_mut(&mut self.geometry);
        geometry.lay(laid);
        self.at.resize(geometry.cells.len(), NOBODY);
    }

    fn take_up(&mut self) {
        let geometry = Arc::make_mut(&mut self.geometry);
        geometry.take_up();
        self.at.truncate(geometry.cells.len());
    }

    fn set_clock(&mut self, from: Clock, to: Clock) {
        debug_assert_eq!(self.clock, from, "the clock goes on from another moment");
        self.clock = to;
    }

    fn enlist(&mut self) {
        admit(&mut self.news.armies, &mut Arc::make_mut(&mut self.entities).armies);
        self.rosters.resize(self.entities.armies.len(), Roster::of(self.men.len()));
    }

    fn discharge(&mut self) {
        dismiss(&mut self.news.armies, &mut Arc::make_mut(&mut self.entities).armies);
        self.rosters.truncate(self.entities.armies.len());
    }

    /// Does one effect.
    #[inline(always)]
    pub fn apply(&mut self, effect: &Effect) {
        match *effect {
            Effect::Put { man, from, to } => self.put(man, from, to),
            Effect::Legs { man, new, .. } => self.men[man.index()].legs = new,
            _ => self.apply_rarer(effect),
        }
    }

    /// Does one of the effects that few moves have: any but those of [`Position::apply`] itself.
    #[inline(never)]
    fn apply_rarer(&mut self, effect: &Effect) {
        match *effect {
            Effect::Put { .. } | Effect::Legs { .. } => {}
            Effect::Kind { man, new, .. } => self.set_kind(man, new),
            Effect::Army { man, new, .. } => self.set_army(man, new),
            Effect::Royal { man, new, .. } => self.set_real(man, new),
            Effect::Home { man, new, .. } => self.men[man.index()].home = new,
            Effect::Make { man, kind, army, cell } => {
                debug_assert_eq!(man, self.next_man());
                self.make(Man { kind, made: kind, army, place: Place::Cell(cell), home: cell, legs: 0, real: false, royal: false });
            }
            Effect::Recruit { man, kind, army, home } => {
                debug_assert_eq!(man, self.next_man());
                self.make(Man { kind, made: kind, army, place: Place::Pocket(army), home, legs: 0, real: false, royal: false });
            }
            Effect::Mark { cell, man } => self.mark(Mark { cell, man }),
            Effect::Unmark { cell, man } => self.unmark(Mark { cell, man }),
            Effect::Note { note, new, .. } => self.notes.set(note, new),
            Effect::Clock { old, new } => self.set_clock(old, new),
            Effect::Hole { cell, open } => self.close(cell, open),
            Effect::Lay(laid) => self.lay(laid),
            Effect::Grow(growth) => self.grow(growth),
            Effect::Seam { board, files, new, .. } => Arc::make_mut(&mut self.geometry).join(board, files, new),
            Effect::Declare { .. } => admit(&mut self.news.kinds, &mut Arc::make_mut(&mut self.entities).kinds),
            Effect::Enlist { .. } => self.enlist(),
            Effect::Name { .. } => admit(&mut self.news.names, &mut Arc::make_mut(&mut self.entities).names),
            Effect::Remember(memory) => self.past.remember(memory),
            Effect::Forget(memory) => self.past.forget(memory),
        }
    }

    /// Takes one effect back; effects are taken back in the reverse order of their doing.
    #[inline(always)]
    pub fn undo(&mut self, effect: &Effect) {
        match *effect {
            Effect::Put { man, from, to } => self.put(man, to, from),
            Effect::Legs { man, old, .. } => self.men[man.index()].legs = old,
            _ => self.undo_rarer(effect),
        }
    }

    /// Takes back one of the effects that few moves have: any but those of [`Position::undo`] itself.
    #[inline(never)]
    fn undo_rarer(&mut self, effect: &Effect) {
        match *effect {
            Effect::Put { .. } | Effect::Legs { .. } => {}
            Effect::Kind { man, old, .. } => self.set_kind(man, old),
            Effect::Army { man, old, .. } => self.set_army(man, old),
            Effect::Royal { man, old, .. } => self.set_real(man, old),
            Effect::Home { man, old, .. } => self.men[man.index()].home = old,
            Effect::Make { man, cell, .. } => self.unmake(man, Place::Cell(cell)),
            Effect::Recruit { man, army, .. } => self.unmake(man, Place::Pocket(army)),
            Effect::Mark { cell, man } => self.unmark(Mark { cell, man }),
            Effect::Unmark { cell, man } => self.mark(Mark { cell, man }),
            Effect::Note { note, old, .. } => self.notes.set(note, old),
            Effect::Clock { old, new } => self.set_clock(new, old),
            Effect::Hole { cell, open } => self.close(cell, !open),
            Effect::Lay(_) => self.take_up(),
            Effect::Grow(growth) => self.shrink(growth),
            Effect::Seam { board, files, old, .. } => Arc::make_mut(&mut self.geometry).join(board, files, old),
            Effect::Declare { .. } => dismiss(&mut self.news.kinds, &mut Arc::make_mut(&mut self.entities).kinds),
            Effect::Enlist { .. } => self.discharge(),
            Effect::Name { .. } => dismiss(&mut self.news.names, &mut Arc::make_mut(&mut self.entities).names),
            Effect::Remember(memory) => self.past.unremember(memory),
            Effect::Forget(memory) => self.past.recall(memory),
        }
    }

    /// Does a batch, in order.
    #[inline]
    pub fn apply_all(&mut self, effects: &[Effect]) {
        effects.iter().for_each(|effect| self.apply(effect));
    }

    /// Takes a batch back, last effect first.
    #[inline]
    pub fn undo_all(&mut self, effects: &[Effect]) {
        effects.iter().rev().for_each(|effect| self.undo(effect));
    }

    fn mark(&mut self, mark: Mark) {
        let at = self.marks.partition_point(|there| *there < mark);
        self.marks.insert(at, mark);
    }

    fn unmark(&mut self, mark: Mark) {
        if let Ok(at) = self.marks.binary_search(&mark) {
            self.marks.remove(at);
        }
    }
}
