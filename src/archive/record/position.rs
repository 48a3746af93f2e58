//! A position as JSON, by names where a person may want to read it: what `show --format json` prints and `--position` reads.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RecordProblem;
use super::entity::{ArmyRecord, KindRecord};
use super::kept::{ClockRecord, Finder, GrowthRecord, MemoryRecord, Names, NoteRecord, place, retain_past, set_clock};
use crate::board::{Board, BoardId, Effect, Entities, Geometry, Laid, ManId, Place, Position};
use crate::law::renumber;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionRecord {
    kinds: Vec<KindRecord>,
    armies: Vec<ArmyRecord>,
    /// What rules keep notes under.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    boards: Vec<BoardRecord>,
    /// In the order it happened, which gives cells their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    growth: Vec<GrowthRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holes: Vec<String>,
    men: Vec<ManRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    past: Vec<MemoryRecord>,
}

/// A board with the extent it began with.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardRecord {
    universe: u16,
    files: i16,
    ranks: i16,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    joined: Vec<Edges>,
    /// Laid in play, after so many growths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<usize>,
}

/// Opposite edges.
#[derive(Clone, Copy, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Edges {
    /// The first and the last file.
    Files,
    /// The first and the last rank.
    Ranks,
}

/// A man; `at` and `home` are `universe:cell`, without `at` it is in reserve of an army or gone. `made` is the kind it was made as, if another.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ManRecord {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    made: Option<String>,
    army: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reserve: Option<String>,
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
    let names = Names(position);
    let cell = |cell| names.cell(cell);
    let man = |(_, man): (ManId, &crate::board::Man)| ManRecord {
        kind: position.entities.kind(man.kind).name.clone(),
        made: (man.made != man.kind).then(|| position.entities.kind(man.made).name.clone()),
        army: position.entities.army(man.army).name.clone(),
        at: match man.place {
            Place::Cell(at) => Some(cell(at)),
            Place::Hand | Place::Pocket(_) | Place::Gone => None,
        },
        reserve: match man.place {
            Place::Pocket(army) => Some(position.entities.army(army).name.clone()),
            Place::Cell(_) | Place::Hand | Place::Gone => None,
        },
        home: cell(man.home),
        moves: man.legs,
        royal: man.real,
    };
    let board = |(at, board): (usize, &Board)| {
        let growths = || geometry.growths.iter().filter(|growth| growth.board.index() == at);
        let grown = |of: fn(&crate::board::Growth) -> [u8; 2]| growths().flat_map(of).map(i16::from).sum::<i16>();
        BoardRecord {
            universe: board.universe,
            files: board.files - grown(|growth| [growth.left, growth.right]),
            ranks: board.ranks - grown(|growth| [growth.below, growth.above]),
            joined: [(Edges::Files, board.seams.files), (Edges::Ranks, board.seams.ranks)]
                .into_iter()
                .filter_map(|(edges, joined)| joined.then_some(edges))
                .collect(),
            after: geometry.laid.iter().find(|(laid, _)| laid.index() == at).map(|(_, growths)| *growths),
        }
    };
    let record = PositionRecord {
        kinds: position.entities.kinds.iter().map(KindRecord::of).collect(),
        armies: position.entities.armies.iter().enumerate().map(ArmyRecord::of).collect(),
        names: position.entities.names.clone(),
        boards: geometry.boards.iter().enumerate().map(board).collect(),
        growth: geometry.growths.iter().map(|growth| GrowthRecord::of(growth, geometry)).collect(),
        holes: position.holes().map(cell).collect(),
        men: position.men().map(man).collect(),
        marks: position.marks().iter().map(|mark| MarkRecord { cell: cell(mark.cell), man: mark.man.0 }).collect(),
        notes: names.notes(),
        clock: names.clock(),
        past: names.past(),
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
    let whole = placed(read(value)?)?;
    let there = |cell: &str| {
        let board = cell.split(':').next().unwrap_or_default();
        board.split('/').next() == Some(universe.to_string().as_str())
    };
    // Who is a guest there is at home where it stands.
    let stays = |man: &ManRecord| man.at.as_ref().map_or_else(|| there(&man.home), |at| there(at));
    for man in record.men.iter_mut().filter(|man| stays(man) && !there(&man.home)) {
        man.home = man.at.clone().unwrap_or_default();
    }
    for (at, army) in record.armies.iter_mut().enumerate() {
        army.universe = Some(ArmyRecord::army((at, army)).universe);
    }
    for board in &mut record.boards {
        board.after = board.after.map(|after| record.growth.iter().take(after).filter(|growth| growth.universe == universe).count());
    }
    let mut new: BTreeMap<u16, u16> = BTreeMap::new();
    for (old, _) in (0..).zip(&record.men).filter(|(_, man)| stays(man)) {
        new.insert(old, new.len() as u16);
    }
    record.boards.retain(|board| board.universe == universe);
    record.men.retain(|man| stays(man));
    // A mark of a man who is elsewhere stays behind with it.
    record.marks.retain_mut(|mark| {
        let man = new.get(&mark.man).copied();
        mark.man = man.unwrap_or_default();
        man.is_some() && there(&mark.cell)
    });
    record.armies.retain(|army| record.men.iter().any(|man| man.army == army.name || man.reserve.as_ref() == Some(&army.name)));
    record.growth.retain(|growth| growth.universe == universe);
    record.holes.retain(|hole| there(hole));
    record.notes.retain_mut(|note| {
        note.man = match note.man.map(|man| new.get(&man)) {
            Some(None) => return false,
            man => man.flatten().copied(),
        };
        let army = note.army.as_ref().is_none_or(|name| record.armies.iter().any(|army| army.name == *name));
        army && note.cell.as_ref().is_none_or(|cell| there(cell))
    });
    record.past = retain_past(record.past, there, &new);
    let mut part = placed(record)?;
    renumber(&whole, &new, &mut part);
    Ok(part)
}

