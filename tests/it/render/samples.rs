//! Positions to draw: a start, a middle game, larger boards, holes, four armies, kinds without a figure.

use std::sync::Arc;

use custodian::board::{
    Army, ArmyId, Bearer, BoardId, CellId, Effect, Entities, Frame, Geometry, Growth, Key, Kind, KindId, ManId, Note, Place, Position,
    SideId,
};
use custodian::render::{Scene, View};

/// name, plural, letter, figure, value, unlettered, royal
type Row = (&'static str, &'static str, &'static str, Option<char>, u16, bool, bool);

const KINDS: [Row; 9] = [
    ("pawn", "pawns", "P", Some('♟'), 1, true, false),
    ("knight", "knights", "N", Some('♞'), 3, false, false),
    ("bishop", "bishops", "B", Some('♝'), 3, false, false),
    ("rook", "rooks", "R", Some('♜'), 5, false, false),
    ("queen", "queens", "Q", Some('♛'), 9, false, false),
    ("king", "kings", "K", Some('♚'), 0, false, true),
    ("archbishop", "archbishops", "A", Some('🩓'), 7, false, false),
    ("yeti", "yetis", "Y", None, 4, false, false),
    ("super <pawn>", "super <pawns>", "SP", None, 2, false, false),
];

pub fn kinds() -> Vec<Kind> {
    let kind = |&(name, plural, letter, figure, value, unlettered, royal): &Row| Kind {
        name: name.into(),
        plural: plural.into(),
        letter: letter.into(),
        figure,
        value,
        unlettered,
        royal,
    };
    KINDS.iter().map(kind).collect()
}

pub fn army(name: &str, side: u8, frame: Frame) -> Army {
    Army { name: name.into(), side: SideId(side), frame, universe: 1 }
}

pub fn rectangle(files: i16, ranks: i16) -> Geometry {
    let mut geometry = Geometry::default();
    geometry.add_rectangle(1, files, ranks).expect("a board within the limits");
    geometry
}

pub fn empty(geometry: Geometry, armies: Vec<Army>) -> Position {
    Position::empty(Arc::new(Entities { kinds: kinds(), armies, names: Vec::new() }), Arc::new(geometry))
}

pub fn cell(position: &Position, name: &str) -> CellId {
    let named = |at: &usize| position.geometry.name(CellId(*at as u16)) == name;
    CellId((0..position.geometry.cells.len()).find(named).unwrap_or_else(|| panic!("no cell {name}")) as u16)
}

/// Makes a man on a cell.
pub fn make(position: &mut Position, army: u8, letter: &str, name: &str) -> ManId {
    let man = position.next_man();
    let kind = KINDS.iter().position(|row| row.2 == letter).unwrap_or_else(|| panic!("no kind {letter}"));
    let cell = cell(position, name);
    position.apply(&Effect::Make { man, kind: KindId(kind as u8), army: ArmyId(army), cell });
    man
}

/// Sets up men by placement: rows from the top, upper case for the first army, lower for the second.
pub fn place(position: &mut Position, placement: &str) {
    let top = placement.split('/').count();
    for (row, men) in placement.split('/').enumerate() {
        let mut file = 0u8;
        for letter in men.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as u8,
                None => {
                    let name = format!("{}{}", char::from(b'a' + file), top - row);
                    make(position, u8::from(letter.is_lowercase()), &letter.to_uppercase().to_string(), &name);
                    file += 1;
                }
            }
        }
    }
}

/// What a move does, as effects: the victim leaves first, the mover goes over the hand.
pub fn step(position: &mut Position, from: &str, to: &str) -> Vec<Effect> {
    let (from, to) = (cell(position, from), cell(position, to));
    let mover = position.on(from).expect("a man stands there");
    let mut effects = Vec::new();
    if let Some(man) = position.on(to) {
        effects.push(Effect::Put { man, from: Place::Cell(to), to: Place::Gone });
    }
    effects.push(Effect::Put { man: mover, from: Place::Cell(from), to: Place::Hand });
    effects.push(Effect::Put { man: mover, from: Place::Hand, to: Place::Cell(to) });
    effects.iter().for_each(|effect| position.apply(effect));
    effects
}

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

pub fn start(hot: &str, cold: &str) -> Position {
    let mut position = empty(rectangle(8, 8), vec![army(hot, 0, Frame::Up), army(cold, 1, Frame::Down)]);
    place(&mut position, START);
    position
}

pub fn scene(position: &Position, view: &View) -> Scene {
    Scene::of(position, BoardId(0), view)
}

/// Every sample by name.
pub fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("start", scene(&start("white", "black"), &View::new("Zaphod:1"))),
        ("middle", middle()),
        ("blue", from_below()),
        ("large", large()),
        ("holes", holes()),
        ("grown", grown()),
        ("four", four()),
        ("unknown", unknown()),
        ("named", named()),
    ]
}

