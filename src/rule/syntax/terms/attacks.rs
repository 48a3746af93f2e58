//! Who attacks whom, said of one man or of how many: `attacks two enemy pieces`, `attacked by it`, `that the knight attacks`.

use super::condition::{compared, protected};
use super::counts::several;
use super::men::{men, some};
use super::player::reference;
use crate::rule::cursor::{Cursor, Within};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lasting::only;
use crate::rule::logic::{all, negated};
use crate::rule::syntax::nouns;
use crate::rule::{Class, Condition, Kinds, Number, Owner, Point, Ref, Squares};

/// `attacks a rook`, `attacks at least two enemy pieces`, `attacks a king and a queen`, `attacks nothing`, `attacks the captured piece`.
pub fn attacking(c: &mut Cursor, of: Ref) -> Option<Condition> {
    c.maybe("attacks").then_some(())?;
    // "each other" is not everybody
    if c.sees(0, "every") && c.sees(1, "other") {
        return None;
    }
    if c.maybe("nothing happens") || c.attempt(|c| c.maybe("no").then_some(()).and_then(|()| c.take("anything"))).is_some() {
        return Some(negated(Condition::Attacks(of, Class { owner: Owner::Enemy, ..Class::EVERY })));
    }
    if c.maybe("no") {
        return c.nested(some).map(|class| negated(Condition::Attacks(of, hostile(class))));
    }
    if let Some(other) = c.attempt(|c| another(c, of)) {
        return Some(Condition::Hits(of, other));
    }
    if let Some((how, many)) = c.attempt(several) {
        let attacked = hostile(c.nested(men)?).such_that(Condition::Hits(seen_inside(of)?, Ref::Itself));
        c.speaks_of(of, &attacked, &Squares::Every);
        return Some(compared(Number::Men { who: Box::new(attacked), on: Box::new(Squares::Every) }, how, Number::Is(many)));
    }
    if let Some(each) = c.attempt(one_and_another) {
        return all(each.into_iter().map(|class| Condition::Attacks(of, hostile(class))).collect());
    }
    c.nested(some).map(|class| Condition::Attacks(of, hostile(class)))
}

/// `protects a rook`, `protects at least two own pieces`, `protects nothing`, `protects the captured piece`.
pub fn protecting(c: &mut Cursor, of: Ref) -> Option<Condition> {
    c.maybe("protects").then_some(())?;
    let ward = |class: Class| Some(class.such_that(Condition::Guards(seen_inside(of)?, Ref::Itself)));
    let there = |class: Class| Some(Condition::There(ward(class)?, Squares::Every));
    if c.maybe("nothing happens") || c.attempt(|c| c.maybe("no").then_some(()).and_then(|()| c.take("anything"))).is_some() {
        return there(Class::EVERY).map(negated);
    }
    if c.maybe("no") {
        let class = c.nested(some).and_then(|class| friendly(c, class))?;
        return there(class).map(negated);
    }
    if let Some(other) = c.attempt(|c| another(c, of)) {
        return Some(Condition::Guards(of, other));
    }
    let limit = c.attempt(several);
    // nobody protects an enemy, or itself
    if c.peek().is_some_and(|lexeme| lexeme.token.is_word("another")) {
        c.skip();
    }
    c.maybe("other");
    let class = c.within(Within::Clause, |c| c.nested(some)).and_then(|class| friendly(c, class))?;
    let Some((how, many)) = limit else { return there(class) };
    let who = Box::new(ward(class)?);
    c.speaks_of(of, &who, &Squares::Every);
    Some(compared(Number::Men { who, on: Box::new(Squares::Every) }, how, Number::Is(many)))
}

/// Nobody protects an enemy.
fn friendly(c: &mut Cursor, class: Class) -> Option<Class> {
    if class.owner != Owner::Enemy {
        return Some(class);
    }
    let problem = Diagnostic::new("L004", c.span_from(c.at().saturating_sub(1)), "nobody protects an enemy".to_string());
    c.refuse(problem.hint("say \"attacks an enemy {bare}\", or \"protects an own {bare}\""))
}

/// After "observes" and "observed by": of an enemy that is an attack, of a man of its own side it is protection.
pub fn observing(c: &mut Cursor, of: Ref) -> Option<Condition> {
    let by = c.maybe_one_of(&["observes", "observed by"])? == "observed by";
    let from = c.at();
    let limit = c.attempt(several);
    let class = c.within(Within::Clause, |c| c.nested(some))?;
    let (protects, class) = match class.owner {
        Owner::Own => (true, class),
        Owner::Enemy => (false, class),
        _ => {
            let problem = "it is not said whose they are: an enemy attacks it, a friend protects it".to_string();
            let problem = Diagnostic::new("L004", c.span_from(from), problem);
            return c.refuse(problem.hint("say \"an enemy {bare}\" or \"an own {bare}\""));
        }
    };
    let at = Box::new(Point::Of(of));
    match (by, limit) {
        (true, Some((how, many))) => Some(compared(Number::Attackers { at, by: Box::new(class) }, how, Number::Is(many))),
        (true, None) => Some(Condition::Attacked(*at, class)),
        (false, limit) => {
            let meets =
                if protects { Condition::Guards(seen_inside(of)?, Ref::Itself) } else { Condition::Hits(seen_inside(of)?, Ref::Itself) };
            let who = Box::new(class.such_that(meets));
            Some(match limit {
                Some((how, many)) => compared(Number::Men { who, on: Box::new(Squares::Every) }, how, Number::Is(many)),
                None => Condition::There(*who, Squares::Every),
            })
        }
    }
}

/// Nobody attacks his own side: where it is not said whose they are, they are enemies.
fn hostile(class: Class) -> Class {
    let owner = if class.owner == Owner::Anyone { Owner::Enemy } else { class.owner.clone() };
    Class { owner, ..class }
}

