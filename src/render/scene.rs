//! One board as plain data, ready to be drawn: squares, men, what is pointed out, labels and legend.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{Livery, View};
use crate::board::{ArmyId, Bearer, BoardId, Cell, CellId, Entities, Frame, Geometry, Key, Man, ManId, Note, Place, Position, Vector};
use crate::law::{HELD, STATE, awaited, borne, is_counter};
use crate::rule::counted_in_digits;

/// The shade of a square: a1 is dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    Light,
    Dark,
}

/// One square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// Columns from the left and rows from the top of the drawing, from 0.
    pub column: u16,
    pub row: u16,
    /// Its coordinates on the board, whichever side it is seen from.
    pub file: i16,
    pub rank: i16,
    pub shade: Shade,
    /// Its name on the board: `e4`.
    pub name: String,
    /// The man on it.
    pub figure: Option<Figure>,
    /// A last move began, passed or ended here.
    pub trodden: bool,
    /// A last move ended here.
    pub reached: bool,
    /// A man was taken off here in the last move.
    pub struck: bool,
    /// A king in check stands here.
    pub checked: bool,
    /// Which of the scene's named places it belongs to.
    pub named: Vec<usize>,
    /// What the man on it is marked as: which of the scene's marks.
    pub marked: Vec<usize>,
}

/// A name that is shown on a board by a letter: of squares, or of what men are marked as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    pub letter: String,
    pub name: String,
}

impl Tag {
    /// `L: lava`
    pub fn gloss(&self) -> String {
        format!("{}: {}", self.letter, self.name)
    }

    /// Each name with a letter of its own: one of its letters that no other has, else a number.
    fn all(names: Vec<String>, taken: &mut Vec<String>) -> Vec<Tag> {
        let tag = |name: String| {
            let letters = name.chars().filter(|letter| letter.is_ascii_alphabetic()).map(|letter| letter.to_ascii_uppercase().to_string());
            let numbers = (1..).map(|number: u32| number.to_string());
            let letter = letters.chain(numbers).find(|letter| !taken.contains(letter)).unwrap_or_default();
            taken.push(letter.clone());
            Tag { letter, name }
        };
        names.into_iter().map(tag).collect()
    }
}

/// A place where a man can neither stand nor pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    /// As of a [`Square`].
    pub column: u16,
    pub row: u16,
    pub file: i16,
    pub rank: i16,
}

/// The men that an army has in reserve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// Which of the scene's liveries the army wears.
    pub livery: usize,
    /// One of each kind and how many, in the order of a list.
    pub men: Vec<(Figure, usize)>,
}

impl Reserve {
    /// `knight, 2 pawns`
    pub fn words(&self) -> String {
        let word = |(figure, count): &(Figure, usize)| match count {
            1 => figure.kind.clone(),
            _ => format!("{count} {}", figure.plural),
        };
        self.men.iter().map(word).collect::<Vec<_>>().join(", ")
    }
}

/// A man on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its kind's name and plural: `knight`, `knights`.
    pub kind: String,
    pub plural: String,
    /// The letter of its kind, upper case; the text of its badge.
    pub letter: String,
    /// The letter is left out in lists of men.
    pub unlettered: bool,
    /// Where in a list its kind stands: lower numbers come first.
    pub order: usize,
    /// The character it is drawn as; none: a badge.
    pub glyph: Option<char>,
    /// Which of the scene's liveries it wears.
    pub livery: usize,
    /// The real one among kings of its player that are not (M3).
    pub real: bool,
}

impl Figure {
    /// What its letter means: `Y: yeti`.
    pub fn gloss(&self) -> String {
        format!("{}: {}", self.letter, self.kind)
    }
}

