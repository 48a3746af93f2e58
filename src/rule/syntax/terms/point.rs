//! One square: `e4`, `its home square`, `the square in front of it`.

use crate::rule::Point;
use crate::rule::cursor::Cursor;
use crate::rule::lexer::Sort;

/// One square in any wording.
pub fn point(c: &mut Cursor) -> Option<Point> {
    named(c).map(Point::Named)
}

/// `e4`.
pub fn named(c: &mut Cursor) -> Option<String> {
    c.take_thing("a square", |token| (token.sort == Sort::Word && is_square(&token.word)).then(|| token.word.clone()))
}

/// Whether a word is the name of a square: `e4`.
pub fn is_square(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = word.len() - digits.len();
    (1..=2).contains(&letters) && (1..=2).contains(&digits.len()) && !digits.starts_with('0') && digits.chars().all(|c| c.is_ascii_digit())
}
