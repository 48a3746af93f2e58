//! The loop: doors and sender in threads of their own, one closed list of happenings, one place that acts on them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use tracing::{info, warn};

use super::backoff::Backoff;
use super::door::{Door, Found, Lost};
use super::fetcher::Fetcher;
use super::guard::guarded;
use super::once_more::{Word, ask, look_behind};
use super::outgoing::{Job, Sender, Sending};
use super::{Daemon, Fatal, now};
use crate::archive::{Delivery, LogName};
use crate::dice::{Beacon, Round};
use crate::store::Store;
use crate::wire::{Incoming, MailboxError, Stopper};

/// The longest sleep of the loop without a happening.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);
/// The waits of a door whose mailbox fails.
const FIRST_RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(300);
/// How long, after the stop, the mail in hand may take: what was sent is written down, or it would be sent again.
const LAST_MAIL: Duration = Duration::from_millis(800);

/// Why the loop ended badly.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Fatal(#[from] Fatal),
    #[error("mailbox: {0}; everything else was done")]
    Mailbox(#[from] MailboxError),
    #[error("signals cannot be caught: {0}")]
    Signals(std::io::Error),
    #[error("{0} failed inside the program, and without it nothing goes on; start it again")]
    Died(String),
    #[error("at rest until they are mended: {0} (the log and a mail to the master tell why); everything else was done")]
    AtRest(String),
    #[error("a mail could not be sent and waits in the archive for the next run: {0} left")]
    Unsent(usize),
}

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
enum Happening {
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
    fn door(&self) -> Option<&mpsc::Sender<Word>> {
        match self {
            Happening::Letter { door, .. } | Happening::Lost { door, .. } => Some(door),
            _ => None,
        }
    }
}

/// Deals with every letter that is there, whatever is due, and every mail, once.
pub fn once<S: Store>(
    daemon: &mut Daemon<S>,
    doors: &mut [Door],
    sender: &mut Sender,
    fetcher: Option<&mut Fetcher>,
) -> Result<(), RunError> {
    let mut closed = None;
    // What is published, or lies in a letter, counts before anybody rules that it does not come.
    let (mut fetcher, mut peeked) = (fetcher, BTreeSet::new());
    if let Some(fetcher) = &mut fetcher {
        look(daemon, fetcher);
        peek(daemon, fetcher, &mut peeked)?;
        daemon.tick()?;
    }
    if !daemon.custodian.rounds_in_doubt(daemon.hour()).is_empty() {
        for door in &mut *doors {
            door.look_ahead(&mut |letter| daemon.offered(&letter));
        }
        daemon.tick()?;
    }
    for door in doors {
        if let Err(problem) = empty(daemon, door)? {
            warn!("mailbox: {problem}");
            closed = closed.or(Some(problem));
        }
    }
    if let Some(fetcher) = fetcher {
        look(daemon, fetcher);
        daemon.tick()?;
        peek(daemon, fetcher, &mut peeked)?;
    }
    daemon.tick()?;
    send_what_there_is(daemon, sender)?;
    // Nobody waits for what was left open, so it comes last; a house that only ever runs once has no idle hours for it.
    while daemon.ponder()? {}
    send_what_there_is(daemon, sender)?;
    let resting: Vec<&str> = daemon.custodian.resting().map(|name| name.as_str()).collect();
    match (closed, daemon.unsent()) {
        (Some(problem), _) => Err(problem.into()),
        (None, 0) if resting.is_empty() => Ok(()),
        (None, 0) => Err(RunError::AtRest(resting.join(", "))),
        (None, unsent) => Err(RunError::Unsent(unsent)),
    }
}

/// Asks the relays once for every round that games wait for.
fn look<S: Store>(daemon: &mut Daemon<S>, fetcher: &mut Fetcher) {
    daemon.custodian.rounds_wanted(daemon.hour()).into_iter().for_each(|round| fetcher.want(round));
    fetcher.look(&mut |beacon| daemon.custodian.learn(beacon));
}

/// Asks the relays once for each round that is not out yet by the clock of this house.
fn peek<S: Store>(daemon: &mut Daemon<S>, fetcher: &mut Fetcher, peeked: &mut BTreeSet<Round>) -> Result<(), Fatal> {
    for round in daemon.custodian.rounds_to_come(daemon.hour()) {
        if peeked.insert(round)
            && let Some(beacon) = fetcher.peek(round)
        {
            daemon.learn(beacon)?;
        }
    }
    Ok(())
}

