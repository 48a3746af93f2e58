//! The walks of all gaits read backwards: from where, and over which cells, a cell may be captured on.

use crate::board::{BoardId, Vector};

use super::{Gait, Hurdle, Ray, Shapes, Spoke, Tracks, Use};

/// What stands on a cell, as the search for attackers sees it.
pub enum Sight {
    Nobody,
    /// A man who would not capture there, whatever his gait.
    Bystander,
    /// A hostile man of that gait.
    Hostile(u16),
    /// A hostile man of several gaits.
    Several(Vec<u16>),
}

/// A cell from which some gaits capture on the target if every cell of the branch before it is empty.
#[derive(Clone, Copy, Debug)]
struct Node {
    slot: u16,
    /// How many nodes of its branch follow.
    rest: u16,
}

/// For each cell of a board, the branches that lead to it. Walks of several legs, and those that need a man to hop over, are not among them.
#[derive(Clone, Debug)]
pub struct Reach {
    nodes: Vec<Node>,
    /// By node, the gaits that capture from there: `words` words of bits each.
    gaits: Vec<u64>,
    words: usize,
    /// By target, where its nodes begin; one more at the end.
    firsts: Vec<u32>,
    /// By target, the cells that some branch leads over, as bits.
    crossed: Vec<u64>,
    /// By target, the cells on which a capture by hopping hangs, as bits; empty where nobody hops.
    hopped: Vec<u64>,
    row: usize,
}

const BITS: usize = u64::BITS as usize;

impl Reach {
    pub fn of(gaits: &[Gait], shapes: &Shapes<'_>, board: BoardId, tracks: &mut Tracks) -> Reach {
        let branches = branches(gaits, shapes, board, tracks);
        let count = shapes.on(0).board(board).cells.len();
        let (words, row) = (gaits.len().div_ceil(BITS).max(1), count.div_ceil(BITS));
        let mut reach = Reach {
            nodes: Vec::new(),
            gaits: Vec::new(),
            words,
            firsts: Vec::with_capacity(count + 1),
            crossed: vec![0; count * row],
            hopped: Vec::new(),
            row,
        };
        reach.lay_hops(gaits, shapes, count, tracks);
        for target in 0..count as u16 {
            reach.firsts.push(reach.nodes.len() as u32);
            for branch in &branches {
                reach.grow(target, branch, gaits, tracks);
            }
        }
        reach.firsts.push(reach.nodes.len() as u32);
        reach
    }

    /// Notes, for each target, the cells on which a hop to it hangs: where it begins, and those it leads over.
    fn lay_hops(&mut self, gaits: &[Gait], shapes: &Shapes<'_>, count: usize, tracks: &Tracks) {
        for gait in gaits.iter().filter(|gait| gait.hops) {
            self.hopped.resize(count * self.row, 0);
            for from in 0..count as u16 {
                let hangs = |ray: &Ray| tracks.is_bent(ray.start) || shapes.hang(ray.hurdle, ray.terms);
                let hopping = |ray: &&Ray| ray.purpose != Use::Quiet && hangs(ray);
                for ray in gait.rays(from).iter().filter(hopping) {
                    let walk = tracks.walk(ray.start, ray.end);
                    for (at, &target) in walk.iter().enumerate() {
                        // Who captures what it jumps over needs room beyond.
                        let until = if ray.hurdle == Hurdle::These { walk.len() } else { at };
                        for &slot in walk[..until].iter().chain([&from]) {
                            self.hopped[usize::from(target) * self.row + usize::from(slot) / BITS] |= 1 << (usize::from(slot) % BITS);
                        }
                    }
                }
            }
        }
    }

    /// Whether some hop to the target hangs on the cell, so that leaving it or coming there may open it.
    #[inline]
    pub fn hops_by(&self, target: u16, slot: u16) -> bool {
        !self.hopped.is_empty()
            && self.hopped[usize::from(target) * self.row + usize::from(slot) / BITS] >> (usize::from(slot) % BITS) & 1 == 1
    }

    /// Adds the nodes of one branch to a target.
    fn grow(&mut self, target: u16, branch: &Branch, gaits: &[Gait], tracks: &Tracks) {
        let walk = tracks.bounds(branch.back, target, super::UNLIMITED);
        let walk = tracks.walk(walk.0, walk.1);
        let length = walk.len().min(usize::from(branch.longest));
        for (steps, &slot) in (1..=length).zip(walk) {
            let at = self.gaits.len();
            self.gaits.resize(at + self.words, 0);
            for &(gait, spoke) in &branch.spokes {
                let spoke: &Spoke = &gaits[gait].spokes[spoke];
                if (usize::from(spoke.min)..=usize::from(spoke.max)).contains(&steps)
                    || spoke.max == super::UNLIMITED && steps >= usize::from(spoke.min)
                {
                    self.gaits[at + gait / BITS] |= 1 << (gait % BITS);
                }
            }
            let flown_over = branch.hurdle == Hurdle::Any;
            let rest = if flown_over { 0 } else { length - steps };
            if flown_over && self.gaits[at..].iter().all(|&bits| bits == 0) {
                self.gaits.truncate(at);
                continue;
            }
            self.nodes.push(Node { slot, rest: rest as u16 });
            if rest > 0 {
                self.crossed[usize::from(target) * self.row + usize::from(slot) / BITS] |= 1 << (usize::from(slot) % BITS);
            }
        }
    }

