//! What has happened before: `the opponent has moved a queen or rook two turns ago`, `any piece was captured in the last three turns`.

use super::player::player;
use super::{men, squares};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::nouns;
use crate::rule::{Act, Class, Condition, How, Past, Player, When};

/// How many turns back the game remembers.
pub const MAX_MEMORY: u32 = 24;

/// A condition on the past.
pub fn happened(c: &mut Cursor) -> Option<Condition> {
    let mut when = time(c);
    if when.is_some() {
        c.comma();
    }
    let (by, mut act, just) = c.attempt(by_player).or_else(|| c.attempt(by_men))?;
    loop {
        if act.how == How::Any && c.maybe("without capturing") {
            act.how = How::Quiet;
        } else if act.from.is_none() && c.maybe("from") {
            act.from = Some(c.nested(squares::single)?);
        } else if act.to.is_none() && c.maybe_one_of(&["to", "on"]).is_some() {
            act.to = Some(c.nested(squares::single)?);
        } else {
            break;
        }
    }
    if when.is_none() {
        when = time(c).or_else(|| just.then_some(When::JustBefore));
    }
    Some(Condition::Happened(Past { act: Box::new(act), by, when: when.unwrap_or(When::Ever) }))
}

/// `white has moved a pawn`, `the opponent has captured a knight with a rook`.
fn by_player(c: &mut Cursor) -> Option<(Option<Player>, Act, bool)> {
    let who = player(c)?;
    let just = auxiliary(c);
    let act = |who, how| Act { how, ..Act::any(who) };
    let done = match c.maybe_one_of(&["moved", "captured piece", "captured", "given check", "castled", "promoted", "gave check"])? {
        "moved" => act(c.nested(men)?, How::Any),
        "captured piece" => act(with(c)?, How::Capture(Class::EVERY)),
        "captured" => {
            let victim = c.attempt(|c| c.nested(men)).unwrap_or(Class::EVERY);
            act(with(c)?, How::Capture(victim))
        }
        "castled" => act(with(c)?, How::Castle),
        "promoted" => {
            let who = c.attempt(|c| c.nested(men)).unwrap_or(Class::EVERY);
            act(who, How::Promote(kinds(c)))
        }
        _ => act(with(c)?, How::Check),
    };
    Some((Some(who), done, just))
}

/// `with a rook`; any man where nothing is said.
fn with(c: &mut Cursor) -> Option<Class> {
    if !c.maybe("with") {
        return Some(Class::EVERY);
    }
    c.nested(men)
}

/// `has`, `was`; whether it happened just now: in the phase before this one.
fn auxiliary(c: &mut Cursor) -> bool {
    c.maybe_one_of(&["has", "have", "was", "were"]);
    let just = c.maybe("just");
    c.maybe("been");
    just || c.maybe("just")
}

/// `any queen has moved`, `any piece was captured`, `any knight has captured a pawn`.
fn by_men(c: &mut Cursor) -> Option<(Option<Player>, Act, bool)> {
    // "every pawn has moved" is no event
    if super::universal(c) {
        return None;
    }
    let who = c.nested(men)?;
    let passive = c.sees(0, "was") || c.sees(0, "were") || c.sees(1, "been");
    let just = auxiliary(c);
    let act = |who, how| Act { how, ..Act::any(who) };
    let done = match c.maybe_one_of(&["moved", "captured piece", "captured", "given check", "castled", "promoted"])? {
        "moved" => act(who, How::Any),
        "captured" if passive => {
            let by = if c.maybe("by") { c.nested(men)? } else { Class::EVERY };
            act(by, How::Capture(who))
        }
        "captured piece" => act(who, How::Capture(Class::EVERY)),
        "captured" => {
            let victim = c.attempt(|c| c.nested(men)).unwrap_or(Class::EVERY);
            act(who, How::Capture(victim))
        }
        "castled" => act(who, How::Castle),
        "promoted" => act(who, How::Promote(kinds(c))),
        _ => act(who, How::Check),
    };
    Some((None, done, just))
}

/// `to a queen or a rook`; none: any.
fn kinds(c: &mut Cursor) -> Vec<String> {
    let found = c.attempt(|c| {
        c.maybe("to").then_some(())?;
        c.maybe("a");
        nouns::kind_list(c)
    });
    found.unwrap_or_default()
}

/// `two turns ago`, `in the last three turns`, `this turn`, `just before`, `so far`.
fn time(c: &mut Cursor) -> Option<When> {
    c.attempt(|c| {
        if let Some(word) = c.maybe_one_of(&["this turn", "just before", "so far"]) {
            return Some(match word {
                "this turn" => When::Within(1),
                "just before" => When::JustBefore,
                _ => When::Ever,
            });
        }
        let from = c.at();
        let last = c.maybe("in the last");
        if last && c.maybe("turn") {
            return Some(When::Ago(1));
        }
        let number = if !last && c.maybe("a") { 1 } else { c.take_number("a number of turns")? };
        c.maybe("turn").then_some(())?;
        if !last {
            c.maybe_one_of(&["ago", "before"])?;
        }
        if !(1..=MAX_MEMORY).contains(&number) {
            let problem = Diagnostic::new("L007", c.span_from(from), format!("{number} turns: the last {MAX_MEMORY} are remembered"));
            return c.refuse(problem);
        }
        Some(if last { When::Within(number as u8) } else { When::Ago(number as u8) })
    })
}
