//! A gait: the spokes of a man laid on one shape of board, from every cell.

use crate::board::{BoardId, Geometry, Seams};

use super::track::{Course, Lap};
use super::{Hurdle, Spoke, Tracks, UNLIMITED, Use};

/// The most courses of several legs that men of one sort may have, the lengths of the legs told apart.
pub const MAX_COURSES: usize = 1024;
/// The most ways that may lead men of one sort from one cell.
pub const MAX_RAYS: usize = 256;

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
    /// Some capturing ray has several legs, needs a man to hop over, goes past friends, or may end on some cells only.
    pub hops: bool,
}

/// The ways that a spoke gives, and how many of all; more than there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyWays(pub usize);

/// A course that is laid for a spoke: how far it is walked, and after how many steps it may end.
struct Way<'s> {
    spoke: &'s Spoke,
    course: usize,
    min: u8,
    max: u8,
}

impl Gait {
    pub fn lay(spokes: Vec<Spoke>, shapes: &Shapes<'_>, board: BoardId, tracks: &mut Tracks) -> Result<Gait, TooManyWays> {
        let mut ways = Vec::with_capacity(spokes.len());
        for spoke in &spokes {
            let shape = shapes.on(spoke.terms);
            if spoke.before.is_empty() {
                ways.push(Way { spoke, course: tracks.lay(shape, board, spoke.direction), min: spoke.min, max: spoke.max });
                continue;
            }
            for (course, min) in courses(spoke, shape, board) {
                if ways.len() == MAX_COURSES {
                    return Err(TooManyWays(ways.len() + 1));
                }
                ways.push(Way { spoke, course: tracks.lay_bent(shape, board, course), min, max: UNLIMITED });
            }
        }
        let count = shapes.own.board(board).cells.len();
        let mut rays: Vec<Ray> = Vec::new();
        let mut firsts = Vec::with_capacity(count + 1);
        for slot in 0..count as u16 {
            firsts.push(rays.len() as u32);
            let before = rays.len();
            for &Way { spoke, course, min, max } in &ways {
                let (start, end) = tracks.bounds(course, slot, max);
                if end - start >= u32::from(min) {
                    rays.push(Ray { start, end, min, hurdle: spoke.hurdle, purpose: spoke.purpose, terms: spoke.terms });
                }
            }
            if rays.len() - before > MAX_RAYS {
                return Err(TooManyWays(rays.len() - before));
            }
        }
        firsts.push(rays.len() as u32);
        // Round joined edges any two directions may meet.
        let round = |spoke: &Spoke| {
            let seams = shapes.on(spoke.terms).board(board).seams;
            seams.files || seams.ranks
        };
        let bent = |spoke: &Spoke| !spoke.before.is_empty();
        let overlapping = overlapping(&spokes) || spokes.iter().any(|spoke| bent(spoke) || round(spoke));
        let hops = spokes.iter().any(|spoke| (bent(spoke) || shapes.hang(spoke.hurdle, spoke.terms)) && spoke.purpose != Use::Quiet);
        let termed = spokes.iter().any(|spoke| spoke.terms > 0);
        Ok(Gait { spokes, rays, firsts, overlapping, termed, hops })
    }

    /// The rays from a slot.
    #[inline]
    pub fn rays(&self, slot: u16) -> &[Ray] {
        let at = usize::from(slot);
        &self.rays[self.firsts[at] as usize..self.firsts[at + 1] as usize]
    }
}

/// The courses of a bent spoke, the lengths of its earlier legs told apart, each with the fewest steps after which it may end.
fn courses(spoke: &Spoke, shape: &Geometry, board: BoardId) -> Vec<(Course, u8)> {
    let it = shape.board(board);
    let round = it.seams.files || it.seams.ranks;
    let longest = if round { it.cells.len() } else { it.files.max(it.ranks).unsigned_abs().into() } - 1;
    let mut laps: Vec<Vec<Lap>> = vec![Vec::new()];
    for leg in &spoke.before {
        let most = usize::from(leg.max).min(longest) as u8;
        let of = |steps| Lap { direction: leg.direction, steps, bounces: leg.bounces };
        let longer = |laps: Vec<Lap>| (leg.min..=most).map(move |steps| [laps.as_slice(), &[of(steps)]].concat());
        laps = laps.into_iter().flat_map(longer).take(MAX_COURSES + 1).collect();
    }
    let with_least = |legs: Vec<Lap>| {
        let least = legs.iter().map(|lap| usize::from(lap.steps)).sum::<usize>() + usize::from(spoke.min);
        // A way that is longer than any count is none.
        let least = u8::try_from(least).ok()?;
        Some((Course { legs, direction: spoke.direction, most: spoke.max }, least))
    };
    laps.into_iter().filter_map(with_least).collect()
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
