//! The port through which beacons come: relays of drand over HTTP, and their twin in memory.
//!
//! Invariant: what it gives is genuine, whoever said it; no relay is trusted.

use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::fmt::Write;
use std::io::Read;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use reqwest::StatusCode;
use reqwest::blocking::{Client, Response};
use reqwest::redirect::Policy;
use serde::Deserialize;

use super::trust::{self, Trust};
use crate::dice::{Beacon, NETWORK, NotGenuine, Round, Signature};

/// The longest wait for the whole answer of one relay, however busily it goes on.
const PATIENCE: Duration = Duration::from_secs(10);
/// A relay's answer has some 300 bytes.
const LONGEST_ANSWER: usize = 4096;

/// Somewhere to ask for beacons.
pub trait Beacons: Send {
    /// Looks for a round once, wherever it may be had.
    fn fetch(&mut self, round: Round) -> Result<Beacon, NoBeacon>;
}

/// Why a round was not to be had now; it may be later.
#[derive(Debug, thiserror::Error)]
pub enum NoBeacon {
    #[error("no relay has published it yet")]
    NotYet,
    /// What each relay said, in words.
    #[error("no relay gives it: {0}")]
    Refused(String),
}

/// What is wrong with one relay's answer.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("not published yet")]
    NotYet,
    #[error("{0}")]
    Unreachable(String),
    #[error("it answers with status {0}")]
    Status(StatusCode),
    #[error("its answer is not there after {} seconds", PATIENCE.as_secs())]
    Slow,
    #[error("it answers with more than {LONGEST_ANSWER} bytes")]
    Oversize,
    #[error("its answer is no beacon: {0}")]
    Garbled(String),
    #[error("it gives round {0} instead")]
    OtherRound(u64),
    #[error("its beacon is not genuine: {0}")]
    Forged(NotGenuine),
}

/// The relays that the operator has named, asked in turn.
pub struct Relays {
    client: Client,
    /// Without a slash at the end.
    addresses: Vec<String>,
    /// Which is asked first: the one that answered last, or the one after it where it failed.
    first: usize,
}

/// A round as a relay writes it.
#[derive(Deserialize)]
struct Answer {
    round: u64,
    signature: String,
}

