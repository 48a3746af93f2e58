//! The threads beside the loop, doors, fetcher and sender, and what they tell it.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::thread;
use std::time::Duration;

use tracing::warn;

use super::backoff::Backoff;
use super::door::{Door, Found, Lost};
use super::fetcher::Fetcher;
use super::guard::guarded;
use super::once_more::Word;
use super::outgoing::{Job, Sender, Sending};
use crate::archive::{Delivery, LogName};
use crate::dice::{Beacon, Round};
use crate::wire::{Incoming, MailboxError};

/// The waits of a door whose mailbox fails.
const FIRST_RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(300);

/// What the fetcher is asked.
pub(super) enum Ask {
    /// For a round until it is there.
    Fetch(Round),
    /// Once, before its hour.
    Peek(Round),
    /// Once, and somebody waits for the answer.
    Now(Round, SyncSender<Option<Beacon>>),
}

/// Everything that can happen to the running daemon.
pub(super) enum Happening {
    /// A letter, and where to say that it is durable.
    Letter {
        incoming: Incoming,
        spool: bool,
        door: mpsc::Sender<Word>,
    },
    /// A letter that cannot be had, and where to say that it is written down.
    Lost {
        lost: Lost,
        door: mpsc::Sender<Word>,
    },
    Delivered(LogName, Delivery),
    /// A mail is tried again later, by its Message-ID.
    PutOff(LogName, String),
    /// A round that some game waits for is published.
    Published(Beacon),
    /// The sender has nothing it could do now.
    SenderRests,
    /// The sender has ended, as it does when no more jobs can come.
    SenderEnded,
    /// A thread that should run on has failed; its name, and why.
    Died(String),
    Stop,
}

impl Happening {
    /// The door that waits for word of its letter.
    pub(super) fn door(&self) -> Option<&mpsc::Sender<Word>> {
        match self {
            Happening::Letter { door, .. } | Happening::Lost { door, .. } => Some(door),
            _ => None,
        }
    }
}

/// A thread whose end by a panic is told; where nobody listens any more, it ends quietly.
pub(super) fn watched(name: &'static str, tell: SyncSender<Happening>, work: impl FnOnce(&SyncSender<Happening>) + Send + 'static) {
    thread::spawn(move || {
        if let Err(why) = guarded(|| work(&tell)) {
            let _ = tell.send(Happening::Died(format!("{name} ({why})")));
        }
    });
}
/// One door: letters in order; failures are waited out.
pub(super) fn watch_door(mut door: Door, tell: &SyncSender<Happening>) {
    let mut backoff = Backoff::new(FIRST_RETRY, LONGEST_RETRY);
    while !door.stopper.is_stopped() {
        match pass_on(&mut door, tell) {
            Ok(true) => backoff.succeed(),
            Ok(false) => return,
            Err(_) if door.stopper.is_stopped() => return,
            Err(problem) => {
                let wait = backoff.fail();
                warn!(retry_seconds = wait.as_secs(), "mailbox: {problem}");
                door.stopper.sleep(wait);
            }
        }
    }
}

/// Hands over the next letter or waits for one; `false` when nobody listens any more.
fn pass_on(door: &mut Door, tell: &SyncSender<Happening>) -> Result<bool, MailboxError> {
    let (word, words) = mpsc::channel();
    match door.next()? {
        Found::Letter(incoming) => {
            let cursor = incoming.cursor.clone();
            let durable = tell.send(Happening::Letter { incoming, spool: door.spool, door: word }).is_ok() && is_durable(door, &words);
            if durable {
                door.dealt_with(cursor);
            }
            Ok(durable)
        }
        Found::Lost(lost) => {
            let durable = tell.send(Happening::Lost { lost: lost.clone(), door: word }).is_ok() && is_durable(door, &words);
            if durable {
                door.pass_over(lost);
            }
            Ok(durable)
        }
        Found::Nothing => door.wait().map(|()| true),
    }
}

/// Waits until the letter in hand is durable, and shows those that wait where it is asked to; `false` when nobody listens any more.
fn is_durable(door: &mut Door, words: &Receiver<Word>) -> bool {
    loop {
        match words.recv() {
            Ok(Word::Durable) => return true,
            Ok(Word::LookAhead(show)) => door.look_ahead(&mut |letter| show.send(letter).is_ok()),
            Err(_) => return false,
        }
    }
}

/// Fetches the rounds that come until each is there, or nobody listens any more.
pub(super) fn fetch_all(mut fetcher: Fetcher, rounds: &Receiver<Ask>, tell: &SyncSender<Happening>) {
    let answer = |fetcher: &mut Fetcher, ask: Ask| match ask {
        Ask::Fetch(round) => fetcher.want(round),
        Ask::Peek(round) => {
            if let Some(beacon) = fetcher.peek(round) {
                // Nobody listens any more at the end.
                let _ = tell.send(Happening::Published(beacon));
            }
        }
        Ask::Now(round, answer) => {
            let _ = answer.send(fetcher.peek(round));
        }
    };
    loop {
        let ask = match fetcher.wait() {
            None => rounds.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(time) => rounds.recv_timeout(time),
        };
        match ask {
            Ok(ask) => answer(&mut fetcher, ask),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        rounds.try_iter().for_each(|ask| answer(&mut fetcher, ask));
        let mut heard = true;
        fetcher.look(&mut |beacon| heard &= tell.send(Happening::Published(beacon)).is_ok());
        if !heard {
            return;
        }
    }
}

/// Sends what comes, in order, and tells what became of it, until no more can come; the mail in hand is the last.
pub(super) fn send_all(mut sender: Sender, jobs: &Receiver<Job>, tell: &SyncSender<Happening>) {
    loop {
        loop {
            match jobs.try_recv() {
                Ok(job) => sender.push(job),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return,
            }
        }
        let next = match sender.step() {
            Sending::Done(log, delivery) => {
                if tell.send(Happening::Delivered(log, delivery)).is_err() {
                    return;
                }
                continue;
            }
            Sending::PutOff(log, id) => {
                if tell.send(Happening::PutOff(log, id)).is_err() {
                    return;
                }
                continue;
            }
            Sending::Idle => None,
            Sending::Wait(time) => Some(time),
        };
        if tell.send(Happening::SenderRests).is_err() {
            return;
        }
        let job = match next {
            None => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(time) => jobs.recv_timeout(time),
        };
        match job {
            Ok(job) => sender.push(job),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::once_more::look_behind;
    use super::*;
    use crate::wire::{MemoryMailbox, Stopper};

    #[test]
    fn letters_are_looked_through_behind_every_door_that_waits() {
        let (tell, happenings) = mpsc::sync_channel(16);
        let stopper = Stopper::new();
        for letters in [["a ruling", "more"], ["another", "a beacon"]] {
            let mailbox = MemoryMailbox::new(stopper.clone());
            letters.into_iter().for_each(|letter| mailbox.deliver(letter));
            let mut door = Door::new(Box::new(mailbox), true, Duration::from_secs(1), stopper.clone(), None);
            let tell = tell.clone();
            thread::spawn(move || pass_on(&mut door, &tell));
        }
        let heard: Vec<Happening> = happenings.iter().take(2).collect();
        let mut shown = BTreeSet::new();
        look_behind(heard.iter().filter_map(Happening::door), &mut |letter| {
            shown.insert(String::from_utf8(letter.to_vec()).unwrap());
        });
        assert_eq!(shown.into_iter().collect::<Vec<_>>(), ["a beacon", "a ruling", "another", "more"]);
    }
}
