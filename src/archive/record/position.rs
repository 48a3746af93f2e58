//! A position as JSON, by names where a person may want to read it: what `show --format json` prints and `--position` reads.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RecordProblem;
use crate::board::{Army, CellId, Effect, Entities, Frame, Geometry, Kind, KindId, ManId, Place, Position, SideId};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionRecord {
    kinds: Vec<KindRecord>,
    armies: Vec<ArmyRecord>,
    boards: Vec<BoardRecord>,
    men: Vec<ManRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KindRecord {
    name: String,
    plural: String,
    letter: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    figure: Option<char>,
    value: u16,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unlettered: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    royal: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyRecord {
    name: String,
    side: u8,
    forward: Forward,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Forward {
    Up,
    Down,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardRecord {
    universe: u16,
    files: i16,
    ranks: i16,
}

/// A man; `at` and `home` are `universe:cell`, `at` is missing for a man that is gone.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ManRecord {
    kind: String,
    army: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    home: String,
    moves: u16,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    royal: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkRecord {
    cell: String,
    man: u16,
}

pub fn write_position(position: &Position) -> Value {
    let geometry = &position.geometry;
    let cell = |cell: CellId| format!("{}:{}", geometry.board(geometry.cell(cell).board).universe, geometry.name(cell));
    let kind = |kind: &Kind| KindRecord {
        name: kind.name.clone(),
        plural: kind.plural.clone(),
        letter: kind.letter.clone(),
        figure: kind.figure,
        value: kind.value,
        unlettered: kind.unlettered,
        royal: kind.royal,
    };
    let army = |army: &Army| ArmyRecord {
        name: army.name.clone(),
        side: army.side.0,
        forward: match army.frame {
            Frame::Up => Forward::Up,
            Frame::Down => Forward::Down,
        },
    };
    let man = |(_, man): (ManId, &crate::board::Man)| ManRecord {
        kind: position.entities.kind(man.kind).name.clone(),
        army: position.entities.army(man.army).name.clone(),
        at: match man.place {
            Place::Cell(at) => Some(cell(at)),
            Place::Hand | Place::Gone => None,
        },
        home: cell(man.home),
        moves: man.legs,
        royal: man.royal,
    };
    let board = |board: &crate::board::Board| BoardRecord { universe: board.universe, files: board.files, ranks: board.ranks };
    let record = PositionRecord {
        kinds: position.entities.kinds.iter().map(kind).collect(),
        armies: position.entities.armies.iter().map(army).collect(),
        boards: geometry.boards.iter().map(board).collect(),
        men: position.men().map(man).collect(),
        marks: position.marks().iter().map(|mark| MarkRecord { cell: cell(mark.cell), man: mark.man.0 }).collect(),
    };
    serde_json::to_value(record).expect("a position has only strings, numbers and flags")
}

/// The most cells all boards of a record may have together.
const MOST_CELLS: i64 = 4096;
/// The most boards, kinds or armies.
const MOST_ENTITIES: usize = 128;
/// The most men.
const MOST_MEN: usize = 2048;

pub fn read_position(value: &Value) -> Result<Position, RecordProblem> {
    placed(read(value)?)
}

/// The numbers of a position's universes and the names of its armies, both in its order.
pub fn universes(value: &Value) -> Result<(Vec<u16>, Vec<String>), RecordProblem> {
    let record = read(value)?;
    let numbers = record.boards.iter().map(|board| board.universe).collect();
    Ok((numbers, record.armies.into_iter().map(|army| army.name).collect()))
}

/// One universe of a position: its board, the men at home there and their armies.
pub fn read_universe(value: &Value, universe: u16) -> Result<Position, RecordProblem> {
    let mut record = read(value)?;
    let there = format!("{universe}:");
    let stays = |man: &ManRecord| man.home.starts_with(&there) && man.at.as_ref().is_none_or(|at| at.starts_with(&there));
    let mut new: BTreeMap<u16, u16> = BTreeMap::new();
    for (old, _) in (0..).zip(&record.men).filter(|(_, man)| stays(man)) {
        new.insert(old, new.len() as u16);
    }
    record.boards.retain(|board| board.universe == universe);
    record.men.retain(stays);
    record.marks.retain(|mark| mark.cell.starts_with(&there));
    for mark in &mut record.marks {
        let unknown = || RecordProblem::new(format!("position: the mark on {} names man {}, who is not there", mark.cell, mark.man));
        mark.man = *new.get(&mark.man).ok_or_else(unknown)?;
    }
    record.armies.retain(|army| record.men.iter().any(|man| man.army == army.name));
    placed(record)
}

fn read(value: &Value) -> Result<PositionRecord, RecordProblem> {
    Deserialize::deserialize(value).map_err(|problem| RecordProblem::new(format!("position: {problem}")))
}

fn placed(record: PositionRecord) -> Result<Position, RecordProblem> {
    let cells: i64 = record.boards.iter().map(|board| i64::from(board.files.max(0)) * i64::from(board.ranks.max(0))).sum();
    let sound = record.boards.iter().all(|board| board.files > 0 && board.ranks > 0);
    let many = [record.boards.len(), record.kinds.len(), record.armies.len()].iter().any(|&count| count > MOST_ENTITIES);
    if !sound || cells > MOST_CELLS || many || record.men.len() > MOST_MEN {
        let limits = format!("{MOST_CELLS} cells, {MOST_MEN} men, {MOST_ENTITIES} boards, kinds and armies");
        return Err(RecordProblem::new(format!("position: boards need files and ranks, and at most {limits} are read")));
    }
    let mut geometry = Geometry::default();
    let mut boards = BTreeMap::new();
    for board in &record.boards {
        let id = geometry.add_rectangle(board.universe, board.files, board.ranks);
        boards.insert(board.universe, id.map_err(|problem| RecordProblem::new(format!("position: {problem}")))?);
    }
    let cell_named = |name: &str| {
        let (universe, cell) = name.split_once(':')?;
        geometry.named(*boards.get(&universe.parse().ok()?)?, cell)
    };
    let cell = |name: &str| cell_named(name).ok_or_else(|| RecordProblem::new(format!("position: there is no cell {name:?}; write 1:e4")));
    let entities = Entities { kinds: record.kinds.iter().map(kind).collect(), armies: record.armies.iter().map(army).collect() };
    let mut position = Position::empty(Arc::new(entities), Arc::new(geometry.clone()));
    for (number, man) in record.men.iter().enumerate() {
        let unknown = |what: &str, name: &str| RecordProblem::new(format!("position: man {number}: there is no {what} {name:?}"));
        let id = ManId(number as u16);
        let kind: KindId = position.entities.kind_named(&man.kind).ok_or_else(|| unknown("kind", &man.kind))?;
        let army = position.entities.army_named(&man.army).ok_or_else(|| unknown("army", &man.army))?;
        let home = cell(&man.home)?;
        let at = man.at.as_deref().map(cell).transpose()?;
        // A man is made on its home, which another may hold by now: whoever stands there waits in hand.
        let holder = position.on(home);
        let aside = |from, to| holder.map(|man| Effect::Put { man, from, to });
        if let Some(effect) = aside(Place::Cell(home), Place::Hand) {
            position.apply(&effect);
        }
        position.apply(&Effect::Make { man: id, kind, army, cell: home });
        let to = at.map_or(Place::Gone, Place::Cell);
        if at.is_some_and(|at| at != home && position.on(at).is_some()) || (at == Some(home) && holder.is_some()) {
            return Err(RecordProblem::new(format!("position: two men stand on {}", man.at.as_deref().unwrap_or_default())));
        }
        if to != Place::Cell(home) {
            position.apply(&Effect::Put { man: id, from: Place::Cell(home), to });
        }
        if let Some(effect) = aside(Place::Hand, Place::Cell(home)) {
            position.apply(&effect);
        }
        position.apply(&Effect::Legs { man: id, old: 0, new: man.moves });
        position.apply(&Effect::Royal { man: id, old: false, new: man.royal });
    }
    for mark in &record.marks {
        if usize::from(mark.man) >= record.men.len() {
            return Err(RecordProblem::new(format!("position: a mark names man {}, and there is none", mark.man)));
        }
        position.apply(&Effect::Mark { cell: cell(&mark.cell)?, man: ManId(mark.man) });
    }
    Ok(position)
}

fn kind(record: &KindRecord) -> Kind {
    Kind {
        name: record.name.clone(),
        plural: record.plural.clone(),
        letter: record.letter.clone(),
        figure: record.figure,
        value: record.value,
        unlettered: record.unlettered,
        royal: record.royal,
    }
}

fn army(record: &ArmyRecord) -> Army {
    let frame = match record.forward {
        Forward::Up => Frame::Up,
        Forward::Down => Frame::Down,
    };
    Army { name: record.name.clone(), side: SideId(record.side), frame }
}
