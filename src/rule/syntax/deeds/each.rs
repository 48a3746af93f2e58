//! What is done for each of some men by itself: `for each piece in the pit, roll a die: on 1 it is removed`.

use super::whom::whom;
use super::{Cast, bracket};
use crate::rule::cursor::Cursor;
use crate::rule::{Chooser, Class, Deed, Kinds, Ref, Whom};

/// `for every pawn on rank 4, (...)`.
pub fn each_man(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let who = for_each(c, cast)?;
    c.comma();
    let then = of_one(c, cast, &who, |c, cast| bracket(c, cast).or_else(|| super::one(c, cast)))?;
    Some(Deed::EachMan(who, then))
}

/// `for each piece in the pit`: all of them, each by itself.
pub fn for_each(c: &mut Cursor, cast: &Cast) -> Option<Whom> {
    c.attempt(|c| {
        c.maybe("for").then_some(())?;
        whom(c, cast).filter(|who| matches!(who, Whom::Among { chooser: Chooser::All, .. }))
    })
}

/// `every rook on the e-file changes sides and returns to its home square`: what follows and names nobody is done to each of them as well.
pub fn also(c: &mut Cursor, cast: &Cast, done: &[Deed]) -> Option<Deed> {
    let (all, mut deeds) = match done.last()?.clone() {
        Deed::EachMan(all, deeds) => (all, deeds),
        mut deed => {
            let whom = deed.done_to()?;
            let all = std::mem::replace(whom, Whom::That(Ref::Chosen));
            (all, vec![deed])
        }
    };
    matches!(all, Whom::Among { chooser: Chooser::All, .. }).then_some(())?;
    deeds.extend(of_one(c, cast, &all, super::one)?);
    Some(Deed::EachMan(all, deeds))
}

/// Reads what is said of one of them: `it`, `that pawn`.
pub fn of_one<T>(c: &mut Cursor, cast: &Cast, all: &Whom, read: impl FnOnce(&mut Cursor, &Cast) -> Option<T>) -> Option<T> {
    let mut named = c.stance.named.clone();
    if let Whom::Among { who: Class { kinds: Kinds::Only(kinds), .. }, .. } = all
        && let [kind] = kinds.as_slice()
    {
        named.push((kind.clone(), Ref::Chosen));
    }
    let cast = Cast { implied: Some(Whom::That(Ref::Chosen)), ..cast.clone() };
    let of_it = |c: &mut Cursor| c.meaning(|stance| &mut stance.two, false, |c| c.about(Ref::Chosen, |c| read(c, &cast)));
    c.meaning(|stance| &mut stance.named, named, of_it)
}
