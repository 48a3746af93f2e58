//! The tables the generator runs on: one set for all boards of one shape under equal clauses.

use crate::board::{ArmyId, Board, BoardId, Entities, Frame, Geometry, KindId, Man};
use crate::movement::{Gait, Line, Reach, Spoke, Tracks, Use, spokes};
use crate::rule::Region;

use super::fold::{Edit, Fate, Folded, Round, Toll};
use super::men::Men;

/// What the generator must know of one kind in one army.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trait {
    /// The gait of a man that has moved, and of one that has not.
    pub gaits: [u16; 2],
    pub promotes: bool,
    pub passes: bool,
    pub castles: bool,
}

/// A promotion of a kind in an army on boards of this shape.
#[derive(Clone, Debug)]
pub(super) struct Promoting {
    /// The rank on the board, from 0.
    pub rank: i16,
    pub into: Vec<KindId>,
}

/// With whom a man castles, and how far; `None`: not at all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    pub with: Men,
    pub squares: Option<usize>,
}

/// Everything compiled for boards of one shape in universes with equal clauses.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    armies: usize,
    /// By kind, then by army.
    traits: Vec<Trait>,
    pub gaits: Vec<Gait>,
    pub tracks: Tracks,
    pub reach: Reach,
    /// Some gait captures by hopping, which `reach` does not hold.
    pub hops: bool,
    promoting: Vec<Option<Promoting>>,
    /// The newest first.
    castling: Vec<Vec<Castling>>,
    passing: Vec<Option<Men>>,
    /// The directions of castling: up and down the files.
    pub along: [usize; 2],
    /// The newest first; empty where all captures are plain.
    pub edits: Vec<Edit>,
    /// Some edit makes captures explode.
    pub explodes: bool,
}

impl Tables {
    /// Compiles folded clauses for the shape of a board.
    pub fn compile(folded: &Folded<'_>, standard: &Folded<'_>, entities: &Entities, geometry: &Geometry, board: BoardId) -> Tables {
        let shape = geometry.board(board);
        let mut sorts = Sorts::default();
        let by_army: Vec<Vec<[u16; 2]>> =
            armies(entities).map(|army| sorts.of_army(folded, standard, army, entities.army(army).frame)).collect();
        let (mut traits, mut promoting, mut castling, mut passing) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for kind in (0..entities.kinds.len()).map(|kind| KindId(kind as u8)) {
            for army in armies(entities) {
                let ways = folded.ways(kind, army);
                traits.push(Trait {
                    gaits: by_army[army.index()][kind.index()],
                    promotes: ways.promotion.is_some(),
                    passes: ways.passing.is_some(),
                    castles: !ways.castling.is_empty(),
                });
                let rank = |region| rank_of(region, entities.army(army).frame, shape);
                let becoming = ways.promotion.as_ref();
                promoting.push(becoming.map(|becoming| Promoting { rank: rank(becoming.region), into: becoming.into.clone() }));
                let newest_first = ways.castling.iter().rev();
                let compiled = newest_first.map(|&Round { with, squares }| Castling { with, squares: squares.map(usize::from) });
                castling.push(compiled.collect());
                passing.push(ways.passing);
            }
        }
        let mut tracks = Tracks::default();
        let gaits: Vec<Gait> = sorts.spokes.into_iter().map(|sort| Gait::lay(sort, geometry, board, &mut tracks)).collect();
        let reach = Reach::of(&gaits, geometry, board, &mut tracks);
        let along = [1, -1].map(|right| tracks.lay(geometry, board, crate::board::Vector { right, forward: 0 }));
        let edits = if folded.edits.iter().all(is_plain) { Vec::new() } else { folded.edits.clone() };
        let explodes = edits.iter().any(|edit| edit.explosion.is_some_and(|blast| blast.reach > 0));
        let hops = gaits.iter().any(|gait| gait.hops);
        Tables { armies: entities.armies.len(), traits, gaits, tracks, reach, hops, promoting, castling, passing, along, edits, explodes }
    }

