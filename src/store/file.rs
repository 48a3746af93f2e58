//! The store on disk: one folder a log, plain files, written so that a crash at any moment loses nothing that was acknowledged.
//!
//! A step is two groups of fsyncs: its files and the folders that name them; then its line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Disk, DiskFailure, Op, Unsynced, failure};
use super::folder::{Folder, FolderProblem, LOG_FOLDER, MARK_FILE, README_FILE, SETTINGS_FILE, Segment, games_in};
use super::lock::Lock;
use super::recovery::{self, Quarantine, Recovered, State, Tip};
use super::{LOBBY_SETTINGS, Lines, Store, StoreError, readme, step};
use crate::archive::{BLOB_FOLDERS, Blob, BlobName, Chain, Digest, GameName, Head, LogName, Recovery, high_water};

/// A segment that has got this long (in bytes) is followed by a new one. It bounds what a reader holds in memory.
pub const SEGMENT_LIMIT: u64 = 256 << 10;

/// Where files and new games are written before they are put in place; emptied at each opening.
const WORKSHOP: &str = ".unfinished";

/// The archive on disk, open for writing by this process alone.
pub struct FileStore {
    archive: PathBuf,
    disk: Disk,
    logs: BTreeMap<LogName, Log>,
    /// What the disk failed in; from then on nothing is written.
    stopped: Option<String>,
    /// How many files were begun in the workshop.
    begun: u64,
    _lock: Lock,
}

struct Log {
    folder: Folder,
    state: State,
}

/// Makes a folder and those above it that are not there, each name durable before anything is laid below it.
pub fn make_durably(folder: &Path) -> io::Result<()> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|above| !above.as_os_str().is_empty() && !above.exists()).collect();
    for made in missing.into_iter().rev() {
        match fs::create_dir(made) {
            Err(problem) if problem.kind() != io::ErrorKind::AlreadyExists => return Err(problem),
            _ => {}
        }
        let above = made.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(above)?.sync_all()?;
    }
    Ok(())
}

impl FileStore {
    /// Opens the archive at `archive`, making it where there is none, and says what had to be repaired or put in quarantine.
    pub fn open(archive: &Path, disk: Disk) -> Result<(Self, Vec<Recovered>), StoreError> {
        make_durably(archive).map_err(|cause| failure(&Op::MakeDir(archive), cause))?;
        let lock = Lock::take(archive)?;
        let mut store = Self { archive: archive.to_owned(), disk, logs: BTreeMap::new(), stopped: None, begun: 0, _lock: lock };
        store.empty_workshop()?;
        if !archive.join(LogName::Lobby.as_str()).exists() {
            store.found(&LogName::Lobby, LOBBY_SETTINGS, "", &[])?;
        }
        let mut recovered = Vec::new();
        let games = games_in(archive)?.into_iter().map(LogName::Game);
        for log in [LogName::Lobby].into_iter().chain(games) {
            let folder = Folder::at(&archive.join(log.as_str()));
            let (state, repairs) = recovery::recover(&mut store.disk, &folder)?;
            recovered.extend(repairs.into_iter().map(|repair| Recovered { log: log.clone(), repair }));
            store.logs.insert(log, Log { folder, state });
        }
        Ok((store, recovered))
    }

    fn log(&self, log: &LogName) -> Result<&Log, StoreError> {
        self.logs.get(log).ok_or_else(|| StoreError::NoSuchLog(log.clone()))
    }

    fn tip(&self, log: &LogName) -> Result<(&Folder, &Tip), StoreError> {
        let found = self.log(log)?;
        match &found.state {
            State::Open(tip) => Ok((&found.folder, tip)),
            State::Quarantined(Quarantine { reason, .. }) => Err(StoreError::Quarantined { log: log.clone(), reason: reason.clone() }),
        }
    }

    fn running(&self) -> Result<(), StoreError> {
        self.stopped.clone().map_or(Ok(()), |failure| Err(StoreError::Stopped(failure)))
    }

