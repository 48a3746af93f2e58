//! What a term is evaluated in: a position, an army that looks at it, and the men and squares that the sentence has spoken of.

use std::cmp::Ordering;

use crate::board::{ArmyId, BoardId, CellId, Frame, Geometry, Man, ManId, Position, Vector};
use crate::rule::{Facing, Ref};

use super::Law;
use super::fate::Secret;

/// A moment as a clause sees it. Cheap to copy; every change makes a new one.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub law: &'a Law,
    pub position: &'a Position,
    /// Where squares are looked for.
    pub board: BoardId,
    /// The viewpoint: whose "own" and "forward" these are.
    pub army: ArmyId,
    /// Who moves, or whose phase it is.
    pub mover: ArmyId,
    /// By [`Ref`].
    men: [Option<ManId>; 6],
    /// Where the move began, and where it ended or captured.
    pub leg: Option<(CellId, CellId)>,
    /// Where the captured man stood.
    pub taken: Option<CellId>,
    /// In the hand: it is on its way, and stands nowhere.
    pub lifted: Option<ManId>,
    /// Asked for a movement: conditions on attacks go by what men reach of their own, whatever other conditions would give them.
    pub shallow: bool,
    /// The squares that players have named in secret, where they are known.
    pub secrets: Option<&'a [Secret]>,
    /// Men are counted on all boards: what is said of victory concerns the player, wherever he plays (D7).
    pub everywhere: bool,
    /// Inside a "not": who does not know a secret takes there what keeps the whole possible.
    pub denied: bool,
}

/// Where a man of a sentence is kept, among six.
pub(super) const fn index(who: Ref) -> usize {
    match who {
        Ref::Itself => 0,
        Ref::Actor => 1,
        Ref::Victim => 2,
        Ref::Chosen => 3,
        Ref::Outer => 4,
        Ref::Former => 5,
    }
}

