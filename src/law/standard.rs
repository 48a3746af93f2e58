//! The standard law: what a chain of law texts declares, before any player's rule.

use crate::board::{Army, ArmyId, BoardId, Effect, Entities, Frame, Geometry, Kind, Position, SideId};
use crate::rule;

use super::LawProblem;

/// A game's law texts, read: its kinds, its board and array, and the clauses that rules are folded over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standard {
    pub name: String,
    pub kinds: Vec<Kind>,
    /// The armies of a game of two players on one board, first mover first.
    pub armies: Vec<rule::Army>,
    pub files: i16,
    pub ranks: i16,
    pub safety: rule::Safety,
    array: Vec<Post>,
    chain: Vec<rule::Law>,
}

/// A man of the array: which army (0 the first), what kind, where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Post {
    army: usize,
    kind: crate::board::KindId,
    file: i16,
    rank: i16,
}

impl Standard {
    /// Reads a chain of law texts, the undermost first.
    pub fn new(_chain: &[rule::Law]) -> Result<Standard, LawProblem> {
        todo!()
    }

    /// Its kinds and the armies of a game of two players, each a side of its own.
    pub fn entities(&self) -> Entities {
        let armies = self.armies.iter().enumerate().map(|(side, army)| Army {
            name: army.name.clone(),
            side: SideId(side as u8),
            frame: if army.up { Frame::Up } else { Frame::Down },
        });
        Entities { kinds: self.kinds.clone(), armies: armies.collect() }
    }

    /// One board of its extent, as universe 1.
    pub fn geometry(&self) -> Geometry {
        let mut geometry = Geometry::default();
        geometry.add_rectangle(1, self.files, self.ranks);
        geometry
    }

    /// The array of two armies on an empty board, as effects; nobody is a real king yet.
    pub fn array(&self, _position: &Position, _board: BoardId, _armies: [ArmyId; 2]) -> Vec<Effect> {
        todo!()
    }

    /// Makes every man of a royal kind on a board a real one (a game without dummy kings).
    pub fn crown(&self, _position: &Position, _board: BoardId) -> Vec<Effect> {
        todo!()
    }

    /// The position at the start of a game of two players on one board.
    pub fn start(&self) -> Position {
        todo!()
    }
}
