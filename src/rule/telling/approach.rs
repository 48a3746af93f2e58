//! The canonical words for captures that begin with another move, and for like whom somebody moves for once.

use super::acts::verb_of_many;
use super::men::{one_of, reference};
use crate::rule::wording::a;
use crate::rule::{Approach, Class, Like, Vocabulary};

/// `before a rook captures any piece, it must move without capturing like the captured piece`.
pub fn approach(approach: &Approach, words: &Vocabulary) -> String {
    let victims = match &approach.victims {
        every if *every == Class::EVERY => String::new(),
        victims => format!(" {}", one_of(victims, words)),
    };
    let (who, modal) = (one_of(&approach.who, words), if approach.must { "must" } else { "may" });
    let like = approach.like.as_ref().map(like).unwrap_or_default();
    format!("before {who} captures{victims}, the moving piece {modal} {}{like}", verb_of_many(&approach.act, words))
}

/// ` like a knight`, ` like the captured piece`.
pub fn like(like: &Like) -> String {
    match like {
        Like::Kind(kind) => format!(" like {}", a(kind)),
        Like::Same(man) => format!(" like {}", reference(*man)),
    }
}