    /// Remembers a failure of the disk: after a failed fsync nothing that follows can be trusted.
    fn stop_on<T>(&mut self, result: Result<T, DiskFailure>) -> Result<T, StoreError> {
        result.map_err(|failure| {
            self.stopped = Some(failure.to_string());
            failure.into()
        })
    }

    fn empty_workshop(&mut self) -> Result<(), StoreError> {
        let workshop = self.archive.join(WORKSHOP);
        if !workshop.exists() {
            return Ok(self.disk.make_dir(&workshop)?);
        }
        let unreadable = |cause| FolderProblem::Unreadable { path: workshop.clone(), cause };
        for entry in fs::read_dir(&workshop).map_err(unreadable)? {
            self.disk.remove(&entry.map_err(unreadable)?.path())?;
        }
        Ok(())
    }

    fn begin(&mut self) -> PathBuf {
        self.begun += 1;
        self.archive.join(WORKSHOP).join(self.begun.to_string())
    }

    /// Writes a log's whole folder in the workshop and puts it in place by one renaming.
    fn found(&mut self, log: &LogName, settings: &[u8], log_bytes: &str, blobs: &[Blob]) -> Result<(), DiskFailure> {
        let workshop = self.begin();
        let chain = Chain::founded_on(settings);
        // Until the name is durable nothing is acknowledged, so the mark stands before the first line.
        let mut files = vec![
            (PathBuf::from(SETTINGS_FILE), settings.to_vec()),
            (README_FILE.into(), readme::text(log.as_str()).into_bytes()),
            (MARK_FILE.into(), high_water::file(chain.head())),
            (Segment::file(1).into(), log_bytes.as_bytes().to_vec()),
        ];
        files.extend(blobs.iter().map(|blob| (blob.name().as_str().into(), blob.bytes().to_vec())));
        ["", LOG_FOLDER, "mail"].iter().chain(&BLOB_FOLDERS).try_for_each(|folder| self.disk.make_dir(&workshop.join(folder)))?;
        let written = files.iter().map(|(file, bytes)| self.disk.create(&workshop.join(file), bytes)).collect::<Result<Vec<_>, _>>()?;
        let filled = files.iter().filter_map(|(file, _)| Some(workshop.join(file.parent()?)));
        self.disk.sync_all(&written, &filled.chain([workshop.join("mail")]).collect())?;
        self.disk.rename(&workshop, &self.archive.join(log.as_str()))?;
        self.disk.sync_dirs(&BTreeSet::from([self.archive.clone()]))
    }

    /// Files first, then the line, then the mark, which may reach the disk when it likes.
    fn take_step(&mut self, folder: &Folder, tip: &Tip, chain: &Chain, line: &str, blobs: &[Blob]) -> Result<(u64, u64), DiskFailure> {
        if !blobs.is_empty() {
            let mark = self.disk.reopen(&folder.path(MARK_FILE))?;
            self.put(folder, blobs, mark)?;
        }
        let end = self.add_line(folder, tip, line)?;
        let _later = self.mark(folder, chain.head())?;
        Ok(end)
    }

    /// Puts files in place and makes their bytes and names durable together: no line vouches for a file that a crash left in part, and whoever
    /// comes next writes it again. `mark`, that of the step before, goes with them.
    fn put(&mut self, folder: &Folder, blobs: &[Blob], mark: Unsynced) -> Result<(), DiskFailure> {
        let (mut written, mut named) = (vec![mark], BTreeSet::new());
        for blob in blobs {
            self.name_in(folder, blob.name().parts().0, &mut named)?;
            let path = folder.path(blob.name().as_str());
            // A line may vouch for it already, so it is not replaced; or it is left of a step that was cut off, perhaps in memory alone.
            if folder.blob(blob.name()).is_ok_and(|kept| kept.as_deref() == Some(blob.bytes())) {
                written.push(self.disk.overwrite(&path, 0, blob.bytes())?);
                continue;
            }
            let draft = self.begin();
            let drafted = self.disk.create(&draft, blob.bytes())?;
            written.push(self.disk.put_in_place(drafted, &path)?);
        }
        self.disk.sync_all(&written, &named)
    }

