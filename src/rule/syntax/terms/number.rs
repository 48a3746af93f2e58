//! Numbers: `three`, `the turn number modulo eight`, `the number of white pawns on the e-file`, `its owner's points`.

use super::placed::{origin, placed};
use super::player::{not_clear, player, reference};
use super::point::point;
use super::{has, men, squares, stillness};
use crate::rule::cursor::{Cursor, Expected};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::syntax::nouns;
use crate::rule::wording::{plural, singular};
use crate::rule::{Class, Kinds, Number, Operation, Player, Ref, Squares};

/// The largest number a rule may write.
pub const MAX_NUMBER: u32 = 32_767;

/// A number in any wording. Multiplication and division go before addition and subtraction.
pub fn number(c: &mut Cursor) -> Option<Number> {
    c.attempt(|c| {
        let mut sum = product(c)?;
        while let Some((operation, next)) = c.attempt(|c| Some((additive(c)?, product(c)?))) {
            sum = Number::Of(Box::new(sum), operation, Box::new(next));
        }
        Some(sum)
    })
}

fn product(c: &mut Cursor) -> Option<Number> {
    let mut found = atom(c)?;
    while let Some((operation, next)) = c.attempt(|c| {
        let operation = multiplicative(c)?;
        let from = c.at();
        let next = atom(c)?;
        if matches!(operation, Operation::DividedBy | Operation::Modulo) && !matches!(next, Number::Is(1..)) {
            let problem =
                Diagnostic::new("L007", c.span_from(from), "a number can only be divided by a whole number above zero".to_string());
            return c.refuse(problem.hint("example: the turn number modulo eight"));
        }
        Some((operation, next))
    }) {
        found = Number::Of(Box::new(found), operation, Box::new(next));
    }
    Some(found)
}

fn additive(c: &mut Cursor) -> Option<Operation> {
    // "plus" is also a word for "and", so the word itself is looked at
    let word = c.peek()?.token.word.as_str();
    let operation = match word {
        "plus" | "+" => Operation::Plus,
        "minus" | "-" => Operation::Minus,
        _ => return None,
    };
    c.skip();
    Some(operation)
}

fn multiplicative(c: &mut Cursor) -> Option<Operation> {
    Some(match c.maybe_one_of(&["times", "*", "x", "/", "%", "modulo", "divided"])? {
        "times" | "*" | "x" => Operation::Times,
        "modulo" | "%" => Operation::Modulo,
        "divided" => {
            c.take("by")?;
            Operation::DividedBy
        }
        _ => Operation::DividedBy,
    })
}

/// `three`, `-3`.
pub fn literal(c: &mut Cursor) -> Option<i32> {
    c.attempt(|c| {
        let from = c.at();
        let negative = c.maybe("-");
        let found = c.take_number("a number")?;
        if found > MAX_NUMBER {
            let problem = Diagnostic::new("L007", c.span_from(from), format!("{found} is too large: numbers go to {MAX_NUMBER}"));
            return c.refuse(problem);
        }
        Some(if negative { -(found as i32) } else { found as i32 })
    })
}

fn atom(c: &mut Cursor) -> Option<Number> {
    if let Some(found) = c.bracketed(number).or_else(|| literal(c).map(Number::Is)) {
        return Some(found);
    }
    let forms: [fn(&mut Cursor) -> Option<Number>; 12] =
        [turn, times, attackers, divisors, stillness::turns, counted, moves, distance, coordinate, value, borne, counter];
    let found = forms.into_iter().find_map(|form| c.attempt(form));
    if found.is_none() {
        c.expect(Expected::Thing("a number (\"three\", \"the turn number\", \"the number of white {men}\")"));
    }
    found
}

/// `the turn number`, `the turn`.
fn turn(c: &mut Cursor) -> Option<Number> {
    c.maybe("the");
    c.maybe_one_of(&["turn number", "turn"]).map(|_| Number::Turn)
}

/// `the number of times it has captured a rook`.
fn times(c: &mut Cursor) -> Option<Number> {
    c.maybe("the");
    c.maybe("number of").then_some(())?;
    c.maybe("times").then_some(())?;
    c.nested(super::happening::times)
}

/// `the number of divisors of (the turn number)`.
fn divisors(c: &mut Cursor) -> Option<Number> {
    c.maybe("the");
    c.maybe("number of").then_some(())?;
    c.maybe("divisors").then_some(())?;
    c.maybe("of").then_some(())?;
    c.nested(atom).map(|of| Number::Divisors(Box::new(of)))
}

