//! What a player has, has lost, or may not do: `white has more than three pawns`, `the opponent has lost his queen`, `who has only his king left`.

use super::attacks::attacking;
use super::condition::{compared, comparison, quantity, said_of};
use super::happening::{befell, done_by, time};
use super::men::some;
use super::number::counter_name;
use super::placed::placed;
use super::player::player;
use super::predicate::predicate;
use super::{has, is, joined, men, not};
use crate::rule::called;
use crate::rule::cursor::Cursor;
use crate::rule::logic::{all, negated};
use crate::rule::syntax::nouns;
use crate::rule::{Act, Class, Comparison, Condition, How, Kinds, Number, Owner, Past, Player, Point, Ref, Squares, When};

/// What is said of a player after his name or "who": `is in check`, `has a queen`.
pub fn possession(c: &mut Cursor, who: &Player) -> Option<Condition> {
    if c.maybe("has no legal move") {
        return Some(Condition::Stuck(who.clone()));
    }
    if c.maybe("has a legal move") {
        return Some(negated(Condition::Stuck(who.clone())));
    }
    if let Some(found) = c.attempt(|c| {
        is(c)?;
        let free = not(c);
        let found = match c.take_one_of(&["in check", "on move"])? {
            "on move" => Condition::OnMove(who.clone()),
            _ => Condition::Check(who.clone()),
        };
        Some(if free { negated(found) } else { found })
    }) {
        return Some(found);
    }
    // "is desperate", as a sentence of the rule has said what that is
    if let Some(found) = c.attempt(|c| {
        is(c)?;
        let free = not(c);
        let found = called::said_of(c, who)?;
        Some(if free { negated(found) } else { found })
    }) {
        return Some(found);
    }
    // "attacks an enemy rook with a pawn"
    if let Some(found) = c.attempt(|c| {
        let denied = c.maybe("may not");
        c.sees(0, "attacks").then_some(())?;
        let attacks = c.about(Ref::Itself, |c| attacking(c, Ref::Itself))?;
        let men = if c.maybe("with") { c.nested(some)? } else { Class::EVERY };
        let found = Condition::There(owned(&men, who)?.such_that(attacks), Squares::Every);
        Some(if denied { negated(found) } else { found })
    }) {
        return Some(found);
    }
    // "if a player lost a piece last turn"; "loses" tells an event
    if c.peek().is_some_and(|lexeme| lexeme.token.is_word("lost")) {
        return lost(c, who).filter(|found| matches!(found, Condition::Happened(_)));
    }
    has(c)?;
    if let Some(found) = c.attempt(|c| lost(c, who)).or_else(|| c.attempt(|c| taken(c, who))) {
        return Some(found);
    }
    holding(c, who)
}

/// `lost both rooks`, `lost a queen`: so many of his have been captured.
fn lost(c: &mut Cursor, who: &Player) -> Option<Condition> {
    let denied = not(c);
    let just = c.maybe("just");
    c.maybe("loses").then_some(())?;
    // "lost a piece last turn", "has just lost a piece"
    if let Some(found) = c.attempt(|c| {
        let men = c.nested(some)?;
        let when = time(c).or(just.then_some(When::JustBefore)).filter(|when| *when != When::Ever)?;
        // of two players the other one has taken it
        let by = match who {
            Player::Mover => Some(Player::Opponent),
            Player::Opponent => Some(Player::Mover),
            _ => None,
        };
        let his = men.owner == Owner::Anyone || men.owner == Owner::Own && *who == Player::Mover;
        let by = by.filter(|_| c.words.armies.len() <= 2 && his);
        let men = if by.is_some() { Class { owner: Owner::Anyone, ..men } } else { owned(&men, who)? };
        let act = Act { how: How::Capture(men), ..Act::any(Class::EVERY) };
        Some(Condition::Happened(Past { act: Box::new(act), by, man: None, when }))
    }) {
        return Some(if denied { negated(found) } else { found });
    }
    if just {
        return None;
    }
    // "has lost more pieces than his opponent"
    if let Some(found) = c.attempt(|c| {
        let (how, than) = match c.maybe_one_of(&["more", "fewer", "less", "as many"])? {
            "more" => (Comparison::More, "than"),
            "as many" => (Comparison::Equal, "like"),
            _ => (Comparison::Less, "than"),
        };
        let men = c.nested(men)?;
        c.maybe(than).then_some(())?;
        let other = player(c)?;
        c.maybe_one_of(&["has", "have"]);
        let lost = |who: &Player| owned(&Class { owner: Owner::Anyone, ..men.clone() }, who).map(|men| Number::Lost(Box::new(men)));
        Some(compared(lost(who)?, how, lost(&other)?))
    }) {
        return Some(if denied { negated(found) } else { found });
    }
    let limit = c.attempt(quantity).or_else(|| c.attempt(both));
    let (how, number) = limit.unwrap_or((None, Number::Is(1)));
    let how = how.unwrap_or(Comparison::AtLeast);
    let men = owned(&c.nested(some)?, who)?;
    let found = compared(Number::Lost(Box::new(men)), how, number);
    Some(if denied { negated(found) } else { found })
}

