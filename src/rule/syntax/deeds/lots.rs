//! Moves that are not made as they were ordered: drawn by lot, or made by another player.

use super::{Cast, worlds};
use crate::rule::cursor::Cursor;
use crate::rule::lexer::Sort;
use crate::rule::syntax::terms;
use crate::rule::{Deed, Player, Whom};

/// Said of men: `moves at random`, `moves at random as if in another universe`.
pub fn strays(c: &mut Cursor, who: &Whom, cast: &Cast) -> Option<Deed> {
    c.attempt(|c| {
        c.take_one_of(&["move", "makes", "make"])?;
        // "makes a random move"
        match c.take("a random") {
            Some(()) => c.take("move")?,
            None => c.take("chosen at random")?,
        }
        let from = c.attempt(|c| {
            c.comma();
            c.take("like")?;
            c.take_one_of(&["if", "when", "though"])?;
            c.maybe("it");
            c.take_one_of(&["stands", "stood", "were"]);
            c.take_one_of(&["in", "on", "from"])?;
            worlds::world(c, cast)
        });
        Some(Deed::Stray { who: who.clone(), from })
    })
}

/// `the move passes to the opponent, who must say "please"`, `the opponent moves it`.
pub fn handed(c: &mut Cursor, _cast: &Cast) -> Option<Deed> {
    let to = c.attempt(passed_on).or_else(|| c.attempt(made_by))?;
    let words = c.attempt(|c| {
        c.comma();
        c.take_one_of(&["who", "that"])?;
        c.take("must")?;
        c.take("says")?;
        c.take_thing("words in quotes", |token| {
            (token.sort == Sort::Quoted).then(|| token.word.split_whitespace().collect::<Vec<_>>().join(" "))
        })
    });
    Some(Deed::Hand { to, words })
}

fn passed_on(c: &mut Cursor) -> Option<Player> {
    c.take("the")?;
    c.take("move")?;
    c.take_one_of(&["passes", "pass", "goes", "move"])?;
    c.take_one_of(&["to", "over"])?;
    c.maybe("to");
    terms::player(c)
}

fn made_by(c: &mut Cursor) -> Option<Player> {
    let to = terms::player(c)?;
    (to != Player::Mover && to != Player::Each).then_some(())?;
    match c.take_one_of(&["move", "makes", "make"])? {
        "move" => {
            c.take_one_of(&["it", "moving piece"])?;
            c.attempt(|c| c.take_one_of(&["for", "of"]).and_then(|_| c.take_one_of(&["it", "its"])));
        }
        _ => {
            c.take_one_of(&["the", "its", "a"])?;
            c.take("move")?;
        }
    }
    c.take_one_of(&["instead", "too"]);
    Some(to)
}
