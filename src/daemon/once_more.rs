//! Before a pin is made void: the relays are asked for its round once more, and the letters that wait are looked through for it. What is published counts.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, SyncSender};
use std::time::{Duration, Instant};

use super::threads::Ask;
use super::{Daemon, Fatal};
use crate::dice::Round;
use crate::store::Store;

/// How long a letter waits for what the relays say to it, and for what other letters hold.
const ONCE_MORE: Duration = Duration::from_secs(30);
/// Relays that take longer than this to answer are silent.
const PROMPT: Duration = Duration::from_secs(2);
/// For how long silent ones are not waited for again.
const SILENCE: Duration = Duration::from_secs(60);

/// What a door is told of the letter that it has handed over.
pub(super) enum Word {
    /// It is durable, or written down as lost.
    Durable,
    /// The letters that wait behind this door are to be shown, this one too.
    LookAhead(SyncSender<Vec<u8>>),
}

/// Asks the relays for a round, unless they kept silent to that a short while ago.
pub(super) fn ask<S: Store>(
    daemon: &mut Daemon<S>,
    rounds: &mpsc::Sender<Ask>,
    round: Round,
    silent: &mut BTreeMap<Round, Instant>,
) -> Result<(), Fatal> {
    silent.retain(|_, since| since.elapsed() < SILENCE);
    if silent.contains_key(&round) {
        return Ok(());
    }
    let (answer, answered) = mpsc::sync_channel(1);
    let begun = Instant::now();
    // Where no relay is configured nobody listens.
    if rounds.send(Ask::Now(round, answer)).is_ok()
        && let Ok(Some(beacon)) = answered.recv_timeout(ONCE_MORE)
    {
        return daemon.learn(beacon);
    }
    if begun.elapsed() > PROMPT {
        silent.insert(round, Instant::now());
    }
    Ok(())
}

/// Shows the letters that wait behind these doors.
pub(super) fn look_behind<'d>(doors: impl Iterator<Item = &'d mpsc::Sender<Word>>, each: &mut dyn FnMut(&[u8])) {
    let (show, shown) = mpsc::sync_channel(1);
    for door in doors {
        // One that has gone shows nothing.
        let _ = door.send(Word::LookAhead(show.clone()));
    }
    drop(show);
    let end = Instant::now() + ONCE_MORE;
    while let Ok(letter) = shown.recv_timeout(end.saturating_duration_since(Instant::now())) {
        each(&letter);
    }
}
