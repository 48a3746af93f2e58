//! Who stands between others: `shields its king from an enemy rook`, `is pinned against its king`, `skewered`, `pins a knight`; and who is forked.

use super::attacks::by_the_man;
use super::condition::compared;
use super::men::some;
use crate::rule::cursor::{Cursor, Within};
use crate::rule::lasting::only;
use crate::rule::logic::all;
use crate::rule::{Class, Comparison, Condition, Kinds, Number, Owner, Point, Ref, Squares};

/// `shields its king from an enemy rook`, `shields a queen`.
pub fn shielding(c: &mut Cursor, of: Ref) -> Option<Condition> {
    c.maybe("shields").then_some(())?;
    let whom = ward(c)?;
    let from = attackers(c, "from")?;
    Some(Condition::Shields { who: of, whom, from })
}

/// After "is", or right behind the noun: `pinned`, `pinned against a queen by a rook`, `skewered`, `forked by a knight`.
pub fn between(c: &mut Cursor, of: Ref) -> Option<Condition> {
    if c.maybe("pinned against") {
        let whom = ward(c)?;
        let from = attackers(c, "by")?;
        return Some(Condition::Shields { who: of, whom, from });
    }
    let phrase = c.maybe_one_of(&["pinned", "skewered", "forked"])?;
    so(c, of, phrase)
}

/// The same where only the word is said, and by whom.
pub fn so(c: &mut Cursor, of: Ref, phrase: &str) -> Option<Condition> {
    let from = attackers(c, "by")?;
    match phrase {
        "pinned" => {
            let whom = royal(c, true)?;
            c.assume("a piece is pinned while it keeps an enemy from attacking its royal piece");
            Some(Condition::Shields { who: of, whom, from })
        }
        "skewered" => {
            let whom = royal(c, false)?;
            c.assume("a piece is skewered while an enemy attacks it and through it another one behind");
            all(vec![Condition::Attacked(Point::Of(of), from.clone()), Condition::Shields { who: of, whom, from }])
        }
        _ => {
            let prey = Class::enemies().such_that(Condition::Hits(Ref::Outer, Ref::Itself));
            let two = compared(Number::Men { who: Box::new(prey), on: Box::new(Squares::Every) }, Comparison::AtLeast, Number::Is(2));
            Some(Condition::Attacked(Point::Of(of), from.such_that(two)))
        }
    }
}

/// `pins a knight`, `pins a rook against a queen`, `skewers a king`: such a piece stands between it and another.
pub fn pinning(c: &mut Cursor, of: Ref) -> Option<Condition> {
    let verb = c.maybe_one_of(&["pins", "skewers"])?;
    let by = match of {
        Ref::Itself => Ref::Outer,
        Ref::Outer => return None,
        of => of,
    };
    let prey = c.nested(some)?;
    let owner = if prey.owner == Owner::Anyone { Owner::Enemy } else { prey.owner.clone() };
    let whom = match c.maybe_one_of(&["against", "to"]) {
        Some(_) => ward(c)?,
        None => royal(c, verb == "pins")?,
    };
    let shields = Condition::Shields { who: Ref::Itself, whom, from: only(by) };
    let such = match verb {
        "pins" => Some(shields),
        _ => all(vec![Condition::Hits(by, Ref::Itself), shields]),
    };
    Some(Condition::There(Class { owner, ..prey }.such_that(such?), Squares::Every))
}

/// Who is shielded, of the own side where nothing else is said: `its king`, `a queen`.
fn ward(c: &mut Cursor) -> Option<Class> {
    c.maybe("its");
    c.maybe("own");
    let whom = c.within(Within::Clause, |c| c.nested(some))?;
    let owner = if whom.owner == Owner::Anyone { Owner::Own } else { whom.owner.clone() };
    Some(Class { owner, ..whom })
}

/// Behind "from" or "by", from whom; else from any enemy.
fn attackers(c: &mut Cursor, joint: &str) -> Option<Class> {
    if !c.maybe(joint) {
        return Some(Class::enemies());
    }
    if let Some(by) = c.attempt(by_the_man) {
        return Some(by);
    }
    let from = c.nested(some)?;
    let owner = if from.owner == Owner::Anyone { Owner::Enemy } else { from.owner.clone() };
    Some(Class { owner, ..from })
}

/// The own royal pieces, or all others.
fn royal(c: &Cursor, royal: bool) -> Option<Class> {
    let names: Vec<String> = c.words.kinds.iter().filter(|kind| kind.royal).map(|kind| kind.name.clone()).collect();
    (!names.is_empty()).then_some(())?;
    let kinds = if royal { Kinds::Only(names) } else { Kinds::Except(names) };
    Some(Class { kinds, owner: Owner::Own, such: None })
}
