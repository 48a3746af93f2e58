//! Ranks: `rank 4`, `the last two ranks`, `beyond the fourth rank`, `the rank on which it started`.

use super::joined;
use super::number::number;
use super::player::reference;
use super::point::point;
use super::squares::either;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::{Form, Number, Point, Squares};

/// The longest edge of a board.
const MAX_EDGE: u32 = 64;

/// How many ranks the board of the law has.
pub fn edge(c: &Cursor) -> Option<i32> {
    c.words.standard.iter().rev().find_map(|form| if let Form::Board { ranks, .. } = form { Some(i32::from(*ranks)) } else { None })
}

/// `rank 4`, `ranks 3 to 6`, `the fourth rank`, `the last rank`, `even ranks`.
pub fn ranks(c: &mut Cursor) -> Option<Squares> {
    if let Some(all) = c.attempt(several) {
        return Some(all);
    }
    // "the other side", said of squares
    let far = c.sees(0, "opponent") && c.peek().is_some_and(|lexeme| lexeme.token.is_word("other") && lexeme.last == "side");
    if c.maybe("last rank") || far && c.maybe("opponent") {
        return Some(Squares::LastRank);
    }
    let from = c.at();
    let edge = edge(c);
    if let Some(side) = c.attempt(|c| {
        let side = c.maybe_one_of(&["top", "upper", "bottom", "lower"])?;
        c.maybe("rank").then_some(side)
    }) {
        let number = if matches!(side, "top" | "upper") { edge? } else { 1 };
        return Some(Squares::Rank { number: Number::Is(number), own: false });
    }
    if let Some(first) = c.attempt(|c| {
        c.maybe("own");
        c.maybe("back rank").then_some(1)
    }) {
        return Some(Squares::Rank { number: Number::Is(first), own: true });
    }
    // "the first two ranks", "the last three ranks"
    if let Some(found) = c.attempt(|c| {
        c.maybe("own");
        let last = c.maybe("last");
        (last || c.sort(&Sort::Ordinal(1))).then_some(())?;
        let many = literal_ahead(c)?;
        c.maybe("rank").then_some(())?;
        let (many, edge) = (on_board(c, many, from)?, edge?);
        (many <= edge).then(|| if last { own_ranks(edge - many + 1, edge) } else { own_ranks(1, many) })
    }) {
        return Some(found);
    }
    // "the rank on which it began"
    if let Some(of) = c.attempt(|c| {
        let starting = c.maybe_one_of(&["home", "starting"]).is_some();
        c.maybe("rank").then_some(())?;
        if starting {
            return Some(c.stance.it);
        }
        c.maybe_one_of(&["where", "on"]);
        c.maybe("which");
        let of = reference(c)?;
        c.maybe_one_of(&["started", "began", "starts", "begins"])?;
        c.maybe("the");
        c.maybe("game");
        c.maybe("on");
        Some(of)
    }) {
        return Some(Squares::Rank { number: Number::Rank { point: Box::new(Point::Home(of)), own: false }, own: false });
    }
    if c.maybe("own") {
        c.maybe("rank").then_some(())?;
        return rank_number(c, from).map(|number| Squares::Rank { number, own: true });
    }
    if let Some(odd) = c.maybe_one_of(&["even", "odd"]) {
        c.maybe("rank").then_some(())?;
        let numbers = (1..=edge?).filter(|number| (number % 2 == 1) == (odd == "odd"));
        return Some(either(numbers.map(|number| Squares::Rank { number: Number::Is(number), own: false }).collect()));
    }
    if let Some(number) = c.take_thing("which rank (\"last\", \"fifth\")", |token| match token.sort {
        Sort::Ordinal(number) => Some(number),
        _ => None,
    }) {
        c.maybe("rank").then_some(())?;
        let least = on_board(c, number, from)?;
        // "the fifth rank or further"
        let further = c.attempt(|c| {
            c.maybe("or").then_some(())?;
            c.maybe_one_of(&["further", "farther", "beyond", "higher", "above"]).map(|_| ())
        });
        return match further {
            Some(()) => Some(own_ranks(least, edge?)),
            None => Some(Squares::Rank { number: Number::Is(least), own: true }),
        };
    }
    c.maybe("rank").then_some(())?;
    let rank = |number| Squares::Rank { number, own: false };
    let first = rank_number(c, from)?;
    if let Number::Is(least) = first
        && let Some(most) = c.attempt(|c| {
            c.maybe_one_of(&["to", "-"])?;
            c.take_number("a rank")
        })
    {
        let most = on_board(c, most, from)?;
        if most < least {
            let problem = Diagnostic::new("L007", c.span_from(from), format!("\"{least} to {most}\" runs backwards"));
            return c.refuse(problem.hint(&format!("write: ranks {most} to {least}")));
        }
        return Some(either((least..=most).map(|number| rank(Number::Is(number))).collect()));
    }
    let all = joined(c, &["or", "and"], rank(first), |c| {
        let number = c.take_number("a rank")?;
        on_board(c, number, from).map(|number| rank(Number::Is(number)))
    });
    Some(either(all))
}

