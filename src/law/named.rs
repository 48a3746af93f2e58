//! The squares of a board that rules have given names: those that a clause names while it is in force, and those that deeds have marked.

use crate::board::{ArmyId, Bearer, BoardId, CellId, Note, Position};

use super::Law;
use super::scene::Scene;

/// The name, which nobody writes, of the squares among which a secret square of a text is.
pub fn secret_of(text: &str) -> String {
    format!("the secret of {text}")
}

impl Law {
    /// Whether a player with these armies may name that square in secret for a text, on a board where he has men.
    pub fn may_be_secret(&self, position: &Position, armies: &[ArmyId], text: &str, square: &str) -> bool {
        let limit = secret_of(text);
        let stand = |board: BoardId, army: ArmyId| position.standing(board).any(|(_, man, _)| man.army == army);
        let allowed = |board: BoardId, army: ArmyId| {
            let area = self.field(board).tables.regions.iter().find(|(known, _)| *known == limit).map(|(_, area)| area);
            let cell = position.geometry.named(board, square);
            area.is_none_or(|area| cell.is_some_and(|cell| area(&Scene::new(self, position, board, army), cell)))
        };
        let boards = (0..self.geometry.boards.len() as u8).map(BoardId);
        let mut there = boards.flat_map(|board| armies.iter().map(move |&army| (board, army))).filter(|&(board, army)| stand(board, army));
        there.any(|(board, army)| allowed(board, army)) || armies.is_empty()
    }

    /// The squares of a board that are called so now. What each side counts from its own, "his half", is no one place and has no squares here.
    pub fn called(&self, position: &Position, board: BoardId, name: &str) -> Vec<CellId> {
        let key = position.entities.key_named(name);
        let marked = |cell: CellId| key.is_some_and(|key| position.note(Note { of: Bearer::Cell(cell), key }) != 0);
        // A board that has opened since the law was folded has nothing but marks.
        let field = (board.index() < self.geometry.boards.len()).then(|| self.field(board));
        let area = field.and_then(|field| field.tables.regions.iter().rev().find(|(known, _)| known == name)).map(|(_, area)| area);
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
