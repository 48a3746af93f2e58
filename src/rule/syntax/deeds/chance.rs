//! Deeds that happen only sometimes: on a condition, or by chance.

use super::{Cast, bracket, deeds};
use crate::rule::Deed;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::terms;

/// The most that the weights of one choice add up to.
const MAX_WEIGHT: u32 = 1000;
/// The most outcomes of one roll.
const MAX_OUTCOMES: usize = 20;

/// `if white is in check, the moving piece is removed`; to the end of the deeds, or those in brackets.
pub fn condition(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("when")?;
    let holds = c.nested(terms::condition)?;
    c.comma();
    c.maybe("then");
    consequence(c, cast).map(|then| Deed::If(holds, then))
}

fn consequence(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    match bracket(c, cast) {
        Some(found) => Some(found),
        None => c.nested(|c| deeds(c, cast)),
    }
}

pub fn chance(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let forms: [fn(&mut Cursor, &Cast) -> Option<Deed>; 4] = [odds, weighed, die, coin];
    forms.into_iter().find_map(|form| c.attempt(|c| form(c, cast)))
}

/// `with a chance of 1 in 4, ...`, `with probability 25 percent, ...`.
fn odds(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("with a chance of")?;
    let from = c.at();
    let hit = c.take_number("a number")?;
    let of = match c.take_one_of(&["in", "out of", "percent", "/"])? {
        "percent" => 100,
        _ => c.take_number("a number")?,
    };
    if hit == 0 || hit >= of || of > MAX_WEIGHT {
        let problem = Diagnostic::new(
            "L007",
            c.span_from(from),
            format!("{hit} in {of} is no chance that can be rolled: at most {MAX_WEIGHT}, and not always"),
        );
        return c.refuse(problem.hint("example: with a chance of 1 in 4"));
    }
    c.comma();
    let then = consequence(c, cast)?;
    Some(Deed::Chance(vec![(hit as u16, then), ((of - hit) as u16, Vec::new())]))
}

/// `by chance, with weight 1 (...), with weight 3 (...)`.
fn weighed(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("by chance")?;
    let mut found = Vec::new();
    loop {
        c.comma();
        c.maybe("or");
        c.take("with weight")?;
        let weight = super::amount(c, MAX_WEIGHT)?;
        found.push((weight as u16, bracket(c, cast)?));
        if !(c.sees(0, ",") && c.sees(1, "with weight") || c.sees(0, "or") && c.sees(1, "with weight")) {
            break;
        }
    }
    settled(c, found)
}

/// `roll a die: on 1-2 ..., on 3-6 ...`.
fn die(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("roll a die")?;
    c.comma();
    let mut found: Vec<(u16, Vec<Deed>)> = Vec::new();
    let mut next = 1;
    let from = c.at();
    loop {
        c.take_one_of(&["on", "with"])?;
        c.maybe("a");
        let least = c.take_number("a number of the die")?;
        let most = match c.attempt(|c| {
            c.take_one_of(&["-", "to", "or", "and", ","])?;
            c.take_number("a number of the die")
        }) {
            Some(most) => most,
            None => least,
        };
        if least != next || most < least || most > 6 {
            let problem = Diagnostic::new("L007", c.span_from(from), "the numbers of a die are 1 to 6, each once and in order".to_string());
            return c.refuse(problem.hint("example: roll a die: on 1-2 (...), on 3-6 (...)"));
        }
        c.comma();
        let then = outcome(c, cast)?;
        found.push(((most - least + 1) as u16, then));
        next = most + 1;
        let more = c.attempt(|c| {
            let comma = c.comma();
            let joined = c.take_one_of(&["and", "or"]).is_some();
            ((comma || joined) && c.sees(0, "on")).then_some(())
        });
        if more.is_none() {
            break;
        }
    }
    if next <= 6 {
        found.push(((7 - next) as u16, Vec::new()));
    }
    settled(c, found)
}

/// `flip a coin: on heads ..., on tails ...`.
fn coin(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("flip a coin")?;
    c.comma();
    c.maybe("on");
    c.take_one_of(&["heads", "tails"])?;
    c.comma();
    let one = outcome(c, cast)?;
    let other = c.attempt(|c| {
        c.comma();
        c.maybe("and");
        c.maybe("on");
        c.take_one_of(&["tails", "heads"])?;
        c.comma();
        outcome(c, cast)
    });
    Some(Deed::Chance(vec![(1, one), (1, other.unwrap_or_default())]))
}

/// What one outcome brings: deeds in brackets, one deed, or nothing.
fn outcome(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    match bracket(c, cast) {
        Some(found) => Some(found),
        None if c.maybe("nothing happens") => Some(Vec::new()),
        None => super::one(c, cast),
    }
}

fn settled(c: &mut Cursor, found: Vec<(u16, Vec<Deed>)>) -> Option<Deed> {
    let total: u32 = found.iter().map(|(weight, _)| u32::from(*weight)).sum();
    if found.len() < 2 || found.len() > MAX_OUTCOMES || total > MAX_WEIGHT {
        let problem = format!("a choice by chance has 2 to {MAX_OUTCOMES} outcomes, whose weights add up to at most {MAX_WEIGHT}");
        return c.refuse(Diagnostic::new("L007", c.span_from(c.at() - 1), problem));
    }
    Some(Deed::Chance(found))
}
