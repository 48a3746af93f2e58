//! The daemon: letters in, durable lines, mails out. The only writer of the archive.
//!
//! Invariant: nothing is sent, settled or flagged before the line that causes it is durable; one step is one log line and one line of the
//! daemon's own log. A failing disk stops everything, loudly.
//! Not here: what a letter means (`adjudicator`), how bytes travel (`wire`).

mod outgoing;
mod run;
mod secret;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Timelike, Utc};
use tracing::{error, info, warn};

use crate::adjudicator::{Custodian, Fault, House, Received, RestoreProblem, Step};
use crate::archive::{Blob, BlobName, Cause, Chain, Delivery, Digest, Entry, GameName, Json, LineProblem, LogName, NotArchivable, Outbox, Outgoing};
use crate::store::{Store, StoreError};
use crate::wire::{Extent, Incoming};

pub use outgoing::{Job, Sender, Sending};
pub use run::{Door, RunError, once, run};
pub use secret::{SecretError, archive_secret};

/// Games, logs and what is still to be sent.
pub struct Daemon<S: Store> {
    pub custodian: Custodian,
    store: S,
    chains: BTreeMap<LogName, Chain>,
    outboxes: BTreeMap<LogName, Outbox>,
    /// Deliveries to be written down, by log.
    delivered: BTreeMap<LogName, Vec<Delivery>>,
    /// Mails that the sender has, by Message-ID and log.
    claimed: BTreeSet<(LogName, String)>,
    believe_local: bool,
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
            chains: BTreeMap::new(),
            outboxes: BTreeMap::new(),
            delivered: BTreeMap::new(),
            claimed: BTreeSet::new(),
            believe_local,
        };
        let lines = daemon.read(&lobby)?;
        daemon.custodian.restore_lobby(&lines);
        for name in daemon.store.games()? {
            if let Err(problem) = daemon.open_game(&name) {
                match problem {
                    Fatal::Store(problem) if problem.is_fatal() => return Err(problem.into()),
                    problem => error!(game = %name.as_str(), "game left alone: {problem}"),
                }
            }
        }
        Ok(daemon)
    }

    fn open_game(&mut self, name: &GameName) -> Result<(), Fatal> {
        let log = LogName::Game(name.clone());
        let settings = self.store.settings(&log)?;
        let lines = self.read(&log)?;
        let toml = String::from_utf8_lossy(&settings);
        let restored = self.custodian.restore_game(name.clone(), &toml, &lines);
        restored.map_err(|problem| Fatal::Restore { log, problem: Box::new(problem) })
    }

    /// The lines of a log, read through its chain and its outbox.
    fn read(&mut self, log: &LogName) -> Result<Vec<crate::archive::Line>, Fatal> {
        let mut chain = Chain::founded_on(&self.store.settings(log)?);
        let mut outbox = Outbox::default();
        let mut lines = Vec::new();
        for line in self.store.lines(log)? {
            let line = line?;
            chain = Chain::ending_with(&line);
            outbox.read(&line);
            lines.push(line);
        }
        self.chains.insert(log.clone(), chain);
        self.outboxes.insert(log.clone(), outbox);
        Ok(lines)
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
        let chain = match &step.founding {
            Some(toml) => Chain::founded_on(toml.as_bytes()),
            None => self.chains.get(&log).cloned().ok_or_else(|| StoreError::NoSuchLog(log.clone()))?,
        };
        let line = chain.write(step.entry.clone())?;
        let blobs = std::mem::take(&mut step.blobs);
        let head = match (&step.founding, &log) {
            (Some(toml), LogName::Game(name)) => self.store.create(name, toml.as_bytes(), &line, &blobs)?,
            _ => self.store.append(&log, chain.head(), &line, &blobs)?,
        };
        self.follow(&log, chain, &line)?;
        info!(log = %log, seq = head.seq, cause = %step.entry.cause.word(), mails = step.entry.out.len(), "{}", step.entry.note);
        self.custodian.commit(step, head);
        Ok(())
    }

    fn follow(&mut self, log: &LogName, mut chain: Chain, line: &str) -> Result<(), Fatal> {
        let line = chain.read(line.as_bytes())?;
        self.outboxes.entry(log.clone()).or_default().read(&line);
        self.chains.insert(log.clone(), chain);
        Ok(())
    }

    /// Every mail that is promised and that the sender does not have yet, with its bytes; from now on the sender has it.
    pub fn unclaimed(&mut self) -> Vec<Job> {
        let mut jobs = Vec::new();
        for (log, outbox) in &self.outboxes {
            for (_, mail) in outbox.waiting() {
                if !self.claimed.insert((log.clone(), mail.id.clone())) {
                    continue;
                }
                match self.bytes(log, mail) {
                    Ok(bytes) => jobs.push(Job { log: log.clone(), mail: mail.clone(), bytes }),
                    Err(problem) => warn!(log = %log, mail = %mail.id, "mail cannot be sent: {problem}"),
                }
            }
        }
        jobs
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
            let Some(chain) = self.chains.get(&log).cloned() else { continue };
            let events = deliveries.iter().map(Delivery::event).collect::<Result<Vec<Json>, _>>()?;
            let refused = deliveries.iter().filter(|delivery| matches!(delivery, Delivery::Refused { .. })).count();
            let note = match refused {
                0 => format!("{} mails were sent", deliveries.len()),
                refused => format!("{} mails were sent, {refused} were refused", deliveries.len() - refused),
            };
            let entry = Entry {
                at: now(),
                sem: self.custodian.semantics(&log),
                cause: Cause::named("sent"),
                events,
                out: Vec::new(),
                boards: BTreeMap::new(),
                state: self.custodian.state(&log),
                note,
            };
            let line = chain.write(entry)?;
            let head = self.store.append(&log, chain.head(), &line, &[] as &[Blob])?;
            self.follow(&log, chain, &line)?;
            self.custodian.note_line(&log, head);
        }
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
