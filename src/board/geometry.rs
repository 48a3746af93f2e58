//! The shape of the boards: cells with coordinates, and where a step or a leap from a cell ends.

use super::{BoardId, CellId, Growth};

/// The most cells of a multiverse.
pub const MAX_CELLS: usize = 4096;
/// The most boards of a multiverse.
pub const MAX_BOARDS: usize = 64;

/// A displacement in squares: `right` and `forward` in the mover's frame, or files and ranks on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    pub right: i8,
    pub forward: i8,
}

impl Vector {
    /// The direction of a displacement, however long: as straight, as diagonal and to the same sides.
    pub fn toward((right, forward): (i16, i16)) -> Vector {
        let (across, along) = (right.unsigned_abs(), forward.unsigned_abs());
        let part = |part: i16, own: u16, other: u16| part.signum() as i8 * if own > other && other > 0 { 2 } else { 1 };
        Vector { right: part(right, across, along), forward: part(forward, along, across) }
    }
}

/// How an army looks at a square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Frame {
    /// Forward is up the ranks: hot colours, White.
    Up,
    /// Turned by half a circle: cold colours, Black.
    Down,
}

impl Frame {
    /// The vector as files and ranks of the board.
    #[inline]
    pub const fn turn(self, vector: Vector) -> Vector {
        match self {
            Frame::Up => vector,
            Frame::Down => Vector { right: -vector.right, forward: -vector.forward },
        }
    }
}

/// One cell: its board and its coordinates there. They count from 0 at the lower left of the board as it began; below and left of that they are negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub board: BoardId,
    /// Its index among the cells of its board.
    pub slot: u16,
    pub file: i16,
    pub rank: i16,
}

/// Which opposite edges of a board are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seams {
    /// The last file lies beside the first (a cylinder).
    pub files: bool,
    /// The last rank lies beside the first; with both, a torus.
    pub ranks: bool,
}

/// One board: the universe it belongs to, its extent, its edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The universe's number, from 1, as in `Zaphod:1`.
    pub universe: u16,
    /// The coordinates of the lower left corner: 0, or less where it has grown.
    pub first_file: i16,
    pub first_rank: i16,
    /// How many there are.
    pub files: i16,
    pub ranks: i16,
    pub seams: Seams,
    /// Its cells by slot: rank by rank from the lower left as it began, then what grew, in order.
    pub cells: Vec<CellId>,
    /// The same rank by rank from the lower left.
    pub(super) grid: Vec<CellId>,
}

impl Board {
    /// Its cells rank by rank, from the lowest, each from the left.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[CellId]> {
        self.grid.chunks(self.files.max(1) as usize)
    }

    /// The rank farthest up.
    pub fn last_rank(&self) -> i16 {
        self.first_rank + self.ranks - 1
    }

    /// The file farthest to the right.
    pub fn last_file(&self) -> i16 {
        self.first_file + self.files - 1
    }

    fn at(&self, file: i16, rank: i16) -> Option<CellId> {
        let (file, rank) = (file - self.first_file, rank - self.first_rank);
        let inside = (0..self.files).contains(&file) && (0..self.ranks).contains(&rank);
        inside.then(|| self.grid[rank as usize * self.files as usize + file as usize])
    }

    /// Coordinates beyond a joined edge, seen from the other one.
    fn wrapped(&self, file: i16, rank: i16) -> (i16, i16) {
        let turn = |at: i16, first: i16, length: i16, joined| if joined { first + (at - first).rem_euclid(length) } else { at };
        (turn(file, self.first_file, self.files, self.seams.files), turn(rank, self.first_rank, self.ranks, self.seams.ranks))
    }
}

/// A board that cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardProblem {
    #[error("a board of {files} files and {ranks} ranks has no cells")]
    Empty { files: i16, ranks: i16 },
    #[error("a board of {files} files and {ranks} ranks is too large: all boards together may have {MAX_CELLS} cells, {left} are left")]
    TooLarge { files: i16, ranks: i16, left: usize },
    #[error("there may be {MAX_BOARDS} boards and no more")]
    TooMany,
    #[error("a board grows by at least one file or rank")]
    NoGrowth,
    #[error("files left of the file a are called z, y and so on, so a board that has any may be {MAX_LETTERED} files wide, not {files}")]
    TooWide { files: i32 },
    #[error("there is no such board")]
    Unknown,
}

