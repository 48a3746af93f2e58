//! How long somebody has not moved, and who of his like the longest: `the number of turns since it moved`, `the own pawn that has stood still
//! longest`, `the piece that moved longest ago`.

use super::condition::compared;
use super::player::reference;
use crate::rule::cursor::Cursor;
use crate::rule::logic::{all, negated};
use crate::rule::{Class, Comparison, Condition, Number, Owner, Ref, Squares};

/// `the number of turns since it moved`.
pub fn turns(c: &mut Cursor) -> Option<Number> {
    c.maybe("the");
    c.maybe("number of").then_some(())?;
    c.maybe("turn").then_some(())?;
    word(c, &["since"])?;
    let of = reference(c)?;
    word(c, &["last"]);
    c.maybe("moved").then_some(Number::Still(of))
}

/// Behind the men: `that has stood still longest`, `that moved longest ago`, `that has not moved for the longest time`; how the others compare.
pub fn most(c: &mut Cursor) -> Option<Comparison> {
    if c.maybe("that has not moved") {
        return for_longest(c).map(|()| Comparison::More);
    }
    c.maybe_one_of(&["that", "which", "who"])?;
    c.maybe_one_of(&["has", "have"]);
    if c.maybe("stood still") {
        return for_longest(c).map(|()| Comparison::More);
    }
    c.maybe("moved").then_some(())?;
    if c.maybe("longest") {
        return word(c, &["ago"]).map(|()| Comparison::More);
    }
    let how = if word(c, &["most"]).is_some() { Comparison::Less } else { word(c, &["least"]).map(|()| Comparison::More)? };
    word(c, &["recently"]).map(|()| how)
}

/// `longest`, `for the longest time`.
fn for_longest(c: &mut Cursor) -> Option<()> {
    c.maybe("for");
    c.maybe("the");
    c.maybe("longest").then_some(())?;
    word(c, &["time"]);
    Some(())
}

fn word(c: &mut Cursor, words: &[&str]) -> Option<()> {
    let there = c.peek().is_some_and(|lexeme| words.iter().any(|word| lexeme.token.is_word(word)));
    there.then(|| c.skip())
}

/// Of such men those that none of the same side outdoes.
pub fn first_of(men: Class, how: Comparison) -> Option<Class> {
    // who is spoken of around these men would be another one among their rivals
    (!men.such.as_ref().is_some_and(|such| such.mentions(Ref::Outer))).then_some(())?;
    let owner = match &men.owner {
        Owner::Anyone => Owner::Anyone,
        Owner::Army(army) => Owner::Army(army.clone()),
        Owner::Own | Owner::Enemy | Owner::Mover => Owner::Own,
    };
    let longer = compared(Number::Still(Ref::Itself), how, Number::Still(Ref::Outer));
    let rivals = Class { owner, ..men.clone() }.such_that(longer);
    let such = [men.such.map(|such| *such), Some(negated(Condition::There(rivals, Squares::Every)))];
    Some(Class { such: all(such.into_iter().flatten().collect()).map(Box::new), ..men })
}

/// Whether men are those that none of their like outdoes.
pub fn is_first(men: &Class) -> bool {
    let outdone = |part: &Condition| match part {
        Condition::Not(inner) => matches!(&**inner, Condition::There(rivals, Squares::Every) if compares(rivals)),
        _ => false,
    };
    match men.such.as_deref() {
        Some(Condition::All(parts)) => parts.iter().any(outdone),
        Some(one) => outdone(one),
        None => false,
    }
}

fn compares(rivals: &Class) -> bool {
    let still = |part: &Condition| matches!(part, Condition::Compare(Number::Still(Ref::Itself), _, Number::Still(Ref::Outer)));
    match rivals.such.as_deref() {
        Some(Condition::All(parts)) => parts.iter().any(still),
        Some(one) => still(one),
        None => false,
    }
}
