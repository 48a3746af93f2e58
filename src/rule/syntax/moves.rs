//! Sentences on how men move: `Knights may also move like bishops`, `Rooks may not capture`.

use super::Statement;
use super::motion::{self, Stretch, When, motions};
use super::nouns;
use super::terms;
use crate::movement::Use;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
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
    c.attempt(|c| {
        c.take("now")?;
        c.comma().then_some(())
    });
    let nobody = c.take("no").is_some();
    let who = terms::class(c)?;
    let first = if nobody {
        c.take("may")?;
        forbidden(c, &who)?
    } else {
        predicate(c, &who, Verb::Is)?
    };
    let mut said = vec![first];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        if c.take_one_of(&["but", "and", "or"]).is_none() && !comma {
            return None;
        }
        c.maybe("it");
        // "may also move forward and capture like rooks": "may also" goes on
        predicate(c, &who, said.last().map_or(Verb::Is, |last| last.verb))
    }) {
        said.push(next);
    }
    // "capture like bishops but move like knights": the move is the other half
    let captures: Vec<Verb> = said.iter().filter(|one| one.aspect == Use::Capture && one.verb != Verb::Not).map(|one| one.verb).collect();
    for one in said.iter_mut().filter(|one| one.aspect == Use::Any && captures.contains(&one.verb)) {
        one.aspect = Use::Quiet;
    }
    Some(Statement::Moves(said))
}

/// What stands after "may not".
fn forbidden(c: &mut Cursor, who: &Class) -> Option<Said> {
    let from = c.at();
    let said = |aspect, motion, when, c: &Cursor| Said { who: who.clone(), verb: Verb::Not, aspect, motion, when, span: c.span_from(from) };
    immune(c)?;
    let aspect = aspect(c)?;
    if let Some(found) = c.attempt(motions) {
        return Some(said(aspect, SaidMotion::Motions(found), When::default(), c));
    }
    if aspect == Use::Capture
        && let Some(victim) = c.attempt(nouns::class)
        && victim != Class::EVERY
    {
        let problem = Diagnostic::new("L030", c.span_from(c.at() - 1), "who may capture whom cannot be ruled yet".to_string());
        return c.refuse(problem.hint("a ban on all captures can: {Men} may not capture."));
    }
    let when = match c.attempt(|c| {
        c.take("except")?;
        c.take("only to capture")
    }) {
        Some(()) => When { purpose: Some(Use::Quiet), unmoved: false },
        None => motion::conditions(c, When::default()),
    };
    Some(said(aspect, SaidMotion::Nothing, when, c))
}

/// "may not be captured" is understood, and refused.
fn immune(c: &mut Cursor) -> Option<()> {
    if c.attempt(|c| c.take("is captured")).is_none() {
        return Some(());
    }
    let problem =
        Diagnostic::new("L030", c.span_from(c.at() - 1), "whether a piece can be captured at all cannot be ruled yet".to_string());
    c.refuse(problem.hint("what becomes of it can: Captured {men} return to their home square."))
}

/// A verb with what goes with it. `inherited` is the modal of the predicate before it, which a bare verb takes over.
fn predicate(c: &mut Cursor, who: &Class, inherited: Verb) -> Option<Said> {
    let from = c.at();
    let said = |verb, aspect, motion, when, c: &Cursor| Said { who: who.clone(), verb, aspect, motion, when, span: c.span_from(from) };
    if c.take("may not").is_some() {
        return forbidden(c, who);
    }
    let may = c.take("may").is_some();
    let mut verb = match c.take_one_of(&["also", "only", "now"]) {
        Some("also") => Verb::Also,
        Some("only") => Verb::Only,
        Some(_) if !may => Verb::Is,
        _ if may => Verb::May,
        _ => inherited,
    };
    if verb == Verb::Not {
        return forbidden(c, who);
    }
    if may {
        immune(c)?;
    }
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
