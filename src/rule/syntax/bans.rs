//! Prohibitions and what lifts them: `Rooks may not move backward`, `Bishops may move at most four squares`, `Rooks may only capture pawns`,
//! `Kings may again enter c2`.

use super::acts::{act, others, outside};
use super::{Statement, acts, nouns, terms};
use crate::movement::UNLIMITED;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::logic::{all, negated};
use crate::rule::{Act, Ban, Class, Condition, Form, How, Kinds, Owner, Player, Point, Ref, Ways};

fn ban(act: Act) -> Ban {
    Ban { act, lifted: false }
}

/// After "may not".
pub fn forbidden(c: &mut Cursor, who: &Class) -> Option<Vec<Ban>> {
    c.maybe("now");
    let act = act(c, who)?;
    if c.peek().is_some_and(|lexeme| lexeme.means("like")) {
        let problem = Diagnostic::new("L030", c.span_from(c.at()), "a ban cannot name another piece's way of moving".to_string());
        return c.refuse(
            problem.hint("directions and distances it can: {Men} may not move diagonally. {Men} may not move more than two squares."),
        );
    }
    Some(vec![ban(act)])
}

/// After "may": `again capture pawns`, `capture pawns again`; `said` where "again" was said before.
pub fn lifted(c: &mut Cursor, who: &Class, said: bool) -> Option<Vec<Ban>> {
    if c.take("again").is_some() || said {
        return act(c, who).map(|act| vec![Ban { act, lifted: true }]);
    }
    let from = c.at();
    let act = act(c, who)?;
    c.take("again")?;
    if act == Act::any(who.clone()) {
        let problem = Diagnostic::new("L006", c.span_from(from), "\"may move again\" can mean two things".to_string());
        let hint = "to lift a ban: {Men} may again move. For a second move: After {man} moves, it may move again.";
        return c.refuse(problem.hint(hint));
    }
    Some(vec![Ban { act, lifted: true }])
}

/// `only move forward`, `capture only pawns`: everything else of the sort is forbidden. `said` where "only" was said before.
pub fn only(c: &mut Cursor, who: &Class, said: bool) -> Option<Vec<Ban>> {
    if let Some(ban) = c.attempt(|c| only_that(c, who, said)) {
        return Some(vec![ban]);
    }
    let before = c.take("only").is_some() || said;
    let verb = acts::verb(c)?;
    let middle = before || c.take("only").is_some();
    let said = acts::after(c, verb, who)?;
    // "may capture kings only"
    if !middle {
        c.maybe("only").then_some(())?;
    }
    if said.over.is_some() {
        let problem = Diagnostic::new("L030", c.span_from(c.at() - 1), "\"only\" cannot speak of what is passed over".to_string());
        return c.refuse(problem.hint("what they may not pass over can be said: {Men} may not pass over {others}."));
    }
    let mut bans = Vec::new();
    let domain = match &said.how {
        // kings captured by kings too
        How::Capture(victims) if verb == "is captured" || said.who != *who => {
            // "may only be captured by pawns", "may only be captured from behind"
            let whole = |who| Act { how: How::Capture(victims.clone()), ..Act::any(who) };
            bans.extend(others(&said.who).map(|others| ban(whole(others))));
            whole(said.who.clone())
        }
        How::Capture(victims) => {
            if let Some(others) = others(victims) {
                bans.push(ban(Act { how: How::Capture(others), ..Act::any(who.clone()) }));
            }
            Act { how: How::Capture(Class::EVERY), ..Act::any(who.clone()) }
        }
        How::Any => Act::any(who.clone()),
        // no other move, and no capture either
        How::Quiet => {
            bans.push(ban(Act { how: How::Capture(Class::EVERY), ..Act::any(who.clone()) }));
            Act::any(who.clone())
        }
        _ => return None,
    };
    let bearings = match &said.ways {
        Ways::Every => None,
        Ways::Only(bearings) => Some(Ways::Except(bearings.clone())),
        Ways::Except(bearings) => Some(Ways::Only(bearings.clone())),
    };
    bans.extend(bearings.map(|ways| ban(Act { ways, ..domain.clone() })));
    let counts = beyond(&said.counts);
    bans.extend((!counts.is_empty()).then(|| ban(Act { counts, ..domain.clone() })));
    bans.extend(said.from.map(|from| ban(Act { from: Some(outside(from)), ..domain.clone() })));
    bans.extend(said.to.map(|to| ban(Act { to: Some(outside(to)), ..domain.clone() })));
    if bans.is_empty() {
        // "may only capture"
        match domain.how {
            How::Capture(_) if verb != "is captured" && domain.who == *who => bans.push(ban(Act { how: How::Quiet, ..domain })),
            _ => return None,
        }
    }
    Some(bans)
}

