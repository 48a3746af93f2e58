//! Effects as short arrays: `["put",12,52,36]`. Cells and men by number; -1 is in hand, -2 is gone, -3 in reserve of army 0, -4 of army 1.

use serde_json::{Value, json};

use super::RecordProblem;
use crate::board::{ArmyId, Bearer, BoardId, CellId, Clock, Effect, Fact, Growth, Key, KindId, Laid, ManId, Memory, Note, Place, SideId};

const HAND: i64 = -1;
const GONE: i64 = -2;
/// Of army 0; those of the others are below it.
const POCKET: i64 = -3;
/// Nobody's phase.
const NO_SIDE: i64 = -1;

pub fn write(effect: &Effect) -> Value {
    match *effect {
        Effect::Put { man, from, to } => json!(["put", man.0, place(from), place(to)]),
        Effect::Kind { man, old, new } => json!(["kind", man.0, old.0, new.0]),
        Effect::Army { man, old, new } => json!(["army", man.0, old.0, new.0]),
        Effect::Legs { man, old, new } => json!(["legs", man.0, old, new]),
        Effect::Royal { man, old, new } => json!(["royal", man.0, old, new]),
        Effect::Make { man, kind, army, cell } => json!(["make", man.0, kind.0, army.0, cell.0]),
        Effect::Mark { cell, man } => json!(["mark", cell.0, man.0]),
        Effect::Unmark { cell, man } => json!(["unmark", cell.0, man.0]),
        Effect::Home { man, old, new } => json!(["home", man.0, old.0, new.0]),
        Effect::Recruit { man, kind, army, home } => json!(["recruit", man.0, kind.0, army.0, home.0]),
        Effect::Note { note, old, new } => {
            let (of, id) = bearer(note.of);
            json!(["note", of, id, note.key.0, old, new])
        }
        Effect::Clock { old, new } => json!(["clock", old.turn(), side(old), new.turn(), side(new)]),
        Effect::Hole { cell, open } => json!(["hole", cell.0, open]),
        Effect::Grow(Growth { board, left, right, below, above }) => json!(["grow", board.0, left, right, below, above]),
        Effect::Lay(Laid { board, universe, files, ranks }) => json!(["lay", board.0, universe, files, ranks]),
        Effect::Seam { board, files, old, new } => json!(["seam", board.0, files, old, new]),
        Effect::Declare { kind } => json!(["declare", kind.0]),
        Effect::Enlist { army } => json!(["enlist", army.0]),
        Effect::Name { key } => json!(["name", key.0]),
        Effect::Remember(memory) => write_memory("remember", memory),
        Effect::Forget(memory) => write_memory("forget", memory),
    }
}

fn bearer(bearer: Bearer) -> (&'static str, u16) {
    match bearer {
        Bearer::Game => ("game", 0),
        Bearer::Side(side) => ("side", side.0.into()),
        Bearer::Army(army) => ("army", army.0.into()),
        Bearer::Man(man) => ("man", man.0),
        Bearer::Cell(cell) => ("cell", cell.0),
        Bearer::Pending(number) => ("pending", number),
    }
}

fn side(at: Clock) -> i64 {
    at.side.map_or(NO_SIDE, |side| side.0.into())
}

fn write_memory(name: &str, Memory { at, fact }: Memory) -> Value {
    let (turn, side) = (at.turn(), side(at));
    match fact {
        Fact::Went { man, kind, army, from, to } => json!([name, turn, side, "went", man.0, kind.0, army.0, from.0, to.0]),
        Fact::Took { man, kind, army } => json!([name, turn, side, "took", man.0, kind.0, army.0]),
        Fact::Became { kind } => json!([name, turn, side, "became", kind.0]),
        Fact::Castled => json!([name, turn, side, "castled"]),
        Fact::Dropped => json!([name, turn, side, "dropped"]),
        Fact::Checked => json!([name, turn, side, "checked"]),
    }
}

fn place(place: Place) -> i64 {
    match place {
        Place::Cell(cell) => i64::from(cell.0),
        Place::Hand => HAND,
        Place::Pocket(army) => POCKET - i64::from(army.0),
        Place::Gone => GONE,
    }
}

