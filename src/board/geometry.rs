//! The shape of the boards: cells with coordinates, and where a step or a leap from a cell ends.

use super::{BoardId, CellId};

/// A displacement in squares: `right` and `forward` in the mover's frame, or files and ranks on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    pub right: i8,
    pub forward: i8,
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

/// One cell: its board and its coordinates there, counted from 0 at the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub board: BoardId,
    pub file: i16,
    pub rank: i16,
}

/// One board: the universe it belongs to and its extent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The universe's number, from 1, as in `Zaphod:1`.
    pub universe: u16,
    pub files: i16,
    pub ranks: i16,
    /// Its cells, rank by rank from the lower left.
    pub cells: Vec<CellId>,
}

/// All boards of the multiverse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Geometry {
    pub boards: Vec<Board>,
    pub cells: Vec<Cell>,
}

impl Geometry {
    /// Adds a rectangular board and returns its id.
    pub fn add_rectangle(&mut self, universe: u16, files: i16, ranks: i16) -> BoardId {
        let board = BoardId(self.boards.len() as u8);
        let mut cells = Vec::with_capacity((files * ranks) as usize);
        for rank in 0..ranks {
            for file in 0..files {
                cells.push(CellId(self.cells.len() as u16));
                self.cells.push(Cell { board, file, rank });
            }
        }
        self.boards.push(Board { universe, files, ranks, cells });
        board
    }

    pub fn cell(&self, id: CellId) -> &Cell {
        &self.cells[id.index()]
    }

    pub fn board(&self, id: BoardId) -> &Board {
        &self.boards[id.index()]
    }

    /// The cell at those coordinates of a board, if there is one.
    pub fn at(&self, board: BoardId, file: i16, rank: i16) -> Option<CellId> {
        let shape = self.board(board);
        let inside = (0..shape.files).contains(&file) && (0..shape.ranks).contains(&rank);
        inside.then(|| shape.cells[(rank * shape.files + file) as usize])
    }

    /// Where a leap by board vector ends.
    pub fn leap(&self, from: CellId, by: Vector) -> Option<CellId> {
        let cell = self.cell(from);
        self.at(cell.board, cell.file + i16::from(by.right), cell.rank + i16::from(by.forward))
    }

    /// The cell's name on its board: `e4`, `aa12` past the 26th file.
    pub fn name(&self, id: CellId) -> String {
        let cell = self.cell(id);
        format!("{}{}", file_name(cell.file), cell.rank + 1)
    }

    /// The cell of that name on a board.
    pub fn named(&self, board: BoardId, name: &str) -> Option<CellId> {
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let (letters, number) = name.split_at(digits);
        let rank: i16 = number.parse().ok()?;
        let file = (0..self.board(board).files).find(|&file| file_name(file) == letters)?;
        self.at(board, file, rank.checked_sub(1)?)
    }
}

/// `a` to `z`, then `aa`, `ab`, ...
pub fn file_name(file: i16) -> String {
    let letter = |n: i16| char::from(b'a' + n as u8);
    match file / 26 {
        0 => letter(file).to_string(),
        more => format!("{}{}", letter(more - 1), letter(file % 26)),
    }
}
