//! Tracks: the cells of a board strung along each course in use, so that every walk is a slice.

use crate::board::{BoardId, CellId, Geometry, Seams, Vector};

/// The most squares of bent ways that are strung on one board, all ways from all cells together.
pub const MAX_BENT: usize = 1 << 20;

/// Where a cell lies on the track of a course: the walk from it is `cells[at + 1 .. end]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Post {
    at: u32,
    end: u32,
}

/// The post of a cell on no track yet, or from which a course leads nowhere.
const NOWHERE: Post = Post { at: 0, end: 0 };

/// A way as it is strung: legs of so many steps, then a last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    pub legs: Vec<Lap>,
    pub direction: Vector,
    /// The most steps of the last leg.
    pub most: u8,
}

/// A leg before the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lap {
    pub direction: Vector,
    pub steps: u8,
    /// It ends at an edge, off which the next leg bounces.
    pub bounces: bool,
}

impl Course {
    fn straight(direction: Vector) -> Course {
        Course { legs: Vec::new(), direction, most: super::UNLIMITED }
    }

    /// Its steps one by one, the last leg without end.
    fn steps(&self) -> impl Iterator<Item = Vector> {
        let before = self.legs.iter().flat_map(|lap| std::iter::repeat_n(lap.direction, usize::from(lap.steps)));
        before.chain(std::iter::repeat(self.direction))
    }

    /// The direction of the leg after the n-th.
    fn after(&self, lap: usize) -> Vector {
        self.legs.get(lap + 1).map_or(self.direction, |next| next.direction)
    }
}

/// A course that is laid, with the edges joined as they are.
#[derive(Clone, Debug)]
struct Laid {
    course: Course,
    seams: Seams,
    posts: Vec<Post>,
    /// Where its tracks begin among the slots.
    begins: u32,
}

/// The tracks of one board. Cells are named by their slot on the board, so boards of one shape may share them.
#[derive(Clone, Debug, Default)]
pub struct Tracks {
    slots: Vec<u16>,
    courses: Vec<Laid>,
    /// How many slots bent ways take.
    bent: usize,
}

impl Tracks {
    /// Lays a direction, once for each way the edges are joined; its index.
    pub fn lay(&mut self, geometry: &Geometry, board: BoardId, direction: Vector) -> usize {
        let course = Course::straight(direction);
        if let Some(known) = self.known(geometry, board, &course) {
            return known;
        }
        let begins = self.slots.len() as u32;
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
        self.courses.push(Laid { course, seams: geometry.board(board).seams, posts, begins });
        self.courses.len() - 1
    }

    /// Lays a bent course, with a track of its own from each cell; its index.
    pub fn lay_bent(&mut self, geometry: &Geometry, board: BoardId, course: Course) -> usize {
        if let Some(known) = self.known(geometry, board, &course) {
            return known;
        }
        let begins = self.slots.len() as u32;
        let cells = &geometry.board(board).cells;
        // Beyond the bound nothing is strung: the law is refused.
        let posts = cells.iter().map(|&start| if self.is_full() { NOWHERE } else { self.string_bent(geometry, start, &course) }).collect();
        self.bent += self.slots.len() - begins as usize;
        self.courses.push(Laid { course, seams: geometry.board(board).seams, posts, begins });
        self.courses.len() - 1
    }

    /// Whether more bent ways were asked for than are strung.
    pub fn is_full(&self) -> bool {
        self.bent > MAX_BENT
    }

