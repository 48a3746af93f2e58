//! Mails on their way out: each tried until it is taken, refused for good, or too old; what keeps one back keeps no other back.

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use tracing::warn;

use super::backoff::Backoff;
use super::guard::guarded;
use super::now;
use crate::archive::{Delivery, LogName, Outgoing};
use crate::letter::Address;
use crate::wire::{MailOut, SendError};

/// How long a mail is tried, from its promise, before it is given up (RFC 5321 section 4.5.4.1: at least 4 to 5 days).
const GIVE_UP_AFTER: TimeDelta = TimeDelta::days(5);
/// The wait after the first failure; it doubles at each further one.
const FIRST_WAIT: Duration = Duration::from_secs(5);
/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(30 * 60);
/// Mails in a row at which the connection breaks, before it is taken for the server's doing and not theirs.
const MOST_BROKEN: usize = 3;

/// A mail to be sent, with its exact bytes.
#[derive(Clone, Debug)]
pub struct Job {
    pub log: LogName,
    pub mail: Outgoing,
    /// When the log promised it.
    pub promised: DateTime<Utc>,
    pub bytes: Vec<u8>,
}

/// What one try came to.
#[derive(Debug)]
pub enum Sending {
    /// It is done with.
    Done(LogName, Delivery),
    /// That mail, by its Message-ID, is put off: it is tried again, and keeps no other back.
    PutOff(LogName, String),
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
    /// While the way out fails whatever is sent, nothing is tried before that hour.
    closed_until: Option<Instant>,
    way: Backoff,
    /// Mails in a row at which the connection broke.
    broken: usize,
}

struct Waiting {
    job: Job,
    next_try: Instant,
    backoff: Backoff,
}

impl Sender {
    pub fn new(out: Box<dyn MailOut + Send>, envelope_from: Address) -> Sender {
        let way = Backoff::new(FIRST_WAIT, LONGEST_WAIT);
        Sender { out, envelope_from, queue: VecDeque::new(), closed_until: None, way, broken: 0 }
    }

    pub fn push(&mut self, job: Job) {
        let backoff = Backoff::new(FIRST_WAIT, LONGEST_WAIT);
        self.queue.push_back(Waiting { job, next_try: Instant::now(), backoff });
    }

    /// How many mails wait.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Tries mails whose hour has come until one is done with or put off, that which waits longest first; those to one address go in their order.
    pub fn step(&mut self) -> Sending {
        loop {
            let now = Instant::now();
            let mut addressed = BTreeSet::new();
            let firsts = self.queue.iter().enumerate().filter(|(_, waiting)| addressed.insert(waiting.job.mail.to.as_str()));
            let Some((next_try, at)) = firsts.map(|(at, waiting)| (waiting.next_try, at)).min() else { return Sending::Idle };
            let hour = self.closed_until.map_or(next_try, |closed| closed.max(next_try));
            if hour > now {
                return Sending::Wait(hour - now);
            }
            if let Some(done) = self.attempt(at) {
                return done;
            }
        }
    }

    /// Tries the mail at a place in the queue; it stays in the queue where it must be tried again.
    fn attempt(&mut self, at: usize) -> Option<Sending> {
        let waiting = self.queue.get(at)?;
        let id = waiting.job.mail.id.clone();
        let too_old = now() - waiting.job.promised > GIVE_UP_AFTER;
        let delivery = match send(self.out.as_mut(), &self.envelope_from, &waiting.job) {
            Ok(receipt) => Delivery::Sent { id, answer: receipt },
            Err(problem) if problem.concerns_all_mails() => {
                // Nothing is known of this mail: it keeps its place.
                self.close(&problem);
                return None;
            }
            Err(problem) if !problem.is_transient() => Delivery::Refused { id, answer: problem.to_string() },
            Err(problem) if too_old => Delivery::Refused { id, answer: format!("given up after five days: {problem}") },
            Err(problem) => {
                let log = waiting.job.log.clone();
                self.defer(at, &problem);
                return Some(Sending::PutOff(log, id));
            }
        };
        self.open();
        self.queue.remove(at).map(|waiting| Sending::Done(waiting.job.log, delivery))
    }

