//! What is counted: `Each player has points, starting at zero.`, `Each knight has three lives.`

use super::deeds::name;
use super::{Statement, terms};
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::explain::known;
use crate::rule::lexer::Sort;
use crate::rule::telling::MOST;
use crate::rule::wording::plural;
use crate::rule::words::Lexeme;
use crate::rule::{Class, Comparison, Condition, Cost, Counter, Deed, Event, Form, Number, Payer, Player, Trigger, Vocabulary};

/// The most turns after which something may be done again.
const MAX_REST: u8 = 99;

/// `Each player has points, starting at zero, up to five.`
pub fn of_players(c: &mut Cursor) -> Option<Statement> {
    if c.take("each player").is_none() {
        c.take("every")?;
        c.take("player")?;
    }
    c.take_one_of(&["has", "have"])?;
    // "each player has one of his pawns" counts nothing
    (!c.sees(0, "one of")).then_some(())?;
    c.attempt(|c| {
        one(c)?;
        let name = plural(&name(c)?);
        settled(c, Counter { name, of: None, start: 1, least: 0, most: MOST, state: false }, false).filter(|_| c.peek().is_none())
    })
    .or_else(|| named(c, None))
}

/// `Each knight has three lives.`, `Every piece except kings has charges, starting at two, up to four.`
pub fn of_men(c: &mut Cursor) -> Option<Statement> {
    let from = c.at();
    let bearers = terms::class(c)?;
    c.maybe_one_of(&["has", "have"])?;
    if bearers.such.is_some() {
        let problem = "what is counted for each piece hangs on its kind and its owner alone".to_string();
        return c.refuse(Diagnostic::new("L015", c.span_from(from), problem).hint("example: Each {bare} has three lives."));
    }
    let of = Some(bearers);
    c.attempt(|c| {
        let start = match c.peek()?.token.sort {
            Sort::Number(_) => terms::literal(c)?,
            _ => {
                one(c)?;
                1
            }
        };
        let name = of_several(name(c)?, start);
        settled(c, Counter { name, of: of.clone(), start, least: 0, most: MOST, state: false }, false)
    })
    .or_else(|| named(c, of))
}

/// `one`, or the article before what nobody has counted yet: "each knight has a harpoon", not "a friend".
fn one(c: &mut Cursor) -> Option<()> {
    let new = |lexeme: &Lexeme| lexeme.tokens == 1 && !known(&lexeme.token, c.words);
    let there = c.peek()?.token.sort == Sort::Number(1)
        || c.sees(0, "a")
            && c.ahead(1).is_some_and(|lexeme| new(lexeme) || lexeme.tokens == 1 && terms::countable(&lexeme.token.word).is_some());
    there.then(|| c.skip())
}

/// The name first, then where the counter starts.
fn named(c: &mut Cursor, of: Option<Class>) -> Option<Statement> {
    c.maybe("a");
    c.attempt(|c| c.take("number of").or_else(|| c.take("counter").and_then(|()| c.take("called"))));
    let name = name(c)?;
    // "each knight has a friend" is no counter yet
    let said = of.is_none() || c.comma() && c.sees(0, "starting at") || c.sees(0, "starting at");
    said.then_some(())?;
    settled(c, Counter { name, of, start: 0, least: 0, most: MOST, state: false }, true)
}

/// What is counted is called by its plural: "one harpoon" makes harpoons.
fn of_several(name: String, start: i32) -> String {
    if start == 1 { plural(&name) } else { name }
}

/// The limits of a counter, and where it starts if that has not been said.
fn settled(c: &mut Cursor, mut found: Counter, starts: bool) -> Option<Statement> {
    let mut assumed = if starts { vec!["starting at zero".to_string()] } else { Vec::new() };
    while c
        .attempt(|c| {
            c.comma();
            c.maybe("and");
            match c.take_one_of(&["starting at", "at least", "up to"])? {
                "starting at" => {
                    found.start = terms::literal(c)?;
                    assumed.clear();
                }
                "at least" => found.least = terms::literal(c)?,
                _ => found.most = terms::literal(c)?,
            }
            Some(())
        })
        .is_some()
    {}
    if !(found.least..=found.most).contains(&found.start) {
        let problem = Diagnostic::new("L007", c.span_from(0), format!("{} is not between {} and {}", found.start, found.least, found.most));
        return c.refuse(problem.hint("example: Each player has points, starting at zero."));
    }
    let (theirs, whose) = if found.of.is_some() { (&c.words.counters, "players") } else { (&c.words.tallies, "pieces") };
    if theirs.contains(&found.name) {
        let problem = format!("{whose} have {} already: what is counted for players and what for pieces have different names", found.name);
        return c.refuse(Diagnostic::new("L052", c.span_from(0), problem).hint("take another name"));
    }
    Some(Statement::Forms(vec![(Form::Counter(found), assumed)]))
}

