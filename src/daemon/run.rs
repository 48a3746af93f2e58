//! The loop: doors and sender in threads of their own, one closed list of happenings, one place that acts on them.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use tracing::{info, warn};

use super::outgoing::{Job, Sender, Sending};
use super::{Daemon, Fatal, now};
use crate::archive::{Delivery, LogName};
use crate::store::Store;
use crate::wire::{Cursor, Incoming, Mailbox, MailboxError, Stopper};

/// The longest sleep of the loop without a happening.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);
/// The waits of a door whose mailbox fails: they double from the first to the longest.
const FIRST_RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(300);

/// A way in for letters.
pub struct Door {
    pub mailbox: Box<dyn Mailbox + Send>,
    /// The spool on this machine, where letters may be laid by hand.
    pub spool: bool,
    /// The longest time between two looks.
    pub poll: Duration,
    /// Interrupts a wait.
    pub stopper: Stopper,
    /// Where the place behind the last durable letter is kept; only a hint, for a letter read twice is known by its bytes.
    pub bookmark: Option<PathBuf>,
}

/// Why the loop ended badly.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Fatal(#[from] Fatal),
    #[error("mailbox: {0}")]
    Mailbox(#[from] MailboxError),
    #[error("signals cannot be caught: {0}")]
    Signals(std::io::Error),
    #[error("at rest until the archive is mended: {0} (`custodian verify` names the damage); everything else was done")]
    AtRest(String),
    #[error("a mail could not be sent and waits in the archive for the next run: {0} left")]
    Unsent(usize),
}

/// Everything that can happen to the running daemon.
enum Happening {
    /// A letter, and where to say that it is durable.
    Letter {
        incoming: Incoming,
        spool: bool,
        durable: SyncSender<()>,
    },
    Delivered(LogName, Delivery),
    /// The sender has nothing it could do now.
    SenderRests,
    Stop,
}

/// Deals with every letter that is there, whatever is due, and every mail, once.
pub fn once<S: Store>(daemon: &mut Daemon<S>, doors: &mut [Door], sender: &mut Sender) -> Result<(), RunError> {
    for door in doors {
        let mut after = bookmark(door);
        while let Some(incoming) = door.mailbox.next(after.as_ref())? {
            daemon.letter(&incoming, door.spool)?;
            door.mailbox.settle(&incoming.cursor)?;
            mark(door, &incoming.cursor);
            after = Some(incoming.cursor);
        }
    }
    daemon.tick()?;
    loop {
        let jobs = daemon.unclaimed();
        if jobs.is_empty() {
            break;
        }
        jobs.into_iter().for_each(|job| sender.push(job));
        while let Sending::Done(log, delivery) = sender.step() {
            daemon.delivered(log, delivery);
        }
        daemon.report()?;
    }
    let resting: Vec<&str> = daemon.custodian.resting().map(|name| name.as_str()).collect();
    match daemon.unsent() {
        0 if resting.is_empty() => Ok(()),
        0 => Err(RunError::AtRest(resting.join(", "))),
        unsent => Err(RunError::Unsent(unsent)),
    }
}

/// Runs until SIGTERM or SIGINT; returns within a second of it.
pub fn run<S: Store>(daemon: &mut Daemon<S>, doors: Vec<Door>, sender: Sender) -> Result<(), RunError> {
    let (tell, happenings) = mpsc::sync_channel(16);
    let stoppers: Vec<Stopper> = doors.iter().map(|door| door.stopper.clone()).collect();
    catch_signals(tell.clone())?;
    info!(doors = doors.len(), games = daemon.custodian.tables().count(), "running; SIGTERM or SIGINT stops it");
    for door in doors {
        let tell = tell.clone();
        thread::spawn(move || watch_door(door, &tell));
    }
    let (jobs, to_send) = mpsc::channel();
    thread::spawn(move || send_all(sender, &to_send, &tell));
    let ended = act(daemon, &happenings, &jobs);
    for stopper in stoppers {
        stopper.stop();
    }
    ended?;
    daemon.report()?;
    info!("stopped; everything acknowledged is in the archive, unsent mails wait there");
    Ok(())
}

