//! Growth: files and ranks added round a board in play. What was there keeps its place, name and id.

use super::geometry::MAX_LETTERED;
use super::{BoardId, BoardProblem, Cell, CellId, Geometry, MAX_CELLS};

/// Files and ranks that a board gets on its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    pub board: BoardId,
    pub left: u8,
    pub right: u8,
    pub below: u8,
    pub above: u8,
}

impl Growth {
    fn files(&self) -> i16 {
        i16::from(self.left) + i16::from(self.right)
    }

    fn ranks(&self) -> i16 {
        i16::from(self.below) + i16::from(self.above)
    }
}

impl Geometry {
    /// Whether a board may grow so.
    pub fn could_grow(&self, growth: Growth) -> Result<(), BoardProblem> {
        let board = self.boards.get(growth.board.index()).ok_or(BoardProblem::Unknown)?;
        let (files, ranks) = (board.files + growth.files(), board.ranks + growth.ranks());
        let left = MAX_CELLS + board.cells.len() - self.cells.len();
        if growth.files() + growth.ranks() == 0 {
            Err(BoardProblem::NoGrowth)
        } else if files as usize * ranks as usize > left {
            Err(BoardProblem::TooLarge { files, ranks, left })
        } else if board.first_file - i16::from(growth.left) < 0 && files > MAX_LETTERED {
            Err(BoardProblem::TooWide { files: files.into() })
        } else {
            Ok(())
        }
    }

    /// Adds the cells, rank by rank from the lower left. Expects that the board could grow so.
    pub(super) fn grow(&mut self, growth: Growth) {
        let board = &mut self.boards[growth.board.index()];
        board.first_file -= i16::from(growth.left);
        board.first_rank -= i16::from(growth.below);
        board.files += growth.files();
        board.ranks += growth.ranks();
        let old = board.grid.clone();
        let mut standing = old.iter().copied().peekable();
        board.grid.clear();
        for rank in board.first_rank..board.first_rank + board.ranks {
            for file in board.first_file..board.first_file + board.files {
                let known = standing.next_if(|&id| (self.cells[id.index()].file, self.cells[id.index()].rank) == (file, rank));
                board.grid.push(known.unwrap_or_else(|| {
                    let id = CellId(self.cells.len() as u16);
                    self.cells.push(Cell { board: growth.board, slot: board.cells.len() as u16, file, rank });
                    board.cells.push(id);
                    id
                }));
            }
        }
        self.growths.push(growth);
    }