fn read(value: &Value) -> Result<PositionRecord, RecordProblem> {
    Deserialize::deserialize(value).map_err(|problem| RecordProblem::new(format!("position: {problem}")))
}

fn placed(record: PositionRecord) -> Result<Position, RecordProblem> {
    let cells: i64 = record.boards.iter().map(|board| i64::from(board.files.max(0)) * i64::from(board.ranks.max(0))).sum();
    let sound = record.boards.iter().all(|board| board.files > 0 && board.ranks > 0);
    let many =
        [record.boards.len(), record.kinds.len(), record.armies.len(), record.names.len()].iter().any(|&count| count > MOST_ENTITIES);
    if !sound || cells > MOST_CELLS || many || record.men.len() > MOST_MEN {
        let limits = format!("{MOST_CELLS} cells, {MOST_MEN} men, {MOST_ENTITIES} boards, kinds, armies and names");
        return Err(RecordProblem::new(format!("position: boards need files and ranks, and at most {limits} are read")));
    }
    let mut geometry = Geometry::default();
    let problem = |problem: crate::board::BoardProblem| RecordProblem::new(format!("position: {problem}"));
    for board in record.boards.iter().filter(|board| board.after.is_none()) {
        geometry.add_rectangle(board.universe, board.files, board.ranks).map_err(problem)?;
    }
    let kinds = record.kinds.iter().map(KindRecord::kind).collect();
    let entities =
        Entities { kinds, armies: record.armies.iter().enumerate().map(ArmyRecord::army).collect(), names: record.names.clone() };
    let mut position = Position::empty(Arc::new(entities), Arc::new(geometry));
    let mut boards = places(&position);
    for grown in 0..=record.growth.len() {
        for board in record.boards.iter().filter(|board| board.after == Some(grown)) {
            let small = |edge: i16| u8::try_from(edge).unwrap_or(u8::MAX);
            let next = BoardId(position.geometry.boards.len() as u8);
            let laid = Laid { board: next, universe: board.universe, files: small(board.files), ranks: small(board.ranks) };
            position.geometry.could_lay(laid).map_err(problem)?;
            position.apply(&Effect::Lay(laid));
        }
        boards = places(&position);
        let Some(growth) = record.growth.get(grown) else { break };
        let board = boards.get(&growth.place()).copied();
        let growth = growth.growth(board.ok_or_else(|| RecordProblem::new(format!("position: there is no universe {}", growth.universe)))?);
        position.geometry.could_grow(growth).map_err(problem)?;
        position.apply(&Effect::Grow(growth));
    }
    if position.geometry.boards.len() != record.boards.len() {
        return Err(RecordProblem::new("position: a board is laid after more growths than there are".to_owned()));
    }
    for (record, board) in record.boards.iter().zip((0..).map(BoardId)) {
        let seam = |edges: &Edges| Effect::Seam { board, files: *edges == Edges::Files, old: false, new: true };
        record.joined.iter().for_each(|edges| position.apply(&seam(edges)));
    }
    for name in &record.holes {
        let cell = Finder { position: &position, boards: &boards }.cell(name)?;
        position.apply(&Effect::Hole { cell, open: false });
    }
    for (number, man) in record.men.iter().enumerate() {
        let effects = made(ManId(number as u16), man, &Finder { position: &position, boards: &boards })?;
        position.apply_all(&effects);
    }
    for mark in &record.marks {
        if usize::from(mark.man) >= record.men.len() {
            return Err(RecordProblem::new(format!("position: a mark names man {}, and there is none", mark.man)));
        }
        let cell = Finder { position: &position, boards: &boards }.cell(&mark.cell)?;
        position.apply(&Effect::Mark { cell, man: ManId(mark.man) });
    }
    for note in &record.notes {
        let effect = Finder { position: &position, boards: &boards }.note(note)?;
        position.apply(&effect);
    }
    for memory in &record.past {
        let effect = Finder { position: &position, boards: &boards }.memory(memory)?;
        position.apply(&effect);
    }
    record.clock.iter().for_each(|clock| position.apply(&set_clock(clock)));
    Ok(position)
}

