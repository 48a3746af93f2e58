//! One writer per archive: an advisory lock that the kernel lets go when its holder dies.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::process;

use super::StoreError;
use super::disk::{Op, failure};
use super::folder::FolderProblem;

/// The file in the archive's folder that is locked; it holds the number of the process that locked it last.
const LOCK_FILE: &str = "lock";

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
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let holder = std::fs::read_to_string(&path).ok().and_then(|text| text.trim().parse().ok());
                return Err(StoreError::Locked { folder: archive.to_owned(), holder });
            }
            Err(TryLockError::Error(cause)) => return Err(unreadable(cause).into()),
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

/// The process that has the archive open for writing, where one lives.
pub fn holder(archive: &Path) -> Option<u32> {
    let number: i32 = std::fs::read_to_string(archive.join(LOCK_FILE)).ok()?.trim().parse().ok()?;
    let process = rustix::process::Pid::from_raw(number)?;
    // A process of somebody else's is a living one too.
    let lives = !matches!(rustix::process::test_kill_process(process), Err(rustix::io::Errno::SRCH));
    lives.then_some(number.unsigned_abs())
}
