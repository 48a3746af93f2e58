//! Two dice: `roll two dice: on 2-4 ..., on 12 ...`, `if the first is higher than the second, ...`, `if both are the same, ...`. What they show together
//! is weighed by the 36 ways in which they can fall.

use super::chance::{cast_for_each, numbers, outcome, settled};
use super::{Cast, optional};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::{Deed, lexer};

/// The ways in which two dice can fall.
const WAYS: u16 = 36;
/// The least and the most that they show together.
const SUMS: std::ops::RangeInclusive<u32> = 2..=12;
/// In how many ways one of two dice is higher than the other, and both are the same.
const HIGHER: u16 = 15;
const SAME: u16 = 6;

/// What is left of 36 where nothing is said of it.
type Weighed = Vec<(u16, Vec<Deed>)>;

pub fn two(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("roll two dice")?;
    cast_for_each(c, cast, |c, cast| {
        let mut found = c.attempt(|c| compared(c, cast)).or_else(|| c.attempt(|c| sums(c, cast)))?;
        let rest = WAYS - found.iter().map(|(weight, _)| weight).sum::<u16>();
        let otherwise = optional::otherwise(c, cast).unwrap_or_default();
        if rest > 0 {
            found.push((rest, otherwise));
        }
        c.assume("so many of the 36 ways in which two dice can fall");
        settled(c, found)
    })
}

/// `if the first is higher than the second, ...`, `if both are the same, ...`, `on a double ...`.
fn compared(c: &mut Cursor, cast: &Cast) -> Option<Weighed> {
    let mut found: Weighed = Vec::new();
    let mut said = Vec::new();
    loop {
        c.take_one_of(&["when", "on", "with"])?;
        let (case, weight) = c.attempt(unlike).or_else(|| c.attempt(alike))?;
        if said.contains(&case) {
            let problem = Diagnostic::new("L018", c.span_from(c.at() - 1), "this is said of the two dice before".to_string());
            return c.refuse(problem.hint("of two dice the first can be higher, or the second, or both are the same"));
        }
        said.push(case);
        c.comma();
        found.push((weight, outcome(c, cast)?));
        let more = c.attempt(|c| {
            let comma = c.comma();
            let joined = c.take_one_of(&["and", "or"]).is_some();
            ((comma || joined) && ["when", "on"].iter().any(|word| c.sees(0, word))).then_some(())
        });
        if more.is_none() {
            return Some(found);
        }
    }
}

/// `the first is higher`, `the second shows more than the first`: which of them, and in how many ways.
fn unlike(c: &mut Cursor) -> Option<(u32, u16)> {
    c.maybe("the");
    let one = nth(c)?;
    shows(c)?;
    // of two dice the one is lower where the other is higher
    let other = 3 - one;
    if let Some(than) = c.take_one_of(&["more than", "less than"]) {
        c.maybe("the");
        (nth(c)? == other).then_some(())?;
        return Some((if than == "more than" { one } else { other }, HIGHER));
    }
    if one_of(c, &["lower", "smaller", "less"]).is_some() {
        return Some((other, HIGHER));
    }
    one_of(c, &["higher", "greater", "bigger", "larger", "more"])?;
    Some((one, HIGHER))
}

/// `both are the same`, `they show the same number`, `a double`.
fn alike(c: &mut Cursor) -> Option<(u32, u16)> {
    c.maybe("a");
    if one_of(c, &["double", "doubles"]).is_some() {
        return Some((0, SAME));
    }
    (c.maybe("both") || c.it()).then_some(())?;
    shows(c)?;
    c.maybe("the");
    one_of(c, &["same", "equal"])?;
    let _ = one_of(c, &["number"]);
    Some((0, SAME))
}

fn shows(c: &mut Cursor) -> Option<()> {
    match c.take_one_of(&["is", "are"]) {
        Some(_) => Some(()),
        None => one_of(c, &["shows", "show"]),
    }
}

/// `first` or `second`, with "die" behind it or not.
fn nth(c: &mut Cursor) -> Option<u32> {
    let nth = c.take_thing("which of the dice (\"first\", \"second\")", |token: &lexer::Token| match token.sort {
        Sort::Ordinal(nth @ 1..=2) => Some(nth),
        _ => None,
    })?;
    let _ = one_of(c, &["die", "dice", "one"]);
    Some(nth)
}

/// Just one of these words, whatever phrases they belong to elsewhere.
fn one_of(c: &mut Cursor, words: &[&str]) -> Option<()> {
    let there = c.peek().is_some_and(|lexeme| words.iter().any(|word| lexeme.token.is_word(word)) && lexeme.tokens == 1);
    there.then(|| c.skip())
}

/// `on 2-4 ..., on 12 ...`: what both show together.
fn sums(c: &mut Cursor, cast: &Cast) -> Option<Weighed> {
    let mut taken = Vec::new();
    let mut found: Weighed = Vec::new();
    let from = c.at();
    loop {
        c.take_one_of(&["on", "with", "when"])?;
        c.maybe_one_of(&["a", "it", "the result"]);
        c.maybe_one_of(&["is", "shows"]);
        let rolled = numbers(c, *SUMS.end())?;
        if rolled.iter().any(|sum| !SUMS.contains(sum) || taken.contains(sum)) {
            let problem = Diagnostic::new("L007", c.span_from(from), "two dice show 2 to 12 together, each said once".to_string());
            return c.refuse(problem.hint("example: roll two dice: on 2-4 (...), on 12 (...)"));
        }
        let ways = rolled.iter().map(|&sum| if sum <= 7 { sum - 1 } else { 13 - sum }).sum::<u32>();
        taken.extend(rolled);
        c.comma();
        found.push((ways as u16, outcome(c, cast)?));
        let more = c.attempt(|c| {
            let comma = c.comma();
            let joined = c.take_one_of(&["and", "or"]).is_some();
            ((comma || joined) && c.sees(0, "on")).then_some(())
        });
        if more.is_none() {
            return Some(found);
        }
    }
}