/// The boards by what stands before their cells.
fn places(position: &Position) -> BTreeMap<String, BoardId> {
    let boards = (0..position.geometry.boards.len()).map(|at| BoardId(at as u8));
    boards.map(|board| (place(&position.geometry, board), board)).collect()
}

/// The effects that make a man and put it where it is.
fn made(man: ManId, record: &ManRecord, names: &Finder<'_>) -> Result<Vec<Effect>, RecordProblem> {
    let named = |problem: RecordProblem| RecordProblem::new(format!("{}, of man {}", problem.what, man.0));
    let now = names.kind(&record.kind).map_err(named)?;
    let made = record.made.as_deref().map_or(Ok(now), |made| names.kind(made)).map_err(named)?;
    let army = names.army(&record.army).map_err(named)?;
    let home = names.cell(&record.home).map_err(named)?;
    let place = match (&record.at, &record.reserve) {
        (Some(_), Some(_)) => return Err(RecordProblem::new(format!("position: man {} stands on a cell and is in reserve", man.0))),
        (Some(at), None) => {
            let cell = names.cell(at).map_err(named)?;
            if names.position.on(cell).is_some() {
                return Err(RecordProblem::new(format!("position: two men stand on {at}")));
            }
            if names.position.is_hole(cell) {
                return Err(RecordProblem::new(format!("position: man {} stands on {at}, which is a hole", man.0)));
            }
            Place::Cell(cell)
        }
        (None, Some(reserve)) => Place::Pocket(names.army(reserve).map_err(named)?),
        (None, None) => Place::Gone,
    };
    let mut effects = vec![Effect::Recruit { man, kind: made, army, home }];
    if place != Place::Pocket(army) {
        effects.push(Effect::Put { man, from: Place::Pocket(army), to: place });
    }
    if now != made {
        effects.push(Effect::Kind { man, old: made, new: now });
    }
    effects.push(Effect::Legs { man, old: 0, new: record.moves });
    effects.push(Effect::Royal { man, old: false, new: record.royal });
    Ok(effects)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::board::samples::{boards, some_effect};

    proptest! {
        #[test]
        fn any_position_reads_back(choices in proptest::collection::vec((0..24u8, 0..1000usize, 0..1000usize), 1..150)) {
            let mut position = boards();
            for (sort, one, other) in choices {
                position.apply(&some_effect(&position, sort, one, other));
            }
            // In hand is nobody between two batches, and what waits to be let in is no part of a position.
            let hands: Vec<ManId> = position.men().filter(|(_, man)| man.place == Place::Hand).map(|(man, _)| man).collect();
            for man in hands {
                position.apply(&Effect::Put { man, from: Place::Hand, to: Place::Gone });
            }
            let read = read_position(&write_position(&position)).unwrap();
            prop_assert_eq!(read.canonical(), position.canonical());
        }
    }

    #[test]
    fn one_universe_takes_along_what_is_its_own() {
        let mut position = boards();
        for (sort, one, other) in (0..600).map(|at| ((at % 24) as u8, at * 7, at * 13)) {
            position.apply(&some_effect(&position, sort, one, other));
        }
        for universe in [1, 2] {
            let part = read_universe(&write_position(&position), universe).unwrap();
            assert_eq!(part.geometry.boards.len(), 1);
            assert_eq!(part.clock(), position.clock());
            assert_eq!(read_position(&write_position(&part)).unwrap().canonical(), part.canonical());
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let good = write_position(&boards());
        let man = json!({"kind": "ship", "army": "red", "home": "1:a1", "moves": 0});
        let with = |field: &str, value: Value| {
            let mut record = good.clone();
            record["men"] = json!([man]);
            record[field] = value;
            read_position(&record).map(drop).map_err(|problem| problem.what)
        };
        assert_eq!(with("men", json!([man])), Ok(()));
        let beside = |key: &str, value: Value| {
            let mut record = man.clone();
            record[key] = value;
            json!([record])
        };
        for (field, value, reason) in [
            ("holes", json!(["1:q9"]), "no cell"),
            ("growth", json!([{"universe": 1, "left": 0, "right": 0, "below": 0, "above": 0}]), "at least one file or rank"),
            ("growth", json!([{"universe": 7, "left": 1, "right": 0, "below": 0, "above": 0}]), "no universe 7"),
            ("notes", json!([{"name": "points", "value": 1, "man": 1}]), "no man"),
            ("notes", json!([{"name": "luck", "value": 1}]), "no name of notes \"luck\""),
            ("notes", json!([{"name": "points", "value": 1, "man": 0, "side": 0}]), "about one side, army, man, cell or deed put off"),
            ("past", json!([{"turn": 1, "did": {"became": {"kind": "moon"}}}]), "no kind \"moon\""),
            ("men", beside("reserve", json!("pink")), "no army \"pink\", of man 0"),
            ("men", beside("made", json!("moon")), "no kind \"moon\", of man 0"),
        ] {
            let told = with(field, value.clone()).unwrap_err();
            assert!(told.contains(reason), "{value}: {told}");
        }
    }
}
