//! A player's words for a move, stripped to letters and cells.

use crate::board::{BoardId, CellId, Entities, Position};

/// Longer texts are no moves.
const MAX_TEXT: usize = 80;

/// A text as it is compared: no blanks, dashes, signs or filling words; kinds as letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// `Ng1f3`, `OO`.
    pub core: String,
    /// It says that something is captured.
    pub captures: bool,
}

/// Words that say nothing, and signs for check and praise.
const FILLING: [&str; 18] = [
    "to",
    "on",
    "from",
    "at",
    "the",
    "my",
    "and",
    "moves",
    "move",
    "goes",
    "promotes",
    "promoting",
    "becomes",
    "becoming",
    "check",
    "checkmate",
    "mate",
    "en",
];
/// Words and signs for a capture.
const CAPTURES: [&str; 6] = ["x", "takes", "captures", "taking", "ep", "passant"];
/// Words for castling, with what they stand for.
const CASTLING: [(&str, &str); 6] =
    [("castles", "OO"), ("castle", "OO"), ("short", ""), ("kingside", ""), ("long", "O"), ("queenside", "O")];

impl Text {
    pub fn read(text: &str, position: &Position) -> Text {
        let mut read = Text { core: String::new(), captures: false };
        if text.len() > MAX_TEXT {
            return read;
        }
        let plain: String = text.chars().filter(|&c| !is_variation(c)).flat_map(|c| plain(c, &position.entities)).collect();
        let numberless = without_number(plain.trim());
        let text = without_passing(numberless);
        for word in text.split_whitespace() {
            read.take_word(word, position);
        }
        // Whoever captures in passing captures.
        read.captures |= text.len() < numberless.len();
        read
    }

    /// The first of two squares that are all there is, but for a choice behind them: `b1-b2` is the man on b1, not a bishop of the first rank.
    /// A capital is a kind's letter where nobody stands on that square.
    pub(super) fn start(&self, board: BoardId, position: &Position) -> Option<CellId> {
        let core = self.core.to_lowercase();
        let cell = |name: &str| position.geometry.named(board, name);
        let choices = position.entities.kinds.iter().filter_map(|kind| core.strip_suffix(kind.letter.to_lowercase().as_str()));
        let squares = |text: &str| {
            text.char_indices().skip(1).find_map(|(at, _)| {
                let (start, end) = text.split_at(at);
                cell(start).filter(|_| cell(end).is_some())
            })
        };
        let start = std::iter::once(core.as_str()).chain(choices).find_map(squares)?;
        let capital = self.core.starts_with(|c: char| c.is_uppercase());
        (!capital || position.on(start).is_some()).then_some(start)
    }

    fn take_word(&mut self, word: &str, position: &Position) {
        let word = word.trim_matches(|c: char| "+#!?.,;".contains(c));
        let lower = word.to_lowercase();
        let side: String = word.chars().filter(|&c| c != '-').collect();
        if FILLING.contains(&lower.as_str()) {
        } else if CAPTURES.contains(&lower.as_str()) {
            self.captures = true;
        } else if let Some(kind) = position.entities.kinds.iter().find(|kind| kind.name == lower || kind.plural == lower) {
            self.core.push_str(&kind.letter);
        } else if let Some((_, sign)) = CASTLING.iter().find(|(name, _)| *name == lower) {
            self.core.push_str(sign);
        } else if matches!(side.len(), 2 | 3) && side.chars().all(|c| "0oO".contains(c)) {
            self.core.push_str(&"OOO"[..side.len()]);
        } else {
            self.take_signs(word, position);
        }
    }

    /// A word of letters, cells and signs.
    fn take_signs(&mut self, word: &str, position: &Position) {
        let low = position.geometry.boards.iter().any(|board| board.first_rank < -1);
        let chars: Vec<char> = word.chars().collect();
        for (at, &c) in chars.iter().enumerate() {
            // An x before a digit is a file of a wide board.
            let capture = c == ':' || c == 'x' && at > 0 && chars.get(at + 1).is_some_and(|next| next.is_alphabetic());
            // Below rank 0 lies rank -1: `h-1`.
            let minus =
                low && c == '-' && at > 0 && chars[at - 1].is_ascii_lowercase() && chars.get(at + 1).is_some_and(char::is_ascii_digit);
            if capture {
                self.captures = true;
            } else if minus || !"-=()+#!?.,:/".contains(c) {
                self.core.push(c);
            }
        }
    }
}

/// Marks that ask for a coloured or a plain picture of the character before.
fn is_variation(c: char) -> bool {
    ('\u{FE00}'..='\u{FE0F}').contains(&c)
}

/// A character as it is typed: dashes and multiplication signs plain, figurines as letters.
fn plain(c: char, entities: &Entities) -> Vec<char> {
    // Unicode has the outlined figurines six before the filled ones.
    let filled = if ('\u{2654}'..='\u{2659}').contains(&c) { char::from_u32(c as u32 + 6).unwrap_or(c) } else { c };
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => vec!['-'],
        '×' => vec!['x'],
        _ => match entities.kinds.iter().find(|kind| kind.figure == Some(filled)) {
            Some(kind) => kind.letter.chars().collect(),
            None => vec![c],
        },
    }
}

/// Without `12.` or `12...` at its beginning.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') { rest.trim_start_matches('.').trim_start() } else { text }
}

/// Without `e.p.` at its end.
fn without_passing(text: &str) -> &str {
    let endings = ["e.p.", "e.p", "ep"];
    let rest = endings.iter().find_map(|ending| {
        let at = text.len().checked_sub(ending.len()).filter(|&at| text.is_char_boundary(at))?;
        text[at..].eq_ignore_ascii_case(ending).then(|| &text[..at])
    });
    rest.filter(|rest| rest.ends_with(|c: char| c.is_ascii_digit() || c.is_whitespace())).unwrap_or(text)
}
