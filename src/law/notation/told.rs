//! A move as the log tells it, against what somebody writes of it afterwards, when the moves that were legal are gone.

use crate::board::{BoardId, Position};
use crate::law::Verb;

use super::read::parted;
use super::text::Text;

/// What somebody's words say of a move that has been made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// `O-O`, the core of it.
    Castling(String),
    /// An action, in small letters: `send e8`.
    Action(String),
    Walk(Walk),
}

/// `Ng1-f3`, or as much of it as is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The second board of the universe is `b/`.
    board: Option<String>,
    /// Of a kind written without one it is empty; none where nothing is said of the kind.
    letter: Option<String>,
    /// `g1`, `g`, `1` or nothing.
    from: String,
    to: String,
    choice: Option<String>,
    captures: bool,
    /// The choices behind it, in small letters.
    parts: Vec<String>,
}

impl Told {
    /// The move that the words tell of; none where they are no notation.
    pub fn read(text: &str, position: &Position) -> Option<Told> {
        let text = text.trim().trim_end_matches(['.', ',', ';', '!']);
        if let Some(action) = action(text) {
            return Some(action);
        }
        let (board, bare) = match text.split_once('/') {
            Some((mark, bare)) if mark.chars().count() == 1 => (Some(mark.to_lowercase()), bare),
            _ => (None, text),
        };
        let (words, parts) = parted(bare);
        let read = Text::read(words, position);
        if let "OO" | "OOO" = read.core.as_str() {
            return Some(Told::Castling(read.core));
        }
        let parts = parts.iter().map(|part| part.to_lowercase()).collect();
        let spelled = |fold: fn(&str) -> String| walk(&read.core, position, fold);
        let (letter, from, to, choice) = spelled(str::to_owned).or_else(|| spelled(str::to_lowercase))?;
        Some(Told::Walk(Walk { board, letter, from, to, choice, captures: read.captures, parts }))
    }

    /// Whether the move that the log has written out whole is the one told of.
    pub fn is(&self, played: &str, position: &Position) -> bool {
        match (self, Told::read(played, position)) {
            (Told::Walk(wrote), Some(Told::Walk(played))) => wrote.is(&played),
            // What there was to choose may be left out.
            (Told::Action(wrote), Some(Told::Action(played))) => {
                played.strip_prefix(wrote.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            }
            (wrote, played) => Some(wrote) == played.as_ref(),
        }
    }
}

impl Walk {
    fn is(&self, played: &Walk) -> bool {
        let whole = self.from == played.from;
        // A whole start names its piece; without one no letter is a kind that has none.
        let kind = match &self.letter {
            None => whole || played.letter.as_deref().is_none_or(str::is_empty),
            Some(letter) => letter == played.letter.as_deref().unwrap_or_default(),
        };
        let from = whole || self.from.is_empty() || played.from.starts_with(&self.from) || played.from.ends_with(&self.from);
        let board = self.board.is_none() || self.board == played.board;
        let choice = self.choice.is_none() || self.choice == played.choice;
        let parts = self.parts.is_empty() || self.parts == played.parts;
        kind && from && board && choice && parts && self.to == played.to && (!self.captures || played.captures)
    }
}

/// `SEND e8`, `N@f3`.
fn action(text: &str) -> Option<Told> {
    let bare: String = text.chars().map(|c| if "{},".contains(c) { ' ' } else { c }).collect();
    let words: Vec<String> = bare.split_whitespace().map(str::to_lowercase).collect();
    let first = words.first()?;
    let known = first.contains('@') || words.len() > 1 && Verb::ALL.iter().any(|verb| verb.word().eq_ignore_ascii_case(first));
    known.then(|| Told::Action(words.join(" ")))
}

/// A letter, a start or a part of one, where it went, and what was chosen.
type Parts = (Option<String>, String, String, Option<String>);

fn walk(core: &str, position: &Position, fold: fn(&str) -> String) -> Option<Parts> {
    let (core, kinds) = (fold(core), &position.entities.kinds);
    let letters = || std::iter::once(None).chain(kinds.iter().filter(|kind| !kind.letter.is_empty()).map(Some));
    letters().find_map(|chosen| {
        let rest = match chosen {
            None => core.as_str(),
            Some(kind) => core.strip_suffix(fold(&kind.letter).as_str())?,
        };
        letters().find_map(|kind| {
            let rest = match kind {
                None => rest,
                Some(kind) => rest.strip_prefix(fold(&kind.letter).as_str())?,
            };
            let (from, to) = from_and_to(rest, position)?;
            let letter = kind.map(|kind| if kind.unlettered { String::new() } else { kind.letter.clone() });
            Some((letter, from, to, chosen.map(|kind| kind.letter.clone())))
        })
    })
}

fn from_and_to(text: &str, position: &Position) -> Option<(String, String)> {
    let boards = || (0..position.geometry.boards.len()).map(|at| BoardId(at as u8));
    let cell = |name: &str| boards().any(|board| position.geometry.named(board, name).is_some());
    let file = |name: &str| cell(&format!("{name}1"));
    let rank = |name: &str| cell(&format!("a{name}"));
    let start = |name: &str| name.is_empty() || cell(name) || file(name) || rank(name);
    let splits = text.char_indices().map(|(at, _)| text.split_at(at));
    splits.filter(|(from, to)| cell(to) && start(from)).map(|(from, to)| (from.to_owned(), to.to_owned())).next()
}

#[cfg(test)]
mod tests {
    use super::Told;
    use crate::law::{read_fen, samples};
    use crate::rule::Safety;

    #[test]
    fn a_move_is_known_again_in_long_and_short_words() {
        let position = read_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &samples::chess(Safety::IfAble)).unwrap().position;
        let told = |wrote: &str| Told::read(wrote, &position);
        let is = |wrote: &str, played: &str| told(wrote).is_some_and(|told| told.is(played, &position));
        for (played, forms) in [
            ("d2-d4", &["d2-d4", "d4", "d2d4", "pawn d2 to d4", "Pd4", "D2-D4"][..]),
            ("Ng1-f3", &["Nf3", "ng1f3", "g1f3", "Ngf3", "N1f3", "knight f3", "Nf3+"]),
            ("c4xd5", &["cxd5", "c4d5", "d5"]),
            ("e7-e8=Q", &["e8=Q", "e8Q", "e8"]),
            ("Nb1xd2", &["Nbxd2", "Nbd2"]),
            ("O-O", &["0-0", "castles kingside"]),
            ("Ra1-a3{b4}", &["Ra3", "Ra1-a3 {b4}"]),
            ("SEND e8 2", &["send e8", "SEND e8 {2}"]),
            ("N@f3", &["n@f3"]),
        ] {
            for form in forms {
                assert!(is(form, played), "{form} is {played}");
            }
        }
        for (played, wrote) in [
            ("d2-d4", "d3"),
            ("d2-d4", "Nd4"),
            ("Bf1-c4", "c4"),
            ("Ng1-f3", "f3"),
            ("b3xc4", "Bc4"),
            ("Bd3-c4", "bxc4"),
            ("d4-d5", "cxd5"),
            ("e7-e8=Q", "e8=N"),
            ("O-O", "O-O-O"),
            ("SEND e8 2", "SEND e1"),
        ] {
            assert!(!is(wrote, played), "{wrote} is not {played}");
        }
        for words in ["banana", "a capture", "not e2-e4", "P-K4", "e2-e4 or d2-d4", "", "e9", "HEISENBERG", "the same"] {
            assert_eq!(told(words), None, "{words}");
        }
    }
}