/// `the number of white pawns on the e-file`, `the number of captured pawns`, `the number of empty squares`.
fn counted(c: &mut Cursor) -> Option<Number> {
    c.maybe("the");
    c.maybe("number of").then_some(())?;
    so_many(c)
}

/// How many there are of what is named here: men, captured men, squares.
pub fn so_many(c: &mut Cursor) -> Option<Number> {
    if let Some(lost) = c.attempt(|c| {
        c.maybe("every");
        if c.maybe("captured piece") {
            let kinds = nouns::exception(c).map_or(Kinds::Every, Kinds::Except);
            return Some(Class { kinds, ..Class::EVERY });
        }
        c.maybe("captured").then_some(())?;
        c.nested(men)
    }) {
        return Some(Number::Lost(Box::new(lost)));
    }
    if let Some(set) = c.attempt(|c| c.nested(squares::set)) {
        return Some(Number::Squares(Box::new(set)));
    }
    let who = c.nested(men)?;
    let on = c.attempt(placed).unwrap_or(Squares::Every);
    Some(Number::Men { who: Box::new(who), on: Box::new(on) })
}

/// `the number of attacks on it by enemy pieces`.
fn attackers(c: &mut Cursor) -> Option<Number> {
    c.maybe("the");
    c.maybe("number of").then_some(())?;
    c.maybe("attacks").then_some(())?;
    c.take("on")?;
    let at = c.nested(point)?;
    c.take("by")?;
    c.nested(men).map(|by| Number::Attackers { at: Box::new(at), by: Box::new(by) })
}

/// `the number of moves it has made`.
fn moves(c: &mut Cursor) -> Option<Number> {
    c.maybe("the");
    c.maybe("number of").then_some(())?;
    c.maybe("move").then_some(())?;
    let of = reference(c)?;
    has(c)?;
    c.take("made")?;
    Some(Number::Moves(of))
}

/// `the distance between it and e4`, `the distance from e4 to the enemy king`.
fn distance(c: &mut Cursor) -> Option<Number> {
    c.maybe("the");
    c.maybe("distance").then_some(())?;
    let joint = match c.take_one_of(&["between", "from"])? {
        "between" => "and",
        _ => "to",
    };
    let end = |c: &mut Cursor| c.attempt(|c| c.nested(point)).map(Squares::At).or_else(|| origin(c));
    let one = end(c)?;
    c.take(joint)?;
    match (one, end(c)?) {
        (Squares::At(one), other) | (other, Squares::At(one)) => Some(Number::Distance(Box::new(one), Box::new(other))),
        _ => None,
    }
}

/// `the rank of it`, `the own rank of it`, `the file of e4`.
fn coordinate(c: &mut Cursor) -> Option<Number> {
    if c.sees(0, "its") && (c.sees(1, "rank") || c.sees(1, "file")) {
        c.maybe("its");
        let at = Box::new(crate::rule::Point::Of(c.stance.it));
        return Some(if c.maybe("file") { Number::File(at) } else { c.maybe("rank").then_some(Number::Rank { point: at, own: false })? });
    }
    c.maybe("the");
    let own = c.maybe("own");
    if !own && c.maybe("file") {
        c.take("of")?;
        return c.nested(point).map(|point| Number::File(Box::new(point)));
    }
    c.maybe("rank").then_some(())?;
    c.maybe("of").then_some(())?;
    c.nested(point).map(|point| Number::Rank { point: Box::new(point), own })
}

/// `its value`, `the captured piece's value`, `the value of the captured piece`.
fn value(c: &mut Cursor) -> Option<Number> {
    let from = c.at();
    if c.maybe("its") {
        c.maybe_one_of(&["value", "worth"])?;
        return if c.stance.two && c.stance.it == Ref::Actor { not_clear(c, from) } else { Some(Number::Value(c.stance.it)) };
    }
    if let Some(of) = c.attempt(|c| {
        let of = reference(c)?;
        c.maybe_one_of(&["value", "worth"]).map(|_| of)
    }) {
        return Some(Number::Value(of));
    }
    c.maybe("the");
    c.maybe_one_of(&["value", "worth"])?;
    c.take("of")?;
    reference(c).map(Number::Value)
}

