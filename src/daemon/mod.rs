//! The daemon: letters in, durable lines, mails out. The only writer of the archive.
//!
//! Invariant: nothing is sent, settled or flagged before the line that causes it is durable; one step is one log line and one line of the
//! daemon's own log. A failing disk stops everything, loudly.
//! Not here: what a letter means (`adjudicator`), how bytes travel (`wire`).

mod backoff;
mod guard;
mod outgoing;
mod run;
mod secret;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Timelike, Utc};
use tracing::{error, info, warn};

use crate::adjudicator::{Custodian, Fault, House, Received, RestoreProblem, Step, Table};
use crate::archive::{
    Blob, BlobName, Cause, Chain, Delivery, Digest, Entry, GameName, Json, Line, LineProblem, LogName, NotArchivable, Outbox, Outgoing,
    Recovery, recovery, sent,
};
use crate::store::{Recovered, Repair, Store, StoreError};
use crate::wire::{Extent, Incoming};

pub use outgoing::{Job, Sender, Sending};
pub use run::{Door, RunError, once, run};
pub use secret::{SecretError, archive_secret};

/// Mails that the sender has at a time; the others wait in the archive, however long the way out is closed.
const MOST_CLAIMED: usize = 128;
/// Of these, mails to one address, so that a mailbox that takes nothing leaves room for the others.
const MOST_CLAIMED_BY_ONE: usize = 4;

/// Games, logs and what is still to be sent.
pub struct Daemon<S: Store> {
    pub custodian: Custodian,
    store: S,
    tails: BTreeMap<LogName, Tail>,
    /// Deliveries to be written down, by log.
    delivered: BTreeMap<LogName, Vec<Delivery>>,
    /// Mails that the sender has, by log and Message-ID, each with its address.
    claimed: BTreeMap<(LogName, String), String>,
    /// Mails whose bytes cannot be read, told once.
    lost: BTreeSet<(LogName, String)>,
    believe_local: bool,
}

/// What is kept of a log: where it goes on, and what it still owes.
struct Tail {
    chain: Chain,
    outbox: Outbox,
}

impl Tail {
    fn founded_on(settings: &[u8]) -> Tail {
        Tail { chain: Chain::founded_on(settings), outbox: Outbox::default() }
    }

    /// Follows a line that the store gave.
    fn follow(&mut self, line: &Line) {
        self.chain = Chain::ending_with(line);
        self.outbox.read(line);
    }
}