/// Ranks with one noun for all: `first, second or third rank`, `first two or last two ranks`, `third to fifth rank`, `fourth or a higher rank`.
fn several(c: &mut Cursor) -> Option<Squares> {
    let from = c.at();
    let edge = edge(c)?;
    let mut all = vec![one_or_some(c, edge)?];
    loop {
        let comma = c.maybe(",");
        let range = !comma && all.len() == 1 && c.maybe("to");
        let joint = !range && c.maybe_one_of(&["or", "and"]).is_some();
        (comma || range || joint).then_some(())?;
        if joint && c.attempt(higher).is_some() {
            let [Squares::Rank { number: Number::Is(least), .. }] = all[..] else { return None };
            return Some(own_ranks(least, edge));
        }
        c.maybe("the");
        let whole = c.maybe("last rank");
        all.push(if whole { Squares::LastRank } else { one_or_some(c, edge)? });
        let noun = whole || c.maybe("rank");
        if range {
            let number = |rank: &Squares| match rank {
                Squares::Rank { number: Number::Is(number), .. } => Some(*number),
                Squares::LastRank => Some(edge),
                _ => None,
            };
            let (least, most) = (number(&all[0])?, number(&all[1])?);
            noun.then_some(())?;
            if least >= most {
                return c.refuse(Diagnostic::new("L007", c.span_from(from), "these ranks run backwards".to_string()));
            }
            return Some(own_ranks(least, most));
        }
        if noun {
            let mut unlike: Vec<Squares> = Vec::new();
            all.into_iter().for_each(|rank| {
                if !unlike.contains(&rank) {
                    unlike.push(rank);
                }
            });
            return Some(either(unlike));
        }
    }
}

/// `a higher rank`, behind "or".
fn higher(c: &mut Cursor) -> Option<()> {
    c.maybe_one_of(&["a", "every"]);
    c.maybe_one_of(&["further", "farther", "beyond", "higher", "above"])?;
    c.maybe("rank").then_some(())
}

/// `fifth`, `last`, `first two`, without the noun.
fn one_or_some(c: &mut Cursor, edge: i32) -> Option<Squares> {
    let from = c.at();
    let last = c.maybe("last");
    let nth = match c.peek()?.token.sort {
        _ if last => edge,
        Sort::Ordinal(nth) => {
            c.skip();
            on_board(c, nth, from)?
        }
        _ => return None,
    };
    if let Some(many) = c.attempt(|c| if last || nth == 1 { literal_ahead(c) } else { None }) {
        let many = on_board(c, many, from).filter(|many| *many <= edge)?;
        return Some(if last { own_ranks(edge - many + 1, edge) } else { own_ranks(1, many) });
    }
    Some(if last { Squares::LastRank } else { Squares::Rank { number: Number::Is(nth), own: true } })
}

/// The whole line on which a square lies, that one too: `the file of the capture`, `its rank`, `the same file as the moving piece`.
pub fn through(c: &mut Cursor) -> Option<Squares> {
    c.attempt(|c| {
        let its = c.peek()?.meant.is_none() && c.maybe("its");
        if !its {
            c.maybe("the");
        }
        let same = !its && c.maybe("same");
        let file = c.maybe_one_of(&["file", "rank"])? == "file";
        let at = match its {
            true => Point::Of(c.stance.it),
            false => {
                c.maybe(if same { "like" } else { "of" }).then_some(())?;
                let capture = c.attempt(|c| {
                    c.maybe("the");
                    (c.peek()?.token.is_word("capture") && c.maybe("capture")).then_some(Point::To)
                });
                capture.or_else(|| c.nested(point))?
            }
        };
        let at = Box::new(at);
        Some(if file {
            Squares::File(Number::File(at))
        } else {
            Squares::Rank { number: Number::Rank { point: at, own: false }, own: false }
        })
    })
}

/// A number that is not missed if it is not there.
fn literal_ahead(c: &mut Cursor) -> Option<u32> {
    let Sort::Number(number) = c.peek()?.token.sort else { return None };
    c.skip();
    Some(number)
}

/// The ranks from one on, counted from the own side.
fn own_ranks(least: i32, most: i32) -> Squares {
    either((least..=most.max(least)).map(|number| Squares::Rank { number: Number::Is(number), own: true }).collect())
}

/// After "beyond": `the fourth rank`, `the middle`.
pub fn beyond(c: &mut Cursor) -> Option<Squares> {
    c.maybe_one_of(&["the", "its"]);
    if c.maybe("centre") {
        return Some(Squares::Half { own: false });
    }
    let from = c.at();
    let number = c.take_thing("which rank (\"last\", \"fifth\")", |token| match token.sort {
        Sort::Ordinal(number) => Some(number),
        _ => None,
    })?;
    c.maybe("rank").then_some(())?;
    let last = on_board(c, number, from)?;
    let edge = edge(c);
    edge.filter(|edge| last < *edge).map(|edge| own_ranks(last + 1, edge))
}

/// A number of a rank: a literal, or any number in brackets.
fn rank_number(c: &mut Cursor, from: usize) -> Option<Number> {
    if c.sees(0, "(") {
        return c.nested(number);
    }
    let literal = c.take_number("the number of the rank")?;
    on_board(c, literal, from).map(Number::Is)
}

fn on_board(c: &mut Cursor, number: u32, from: usize) -> Option<i32> {
    if (1..=MAX_EDGE).contains(&number) {
        return Some(number as i32);
    }
    let problem = Diagnostic::new("L007", c.span_from(from), format!("there is no rank {number}: ranks are 1 to {MAX_EDGE}"));
    c.refuse(problem)
}
