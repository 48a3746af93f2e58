//! Why a text is no legal move, as far as it can be said, and which legal moves are near it.

use crate::board::{BoardId, CellId, KindId, Position};
use crate::law::actions::Verb;
use crate::law::{Law, Move, Sort};

use super::action::action;
use super::read::{NotationProblem, matches};
use super::text::Text;
use super::write::{captures, long, san};

/// The most moves that an answer lists.
const MOST_NEAR: usize = 6;

/// Why a move is not legal that leaves no real king capturable.
pub(super) const FORBIDDEN: &str = "a rule in force forbids it, or obliges you to another move";

/// How the reason begins why a move is not legal that does.
pub(super) const EXPOSES: &str = "it would let the";

/// What a text says, where it has the shape of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    kind: Option<KindId>,
    from: Option<CellId>,
    to: CellId,
}

/// The problem of a text that means none of the legal moves.
pub(super) fn refuse(text: &str, read: &Text, legal: &[Move], law: &Law, position: &Position) -> NotationProblem {
    let text = text.trim().to_owned();
    let Some(first) = legal.first() else {
        return NotationProblem::NotLegal { text, reason: "there is no legal move on this board".to_owned(), nearest: Vec::new() };
    };
    // A traveller is of another army than the men at home.
    let all: Vec<Move> = law.allied(first.army).flat_map(|army| law.unguarded(position, army, Some(first.board))).collect();
    if let Some(&exposing) = matches(read, &all, position).first() {
        let reason = exposes(&all[exposing], law, position);
        let nearest = told_once(legal.iter(), position);
        let nearest = if reason == FORBIDDEN { nearest } else { Vec::new() };
        return NotationProblem::NotLegal { text, reason, nearest };
    }
    if let Some(verb) = Verb::ALL.into_iter().find(|verb| begins(&text, *verb)) {
        let named = |played: &&Move| matches!(played.sort, Sort::Action(other) if other == verb);
        let nearest = told_once(legal.iter().filter(named), position);
        let meant = action(&text, &all, position).map(|at| &all[at]);
        let barred = meant.or_else(|| all.iter().find(named).filter(|_| nearest.is_empty()));
        let reason = match (nearest.is_empty(), barred) {
            (_, Some(barred)) => exposes(barred, law, position),
            (true, None) => format!("there is nothing to {} now", verb.word().to_lowercase()),
            (false, None) => format!("this is nothing you can {} now", verb.word().to_lowercase()),
        };
        return NotationProblem::NotLegal { text, reason, nearest };
    }
    let castles = matches!(read.core.as_str(), "OO" | "OOO");
    match said(read, first, position) {
        _ if castles => {
            let reason = "castling to that side is not possible now".to_owned();
            NotationProblem::NotLegal { text, reason, nearest: Vec::new() }
        }
        None if let Some(square) = off_the_boards(&text, position) => {
            let reason = format!("there is no square {square} here");
            let begins = |near: &&Move| text.contains(&position.geometry.name(near.from));
            NotationProblem::NotLegal { nearest: told_once(legal.iter().filter(begins), position), text, reason }
        }
        None => NotationProblem::NotUnderstood { text, examples: examples(legal, position) },
        Some(said) => {
            let mut nearest: Vec<&Move> = Vec::new();
            let tests: [&dyn Fn(&Move) -> bool; 3] = [
                &|near| near.to == said.to && said.kind.is_none_or(|kind| kind == near.kind),
                &|near| Some(near.from) == said.from,
                &|near| near.to == said.to,
            ];
            for test in tests {
                let more: Vec<&Move> = legal.iter().filter(|near| test(near) && !nearest.contains(near)).collect();
                nearest.extend(more);
            }
            let nearest = told_once(nearest.into_iter(), position);
            NotationProblem::NotLegal { text, reason: reason(said, read, legal, first, (law, position)), nearest }
        }
    }
}

/// The problem of a text that names a move that is legal, and chooses what is not left to choose in it.
pub(super) fn too_much<'m>(
    text: &str,
    (words, parts): (&str, &[String]),
    legal: impl Iterator<Item = &'m Move>,
    position: &Position,
) -> NotationProblem {
    let reason = format!("{} can be played, but not with \"{}\" behind it", words.trim(), parts.join(" & "));
    let nearest = told_once(legal, position);
    NotationProblem::NotLegal { text: text.trim().to_owned(), reason, nearest }
}

/// A square that a text names, and that is on no board.
fn off_the_boards(text: &str, position: &Position) -> Option<String> {
    let boards = || (0..position.geometry.boards.len()).map(|at| BoardId(at as u8));
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).map(|word| word.trim_start_matches(|c: char| c.is_ascii_uppercase()));
    let shaped = |word: &&str| {
        let rank = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
        word.len() - rank.len() == 1 && matches!(rank.len(), 1 | 2) && rank.bytes().all(|byte| byte.is_ascii_digit())
    };
    words.filter(shaped).find(|word| boards().all(|board| position.geometry.named(board, word).is_none())).map(str::to_owned)
}

