//! One board as plain data, ready to be drawn: squares, men, what is pointed out, labels and legend.

use super::{Livery, View};
use crate::board::{BoardId, Position};

/// The shade of a square: a1 is dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    Light,
    Dark,
}

/// One square that exists; a hole is the absence of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// Columns from the left and rows from the top of the drawing, from 0.
    pub column: u16,
    pub row: u16,
    pub shade: Shade,
    /// Its name on the board: `e4`.
    pub name: String,
    /// The man on it.
    pub figure: Option<Figure>,
    /// A last move began, passed or ended here.
    pub trodden: bool,
    /// A last move ended here.
    pub reached: bool,
    /// A man was taken off here in the last move.
    pub struck: bool,
    /// A king in check stands here.
    pub checked: bool,
}

/// A man on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its kind's name and plural: `knight`, `knights`.
    pub kind: String,
    pub plural: String,
    /// The letter of its kind, upper case; the text of its badge.
    pub letter: String,
    /// The letter is left out in lists of men.
    pub unlettered: bool,
    /// Where in a list its kind stands: lower numbers come first.
    pub order: u32,
    /// The character it is drawn as; none: a badge.
    pub glyph: Option<char>,
    /// Which of the scene's liveries it wears.
    pub livery: usize,
    /// The real one among kings of its player that are not (M3).
    pub real: bool,
}

/// One board, seen from one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    pub title: String,
    pub columns: u16,
    pub rows: u16,
    /// The squares that exist, row by row from the top left.
    pub squares: Vec<Square>,
    /// Labels under the columns, from the left: `a`, `b`, ...
    pub files: Vec<String>,
    /// Labels beside the rows, from the top: `8`, `7`, ...
    pub ranks: Vec<String>,
    /// The ways of the last moves, as indices of squares.
    pub trails: Vec<Vec<usize>>,
    /// The armies that have men on the board, the ones at home here first.
    pub liveries: Vec<Livery>,
}

impl Scene {
    /// What a board of a position looks like in a view.
    pub fn of(position: &Position, board: BoardId, view: &View) -> Scene {
        let _ = (position, board, view);
        unimplemented!()
    }
}
