//! Universes and boards as a sentence names them, and what it takes to make a new one.

use super::deeds::Chooser;
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
