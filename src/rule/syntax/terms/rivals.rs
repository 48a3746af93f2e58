//! A man against another one of the same act: `of higher value than the captured piece`, `of the same kind`, `weaker`.

use super::condition::compared;
use super::counts::relation;
use super::number::literal;
use super::player::reference;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::logic::negated;
use crate::rule::{Comparison, Condition, Number, Ref};

/// `more valuable than the captured piece`, `a weaker piece`: than the other one of the act, or the one around a description, where nobody is named.
pub fn outvalued(c: &mut Cursor, of: Ref, more: bool) -> Option<Condition> {
    let from = c.at().saturating_sub(1);
    let named = c.attempt(|c| {
        c.maybe("than").then_some(())?;
        rival(c)
    });
    let around = if c.stance.it == Ref::Itself { Ref::Outer } else { c.stance.it };
    let told = c.stance.it == Ref::Itself || c.stance.doer.is_some();
    let Some(other) = named.or(c.stance.rival).or(told.then_some(around)).filter(|other| *other != of) else {
        let problem = Diagnostic::new("L004", c.span_from(from), "it is not said with what this is compared".to_string());
        return c.refuse(problem.hint("name the other one: {Men} may not capture pieces worth more than themselves."));
    };
    let how = if more { Comparison::More } else { Comparison::Less };
    Some(compared(Number::Value(of), how, Number::Value(other)))
}

/// The other man of the act, after "than" or "as": `itself`, `it`, `the capturing piece`.
pub fn rival(c: &mut Cursor) -> Option<Ref> {
    let own = c.maybe_one_of(&["itself", "themselves"]).is_some() || (c.sees(0, "it") && c.maybe("it"));
    if own {
        return c.stance.rival;
    }
    let of = reference(c)?;
    // "the chosen piece's lives" are not the piece
    let whose = c.back().is_some_and(|lexeme| lexeme.possessive);
    let more = ["owner", "value", "worth", "square", "home"].iter().any(|word| c.sees(0, word));
    (!whose && !more).then_some(of)
}

/// With whom a man is compared where nobody is named: whom the sentence speaks of around this clause, the other one of the act.
pub fn compared_with(c: &Cursor) -> Option<Ref> {
    let around = c.stance.around;
    around.filter(|around| *around == Ref::Outer).or(c.stance.rival).or(around)
}

/// Behind "than" and "from": `its own`, `its own kind`, of whom it is compared with.
fn its_own(c: &mut Cursor, value: bool) -> Option<Ref> {
    if !value && c.maybe("its kind") {
        return compared_with(c);
    }
    c.maybe("its").then_some(())?;
    let own = c.maybe("own");
    let noun = if value { c.maybe_one_of(&["value", "worth"]).is_some() } else { c.maybe("kind") };
    (own || noun).then_some(())?;
    compared_with(c)
}

/// After "of": `lower value than the captured piece`, `the same kind`, `a different kind`.
pub fn likened(c: &mut Cursor, of: Ref) -> Option<Condition> {
    let from = c.at();
    // "a piece of at least three points"
    if let Some((how, worth)) = c.attempt(|c| {
        let how = relation(c)?;
        let worth = literal(c)?;
        c.maybe("points").then_some((how, worth))
    }) {
        return Some(compared(Number::Value(of), how, Number::Is(worth)));
    }
    // "another kind", "other kinds"
    let mut another = c.peek().is_some_and(|lexeme| lexeme.token.is_word("another"));
    c.maybe_one_of(&["the", "a", "every"]);
    another |= c.maybe("other");
    let how = match another && c.sees(0, "kind") {
        true => "different",
        false => c.take_one_of(&["same", "equal or lower", "equal or higher", "lower", "higher", "equal", "different"])?,
    };
    let value = c.take_one_of(&["value", "worth", "kind"])? != "kind";
    let other = match c.maybe_one_of(&["than", "as", "like", "from", "to"]) {
        Some(_) => match c.attempt(|c| its_own(c, value)) {
            Some(other) => other,
            None => rival(c)?,
        },
        None => match if value { c.stance.rival } else { compared_with(c) } {
            Some(other) => other,
            None => {
                let problem = Diagnostic::new("L004", c.span_from(from), "it is not said with what this is compared".to_string());
                return c.refuse(problem.hint("name the other one: {Men} may not capture pieces of the same kind as the capturing piece."));
            }
        },
    };
    let values = |how| Some(compared(Number::Value(of), how, Number::Value(other)));
    match (how, value) {
        ("same", false) => Some(Condition::SameKind(of, other)),
        ("different", false) => Some(negated(Condition::SameKind(of, other))),
        ("same" | "equal", true) => values(Comparison::Equal),
        ("different", true) => values(Comparison::Unequal),
        ("lower", true) => values(Comparison::Less),
        ("higher", true) => values(Comparison::More),
        ("equal or lower", true) => values(Comparison::AtMost),
        ("equal or higher", true) => values(Comparison::AtLeast),
        _ => None,
    }
}
