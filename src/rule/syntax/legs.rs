//! The further legs of a way: `and then one square diagonally outward`, `turning once at a right angle`, `bouncing off the edge`.

use super::counts::{counts, short_counts, times};
use super::terms;
use super::ways::bearings;
use crate::board::Vector;
use crate::movement::{Bend, Edges, Leg, Line, MAX_LEGS};
use crate::rule::bearing::{Bearing, steps, steps_of};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::{Number, Squares};

/// What is noted where "forward" might be meant as the piece goes, and not as its owner sees it.
const AS_ITS_OWNER_SEES: &str = "directions are as its owner sees them; for on as it goes say \"outward\"";
/// What is noted of a way that ends in no leg but the last.
const NOT_BEFORE_THE_TURN: &str = "it does not stop before the turn; if it may, say \"and then, if he likes, ...\"";

/// Turning on the way, so often; the legs go as far as the first one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turning {
    pub bend: Bend,
    pub times: u8,
}

impl Turning {
    /// A line with its turnings. The way may end before the first turn where it says all that the man does.
    pub fn of(self, line: Line, whole: bool) -> Line {
        let directions = if matches!(self.bend, Bend::Bounce(_)) { steps() } else { following(&line.directions, self.bend) };
        let leg = |at: u8| Leg { directions: directions.clone(), bend: self.bend, min: u8::from(at == 0 && !whole), max: line.max };
        Line { legs: (0..self.times).map(leg).collect(), ..line }
    }
}

/// The steps that may follow some of these directions.
fn following(directions: &[Vector], bend: Bend) -> Vec<Vector> {
    let follows = |next: &Vector| directions.is_empty() || directions.iter().any(|&before| bend.admits(before, *next));
    steps().into_iter().filter(follows).collect()
}

/// Every further leg that is said here, after a first one in some of these directions.
pub fn legs(c: &mut Cursor, first: Vec<Vector>) -> Option<Vec<Leg>> {
    let (mut found, mut directions) = (Vec::<Leg>::new(), first);
    let from = c.at();
    while let Some(next) = c.attempt(|c| leg(c, &directions)) {
        directions.clone_from(&next.directions);
        found.push(next);
        if found.len() == MAX_LEGS {
            return too_many(c, from);
        }
    }
    if !found.is_empty() {
        c.attempt(|c| {
            c.comma();
            c.take("if the squares between are empty")
        });
        if found.iter().all(|leg| leg.min > 0) {
            c.assume(NOT_BEFORE_THE_TURN);
        }
    }
    Some(found)
}

fn too_many<T>(c: &mut Cursor, from: usize) -> Option<T> {
    let problem = Diagnostic::new("L007", c.span_from(from), format!("a way has at most {MAX_LEGS} legs"));
    c.refuse(problem.hint("example: {Men} may also move one square orthogonally and then one square diagonally outward."))
}

