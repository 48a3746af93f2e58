//! Whole areas of the board: `ranks 4 and 5 swap places`, `the left and right halves change places`, `every rank shifts one square right`, `the
//! fire spreads to a random square next to it`.

use super::{Cast, board, chooser};
use crate::board::Vector;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::terms;
use crate::rule::{Chooser, Deed, Number, Squares};

/// Two areas of one form, each of which a step leads to the other.
pub fn exchanged(c: &mut Cursor) -> Option<Deed> {
    let commanded = c.maybe_one_of(&["swap", "exchange"]).is_some();
    c.attempt(|c| {
        c.maybe_one_of(&["everything", "every", "the"]);
        c.maybe_one_of(&["anything", "piece"])?;
        c.maybe_one_of(&["on", "in", "of"])
    });
    let (squares, by) = c.attempt(halves).or_else(|| c.attempt(lines))?;
    if !commanded {
        c.take_one_of(&["swap places", "swap"])?;
    }
    c.attempt(|c| {
        c.maybe("with");
        c.maybe("each other").then_some(())
    });
    c.attempt(|c| {
        c.maybe("with");
        c.maybe_one_of(&["everything", "anything", "every"])?;
        c.maybe("on");
        c.it().then_some(())
    });
    c.assume("what leaves the one comes in at the other; each square's piece goes to the same square of the other one");
    Some(Deed::Shift { squares, by, wrap: true })
}

/// `the left and right halves`: the whole board shifts by half of it.
fn halves(c: &mut Cursor) -> Option<(Squares, Vector)> {
    let (files, ranks) = terms::extent(c)?;
    c.maybe_one_of(&["the", "both"]);
    let one = side(c)?;
    c.maybe("half");
    c.take("and")?;
    c.maybe("the");
    let other = side(c)?;
    (one != other && one.0 == other.0).then_some(())?;
    c.take("half")?;
    c.attempt(|c| {
        c.maybe_one_of(&["of", "on"])?;
        c.maybe("the");
        c.maybe("board").then_some(())
    });
    let (across, all) = (one.0, if one.0 { files } else { ranks });
    (all % 2 == 0).then_some(())?;
    let by = i8::try_from(all / 2).ok()?;
    Some((Squares::Every, if across { Vector { right: by, forward: 0 } } else { Vector { right: 0, forward: by } }))
}

/// Whether a side of the board is the left or right one, and which of the two.
fn side(c: &mut Cursor) -> Option<(bool, bool)> {
    let word = c.peek().filter(|lexeme| lexeme.tokens == 1)?.token.word.clone();
    let found = match word.as_str() {
        "left" => (true, false),
        "right" => (true, true),
        "lower" | "bottom" => (false, false),
        "upper" | "top" => (false, true),
        _ => return None,
    };
    c.skip();
    Some(found)
}

/// `ranks 4 and 5`, `the a- and h-files`, `d4 and e5`.
fn lines(c: &mut Cursor) -> Option<(Squares, Vector)> {
    let from = c.at();
    let squares = terms::squares(c)?;
    let squares = match c.attempt(|c| {
        c.take("with")?;
        terms::squares(c)
    }) {
        None => squares,
        Some(other) => match (squares, other) {
            (Squares::Files(one), Squares::Files(other)) => Squares::Files([one, other].concat()),
            (Squares::These(one), Squares::These(other)) => Squares::These([one, other].concat()),
            (one @ Squares::Rank { .. }, other @ Squares::Rank { .. }) => Squares::Either(vec![one, other]),
            _ => return None,
        },
    };
    let across = |right: i32| i8::try_from(right).ok().map(|right| Vector { right, forward: 0 });
    let along = |forward: i32| i8::try_from(forward).ok().map(|forward| Vector { right: 0, forward });
    let by = match &squares {
        Squares::Either(parts) => match parts.as_slice() {
            [Squares::Rank { number: Number::Is(one), own: false }, Squares::Rank { number: Number::Is(other), own: false }] => {
                along(other - one)?
            }
            [Squares::Rank { own: true, .. }, Squares::Rank { own: true, .. }] => {
                let problem = "the ranks of which side these are is not said".to_string();
                return c.refuse(
                    Diagnostic::new("L006", c.span_from(from), problem).hint("name them as the board does: ranks 4 and 5 swap places"),
                );
            }
            _ => return None,
        },
        Squares::Files(names) => match names.as_slice() {
            [one, other] => across(i32::from(first(other)?) - i32::from(first(one)?))?,
            _ => return None,
        },
        Squares::These(names) => match names.as_slice() {
            [one, other] => {
                let (to, at) = (place(other)?, place(one)?);
                Vector { right: i8::try_from(to.0 - at.0).ok()?, forward: i8::try_from(to.1 - at.1).ok()? }
            }
            _ => return None,
        },
        _ => return None,
    };
    (by.right != 0 || by.forward != 0).then_some((squares, by))
}

