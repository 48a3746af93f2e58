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
    let mut faces: [Option<usize>; 6] = [None; 6];
    let mut outcomes: Vec<Vec<Deed>> = Vec::new();
    let from = c.at();
    loop {
        c.take_one_of(&["on", "with", "when"])?;
        c.maybe_one_of(&["a", "it"]);
        c.maybe_one_of(&["is", "shows"]);
        let rolled = numbers(c)?;
        if rolled.iter().any(|&face| !(1..=6).contains(&face) || faces[face as usize - 1].is_some()) {
            let problem = Diagnostic::new("L007", c.span_from(from), "the numbers of a die are 1 to 6, each said once".to_string());
            return c.refuse(problem.hint("example: roll a die: on 1-2 (...), on 3-6 (...)"));
        }
        rolled.into_iter().for_each(|face| faces[face as usize - 1] = Some(outcomes.len()));
        c.comma();
        outcomes.push(outcome(c, cast)?);
        let more = c.attempt(|c| {
            let comma = c.comma();
            let joined = c.take_one_of(&["and", "or"]).is_some();
            ((comma || joined) && c.sees(0, "on")).then_some(())
        });
        if more.is_none() {
            break;
        }
    }
    // on the rest "otherwise" happens, or nothing
    let rest = c.attempt(|c| {
        c.comma();
        c.maybe("and");
        c.take("otherwise")?;
        c.comma();
        outcome(c, cast)
    });
    let then = |face: Option<usize>| face.map_or_else(|| rest.clone().unwrap_or_default(), |at| outcomes[at].clone());
    let runs = faces.chunk_by(|one, next| one == next);
    settled(c, runs.map(|run| (run.len() as u16, then(run[0]))).collect())
}

/// `6`, `1 or 2`, `2-5`, `1, 3 and 5`.
fn numbers(c: &mut Cursor) -> Option<Vec<u32>> {
    // what no die shows is refused where the faces are told apart
    let face = |c: &mut Cursor| c.take_number("a number of the die").map(|number| number.min(7));
    let mut found = vec![face(c)?];
    while let Some((span, next)) = c.attempt(|c| {
        let joint = c.take_one_of(&["-", "to", "or", "and", ","])?;
        Some((matches!(joint, "-" | "to"), face(c)?))
    }) {
        let first = if span { found.last().map_or(next, |last| last + 1) } else { next };
        found.extend(first..=next.min(first + 6));
    }
    Some(found)
}

/// `flip a coin: on heads ..., on tails ...`.
fn coin(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("flip a coin")?;
    c.comma();
    c.maybe("on");
    let tails = c.take_one_of(&["heads", "tails"])? == "tails";
    c.comma();
    let one = outcome(c, cast)?;
    let other = c.attempt(|c| {
        c.comma();
        c.maybe("and");
        c.maybe("on");
        c.take(if tails { "heads" } else { "tails" })?;
        c.comma();
        outcome(c, cast)
    });
    let (one, other) = if tails { (other.unwrap_or_default(), one) } else { (one, other.unwrap_or_default()) };
    Some(Deed::Chance(vec![(1, one), (1, other)]))
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
