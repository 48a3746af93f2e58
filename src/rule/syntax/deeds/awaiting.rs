//! Further moves of a player who is not on move: he makes them in his next phase. `Its owner may move again with a knight`, `a knight of its owner may
//! move again`, `his opponent may move twice on his next turn`.

use super::later::lasting;
use super::{Cast, doer};
use crate::rule::cursor::Cursor;
use crate::rule::logic::all;
use crate::rule::syntax::terms;
use crate::rule::{Act, Class, Condition, Deed, Event, Form, Lasting, Need, Owner, Player, Ref, Trigger};

const IN_HIS_PHASE: &str = "in his next phase";

/// `his opponent may move twice on his next turn`, `its owner must move again with another piece`, `he gets an extra move next turn`.
pub fn twice(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let who = doer(c, cast)?;
    let owner = match &who {
        Player::Mover => Owner::Own,
        Player::Opponent => Owner::Enemy,
        Player::OwnerOf(Ref::Victim) if c.words.armies.len() <= 2 => Owner::Enemy,
        Player::Colour(army) => Owner::Army(army.clone()),
        _ => return None,
    };
    let waits = owner == Owner::Enemy;
    let verb = c.maybe_one_of(&["may", "must"]);
    // "the opponent gets an extra move" is kept until he uses it
    let after_a_move = (cast.actor.is_some() || cast.victim.is_some()) && verb.is_some() && c.sees(0, "move");
    match verb.is_some() && c.maybe("move") {
        true => c.take_one_of(if waits { &["twice", "again"] } else { &["twice"] })?,
        false => c.take("make another move").map(|()| "again")?,
    };
    let men = c.attempt(with_whom).unwrap_or(Class::EVERY);
    let time = match c.maybe("next") && c.maybe("turn") {
        true => Some(Lasting::Turns(1)),
        false => {
            let doer = if waits { Player::Opponent } else { who };
            c.attempt(|c| lasting(c, &Cast { doer, ..cast.clone() }))
        }
    };
    let time = match time {
        Some(time) => time,
        None if waits && after_a_move => {
            c.assume(IN_HIS_PHASE);
            Lasting::Turns(1)
        }
        None => return None,
    };
    let need = if verb == Some("must") { Need::IfAble } else { Need::May };
    Some(again(owner, Act::any(men), need, time))
}

/// The same of men of whoever has lost one, where it is said of them: nobody moves further in the phase of another.
pub fn of_the_loser(c: &mut Cursor, deed: Deed) -> Deed {
    let loser = Condition::Belongs(Ref::Itself, Player::OwnerOf(Ref::Victim));
    let theirs = |act: &Act| act.who.such.as_deref().is_some_and(|such| such.requires(&loser));
    match deed {
        Deed::Again { act, need, like: None } if theirs(&act) && c.words.armies.len() <= 2 => {
            let such = match act.who.such.as_deref() {
                Some(Condition::All(parts)) => all(parts.iter().filter(|part| **part != loser).cloned().collect()),
                _ => None,
            };
            let who = Class { owner: Owner::Own, such: such.map(Box::new), ..act.who };
            c.assume(IN_HIS_PHASE);
            again(Owner::Enemy, Act { who, ..act }, need, Lasting::Turns(1))
        }
        deed => deed,
    }
}

/// After a move of such men for so long, another one.
fn again(owner: Owner, act: Act, need: Need, time: Lasting) -> Deed {
    let again = Deed::Again { act, need, like: None };
    let event = Event::Act(Act::any(Class { owner, ..Class::EVERY }));
    Deed::Meanwhile(time, Box::new(Form::Trigger(Trigger { event, deeds: vec![again], once: None })))
}

/// `with a knight`, `with another of his pieces`: men of whoever moves then.
fn with_whom(c: &mut Cursor) -> Option<Class> {
    c.take("with")?;
    let another = c.peek().is_some_and(|lexeme| lexeme.token.is_word("another"));
    if c.maybe_one_of(&["one of", "another of"]).is_none() {
        c.one();
    }
    c.maybe("its");
    let men = terms::men(c)?;
    let plain = men.such.is_none() && matches!(men.owner, Owner::Anyone | Owner::Own);
    plain.then_some(())?;
    let men = Class { owner: Owner::Own, ..men };
    Some(if another { men.but(Ref::Actor) } else { men })
}
