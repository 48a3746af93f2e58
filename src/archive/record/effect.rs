//! Effects as short arrays: `["put",12,52,36]`. Cells and men by number; -1 is in hand, -2 is gone.

use serde_json::{Value, json};

use super::RecordProblem;
use crate::board::{ArmyId, CellId, Effect, KindId, ManId, Place};

const HAND: i64 = -1;
const GONE: i64 = -2;

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
    }
}

fn place(place: Place) -> i64 {
    match place {
        Place::Cell(cell) => i64::from(cell.0),
        Place::Hand => HAND,
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
            cell => match u16::try_from(cell) {
                Ok(cell) => Ok(Place::Cell(CellId(cell))),
                Err(_) => Err(RecordProblem::new(format!("the effect {} names no place in place {at}", self.1))),
            },
        }
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
        ];
        for effect in effects {
            assert_eq!(read(&write(&effect)), Ok(effect));
        }
    }

    #[test]
    fn what_is_no_effect_is_refused() {
        for bad in [json!(["put", 1, 2]), json!(["put", 1, 2, 70000]), json!(["fly", 1]), json!(7), json!(["royal", 1, 0, 1])] {
            assert!(read(&bad).is_err(), "{bad}");
        }
    }
}
