//! The port through which letters come in, and its twin in memory.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Stopper;

/// A mailbox of letters in order of arrival.
///
/// One letter at a time: `next` gives it, the caller makes it durable, `settle` says so. `next` without `settle` gives the same letter again, so that a
/// crash between the two loses nothing; the caller knows a letter that comes twice by its bytes.
pub trait Mailbox {
    /// The first letter behind `after` (the cursor of the last durable letter; `None` = from the beginning), or `None` when there is none now.
    fn next(&mut self, after: Option<&Cursor>) -> Result<Option<Incoming>, MailboxError>;

    /// Letters that `next` is not to give, until the next call of this: those that cannot be settled, or not be had.
    fn leave_out(&mut self, letters: &BTreeSet<Cursor>);

    /// Says that the letter at `letter` is durable; the mailbox may now mark or move it, if it was told to.
    fn settle(&mut self, letter: &Cursor) -> Result<(), MailboxError>;

    /// Returns when a letter may have come, when `at_most` has passed, or when stopped; a hint only, look with `next`.
    fn wait(&mut self, at_most: Duration) -> Result<(), MailboxError>;

    /// Tries everything that reading needs (reach, login, folder) and says in one line what was found.
    fn probe(&mut self) -> Result<String, MailboxError>;
}

/// Where a letter lies in its mailbox. Prints as one line for the log and is read back from it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cursor {
    /// RFC 3501 section 2.3.1.1: a UID means the same letter only in the same folder of the same account under the same UIDVALIDITY.
    Imap {
        /// `user@host:port`, without spaces.
        account: String,
        folder: String,
        validity: u32,
        uid: u32,
    },
    /// The file name of a letter in a Maildir.
    Spool { name: String },
}

/// The text is no cursor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no mailbox cursor; one looks like `imap 17 4711 custodian@imap.example.org:993 INBOX` or `spool NAME`")]
pub struct CursorError(pub String);

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cursor::Imap { account, folder, validity, uid } => write!(f, "imap {validity} {uid} {account} {folder}"),
            Cursor::Spool { name } => write!(f, "spool {name}"),
        }
    }
}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Cursor, CursorError> {
        let imap = |rest: &str| {
            let mut words = rest.splitn(4, ' ');
            let validity = words.next()?.parse().ok()?;
            let uid = words.next()?.parse().ok()?;
            Some(Cursor::Imap { account: words.next()?.to_owned(), folder: words.next()?.to_owned(), validity, uid })
        };
        let cursor = match text.split_once(' ') {
            Some(("imap", rest)) => imap(rest),
            Some(("spool", name)) if !name.is_empty() => Some(Cursor::Spool { name: name.to_owned() }),
            _ => None,
        };
        cursor.ok_or_else(|| CursorError(text.to_owned()))
    }
}

/// A letter as it lay in the mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    pub cursor: Cursor,
    pub bytes: Vec<u8>,
    pub extent: Extent,
}

/// How much of a letter was fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Whole,
    /// The letter has `size` bytes, more than the `limit`: only its header lines are here.
    Head {
        size: u64,
        limit: u64,
    },
}

/// Why the mailbox could not be read. All but [`MailboxError::Login`] and [`MailboxError::Refused`] may pass by themselves.
#[derive(Debug, thiserror::Error)]
pub enum MailboxError {
    #[error("cannot reach {server}: {reason}")]
    Unreachable { server: String, reason: String },
    #[error("no trusted TLS connection to {server}: {reason}")]
    Tls { server: String, reason: String },
    #[error("{server} refuses the login of {user}: {reason}")]
    Login { server: String, user: String, reason: String },
    #[error("{server} refuses {what}: {reason}")]
    Refused { server: String, what: String, reason: String },
    #[error("the connection to {server} broke: {reason}")]
    Broken { server: String, reason: String },
    #[error("cannot read the spool at {path}: {reason}")]
    Spool { path: String, reason: std::io::Error },
    /// One letter; the others may be well.
    #[error("the letter at `{cursor}` cannot be had: {reason}")]
    Letter { cursor: Cursor, reason: String },
    #[error("the program failed at it: {reason}")]
    Failed { reason: String },
}

impl MailboxError {
    /// Whether trying again later, without anybody mending anything, may help.
    pub fn is_transient(&self) -> bool {
        matches!(self, MailboxError::Unreachable { .. } | MailboxError::Broken { .. } | MailboxError::Letter { .. })
    }
}

