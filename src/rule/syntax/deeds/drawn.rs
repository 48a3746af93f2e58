//! Deeds that speak of something drawn by lot, rolled or chosen before them: `a random file`, `the file with that number`, `a file of his choice`,
//! `one square in a random direction`. They are read once for each outcome, and one of these happens.

use super::chance::settled;
use super::{Cast, chooser, heading, in_turn};
use crate::rule::cursor::{Cursor, Drawn};
use crate::rule::syntax::{nouns, terms};
use crate::rule::{Chooser, Class, Deed, Kinds, Point, Ref, Squares, Whom};

/// The most that somebody can choose from.
const MOST_CHOICES: usize = 8;
/// The directions in which men go.
const WAYS: u8 = 8;

/// Of what sort a drawn thing is.
type Sort = fn(u8) -> Drawn;

/// What is drawn, how many of it there are, and who chooses it.
struct Draw {
    sort: Sort,
    many: u8,
    by: Chooser,
}

/// Deeds that draw something; where nothing is drawn, or something has been already, it is not missed.
pub fn drawn(c: &mut Cursor, cast: &Cast) -> Option<Vec<Deed>> {
    if c.stance.drawn.is_some() {
        return None;
    }
    // what a condition or a roll decides is drawn when that is so
    const DEEPER: [&str; 6] = ["when", "unless", "roll a die", "roll two dice", "flip a coin", "with a chance of"];
    (!DEEPER.iter().any(|begins| c.sees(0, begins))).then_some(())?;
    let draw = ahead(c, cast)?;
    each(c, &draw, |c| in_turn(c, cast)).map(|deed| vec![deed])
}

/// `roll a die: <deeds of that number>`: once for each face.
pub fn rolled(c: &mut Cursor, cast: &Cast, sides: u8) -> Option<Deed> {
    let speaks = (0..).map_while(|ahead| c.ahead(ahead)).any(|lexeme| lexeme.means("that number"));
    (speaks && c.stance.drawn.is_none()).then_some(())?;
    c.comma();
    c.maybe_one_of(&["and", "then"]);
    each(c, &Draw { sort: Drawn::Number, many: sides, by: Chooser::Chance }, |c| in_turn(c, cast))
}

/// One of the deeds that are read once for each outcome.
fn each<'a>(c: &mut Cursor<'a>, draw: &Draw, read: impl Fn(&mut Cursor<'a>) -> Option<Vec<Deed>>) -> Option<Deed> {
    let others: Vec<Cursor<'a>> = (1..draw.many).map(|_| c.fork()).collect();
    let with = |c: &mut Cursor<'a>, number: u8| c.meaning(|stance| &mut stance.drawn, Some((draw.sort)(number)), &read);
    let mut all = vec![with(c, 1)?];
    for (mut other, number) in others.into_iter().zip(2..) {
        all.push(with(&mut other, number)?);
        (other.at() == c.at()).then_some(())?;
    }
    // each of several goes its own way
    if matches!((draw.sort)(1), Drawn::Way(_))
        && let Some(many) = of_each(&mut all)
    {
        all.iter_mut().for_each(|deeds| captured_first(deeds));
        let one = settled(c, all.into_iter().map(|way| (1, way)).collect())?;
        return Some(Deed::EachMan(many, vec![one]));
    }
    all.iter_mut().for_each(|deeds| captured_first(deeds));
    match draw.by {
        Chooser::Chance => settled(c, all.into_iter().map(|way| (1, way)).collect()),
        // each is named by its place
        ref by if all.len() <= MOST_CHOICES => all.windows(2).all(|two| two[0] != two[1]).then(|| Deed::Either(by.clone(), all)),
        _ => None,
    }
}

/// All to whom everything is done; it is then done to the chosen one.
fn of_each(all: &mut [Vec<Deed>]) -> Option<Whom> {
    let many = all.first_mut()?.first_mut()?.done_to()?.clone();
    matches!(many, Whom::Among { chooser: Chooser::All, .. }).then_some(())?;
    for deeds in all {
        for (at, deed) in deeds.iter_mut().enumerate() {
            match deed.done_to() {
                Some(who) if *who == many => *who = Whom::That(Ref::Chosen),
                _ if at == 0 => return None,
                _ => {}
            }
        }
    }
    Some(many)
}

/// Behind a step in a random direction: `captures what is there, except kings`.
pub fn captures_there(c: &mut Cursor, cast: &Cast) -> Option<Deed> {
    let Some(Drawn::Way(way)) = c.stance.drawn else { return None };
    let step = heading::way(way)?;
    c.it();
    c.take_one_of(&["capture", "removes", "is captured"])?;
    let word = |c: &mut Cursor, words: &[&str]| {
        let there = c.peek().is_some_and(|lexeme| words.iter().any(|word| lexeme.token.is_word(word)));
        there.then(|| c.skip())
    };
    if word(c, &["what", "whatever", "whoever", "anything", "everything"]).is_none() {
        c.maybe_one_of(&["the", "every", "a"]);
        c.maybe("piece").then_some(())?;
    }
    word(c, &["that", "which"]);
    if !c.maybe("the square of the capture") {
        c.take_one_of(&["stands", "is", "are"])?;
        c.maybe("the square of the capture").then_some(()).or_else(|| word(c, &["there"]))?;
    }
    c.comma();
    c.maybe("but");
    let kinds = nouns::exception(c).map_or(Kinds::Every, Kinds::Except);
    let of = match cast.implied {
        Some(Whom::That(of)) => of,
        _ => Ref::Chosen,
    };
    let on = Squares::Beside { of: Box::new(Squares::At(Point::Of(of))), steps: vec![step] };
    Some(Deed::Remove(Whom::Among { who: Class { kinds, ..Class::EVERY }, on, chooser: Chooser::All }))
}

/// Who is captured where somebody steps is captured before he does.
fn captured_first(deeds: &mut [Deed]) {
    if let [Deed::Step(..), Deed::Remove(Whom::Among { on: Squares::Beside { .. }, .. }), ..] = deeds {
        deeds.swap(0, 1);
    }
}

/// What the deeds to come draw.
fn ahead(c: &Cursor, cast: &Cast) -> Option<Draw> {
    let (files, ranks) = terms::extent(c)?;
    let line = |at: usize| {
        let lexeme = c.ahead(at)?;
        let many = |many: i16| u8::try_from(many).ok();
        match () {
            () if lexeme.means("file") => Some((Drawn::File as Sort, many(files)?)),
            () if lexeme.means("rank") => Some((Drawn::Rank as Sort, many(ranks)?)),
            () if lexeme.token.is_word("direction") && lexeme.tokens == 1 => Some((Drawn::Way as Sort, WAYS)),
            () => None,
        }
    };
    (0..).take_while(|&at| c.ahead(at).is_some()).find_map(|at| {
        if c.sees(at, "a random")
            && let Some((sort, many)) = line(at + 1)
        {
            return Some(Draw { sort, many, by: Chooser::Chance });
        }
        if c.sees(at, "in one direction") && c.sees(at + 1, "chosen at random") {
            return Some(Draw { sort: Drawn::Way, many: WAYS, by: Chooser::Chance });
        }
        let one = c.sees(at, "a") || c.ahead(at).is_some_and(|lexeme| lexeme.token.is_word("one"));
        let (sort, many) = line(at + 1).filter(|_| one)?;
        let mut behind = c.fork();
        (0..at + 2).for_each(|_| behind.skip());
        let by = chooser(&mut behind, cast)?;
        (by != Chooser::All).then_some(Draw { sort, many, by })
    })
}
