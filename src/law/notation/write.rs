//! Writing a move. Signs of check are left out: they are the reader's to see.

use crate::board::{CellId, Position, file_name};
use crate::law::fate::yes_or_no;
use crate::law::{Label, Move, Sort, Verb};

/// `Nbd7`, `exd6`, `e8=Q`, `O-O`: as short as the legal moves of the same board allow. `position` is the one before the move.
pub fn san(played: &Move, legal: &[Move], position: &Position) -> String {
    format!("{}{}", board_mark(played, position), short(played, legal, position))
}

fn short(played: &Move, legal: &[Move], position: &Position) -> String {
    if let Some(whole) = unwalked(played, position) {
        return whole;
    }
    let letter = letter(played, position);
    let others = || legal.iter().filter(|other| like(other, played, &letter, position));
    let [file, rank] = file_and_rank(played.from, position);
    let shares = |at: usize, own: &str| others().any(|other| file_and_rank(other.from, position)[at] == *own);
    let alone = others().next().is_none();
    let from = if letter.is_empty() {
        // Pawns of chess: `exd6`; elsewhere nothing, or the whole cell.
        match (captures(played), alone) {
            (true, _) if !shares(0, &file) => file,
            (false, true) => String::new(),
            _ => file + &rank,
        }
    } else {
        match (alone, shares(0, &file), shares(1, &rank)) {
            (true, _, _) => String::new(),
            (_, false, _) => file,
            (_, true, false) => rank,
            (_, true, true) => file + &rank,
        }
    };
    let x = if captures(played) { "x" } else { "" };
    let (to, choice, labels) = (position.geometry.name(played.to), choice(played, position), labels(played, position));
    format!("{letter}{from}{x}{to}{choice}{labels}")
}

/// `Ng1-f3`, `e5xd6`, `e7-e8=Q`, `O-O`.
pub fn long(played: &Move, position: &Position) -> String {
    format!("{}{}", board_mark(played, position), whole(played, position))
}

fn whole(played: &Move, position: &Position) -> String {
    if let Some(whole) = unwalked(played, position) {
        return whole;
    }
    let (from, to) = (position.geometry.name(played.from), position.geometry.name(played.to));
    let dash = if captures(played) { "x" } else { "-" };
    format!("{}{from}{dash}{to}{}{}", letter(played, position), choice(played, position), labels(played, position))
}

/// `g1f3`, `e7e8q`; castling as the mover's two cells.
pub fn uci(played: &Move, position: &Position) -> String {
    if let Sort::Action(_) = played.sort {
        return long(played, position);
    }
    let kind = played.choice.map_or(String::new(), |kind| position.entities.kind(kind).letter.to_lowercase());
    format!("{}{}{kind}{}", position.geometry.name(played.from), position.geometry.name(played.to), labels(played, position))
}

/// `b/` before a move on the second board of a universe, `c/` on the third.
pub(super) fn board_mark(played: &Move, position: &Position) -> String {
    let geometry = &position.geometry;
    let universe = geometry.board(played.board).universe;
    match geometry.of_universe(universe).position(|board| board == played.board).unwrap_or(0) {
        0 => String::new(),
        nth => format!("{}/", file_name(nth as i16)),
    }
}

/// Castling and actions, which are not written by their ends.
fn unwalked(played: &Move, position: &Position) -> Option<String> {
    match played.sort {
        Sort::Action(verb) => Some(action(verb, played, position)),
        _ => castling(played, position).map(|side| format!("{side}{}", labels(played, position))),
    }
}

/// `N@f3`, `SWAP e1 a1`.
fn action(verb: Verb, played: &Move, position: &Position) -> String {
    if let (Verb::Drop, [Label::Kind(kind), Label::Cell(cell)]) = (verb, played.labels.as_slice()) {
        return format!("{}@{}", position.entities.kind(*kind).letter, position.geometry.name(*cell));
    }
    let words = played.labels.iter().map(|label| match label {
        Label::Cell(cell) => position.geometry.name(*cell),
        Label::Kind(kind) => position.entities.kind(*kind).name.clone(),
        Label::Universe(number) => number.to_string(),
        Label::Done(done) => yes_or_no(*done).to_owned(),
        Label::Way(way) => way.word.to_string(),
        Label::Leg(leg) => format!("& {}", long(leg, position)),
    });
    std::iter::once(verb.word().to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// What the mover chose besides: `{a3}` a square, `{Q}` a kind, ` & Ne5-d4` a further move.
fn labels(played: &Move, position: &Position) -> String {
    played.labels.iter().map(|label| self::label(label, position)).collect()
}

pub(super) fn label(label: &Label, position: &Position) -> String {
    match label {
        Label::Cell(cell) => format!("{{{}}}", position.geometry.name(*cell)),
        Label::Kind(kind) => format!("{{{}}}", position.entities.kind(*kind).letter),
        Label::Universe(number) => format!("{{{number}}}"),
        Label::Done(done) => format!("{{{}}}", yes_or_no(*done)),
        Label::Way(way) => format!("{{{}}}", way.word),
        Label::Leg(leg) => format!(" & {}", long(leg, position)),
    }
}

/// Another man's move that the same letter and destination would name.
fn like(other: &Move, played: &Move, letter: &str, position: &Position) -> bool {
    other.man != played.man
        && other.board == played.board
        && other.to == played.to
        && other.choice == played.choice
        && !matches!(other.sort, Sort::Castling { .. })
        && self::letter(other, position) == letter
}

pub(super) fn captures(played: &Move) -> bool {
    matches!(played.sort, Sort::Capture | Sort::InPassing)
}

/// The letter that notation gives the man; empty for kinds written without one.
fn letter(played: &Move, position: &Position) -> String {
    let kind = position.entities.kind(played.kind);
    if kind.unlettered { String::new() } else { kind.letter.clone() }
}

fn choice(played: &Move, position: &Position) -> String {
    played.choice.map_or(String::new(), |kind| format!("={}", position.entities.kind(kind).letter))
}

/// `O-O` towards the higher files, `O-O-O` towards the lower.
pub(super) fn castling(played: &Move, position: &Position) -> Option<&'static str> {
    let file = |cell: CellId| position.geometry.cell(cell).file;
    let up = file(played.to) > file(played.from);
    matches!(played.sort, Sort::Castling { .. }).then_some(if up { "O-O" } else { "O-O-O" })
}

/// The parts of a cell's name.
pub(super) fn file_and_rank(cell: CellId, position: &Position) -> [String; 2] {
    let cell = position.geometry.cell(cell);
    [file_name(cell.file), (cell.rank + 1).to_string()]
}
