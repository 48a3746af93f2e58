//! The loop: doors and sender in threads of their own, one closed list of happenings, one place that acts on them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use tracing::info;

use super::door::Door;
use super::fetcher::Fetcher;
use super::once_more::{Word, ask, look_behind};
use super::outgoing::{Job, Sender};
use super::threads::{Ask, Happening, fetch_all, send_all, watch_door, watched};
use super::{Daemon, Fatal, now};
use crate::store::Store;
use crate::wire::{MailboxError, Stopper};

/// The longest sleep of the loop without a happening.
const LONGEST_SLEEP: Duration = Duration::from_secs(60);
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
