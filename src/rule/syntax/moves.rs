//! Sentences on how men move: `Knights may also move like bishops`, `Rooks may not capture`.

use super::Statement;
use super::motion::{self, Stretch, When, motions};
use super::nouns;
use crate::movement::Use;
use crate::rule::cursor::Cursor;
use crate::rule::{Class, Span};

/// How a predicate stands to what held before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// "move": instead.
    Is,
    /// "may also move", "move ... too".
    Also,
    /// "may move": also, as an assumption.
    May,
    /// "may only move": instead.
    Only,
    /// "may not move".
    Not,
}

/// What a predicate says of the man's motion.
#[derive(Clone, Debug)]
pub enum SaidMotion {
    Motions(Vec<Stretch>),
    /// "as usual".
    AsUsual,
    /// "may not move", without more.
    Nothing,
}

/// One predicate with its subject.
#[derive(Clone, Debug)]
pub struct Said {
    pub who: Class,
    pub verb: Verb,
    pub aspect: Use,
    pub motion: SaidMotion,
    pub when: When,
    pub span: Span,
}

pub fn sentence(c: &mut Cursor) -> Option<Statement> {
    let who = nouns::class(c)?;
    let unmoved = c.attempt(|c| c.take("that has not moved")).is_some();
    let mut said = vec![predicate(c, &who)?];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        if c.take_one_of(&["but", "and"]).is_none() && !comma {
            return None;
        }
        c.maybe("it");
        predicate(c, &who)
    }) {
        said.push(next);
    }
    for one in &mut said {
        one.when.unmoved |= unmoved;
    }
    // "capture like bishops but move like knights": the move is the other half
    let pairs_off = said.iter().any(|one| one.aspect == Use::Capture && one.verb != Verb::Not);
    for one in said.iter_mut().filter(|one| pairs_off && one.aspect == Use::Any && one.verb != Verb::Also && one.verb != Verb::May) {
        one.aspect = Use::Quiet;
    }
    Some(Statement::Moves(said))
}

fn predicate(c: &mut Cursor, who: &Class) -> Option<Said> {
    let from = c.at();
    let said = |verb, aspect, motion, when, c: &Cursor| Said { who: who.clone(), verb, aspect, motion, when, span: c.span_from(from) };
    if c.take("may not").is_some() {
        let aspect = aspect(c)?;
        if let Some(found) = c.attempt(motions) {
            return Some(said(Verb::Not, aspect, SaidMotion::Motions(found), When::default(), c));
        }
        c.attempt(|c| {
            c.take_one_of(&["anything"]).or_else(|| {
                c.maybe("every");
                c.take("piece").map(|()| "piece")
            })
        });
        let when = match c.attempt(|c| {
            c.take("except")?;
            c.take("only to capture")
        }) {
            Some(()) => When { purpose: Some(Use::Quiet), unmoved: false },
            None => motion::conditions(c, When::default()),
        };
        return Some(said(Verb::Not, aspect, SaidMotion::Nothing, when, c));
    }
    let may = c.take("may").is_some();
    let mut verb = match c.take_one_of(&["also", "only", "now"]) {
        Some("also") => Verb::Also,
        Some("only") => Verb::Only,
        Some(_) => Verb::Is,
        None if may => Verb::May,
        None => Verb::Is,
    };
    let leads =
        c.peek().is_some_and(|lexeme| ["leap", "jumping over pieces", "hopping over exactly one piece"].iter().any(|&p| lexeme.means(p)));
    let aspect = if leads { Use::Any } else { aspect(c)? };
    match c.take_one_of(&["also", "only", "now"]) {
        Some("also") => verb = Verb::Also,
        Some("only") => verb = Verb::Only,
        Some(_) => verb = Verb::Is,
        None => {}
    }
    // "may only capture", "may only move to capture"
    let bare = c.attempt(|c| {
        if verb != Verb::Only {
            return None;
        }
        if aspect != Use::Capture {
            return match c.take_one_of(&["only to capture", "without capturing"])? {
                "without capturing" => Some(Use::Capture),
                _ => Some(Use::Quiet),
            };
        }
        match c.peek() {
            None => Some(Use::Quiet),
            Some(_) => None,
        }
    });
    if let Some(barred) = bare {
        let when = When { purpose: Some(barred), unmoved: false };
        return Some(said(Verb::Not, Use::Any, SaidMotion::Nothing, when, c));
    }
    let purely = match (aspect, c.attempt(|c| c.take("only to capture"))) {
        (Use::Any, Some(())) => {
            let when = When { purpose: Some(Use::Quiet), unmoved: false };
            return Some(said(Verb::Not, Use::Any, SaidMotion::Nothing, when, c));
        }
        _ => aspect,
    };
    if c.attempt(|c| c.take("as usual")).is_some() {
        return Some(said(verb, purely, SaidMotion::AsUsual, When::default(), c));
    }
    let found = motions(c)?;
    match c.attempt(|c| {
        c.comma();
        c.take_one_of(&["instead", "too", "also", "only", "now"])
    }) {
        Some("instead" | "now" | "only") => verb = Verb::Is,
        Some(_) => verb = Verb::Also,
        None => {}
    }
    let when = motion::conditions(c, When::default());
    Some(said(verb, purely, SaidMotion::Motions(found), when, c))
}

fn aspect(c: &mut Cursor) -> Option<Use> {
    match c.take_one_of(&["move", "capture", "move and capture"])? {
        "capture" => Some(Use::Capture),
        _ => Some(Use::Any),
    }
}
