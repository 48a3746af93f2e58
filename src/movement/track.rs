//! Tracks: the cells of a board strung along each direction in use, so that every walk is a slice.

use crate::board::{BoardId, CellId, Geometry, Seams, Vector};

/// Where a cell lies on the track of a direction: the walk from it is `cells[at + 1 .. end]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Post {
    at: u32,
    end: u32,
}

/// The post of a cell on no track yet.
const NOWHERE: Post = Post { at: 0, end: 0 };

/// The tracks of one board. Cells are named by their slot on the board, so boards of one shape may share them.
#[derive(Clone, Debug, Default)]
pub struct Tracks {
    slots: Vec<u16>,
    directions: Vec<(Vector, Seams, Vec<Post>)>,
    /// By direction, where its tracks begin among the slots.
    begins: Vec<u32>,
}

impl Tracks {
    /// Lays a direction, once for each way the edges are joined; its index.
    pub fn lay(&mut self, geometry: &Geometry, board: BoardId, direction: Vector) -> usize {
        let seams = geometry.board(board).seams;
        if let Some(known) = self.directions.iter().position(|(laid, joined, _)| (*laid, *joined) == (direction, seams)) {
            return known;
        }
        self.begins.push(self.slots.len() as u32);
        let cells = &geometry.board(board).cells;
        let back = Vector { right: -direction.right, forward: -direction.forward };
        let mut posts = vec![NOWHERE; cells.len()];
        for &start in cells.iter().filter(|&&cell| geometry.leap(cell, back).is_none()) {
            self.string(geometry, start, direction, &mut posts);
        }
        for &start in cells {
            if posts[usize::from(geometry.cell(start).slot)] == NOWHERE {
                self.string_round(geometry, start, direction, &mut posts);
            }
        }
        self.directions.push((direction, seams, posts));
        self.directions.len() - 1
    }

    /// One track, from a cell that nothing leads to up to the edge.
    fn string(&mut self, geometry: &Geometry, start: CellId, direction: Vector, posts: &mut [Post]) {
        let from = self.slots.len();
        let mut next = Some(start);
        while let Some(cell) = next {
            self.slots.push(geometry.cell(cell).slot);
            next = geometry.leap(cell, direction);
        }
        let end = self.slots.len() as u32;
        for at in from..self.slots.len() {
            posts[usize::from(self.slots[at])] = Post { at: at as u32, end };
        }
    }

    /// A track that comes back to where it began, across joined edges. It is strung twice over, so that the walk from each cell
    /// is a slice of all the others.
    fn string_round(&mut self, geometry: &Geometry, start: CellId, direction: Vector, posts: &mut [Post]) {
        let from = self.slots.len();
        let mut next = Some(start);
        while let Some(cell) = next {
            self.slots.push(geometry.cell(cell).slot);
            next = geometry.leap(cell, direction).filter(|&cell| cell != start);
        }
        let length = self.slots.len() - from;
        for at in from..from + length {
            posts[usize::from(self.slots[at])] = Post { at: at as u32, end: (at + length) as u32 };
        }
        self.slots.extend_from_within(from..from + length - 1);
    }

    /// The walk of up to `max` steps (255: to the edge) from a slot, as bounds of a [`Tracks::walk`].
    pub fn bounds(&self, direction: usize, slot: u16, max: u8) -> (u32, u32) {
        let Post { at, end } = self.directions[direction].2[usize::from(slot)];
        let end = if max == super::UNLIMITED { end } else { end.min(at + 1 + u32::from(max)) };
        (at + 1, end)
    }

    /// Each step of a walk that begins there, in files and ranks of the board.
    pub fn direction(&self, start: u32) -> Vector {
        let at = self.begins.partition_point(|&begins| begins <= start);
        self.directions[at.saturating_sub(1)].0
    }

    /// The slots between two bounds.
    #[inline]
    pub fn walk(&self, start: u32, end: u32) -> &[u16] {
        &self.slots[start as usize..end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(files: bool, ranks: bool, from: &str, right: i8, forward: i8) -> String {
        let mut geometry = Geometry::default();
        let board = geometry.add_rectangle(1, 4, 3).unwrap();
        geometry.join(board, true, files);
        geometry.join(board, false, ranks);
        let mut tracks = Tracks::default();
        let direction = tracks.lay(&geometry, board, Vector { right, forward });
        let slot = geometry.cell(geometry.named(board, from).unwrap()).slot;
        let (start, end) = tracks.bounds(direction, slot, crate::movement::UNLIMITED);
        let cells = tracks.walk(start, end).iter().map(|&slot| geometry.name(geometry.board(board).cells[usize::from(slot)]));
        cells.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_walk_ends_at_the_edge_or_before_it_comes_back() {
        for ((files, ranks), from, (right, forward), cells) in [
            ((false, false), "b1", (1, 0), "c1 d1"),
            ((true, false), "b1", (1, 0), "c1 d1 a1"),
            ((true, false), "b1", (-1, 0), "a1 d1 c1"),
            ((true, false), "d1", (1, 1), "a2 b3"),
            ((true, false), "d1", (0, 1), "d2 d3"),
            ((true, true), "d2", (0, 1), "d3 d1"),
            ((true, true), "a1", (1, 1), "b2 c3 d1 a2 b3 c1 d2 a3 b1 c2 d3"),
            ((true, false), "a2", (2, 0), "c2"),
            ((true, false), "a2", (4, 0), ""),
        ] {
            assert_eq!(walk(files, ranks, from, right, forward), cells, "{from} {right} {forward}");
        }
    }
}
