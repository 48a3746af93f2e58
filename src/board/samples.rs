//! Positions and effects for tests: any effect that fits, chosen by numbers.

use super::*;

fn kind(name: &str) -> Kind {
    Kind {
        name: name.into(),
        plural: format!("{name}s"),
        letter: name[..1].to_uppercase(),
        figure: None,
        value: 1,
        unlettered: false,
        royal: false,
    }
}

fn army(name: &str, side: u8) -> Army {
    Army { name: name.into(), side: SideId(side), frame: Frame::Up, universe: 1 }
}

/// Two small boards, three armies, two kinds, and more announced.
pub fn boards() -> Position {
    let entities = Entities {
        kinds: vec![kind("ship"), kind("probe")],
        armies: vec![army("red", 0), army("blue", 1), army("grey", 0)],
        names: vec!["points".into(), "hot zone".into()],
    };
    let mut geometry = Geometry::default();
    geometry.add_rectangle(1, 5, 4).unwrap();
    geometry.add_rectangle(2, 3, 3).unwrap();
    let mut position = Position::empty(entities.into(), geometry.into());
    position.announce(News {
        kinds: vec![kind("yeti"), kind("borg")],
        armies: vec![army("green", 2), army("brown", 3)],
        names: vec!["held".into(), "fuel".into()],
    });
    position.crown([KindId(1)].into_iter());
    position
}

/// An effect that fits the position, chosen by numbers from nowhere.
pub fn some_effect(position: &Position, sort: u8, one: usize, other: usize) -> Effect {
    let cell = CellId((other % position.geometry.cells.len()) as u16);
    let [kinds, armies, names] = position.entities.counts();
    let (any_kind, any_army) = (KindId((one % kinds) as u8), ArmyId((one % armies) as u8));
    let board = BoardId((one % 2) as u8);
    let free = position.is_free(cell);
    let count = position.men().count();
    let sort = if count > 20 && (sort == 0 || sort == 18) { 1 } else { sort };
    if count == 0 || sort == 0 && free {
        let cell = (0..).map(CellId).find(|&cell| position.is_free(cell)).filter(|_| !free).unwrap_or(cell);
        return Effect::Make { man: position.next_man(), kind: any_kind, army: any_army, cell };
    }
    let man = ManId((one % count) as u16);
    let Man { kind, army, place, legs, real, home, .. } = *position.man(man);
    let marked = position.marks().get(one % position.marks().len().max(1));
    let off = [Place::Gone, Place::Hand, Place::Pocket(ArmyId((other % armies) as u8))];
    let news = position.news();
    match (sort, marked) {
        (0..=3, _) if free => Effect::Put { man, from: place, to: Place::Cell(cell) },
        (0..=4, _) => Effect::Put { man, from: place, to: off[other % 3] },
        (5, _) => Effect::Kind { man, old: kind, new: KindId((other % kinds) as u8) },
        (6, _) => Effect::Army { man, old: army, new: ArmyId((other % armies) as u8) },
        (7, _) => Effect::Legs { man, old: legs, new: other as u16 },
        (8, _) => Effect::Royal { man, old: real, new: other.is_multiple_of(2) },
        (9, Some(&Mark { cell, man })) => Effect::Unmark { cell, man },
        (10, _) => {
            let bearers = [Bearer::Game, Bearer::Side(SideId(one as u8)), Bearer::Army(any_army), Bearer::Man(man), Bearer::Cell(cell)];
            let note = Note { of: bearers[other % 5], key: Key((one % names) as u16) };
            Effect::Note { note, old: position.note(note), new: (other % 3) as i32 - 1 }
        }
        (11, _) => {
            let side = (!one.is_multiple_of(3)).then_some(SideId((one % 3) as u8));
            Effect::Clock { old: position.clock(), new: Clock::new(other as u32 % 50, side) }
        }
        (12, _) if position.on(cell).is_none() => Effect::Hole { cell, open: !free },
        (13, _) => {
            let [left, right, below, above] = [one % 2, one / 2 % 2, other % 2, other / 2 % 2].map(|by| by as u8);
            let growth = Growth { board, left, right, below, above };
            match position.geometry.could_grow(growth) {
                Ok(()) if position.geometry.growths.len() < 5 => Effect::Grow(growth),
                _ => Effect::Home { man, old: home, new: cell },
            }
        }
        (14, _) => {
            let seams = position.geometry.board(board).seams;
            let files = other.is_multiple_of(2);
            let old = if files { seams.files } else { seams.ranks };
            Effect::Seam { board, files, old, new: one.is_multiple_of(3) }
        }
        (15, _) if !news.kinds.is_empty() => Effect::Declare { kind: position.next_kind() },
        (16, _) if !news.armies.is_empty() => Effect::Enlist { army: position.next_army() },
        (17, _) if !news.names.is_empty() => Effect::Name { key: position.next_key() },
        (18, _) => Effect::Recruit { man: position.next_man(), kind: any_kind, army: any_army, home: cell },
        (19 | 20, _) => {
            let facts = [
                Fact::Went { man, kind, army, from: home, to: cell },
                Fact::Took { man, kind, army },
                Fact::Became { kind },
                Fact::Castled,
                Fact::Dropped,
                Fact::Checked,
            ];
            Effect::Remember(Memory { at: position.clock(), fact: facts[other % 6] })
        }
        (22, _) if position.geometry.boards.len() < 5 && position.geometry.cells.len() < 120 => {
            let universe = (one % 4) as u16 + 1;
            Effect::Lay(Laid { board: BoardId(position.geometry.boards.len() as u8), universe, files: 3, ranks: (other % 4) as u8 + 1 })
        }
        (21, _) if !position.past().is_empty() => Effect::Forget(position.past().memories()[0]),
        _ => Effect::Mark { cell, man },
    }
}
