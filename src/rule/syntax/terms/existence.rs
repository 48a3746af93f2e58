//! What there is: `there is a pawn on e4`, `there are more pieces on light squares than on dark squares`.

use super::condition::{compared, quantity};
use super::men::some;
use super::placed::placed;
use super::{men, mutual};
use crate::rule::cursor::Cursor;
use crate::rule::logic::negated;
use crate::rule::{Class, Comparison, Condition, Number, Squares};

/// `there is a pawn on e4`, `there are at least three pawns`, `there is no rook next to it`.
pub fn existence(c: &mut Cursor) -> Option<Condition> {
    c.maybe("there is").then_some(())?;
    let none = c.maybe("no") || c.maybe("not");
    if super::universal(c) {
        return None;
    }
    if let Some(found) = c.attempt(|c| mutual::there(c, none, |who| Some(who.clone()))) {
        return Some(found);
    }
    if !none && let Some(found) = c.attempt(more_here_than_there) {
        return Some(found);
    }
    if !none && let Some((how, number)) = c.attempt(quantity) {
        let how = how.unwrap_or(Comparison::Equal);
        if let Some(set) = c.attempt(super::squares::set) {
            return Some(compared(Number::Squares(Box::new(set)), how, number));
        }
        let who = men(c)?;
        still_there(c);
        let on = c.attempt(placed).unwrap_or(Squares::Every);
        c.maybe_one_of(&["left", "remaining"]);
        return Some(compared(Number::Men { who: Box::new(who), on: Box::new(on) }, how, number));
    }
    if let Some(free) = c.attempt(|c| {
        c.maybe("a");
        free_squares(c)
    }) {
        let (how, many) = if none { (Comparison::Equal, 0) } else { (Comparison::AtLeast, 1) };
        return Some(compared(Number::Squares(Box::new(free)), how, Number::Is(many)));
    }
    let who = c.nested(some)?;
    still_there(c);
    let on = c.attempt(placed).unwrap_or(Squares::Every);
    c.maybe_one_of(&["left", "remaining"]);
    let found = Condition::There(who, on);
    Some(if none { negated(found) } else { found })
}

/// `empty square next to it`, behind "no" or "a".
pub fn free_squares(c: &mut Cursor) -> Option<Squares> {
    (c.sees(0, "empty") && (1..=2).any(|at| c.sees(at, "square"))).then_some(())?;
    c.nested(super::squares::set)
}

/// After "there are": `more pieces on light squares than on dark squares`, `fewer own pawns than enemy pawns on the e-file`.
fn more_here_than_there(c: &mut Cursor) -> Option<Condition> {
    let how = match c.maybe_one_of(&["more", "fewer", "less", "as many"])? {
        "more" => Comparison::More,
        "as many" => Comparison::Equal,
        _ => Comparison::Less,
    };
    let number = |who: &Class, on: Option<Squares>| Number::Men { who: Box::new(who.clone()), on: Box::new(on.unwrap_or(Squares::Every)) };
    let who = c.nested(men)?;
    let here = c.attempt(placed);
    c.maybe_one_of(&["than", "as", "like"])?;
    if let Some(there) = c.attempt(placed) {
        here.as_ref()?;
        return Some(compared(number(&who, here), how, number(&who, Some(there))));
    }
    let others = c.nested(men)?;
    let there = c.attempt(placed);
    // "more knights than bishops on the e-file": there, both of them
    let here = here.or_else(|| there.clone());
    Some(compared(number(&who, here), how, number(&others, there)))
}

/// `there is no queen left on the e-file`; "to the left of it" is a place.
fn still_there(c: &mut Cursor) {
    let bare = c.peek().is_some_and(|lexeme| lexeme.token.is_word("left") && lexeme.tokens == 1);
    if !bare || !c.maybe("left") {
        c.maybe("remaining");
    }
}