/// The most files that have a letter each.
pub(super) const MAX_LETTERED: i16 = 26;

/// A rectangular board that comes into being in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The next id.
    pub board: BoardId,
    pub universe: u16,
    pub files: u8,
    pub ranks: u8,
}

/// All boards of the multiverse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Geometry {
    pub boards: Vec<Board>,
    pub cells: Vec<Cell>,
    /// How the boards have grown, in order.
    pub growths: Vec<Growth>,
    /// The boards laid in play, each with the number of growths before it.
    pub laid: Vec<(BoardId, usize)>,
}

impl Geometry {
    /// Adds a rectangular board and returns its id.
    pub fn add_rectangle(&mut self, universe: u16, files: i16, ranks: i16) -> Result<BoardId, BoardProblem> {
        if files < 1 || ranks < 1 {
            return Err(BoardProblem::Empty { files, ranks });
        }
        let left = MAX_CELLS - self.cells.len();
        if files as usize * ranks as usize > left {
            return Err(BoardProblem::TooLarge { files, ranks, left });
        }
        if self.boards.len() == MAX_BOARDS {
            return Err(BoardProblem::TooMany);
        }
        let board = BoardId(self.boards.len() as u8);
        let mut cells = Vec::with_capacity(files as usize * ranks as usize);
        for rank in 0..ranks {
            for file in 0..files {
                let slot = cells.len() as u16;
                cells.push(CellId(self.cells.len() as u16));
                self.cells.push(Cell { board, slot, file, rank });
            }
        }
        let grid = cells.clone();
        self.boards.push(Board { universe, first_file: 0, first_rank: 0, files, ranks, seams: Seams::default(), cells, grid });
        Ok(board)
    }

    /// Whether a board may be laid so.
    pub fn could_lay(&self, laid: Laid) -> Result<(), BoardProblem> {
        let (files, ranks) = (i16::from(laid.files), i16::from(laid.ranks));
        let left = MAX_CELLS - self.cells.len();
        match () {
            () if laid.board.index() != self.boards.len() || laid.universe == 0 => Err(BoardProblem::Unknown),
            () if self.boards.len() == MAX_BOARDS => Err(BoardProblem::TooMany),
            () if files < 1 || ranks < 1 => Err(BoardProblem::Empty { files, ranks }),
            () if usize::from(laid.files) * usize::from(laid.ranks) > left => Err(BoardProblem::TooLarge { files, ranks, left }),
            () => Ok(()),
        }
    }

    /// Lays a board. Expects that it could be laid so.
    pub(super) fn lay(&mut self, laid: Laid) {
        let done = self.add_rectangle(laid.universe, laid.files.into(), laid.ranks.into());
        debug_assert_eq!(done, Ok(laid.board), "a board is laid that could be");
        self.laid.push((laid.board, self.growths.len()));
    }

    /// Takes the last board laid away again.
    pub(super) fn take_up(&mut self) {
        self.laid.pop();
        let board = self.boards.pop();
        self.cells.truncate(self.cells.len() - board.map_or(0, |board| board.cells.len()));
    }

    /// The boards of a universe, in order.
    pub fn of_universe(&self, universe: u16) -> impl Iterator<Item = BoardId> {
        (0..).map(BoardId).zip(&self.boards).filter(move |(_, board)| board.universe == universe).map(|(id, _)| id)
    }

    /// The greatest number of a universe.
    pub fn last_universe(&self) -> u16 {
        self.boards.iter().map(|board| board.universe).max().unwrap_or(0)
    }

    #[inline]
    pub fn cell(&self, id: CellId) -> &Cell {
        &self.cells[id.index()]
    }

    #[inline]
    pub fn board(&self, id: BoardId) -> &Board {
        &self.boards[id.index()]
    }

    /// The cell at those coordinates of a board, if there is one.
    pub fn at(&self, board: BoardId, file: i16, rank: i16) -> Option<CellId> {
        self.board(board).at(file, rank)
    }