impl Relays {
    /// `Err` says why TLS cannot be spoken.
    pub fn new(addresses: Vec<String>, trust: &Trust) -> Result<Relays, String> {
        let tls = trust.client()?;
        let client = Client::builder()
            .tls_backend_preconfigured((*tls).clone())
            .redirect(Policy::none())
            .timeout(PATIENCE)
            .connect_timeout(PATIENCE)
            .no_proxy()
            .user_agent(concat!("custodian/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| causes(&error))?;
        Ok(Relays { client, addresses, first: 0 })
    }

    /// Asks each relay for a round that is known to be published, and for its newest; the relay's address and what it gives, or what is wrong.
    pub fn probe(&self) -> Vec<(String, Result<Option<Round>, String>)> {
        const PUBLISHED: Round = Round(1000);
        let look = |address: &String| match self.ask(address, Some(PUBLISHED)) {
            Ok(_) => (address.clone(), Ok(self.ask(address, None).ok().map(|newest| newest.round()))),
            Err(fault) => (address.clone(), Err(fault.to_string())),
        };
        self.addresses.iter().map(look).collect()
    }

    /// A round, or the newest there is.
    fn ask(&self, address: &str, round: Option<Round>) -> Result<Beacon, Fault> {
        let asked = Instant::now();
        let which = round.map_or("latest".to_owned(), |round| round.to_string());
        let request = self.client.get(format!("{address}/{NETWORK}/public/{which}")).send();
        let response = request.map_err(|error| Fault::Unreachable(unreachable(&error, address)))?;
        match response.status() {
            StatusCode::OK => genuine(&whole(response, asked)?, round),
            // drand answers so as long as a round lies ahead.
            StatusCode::NOT_FOUND | StatusCode::TOO_EARLY => Err(Fault::NotYet),
            status => Err(Fault::Status(status)),
        }
    }
}

/// The answer to its end, piece by piece: a relay that goes on and on is given up like one that is silent.
fn whole(mut response: Response, asked: Instant) -> Result<Vec<u8>, Fault> {
    let (mut body, mut piece) = (Vec::new(), [0; 1024]);
    loop {
        let read = response.read(&mut piece).map_err(|error| Fault::Unreachable(format!("its answer breaks off: {error}")))?;
        body.extend_from_slice(&piece[..read]);
        if body.len() > LONGEST_ANSWER {
            return Err(Fault::Oversize);
        }
        if read == 0 {
            return Ok(body);
        }
        if asked.elapsed() > PATIENCE {
            return Err(Fault::Slow);
        }
    }
}

fn genuine(body: &[u8], round: Option<Round>) -> Result<Beacon, Fault> {
    let answer: Answer = serde_json::from_slice(body).map_err(|error| Fault::Garbled(error.to_string()))?;
    if round.is_some_and(|round| answer.round != round.0) {
        return Err(Fault::OtherRound(answer.round));
    }
    Signature::read(&answer.signature).and_then(|signature| Beacon::verify(Round(answer.round), signature)).map_err(Fault::Forged)
}

fn unreachable(error: &reqwest::Error, address: &str) -> String {
    let host = address.split("://").nth(1).and_then(|rest| rest.split(['/', ':']).next()).unwrap_or(address);
    trust::fault(error, host).unwrap_or_else(|| causes(error))
}

/// An error with what caused it, without the address, which is told beside it.
fn causes(error: &(dyn Error + 'static)) -> String {
    let mut told = String::new();
    let mut cause = Some(error);
    while let Some(found) = cause {
        let words = found.to_string();
        let words = words.split(" (http").next().unwrap_or_default().split(" for url").next().unwrap_or_default();
        let _ = write!(told, "{}{words}", if told.is_empty() { "" } else { ": " });
        cause = found.source();
    }
    told
}

impl Beacons for Relays {
    fn fetch(&mut self, round: Round) -> Result<Beacon, NoBeacon> {
        let mut said = Vec::new();
        let mut only_early = true;
        for turn in 0..self.addresses.len() {
            let at = (self.first + turn) % self.addresses.len();
            match self.ask(&self.addresses[at], Some(round)) {
                Ok(beacon) => {
                    self.first = at;
                    return Ok(beacon);
                }
                Err(fault) => {
                    only_early &= matches!(fault, Fault::NotYet);
                    said.push(format!("{}: {fault}", self.addresses[at]));
                }
            }
        }
        // Another one begins the next time.
        self.first = (self.first + 1) % self.addresses.len().max(1);
        if only_early && !said.is_empty() { Err(NoBeacon::NotYet) } else { Err(NoBeacon::Refused(said.join("; "))) }
    }
}

/// The twin in memory: gives what a test has published, and fails as it is told.
#[derive(Clone, Debug, Default)]
pub struct MemoryBeacons {
    shared: Arc<Mutex<Published>>,
}

#[derive(Debug, Default)]
struct Published {
    beacons: BTreeMap<Round, Beacon>,
    refusals: VecDeque<NoBeacon>,
    asked: Vec<Round>,
}

impl MemoryBeacons {
    pub fn publish(&self, beacon: Beacon) {
        self.lock().beacons.insert(beacon.round(), beacon);
    }

    /// Makes one later `fetch` fail; several wait in line.
    pub fn refuse_next(&self, why: NoBeacon) {
        self.lock().refusals.push_back(why);
    }

    /// The rounds asked for since the last call.
    pub fn asked(&self) -> Vec<Round> {
        std::mem::take(&mut self.lock().asked)
    }

    fn lock(&self) -> MutexGuard<'_, Published> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Beacons for MemoryBeacons {
    fn fetch(&mut self, round: Round) -> Result<Beacon, NoBeacon> {
        let mut published = self.lock();
        published.asked.push(round);
        match published.refusals.pop_front() {
            Some(why) => Err(why),
            None => published.beacons.get(&round).copied().ok_or(NoBeacon::NotYet),
        }
    }
}