    /// Puts files in place once they are durable, and with them the names of those that were laid before, in the folders `named`.
    fn lay(&mut self, folder: &Folder, blobs: &[&Blob], named: &mut BTreeSet<PathBuf>) -> Result<(), DiskFailure> {
        let (mut drafted, mut places) = (Vec::new(), Vec::new());
        for blob in blobs {
            let draft = self.begin();
            drafted.push(self.disk.create(&draft, blob.bytes())?);
            places.push((draft, folder.path(blob.name().as_str())));
        }
        self.disk.sync_all(&drafted, named)?;
        for inner in blobs.iter().map(|blob| blob.name().parts().0) {
            self.name_in(folder, inner, &mut BTreeSet::new())?;
            named.insert(folder.path(inner));
        }
        places.iter().try_for_each(|(draft, path)| self.disk.rename(draft, path))
    }

    /// Notes a folder whose names are to be made durable; copies of an archive may lack those that were empty.
    fn name_in(&mut self, folder: &Folder, inner: &str, named: &mut BTreeSet<PathBuf>) -> Result<(), DiskFailure> {
        let path = folder.path(inner);
        if !path.exists() {
            let outer = inner.rsplit_once('/').map_or("", |(outer, _)| outer);
            if !inner.is_empty() {
                self.name_in(folder, outer, named)?;
            }
            self.disk.make_dir(&path)?;
        }
        named.insert(path);
        Ok(())
    }

    /// Adds the line, in a new segment where the last is long enough, and makes it durable.
    fn add_line(&mut self, folder: &Folder, tip: &Tip, line: &str) -> Result<(u64, u64), DiskFailure> {
        let bytes = [line.as_bytes(), b"\n"].concat();
        let length = bytes.len() as u64;
        if tip.length < SEGMENT_LIMIT {
            let written = self.disk.append(&folder.path(&Segment::file(tip.segment)), &bytes)?;
            self.disk.sync(&[written])?;
            return Ok((tip.segment, tip.length + length));
        }
        let written = self.disk.create(&folder.path(&Segment::file(tip.segment + 1)), &bytes)?;
        self.disk.sync_all(&[written], &BTreeSet::from([folder.path(LOG_FOLDER)]))?;
        Ok((tip.segment + 1, length))
    }

    fn mark(&mut self, folder: &Folder, head: Head) -> Result<Unsynced, DiskFailure> {
        let (at, slot) = high_water::slot(head);
        self.disk.overwrite(&folder.path(MARK_FILE), at, &slot)
    }

    /// A log whose files another hand has changed while it was open is not written to any more.
    fn untouched(&mut self, log: &LogName, folder: &Folder, tip: &Tip) -> Result<(), StoreError> {
        let path = folder.path(&Segment::file(tip.segment));
        match fs::metadata(&path) {
            Ok(found) if found.len() == tip.length => Ok(()),
            found => {
                let found = found.map_or_else(|problem| problem.to_string(), |found| format!("{} bytes", found.len()));
                let reason =
                    format!("{} was changed by another program: {} bytes were left there, and found: {found}", path.display(), tip.length);
                self.set(log, State::Quarantined(Quarantine { reason: reason.clone(), lost: None }));
                Err(StoreError::Quarantined { log: log.clone(), reason })
            }
        }
    }

    fn set(&mut self, log: &LogName, state: State) {
        if let Some(log) = self.logs.get_mut(log) {
            log.state = state;
        }
    }
}