    /// The same cell of the next board of its universe, if that has another board and such a cell.
    pub fn counterpart(&self, of: CellId) -> Option<CellId> {
        let cell = self.cell(of);
        let universe = self.board(cell.board).universe;
        let boards = (0..self.boards.len()).filter(|&at| self.boards[at].universe == universe).map(|at| BoardId(at as u8));
        let after = boards.clone().find(|board| board.index() > cell.board.index());
        let next = after.or_else(|| boards.clone().next()).filter(|&board| board != cell.board)?;
        self.at(next, cell.file, cell.rank)
    }

    /// Where a leap by board vector ends; it goes on across joined edges.
    pub fn leap(&self, from: CellId, by: Vector) -> Option<CellId> {
        self.shifted(from, (by.right.into(), by.forward.into()))
    }

    /// The same of any displacement, in files and ranks.
    pub fn shifted(&self, from: CellId, (right, up): (i16, i16)) -> Option<CellId> {
        let cell = self.cell(from);
        let board = self.board(cell.board);
        let (file, rank) = board.wrapped(cell.file + right, cell.rank + up);
        board.at(file, rank)
    }

    /// Whether two boards are so alike that tables by slot serve both.
    pub fn alike(&self, one: BoardId, other: BoardId) -> bool {
        let shape = |board: &Board| (board.first_file, board.first_rank, board.files, board.ranks, board.seams);
        let grown = |board| self.growths.iter().filter(move |growth| growth.board == board).map(|growth| Growth { board: one, ..*growth });
        shape(self.board(one)) == shape(self.board(other)) && grown(one).eq(grown(other))
    }

    pub fn join(&mut self, board: BoardId, files: bool, joined: bool) {
        let seams = &mut self.boards[board.index()].seams;
        *if files { &mut seams.files } else { &mut seams.ranks } = joined;
    }

    /// The cell's name on its board: `e4`, `aa12` past the 26th file. The file left of a is z, the rank below 1 is 0.
    pub fn name(&self, id: CellId) -> String {
        let cell = self.cell(id);
        format!("{}{}", file_name(cell.file), cell.rank + 1)
    }

    /// The cell of that name on a board.
    pub fn named(&self, board: BoardId, name: &str) -> Option<CellId> {
        self.called(board, CellName::of(name)?)
    }

    /// The same of a name that has been read.
    pub fn called(&self, board: BoardId, CellName { file, rank }: CellName) -> Option<CellId> {
        // No board has a file on both sides by the same letter.
        self.at(board, file, rank).or_else(|| self.at(board, file - MAX_LETTERED, rank).filter(|_| file < MAX_LETTERED))
    }

    /// Whether that is the cell's name on its board.
    #[inline]
    pub fn is_named(&self, id: CellId, name: CellName) -> bool {
        let cell = self.cell(id);
        cell.rank == name.rank && (cell.file == name.file || cell.file < 0 && self.called(cell.board, name) == Some(id))
    }

    /// The king's distance between two cells of one board: the greater of the differences of files and of ranks, the short way round joined edges.
    pub fn distance(&self, one: CellId, other: CellId) -> Option<i16> {
        let (one, other) = (self.cell(one), self.cell(other));
        let board = self.board(one.board);
        let short = |gap: i16, length: i16, joined: bool| if joined { gap.min(length - gap) } else { gap };
        let files = short((one.file - other.file).abs(), board.files, board.seams.files);
        let ranks = short((one.rank - other.rank).abs(), board.ranks, board.seams.ranks);
        (one.board == other.board).then(|| files.max(ranks))
    }

    /// The cells between two others on the straight line from the one to the other, not over a joined edge; none where there is no such line.
    pub fn between(&self, one: CellId, other: CellId) -> impl Iterator<Item = CellId> {
        let (from, to) = (*self.cell(one), *self.cell(other));
        let (right, up) = (to.file - from.file, to.rank - from.rank);
        let straight = from.board == to.board && (right == 0 || up == 0 || right.abs() == up.abs());
        let squares = if straight { right.abs().max(up.abs()) } else { 0 };
        (1..squares).filter_map(move |far| self.at(from.board, from.file + far * right.signum(), from.rank + far * up.signum()))
    }

