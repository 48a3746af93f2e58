//! What the twin knows of a game: a plain list of men with coordinates, and what else a rule may ask for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::board::{Bearer, CellId, Fact, Place, Position};

/// Board, file, rank.
pub type Spot = (u8, i16, i16);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whereabouts {
    On(Spot),
    Pocket(u8),
    Gone,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TwinMan {
    pub kind: u8,
    pub made: u8,
    pub army: u8,
    pub place: Whereabouts,
    pub home: Spot,
    pub legs: u16,
    pub real: bool,
    pub royal: bool,
}

/// Its cells in the order in which clauses go through them, and whether its left and right, its lower and upper edges are joined.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TwinBoard {
    pub universe: u16,
    pub cells: Vec<Spot>,
    /// First file, first rank, files, ranks.
    pub extent: (i16, i16, i16, i16),
    pub joined: (bool, bool),
    /// The last rank that it had before ranks were added above.
    pub last_at_first: i16,
}

pub fn extent_of(cells: &[Spot]) -> (i16, i16, i16, i16) {
    let files = || cells.iter().map(|cell| cell.1);
    let ranks = || cells.iter().map(|cell| cell.2);
    let (left, low) = (files().min().unwrap(), ranks().min().unwrap());
    (left, low, files().max().unwrap() - left + 1, ranks().max().unwrap() - low + 1)
}

/// Whom a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holder {
    Game,
    Side(u8),
    Army(u8),
    Man(usize),
    Cell(Spot),
    Pending(u16),
}

/// A move that is remembered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deed {
    pub turn: u32,
    pub side: Option<u8>,
    pub man: usize,
    pub kind: u8,
    pub army: u8,
    pub from: Spot,
    pub to: Spot,
    /// Man, kind, army.
    pub took: BTreeSet<(usize, u8, u8)>,
    /// The kind of whom it has captured itself: what explodes beside it is no prey of its.
    pub prey: Option<u8>,
    pub became: Option<u8>,
    pub castled: bool,
    pub checked: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pub men: Vec<TwinMan>,
    /// Where, and which man has passed there.
    pub marks: BTreeSet<(Spot, usize)>,
    pub holes: BTreeSet<Spot>,
    pub notes: BTreeMap<(Holder, u16), i32>,
    pub boards: Arc<Vec<TwinBoard>>,
    pub turn: u32,
    pub side: Option<u8>,
    pub past: Arc<Vec<Deed>>,
    /// Kinds all of whose men are royal.
    pub crowned: Arc<Vec<u8>>,
}

impl TwinMan {
    pub fn at(&self) -> Option<Spot> {
        match self.place {
            Whereabouts::On(spot) => Some(spot),
            Whereabouts::Pocket(_) | Whereabouts::Gone => None,
        }
    }
}

impl State {
    pub fn on(&self, spot: Spot) -> Option<usize> {
        self.men.iter().position(|man| man.place == Whereabouts::On(spot))
    }

    pub fn is_free(&self, spot: Spot) -> bool {
        self.on(spot).is_none() && !self.holes.contains(&spot)
    }

    /// First file, first rank, files, ranks.
    pub fn extent(&self, board: u8) -> (i16, i16, i16, i16) {
        self.boards[board as usize].extent
    }

    /// Where a leap ends, across joined edges.
    pub fn leap(&self, (board, file, rank): Spot, (right, up): (i16, i16)) -> Option<Spot> {
        let (left, low, files, ranks) = self.extent(board);
        let (mut file, mut rank) = (file + right - left, rank + up - low);
        let joined = self.boards[board as usize].joined;
        if joined.0 {
            file = file.rem_euclid(files);
        }
        if joined.1 {
            rank = rank.rem_euclid(ranks);
        }
        ((0..files).contains(&file) && (0..ranks).contains(&rank)).then_some((board, file + left, rank + low))
    }

    /// In king's moves of an empty board.
    pub fn distance(&self, one: Spot, other: Spot) -> Option<i16> {
        let (_, _, files, ranks) = self.extent(one.0);
        let joined = self.boards[one.0 as usize].joined;
        let gap = |one: i16, other: i16, length: i16, joined: bool| {
            let gap = (one - other).abs();
            if joined { gap.min(length - gap) } else { gap }
        };
        (one.0 == other.0).then(|| gap(one.1, other.1, files, joined.0).max(gap(one.2, other.2, ranks, joined.1)))
    }

    /// The same square of the next board of its universe.
    pub fn over(&self, (board, file, rank): Spot) -> Option<Spot> {
        let of_one = |&other: &u8| self.boards[other as usize].universe == self.boards[board as usize].universe;
        let all: Vec<u8> = (0..self.boards.len() as u8).filter(of_one).collect();
        let here = all.iter().position(|&other| other == board)?;
        let next = all[(here + 1) % all.len()];
        let spot = (next, file, rank);
        (next != board && self.boards[next as usize].cells.contains(&spot)).then_some(spot)
    }

