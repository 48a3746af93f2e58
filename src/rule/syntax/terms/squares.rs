//! Sets of squares: `d4, e4 or d5`, `the last rank`, `empty squares next to it`.

use super::number::number;
use super::placed::{around, in_brackets, one_placed};
use super::player::{player, reference};
use super::point::{named, square_of};
use super::{joined, men};
use crate::rule::cursor::{Cursor, Expected};
use crate::rule::diagnostic::Diagnostic;
use crate::rule::lexer::Sort;
use crate::rule::{Class, Form, Number, Owner, Player, Point, Squares};

/// The longest edge of a board.
const MAX_EDGE: u32 = 64;

/// Squares in any wording: lists, parts of them, exceptions.
pub fn squares(c: &mut Cursor) -> Option<Squares> {
    c.attempt(|c| {
        let first = narrowed(c)?;
        let all = joined(c, &["or", "and"], first, |c| {
            c.maybe_one_of(&["on", "in", "at"]);
            let one = narrowed(c).or_else(|| c.attempt(around))?;
            // "it stands on e4 or e5 is attacked": a square of which more is said begins something else
            let subject = ["is", "are", "stands", "has", "have", "belongs to"].iter().any(|verb| c.sees(0, verb));
            (!subject).then_some(one)
        });
        Some(either(all))
    })
}

/// One sort of squares, without "or" and without what narrows it.
pub fn single(c: &mut Cursor) -> Option<Squares> {
    let found = c.attempt(seen);
    if found.is_none() {
        c.expect(Expected::Thing("squares (\"e4\", \"the last rank\", \"empty squares\")"));
        unknown_region(c);
    }
    found
}

/// Some squares, of them those on others, except some.
fn narrowed(c: &mut Cursor) -> Option<Squares> {
    c.attempt(|c| {
        let mut parts = Vec::new();
        match c.attempt(seen).or_else(|| c.attempt(plain_squares)) {
            Some(first) => parts.push(first),
            None => parts.push(single(c)?),
        }
        loop {
            if let Some(next) = c.attempt(one_placed) {
                parts.push(next);
            } else if let Some(spared) = c.attempt(|c| {
                c.comma();
                c.maybe_one_of(&["except", "but"])?;
                c.maybe_one_of(&["not", "on"]);
                c.maybe("on");
                spared(c)
            }) {
                parts.push(Squares::Not(Box::new(spared)));
            } else {
                break;
            }
        }
        Some(both(parts))
    })
}

/// What is left out: `except rank 1 or rank 8` leaves out both.
fn spared(c: &mut Cursor) -> Option<Squares> {
    let first = single(c)?;
    let mut all = vec![first];
    while let Some(more) = c.attempt(|c| {
        c.take_one_of(&["or", "and"])?;
        c.maybe("on");
        let one = single(c)?;
        // a square of which more is said begins something else
        let subject = ["is", "are", "stands", "has", "have", "belongs to"].iter().any(|verb| c.sees(0, verb));
        (!subject).then_some(one)
    }) {
        all.push(more);
    }
    Some(either(all))
}

/// `squares`, `any square`, `the board`, before what says which.
fn plain_squares(c: &mut Cursor) -> Option<Squares> {
    c.maybe_one_of(&["every", "a", "the"]);
    c.maybe("the");
    (c.maybe("square") || c.maybe("board")).then_some(())?;
    // what names squares by itself is no plain square: "the square opposite e4", "squares attacked by a pawn"
    let said = ["opposite", "occupied", "occupied by", "attacked", "attacked by", "with"].iter().any(|word| c.sees(0, word));
    let counted = c.peek().is_some_and(|lexeme| matches!(lexeme.token.sort, Sort::Number(_)));
    let named = c.peek().is_some_and(|lexeme| super::point::is_square(&lexeme.token.word));
    (!said && !counted && !named).then_some(Squares::Every)
}

