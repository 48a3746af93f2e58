//! A way in for letters: one after the other, each until it is durable; one that cannot be had or settled keeps none behind it back.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use tracing::warn;

use super::guard::guarded;
use crate::wire::{Cursor, Incoming, Mailbox, MailboxError, Stopper};

/// How often a letter is asked for that cannot be had, before those behind it are read without it.
pub(super) const TRIES: u32 = 4;

/// The most letters that are looked at before their turn, at a time.
const MOST_AHEAD: usize = 1000;

/// A way in for letters.
pub struct Door {
    mailbox: Box<dyn Mailbox + Send>,
    /// The spool on this machine, where letters may be laid by hand.
    pub spool: bool,
    /// The longest time between two looks.
    pub poll: Duration,
    /// Interrupts a wait.
    pub stopper: Stopper,
    /// Where the place behind the last durable letter is kept; only a hint, for a letter read twice is known by its bytes.
    bookmark: Option<PathBuf>,
    after: Option<Cursor>,
    /// Letters that the mailbox must not give again: durable ones that it could not settle, and those that could not be had.
    passed: BTreeSet<Cursor>,
    /// How often letters could not be had.
    tries: BTreeMap<Cursor, u32>,
    /// Letters that were looked at before their turn.
    glanced_at: BTreeSet<Cursor>,
}

/// What a door has.
#[derive(Debug)]
pub(super) enum Found {
    Letter(Incoming),
    /// A letter that could not be had however often it was tried; there are others behind it that can.
    Lost(Lost),
    Nothing,
}

/// A letter that is left where it lies.
#[derive(Clone, Debug)]
pub(super) struct Lost {
    pub(super) cursor: Cursor,
    pub(super) reason: String,
}

impl Door {
    /// A door that goes on behind the letter that `bookmark` names, where there is one.
    pub fn new(mailbox: Box<dyn Mailbox + Send>, spool: bool, poll: Duration, stopper: Stopper, bookmark: Option<PathBuf>) -> Door {
        let text = bookmark.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
        let after = text.and_then(|text| text.trim().parse().ok());
        Door {
            mailbox,
            spool,
            poll,
            stopper,
            bookmark,
            after,
            passed: BTreeSet::new(),
            tries: BTreeMap::new(),
            glanced_at: BTreeSet::new(),
        }
    }

    /// The next letter to deal with. A letter that cannot be had is passed over only for the sake of one behind it that can: where all fail, it is
    /// the mailbox.
    pub(super) fn next(&mut self) -> Result<Found, MailboxError> {
        let mut lacking: Vec<Lost> = Vec::new();
        loop {
            let passing: BTreeSet<Cursor> = self.passed.iter().chain(lacking.iter().map(|lost| &lost.cursor)).cloned().collect();
            let (mailbox, after) = (&mut self.mailbox, self.after.as_ref());
            let looked = guarded(|| {
                mailbox.leave_out(&passing);
                mailbox.next(after)
            });
            match looked.unwrap_or_else(|panic| Err(MailboxError::Failed { reason: panic })) {
                Ok(found) => {
                    let Some(lost) = lacking.into_iter().next() else { return Ok(found.map_or(Found::Nothing, Found::Letter)) };
                    return if found.is_some() { Ok(Found::Lost(lost)) } else { Err(lost.into()) };
                }
                Err(MailboxError::Letter { cursor, reason }) => {
                    let tries = self.tries.entry(cursor.clone()).or_default();
                    *tries += 1;
                    let lost = Lost { cursor, reason };
                    if *tries < TRIES || passing.contains(&lost.cursor) {
                        return Err(lost.into());
                    }
                    lacking.push(lost);
                }
                Err(problem) => return Err(problem),
            }
        }
    }