/// `two charges` of the man that moves, `one point` of its player.
pub fn price(c: &mut Cursor) -> Option<Cost> {
    let from = c.at();
    let amount = if c.maybe("a") { 1 } else { c.take_number("a number")? };
    let (counter, payer) = match c.attempt(terms::tally_name) {
        Some(counter) => (counter, Payer::Man),
        None => (terms::counter_name(c)?, Payer::Player),
    };
    match u16::try_from(amount).ok().filter(|amount| (1..=MOST as u16).contains(amount)) {
        Some(amount) => Some(Cost { counter, amount, payer }),
        None => c.refuse(Diagnostic::new("L007", c.span_from(from), format!("a price is a number from 1 to {MOST}"))),
    }
}

/// How often in a game: `once per game`, `only twice`, `three times per game`.
pub fn often(c: &mut Cursor) -> Option<u8> {
    c.attempt(|c| {
        if c.maybe("once per game") || c.maybe("only once") {
            return Some(1);
        }
        let only = c.maybe_one_of(&["only", "up to"]).is_some();
        let often = match c.maybe_one_of(&["once", "twice", "thrice"]) {
            Some("once") => 1,
            Some("twice") => 2,
            Some(_) => 3,
            None => {
                let Sort::Number(often) = c.peek()?.token.sort else { return None };
                c.skip();
                c.maybe("times").then_some(u8::try_from(often).ok().filter(|often| *often > 0)?)?
            }
        };
        (c.maybe("per game") || only).then_some(often)
    })
}

/// How often in so many turns: `once every four turns`, `only once in ten turns`.
pub fn every_turns(c: &mut Cursor) -> Option<u8> {
    c.attempt(|c| {
        c.maybe_one_of(&["only", "up to"]);
        c.maybe_one_of(&["once", "only once"])?;
        c.maybe_one_of(&["in", "per", "within", "during"]);
        c.maybe_one_of(&["every", "a"]);
        let Sort::Number(turns) = c.peek()?.token.sort else { return None };
        c.skip();
        c.maybe("turn").then_some(())?;
        u8::try_from(turns).ok().filter(|turns| (2..=MAX_REST).contains(turns))
    })
}

/// The counter of the turns that must pass before something may be done again, and what makes them pass.
pub fn resting(name: &str, turns: u8) -> [Form; 2] {
    let most = i32::from(turns);
    let passes = Deed::Count { name: name.to_owned(), of: Player::Mover, by: Number::Is(-1), set: false };
    [
        Form::Counter(Counter { name: name.to_owned(), of: None, start: 0, least: 0, most, state: false }),
        Form::Trigger(Trigger { event: Event::Closes(Some(Player::Each)), deeds: vec![passes], once: None }),
    ]
}

/// What must hold before it is done again, and what is noted when it is.
pub fn rested(name: &str, turns: u8) -> (Condition, Deed) {
    let left = Number::Counter { name: name.to_owned(), of: Player::Mover };
    let none = Condition::Compare(left, Comparison::Equal, Number::Is(0));
    (none, Deed::Count { name: name.to_owned(), of: Player::Mover, by: Number::Is(i32::from(turns)), set: false })
}

/// What is noted of something that may be done once in so many turns.
pub const RESTS: &str = "counted for each player, from the turn in which he does it";

/// A name for what is used up, that nothing has yet.
pub fn unused(words: &Vocabulary, name: &str) -> String {
    let mut name = name.to_string();
    while words.counts(&name) {
        name.insert_str(0, "more-");
    }
    name
}
