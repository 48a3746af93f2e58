//! Letters from an IMAP server (RFC 3501) over TLS, by IDLE (RFC 2177) or by polling.
//!
//! Invariant: reading changes nothing on the server; only `settle` does, and only what the operator asked for. `UNSEEN` is never asked: other programs set flags.

use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use imap::Error;
use imap::types::UnsolicitedResponse;

use super::stream::{Fault, Stream};
use super::{Cursor, Extent, Incoming, Mailbox, MailboxError, Secret, Stopper, Trust};

/// Longest IDLE: servers and routers forget a connection that is silent for longer (RFC 2177 allows 29 minutes, few routers do).
const LONGEST_IDLE: Duration = Duration::from_secs(290);
/// Bytes of header lines that are fetched of a letter that is too large.
const HEAD: usize = 256 * 1024;

/// How to reach the mailbox.
#[derive(Clone, Debug)]
pub struct ImapConfig {
    pub host: String,
    /// 993 where nobody chose another.
    pub port: u16,
    pub user: String,
    pub password: Secret,
    pub trust: Trust,
    /// `INBOX` as a rule; other names as the server writes them.
    pub folder: String,
    pub watch: Watch,
    /// Letters with more bytes are not fetched whole.
    pub size_limit: u64,
    pub settled: Settled,
}

/// How to notice new letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Stay connected and be told; where the server does not offer it, look every so often.
    Idle { else_every: Duration },
    /// Look every so often.
    Poll { every: Duration },
}

/// What happens to a letter that is durable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It stays as it is.
    Leave,
    /// It is marked as seen.
    MarkSeen,
    /// It is moved into this folder, which is made when it is not there.
    MoveTo(String),
}

/// A mailbox on an IMAP server. It connects when it is first asked, and again whenever the connection is lost.
pub struct ImapMailbox {
    config: ImapConfig,
    stopper: Stopper,
    live: Option<Live>,
    /// UIDs of letters that wait behind `floor`, in order.
    waiting: VecDeque<u32>,
    floor: u32,
    /// UIDs that are not to be given, each with its UIDVALIDITY.
    left_out: BTreeSet<(u32, u32)>,
}

/// A connection with the folder open.
struct Live {
    session: imap::Session<Stream>,
    validity: u32,
    letters: u32,
    offers_idle: bool,
    offers_move: bool,
    offers_uid_expunge: bool,
}

impl ImapMailbox {
    pub fn new(config: ImapConfig, stopper: Stopper) -> ImapMailbox {
        ImapMailbox { config, stopper, live: None, waiting: VecDeque::new(), floor: 0, left_out: BTreeSet::new() }
    }

    fn server(&self) -> String {
        format!("{}:{}", self.config.host, self.config.port)
    }

    fn connect(&mut self) -> Result<Live, MailboxError> {
        self.waiting.clear();
        let config = &self.config;
        let server = self.server();
        let stream = Stream::open(&config.host, config.port, &config.trust, &self.stopper).map_err(|fault| match fault {
            Fault::Unreachable(reason) => MailboxError::Unreachable { server: server.clone(), reason },
            Fault::Untrusted(reason) => MailboxError::Tls { server: server.clone(), reason },
        })?;
        let mut client = imap::Client::new(stream);
        let greeting = client.read_greeting().map_err(|error| self.error("the greeting", error))?;
        if !greeting.starts_with(b"* OK") && !greeting.starts_with(b"* PREAUTH") {
            return Err(MailboxError::Broken { server, reason: String::from_utf8_lossy(&greeting).trim().to_owned() });
        }
        let mut session = client.login(&config.user, config.password.reveal()).map_err(|(error, _)| match error {
            Error::No(no) => MailboxError::Login { server: server.clone(), user: config.user.clone(), reason: no.information },
            Error::Validate(_) => MailboxError::Login {
                server: server.clone(),
                user: config.user.clone(),
                reason: "the user name or the password holds a line end".to_owned(),
            },
            error => self.error("the login", error),
        })?;
        let offers = session.capabilities().map_err(|error| self.error("CAPABILITY", error))?;
        let open = match config.settled {
            Settled::Leave => session.examine(&config.folder),
            Settled::MarkSeen | Settled::MoveTo(_) => session.select(&config.folder),
        };
        let folder = open.map_err(|error| self.error(&format!("the folder {}", config.folder), error))?;
        let Some(validity) = folder.uid_validity else {
            return Err(MailboxError::Refused {
                server,
                what: format!("the folder {}", config.folder),
                reason: "it has no UIDVALIDITY".to_owned(),
            });
        };
        let (offers_idle, offers_move, offers_uid_expunge) = (offers.has_str("IDLE"), offers.has_str("MOVE"), offers.has_str("UIDPLUS"));
        Ok(Live { session, validity, letters: folder.exists, offers_idle, offers_move, offers_uid_expunge })
    }

