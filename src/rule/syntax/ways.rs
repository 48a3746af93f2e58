//! Which way: directions in words.

use crate::rule::bearing::{Bearing, bearing};
use crate::rule::cursor::{Cursor, Expected};

/// Directions joined by commas, "or" and "and"; none if there is none.
pub fn bearings(c: &mut Cursor) -> Vec<&'static Bearing> {
    let Some(first) = c.attempt(one_bearing) else { return Vec::new() };
    let mut found = vec![first];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take_one_of(&["or", "and"]).is_some();
        if !comma && !joined {
            return None;
        }
        one_bearing(c)
    }) {
        // "diagonally forward or backward": both are diagonal
        let diagonal = found.last().is_some_and(|last| last.phrase.starts_with("diagonally "));
        let turned = if diagonal { bearing(&format!("diagonally {}", next.phrase)) } else { None };
        found.push(turned.unwrap_or(next));
    }
    found
}

fn one_bearing(c: &mut Cursor) -> Option<&'static Bearing> {
    const WAYS: [&str; 4] = ["forward", "backward", "left", "right"];
    let of_the_board = c.peek().is_some_and(|lexeme| lexeme.tokens == 3 && ["up", "down"].iter().any(|word| lexeme.token.is_word(word)));
    let first = c.take_one_of(&[
        "in any direction",
        "orthogonally",
        "diagonally",
        "forward",
        "backward",
        "left",
        "right",
        "sideways",
        "vertically",
    ]);
    // "to its left"
    let first = first.or_else(|| {
        c.attempt(|c| {
            c.maybe("to").then_some(())?;
            c.maybe("its").then_some(())?;
            c.maybe_one_of(&["left", "right"])
        })
    });
    let Some(first) = first else {
        c.expect(Expected::Thing("a direction"));
        return None;
    };
    if of_the_board {
        c.assume("each towards the other side, as it sees it");
    }
    match first {
        "diagonally" => {
            let one = c.attempt(|c| c.take_one_of(&WAYS));
            let two = one.and_then(|_| c.attempt(|c| c.take_one_of(&WAYS)));
            diagonal(one, two)
        }
        "orthogonally" => match c.attempt(|c| c.take_one_of(&WAYS)) {
            Some(way) => bearing(way),
            None => bearing(first),
        },
        "forward" | "backward" | "left" | "right" => {
            let two = c.attempt(|c| c.take_one_of(&WAYS));
            match c.attempt(|c| c.take("diagonally")).or(two.map(|_| ())) {
                Some(()) => diagonal(Some(first), two.or_else(|| c.attempt(|c| c.take_one_of(&WAYS)))),
                None => bearing(first),
            }
        }
        other => bearing(other),
    }
}

/// `diagonally`, `diagonally forward`, `diagonally forward left`.
fn diagonal(one: Option<&'static str>, two: Option<&'static str>) -> Option<&'static Bearing> {
    let upright = |way: &&str| matches!(*way, "forward" | "backward");
    match (one, two) {
        (None, _) => bearing("diagonally"),
        (Some(one), None) => bearing(&format!("diagonally {one}")),
        (Some(one), Some(two)) if upright(&one) => bearing(&format!("diagonally {one} {two}")),
        (Some(one), Some(two)) => bearing(&format!("diagonally {two} {one}")),
    }
}