    /// Shows letters that wait before their turn has come, each once, as long as `each` wants more; none of them is dealt with by that. What cannot be had
    /// ends it: the reading in turn tells of it.
    pub(super) fn look_ahead(&mut self, each: &mut dyn FnMut(Vec<u8>) -> bool) {
        for _ in 0..MOST_AHEAD {
            let passing: BTreeSet<Cursor> = self.passed.union(&self.glanced_at).cloned().collect();
            let (mailbox, after) = (&mut self.mailbox, self.after.as_ref());
            let looked = guarded(|| {
                mailbox.leave_out(&passing);
                mailbox.next(after)
            });
            let Ok(Ok(Some(incoming))) = looked else { return };
            self.glanced_at.insert(incoming.cursor);
            if !each(incoming.bytes) {
                return;
            }
        }
    }

    /// The letter is durable: whatever the mailbox makes of that, it is not asked for again.
    pub(super) fn dealt_with(&mut self, cursor: Cursor) {
        let mailbox = &mut self.mailbox;
        let settled = guarded(|| mailbox.settle(&cursor));
        if let Err(problem) = settled.unwrap_or_else(|panic| Err(MailboxError::Failed { reason: panic })) {
            warn!("a letter that is dealt with stays as it is in the mailbox ({cursor}): {problem}");
            self.passed.insert(cursor.clone());
        }
        self.go_on_behind(cursor);
    }

    /// The letter is given up as lost: it stays where it lies.
    pub(super) fn pass_over(&mut self, lost: Lost) {
        self.passed.insert(lost.cursor.clone());
        self.go_on_behind(lost.cursor);
    }

    fn go_on_behind(&mut self, cursor: Cursor) {
        self.tries.remove(&cursor);
        self.glanced_at.remove(&cursor);
        self.mark(&cursor);
        self.after = Some(cursor);
    }

    /// Returns when a letter may have come.
    pub(super) fn wait(&mut self) -> Result<(), MailboxError> {
        let (mailbox, poll) = (&mut self.mailbox, self.poll);
        guarded(|| mailbox.wait(poll)).unwrap_or_else(|panic| Err(MailboxError::Failed { reason: panic }))
    }

    fn mark(&self, cursor: &Cursor) {
        let Some(path) = &self.bookmark else { return };
        let draft = path.with_extension("new");
        let written = std::fs::write(&draft, format!("{cursor}\n")).and_then(|()| std::fs::rename(&draft, path));
        if let Err(problem) = written {
            warn!("the place in the mailbox could not be noted, its letters will be looked at again: {problem}");
        }
    }
}

