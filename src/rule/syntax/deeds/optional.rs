//! Deeds that somebody may leave undone, deeds where one could not be done, and deeds for each player: `it may become a queen`, `if the mover likes, (...)`, `each player
//! loses a pawn of his choice`, `for each player, (...)`.

use super::further::{self, the_chosen, the_same};
use super::whom::subject;
use super::{Cast, bracket, men};
use crate::rule::cursor::Cursor;
use crate::rule::syntax::terms;
use crate::rule::{Chooser, Class, Deed, Number, Player, Ref, Whom};

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
        let who = match decider(super::doer(c, cast)?) {
            // whose piece moves is on move
            Player::OwnerOf(Ref::Actor) => Player::Mover,
            who => who,
        };
        c.take("may")?;
        let by = super::of_player(who.clone());
        let cast = Cast { chooser: by, doer: who.clone(), implied: None, ..cast.clone() };
        c.maybe_one_of(&["at once", "then"]);
        let mut deeds = super::one(c, &cast)?;
        with_it(c, &cast, &Class::EVERY, &mut deeds);
        c.maybe("if he likes");
        Some(Deed::May(who, deeds))
    });
    by_player.or_else(|| {
        let who = c.attempt(|c| subject(c, cast)).or_else(|| cast.implied.clone())?;
        c.take("may")?;
        // "may also" says how men move
        (!c.sees(0, "also")).then_some(())?;
        let mut deeds = vec![men::predicate(c, who.clone(), cast)?];
        let same = if who == Whom::That(Ref::Actor) { the_same() } else { the_chosen() };
        with_it(c, &Cast { implied: Some(who), ..cast.clone() }, &same, &mut deeds);
        c.maybe("if he likes");
        Some(Deed::May(Player::Mover, deeds))
    })
}

/// `..., and place a knight on e4`, `... to move again`: what else is done where somebody does what he may do. `who` would move again.
fn with_it(c: &mut Cursor, cast: &Cast, who: &Class, done: &mut Vec<Deed>) {
    while let Some(more) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["and", "then", "to"]).is_some();
        (comma || joined).then_some(())?;
        c.maybe("then");
        allowed(c, cast, done)?;
        c.attempt(|c| further::granted(c, cast, who)).map(|deed| vec![deed]).or_else(|| {
            predicate_begins(c).then_some(())?;
            super::one(c, cast)
        })
    }) {
        done.extend(more);
    }
}

/// "He may pay three coins and may move again": one permission, for what is paid for is not had without paying. Else each "may" is one of its own.
fn allowed(c: &mut Cursor, cast: &Cast, done: &[Deed]) -> Option<()> {
    let price = |deed: &Deed| matches!(deed, Deed::Count { of, by: Number::Is(by), set: false, .. } if *of == cast.doer && *by < 0);
    let again = c.attempt(|c| {
        c.attempt(|c| super::doer(c, cast).filter(|who| *who == cast.doer));
        c.take("may")
    });
    (again.is_none() || done.iter().all(price)).then_some(())
}

/// Nobody else is named: what follows is said of whoever was spoken of.
fn predicate_begins(c: &Cursor) -> bool {
    const VERBS: [&str; 26] = [
        "becomes",
        "buy",
        "change",
        "changes",
        "changes sides",
        "converts",
        "drop",
        "gains",
        "is placed",
        "is removed",
        "is shifted",
        "joins",
        "keep",
        "loses",
        "move",
        "place",
        "promotes to",
        "pull",
        "push",
        "removes",
        "return",
        "returns to its home square",
        "send",
        "swap",
        "swaps places with",
        "turn",
    ];
    VERBS.iter().any(|verb| c.sees(0, verb))
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