/// Every mail that waits, until none is left that can be sent now.
fn send_what_there_is<S: Store>(daemon: &mut Daemon<S>, sender: &mut Sender) -> Result<(), Fatal> {
    loop {
        let jobs = daemon.unclaimed();
        if jobs.is_empty() {
            return Ok(());
        }
        jobs.into_iter().for_each(|job| sender.push(job));
        loop {
            match sender.step() {
                Sending::Done(log, delivery) => daemon.delivered(log, delivery),
                Sending::PutOff(log, id) => daemon.put_off(log, id),
                Sending::Wait(_) | Sending::Idle => break,
            }
        }
        daemon.report()?;
    }
}

/// Reads a door's letters to the last; the inner error is the mailbox's, which no other door shares.
fn empty<S: Store>(daemon: &mut Daemon<S>, door: &mut Door) -> Result<Result<(), MailboxError>, Fatal> {
    let mut lacking = 0;
    loop {
        match door.next() {
            Ok(Found::Letter(incoming)) => {
                daemon.letter(&incoming, door.spool)?;
                door.dealt_with(incoming.cursor);
                lacking = 0;
            }
            Ok(Found::Lost(lost)) => {
                daemon.lost_letter(&lost)?;
                door.pass_over(lost);
            }
            Ok(Found::Nothing) => return Ok(Ok(())),
            Err(MailboxError::Letter { .. }) if lacking < super::door::TRIES => lacking += 1,
            Err(problem) => return Ok(Err(problem)),
        }
    }
}

/// Runs until SIGTERM or SIGINT; returns within a second of it.
pub fn run<S: Store>(daemon: &mut Daemon<S>, doors: Vec<Door>, sender: Sender, fetcher: Option<Fetcher>) -> Result<(), RunError> {
    let (tell, happenings) = mpsc::sync_channel(16);
    catch_signals(tell.clone())?;
    info!(doors = doors.len(), games = daemon.custodian.tables().count(), "running; SIGTERM or SIGINT stops it");
    run_until_stop(daemon, doors, sender, fetcher, tell, &happenings)?;
    info!("stopped; everything acknowledged is in the archive, unsent mails wait there");
    Ok(())
}

fn run_until_stop<S: Store>(
    daemon: &mut Daemon<S>,
    doors: Vec<Door>,
    sender: Sender,
    fetcher: Option<Fetcher>,
    tell: SyncSender<Happening>,
    happenings: &Receiver<Happening>,
) -> Result<(), RunError> {
    let stoppers: Vec<Stopper> = doors.iter().map(|door| door.stopper.clone()).collect();
    for door in doors {
        watched("a door for letters", tell.clone(), move |tell| watch_door(door, tell));
    }
    let (rounds, to_fetch) = mpsc::channel();
    match fetcher {
        Some(fetcher) => watched("the fetcher of beacons", tell.clone(), move |tell| fetch_all(fetcher, &to_fetch, tell)),
        // Whoever asks is told at once that nobody listens.
        None => drop(to_fetch),
    }
    let (jobs, to_send) = mpsc::channel();
    watched("the sender of mails", tell, move |tell| {
        send_all(sender, &to_send, tell);
        let _ = tell.send(Happening::SenderEnded);
    });
    let ended = act(daemon, happenings, &jobs, &rounds);
    stoppers.iter().for_each(Stopper::stop);
    drop(jobs);
    // A disk that failed takes no report either.
    if !matches!(ended, Err(RunError::Fatal(_))) {
        await_last_mail(daemon, happenings);
        daemon.report()?;
    }
    ended
}

/// A thread whose end by a panic is told; where nobody listens any more, it ends quietly.
fn watched(name: &'static str, tell: SyncSender<Happening>, work: impl FnOnce(&SyncSender<Happening>) + Send + 'static) {
    thread::spawn(move || {
        if let Err(why) = guarded(|| work(&tell)) {
            let _ = tell.send(Happening::Died(format!("{name} ({why})")));
        }
    });
}

