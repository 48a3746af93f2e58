//! What a position keeps beside its men, as JSON: how boards have grown, notes, the clock, the past. By names, cells as `universe:cell`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::RecordProblem;
use crate::board::{Bearer, BoardId, CellId, Clock, Effect, Fact, Geometry, Growth, Key, ManId, Memory, Note, Position, SideId};

/// Files and ranks that a board got in play.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrowthRecord {
    pub universe: u16,
    /// Which of its boards, if not the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<u16>,
    left: u8,
    right: u8,
    below: u8,
    above: u8,
}

impl GrowthRecord {
    pub fn of(growth: &Growth, geometry: &Geometry) -> GrowthRecord {
        let Growth { board, left, right, below, above } = *growth;
        let nth = ordinal(geometry, board);
        GrowthRecord { universe: geometry.board(board).universe, board: (nth > 1).then_some(nth), left, right, below, above }
    }

    /// How the board is written before its cells: `1`, `1/2`.
    pub fn place(&self) -> String {
        self.board.map_or_else(|| self.universe.to_string(), |nth| format!("{}/{nth}", self.universe))
    }

    pub fn growth(&self, board: BoardId) -> Growth {
        let &GrowthRecord { left, right, below, above, .. } = self;
        Growth { board, left, right, below, above }
    }
}

/// A note; whom it is about is said by the one of four fields that there is, without any it is about the game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteRecord {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub man: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pending: Option<u16>,
    value: i32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRecord {
    turn: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryRecord {
    turn: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<u8>,
    did: Did,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
enum Did {
    Went { man: u16, kind: String, army: String, from: String, to: String },
    Took { man: u16, kind: String, army: String },
    Became { kind: String },
    Castled,
    Dropped,
    Checked,
}

/// Which of the boards of its universe a board is, from 1.
fn ordinal(geometry: &Geometry, board: BoardId) -> u16 {
    geometry.of_universe(geometry.board(board).universe).take_while(|&other| other <= board).count() as u16
}

/// What stands before the cells of a board: `1`, `1/2` for the second board of a universe.
pub fn place(geometry: &Geometry, board: BoardId) -> String {
    let universe = geometry.board(board).universe;
    match ordinal(geometry, board) {
        1 => universe.to_string(),
        nth => format!("{universe}/{nth}"),
    }
}

/// Names for what a position holds by number.
pub struct Names<'a>(pub &'a Position);

impl Names<'_> {
    pub fn cell(&self, cell: CellId) -> String {
        let geometry = &self.0.geometry;
        format!("{}:{}", place(geometry, geometry.cell(cell).board), geometry.name(cell))
    }

    pub fn notes(&self) -> Vec<NoteRecord> {
        let record = |(note, value): (Note, i32)| {
            let mut record = NoteRecord {
                name: self.0.entities.name(note.key).to_owned(),
                side: None,
                army: None,
                man: None,
                cell: None,
                pending: None,
                value,
            };
            match note.of {
                Bearer::Game => {}
                Bearer::Side(side) => record.side = Some(side.0),
                Bearer::Army(army) => record.army = Some(self.0.entities.army(army).name.clone()),
                Bearer::Man(man) => record.man = Some(man.0),
                Bearer::Cell(cell) => record.cell = Some(self.cell(cell)),
                Bearer::Pending(number) => record.pending = Some(number),
            }
            record
        };
        self.0.notes().iter().map(record).collect()
    }

    pub fn clock(&self) -> Option<ClockRecord> {
        let clock = self.0.clock();
        (clock != Clock::default()).then(|| ClockRecord { turn: turn(clock), side: clock.side.map(|side| side.0) })
    }

    pub fn past(&self) -> Vec<MemoryRecord> {
        let entities = &self.0.entities;
        let (kind, army) = (|kind| entities.kind(kind).name.clone(), |army| entities.army(army).name.clone());
        let record = |memory: &Memory| MemoryRecord {
            turn: turn(memory.at),
            side: memory.at.side.map(|side| side.0),
            did: match memory.fact {
                Fact::Went { man, kind: was, army: of, from, to } => {
                    Did::Went { man: man.0, kind: kind(was), army: army(of), from: self.cell(from), to: self.cell(to) }
                }
                Fact::Took { man, kind: was, army: of } => Did::Took { man: man.0, kind: kind(was), army: army(of) },
                Fact::Became { kind: now } => Did::Became { kind: kind(now) },
                Fact::Castled => Did::Castled,
                Fact::Dropped => Did::Dropped,
                Fact::Checked => Did::Checked,
            },
        };
        self.0.past().memories().iter().map(record).collect()
    }
}

fn turn(clock: Clock) -> u16 {
    u16::try_from(clock.turn()).unwrap_or(u16::MAX)
}