fn first(file: &str) -> Option<u8> {
    (file.len() == 1).then(|| file.bytes().next()).flatten()
}

fn place(square: &str) -> Option<(i16, i16)> {
    let (file, rank) = square.split_at_checked(1)?;
    Some((i16::from(first(file)?), rank.parse().ok()?))
}

/// `every rank shifts one square to the right, wrapping around`: everything does.
pub fn all_shifted(c: &mut Cursor) -> Option<Deed> {
    let commanded = c.maybe("shift");
    c.attempt(|c| {
        c.maybe("anything").then_some(())?;
        c.maybe_one_of(&["on", "in"])
    });
    c.maybe("every").then_some(())?;
    let of_files = c.maybe_one_of(&["file", "files", "rank"])? != "rank";
    if !commanded {
        c.take_one_of(&["shift", "is shifted", "move", "is moved"])?;
    }
    let from = c.at();
    let by = board::displacement(c)?;
    if (of_files && by.right != 0) || (!of_files && by.forward != 0) {
        let problem = format!("a {} shifts along itself", if of_files { "file" } else { "rank" });
        let hint = "say: Every rank shifts one square right, wrapping around. Every file shifts one square up, wrapping around.";
        return c.refuse(Diagnostic::new("L015", c.span_from(from), problem).hint(hint));
    }
    let wrap = c
        .attempt(|c| {
            c.comma();
            c.take("wrapping round")
        })
        .is_some();
    Some(Deed::Shift { squares: Squares::Every, by, wrap })
}

/// `the fire spreads to a random square next to it`, `the fire spreads to all squares next to it`: they are called so as well.
pub fn spread(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.maybe("the");
    let known = c.words.regions.iter().find(|name| c.spells_some(name))?.clone();
    known.split(' ').for_each(|_| c.skip());
    let verb = c.peek().filter(|lexeme| ["spreads", "spread", "expands", "creeps", "extends"].contains(&lexeme.token.word.as_str()));
    verb.map(|_| c.skip())?;
    let region = Squares::Region(known.clone());
    let beside = Squares::Both(vec![Squares::Near { of: Box::new(region.clone()), reach: 1 }, Squares::Not(Box::new(region))]);
    if c.take_one_of(&["to", "onto", "over"]).is_none() {
        c.attempt(|c| {
            c.maybe("by");
            c.take_number("one").filter(|number| *number == 1)?;
            c.maybe("square").then_some(())?;
            c.maybe_one_of(&["in any direction", "on every side"]);
            Some(())
        });
        c.assume("to all squares next to it");
        return Some(Deed::Mark { squares: beside, region: known, on: true, chooser: Chooser::All });
    }
    let random = c.maybe("a random");
    if random {
        c.maybe("one");
    }
    let all = !random && c.maybe("every");
    let one = !random && !all && (c.maybe("one of") || c.one() || c.maybe("a"));
    c.maybe("the");
    let adjacent = |c: &mut Cursor| {
        let there = c.peek().is_some_and(|lexeme| {
            ["adjacent", "neighbouring", "neighboring", "surrounding", "next"].iter().any(|word| lexeme.token.is_word(word))
        });
        there.then(|| c.skip())
    };
    let empty = c.maybe("empty");
    let before = adjacent(c).is_some();
    c.maybe("square").then_some(())?;
    let said = chooser(c, cast);
    let behind = !before
        && c.attempt(|c| {
            if !c.maybe("next to") {
                adjacent(c)?;
                c.maybe("to");
            }
            c.it().then_some(())
        })
        .is_some();
    (before || behind).then_some(())?;
    let chooser = match said.or_else(|| chooser(c, cast)) {
        Some(by) => by,
        None if random => Chooser::Chance,
        None if one => cast.chooser.clone(),
        None => Chooser::All,
    };
    let squares = match (empty, beside) {
        (true, Squares::Both(parts)) => Squares::Both([vec![Squares::Empty], parts].concat()),
        (_, beside) => beside,
    };
    Some(Deed::Mark { squares, region: known, on: true, chooser })
}