/// `captured three pieces`, of two players: so many of the other's have been captured.
fn taken(c: &mut Cursor, who: &Player) -> Option<Condition> {
    let denied = not(c);
    c.maybe("captured").then_some(())?;
    let (how, number) = c.attempt(quantity)?;
    let rival = rival(c, who)?;
    let found = c.nested(some)?;
    (found.owner == Owner::Anyone || found.owner == Owner::Enemy).then_some(())?;
    let men = owned(&Class { owner: Owner::Anyone, ..found }, &rival)?;
    let found = compared(Number::Lost(Box::new(men)), how.unwrap_or(Comparison::AtLeast), number);
    Some(if denied { negated(found) } else { found })
}

/// Several of them: `has no queen and is in check`.
pub fn possessions(c: &mut Cursor, who: &Player) -> Option<Condition> {
    let mut found = vec![said_of_player(c, who)?];
    while let Some(next) = c.attempt(|c| {
        c.comma();
        c.maybe_one_of(&["and", "but"])?;
        c.maybe_one_of(&["who", "that"]);
        said_of_player(c, who)
    }) {
        found.push(next);
    }
    all(found)
}

/// What he has, or what he has done: `who has no queen`, `who captured a piece last turn`.
pub fn said_of_player(c: &mut Cursor, who: &Player) -> Option<Condition> {
    if let Some(found) = c.attempt(|c| was_checked(c, who)) {
        return Some(found);
    }
    if let Some(found) = c.attempt(|c| super::sealed::outbids(c, who)) {
        return Some(found);
    }
    let done = c.attempt(|c| {
        if !["captured", "moved", "castled"].iter().any(|word| c.sees(0, word)) {
            has(c)?;
        }
        done_by(c, who)
    });
    done.or_else(|| possession(c, who))
}

/// `was in check last turn`, `has been put in check`, `has never been in check`: his enemy has given it.
pub fn was_checked(c: &mut Cursor, who: &Player) -> Option<Condition> {
    let past = c.maybe_one_of(&["was", "were"]).is_some();
    if !past {
        has(c)?;
    }
    let denied = not(c);
    if !past {
        c.maybe("been").then_some(())?;
    }
    if !c.maybe("in check") {
        c.maybe("put");
        c.maybe_one_of(&["in check", "checked"])?;
    }
    let since = if denied { c.attempt(super::happening::lately).map(When::Lately) } else { None };
    let when = since.or_else(|| super::happening::time(c)).or_else(|| (!past).then_some(When::Ever))?;
    let act = Box::new(Act { how: How::Check, ..Act::any(Class::EVERY) });
    let given = Condition::Happened(Past { act, by: Some(c.rival_of(who)?), man: None, when });
    Some(if denied { negated(given) } else { given })
}

