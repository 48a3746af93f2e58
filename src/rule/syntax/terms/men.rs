//! Men with what else holds of them: `own rooks that stand on the e-file`.

use crate::rule::Class;
use crate::rule::cursor::Cursor;
use crate::rule::syntax::nouns;

/// A class of men in any wording.
pub fn class(c: &mut Cursor) -> Option<Class> {
    nouns::class(c)
}