impl Store for FileStore {
    fn games(&self) -> Result<Vec<GameName>, StoreError> {
        let game = |log: &LogName| match log {
            LogName::Lobby => None,
            LogName::Game(name) => Some(name.clone()),
        };
        Ok(self.logs.keys().filter_map(game).collect())
    }

    fn create(&mut self, game: &GameName, settings: &[u8], first: &str, blobs: &[Blob]) -> Result<Head, StoreError> {
        self.running()?;
        let log = LogName::Game(game.clone());
        let path = self.archive.join(game.as_str());
        if self.logs.contains_key(&log) || path.exists() {
            return Err(StoreError::Exists(game.clone()));
        }
        let founded = Chain::founded_on(settings);
        let chain = step::check(&log, &founded, founded.head(), first, blobs, &|_| Ok(None))?;
        let result = self.found(&log, settings, &format!("{first}\n"), blobs);
        self.stop_on(result)?;
        let folder = Folder::at(&path);
        let result = self.mark(&folder, chain.head());
        let _later = self.stop_on(result)?;
        let head = chain.head();
        self.logs.insert(log, Log { folder, state: State::Open(Tip { chain, segment: 1, length: first.len() as u64 + 1 }) });
        Ok(head)
    }

    fn settings(&self, log: &LogName) -> Result<Vec<u8>, StoreError> {
        Ok(self.log(log)?.folder.settings()?)
    }

    fn head(&self, log: &LogName) -> Result<Head, StoreError> {
        Ok(self.tip(log)?.1.chain.head())
    }

    fn lost_line(&self, log: &LogName) -> Option<u64> {
        match &self.logs.get(log)?.state {
            State::Quarantined(Quarantine { lost, .. }) => *lost,
            State::Open(_) => None,
        }
    }

    fn go_on_without(&mut self, log: &LogName) -> Result<Vec<Recovery>, StoreError> {
        self.running()?;
        if self.lost_line(log).is_none() {
            return Ok(Vec::new());
        }
        let folder = self.log(log)?.folder.clone();
        let (tip, repairs) = recovery::go_on_without(&mut self.disk, &folder)?;
        self.set(log, State::Open(tip));
        Ok(repairs)
    }

    fn append(&mut self, log: &LogName, expected: Head, line: &str, blobs: &[Blob]) -> Result<Head, StoreError> {
        self.running()?;
        let (folder, tip) = self.tip(log)?;
        let kept = |name: &BlobName| Ok(folder.blob(name)?.map(|bytes| Digest::of(&bytes)));
        let chain = step::check(log, &tip.chain, expected, line, blobs, &kept)?;
        let (folder, tip) = (folder.clone(), tip.clone());
        self.untouched(log, &folder, &tip)?;
        let result = self.take_step(&folder, &tip, &chain, line, blobs);
        let (segment, length) = self.stop_on(result)?;
        let head = chain.head();
        self.set(log, State::Open(Tip { chain, segment, length }));
        Ok(head)
    }

    fn attest(&mut self, log: &LogName, groups: &[Vec<Blob>]) -> Result<(), StoreError> {
        self.running()?;
        let folder = self.tip(log)?.0.clone();
        let mut named = BTreeSet::new();
        for group in groups {
            let new: Vec<&Blob> =
                group.iter().filter(|blob| !folder.blob(blob.name()).is_ok_and(|kept| kept.as_deref() == Some(blob.bytes()))).collect();
            if !new.is_empty() {
                let result = self.lay(&folder, &new, &mut named);
                self.stop_on(result)?;
            }
        }
        Ok(())
    }

    fn lines<'a>(&'a self, log: &LogName) -> Result<Lines<'a>, StoreError> {
        Ok(Box::new(self.log(log)?.folder.lines()?.map(|line| Ok(line?))))
    }

    fn blob(&self, log: &LogName, name: &BlobName) -> Result<Vec<u8>, StoreError> {
        step::genuine(log, name, self.log(log)?.folder.blob(name)?)
    }
}