    /// The cells within so many king's moves of a cell, that one left out, rank by rank.
    pub fn near(&self, centre: CellId, reach: i16) -> impl Iterator<Item = CellId> {
        let cell = self.cell(centre);
        let board = self.board(cell.board);
        let span = |at: i16, first: i16, length: i16, joined: bool| {
            let whole = first..=first + length - 1;
            if joined { whole } else { at.saturating_sub(reach).max(*whole.start())..=at.saturating_add(reach).min(*whole.end()) }
        };
        let files = span(cell.file, board.first_file, board.files, board.seams.files);
        let ranks = span(cell.rank, board.first_rank, board.ranks, board.seams.ranks);
        let cells = ranks.flat_map(move |rank| files.clone().filter_map(move |file| board.at(file, rank)));
        // Without joined edges the spans are exact.
        let joined = board.seams.files || board.seams.ranks;
        let is_near = move |other: CellId| !joined || self.distance(centre, other).is_some_and(|distance| distance <= reach);
        cells.filter(move |&other| other != centre && is_near(other))
    }
}

/// The name of a cell, read: `e4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellName {
    file: i16,
    rank: i16,
}

impl CellName {
    /// `None` for what is no name of a cell on any board.
    pub fn of(name: &str) -> Option<CellName> {
        let (letters, number) = name.split_at(name.find(|c: char| !c.is_ascii_lowercase())?);
        if number.starts_with('+') {
            return None;
        }
        Some(CellName { file: file_named(letters)?, rank: number.parse::<i16>().ok()?.checked_sub(1)? })
    }
}

/// `a` to `z`, then `aa`, `ab`, ..., `zz`, `aaa`, ...; left of `a`: `z`, `y`, ...
pub fn file_name(file: i16) -> String {
    let mut left = if file < 0 { file.rem_euclid(MAX_LETTERED) } else { file };
    let mut letters = Vec::new();
    while left >= 0 {
        letters.push(char::from(b'a' + (left % 26) as u8));
        left = left / 26 - 1;
    }
    letters.iter().rev().collect()
}

/// The files of that name: on no board there are two.
pub fn files_named(letters: &str) -> impl Iterator<Item = i16> + use<> {
    file_named(letters).into_iter().flat_map(|file| [Some(file), (file < MAX_LETTERED).then_some(file - MAX_LETTERED)]).flatten()
}

/// The file of that name, of those from a on.
fn file_named(letters: &str) -> Option<i16> {
    let digit = |letter: u8| letter.is_ascii_lowercase().then(|| i16::from(letter - b'a') + 1);
    let count = letters.bytes().try_fold(0i16, |sum, letter| sum.checked_mul(26)?.checked_add(digit(letter)?))?;
    (count > 0).then(|| count - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_names_on_boards_of_any_width() {
        let mut geometry = Geometry::default();
        let small = geometry.add_rectangle(1, 8, 8).unwrap();
        let wide = geometry.add_rectangle(2, 800, 2).unwrap();
        for (board, file, rank, name) in
            [(small, 4, 3, "e4"), (wide, 25, 1, "z2"), (wide, 26, 0, "aa1"), (wide, 701, 0, "zz1"), (wide, 702, 1, "aaa2")]
        {
            let cell = geometry.at(board, file, rank).unwrap();
            assert_eq!(geometry.name(cell), name);
            assert_eq!(geometry.named(board, name), Some(cell));
        }
        for name in ["", "e", "4", "e9", "i1", "e0", "4e", "é4", "e4e", "zzzzzzzz1", "e99999"] {
            assert_eq!(geometry.named(small, name), None, "{name}");
        }
    }

    #[test]
    fn boards_beyond_the_limits_are_refused() {
        let mut geometry = Geometry::default();
        assert_eq!(geometry.add_rectangle(1, 0, 8), Err(BoardProblem::Empty { files: 0, ranks: 8 }));
        assert_eq!(geometry.add_rectangle(1, 100, 100), Err(BoardProblem::TooLarge { files: 100, ranks: 100, left: MAX_CELLS }));
        for universe in 1..=MAX_BOARDS as u16 {
            geometry.add_rectangle(universe, 8, 8).unwrap();
        }
        assert!(geometry.add_rectangle(65, 1, 1).is_err());
    }
}
