//! A gait: the spokes of a man laid on one shape of board, from every cell.

use crate::board::{BoardId, Geometry, Seams};

use super::{Hurdle, Spoke, Tracks, Use};

/// A walk from a cell: slots of a track. From the `min`-th on (counted from 1) the man may end there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ray {
    pub start: u32,
    pub end: u32,
    pub min: u8,
    pub hurdle: Hurdle,
    pub purpose: Use,
    pub terms: u8,
}

/// The board as men walk on it: its own shape, and for lines on some terms one with edges joined that are not.
pub struct Shapes<'g> {
    own: &'g Geometry,
    rounded: Vec<Geometry>,
    /// By terms, from 1, which of them.
    by_terms: Vec<Option<usize>>,
    /// By terms, from 1, whether they say where a walk may end.
    ending: Vec<bool>,
}

impl<'g> Shapes<'g> {
    /// By terms: which edges are joined, and whether it is said where a walk may end.
    pub fn of(own: &'g Geometry, board: BoardId, terms: impl Iterator<Item = (Seams, bool)>) -> Shapes<'g> {
        let mut shapes = Shapes { own, rounded: Vec::new(), by_terms: Vec::new(), ending: Vec::new() };
        for (Seams { files, ranks }, ending) in terms {
            shapes.ending.push(ending);
            let seams = own.board(board).seams;
            let new = files && !seams.files || ranks && !seams.ranks;
            shapes.by_terms.push(new.then(|| {
                let mut shape = own.clone();
                shape.join(board, true, seams.files || files);
                shape.join(board, false, seams.ranks || ranks);
                shapes.rounded.push(shape);
                shapes.rounded.len() - 1
            }));
        }
        shapes
    }

    /// The shape for lines on these terms.
    pub fn on(&self, terms: u8) -> &Geometry {
        let rounded = usize::from(terms).checked_sub(1).and_then(|at| self.by_terms.get(at).copied().flatten());
        rounded.map_or(self.own, |at| &self.rounded[at])
    }

    /// Whether what a walk reaches hangs on more than the cells between: on whom it hops over or goes past, or on where it may end.
    pub fn hang(&self, hurdle: Hurdle, terms: u8) -> bool {
        let ending = usize::from(terms).checked_sub(1).is_some_and(|at| self.ending.get(at) == Some(&true));
        ending || matches!(hurdle, Hurdle::One | Hurdle::Last | Hurdle::Friends | Hurdle::These)
    }
}

/// All walks of men of one sort on boards of one shape.
#[derive(Clone, Debug)]
pub struct Gait {
    pub spokes: Vec<Spoke>,
    rays: Vec<Ray>,
    /// By slot, where its rays begin; one more at the end.
    firsts: Vec<u32>,
    /// Two rays may lead to the same cell for the same purpose.
    pub overlapping: bool,
    /// Some walks are on terms.
    pub termed: bool,
    /// Some capturing ray needs a man to hop over, goes past friends, or may end on some cells only.
    pub hops: bool,
}

impl Gait {
    pub fn lay(spokes: Vec<Spoke>, shapes: &Shapes<'_>, board: BoardId, tracks: &mut Tracks) -> Gait {
        let directions: Vec<usize> = spokes.iter().map(|spoke| tracks.lay(shapes.on(spoke.terms), board, spoke.direction)).collect();
        let count = shapes.own.board(board).cells.len();
        let mut rays = Vec::new();
        let mut firsts = Vec::with_capacity(count + 1);
        for slot in 0..count as u16 {
            firsts.push(rays.len() as u32);
            for (spoke, &direction) in spokes.iter().zip(&directions) {
                let (start, end) = tracks.bounds(direction, slot, spoke.max);
                if end - start >= u32::from(spoke.min) {
                    rays.push(Ray { start, end, min: spoke.min, hurdle: spoke.hurdle, purpose: spoke.purpose, terms: spoke.terms });
                }
            }
        }
        firsts.push(rays.len() as u32);
        // Round joined edges any two directions may meet.
        let round = |spoke: &Spoke| {
            let seams = shapes.on(spoke.terms).board(board).seams;
            seams.files || seams.ranks
        };
        let overlapping = overlapping(&spokes) || spokes.iter().any(round);
        let hops = spokes.iter().any(|spoke| shapes.hang(spoke.hurdle, spoke.terms) && spoke.purpose != Use::Quiet);
        let termed = spokes.iter().any(|spoke| spoke.terms > 0);
        Gait { spokes, rays, firsts, overlapping, termed, hops }
    }

    /// The rays from a slot.
    #[inline]
    pub fn rays(&self, slot: u16) -> &[Ray] {
        let at = usize::from(slot);
        &self.rays[self.firsts[at] as usize..self.firsts[at + 1] as usize]
    }
}

/// Whether two spokes may meet: they point the same way.
fn overlapping(spokes: &[Spoke]) -> bool {
    let meet = |one: &Spoke, other: &Spoke| {
        let (a, b) = (one.direction, other.direction);
        let (ax, ay, bx, by) = (i32::from(a.right), i32::from(a.forward), i32::from(b.right), i32::from(b.forward));
        let same_way = ax * by == ay * bx && ax * bx + ay * by > 0;
        same_way && (one.purpose == other.purpose || one.purpose == Use::Any || other.purpose == Use::Any)
    };
    spokes.iter().enumerate().any(|(at, one)| spokes[at + 1..].iter().any(|other| meet(one, other)))
}
