//! Players, and the men that a sentence has already spoken of: `white`, `its owner`, `the captured piece`.

use crate::rule::cursor::Cursor;
use crate::rule::syntax::nouns;
use crate::rule::{Player, Ref};

/// A player in any wording; `white's` too.
pub fn player(c: &mut Cursor) -> Option<Player> {
    c.attempt(|c| {
        if c.maybe("each player") {
            return Some(Player::Each);
        }
        if c.sees(0, "its") && c.sees(1, "owner") {
            c.maybe("its");
            c.maybe("owner");
            return Some(Player::OwnerOf(c.it));
        }
        if let Some(of) = c.attempt(|c| {
            c.maybe("the");
            if c.maybe("owner") {
                c.take("of")?;
                return reference(c);
            }
            let of = reference(c)?;
            c.maybe("owner").then_some(of)
        }) {
            return Some(Player::OwnerOf(of));
        }
        if c.maybe("the") {
            // "the player" is he whose move it is
            if c.maybe("player") {
                return Some(Player::Mover);
            }
        } else {
            c.maybe("its");
        }
        match c.maybe_one_of(&["mover", "opponent", "enemy"]) {
            Some("mover") => Some(Player::Mover),
            Some(_) => Some(Player::Opponent),
            None => nouns::army(c).map(Player::Colour),
        }
    })
}

/// A man that the sentence has spoken of.
pub fn reference(c: &mut Cursor) -> Option<Ref> {
    c.attempt(|c| {
        if c.maybe("it") {
            return Some(c.it);
        }
        c.maybe("the");
        match c.maybe_one_of(&["captured piece", "capturing piece", "moving piece", "chosen piece", "piece in question"])? {
            "captured piece" => Some(Ref::Victim),
            "chosen piece" => Some(Ref::Chosen),
            "piece in question" => Some(Ref::Outer),
            _ => Some(Ref::Actor),
        }
    })
}
