//! A letter as it was understood.

use chrono::{DateTime, Utc};

use super::{Authentication, Bounce, Correspondent, Defect, Line, Robot, Token};

/// A letter read by [`super::read`]. Message-IDs stand without angle brackets; a field that the letter lacks is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// SHA-256 of the letter's bytes: its identity.
    pub digest: [u8; 32],
    /// The one sender; none when the `From:` line is missing, doubled or unusable (then [`Letter::defects`] says which).
    pub sender: Option<Correspondent>,
    /// Everybody in To, Cc and the delivery headers (Delivered-To, X-Original-To, ...), in that order, each once.
    pub recipients: Vec<Correspondent>,
    pub message_id: Option<String>,
    pub in_reply_to: Vec<String>,
    pub references: Vec<String>,
    /// Decoded, on one line.
    pub subject: String,
    /// As the sender's clock had it.
    pub date: Option<DateTime<Utc>>,
    /// Why it must not be answered, if so.
    pub robot: Option<Robot>,
    /// One for each recipient of a delivery report.
    pub bounces: Vec<Bounce>,
    pub authentication: Authentication,
    /// Reply tokens of the program that the letter shows: of plus-addresses first, then of Message-IDs, the nearest first, each once.
    pub tokens: Vec<Token>,
    /// What its writer wrote: neither quotes nor signatures nor forwarded letters. No blank lines at either end.
    pub lines: Vec<Line>,
    pub defects: Vec<Defect>,
}

impl Letter {
    /// What makes its lines other than what its writer wrote, so that no order in it can be executed.
    pub fn spoiled(&self) -> Option<&Defect> {
        self.defects.iter().find(|defect| defect.spoils_text())
    }
}
