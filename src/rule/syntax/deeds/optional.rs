//! Deeds that somebody may leave undone, deeds where one could not be done, and deeds for each player: `it may become a queen`, `if the mover likes, (...)`, `each player
//! loses a pawn of his choice`, `for each player, (...)`.

use super::further::{self, the_chosen, the_same};
use super::whom::{side_of, subject};
use super::{Cast, antecedent, bracket, men, splitting};
use crate::rule::cursor::{Cursor, Hanging, Told};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::syntax::terms;
use crate::rule::{Chooser, Class, Deed, Need, Number, Player, Ref, Squares, Whom};

/// `if the mover likes, (it becomes a queen)`.
pub fn if_liked(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("when")?;
    let who = decider(terms::player(c)?);
    c.take("likes")?;
    c.comma();
    let deeds = match bracket(c, cast) {
        Some(found) => found,
        None => c.nested(|c| c.hanging(Hanging::Outcome, |c| super::deeds(c, cast)))?,
    };
    Some(or_else(c, cast, who, deeds))
}

/// `failing that, it is removed`, behind another deed: to the end of the deeds, or those in brackets.
pub fn if_it_fails(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    if c.take("failing that").is_none() {
        (c.stance.hanging == Hanging::Nothing).then_some(())?;
        c.take("otherwise")?;
    }
    rest(c, cast)
}

/// After a condition, a roll or something that somebody may do: what is done `otherwise`.
pub fn otherwise(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    c.attempt(|c| {
        c.comma();
        c.maybe_one_of(&["and", "but"]);
        c.take("otherwise")?;
        rest(c, cast)
    })
}

fn rest(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    c.comma();
    match bracket(c, cast) {
        Some(found) => Some(found),
        None if super::chance::nothing(c) => Some(Vec::new()),
        None if ["to", "onto", "on"].iter().any(|word| c.sees(0, word)) => {
            c.nested(|c| antecedent::failed_goes(c, cast)).map(|deed| vec![deed])
        }
        None => c.nested(|c| super::deeds(c, cast)),
    }
}

/// What somebody may do, or what is done where he does not like.
fn or_else(c: &mut Cursor, cast: &Cast, who: Player, deeds: Vec<Deed>) -> Deed {
    let them = deeds.last().and_then(of_which).or_else(|| c.stance.them.clone());
    match c.meaning(|stance| &mut stance.them, them, |c| otherwise(c, &Cast { implied: None, ..cast.clone() })) {
        Some(instead) => Deed::Either(super::of_player(who), vec![deeds, instead]),
        None => Deed::May(who, deeds),
    }
}

/// The men of whom one was to be taken: "if he does not, the opponent may move one of them".
fn of_which(deed: &Deed) -> Option<(Class, Squares)> {
    match deed.clone().done_to()? {
        Whom::Among { who, on, chooser } if *chooser != Chooser::All => Some((who.clone(), on.clone())),
        _ => None,
    }
}

/// `it may become a queen`, `the opponent may remove one of his pawns`.
pub fn may(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let by_player = c.attempt(|c| {
        let each = c.peek().is_some_and(|lexeme| EACH.iter().any(|word| lexeme.token.is_word(word)));
        let who = match super::doer(c, cast)? {
            // "each player may": every one of them for himself
            Player::Each if each => return each_may(c, cast),
            // whose piece moves is on move
            Player::OwnerOf(Ref::Actor) => Player::Mover,
            who => decider(who),
        };
        c.take("may")?;
        let by = super::of_player(who.clone());
        let his = Cast { chooser: by, doer: who.clone(), named: true, implied: None, ..cast.clone() };
        c.maybe_one_of(&["at once", "then"]);
        let mut deeds = super::one(c, &his)?;
        // "the opponent may do this or do that": it is he who chooses
        if let Some(either) = c.attempt(|c| super::either::or(c, deeds.clone(), &his)) {
            deeds = vec![either];
        }
        with_it(c, &his, cast, &Class::EVERY, &mut deeds);
        c.maybe("if he likes");
        Some(or_else(c, cast, who, deeds))
    });
    by_player.or_else(|| {
        let each = c.peek().is_some_and(|lexeme| ["each", "every"].iter().any(|word| lexeme.token.is_word(word)));
        let who = c.attempt(|c| subject(c, cast)).or_else(|| cast.implied.clone())?;
        c.take("may")?;
        // "each own pawn may ...": of each by itself the mover decides
        if each && matches!(who, Whom::Among { chooser: Chooser::All, .. }) && !c.sees(0, "also") {
            let by = decides_of(&who);
            let done = super::each::of_one(c, cast, &who, |c, cast| one_may(c, cast, &by))?;
            return Some(Deed::EachMan(who, done));
        }
        // "may also" says how men move
        (!c.sees(0, "also")).then_some(())?;
        let mut deeds = match c.attempt(|c| splitting::of(c, cast, &who)) {
            Some(deeds) => deeds,
            None if c.sees(0, "freezes") => vec![further::hold(c, cast)?],
            None => vec![men::predicate(c, who.clone(), cast)?],
        };
        let same = if who == Whom::That(Ref::Actor) { the_same() } else { the_chosen() };
        with_it(c, &Cast { implied: Some(who.clone()), ..cast.clone() }, cast, &same, &mut deeds);
        c.maybe("if he likes");
        let by = match &who {
            Whom::Among { chooser: Chooser::All, .. } => side_of(&who).filter(|by| *by != Player::OwnerOf(Ref::Chosen)),
            _ => None,
        };
        Some(or_else(c, cast, by.unwrap_or(Player::Mover), deeds))
    })
}