/// What is said of a player after "with": `no queen`, `only his king left`, `at least three coins`.
pub fn with(c: &mut Cursor, who: &Player) -> Option<Condition> {
    holding(c, who)
}

/// What is said of a player after "without": `coins`, `a queen`.
pub fn without(c: &mut Cursor, who: &Player) -> Option<Condition> {
    if !super::universal(c) {
        c.maybe_one_of(&["a", "every"]);
    }
    if let Some(name) = c.attempt(counter_name) {
        return Some(compared(Number::Counter { name, of: who.clone() }, Comparison::Equal, Number::Is(0)));
    }
    let men = owned(&c.nested(some)?, who)?;
    let on = c.attempt(placed).unwrap_or(Squares::Every);
    Some(negated(Condition::There(men, on)))
}

/// What is said of a player's men or points after "whose": `king stands on d4`, `points are more than three`.
pub fn owned_by(c: &mut Cursor, who: &Player) -> Option<Condition> {
    if let Some(name) = c.attempt(counter_name) {
        is(c)?;
        let (how, number) = comparison(c)?;
        return Some(compared(Number::Counter { name, of: who.clone() }, how, number));
    }
    let men = c.nested(some)?;
    let owner = owner_of(who).filter(|_| men.owner == Owner::Anyone)?;
    if let Some(found) = c.attempt(|c| befell(c, Class { owner: owner.clone(), ..men.clone() })) {
        return Some(found);
    }
    said_of(c, Class { owner, ..men }, false).map(|men| Condition::There(men, Squares::Every))
}

/// What stands after "white has".
fn holding(c: &mut Cursor, who: &Player) -> Option<Condition> {
    c.maybe_one_of(&["still", "already"]);
    if let Some(found) = c.attempt(|c| none_of_these(c, who)) {
        return Some(found);
    }
    let none = c.maybe("no");
    if let Some(found) = c.attempt(|c| super::mutual::there(c, none, |men| owned(men, who))) {
        return Some(found);
    }
    if !none && let Some(found) = c.attempt(|c| nothing_but(c, who)) {
        return Some(found);
    }
    let limit = if none { None } else { c.attempt(quantity).or_else(|| c.attempt(both)) };
    let than = if none || limit.is_some() {
        None
    } else {
        c.attempt(|c| {
            c.maybe("the");
            ["more", "most", "fewer", "fewest", "less"].iter().any(|word| c.sees(0, word)).then_some(())
        });
        match c.maybe_one_of(&["more", "most", "fewer", "fewest", "less", "as many"]) {
            Some("more" | "most") => Some(Comparison::More),
            Some("as many") => Some(Comparison::Equal),
            Some(_) => Some(Comparison::Less),
            None => None,
        }
    };
    // "has an offer"
    if let Some(name) = c.attempt(|c| {
        if limit.is_none() && than.is_none() {
            c.maybe("a");
            c.peek().filter(|lexeme| lexeme.token.is_word("any")).is_some().then(|| c.skip());
        }
        counter_name(c)
    }) {
        let of = |of: Player| Number::Counter { name: name.clone(), of };
        c.maybe_one_of(&["left", "remaining"]);
        return match (limit, than) {
            // who has five coins has three
            (Some((how, number)), _) => Some(compared(of(who.clone()), how.unwrap_or(Comparison::AtLeast), number)),
            (None, _) if none => Some(compared(of(who.clone()), Comparison::Equal, Number::Is(0))),
            (None, Some(how)) => {
                // "more points": than the opponent
                let other = match c.maybe_one_of(&["than", "as", "like"]) {
                    Some(_) => player(c)?,
                    None => rival(c, who)?,
                };
                Some(compared(of(who.clone()), how, of(other)))
            }
            // "has fog": at least one
            (None, None) => Some(compared(of(who.clone()), Comparison::AtLeast, Number::Is(1))),
        };
    }
    c.maybe("of");
    if !none
        && than.is_none()
        && limit.is_none()
        && let Some(found) = c.attempt(|c| each_of_these(c, who))
    {
        return Some(found);
    }
    let found = c.nested(some)?;
    let class = owned(&found, who)?;
    if let Some(how) = than {
        // "more pieces in the centre than his opponent"
        let on = c.attempt(placed).unwrap_or(Squares::Every);
        let count = |who: Class| Number::Men { who: Box::new(who), on: Box::new(on.clone()) };
        // "fewer pieces": than the opponent
        if c.maybe_one_of(&["than", "as", "like"]).is_none() {
            let rival = if *who == Player::Opponent { Player::Mover } else { Player::Opponent };
            matches!(who, Player::Mover | Player::Opponent).then_some(())?;
            let other = owned(&Class { owner: Owner::Anyone, ..found }, &rival)?;
            return Some(compared(count(class), how, count(other)));
        }
        // "more pawns than all other pieces together"
        let others = c.attempt(|c| {
            c.maybe_one_of(&["every", "the"]);
            c.maybe("its");
            c.maybe("other").then_some(())?;
            c.maybe("piece").then_some(())?;
            let Kinds::Only(kinds) = &class.kinds else { return None };
            Some(Class { kinds: Kinds::Except(kinds.clone()), ..class.clone() })
        });
        let other = match others {
            Some(others) => others,
            None => match c.attempt(player) {
                Some(other) => owned(&Class { owner: Owner::Anyone, ..found }, &other)?,
                None => owned(&c.nested(men)?, who)?,
            },
        };
        c.maybe_one_of(&["together", "combined", "has", "have", "does", "do"]);
        return Some(compared(count(class), how, count(other)));
    }
    let before = c.maybe_one_of(&["left", "remaining"]).is_some();
    let on = c.attempt(placed).unwrap_or(Squares::Every);
    let left = before || c.maybe_one_of(&["left", "remaining"]).is_some();
    if let Some((how, number)) = limit {
        // who has three rooks has two; "two rooks left" are all that he has
        let how = how.unwrap_or(if left { Comparison::Equal } else { Comparison::AtLeast });
        return Some(compared(Number::Men { who: Box::new(class), on: Box::new(on) }, how, number));
    }
    let there = Condition::There(class, on);
    Some(if none { negated(there) } else { there })
}