    /// Asks the server something, connected anew where needed. A connection that failed in any way is given up: the next question opens another.
    fn ask<T>(&mut self, what: &str, question: impl FnOnce(&mut Live) -> imap::error::Result<T>) -> Result<T, MailboxError> {
        let mut live = match self.live.take() {
            Some(live) => live,
            None => self.reading("the greeting", Self::connect)?,
        };
        let answer = self.reading(what, |mailbox| {
            let answer = question(&mut live);
            live.session.take_all_unsolicited().for_each(drop);
            answer.map(|answer| (answer, live)).map_err(|error| mailbox.error(what, error))
        });
        answer.map(|(answer, live)| {
            self.live = Some(live);
            answer
        })
    }

    /// Reads what a server says; where that fails, the socket is forgotten. The library panics on some answers: to IDLE, on a tagged OK at once.
    fn reading<T>(&mut self, what: &str, read: impl FnOnce(&mut Self) -> Result<T, MailboxError>) -> Result<T, MailboxError> {
        let answer = catch_unwind(AssertUnwindSafe(|| read(self)));
        let unreadable = || MailboxError::Broken { server: self.server(), reason: format!("its answer to {what} cannot be read") };
        let answer = answer.unwrap_or_else(|_| Err(unreadable()));
        if answer.is_err() {
            self.stopper.watch(None);
        }
        answer
    }

    fn error(&self, what: &str, error: Error) -> MailboxError {
        let server = self.server();
        match error {
            Error::No(no) => MailboxError::Refused { server, what: what.to_owned(), reason: no.information },
            Error::Bad(bad) => MailboxError::Refused { server, what: what.to_owned(), reason: bad.information },
            error => MailboxError::Broken { server, reason: format!("{what}: {error}") },
        }
    }

    /// The UID behind which letters are new: none of the letters under another UIDVALIDITY counts.
    fn floor(&mut self, after: Option<&Cursor>) -> Result<u32, MailboxError> {
        let current = self.ask("the folder", |live| Ok(live.validity))?;
        match after {
            Some(cursor @ Cursor::Imap { uid, .. }) if *cursor == self.cursor(current, *uid) => Ok(*uid),
            _ => Ok(0),
        }
    }

    fn cursor(&self, validity: u32, uid: u32) -> Cursor {
        let account = format!("{}@{}", self.config.user, self.server()).replace('%', "%25").replace(' ', "%20");
        Cursor::Imap { account, folder: self.config.folder.clone(), validity, uid }
    }

    /// The letter, or none when it is not there any more. What fails while the connection stands is put down to the letter.
    fn fetch(&mut self, uid: u32) -> Result<Option<Incoming>, MailboxError> {
        let limit = self.config.size_limit;
        let validity = self.ask("the folder", |live| Ok(live.validity))?;
        let cursor = self.cursor(validity, uid);
        let lacking = |reason: String| MailboxError::Letter { cursor: cursor.clone(), reason };
        let fetched = self.ask("a letter", |live| {
            let Some(size) = live.size(uid)? else { return Ok(None) };
            let extent = if size > limit { Extent::Head { size, limit } } else { Extent::Whole };
            Ok(Some((live.bytes(uid, extent)?, extent)))
        });
        match fetched.map_err(|problem| lacking(problem.to_string()))? {
            None => Ok(None),
            Some((None, _)) => Err(lacking(format!("{} tells its size and does not give it", self.server()))),
            Some((Some(bytes), extent)) => Ok(Some(Incoming { cursor, bytes, extent })),
        }
    }

    fn is_left_out(&self, uid: u32) -> bool {
        self.live.as_ref().is_some_and(|live| self.left_out.contains(&(live.validity, uid)))
    }
}

impl Live {
    /// The UIDs above `floor`, in order.
    fn search(&mut self, floor: u32) -> imap::error::Result<Vec<u32>> {
        let Some(first) = floor.checked_add(1) else { return Ok(Vec::new()) };
        // a server shows new letters to a search only after it told of them
        self.session.noop()?;
        let found = self.session.uid_search(format!("UID {first}:*"))?;
        // `n:*` names the last letter even when its UID is below n (RFC 3501 section 6.4.8)
        let mut uids: Vec<u32> = found.into_iter().filter(|uid| *uid > floor).collect();
        uids.sort_unstable();
        Ok(uids)
    }

    fn size(&mut self, uid: u32) -> imap::error::Result<Option<u64>> {
        let fetches = self.session.uid_fetch(uid.to_string(), "(UID RFC822.SIZE)")?;
        // the server may tell of other letters in the same answer
        Ok(fetches.iter().filter(|fetch| fetch.uid == Some(uid)).find_map(|fetch| fetch.size).map(u64::from))
    }

    fn bytes(&mut self, uid: u32, extent: Extent) -> imap::error::Result<Option<Vec<u8>>> {
        let what = match extent {
            Extent::Whole => "(UID BODY.PEEK[])".to_owned(),
            Extent::Head { .. } => format!("(UID BODY.PEEK[HEADER]<0.{HEAD}>)"),
        };
        let fetches = self.session.uid_fetch(uid.to_string(), what)?;
        let found = fetches
            .iter()
            .filter(|fetch| fetch.uid == Some(uid))
            .find_map(|fetch| fetch.body().or_else(|| fetch.header()).map(<[u8]>::to_vec));
        Ok(found)
    }

