//! Universes: men sent from one to another, new ones and second boards that open, one merged into another.

use super::{Cast, amount, chooser, name};
use crate::rule::cursor::{Cursor, Expected};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::syntax::terms;
use crate::rule::{Chooser, Deed, Ground, Opening, Player, Room, Size, Whom, World};

/// The longest edge of a new board.
const MAX_EDGE: u32 = 26;

pub fn deed(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.attempt(|c| merged(c, cast)).or_else(|| c.attempt(|c| board_opened(c, cast)))
}

/// Something opens; whoever has men on a second board as well moves on one of them.
fn board_opened(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let opening = opened(c, cast)?;
    if !matches!(opening.room, Room::Universe) && !matches!(opening.ground, Ground::Bare(_)) {
        c.assume("each player makes one move a turn there, on whichever of the two boards he likes");
    }
    Some(Deed::Open(Box::new(opening)))
}

/// Said of men: `goes to the same square of the next universe`, `is sent to Zaphod:2`.
pub fn sent(c: &mut Cursor, who: &Whom, cast: &Cast) -> Option<Deed> {
    c.attempt(|c| {
        let verb = c.take_one_of(&[
            "move",
            "is placed",
            "is shifted",
            "enter",
            "return",
            "returns",
            "crosses",
            "cross",
            "passes",
            "pass",
            "leap",
        ])?;
        let to = c.take_one_of(&["to", "onto", "into", "on", "in", "over"]);
        c.maybe("to");
        (to.is_some() || verb == "enter").then_some(())?;
        destination(c, who.clone(), cast)
    })
}

/// Commanded: `send it to Zaphod:2`, `he sends one of his rooks to the next universe`.
pub fn sending(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let doer = c.attempt(|c| super::doer(c, cast));
    let cast = &match doer {
        Some(doer) => Cast { chooser: super::of_player(doer.clone()), doer, ..cast.clone() },
        None => cast.clone(),
    };
    let verb = c.take_one_of(&["send", "sends", "move", "transfer", "transfers", "teleport", "teleports"])?;
    let who = super::whom::whom(c, cast)?;
    let who = if verb == "move" { super::men::one_of_his_own(c, who, cast) } else { who };
    c.take_one_of(&["to", "onto", "into"])?;
    c.attempt(|c| destination(c, who.clone(), cast)).or_else(|| super::going::led(c, who, cast))
}

/// `the same square of the next universe`, `e4 of Zaphod:2`, `another universe`.
fn destination(c: &mut Cursor, who: Whom, cast: &Cast) -> Option<Deed> {
    let square = c.attempt(|c| {
        c.maybe("the");
        let named = match c.take_one_of(&["same", "corresponding"]) {
            Some(_) => c.take("square").map(|()| None)?,
            None => {
                c.maybe("square");
                Some(c.take_thing("a square", |token| terms::is_square(&token.word).then(|| token.word.clone()))?)
            }
        };
        c.take_one_of(&["of", "on", "in"])?;
        Some(named)
    });
    let to = world(c, cast)?;
    let square = square.flatten();
    let empty = c.attempt(|c| {
        c.comma();
        c.take_one_of(&["if that is empty", "without capturing"])
    });
    Some(Deed::Send { who, to, square, empty: empty.is_some() })
}

/// A universe in any wording.
pub fn world(c: &mut Cursor, cast: &Cast) -> Option<World> {
    if let Some(number) = c.attempt(super::super::sides::universe) {
        return Some(World::Number(number));
    }
    if let Some(found) = c.attempt(|c| {
        c.maybe("the");
        c.maybe("universe");
        let known = c.words.worlds.iter().map(|(name, _)| name.clone()).find(|name| c.spells(name))?;
        known.split(' ').for_each(|_| c.skip());
        Some(World::Named(known))
    }) {
        return Some(found);
    }
    if let Some(found) = c.attempt(|c| {
        c.take("its")?;
        c.take_one_of(&["home", "own", "first"])?;
        c.take("universe").map(|()| World::Home)
    }) {
        return Some(found);
    }
    let universe = |ahead: usize| ["universe", "board"].iter().any(|word| c.sees(ahead, word));
    if c.sees(0, "a random") && (universe(1) || universe(2)) {
        c.skip();
        c.maybe_one_of(&["other", "another"]);
        return c.take("universe").map(|()| World::Another(Chooser::Chance));
    }
    if c.sees(0, "a") || c.sees(0, "every") && c.peek().is_some_and(|lexeme| lexeme.token.is_word("any")) {
        let other = c.peek().is_some_and(|lexeme| lexeme.token.is_word("another") || lexeme.token.is_word("any"));
        c.skip();
        let different = c.take_one_of(&["other", "different"]).is_some();
        (other || different).then_some(())?;
        c.take_one_of(&["universe", "board"])?;
        return Some(World::Another(chooser(c, cast).unwrap_or_else(|| cast.chooser.clone())));
    }
    c.maybe("the");
    match c.take_one_of(&["next", "following", "previous", "preceding", "other"]) {
        Some("next" | "following") => c.take("universe").map(|()| World::Next),
        Some("previous" | "preceding") => c.take("universe").map(|()| World::Previous),
        Some(_) if c.take("board").is_some() => Some(World::OtherBoard),
        Some(_) => c.take("universe").map(|()| World::Next),
        None => {
            c.expect(Expected::Thing("a universe (\"the next universe\", \"another universe\")"));
            None
        }
    }
}