impl From<Lost> for MailboxError {
    fn from(lost: Lost) -> MailboxError {
        MailboxError::Letter { cursor: lost.cursor, reason: lost.reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::spool::deliver;
    use crate::wire::{MemoryMailbox, SpoolMailbox};

    fn door_of(mailbox: impl Mailbox + Send + 'static) -> Door {
        Door::new(Box::new(mailbox), true, Duration::from_secs(1), Stopper::new(), None)
    }

    /// Reads until nothing is left; the bytes of letters, and what is told of lost ones.
    fn read(door: &mut Door) -> Vec<String> {
        let mut read = Vec::new();
        for _ in 0..30 {
            match door.next() {
                Ok(Found::Letter(incoming)) => {
                    read.push(String::from_utf8(incoming.bytes).unwrap());
                    door.dealt_with(incoming.cursor);
                }
                Ok(Found::Lost(lost)) => {
                    read.push(format!("lost: {}", lost.reason));
                    door.pass_over(lost);
                }
                Ok(Found::Nothing) | Err(_) => {}
            }
        }
        read
    }

    #[test]
    fn a_letter_that_cannot_be_settled_is_read_once_and_those_behind_it_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let mut door = door_of(SpoolMailbox::open(folder.path(), 1000, Stopper::new()).unwrap());
        // `NAME:2,S` is longer than a file's name may be
        std::fs::write(folder.path().join("new").join("a".repeat(253)), "one").unwrap();
        std::fs::write(folder.path().join("new/b"), "two").unwrap();
        assert_eq!(read(&mut door), ["one", "two"]);
        deliver(folder.path(), b"three").unwrap();
        assert_eq!(read(&mut door), ["three"]);
    }

    #[test]
    fn a_letter_that_fails_alone_is_passed_over_and_one_that_fails_with_all_others_waits() {
        let mailbox = MemoryMailbox::new(Stopper::new());
        let mut door = door_of(mailbox.clone());
        mailbox.deliver("one");
        mailbox.deliver_spoilt("no body");
        mailbox.deliver_spoilt("no body either");
        assert_eq!(read(&mut door), ["one"]);
        mailbox.deliver("four");
        assert_eq!(read(&mut door), ["lost: no body", "lost: no body either", "four"]);
    }

    #[test]
    fn letters_that_are_looked_at_before_their_turn_are_read_in_it() {
        let mailbox = MemoryMailbox::new(Stopper::new());
        let mut door = door_of(mailbox.clone());
        ["one", "two"].into_iter().for_each(|letter| mailbox.deliver(letter));
        let ahead = |door: &mut Door| {
            let mut seen = Vec::new();
            door.look_ahead(&mut |bytes| {
                seen.push(String::from_utf8(bytes).unwrap());
                true
            });
            seen
        };
        assert_eq!(ahead(&mut door), ["one", "two"]);
        mailbox.deliver("three");
        assert_eq!(ahead(&mut door), ["three"]);
        assert_eq!(read(&mut door), ["one", "two", "three"]);
        let folder = tempfile::tempdir().unwrap();
        let mut door = door_of(SpoolMailbox::open(folder.path(), 1000, Stopper::new()).unwrap());
        ["one", "two"].into_iter().for_each(|letter| drop(deliver(folder.path(), letter.as_bytes()).unwrap()));
        assert_eq!(ahead(&mut door), ["one", "two"]);
        assert_eq!(read(&mut door), ["one", "two"]);
    }

    #[test]
    fn a_look_that_ends_before_the_last_letter_leaves_the_letters_in_their_order() {
        let sent = ["one", "two", "three", "four"];
        let looked_at_two = |door: &mut Door| {
            let mut left = 2;
            door.look_ahead(&mut |_| {
                left -= 1;
                left > 0
            });
        };
        let memory = MemoryMailbox::new(Stopper::new());
        let mut door = door_of(memory.clone());
        sent.into_iter().for_each(|letter| memory.deliver(letter));
        looked_at_two(&mut door);
        assert_eq!(read(&mut door), sent);
        let folder = tempfile::tempdir().unwrap();
        let mut door = door_of(SpoolMailbox::open(folder.path(), 1000, Stopper::new()).unwrap());
        sent.into_iter().for_each(|letter| drop(deliver(folder.path(), letter.as_bytes()).unwrap()));
        looked_at_two(&mut door);
        assert_eq!(read(&mut door), sent);
    }

    #[test]
    fn a_mailbox_that_panics_fails_like_any_other() {
        struct Panics;
        impl Mailbox for Panics {
            fn next(&mut self, _: Option<&Cursor>) -> Result<Option<Incoming>, MailboxError> {
                panic!("an odd greeting")
            }
            fn leave_out(&mut self, _: &BTreeSet<Cursor>) {}
            fn settle(&mut self, _: &Cursor) -> Result<(), MailboxError> {
                Ok(())
            }
            fn wait(&mut self, _: Duration) -> Result<(), MailboxError> {
                panic!("an odd answer")
            }
            fn probe(&mut self) -> Result<String, MailboxError> {
                Ok(String::new())
            }
        }
        let mut door = door_of(Panics);
        assert!(door.next().unwrap_err().to_string().contains("an odd greeting"));
        assert!(door.wait().unwrap_err().to_string().contains("an odd answer"));
    }

    #[test]
    fn the_bookmark_stands_behind_what_is_durable_even_where_settling_fails() {
        let folder = tempfile::tempdir().unwrap();
        let mut door = door_of(SpoolMailbox::open(&folder.path().join("in"), 1000, Stopper::new()).unwrap());
        door.bookmark = Some(folder.path().join("cursor"));
        let name = "a".repeat(253);
        std::fs::write(folder.path().join("in/new").join(&name), "one").unwrap();
        read(&mut door);
        assert_eq!(std::fs::read_to_string(folder.path().join("cursor")).unwrap(), format!("spool {name}\n"));
    }
}
