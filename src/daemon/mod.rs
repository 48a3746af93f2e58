//! The daemon: letters in, durable lines, mails out. The only writer of the archive.
//!
//! Invariant: nothing is sent, settled or flagged before the line that causes it is durable; one step is one log line and one line of the
//! daemon's own log. What fails in one letter or one game stops no other; a failing disk stops everything, loudly.
//! Not here: what a letter means (`adjudicator`), how bytes travel (`wire`).

mod backoff;
mod door;
mod failure;
mod fetcher;
mod guard;
mod keys;
mod once;
mod once_more;
mod opening;
mod outgoing;
mod promises;
mod run;
mod secret;
mod signing;
mod threads;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Timelike, Utc};
use tracing::{error, info};

use crate::adjudicator::{Custodian, Fault, Readable, Received, SEMANTICS, Step, Table, Trouble, lobby_state};
use crate::archive::{Blob, Cause, Chain, Delivery, Digest, Entry, GameName, Json, Line, LogName, Outbox, Recovery, recovery};
use crate::dice::{Beacon, Round};
use crate::store::{Store, StoreError};
use crate::wire::{Extent, Incoming};
use door::Lost;
use guard::guarded;
use promises::Claim;

pub use door::Door;
pub use failure::{Failure, Fatal};
pub use fetcher::Fetcher;
pub use keys::{KeyProblem, keyring, known_keyring, rotate};
pub use once::once;
pub use outgoing::{Job, Sender, Sending};
pub use run::{RunError, run};
pub use secret::{SecretError, archive_secret, known_secret};

/// Games, logs and what is still to be sent.
pub struct Daemon<S: Store> {
    pub custodian: Custodian,
    store: S,
    tails: BTreeMap<LogName, Tail>,
    /// Deliveries to be written down, by log.
    delivered: BTreeMap<LogName, Vec<Delivery>>,
    /// Mails that the sender has, by log and Message-ID.
    claimed: BTreeMap<(LogName, String), Claim>,
    /// Mails whose bytes cannot be read, told once.
    lost: BTreeSet<(LogName, String)>,
    believe_local: bool,
}

/// What is kept of a log: where it goes on, what a line that changes nothing repeats, and what the log still owes.
struct Tail {
    chain: Chain,
    sem: u32,
    state: Digest,
    outbox: Outbox,
}

impl Tail {
    /// Of a log without a line; a game gets its state with its first.
    fn founded_on(settings: &[u8]) -> Tail {
        Tail { chain: Chain::founded_on(settings), sem: SEMANTICS, state: lobby_state(), outbox: Outbox::default() }
    }

    /// Follows a line that the store gave.
    fn follow(&mut self, line: &Line) {
        self.chain = Chain::ending_with(line);
        (self.sem, self.state) = (line.entry.sem, line.entry.state);
        self.outbox.read(line);
    }

    /// Follows a line that was just written.
    fn follow_text(&mut self, text: &str) -> Result<(), Failure> {
        let line = self.chain.clone().read(text.as_bytes())?;
        self.follow(&line);
        Ok(())
    }
}

/// Now, in whole seconds: what the archive writes.
pub fn now() -> DateTime<Utc> {
    let now = Utc::now();
    now.with_nanosecond(0).unwrap_or(now)
}

/// The turn that a game is in, and whether it is over.
fn turn_of(table: &Table) -> (u32, bool) {
    (table.game.phase.turn, table.game.is_over())
}

