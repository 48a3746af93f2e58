//! What happens when a man is captured.

use super::Statement;
use crate::rule::cursor::Cursor;

pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    c.take("when")?;
    None
}
