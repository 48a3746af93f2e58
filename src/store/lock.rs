//! One writer per archive: an advisory lock that the kernel lets go when its holder dies.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::process;
use std::thread;
use std::time::Duration;

use super::StoreError;
use super::disk::{Op, failure};
use super::folder::FolderProblem;

/// The file in the archive's folder that is locked; it holds the number of the process that locked it last.
const LOCK_FILE: &str = "lock";
/// How often a held lock is tried, and the time between: longer than a look at it takes.
const LOOKS: u32 = 5;
const LOOK: Duration = Duration::from_millis(50);

/// The right to write to an archive, for as long as it lives.
pub(super) struct Lock {
    file: File,
}

impl Lock {
    /// Takes the lock, or says who has it.
    pub(super) fn take(archive: &Path) -> Result<Self, StoreError> {
        let path = archive.join(LOCK_FILE);
        let unreadable = |cause: io::Error| FolderProblem::Unreadable { path: path.clone(), cause };
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(unreadable)?;
        for look in 1.. {
            match file.try_lock() {
                Ok(()) => break,
                // it may be somebody who only looks who holds it
                Err(TryLockError::WouldBlock) if look < LOOKS => thread::sleep(LOOK),
                Err(TryLockError::WouldBlock) => return Err(StoreError::Locked { folder: archive.to_owned(), holder: number_in(&path) }),
                Err(TryLockError::Error(cause)) => return Err(unreadable(cause).into()),
            }
        }
        file.set_len(0)
            .and_then(|()| file.seek(SeekFrom::Start(0)))
            .and_then(|_| writeln!(file, "{}", process::id()))
            .map_err(|cause| failure(&Op::Overwrite(&path, 0, b""), cause))?;
        Ok(Self { file })
    }
}

impl Drop for Lock {
    // Closing the file alone would leave the lock with a child that is just being forked and has not yet let go of its copy.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// The process that has the archive open for writing, where one has: no other holds the lock. The number is what that process wrote.
pub fn holder(archive: &Path) -> Option<Option<u32>> {
    let path = archive.join(LOCK_FILE);
    let file = File::open(&path).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Some(number_in(&path)),
        _ => None,
    }
}

fn number_in(path: &Path) -> Option<u32> {
    std::fs::read_to_string(path).ok().and_then(|text| text.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_holds_the_lock_is_told_and_who_held_it_is_not() {
        let archive = tempfile::tempdir().unwrap();
        assert_eq!(holder(archive.path()), None);
        let lock = Lock::take(archive.path()).unwrap();
        assert_eq!(holder(archive.path()), Some(Some(process::id())));
        assert!(matches!(Lock::take(archive.path()), Err(StoreError::Locked { holder: Some(_), .. })));
        drop(lock);
        // the number of a process that lives is still in the file
        assert_eq!(number_in(&archive.path().join(LOCK_FILE)), Some(process::id()));
        assert_eq!(holder(archive.path()), None);
    }

    #[test]
    fn whoever_only_looks_who_holds_the_lock_keeps_nobody_from_taking_it() {
        let archive = tempfile::tempdir().unwrap();
        drop(Lock::take(archive.path()).unwrap());
        let looker = File::open(archive.path().join(LOCK_FILE)).unwrap();
        looker.try_lock_shared().unwrap();
        let gone = std::thread::spawn(move || {
            std::thread::sleep(LOOK);
            drop(looker);
        });
        assert!(Lock::take(archive.path()).is_ok());
        gone.join().unwrap();
    }
}
