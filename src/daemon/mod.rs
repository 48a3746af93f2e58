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
mod outgoing;
mod run;
mod secret;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Timelike, Utc};
use tracing::{error, info, warn};

use crate::adjudicator::{Custodian, Fault, House, LINES_AHEAD, OutOfTurn, Received, SEMANTICS, Step, Table, Trouble, lobby_state};
use crate::archive::checkpoint;
use crate::archive::{
    Blob, BlobName, Cause, Chain, Delivery, Digest, Entry, GameName, Head, Json, Known, Line, LogName, Outbox, Outgoing, Recovery,
    recovery, sent,
};
use crate::dice::Beacon;
use crate::store::{Recovered, Repair, Store, StoreError};
use crate::wire::{Extent, Incoming};
use door::Lost;
use guard::guarded;

pub use door::Door;
pub use failure::{Failure, Fatal};
pub use fetcher::Fetcher;
pub use keys::{KeyProblem, keyring, known_keyring, rotate};
pub use outgoing::{Job, Sender, Sending};
pub use run::{RunError, once, run};
pub use secret::{SecretError, archive_secret, known_secret};

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
    /// Takes up the archive as it is. A game that cannot be taken up is reported and left alone; the others run on.
    pub fn open(house: House, store: S, believe_local: bool) -> Result<Daemon<S>, Fatal> {
        let unreadable = |problem: StoreError| Fatal::Unreadable(problem.into());
        let lobby = LogName::Lobby;
        let custodian = Custodian::new(house, store.head(&lobby).map_err(unreadable)?);
        let mut daemon = Daemon {
            custodian,
            store,
            tails: BTreeMap::new(),
            delivered: BTreeMap::new(),
            claimed: BTreeMap::new(),
            lost: BTreeSet::new(),
            believe_local,
        };
        daemon.take_up(&lobby, |_| Ok(())).map_err(Fatal::Unreadable)?;
        let mut out_of_turn: BTreeMap<OutOfTurn, Vec<GameName>> = BTreeMap::new();
        for name in daemon.store.games().map_err(unreadable)? {
            if let Some(why) = daemon.key_out_of_turn(&LogName::Game(name.clone())) {
                out_of_turn.entry(why).or_default().push(name.clone());
            }
            if let Err(failure) = daemon.attempt(|daemon| daemon.open_game(&name))? {
                daemon.set_aside(&name, &failure)?;
            }
        }
        daemon.note_key(out_of_turn)?;
        daemon.note_clock()?;
        Ok(daemon)
    }

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
        // Nothing is added where lines are lost, or they would seem to be there.
        if matches!(trouble, Trouble::Lost(_)) || self.store.head(&log).ok() != ends {
            self.tails.remove(&log);
        }
        let settings = self.store.settings(&log).unwrap_or_default();
        let settings = String::from_utf8_lossy(&settings);
        let now = self.hour();
        self.tell_master("it", |custodian| custodian.rest(name, &settings, &trouble, now))
    }

    /// Writes down that a game goes on which was at rest.
    fn note_mended(&mut self, name: &GameName) -> Result<(), Fatal> {
        let now = self.hour();
        self.tell_master("a game that goes on", |custodian| custodian.goes_on(name, now))
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

    fn open_game(&mut self, name: &GameName) -> Result<(), Failure> {
        let log = LogName::Game(name.clone());
        let toml = String::from_utf8_lossy(&self.store.settings(&log)?).into_owned();
        let mut table = Table::founded(&toml)?;
        let (mut turn, mut ended) = (None, None);
        let read = self.take_up(&log, |line| {
            table.fold(line)?;
            let now = Some(turn_of(&table));
            if now != turn {
                (turn, ended) = (now, Some(Head { seq: line.seq, hash: line.hash }));
            }
            Ok(())
        });
        let strange = !table.game.is_over() && !self.custodian.house.has_founded(&table.game.founding);
        // Whoever plays is known even where the game cannot go on.
        self.custodian.seat(name.clone(), table);
        read?;
        if self.tails.get(&log).is_some_and(|tail| tail.chain.head().seq == 0) {
            let reason = "its log is empty, and a game begins with its first line: put back the log as it was".to_owned();
            return Err(StoreError::Quarantined { log, reason }.into());
        }
        if strange {
            return Err(Failure::OtherSecret);
        }
        if let Some(loss) = self.custodian.still_lost(name) {
            return Err(Fault::Lost(loss).into());
        }
        if let Some(loss) = self.store.lost_line(&log).and_then(|line| self.custodian.loss_up_to(name, line)) {
            return Err(Fault::Lost(loss).into());
        }
        // A crash may have come between the line and the statement about it.
        match ended.filter(|head| !self.is_attested(&log, *head)) {
            Some(head) => Ok(self.attest(&log, head)?),
            None => Ok(()),
        }
    }

    /// Reads a log from its first line, one at a time.
    fn take_up(&mut self, log: &LogName, mut each: impl FnMut(&Line) -> Result<(), Failure>) -> Result<(), Failure> {
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
        let by_hand = from_spool && self.believe_local && !passed_a_server(&incoming.bytes);
        let received = Received { bytes: &incoming.bytes, by_hand };
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

    /// Whether a letter could make a pin void that is late.
    fn could_void(&self, letter: &[u8]) -> bool {
        let late = !self.custodian.rounds_overdue(self.hour()).is_empty();
        late && guarded(|| self.custodian.could_void(letter)).unwrap_or_default()
    }

    /// Takes in the beacons of a letter that waits for its turn; whether more such letters are of use.
    fn offered(&mut self, letter: &[u8]) -> bool {
        let found = guarded(|| self.custodian.beacons_in(letter)).unwrap_or_default();
        found.into_iter().for_each(|beacon| self.custodian.learn(beacon));
        !self.custodian.rounds_overdue(self.hour()).is_empty()
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
            self.attest(&log, head)?;
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

    /// Whether the signed statement about that line lies beside the log, by no older key than the newest of the house.
    fn is_attested(&self, log: &LogName, head: Head) -> bool {
        let read = |ending: &str| {
            let name = checkpoint::file(head.seq, ending).parse::<BlobName>().ok()?;
            match self.store.blob(log, &name) {
                Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
                Err(StoreError::NoSuchBlob { .. }) => None,
                Err(_) => Some(String::new()),
            }
        };
        let (Some(text), Some(signature)) = (read("txt"), read("sig")) else { return false };
        !self.custodian.house.keyring.as_ref().is_some_and(|keyring| keyring.has_signed_with_an_older_key(&text, &signature))
    }

    /// The keys that have signed where that log stood.
    fn known_keys(&self, log: &LogName) -> Known {
        Known::read(|file| {
            let bytes = self.store.blob(log, &file.parse::<BlobName>().ok()?).ok()?;
            String::from_utf8(bytes).ok()
        })
    }

    /// Tells the master where the newest line is dated far ahead of the clock.
    fn note_clock(&mut self) -> Result<(), Fatal> {
        let (newest, clock) = (self.hour(), now());
        if newest - clock <= LINES_AHEAD {
            return Ok(());
        }
        warn!(%newest, %clock, "the newest line is dated ahead of the clock; what is done until then is dated so");
        self.tell_master("a clock that is behind", |custodian| custodian.clock_behind(newest, clock))
    }

    /// Why the house's key is not the one that has to sign in that log, if it is not.
    fn key_out_of_turn(&self, log: &LogName) -> Option<OutOfTurn> {
        let (keyring, known) = (self.custodian.house.keyring.as_ref()?, self.known_keys(log));
        let lost = known.lost_by(keyring).map(|key| OutOfTurn::Lost(key.to_string()));
        lost.or_else(|| known.ends(keyring).map(|key| OutOfTurn::SetBack(key.to_string())))
    }

    /// Tells the master and the players where the house signs with a key out of turn.
    fn note_key(&mut self, out_of_turn: BTreeMap<OutOfTurn, Vec<GameName>>) -> Result<(), Fatal> {
        for (why, games) in out_of_turn {
            let names = games.iter().map(GameName::as_str).collect::<Vec<_>>().join(", ");
            match &why {
                OutOfTurn::Lost(before) => {
                    warn!(%before, %names, "the key that has signed before is gone, and a new one signs from now on")
                }
                OutOfTurn::SetBack(newer) => {
                    warn!(%newer, %names, "the key that has signed is gone, and the one before it signs again, for nothing")
                }
            }
            let now = self.hour();
            self.tell_master("a key out of turn", |custodian| custodian.key_out_of_turn(&why, &games, now))?;
        }
        Ok(())
    }

    /// Signs where a log stands. The step is taken already: only a failing disk is an error, of anything else the operator is told.
    fn attest(&mut self, log: &LogName, head: Head) -> Result<(), StoreError> {
        let Some(keyring) = &self.custodian.house.keyring else { return Ok(()) };
        match keyring.files(log.as_str(), head, &self.known_keys(log)) {
            Err(problem) => warn!(log = %log, "the checkpoint could not be signed: {problem}"),
            Ok(files) => match self.store.attest(log, &files) {
                Err(problem) if problem.is_fatal() => return Err(problem),
                Err(problem) => warn!(log = %log, "the checkpoint could not be kept: {problem}"),
                Ok(()) => {}
            },
        }
        Ok(())
    }

    fn tail(&mut self, log: &LogName) -> Result<&mut Tail, StoreError> {
        self.tails.get_mut(log).ok_or_else(|| StoreError::NoSuchLog(log.clone()))
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
                match self.store.blob(log, &promise.file) {
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

    /// Notes what became of a mail; [`Daemon::report`] writes it down.
    pub fn delivered(&mut self, log: LogName, delivery: Delivery) {
        match &delivery {
            Delivery::Sent { id, answer } => info!(log = %log, mail = %id, "mail sent: {answer}"),
            Delivery::Refused { id, answer } => warn!(log = %log, mail = %id, "mail refused for good: {answer}"),
        }
        self.delivered.entry(log).or_default().push(delivery);
    }

    /// Writes the deliveries noted since the last call, one line a log, and tells the master of mails that were refused.
    pub fn report(&mut self) -> Result<(), Fatal> {
        let mut refused = Vec::new();
        for (log, deliveries) in std::mem::take(&mut self.delivered) {
            let mut mails = self.refused_of(&log, &deliveries);
            if let Err(failure) = self.attempt(|daemon| daemon.add_deliveries(&log, &deliveries))? {
                match &log {
                    LogName::Game(name) => self.set_aside(name, &failure)?,
                    LogName::Lobby => return Err(Fatal::Lobby(failure)),
                }
                continue;
            }
            refused.append(&mut mails);
            for delivery in &deliveries {
                self.claimed.remove(&(log.clone(), delivery.id().to_owned()));
            }
        }
        let now = self.hour();
        self.tell_master("refused mails", |custodian| custodian.refused_mails(&refused, now))
    }

    fn refused_of(&self, log: &LogName, deliveries: &[Delivery]) -> Vec<(Outgoing, String)> {
        let Some(tail) = self.tails.get(log) else { return Vec::new() };
        let refused = deliveries.iter().filter_map(|delivery| match delivery {
            Delivery::Refused { id, answer } => {
                let promise = tail.outbox.waiting().find(|promise| promise.mail.id == *id)?;
                Some((promise.mail.clone(), answer.clone()))
            }
            Delivery::Sent { .. } => None,
        });
        refused.collect()
    }

    fn add_deliveries(&mut self, log: &LogName, deliveries: &[Delivery]) -> Result<(), Failure> {
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
        self.add(log, sent(), events, note)
    }

    /// Tells the operator what was found amiss at the opening, and writes into each log what was set right in it, one line a log. A game in quarantine is
    /// at rest; those that can be played again after a rest are noted.
    pub fn recovered(&mut self, found: &[Recovered]) -> Result<(), Fatal> {
        let mut repairs: BTreeMap<&LogName, Vec<&Recovery>> = BTreeMap::new();
        for found in found {
            warn!("{found}");
            match (&found.repair, &found.log) {
                (Repair::SetRight(repair), log) => repairs.entry(log).or_default().push(repair),
                // One that could not be read either is at rest already.
                (Repair::Quarantined(reason), LogName::Game(name)) if !self.custodian.resting().any(|resting| resting == name) => {
                    let failure = StoreError::Quarantined { log: found.log.clone(), reason: reason.clone() };
                    self.set_aside(name, &failure.into())?;
                }
                (Repair::Quarantined(_), _) => {}
            }
        }
        let opened: Vec<GameName> = self.custodian.tables().map(|(name, _)| name.clone()).collect();
        for name in opened {
            self.note_mended(&name)?;
        }
        for (log, repairs) in repairs {
            let written = self.attempt(|daemon| daemon.add_repairs(log, &repairs, "found at the start"))?;
            match (written, log) {
                (Ok(()), _) => {}
                (Err(failure), LogName::Game(name)) => self.set_aside(name, &failure)?,
                (Err(failure), LogName::Lobby) => return Err(Fatal::Lobby(failure)),
            }
        }
        Ok(())
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
