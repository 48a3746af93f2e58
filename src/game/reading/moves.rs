//! Moves on a line: which universe each names, and where the next begins.

use super::commands::command;
use super::{Names, Order};
use crate::game::courtesy::words_first;
use crate::law::Verb;

/// The moves on a line that names no command.
pub(super) fn read(text: &str, names: &Names) -> Vec<Order> {
    let starts = prefixes(text, names);
    if starts.is_empty() {
        let bare = text.trim_end_matches(['.', ',', ';']);
        return if looks_like_a_move(bare) {
            vec![Order::Move { universe: None, colour: None, text: bare.to_string() }]
        } else {
            Vec::new()
        };
    }
    if starts[0].begin != 0 || !moves_follow(&text[starts[0].after..]) {
        return Vec::new();
    }
    let ends = starts.iter().skip(1).map(|next| next.begin).chain([text.len()]);
    let parts = starts.iter().zip(ends);
    parts
        .map(|(start, end)| {
            let words = text[start.after..end].trim().trim_end_matches([',', ';', '.']).trim();
            let words = words_first(words).map_or(words, |(_, ordered)| ordered);
            match command(words) {
                ("PASS", "") => {
                    Order::Garbled { takes: "PASS is for a whole phase in which you have no legal move anywhere; alone on its line" }
                }
                _ => Order::Move { universe: Some(start.universe), colour: start.colour.clone(), text: words.to_string() },
            }
        })
        .collect()
}

/// A place in a line where a universe is named before a move.
struct Prefix {
    begin: usize,
    after: usize,
    universe: u16,
    /// The colour that named it.
    colour: Option<String>,
}

/// Every `1:`, `2.`, `Zaphod:3`, `limbo:`, `yellow:` or `yellow ` of a line that stands at its start or after a blank.
fn prefixes(text: &str, names: &Names) -> Vec<Prefix> {
    let mut found: Vec<Prefix> = Vec::new();
    let mut begin = 0;
    while begin < text.len() {
        // Behind an order, one that no move follows belongs to it: `SEND b8 Zaphod:1`.
        let orders = |after: usize| begin == 0 || !text[begin + after..].trim().is_empty();
        // Behind a universe stands the number of a move: `1: 1. e4`.
        let counts = |after: usize| {
            let behind = found.last().is_some_and(|last| text[last.after..begin].trim().is_empty());
            behind && text[begin..begin + after].ends_with('.')
        };
        let begins = begin == 0 || text[..begin].trim_end().ends_with([',', ';']);
        let named = prefix(&text[begin..], names).or_else(|| bare_number(&text[begin..], names).filter(|_| begins));
        if let Some((after, universe)) = named.filter(|(after, _)| orders(*after) && !counts(*after)) {
            let name = text[begin..begin + after].trim_end_matches(':').to_lowercase();
            let colour = names.colours.iter().any(|(colour, _)| *colour == name).then_some(name);
            found.push(Prefix { begin, after: begin + after, universe, colour });
            begin += after;
        }
        // To the start of the next word.
        let Some(blank) = text[begin..].find(char::is_whitespace) else { break };
        begin += blank;
        begin += text[begin..].len() - text[begin..].trim_start().len();
    }
    found
}

/// `4 e5` and `4 e5; 5 Nf6`, where there are several universes.
fn bare_number(text: &str, names: &Names) -> Option<(usize, u16)> {
    let (digits, rest) = text.split_once(' ')?;
    let number: u16 = digits.parse().ok()?;
    let is_one = |number: u16| names.colours.iter().any(|(_, universe)| *universe == number);
    let first = rest.split([',', ';']).next().unwrap_or(rest).trim_end_matches('.');
    (is_one(number) && is_one(2) && looks_like_a_move(first)).then_some((digits.len(), number))
}

