//! A place of which an event tells by "a", spoken of again in what is done: behind "leaves a corner", "the corner" is the one that was left.

use super::acts::outside;
use super::terms;
use crate::rule::cursor::{Cursor, Place};
use crate::rule::lexer::Sort;
use crate::rule::wording::singular;
use crate::rule::words::Lexeme;
use crate::rule::{Act, Condition, How, Point, Ref, Squares};

/// What can follow where nothing more is said of the place.
const BEHIND: [&str; 14] = [
    "becomes",
    "is",
    "are",
    "is removed",
    "is open again",
    "is marked as",
    "is no longer marked as",
    "is called",
    "and",
    "or",
    "then",
    "for",
    "until",
    "too",
];

/// The place of an act whose words begin there.
pub fn told(c: &Cursor, from: usize, act: &Act) -> Option<Place> {
    let point = point_of(act)?;
    let said = c.since(from);
    let one = |lexeme: &Lexeme| lexeme.means("one of") || ["a", "an", "any"].iter().any(|word| lexeme.token.is_word(word));
    // "next to a wall" tells of no wall that is reached
    let place = |there: &Squares| {
        let inner = if let Squares::Not(inner) = there { Some(&**inner) } else { None };
        [&act.to, &act.from].into_iter().flatten().any(|said| said == there || inner == Some(said)) || is_of_victim(act, there)
    };
    let whole = |at: &usize| {
        let mut rest = Cursor::new(&said[*at..], c.words);
        terms::squares(&mut rest).is_some_and(|there| place(&there)) && rest.peek().is_none()
    };
    match (0..said.len()).filter(|&at| one(&said[at])).find(whole) {
        Some(at) => {
            let more = usize::from(said[at].means("one of") && said.get(at + 1).is_some_and(|next| next.means("the")));
            Some(Place { words: said[at + 1 + more..].iter().map(key).collect(), point: Some(point) })
        }
        // "leaves the centre": of its squares one, and another is reached
        None => (point == Point::From).then(|| Place { words: Vec::new(), point: None }),
    }
}

/// Whether that is where the captured man stood.
fn is_of_victim(act: &Act, there: &Squares) -> bool {
    let How::Capture(victims) = &act.how else { return false };
    let on = Condition::On(Point::Of(Ref::Itself), there.clone());
    victims.such.as_deref().is_some_and(|such| such.requires(&on))
}

/// Which square of the place an act is about.
fn point_of(act: &Act) -> Option<Point> {
    match (&act.from, &act.to, &act.how) {
        (Some(from), Some(to), _) if *to == outside(from.clone()) => match matches!(from, Squares::Not(_)) {
            true => Some(Point::To),
            false => Some(Point::From),
        },
        (Some(_), None, _) => Some(Point::From),
        (None, Some(_), How::Capture(_)) => Some(Point::Of(Ref::Victim)),
        (None, Some(_), _) => Some(Point::To),
        (None, None, How::Capture(victims)) => victims.such.is_some().then_some(Point::Of(Ref::Victim)),
        _ => None,
    }
}

/// A word of a place, in the singular.
fn key(lexeme: &Lexeme) -> String {
    format!("{} {}", lexeme.phrase.unwrap_or(&lexeme.token.word), singular(&lexeme.last))
}

/// `the corner`, `that corner`, `the square`: the one of which the event has told.
pub fn again(c: &mut Cursor) -> Option<Point> {
    let place = c.stance.place.clone()?;
    let definite =
        c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && ["the", "that", "this"].iter().any(|word| lexeme.token.is_word(word)));
    definite.then(|| c.skip())?;
    let said = |c: &Cursor, at: usize| c.ahead(at).map(key);
    let square = c.peek().is_some_and(|noun| noun.means("square") && noun.last == "square");
    let whole = !place.words.is_empty() && place.words.iter().enumerate().all(|(at, word)| said(c, at).as_ref() == Some(word));
    let length = match (whole, square) {
        (true, _) => place.words.len(),
        (false, true) if place.words.iter().any(|word| word.ends_with(" square")) || place.point != Some(Point::To) => 1,
        _ => return None,
    };
    (0..length).for_each(|_| c.skip());
    let ends = c.peek().is_none_or(|next| next.token.sort == Sort::Mark || BEHIND.iter().any(|verb| next.means(verb)));
    place.point.filter(|_| ends)
}

/// Behind "leaves the centre", which is a place of several squares, "the square" could be the one left or the one reached.
pub fn is_vague(c: &Cursor) -> bool {
    c.stance.place.as_ref().is_some_and(|place| place.point.is_none())
}
