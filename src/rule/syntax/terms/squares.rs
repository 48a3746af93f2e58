//! Sets of squares: `d4, e4 or d5`, `the last rank`, `empty squares next to it`.

use super::point::named;
use crate::rule::Squares;
use crate::rule::cursor::Cursor;

/// Squares in any wording.
pub fn squares(c: &mut Cursor) -> Option<Squares> {
    named(c).map(|name| Squares::These(vec![name]))
}
