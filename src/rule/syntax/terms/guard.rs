//! Guards: when a clause says something at all. `On turns divisible by five`, `if white is in check`, `unless`, `while they stand on the e-file`.

use super::condition::{compared, condition, divisible, phase_of};
use super::joined;
use super::number::{MAX_NUMBER, literal};
use super::predicate::state;
use super::qualities::{adjective, ends_in, quality};
use crate::rule::called;
use crate::rule::cursor::{Cursor, Expected};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::logic::{any, negated, unmoved};
use crate::rule::{Act, Class, Comparison, Condition, How, Kinds, Number, Operation, Owner, Past, Player, Point, Ref, Squares, When};

/// A guard with its first word. "It" is the man the sentence is about: [`Ref::Itself`].
pub fn guard(c: &mut Cursor) -> Option<Condition> {
    c.attempt(|c| {
        if c.maybe("if it has not moved") {
            return Some(unmoved());
        }
        if let Some(found) = c.attempt(during_phase_of) {
            return Some(found);
        }
        if let Some(found) = called::at_time(c).or_else(|| c.attempt(turns)) {
            return Some(found);
        }
        if c.maybe("unless") {
            return c.about(Ref::Itself, of_subject).map(negated);
        }
        // "until a knight has moved": as long as none has
        if c.maybe("until") {
            let what = c.about(Ref::Itself, of_subject)?;
            let what = if somebody_in_check(c, &what) { given_check() } else { what };
            return Some(negated(since_made(what)));
        }
        let asked = (c.sees(0, "when") && !c.peek()?.token.is_word("after") && c.maybe("when")) || c.maybe("while") || c.maybe("once");
        if !asked {
            c.expect(Expected::Phrase("when"));
            return None;
        }
        c.about(Ref::Itself, of_subject)
    })
}

/// `during white's phases`, `on black's turn`.
fn during_phase_of(c: &mut Cursor) -> Option<Condition> {
    let said = |c: &mut Cursor| {
        c.maybe_one_of(&["during", "on", "in"])?;
        phase_of(c).filter(|found| matches!(found, Condition::OnMove(Player::Colour(_))))
    };
    // what else stands behind "on" is no colour that is missing
    said(&mut c.fork())?;
    said(c)
}

/// `some king is in check`.
fn somebody_in_check(c: &Cursor, what: &Condition) -> bool {
    let Condition::There(Class { kinds: Kinds::Only(names), owner: Owner::Anyone, such: Some(such), .. }, Squares::Every) = what else {
        return false;
    };
    let royal = |name: &String| c.words.kinds.iter().any(|kind| kind.royal && kind.name == *name);
    matches!(&**such, Condition::Attacked(Point::Of(Ref::Itself), _)) && names.iter().all(royal)
}

fn given_check() -> Condition {
    let act = Act { how: How::Check, ..Act::any(Class::EVERY) };
    Condition::Happened(Past { act: Box::new(act), by: None, man: None, when: When::Ever })
}

/// What a rule waits for is to come: what was before it does not count.
fn since_made(what: Condition) -> Condition {
    match what {
        Condition::Happened(past) if past.when == When::Ever && past.man.is_none() => {
            Condition::Happened(Past { when: When::Since, ..past })
        }
        Condition::All(parts) => Condition::All(parts.into_iter().map(since_made).collect()),
        Condition::Any(parts) => Condition::Any(parts.into_iter().map(since_made).collect()),
        other => other,
    }
}

/// A condition; or what is said of the men of the sentence without naming them again: `when in check`, `while next to a king`.
fn of_subject(c: &mut Cursor) -> Option<Condition> {
    if let Some(found) = condition(c) {
        return Some(found);
    }
    c.attempt(|c| {
        let denied = c.maybe("not");
        // "both kings stand on one file" says of no other piece that it is a king
        let found = state(c, Ref::Itself).filter(|found| !matches!(found, Condition::Is(..)))?;
        Some(if denied { negated(found) } else { found })
    })
}

/// Whether a guard may begin here.
pub fn begins(c: &Cursor) -> bool {
    const WORDS: [&str; 19] = [
        "at the end of",
        "between",
        "until",
        "once",
        "when",
        "while",
        "unless",
        "if it has not moved",
        "on",
        "in",
        "at",
        "at the start of",
        "every",
        "from",
        "before",
        "before turn",
        "after turn",
        "during",
        "for",
    ];
    WORDS.iter().any(|word| c.sees(0, word)) || c.sees(0, "by") && !c.words.called.is_empty()
}