/// The names of those letters that lie in a Maildir.
pub(super) fn spool_names(letters: &BTreeSet<Cursor>) -> BTreeSet<String> {
    let name = |letter: &Cursor| match letter {
        Cursor::Spool { name } => Some(name.clone()),
        Cursor::Imap { .. } => None,
    };
    letters.iter().filter_map(name).collect()
}

/// The twin in memory: a test delivers, a clone reads.
#[derive(Clone, Debug, Default)]
pub struct MemoryMailbox {
    shared: Arc<Mutex<Delivered>>,
    stopper: Stopper,
}

#[derive(Debug, Default)]
struct Delivered {
    count: u64,
    waiting: VecDeque<(String, Result<Vec<u8>, String>)>,
    left_out: BTreeSet<String>,
}

/// How often the twin looks for a letter while it waits.
const MEMORY_LOOK: Duration = Duration::from_millis(2);

impl MemoryMailbox {
    pub fn new(stopper: Stopper) -> MemoryMailbox {
        MemoryMailbox { shared: Arc::default(), stopper }
    }

    /// Puts a letter behind all others.
    pub fn deliver(&self, bytes: impl Into<Vec<u8>>) {
        self.add(Ok(bytes.into()));
    }

    /// Puts a letter behind all others that cannot be had.
    pub fn deliver_spoilt(&self, reason: &str) {
        self.add(Err(reason.to_owned()));
    }

    fn add(&self, letter: Result<Vec<u8>, String>) {
        let mut delivered = self.lock();
        delivered.count += 1;
        let name = format!("{:020}", delivered.count);
        delivered.waiting.push_back((name, letter));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Delivered> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Mailbox for MemoryMailbox {
    fn next(&mut self, _after: Option<&Cursor>) -> Result<Option<Incoming>, MailboxError> {
        let delivered = self.lock();
        let first = delivered.waiting.iter().find(|(name, _)| !delivered.left_out.contains(name));
        let Some((name, letter)) = first else { return Ok(None) };
        let cursor = Cursor::Spool { name: name.clone() };
        match letter {
            Ok(bytes) => Ok(Some(Incoming { cursor, bytes: bytes.clone(), extent: Extent::Whole })),
            Err(reason) => Err(MailboxError::Letter { cursor, reason: reason.clone() }),
        }
    }

    fn leave_out(&mut self, letters: &BTreeSet<Cursor>) {
        self.lock().left_out = spool_names(letters);
    }

    fn settle(&mut self, letter: &Cursor) -> Result<(), MailboxError> {
        self.lock().waiting.retain(|(name, _)| !matches!(letter, Cursor::Spool { name: settled } if settled == name));
        Ok(())
    }

    fn wait(&mut self, at_most: Duration) -> Result<(), MailboxError> {
        let mut left = at_most;
        while self.lock().waiting.is_empty() && !left.is_zero() && !self.stopper.is_stopped() {
            let nap = left.min(MEMORY_LOOK);
            self.stopper.sleep(nap);
            left -= nap;
        }
        Ok(())
    }

    fn probe(&mut self) -> Result<String, MailboxError> {
        Ok(format!("{} letters wait in memory", self.lock().waiting.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_back_from_its_line() {
        for cursor in [
            Cursor::Imap {
                account: "robot@imap.example.org:993".into(),
                folder: "INBOX/chess games".into(),
                validity: 1_700_000_000,
                uid: 4_294_967_295,
            },
            Cursor::Spool { name: "000001.host".into() },
        ] {
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for bad in ["", "imap", "imap 1", "imap 1 x INBOX", "imap 1 2", "imap 1 2 INBOX", "spool", "spool ", "pop 1 2 x"] {
            assert!(bad.parse::<Cursor>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn the_twin_gives_a_letter_again_until_it_is_settled() {
        let mut mailbox = MemoryMailbox::new(Stopper::new());
        let door = mailbox.clone();
        door.deliver("one");
        door.deliver("two");
        let first = mailbox.next(None).unwrap().unwrap();
        assert_eq!(mailbox.next(None).unwrap().unwrap(), first);
        mailbox.settle(&first.cursor).unwrap();
        let second = mailbox.next(Some(&first.cursor)).unwrap().unwrap();
        assert_eq!((first.bytes.as_slice(), second.bytes.as_slice()), (&b"one"[..], &b"two"[..]));
        mailbox.settle(&second.cursor).unwrap();
        assert_eq!(mailbox.next(Some(&second.cursor)).unwrap(), None);
    }
}
