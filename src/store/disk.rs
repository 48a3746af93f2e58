//! Everything that the archive does to a disk, in one place, so that a test may watch each operation and decide how it ends.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::thread;

/// How many files and folders are made durable at the same time: disks commit such a group almost as fast as one file. A step of six
/// players, who have fifteen boards, has fewer.
const SYNCS_AT_ONCE: usize = 32;

/// The permissions of new folders: letters and secrets are nobody else's.
const FOLDER_MODE: u32 = 0o700;

/// One operation on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op<'a> {
    /// Make a folder.
    MakeDir(&'a Path),
    /// Make a new file with these bytes.
    Create(&'a Path, &'a [u8]),
    /// Add these bytes to the end of a file, in one write.
    Append(&'a Path, &'a [u8]),
    /// Write these bytes at this place in a file.
    Overwrite(&'a Path, u64, &'a [u8]),
    /// Cut a file to this length.
    Truncate(&'a Path, u64),
    /// Give a file or folder another name.
    Rename(&'a Path, &'a Path),
    /// Remove a file that nothing refers to.
    Remove(&'a Path),
    /// Make a file's bytes durable.
    Sync(&'a Path),
    /// Make the names in a folder durable.
    SyncDir(&'a Path),
}

impl Op<'_> {
    fn parts(&self) -> (&'static str, &Path) {
        match self {
            Self::MakeDir(path) => ("make the folder", path),
            Self::Create(path, _) => ("write the new file", path),
            Self::Append(path, _) => ("add a line to", path),
            Self::Overwrite(path, ..) => ("write to", path),
            Self::Truncate(path, _) => ("cut off the unfinished end of", path),
            Self::Rename(_, path) => ("put in place", path),
            Self::Remove(path) => ("remove", path),
            Self::Sync(path) => ("make durable", path),
            Self::SyncDir(path) => ("make durable the folder", path),
        }
    }
}

/// How an operation ends, by the word of whoever watches the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// As the disk does it.
    Done,
    /// It fails with this error number, having done nothing.
    Fails(i32),
    /// Only so many of the bytes are written, then it fails with this error number.
    Short(usize, i32),
}

/// The disk refused to write. Nothing is tried again: after a failed fsync a second one may succeed and mean nothing.
#[derive(Debug, thiserror::Error)]
#[error("the disk failed to {what} {}: {cause}. Nothing that was acknowledged is lost. {}", path.display(), advice(cause))]
pub struct DiskFailure {
    what: &'static str,
    path: PathBuf,
    cause: io::Error,
}

fn advice(cause: &io::Error) -> &'static str {
    match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => "Make room, then start again",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => "Give the program leave to write there, then start again",
        _ => "Look at the disk and the kernel's log, then start again",
    }
}

/// A file that was written to and is not yet durable. It is made durable through the same handle: the kernel tells each
/// handle only once that writing back failed.
#[must_use]
pub(super) struct Unsynced {
    path: PathBuf,
    file: File,
}