/// Words for every player, each for himself; "a player" is the one on move.
const EACH: [&str; 6] = ["each", "every", "both", "all", "everybody", "everyone"];

/// `each player may remove two of his pawns`.
fn each_may(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.back().is_some_and(|each| !each.possessive).then_some(())?;
    c.take("may")?;
    c.maybe_one_of(&["at once", "then"]);
    let his = Cast { chooser: Chooser::Mover, doer: Player::Mover, implied: None, ..cast.clone() };
    let deeds = c.telling(Told::OfMover, |c| {
        let mut deeds = super::one(c, &his)?;
        if let Some(either) = c.attempt(|c| super::either::or(c, deeds.clone(), &his)) {
            deeds = vec![either];
        }
        with_it(c, &his, cast, &Class::EVERY, &mut deeds);
        Some(deeds)
    })?;
    c.maybe("if he likes");
    Some(Deed::EachPlayer(vec![Deed::May(Player::Mover, deeds)]))
}

/// Of each man by itself whose it is decides.
fn decides_of(who: &Whom) -> Player {
    side_of(who).unwrap_or(Player::Mover)
}

/// `... may return home if it has moved`: said of each by itself, the condition too.
fn one_may(c: &mut Cursor, cast: &Cast, by: &Player) -> Option<Vec<Deed>> {
    let from = c.at();
    let done = men::predicate(c, Whom::That(Ref::Chosen), cast)?;
    if matches!(&done, Deed::Swap(one, other) if one == other) {
        let problem = "it is not clear whether this is each of them or the piece that has moved".to_string();
        return c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint("say \"the moving piece\""));
    }
    c.maybe("if he likes");
    Some(match super::chance::provided(c, cast, vec![done], None).as_slice() {
        [Deed::If(holds, done, otherwise)] => vec![Deed::If(holds.clone(), vec![Deed::May(by.clone(), done.clone())], otherwise.clone())],
        done => vec![Deed::May(by.clone(), done.to_vec())],
    })
}

/// `..., and place a knight on e4`, `... to move again`, `if he does, ...`: what else is done where somebody does what he may do. `who` would
/// move again. Whoever else it is said of, it hangs on his doing it.
fn with_it(c: &mut Cursor, his: &Cast, cast: &Cast, who: &Class, done: &mut Vec<Deed>) {
    while let Some(more) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["and", "then", "to", "but"]).is_some();
        (comma || joined).then_some(())?;
        let then = c.maybe("then") || c.back().is_some_and(|joint| joint.means("then"));
        let said = c.maybe("if he does");
        c.comma();
        if (then || said)
            && let Some(again) = c.attempt(|c| moves_again(c, cast))
        {
            return Some(vec![again]);
        }
        allowed(c, his, done)?;
        if let Some(deed) = c.attempt(|c| further::granted(c, his, who)) {
            return Some(vec![deed]);
        }
        // who has been chosen is "it" here as well
        if predicate_begins(c) {
            return super::either::after_a_choice(c, done, |c| super::one(c, his));
        }
        let implied = if said { done.last().and_then(super::spoken_of) } else { None };
        // of what hangs on his doing it he chooses
        let cast = Cast { implied, chooser: his.chooser.clone(), ..cast.clone() };
        let next = |c: &mut Cursor| c.hanging(Hanging::Outcome, |c| super::one(c, &cast));
        let found = super::either::after_a_choice(c, done, next)?;
        // another "may" is a permission of its own
        if !said && !found.iter().all(|deed| !matches!(deed, Deed::May(..) | Deed::Either(..) | Deed::Failing(_))) {
            return None;
        }
        if !said {
            c.assume("all that is said after \"may\" is done only with it; what is done anyway is said first");
        }
        Some(found)
    }) {
        done.extend(more);
    }
}

