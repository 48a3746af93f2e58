//! How many attack a man, protect it or stand beside it: `protected by two own pawns`, `more attackers than defenders`, `next to three or more pieces`.

use super::condition::compared;
use super::counts::{margin, outweighed, several};
use super::men::{men, some};
use super::placed::MAX_REACH;
use crate::rule::cursor::{Cursor, Within};
use crate::rule::syntax::nouns;
use crate::rule::{Class, Comparison, Condition, Number, Owner, Point, Ref, Squares};

/// How many attack a man, or protect it.
pub fn forces(of: Ref, owner: Owner) -> Number {
    Number::Attackers { at: Box::new(Point::Of(of)), by: Box::new(Class { owner, ..Class::EVERY }) }
}

/// How many attack a man, against how many protect it: `more often attacked than protected`, `attacked more often than protected`,
/// `protected by at least two more own pieces than it is attacked by enemy pieces`, `protected by more pieces than attack it`.
pub fn weighed(c: &mut Cursor, of: Ref) -> Option<Condition> {
    let counted = |c: &mut Cursor, owner: Owner| {
        let men = c.within(Within::Clause, |c| c.nested(men))?;
        let owner = match men.owner {
            Owner::Anyone => owner,
            said if said == owner => said,
            _ => return None,
        };
        Some(Number::Attackers { at: Box::new(Point::Of(of)), by: Box::new(Class { owner, ..men }) })
    };
    let owner = |verb: &str| if verb.starts_with("attack") { Owner::Enemy } else { Owner::Own };
    let times = |c: &mut Cursor| c.maybe_one_of(&["often", "times"]);
    let before = c.attempt(|c| {
        let how = margin(c)?;
        times(c).map(|_| how)
    });
    let first = c.maybe_one_of(&["attacked by", "attacked", "protected"])?;
    let (how, one) = match before {
        Some(how) => (how, forces(of, owner(first))),
        None if first == "attacked by" || first == "protected" && c.maybe("by") => {
            let how = margin(c)?;
            (how, counted(c, owner(first))?)
        }
        None => {
            let how = margin(c)?;
            times(c)?;
            (how, forces(of, owner(first)))
        }
    };
    c.maybe_one_of(&["than", "as", "like"])?;
    let second = |c: &mut Cursor| {
        // "than attack it", "than enemy pieces attack it"
        if let Some(found) = c.attempt(|c| {
            let men = if c.sees(0, "attacks") || c.sees(0, "protects") { None } else { Some(c.fork()) };
            if men.is_some() {
                c.nested(nouns::class)?;
            }
            let verb = c.maybe_one_of(&["attacks", "protects"])?;
            c.maybe_one_of(&["it", "itself"])?;
            Some(match men {
                Some(mut men) => counted(&mut men, owner(verb))?,
                None => forces(of, owner(verb)),
            })
        }) {
            return Some(found);
        }
        c.maybe("it");
        c.maybe_one_of(&["is", "are"]);
        Some(match c.maybe_one_of(&["attacked by", "attacked", "protected"])? {
            "attacked by" => counted(c, Owner::Enemy)?,
            "attacked" => forces(of, Owner::Enemy),
            _ if c.maybe("by") => counted(c, Owner::Own)?,
            _ => forces(of, Owner::Own),
        })
    };
    let other = second(c)?;
    Some(outweighed(one, how, other))
}

/// After "has" and "with": `more attackers than defenders`, `at least two defenders`, `no attackers`.
pub fn outnumbered(c: &mut Cursor, of: Ref) -> Option<Condition> {
    let force = |c: &mut Cursor| {
        let owner = if c.maybe_one_of(&["attackers", "defenders"])? == "attackers" { Owner::Enemy } else { Owner::Own };
        Some(forces(of, owner))
    };
    if c.maybe("no") {
        return Some(compared(force(c)?, Comparison::Equal, Number::Is(0)));
    }
    if let Some((how, many)) = c.attempt(several) {
        let one = force(c)?;
        return Some(compared(one, how, Number::Is(many)));
    }
    let how = margin(c)?;
    let one = force(c)?;
    c.maybe_one_of(&["than", "as", "like"])?;
    let other = force(c)?;
    (one != other).then(|| outweighed(one, how, other))
}

/// By how many: `two own pawns`, `two others`.
pub fn protectors(c: &mut Cursor, of: Ref) -> Option<Condition> {
    let (how, many) = several(c)?;
    let others = c.peek().is_some_and(|lexeme| lexeme.token.is_word("others"));
    let by = if others {
        c.skip();
        Class::EVERY
    } else {
        c.maybe("other");
        c.within(Within::Clause, |c| c.nested(some))?
    };
    let owner = if by.owner == Owner::Anyone { Owner::Own } else { by.owner.clone() };
    let by = Box::new(Class { owner, ..by });
    Some(compared(Number::Attackers { at: Box::new(Point::Of(of)), by }, how, Number::Is(many)))
}

/// `next to three or more enemy pieces`: how many stand there.
pub fn crowded(c: &mut Cursor, of: Ref) -> Option<Condition> {
    let reach = match c.maybe_one_of(&["next to", "within"])? {
        "within" => {
            let reach = c.take_number("a number of squares")?;
            c.maybe("square").then_some(())?;
            c.maybe("of").then_some(())?;
            u8::try_from(reach).ok().filter(|reach| (1..=MAX_REACH).contains(&u32::from(*reach)))?
        }
        _ => 1,
    };
    let (how, many) = several(c)?;
    c.maybe("other");
    // "next to three of its own pawns"
    if c.sees(0, "of") && (c.sees(1, "its") || c.sees(1, "own")) {
        c.maybe("of");
    }
    let who = Box::new(c.nested(some)?);
    let on = Box::new(Squares::Near { of: Box::new(Squares::At(Point::Of(of))), reach });
    c.speaks_of(of, &who, &on);
    Some(compared(Number::Men { who, on }, how, Number::Is(many)))
}
