//! The folder of one log, read without the lock: for the store at its opening, and for `replay`, `show` and `verify`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::io::{self, Write};
use std::iter::Zip;
use std::ops::RangeFrom;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::vec::IntoIter;

use tempfile::TempDir;

use super::disk::read_if_there;
use super::export::{Audience, Export, ExportProblem};
use super::readme;
use crate::archive::checkpoint::{self, CHECKPOINT_FOLDER};
use crate::archive::record::log_name;
use crate::archive::{BlobName, Break, Digest, GameName, Head, HighWater, Line, Report, Signers, Survey, high_water};

/// The founding settings.
pub(super) const SETTINGS_FILE: &str = "game.toml";
/// The high-water mark.
pub(super) const MARK_FILE: &str = "high-water";
/// The folder of the segments.
pub(super) const LOG_FOLDER: &str = "log";
const SEGMENT_ENDING: &str = "jsonl";
/// What every log's folder has, beside its segments and the files that lines name.
const FURNITURE: [&str; 3] = [SETTINGS_FILE, README_FILE, MARK_FILE];
/// How to read the folder by hand.
pub(super) const README_FILE: &str = "README.txt";

/// The folder of one log on disk. It may be read while the daemon writes to it.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    name: String,
    /// What holds it for as long as it is read, where it is a copy taken out of one file.
    _unpacked: Option<Arc<TempDir>>,
}

/// Why a log cannot be read, or not further.
#[derive(Debug, thiserror::Error)]
pub enum FolderProblem {
    /// It is not the folder of a game.
    #[error("{} is not the folder of a game: it has no {SETTINGS_FILE}", .0.display())]
    NotAGame(PathBuf),
    /// A file or folder cannot be read.
    #[error("{} cannot be read: {cause}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// The log is damaged.
    #[error("{name}: {place}")]
    Damaged {
        /// The folder's name.
        name: String,
        /// The first bad place.
        place: Box<Break>,
    },
}

/// One file of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) number: u64,
    pub(super) length: u64,
}

impl Segment {
    /// Its path relative to the game's folder.
    pub(super) fn file(number: u64) -> String {
        format!("{LOG_FOLDER}/{number:06}.{SEGMENT_ENDING}")
    }
}

/// The games of an archive by their folders: those that have settings or a log.
pub fn games_in(archive: &Path) -> Result<Vec<GameName>, FolderProblem> {
    let mut games = Vec::new();
    for (name, path) in entries(archive)? {
        let is_game = path.join(SETTINGS_FILE).exists() || path.join(LOG_FOLDER).exists();
        games.extend(name.parse::<GameName>().ok().filter(|_| is_game));
    }
    games.sort();
    Ok(games)
}

impl Folder {
    /// The folder at `path`, which must be a game's.
    pub fn open(path: &Path) -> Result<Self, FolderProblem> {
        let folder = Self::at(path);
        if !folder.path(SETTINGS_FILE).is_file() {
            return Err(FolderProblem::NotAGame(path.to_owned()));
        }
        // A copy may lie in a folder of any name; what the record is called stands in its settings.
        let own = log_name(&String::from_utf8_lossy(&folder.settings()?));
        Ok(Self { name: own.unwrap_or(folder.name), ..folder })
    }

    pub(super) fn at(path: &Path) -> Self {
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Self { path: path.to_owned(), name, _unpacked: None }
    }

    /// The game's folder in `unpacked`, which goes away with the last that reads it.
    pub(super) fn within(unpacked: TempDir, name: &str) -> Result<Self, FolderProblem> {
        let folder = Self::open(&unpacked.path().join(name))?;
        Ok(Self { _unpacked: Some(Arc::new(unpacked)), ..folder })
    }

    /// The name of the log: that of its folder in the archive, whatever the folder is called now.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bytes of `game.toml`.
    pub fn settings(&self) -> Result<Vec<u8>, FolderProblem> {
        let path = self.path(SETTINGS_FILE);
        fs::read(&path).map_err(|cause| FolderProblem::Unreadable { path, cause })
    }

    /// How far the log had got when a step was last acknowledged.
    pub fn high_water(&self) -> Result<HighWater, FolderProblem> {
        Ok(self.read(MARK_FILE)?.map_or(HighWater::Unknown, |file| high_water::read(&file)))
    }