impl<S: Store> Daemon<S> {
    /// Makes one step of whatever sort: the inner error is that step's own, the outer one stops everything.
    fn attempt<T>(&mut self, step: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<Result<T, Failure>, Fatal> {
        match guarded(|| step(self)) {
            Ok(Err(Failure::Store(problem))) if problem.is_fatal() => Err(Fatal::Unwritable(problem)),
            Ok(done) => Ok(done),
            Err(panic) => Ok(Err(Failure::Panic(panic))),
        }
    }

    /// Lays a game to rest until it is mended, and tells the master. Mails that it promised go out as long as that can be written down.
    fn set_aside(&mut self, name: &GameName, failure: &Failure) -> Result<(), Fatal> {
        error!(game = %name.as_str(), "game at rest until it is mended: {failure}");
        let trouble = failure.trouble();
        let log = LogName::Game(name.clone());
        let ends = self.tails.get(&log).map(|tail| tail.chain.head());
        let read = if ends.is_some() { Readable::Whole } else { Readable::ToTheDamage };
        // Nothing is added where lines are lost, or they would seem to be there; nor to the log of a folder that another game may come to have.
        if matches!(trouble, Trouble::Lost(_) | Trouble::Renamed(_)) || self.store.head(&log).ok() != ends {
            self.tails.remove(&log);
        }
        let settings = self.store.settings(&log).unwrap_or_default();
        let settings = String::from_utf8_lossy(&settings);
        let now = self.hour();
        self.tell_master("it", |custodian| custodian.rest(name, &settings, (&trouble, read), now))
    }

    /// Takes the step that tells the master of something, if there is one; a failure in that is only logged.
    fn tell_master(&mut self, what: &str, step: impl FnOnce(&mut Custodian) -> Result<Option<Step>, Fault>) -> Result<(), Fatal> {
        let told = self.attempt(|daemon| match step(&mut daemon.custodian)? {
            Some(step) => daemon.take(step),
            None => Ok(()),
        })?;
        if let Err(failure) = told {
            error!("the master could not be told of {what}: {failure}");
        }
        Ok(())
    }

    /// The hour by which things are decided: where the clock was set back, that of the newest line, as which the next one will be dated.
    pub fn hour(&self) -> DateTime<Utc> {
        self.tails.values().filter_map(|tail| tail.chain.latest()).fold(now(), DateTime::max)
    }

    /// Decides one letter and makes its step durable. What fails inside the program puts that letter in quarantine; a game whose log takes no line is
    /// set aside, and the letter decided once more; so is a founding under a name that the archive has no room for.
    pub fn letter(&mut self, incoming: &Incoming, from_spool: bool) -> Result<(), Fatal> {
        let now = self.hour();
        loop {
            let decided = self.attempt(|daemon| daemon.decide(incoming, from_spool, now))?;
            let already = self.custodian.taken.take();
            let Err(failure) = decided else { return Ok(()) };
            match (&failure, failure.lost_log().filter(|game| self.custodian.tables().any(|(name, _)| name == *game))) {
                // Something else stands in the archive under the name that a founding asks for: its writer is told.
                (Failure::Store(StoreError::Exists(name)), _) if already.as_ref() != Some(name) => {
                    self.custodian.taken = Some(name.clone())
                }
                (_, Some(game)) => self.set_aside(game, &failure)?,
                (_, None) => return self.quarantine(&incoming.bytes, &failure, now),
            }
        }
    }

    fn decide(&mut self, incoming: &Incoming, from_spool: bool, now: DateTime<Utc>) -> Result<(), Failure> {
        let received = self.received(incoming, from_spool);
        let decided = match incoming.extent {
            Extent::Whole => self.custodian.letter(received, now),
            Extent::Head { size, limit } => self.custodian.oversize(received, size, limit, now),
        };
        match decided? {
            Some(step) => self.take(step),
            None => {
                info!("letter known already, nothing to do");
                Ok(())
            }
        }
    }

    fn received<'i>(&self, incoming: &'i Incoming, from_spool: bool) -> Received<'i> {
        let by_hand = from_spool && self.believe_local && !passed_a_server(&incoming.bytes);
        Received { bytes: &incoming.bytes, by_hand }
    }

    fn quarantine(&mut self, bytes: &[u8], failure: &Failure, now: DateTime<Utc>) -> Result<(), Fatal> {
        error!("letter put in quarantine: {failure}");
        let why = failure.to_string();
        let kept = self.attempt(|daemon| {
            let step = daemon.custodian.quarantine(bytes, &why, now)?;
            daemon.take(step)
        })?;
        kept.map_err(Fatal::Lobby)
    }

    /// Writes down that a letter could not be had from its mailbox, and tells the master.
    fn lost_letter(&mut self, lost: &Lost) -> Result<(), Fatal> {
        error!("letter passed over ({}): {}", lost.cursor, lost.reason);
        let told = self.attempt(|daemon| {
            let step = daemon.custodian.lost_letter(&lost.cursor.to_string(), &lost.reason, daemon.hour())?;
            daemon.take(step)
        })?;
        told.map_err(Fatal::Lobby)
    }

    /// Executes whatever is due by now.
    pub fn tick(&mut self) -> Result<(), Fatal> {
        for game in self.custodian.due(self.hour()) {
            let done = self.attempt(|daemon| match daemon.custodian.tick(&game, daemon.hour())? {
                Some(step) => daemon.take(step),
                None => Ok(()),
            })?;
            if let Err(failure) = done {
                self.set_aside(&game, &failure)?;
            }
        }
        Ok(())
    }

    /// Takes in a beacon; one that comes before its hour shows that the clock is slow, and master and players are told.
    pub fn learn(&mut self, beacon: Beacon) -> Result<(), Fatal> {
        let now = self.hour();
        self.tell_master("a clock that is slow", |custodian| custodian.came_early(&beacon, now))?;
        self.custodian.learn(beacon);
        Ok(())
    }

    /// The round whose pin a letter could make void, where a relay or another letter may know it.
    fn could_void(&self, incoming: &Incoming, from_spool: bool) -> Option<Round> {
        guarded(|| self.custodian.could_void(self.received(incoming, from_spool), self.hour())).unwrap_or_default()
    }

    /// Takes in the beacons of a letter that waits for its turn; whether more such letters are of use.
    fn offered(&mut self, letter: &[u8]) -> bool {
        let found = guarded(|| self.custodian.beacons_in(letter)).unwrap_or_default();
        // Of one that is early the letter itself tells everybody, in its turn.
        found.into_iter().for_each(|beacon| self.custodian.learn(beacon));
        !self.custodian.rounds_in_doubt(self.hour()).is_empty()
    }

    /// Searches a little further for what was left open in some game; whether there is such a game.
    pub fn ponder(&mut self) -> Result<bool, Fatal> {
        let Some(game) = self.custodian.pensive() else { return Ok(false) };
        let done = self.attempt(|daemon| match daemon.custodian.ponder(&game, daemon.hour())? {
            Some(step) => daemon.take(step),
            None => Ok(()),
        })?;
        if let Err(failure) = done {
            self.set_aside(&game, &failure)?;
        }
        Ok(true)
    }

    /// Appends a step and takes it in.
    fn take(&mut self, mut step: Step) -> Result<(), Failure> {
        let log = step.log.clone();
        let laid_aside = self.open_again(&log)?;
        let before = self.turn(&log);
        let blobs = std::mem::take(&mut step.blobs);
        let (text, head) = match (&step.founding, &log) {
            (Some(toml), LogName::Game(name)) => {
                let tail = Tail::founded_on(toml.as_bytes());
                let text = tail.chain.write(step.entry.clone())?;
                let head = self.store.create(name, toml.as_bytes(), &text, &blobs)?;
                self.tails.insert(log.clone(), tail);
                (text, head)
            }
            _ => {
                let tail = self.tail(&log)?;
                let (text, expected) = (tail.chain.write(step.entry.clone())?, tail.chain.head());
                let head = self.store.append(&log, expected, &text, &blobs)?;
                (text, head)
            }
        };
        self.tail(&log)?.follow_text(&text)?;
        info!(log = %log, seq = head.seq, cause = %step.entry.cause.word(), mails = step.entry.out.len(), "{}", step.entry.note);
        self.custodian.commit(step, head);
        if self.turn(&log) != before {
            self.attest(&log, &[head])?;
        }
        // The step is done, whatever becomes of what is written down besides.
        if let Err(failure) = self.note_that_it_goes_on(&log, &laid_aside) {
            error!(log = %log, "that it goes on could not be written down: {failure}");
        }
        Ok(())
    }

    /// Writes down what was laid aside so that a game at rest could go on, and that it does.
    fn note_that_it_goes_on(&mut self, log: &LogName, laid_aside: &[Recovery]) -> Result<(), Failure> {
        if !laid_aside.is_empty() {
            self.add_repairs(log, &laid_aside.iter().collect::<Vec<_>>(), "laid aside as the game goes on")?;
        }
        match log {
            LogName::Game(name) => match self.custodian.goes_on(name, self.hour())? {
                Some(step) => self.take(step),
                None => Ok(()),
            },
            LogName::Lobby => Ok(()),
        }
    }

    /// Opens the log of a game at rest, which takes no other step than that it goes on without its lost lines; gives what was laid aside for it.
    fn open_again(&mut self, log: &LogName) -> Result<Vec<Recovery>, Failure> {
        let rests = self.custodian.resting().any(|name| matches!(log, LogName::Game(game) if game == name));
        if !rests {
            return Ok(Vec::new());
        }
        let laid_aside = self.store.go_on_without(log)?;
        let mut tail = Tail::founded_on(&self.store.settings(log)?);
        self.store.lines(log)?.try_for_each(|line| line.map(|line| tail.follow(&line)))?;
        self.tails.insert(log.clone(), tail);
        Ok(laid_aside)
    }

    fn add_repairs(&mut self, log: &LogName, repairs: &[&Recovery], when: &str) -> Result<(), Failure> {
        let events = repairs.iter().map(|repair| repair.event()).collect::<Result<Vec<Json>, _>>()?;
        let sentences: Vec<String> = repairs.iter().map(ToString::to_string).collect();
        self.add(log, recovery(), events, format!("{when}: {}", sentences.join("; ")))
    }

    /// The turn that a game is in, and whether it is over.
    fn turn(&self, log: &LogName) -> Option<(u32, bool)> {
        self.custodian.tables().find_map(|(name, table)| matches!(log, LogName::Game(game) if game == name).then(|| turn_of(table)))
    }

    fn tail(&mut self, log: &LogName) -> Result<&mut Tail, StoreError> {
        self.tails.get_mut(log).ok_or_else(|| StoreError::NoSuchLog(log.clone()))
    }

    /// Adds a line that changes no state and sends nothing. A log that was left alone gets none.
    fn add(&mut self, log: &LogName, cause: Cause, events: Vec<Json>, note: String) -> Result<(), Failure> {
        let Some(tail) = self.tails.get(log) else { return Ok(()) };
        let (sem, state) = (tail.sem, tail.state);
        let entry = Entry { at: now(), sem, cause, events, out: Vec::new(), boards: BTreeMap::new(), files: BTreeSet::new(), state, note };
        let (text, expected) = (tail.chain.write(entry)?, tail.chain.head());
        let head = self.store.append(log, expected, &text, &[] as &[Blob])?;
        self.tail(log)?.follow_text(&text)?;
        self.custodian.note_line(log, head);
        Ok(())
    }

    pub fn store(&self) -> &S {
        &self.store
    }
}

/// A letter that some mail server handed on bears its trace (RFC 5321 section 4.4).
fn passed_a_server(bytes: &[u8]) -> bool {
    const TRACE: &[u8] = b"received:";
    let head_end = bytes.windows(2).position(|pair| pair == b"\n\n" || pair == b"\n\r").unwrap_or(bytes.len());
    bytes[..head_end].split(|&byte| byte == b'\n').any(|line| line.len() >= TRACE.len() && line[..TRACE.len()].eq_ignore_ascii_case(TRACE))
}
