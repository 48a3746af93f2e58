//! The two mail ports and what stands behind them: IMAP and SMTP, or a spool of folders, or memory in tests; and the port of beacons.
//!
//! Invariant: nothing here decides anything or keeps a cursor; a letter is handed over whole, in order, and settled only when the caller says that it is durable.

mod beacon;
mod imap;
mod mailbox;
mod outgoing;
mod smtp;
pub mod spool;
mod stopper;
mod stream;
mod trust;

pub use self::imap::{ImapConfig, ImapMailbox, Settled, Watch};
pub use crate::config::{Secret, Security};
pub use beacon::{Beacons, MemoryBeacons, NoBeacon, Relays};
pub use mailbox::{Cursor, CursorError, Extent, Incoming, Mailbox, MailboxError, MemoryMailbox};
pub use outgoing::{Accepted, MailOut, MemoryMailOut, SendError, Sent};
pub use smtp::{SmtpConfig, SmtpLogin, SmtpOut};
pub use spool::{SpoolError, SpoolMailbox, SpoolOut};
pub use stopper::Stopper;
pub use trust::Trust;
