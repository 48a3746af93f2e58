//! The position: every man and where it is. A cheap value, changed only through effects.

use std::sync::Arc;

use super::{ArmyId, BoardId, CellId, Effect, Entities, Geometry, KindId, ManId, Roster};

/// The most men there may ever be in a game.
pub const MAX_MEN: usize = 2048;

/// Where a man is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Cell(CellId),
    /// Lifted in the middle of a batch; nobody is in hand between two batches.
    Hand,
    /// Off the boards for good.
    Gone,
}

impl Place {
    /// The cell, if it is one.
    pub fn cell(self) -> Option<CellId> {
        match self {
            Place::Cell(cell) => Some(cell),
            Place::Hand | Place::Gone => None,
        }
    }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    pub cell: CellId,
    pub man: ManId,
}

/// No man, in the table from cells to men.
const NOBODY: u16 = u16::MAX;

/// All men on all boards of the multiverse.
///
/// Invariant: `at`, `rosters` and `royals` follow from `men`; `marks` is sorted. So undoing an effect restores an equal value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub entities: Arc<Entities>,
    pub geometry: Arc<Geometry>,
    men: Vec<Man>,
    at: Vec<u16>,
    marks: Vec<Mark>,
    /// By army, its men that stand on a cell.
    rosters: Vec<Roster>,
    /// The real kings, wherever they are.
    royals: Roster,
}