    /// Puts a mail off. One at which the connection breaks goes behind all others: it may be what breaks it.
    fn defer(&mut self, at: usize, problem: &SendError) {
        let Some(mut waiting) = self.queue.remove(at) else { return };
        let wait = waiting.backoff.fail();
        warn!(mail = %waiting.job.mail.id, retry_seconds = wait.as_secs(), "mail not sent yet: {problem}");
        waiting.next_try = Instant::now() + wait;
        if !matches!(problem, SendError::Broken { .. }) {
            self.open();
            return self.queue.insert(at, waiting);
        }
        // Younger ones to the same address go behind it: nobody gets turn 8 before turn 7.
        let to = waiting.job.mail.to.clone();
        let (mut younger, mut others) = (Vec::new(), Vec::new());
        for (place, it) in std::mem::take(&mut self.queue).into_iter().enumerate() {
            if place >= at && it.job.mail.to == to { younger.push(it) } else { others.push(it) }
        }
        self.queue = others.into_iter().chain([waiting]).chain(younger).collect();
        self.broken += 1;
        if self.broken >= MOST_BROKEN {
            self.close(problem);
        }
    }

    fn close(&mut self, problem: &SendError) {
        let wait = self.way.fail();
        warn!(waiting = self.queue.len(), retry_seconds = wait.as_secs(), "mail not sent yet, the way out is closed: {problem}");
        self.closed_until = Some(Instant::now() + wait);
    }

    /// The server answered about a mail.
    fn open(&mut self) {
        self.way.succeed();
        (self.closed_until, self.broken) = (None, 0);
    }
}

