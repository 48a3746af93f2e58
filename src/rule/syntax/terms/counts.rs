//! How many and how often, before men and after verbs: `three or more`, `at least twice`, `two more than`.

use super::condition::compared;
use super::number::literal;
use crate::rule::cursor::Cursor;
use crate::rule::lexer::Sort;
use crate::rule::logic::negated;
use crate::rule::{Comparison, Condition, Number, Operation, Ref};

/// `two`, `exactly three`, `three or more`, before the men; one is an article.
pub fn several(c: &mut Cursor) -> Option<(Comparison, i32)> {
    let how = relation(c);
    let many = literal(c)?;
    let how = how.or_else(|| or_so(c));
    (how.is_some() || many > 1).then(|| (how.unwrap_or(Comparison::AtLeast), many))
}

/// The same where nobody would miss it.
pub fn so_many(c: &mut Cursor) -> Option<(Comparison, i32)> {
    several(&mut c.fork())?;
    several(c)
}

/// `more than once`, `twice`, `at least three times`.
pub fn often(c: &mut Cursor) -> Option<(Comparison, i32)> {
    let how = relation(c);
    let many = match c.maybe_one_of(&["once", "twice", "thrice"]) {
        Some("once") => 1,
        Some("twice") => 2,
        Some(_) => 3,
        None => {
            let many = literal(c)?;
            c.maybe("times").then_some(many)?
        }
    };
    Some((how.unwrap_or(Comparison::AtLeast), many))
}

/// How often, after "has moved": `more than two times`, `twice`.
pub fn made_moves(c: &mut Cursor, of: Ref, denied: bool) -> Option<Condition> {
    c.attempt(|c| {
        let how = relation(c);
        let often = match c.maybe_one_of(&["once", "twice", "thrice"]) {
            Some("once") => 1,
            Some("twice") => 2,
            Some(_) => 3,
            None => {
                let number = literal(c)?;
                c.maybe("times").then_some(())?;
                number
            }
        };
        // who has moved five times has moved twice, but "moved once" is said of one move
        let how = how.unwrap_or(if often == 1 { Comparison::Equal } else { Comparison::AtLeast });
        let found = compared(Number::Moves(of), how, Number::Is(often));
        Some(if denied { negated(found) } else { found })
    })
}

/// `or more`, `or fewer`, after a number.
pub fn or_so(c: &mut Cursor) -> Option<Comparison> {
    c.attempt(|c| {
        c.maybe("or").then_some(())?;
        Some(if c.maybe_one_of(&["more", "higher"]).is_some() {
            Comparison::AtLeast
        } else {
            c.maybe_one_of(&["fewer", "less", "lower"])?;
            Comparison::AtMost
        })
    })
}

/// `more than`, `at least`, `exactly`.
pub fn relation(c: &mut Cursor) -> Option<Comparison> {
    Some(match c.take_one_of(&["more than", "less than", "at least", "up to", "exactly"])? {
        "more than" => Comparison::More,
        "less than" => Comparison::Less,
        "at least" => Comparison::AtLeast,
        "up to" => Comparison::AtMost,
        _ => Comparison::Equal,
    })
}

/// `more`, `fewer`, `at least two more`, `as many`: by how much one number is above another.
pub fn margin(c: &mut Cursor) -> Option<(Comparison, i32)> {
    if c.maybe("as many") || c.maybe("equally") || c.maybe("as") || c.maybe("like") {
        return Some((Comparison::Equal, 0));
    }
    let least = c.maybe("at least");
    let counted = c.peek().is_some_and(|lexeme| matches!(lexeme.token.sort, Sort::Number(_)));
    let by = if counted { literal(c) } else { None };
    (by.is_some() || !least).then_some(())?;
    let more = c.maybe_one_of(&["more", "fewer", "less"])? == "more";
    Some(match (by, more) {
        (None, true) => (Comparison::More, 0),
        (None, false) => (Comparison::Less, 0),
        (Some(by), true) => (if least { Comparison::AtLeast } else { Comparison::Equal }, by),
        (Some(by), false) => (if least { Comparison::AtMost } else { Comparison::Equal }, -by),
    })
}

/// One number so much above another.
pub fn outweighed(one: Number, (how, by): (Comparison, i32), other: Number) -> Condition {
    let other = match by {
        0 => other,
        1.. => Number::Of(Box::new(other), Operation::Plus, Box::new(Number::Is(by))),
        _ => Number::Of(Box::new(other), Operation::Minus, Box::new(Number::Is(-by))),
    };
    compared(one, how, other)
}
