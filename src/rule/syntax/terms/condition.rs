//! What may hold: `white is in check`, `there is a pawn on e4`, `the turn number is at least ten`.

use super::player::player;
use crate::rule::Condition;
use crate::rule::cursor::Cursor;

/// A condition in any wording.
pub fn condition(c: &mut Cursor) -> Option<Condition> {
    c.attempt(|c| {
        let who = player(c)?;
        c.take("is")?;
        c.take("in check")?;
        Some(Condition::Check(who))
    })
}
