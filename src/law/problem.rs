//! What can be wrong with clauses that are to become a law.

/// A clause that cannot be enacted on these boards, with these men.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LawProblem {
    #[error("{place} speaks of a {name:?}, but there is no such kind of man; there are: {known}")]
    UnknownKind { place: ClausePlace, name: String, known: String },
    #[error("{place} speaks of the colour {name:?}, but no army has it; there are: {known}")]
    UnknownArmy { place: ClausePlace, name: String, known: String },
    #[error("the law declares no {0}")]
    Missing(&'static str),
    #[error(transparent)]
    Board(#[from] crate::board::BoardProblem),
    #[error("{place}: {reason}")]
    Wrong { place: ClausePlace, reason: String },
    #[error("{what}: {count} is more than the limit of {limit}")]
    TooMany { what: &'static str, count: usize, limit: usize },
    /// Something that only the game with its players and universes can tell.
    #[error("{0}")]
    OfTheGame(String),
}

/// Which clause of which text: `clause 2 of rule w1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClausePlace {
    /// The rule's number or the law's name: `rule w1`, `law chess`.
    pub text: String,
    /// Counted from 1.
    pub clause: usize,
}

impl std::fmt::Display for ClausePlace {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "clause {} of {}", self.clause, self.text)
    }
}