/// The other one of two players.
fn rival(c: &Cursor, who: &Player) -> Option<Player> {
    (c.words.armies.len() <= 2).then_some(())?;
    match who {
        Player::Mover => Some(Player::Opponent),
        Player::Opponent => Some(Player::Mover),
        _ => None,
    }
}

/// `a rook and a knight`, `a bishop on a light square and a bishop on a dark square`: each of them.
fn each_of_these(c: &mut Cursor, who: &Player) -> Option<Condition> {
    let one = |c: &mut Cursor| {
        (c.one() || c.maybe("a")).then_some(())?;
        let class = owned(&Class::kind(&nouns::kind(c)?), who)?;
        let on = c.attempt(placed).unwrap_or(Squares::Every);
        Some(Condition::There(class, on))
    };
    let mut found = vec![one(c)?];
    while let Some(next) = c.attempt(|c| {
        c.comma();
        c.maybe("and").then_some(())?;
        one(c)
    }) {
        found.push(next);
    }
    let verb = ["has", "have", "is", "are", "stands", "attacks", "was"].iter().any(|verb| c.sees(0, verb));
    (found.len() > 1 && !verb).then(|| all(found)).flatten()
}

/// `no queen and no rook`, `neither a queen nor a rook`: none of them.
fn none_of_these(c: &mut Cursor, who: &Player) -> Option<Condition> {
    let neither = c.peek().is_some_and(|lexeme| lexeme.token.is_word("neither"));
    if neither {
        c.skip();
    }
    let one = |c: &mut Cursor| {
        if neither { c.maybe("a") } else { c.maybe("no") }.then_some(())?;
        let class = owned(&Class::kind(&nouns::kind(c)?), who)?;
        let on = c.attempt(placed).unwrap_or(Squares::Every);
        Some(negated(Condition::There(class, on)))
    };
    let mut found = vec![one(c)?];
    while let Some(next) = c.attempt(|c| {
        c.comma();
        let nor = c.peek().is_some_and(|lexeme| lexeme.token.is_word("nor"));
        if nor {
            c.skip()
        } else {
            c.take_one_of(&["and", "or"]).map(|_| ())?
        }
        one(c)
    }) {
        found.push(next);
    }
    (found.len() > 1).then(|| all(found)).flatten()
}