/// The one place that acts.
fn act<S: Store>(daemon: &mut Daemon<S>, happenings: &Receiver<Happening>, jobs: &mpsc::Sender<Job>) -> Result<(), Fatal> {
    let hand_out = |daemon: &mut Daemon<S>| {
        for job in daemon.unclaimed() {
            // The sender's thread ends only with the program.
            let _ = jobs.send(job);
        }
    };
    daemon.tick()?;
    hand_out(daemon);
    loop {
        let until_due = daemon.custodian.next_due().map(|due| (due - now()).to_std().unwrap_or_default());
        let sleep = until_due.map_or(LONGEST_SLEEP, |due| due.min(LONGEST_SLEEP));
        match happenings.recv_timeout(sleep) {
            Ok(Happening::Letter { incoming, spool, durable }) => {
                daemon.letter(&incoming, spool)?;
                // The door may have gone; then the letter comes again and is known.
                let _ = durable.send(());
            }
            Ok(Happening::Delivered(log, delivery)) => daemon.delivered(log, delivery),
            Ok(Happening::SenderRests) => daemon.report()?,
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Happening::Stop) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        daemon.tick()?;
        hand_out(daemon);
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

/// One door: letters in order, each settled when it is durable; failures are waited out.
fn watch_door(mut door: Door, tell: &SyncSender<Happening>) {
    let mut retry = FIRST_RETRY;
    let mut after = bookmark(&door);
    while !door.stopper.is_stopped() {
        match pass_on(&mut door, &mut after, tell) {
            Ok(true) => retry = FIRST_RETRY,
            Ok(false) => return,
            Err(problem) => {
                if door.stopper.is_stopped() {
                    return;
                }
                warn!(retry_seconds = retry.as_secs(), "mailbox: {problem}");
                door.stopper.sleep(retry);
                retry = (retry * 2).min(LONGEST_RETRY);
            }
        }
    }
}

/// Hands over the next letter or waits for one; `false` when nobody listens any more.
fn pass_on(door: &mut Door, after: &mut Option<Cursor>, tell: &SyncSender<Happening>) -> Result<bool, MailboxError> {
    let Some(incoming) = door.mailbox.next(after.as_ref())? else {
        door.mailbox.wait(door.poll)?;
        return Ok(true);
    };
    let cursor = incoming.cursor.clone();
    let (durable, when_durable) = mpsc::sync_channel(1);
    if tell.send(Happening::Letter { incoming, spool: door.spool, durable }).is_err() || when_durable.recv().is_err() {
        return Ok(false);
    }
    door.mailbox.settle(&cursor)?;
    mark(door, &cursor);
    *after = Some(cursor);
    Ok(true)
}

/// Sends what comes, in order, and tells what became of it.
fn send_all(mut sender: Sender, jobs: &Receiver<Job>, tell: &SyncSender<Happening>) {
    loop {
        while let Ok(job) = jobs.try_recv() {
            sender.push(job);
        }
        let news = match sender.step() {
            Sending::Done(log, delivery) => tell.send(Happening::Delivered(log, delivery)),
            Sending::Idle => {
                let rested = tell.send(Happening::SenderRests);
                match jobs.recv() {
                    Ok(job) => sender.push(job),
                    Err(_) => return,
                }
                rested
            }
            Sending::Wait(time) => {
                let rested = tell.send(Happening::SenderRests);
                match jobs.recv_timeout(time) {
                    Ok(job) => sender.push(job),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
                rested
            }
        };
        if news.is_err() {
            return;
        }
    }
}

fn bookmark(door: &Door) -> Option<Cursor> {
    let text = std::fs::read_to_string(door.bookmark.as_ref()?).ok()?;
    text.trim().parse().ok()
}

fn mark(door: &Door, cursor: &Cursor) {
    let Some(path) = &door.bookmark else { return };
    let draft = path.with_extension("new");
    let written = std::fs::write(&draft, format!("{cursor}\n")).and_then(|()| std::fs::rename(&draft, path));
    if let Err(problem) = written {
        warn!("the place in the mailbox could not be noted, its letters will be looked at again: {problem}");
    }
}
