//! The embedded default: letters in a Maildir `in/`, sent mails in a Maildir `out/`, nothing to install.
//!
//! Invariant: a file in `new/` is whole and durable; a letter goes from `new/` to `cur/` only when it is settled.

use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::mailbox::spool_names;
use super::{Accepted, Cursor, Extent, Incoming, MailOut, Mailbox, MailboxError, SendError, Stopper};
use crate::letter::Address;

/// How often a waiting reader looks for a letter.
const LOOK: Duration = Duration::from_millis(50);
/// Bytes that are read of a letter that is too large.
const HEAD: u64 = 256 * 1024;
/// The folders of a Maildir.
const FOLDERS: [&str; 3] = ["tmp", "new", "cur"];

/// A letter or mail could not be put into the spool.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}: {reason}")]
pub struct SpoolError {
    pub path: String,
    pub reason: io::Error,
}

/// Puts a letter into the Maildir at `maildir` (made if it is not there) and returns its file in `new/`. When this returns, the letter survives a loss of
/// power. Files sort by name in the order of their delivery.
pub fn deliver(maildir: &Path, bytes: &[u8]) -> Result<PathBuf, SpoolError> {
    make(maildir)?;
    let name = next_name();
    let (draft, letter) = (maildir.join("tmp").join(&name), maildir.join("new").join(&name));
    let write = || {
        let mut file = File::create_new(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, &letter)?;
        File::open(maildir.join("new"))?.sync_all()
    };
    match write() {
        Ok(()) => Ok(letter),
        Err(reason) => {
            // half a letter is no letter; the write already failed, so nothing can be said about this
            let _ = fs::remove_file(&draft);
            Err(SpoolError { path: draft.display().to_string(), reason })
        }
    }
}

fn make(maildir: &Path) -> Result<(), SpoolError> {
    for folder in FOLDERS {
        let path = maildir.join(folder);
        fs::create_dir_all(&path).map_err(|reason| SpoolError { path: path.display().to_string(), reason })?;
    }
    Ok(())
}

/// A name that sorts behind every earlier one of this process, in the form that other programs give to Maildir files: seconds, microseconds, process.
fn next_name() -> String {
    static LAST: Mutex<u128> = Mutex::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros());
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    // two deliveries in one microsecond, or a clock set back
    *last = now.max(*last + 1);
    format!("{}.M{:06}P{}.custodian", *last / 1_000_000, *last % 1_000_000, std::process::id())
}

/// The letters in `new/` of a Maildir, in the order of their names.
pub struct SpoolMailbox {
    maildir: PathBuf,
    size_limit: u64,
    stopper: Stopper,
    waiting: VecDeque<String>,
    left_out: BTreeSet<String>,
}

impl SpoolMailbox {
    /// Opens the Maildir, making its folders. Of a letter with more bytes than `size_limit` only the head is read.
    pub fn open(maildir: &Path, size_limit: u64, stopper: Stopper) -> Result<SpoolMailbox, MailboxError> {
        make(maildir).map_err(|error| MailboxError::Spool { path: error.path, reason: error.reason })?;
        Ok(SpoolMailbox { maildir: maildir.to_owned(), size_limit, stopper, waiting: VecDeque::new(), left_out: BTreeSet::new() })
    }

    fn new_folder(&self) -> PathBuf {
        self.maildir.join("new")
    }

    fn fail(path: &Path) -> impl FnOnce(io::Error) -> MailboxError {
        let path = path.display().to_string();
        move |reason| MailboxError::Spool { path, reason }
    }

