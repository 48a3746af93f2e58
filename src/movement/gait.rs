//! A gait: the spokes of a man laid on one shape of board, from every cell.

use crate::board::{BoardId, Geometry};

use super::{Hurdle, Spoke, Tracks, Use};

/// A walk from a cell: slots of a track. From the `min`-th on (counted from 1) the man may end there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ray {
    pub start: u32,
    pub end: u32,
    pub min: u8,
    pub hurdle: Hurdle,
    pub purpose: Use,
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
    /// Some capturing ray needs a man to hop over, or goes past friends.
    pub hops: bool,
}

impl Gait {
    pub fn lay(spokes: Vec<Spoke>, geometry: &Geometry, board: BoardId, tracks: &mut Tracks) -> Gait {
        let directions: Vec<usize> = spokes.iter().map(|spoke| tracks.lay(geometry, board, spoke.direction)).collect();
        let count = geometry.board(board).cells.len();
        let mut rays = Vec::new();
        let mut firsts = Vec::with_capacity(count + 1);
        for slot in 0..count as u16 {
            firsts.push(rays.len() as u32);
            for (spoke, &direction) in spokes.iter().zip(&directions) {
                let (start, end) = tracks.bounds(direction, slot, spoke.max);
                if end - start >= u32::from(spoke.min) {
                    rays.push(Ray { start, end, min: spoke.min, hurdle: spoke.hurdle, purpose: spoke.purpose });
                }
            }
        }
        firsts.push(rays.len() as u32);
        let seams = geometry.board(board).seams;
        // Round joined edges any two directions may meet.
        let overlapping = overlapping(&spokes) || seams.files || seams.ranks;
        let hops =
            spokes.iter().any(|spoke| matches!(spoke.hurdle, Hurdle::One | Hurdle::Last | Hurdle::Friends) && spoke.purpose != Use::Quiet);
        Gait { spokes, rays, firsts, overlapping, hops }
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