fn middle() -> Scene {
    let mut position = start("white", "green");
    place_after_clearing(&mut position, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2NBPN2/PPP2PPP/R1BQ1RK1");
    let mut view = View::new("Zaphod:1 · after move 8");
    view.players = vec![(ArmyId(0), "Arthur".into()), (ArmyId(1), "Trillian".into())];
    let effects = step(&mut position, "d3", "h7");
    view.checked.push(cell(&position, "g8"));
    scene(&position, &view.showing(&effects))
}

fn from_below() -> Scene {
    let mut position = start("yellow", "blue");
    let effects = step(&mut position, "g8", "f6");
    scene(&position, &View::new("Zaphod:2").seen_from(Frame::Down).showing(&effects))
}

fn large() -> Scene {
    let mut position = empty(rectangle(10, 10), vec![army("orange", 0, Frame::Up), army("red", 1, Frame::Down)]);
    place(&mut position, "rnabqkbanr/pppppppppp/91/91/91/91/91/91/PPPPPPPPPP/RNABQKBANR");
    let effects = step(&mut position, "c1", "e4");
    scene(&position, &View::new("Zaphod:3").showing(&effects))
}

fn holes() -> Scene {
    let mut position = empty(rectangle(8, 8), vec![army("white", 0, Frame::Up), army("black", 1, Frame::Down)]);
    close(&mut position, &["d4", "e4", "d5", "e5", "a1", "h8"]);
    place(&mut position, "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR");
    let effects = [step(&mut position, "b1", "c3"), step(&mut position, "c3", "b5"), step(&mut position, "b5", "c7")].concat();
    scene(&position, &View::new("Ring").showing(&effects))
}

pub fn close(position: &mut Position, names: &[&str]) {
    for name in names {
        let cell = cell(position, name);
        position.apply(&Effect::Hole { cell, open: false });
    }
}

/// Grown by a ring, with a hole, and men in reserve.
fn grown() -> Scene {
    let mut position = start("white", "black");
    position.apply(&Effect::Grow(Growth { board: BoardId(0), left: 1, right: 1, below: 1, above: 1 }));
    close(&mut position, &["z0", "i9"]);
    for (army, letter) in [(0, "N"), (0, "P"), (0, "P"), (1, "Q"), (1, "SP"), (1, "A")] {
        recruit(&mut position, army, letter);
    }
    let effects = step(&mut position, "a1", "z4");
    let man = recruit(&mut position, 1, "Y");
    let drop = Effect::Put { man, from: Place::Pocket(ArmyId(1)), to: Place::Cell(cell(&position, "e0")) };
    position.apply(&drop);
    scene(&position, &View::new("The hot zone").showing(&effects).showing(&[drop]))
}

/// A man in reserve.
pub fn recruit(position: &mut Position, army: u8, letter: &str) -> ManId {
    let man = position.next_man();
    let kind = KINDS.iter().position(|row| row.2 == letter).unwrap_or_else(|| panic!("no kind {letter}"));
    position.apply(&Effect::Recruit { man, kind: KindId(kind as u8), army: ArmyId(army), home: CellId(0) });
    man
}

fn four() -> Scene {
    let colours = [("white", 0, Frame::Up), ("green", 1, Frame::Down), ("yellow", 0, Frame::Up), ("1a", 2, Frame::Down)];
    let armies = colours.map(|(colour, side, frame)| army(colour, side, frame));
    let mut position = empty(rectangle(8, 8), armies.to_vec());
    place(&mut position, START);
    for (army, letter, name) in
        [(2, "Q", "d4"), (2, "N", "c4"), (2, "P", "b4"), (3, "K", "e5"), (3, "R", "g5"), (3, "B", "f5"), (3, "Y", "a5")]
    {
        make(&mut position, army, letter, name);
    }
    let king = position.on(cell(&position, "e1")).expect("the king");
    position.apply(&Effect::Royal { man: king, old: false, new: true });
    make(&mut position, 0, "K", "h3");
    scene(&position, &View::new("Visitors"))
}

/// Squares with names, marked men, a hole, the last move and a badge, beside each other.
fn named() -> Scene {
    let colours = [("white", 0, Frame::Up), ("green", 1, Frame::Down), ("yellow", 0, Frame::Up)];
    let armies: Vec<Army> = colours.map(|(colour, side, frame)| army(colour, side, frame)).to_vec();
    let names = vec!["marked: champion".to_string(), "marked: asleep".to_string()];
    let mut position = Position::empty(Arc::new(Entities { kinds: kinds(), armies, names }), Arc::new(rectangle(8, 8)));
    place(&mut position, START);
    for (army, letter, name) in [(2, "Q", "d4"), (2, "Y", "e5")] {
        make(&mut position, army, letter, name);
    }
    let hole = cell(&position, "a5");
    position.apply(&Effect::Hole { cell: hole, open: false });
    for (key, name) in [(0, "e2"), (0, "d4"), (1, "d4"), (1, "g8"), (0, "b7")] {
        let man = position.on(cell(&position, name)).expect("a man");
        let note = Note { of: Bearer::Man(man), key: Key(key) };
        position.apply(&Effect::Note { note, old: 0, new: 1 });
    }
    let move_made = step(&mut position, "c2", "c4");
    let mut view = View::new("Zaphod:2").showing(&move_made);
    let cells = |names: &[&str]| names.iter().map(|name| cell(&position, name)).collect::<Vec<_>>();
    view.names = vec![
        ("lava".into(), cells(&["d4", "e4", "d5", "e5", "c4"])),
        ("swamp".into(), cells(&["g6", "h6", "g7", "h7", "e4"])),
        ("elsewhere".into(), Vec::new()),
    ];
    scene(&position, &view)
}

fn unknown() -> Scene {
    let mut position = start("1a", "2a");
    for (army, letter, name) in [(0, "Y", "c3"), (1, "Y", "d6"), (0, "SP", "e4"), (1, "SP", "f5"), (0, "A", "g4"), (1, "A", "b5")] {
        make(&mut position, army, letter, name);
    }
    scene(&position, &View::new("Zaphod:4"))
}

/// Takes all men off and sets others up.
fn place_after_clearing(position: &mut Position, placement: &str) {
    let standing: Vec<_> = position.standing(BoardId(0)).map(|(man, _, cell)| (man, cell)).collect();
    for (man, cell) in standing {
        position.apply(&Effect::Put { man, from: Place::Cell(cell), to: Place::Gone });
    }
    place(position, placement);
}
