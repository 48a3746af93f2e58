//! The example of CHECK: the man whose moves a rule changes most, and a small board of the squares it gains and loses.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::board::{BoardId, CellId, ManId, Position, file_name};
use crate::law::Difference;

/// Wider boards are not drawn: the lines would break on a phone.
const WIDEST: i16 = 16;

/// One man, where it stands, and where it may go or no longer go.
pub struct Example {
    cell: CellId,
    /// `pawn on e2`.
    name: String,
    letter: String,
    gained: BTreeSet<CellId>,
    lost: BTreeSet<CellId>,
}

impl Example {
    /// Of the men that stand on a board, the one with most squares gained and lost; of equals, the first made.
    pub fn of(difference: &Difference, board: BoardId, position: &Position) -> Option<Example> {
        let standing: Vec<(ManId, CellId)> = position.standing(board).map(|(id, _, cell)| (id, cell)).collect();
        let examples = standing.into_iter().map(|(id, cell)| {
            let ends = |moves: &[crate::law::Move]| -> BTreeSet<CellId> {
                moves.iter().filter(|played| played.man == id && played.from == cell && played.to != cell).map(|played| played.to).collect()
            };
            let kind = position.entities.kind(position.man(id).kind);
            let name = format!("{} on {}", kind.name, position.geometry.name(cell));
            Example { cell, name, letter: kind.letter.clone(), gained: ends(&difference.gained), lost: ends(&difference.lost) }
        });
        examples.filter(|example| example.weight() > 0).reduce(|best, next| if next.weight() > best.weight() { next } else { best })
    }

    /// How many squares change.
    pub fn weight(&self) -> usize {
        self.gained.union(&self.lost).count()
    }

    /// The part of the board that changes, drawn; empty where it is too wide. `place` names the universe where there are several.
    pub fn drawn(&self, position: &Position, place: &str) -> String {
        let geometry = &position.geometry;
        let board = geometry.board(geometry.cell(self.cell).board);
        let shown = || self.gained.union(&self.lost).chain([&self.cell]).map(|&cell| geometry.cell(cell));
        // One square of margin, as far as the board goes.
        let span = |places: Vec<i16>, first: i16, last: i16| {
            let least = places.iter().min().map_or(first, |least| (least - 1).max(first));
            let most = places.iter().max().map_or(last, |most| (most + 1).min(last));
            least..=most
        };
        let files = span(shown().map(|cell| cell.file).collect(), board.first_file, board.last_file());
        let ranks = span(shown().map(|cell| cell.rank).collect(), board.first_rank, board.last_rank());
        if files.end() - files.start() >= WIDEST {
            return String::new();
        }
        let mut words = format!("\nThe {}{place}: + gained, - lost, * changed", self.name);
        for rank in ranks.rev() {
            let _ = write!(words, "\n  {:>2}", rank + 1);
            for file in files.clone() {
                let sign = geometry.at(geometry.cell(self.cell).board, file, rank).map_or(" ", |cell| self.sign(cell, position));
                let _ = write!(words, " {sign}");
            }
        }
        words.push_str("\n    ");
        for file in files {
            let _ = write!(words, " {}", file_name(file));
        }
        words
    }

    fn sign(&self, cell: CellId, position: &Position) -> &str {
        match (self.gained.contains(&cell), self.lost.contains(&cell)) {
            _ if cell == self.cell => &self.letter,
            (true, false) => "+",
            (false, true) => "-",
            (true, true) => "*",
            (false, false) if position.is_hole(cell) => " ",
            (false, false) => ".",
        }
    }
}
