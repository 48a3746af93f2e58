//! Which way and how far a deed moves a man: `two squares forward`, `one square away from it`, `on in the same direction until it leaves the ice`.

use super::amount;
use crate::board::Vector;
use crate::rule::bearing::steps_of;
use crate::rule::cursor::{Cursor, Drawn};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::counts::stops_nowhere;
use crate::rule::syntax::{terms, ways};
use crate::rule::{Heading, MAX_STEPS, Number, Squares, Stride};

/// Behind a direction: not as the mover sees it.
pub const AS_ITS_OWNER: &str = "as its owner sees it";

/// What stands after "moves". What is said of nowhere fails.
pub fn walk(c: &mut Cursor) -> Option<(Heading, Stride)> {
    let from = c.at();
    onward(c);
    let before = c.attempt(heading);
    let most = c.attempt(distance);
    onward(c);
    let heading = match before {
        Some(found) => found,
        None => match c.attempt(heading) {
            Some(found) => found,
            None if most.is_some() => return no_way(c, from),
            None => return None,
        },
    };
    let end = end(c);
    let (on, blocked) = match end {
        Some(End::Leaves(on)) => (Some(on), true),
        Some(End::Blocked) => (None, true),
        None => (None, false),
    };
    let most = match most.or(blocked.then_some(MAX_STEPS)) {
        Some(most) => most,
        // "slides on in the same direction"
        None if heading == Heading::Onward && c.since(from).iter().any(|lexeme| lexeme.token.is_word("on") || lexeme.means("on")) => {
            c.assume("as far as it can");
            MAX_STEPS
        }
        None => return None,
    };
    Some((heading, Stride { most, on }))
}

/// How far and which way a man is pushed or pulled: where nothing is said, one square away from who does it or towards him.
pub fn push(c: &mut Cursor, pulls: bool, by: &Squares) -> (Heading, Stride) {
    if let Some((heading, stride)) = c.attempt(walk) {
        // forward of him who pushes, whosever man it is
        let heading = if let Heading::Own(step) = heading { Heading::Mover(step) } else { heading };
        return (heading, stride);
    }
    let most = c.attempt(distance).unwrap_or(1);
    if c.maybe_one_of(&["away", "nearer"]).is_none() {
        c.attempt(on_along);
    }
    let heading = if pulls { Heading::Toward(by.clone()) } else { Heading::Away(by.clone()) };
    (heading, Stride { most, on: None })
}

/// After "is pushed": `two squares back`, away from who does it; or which way it is said.
pub fn pushed(c: &mut Cursor, by: Option<Squares>) -> Option<(Heading, Stride)> {
    let from = c.at();
    let most = c.attempt(|c| {
        let before = c.attempt(back).is_some();
        let most = distance(c)?;
        // who pushes pushes away
        let ends = by.is_some() && c.peek().is_none_or(|next| [",", "and", "then"].iter().any(|mark| next.means(mark)));
        (before || back(c).is_some() || by.is_some() && on_along(c).is_some() || ends).then_some(most)
    });
    match (by, most) {
        (Some(by), Some(most)) => return Some((Heading::Away(by), Stride { most, on: None })),
        (None, Some(_)) => {
            let problem =
                Diagnostic::new("L015", c.span_from(from), "nobody pushes here: it is not said which way \"back\" is".to_string());
            return c.refuse(problem.hint("say from whom or which way: it moves two squares away from e4; it moves one square backward"));
        }
        (_, None) => {}
    }
    walk(c)
}

/// `back` or `away`, by itself.
fn back(c: &mut Cursor) -> Option<()> {
    let there = c.peek()?.tokens == 1
        && ["back", "away"].iter().any(|word| c.sees(0, word) || c.peek().is_some_and(|lexeme| lexeme.token.is_word(word)));
    there.then(|| c.skip())
}

/// "slides on", "one more square further": it goes from where it stands anyway.
fn onward(c: &mut Cursor) {
    // "on e4" is a place
    let on = c.sees(0, "on") && (c.sees(1, "in the same direction") || c.sees(1, "until it leaves") || c.sees(1, "until it is blocked"));
    if on {
        c.maybe("on");
    }
    c.maybe_one_of(&["further", "more"]);
}

/// `two more squares`, `as far as it can`.
fn distance(c: &mut Cursor) -> Option<u8> {
    if c.take_one_of(&["any distance", "as far as it can"]).is_some() {
        return Some(MAX_STEPS);
    }
    let number = amount(c, MAX_STEPS.into())?;
    c.take_one_of(&["more", "further"]);
    c.take_one_of(&["square", "rank", "file"])?;
    c.maybe_one_of(&["further", "more"]);
    Some(number as u8)
}

