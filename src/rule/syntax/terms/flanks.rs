//! To the left and right of somebody, said with whose left it is: `to its left`, `directly on the king's right`, `to its left and right`.

use super::men::some;
use super::player::reference;
use crate::board::Vector;
use crate::movement::betza::MAX_RANGE;
use crate::rule::bearing::{bearing, steps_of};
use crate::rule::cursor::Cursor;
use crate::rule::lexer::Sort;
use crate::rule::{Point, Squares};

/// Squares beside somebody; "and" between two is read where all of them are meant: `every piece to its left and right`.
pub fn flanks(c: &mut Cursor) -> Option<Squares> {
    let Said { of, ways, both, far } = said(c)?;
    (!both || !is_asked(c)).then(|| beside(of, if let [way] = ways[..] { way } else { "sideways" }, far))
}

/// `to its left and right`: the one and the other, of whom something stands on both.
pub fn both_flanks(c: &mut Cursor) -> Option<[Squares; 2]> {
    let Said { of, both, far, .. } = said(c)?;
    both.then(|| [beside(of.clone(), "left", far), beside(of, "right", far)])
}

fn beside(of: Squares, way: &str, far: u8) -> Squares {
    let bearings: Vec<_> = bearing(way).into_iter().collect();
    let steps = steps_of(&bearings).into_iter().map(|step| Vector { right: step.right * far as i8, ..step });
    Squares::Beside { of: Box::new(of), steps: steps.collect() }
}

/// Beside whom, on which sides, whether it is said of both, and how far from him.
struct Said {
    of: Squares,
    ways: Vec<&'static str>,
    both: bool,
    far: u8,
}

fn said(c: &mut Cursor) -> Option<Said> {
    directly(c);
    let far = c.attempt(|c| {
        let Sort::Number(far) = c.peek()?.token.sort else { return None };
        c.skip();
        (c.maybe("square") && (1..=u32::from(MAX_RANGE)).contains(&far)).then_some(far as u8)
    });
    c.maybe_one_of(&["to", "on", "at"])?;
    directly(c);
    let of = whose(c)?;
    let mut ways = vec![way(c)?];
    let mut both = false;
    while let Some((and, other)) = c.attempt(|c| {
        let and = c.maybe_one_of(&["and", "or"])? == "and";
        c.maybe_one_of(&["to", "on", "at"]);
        c.maybe_one_of(&["its", "the"]);
        Some((and, way(c)?))
    }) {
        (!ways.contains(&other)).then_some(())?;
        ways.push(other);
        both = and;
    }
    Some(Said { of, ways, both, far: far.unwrap_or(1) })
}

/// `left`, `right side`, `right hand side`.
fn way(c: &mut Cursor) -> Option<&'static str> {
    let way = c.maybe_one_of(&["left", "right"])?;
    c.attempt(|c| c.peek().filter(|lexeme| lexeme.token.is_word("hand")).map(|_| c.skip()));
    c.maybe("side");
    Some(way)
}

/// Whose: `its`, `the king's`, `a rook's`.
fn whose(c: &mut Cursor) -> Option<Squares> {
    if c.peek()?.meant.is_none() && c.maybe("its") {
        return Some(Squares::At(Point::Of(c.stance.its.unwrap_or(c.stance.it))));
    }
    let found = match c.attempt(reference) {
        Some(of) => Squares::At(Point::Of(of)),
        None => Squares::Under(Box::new(c.nested(some)?)),
    };
    c.back()?.possessive.then_some(found)
}

/// `directly`, before what is next to somebody anyway.
pub fn directly(c: &mut Cursor) {
    c.attempt(|c| {
        let said = ["directly", "immediately", "just", "right"];
        c.peek().filter(|lexeme| lexeme.tokens == 1 && said.iter().any(|word| lexeme.token.is_word(word)))?;
        let sides = ["left", "right", "to", "on", "at", "in front of", "behind"];
        sides.iter().any(|word| c.sees(1, word)).then(|| c.skip())
    });
}

/// Whether it is asked here whether somebody stands there, where "and" asks for both.
fn is_asked(c: &Cursor) -> bool {
    let asking = ["when", "while", "unless", "there", "stands", "is", "are", "has", "have", "with"];
    c.since(0).iter().rev().take_while(|lexeme| !lexeme.means(",")).any(|lexeme| asking.iter().any(|word| lexeme.means(word)))
}
