//! What a man has, or has not, behind "with" and "without": `with a friend behind it`, `with two lives left`, `without own pawns next to it`.

use super::condition;
use super::predicate::{bears, companies};
use super::tally_name;
use crate::rule::cursor::Cursor;
use crate::rule::logic::negated;
use crate::rule::{Comparison, Condition, Number, Point, Ref, Squares};

pub fn accompanied(c: &mut Cursor) -> Option<Condition> {
    let has = c.take_one_of(&["with", "without"])? == "with";
    if !has {
        return c.attempt(none_left).or_else(|| c.attempt(alone));
    }
    c.attempt(|c| bears(c, Ref::Itself)).or_else(|| c.attempt(|c| super::forces::outnumbered(c, Ref::Itself))).or_else(|| {
        // "swaps places with one of his knights next to it" is no description
        (!c.sees(0, "one of")).then_some(())?;
        beside_it(c)
    })
}

fn beside_it(c: &mut Cursor) -> Option<Condition> {
    let itself = Squares::At(Point::Of(Ref::Itself));
    let beside = |on: &Squares| matches!(on, Squares::Beside { of, .. } | Squares::Near { of, .. } if **of == itself);
    c.meaning(|stance| &mut stance.rival, None, |c| companies(c, Ref::Itself, beside))
}

/// `without lives`.
fn none_left(c: &mut Cursor) -> Option<Condition> {
    c.maybe("every");
    let name = tally_name(c)?;
    c.maybe_one_of(&["left", "remaining"]);
    Some(condition::compared(Number::Borne { name, by: Ref::Itself }, Comparison::Equal, Number::Is(0)))
}

/// `without own pawns next to it`.
fn alone(c: &mut Cursor) -> Option<Condition> {
    let company = beside_it(c)?;
    matches!(company, Condition::There(..)).then(|| negated(company))
}
