//! The shape of the boards: cells with coordinates, and where a step or a leap from a cell ends.

use super::{BoardId, CellId};

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
    /// Its index among the cells of its board.
    pub slot: u16,
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

/// A board that cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardProblem {
    #[error("a board of {files} files and {ranks} ranks has no cells")]
    Empty { files: i16, ranks: i16 },
    #[error("a board of {files} files and {ranks} ranks is too large: all boards together may have {MAX_CELLS} cells, {left} are left")]
    TooLarge { files: i16, ranks: i16, left: usize },
    #[error("there may be {MAX_BOARDS} boards and no more")]
    TooMany,
}

/// All boards of the multiverse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Geometry {
    pub boards: Vec<Board>,
    pub cells: Vec<Cell>,
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
        self.boards.push(Board { universe, files, ranks, cells });
        Ok(board)
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
        inside.then(|| shape.cells[rank as usize * shape.files as usize + file as usize])
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
        self.at(board, file_named(letters)?, rank.checked_sub(1)?)
    }

    /// The king's distance between two cells of one board: the greater of the differences of files and of ranks.
    pub fn distance(&self, one: CellId, other: CellId) -> Option<i16> {
        let (one, other) = (self.cell(one), self.cell(other));
        (one.board == other.board).then(|| (one.file - other.file).abs().max((one.rank - other.rank).abs()))
    }
}

/// `a` to `z`, then `aa`, `ab`, ..., `zz`, `aaa`, ...
pub fn file_name(file: i16) -> String {
    let mut left = file;
    let mut letters = Vec::new();
    while left >= 0 {
        letters.push(char::from(b'a' + (left % 26) as u8));
        left = left / 26 - 1;
    }
    letters.iter().rev().collect()
}

/// The file of that name.
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