fn clock(turn: u16, side: Option<u8>) -> Clock {
    Clock::new(turn.into(), side.map(SideId))
}

/// The effect that sets the clock.
pub fn set_clock(record: &ClockRecord) -> Effect {
    Effect::Clock { old: Clock::default(), new: clock(record.turn, record.side) }
}

/// Finds by their names what a position holds by number.
pub struct Finder<'a> {
    pub position: &'a Position,
    /// By what is written before its cells.
    pub boards: &'a BTreeMap<String, BoardId>,
}

impl Finder<'_> {
    pub fn cell(&self, name: &str) -> Result<CellId, RecordProblem> {
        let found = name.split_once(':').and_then(|(universe, cell)| {
            let board = *self.boards.get(universe)?;
            self.position.geometry.named(board, cell)
        });
        found.ok_or_else(|| RecordProblem::new(format!("position: there is no cell {name:?}; write 1:e4")))
    }

    pub fn kind(&self, name: &str) -> Result<crate::board::KindId, RecordProblem> {
        self.position.entities.kind_named(name).ok_or_else(|| unknown("kind", name))
    }

    pub fn army(&self, name: &str) -> Result<crate::board::ArmyId, RecordProblem> {
        self.position.entities.army_named(name).ok_or_else(|| unknown("army", name))
    }

    fn man(&self, man: u16) -> Result<ManId, RecordProblem> {
        if man < self.position.next_man().0 { Ok(ManId(man)) } else { Err(unknown("man", &man.to_string())) }
    }

    /// The effect that makes a note.
    pub fn note(&self, record: &NoteRecord) -> Result<Effect, RecordProblem> {
        let of = match record {
            NoteRecord { side: None, army: None, man: None, cell: None, pending: None, .. } => Bearer::Game,
            NoteRecord { side: Some(side), army: None, man: None, cell: None, pending: None, .. } => Bearer::Side(SideId(*side)),
            NoteRecord { side: None, army: Some(army), man: None, cell: None, pending: None, .. } => Bearer::Army(self.army(army)?),
            NoteRecord { side: None, army: None, man: Some(man), cell: None, pending: None, .. } => Bearer::Man(self.man(*man)?),
            NoteRecord { side: None, army: None, man: None, cell: Some(cell), pending: None, .. } => Bearer::Cell(self.cell(cell)?),
            NoteRecord { side: None, army: None, man: None, cell: None, pending: Some(number), .. } => Bearer::Pending(*number),
            NoteRecord { name, .. } => {
                return Err(RecordProblem::new(format!("position: a note {name:?} is about one side, army, man, cell or deed put off")));
            }
        };
        let key: Key = self.position.entities.key_named(&record.name).ok_or_else(|| unknown("name of notes", &record.name))?;
        let note = Note { of, key };
        Ok(Effect::Note { note, old: self.position.note(note), new: record.value })
    }

    /// The effect that remembers something.
    pub fn memory(&self, record: &MemoryRecord) -> Result<Effect, RecordProblem> {
        let fact = match &record.did {
            Did::Went { man, kind, army, from, to } => Fact::Went {
                man: self.man(*man)?,
                kind: self.kind(kind)?,
                army: self.army(army)?,
                from: self.cell(from)?,
                to: self.cell(to)?,
            },
            Did::Took { man, kind, army } => Fact::Took { man: self.man(*man)?, kind: self.kind(kind)?, army: self.army(army)? },
            Did::Became { kind } => Fact::Became { kind: self.kind(kind)? },
            Did::Castled => Fact::Castled,
            Did::Dropped => Fact::Dropped,
            Did::Checked => Fact::Checked,
        };
        Ok(Effect::Remember(Memory { at: clock(record.turn, record.side), fact }))
    }
}

fn unknown(what: &str, name: &str) -> RecordProblem {
    RecordProblem::new(format!("position: there is no {what} {name:?}"))
}

/// Leaves of the past what men who stay did where all cells are among these; `new` are their new numbers.
pub fn retain_past(past: Vec<MemoryRecord>, there: impl Fn(&str) -> bool, new: &BTreeMap<u16, u16>) -> Vec<MemoryRecord> {
    let mut kept = false;
    let stays = |mut record: MemoryRecord| {
        match &mut record.did {
            Did::Went { man, from, to, .. } => {
                kept = there(from) && there(to) && new.contains_key(man);
                *man = new.get(man).copied().unwrap_or_default();
            }
            Did::Took { man, .. } => match new.get(man) {
                Some(number) => *man = *number,
                None => return None,
            },
            Did::Became { .. } | Did::Castled | Did::Dropped | Did::Checked => {}
        }
        kept.then_some(record)
    };
    past.into_iter().filter_map(stays).collect()
}
