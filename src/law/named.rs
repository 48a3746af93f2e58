//! The squares of a board that rules have given names: those that a clause names while it is in force, and those that deeds have marked.

use crate::board::{ArmyId, Bearer, BoardId, CellId, Note, Position, SideId};

use super::Law;
use super::scene::Scene;
use super::terms::Area;

/// The name, which nobody writes, of the squares among which a secret square of a text is.
pub fn secret_of(text: &str) -> String {
    format!("the secret of {text}")
}

impl Law {
    /// On which boards a side may name that square in secret for a text, of those on which it has men and the text says which squares may be
    /// named: whoever has several halves names a square of any of them, and it counts where it is one. `None`: the text leaves it open.
    pub fn secret_counts_on(&self, position: &Position, side: SideId, text: &str, square: &str) -> Option<Vec<(BoardId, bool)>> {
        let limit = secret_of(text);
        let limited: Vec<BoardId> = self.boards().filter(|&board| self.region(board, &limit).is_some()).collect();
        let stands = |board: &BoardId| position.standing(*board).any(|(_, man, _)| self.side(man.army) == side);
        let counts = |board: BoardId| {
            let cell = position.geometry.named(board, square);
            (board, cell.is_some_and(|cell| self.may_be_secret(&Scene::new(self, position, board, ArmyId(0)), side, text, cell)))
        };
        (!limited.is_empty()).then(|| limited.into_iter().filter(stands).map(counts).collect())
    }

    /// Whether a cell is one of those that a text lets a side name in secret on its board, as that side counts them there.
    pub(super) fn may_be_secret(&self, scene: &Scene<'_>, side: SideId, text: &str, cell: CellId) -> bool {
        let board = self.geometry.cell(cell).board;
        let Some(area) = self.region(board, &secret_of(text)) else { return true };
        let universe = self.geometry.board(board).universe;
        let own: Vec<ArmyId> = (0..self.armies() as u8).map(ArmyId).filter(|&army| self.side(army) == side).collect();
        let native = own.iter().copied().filter(|army| scene.position.entities.army(*army).universe == universe).collect::<Vec<_>>();
        let views = if native.is_empty() { own } else { native };
        views.into_iter().any(|army| area(&scene.on_board(board).seen_by(army), cell))
    }

    fn region(&self, board: BoardId, name: &str) -> Option<&Area> {
        self.field(board).tables.regions.iter().rev().find(|(known, _)| known == name).map(|(_, area)| area)
    }

    /// The squares of a board that are called so now. What each side counts from its own, "his half", is no one place and has no squares here.
    pub fn called(&self, position: &Position, board: BoardId, name: &str) -> Vec<CellId> {
        let key = position.entities.key_named(name);
        let marked = |cell: CellId| key.is_some_and(|key| position.note(Note { of: Bearer::Cell(cell), key }) != 0);
        // A board that has opened since the law was folded has nothing but marks.
        let area = Some(board).filter(|board| board.index() < self.geometry.boards.len()).and_then(|board| self.region(board, name));
        let known = |cell: CellId| self.geometry.cells.len() > cell.index();
        let seen =
            |army: ArmyId, cell: CellId| known(cell) && area.is_some_and(|area| area(&Scene::new(self, position, board, army), cell));
        let cells = &position.geometry.board(board).cells;
        let as_seen = |army: ArmyId| cells.iter().map(|&cell| seen(army, cell)).collect::<Vec<_>>();
        let here: Vec<ArmyId> =
            (0..self.armies() as u8).map(ArmyId).filter(|&army| position.standing(board).any(|(_, man, _)| man.army == army)).collect();
        let mut views = here.into_iter().map(as_seen);
        let first = views.next().unwrap_or_else(|| vec![false; cells.len()]);
        let one_place = views.all(|other| other == first);
        let so = cells.iter().zip(first).filter(|(cell, named)| marked(**cell) || *named && one_place);
        so.map(|(cell, _)| *cell).collect()
    }
}