/// `..., and then the mover may move again`, `if it does, its owner moves again`: a further move that comes only with what somebody may do.
fn moves_again(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let cast = Cast { implied: None, ..cast.clone() };
    if let Some(again) = c.attempt(|c| further::deed(c, &cast)) {
        return matches!(again, Deed::Again { need: Need::May, .. }).then_some(again);
    }
    let mover = |who: &Player| matches!(who, Player::Mover | Player::OwnerOf(Ref::Actor));
    super::doer(c, &cast).filter(mover)?;
    c.maybe("may");
    further::granted(c, &cast, &Class::EVERY)
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
    c.telling(Told::OfMover, |c| match bracket(c, cast) {
        Some(found) => Some(Deed::EachPlayer(found)),
        None => super::one(c, cast).map(Deed::EachPlayer),
    })
}

/// `each player loses a pawn of his choice`: each as if he were the mover.
pub fn each_player(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    c.take("each player")?;
    if c.back().is_some_and(|each| each.possessive) {
        // "each player's pawns" are every pawn, and what is done to them is done once
        let mut done = super::one(c, cast)?;
        return (done.len() == 1).then(|| done.swap_remove(0));
    }
    c.maybe("must");
    let cast = Cast { chooser: Chooser::Mover, doer: Player::Mover, implied: None, ..cast.clone() };
    c.telling(Told::OfMover, |c| each_does(c, &cast))
}

/// `the player with fewer pieces gains one point`, `whoever has no queen may place a pawn on e4`: it is asked of each, and done by each of whom it
/// holds.
pub fn such_a_player(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let each = c.peek().is_some_and(|lexeme| ["each", "every"].iter().any(|word| lexeme.token.is_word(word)));
    if !c.maybe("each player") && !c.maybe("you") {
        c.maybe_one_of(&["every", "the", "a"]);
        c.maybe_one_of(&["player", "one", "side"])?;
    }
    c.back().is_some_and(|player| !player.possessive).then_some(())?;
    let cast = Cast { chooser: Chooser::Mover, doer: Player::Mover, implied: None, ..cast.clone() };
    c.telling(Told::OfMover, |c| {
        let holds = match c.maybe_one_of(&["who", "that", "with", "without", "whose"])? {
            "with" => terms::with(c, &Player::Mover)?,
            "without" => terms::without(c, &Player::Mover)?,
            "whose" => terms::owned_by(c, &Player::Mover)?,
            _ => terms::possessions(c, &Player::Mover)?,
        };
        c.comma();
        // what is legal is asked of whoever is on move
        (!holds.asks_what_is_legal()).then_some(())?;
        let deed = if c.sees(0, "may") { each_may(c, &cast) } else { each_does(c, &cast) }?;
        let Deed::EachPlayer(deeds) = deed else { return None };
        // "a player who has captured skips his turn": whenever one has, and not once for all
        let moved = cast.actor.is_some() || cast.victim.is_some();
        (each || moved || !deeds.iter().any(Deed::skips)).then_some(())?;
        Some(Deed::EachPlayer(vec![Deed::If(holds, deeds, Vec::new())]))
    })
}

fn each_does(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    if let Some(choice) = c.attempt(|c| {
        c.maybe("chooses").then_some(())?;
        super::either::his_choice(c, cast, &Player::Mover)
    }) {
        c.comma();
        c.take_one_of(&["and", "then", "but"])?;
        c.maybe("then");
        let rest = super::either::after_a_choice(c, std::slice::from_ref(&choice), |c| c.nested(|c| super::in_turn(c, cast)))?;
        return Some(Deed::EachPlayer([vec![choice], rest].concat()));
    }
    super::one(c, cast).map(Deed::EachPlayer)
}

/// What is assumed of a condition on each player that stands in no sentence about a time.
pub const ASKED_ONCE: &str = "once, as the rule takes force; for again and again say \"at the end of each player's phase, if he ...\"";

/// `a player who has no queen loses a pawn`, by itself: whenever that is so, and no instant; "each player who ..." is.
pub fn asked_once(c: &mut Cursor, deeds: &[Deed]) -> Option<()> {
    if !matches!(deeds, [Deed::EachPlayer(done)] if matches!(done.as_slice(), [Deed::If(..)])) {
        return Some(());
    }
    let first = c.since(0).first().cloned()?;
    if ["each", "every", "all"].iter().any(|each| first.token.is_word(each)) {
        c.assume(ASKED_ONCE);
        return Some(());
    }
    (first.token.is_word("for") || c.since(0).iter().any(|lexeme| lexeme.means("at once"))).then_some(())
}