/// One try; gives what the taker said.
fn send(out: &mut dyn MailOut, envelope_from: &Address, job: &Job) -> Result<String, SendError> {
    let here = || "this program".to_owned();
    let to = Address::parse(&job.mail.to).map_err(|problem| SendError::Never { server: here(), reply: problem.to_string() })?;
    let tried = guarded(|| out.send(envelope_from, &to, &job.bytes));
    tried.unwrap_or_else(|reason| Err(SendError::Broken { server: here(), reason })).map(|accepted| accepted.receipt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::Digest;
    use crate::wire::MemoryMailOut;

    fn job(to: &str) -> Job {
        let mail = Outgoing { to: to.into(), id: format!("<{to}>"), sha256: Digest::of(b""), kind: "turn".into(), subject: String::new() };
        Job { log: LogName::Lobby, mail, promised: now(), bytes: b"bytes".to_vec() }
    }

    fn sender() -> (Sender, MemoryMailOut) {
        let out = MemoryMailOut::new();
        (Sender::new(Box::new(out.clone()), Address::parse("custodian@example.org").unwrap()), out)
    }

    /// The next that is not only put off.
    fn next(sender: &mut Sender) -> Sending {
        loop {
            match sender.step() {
                Sending::PutOff(..) => {}
                sending => return sending,
            }
        }
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
        assert!(matches!(sender.step(), Sending::PutOff(_, id) if id == "<a@x>"));
        assert!(matches!(next(&mut sender), Sending::Done(_, Delivery::Sent { id, .. }) if id == "<b@x>"));
        assert!(matches!(next(&mut sender), Sending::Wait(_)));
        assert_eq!((sender.waiting(), out.take().len()), (2, 1));
    }

    /// Lets all waits pass.
    fn later(sender: &mut Sender) {
        let now = Instant::now();
        sender.closed_until = sender.closed_until.map(|_| now);
        sender.queue.iter_mut().for_each(|waiting| waiting.next_try = waiting.next_try.min(now));
    }

    fn broken() -> SendError {
        SendError::Broken { server: "s".into(), reason: "reset by peer".into() }
    }

    /// A way out at which the mails to `a@x` break the connection.
    struct Breaks {
        out: MemoryMailOut,
        tried: std::sync::Arc<std::sync::Mutex<Vec<String>>>,
    }

    impl MailOut for Breaks {
        fn send(&mut self, from: &Address, to: &Address, bytes: &[u8]) -> Result<crate::wire::Accepted, SendError> {
            self.tried.lock().unwrap().push(to.to_string());
            if to.local() == "a" { Err(broken()) } else { self.out.send(from, to, bytes) }
        }

        fn probe(&mut self) -> Result<String, SendError> {
            self.out.probe()
        }
    }

    #[test]
    fn mails_that_break_the_connection_keep_no_other_back() {
        let (out, tried) = (MemoryMailOut::new(), std::sync::Arc::default());
        let breaks = Breaks { out: out.clone(), tried: std::sync::Arc::clone(&tried) };
        let mut sender = Sender::new(Box::new(breaks), Address::parse("custodian@example.org").unwrap());
        for to in ["a@x", "b@x", "c@x", "a@1", "a@2", "a@3", "d@x"] {
            sender.push(job(to));
        }
        let mut sent = 0;
        for _ in 0..7 {
            while let Sending::Done(..) = next(&mut sender) {
                sent += 1;
            }
            later(&mut sender);
        }
        assert_eq!((sent, sender.waiting(), out.take().len()), (3, 4, 3));
        assert_eq!(tried.lock().unwrap()[..3], ["a@x", "b@x", "c@x"]);
    }

    #[test]
    fn mails_to_one_address_keep_their_order_when_the_connection_breaks_at_the_first() {
        let (mut sender, out) = sender();
        out.refuse_next(broken());
        for (to, id) in [("a@x", "<1>"), ("b@x", "<2>"), ("a@x", "<3>")] {
            let mut job = job(to);
            job.mail.id = id.into();
            sender.push(job);
        }
        let mut sent = Vec::new();
        for _ in 0..3 {
            while let Sending::Done(_, delivery) = next(&mut sender) {
                sent.push(delivery.id().to_owned());
            }
            later(&mut sender);
        }
        assert_eq!(sent, ["<2>", "<1>", "<3>"]);
    }

    #[test]
    fn a_mail_that_makes_the_program_fail_is_put_off_like_one_that_breaks_the_connection() {
        struct Panics;
        impl MailOut for Panics {
            fn send(&mut self, _: &Address, to: &Address, _: &[u8]) -> Result<crate::wire::Accepted, SendError> {
                if to.local() == "a" { panic!("no words") } else { Ok(crate::wire::Accepted { receipt: "250".into() }) }
            }
            fn probe(&mut self) -> Result<String, SendError> {
                Ok(String::new())
            }
        }
        let mut sender = Sender::new(Box::new(Panics), Address::parse("custodian@example.org").unwrap());
        sender.push(job("a@x"));
        sender.push(job("b@x"));
        assert!(matches!(next(&mut sender), Sending::Done(_, Delivery::Sent { id, .. }) if id == "<b@x>"));
        assert_eq!(sender.waiting(), 1);
    }

    #[test]
    fn five_days_count_from_the_promise_and_not_while_the_way_is_closed() {
        let (mut sender, out) = sender();
        let old = |to| Job { promised: now() - TimeDelta::days(6), ..job(to) };
        out.refuse_next(SendError::Unreachable { server: "s".into(), reason: "no route".into() });
        sender.push(old("a@x"));
        assert!(matches!(next(&mut sender), Sending::Wait(_)));
        later(&mut sender);
        out.refuse_next(SendError::Later { server: "s".into(), reply: "452 mailbox full".into() });
        assert!(
            matches!(next(&mut sender), Sending::Done(_, Delivery::Refused { answer, .. }) if answer.starts_with("given up after five days"))
        );
    }

    #[test]
    fn a_passing_failure_keeps_the_order_and_a_final_one_is_reported() {
        let (mut sender, out) = sender();
        out.refuse_next(SendError::Unreachable { server: "s".into(), reason: "no route".into() });
        sender.push(job("a@x"));
        sender.push(job("b@x"));
        assert!(matches!(next(&mut sender), Sending::Wait(_)));
        assert!(matches!(next(&mut sender), Sending::Wait(_)));
        assert_eq!((sender.waiting(), sender.queue[0].job.mail.to.as_str()), (2, "a@x"));
        let (mut sender, out) = self::sender();
        out.refuse_next(SendError::Never { server: "s".into(), reply: "550 no such user".into() });
        sender.push(job("a@x"));
        assert!(matches!(next(&mut sender), Sending::Done(_, Delivery::Refused { .. })));
        sender.push(job("no address"));
        assert!(matches!(next(&mut sender), Sending::Done(_, Delivery::Refused { .. })));
    }
}