/// The one place that acts.
fn act<S: Store>(
    daemon: &mut Daemon<S>,
    happenings: &Receiver<Happening>,
    jobs: &mpsc::Sender<Job>,
    rounds: &mpsc::Sender<Ask>,
) -> Result<(), RunError> {
    let mut asked_for = BTreeSet::new();
    let mut peeked_for = BTreeSet::new();
    let mut ask_for = |daemon: &Daemon<S>| {
        let hour = daemon.hour();
        let wanted = daemon.custodian.rounds_wanted(hour).into_iter().filter(|round| asked_for.insert(*round)).map(Ask::Fetch);
        let to_come = daemon.custodian.rounds_to_come(hour).into_iter().filter(|round| peeked_for.insert(*round)).map(Ask::Peek);
        for ask in wanted.chain(to_come) {
            // Where no relay is configured nobody listens, and beacons come by mail.
            let _ = rounds.send(ask);
        }
    };
    let hand_out = |daemon: &mut Daemon<S>| {
        for job in daemon.unclaimed() {
            // A sender that died has told so.
            let _ = jobs.send(job);
        }
    };
    daemon.tick()?;
    hand_out(daemon);
    // What has happened and is not acted on yet.
    let mut heard = VecDeque::new();
    let mut silent = BTreeMap::new();
    loop {
        ask_for(daemon);
        let next = [daemon.custodian.next_due(), daemon.custodian.next_round(daemon.hour())].into_iter().flatten().min();
        let until_due = next.map(|due| (due - now()).to_std().unwrap_or_default());
        let sleep = until_due.map_or(LONGEST_SLEEP, |due| due.min(LONGEST_SLEEP));
        // While there is something to search, nobody waits: letters come first, then what is due, then a slice of the search.
        let sleep = if daemon.ponder()? { Duration::ZERO } else { sleep };
        match heard.pop_front().map_or_else(|| happenings.recv_timeout(sleep), Ok) {
            Ok(Happening::Letter { incoming, spool, door }) => {
                if let Some(round) = daemon.could_void(&incoming, spool) {
                    heard.extend(happenings.try_iter());
                    ask(daemon, rounds, round, &mut silent)?;
                    look_behind(std::iter::once(&door).chain(heard.iter().filter_map(Happening::door)), &mut |letter| {
                        daemon.offered(letter);
                    });
                    daemon.tick()?;
                }
                daemon.letter(&incoming, spool)?;
                // The door may have gone; then the letter comes again and is known.
                let _ = door.send(Word::Durable);
            }
            Ok(Happening::Lost { lost, door }) => {
                daemon.lost_letter(&lost)?;
                let _ = door.send(Word::Durable);
            }
            Ok(Happening::Delivered(log, delivery)) => daemon.delivered(log, delivery),
            Ok(Happening::PutOff(log, id)) => daemon.put_off(log, id),
            Ok(Happening::SenderRests) => daemon.report()?,
            Ok(Happening::Published(beacon)) => daemon.learn(beacon)?,
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Happening::Died(what)) => return Err(RunError::Died(what)),
            Ok(Happening::SenderEnded) => return Err(RunError::Died("the sender of mails".to_owned())),
            Ok(Happening::Stop) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        daemon.tick()?;
        hand_out(daemon);
    }
}

/// After the stop: hears what became of the mails that were sent, until the sender has ended or its time is over.
fn await_last_mail<S: Store>(daemon: &mut Daemon<S>, happenings: &Receiver<Happening>) {
    let end = Instant::now() + LAST_MAIL;
    while let Ok(happening) = happenings.recv_timeout(end.saturating_duration_since(Instant::now())) {
        match happening {
            Happening::Delivered(log, delivery) => daemon.delivered(log, delivery),
            Happening::SenderEnded | Happening::Died(_) => return,
            Happening::Letter { .. }
            | Happening::Lost { .. }
            | Happening::PutOff(..)
            | Happening::SenderRests
            | Happening::Published(_)
            | Happening::Stop => {}
        }
    }
}

fn catch_signals(tell: SyncSender<Happening>) -> Result<(), RunError> {
    let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGINT]).map_err(RunError::Signals)?;
    thread::spawn(move || {
        if signals.forever().next().is_some() {
            let _ = tell.send(Happening::Stop);
        }
    });
    Ok(())
}

/// One door: letters in order; failures are waited out.
fn watch_door(mut door: Door, tell: &SyncSender<Happening>) {
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
fn fetch_all(mut fetcher: Fetcher, rounds: &Receiver<Ask>, tell: &SyncSender<Happening>) {
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
fn send_all(mut sender: Sender, jobs: &Receiver<Job>, tell: &SyncSender<Happening>) {
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
    use super::*;
    use crate::wire::MemoryMailbox;

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