/// Why the daemon must stop.
#[derive(Debug, thiserror::Error)]
pub enum Fatal {
    #[error("the archive cannot be written, so nothing more is acknowledged or sent; nothing acknowledged is lost: {0}")]
    Store(#[from] StoreError),
    #[error("the archive's {log} cannot be taken up: {problem}")]
    Restore { log: LogName, problem: Box<RestoreProblem> },
    #[error("a line cannot be written: {0}")]
    Line(#[from] LineProblem),
    #[error("a line cannot be written: {0}")]
    Json(#[from] NotArchivable),
    #[error("a letter could not even be put in quarantine: {0}")]
    Fault(#[from] Fault),
}

/// Now, in whole seconds: what the archive writes.
pub fn now() -> DateTime<Utc> {
    let now = Utc::now();
    now.with_nanosecond(0).unwrap_or(now)
}

impl<S: Store> Daemon<S> {
    /// Takes up the archive as it is. A game that cannot be taken up is reported and left alone; the others run on.
    pub fn open(house: House, store: S, believe_local: bool) -> Result<Daemon<S>, Fatal> {
        let lobby = LogName::Lobby;
        let custodian = Custodian::new(house, store.head(&lobby)?);
        let mut daemon = Daemon {
            custodian,
            store,
            tails: BTreeMap::new(),
            delivered: BTreeMap::new(),
            claimed: BTreeMap::new(),
            lost: BTreeSet::new(),
            believe_local,
        };
        daemon.take_up(&lobby, |_| Ok(()))?;
        for name in daemon.store.games()? {
            if let Err(problem) = daemon.open_game(&name) {
                daemon.rest(&name, problem)?;
            }
        }
        Ok(daemon)
    }

    /// A game that cannot be taken up is at rest, and the master is told.
    fn rest(&mut self, name: &GameName, problem: Fatal) -> Result<(), Fatal> {
        let why = match problem {
            Fatal::Store(problem) if problem.is_fatal() => return Err(problem.into()),
            Fatal::Store(problem) => problem.to_string(),
            problem => problem.to_string(),
        };
        error!(game = %name.as_str(), "game at rest until its archive is mended: {why}");
        let settings = self.store.settings(&LogName::Game(name.clone())).unwrap_or_default();
        match self.custodian.rest(name, &String::from_utf8_lossy(&settings), &why, now())? {
            Some(step) => self.take(step),
            None => Ok(()),
        }
    }

    fn open_game(&mut self, name: &GameName) -> Result<(), Fatal> {
        let log = LogName::Game(name.clone());
        let toml = String::from_utf8_lossy(&self.store.settings(&log)?).into_owned();
        let cannot = |problem| Fatal::Restore { log: log.clone(), problem: Box::new(problem) };
        let mut table = Table::founded(&toml).map_err(cannot)?;
        self.take_up(&log, |line| table.fold(line).map_err(cannot))?;
        self.custodian.seat(name.clone(), table);
        Ok(())
    }

    /// Reads a log from its first line, one at a time.
    fn take_up(&mut self, log: &LogName, mut each: impl FnMut(&Line) -> Result<(), Fatal>) -> Result<(), Fatal> {
        let mut tail = Tail::founded_on(&self.store.settings(log)?);
        for line in self.store.lines(log)? {
            let line = line?;
            tail.follow(&line);
            self.custodian.recall(&line);
            each(&line)?;
        }
        self.tails.insert(log.clone(), tail);
        Ok(())
    }

    /// Decides one letter and makes its step durable. What fails inside the program puts that letter in quarantine.
    pub fn letter(&mut self, incoming: &Incoming, from_spool: bool) -> Result<(), Fatal> {
        let by_hand = from_spool && self.believe_local && !passed_a_server(&incoming.bytes);
        let received = Received { bytes: &incoming.bytes, by_hand };
        let now = now();
        let decided = catch_unwind(AssertUnwindSafe(|| match incoming.extent {
            Extent::Whole => self.custodian.letter(received, now),
            Extent::Head { size, limit } => self.custodian.oversize(received, size, limit, now),
        }));
        let why = match decided {
            Ok(Ok(None)) => {
                info!("letter known already, nothing to do");
                return Ok(());
            }
            Ok(Ok(Some(step))) => match self.take(step) {
                Err(Fatal::Store(problem)) if !problem.is_fatal() => problem.to_string(),
                taken => return taken,
            },
            Ok(Err(fault)) => fault.to_string(),
            Err(panic) => words_of(panic.as_ref()),
        };
        error!("letter put in quarantine: {why}");
        let step = self.custodian.quarantine(&incoming.bytes, &why, now)?;
        self.take(step)
    }

    /// Executes whatever is due by now.
    pub fn tick(&mut self) -> Result<(), Fatal> {
        while let Some(step) = self.custodian.tick(now())? {
            self.take(step)?;
        }
        Ok(())
    }

    /// Appends a step and takes it in.
    fn take(&mut self, mut step: Step) -> Result<(), Fatal> {
        let log = step.log.clone();
        let tail = match &step.founding {
            Some(toml) => self.tails.entry(log.clone()).or_insert_with(|| Tail::founded_on(toml.as_bytes())),
            None => self.tails.get_mut(&log).ok_or_else(|| StoreError::NoSuchLog(log.clone()))?,
        };
        let line = tail.chain.write(step.entry.clone())?;
        let blobs = std::mem::take(&mut step.blobs);
        let head = match (&step.founding, &log) {
            (Some(toml), LogName::Game(name)) => self.store.create(name, toml.as_bytes(), &line, &blobs)?,
            _ => self.store.append(&log, tail.chain.head(), &line, &blobs)?,
        };
        tail.follow(&tail.chain.clone().read(line.as_bytes())?);
        info!(log = %log, seq = head.seq, cause = %step.entry.cause.word(), mails = step.entry.out.len(), "{}", step.entry.note);
        self.custodian.commit(step, head);
        Ok(())
    }

    /// Mails that are promised and that the sender does not have yet, with their bytes, as many as it may have at a time; from now on it has them.
    pub fn unclaimed(&mut self) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut held: BTreeMap<String, usize> = BTreeMap::new();
        for address in self.claimed.values() {
            *held.entry(address.clone()).or_default() += 1;
        }
        for (log, tail) in &self.tails {
            for promise in tail.outbox.waiting() {
                let mail = &promise.mail;
                if self.claimed.len() >= MOST_CLAIMED {
                    return jobs;
                }
                if held.get(&mail.to).is_some_and(|held| *held >= MOST_CLAIMED_BY_ONE) {
                    continue;
                }
                let claim = (log.clone(), mail.id.clone());
                if self.claimed.contains_key(&claim) || self.lost.contains(&claim) {
                    continue;
                }
                match self.bytes(log, mail) {
                    Ok(bytes) => {
                        self.claimed.insert(claim, mail.to.clone());
                        *held.entry(mail.to.clone()).or_default() += 1;
                        jobs.push(Job { log: log.clone(), mail: mail.clone(), promised: promise.at, bytes });
                    }
                    Err(problem) => {
                        warn!(log = %log, mail = %mail.id, "mail cannot be sent: {problem}");
                        self.lost.insert(claim);
                    }
                }
            }
        }
        jobs
    }

    /// How many promised mails are not reported as done with.
    pub fn unsent(&self) -> usize {
        self.tails.values().map(|tail| tail.outbox.waiting().count()).sum()
    }

    fn bytes(&self, log: &LogName, mail: &Outgoing) -> Result<Vec<u8>, StoreError> {
        self.store.blob(log, &BlobName::mail_out(mail.sha256))
    }

    /// Notes what became of a mail; [`Daemon::report`] writes it down.
    pub fn delivered(&mut self, log: LogName, delivery: Delivery) {
        match &delivery {
            Delivery::Sent { id, answer } => info!(log = %log, mail = %id, "mail sent: {answer}"),
            Delivery::Refused { id, answer } => warn!(log = %log, mail = %id, "mail refused for good: {answer}"),
        }
        self.delivered.entry(log).or_default().push(delivery);
    }

    /// Writes the deliveries noted since the last call, one line a log.
    pub fn report(&mut self) -> Result<(), Fatal> {
        for (log, deliveries) in std::mem::take(&mut self.delivered) {
            for delivery in &deliveries {
                self.claimed.remove(&(log.clone(), delivery.id().to_owned()));
            }
            let events = deliveries.iter().map(Delivery::event).collect::<Result<Vec<Json>, _>>()?;
            let refused = deliveries.iter().filter(|delivery| matches!(delivery, Delivery::Refused { .. })).count();
            let done = match deliveries.len() - refused {
                1 => "1 mail was sent".to_owned(),
                done => format!("{done} mails were sent"),
            };
            let note = match refused {
                0 => done,
                1 => format!("{done}, 1 was refused"),
                refused => format!("{done}, {refused} were refused"),
            };
            self.add(&log, sent(), events, note)?;
        }
        Ok(())
    }

    /// Tells the operator what was found amiss at the opening, and writes into each log what was set right in it, one line a log.
    pub fn recovered(&mut self, found: &[Recovered]) -> Result<(), Fatal> {
        let mut repairs: BTreeMap<&LogName, Vec<&Recovery>> = BTreeMap::new();
        for found in found {
            warn!("{found}");
            if let Repair::SetRight(repair) = &found.repair {
                repairs.entry(&found.log).or_default().push(repair);
            }
        }
        for (log, repairs) in repairs {
            let events = repairs.iter().map(|repair| repair.event()).collect::<Result<Vec<Json>, _>>()?;
            let sentences: Vec<String> = repairs.iter().map(ToString::to_string).collect();
            self.add(log, recovery(), events, format!("found at the start: {}", sentences.join("; ")))?;
        }
        Ok(())
    }

    /// Adds a line that changes no state and sends nothing. A log that was left alone gets none.
    fn add(&mut self, log: &LogName, cause: Cause, events: Vec<Json>, note: String) -> Result<(), Fatal> {
        let Some(tail) = self.tails.get_mut(log) else { return Ok(()) };
        let (sem, state) = (self.custodian.semantics(log), self.custodian.state(log));
        let entry = Entry { at: now(), sem, cause, events, out: Vec::new(), boards: BTreeMap::new(), state, note };
        let line = tail.chain.write(entry)?;
        let head = self.store.append(log, tail.chain.head(), &line, &[] as &[Blob])?;
        tail.follow(&tail.chain.clone().read(line.as_bytes())?);
        self.custodian.note_line(log, head);
        Ok(())
    }

    pub fn store(&self) -> &S {
        &self.store
    }

    /// The state digest of a log, for status.
    pub fn state(&self, log: &LogName) -> Digest {
        self.custodian.state(log)
    }
}

/// A letter that some mail server handed on bears its trace (RFC 5321 section 4.4).
fn passed_a_server(bytes: &[u8]) -> bool {
    const TRACE: &[u8] = b"received:";
    let head_end = bytes.windows(2).position(|pair| pair == b"\n\n" || pair == b"\n\r").unwrap_or(bytes.len());
    bytes[..head_end].split(|&byte| byte == b'\n').any(|line| line.len() >= TRACE.len() && line[..TRACE.len()].eq_ignore_ascii_case(TRACE))
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "the program failed without words".to_owned())
}
