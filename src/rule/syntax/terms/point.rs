//! One square: `e4`, `its home square`, `the square two squares in front of it`.

use super::placed::displaced;
use super::player::reference;
use crate::rule::cursor::{Cursor, Named};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::syntax::places;
use crate::rule::{Point, Ref};

/// The longest edge of a board.
const MAX_EDGE: u32 = 64;

/// One square in any wording; a man stands for the square he stands on.
pub fn point(c: &mut Cursor) -> Option<Point> {
    if let Some(of) = reference(c) {
        return Some(Point::Of(of));
    }
    c.attempt(|c| {
        c.maybe("the");
        c.maybe("square");
        named(c).map(Point::Named)
    })
    .or_else(|| square_of(c))
    .or_else(|| c.attempt(beyond).inspect(|point| c.stance_mut().square = Named::One(point.clone())))
}

/// A square with a name of its own in the sentence; "that square" is the one named last, and where none has been that of the event.
pub fn square_of(c: &mut Cursor) -> Option<Point> {
    if let Some(point) = c.attempt(places::again) {
        return Some(point);
    }
    let that =
        c.sees(0, "the square of the capture") && ["that", "there"].iter().any(|word| c.ahead(0).is_some_and(|it| it.token.is_word(word)));
    if !that {
        return c.attempt(said).inspect(|point| c.stance_mut().square = Named::One(point.clone()));
    }
    match c.stance.square.clone() {
        Named::Nothing => c.attempt(said),
        Named::One(point) => {
            c.skip();
            Some(point)
        }
        Named::Unclear => {
            let problem = "it is not clear which square is meant: several may be".to_string();
            let hint = "name it: \"its home square\", \"the square it came from\", \"e4\"";
            let problem = Diagnostic::new("L004", c.span_from(c.at()), problem).hint(hint);
            c.refuse(problem)
        }
    }
}

/// `e4`.
pub fn named(c: &mut Cursor) -> Option<String> {
    c.take_thing("a square", |token| (token.sort == Sort::Word && is_square(&token.word)).then(|| token.word.clone()))
}

/// `its square`, `the square it came from`, `the home square of the captured piece`.
fn said(c: &mut Cursor) -> Option<Point> {
    c.attempt(|c| {
        if c.maybe("the square it stood on before") {
            return Some(Point::Before(c.stance.it));
        }
        if let Some(left) = c.attempt(departed) {
            return Some(left);
        }
        if let Some(of) = c.attempt(|c| {
            c.maybe("the");
            c.maybe("square").then_some(())?;
            c.maybe("on");
            c.maybe_one_of(&["where", "which", "that"])?;
            let of = reference(c)?;
            c.maybe_one_of(&["stands", "is"])?;
            c.maybe("on");
            Some(of)
        }) {
            return Some(Point::Of(of));
        }
        match c.maybe_one_of(&[
            "the square it came from",
            "the square where it stood",
            "the square it goes to",
            "the square of the capture",
        ]) {
            // a captured piece stood where it was captured
            Some("the square where it stood") if c.stance.it == Ref::Victim => return Some(Point::Of(Ref::Victim)),
            Some("the square it came from" | "the square where it stood") => return Some(Point::From),
            Some(_) => return Some(Point::To),
            None => {}
        }
        if c.maybe("its") {
            let of = c.stance.its.unwrap_or(c.stance.it);
            return owned(c).map(|point| point(of));
        }
        if let Some(point) = c.attempt(|c| {
            let of = reference(c)?;
            owned(c).map(|point| point(of))
        }) {
            return Some(point);
        }
        if c.maybe("the square that the same move leads to from") {
            let itself = c.maybe("itself").then_some(Point::Of(Ref::Itself));
            return itself.or_else(|| c.nested(point)).map(|point| Point::Along(Box::new(point)));
        }
        c.maybe("the");
        if let Some(point) = c.attempt(across) {
            return Some(point);
        }
        if c.sees(0, "opposite") && c.sees(1, "square") {
            c.maybe("opposite");
            c.maybe("square");
            return Some(Point::Opposite(Box::new(Point::Of(c.stance.it))));
        }
        if c.sees(0, "square") && c.sees(1, "opposite") {
            c.maybe("square");
            c.maybe("opposite");
            return c.nested(point).map(|point| Point::Opposite(Box::new(point)));
        }
        let home = c.sees(0, "home") || c.sees(0, "starting");
        let point = owned(c)?;
        if home && let Some(of) = c.attempt(for_kind) {
            return Some(Point::HomeOfKind(of));
        }
        c.maybe_one_of(&["of"])?;
        reference(c).map(point)
    })
}

