//! Who moved or was captured last: `the piece that the opponent moved last is a knight`, `the piece moved last by the mover`, `both players moved
//! pieces of the same kind last turn`.

use super::happening::{auxiliary, time};
use super::left::before_this_phase;
use super::player::player;
use super::predicate::{predicate, state};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::logic::negated;
use crate::rule::words::Lexeme;
use crate::rule::{Act, Class, Condition, How, Owner, Past, Player, Ref, When};

/// How far off "last" stands at most in "the piece that made the opponent's last capture".
const MAX_LAST: usize = 8;

/// One man, by what was done with it.
pub struct TheOne {
    by: Option<Player>,
    /// By this very man.
    man: Option<Ref>,
    what: Done,
    when: When,
}

/// What the man did, or what was done to it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Done {
    Moved,
    Captured,
    WasCaptured,
}

impl TheOne {
    /// It was one of these.
    pub fn was(&self, such: Class) -> Condition {
        let act = match self.what {
            Done::WasCaptured => Act { how: How::Capture(such), ..Act::any(Class::EVERY) },
            Done::Captured => Act { how: How::Capture(Class::EVERY), ..Act::any(such) },
            Done::Moved => Act::any(such),
        };
        Condition::Happened(Past { act: Box::new(act), by: self.by.clone(), man: self.man, when: self.when })
    }
}

/// `the piece that the opponent has just moved`, `the piece moved last by the mover`, `the last piece white captured`, `the piece that was captured
/// last turn`.
pub fn the_one(c: &mut Cursor) -> Option<TheOne> {
    c.maybe("the");
    let mut last = c.maybe("last");
    c.maybe_one_of(&["piece", "one"])?;
    let relative = c.maybe_one_of(&["that", "which"]).is_some();
    let mut by = c.attempt(player);
    // "the piece it captured last": whoever acts
    let itself = by.is_none() && c.sees(0, "it") && c.it();
    // "the piece that captured last" has done it itself
    let passive = (0..3).any(|at| ["was", "were", "been"].iter().any(|word| c.sees(at, word)));
    let active = relative && by.is_none() && !itself && !passive;
    auxiliary(c);
    let just = c.maybe("just");
    last |= c.maybe("last");
    let captured = c.maybe_one_of(&["moved", "captured"])? == "captured";
    last |= c.maybe("last");
    if by.is_none() && !active {
        by = c.attempt(|c| {
            c.maybe("by").then_some(())?;
            player(c)
        });
        last |= c.maybe("last");
    }
    if by == Some(Player::Each) || itself && !captured {
        return None;
    }
    let man = itself.then_some(Ref::Actor);
    let what = match (captured, active) {
        (false, _) => Done::Moved,
        (true, true) => Done::Captured,
        (true, false) => Done::WasCaptured,
    };
    // the last capture may have been so long ago
    if captured && last {
        return Some(TheOne { by, man, what, when: When::Newest });
    }
    let when = if last || just { None } else { time(c) };
    // who is on move has not been on move just before
    let latest = if by.as_ref().is_none_or(|who| *who == Player::Opponent) { When::JustBefore } else { When::LastTurn };
    Some(TheOne { by, man, what, when: when.unwrap_or(latest) })
}

/// `the piece that the opponent moved last is a knight`, `... is of the same kind as the piece moved last by the mover`.
pub fn of_the_one(c: &mut Cursor) -> Option<Condition> {
    let one = the_one(c)?;
    // "was a knight" is "is a knight": it is seen as it was then
    let was = c.maybe_one_of(&["was", "were"]).is_some();
    let holds = c.about(Ref::Itself, |c| c.nested(|c| if was { state(c, Ref::Itself) } else { predicate(c, Ref::Itself) }))?;
    Some(one.was(Class::EVERY.such_that(holds)))
}

/// `the piece that the opponent moved last`, as men: the one that has moved then; or the one that captured last.
pub fn latest_mover(c: &mut Cursor) -> Option<Class> {
    if let Some(captor) = c.attempt(latest_captor) {
        return Some(captor);
    }
    let TheOne { by, man: None, what: Done::Moved, when } = the_one(c)? else { return None };
    let moved = Past { act: Box::new(Act::any(Class::EVERY)), by: None, man: Some(Ref::Itself), when };
    Some(Class { owner: owner(by)?, ..Class::EVERY }.such_that(Condition::Happened(moved)))
}

