//! What the language can say and no game can play yet: refused as it is read, so that nobody plans on it.

use super::diagnostic::Diagnostic;
use super::{Chooser, Clause, Condition, Deed, Form, Spot, Whom};

/// Why a clause cannot be played yet, if it cannot.
pub fn unplayed(clause: &Clause) -> Option<Diagnostic> {
    let reason = clause.when.as_ref().and_then(of_condition).or_else(|| match &clause.form {
        Form::Trigger(trigger) if trigger.once => Some("what happens only the first time"),
        Form::Trigger(trigger) => trigger.deeds.iter().find_map(of_deed),
        Form::Action(action) => action.deeds.iter().find_map(of_deed),
        _ => None,
    })?;
    let problem = Diagnostic::new("L030", clause.span, format!("{reason} cannot be played yet"));
    Some(problem.hint("what can be said today is in the other sections of the manual: HELP EVENTS, HELP DEEDS"))
}

fn of_condition(condition: &Condition) -> Option<&'static str> {
    match condition {
        Condition::Said(_) => Some("what a player says in his orders"),
        Condition::Not(inner) => of_condition(inner),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().find_map(of_condition),
        _ => None,
    }
}

fn of_deed(deed: &Deed) -> Option<&'static str> {
    match deed {
        Deed::Chance(_) => Some("chance"),
        Deed::Skip(_) => Some("a phase that is left out"),
        Deed::GoOn => Some("a phase that goes on in a game by mail (one further move can: it may move again)"),
        Deed::If(condition, deeds) => of_condition(condition).or_else(|| deeds.iter().find_map(of_deed)),
        Deed::Swap(one, other) => of_whom(one).or_else(|| of_whom(other)),
        Deed::Become(whom, _, chooser) => of_whom(whom).or_else(|| of_chooser(chooser)),
        Deed::Go(whom, spot) => of_whom(whom).or_else(|| of_spot(spot)),
        Deed::Place { spot, .. } | Deed::Drop { spot, .. } => of_spot(spot),
        Deed::Remove(whom)
        | Deed::Climb(whom, _)
        | Deed::Join(whom, _)
        | Deed::Return(whom)
        | Deed::Step(whom, ..)
        | Deed::Reserve(whom, _)
        | Deed::Hold(whom, _) => of_whom(whom),
        _ => None,
    }
}

fn of_whom(whom: &Whom) -> Option<&'static str> {
    match whom {
        Whom::That(_) => None,
        Whom::Among { chooser, .. } => of_chooser(chooser),
    }
}

fn of_spot(spot: &Spot) -> Option<&'static str> {
    match spot {
        Spot::One(_, chooser) => of_chooser(chooser),
        Spot::At(_) | Spot::Each(_) => None,
    }
}

fn of_chooser(chooser: &Chooser) -> Option<&'static str> {
    match chooser {
        Chooser::Chance => Some("chance"),
        Chooser::Player(_) => Some("the choice of a player who is not on move"),
        Chooser::All | Chooser::Mover => None,
    }
}