    /// The names of all letters in `new/` but those to be left out, sorted.
    fn names(&self) -> Result<Vec<String>, MailboxError> {
        let folder = self.new_folder();
        let list = || -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                // a name that is not UTF-8 has no place in the log; Maildir names are ASCII
                if let Ok(name) = entry.file_name().into_string()
                    && !name.starts_with('.')
                    && !self.left_out.contains(&name)
                    && entry.file_type()?.is_file()
                {
                    names.push(name);
                }
            }
            names.sort_unstable();
            Ok(names)
        };
        list().map_err(Self::fail(&folder))
    }

    /// The letter, or none when somebody took it away.
    fn read(&self, name: &str) -> Result<Option<Incoming>, MailboxError> {
        let path = self.new_folder().join(name);
        let read = || -> io::Result<(Vec<u8>, Extent)> {
            let file = File::open(&path)?;
            let size = file.metadata()?.len();
            let limit = self.size_limit;
            let (extent, most) = if size > limit { (Extent::Head { size, limit }, HEAD) } else { (Extent::Whole, limit) };
            let mut bytes = Vec::new();
            file.take(most).read_to_end(&mut bytes)?;
            Ok((bytes, extent))
        };
        match read() {
            Ok((bytes, extent)) => Ok(Some(Incoming { cursor: Cursor::Spool { name: name.to_owned() }, bytes, extent })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => {
                let cursor = Cursor::Spool { name: name.to_owned() };
                Err(MailboxError::Letter { cursor, reason: Self::fail(&path)(error).to_string() })
            }
        }
    }
}

impl Mailbox for SpoolMailbox {
    fn next(&mut self, after: Option<&Cursor>) -> Result<Option<Incoming>, MailboxError> {
        if self.waiting.is_empty() {
            self.waiting = self.names()?.into();
        }
        while let Some(name) = self.waiting.front().cloned() {
            // durable, but the machine stopped before it was settled
            if matches!(after, Some(Cursor::Spool { name: last }) if *last == name) {
                self.settle(&Cursor::Spool { name })?;
                continue;
            }
            if let Some(letter) = self.read(&name)? {
                return Ok(Some(letter));
            }
            self.waiting.pop_front();
        }
        Ok(None)
    }

    fn leave_out(&mut self, letters: &BTreeSet<Cursor>) {
        let left_out = spool_names(letters);
        if left_out != self.left_out {
            // those left out no more come in their place again, not behind the others
            self.waiting.clear();
            self.left_out = left_out;
        }
    }

    fn settle(&mut self, letter: &Cursor) -> Result<(), MailboxError> {
        let Cursor::Spool { name } = letter else { return Ok(()) };
        let path = self.new_folder().join(name);
        match fs::rename(&path, self.maildir.join("cur").join(format!("{name}:2,S"))) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Self::fail(&path)(error)),
            _ => {}
        }
        if self.waiting.front() == Some(name) {
            self.waiting.pop_front();
        }
        Ok(())
    }

    fn wait(&mut self, at_most: Duration) -> Result<(), MailboxError> {
        let mut left = at_most;
        while self.waiting.is_empty() && !left.is_zero() && !self.stopper.is_stopped() {
            if !self.names()?.is_empty() {
                return Ok(());
            }
            let nap = left.min(LOOK);
            self.stopper.sleep(nap);
            left -= nap;
        }
        Ok(())
    }

    fn probe(&mut self) -> Result<String, MailboxError> {
        let waiting = self.names()?.len();
        let draft = self.maildir.join("tmp").join(next_name());
        let try_out = || -> io::Result<()> {
            File::create_new(&draft)?.sync_all()?;
            fs::remove_file(&draft)
        };
        try_out().map_err(Self::fail(&draft))?;
        Ok(format!("{waiting} letters wait in {}", self.new_folder().display()))
    }
}

/// Sent mails as files in `new/` of a Maildir.
pub struct SpoolOut {
    maildir: PathBuf,
}

impl SpoolOut {
    /// Opens the Maildir, making its folders.
    pub fn open(maildir: &Path) -> Result<SpoolOut, SendError> {
        make(maildir).map_err(failed)?;
        Ok(SpoolOut { maildir: maildir.to_owned() })
    }
}

fn failed(error: SpoolError) -> SendError {
    SendError::Spool { path: error.path, reason: error.reason }
}

impl MailOut for SpoolOut {
    /// The envelope is not kept: the recipient stands in the mail's own `To`.
    fn send(&mut self, _envelope_from: &Address, _to: &Address, bytes: &[u8]) -> Result<Accepted, SendError> {
        let file = deliver(&self.maildir, bytes).map_err(failed)?;
        // Receipts stand in the archive, which outlives the folders of this machine.
        let inner = file.strip_prefix(&self.maildir).unwrap_or(&file);
        Ok(Accepted { receipt: format!("laid into the spool as {}", inner.display()) })
    }

