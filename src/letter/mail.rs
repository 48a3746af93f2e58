//! A mail to be sent, as the adjudicator means it: one recipient, text, perhaps HTML with its pictures.

use chrono::{DateTime, Utc};

use super::{Address, Correspondent};

/// One mail to one correspondent. Ids are Message-IDs without angle brackets, as [`super::Own::message_id`] gives them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    pub id: String,
    pub date: DateTime<Utc>,
    pub from: Correspondent,
    pub to: Correspondent,
    /// Where the reply shall go when not to `from`: [`super::Own::reply_address`].
    pub reply_to: Option<Address>,
    /// With its tag, such as `[Zaphod] turn 7, blue to play`.
    pub subject: String,
    pub in_reply_to: Option<String>,
    /// From the root of the thread on; the root is the same for all mails of a game.
    pub references: Vec<String>,
    pub kind: Kind,
    pub list: Option<List>,
    /// Plain text, lines parted by `\n`.
    pub text: String,
    pub html: Option<Html>,
}

/// What a mail is for; says how it declares itself to other robots (RFC 3834 section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The answer to a letter: `auto-replied`.
    Answer,
    /// The boards after a phase.
    Turn,
    /// The only mail to somebody who has not answered yet.
    Invitation,
    /// Reminders, master's acts, alerts.
    Notice,
}

impl Kind {
    /// How headers and logs call it.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Answer => "answer",
            Kind::Turn => "turn",
            Kind::Invitation => "invitation",
            Kind::Notice => "notice",
        }
    }
}

/// The list that a game's mails make for a mail program (RFC 2919, RFC 2369).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Such as `zaphod.example.org`: letters, digits, `.`, `-`, `_`; other characters become `-`.
    pub id: String,
    pub name: String,
    /// Where to write to leave, and with which subject.
    pub leave: Address,
    pub leave_subject: String,
}

/// The HTML form of a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Html {
    /// Names a picture as `cid:CID`.
    pub body: String,
    pub images: Vec<Image>,
}

/// A picture inside the mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Unique in the mail, such as `board-1`: letters, digits and `.-_@`; the HTML names the picture as `cid:` and exactly this.
    pub cid: String,
    /// File name shown by the mail reader.
    pub name: String,
    /// The bytes of a PNG file.
    pub png: Vec<u8>,
}