/// `, and then, if he likes, up to three squares diagonally outward`.
fn leg(c: &mut Cursor, before: &[Vector]) -> Option<Leg> {
    c.comma();
    c.maybe("and");
    c.take("then")?;
    let free = if_he_likes(c);
    c.maybe("it");
    let may = c.maybe("may");
    c.maybe("also");
    c.maybe("move");
    let from = c.at();
    let (mut counted, mut ways, mut bend) = (None, Vec::<&'static Bearing>::new(), None);
    while let Some(()) = c.attempt(|c| {
        if counted.is_none() {
            counted = c.attempt(counts).or_else(|| c.attempt(short_counts));
            if counted.is_some() {
                return Some(());
            }
        }
        if bend.is_none() {
            bend = c.attempt(bending);
            if bend.is_some() {
                return Some(());
            }
        }
        if ways.is_empty() {
            ways = bearings(c);
            return (!ways.is_empty()).then_some(());
        }
        None
    }) {}
    let &[(min, max)] = counted?.as_slice() else { return None };
    let free = may || if_he_likes(c) || free;
    if ways.is_empty() && bend.is_none() {
        let problem = Diagnostic::new("L015", c.span_from(from), "it is not said which way it goes then".to_string());
        return c.refuse(problem.hint("example: {Men} may also move one square orthogonally and then one square diagonally outward."));
    }
    if matches!(bend, Some(Bend::Bounce(_))) && !ways.is_empty() {
        return None;
    }
    let relative = ways.iter().any(|way| ["forward", "backward", "left", "right"].iter().any(|word| way.phrase.contains(word)));
    if relative && before.len() != 1 && bend.is_none() {
        c.assume(AS_ITS_OWNER_SEES);
    }
    if free && min > 1 {
        let problem = Diagnostic::new("L018", c.span_from(from), "what may be left out has no fewest number of squares".to_string());
        return c.refuse(problem.hint("say it as two sentences: {Men} may also move one square forward. {Men} may also move ..."));
    }
    let bend = bend.unwrap_or(Bend::Any);
    let directions = match bend {
        Bend::Bounce(_) => steps(),
        _ if ways.is_empty() => following(before, bend),
        _ => steps_of(&ways),
    };
    Some(Leg { directions, bend, min: if free { 0 } else { min }, max })
}

/// `, if he likes,`
fn if_he_likes(c: &mut Cursor) -> bool {
    let found = c.attempt(|c| {
        c.comma();
        c.take("if he likes")?;
        c.comma();
        Some(())
    });
    found.is_some()
}

fn bending(c: &mut Cursor) -> Option<Bend> {
    if c.take("bouncing").is_some() {
        c.attempt(|c| c.maybe("once").then_some(()));
        let off = off_edges(c)?;
        of_the_board(c);
        bounces_on(c);
        return Some(Bend::Bounce(off));
    }
    match c.take_one_of(&["outward", "at a right angle"])? {
        "outward" => Some(Bend::Outward),
        _ => Some(Bend::Square),
    }
}

/// `turning once at a right angle`, `bouncing off the edge up to twice`.
pub fn turning(c: &mut Cursor) -> Option<Turning> {
    c.comma();
    let found = if c.maybe("bouncing") {
        let times = c.attempt(often);
        let bend = Bend::Bounce(off_edges(c)?);
        of_the_board(c);
        bounces_on(c);
        let times = times.or_else(|| c.attempt(often)).unwrap_or(1);
        bounces_on(c);
        in_one_move(c);
        Turning { bend, times }
    } else {
        let often = if c.take_one_of(&["turning once", "turning twice"])? == "turning once" { 1 } else { 2 };
        if !c.maybe("at a right angle") {
            c.assume("at a right angle");
        }
        Turning { bend: Bend::Square, times: often }
    };
    c.maybe("on its way");
    if usize::from(found.times) >= MAX_LEGS {
        return too_many(c, c.at() - 1);
    }
    Some(found)
}

/// `off the edge`, `off the left and right edges`, `off the side edges`, `off the a- and h-files`.
fn off_edges(c: &mut Cursor) -> Option<Edges> {
    if c.sees(0, "off the edge") {
        let side = c.peek()?.last.starts_with("side");
        c.skip();
        return Some(if side && c.maybe("edge") { Edges::SIDES } else { Edges::EVERY });
    }
    c.take("outside")?;
    if let Some(found) = c.attempt(|c| outer_lines(&terms::single(c)?, terms::extent(c)?)) {
        return Some(found);
    }
    c.maybe_one_of(&["a", "the", "every"]);
    c.maybe("the");
    let mut found = Edges::NONE;
    while let Some((edge, noun, last)) = c.attempt(one_edge) {
        found = found.and(edge);
        if last {
            return noun.then_some(found);
        }
    }
    None
}

/// `left edge`, `top or`: of these the last has a noun.
fn one_edge(c: &mut Cursor) -> Option<(Edges, bool, bool)> {
    const NAMES: [(&str, Edges); 7] = [
        ("left", Edges { left: true, ..Edges::NONE }),
        ("right", Edges { right: true, ..Edges::NONE }),
        ("top", Edges { top: true, ..Edges::NONE }),
        ("upper", Edges { top: true, ..Edges::NONE }),
        ("bottom", Edges { bottom: true, ..Edges::NONE }),
        ("lower", Edges { bottom: true, ..Edges::NONE }),
        ("side", Edges::SIDES),
    ];
    let edge = c.peek().and_then(|lexeme| NAMES.iter().find(|(name, _)| lexeme.token.is_word(name)))?.1;
    c.skip();
    let noun = c.maybe_one_of(&["edge", "side"]).is_some();
    let more = c.attempt(|c| {
        c.maybe_one_of(&["or", "and", ","])?;
        c.maybe("the");
        c.peek().filter(|lexeme| NAMES.iter().any(|(name, _)| lexeme.token.is_word(name))).map(|_| ())
    });
    Some((edge, noun, more.is_none()))
}

/// Files and ranks along edges.
fn outer_lines(squares: &Squares, (files, ranks): (i16, i16)) -> Option<Edges> {
    let last = char::from(b'a' + (files - 1).clamp(0, 25) as u8).to_string();
    let parts = match squares {
        Squares::Either(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    parts.iter().try_fold(Edges::NONE, |found, part| match part {
        Squares::Files(names) => names.iter().try_fold(found, |found, name| match name {
            first if first == "a" => Some(found.and(Edges { left: true, ..Edges::NONE })),
            name if *name == last => Some(found.and(Edges { right: true, ..Edges::NONE })),
            _ => None,
        }),
        Squares::Rank { number: Number::Is(1), own: false } => Some(found.and(Edges { bottom: true, ..Edges::NONE })),
        Squares::Rank { number: Number::Is(last), own: false } if *last == i32::from(ranks) => {
            Some(found.and(Edges { top: true, ..Edges::NONE }))
        }
        _ => None,
    })
}

/// `once in a move`.
fn in_one_move(c: &mut Cursor) {
    c.attempt(|c| {
        c.maybe_one_of(&["in", "per", "during", "on"])?;
        c.maybe_one_of(&["a", "the", "every", "one"]);
        c.maybe("move").then_some(())
    });
}

/// What every bounce does: `once`, `at a right angle`.
fn bounces_on(c: &mut Cursor) {
    c.attempt(|c| c.maybe("once").then_some(()));
    c.maybe("at a right angle");
}

fn of_the_board(c: &mut Cursor) {
    c.attempt(|c| {
        c.maybe("of").then_some(())?;
        c.maybe("the").then_some(())?;
        c.maybe("board").then_some(())
    });
}

/// `once`, `up to twice`, `up to three times`.
fn often(c: &mut Cursor) -> Option<u8> {
    if let Some((_, most)) = c.attempt(times) {
        return Some(most);
    }
    c.attempt(|c| {
        c.maybe("up to");
        c.maybe_one_of(&["only once", "once", "twice"]).map(|word| if word == "twice" { 2 } else { 1 })
    })
}