/// "pushes it one square on", "along": no more than that it goes.
fn on_along(c: &mut Cursor) -> Option<()> {
    const ON: [&str; 4] = ["on", "along", "off", "back"];
    let there = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && ON.iter().any(|word| lexeme.token.is_word(word)));
    let ends = c.ahead(1).is_none_or(|next| [",", "and", "then"].iter().any(|mark| next.means(mark)));
    (there && ends).then(|| c.skip())
}

/// The eight directions, clockwise from forward.
const WAYS: [Vector; 8] = [
    Vector { right: 0, forward: 1 },
    Vector { right: 1, forward: 1 },
    Vector { right: 1, forward: 0 },
    Vector { right: 1, forward: -1 },
    Vector { right: 0, forward: -1 },
    Vector { right: -1, forward: -1 },
    Vector { right: -1, forward: 0 },
    Vector { right: -1, forward: 1 },
];

/// `in a random direction`, where one has been drawn.
pub fn drawn_way(c: &mut Cursor) -> Option<Vector> {
    let Drawn::Way(way) = c.stance.drawn? else { return None };
    c.attempt(|c| {
        if c.maybe("in one direction") {
            return c.maybe("chosen at random").then_some(());
        }
        c.maybe("in");
        c.maybe("a random").then_some(())?;
        c.peek()?.token.is_word("direction").then(|| c.skip())
    })?;
    self::way(way)
}

/// One of the eight directions, from 1.
pub fn way(number: u8) -> Option<Vector> {
    WAYS.get(usize::from(number).checked_sub(1)?).copied()
}

fn heading(c: &mut Cursor) -> Option<Heading> {
    if let Some(step) = drawn_way(c) {
        return Some(Heading::Own(step));
    }
    if c.take("in the same direction").is_some() {
        return Some(Heading::Onward);
    }
    if let Some(way) = c.take_one_of(&["toward", "away from"]) {
        let there = match c.maybe("the nearest") {
            true => Squares::Under(Box::new(terms::men(c)?)),
            false => terms::origin(c)?,
        };
        return Some(if way == "toward" { Heading::Toward(there) } else { Heading::Away(there) });
    }
    // as the board has it: toward its first rank or its last
    if let Some(up) = c.attempt(|c| {
        let word = c.peek().filter(|lexeme| lexeme.tokens == 1)?.token.word.clone();
        ["up", "down"].contains(&word.as_str()).then(|| c.skip())?;
        Some(word == "up")
    }) {
        let (_, ranks) = terms::extent(c)?;
        c.assume("up is toward the last rank of the board, down toward rank 1");
        let number = Number::Is(if up { i32::from(ranks) } else { 1 });
        return Some(Heading::Toward(Squares::Rank { number, own: false }));
    }
    let step = one_way(c)?;
    if c.take("as the mover sees it").is_some() {
        return Some(Heading::Mover(step));
    }
    // as it is anyway, but where a player moves somebody else's
    c.maybe(AS_ITS_OWNER);
    Some(Heading::Own(step))
}

/// One direction of eight.
fn one_way(c: &mut Cursor) -> Option<Vector> {
    let from = c.at();
    let said = ways::bearings(c);
    match steps_of(&said).as_slice() {
        &[step] => Some(step),
        [] => None,
        _ => no_way(c, from),
    }
}

fn no_way<T>(c: &mut Cursor, from: usize) -> Option<T> {
    if c.since(from).iter().any(|lexeme| lexeme.means("as far as it can")) {
        return stops_nowhere(c);
    }
    let problem = Diagnostic::new("L015", c.span_from(from), "it is not said in which one direction".to_string());
    c.refuse(problem.hint("examples: it moves one square forward; it moves one square toward the h-file; it moves one square in the same direction; it moves one square away from e4"))
}

/// What ends the way.
enum End {
    Leaves(Squares),
    Blocked,
}

fn end(c: &mut Cursor) -> Option<End> {
    let end = c.attempt(|c| {
        c.comma();
        match c.take_one_of(&["until it leaves", "until it is blocked", "while", "until it reaches"])? {
            "until it leaves" => terms::single(c).map(End::Leaves),
            "until it reaches" => terms::single(c).map(|there| End::Leaves(Squares::Not(Box::new(there)))),
            "while" => {
                // whoever goes so
                c.meaning(|stance| &mut stance.taken, false, Cursor::it).then_some(())?;
                c.take_one_of(&["stands", "is", "are"])?;
                terms::one_placed(c).map(End::Leaves)
            }
            _ => Some(End::Blocked),
        }
    })?;
    // it never goes farther than it can
    c.attempt(|c| {
        c.comma();
        c.take("or is blocked")
    });
    Some(end)
}
