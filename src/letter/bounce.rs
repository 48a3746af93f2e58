//! Reports of mail systems that a mail was not delivered (RFC 3464).

use super::Address;

/// What a delivery report says about one recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// The recipient that the report is about, as far as it can be read.
    pub recipient: Option<Address>,
    pub action: Action,
    /// The enhanced status code (RFC 3463), such as `5.1.1`; empty when there is none.
    pub status: String,
    /// What the other server said; empty when there is nothing.
    pub diagnostic: String,
    /// The Message-ID of the mail that came back, when the report holds its header.
    pub original: Option<String>,
}

/// The `Action:` field of RFC 3464 section 2.3.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Given up for good.
    Failed,
    /// Still being tried.
    Delayed,
    /// Delivered, relayed or expanded.
    Done,
}

impl Bounce {
    /// Whether the address does not work and will not by itself: the delivery failed with a permanent status (class 5), or with none that says otherwise.
    pub fn is_hard(&self) -> bool {
        self.action == Action::Failed && !self.status.starts_with('4')
    }
}
