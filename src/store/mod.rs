//! Where the archive is kept: the port, its twin in memory, and the files on disk.
//!
//! Invariant: a step is appended whole or not at all, and an append that returned is durable.
//! Not here: what a line says (`archive`), what an event means (`game`).

mod copy;
mod disk;
mod export;
mod folder;
mod lock;
mod readme;
mod recovery;
mod step;
mod file;
mod memory;

use std::path::PathBuf;

use crate::archive::{Blob, BlobName, GameName, Head, Line, LineProblem, LogName, Recovery};

pub use copy::unpacked;
pub use disk::{Disk, DiskFailure, Fate, Op};
pub use export::{Audience, Export, ExportProblem};
pub use file::{FileStore, SEGMENT_LIMIT, make_durably};
pub use folder::{Folder, FolderProblem, games_in};
pub use lock::holder;
pub use memory::MemoryStore;
pub use recovery::{Recovered, Repair, amiss, gone};

/// The settings on which the lobby log is founded, the same in every archive.
const LOBBY_SETTINGS: &[u8] = b"# The lobby: what belongs to no game.\nname = \"lobby\"\n";

/// The lines of a log in order, read as they are asked for.
pub type Lines<'a> = Box<dyn Iterator<Item = Result<Line, StoreError>> + 'a>;

/// The archive as the daemon uses it. There is one writer; the expected head makes a second one fail instead of fork.
pub trait Store {
    /// The games, in the order of their names; those in quarantine among them.
    fn games(&self) -> Result<Vec<GameName>, StoreError>;

    /// Founds a game: its settings (the bytes of `game.toml`, for ever), its first line (without newline) and the files of that
    /// step. All of it appears at once or not at all.
    fn create(&mut self, game: &GameName, settings: &[u8], first: &str, blobs: &[Blob]) -> Result<Head, StoreError>;

    /// The bytes of `game.toml`, on which the chain of the log is founded.
    fn settings(&self, log: &LogName) -> Result<Vec<u8>, StoreError>;

    /// Where the log ends.
    fn head(&self, log: &LogName) -> Result<Head, StoreError>;

    /// The last line known of those that a log has lost, where nothing else is wrong with it: it can be read, and ends before that line.
    fn lost_line(&self, log: &LogName) -> Option<u64>;

    /// Lets a log that has lost lines go on from where it ends, and says what was laid aside for that.
    fn go_on_without(&mut self, log: &LogName) -> Result<Vec<Recovery>, StoreError>;

    /// Appends one step: its files first, then its line (without newline), which must come next after `expected`. When this
    /// returns, the step is durable and may be acknowledged.
    fn append(&mut self, log: &LogName, expected: Head, line: &str, blobs: &[Blob]) -> Result<Head, StoreError>;

    /// Lays statements about the log, or files that its lines vouch for and that were gone, beside it, group by group: each is durable before the next is
    /// begun, the last when it likes.
    fn attest(&mut self, log: &LogName, groups: &[Vec<Blob>]) -> Result<(), StoreError>;

    /// The lines of a log from its first.
    fn lines<'a>(&'a self, log: &LogName) -> Result<Lines<'a>, StoreError>;

    /// The bytes of a file beside the log, checked against the digest that its name states.
    fn blob(&self, log: &LogName, name: &BlobName) -> Result<Vec<u8>, StoreError>;
}

/// Why the archive did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A game of this name is there already.
    #[error("there is already a game called {0}")]
    Exists(GameName),
    /// There is no such log.
    #[error("the archive holds no game called {0}")]
    NoSuchLog(LogName),
    /// Somebody else has appended in the meantime, or the line was made for another log.
    #[error("{log} ends with {found}, and the line was made to follow {expected}")]
    Conflict {
        /// The log.
        log: LogName,
        /// The head that the caller named.
        expected: Head,
        /// The head there is.
        found: Head,
    },
    /// The line to be appended is not sound, or does not come next.
    #[error("a line was not added to {log}: {problem}")]
    BadLine {
        /// The log.
        log: LogName,
        /// What is wrong with it.
        problem: LineProblem,
    },
    /// A line vouches for a file that is neither in the archive nor among the files of the step, or the file is another one.
    #[error("a line was not added to {log}: it vouches for {blob}, which is missing or not what the line says")]
    Unvouched {
        /// The log.
        log: LogName,
        /// The file.
        blob: BlobName,
    },
    /// A drawing given with a step is not in its line, so nothing would vouch for it.
    #[error("a line was not added to {log}: the drawing {blob} is not listed in it")]
    Stray {
        /// The log.
        log: LogName,
        /// The file.
        blob: BlobName,
    },
    /// There is no such file.
    #[error("{log} has no file {blob}")]
    NoSuchBlob {
        /// The log.
        log: LogName,
        /// The file.
        blob: BlobName,
    },
    /// The file's bytes are not those that its name states.
    #[error("the file {blob} of {log} has been altered: its bytes are not those that its name states")]
    AlteredBlob {
        /// The log.
        log: LogName,
        /// The file.
        blob: BlobName,
    },
    /// The log was found damaged; it can be read up to the place, and nothing is added.
    #[error("{log} is in quarantine: {reason}")]
    Quarantined {
        /// The log.
        log: LogName,
        /// The place and what is wrong there.
        reason: String,
    },
    /// Another process writes to the archive.
    #[error("the archive {} is in use by {}; one program at a time may write to it", folder.display(), holder_named(*.holder))]
    Locked {
        /// The archive.
        folder: PathBuf,
        /// The process that holds it, where it could be read.
        holder: Option<u32>,
    },
    /// Something in the archive cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderProblem),
    /// The disk failed in writing. Fatal: the program must stop, and nothing that was acknowledged is lost.
    #[error(transparent)]
    Disk(#[from] DiskFailure),
    /// The disk failed earlier; nothing more is written until the program is started again.
    #[error("nothing more is written, for the disk failed earlier: {0}")]
    Stopped(String),
}

fn holder_named(pid: Option<u32>) -> String {
    pid.map_or("another process".to_owned(), |pid| format!("process {pid}"))
}

impl StoreError {
    /// Whether the program must stop: what follows cannot be made durable.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Self::Disk(_) | Self::Stopped(_))
    }
}
