//! What a log says about the letter itself that caused a line, beside what the letter did.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An event of the desk: it changes no game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DeskEvent {
    /// A letter came; its bytes lie in `mail/in/`. `unproven`: nothing shows that it is from that address, so it does nothing and costs it nothing.
    Letter {
        from: String,
        message_id: Option<String>,
        subject: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unproven: bool,
    },
    /// It was neither answered nor executed.
    Ignored { why: String },
    /// It was answered, and did nothing.
    Refused { why: String },
    /// It was kept and not read: sent again, it is a letter like any other.
    Unread { why: Unread },
    /// Reading it failed inside the program; the operator is told.
    Quarantined { why: String },
    /// A game was set aside, and nothing is added to it; the operator is told.
    AtRest { game: String, why: String },
    /// A mail of this house names a line of a game's log, and the first digits of the head before it, and the log has no such line.
    /// `founded`: the digest of the settings of that game, for another one may come to have its name.
    LinesLost { game: String, founded: String, line: u64, mail: String, digits: String, branch: u32 },
    /// The house signs with a key of which the one that has signed before knows nothing; fingerprints.
    NewKey { key: String, before: String },
    /// The house signs with a key of which the right had ended when that newer one signed; fingerprints.
    OldKey { key: String, newer: String },
    /// It signs in turn again; that key and the other, as they were told.
    KeyInTurn { key: String, other: String },
    /// Files that the lines of that log vouch for are not there; the operator is told. `names`: the digest of their names, a line each.
    FilesGone {
        log: String,
        what: String,
        #[serde(default)]
        names: String,
    },
    /// Those are there again, or made again.
    FilesBack { log: String },
    /// The newest line is dated so far ahead of the clock that one of the two was wrong.
    ClockBehind { newest: String },
    /// A game that was at rest is played on.
    GoesOn { game: String },
    /// A letter could not be had from its mailbox and was passed over; the operator is told.
    Lost { place: String, why: String },
    /// It brought the genuine beacon of a round that a game waits for.
    Beacon { round: u64, signature: String },
    /// A mail to that address came back, or was not taken.
    Bounced { address: String, why: String },
}

/// Why a letter is kept unread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unread {
    /// It came beyond the hourly limit.
    TooMany,
    /// Its game is at rest.
    GameAtRest,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unread::TooMany => "too many letters came from that address within an hour",
            Unread::GameAtRest => "its game is at rest",
        })
    }
}
