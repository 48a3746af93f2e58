//! The position: every man and where it is. A cheap value, changed only through effects.

use std::sync::Arc;

use super::{ArmyId, BoardId, CellId, Effect, Entities, Geometry, KindId, ManId};

/// Where a man is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Cell(CellId),
    /// Lifted in the middle of a batch; nobody is in hand between two batches.
    Hand,
    /// Off the boards for good.
    Gone,
}

/// A man: intrinsic facts only; how it moves is the law's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    pub kind: KindId,
    pub army: ArmyId,
    pub place: Place,
    /// The cell it was set up or made on.
    pub home: CellId,
    /// Moves made; 0 is "has not moved".
    pub legs: u16,
    /// The real king of its player (M3).
    pub royal: bool,
}

/// A trace of a man's last move: it passed over this cell and may be captured there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub cell: CellId,
    pub man: ManId,
}

/// No man, in the table from cells to men.
const NOBODY: u16 = u16::MAX;

/// All men on all boards of the multiverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub entities: Arc<Entities>,
    pub geometry: Arc<Geometry>,
    men: Vec<Man>,
    at: Vec<u16>,
    marks: Vec<Mark>,
}

impl Position {
    /// Empty boards.
    pub fn empty(entities: Arc<Entities>, geometry: Arc<Geometry>) -> Position {
        let at = vec![NOBODY; geometry.cells.len()];
        Position { entities, geometry, men: Vec::new(), at, marks: Vec::new() }
    }

    #[inline]
    pub fn man(&self, id: ManId) -> &Man {
        &self.men[id.index()]
    }

    /// Every man there ever was, in order of making.
    pub fn men(&self) -> impl Iterator<Item = (ManId, &Man)> {
        self.men.iter().enumerate().map(|(at, man)| (ManId(at as u16), man))
    }

    /// The man on a cell.
    #[inline]
    pub fn on(&self, cell: CellId) -> Option<ManId> {
        match self.at[cell.index()] {
            NOBODY => None,
            man => Some(ManId(man)),
        }
    }

    /// The men that stand on a board, in order of making.
    pub fn standing(&self, board: BoardId) -> impl Iterator<Item = (ManId, &Man, CellId)> {
        self.men().filter_map(move |(id, man)| match man.place {
            Place::Cell(cell) if self.geometry.cell(cell).board == board => Some((id, man, cell)),
            _ => None,
        })
    }

    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The id that the next man made will have.
    pub fn next_man(&self) -> ManId {
        ManId(self.men.len() as u16)
    }

    #[inline]
    fn put(&mut self, man: ManId, from: Place, to: Place) {
        if let Place::Cell(cell) = from {
            self.at[cell.index()] = NOBODY;
        }
        if let Place::Cell(cell) = to {
            debug_assert!(self.on(cell).is_none(), "a man is put on an occupied cell");
            self.at[cell.index()] = man.0;
        }
        self.men[man.index()].place = to;
    }

    /// Does one effect.
    #[inline]
    pub fn apply(&mut self, effect: &Effect) {
        match *effect {
            Effect::Put { man, from, to } => self.put(man, from, to),
            Effect::Kind { man, new, .. } => self.men[man.index()].kind = new,
            Effect::Army { man, new, .. } => self.men[man.index()].army = new,
            Effect::Legs { man, new, .. } => self.men[man.index()].legs = new,
            Effect::Royal { man, new, .. } => self.men[man.index()].royal = new,
            Effect::Make { man, kind, army, cell } => {
                debug_assert_eq!(man, self.next_man());
                self.men.push(Man { kind, army, place: Place::Gone, home: cell, legs: 0, royal: false });
                self.put(man, Place::Gone, Place::Cell(cell));
            }
            Effect::Mark { cell, man } => self.marks.push(Mark { cell, man }),
            Effect::Unmark { cell, man } => self.unmark(cell, man),
        }
    }

    /// Takes one effect back; effects are taken back in the reverse order of their doing.
    #[inline]
    pub fn undo(&mut self, effect: &Effect) {
        match *effect {
            Effect::Put { man, from, to } => self.put(man, to, from),
            Effect::Kind { man, old, .. } => self.men[man.index()].kind = old,
            Effect::Army { man, old, .. } => self.men[man.index()].army = old,
            Effect::Legs { man, old, .. } => self.men[man.index()].legs = old,
            Effect::Royal { man, old, .. } => self.men[man.index()].royal = old,
            Effect::Make { man, cell, .. } => {
                self.put(man, Place::Cell(cell), Place::Gone);
                self.men.pop();
            }
            Effect::Mark { cell, man } => self.unmark(cell, man),
            Effect::Unmark { cell, man } => self.marks.push(Mark { cell, man }),
        }
    }

    fn unmark(&mut self, cell: CellId, man: ManId) {
        if let Some(at) = self.marks.iter().rposition(|mark| *mark == Mark { cell, man }) {
            self.marks.remove(at);
        }
    }
}