/// `Zaphod:2 merges into Zaphod:1`, `merge universe 2 into universe 1`.
fn merged(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let commanded = c.take_one_of(&["merge", "merges"]).is_some();
    let from = world(c, cast)?;
    if !commanded {
        c.take_one_of(&["is", "are"]);
        c.take_one_of(&["merged", "merges", "merge"])?;
    }
    c.take_one_of(&["into", "with", "to"])?;
    let into = world(c, cast)?;
    if from == into {
        let problem = Diagnostic::new("L015", c.span_from(0), "a universe cannot be merged into itself".to_string());
        return c.refuse(problem.hint("example: universe 2 merges into universe 1."));
    }
    Some(Deed::Merge { from, into })
}

/// `a new universe called limbo opens, with five files and six ranks`, `a copy of Zaphod:1 opens as a new universe`, `a second board opens`.
fn opened(c: &mut Cursor, cast: &Cast) -> Option<Opening> {
    let commanded = c.take_one_of(&["place", "open", "opens", "make", "makes"]).is_some();
    let mut opening = Opening { room: Room::Universe, ground: Ground::Bare(Size::Usual), without: None, called: None };
    c.attempt(|c| c.take("there is"));
    if c.attempt(|c| {
        c.take("a")?;
        c.take("copy")?;
        c.take("of")
    })
    .is_some()
    {
        opening.ground = Ground::Copy(world(c, cast)?);
    } else {
        opening.room = room(c)?;
    }
    named(c, &mut opening);
    if !commanded && opening_verb(c).is_none() && !matches!(c.back(), Some(lexeme) if lexeme.means("there is")) {
        return None;
    }
    if c.attempt(|c| {
        c.take_one_of(&["as", "like", "becomes"])?;
        opening.room = room(c)?;
        Some(())
    })
    .is_some()
    {
        named(c, &mut opening);
    }
    while c
        .attempt(|c| {
            c.comma();
            c.maybe("and");
            detail(c, &mut opening)
        })
        .is_some()
    {}
    Some(opening)
}

fn opening_verb(c: &mut Cursor) -> Option<&'static str> {
    c.take_one_of(&["opens", "open", "is placed", "begins", "begin", "comes into being", "exists", "joins"])
}

/// `a new universe`, `a second board`.
fn room(c: &mut Cursor) -> Option<Room> {
    c.take_one_of(&["a", "one", "the"])?;
    let more = c.peek().is_some_and(|lexeme| lexeme.token.sort == Sort::Ordinal(2) || lexeme.token.is_word("further"));
    if more {
        c.skip();
    } else {
        c.maybe("new");
    }
    c.maybe("empty");
    match c.take_one_of(&["universe", "board"])? {
        "universe" => Some(Room::Universe),
        _ => Some(Room::Board),
    }
}

fn named(c: &mut Cursor, opening: &mut Opening) {
    if let Some(called) = c.attempt(|c| {
        c.comma();
        c.take("called")?;
        name(c)
    }) {
        opening.called = Some(called);
    }
}

/// `with five files and six ranks`, `with the usual pieces of white and black`, `without the corners`.
fn detail(c: &mut Cursor, opening: &mut Opening) -> Option<()> {
    if c.attempt(|c| c.take("called")).is_some() {
        opening.called = Some(name(c)?);
        return Some(());
    }
    if c.attempt(|c| c.take_one_of(&["without", "except"])).is_some() {
        opening.without = Some(terms::squares(c)?);
        return Some(());
    }
    c.take_one_of(&["with", "of"])?;
    if c.attempt(|c| {
        c.maybe("the");
        c.take("standard")?;
        c.take_one_of(&["piece", "array"])
    })
    .is_some()
    {
        let (one, other) = if c.attempt(|c| c.take_one_of(&["of", "for"])).is_some() {
            let one = terms::player(c)?;
            c.take("and")?;
            (one, terms::player(c)?)
        } else {
            // whose they are need not be said where there are two
            let [one, other] = c.words.armies.as_slice() else { return None };
            (Player::Colour(one.clone()), Player::Colour(other.clone()))
        };
        let Ground::Bare(size) = opening.ground else { return None };
        opening.ground = Ground::Array(size, one, other);
        return Some(());
    }
    c.attempt(|c| {
        c.take("a")?;
        c.maybe("empty");
        c.take("board")?;
        c.take("of")
    });
    if c.attempt(|c| {
        c.take("a");
        c.maybe("empty");
        c.take("board")
    })
    .is_some()
    {
        return Some(());
    }
    let files = edge(c)?;
    let by = c.take("by").is_some();
    if !by {
        c.take_one_of(&["file", "files"])?;
        c.take("and")?;
    }
    let ranks = edge(c)?;
    c.take_one_of(if by { &["square"] } else { &["rank"] })?;
    let size = Size::Extent { files, ranks };
    opening.ground = match opening.ground.clone() {
        Ground::Array(_, one, other) => Ground::Array(size, one, other),
        Ground::Bare(_) => Ground::Bare(size),
        Ground::Copy(_) => return None,
    };
    Some(())
}

fn edge(c: &mut Cursor) -> Option<u8> {
    amount(c, MAX_EDGE).map(|edge| edge as u8)
}