/// Turns by their number.
fn turns(c: &mut Cursor) -> Option<Condition> {
    let turn = |how, number| compared(Number::Turn, how, Number::Is(number));
    if let Some((how, number)) = c.attempt(nth_turn).or_else(|| c.attempt(edge_of_turn)) {
        return Some(turn(how, number));
    }
    if c.maybe("before turn") {
        c.maybe("number");
        return turn_number(c).map(|number| turn(Comparison::Less, number));
    }
    if c.maybe("after turn") {
        c.maybe("number");
        return turn_number(c).map(|number| turn(Comparison::More, number));
    }
    // "after every tenth turn": before the one that follows it
    if let Some(by) = c.attempt(|c| {
        let after = c.peek()?.token.is_word("after");
        (c.maybe("at the end of") || after && c.maybe("when")).then_some(())?;
        c.maybe("every").then_some(())?;
        let (Sort::Number(number) | Sort::Ordinal(number)) = c.peek()?.token.sort else { return None };
        let from = c.at();
        c.skip();
        c.maybe("turn").then_some(())?;
        by(c, number, from)
    }) {
        let before = Number::Of(Box::new(Number::Turn), Operation::Minus, Box::new(Number::Is(1)));
        return crate::rule::logic::all(vec![divisible(before, by), turn(Comparison::More, 1)]);
    }
    let span = |first, last| crate::rule::logic::all(vec![turn(Comparison::AtLeast, first), turn(Comparison::AtMost, last)]);
    if c.maybe("from") {
        c.maybe("turn").then_some(())?;
        c.maybe("number");
        let number = turn_number(c)?;
        if let Some(last) = c.attempt(|c| {
            c.maybe_one_of(&["to", "until", "till", "through", "up to", "-"])?;
            c.maybe("turn");
            turn_number(c)
        }) {
            return span(number, last);
        }
        c.maybe_one_of(&["on", "onward", "onwards", "forward"]);
        return Some(turn(Comparison::AtLeast, number));
    }
    if c.maybe("between") {
        c.maybe("turn").then_some(())?;
        let first = turn_number(c)?;
        c.maybe("and").then_some(())?;
        c.maybe("turn");
        return span(first, turn_number(c)?);
    }
    // "until turn ten" may take turn ten in or not: "before" is what it is told as
    if c.maybe("for") || c.sees(0, "in") || c.sees(0, "on") || c.sees(0, "during") {
        // "for the first ten turns"
        if let Some(found) = c.attempt(|c| {
            c.maybe_one_of(&["in", "on", "during"]);
            first_turns(c).map(|number| turn(Comparison::AtMost, number))
        }) {
            return Some(found);
        }
    }
    // "in the first ten turns", "at the start of turn ten"
    if c.maybe("at the start of") {
        // "at the start of every tenth turn"
        if c.maybe("every") {
            c.maybe("the");
            return if c.sees(0, "turn") { None } else { every(c) };
        }
        c.maybe("turn").then_some(())?;
        c.maybe("number");
        return turn_number(c).map(|number| turn(Comparison::Equal, number));
    }
    c.maybe_one_of(&["on", "in", "at", "during", "for"]);
    if c.maybe("every") {
        c.maybe("the");
        return every(c);
    }
    c.maybe_one_of(&["the", "a"]);
    if let Some(such) = c.attempt(|c| adjective(c, &Number::Turn)) {
        return c.maybe("turn").then_some(such);
    }
    c.maybe_one_of(&["turn", "turn number"])?;
    which(c)
}

/// `until the tenth turn`, `after the fifth turn`, `from the third turn on`, `on the twelfth turn`, `at the end of turn ten`.
fn nth_turn(c: &mut Cursor) -> Option<(Comparison, i32)> {
    let after = c.peek()?.token.is_word("after");
    let when = c.maybe_one_of(&["until", "before", "when", "from", "on", "in", "during", "at the start of", "at the end of"])?;
    let how = match when {
        "until" | "before" => Comparison::Less,
        "when" if after => Comparison::More,
        "when" => return None,
        "from" => Comparison::AtLeast,
        _ => Comparison::Equal,
    };
    let number = if when == "at the end of" && c.maybe("turn") {
        c.maybe("number");
        turn_number(c)?
    } else {
        c.maybe("the").then_some(())?;
        let nth =
            c.take_thing("which turn (\"the tenth turn\")", |token| if let Sort::Ordinal(nth) = token.sort { Some(nth) } else { None })?;
        c.maybe("turn").then_some(())?;
        c.attempt(|c| {
            c.maybe("of").then_some(())?;
            c.maybe("the").then_some(())?;
            c.maybe("game").then_some(())
        });
        i32::try_from(nth).ok().filter(|nth| (1..=MAX_NUMBER as i32).contains(nth))?
    };
    if when == "from" {
        c.maybe_one_of(&["on", "onward", "onwards", "forward"]);
    }
    // what is done at a turn's end is done before the next one begins
    Some((how, if when == "at the end of" { number + 1 } else { number }))
}