/// `a king and a queen`: the one and the other.
fn one_and_another(c: &mut Cursor) -> Option<Vec<Class>> {
    let from = c.at();
    let men = c.nested(men)?;
    super::men::one_and_another(c, from).then_some(())?;
    let Kinds::Only(kinds) = &men.kinds else { return None };
    Some(kinds.iter().map(|kind| Class { kinds: Kinds::Only(vec![kind.clone()]), ..men.clone() }).collect())
}

/// After "attacked by": one man that was spoken of, so many, or any of these.
pub fn attacked_by(c: &mut Cursor, of: Ref) -> Option<Condition> {
    // "the pawn", where that is the captured one, is no pawn of the board
    let named = the_man(&mut c.fork()).is_some_and(|by| by != of);
    match c.attempt(|c| the_one_around(c, of)) {
        Some(by) => return Some(Condition::Hits(by, of)),
        None if named => return None,
        None => {}
    }
    let limit = c.attempt(several);
    let from = c.at();
    let by = c.nested(some)?;
    if by.owner == Owner::Own && matches!(of, Ref::Itself | Ref::Actor) {
        let problem = Diagnostic::new("L004", c.span_from(from), "nobody is attacked by his own side".to_string());
        return c.refuse(
            problem.hint(
                "say \"protected by\"; or attacked by a {bare}, which is an enemy {bare}; or whose it is: attacked by a white {bare}",
            ),
        );
    }
    // "attacked by a pawn it protects": nobody protects an enemy
    if by.such.as_deref().is_some_and(|such| such.asks_protection() && such.mentions(Ref::Outer)) {
        let problem = Diagnostic::new("L004", c.span_from(from), "nobody protects an enemy".to_string());
        return c.refuse(problem.hint("say it of one of its own side: protected by a {bare}"));
    }
    let by = on_one_line(c, of, by);
    // whose enemy is meant is certain of the man that the clause is about and of who moves
    let seen = matches!(of, Ref::Itself | Ref::Actor) && !c.maybe("of either side");
    let by = if seen { hostile(by) } else { by };
    Some(match limit {
        Some((how, many)) => compared(Number::Attackers { at: Box::new(Point::Of(of)), by: Box::new(by) }, how, Number::Is(many)),
        None => Condition::Attacked(Point::Of(of), by),
    })
}

/// Behind who attacks or protects a man: `on the same file`, as that man.
pub fn on_one_line(c: &mut Cursor, of: Ref, by: Class) -> Class {
    let line = c.attempt(|c| {
        let of = Box::new(Squares::At(Point::Of(seen_inside(of)?)));
        let lines = super::placed::lines(c)?;
        (!c.sees(0, "like") && !c.sees(0, "with")).then_some(Squares::InLine { of, lines })
    });
    line.into_iter().fold(by, |by, on| by.such_that(Condition::On(Point::Of(Ref::Itself), on)))
}

/// After "attacked by", of squares: one man that was spoken of.
pub fn by_the_man(c: &mut Cursor) -> Option<Class> {
    the_man(c).and_then(seen_inside).map(only)
}

/// After "that", or right behind the noun: `that it attacks`, `it attacks`, `that an enemy knight attacks`, `that it protects`.
pub fn under_attack(c: &mut Cursor, of: Ref, that: bool) -> Option<Condition> {
    enum By {
        One(Ref),
        Any(Class),
    }
    let by = match c.attempt(|c| the_one_around(c, of)) {
        Some(by) => By::One(by),
        None if that => By::Any(c.nested(some)?),
        None => return None,
    };
    let denied = c.maybe("may not");
    let protects = c.maybe_one_of(&["attacks", "protects"])? == "protects";
    // "it attacks a rook" is said of it
    nouns::class(&mut c.fork()).is_none().then_some(())?;
    let found = match (by, protects) {
        (By::One(by), false) => Condition::Hits(by, of),
        (By::One(by), true) => Condition::Guards(by, of),
        (By::Any(class), false) => Condition::Attacked(Point::Of(of), hostile(class)),
        (By::Any(class), true) => protected(of, class),
    };
    Some(if denied { negated(found) } else { found })
}

/// How a relative clause inside speaks of a man.
fn seen_inside(of: Ref) -> Option<Ref> {
    match of {
        Ref::Itself => Some(Ref::Outer),
        Ref::Outer => None,
        other => Some(other),
    }
}

/// Who attacks the man that a clause is about: nobody attacks himself, so "it" is whom the sentence is about around the clause.
pub fn the_one_around(c: &mut Cursor, of: Ref) -> Option<Ref> {
    let from = c.at();
    let by = another(c, of)?;
    if by == Ref::Victim {
        let problem = "the captured piece is gone: it attacks nobody any more".to_string();
        return c.refuse(Diagnostic::new("L004", c.span_from(from), problem).hint("say \"the capturing piece\" if that one is meant"));
    }
    Some(by)
}

/// One man that was spoken of, and not this one: nobody attacks himself.
fn another(c: &mut Cursor, of: Ref) -> Option<Ref> {
    let it = c.sees(0, "it") && c.peek()?.meant.is_none() && c.stance.it == of;
    let other = if it { c.it().then_some(c.stance.around?)? } else { the_man(c)? };
    (other != of).then_some(other)
}

/// A man that the sentence has spoken of, itself and nothing of its.
fn the_man(c: &mut Cursor) -> Option<Ref> {
    let of = reference(c)?;
    let whose = c.back().is_some_and(|lexeme| lexeme.possessive);
    let more = ["owner", "value", "worth", "square", "home"].iter().any(|word| c.sees(0, word));
    (!whose && !more).then_some(of)
}
