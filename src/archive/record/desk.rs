//! What a log says about the letter itself that caused a line, beside what the letter did.

use serde::{Deserialize, Serialize};

/// An event of the desk: it changes no game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DeskEvent {
    /// A letter was read; its bytes lie in `mail/in/`.
    Letter { from: String, message_id: Option<String>, subject: String },
    /// It was neither answered nor executed.
    Ignored { why: String },
    /// It was answered, and did nothing.
    Refused { why: String },
    /// Reading it failed inside the program; the operator is told.
    Quarantined { why: String },
    /// A game was set aside, and nothing is added to it; the operator is told.
    AtRest { game: String, why: String },
    /// A letter could not be had from its mailbox and was passed over; the operator is told.
    Lost { place: String, why: String },
    /// A mail to that address came back, or was not taken.
    Bounced { address: String, why: String },
}