    fn known(&self, geometry: &Geometry, board: BoardId, course: &Course) -> Option<usize> {
        let seams = geometry.board(board).seams;
        self.courses.iter().position(|laid| laid.seams == seams && laid.course == *course)
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

    /// The track of a bent course from a cell; none where its last leg leads nowhere.
    fn string_bent(&mut self, geometry: &Geometry, start: CellId, course: &Course) -> Post {
        let from = self.slots.len();
        self.slots.push(geometry.cell(start).slot);
        let mut cell = start;
        let whole = course.legs.iter().enumerate().all(|(at, lap)| {
            let walked = (0..lap.steps).all(|_| self.step(geometry, from, &mut cell, lap.direction));
            walked && (!lap.bounces || bounced(geometry, cell, lap.direction) == Some(course.after(at)))
        });
        let before = self.slots.len();
        let mut steps = 0;
        while whole && steps < course.most && self.step(geometry, from, &mut cell, course.direction) {
            steps = steps.saturating_add(1);
        }
        if self.slots.len() == before {
            self.slots.truncate(from);
            return NOWHERE;
        }
        Post { at: from as u32, end: self.slots.len() as u32 }
    }

    /// One step more of a bent track, where it leads to a cell that is not on it.
    fn step(&mut self, geometry: &Geometry, from: usize, cell: &mut CellId, direction: Vector) -> bool {
        let Some(next) = geometry.leap(*cell, direction) else { return false };
        let slot = geometry.cell(next).slot;
        let new = !self.slots[from..].contains(&slot);
        if new {
            self.slots.push(slot);
            *cell = next;
        }
        new
    }

    /// The walk of up to `max` steps (255: to its end) from a slot, as bounds of a [`Tracks::walk`].
    pub fn bounds(&self, course: usize, slot: u16, max: u8) -> (u32, u32) {
        let post @ Post { at, end } = self.courses[course].posts[usize::from(slot)];
        if post == NOWHERE {
            return (0, 0);
        }
        let end = if max == super::UNLIMITED { end } else { end.min(at + 1 + u32::from(max)) };
        (at + 1, end)
    }

    /// The steps of a walk that begins there, in files and ranks of the board, without end.
    pub fn steps(&self, start: u32) -> impl Iterator<Item = Vector> {
        self.laid(start).into_iter().flat_map(|laid| laid.course.steps())
    }

    /// Whether a walk that begins there is one of several legs.
    pub fn is_bent(&self, start: u32) -> bool {
        self.laid(start).is_some_and(|laid| !laid.course.legs.is_empty())
    }

    fn laid(&self, start: u32) -> Option<&Laid> {
        self.courses.get(self.courses.partition_point(|laid| laid.begins <= start).checked_sub(1)?)
    }

    /// The slots between two bounds.
    #[inline]
    pub fn walk(&self, start: u32, end: u32) -> &[u16] {
        &self.slots[start as usize..end as usize]
    }
}

/// The direction off the edge, of a walk that can go no farther.
fn bounced(geometry: &Geometry, cell: CellId, direction: Vector) -> Option<Vector> {
    let Vector { right, forward } = direction;
    if geometry.leap(cell, direction).is_some() {
        return None;
    }
    let across = right != 0 && geometry.leap(cell, Vector { right, forward: 0 }).is_none();
    let along = forward != 0 && geometry.leap(cell, Vector { right: 0, forward }).is_none();
    Some(Vector { right: if across { -right } else { right }, forward: if along { -forward } else { forward } })
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

    #[test]
    fn a_bent_walk_goes_leg_by_leg_and_comes_nowhere_twice() {
        let mut geometry = Geometry::default();
        let board = geometry.add_rectangle(1, 4, 4).unwrap();
        let right = Vector { right: 1, forward: 0 };
        let up = Vector { right: 0, forward: 1 };
        let (slope, fall) = (Vector { right: 1, forward: 1 }, Vector { right: 1, forward: -1 });
        let course = |lap, steps, bounces, direction, most| Course { legs: vec![Lap { direction: lap, steps, bounces }], direction, most };
        for (from, course, cells) in [
            ("a1", course(up, 1, false, right, 255), "a2 b2 c2 d2"),
            ("a1", course(up, 2, false, right, 1), "a2 a3 b3"),
            ("a1", course(up, 4, false, right, 1), ""),
            ("d1", course(up, 1, false, right, 1), ""),
            ("b2", course(up, 1, false, Vector { right: 0, forward: -1 }, 255), ""),
            ("a2", course(slope, 2, true, fall, 255), "b3 c4 d3"),
            ("a2", course(slope, 1, true, fall, 255), ""),
            ("a1", course(slope, 3, true, Vector { right: -1, forward: -1 }, 255), ""),
        ] {
            let mut tracks = Tracks::default();
            let laid = tracks.lay_bent(&geometry, board, course);
            let slot = geometry.cell(geometry.named(board, from).unwrap()).slot;
            let (start, end) = tracks.bounds(laid, slot, crate::movement::UNLIMITED);
            let found: Vec<String> =
                tracks.walk(start, end).iter().map(|&slot| geometry.name(geometry.board(board).cells[usize::from(slot)])).collect();
            assert_eq!(found.join(" "), cells, "{from}");
        }
    }
}
