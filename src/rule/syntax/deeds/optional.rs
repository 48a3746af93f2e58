//! Deeds that somebody may leave undone, deeds where one could not be done, and deeds for each player: `it may become a queen`, `if the mover likes, (...)`, `each player
//! loses a pawn of his choice`, `for each player, (...)`.

use super::whom::subject;
use super::{Cast, bracket, men};
use crate::rule::cursor::Cursor;
use crate::rule::syntax::terms;
use crate::rule::{Chooser, Deed, Player};

/// `if the mover likes, (it becomes a queen)`.
pub fn if_liked(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("when")?;
    let who = decider(terms::player(c)?);
    c.take("likes")?;
    c.comma();
    let deeds = match bracket(c, cast) {
        Some(found) => found,
        None => c.nested(|c| super::deeds(c, cast))?,
    };
    Some(Deed::May(who, deeds))
}

/// `failing that, it is removed`, behind another deed: to the end of the deeds, or those in brackets.
pub fn if_it_fails(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    c.take_one_of(&["failing that", "otherwise"])?;
    c.comma();
    match bracket(c, cast) {
        Some(found) => Some(found),
        None => c.nested(|c| super::deeds(c, cast)),
    }
}

/// `it may become a queen`, `the opponent may remove one of his pawns`.
pub fn may(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let by_player = c.attempt(|c| {
        let who = decider(super::doer(c, cast)?);
        c.take("may")?;
        let by = super::of_player(who.clone());
        let cast = Cast { chooser: by, doer: who.clone(), implied: None, ..cast.clone() };
        c.maybe_one_of(&["at once", "then"]);
        let deeds = super::one(c, &cast)?;
        c.maybe("if he likes");
        Some(Deed::May(who, deeds))
    });
    by_player.or_else(|| {
        let who = c.attempt(|c| subject(c, cast)).or_else(|| cast.implied.clone())?;
        c.take("may")?;
        // "may also" says how men move
        (!c.sees(0, "also")).then_some(())?;
        let deed = men::predicate(c, who, cast)?;
        c.maybe("if he likes");
        Some(Deed::May(Player::Mover, vec![deed]))
    })
}

/// Of "a player" the one on move decides.
fn decider(who: Player) -> Player {
    if who == Player::Each { Player::Mover } else { who }
}

/// `for each player, (...)`.
pub fn for_each_player(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.maybe("for").then_some(())?;
    c.take("each player")?;
    c.comma();
    match bracket(c, cast) {
        Some(found) => Some(Deed::EachPlayer(found)),
        None => super::one(c, cast).map(Deed::EachPlayer),
    }
}

/// `each player loses a pawn of his choice`: each as if he were the mover.
pub fn each_player(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("each player")?;
    c.maybe("must");
    let cast = Cast { chooser: Chooser::Mover, doer: Player::Mover, implied: None, ..cast.clone() };
    if let Some(choice) = c.attempt(|c| {
        c.maybe("chooses").then_some(())?;
        super::either::his_choice(c, &cast, &Player::Mover)
    }) {
        c.comma();
        c.take_one_of(&["and", "then", "but"])?;
        c.maybe("then");
        let rest = super::either::after_a_choice(c, Some(&choice), |c| c.nested(|c| super::in_turn(c, &cast)))?;
        return Some(Deed::EachPlayer([vec![choice], rest].concat()));
    }
    super::one(c, &cast).map(Deed::EachPlayer)
}
