//! What only a law text says: board, armies, kinds, the array, the safety of the king.

use super::Statement;
use super::terms;
use crate::rule::cursor::Cursor;
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::wording::plural;
use crate::rule::{Army, Form, MannerOfKind, Safety};

/// The longest edge of a board.
const MAX_EDGE: u32 = 64;
/// The most a kind is worth, in pawns.
const MAX_VALUE: u32 = 1000;
/// What a kind is worth of which that is not said, in pawns.
const USUAL_VALUE: u16 = 3;

fn settled(form: Form) -> Option<Statement> {
    Some(Statement::Forms(vec![(form, Vec::new())]))
}

/// `The board has 8 files and 8 ranks.`
pub fn board(c: &mut Cursor) -> Option<Statement> {
    c.take("the")?;
    c.take("board")?;
    c.take("has")?;
    let files = edge(c)?;
    c.take("files")?;
    c.take("and")?;
    let ranks = edge(c)?;
    c.take("rank")?;
    settled(Form::Board { files, ranks })
}

/// `There is a second board.`
pub fn second_board(c: &mut Cursor) -> Option<Statement> {
    c.take("there is")?;
    c.take("a")?;
    c.take_thing("\"second\"", |token| (token.sort == Sort::Ordinal(2)).then_some(()))?;
    c.take("board")?;
    settled(Form::SecondBoard)
}

/// `All pieces cross to the same square of the other board.`
pub fn crossing(c: &mut Cursor) -> Option<Statement> {
    let who = terms::class(c)?;
    for word in ["cross", "to", "the", "same", "square", "of", "the", "other", "board"] {
        c.take(word)?;
    }
    settled(Form::Crossing(who))
}

fn edge(c: &mut Cursor) -> Option<i16> {
    let number = c.take_number("a number")?;
    if (1..=MAX_EDGE).contains(&number) {
        return Some(number as i16);
    }
    let problem = Diagnostic::new("L007", c.span_from(c.at() - 1), format!("a board's edge is 1 to {MAX_EDGE} squares, not {number}"));
    c.refuse(problem)
}

/// `The armies are white, moving up, and black, moving down.`
pub fn armies(c: &mut Cursor) -> Option<Statement> {
    c.take("the")?;
    c.take("armies")?;
    c.take("are")?;
    let mut found = vec![army(c)?];
    while let Some(next) = c.attempt(|c| {
        let comma = c.comma();
        let joined = c.take("and").is_some();
        if comma || joined { army(c) } else { None }
    }) {
        found.push(next);
    }
    settled(Form::Armies(found))
}

fn army(c: &mut Cursor) -> Option<Army> {
    let name = c.take_thing("the name of a colour", |token| (token.sort == Sort::Word).then(|| token.word.clone()))?;
    c.comma();
    c.take("moving")?;
    let up = c.take_one_of(&["up", "down"])? == "up";
    Some(Army { name, up })
}

/// `A knight (knights, N, ♞) is worth 3 points.`
pub fn kind(c: &mut Cursor) -> Option<Statement> {
    let word = |c: &mut Cursor, what| c.take_thing(what, |token| (token.sort == Sort::Word).then(|| token.word.clone()));
    c.take("a")?;
    let name = word(c, "the name of a kind")?;
    if let Some(said) = c.attempt(|c| plainly(c, &name)) {
        return Some(said);
    }
    c.take("(")?;
    let plural = word(c, "its plural")?;
    c.take(",")?;
    let letter = word(c, "its letter")?.to_uppercase();
    let figure = c.attempt(|c| {
        c.take(",")?;
        c.take_thing("its figure", |token| token.word.chars().next().filter(|_| token.sort == Sort::Mark))
    });
    c.take(")")?;
    c.take("is")?;
    let new = c.attempt(|c| {
        c.take("a")?;
        let new = c.maybe("new");
        c.take_one_of(&["piece", "kind"])?;
        c.attempt(|c| c.take("of").and_then(|()| c.take("piece")));
        new.then_some(())
    });
    if new.is_some() && !c.sees(0, "worth") {
        let kind = MannerOfKind { name, plural, letter, figure, value: USUAL_VALUE, unlettered: false, royal: false };
        return Some(Statement::Forms(vec![(Form::Kind(kind), vec![format!("worth {USUAL_VALUE} points")])]));
    }
    c.take("worth")?;
    let value = c.take_number("its worth in points")?;
    if value > MAX_VALUE {
        let problem = Diagnostic::new("L007", c.span_from(c.at() - 1), format!("a kind is worth at most {MAX_VALUE} points"));
        return c.refuse(problem);
    }
    c.take_one_of(&["points", "point"])?;
    let royal = c.attempt(|c| {
        c.take("and")?;
        c.take("is")?;
        c.take("royal")
    });
    let unlettered = c.attempt(|c| {
        c.take("and")?;
        c.take("is")?;
        c.take("written")?;
        c.take("without")?;
        c.take("its")?;
        c.take("letter")
    });
    let value = value as u16;
    settled(Form::Kind(MannerOfKind { name, plural, letter, figure, value, unlettered: unlettered.is_some(), royal: royal.is_some() }))
}