    fn probe(&mut self) -> Result<String, SendError> {
        make(&self.maildir).map_err(failed)?;
        let draft = self.maildir.join("tmp").join(next_name());
        let try_out = || File::create_new(&draft)?.sync_all().and_then(|()| fs::remove_file(&draft));
        try_out().map_err(|reason| SendError::Spool { path: draft.display().to_string(), reason })?;
        Ok(format!("sent mails are put into {}", self.maildir.join("new").display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mailbox(folder: &Path) -> SpoolMailbox {
        SpoolMailbox::open(folder, 1000, Stopper::new()).unwrap()
    }

    #[test]
    fn letters_come_in_the_order_of_delivery_and_again_until_settled() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..300 {
            deliver(folder.path(), number.to_string().as_bytes()).unwrap();
        }
        let mut reader = mailbox(folder.path());
        let mut last = None;
        for number in 0..300 {
            let letter = reader.next(last.as_ref()).unwrap().unwrap();
            assert_eq!(reader.next(last.as_ref()).unwrap().unwrap(), letter);
            assert_eq!((letter.bytes, letter.extent), (number.to_string().into_bytes(), Extent::Whole));
            reader.settle(&letter.cursor).unwrap();
            last = Some(letter.cursor);
        }
        assert_eq!(reader.next(last.as_ref()).unwrap(), None);
        assert_eq!(fs::read_dir(folder.path().join("cur")).unwrap().count(), 300);
    }

    #[test]
    fn a_letter_that_is_durable_but_not_settled_is_settled_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        deliver(folder.path(), b"one").unwrap();
        deliver(folder.path(), b"two").unwrap();
        let first = mailbox(folder.path()).next(None).unwrap().unwrap();
        let second = mailbox(folder.path()).next(Some(&first.cursor)).unwrap().unwrap();
        assert_eq!(second.bytes, b"two");
        assert_eq!(mailbox(folder.path()).names().unwrap().len(), 1);
    }

    #[test]
    fn of_a_letter_that_is_too_large_the_head_is_read() {
        let folder = tempfile::tempdir().unwrap();
        deliver(folder.path(), &[b'x'; 1001]).unwrap();
        let letter = mailbox(folder.path()).next(None).unwrap().unwrap();
        assert_eq!((letter.extent, letter.bytes.len()), (Extent::Head { size: 1001, limit: 1000 }, 1001));
    }

    #[test]
    fn a_waiting_reader_wakes_for_a_letter_and_at_the_stop() {
        let folder = tempfile::tempdir().unwrap();
        let stopper = Stopper::new();
        let mut reader = SpoolMailbox::open(folder.path(), 1000, stopper.clone()).unwrap();
        let path = folder.path().to_owned();
        let begun = std::time::Instant::now();
        let writer = std::thread::spawn(move || deliver(&path, b"one").unwrap());
        reader.wait(Duration::from_secs(60)).unwrap();
        writer.join().unwrap();
        let letter = reader.next(None).unwrap().unwrap();
        reader.settle(&letter.cursor).unwrap();
        stopper.stop();
        reader.wait(Duration::from_secs(60)).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn what_is_no_letter_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut reader = mailbox(folder.path());
        fs::create_dir(folder.path().join("new/folder")).unwrap();
        fs::write(folder.path().join("new/.hidden"), "x").unwrap();
        assert_eq!(reader.next(None).unwrap(), None);
        assert!(reader.probe().unwrap().starts_with("0 letters"));
    }

    #[test]
    fn a_spool_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "x").unwrap();
        let error = deliver(&file, b"one").unwrap_err();
        assert!(error.path.contains("file"), "{error}");
        assert!(SpoolOut::open(&file).err().is_some_and(|error| error.is_transient()));
    }

    #[test]
    fn a_sent_mail_lies_in_the_out_spool_byte_for_byte() {
        let folder = tempfile::tempdir().unwrap();
        let mut out = SpoolOut::open(folder.path()).unwrap();
        let address = Address::parse("ada@example.org").unwrap();
        let accepted = out.send(&address, &address, b"To: ada@example.org\r\n\r\nx\r\n").unwrap();
        let file = accepted.receipt.strip_prefix("laid into the spool as ").unwrap();
        assert!(file.starts_with("new/"), "no place of this machine: {file}");
        assert_eq!(fs::read(folder.path().join(file)).unwrap(), b"To: ada@example.org\r\n\r\nx\r\n");
        assert!(out.probe().is_ok());
    }
}
