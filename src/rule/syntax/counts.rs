//! How far: numbers of squares, of leaps in a row, and the parts of a bent leap.

use crate::movement::UNLIMITED;
use crate::movement::betza::MAX_RANGE;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;

/// `one square`, `exactly two squares`, `up to three squares`, `two or three squares`, `any number of squares`.
pub fn counts(c: &mut Cursor) -> Option<Vec<(u8, u8)>> {
    c.attempt(|c| {
        if c.take("any distance").is_some() {
            return Some(vec![(1, UNLIMITED)]);
        }
        // who may go so far may stop before
        if c.maybe("as far as it can") {
            return c.since(0).iter().any(|lexeme| lexeme.means("may")).then(|| vec![(1, UNLIMITED)]);
        }
        let counted = if c.take("any number of").is_some() {
            vec![(1, UNLIMITED)]
        } else if c.take("a").is_some() {
            vec![(1, 1)]
        } else {
            numbers(c)?
        };
        // "one step forward"
        let step = c.peek().is_some_and(|lexeme| ["step", "steps"].iter().any(|word| lexeme.token.is_word(word)));
        if step && c.maybe("move") {
            return Some(counted);
        }
        c.take("square")?;
        Some(counted)
    })
}

/// "... and one diagonally": the word for squares has been said.
pub fn short_counts(c: &mut Cursor) -> Option<Vec<(u8, u8)>> {
    if c.take("any number").is_some() { Some(vec![(1, UNLIMITED)]) } else { numbers(c) }
}

/// "Rooks move as far as they can": whether they choose how far, or are moved.
pub fn stops_nowhere<T>(c: &mut Cursor) -> Option<T> {
    let problem = "it is not clear whether they may stop sooner, or when this is done to them".to_string();
    let hint = "for a way of moving say \"any number of squares\"; for what is done to them say when: At the start of every turn, every {bare} moves ...";
    c.refuse(Diagnostic::new("L006", c.span_from(0), problem).hint(hint))
}

/// The number part of a count.
fn numbers(c: &mut Cursor) -> Option<Vec<(u8, u8)>> {
    if c.take("up to").is_some() {
        return Some(vec![(1, range(c)?)]);
    }
    if c.take("at least").is_some() {
        return Some(vec![(range(c)?, UNLIMITED)]);
    }
    if c.take("more than").is_some() {
        return Some(vec![(range(c)? + 1, UNLIMITED)]);
    }
    if c.take("between").is_some() {
        let least = range(c)?;
        c.take("and")?;
        let most = range(c)?;
        return ordered(c, least, most);
    }
    c.take("exactly");
    let first = range(c)?;
    if c.take_one_of(&["to", "-", "up to"]).is_some() {
        let most = range(c)?;
        return ordered(c, first, most);
    }
    let mut counted = vec![(first, first)];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["or", "and"]).is_some();
        if !comma && !joined {
            return None;
        }
        if joined && c.take("more").is_some() {
            return Some(UNLIMITED);
        }
        range(c)
    }) {
        match counted.last_mut() {
            Some(last) if next == UNLIMITED || next == last.1.saturating_add(1) => last.1 = next,
            _ => counted.push((next, next)),
        }
    }
    Some(counted)
}

fn ordered(c: &mut Cursor, least: u8, most: u8) -> Option<Vec<(u8, u8)>> {
    if least <= most {
        return Some(vec![(least, most)]);
    }
    let problem = Diagnostic::new("L007", c.span_from(c.at() - 1), format!("\"{least} to {most}\" runs backwards"));
    c.refuse(problem.hint(&format!("write: {most} to {least} squares")))
}

/// A number of squares of a range.
fn range(c: &mut Cursor) -> Option<u8> {
    let number = c.take_number("a number of squares")?;
    match u8::try_from(number) {
        Ok(range) if (1..=MAX_RANGE).contains(&range) => Some(range),
        // "fifty times" are no squares
        _ if c.sees(0, "times") => None,
        _ => {
            let problem = Diagnostic::new("L007", c.span_from(c.at() - 1), format!("{number} squares: a range is 1 to {MAX_RANGE}"));
            c.refuse(problem.hint("for no limit write: any number of squares"))
        }
    }
}

/// A part of a leap: 0 to the longest range.
pub fn distance(c: &mut Cursor) -> Option<u8> {
    let number = c.take_number("a number of squares")?;
    match u8::try_from(number) {
        Ok(range) if range <= MAX_RANGE => Some(range),
        _ => {
            let problem =
                Diagnostic::new("L007", c.span_from(c.at() - 1), format!("{number} squares: a leap is at most {MAX_RANGE} each way"));
            c.refuse(problem.hint("example: {Men} move by leaping (1,3)."))
        }
    }
}

/// `any number of times`, `up to three times`.
pub fn times(c: &mut Cursor) -> Option<(u8, u8)> {
    c.attempt(|c| {
        if c.take("any number of times").is_some() {
            return Some((1, UNLIMITED));
        }
        if c.take("any number of").is_some() {
            c.take("times")?;
            return Some((1, UNLIMITED));
        }
        let counted = numbers(c)?;
        c.take("times")?;
        let &[only] = counted.as_slice() else { return None };
        Some(only)
    })
}