impl Position {
    /// Empty boards.
    pub fn empty(entities: Arc<Entities>, geometry: Arc<Geometry>) -> Position {
        let at = vec![NOBODY; geometry.cells.len()];
        let rosters = vec![Roster::of(0); entities.armies.len()];
        Position { entities, geometry, men: Vec::new(), at, marks: Vec::new(), rosters, royals: Roster::of(0) }
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

    /// The men of an army that stand on a cell of any board.
    #[inline]
    pub fn roster(&self, army: ArmyId) -> &Roster {
        &self.rosters[army.index()]
    }

    /// The real kings, on the boards or off them.
    #[inline]
    pub fn royals(&self) -> &Roster {
        &self.royals
    }

    /// The marks, in order of cells, then of men.
    #[inline]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The id that the next man made will have.
    pub fn next_man(&self) -> ManId {
        ManId(self.men.len() as u16)
    }

    #[inline]
    fn put(&mut self, id: ManId, from: Place, to: Place) {
        let man = &mut self.men[id.index()];
        debug_assert_eq!(man.place, from, "a man is put from where it is not");
        man.place = to;
        let army = man.army;
        if let Place::Cell(cell) = from {
            self.at[cell.index()] = NOBODY;
        }
        if let Place::Cell(cell) = to {
            debug_assert!(self.on(cell).is_none(), "a man is put on an occupied cell");
            self.at[cell.index()] = id.0;
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

    fn set_royal(&mut self, id: ManId, royal: bool) {
        let man = &mut self.men[id.index()];
        if man.royal != royal {
            man.royal = royal;
            self.royals.flip(id);
        }
    }

    /// The rosters get room for the men there are.
    fn fit_rosters(&mut self) {
        let men = self.men.len();
        self.royals.resize(men);
        self.rosters.iter_mut().for_each(|roster| roster.resize(men));
    }

    fn make(&mut self, man: Man, cell: CellId) {
        let id = self.next_man();
        self.men.push(Man { place: Place::Gone, ..man });
        self.fit_rosters();
        self.put(id, Place::Gone, Place::Cell(cell));
    }

    fn unmake(&mut self, id: ManId, cell: CellId) {
        debug_assert_eq!(id.index() + 1, self.men.len(), "the last man made is the first unmade");
        self.put(id, Place::Cell(cell), Place::Gone);
        self.men.pop();
        self.fit_rosters();
    }

    /// Does one effect.
    #[inline]
    pub fn apply(&mut self, effect: &Effect) {
        match *effect {
            Effect::Put { man, from, to } => self.put(man, from, to),
            Effect::Kind { man, new, .. } => self.men[man.index()].kind = new,
            Effect::Army { man, new, .. } => self.set_army(man, new),
            Effect::Legs { man, new, .. } => self.men[man.index()].legs = new,
            Effect::Royal { man, new, .. } => self.set_royal(man, new),
            Effect::Make { man, kind, army, cell } => {
                debug_assert_eq!(man, self.next_man());
                self.make(Man { kind, army, place: Place::Gone, home: cell, legs: 0, royal: false }, cell);
            }
            Effect::Mark { cell, man } => self.mark(Mark { cell, man }),
            Effect::Unmark { cell, man } => self.unmark(Mark { cell, man }),
        }
    }

    /// Takes one effect back; effects are taken back in the reverse order of their doing.
    #[inline]
    pub fn undo(&mut self, effect: &Effect) {
        match *effect {
            Effect::Put { man, from, to } => self.put(man, to, from),
            Effect::Kind { man, old, .. } => self.men[man.index()].kind = old,
            Effect::Army { man, old, .. } => self.set_army(man, old),
            Effect::Legs { man, old, .. } => self.men[man.index()].legs = old,
            Effect::Royal { man, old, .. } => self.set_royal(man, old),
            Effect::Make { man, cell, .. } => self.unmake(man, cell),
            Effect::Mark { cell, man } => self.unmark(Mark { cell, man }),
            Effect::Unmark { cell, man } => self.mark(Mark { cell, man }),
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{Army, Frame, Kind, SideId};

    fn boards() -> Position {
        let kind = |name: &str| Kind {
            name: name.into(),
            plural: format!("{name}s"),
            letter: name[..1].to_uppercase(),
            figure: None,
            value: 1,
            unlettered: false,
            royal: false,
        };
        let army = |name: &str, side| Army { name: name.into(), side: SideId(side), frame: Frame::Up };
        let entities =
            Entities { kinds: vec![kind("ship"), kind("probe")], armies: vec![army("red", 0), army("blue", 1), army("grey", 0)] };
        let mut geometry = Geometry::default();
        geometry.add_rectangle(1, 5, 4).unwrap();
        geometry.add_rectangle(2, 3, 3).unwrap();
        Position::empty(entities.into(), geometry.into())
    }

    /// An effect that fits the position, chosen by numbers from nowhere.
    fn fitting(position: &Position, sort: u8, one: usize, other: usize) -> Effect {
        let cell = CellId((other % position.geometry.cells.len()) as u16);
        let free = position.on(cell).is_none();
        if position.men.is_empty() || sort == 0 && free {
            let (kind, army) = (KindId((one % 2) as u8), ArmyId((one % 3) as u8));
            let cell = (0..).map(CellId).find(|&cell| position.on(cell).is_none()).filter(|_| !free).unwrap_or(cell);
            return Effect::Make { man: position.next_man(), kind, army, cell };
        }
        let man = ManId((one % position.men.len()) as u16);
        let Man { kind, army, place, legs, royal, .. } = *position.man(man);
        let marked = position.marks().get(one % position.marks().len().max(1));
        match (sort, marked) {
            (0..=3, _) if free => Effect::Put { man, from: place, to: Place::Cell(cell) },
            (0..=4, _) => Effect::Put { man, from: place, to: if other.is_multiple_of(2) { Place::Gone } else { Place::Hand } },
            (5, _) => Effect::Kind { man, old: kind, new: KindId((other % 2) as u8) },
            (6, _) => Effect::Army { man, old: army, new: ArmyId((other % 3) as u8) },
            (7, _) => Effect::Legs { man, old: legs, new: other as u16 },
            (8, _) => Effect::Royal { man, old: royal, new: other.is_multiple_of(2) },
            (9, Some(&Mark { cell, man })) => Effect::Unmark { cell, man },
            _ => Effect::Mark { cell, man },
        }
    }

    proptest! {
        #[test]
        fn what_is_done_can_be_taken_back(choices in proptest::collection::vec((0..12u8, 0..1000usize, 0..1000usize), 1..200)) {
            let mut position = boards();
            let mut done: Vec<(Position, Effect)> = Vec::new();
            for (sort, one, other) in choices {
                if position.men.len() > 20 && sort == 0 {
                    continue;
                }
                let effect = fitting(&position, sort, one, other);
                done.push((position.clone(), effect));
                position.apply(&effect);
                for army in (0..3).map(ArmyId) {
                    let standing: Vec<ManId> = position.men().filter(|(_, man)| man.army == army && man.place.cell().is_some()).map(|(id, _)| id).collect();
                    prop_assert_eq!(position.roster(army).iter().collect::<Vec<_>>(), standing);
                }
                let real: Vec<ManId> = position.men().filter(|(_, man)| man.royal).map(|(id, _)| id).collect();
                prop_assert_eq!(position.royals().iter().collect::<Vec<_>>(), real);
            }
            for (before, effect) in done.iter().rev() {
                let after = position.clone();
                position.undo(effect);
                prop_assert_eq!(&position, before);
                prop_assert_eq!(position.canonical() == after.canonical(), position == after);
            }
        }
    }
}