/// `A ship is a new piece worth 5 points.`, `A ship is a new piece.`: plural, letter and worth are assumed.
fn plainly(c: &mut Cursor, name: &str) -> Option<Statement> {
    // "a wizard (Z) is a new piece"
    let chosen = c.attempt(|c| {
        c.take("(")?;
        let letter =
            c.take_thing("its letter", |token| (token.sort == Sort::Word && token.word.len() == 1).then(|| token.word.to_uppercase()))?;
        c.take(")").map(|()| letter)
    });
    c.take("is")?;
    c.take("a")?;
    c.take("new")?;
    c.take_one_of(&["piece", "kind"])?;
    c.attempt(|c| c.take("of").and_then(|()| c.take("piece")));
    let value = c.attempt(|c| {
        c.comma();
        c.take("worth")?;
        let value = c.take_number("its worth in points")?;
        c.take_one_of(&["points", "point"])?;
        (value <= MAX_VALUE).then_some(value as u16)
    });
    let plural = plural(name);
    let taken = |letter: &String| c.words.kinds.iter().any(|kind| kind.letter == *letter && kind.name != name);
    let letters = name.chars().chain('a'..='z').filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase().to_string());
    let mut free = letters.filter(|letter| !taken(letter));
    let chosen = chosen.filter(|letter| !taken(letter));
    let letter = c.words.kind(name).map(|kind| kind.letter.clone()).or(chosen).or_else(|| free.next())?;
    let mut assumed = vec![format!("{plural} for several, {letter} in notation")];
    if value.is_none() {
        assumed.push(format!("worth {USUAL_VALUE} points"));
    }
    let value = value.unwrap_or(USUAL_VALUE);
    let kind = MannerOfKind { name: name.to_string(), plural, letter, figure: None, value, unlettered: false, royal: false };
    Some(Statement::Forms(vec![(Form::Kind(kind), assumed)]))
}

/// `The array is "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".`
pub fn array(c: &mut Cursor) -> Option<Statement> {
    c.take("the")?;
    c.take("array")?;
    c.take("is")?;
    let placement = c.take_thing("an array in quotes", |token| (token.sort == Sort::Quoted).then(|| token.word.clone()))?;
    settled(Form::Array(placement))
}

/// `A move may not leave the mover's own royalty capturable.`
pub fn safety(c: &mut Cursor) -> Option<Statement> {
    c.take("a")?;
    c.take("move")?;
    let free = c.take("may").is_some();
    if !free {
        c.take("may not")?;
    }
    c.take("leave")?;
    c.take("the")?;
    c.take("mover")?;
    c.take("own")?;
    c.take("royalty")?;
    if !free && c.attempt(|c| c.take("directly")).is_some() {
        c.take("capturable")?;
        return settled(Form::Safety(Safety::Direct));
    }
    c.take("capturable")?;
    if free {
        return settled(Form::Safety(Safety::Free));
    }
    let able = c.attempt(|c| {
        c.comma();
        c.take("when")?;
        c.take("a")?;
        c.take("move")?;
        c.take("may not")
    });
    settled(Form::Safety(if able.is_some() { Safety::IfAble } else { Safety::Never }))
}