    /// Takes the last growth back.
    pub(super) fn shrink(&mut self, growth: Growth) {
        debug_assert_eq!(self.growths.last(), Some(&growth), "the last growth is the first taken back");
        self.growths.pop();
        let board = &mut self.boards[growth.board.index()];
        board.first_file += i16::from(growth.left);
        board.first_rank += i16::from(growth.below);
        board.files -= growth.files();
        board.ranks -= growth.ranks();
        let kept = board.files as usize * board.ranks as usize;
        self.cells.truncate(self.cells.len() - (board.cells.len() - kept));
        board.cells.truncate(kept);
        board.grid.retain(|id| id.index() < self.cells.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Vector;

    fn grown(left: u8, right: u8, below: u8, above: u8) -> (Geometry, Growth) {
        let mut geometry = Geometry::default();
        let board = geometry.add_rectangle(1, 8, 8).unwrap();
        geometry.add_rectangle(2, 3, 3).unwrap();
        let growth = Growth { board, left, right, below, above };
        geometry.could_grow(growth).unwrap();
        geometry.grow(growth);
        (geometry, growth)
    }

    #[test]
    fn old_cells_keep_their_names_and_the_ring_gets_new_ones() {
        let (geometry, growth) = grown(1, 1, 1, 1);
        let board = growth.board;
        assert_eq!(geometry.cells.len(), 109);
        assert_eq!(geometry.named(board, "a1"), Some(CellId(0)));
        for name in ["z0", "i9", "z9", "i0", "e0", "e4", "z4"] {
            assert_eq!(geometry.name(geometry.named(board, name).unwrap()), name);
        }
        for name in ["y4", "j4", "e10", "e-1", "e+4", "zz0"] {
            assert_eq!(geometry.named(board, name), None, "{name}");
        }
        let corner = geometry.named(board, "a1").unwrap();
        let beyond = geometry.leap(corner, Vector { right: -1, forward: -1 }).unwrap();
        assert_eq!(geometry.name(beyond), "z0");
        assert_eq!(geometry.distance(beyond, corner), Some(1));
        let lowest: Vec<String> = geometry.board(board).rows().next().unwrap().iter().map(|&id| geometry.name(id)).collect();
        assert_eq!(lowest.join(" "), "z0 a0 b0 c0 d0 e0 f0 g0 h0 i0");
    }

    #[test]
    fn growth_is_taken_back_exactly() {
        let (mut geometry, growth) = grown(2, 0, 3, 1);
        let before = geometry.clone();
        let again = Growth { board: BoardId(1), left: 0, right: 1, below: 0, above: 2 };
        geometry.grow(again);
        let name = geometry.name(geometry.named(growth.board, "y-2").unwrap());
        assert_eq!(name, "y-2");
        geometry.shrink(again);
        assert_eq!(geometry, before);
        geometry.shrink(growth);
        let mut plain = Geometry::default();
        plain.add_rectangle(1, 8, 8).unwrap();
        plain.add_rectangle(2, 3, 3).unwrap();
        assert_eq!(geometry, plain);
    }

    #[test]
    fn growth_beyond_the_limits_is_refused() {
        let (geometry, growth) = grown(1, 1, 1, 1);
        let grow = |left, right, above| geometry.could_grow(Growth { left, right, below: 0, above, ..growth });
        assert_eq!(grow(0, 0, 0), Err(BoardProblem::NoGrowth));
        assert_eq!(grow(0, 16, 0), Ok(()));
        assert_eq!(grow(0, 17, 0), Err(BoardProblem::TooWide { files: 27 }));
        assert!(matches!(grow(16, 0, 255), Err(BoardProblem::TooLarge { .. })));
        assert_eq!(geometry.could_grow(Growth { board: BoardId(9), ..growth }), Err(BoardProblem::Unknown));
    }

    #[test]
    fn boards_are_alike_only_when_their_slots_are() {
        let mut geometry = Geometry::default();
        let boards: Vec<BoardId> =
            (1..=4).map(|universe| geometry.add_rectangle(universe, if universe == 4 { 10 } else { 8 }, 8).unwrap()).collect();
        assert!(geometry.alike(boards[0], boards[1]) && !geometry.alike(boards[0], boards[3]));
        let growth = |board| Growth { board, left: 0, right: 2, below: 0, above: 0 };
        geometry.grow(growth(boards[0]));
        assert!(!geometry.alike(boards[0], boards[1]) && !geometry.alike(boards[0], boards[3]));
        geometry.grow(growth(boards[1]));
        assert!(geometry.alike(boards[0], boards[1]));
        geometry.join(boards[1], true, true);
        assert!(!geometry.alike(boards[0], boards[1]));
    }

    #[test]
    fn joined_edges_lie_side_by_side() {
        let (mut geometry, growth) = grown(1, 0, 0, 0);
        let at = |geometry: &Geometry, name| geometry.named(growth.board, name).unwrap();
        let (left, right) = (at(&geometry, "z4"), at(&geometry, "h4"));
        let step = Vector { right: -1, forward: 0 };
        assert_eq!(geometry.leap(left, step), None);
        assert_eq!(geometry.near(left, 1).count(), 5);
        geometry.join(growth.board, true, true);
        assert_eq!(geometry.leap(left, step), Some(right));
        assert_eq!((geometry.distance(left, right), geometry.near(left, 1).count()), (Some(1), 8));
        assert_eq!(geometry.near(left, 200).count(), 71);
        geometry.join(growth.board, false, true);
        let (low, high) = (at(&geometry, "c1"), at(&geometry, "c8"));
        assert_eq!(geometry.leap(high, Vector { right: 0, forward: 1 }), Some(low));
    }
}