/// Men as a player's own; of another's he has none.
fn owned(found: &Class, who: &Player) -> Option<Class> {
    // "its owner", of a man that is captured: no class says whose these are
    if matches!(who, Player::OwnerOf(of) if *of != Ref::Itself) {
        let his = [Owner::Anyone, Owner::Own, Owner::Mover].contains(&found.owner);
        let men = Class { owner: Owner::Anyone, ..found.clone() };
        return his.then(|| men.such_that(Condition::Belongs(Ref::Itself, who.clone())));
    }
    let owner = owner_of(who)?;
    let his = [Owner::Anyone, Owner::Own, Owner::Mover].contains(&found.owner) || found.owner == owner;
    his.then(|| Class { owner, ..found.clone() })
}

/// `his king and pawns`: one of these, several of those.
fn mixed(c: &mut Cursor) -> Option<Class> {
    c.maybe_one_of(&["the", "a"]);
    let whose = nouns::owner(c);
    let first = nouns::kind(c)?;
    let kinds = joined(c, &["and"], first, |c| {
        c.maybe_one_of(&["the", "a", "its"]);
        nouns::kind(c)
    });
    let kinds = (kinds.len() > 1).then_some(Kinds::Only(kinds))?;
    Some(match whose {
        Some(whose) => whose.men(kinds),
        None => Class { kinds, ..Class::EVERY },
    })
}

/// `both his rooks`: two of them.
fn both(c: &mut Cursor) -> Option<(Option<Comparison>, Number)> {
    c.maybe("both").then_some((Some(Comparison::AtLeast), Number::Is(2)))
}

/// `only his king left`: no other pieces.
fn nothing_but(c: &mut Cursor, who: &Player) -> Option<Condition> {
    c.maybe("only").then_some(())?;
    let limit = c.attempt(quantity);
    let men = owned(&c.attempt(mixed).or_else(|| c.nested(men))?, who)?;
    c.maybe_one_of(&["left", "remaining"]);
    if let Some((_, number)) = limit {
        return Some(compared(Number::Men { who: Box::new(men), on: Box::new(Squares::Every) }, Comparison::Equal, number));
    }
    match (&men.kinds, &men.such) {
        (Kinds::Only(kinds), None) => {
            let others = Class { kinds: Kinds::Except(kinds.clone()), ..men.clone() };
            Some(negated(Condition::There(others, Squares::Every)))
        }
        _ => None,
    }
}

/// The class of a player's men, where a class can say it.
fn owner_of(who: &Player) -> Option<Owner> {
    match who {
        Player::Colour(army) => Some(Owner::Army(army.clone())),
        Player::Mover | Player::OwnerOf(Ref::Itself) => Some(Owner::Own),
        Player::Opponent => Some(Owner::Enemy),
        Player::OwnerOf(_) | Player::EnemyOf(_) | Player::Each => None,
    }
}

/// Of all some men: `are on the board`. Those who stand there always do; of those who once stood there none has been captured.
pub fn none_missing(c: &mut Cursor, who: &Class) -> Option<Condition> {
    let holds = c.about(Ref::Itself, |c| c.nested(|c| predicate(c, Ref::Itself)))?;
    let everywhere = holds == Condition::On(Point::Of(Ref::Itself), Squares::Every);
    (everywhere && who.such.is_none()).then(|| compared(Number::Lost(Box::new(who.clone())), Comparison::Equal, Number::Is(0)))
}