/// One board, seen from one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    pub title: String,
    pub columns: u16,
    pub rows: u16,
    /// The squares, row by row from the top left.
    pub squares: Vec<Square>,
    /// The holes, row by row from the top left.
    pub holes: Vec<Hole>,
    /// Labels under the columns, from the left: `a`, `b`, ...
    pub files: Vec<String>,
    /// Labels beside the rows, from the top: `8`, `7`, ...
    pub ranks: Vec<String>,
    /// The ways of the last moves, as indices of squares.
    pub trails: Vec<Vec<usize>>,
    /// The armies that have men on the board, the ones at home here first.
    pub liveries: Vec<Livery>,
    /// What the armies at home here have in reserve, those of them that have anything.
    pub reserves: Vec<Reserve>,
    /// What rules count for their players: a livery, and `3 points`.
    pub counted: Vec<(usize, String)>,
    /// Which opposite edges are one: `left and right`.
    pub joined: Vec<&'static str>,
    /// The names of squares, and what men are marked as, that are to be seen here.
    pub places: Vec<Tag>,
    pub marks: Vec<Tag>,
    /// The men that may not move for a while: `white rook on e4 for two phases`.
    pub held: Vec<String>,
    /// What is counted for men, of those for whom it is not as at the start.
    pub borne: Vec<String>,
    /// What rules have put off, and what lasts for a time.
    pub awaited: Vec<String>,
}

impl Scene {
    /// What a board of a position looks like in a view.
    pub fn of(position: &Position, board: BoardId, view: &View) -> Scene {
        let grid = Grid::of(&position.geometry, board, view.frame);
        let (holes, squares): (Vec<_>, Vec<_>) = grid.cells.iter().partition(|(_, _, cell)| position.is_hole(*cell));
        let armies = armies_of(position, board);
        let mut liveries = Livery::of_all(armies.iter().map(|&id| (id, position.entities.army(id))));
        for (livery, id) in liveries.iter_mut().zip(&armies) {
            livery.player = view.players.iter().find(|(army, _)| army == id).map(|(_, player)| player.clone());
        }
        let figures = Figures { position, armies: &armies, orders: orders(&position.entities) };
        let hole = |&(row, column, cell): &(u16, u16, CellId)| {
            let Cell { file, rank, .. } = *position.geometry.cell(cell);
            Hole { column, row, file, rank }
        };
        let here = |cells: &[CellId]| squares.iter().any(|(_, _, cell)| cells.contains(cell));
        let places: Vec<&(String, Vec<CellId>)> = view.names.iter().filter(|(_, cells)| here(cells)).collect();
        let states = figures.states(board);
        let square = |&(row, column, cell): &(u16, u16, CellId)| Square {
            column,
            row,
            file: position.geometry.cell(cell).file,
            rank: position.geometry.cell(cell).rank,
            shade: shade(position.geometry.cell(cell)),
            name: position.geometry.name(cell),
            figure: position.on(cell).map(|man| figures.of(man)),
            trodden: view.trails.iter().any(|trail| trail.contains(&cell)),
            reached: view.trails.iter().any(|trail| trail.last() == Some(&cell)),
            struck: view.struck.contains(&cell),
            checked: view.checked.contains(&cell),
            named: (0..places.len()).filter(|&at| places[at].1.contains(&cell)).collect(),
            marked: position.on(cell).map(|man| figures.marked(man, &states)).unwrap_or_default(),
        };
        let on_grid = |cell: &CellId| squares.iter().position(|(_, _, other)| other == cell);
        let trails = view.trails.iter().map(|trail| trail.iter().filter_map(on_grid).collect::<Vec<_>>());

        let mut letters = Vec::new();

        Scene {
            places: Tag::all(places.iter().map(|(name, _)| name.clone()).collect(), &mut letters),
            marks: Tag::all(states.iter().map(|(state, _)| state.clone()).collect(), &mut letters),
            title: view.title.clone(),
            columns: grid.columns,
            rows: grid.rows,
            squares: squares.iter().map(square).collect(),
            holes: holes.iter().map(hole).collect(),
            files: grid.files(&position.geometry),
            ranks: grid.ranks(&position.geometry),
            trails: trails.filter(|trail| trail.len() > 1).collect(),
            reserves: (0..liveries.len()).filter_map(|livery| figures.reserve(livery, board)).collect(),
            counted: (0..liveries.len()).flat_map(|livery| figures.counted(livery)).collect(),
            joined: joined(&position.geometry, board, view.frame),
            held: figures.held(board),
            borne: figures.borne(board),
            awaited: awaited(position, board, &view.sayings),
            liveries,
        }
    }