    /// Takes the record into a copy for somebody else, the lines up to `last` where that is named.
    pub fn export(&self, audience: Audience, last: Option<u64>, out: &mut dyn Write) -> Result<Head, ExportProblem> {
        let mut export = Export::new(&self.name, &self.settings()?, audience);
        for line in self.lines()? {
            let line = line?;
            if last.is_some_and(|last| line.seq > last) {
                break;
            }
            export.line(&line)?;
        }
        let head = export.head();
        for (file, text) in self.statements()?.into_iter().filter(|(file, _)| checkpoint::belongs(file, head)) {
            export.add(&file, text.into_bytes());
        }
        export.write(out, &mut |file| Ok(self.read(file)?))?;
        Ok(head)
    }

    /// The bytes of a file beside the log, or `None` where it is not there.
    pub fn blob(&self, name: &BlobName) -> Result<Option<Vec<u8>>, FolderProblem> {
        self.read(name.as_str())
    }

    /// The lines in order, one segment in memory at a time. A line that the daemon has not finished ends them; a damaged one is an error and the last item.
    pub fn lines(&self) -> Result<impl Iterator<Item = Result<Line, FolderProblem>> + use<>, FolderProblem> {
        let survey = Survey::new(&self.settings()?, HighWater::Unknown);
        let segments = self.segments()?.into_iter().zip(1..);
        Ok(Reading { folder: self.clone(), segments, ready: VecDeque::new(), survey, over: false })
    }

    /// Reads the whole log, handing each sound line on.
    pub fn survey(&self, each: &mut dyn FnMut(&Line)) -> Result<Survey, FolderProblem> {
        // The mark is read before the log, so that a log that grows meanwhile is never shorter than its mark.
        let mut survey = Survey::new(&self.settings()?, self.high_water()?);
        for (segment, next) in self.segments()?.iter().zip(1..) {
            if segment.number != next {
                survey.lacks(&Segment::file(next));
            }
            survey.segment(&Segment::file(segment.number), &self.segment(segment)?, each);
        }
        Ok(survey)
    }

    /// The signed statements about the log that lie beside it, by path.
    fn statements(&self) -> Result<BTreeMap<String, String>, FolderProblem> {
        let mut statements = BTreeMap::new();
        if self.path(CHECKPOINT_FOLDER).is_dir() {
            for (name, _) in entries(&self.path(CHECKPOINT_FOLDER))? {
                let file = format!("{CHECKPOINT_FOLDER}/{name}");
                let bytes = self.read(&file)?.unwrap_or_default();
                statements.insert(file, String::from_utf8_lossy(&bytes).into_owned());
            }
        }
        Ok(statements)
    }

    /// Checks the chain, the files that it vouches for, the signed statements about it, and line by line what `replay` says (an error is what
    /// differs). `progress` hears how many bytes of the log are done, and of how many. `trusted` are the keys of the house, where they are known.
    pub fn verify(
        &self,
        trusted: Option<&Signers>,
        replay: &mut dyn FnMut(&Line) -> Result<(), String>,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Report, FolderProblem> {
        // The files are listed before the log is read, so that a step taken meanwhile has its line.
        let (files, statements) = (self.loose_files()?, self.statements()?);
        let mut survey = Survey::new(&self.settings()?, self.high_water()?);
        let mut report = Report::new(&self.name, &survey, files);
        let mut unreadable = None;
        let segments = self.segments()?;
        let total = segments.iter().map(|segment| segment.length).sum();
        let mut done = 0;
        for (segment, next) in segments.iter().zip(1..) {
            if segment.number != next {
                survey.lacks(&Segment::file(next));
            }
            let bytes = self.segment(segment)?;
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count().max(1) as u64;
            let mut read = 0;
            survey.segment(&Segment::file(segment.number), &bytes, &mut |line| {
                if let Err(problem) = report.compare(line, &mut |file| self.digest(file)) {
                    unreadable = Some(problem);
                }
                if report.divergence.is_none() {
                    report.divergence = replay(line).err().map(|what| (line.seq, what));
                }
                read += 1;
                progress(done + segment.length * read / lines, total);
            });
            done += segment.length;
        }
        progress(total, total);
        // The mark moves on after the line, so it is read again after the log.
        report.conclude(&survey, self.high_water()?);
        report.strange_readme = self.read(README_FILE)?.is_some_and(|text| text != readme::text(&self.name).as_bytes());
        report.attested = checkpoint::attested(&self.name, &statements, &report.heads, trusted);
        unreadable.map_or(Ok(report), Err)
    }

    /// The files of the folder and those below it, but for what every log's folder has: paths relative to it, parted by `/`.
    pub(super) fn loose_files(&self) -> Result<BTreeSet<String>, FolderProblem> {
        let mut files = BTreeSet::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            for (name, path) in entries(&self.path(&folder))? {
                let file = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                if fs::symlink_metadata(&path).is_ok_and(|found| found.is_dir()) {
                    folders.push(file);
                } else if !FURNITURE.contains(&file.as_str()) && self.segment_number(&path).is_none() {
                    files.insert(file);
                }
            }
        }
        Ok(files)
    }

