//! Shapes on the board: `the long diagonals`, `the second ring`, `the 2x2 blocks in the corners`, `the queenside`, `the squares from c3 to f6`, `the
//! left half`, `the middle files`.

use super::point::is_square;
use super::squares::either;
use crate::rule::cursor::{Cursor, Drawn};
use crate::rule::lexer::Sort;
use crate::rule::{Form, Number, Squares};

/// The last file that has one letter.
const MOST_FILES: i16 = 26;
/// What a block of squares is called.
const BLOCKS: [&str; 12] =
    ["block", "blocks", "square", "squares", "area", "areas", "region", "regions", "field", "fields", "rectangle", "box"];

/// Behind the article.
pub fn shape(c: &mut Cursor) -> Option<Squares> {
    let forms: [fn(&mut Cursor) -> Option<Squares>; 8] =
        [long_diagonals, diagonals_by_ends, ring, blocks, stretch, wing, part, lines_in_order];
    forms.into_iter().find_map(|form| c.attempt(form))
}

/// A line that has been drawn: `a random file`, `that rank`, `a file of his choice`, `the file with that number`.
pub fn drawn_line(c: &mut Cursor) -> Option<Squares> {
    const CHOSEN: [&str; 5] = ["chosen at random", "of his choice", "of the mover's choice", "of the opponent's choice", "chosen by"];
    let drawn = c.stance.drawn?;
    let random = c.maybe("a random");
    let that = !random && (c.maybe("that") || c.maybe("the"));
    if !random && !that && !c.one() {
        c.maybe("a").then_some(())?;
    }
    let of_files = c.maybe_one_of(&["file", "rank"])? == "file";
    let number = match drawn {
        Drawn::File(number) if of_files => number,
        Drawn::Rank(number) if !of_files => number,
        Drawn::Number(number) => {
            c.maybe_one_of(&["with", "of"]);
            c.maybe("the");
            c.maybe("that number").then_some(number)?
        }
        _ => return None,
    };
    if !matches!(drawn, Drawn::Number(_)) {
        let chosen = c.maybe_one_of(&CHOSEN);
        if chosen == Some("chosen by") {
            super::player(c)?;
        }
        let told = random || that || chosen.is_some();
        (told && !["of", "with", "like", "next to", "where"].iter().any(|word| c.sees(0, word))).then_some(())?;
    }
    let number = i16::from(number);
    Some(if of_files { files(number, number) } else { ranks(number, number) })
}

/// How many files and ranks the board of the law has.
pub fn extent(c: &Cursor) -> Option<(i16, i16)> {
    let board = c.words.standard.iter().rev().find_map(|form| match form {
        Form::Board { files, ranks } => Some((*files, *ranks)),
        _ => None,
    });
    board.filter(|(files, _)| *files <= MOST_FILES)
}

/// The letter of a file, from 1.
fn letter(file: i16) -> String {
    char::from(b'a' + (file - 1).clamp(0, MOST_FILES - 1) as u8).to_string()
}