    /// The home of a man as it is seen from a board: in another universe the square in the same place.
    pub fn home(&self, man: &TwinMan, here: u8) -> Option<Spot> {
        let universe = |board: u8| self.boards[board as usize].universe;
        let there = (here, man.home.1, man.home.2);
        if man.home.0 == here || !man.royal && universe(man.home.0) == universe(here) {
            return Some(man.home);
        }
        self.boards[here as usize].cells.contains(&there).then_some(there)
    }

    pub fn set_kind(&mut self, man: usize, kind: u8) {
        let royal = self.men[man].real || self.crowned.contains(&kind);
        let man = &mut self.men[man];
        (man.kind, man.royal) = (kind, royal);
    }

    pub fn note(&self, of: Holder, key: u16) -> i32 {
        self.notes.get(&(of, key)).copied().unwrap_or(0)
    }

    pub fn set_note(&mut self, of: Holder, key: u16, value: i32) {
        if value == 0 {
            self.notes.remove(&(of, key));
        } else {
            self.notes.insert((of, key), value);
        }
    }
}

/// A position as the twin sees it.
pub fn state_of(position: &Position) -> State {
    let spot = |cell: CellId| {
        let cell = position.geometry.cell(cell);
        (cell.board.0, cell.file, cell.rank)
    };
    let man = |man: &crate::board::Man| TwinMan {
        kind: man.kind.0,
        made: man.made.0,
        army: man.army.0,
        place: match man.place {
            Place::Cell(cell) => Whereabouts::On(spot(cell)),
            Place::Hand => panic!("a man is in hand"),
            Place::Pocket(army) => Whereabouts::Pocket(army.0),
            Place::Gone => Whereabouts::Gone,
        },
        home: spot(man.home),
        legs: man.legs,
        real: man.real,
        royal: man.royal,
    };
    let holder = |bearer| match bearer {
        Bearer::Game => Holder::Game,
        Bearer::Side(side) => Holder::Side(side.0),
        Bearer::Army(army) => Holder::Army(army.0),
        Bearer::Man(man) => Holder::Man(man.index()),
        Bearer::Cell(cell) => Holder::Cell(spot(cell)),
        Bearer::Pending(number) => Holder::Pending(number),
    };
    let board = |(at, board): (usize, &crate::board::Board)| {
        let cells: Vec<Spot> = board.cells.iter().map(|&cell| spot(cell)).collect();
        let joined = (board.seams.files, board.seams.ranks);
        let growths = position.geometry.growths.iter().filter(|growth| growth.board.index() == at);
        let added: i16 = growths.map(|growth| i16::from(growth.above)).sum();
        TwinBoard {
            universe: board.universe,
            extent: extent_of(&cells),
            cells,
            joined,
            last_at_first: board.first_rank + board.ranks - 1 - added,
        }
    };
    let deed = |recalled: crate::board::Recalled<'_>| Deed {
        turn: recalled.at.turn(),
        side: recalled.at.side.map(|side| side.0),
        man: recalled.man.index(),
        kind: recalled.kind.0,
        army: recalled.army.0,
        from: spot(recalled.from),
        to: spot(recalled.to),
        took: recalled
            .facts()
            .filter_map(|fact| match fact {
                Fact::Took { man, kind, army } => Some((man.index(), kind.0, army.0)),
                _ => None,
            })
            .collect(),
        prey: recalled.facts().find_map(|fact| match fact {
            Fact::Took { kind, .. } => Some(kind.0),
            _ => None,
        }),
        became: recalled.facts().find_map(|fact| match fact {
            Fact::Became { kind } => Some(kind.0),
            _ => None,
        }),
        castled: recalled.facts().any(|fact| fact == Fact::Castled),
        checked: recalled.facts().any(|fact| fact == Fact::Checked),
    };
    State {
        men: position.men().map(|(_, it)| man(it)).collect(),
        marks: position.marks().iter().map(|mark| (spot(mark.cell), mark.man.index())).collect(),
        holes: position.holes().map(spot).collect(),
        notes: position.notes().iter().map(|(note, value)| ((holder(note.of), note.key.0), value)).collect(),
        boards: Arc::new(position.geometry.boards.iter().enumerate().map(board).collect()),
        turn: position.clock().turn(),
        side: position.clock().side.map(|side| side.0),
        past: Arc::new(position.past().moves().map(deed).collect()),
        crowned: Arc::new(position.crowned().iter().map(|kind| kind.0).collect()),
    }
}