    /// Every man to be seen: on the board and in reserve.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        let standing = self.squares.iter().filter_map(|square| square.figure.as_ref());
        standing.chain(self.reserves.iter().flat_map(|reserve| reserve.men.iter().map(|(figure, _)| figure)))
    }

    /// The liveries that somebody on the board or in reserve wears.
    pub fn present(&self) -> impl Iterator<Item = usize> {
        let worn = |at: &usize| self.figures().any(|figure| figure.livery == *at);
        (0..self.liveries.len()).filter(worn)
    }

    /// A man of each kind to be seen that has no figure of the old chess set, which everybody knows.
    pub fn strange_kinds(&self) -> Vec<&Figure> {
        let strange = self.figures().filter(|figure| !figure.glyph.is_some_and(|glyph| ('♔'..='♟').contains(&glyph)));
        let kinds: BTreeMap<usize, &Figure> = strange.map(|figure| (figure.order, figure)).collect();
        kinds.into_values().collect()
    }

    /// The squares of the men of one livery, in the order of a list: by kind, then from the lower left.
    pub fn men_of(&self, livery: usize) -> Vec<(&Square, &Figure)> {
        let standing = self.squares.iter().filter_map(|square| Some((square, square.figure.as_ref()?)));
        let mut men: Vec<_> = standing.filter(|(_, figure)| figure.livery == livery).collect();
        men.sort_by_key(|(square, figure)| (figure.order, square.rank, square.file));
        men
    }
}

/// Where the cells of a board fall on a drawing.
struct Grid {
    columns: u16,
    rows: u16,
    /// Row, column and cell, in the order of reading.
    cells: Vec<(u16, u16, CellId)>,
    /// The files run along the rows of the drawing, not up its columns.
    upright: bool,
}

impl Grid {
    fn of(geometry: &Geometry, board: BoardId, frame: Frame) -> Grid {
        let right = frame.turn(Vector { right: 1, forward: 0 });
        let forward = frame.turn(Vector { right: 0, forward: 1 });
        let along = |cell: &Cell, by: Vector| i32::from(cell.file) * i32::from(by.right) + i32::from(cell.rank) * i32::from(by.forward);
        let seen: Vec<(i32, i32, CellId)> = (geometry.board(board).cells.iter())
            .map(|&id| (along(geometry.cell(id), right), along(geometry.cell(id), forward), id))
            .collect();
        let left = seen.iter().map(|&(x, _, _)| x).min().unwrap_or(0);
        let top = seen.iter().map(|&(_, y, _)| y).max().unwrap_or(0);
        let mut cells: Vec<(u16, u16, CellId)> = seen.iter().map(|&(x, y, id)| ((top - y) as u16, (x - left) as u16, id)).collect();
        cells.sort_unstable();
        let columns = cells.iter().map(|&(_, column, _)| column + 1).max().unwrap_or(0);
        let rows = cells.iter().map(|&(row, _, _)| row + 1).max().unwrap_or(0);
        Grid { columns, rows, cells, upright: right.right != 0 }
    }

    fn files(&self, geometry: &Geometry) -> Vec<String> {
        (0..self.columns).map(|column| self.label(geometry, self.upright, |&(_, other, _)| other == column)).collect()
    }

    fn ranks(&self, geometry: &Geometry) -> Vec<String> {
        (0..self.rows).map(|row| self.label(geometry, !self.upright, |&(other, _, _)| other == row)).collect()
    }