/// Just one of these words, whatever phrase it is elsewhere; it is not missed if it is not there.
fn word(c: &mut Cursor, words: &[&'static str]) -> Option<&'static str> {
    let lexeme = c.peek().filter(|lexeme| lexeme.tokens == 1)?;
    let found = words.iter().copied().find(|word| lexeme.token.word == *word)?;
    c.skip();
    Some(found)
}

fn count(c: &mut Cursor) -> Option<u32> {
    let Sort::Number(number) = c.peek()?.token.sort else { return None };
    c.skip();
    Some(number)
}

fn of_the_board(c: &mut Cursor) {
    c.attempt(|c| {
        c.maybe_one_of(&["of", "on"])?;
        c.maybe("the");
        c.maybe("board").then_some(())
    });
}

fn named(cells: impl Iterator<Item = (i16, i16)>) -> Squares {
    Squares::These(cells.map(|(file, rank)| format!("{}{rank}", letter(file))).collect())
}

fn files(from: i16, to: i16) -> Squares {
    Squares::Files((from..=to).map(letter).collect())
}

fn ranks(from: i16, to: i16) -> Squares {
    either((from..=to).map(|rank| Squares::Rank { number: Number::Is(i32::from(rank)), own: false }).collect())
}

/// `long diagonal`, `two long diagonals`, `long light diagonal`.
fn long_diagonals(c: &mut Cursor) -> Option<Squares> {
    c.maybe("both");
    count(c);
    word(c, &["long", "main", "great"])?;
    let shade = word(c, &["light", "dark", "white", "black"]);
    word(c, &["diagonal", "diagonals"])?;
    of_the_board(c);
    let (files, ranks) = extent(c)?;
    (files == ranks).then_some(())?;
    // a1 is dark
    let (rising, falling) = (|at: i16| (at, at), |at: i16| (at, files + 1 - at));
    let falling_dark = files % 2 == 1;
    Some(match shade {
        Some("dark" | "black") if !falling_dark => named((1..=files).map(rising)),
        Some("light" | "white") if !falling_dark => named((1..=files).map(falling)),
        Some(_) => return None,
        None => named((1..=files).map(rising).chain((1..=files).map(falling).filter(|at| at.0 != at.1))),
    })
}

/// `a1-h8 diagonal`, `a1-h8 and a8-h1 diagonals`.
fn diagonals_by_ends(c: &mut Cursor) -> Option<Squares> {
    let mut all = Vec::new();
    loop {
        all.extend(c.take_thing("the ends of a diagonal (\"a1-h8\")", |token| super::squares::diagonal(&token.word))?);
        if c.maybe_one_of(&["and", "or", ","]).is_none() {
            break;
        }
    }
    word(c, &["diagonal", "diagonals"])?;
    let mut cells: Vec<String> = Vec::new();
    for cell in all {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    Some(Squares::These(cells))
}

fn near(of: Squares, reach: u8) -> Squares {
    Squares::Near { of: Box::new(of), reach }
}

/// `outer ring`, `second ring from the edge`, `ring around the centre`.
fn ring(c: &mut Cursor) -> Option<Squares> {
    const RING: [&str; 4] = ["ring", "rings", "circle", "rim"];
    let nth = match word(c, &["outer", "outermost"]) {
        Some(_) => Some(1),
        None => c.attempt(|c| {
            let Sort::Ordinal(nth @ 1..=4) = c.peek()?.token.sort else { return None };
            c.skip();
            Some(nth)
        }),
    };
    word(c, &RING)?;
    c.attempt(|c| c.maybe("of").then(|| c.maybe("square")).filter(|there| *there));
    let Some(nth) = nth else {
        word(c, &["around", "round", "about", "next"]).or_else(|| c.maybe("next to").then_some("around"))?;
        c.maybe("the");
        c.maybe("centre").then_some(())?;
        return Some(Squares::Both(vec![near(Squares::Centre, 1), Squares::Not(Box::new(Squares::Centre))]));
    };
    c.attempt(|c| {
        c.maybe("from").then_some(())?;
        c.maybe("the");
        word(c, &["edge", "outside", "border"])
    });
    of_the_board(c);
    Some(match nth as u8 {
        1 => Squares::Edge,
        2 => Squares::Both(vec![near(Squares::Edge, 1), Squares::Not(Box::new(Squares::Edge))]),
        more => Squares::Both(vec![near(Squares::Edge, more - 1), Squares::Not(Box::new(near(Squares::Edge, more - 2)))]),
    })
}

/// `2x2`, `4 by 4`: blocks with as many files as ranks.
fn size(c: &mut Cursor) -> Option<u8> {
    let size = match c.peek()?.token.word.split_once('x').map(|(one, other)| (one.parse::<u8>(), other.parse::<u8>())) {
        Some((Ok(one), Ok(other))) if one == other => {
            c.skip();
            one
        }
        _ if c.peek()?.token.word.ends_with('x') && c.peek()?.token.word.len() < 4 => {
            let one = c.peek()?.token.word.trim_end_matches('x').parse::<u32>().ok()?;
            c.skip();
            count(c).filter(|other| *other == one)? as u8
        }
        _ => {
            let one = count(c)?;
            word(c, &["by", "times", "x"])?;
            count(c).filter(|other| *other == one)? as u8
        }
    };
    (2..=8).contains(&size).then_some(size)
}

/// `four corner blocks of 2x2 squares`, `2x2 blocks in the corners`, `central 4x4 squares`.
fn blocks(c: &mut Cursor) -> Option<Squares> {
    let sized = !c.peek()?.token.word.contains('x') && c.ahead(1).is_some_and(|next| next.token.word.ends_with('x'));
    if sized || ["corner", "corners", "centre"].iter().any(|word| c.sees(1, word)) {
        c.attempt(count);
    }
    let mut middle = where_blocks(c);
    let before = c.attempt(size);
    middle = middle.or_else(|| where_blocks(c));
    let noun = word(c, &BLOCKS);
    let after = c.attempt(|c| {
        c.maybe("of").then_some(())?;
        size(c)
    });
    if after.is_some() {
        word(c, &BLOCKS);
    }
    let size = before.or(after)?;
    (noun.is_some() || after.is_some() || middle.is_some()).then_some(())?;
    let middle = middle.or_else(|| {
        c.attempt(|c| {
            c.maybe_one_of(&["in", "at", "of", "on"])?;
            c.maybe_one_of(&["the", "every"]);
            where_blocks(c)
        })
    })?;
    of_the_board(c);
    let (files, ranks) = extent(c)?;
    if !middle {
        return Some(Squares::Either(vec![Squares::Corner, near(Squares::Corner, size - 1)]));
    }
    // about the four squares in the middle
    (files % 2 == 0 && ranks % 2 == 0 && size % 2 == 0).then_some(())?;
    Some(if size == 2 { Squares::Centre } else { Squares::Either(vec![Squares::Centre, near(Squares::Centre, size / 2 - 1)]) })
}

/// Whether blocks are in the middle, or in the corners.
fn where_blocks(c: &mut Cursor) -> Option<bool> {
    match c.maybe_one_of(&["corner", "centre", "corners"]) {
        Some(said) => Some(said == "centre"),
        None => word(c, &["central", "inner", "middle", "innermost"]).map(|_| true),
    }
}

/// `squares from c3 to f6`, `block c3-f6`, `rectangle between c3 and f6`.
fn stretch(c: &mut Cursor) -> Option<Squares> {
    c.maybe("every");
    word(c, &BLOCKS)?;
    let between = word(c, &["between"]).is_some();
    if !between {
        word(c, &["from"]);
    }
    let ends = c.peek()?.token.word.clone();
    let (one, other) = match ends.split_once('-').filter(|(one, other)| is_square(one) && is_square(other)) {
        Some((one, other)) => {
            c.skip();
            (one.to_string(), other.to_string())
        }
        None => {
            let one = super::point::named(c)?;
            word(c, if between { &["and"] } else { &["to", "till", "through"] })?;
            (one, super::point::named(c)?)
        }
    };
    let ((left, low), (right, high)) = (at(&one)?, at(&other)?);
    let (left, right, low, high) = (left.min(right), left.max(right), low.min(high), low.max(high));
    let cells = (low..=high).flat_map(|rank| (left..=right).map(move |file| (file, rank)));
    ((right - left + 1) * (high - low + 1) <= 64).then(|| named(cells))
}

/// File and rank of a square with one letter.
fn at(square: &str) -> Option<(i16, i16)> {
    let (file, rank) = square.split_at_checked(1)?;
    Some((i16::from(file.bytes().next()? - b'a') + 1, rank.parse().ok()?))
}

/// `queenside`, `kingside`: the left and the right half as the board is drawn.
fn wing(c: &mut Cursor) -> Option<Squares> {
    let (files_all, _) = extent(c)?;
    let left = match c.peek()?.token.word.as_str() {
        "queenside" => true,
        "kingside" => false,
        _ => return None,
    };
    c.skip();
    of_the_board(c);
    let half = files_all / 2;
    Some(if left { files(1, half) } else { files(files_all - half + 1, files_all) })
}

/// `left half`, `upper right quarter`.
fn part(c: &mut Cursor) -> Option<Squares> {
    let (wide, high) = extent(c)?;
    let across = |c: &mut Cursor| word(c, &["left", "right", "western", "eastern"]);
    let along = |c: &mut Cursor| word(c, &["upper", "lower", "top", "bottom", "northern", "southern"]);
    let (up, side) = match along(c) {
        Some(up) => (Some(up), across(c)),
        None => {
            let side = across(c)?;
            (along(c), Some(side))
        }
    };
    let across = side.map(|side| if ["left", "western"].contains(&side) { files(1, wide / 2) } else { files(wide - wide / 2 + 1, wide) });
    let along =
        up.map(|up| if ["lower", "bottom", "southern"].contains(&up) { ranks(1, high / 2) } else { ranks(high - high / 2 + 1, high) });
    match (across, along) {
        (Some(one), Some(other)) => {
            word(c, &["quarter", "quadrant"])?;
            of_the_board(c);
            Some(Squares::Both(vec![one, other]))
        }
        (one, other) => {
            word(c, &["half"])?;
            of_the_board(c);
            one.or(other)
        }
    }
}

/// `two middle files`, `middle four ranks`, `outer files`.
fn lines_in_order(c: &mut Cursor) -> Option<Squares> {
    let (wide, high) = extent(c)?;
    let first = c.attempt(count);
    let middle = word(c, &["middle", "central", "centre", "center", "outer", "outermost"])?;
    let many = first.or_else(|| c.attempt(count));
    let of_files = c.maybe_one_of(&["file", "files", "rank"])? != "rank";
    of_the_board(c);
    let all = if of_files { wide } else { high };
    let lines = |from: i16, to: i16| if of_files { files(from, to) } else { ranks(from, to) };
    if middle.starts_with("outer") {
        matches!(many, None | Some(2)).then_some(())?;
        return Some(either(vec![lines(1, 1), lines(all, all)]));
    }
    let many = i16::try_from(many.unwrap_or(2)).ok().filter(|many| (1..all).contains(many) && (all - many) % 2 == 0)?;
    let from = (all - many) / 2 + 1;
    Some(lines(from, from + many - 1))
}