    #[inline]
    fn index(&self, kind: KindId, army: ArmyId) -> usize {
        kind.index() * self.armies + army.index()
    }

    #[inline]
    pub fn of(&self, kind: KindId, army: ArmyId) -> Trait {
        self.traits[self.index(kind, army)]
    }

    pub fn promoting(&self, kind: KindId, army: ArmyId) -> Option<&Promoting> {
        self.promoting[self.index(kind, army)].as_ref()
    }

    /// How far a man goes when it castles with a friend; `None` where it may not. The newest clause that speaks of the friend decides.
    pub fn castling(&self, man: &Man, friend: &Man) -> Option<usize> {
        let clauses = &self.castling[self.index(man.kind, man.army)];
        clauses.iter().find(|clause| clause.with.include(friend.kind, friend.army))?.squares
    }

    /// Who may capture men of this kind and army where they passed.
    pub fn passing(&self, kind: KindId, army: ArmyId) -> Option<Men> {
        self.passing[self.index(kind, army)]
    }
}

fn armies(entities: &Entities) -> impl Iterator<Item = ArmyId> + use<> {
    (0..entities.armies.len()).map(|army| ArmyId(army as u8))
}

/// The different sorts of gaits, each said once.
#[derive(Default)]
struct Sorts {
    spokes: Vec<Vec<Spoke>>,
    /// Armies already sorted: the one it moves like, its frame, the gaits of its kinds.
    known: Vec<(ArmyId, Frame, Vec<[u16; 2]>)>,
}

impl Sorts {
    /// By kind, the gaits of an army's men that have moved and of those that have not.
    fn of_army(&mut self, folded: &Folded<'_>, standard: &Folded<'_>, army: ArmyId, frame: Frame) -> Vec<[u16; 2]> {
        let alike = folded.moving_alike(army);
        if let Some((_, _, gaits)) = self.known.iter().find(|(known, facing, _)| *known == alike && *facing == frame) {
            return gaits.clone();
        }
        let [quiet, capture] = [Use::Quiet, Use::Capture].map(|purpose| folded.lines(army, purpose, &standard.lines(army, purpose, &[])));
        let sort = |(quiet, capture): (Vec<Line>, Vec<Line>)| {
            let unmoved = self.sort_of(spokes(&quiet, &capture, frame));
            let moved = self.sort_of(spokes(&of_moved(quiet), &of_moved(capture), frame));
            [moved, unmoved]
        };
        let gaits: Vec<[u16; 2]> = quiet.into_iter().zip(capture).map(sort).collect();
        self.known.push((alike, frame, gaits.clone()));
        gaits
    }

    fn sort_of(&mut self, spokes: Vec<Spoke>) -> u16 {
        let known = self.spokes.iter().position(|sort| *sort == spokes);
        known.unwrap_or_else(|| {
            self.spokes.push(spokes);
            self.spokes.len() - 1
        }) as u16
    }
}

fn of_moved(lines: Vec<Line>) -> Vec<Line> {
    lines.into_iter().filter(|line| !line.unmoved).collect()
}

fn rank_of(region: Region, frame: Frame, board: &Board) -> i16 {
    let from_own_side = match region {
        Region::LastRank => board.ranks - 1,
        // A rank beyond the board is none; it stays outside when turned.
        Region::Rank(number) => i16::try_from(number).unwrap_or(i16::MAX).saturating_sub(1),
    };
    match frame {
        Frame::Up => board.first_rank.saturating_add(from_own_side),
        Frame::Down => board.last_rank().saturating_sub(from_own_side),
    }
}

/// An edit that says nothing but what holds anyway.
fn is_plain(edit: &Edit) -> bool {
    matches!(edit.victim_fate, None | Some(Fate::Gone))
        && matches!(edit.capturer_fate, None | Some(Toll::Same))
        && matches!(edit.landing, None | Some(crate::rule::Landing::OnVictim))
        && edit.explosion.is_none_or(|blast| blast.reach == 0)
}
