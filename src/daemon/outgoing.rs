//! Mails on their way out: those to one address one after the other, each tried until it is taken, refused for good, or too old.

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use tracing::warn;

use crate::archive::{Delivery, LogName, Outgoing};
use crate::letter::Address;
use crate::wire::{MailOut, SendError};

/// How long a mail is tried before it is given up (RFC 5321 section 4.5.4.1: at least 4 to 5 days).
const GIVE_UP_AFTER: Duration = Duration::from_secs(5 * 24 * 3600);
/// The wait after the first failure; it doubles at each further one.
const FIRST_WAIT: Duration = Duration::from_secs(5);
/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(30 * 60);

/// A mail to be sent, with its exact bytes.
#[derive(Clone, Debug)]
pub struct Job {
    pub log: LogName,
    pub mail: Outgoing,
    pub bytes: Vec<u8>,
}

/// What one try came to.
#[derive(Debug)]
pub enum Sending {
    /// It is done with.
    Done(LogName, Delivery),
    /// Nothing can be sent before this much time has passed.
    Wait(Duration),
    /// Nothing is left to send.
    Idle,
}

/// The queue behind the port.
pub struct Sender {
    out: Box<dyn MailOut + Send>,
    envelope_from: Address,
    queue: VecDeque<Waiting>,
}

struct Waiting {
    job: Job,
    since: Instant,
    next_try: Instant,
    wait: Duration,
}

impl Sender {
    pub fn new(out: Box<dyn MailOut + Send>, envelope_from: Address) -> Sender {
        Sender { out, envelope_from, queue: VecDeque::new() }
    }

    pub fn push(&mut self, job: Job) {
        let now = Instant::now();
        self.queue.push_back(Waiting { job, since: now, next_try: now, wait: FIRST_WAIT });
    }

    /// How many mails wait.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Tries mails whose hour has come until one is done with; those to one address go in their order.
    pub fn step(&mut self) -> Sending {
        loop {
            let now = Instant::now();
            let mut addressed = BTreeSet::new();
            let firsts = self.queue.iter().enumerate().filter(|(_, waiting)| addressed.insert(waiting.job.mail.to.as_str()));
            let Some((at, next_try)) = firsts.map(|(at, waiting)| (at, waiting.next_try)).min_by_key(|&(at, hour)| (hour.max(now), at))
            else {
                return Sending::Idle;
            };
            if next_try > now {
                return Sending::Wait(next_try - now);
            }
            if let Some(done) = self.attempt(at, now) {
                return done;
            }
        }
    }

    /// Tries the mail at a place in the queue; it stays there where it must be tried again.
    fn attempt(&mut self, at: usize, now: Instant) -> Option<Sending> {
        let waiting = &mut self.queue[at];
        let mail = &waiting.job.mail;
        let tried = match Address::parse(&mail.to) {
            Ok(to) => self.out.send(&self.envelope_from, &to, &waiting.job.bytes),
            Err(problem) => Err(SendError::Never { server: "this program".to_owned(), reply: problem.to_string() }),
        };
        let id = mail.id.clone();
        let delivery = match tried {
            Ok(accepted) => Delivery::Sent { id, answer: accepted.receipt },
            Err(problem) if !problem.is_transient() => Delivery::Refused { id, answer: problem.to_string() },
            Err(problem) if now.duration_since(waiting.since) > GIVE_UP_AFTER => {
                Delivery::Refused { id, answer: format!("given up after five days: {problem}") }
            }
            Err(problem) => {
                warn!(mail = %id, retry_seconds = waiting.wait.as_secs(), "mail not sent yet: {problem}");
                let next_try = now + waiting.wait;
                waiting.next_try = next_try;
                waiting.wait = (waiting.wait * 2).min(LONGEST_WAIT);
                if problem.concerns_all_mails() {
                    for other in &mut self.queue {
                        other.next_try = other.next_try.max(next_try);
                    }
                }
                return None;
            }
        };
        self.queue.remove(at).map(|waiting| Sending::Done(waiting.job.log, delivery))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::Digest;
    use crate::wire::MemoryMailOut;

    fn job(to: &str) -> Job {
        let mail = Outgoing { to: to.into(), id: format!("<{to}>"), sha256: Digest::of(b""), kind: "turn".into(), subject: String::new() };
        Job { log: LogName::Lobby, mail, bytes: b"bytes".to_vec() }
    }

    fn sender() -> (Sender, MemoryMailOut) {
        let out = MemoryMailOut::new();
        (Sender::new(Box::new(out.clone()), Address::parse("custodian@example.org").unwrap()), out)
    }

    #[test]
    fn mails_go_out_in_order_and_end_idle() {
        let (mut sender, out) = sender();
        sender.push(job("a@x"));
        sender.push(job("b@x"));
        assert!(matches!(sender.step(), Sending::Done(_, Delivery::Sent { id, .. }) if id == "<a@x>"));
        assert!(matches!(sender.step(), Sending::Done(_, Delivery::Sent { id, .. }) if id == "<b@x>"));
        assert!(matches!(sender.step(), Sending::Idle));
        assert_eq!(out.take().len(), 2);
    }

    #[test]
    fn a_mailbox_that_is_full_stands_in_nobody_elses_way() {
        let (mut sender, out) = sender();
        out.refuse_next(SendError::Later { server: "s".into(), reply: "452 mailbox full".into() });
        for to in ["a@x", "a@x", "b@x"] {
            sender.push(job(to));
        }
        assert!(matches!(sender.step(), Sending::Done(_, Delivery::Sent { id, .. }) if id == "<b@x>"));
        assert!(matches!(sender.step(), Sending::Wait(_)));
        assert_eq!((sender.waiting(), out.take().len()), (2, 1));
    }

    #[test]
    fn a_passing_failure_keeps_the_order_and_a_final_one_is_reported() {
        let (mut sender, out) = sender();
        out.refuse_next(SendError::Unreachable { server: "s".into(), reason: "no route".into() });
        sender.push(job("a@x"));
        sender.push(job("b@x"));
        assert!(matches!(sender.step(), Sending::Wait(_)));
        assert!(matches!(sender.step(), Sending::Wait(_)));
        assert_eq!((sender.waiting(), sender.queue[0].job.mail.to.as_str()), (2, "a@x"));
        let (mut sender, out) = self::sender();
        out.refuse_next(SendError::Never { server: "s".into(), reply: "550 no such user".into() });
        sender.push(job("a@x"));
        assert!(matches!(sender.step(), Sending::Done(_, Delivery::Refused { .. })));
        sender.push(job("no address"));
        assert!(matches!(sender.step(), Sending::Done(_, Delivery::Refused { .. })));
    }
}
