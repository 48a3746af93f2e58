//! Universes and boards as a sentence names them, and what it takes to make a new one.

use super::deeds::Chooser;
use super::lexer::{Sort, Token};
use super::terms::{Player, Squares};

/// Another universe or board, seen from where a man stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum World {
    /// The universe after this one; after the last comes the first.
    Next,
    /// The universe before this one.
    Previous,
    /// `Zaphod:2`.
    Number(u16),
    /// The universe that a rule has made under that name.
    Named(String),
    /// The universe of the man's home square.
    Home,
    /// Any universe but this one; `Chooser::All` is not used here.
    Another(Chooser),
    /// The next board of the same universe.
    OtherBoard,
}

/// A board that comes into being.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pub room: Room,
    pub ground: Ground,
    /// Squares of it that are holes from the start.
    pub without: Option<Squares>,
    /// What the universe is called.
    pub called: Option<String>,
}

/// To which universe a new board belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// To a new one of its own.
    Universe,
    /// To the universe in which the rule acts: a second board.
    Board,
}

/// The shape of a new board and who stands on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    Bare(Size),
    /// With the array of the law for two players.
    Array(Size, Player, Player),
    /// As that universe is now; kings are dummies.
    Copy(World),
}

/// How large a new board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// As large as the law has it.
    Usual,
    Extent {
        files: u8,
        ranks: u8,
    },
}

/// `From then on each player chooses each time on which board he moves`, beside the sentence that opens a second one: that is so anyway, and said of
/// the opening. Every word is one of these.
const EITHER_BOARD: [&str; 43] = [
    "from", "then", "on", "onwards", "each", "every", "a", "any", "the", "player", "players", "may", "can", "is", "free", "to", "choose",
    "chooses", "decide", "decides", "freely", "time", "turn", "of", "his", "turns", "which", "either", "one", "two", "board", "boards",
    "he", "moves", "move", "whether", "or", "other", "in", "at", "makes", "they", "play",
];

/// The sentences without what a second board brings with it anyway.
pub fn one_move(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    let any = |sentence: &[Token], words: &[&str]| sentence.iter().any(|token| words.iter().any(|word| token.is_word(word)));
    let opens = |sentence: &Vec<Token>| any(sentence, &["board"]) && any(sentence, &["opens", "open", "second"]);
    if !sentences.iter().any(opens) {
        return sentences;
    }
    let said = |sentence: &Vec<Token>| {
        any(sentence, &["board", "boards"])
            && any(sentence, &["player", "players"])
            && any(sentence, &["move", "moves", "play"])
            && any(sentence, &["which", "either", "one", "whether"])
            && any(sentence, &["may", "can", "free", "choose", "chooses", "decide", "decides"])
            && sentence.iter().all(|token| token.sort == Sort::Mark || EITHER_BOARD.iter().any(|word| token.is_word(word)))
    };
    sentences.into_iter().filter(|sentence| !said(sentence)).collect()
}