/// `the square the king left`, `the square from which he came`, `its departure square`: where somebody stood before.
fn departed(c: &mut Cursor) -> Option<Point> {
    const LEAVING: [&str; 8] = ["left", "leaves", "vacated", "vacates", "abandoned", "departed", "deserted", "quit"];
    const COMING: [&str; 8] = ["came", "comes", "moved", "started", "starts", "departed", "captured", "went"];
    if let Some(of) = c.attempt(|c| {
        c.maybe("its").then_some(())?;
        word(c, &["departure", "old", "former", "previous"])?;
        c.maybe("square").then_some(c.stance.its.unwrap_or(c.stance.it))
    }) {
        return left_by(of);
    }
    c.maybe("the");
    c.maybe("square").then_some(())?;
    let from = c.attempt(|c| {
        c.maybe("from").then_some(())?;
        c.maybe("which").then_some(())
    });
    if from.is_none() {
        c.maybe_one_of(&["that", "which"]);
    }
    let of = whoever(c)?;
    c.maybe_one_of(&["has", "have"]);
    word(c, &["just"]);
    if from.is_some() {
        word(c, &COMING)?;
        return left_by(of);
    }
    if word(c, &LEAVING).is_some() {
        c.maybe("from");
        return left_by(of);
    }
    if word(c, &["was", "were", "stood"]).is_some() {
        c.maybe("on").then_some(())?;
        return match (c.maybe("before"), of) {
            (true, of) => Some(Point::Before(of)),
            // a captured piece stood where it was captured
            (false, Ref::Victim) => Some(Point::Of(of)),
            (false, of) => left_by(of),
        };
    }
    word(c, &COMING)?;
    c.maybe("from").then_some(())?;
    left_by(of)
}

/// From where a man of the event has gone.
fn left_by(of: Ref) -> Option<Point> {
    match of {
        Ref::Actor => Some(Point::From),
        Ref::Victim => Some(Point::Before(of)),
        _ => None,
    }
}

/// A man that was spoken of, also as `he` where the event tells of one man what he does.
fn whoever(c: &mut Cursor) -> Option<Ref> {
    if let Some(of) = reference(c) {
        return Some(of);
    }
    let him = c.peek().is_some_and(|lexeme| lexeme.meant.is_some() && ["he", "she", "they"].iter().any(|word| lexeme.token.is_word(word)));
    let one = c.stance.it == Ref::Actor && c.stance.named.iter().any(|(_, of)| *of == Ref::Actor);
    (him && one).then(|| c.skip())?;
    Some(Ref::Actor)
}

/// One of these words by itself, whatever phrase it is elsewhere.
fn word(c: &mut Cursor, words: &[&str]) -> Option<()> {
    let there = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && words.iter().any(|word| lexeme.token.is_word(word)));
    there.then(|| c.skip())
}

/// `same square of the other board`, `same square of the other board as the captured piece`.
fn across(c: &mut Cursor) -> Option<Point> {
    c.take_one_of(&["same", "corresponding"])?;
    c.take("square")?;
    c.take_one_of(&["of", "on"])?;
    c.maybe("the");
    c.take_one_of(&["other", "second"])?;
    c.take("board")?;
    let of = match c.maybe("like") {
        true => c.nested(point)?,
        // who stands there is not the one as whose square it is the same
        false if c.stance.it == Ref::Itself => Point::Of(c.stance.around.unwrap_or(Ref::Itself)),
        false => Point::Of(c.stance.it),
    };
    Some(Point::Across(Box::new(of)))
}

/// `of its kind`, `for pieces like the captured piece`.
fn for_kind(c: &mut Cursor) -> Option<Ref> {
    if c.maybe("of") {
        return c.maybe("its kind").then_some(c.stance.it);
    }
    c.maybe("for").then_some(())?;
    c.maybe("piece").then_some(())?;
    c.maybe("like").then_some(())?;
    reference(c)
}

/// `square`, `home square`.
fn owned(c: &mut Cursor) -> Option<fn(Ref) -> Point> {
    let home = c.maybe_one_of(&["home", "starting"]).is_some();
    c.maybe("square").then_some(if home { Point::Home } else { Point::Of })
}

/// `the square two squares in front of it`.
fn beyond(c: &mut Cursor) -> Option<Point> {
    c.attempt(|c| {
        c.maybe("the");
        if !c.maybe("square") {
            return None;
        }
        let steps = displaced(c)?;
        let &[step] = steps.as_slice() else { return None };
        let from = c.nested(point)?;
        Some(Point::Beyond(Box::new(from), step))
    })
}

/// Whether a word is the name of a square: `e4`.
pub fn is_square(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = word.len() - digits.len();
    let rank = digits.parse::<u32>().unwrap_or(0);
    (1..=2).contains(&letters) && !digits.starts_with('0') && (1..=MAX_EDGE).contains(&rank)
}
