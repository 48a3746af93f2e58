//! Mails that the logs promise: handed to the sender, and what became of them written down.

use std::collections::BTreeMap;

use tracing::{info, warn};

use super::outgoing::Job;
use super::{Daemon, Failure, Fatal};
use crate::archive::{Delivery, Json, LogName, Outgoing, sent};
use crate::store::Store;

/// Mails that the sender has at a time and has not tried yet; the others wait in the archive, however long the way out is closed.
const MOST_UNTRIED: usize = 128;
/// Of these, mails to one address, so that a mailbox that takes nothing leaves room for the others.
const MOST_CLAIMED_BY_ONE: usize = 4;

/// A mail that the sender has.
pub(super) struct Claim {
    to: String,
    /// It was tried in vain, and is tried again: it keeps none to others back.
    put_off: bool,
}

impl<S: Store> Daemon<S> {
    /// Mails that are promised and that the sender does not have yet, with their bytes, as many as it may have at a time; from now on it has them.
    pub fn unclaimed(&mut self) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut held: BTreeMap<String, usize> = BTreeMap::new();
        for claim in self.claimed.values() {
            *held.entry(claim.to.clone()).or_default() += 1;
        }
        let mut untried = self.claimed.values().filter(|claim| !claim.put_off).count();
        for (log, tail) in &self.tails {
            for promise in tail.outbox.waiting() {
                let mail = &promise.mail;
                if untried >= MOST_UNTRIED {
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
                        self.claimed.insert(claim, Claim { to: mail.to.clone(), put_off: false });
                        untried += 1;
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

    /// Notes that a mail was tried in vain and is tried again.
    pub fn put_off(&mut self, log: LogName, id: String) {
        if let Some(claim) = self.claimed.get_mut(&(log, id)) {
            claim.put_off = true;
        }
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
}
