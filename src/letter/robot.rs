//! Signs that no person wrote a letter, so that nobody is answered (RFC 3834 section 2, RFC 5230 section 4.6).

use std::fmt;

/// Why a letter must not be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Robot {
    /// It is one of the program's own mails coming back: own address, own Message-ID or the `X-Custodian` header.
    Echo,
    /// A report about the delivery of a mail (RFC 3464), or one about its display (RFC 8098).
    Report,
    /// An empty return path.
    NullReturnPath,
    /// `Auto-Submitted:` with this value, which is not `no`.
    AutoSubmitted(String),
    /// `Precedence:` with this value: bulk, junk, list or auto_reply.
    Precedence(String),
    /// Mail of a mailing list: this header is there.
    List(&'static str),
    /// A header that only autoresponders write.
    Autoresponder(&'static str),
    /// The sender is a mail system's own address, such as `mailer-daemon` or `no-reply`.
    SystemSender(String),
}

impl fmt::Display for Robot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Robot::Echo => write!(f, "it is one of our own mails coming back"),
            Robot::Report => write!(f, "it is a report of a mail system"),
            Robot::NullReturnPath => write!(f, "its return path is empty"),
            Robot::AutoSubmitted(value) => write!(f, "it says `Auto-Submitted: {value}`"),
            Robot::Precedence(value) => write!(f, "it says `Precedence: {value}`"),
            Robot::List(header) => write!(f, "it came through a mailing list (`{header}`)"),
            Robot::Autoresponder(header) => write!(f, "an autoresponder wrote it (`{header}`)"),
            Robot::SystemSender(local) => write!(f, "its sender `{local}` is a mail system"),
        }
    }
}