    /// The part of their names that a line of cells shares: letters or digits; empty where the line has no cell.
    fn label(&self, geometry: &Geometry, letters: bool, line: impl Fn(&(u16, u16, CellId)) -> bool) -> String {
        let Some(&(_, _, cell)) = self.cells.iter().find(|cell| line(cell)) else { return String::new() };
        let name = geometry.name(cell);
        let split = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
        if letters { name[..split].to_string() } else { name[split..].to_string() }
    }
}

/// The opposite edges that are one, as they are seen.
fn joined(geometry: &Geometry, board: BoardId, frame: Frame) -> Vec<&'static str> {
    let seams = geometry.board(board).seams;
    let level = frame.turn(Vector { right: 1, forward: 0 }).right != 0;
    let (beside, above) = if level { (seams.files, seams.ranks) } else { (seams.ranks, seams.files) };
    [("left and right", beside), ("lower and upper", above)].into_iter().filter(|(_, joined)| *joined).map(|(edges, _)| edges).collect()
}

fn shade(cell: &Cell) -> Shade {
    if (cell.file + cell.rank).rem_euclid(2) == 0 { Shade::Dark } else { Shade::Light }
}

/// The armies with men on a board, now, in reserve or at their making; the ones whose first man was made there come first, so that liveries
/// do not change as men travel and new ones are made.
fn armies_of(position: &Position, board: BoardId) -> Vec<ArmyId> {
    let on_board = |cell: CellId| position.geometry.cell(cell).board == board;
    let mut natives: BTreeMap<ArmyId, bool> = BTreeMap::new();
    let mut here: BTreeSet<ArmyId> = BTreeSet::new();
    for (_, man) in position.men() {
        let at_home = on_board(man.home);
        natives.entry(man.army).or_insert(at_home);
        if at_home || man.place.cell().is_some_and(on_board) {
            here.insert(man.army);
        }
        if let (Place::Pocket(army), true) = (man.place, at_home) {
            here.insert(army);
        }
    }
    let mut armies: Vec<ArmyId> = here.into_iter().collect();
    armies.sort_by_key(|army| !natives.get(army).copied().unwrap_or_default());
    armies
}

/// For each kind its place in lists: kings, then by worth, then the ones without a letter.
fn orders(entities: &Entities) -> Vec<usize> {
    let mut kinds: Vec<usize> = (0..entities.kinds.len()).collect();
    kinds.sort_by_key(|&at| {
        let kind = &entities.kinds[at];
        (kind.unlettered, !kind.royal, Reverse(kind.value), at)
    });
    let mut orders = vec![0; kinds.len()];
    for (order, &kind) in kinds.iter().enumerate() {
        orders[kind] = order;
    }
    orders
}

/// What is needed to turn men into figures.
struct Figures<'a> {
    position: &'a Position,
    armies: &'a [ArmyId],
    orders: Vec<usize>,
}