    /// Whether a hostile man captures on the target, were there something to capture.
    #[inline]
    pub fn attacked(&self, target: u16, look: impl FnMut(u16) -> Sight) -> bool {
        self.attackers(target, look, |_| true)
    }

    /// Goes through the cells of the hostile men that capture on the target, until `enough` says so; whether it did.
    #[inline]
    pub fn attackers(&self, target: u16, mut look: impl FnMut(u16) -> Sight, mut enough: impl FnMut(u16) -> bool) -> bool {
        let (mut at, end) = (self.firsts[usize::from(target)] as usize, self.firsts[usize::from(target) + 1] as usize);
        while at < end {
            let node = self.nodes[at];
            let captures = match look(node.slot) {
                Sight::Nobody => {
                    at += 1;
                    continue;
                }
                seen => self.seen_captures(at, &seen),
            };
            if captures && enough(node.slot) {
                return true;
            }
            at += usize::from(node.rest) + 1;
        }
        false
    }

    /// Goes through the cells of those who alone stand between the target and a hostile man that would capture there without them; whether one
    /// captures there already, and then not all are told.
    pub fn shields(&self, target: u16, mut look: impl FnMut(u16) -> Sight, mut shield: impl FnMut(u16)) -> bool {
        let (mut at, end) = (self.firsts[usize::from(target)] as usize, self.firsts[usize::from(target) + 1] as usize);
        while at < end {
            let node = self.nodes[at];
            match look(node.slot) {
                Sight::Nobody => {
                    at += 1;
                    continue;
                }
                seen if self.seen_captures(at, &seen) => return true,
                _ => {}
            }
            let next = at + usize::from(node.rest) + 1;
            let behind = (at + 1..next).find_map(|at| match look(self.nodes[at].slot) {
                Sight::Nobody => None,
                seen => Some(self.seen_captures(at, &seen)),
            });
            if behind == Some(true) {
                shield(node.slot);
            }
            at = next;
        }
        false
    }

    /// Whether who is seen on a node captures from there.
    #[inline]
    fn seen_captures(&self, node: usize, seen: &Sight) -> bool {
        match seen {
            Sight::Nobody | Sight::Bystander => false,
            Sight::Hostile(gait) => self.captures(node, *gait),
            Sight::Several(gaits) => gaits.iter().any(|&gait| self.captures(node, gait)),
        }
    }

    /// Whether a man of a gait captures from a node.
    #[inline]
    fn captures(&self, node: usize, gait: u16) -> bool {
        let gait = usize::from(gait);
        self.gaits[node * self.words + gait / BITS] >> (gait % BITS) & 1 == 1
    }

    /// Whether some branch to the target leads over the cell, so that emptying it may open a line.
    #[inline]
    pub fn crosses(&self, target: u16, slot: u16) -> bool {
        self.crossed[usize::from(target) * self.row + usize::from(slot) / BITS] >> (usize::from(slot) % BITS) & 1 == 1
    }
}

/// The capturing spokes of all gaits that run in one direction.
struct Branch {
    hurdle: Hurdle,
    /// The track that leads back from the target.
    back: usize,
    longest: u16,
    /// Gait, index of its spoke.
    spokes: Vec<(usize, usize)>,
}

fn branches(gaits: &[Gait], shapes: &Shapes<'_>, board: BoardId, tracks: &mut Tracks) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    for (gait, spokes) in gaits.iter().enumerate().map(|(at, gait)| (at, &gait.spokes)) {
        for (at, spoke) in spokes.iter().enumerate() {
            if spoke.purpose == Use::Quiet || !spoke.before.is_empty() || shapes.hang(spoke.hurdle, spoke.terms) {
                continue;
            }
            let longest = if spoke.max == super::UNLIMITED { u16::MAX } else { u16::from(spoke.max) };
            let Vector { right, forward } = spoke.direction;
            let back = tracks.lay(shapes.on(spoke.terms), board, Vector { right: -right, forward: -forward });
            match branches.iter_mut().find(|branch| branch.back == back && branch.hurdle == spoke.hurdle) {
                Some(branch) => {
                    branch.longest = branch.longest.max(longest);
                    branch.spokes.push((gait, at));
                }
                None => branches.push(Branch { hurdle: spoke.hurdle, back, longest, spokes: vec![(gait, at)] }),
            }
        }
    }
    branches
}
