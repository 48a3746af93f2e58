//! What a number can be by itself: `even`, `divisible by three`, `prime`, `a square number`; and how it ends.

use super::condition::{compared, divisible};
use super::joined;
use super::number::literal;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::logic::{any, negated};
use crate::rule::{Comparison, Condition, Number, Operation};

/// After "is": `even`, `divisible by three`, `prime`, `a prime number`, `a perfect square`.
pub fn quality(c: &mut Cursor, of: &Number) -> Option<Condition> {
    match c.maybe_one_of(&["divisible by", "even", "odd"]) {
        Some("divisible by") => {
            let from = c.at();
            let by = literal(c)?;
            if by < 1 {
                let problem = "a number can only be divided by a whole number above zero".to_string();
                return c.refuse(Diagnostic::new("L007", c.span_from(from), problem));
            }
            return Some(divisible(of.clone(), by));
        }
        Some("even") => return Some(divisible(of.clone(), 2)),
        Some(_) => return Some(negated(divisible(of.clone(), 2))),
        None => {}
    }
    let article = c.maybe("a");
    if word(c, &["prime", "primes"]).is_some() {
        c.attempt(|c| word(c, &["number", "numbers"]));
        return Some(prime(of));
    }
    word(c, &["perfect"]);
    (c.maybe("square") && (word(c, &["number", "numbers"]).is_some() || article)).then(|| square(of))
}

/// Before the noun: `even`, `odd-numbered`, `prime`, `square-numbered`.
pub fn adjective(c: &mut Cursor, of: &Number) -> Option<Condition> {
    if let Some(parity) = c.maybe_one_of(&["even", "odd", "even-numbered", "odd-numbered"]) {
        let even = divisible(of.clone(), 2);
        return Some(if parity.starts_with("even") { even } else { negated(even) });
    }
    if word(c, &["prime", "prime-numbered"]).is_some() {
        return Some(prime(of));
    }
    word(c, &["square-numbered"]).map(|()| square(of))
}

/// `ends in zero or five`.
pub fn ends_in(c: &mut Cursor, of: &Number) -> Option<Condition> {
    // to end on something is to arrive there, elsewhere
    let ends = c.peek().is_some_and(|lexeme| lexeme.means("arrive on") && lexeme.tokens == 2 && lexeme.token.word.starts_with("end"));
    if ends {
        c.skip();
    } else {
        word(c, &["ends", "end", "ending"])?;
        c.maybe_one_of(&["in", "on", "with"])?;
    }
    let digit = |c: &mut Cursor| {
        c.maybe("a");
        let Sort::Number(digit @ 0..=9) = c.peek()?.token.sort else { return None };
        c.skip();
        Some(digit as i32)
    };
    let first = digit(c)?;
    let digits = joined(c, &["or", "and"], first, digit);
    let last = || Number::Of(Box::new(of.clone()), Operation::Modulo, Box::new(Number::Is(10)));
    any(digits.into_iter().map(|digit| compared(last(), Comparison::Equal, Number::Is(digit))).collect())
}

fn prime(of: &Number) -> Condition {
    compared(Number::Divisors(Box::new(of.clone())), Comparison::Equal, Number::Is(2))
}

fn square(of: &Number) -> Condition {
    negated(divisible(Number::Divisors(Box::new(of.clone())), 2))
}

/// One of these words by itself, whatever phrase it is elsewhere.
fn word(c: &mut Cursor, words: &[&str]) -> Option<()> {
    let there = c.peek().is_some_and(|lexeme| lexeme.tokens == 1 && words.iter().any(|word| lexeme.token.is_word(word)));
    there.then(|| c.skip())
}
