//! Whole files as a man sees them: `anywhere in front of it`, `in front of it on the same file`, `on an adjacent file`, `on the file to the left of it`.

use super::placed::origin;
use crate::rule::cursor::Cursor;
use crate::rule::field::{Files, Ranks, steps};
use crate::rule::words::Lexeme;
use crate::rule::{Point, Squares};

pub fn field(c: &mut Cursor) -> Option<Squares> {
    c.attempt(ahead_or_behind).or_else(|| c.attempt(on_files))
}

fn seen(of: Squares, files: Files, ranks: Ranks) -> Squares {
    Squares::Beside { of: Box::new(of), steps: steps(files, ranks) }
}

/// `anywhere in front of it`, `behind it on its file or an adjacent file`: without either it is the one square there.
fn ahead_or_behind(c: &mut Cursor) -> Option<Squares> {
    let anywhere = c.maybe("anywhere");
    // "directly in front of it" is one square
    let near = c.peek().is_some_and(|lexeme| ["directly", "right", "just", "immediately"].iter().any(|word| lexeme.token.is_word(word)));
    let ranks = match c.maybe_one_of(&["in front of", "behind"])? {
        "behind" => Ranks::Behind,
        _ => Ranks::InFront,
    };
    let of = origin(c)?;
    match c.attempt(files) {
        Some(files) => (anywhere || !near).then(|| seen(of, files, ranks)),
        None => anywhere.then(|| seen(of, Files::Own, ranks)),
    }
}

/// Behind a place: `on the same file`, `on its own file or on the files next to it`, `on an adjacent file`.
fn files(c: &mut Cursor) -> Option<Files> {
    c.maybe_one_of(&["on", "in"])?;
    let own = c.attempt(own_file).is_some();
    if !own {
        return adjacent_files(c).map(|()| Files::Adjacent);
    }
    let more = c.attempt(|c| {
        c.maybe_one_of(&["or", "and"])?;
        c.maybe_one_of(&["on", "in"]);
        adjacent_files(c)
    });
    Some(if more.is_some() { Files::OwnOrAdjacent } else { Files::Own })
}

/// `the same file`, `its own file`, `the same`: before "or an adjacent file".
fn own_file(c: &mut Cursor) -> Option<()> {
    let own = match c.maybe_one_of(&["the", "its"])? {
        "its" => {
            c.maybe("own");
            true
        }
        _ => c.maybe("same"),
    };
    let file = file(c);
    (own && !c.sees(0, "like") && (file || c.sees(0, "or"))).then_some(())
}

/// `an adjacent file`, `the neighbouring files`, `the files next to it`, `the files next to its own`.
fn adjacent_files(c: &mut Cursor) -> Option<()> {
    c.maybe_one_of(&["a", "the", "every", "one of"]);
    c.maybe("the");
    if beside(c) {
        return file(c).then_some(());
    }
    file(c).then_some(())?;
    beside(c).then_some(())?;
    itself(c)
}

fn file(c: &mut Cursor) -> bool {
    c.maybe_one_of(&["file", "files"]).is_some()
}

/// `it`, `its own file`, `that`.
fn itself(c: &mut Cursor) -> Option<()> {
    if c.it() {
        return Some(());
    }
    c.maybe_one_of(&["its", "that"])?;
    c.maybe("own");
    file(c);
    Some(())
}

/// A word for what lies next to something.
fn beside(c: &mut Cursor) -> bool {
    const SAID: [&str; 4] = ["adjacent", "neighbouring", "neighboring", "next"];
    let there = |lexeme: &Lexeme| SAID.iter().any(|word| lexeme.token.is_word(word));
    let found = c.peek().is_some_and(there);
    if found {
        c.skip();
    }
    found
}

/// `on a file next to it`, `on an adjacent file`, `on the same or an adjacent file as it`, `on the file to the left of it`.
fn on_files(c: &mut Cursor) -> Option<Squares> {
    c.maybe_one_of(&["on", "in"])?;
    if let Some(found) = c.attempt(|c| {
        own_file(c)?;
        c.maybe_one_of(&["or", "and"])?;
        c.maybe_one_of(&["on", "in"]);
        adjacent_files(c)?;
        Some(seen(whose(c)?, Files::OwnOrAdjacent, Ranks::Every))
    }) {
        return Some(found);
    }
    c.maybe_one_of(&["a", "the", "every", "one of"]);
    c.maybe("the");
    if beside(c) {
        file(c).then_some(())?;
        let of = whose(c)?;
        return Some(seen(of, Files::Adjacent, Ranks::Every));
    }
    file(c).then_some(())?;
    if beside(c) {
        let of = match c.attempt(|c| {
            c.maybe_one_of(&["its", "that"])?;
            c.maybe("own");
            file(c).then_some(())
        }) {
            Some(()) => Squares::At(Point::Of(c.stance.it)),
            None => origin(c)?,
        };
        return Some(seen(of, Files::Adjacent, Ranks::Every));
    }
    let files = match c.maybe_one_of(&["left", "right"])? {
        "left" => Files::Left,
        _ => Files::Right,
    };
    c.maybe("of").then_some(())?;
    Some(seen(origin(c)?, files, Ranks::Every))
}

/// Whose files: `as it`, `to it`; where nobody is named, those of whom the words are about.
fn whose(c: &mut Cursor) -> Option<Squares> {
    match c.maybe_one_of(&["like", "to"]) {
        Some(_) => origin(c),
        None => Some(Squares::At(Point::Of(c.stance.it))),
    }
}