/// `the piece that captured last`: of all, or of one player's, as men.
pub fn latest_captor(c: &mut Cursor) -> Option<Class> {
    let from = c.at();
    let begins = c.ahead(0).is_some_and(|first| first.means("the") || first.means("piece") || first.token.is_word("last"));
    (begins && said_last(c)).then_some(())?;
    let by = match c.attempt(last_captor) {
        Some(by) => by,
        None => match the_one(c)? {
            TheOne { by, man: None, what: Done::Captured, when: When::Newest } => by,
            _ => return None,
        },
    };
    let said = c.since(0);
    let event = said.first().is_some_and(|first| ["when", "after"].iter().any(|word| first.means(word)));
    let comma = said.iter().position(|lexeme| lexeme.token.is_mark(",")).filter(|&at| at < from);
    let captures = |lexeme: &Lexeme| ["capture", "is captured"].iter().any(|verb| lexeme.means(verb));
    if comma.is_some_and(|comma| event && said[..comma].iter().any(captures)) {
        let problem = "where something has just been captured, it is not clear which one captured last".to_string();
        return c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint("say \"the capturing piece\""));
    }
    before_this_phase(c);
    let same = Class::EVERY.such_that(Condition::SameMan(Ref::Itself, Ref::Outer));
    let act = Act { how: How::Capture(Class::EVERY), ..Act::any(same) };
    let newest = Past { act: Box::new(act), by: by.clone(), man: None, when: When::Newest };
    Some(Class { owner: owner(by)?, ..Class::EVERY }.such_that(Condition::Happened(newest)))
}

/// Whether "last" stands near.
pub fn said_last(c: &Cursor) -> bool {
    (1..MAX_LAST).any(|at| c.ahead(at).is_some_and(|lexeme| ["last", "latest", "newest"].iter().any(|word| lexeme.token.is_word(word))))
}

/// Whose men are meant by "that he moved".
fn owner(by: Option<Player>) -> Option<Owner> {
    Some(match by {
        None => Owner::Anyone,
        Some(Player::Opponent) => Owner::Enemy,
        Some(Player::Mover) => Owner::Own,
        Some(Player::Colour(army)) => Owner::Army(army),
        Some(_) => return None,
    })
}

/// `the piece that made the last capture`, `the last piece to capture`, `the last captor`: and whose, where that is said.
fn last_captor(c: &mut Cursor) -> Option<Option<Player>> {
    let word = |c: &mut Cursor, these: &[&str]| {
        let there = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && these.iter().any(|word| lexeme.token.is_word(word)));
        there.then(|| c.skip())
    };
    let last = |c: &mut Cursor| word(c, &["last", "latest", "newest"]);
    c.maybe("the");
    if last(c).is_some() {
        if word(c, &["captor", "capturer"]).is_some() {
            return Some(None);
        }
        c.maybe_one_of(&["piece", "one"])?;
        let to = c.maybe_one_of(&["that", "which", "to"])? == "to";
        if !to {
            auxiliary(c);
        }
        return c.maybe("capture").then_some(None);
    }
    c.maybe_one_of(&["piece", "one"])?;
    c.maybe_one_of(&["that", "which"])?;
    auxiliary(c);
    word(c, &["made", "performed"])?;
    let whose = c.attempt(player);
    if whose.is_none() {
        c.maybe("the");
    }
    last(c)?;
    c.maybe("capture").then_some(whose)
}

/// `both players moved pieces of the same kind last turn`, `the two players have just captured pieces of different kinds`: each one, and of the same
/// kind as the other's.
pub fn of_both(c: &mut Cursor) -> Option<Condition> {
    let both = c.peek().is_some_and(|lexeme| lexeme.token.is_word("both"));
    (both && c.maybe("each player")).then_some(())?;
    let just = auxiliary(c);
    let captured = c.maybe_one_of(&["moved", "captured"])? == "captured";
    c.maybe_one_of(&["a", "the"]);
    c.maybe("piece").then_some(())?;
    let same = match c.maybe("of the same kind") {
        true => true,
        false => {
            c.maybe("of").then_some(())?;
            c.maybe_one_of(&["a", "the"]);
            let same = c.maybe_one_of(&["same", "different"])? == "same";
            c.maybe("kind").then_some(same)?
        }
    };
    let when = time(c).or(just.then_some(When::LastTurn))?;
    (when != When::Ever).then_some(())?;
    let what = if captured { Done::WasCaptured } else { Done::Moved };
    let mine = TheOne { by: Some(Player::Mover), man: None, what, when };
    let alike = mine.was(Class::EVERY.such_that(Condition::SameKind(Ref::Itself, Ref::Outer)));
    let holds = if same { alike } else { negated(alike) };
    let theirs = TheOne { by: Some(Player::Opponent), man: None, what, when };
    (c.words.armies.len() <= 2).then(|| theirs.was(Class::EVERY.such_that(holds)))
}

/// When that was done with which the men of an act are compared, where a time was said of it.
pub fn compared_with(act: &Act) -> Option<When> {
    let men = match &act.how {
        How::Capture(victims) if act.who == Class::EVERY => victims,
        _ => &act.who,
    };
    let Condition::Happened(Past { act, when, man: None, .. }) = men.such.as_deref()? else { return None };
    let other = match &act.how {
        How::Capture(victims) => victims,
        _ => &act.who,
    };
    let alike = matches!(other.such.as_deref(), Some(Condition::SameKind(Ref::Itself, Ref::Outer)));
    (alike && !matches!(when, When::JustBefore | When::Ever)).then_some(*when)
}