    /// The digest of a file below the folder, or `None` where it is not there.
    fn digest(&self, file: &str) -> Result<Option<Digest>, FolderProblem> {
        let below = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        if below && self.path(file).is_dir() {
            // Something is there, and it is not the file.
            return Ok(Some(Digest::of(b"a folder")));
        }
        if below { Ok(self.read(file)?.map(|bytes| Digest::of(&bytes))) } else { Ok(None) }
    }

    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.path.join(file)
    }

    pub(super) fn segments(&self) -> Result<Vec<Segment>, FolderProblem> {
        let mut segments = Vec::new();
        for (_, path) in entries(&self.path(LOG_FOLDER))? {
            if let Some(number) = self.segment_number(&path) {
                let length = fs::metadata(&path).map_err(|cause| FolderProblem::Unreadable { path, cause })?.len();
                segments.push(Segment { number, length });
            }
        }
        segments.sort_by_key(|segment| segment.number);
        Ok(segments)
    }

    /// The number of the segment that a file of the log's folder is, if it is one.
    fn segment_number(&self, path: &Path) -> Option<u64> {
        let ending = path.extension().is_some_and(|ending| ending == SEGMENT_ENDING);
        let number = path.file_stem().filter(|_| ending)?.to_str()?.parse().ok()?;
        (self.path(&Segment::file(number)) == path).then_some(number)
    }

    pub(super) fn segment(&self, segment: &Segment) -> Result<Vec<u8>, FolderProblem> {
        Ok(self.read(&Segment::file(segment.number))?.unwrap_or_default())
    }

    fn read(&self, file: &str) -> Result<Option<Vec<u8>>, FolderProblem> {
        let path = self.path(file);
        read_if_there(&path).map_err(|cause| FolderProblem::Unreadable { path, cause })
    }
}

fn entries(folder: &Path) -> Result<Vec<(String, PathBuf)>, FolderProblem> {
    let unreadable = |cause: io::Error| FolderProblem::Unreadable { path: folder.to_owned(), cause };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        found.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
    }
    Ok(found)
}

/// A log being read: the lines of one segment at a time.
struct Reading {
    folder: Folder,
    /// Each with the number that comes next.
    segments: Zip<IntoIter<Segment>, RangeFrom<u64>>,
    ready: VecDeque<Line>,
    survey: Survey,
    over: bool,
}

impl Iterator for Reading {
    type Item = Result<Line, FolderProblem>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.over {
            if let Some(place) = self.survey.broken() {
                self.over = true;
                return Some(Err(FolderProblem::Damaged { name: self.folder.name.clone(), place: Box::new(place.clone()) }));
            }
            let (segment, next) = self.segments.next()?;
            if segment.number != next {
                self.survey.lacks(&Segment::file(next));
            }
            match self.folder.segment(&segment) {
                Ok(bytes) => {
                    self.survey.segment(&Segment::file(segment.number), &bytes, &mut |line| self.ready.push_back(line.clone()));
                }
                Err(problem) => {
                    self.over = true;
                    return Some(Err(problem));
                }
            }
        }
        self.ready.pop_front().map(Ok)
    }
}
