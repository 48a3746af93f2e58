//! The closed grammar, one file a family of sentences. Each form takes a cursor and gives what the sentence says, or fails.

mod capture;
mod declare;
mod motion;
mod moves;
mod nouns;
mod special;

pub use capture::{Consequence, Predicate, SaidCapture, Subject};
pub use motion::{Base, Stretch};
pub use moves::{Said, SaidMotion, Verb};

use super::Form;
use super::cursor::Cursor;

/// What a sentence says, before the checker makes clauses of it.
#[derive(Clone, Debug)]
pub enum Statement {
    /// How men move, in the words of the sentence.
    Moves(Vec<Said>),
    /// What happens when a man is captured, in the words of the sentence.
    Captures(SaidCapture),
    /// Settled already; with what was assumed.
    Forms(Vec<(Form, Vec<String>)>),
}

/// A family of sentences: the form, and the template shown to a player whose sentence came near it.
pub struct Family {
    pub name: &'static str,
    pub parse: fn(&mut Cursor) -> Option<Statement>,
}

/// The sentences anybody may write.
pub const FAMILIES: &[Family] = &[
    Family { name: "capture", parse: capture::sentence },
    Family { name: "promotion", parse: special::promotion },
    Family { name: "passing", parse: special::passing },
    Family { name: "castling", parse: special::castling },
    Family { name: "movement", parse: moves::sentence },
];

/// The sentences only a law text may hold.
pub const LAW_FAMILIES: &[Family] = &[
    Family { name: "board", parse: declare::board },
    Family { name: "armies", parse: declare::armies },
    Family { name: "kind", parse: declare::kind },
    Family { name: "array", parse: declare::array },
    Family { name: "safety", parse: declare::safety },
];

/// The one form of all families that takes the whole sentence.
pub fn whole(c: &mut Cursor, families: &[&[Family]]) -> Option<Statement> {
    families.iter().copied().flatten().find_map(|family| {
        c.attempt(|c| {
            let said = (family.parse)(c)?;
            c.end()?;
            Some(said)
        })
    })
}