/// All of them; a plain "squares" among them says nothing.
fn both(parts: Vec<Squares>) -> Squares {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Squares::Every => {}
            Squares::Both(more) => flat.extend(more),
            one => flat.push(one),
        }
    }
    match flat.len() {
        0 => Squares::Every,
        1 => flat.remove(0),
        _ => Squares::Both(flat),
    }
}

/// Any of them; names and files next to one another become one list.
fn either(parts: Vec<Squares>) -> Squares {
    let mut flat: Vec<Squares> = Vec::new();
    for part in parts.into_iter().flat_map(|part| if let Squares::Either(more) = part { more } else { vec![part] }) {
        match (flat.last_mut(), part) {
            (Some(Squares::These(names)), Squares::These(more)) | (Some(Squares::Files(names)), Squares::Files(more)) => {
                names.extend(more.into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
            }
            (_, part) => flat.push(part),
        }
    }
    match flat.len() {
        1 => flat.remove(0),
        _ => Squares::Either(flat),
    }
}

/// Ranks and halves as the one sees them whom the words are about.
fn seen(c: &mut Cursor) -> Option<Squares> {
    let found = atom(c)?;
    if !c.passive {
        return Some(found);
    }
    let edge = edge(c)?;
    Some(match found {
        Squares::Half { own } => Squares::Half { own: !own },
        Squares::LastRank => Squares::Rank { number: Number::Is(1), own: true },
        Squares::Rank { number: Number::Is(number), own: true } => Squares::Rank { number: Number::Is(edge + 1 - number), own: true },
        other => other,
    })
}

/// How many ranks the board of the law has.
fn edge(c: &Cursor) -> Option<i32> {
    c.words.standard.iter().rev().find_map(|form| if let Form::Board { ranks, .. } = form { Some(i32::from(*ranks)) } else { None })
}

fn atom(c: &mut Cursor) -> Option<Squares> {
    if let Some(found) = in_brackets(c) {
        return Some(found);
    }
    if let Some(point) = square_of(c) {
        return Some(Squares::At(point));
    }
    if let Some(name) = region(c) {
        return Some(Squares::Region(name));
    }
    if let Some(of) = c.attempt(secret) {
        return Some(Squares::Secret(of));
    }
    if let Some(half) = c.attempt(half) {
        return Some(half);
    }
    c.maybe("one of");
    c.maybe_one_of(&["every", "a", "the", "its"]);
    c.maybe("the");
    let forms: [fn(&mut Cursor) -> Option<Squares>; 6] = [these, ranks, files, kinds, with_men, beside];
    forms.into_iter().find_map(|form| c.attempt(form))
}

/// `the opponent's secret square`, `the secret square of its owner`.
fn secret(c: &mut Cursor) -> Option<Player> {
    c.maybe("the");
    if c.maybe("secret square") {
        c.take("of")?;
        return player(c);
    }
    player(c).filter(|_| c.maybe("secret square"))
}

/// `e4`, `square e4`.
fn these(c: &mut Cursor) -> Option<Squares> {
    c.maybe("square");
    named(c).map(|name| Squares::These(vec![name]))
}

/// `rank 4`, `ranks 3 to 6`, `the fourth rank`, `the last rank`, `even ranks`.
fn ranks(c: &mut Cursor) -> Option<Squares> {
    // "the other side", said of squares
    let far = c.sees(0, "opponent") && c.peek().is_some_and(|lexeme| lexeme.token.is_word("other"));
    if c.maybe("last rank") || far && c.maybe("opponent") {
        return Some(Squares::LastRank);
    }
    let from = c.at();
    let edge = edge(c);
    if let Some(side) = c.attempt(|c| {
        let side = c.maybe_one_of(&["top", "upper", "bottom", "lower"])?;
        c.maybe("rank").then_some(side)
    }) {
        let number = if matches!(side, "top" | "upper") { edge? } else { 1 };
        return Some(Squares::Rank { number: Number::Is(number), own: false });
    }
    if let Some(first) = c.attempt(|c| {
        c.maybe("own");
        c.maybe("back rank").then_some(1)
    }) {
        return Some(Squares::Rank { number: Number::Is(first), own: true });
    }
    // "the first two ranks", "the last three ranks"
    if let Some(found) = c.attempt(|c| {
        c.maybe("own");
        let last = c.maybe("last");
        (last || c.sort(&Sort::Ordinal(1))).then_some(())?;
        let many = literal_ahead(c)?;
        c.maybe("rank").then_some(())?;
        let (many, edge) = (on_board(c, many, from)?, edge?);
        (many <= edge).then(|| if last { own_ranks(edge - many + 1, edge) } else { own_ranks(1, many) })
    }) {
        return Some(found);
    }
    // "the rank on which it began"
    if let Some(of) = c.attempt(|c| {
        let starting = c.maybe_one_of(&["home", "starting"]).is_some();
        c.maybe("rank").then_some(())?;
        if starting {
            return Some(c.it);
        }
        c.maybe_one_of(&["where", "on"]);
        c.maybe("which");
        let of = reference(c)?;
        c.maybe_one_of(&["started", "began", "starts", "begins"])?;
        c.maybe("the");
        c.maybe("game");
        c.maybe("on");
        Some(of)
    }) {
        return Some(Squares::Rank { number: Number::Rank { point: Box::new(Point::Home(of)), own: false }, own: false });
    }
    if c.maybe("own") {
        c.maybe("rank").then_some(())?;
        return rank_number(c, from).map(|number| Squares::Rank { number, own: true });
    }
    if let Some(odd) = c.maybe_one_of(&["even", "odd"]) {
        c.maybe("rank").then_some(())?;
        let numbers = (1..=edge?).filter(|number| (number % 2 == 1) == (odd == "odd"));
        return Some(either(numbers.map(|number| Squares::Rank { number: Number::Is(number), own: false }).collect()));
    }
    if let Some(number) = c.take_thing("which rank (\"last\", \"fifth\")", |token| match token.sort {
        Sort::Ordinal(number) => Some(number),
        _ => None,
    }) {
        c.maybe("rank").then_some(())?;
        let least = on_board(c, number, from)?;
        // "the fifth rank or further"
        let further = c.attempt(|c| {
            c.maybe("or").then_some(())?;
            c.maybe_one_of(&["further", "farther", "beyond", "higher", "above"]).map(|_| ())
        });
        return match further {
            Some(()) => Some(own_ranks(least, edge?)),
            None => Some(Squares::Rank { number: Number::Is(least), own: true }),
        };
    }
    c.maybe("rank").then_some(())?;
    let rank = |number| Squares::Rank { number, own: false };
    let first = rank_number(c, from)?;
    if let Number::Is(least) = first
        && let Some(most) = c.attempt(|c| {
            c.maybe_one_of(&["to", "-"])?;
            c.take_number("a rank")
        })
    {
        let most = on_board(c, most, from)?;
        if most < least {
            let problem = Diagnostic::new("L007", c.span_from(from), format!("\"{least} to {most}\" runs backwards"));
            return c.refuse(problem.hint(&format!("write: ranks {most} to {least}")));
        }
        return Some(either((least..=most).map(|number| rank(Number::Is(number))).collect()));
    }
    let all = joined(c, &["or", "and"], rank(first), |c| {
        let number = c.take_number("a rank")?;
        on_board(c, number, from).map(|number| rank(Number::Is(number)))
    });
    Some(either(all))
}

/// A number that is not missed if it is not there.
fn literal_ahead(c: &mut Cursor) -> Option<u32> {
    let Sort::Number(number) = c.peek()?.token.sort else { return None };
    c.skip();
    Some(number)
}

/// The ranks from one on, counted from the own side.
fn own_ranks(least: i32, most: i32) -> Squares {
    either((least..=most.max(least)).map(|number| Squares::Rank { number: Number::Is(number), own: true }).collect())
}

/// After "beyond": `the fourth rank`, `the middle`.
pub fn beyond(c: &mut Cursor) -> Option<Squares> {
    c.maybe_one_of(&["the", "its"]);
    if c.maybe("centre") {
        return Some(Squares::Half { own: false });
    }
    let from = c.at();
    let number = c.take_thing("which rank (\"last\", \"fifth\")", |token| match token.sort {
        Sort::Ordinal(number) => Some(number),
        _ => None,
    })?;
    c.maybe("rank").then_some(())?;
    let last = on_board(c, number, from)?;
    let edge = edge(c);
    edge.filter(|edge| last < *edge).map(|edge| own_ranks(last + 1, edge))
}

/// A number of a rank: a literal, or any number in brackets.
fn rank_number(c: &mut Cursor, from: usize) -> Option<Number> {
    if c.sees(0, "(") {
        return c.nested(number);
    }
    let literal = c.take_number("the number of the rank")?;
    on_board(c, literal, from).map(Number::Is)
}

fn on_board(c: &mut Cursor, number: u32, from: usize) -> Option<i32> {
    if (1..=MAX_EDGE).contains(&number) {
        return Some(number as i32);
    }
    let problem = Diagnostic::new("L007", c.span_from(from), format!("there is no rank {number}: ranks are 1 to {MAX_EDGE}"));
    c.refuse(problem)
}

/// `the e-file`, `file e`, `the files a and h`, `the a- and h-files`.
fn files(c: &mut Cursor) -> Option<Squares> {
    let letter = |c: &mut Cursor| {
        // "it", "or" and the like are words of the table and no letters
        c.peek().filter(|lexeme| lexeme.phrase.is_none_or(|phrase| phrase == "a"))?;
        c.take_thing("the letter of a file", |token| {
            let letter = token.sort == Sort::Word && token.word.len() <= 2 && token.word.chars().all(|c| c.is_ascii_lowercase());
            letter.then(|| token.word.clone())
        })
    };
    if c.maybe_one_of(&["file", "files"]).is_some() {
        let first = letter(c)?;
        return Some(Squares::Files(unique(joined(c, &["or", "and"], first, letter))));
    }
    let mut names = Vec::new();
    loop {
        let whole = c.take_thing("a file", |token| {
            let letters = token.word.strip_suffix("-file").or(token.word.strip_suffix("-files"))?;
            letters.chars().all(|c| c.is_ascii_lowercase()).then(|| letters.to_string()).filter(|letters| letters.len() <= 2)
        });
        if let Some(letters) = whole {
            names.push(letters);
            return Some(Squares::Files(unique(names)));
        }
        names.push(letter(c)?);
        c.maybe("-").then_some(())?;
        let comma = c.maybe(",");
        let joined = c.maybe_one_of(&["and", "or"]).is_some();
        (comma || joined).then_some(())?;
    }
}

fn unique(names: Vec<String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Squares with a quality: `light squares`, `the edge`, `a corner`, `empty squares`.
fn kinds(c: &mut Cursor) -> Option<Squares> {
    let plain = match c.maybe_one_of(&["light", "dark", "empty", "white", "black"]) {
        Some(word) => {
            c.maybe("square").then_some(())?;
            return Some(match word {
                "light" | "white" => Squares::Light,
                "empty" => Squares::Empty,
                _ => Squares::Dark,
            });
        }
        None => match c.maybe_one_of(&["edge", "corner", "centre"])? {
            "edge" => Squares::Edge,
            "corner" => Squares::Corner,
            _ => Squares::Centre,
        },
    };
    c.maybe("square");
    c.attempt(|c| {
        c.maybe("of").then_some(())?;
        c.maybe("the").then_some(())?;
        c.maybe("board").then_some(())
    });
    Some(plain)
}

/// Squares by the men on them or around them: `squares occupied by a pawn`, `attacked squares`.
fn with_men(c: &mut Cursor) -> Option<Squares> {
    let enemy = Class { owner: Owner::Enemy, ..Class::EVERY };
    match c.maybe_one_of(&["occupied", "attacked"]) {
        Some("occupied") => return c.maybe("square").then(|| Squares::Under(Box::new(Class::EVERY))),
        Some(_) => return c.maybe("square").then(|| Squares::AttackedBy(Box::new(enemy))),
        None => {}
    }
    c.maybe("square").then_some(())?;
    match c.maybe_one_of(&["occupied by", "attacked by", "with", "occupied", "attacked"])? {
        "attacked by" => c.nested(men).map(|class| Squares::AttackedBy(Box::new(class))),
        "attacked" => Some(Squares::AttackedBy(Box::new(enemy))),
        "with" => {
            let class = c.nested(men)?;
            c.maybe("on").then_some(())?;
            c.maybe("it").then_some(())?;
            Some(Squares::Under(Box::new(class)))
        }
        "occupied" => {
            if c.maybe("by") {
                return c.nested(men).map(|class| Squares::Under(Box::new(class)));
            }
            Some(Squares::Under(Box::new(Class::EVERY)))
        }
        _ => c.nested(men).map(|class| Squares::Under(Box::new(class))),
    }
}

/// `the square in front of it`, `squares two squares behind e4`.
fn beside(c: &mut Cursor) -> Option<Squares> {
    c.maybe("square").then_some(())?;
    around(c)
}

/// `own half`, `the enemy half of the board`.
fn half(c: &mut Cursor) -> Option<Squares> {
    c.maybe("the");
    let its = c.maybe("its");
    let own = match c.maybe_one_of(&["own", "enemy", "opponent"]) {
        Some("own") => true,
        Some(_) => false,
        None if its => true,
        None => return None,
    };
    c.maybe_one_of(&["half", "side"])?;
    c.attempt(|c| {
        c.maybe("of").then_some(())?;
        c.maybe("the").then_some(())?;
        c.maybe("board").then_some(())
    });
    Some(Squares::Half { own })
}

/// `the hot zone`: a name that a rule has given.
fn region(c: &mut Cursor) -> Option<String> {
    let names = c.words.regions.clone();
    c.attempt(|c| {
        c.maybe_one_of(&["the", "a"]);
        let name = names.iter().filter(|name| c.spells_some(name)).max_by_key(|name| name.len())?;
        name.split(' ').for_each(|_| c.skip());
        // "an icy square"
        c.maybe("square");
        Some(name.clone())
    })
}

/// A name that nobody has given is told with those that there are.
fn unknown_region(c: &mut Cursor) {
    let named = c.attempt(|c| {
        c.maybe("the").then_some(())?;
        let from = c.at();
        let word = c.peek().filter(|lexeme| lexeme.token.sort == Sort::Word)?.token.word.clone();
        c.skip();
        let last = c.maybe_one_of(&["zone", "area", "region", "swamp"])?;
        Some((format!("{word} {last}"), c.span_from(from)))
    });
    let Some((name, span)) = named else { return };
    let known = c.words.regions.iter().map(|name| format!("the {name}")).collect::<Vec<_>>().join(", ");
    let told = if known.is_empty() { "no rule in force has named squares yet".to_string() } else { format!("there are: {known}") };
    c.refuse::<()>(Diagnostic::new("L006", span, format!("there are no squares called \"{name}\"")).hint(&told));
}

/// Squares as a plural noun, for counting: `empty squares`, `squares on the e-file`; not men.
pub fn set(c: &mut Cursor) -> Option<Squares> {
    let begins = ["square", "light", "dark", "empty", "occupied", "attacked", "corner", "edge", "every"];
    let every = usize::from(c.sees(0, "every"));
    let noun =
        begins.iter().any(|word| c.sees(every, word)) || (c.sees(every, "white") || c.sees(every, "black")) && c.sees(every + 1, "square");
    noun.then_some(())?;
    narrowed(c)
}