/// `capture only that piece`: of the men that attack it, as the sentence has described them, and of nobody else.
fn only_that(c: &mut Cursor, who: &Class, said: bool) -> Option<Ban> {
    let before = c.maybe("only") || said;
    c.maybe("capture").then_some(())?;
    let middle = before || c.maybe("only");
    let kind = if c.maybe("such a piece") || c.maybe_one_of(&["the", "its"]).is_some() && c.maybe("attackers") {
        None
    } else {
        c.maybe_one_of(&["that", "the"])?;
        match c.maybe_one_of(&["enemy", "piece"]) {
            Some(_) => None,
            None => Some(super::nouns::kind(c)?),
        }
    };
    (middle || c.maybe("only")).then_some(())?;
    let parts = match who.such.as_deref()? {
        Condition::All(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut attackers = parts.iter().filter_map(|part| match part {
        Condition::Attacked(Point::Of(Ref::Itself), by) if by.owner != Owner::Own => Some(by),
        _ => None,
    });
    let (Some(by), None) = (attackers.next(), attackers.next()) else { return None };
    // "that pawn" is no other kind than the one that was named
    kind.is_none_or(|kind| by.kinds == Kinds::Only(vec![kind])).then_some(())?;
    let is = (by.kinds != Kinds::Every).then(|| Condition::Is(Ref::Itself, Class { kinds: by.kinds.clone(), ..Class::EVERY }));
    let such = match by.such.as_deref() {
        Some(such) => Some(seen_from_it(such)?),
        None => None,
    };
    let attacks = Condition::Hits(Ref::Itself, Ref::Actor);
    let theirs = all(is.into_iter().chain(such).chain([attacks]).collect())?;
    Some(ban(Act { how: How::Capture(Class::EVERY.such_that(negated(theirs))), ..Act::any(who.clone()) }))
}

/// What is said of those who attack it, where it is the one that moves: the piece in question.
fn seen_from_it(such: &Condition) -> Option<Condition> {
    let man = |of: Ref| if of == Ref::Outer { Ref::Actor } else { of };
    let each = |parts: &[Condition]| parts.iter().map(seen_from_it).collect::<Option<Vec<_>>>();
    Some(match such {
        Condition::Not(inner) => negated(seen_from_it(inner)?),
        Condition::All(parts) => Condition::All(each(parts)?),
        Condition::Any(parts) => Condition::Any(each(parts)?),
        Condition::SameKind(one, other) => Condition::SameKind(man(*one), man(*other)),
        Condition::SameMan(one, other) => Condition::SameMan(man(*one), man(*other)),
        Condition::Hits(one, other) => Condition::Hits(man(*one), man(*other)),
        other => (!other.mentions(Ref::Outer)).then(|| other.clone())?,
    })
}

/// After "may": `move at most four squares`, `move at most two squares diagonally`.
pub fn at_most(c: &mut Cursor, who: &Class) -> Option<Vec<Ban>> {
    let said = act(c, who)?;
    let most = match said.counts.as_slice() {
        &[(1, most)] if most < UNLIMITED => most,
        _ => return None,
    };
    let rest = Act { counts: Vec::new(), ..said.clone() };
    let (how, ways) = (rest.how.clone(), rest.ways.clone());
    let plain = matches!(rest.how, How::Any | How::Quiet | How::Capture(_)) && rest == Act { how, ways, ..Act::any(who.clone()) };
    // "pawns may move one square forward" is no limit by itself
    let limited = said.ways == Ways::Every || c.since(0).iter().any(|lexeme| lexeme.means("up to"));
    (plain && limited).then(|| vec![ban(Act { counts: vec![(most + 1, UNLIMITED)], ..said })])
}

/// The distances that are not among these; none for none.
fn beyond(counts: &[(u8, u8)]) -> Vec<(u8, u8)> {
    let mut found = Vec::new();
    let mut least = 1;
    for &(min, max) in counts {
        if least < min {
            found.push((least, min - 1));
        }
        least = max.saturating_add(1);
    }
    if counts.last().is_some_and(|last| last.1 < UNLIMITED) {
        found.push((least, UNLIMITED));
    }
    found
}

/// `white captures a pawn`, `a player moves a rook to e4`: the act of the men that the player moves.
pub fn done_by_player(c: &mut Cursor) -> Option<Act> {
    let who = Class { owner: players(c)?, ..Class::EVERY };
    // check is given by pieces; who is put in check does nothing
    (!c.sees(0, "is checked")).then_some(())?;
    handled(c, &who)
}

/// `Nobody may capture.`, `White may not move pawns.`, `No player may castle.`
pub fn of_players(c: &mut Cursor) -> Option<Statement> {
    if let Some(acts) = c.attempt(only_these) {
        return Some(Statement::Forms(acts.into_iter().map(|act| (Form::Ban(ban(act)), Vec::new())).collect()));
    }
    if let Some(bans) = c.attempt(only_his) {
        return Some(Statement::Forms(bans.into_iter().map(|ban| (Form::Ban(ban), Vec::new())).collect()));
    }
    let who = if c.take("nobody").is_some() {
        c.take("may")?;
        Class::EVERY
    } else {
        let owner = players(c)?;
        c.take("may not")?;
        Class { owner, ..Class::EVERY }
    };
    of_men(c, &who)
}

/// `White may only move pawns.`, `he may only capture with knights`: nothing else of his.
fn only_his(c: &mut Cursor) -> Option<Vec<Ban>> {
    let owner = players(c)?;
    only_of(c, &Class { owner, ..Class::EVERY })
}

/// The same of a player who has been named.
pub fn only_of(c: &mut Cursor, who: &Class) -> Option<Vec<Ban>> {
    c.take("may")?;
    c.take("only")?;
    let moved = c.attempt(|c| {
        let how = match c.take_one_of(&["move", "capture"])? {
            "move" => How::Any,
            _ => {
                c.take("with")?;
                How::Capture(Class::EVERY)
            }
        };
        c.maybe_one_of(&["with", "its"]);
        let mut men = within(terms::men(c)?, who)?;
        // "pawns and the king"
        while let Some(kind) = c.attempt(|c| {
            c.take_one_of(&["and", "or"])?;
            c.take_one_of(&["the", "its"])?;
            nouns::kind(c)
        }) {
            let Class { kinds: Kinds::Only(kinds), such: None, .. } = &mut men else { return None };
            kinds.push(kind);
        }
        Some(ban(Act { how, ..Act::any(besides(&men)?) }))
    });
    match moved {
        Some(ban) => Some(vec![ban]),
        None => only(c, who, true),
    }
}

/// The other men of the same owner.
fn besides(men: &Class) -> Option<Class> {
    match (&men.kinds, &men.such) {
        (Kinds::Only(kinds), None) => Some(Class { kinds: Kinds::Except(kinds.clone()), ..men.clone() }),
        (Kinds::Except(kinds), None) => Some(Class { kinds: Kinds::Only(kinds.clone()), ..men.clone() }),
        (_, Some(_)) => {
            let such = Condition::Not(Box::new(Condition::Is(Ref::Itself, men.clone())));
            Some(Class { owner: men.owner.clone(), ..Class::EVERY }.such_that(such))
        }
        (Kinds::Every, None) => None,
    }
}

/// After "may not", of such men of a player: `capture`, `move pawns or castle`.
pub fn of_men(c: &mut Cursor, who: &Class) -> Option<Statement> {
    let mut acts = vec![handled(c, who)?];
    while let Some(more) = c.attempt(|c| {
        c.comma();
        c.take_one_of(&["or", "and"])?;
        handled(c, who)
    }) {
        acts.push(more);
    }
    Some(Statement::Forms(acts.into_iter().map(|act| (Form::Ban(ban(act)), Vec::new())).collect()))
}

/// `Nobody can enter or pass through a wall.`: so it is anyway.
pub fn of_holes(c: &mut Cursor) -> Option<Statement> {
    if c.maybe("nobody") || c.maybe("no") && c.maybe("piece") {
        c.take("may")?;
    } else {
        c.maybe_one_of(&["every", "a"]);
        c.maybe("piece").then_some(())?;
        c.take("may not")?;
    }
    loop {
        match c.maybe_one_of(&["enter", "cross", "move", "pass"])? {
            "move" | "pass" => c.maybe_one_of(&["through", "on", "onto", "into", "over"]).map(|_| ())?,
            _ => {}
        }
        if c.maybe_one_of(&["or", "and", "nor"]).is_none() {
            break;
        }
    }
    c.maybe_one_of(&["a", "the", "every", "such"]);
    c.maybe("a");
    c.maybe("hole").then(|| Statement::Forms(Vec::new()))
}

/// `Only rooks may enter the cellar.`: all other men may not.
fn only_these(c: &mut Cursor) -> Option<Vec<Act>> {
    c.take("only")?;
    let side = c.attempt(|c| {
        let army = super::nouns::army(c)?;
        c.take("may")?;
        Some(army)
    });
    // "only white may castle": nobody else's men may
    if let Some(side) = side {
        let from = c.fork();
        let others: Vec<&String> = c.words.armies.iter().filter(|army| **army != side).collect();
        let of = |army: &String| Class { owner: Owner::Army(army.clone()), ..Class::EVERY };
        let mut acts: Vec<Act> = others.iter().skip(1).filter_map(|army| act(&mut { from.fork() }, &of(army))).collect();
        acts.insert(0, act(c, &of(others.first()?))?);
        return Some(acts);
    }
    let men = terms::men(c)?;
    c.take("may")?;
    let who = others(&men)?;
    act(c, &who).map(|act| vec![act])
}

/// What a player does with his men: `move pawns forward`, `capture with rooks`.
fn handled(c: &mut Cursor, who: &Class) -> Option<Act> {
    let handled = c.attempt(|c| {
        c.take("move")?;
        let men = terms::men(c)?;
        // "move pawns forward": the act of the pawns
        let who = within(men, who)?;
        Some(rest(c, Act::any(who)))
    });
    if handled.is_some() {
        return handled;
    }
    // "when a player promotes a pawn"
    let promoted = c.attempt(|c| {
        c.take("promote")?;
        let men = within(terms::men(c)?, who)?;
        let into = c.attempt(|c| c.take("to").and_then(|()| acts::kinds(c))).unwrap_or_default();
        Some(Act { how: How::Promote(into), ..Act::any(men) })
    });
    if promoted.is_some() {
        return promoted;
    }
    let mut act = act(c, who)?;
    if let Some(men) = c.attempt(|c| c.take("with").and_then(|()| terms::men(c))) {
        act.who = within(men, &act.who)?;
        act = rest(c, act);
    }
    Some(act)
}

fn rest(c: &mut Cursor, mut act: Act) -> Act {
    acts::details(c, &mut act);
    act
}

fn players(c: &mut Cursor) -> Option<Owner> {
    let from = c.at();
    let who = terms::subject(c)?;
    // the opponent of him who has lost a piece is he who moves, and nobody else
    match who {
        Player::Mover if c.since(from).iter().any(|lexeme| lexeme.means("opponent")) => Some(Owner::Own),
        who => terms::movers_of(&who),
    }
}

/// Men of a player's: their own colour must not be another.
fn within(men: Class, player: &Class) -> Option<Class> {
    match (&men.owner, &player.owner) {
        (_, Owner::Anyone) => Some(men),
        (Owner::Anyone | Owner::Own, owner) => Some(Class { owner: owner.clone(), ..men }),
        (one, other) => (one == other).then_some(men),
    }
}