/// The universe named at the start of a text, and the length of its name.
pub(super) fn prefix(text: &str, names: &Names) -> Option<(usize, u16)> {
    let numbered = |text: &str| -> Option<(usize, u16)> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let number: u16 = text[..digits].parse().ok().filter(|number| *number > 0)?;
        Some((digits, number))
    };
    let head = names.multiverse.len();
    let named = text.get(..head).is_some_and(|start| head > 0 && start.eq_ignore_ascii_case(names.multiverse));
    if named && text[head..].starts_with(':') {
        let (digits, number) = numbered(&text[head + 1..])?;
        let mut after = head + 1 + digits;
        after += text[after..].starts_with([':', '.', ')', ',']) as usize;
        let ends = text[after..].is_empty() || text[after..].starts_with(char::is_whitespace) || after > head + 1 + digits;
        return ends.then_some((after, number));
    }
    if let Some((digits, number)) = numbered(text)
        && !text[digits..].starts_with(char::is_alphanumeric)
    {
        return text[digits..].starts_with([':', '.', ')']).then_some((digits + 1, number));
    }
    let called =
        |name: &str| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)) && text[name.len()..].starts_with(':');
    if let Some((name, number)) = names.worlds.iter().find(|(name, _)| called(name)) {
        return Some((name.len() + 1, *number));
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let word = text[..end].to_lowercase();
    let (_, number) = names.colours.iter().find(|(colour, _)| *colour == word)?;
    match text[end..].chars().next() {
        Some(':') => Some((end + 1, *number)),
        Some(' ') if looks_like_a_move(text[end..].trim()) => Some((end, *number)),
        _ => None,
    }
}

/// Whether what stands behind a universe's number was meant as a move: "10:30 works for me" was not.
fn moves_follow(text: &str) -> bool {
    const LOOKED_AT: usize = 4;
    let text = text.trim();
    let names_a_square = |word: &str| {
        let letters: Vec<char> = word.chars().collect();
        letters.windows(2).any(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
    };
    text.is_empty()
        || command(text).0 == "PASS"
        || text
            .split_whitespace()
            .take(LOOKED_AT)
            .any(|word| names_a_square(word) || looks_like_a_move(word.trim_end_matches([',', ';', '.'])))
}

/// Short, and either castling, a word for a move, or with a square in it: `Nf3`, `e7-e8=Q`, `0-0`, `HEISENBERG` (L1). Words of talk are longer or name no square.
fn looks_like_a_move(text: &str) -> bool {
    if text.contains('&') {
        return text.split('&').all(|leg| looks_like_a_move(leg.trim()));
    }
    let words = text.split_whitespace().count();
    let first = text.split_whitespace().next().unwrap_or("");
    if names_an_action(first, text) {
        return true;
    }
    if words == 0 || words > 4 || text.len() > 24 {
        return false;
    }
    let plain = text.trim_end_matches(['+', '#', '!', '?']).to_ascii_uppercase().replace('0', "O");
    if matches!(plain.as_str(), "O-O" | "O-O-O" | "HEISENBERG") {
        return true;
    }
    // a telephone begins a line with a capital, and may go on so: `E4`, `E2-E4`
    let in_capitals = |square: &str| matches!(square.as_bytes(), [b'A'..=b'P', b'1'..=b'9'] | [b'A'..=b'P', b'1', b'0'..=b'6']);
    let squares: Vec<&str> = text.split(['-', ' ', 'x', 'X']).filter(|part| !part.is_empty()).collect();
    if squares.len() <= 2 && squares.iter().all(|square| in_capitals(square)) {
        return true;
    }
    has_a_square(text) && (first.chars().any(|c| c.is_ascii_digit()) || first.chars().count() == 1 || words == 2)
}

fn has_a_square(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit())
}

/// An action: a few words behind its verb in capitals, such as `ACT`, or more words with a square among them, such as `drop a knight on f3`.
fn names_an_action(first: &str, text: &str) -> bool {
    const MOST_WORDS: usize = 6;
    const LONGEST: usize = 60;
    let words = text.split_whitespace().count();
    let verb = Verb::ALL.iter().map(|verb| verb.word()).find(|verb| verb.eq_ignore_ascii_case(first));
    let Some(verb) = verb.filter(|_| words <= MOST_WORDS && text.len() <= LONGEST) else { return false };
    has_a_square(text) || verb == first && words <= 4
}
