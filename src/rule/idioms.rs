//! The words of the language, second part: what is forbidden, demanded and done. Written like the first ([`super::words`]).

use super::words::{Synonyms, same};

#[rustfmt::skip]
pub const IDIOMS: &[Synonyms] = &[
    // what men do
    same("enter", &["enters", "move|moves|go|goes|step|steps into", "set|sets foot on|in"]),
    same("leave", &["leaves", "move|moves|go|goes|step|steps out of", "move|moves|go|goes away from"]),
    same("give check", &["gives check", "give|gives a check", "deliver|delivers check"]),
    same("again", &["once more|again", "all the same"]),
    same("nobody", &["no one", "no|none player", "no players"]),
    same("player", &["players"]),
    same("onto", &[]),
    same("arriving on", &["landing|ending on", "on arriving on"]),
];