/// `its lives`, `the captured piece's lives`, `the lives of the knight`.
fn borne(c: &mut Cursor) -> Option<Number> {
    tally_ahead(c, MAX_BEFORE_NAME).then_some(())?;
    if let Some(name) = c.attempt(|c| {
        c.maybe("the");
        let name = tally_name(c)?;
        c.maybe("of").then_some(name)
    }) {
        return reference(c).map(|by| Number::Borne { name, by });
    }
    let by = if c.maybe("its") { c.stance.it } else { reference(c)? };
    tally_name(c).map(|name| Number::Borne { name, by })
}

/// `white's points`, `the points of the opponent`.
fn counter(c: &mut Cursor) -> Option<Number> {
    if let Some(name) = c.attempt(|c| {
        c.maybe("the");
        let name = counter_name(c)?;
        c.maybe("of").then_some(name)
    }) {
        return player(c).map(|of| Number::Counter { name, of });
    }
    let of: Player = player(c)?;
    let name = counter_name(c)?;
    Some(Number::Counter { name, of })
}

/// What is used to be counted, by its plural.
const COUNTABLE: [(&str, &str); 15] = [
    ("tempi", "tempo"),
    ("points", "point"),
    ("coins", "coin"),
    ("lives", "life"),
    ("credits", "credit"),
    ("tokens", "token"),
    ("charges", "charge"),
    ("gems", "gem"),
    ("stars", "star"),
    ("chips", "chip"),
    ("ducats", "ducat"),
    ("dollars", "dollar"),
    ("gold", "gold"),
    ("money", "money"),
    ("mana", "mana"),
];

/// The plural and the singular of a word for what is used to be counted.
pub fn countable(word: &str) -> Option<(&'static str, &'static str)> {
    COUNTABLE.iter().find(|(many, one)| word == *many || word == *one).copied()
}

fn of_one(c: &Cursor, names: &[String]) -> Option<String> {
    let lexeme = c.peek().filter(|lexeme| lexeme.span == lexeme.token.span)?;
    let word = &lexeme.token.word;
    let single = format!("{word}s");
    let usual = countable(word);
    let of_these = |name: &&String| {
        **name == single || **name == plural(word) || singular(name) == *word || usual.is_some_and(|(many, _)| many == *name)
    };
    names.iter().find(of_these).cloned()
}

/// The longest of these names that stands here, of one thing in the singular.
fn named(c: &mut Cursor, names: &[String]) -> Option<String> {
    // "one food point"
    let several = |name: &&String| c.spells(name) || name.contains(' ') && c.spells_some(name);
    let found = names.iter().filter(several).max_by_key(|name| name.len()).cloned().or_else(|| of_one(c, names))?;
    // The singular of one word is one word.
    let words = if several(&&found) { found.split(' ').count() } else { 1 };
    (0..words).for_each(|_| c.skip());
    Some(found)
}

/// The most words before the name of what a man bears: "the capturing piece's".
const MAX_BEFORE_NAME: usize = 4;

/// Whether one of the next words may be what is counted for men: before that nothing of the sort is read.
pub fn tally_ahead(c: &Cursor, places: usize) -> bool {
    let named = |word: &str, name: &String| name.split(' ').next() == Some(word) || singular(name) == word || *name == plural(word);
    let counted = |word: &str| {
        let usual = countable(word).map_or(word, |(many, _)| many);
        c.words.tallies.iter().any(|name| named(word, name) || name == usual)
    };
    !c.words.tallies.is_empty() && (0..=places).filter_map(|place| c.ahead(place)).any(|lexeme| counted(&lexeme.token.word))
}

/// A counter that men bear.
pub fn tally_name(c: &mut Cursor) -> Option<String> {
    named(c, &c.words.tallies)
}

/// A counter that a rule has declared; of one thing in the singular: `at least one point`.
pub fn counter_name(c: &mut Cursor) -> Option<String> {
    let names = &c.words.counters;
    let found = named(c, names);
    match &found {
        Some(_) => {}
        None => {
            let lexeme = c.peek()?;
            if lexeme.token.sort == Sort::Word && countable(&lexeme.token.word).is_some() {
                let told = if c.words.tallies.iter().any(|name| countable(&lexeme.token.word).is_some_and(|(many, _)| many == *name)) {
                    "pieces have them: say whose, \"the moving piece loses one\"".to_string()
                } else if names.is_empty() {
                    "no rule in force counts anything yet".to_string()
                } else {
                    format!("there are: {}", names.join(", "))
                };
                let message = format!("nobody counts \"{}\"", lexeme.token.word);
                c.refuse::<()>(Diagnostic::new("L006", lexeme.span, message).hint(&told));
            }
        }
    }
    found
}