/// `until the end of turn ten`, `after the end of turn ten`, `from the start of turn ten on`.
fn edge_of_turn(c: &mut Cursor) -> Option<(Comparison, i32)> {
    let after = c.peek()?.token.is_word("after");
    let when = c.maybe_one_of(&["until", "before", "when", "from"])?;
    (when != "when" || after).then_some(())?;
    c.maybe("the");
    let edge =
        ["end", "start", "beginning"].into_iter().find(|edge| c.peek().is_some_and(|next| next.tokens == 1 && next.token.is_word(edge)))?;
    c.skip();
    c.maybe("of").then_some(())?;
    c.maybe("turn").then_some(())?;
    c.maybe("number");
    let number = turn_number(c)?;
    if when == "from" {
        c.maybe_one_of(&["on", "onward", "onwards", "forward"]);
    }
    Some((
        match (when, edge) {
            ("until" | "before", "end") => Comparison::AtMost,
            ("until" | "before", _) => Comparison::Less,
            ("when" | "from", "end") => Comparison::More,
            _ => Comparison::AtLeast,
        },
        number,
    ))
}

/// `the first ten turns`, `your first three turns of the game`, `the first turn`.
fn first_turns(c: &mut Cursor) -> Option<i32> {
    c.maybe_one_of(&["the", "its", "every"]);
    c.maybe("player");
    c.sort(&Sort::Ordinal(1)).then_some(())?;
    let number = if matches!(c.peek()?.token.sort, Sort::Number(_)) { turn_number(c)? } else { 1 };
    c.maybe("turn").then_some(())?;
    c.attempt(|c| {
        c.maybe("of").then_some(())?;
        c.maybe("the").then_some(())?;
        c.maybe("game").then_some(())
    });
    Some(number)
}

/// After "every": `fifth turn`, `five turns`, `other turn`, `turn divisible by five`.
fn every(c: &mut Cursor) -> Option<Condition> {
    if let Some(such) = c.attempt(|c| adjective(c, &Number::Turn)) {
        return c.maybe("turn").then_some(such);
    }
    if c.maybe("turn") {
        return which(c);
    }
    let from = c.at();
    let other = c.peek().is_some_and(|lexeme| lexeme.token.is_word("other"));
    if other {
        c.skip();
    }
    let number = if other {
        2
    } else {
        c.take_thing("which turn (\"every fifth turn\")", |token| match token.sort {
            Sort::Number(number) | Sort::Ordinal(number) => Some(number),
            _ => None,
        })?
    };
    c.maybe("turn").then_some(())?;
    by(c, number, from).map(|by| divisible(Number::Turn, by))
}

fn by(c: &mut Cursor, number: u32, from: usize) -> Option<i32> {
    if (1..=MAX_NUMBER).contains(&number) {
        return Some(number as i32);
    }
    let problem = Diagnostic::new("L007", c.span_from(from), format!("every {number} turns: 1 to {MAX_NUMBER} can be counted"));
    c.refuse(problem)
}

/// After "turns": `divisible by five`, `whose number is even`, `5, 10 or 15`, `5 to 10`.
fn which(c: &mut Cursor) -> Option<Condition> {
    if let Some(found) = c.attempt(|c| {
        let ending = c.peek().is_some_and(|lexeme| lexeme.token.is_word("ending"));
        if !ending {
            c.maybe_one_of(&["that", "which", "whose", "with"])?;
            c.maybe_one_of(&["number", "numbers"]);
        }
        ends_in(c, &Number::Turn)
    }) {
        return Some(found);
    }
    // "with an odd number"
    if let Some(found) = c.attempt(|c| {
        c.maybe("with").then_some(())?;
        c.maybe("a");
        let found = adjective(c, &Number::Turn)?;
        c.peek().filter(|lexeme| ["number", "numbers"].iter().any(|word| lexeme.token.is_word(word))).map(|_| c.skip())?;
        Some(found)
    }) {
        return Some(found);
    }
    c.attempt(|c| {
        c.maybe_one_of(&["that", "which", "whose"])?;
        c.maybe_one_of(&["number", "numbers"]);
        c.maybe_one_of(&["is", "are"])
    });
    let denied = c.maybe("not");
    let found = match c.attempt(|c| quality(c, &Number::Turn)) {
        Some(found) => found,
        None if denied => return None,
        None => return listed(c),
    };
    Some(if denied { negated(found) } else { found })
}

fn listed(c: &mut Cursor) -> Option<Condition> {
    let turn = |how, number| compared(Number::Turn, how, Number::Is(number));
    let first = turn_number(c)?;
    if let Some(last) = c.attempt(|c| {
        c.maybe_one_of(&["to", "-"])?;
        turn_number(c)
    }) {
        return crate::rule::logic::all(vec![turn(Comparison::AtLeast, first), turn(Comparison::AtMost, last)]);
    }
    let all = joined(c, &["or", "and"], first, turn_number);
    any(all.into_iter().map(|number| turn(Comparison::Equal, number)).collect())
}

fn turn_number(c: &mut Cursor) -> Option<i32> {
    literal(c)
}
