//! Players: `white`, `the mover`, `the opponent`, `its owner`.

use crate::rule::Player;
use crate::rule::cursor::Cursor;
use crate::rule::syntax::nouns;

/// A player in any wording.
pub fn player(c: &mut Cursor) -> Option<Player> {
    c.attempt(|c| nouns::army(c).map(Player::Colour))
}
