//! The position: every man and where it is. A cheap value, changed only through effects.

use std::sync::Arc;

use super::{ArmyId, BoardId, CellId, Clock, Entities, Geometry, Key, KindId, ManId, News, Note, Notes, Past, Roster};

mod change;
#[cfg(test)]
mod tests;

/// The most men there may ever be in a game.
pub const MAX_MEN: usize = 2048;

/// Where a man is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Cell(CellId),
    /// Lifted in the middle of a batch; nobody is in hand between two batches.
    Hand,
    /// In reserve of an army, from where it may be dropped.
    Pocket(ArmyId),
    /// Off the boards for good.
    Gone,
}

impl Place {
    /// The cell, if it is one.
    #[inline]
    pub fn cell(self) -> Option<CellId> {
        match self {
            Place::Cell(cell) => Some(cell),
            Place::Hand | Place::Pocket(_) | Place::Gone => None,
        }
    }
}

/// A man: intrinsic facts only; how it moves is the law's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    pub kind: KindId,
    /// The kind it was made as, whatever it has become.
    pub made: KindId,
    pub army: ArmyId,
    pub place: Place,
    /// The cell it was set up or made on, or that a rule gave it.
    pub home: CellId,
    /// Moves made; 0 is "has not moved".
    pub legs: u16,
    /// The real king of its player (M3).
    pub real: bool,
    /// Its capture is its player's loss: it is the real king, or of a kind that is [crowned](Position::crown).
    pub royal: bool,
}

/// A trace of a man's last move: it passed over this cell and may be captured there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    pub cell: CellId,
    pub man: ManId,
}

/// What a walk meets on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Nobody: a man may end here or go on.
    Free,
    Man(ManId),
    /// A hole: nobody stands here, no walk leads over it.
    Hole,
}

/// No man, in the table from cells to men.
const NOBODY: u16 = u16::MAX;
/// A hole, in that table: nobody can stand there.
const HOLE: u16 = u16::MAX - 1;

/// All men on all boards of the multiverse.
///
/// Invariant: `at` but for holes, `rosters`, `pocketed` and `royals` follow from `men`, and who is royal from `crowned`; `marks` is sorted. So undoing an effect restores an equal value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub entities: Arc<Entities>,
    pub geometry: Arc<Geometry>,
    men: Vec<Man>,
    at: Vec<u16>,
    marks: Vec<Mark>,
    /// By army, its men that stand on a cell.
    rosters: Vec<Roster>,
    /// The royal men, wherever they are.
    royals: Roster,
    /// The men in reserve of any army.
    pocketed: Roster,
    notes: Notes,
    clock: Clock,
    past: Past,
    /// What waits to be let in.
    news: News,
    /// By army, as bits: those of players who have not named their real king yet (M3). Any king of theirs may turn out to be it.
    undecided: u32,
    /// Kinds all of whose men are royal, in order.
    crowned: Vec<KindId>,
}

impl Position {
    /// Empty boards.
    pub fn empty(entities: Arc<Entities>, geometry: Arc<Geometry>) -> Position {
        let at = vec![NOBODY; geometry.cells.len()];
        let rosters = vec![Roster::of(0); entities.armies.len()];
        Position {
            entities,
            geometry,
            men: Vec::new(),
            at,
            marks: Vec::new(),
            rosters,
            royals: Roster::of(0),
            pocketed: Roster::of(0),
            notes: Notes::default(),
            clock: Clock::default(),
            past: Past::default(),
            news: News::default(),
            undecided: 0,
            crowned: Vec::new(),
        }
    }

    /// All men of these kinds are royal beside the real kings, and of no others (R13, R14).
    pub fn crown(&mut self, kinds: impl Iterator<Item = KindId>) {
        self.crowned = kinds.collect();
        self.crowned.sort_unstable();
        self.crowned.dedup();
        (0..self.men.len() as u16).map(ManId).for_each(|man| self.fit_royalty(man));
    }

    /// The kinds all of whose men are royal.
    pub fn crowned(&self) -> &[KindId] {
        &self.crowned
    }

    /// Which armies' real kings are still to be named.
    pub fn leave_undecided(&mut self, armies: impl Iterator<Item = ArmyId>) {
        self.undecided = armies.fold(0, |bits, army| bits | 1 << army.index());
    }

    /// Whether nothing but a capture may take or change a man: a real king, or one that may be named so (R13, M3, M4).
    #[inline]
    pub fn keeps(&self, man: &Man) -> bool {
        man.royal || self.undecided >> man.army.index() & 1 == 1 && self.entities.kind(man.kind).royal
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
            NOBODY | HOLE => None,
            man => Some(ManId(man)),
        }
    }

    /// What a walk meets on a cell.
    #[inline]
    pub fn look(&self, cell: CellId) -> Look {
        match self.at[cell.index()] {
            NOBODY => Look::Free,
            HOLE => Look::Hole,
            man => Look::Man(ManId(man)),
        }
    }

    /// Nobody stands on the cell, and somebody could.
    #[inline]
    pub fn is_free(&self, cell: CellId) -> bool {
        self.at[cell.index()] == NOBODY
    }

    #[inline]
    pub fn is_hole(&self, cell: CellId) -> bool {
        self.at[cell.index()] == HOLE
    }

    #[inline]
    pub fn has_holes(&self) -> bool {
        self.at.contains(&HOLE)
    }

    /// The holes of all boards, in order of cells.
    pub fn holes(&self) -> impl Iterator<Item = CellId> {
        (0..).map(CellId).zip(&self.at).filter(|(_, stands)| **stands == HOLE).map(|(cell, _)| cell)
    }

    /// The men in reserve of an army, in order of making.
    pub fn pocket(&self, army: ArmyId) -> impl Iterator<Item = (ManId, &Man)> {
        self.pocketed.iter().map(|id| (id, self.man(id))).filter(move |(_, man)| man.place == Place::Pocket(army))
    }

    /// Whether any army has men in reserve.
    #[inline]
    pub fn has_pockets(&self) -> bool {
        !self.pocketed.is_empty()
    }

    /// The number noted; 0 where nothing is.
    #[inline]
    pub fn note(&self, note: Note) -> i32 {
        self.notes.get(note)
    }

    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    pub fn clock(&self) -> Clock {
        self.clock
    }

    pub fn past(&self) -> &Past {
        &self.past
    }

    /// What waits to be let in.
    pub fn news(&self) -> &News {
        &self.news
    }

    /// Tells of what [`Effect::Declare`](super::Effect::Declare), `Enlist` and `Name` are to let in, in that order; the ids they will have are
    /// [`Position::next_kind`] and so on.
    pub fn announce(&mut self, news: News) {
        self.news.add(news);
    }

    /// The ids of the next kind, army and name to be let in.
    pub fn next_kind(&self) -> KindId {
        KindId(self.entities.kinds.len() as u8)
    }

    pub fn next_army(&self) -> ArmyId {
        ArmyId(self.entities.armies.len() as u8)
    }

    pub fn next_key(&self) -> Key {
        Key(self.entities.names.len() as u16)
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

    /// The royal men, on the boards or off them.
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
}
