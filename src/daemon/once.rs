//! One run over everything that is there: letters, what is due, mails; for a house that is started from time to time.

use std::collections::BTreeSet;

use tracing::warn;

use super::door::{Door, Found, TRIES};
use super::fetcher::Fetcher;
use super::outgoing::{Sender, Sending};
use super::run::RunError;
use super::{Daemon, Fatal};
use crate::dice::Round;
use crate::store::Store;
use crate::wire::MailboxError;

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
            Err(MailboxError::Letter { .. }) if lacking < TRIES => lacking += 1,
            Err(problem) => return Ok(Err(problem)),
        }
    }
}
