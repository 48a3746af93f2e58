//! Boards changed by a run of deeds: holes, added cells, joined edges.

use crate::board::{Bearer, CellId, Effect, Growth, Key, Place};

use super::Run;

impl Run<'_> {
    /// Who stands where a hole opens leaves the board; where a real king stands none opens.
    pub(in crate::law) fn hole(&mut self, cell: CellId, open: bool) {
        if !open && let Some(id) = self.position.on(cell) {
            let man = self.man(id);
            self.leave(id, man, Place::Gone);
        }
        // Who has not left is a real king.
        self.thwarted |= !open && self.position.on(cell).is_some();
        if self.position.on(cell).is_none() && self.position.is_hole(cell) == open {
            self.then(Effect::Hole { cell, open });
        }
    }

    pub(super) fn grow(&mut self, [left, right, below, above]: [u8; 4], region: Option<Key>) {
        let board = self.stage.board;
        let old = self.position.geometry.board(board).cells.clone();
        let growth = Growth { board, left, right, below, above };
        if self.position.geometry.could_grow(growth).is_err() {
            self.thwarted = true;
            return;
        }
        self.then(Effect::Grow(growth));
        if let Some(key) = region {
            let new = self.position.geometry.board(board).cells.clone();
            for cell in new.into_iter().filter(|cell| !old.contains(cell)) {
                self.note(Bearer::Cell(cell), key, 1);
            }
        }
    }

    pub(in crate::law) fn join_edges(&mut self, files: bool, new: bool) {
        let board = self.stage.board;
        let seams = self.position.geometry.board(board).seams;
        let old = if files { seams.files } else { seams.ranks };
        if old != new {
            self.then(Effect::Seam { board, files, old, new });
        }
    }
}
