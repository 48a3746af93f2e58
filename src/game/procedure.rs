//! What the procedures of R16 and R17 do to a game, as values: challenges and their end, presumptions, going back and coming on again.
//!
//! Invariant: a phase is known by its turn and its side, and a person by his side: seats get other numbers when a rule brings somebody in.

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::board::SideId;
use crate::rule::Clause;

/// One side's go of a turn, whatever seat that side sits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Go {
    pub turn: u32,
    pub side: SideId,
}

/// One event of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// R16: somebody says that what was done there breaks a meta-rule.
    Challenged(Challenge),
    /// A vote on a challenge: to uphold it or not.
    Voted { on: String, side: SideId, uphold: bool },
    /// Whose votes are missing is reminded: play does not wait for them for ever.
    Urged { on: String },
    /// A challenge is decided.
    Settled { on: String, upheld: bool, how: How },
    /// R17: words are put where a rule leaves something open; the game goes on as if they stood there.
    Presumed(Presumption),
    /// The words are part of the rule from now on.
    Adopted { id: String, confirmed: bool },
    /// The author says no, and what he meant.
    Denied { id: String, filling: Filling },
    /// What the author meant, put into his rule in the timeline that goes by it.
    Clarified { id: String, filling: Filling },
    /// The game is as it was when that go began.
    Rewound { to: Go, why: Why },
    /// What was done there counts as a pass.
    Struck(Struck),
    /// Conditional orders that a player has sent ahead of his phase, all that stand of them; none: they are taken back, or taken up.
    /// The words that rules wait for and that stood beside them are said as they are taken up: they order nothing.
    SentAhead { side: SideId, lines: Vec<String>, words: Vec<String> },
    /// The orders of those goes are void, and are asked for again.
    Voided { goes: Vec<Go> },
    /// What would change the game while its dice are out is kept until they are rolled.
    Kept(Kept),
    /// The first of what is kept is done now, if it still can be.
    TakenUp,
}

/// What is kept until the dice are rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The game goes back to the beginning of that go; `instead`: what the author of a rule means, who has denied a presumption.
    Back { to: Go, why: Why, instead: Option<Filling> },
    /// A player leaves the game.
    Resignation(SideId),
}

/// Why the game goes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A challenge was upheld: its number, `c1`.
    Challenge(String),
    /// A presumption was denied: its number, `p1`.
    Denial(String),
    /// A presumption was taken back in the phase in which it was made: its number.
    Withdrawal(String),
    /// The master's word.
    Master(String),
    /// R5: a search that went on has shown that the rule or repeal of that number should not have been made.
    Search(String),
}

/// What of a go counts as a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struck {
    pub go: Go,
    /// The rule or repeal of that number; `None`: the moves.
    pub number: Option<String>,
    /// The moves in that universe alone.
    pub universe: Option<u16>,
    pub why: Why,
}

/// What is challenged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub go: Go,
    /// The rule or repeal of that number; `None`: moves.
    pub number: Option<String>,
    /// Moves in that universe alone.
    pub universe: Option<u16>,
}

/// A challenge (R16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// `c1`.
    pub id: String,
    pub by: SideId,
    pub target: Target,
    /// What is said to be broken: `R8`, or a rule kept by people, `w3`.
    pub under: Option<String>,
    pub reason: String,
    /// The go in which it was made.
    pub made: Go,
    /// Play waits for the votes.
    pub pauses: bool,
    /// The hours to come of a pause: at each but the last those are reminded whose votes are missing, and with the last it ends. None in games of
    /// before there were such hours.
    pub hours: Vec<DateTime<Utc>>,
    pub votes: Vec<(SideId, bool)>,
    pub settled: Option<(bool, How)>,
}

impl Challenge {
    pub fn is_open(&self) -> bool {
        self.settled.is_none()
    }
}

/// How a challenge came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// The program judged it again, and this is what it found.
    Proof(String),
    /// L3: one objection is enough.
    Objection,
    Vote,
    /// Play has waited its time for votes: one that is missing is a No.
    Silence,
    Ruling(String),
    /// Nobody decided: the evidence does.
    Evidence(String),
    /// Its maker took it back.
    Withdrawn,
    /// What it was about has come undone by other means.
    Moot,
}

/// A presumption while it is open (R17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presumption {
    /// `p1`.
    pub id: String,
    pub by: SideId,
    pub filling: Filling,
    /// The go in which it was made.
    pub go: Go,
}

/// Words in the place of one sentence of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The rule's number.
    pub rule: String,
    /// Which of its sentences, as they are, from 0.
    pub at: usize,
    /// In canonical words, as a whole rule: it reads back to the clauses.
    pub canonical: String,
    pub clauses: Arc<[Clause]>,
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            How::Proof(found) => write!(f, "by proof: {found}"),
            How::Objection => f.write_str("a player objects"),
            How::Vote => f.write_str("by vote"),
            How::Silence => f.write_str("since play has waited its time for the votes: a vote that is missing is a No"),
            How::Ruling(words) if words.is_empty() => f.write_str("by the master's ruling"),
            How::Ruling(words) => write!(f, "by the master's ruling: {words}"),
            How::Evidence(found) => write!(f, "by the evidence, since nobody else has decided: {found}"),
            How::Withdrawn => f.write_str("taken back"),
            How::Moot => f.write_str("what it was about has come undone"),
        }
    }
}