/// Some moves written out; what is written alike for men of two armies, once.
fn told_once<'m>(moves: impl Iterator<Item = &'m Move>, position: &Position) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for near in moves {
        let written = long(near, position);
        if told.len() < MOST_NEAR && !told.contains(&written) {
            told.push(written);
        }
    }
    told
}

/// Whether a text has the shape of such an action: `SWAP e1 a1`, in any case, or `N@f3`.
fn begins(text: &str, verb: Verb) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    first.eq_ignore_ascii_case(verb.word()) || verb == Verb::Drop && first.contains('@')
}

/// Two moves of the position, the first and one of another man.
fn examples(legal: &[Move], position: &Position) -> String {
    let first = &legal[0];
    let other = legal.iter().rev().find(|other| other.man != first.man).unwrap_or(first);
    format!("{} or {}", san(first, legal, position), long(other, position))
}

/// The words for a move that leaves a real king capturable.
fn exposes(played: &Move, law: &Law, position: &Position) -> String {
    let mut after = position.clone();
    after.apply_all(&played.effects);
    let Some(threat) = law.threat(&after, played.army) else {
        return FORBIDDEN.to_owned();
    };
    let king = threat.captured.iter().map(|&man| after.man(man)).find(|man| man.royal);
    let victim = king.map_or("man", |man| after.entities.kind(man.kind).name.as_str());
    let captor = &after.entities.kind(threat.kind).name;
    let stands = king.and_then(|man| man.place.cell()).unwrap_or(threat.to);
    let [from, at] = [threat.from, stands].map(|cell| after.geometry.name(cell));
    let how = if king.is_none_or(|king| king.real) { "real" } else { "royal" };
    let universe = |board| after.geometry.board(board).universe;
    let there = universe(after.geometry.cell(stands).board);
    let place = if there == universe(played.board) { String::new() } else { format!(" in universe {there}") };
    format!("{EXPOSES} {captor} on {from} capture your {how} {victim} on {at}{place}")
}

/// Why no such move is there.
fn reason(said: Said, read: &Text, legal: &[Move], mover: &Move, (law, position): (&Law, &Position)) -> String {
    let name = |cell| position.geometry.name(cell);
    let kind_name = |kind: KindId| &position.entities.kind(kind).name;
    if let Some(from) = said.from {
        let Some(id) = position.on(from) else { return format!("nobody stands on {}", name(from)) };
        let man = position.man(id);
        let own = kind_name(man.kind);
        if law.side(man.army) != law.side(mover.army) {
            return format!("the {own} on {} is not yours", name(from));
        }
        if law.holds(position, id) {
            let by: Vec<&str> = law.holders(position, id).collect();
            return format!("the {own} on {} is held by {}, and may not move yet", name(from), by.join(" and "));
        }
        if let Some(kind) = said.kind.filter(|&kind| kind != man.kind) {
            return format!("on {} stands a {own}, not a {}", name(from), kind_name(kind));
        }
        if let Some(there) = legal.iter().find(|there| there.from == from && there.to == said.to)
            && read.captures
            && !captures(there)
        {
            return format!("there is nothing to capture on {}", name(said.to));
        }
        return format!("the {own} on {} cannot go to {}", name(from), name(said.to));
    }
    let goes = |there: &&Move| there.to == said.to && said.kind.is_none_or(|kind| kind == there.kind);
    if read.captures && legal.iter().find(goes).is_some_and(|there| !captures(there)) {
        return format!("there is nothing to capture on {}", name(said.to));
    }
    match said.kind {
        Some(kind) => format!("no {} of yours can go to {}", kind_name(kind), name(said.to)),
        None => format!("none of your men can go to {} so", name(said.to)),
    }
}

/// Takes a text apart: a kind's letter or none, a start or a part of one, an end, a choice or none; letters as written if that gives any.
fn said(read: &Text, mover: &Move, position: &Position) -> Option<Said> {
    let as_written = read.start(mover.board, position).is_none();
    [as_written.then_some(str::to_owned as fn(&str) -> String), Some(str::to_lowercase)].into_iter().flatten().find_map(|fold| {
        let core = fold(&read.core);
        let kinds = position.entities.kinds.iter().zip(0..).map(|(kind, id)| (Some(KindId(id)), fold(&kind.letter)));
        let letters: Vec<(Option<KindId>, String)> = std::iter::once((None, String::new())).chain(kinds).collect();
        letters.iter().find_map(|(_, choice)| {
            let rest = core.strip_suffix(choice.as_str())?;
            letters.iter().find_map(|(kind, letter)| {
                let (from, to) = walk(rest.strip_prefix(letter.as_str())?, mover, position)?;
                Some(Said { kind: *kind, from, to })
            })
        })
    })
}

/// A start, a part of one or none, and an end.
fn walk(text: &str, mover: &Move, position: &Position) -> Option<(Option<CellId>, CellId)> {
    let cell = |name: &str| position.geometry.named(mover.board, name);
    if let Some(to) = cell(text) {
        return Some((None, to));
    }
    text.char_indices().skip(1).find_map(|(at, _)| {
        let (start, end) = text.split_at(at);
        let (from, to) = (cell(start), cell(end)?);
        let part = cell(&format!("{start}1")).is_some() || cell(&format!("a{start}")).is_some();
        (from.is_some() || part).then_some((from, to))
    })
}