type Watch = Box<dyn FnMut(&Op<'_>) -> Fate + Send>;

/// The disk, as it is or watched.
#[derive(Default)]
pub struct Disk {
    watch: Option<Watch>,
}

impl Disk {
    /// The disk as it is.
    pub fn new() -> Self {
        Self::default()
    }

    /// A disk whose every operation is first shown to `watch`, which decides how it ends.
    pub fn watched(watch: impl FnMut(&Op<'_>) -> Fate + Send + 'static) -> Self {
        Self { watch: Some(Box::new(watch)) }
    }

    pub(super) fn make_dir(&mut self, path: &Path) -> Result<(), DiskFailure> {
        self.perform(&Op::MakeDir(path), || DirBuilder::new().mode(FOLDER_MODE).create(path))
    }

    pub(super) fn create(&mut self, path: &Path, bytes: &[u8]) -> Result<Unsynced, DiskFailure> {
        self.write(&Op::Create(path, bytes), bytes, || OpenOptions::new().write(true).create_new(true).open(path))
    }

    pub(super) fn append(&mut self, path: &Path, bytes: &[u8]) -> Result<Unsynced, DiskFailure> {
        self.write(&Op::Append(path, bytes), bytes, || OpenOptions::new().append(true).open(path))
    }

    pub(super) fn overwrite(&mut self, path: &Path, at: u64, bytes: &[u8]) -> Result<Unsynced, DiskFailure> {
        self.write(&Op::Overwrite(path, at, bytes), bytes, || {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.seek(SeekFrom::Start(at))?;
            Ok(file)
        })
    }

    /// A file that may have been left unsynced by another process or at an earlier time.
    pub(super) fn reopen(&mut self, path: &Path) -> Result<Unsynced, DiskFailure> {
        let file = OpenOptions::new().write(true).open(path).map_err(|cause| failure(&Op::Sync(path), cause))?;
        Ok(Unsynced { path: path.to_owned(), file })
    }

    pub(super) fn truncate(&mut self, path: &Path, length: u64) -> Result<Unsynced, DiskFailure> {
        let file = self.perform(&Op::Truncate(path, length), || {
            let file = OpenOptions::new().write(true).open(path)?;
            file.set_len(length)?;
            Ok(file)
        })?;
        Ok(Unsynced { path: path.to_owned(), file })
    }

    pub(super) fn rename(&mut self, from: &Path, to: &Path) -> Result<(), DiskFailure> {
        self.perform(&Op::Rename(from, to), || fs::rename(from, to))
    }

    /// Gives a file that is being written its name, in whose place another may stand.
    pub(super) fn put_in_place(&mut self, written: Unsynced, path: &Path) -> Result<Unsynced, DiskFailure> {
        self.rename(&written.path, path)?;
        Ok(Unsynced { path: path.to_owned(), file: written.file })
    }

    pub(super) fn remove(&mut self, path: &Path) -> Result<(), DiskFailure> {
        self.perform(&Op::Remove(path), || if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) })
    }

    /// Makes the bytes of files durable, all in one group.
    pub(super) fn sync(&mut self, files: &[Unsynced]) -> Result<(), DiskFailure> {
        self.sync_all(files, &BTreeSet::new())
    }

    /// Makes the names in folders durable, all in one group.
    pub(super) fn sync_dirs(&mut self, paths: &BTreeSet<PathBuf>) -> Result<(), DiskFailure> {
        self.sync_all(&[], paths)
    }

    /// Makes the bytes of files and the names in folders durable, all in one group.
    pub(super) fn sync_all(&mut self, files: &[Unsynced], folders: &BTreeSet<PathBuf>) -> Result<(), DiskFailure> {
        let open = |path| File::open(path).map_err(|cause| failure(&Op::SyncDir(path), cause));
        let folders = folders.iter().map(|path| Ok((path, open(path)?))).collect::<Result<Vec<_>, DiskFailure>>()?;
        let files = files.iter().map(|written| (Op::Sync(&written.path), &written.file));
        self.sync_group(files.chain(folders.iter().map(|(path, file)| (Op::SyncDir(path), file))).collect())
    }

    fn sync_group(&mut self, group: Vec<(Op<'_>, &File)>) -> Result<(), DiskFailure> {
        for (op, _) in &group {
            self.perform(op, || Ok(()))?;
        }
        for group in group.chunks(SYNCS_AT_ONCE) {
            let results: Vec<io::Result<()>> = match group {
                [(_, alone)] => vec![alone.sync_data()],
                _ => thread::scope(|scope| {
                    let threads: Vec<_> = group.iter().map(|(_, file)| scope.spawn(|| file.sync_data())).collect();
                    threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread died")))).collect()
                }),
            };
            group.iter().zip(results).try_for_each(|((op, _), result)| result.map_err(|cause| failure(op, cause)))?;
        }
        Ok(())
    }

    fn perform<T>(&mut self, op: &Op<'_>, act: impl FnOnce() -> io::Result<T>) -> Result<T, DiskFailure> {
        match self.fate(op) {
            Fate::Done => act().map_err(|cause| failure(op, cause)),
            Fate::Fails(number) | Fate::Short(_, number) => Err(failure(op, io::Error::from_raw_os_error(number))),
        }
    }

    fn write(&mut self, op: &Op<'_>, bytes: &[u8], open: impl FnOnce() -> io::Result<File>) -> Result<Unsynced, DiskFailure> {
        let (length, then) = match self.fate(op) {
            Fate::Done => (bytes.len(), Ok(())),
            Fate::Fails(number) => (0, Err(io::Error::from_raw_os_error(number))),
            Fate::Short(length, number) => (length.min(bytes.len()), Err(io::Error::from_raw_os_error(number))),
        };
        let mut file = open().map_err(|cause| failure(op, cause))?;
        file.write_all(&bytes[..length]).and(then).map_err(|cause| failure(op, cause))?;
        Ok(Unsynced { path: op.parts().1.to_owned(), file })
    }

    fn fate(&mut self, op: &Op<'_>) -> Fate {
        self.watch.as_mut().map_or(Fate::Done, |watch| watch(op))
    }
}

pub(super) fn failure(op: &Op<'_>, cause: io::Error) -> DiskFailure {
    let (what, path) = op.parts();
    DiskFailure { what, path: path.to_owned(), cause }
}

/// The bytes of a file, or `None` where there is none.
pub(super) fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)) {
        Ok(_) => Ok(Some(bytes)),
        Err(problem) if problem.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(problem) => Err(problem),
    }
}
