//! What is legal now: `a black king can move to rank 8`, `white can capture a queen with a pawn`.

use super::condition::attacked;
use super::player::{movers_of, subject};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::logic::negated;
use crate::rule::syntax::{acts, duties};
use crate::rule::{Act, Class, Condition, Owner, Player, Point, Ref, Squares};

/// What is said of who can, and whether it is that he cannot.
fn denied(c: &mut Cursor) -> Option<bool> {
    // "does not stand on e4" is said of where it is, not of where it can go
    (!["do", "does", "did", "will", "never"].iter().any(|word| c.peek().is_some_and(|lexeme| lexeme.token.is_word(word)))).then_some(())?;
    Some(c.take_one_of(&["is free to", "may", "may not"])? == "may not")
}

fn able(act: Act, denied: bool) -> Condition {
    let found = Condition::Can(Box::new(act));
    if denied { negated(found) } else { found }
}

/// `a black king can move to rank 8`: such a move is legal. Who can be captured is attacked.
pub fn men_are_able(c: &mut Cursor, who: &Class) -> Option<Condition> {
    let denied = denied(c)?;
    if let Some(by) = c.attempt(|c| {
        c.take("is captured")?;
        if c.take("by").is_some() { c.nested(super::class).map(Some) } else { Some(None) }
    }) {
        let hit = match by {
            None => attacked(Ref::Itself),
            Some(by) if by.owner == Owner::Anyone => Condition::Attacked(Point::Of(Ref::Itself), Class { owner: Owner::Enemy, ..by }),
            Some(by) => Condition::Attacked(Point::Of(Ref::Itself), by),
        };
        return Some(Condition::There(who.clone().such_that(if denied { negated(hit) } else { hit }), Squares::Every));
    }
    Some(able(acts::act(c, who)?, denied))
}

/// `white can capture a queen with a pawn`, `he cannot castle`: such a move of his is legal.
pub fn player_is_able(c: &mut Cursor) -> Option<Condition> {
    let from = c.at();
    let who = subject(c)?;
    (!c.back().is_some_and(|lexeme| lexeme.possessive)).then_some(())?;
    let denied = denied(c)?;
    let mover = matches!(who, Player::Mover | Player::Each).then_some(Owner::Own);
    let Some(owner) = mover.or_else(|| movers_of(&who)) else {
        let problem = "what is legal is known of whoever is on move, and of nobody else".to_string();
        let hint =
            "say what is attacked: If an enemy {bare} attacks {other}, ... or turn it round: If a player can capture {other}, he must.";
        return c.refuse(Diagnostic::new("L030", c.span_from(from), problem).hint(hint));
    };
    let act = duties::done(c)?;
    let owner = if act.who.owner == Owner::Anyone { owner } else { act.who.owner.clone() };
    Some(able(Act { who: Class { owner, ..act.who }, ..act }, denied))
}