impl<'a> Scene<'a> {
    pub fn new(law: &'a Law, position: &'a Position, board: BoardId, mover: ArmyId) -> Scene<'a> {
        Scene {
            law,
            position,
            board,
            army: mover,
            mover,
            men: [None; 6],
            leg: None,
            taken: None,
            lifted: None,
            shallow: false,
            secrets: None,
            everywhere: false,
            denied: false,
        }
    }

    /// Where the captured man stood: where the move went, but for one captured in passing.
    pub fn taken_at(&self) -> Option<CellId> {
        self.taken.or(self.leg.map(|(_, to)| to))
    }

    pub fn man(&self, who: Ref) -> Option<ManId> {
        self.men[index(who)]
    }

    #[must_use]
    pub fn with(mut self, who: Ref, man: Option<ManId>) -> Scene<'a> {
        self.men[index(who)] = man;
        self
    }

    /// As a relative clause about a man sees it: from its army's side, on its own board.
    #[must_use]
    pub fn about(mut self, id: ManId, man: &Man) -> Scene<'a> {
        self.men[index(Ref::Outer)] = self.men[index(Ref::Itself)];
        self.men[index(Ref::Itself)] = Some(id);
        self.army = man.army;
        self.everywhere = false;
        if let Some(cell) = man.place.cell() {
            self.board = self.position.geometry.cell(cell).board;
        }
        self
    }

    /// The same seen from an army's side.
    #[must_use]
    pub fn seen_by(mut self, army: ArmyId) -> Scene<'a> {
        self.army = army;
        self
    }

    /// The army of some bits that looks at the board: the mover's own, or the first that there is.
    pub fn army_of(&self, bits: u32) -> Option<ArmyId> {
        let is_one = |army: &ArmyId| bits >> army.index() & 1 == 1;
        let existing = || super::terms::armies(bits).filter(|army| army.index() < self.law.armies());
        let here = || existing().find(|&army| self.position.standing(self.board).any(|(_, man, _)| man.army == army));
        Some(self.mover).filter(is_one).or_else(here).or_else(|| existing().next())
    }

    /// As a proviso of its movement sees a man: by what men reach of their own.
    #[must_use]
    pub fn borrowing(self, id: ManId, man: &Man) -> Scene<'a> {
        self.about(id, man).with(Ref::Actor, Some(id)).shallow()
    }

    /// The same asked for a movement.
    #[must_use]
    pub fn shallow(mut self) -> Scene<'a> {
        self.shallow = true;
        self
    }

    /// The same looked at from another board.
    #[must_use]
    pub fn on_board(mut self, board: BoardId) -> Scene<'a> {
        self.board = board;
        self
    }

    #[must_use]
    pub fn knowing(mut self, secrets: &'a [Secret]) -> Scene<'a> {
        self.secrets = Some(secrets);
        self
    }

    /// With the men of all boards in sight.
    #[must_use]
    pub fn everywhere(mut self) -> Scene<'a> {
        self.everywhere = true;
        self
    }

    /// The same as it is seen from where a man stands that is counted on another board.
    #[must_use]
    pub fn where_counted(self, cell: CellId) -> Scene<'a> {
        if self.everywhere { self.on_board(self.position.geometry.cell(cell).board) } else { self }
    }

    /// As what stands after a "not" sees it.
    #[must_use]
    pub fn denying(mut self) -> Scene<'a> {
        self.denied = !self.denied;
        self
    }

    #[must_use]
    pub fn along(mut self, from: CellId, to: CellId) -> Scene<'a> {
        self.leg = Some((from, to));
        self
    }

    #[must_use]
    pub fn lifting(mut self, man: ManId) -> Scene<'a> {
        self.lifted = Some(man);
        self
    }

    /// The same about that man, where it is about nobody.
    #[must_use]
    pub fn or_itself(mut self, man: ManId) -> Scene<'a> {
        self.men[index(Ref::Itself)].get_or_insert(man);
        self
    }

    /// The man that stands on a cell, but for one in the hand.
    pub fn on(&self, cell: CellId) -> Option<ManId> {
        self.position.on(cell).filter(|&man| self.lifted != Some(man))
    }

    /// Which way an army looks on the scene's board (M5).
    pub fn frame(&self, army: ArmyId) -> Frame {
        self.position.entities.frame_in(army, self.position.geometry.board(self.board).universe)
    }

    /// Which way somebody looks whose directions are spoken of.
    pub fn frame_of(&self, facing: Facing) -> Frame {
        let man = match facing {
            Facing::Man(man) => self.man(man).filter(|&man| man < self.position.next_man()),
            _ => None,
        };
        self.frame(match (facing, man) {
            (_, Some(man)) => self.position.man(man).army,
            (Facing::Mover, _) => self.mover,
            _ => self.army,
        })
    }

    pub fn hostile(&self, army: ArmyId) -> bool {
        self.law.hostile(self.army) >> army.index() & 1 == 1
    }

    /// The number of a cell's rank, from 1, counted from the viewpoint's own side.
    pub fn own_rank(&self, cell: CellId) -> i32 {
        let universe = self.position.geometry.board(self.position.geometry.cell(cell).board).universe;
        own_rank(&self.position.geometry, self.position.entities.frame_in(self.army, universe), cell)
    }

    /// Whether a cell lies in the viewpoint's own half, as [`half`] tells it.
    pub fn half(&self, cell: CellId) -> Ordering {
        let universe = self.position.geometry.board(self.position.geometry.cell(cell).board).universe;
        half(&self.position.geometry, self.position.entities.frame_in(self.army, universe), cell)
    }

    /// A rank beyond which there is none, seen from the viewpoint's own side.
    pub fn is_last_rank(&self, cell: CellId) -> bool {
        let geometry = &self.position.geometry;
        let universe = geometry.board(geometry.cell(cell).board).universe;
        is_last_rank(geometry, self.position.entities.frame_in(self.army, universe), cell)
    }

    /// The cells of the board looked at.
    pub fn cells(&self) -> &'a [CellId] {
        &self.position.geometry.board(self.board).cells
    }
}

/// Whether there is no rank beyond that of a cell, for an army that looks so.
pub(super) fn is_last_rank(geometry: &Geometry, frame: Frame, cell: CellId) -> bool {
    geometry.leap(cell, frame.turn(Vector { right: 0, forward: 1 })).is_none()
}

/// The number of a cell's rank, from 1, counted from the side of an army that looks so. What a rule has added on that side is rank 0 and less.
pub(super) fn own_rank(geometry: &Geometry, frame: Frame, cell: CellId) -> i32 {
    let at = geometry.cell(cell);
    match frame {
        Frame::Up => i32::from(at.rank) + 1,
        Frame::Down => {
            let board = geometry.board(at.board);
            let added: i16 = geometry.growths.iter().filter(|growth| growth.board == at.board).map(|growth| i16::from(growth.above)).sum();
            i32::from(board.first_rank + board.ranks - added - at.rank)
        }
    }
}

/// Whether a cell lies in the half of an army that looks so (less), in the other one, or on the middle rank of a board with an odd number of them.
pub(super) fn half(geometry: &Geometry, frame: Frame, cell: CellId) -> Ordering {
    let at = geometry.cell(cell);
    let board = geometry.board(at.board);
    let below = at.rank - board.first_rank;
    let behind = if frame == Frame::Up { below } else { board.ranks - 1 - below };
    (2 * behind + 1).cmp(&board.ranks)
}
