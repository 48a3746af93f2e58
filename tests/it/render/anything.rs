//! Any position at all: drawings never panic, and the placement line can be read back.

use std::sync::Arc;

use custodian::board::{Army, ArmyId, BoardId, CellId, Effect, Entities, Frame, Growth, Kind, KindId, Position, SideId};
use custodian::render::{Scene, View, html, png, svg, text};
use proptest::prelude::*;
use resvg::usvg::{Options, Tree};

use super::samples;

#[derive(Clone, Debug)]
struct Anything {
    files: i16,
    /// A cell is a hole if its byte is 8; on it stands, or with 9 is in reserve, nobody or a man of a kind and an army.
    cells: Vec<(u8, Option<(u8, u8)>)>,
    kinds: Vec<(String, Option<char>, bool)>,
    armies: Vec<(String, bool)>,
    trail: Vec<u16>,
    grown: [u8; 4],
    down: bool,
}

fn anything() -> impl Strategy<Value = Anything> {
    let kind = ("\\PC{0,4}", proptest::option::of(prop_oneof![Just('♞'), Just('🩓'), any::<char>()]), any::<bool>());
    let army = (prop_oneof!["[a-z0-9 ]{0,9}".prop_map(String::from), "\\PC{0,9}".prop_map(String::from)], any::<bool>());
    let cell = (0u8..10, proptest::option::of((0u8..9, 0u8..6)));
    (1i16..11, 1i16..11).prop_flat_map(move |(files, ranks)| {
        let cells = proptest::collection::vec(cell.clone(), (files * ranks) as usize);
        let trail = proptest::collection::vec(0u16..100, 0..5);
        let grown = proptest::array::uniform4(0u8..3);
        (cells, proptest::collection::vec(kind.clone(), 9), proptest::collection::vec(army.clone(), 6), trail, grown, any::<bool>())
            .prop_map(move |(cells, kinds, armies, trail, grown, down)| Anything { files, cells, kinds, armies, trail, grown, down })
    })
}

impl Anything {
    fn scene(&self) -> Scene {
        let kind = |(letter, figure, flag): &(String, Option<char>, bool)| Kind {
            name: format!("kind {letter}"),
            plural: format!("kinds {letter}"),
            letter: letter.clone(),
            figure: *figure,
            value: letter.len() as u16,
            unlettered: *flag,
            royal: *flag,
        };
        let frame = |down| if down { Frame::Down } else { Frame::Up };
        let army = |(at, (name, down)): (usize, &(String, bool))| Army {
            name: name.clone(),
            side: SideId(at as u8 / 2),
            frame: frame(*down),
            universe: 1,
        };
        let entities = Entities {
            kinds: self.kinds.iter().map(kind).collect(),
            armies: self.armies.iter().enumerate().map(army).collect(),
            names: Vec::new(),
        };
        let geometry = samples::rectangle(self.files, self.cells.len() as i16 / self.files);
        let mut position = Position::empty(Arc::new(entities), Arc::new(geometry));
        for (cell, &(hole, stands)) in (0..).map(CellId).zip(&self.cells) {
            let man = position.next_man();
            match stands.map(|(kind, army)| (KindId(kind), ArmyId(army))) {
                _ if hole == 8 => position.apply(&Effect::Hole { cell, open: false }),
                Some((kind, army)) if hole == 9 => position.apply(&Effect::Recruit { man, kind, army, home: cell }),
                Some((kind, army)) => {
                    position.apply(&Effect::Make { man, kind, army, cell });
                    position.apply(&Effect::Royal { man, old: false, new: army.0 % 2 == 0 });
                }
                None => {}
            }
        }
        let growth = Growth { board: BoardId(0), left: self.grown[0], right: self.grown[1], below: self.grown[2], above: self.grown[3] };
        if position.geometry.could_grow(growth).is_ok() {
            position.apply(&Effect::Grow(growth));
        }
        let mut view = View::new("Anything").seen_from(frame(self.down));
        let trail: Vec<CellId> = self.trail.iter().map(|&cell| CellId(cell)).collect();
        (view.struck, view.checked) = (trail.clone(), trail.clone());
        view.trails = vec![trail];
        Scene::of(&position, BoardId(0), &view)
    }
}

/// How many men, holes and empty squares a placement line tells of in each rank.
fn read(line: &str) -> Vec<(usize, usize, usize)> {
    let rank = |rank: &str| {
        let (mut men, mut holes, mut empty) = (0, 0, 0);
        let mut rest = rank;
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '(' => {
                    men += 1;
                    rest.find(')').expect("a closing bracket") + 1
                }
                '*' => {
                    holes += 1;
                    1
                }
                _ if first.is_ascii_digit() => {
                    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                    empty += rest[..digits].parse::<usize>().expect("a number");
                    digits
                }
                _ => {
                    men += 1;
                    first.len_utf8()
                }
            };
            rest = &rest[length..];
        }
        (men, holes, empty)
    };
    line.split('/').map(rank).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn is_drawn(anything in anything()) {
        let scene = anything.scene();
        let men = scene.squares.iter().filter(|square| square.figure.is_some()).count();
        let board = text::board(&scene);
        prop_assert!(board.lines().count() >= usize::from(scene.rows) + 4);
        prop_assert_eq!((0..scene.liveries.len()).map(|at| scene.men_of(at).len()).sum::<usize>(), men);
        let looks: Vec<_> = scene.liveries.iter().map(|livery| (livery.tone == custodian::render::Tone::Light, livery.rank)).collect();
        prop_assert!((1..looks.len()).all(|at| !looks[..at].contains(&looks[at])), "armies look alike: {:?}", looks);

        let table = html::table(&scene);
        prop_assert_eq!(table.matches("border:4px").count(), men);
        let drawing = svg::drawing(&scene);
        prop_assert!(Tree::from_str(&drawing, &Options::default()).is_ok(), "{}", drawing);

        let odd = |kind: &(String, Option<char>, bool)| kind.0.contains(['(', ')', '/']);
        if !anything.kinds.iter().any(odd) {
            let counted = read(&text::line(&scene));
            prop_assert_eq!(counted.len(), usize::from(scene.rows));
            prop_assert_eq!(counted.iter().map(|rank| rank.0).sum::<usize>(), men);
            prop_assert_eq!(counted.iter().map(|rank| rank.0 + rank.2).sum::<usize>(), scene.squares.len());
            prop_assert_eq!(counted.iter().map(|rank| rank.1).sum::<usize>(), scene.holes.len());
            prop_assert!(counted.iter().all(|rank| rank.0 + rank.1 + rank.2 == usize::from(scene.columns)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn is_painted(anything in anything()) {
        let picture = png::picture(&anything.scene()).expect("a picture");
        prop_assert!(picture.starts_with(b"\x89PNG"));
    }
}