impl Figures<'_> {
    /// The counters of the player of a livery that are not 0.
    fn counted(&self, livery: usize) -> Vec<(usize, String)> {
        let side = self.position.entities.army(self.armies[livery]).side;
        let counter = |note: &Note| note.of == Bearer::Side(side) && is_counter(self.position.entities.name(note.key));
        let own = self.position.notes().iter().filter(|(note, _)| counter(note));
        own.map(|(note, count)| (livery, counted_in_digits(count, &self.position.entities.names[note.key.index()]))).collect()
    }

    /// The men on a board that may not move for some phases of their owner.
    fn held(&self, board: BoardId) -> Vec<String> {
        let Position { entities, geometry, .. } = self.position;
        let by = |name: &&String| name.starts_with(HELD);
        let keys: Vec<_> = entities.names.iter().filter(by).filter_map(|name| entities.key_named(name)).collect();
        let here = self.position.standing(board).filter_map(|(id, man, cell)| {
            let held = keys.iter().map(|&key| self.position.note(Note { of: Bearer::Man(id), key }));
            let phases = held.max().unwrap_or(0);
            let plural = if phases == 1 { "" } else { "s" };
            let (army, kind) = (&entities.army(man.army).name, &entities.kind(man.kind).name);
            (phases > 0).then(|| format!("{army} {kind} on {} for {phases} phase{plural}", geometry.name(cell)))
        });
        here.collect()
    }

    /// What some man on a board is marked as, and under which name that is noted.
    fn states(&self, board: BoardId) -> Vec<(String, Key)> {
        let Position { entities, .. } = self.position;
        let keys = entities.names.iter().filter_map(|name| Some((name.strip_prefix(STATE)?.to_owned(), entities.key_named(name)?)));
        let borne = |key: Key| self.position.standing(board).any(|(id, _, _)| self.position.note(Note { of: Bearer::Man(id), key }) != 0);
        keys.filter(|(_, key)| borne(*key)).collect()
    }

    /// Which of these a man is marked as.
    fn marked(&self, man: ManId, states: &[(String, Key)]) -> Vec<usize> {
        let is = |&at: &usize| self.position.note(Note { of: Bearer::Man(man), key: states[at].1 }) != 0;
        (0..states.len()).filter(is).collect()
    }

    /// What men on a board bear that has changed since the start.
    fn borne(&self, board: BoardId) -> Vec<String> {
        let Position { entities, geometry, .. } = self.position;
        let of_man = |(note, noted): (Note, i32)| {
            let Bearer::Man(id) = note.of else { return None };
            let name = entities.name(note.key);
            let told = match name.strip_prefix(STATE) {
                Some(state) => state.to_owned(),
                None => borne(name, noted).map(|(count, name)| counted_in_digits(count, name))?,
            };
            let man = self.position.man(id);
            let cell = man.place.cell().filter(|&cell| geometry.cell(cell).board == board)?;
            let (army, kind) = (&entities.army(man.army).name, &entities.kind(man.kind).name);
            Some(format!("{army} {kind} on {}: {told}", geometry.name(cell)))
        };
        self.position.notes().iter().filter_map(of_man).collect()
    }

    /// What the army of a livery has in reserve for a board.
    fn reserve(&self, livery: usize, board: BoardId) -> Option<Reserve> {
        let home = |man: &Man| self.position.geometry.cell(man.home).board;
        let mut men: BTreeMap<usize, (Figure, usize)> = BTreeMap::new();
        for (id, man) in self.position.pocket(self.armies[livery]).filter(|(_, man)| home(man) == board) {
            let figure = Figure { livery, real: false, ..self.of(id) };
            men.entry(self.orders[man.kind.index()]).or_insert((figure, 0)).1 += 1;
        }
        (!men.is_empty()).then(|| Reserve { livery, men: men.into_values().collect() })
    }

    fn of(&self, id: ManId) -> Figure {
        let man = self.position.man(id);
        let kind = self.position.entities.kind(man.kind);
        Figure {
            kind: kind.name.clone(),
            plural: kind.plural.clone(),
            letter: kind.letter.clone(),
            unlettered: kind.unlettered,
            order: self.orders[man.kind.index()],
            glyph: kind.figure,
            livery: self.armies.iter().position(|&army| army == man.army).unwrap_or_default(),
            real: man.real && self.has_dummies(man),
        }
    }

    /// Whether a man that counts is to be told from dummies, now or in the memory of its opponents (M3), or from others of its kind.
    fn has_dummies(&self, man: &Man) -> bool {
        let entities = &self.position.entities;
        let side = entities.army(man.army).side;
        let like = |other: &Man| entities.kind(other.kind).royal || other.kind == man.kind;
        let dummy = |other: &Man| !other.royal && like(other) && entities.army(other.army).side == side;
        self.position.men().any(|(_, other)| dummy(other))
    }
}