    /// Waits until the server tells of something, or the time is over.
    fn idle(&mut self, floor: u32, left_out: &BTreeSet<(u32, u32)>, time: Duration) -> imap::error::Result<()> {
        let validity = self.validity;
        // what came before IDLE began is not told again
        if self.search(floor)?.iter().any(|uid| !left_out.contains(&(validity, *uid)))
            || self.session.take_all_unsolicited().any(|told| matches!(told, UnsolicitedResponse::Exists(_)))
        {
            return Ok(());
        }
        self.session.idle().timeout(time).keepalive(false).wait_while(imap::extensions::idle::stop_on_any).map(drop)
    }

    fn move_to(&mut self, uid: u32, folder: &str) -> imap::error::Result<()> {
        let uid = uid.to_string();
        if self.offers_move {
            return self.session.uid_mv(&uid, folder);
        }
        self.session.uid_copy(&uid, folder)?;
        self.session.uid_store(&uid, "+FLAGS.SILENT (\\Deleted)")?;
        if self.offers_uid_expunge {
            self.session.uid_expunge(&uid)?;
        }
        Ok(())
    }
}

impl Mailbox for ImapMailbox {
    fn next(&mut self, after: Option<&Cursor>) -> Result<Option<Incoming>, MailboxError> {
        self.floor = self.floor(after)?;
        let floor = self.floor;
        while self.waiting.front().is_some_and(|uid| *uid <= floor) {
            self.waiting.pop_front();
        }
        if self.waiting.is_empty() {
            self.waiting = self.ask("the search for new letters", |live| live.search(floor))?.into();
        }
        while let Some(uid) = self.waiting.front().copied() {
            if self.is_left_out(uid) {
                self.waiting.pop_front();
                continue;
            }
            if let Some(letter) = self.fetch(uid)? {
                return Ok(Some(letter));
            }
            self.waiting.pop_front();
        }
        Ok(None)
    }

    fn leave_out(&mut self, letters: &BTreeSet<Cursor>) {
        let number = |letter: &Cursor| match letter {
            Cursor::Imap { validity, uid, .. } => (*letter == self.cursor(*validity, *uid)).then_some((*validity, *uid)),
            Cursor::Spool { .. } => None,
        };
        let left_out: BTreeSet<_> = letters.iter().filter_map(number).collect();
        if left_out != self.left_out {
            // what was passed over before may be asked for again
            self.waiting.clear();
            self.left_out = left_out;
        }
    }

    fn settle(&mut self, letter: &Cursor) -> Result<(), MailboxError> {
        let Cursor::Imap { validity, uid, .. } = letter else { return Ok(()) };
        if self.config.settled == Settled::Leave || *letter != self.cursor(*validity, *uid) {
            return Ok(());
        }
        let settled = self.config.settled.clone();
        self.ask("to settle a letter", |live| {
            if live.validity != *validity {
                return Ok(());
            }
            match &settled {
                Settled::Leave => Ok(()),
                Settled::MarkSeen => live.session.uid_store(uid.to_string(), "+FLAGS.SILENT (\\Seen)").map(drop),
                Settled::MoveTo(folder) => match live.move_to(*uid, folder) {
                    // either there is no such folder yet, or the first answer says what is wrong
                    Err(Error::No(refusal)) => match live.session.create(folder) {
                        Err(Error::No(_)) => Err(Error::No(refusal)),
                        made => made.and_then(|()| live.move_to(*uid, folder)),
                    },
                    result => result,
                },
            }
        })
    }

    fn wait(&mut self, at_most: Duration) -> Result<(), MailboxError> {
        if self.stopper.is_stopped() || !self.waiting.is_empty() {
            return Ok(());
        }
        let offers_idle = self.live.as_ref().is_some_and(|live| live.offers_idle);
        match self.config.watch {
            Watch::Idle { .. } if offers_idle => {
                let floor = self.floor;
                let left_out = self.left_out.clone();
                let waited = self.ask("IDLE", |live| live.idle(floor, &left_out, at_most.min(LONGEST_IDLE)));
                if self.stopper.is_stopped() { Ok(()) } else { waited }
            }
            Watch::Idle { else_every: every } | Watch::Poll { every } => {
                self.stopper.sleep(at_most.min(every));
                Ok(())
            }
        }
    }

    fn probe(&mut self) -> Result<String, MailboxError> {
        self.live = None;
        let (letters, offers_idle) = self.ask("the folder", |live| Ok((live.letters, live.offers_idle)))?;
        let idle = if offers_idle { "tells of new letters at once (IDLE)" } else { "must be asked for new letters (no IDLE)" };
        Ok(format!("{} on {} has {letters} letters; the server {idle}", self.config.folder, self.server()))
    }
}
