//! Numbers: `three`, `the turn number`, `the number of white pawns`.

use crate::rule::Number;
use crate::rule::cursor::Cursor;

/// A number in any wording.
pub fn number(c: &mut Cursor) -> Option<Number> {
    c.take_number("a number").and_then(|number| i32::try_from(number).ok()).map(Number::Is)
}