pub fn read(value: &Value) -> Result<Effect, RecordProblem> {
    let fields = Fields(value.as_array().map_or(&[], Vec::as_slice), value);
    let name = value.get(0).and_then(Value::as_str).unwrap_or_default();
    Ok(match name {
        "put" => Effect::Put { man: fields.man(1)?, from: fields.place(2)?, to: fields.place(3)? },
        "kind" => Effect::Kind { man: fields.man(1)?, old: KindId(fields.number(2)?), new: KindId(fields.number(3)?) },
        "army" => Effect::Army { man: fields.man(1)?, old: ArmyId(fields.number(2)?), new: ArmyId(fields.number(3)?) },
        "legs" => Effect::Legs { man: fields.man(1)?, old: fields.number(2)?, new: fields.number(3)? },
        "royal" => Effect::Royal { man: fields.man(1)?, old: fields.flag(2)?, new: fields.flag(3)? },
        "make" => Effect::Make {
            man: fields.man(1)?,
            kind: KindId(fields.number(2)?),
            army: ArmyId(fields.number(3)?),
            cell: CellId(fields.number(4)?),
        },
        "mark" => Effect::Mark { cell: CellId(fields.number(1)?), man: fields.man(2)? },
        "unmark" => Effect::Unmark { cell: CellId(fields.number(1)?), man: fields.man(2)? },
        "home" => Effect::Home { man: fields.man(1)?, old: CellId(fields.number(2)?), new: CellId(fields.number(3)?) },
        "recruit" => Effect::Recruit {
            man: fields.man(1)?,
            kind: KindId(fields.number(2)?),
            army: ArmyId(fields.number(3)?),
            home: CellId(fields.number(4)?),
        },
        "note" => Effect::Note {
            note: Note { of: fields.bearer(1)?, key: Key(fields.number(3)?) },
            old: fields.number(4)?,
            new: fields.number(5)?,
        },
        "clock" => Effect::Clock { old: fields.clock(1)?, new: fields.clock(3)? },
        "hole" => Effect::Hole { cell: CellId(fields.number(1)?), open: fields.flag(2)? },
        "grow" => Effect::Grow(Growth {
            board: BoardId(fields.number(1)?),
            left: fields.number(2)?,
            right: fields.number(3)?,
            below: fields.number(4)?,
            above: fields.number(5)?,
        }),
        "lay" => Effect::Lay(Laid {
            board: BoardId(fields.number(1)?),
            universe: fields.number(2)?,
            files: fields.number(3)?,
            ranks: fields.number(4)?,
        }),
        "seam" => Effect::Seam { board: BoardId(fields.number(1)?), files: fields.flag(2)?, old: fields.flag(3)?, new: fields.flag(4)? },
        "declare" => Effect::Declare { kind: KindId(fields.number(1)?) },
        "enlist" => Effect::Enlist { army: ArmyId(fields.number(1)?) },
        "name" => Effect::Name { key: Key(fields.number(1)?) },
        "remember" => Effect::Remember(fields.memory()?),
        "forget" => Effect::Forget(fields.memory()?),
        _ => return Err(RecordProblem::new(format!("no effect is written as {value}"))),
    })
}

struct Fields<'a>(&'a [Value], &'a Value);

impl Fields<'_> {
    fn number<N: TryFrom<i64>>(&self, at: usize) -> Result<N, RecordProblem> {
        let number = self.0.get(at).and_then(Value::as_i64).and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| RecordProblem::new(format!("the effect {} needs another number in place {at}", self.1)))
    }

    fn man(&self, at: usize) -> Result<ManId, RecordProblem> {
        self.number(at).map(ManId)
    }

    fn place(&self, at: usize) -> Result<Place, RecordProblem> {
        match self.number(at)? {
            HAND => Ok(Place::Hand),
            GONE => Ok(Place::Gone),
            place => {
                let pocket = || u8::try_from(POCKET - place).ok().map(|army| Place::Pocket(ArmyId(army)));
                let place = u16::try_from(place).ok().map(|cell| Place::Cell(CellId(cell))).or_else(pocket);
                place.ok_or_else(|| RecordProblem::new(format!("the effect {} names no place in place {at}", self.1)))
            }
        }
    }

    fn word(&self, at: usize) -> &str {
        self.0.get(at).and_then(Value::as_str).unwrap_or_default()
    }

    fn bearer(&self, at: usize) -> Result<Bearer, RecordProblem> {
        Ok(match self.word(at) {
            "game" => Bearer::Game,
            "side" => Bearer::Side(SideId(self.number(at + 1)?)),
            "army" => Bearer::Army(ArmyId(self.number(at + 1)?)),
            "man" => Bearer::Man(self.man(at + 1)?),
            "cell" => Bearer::Cell(CellId(self.number(at + 1)?)),
            "pending" => Bearer::Pending(self.number(at + 1)?),
            _ => return Err(RecordProblem::new(format!("the effect {} notes something of nobody in place {at}", self.1))),
        })
    }

    /// A turn and whose phase.
    fn clock(&self, at: usize) -> Result<Clock, RecordProblem> {
        let turn = u32::from(self.number::<u16>(at)?);
        let side = match self.number(at + 1)? {
            NO_SIDE => None,
            _ => Some(SideId(self.number(at + 1)?)),
        };
        Ok(Clock::new(turn, side))
    }

    fn memory(&self) -> Result<Memory, RecordProblem> {
        let fact = match self.word(3) {
            "went" => Fact::Went {
                man: self.man(4)?,
                kind: KindId(self.number(5)?),
                army: ArmyId(self.number(6)?),
                from: CellId(self.number(7)?),
                to: CellId(self.number(8)?),
            },
            "took" => Fact::Took { man: self.man(4)?, kind: KindId(self.number(5)?), army: ArmyId(self.number(6)?) },
            "became" => Fact::Became { kind: KindId(self.number(4)?) },
            "castled" => Fact::Castled,
            "dropped" => Fact::Dropped,
            "checked" => Fact::Checked,
            _ => return Err(RecordProblem::new(format!("the effect {} tells of no fact", self.1))),
        };
        Ok(Memory { at: self.clock(1)?, fact })
    }

    fn flag(&self, at: usize) -> Result<bool, RecordProblem> {
        let flag = self.0.get(at).and_then(Value::as_bool);
        flag.ok_or_else(|| RecordProblem::new(format!("the effect {} needs true or false in place {at}", self.1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_read_back() {
        let man = ManId(12);
        let effects = [
            Effect::Put { man, from: Place::Cell(CellId(52)), to: Place::Hand },
            Effect::Put { man, from: Place::Hand, to: Place::Gone },
            Effect::Kind { man, old: KindId(1), new: KindId(2) },
            Effect::Army { man, old: ArmyId(1), new: ArmyId(2) },
            Effect::Legs { man, old: 0, new: 1 },
            Effect::Royal { man, old: false, new: true },
            Effect::Make { man, kind: KindId(3), army: ArmyId(0), cell: CellId(7) },
            Effect::Mark { cell: CellId(20), man },
            Effect::Unmark { cell: CellId(20), man },
            Effect::Put { man, from: Place::Pocket(ArmyId(0)), to: Place::Pocket(ArmyId(255)) },
            Effect::Home { man, old: CellId(1), new: CellId(2) },
            Effect::Recruit { man, kind: KindId(3), army: ArmyId(1), home: CellId(7) },
            Effect::Clock { old: Clock::default(), new: Clock::new(7, Some(SideId(2))) },
            Effect::Hole { cell: CellId(4095), open: false },
            Effect::Grow(Growth { board: BoardId(2), left: 1, right: 2, below: 3, above: 255 }),
            Effect::Lay(Laid { board: BoardId(3), universe: 4, files: 8, ranks: 255 }),
            Effect::Seam { board: BoardId(1), files: true, old: false, new: true },
            Effect::Declare { kind: KindId(7) },
            Effect::Enlist { army: ArmyId(3) },
            Effect::Name { key: Key(300) },
        ];
        let bearers =
            [Bearer::Game, Bearer::Side(SideId(1)), Bearer::Army(ArmyId(2)), Bearer::Man(man), Bearer::Cell(CellId(4)), Bearer::Pending(5)];
        let notes = bearers.map(|of| Effect::Note { note: Note { of, key: Key(5) }, old: i32::MIN, new: i32::MAX });
        let at = Clock::new(65_535, None);
        let facts = [
            Fact::Went { man, kind: KindId(1), army: ArmyId(0), from: CellId(9), to: CellId(10) },
            Fact::Took { man, kind: KindId(1), army: ArmyId(1) },
            Fact::Became { kind: KindId(4) },
            Fact::Castled,
            Fact::Dropped,
            Fact::Checked,
        ];
        let memories = facts.map(|fact| Memory { at, fact });
        let past = memories.map(Effect::Remember).into_iter().chain(memories.map(Effect::Forget));
        for effect in effects.into_iter().chain(notes).chain(past) {
            assert_eq!(read(&write(&effect)), Ok(effect));
        }
    }

    #[test]
    fn what_is_no_effect_is_refused() {
        for bad in [
            json!(["put", 1, 2]),
            json!(["put", 1, 2, 70000]),
            json!(["fly", 1]),
            json!(7),
            json!(["royal", 1, 0, 1]),
            json!(["put", 1, 2, -300]),
            json!(["note", "moon", 0, 1, 2, 3]),
            json!(["remember", 1, 0, "dreamt"]),
            json!(["clock", 70000, 0, 1, 0]),
            json!(["clock", 1, -2, 1, 0]),
        ] {
            assert!(read(&bad).is_err(), "{bad}");
        }
    }
}
