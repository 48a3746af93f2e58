//! What is done at opening with each log as it is found: a torn end set aside, a lost mark set anew, a damaged log put in quarantine.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use super::disk::{Disk, DiskFailure};
use super::folder::{Folder, FolderProblem, LOG_FOLDER, MARK_FILE, Segment};
use super::{LOBBY_SETTINGS, StoreError};
use crate::archive::{
    BlobName, Chain, Condition, Digest, FILES_NAMED, Head, HighWater, LogName, Recovery, Survey, Tail, checkpoint, high_water, lost_line,
};

/// Whether a log may be written to.
#[derive(Clone, Debug)]
pub(super) enum State {
    Open(Tip),
    Quarantined(Quarantine),
}

/// Why a log is not written to.
#[derive(Clone, Debug)]
pub(super) struct Quarantine {
    pub(super) reason: String,
    /// The last line known of those that are lost, where nothing else is wrong: the log is sound, and ends before that line.
    pub(super) lost: Option<u64>,
}

/// Where the next line goes.
#[derive(Clone, Debug)]
pub(super) struct Tip {
    pub(super) chain: Chain,
    /// The number of the last segment.
    pub(super) segment: u64,
    /// Its length in bytes.
    pub(super) length: u64,
}

/// Something that was found wrong at opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The log.
    pub log: LogName,
    /// What was found and done.
    pub repair: Repair,
}

/// What was found wrong with a log, and what was done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repair {
    /// It was set right; the log's next line is to tell of it.
    SetRight(Recovery),
    /// The log is damaged: nothing is added to it, and the other games go on.
    Quarantined(String),
    /// Files that its lines vouch for are not there; the log itself is whole.
    Gone(BTreeSet<String>),
}

impl fmt::Display for Recovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let log = &self.log;
        match &self.repair {
            Repair::SetRight(recovery) => write!(f, "{log}: {recovery}"),
            Repair::Gone(files) => {
                let first = files.first().map_or("", String::as_str);
                write!(f, "{log}: {} of the files that its lines vouch for are gone, {first} the first of them", files.len())
            }
            Repair::Quarantined(reason) => write!(f, "{log} is in quarantine, nothing is added to it: {reason}"),
        }
    }
}

/// Brings one log into a state in which it can be written to, or puts it in quarantine. Only a failing disk is an error.
pub(super) fn recover(disk: &mut Disk, folder: &Folder) -> Result<(State, Vec<Repair>), StoreError> {
    let (Found { mark, survey, strays, gone }, tail) = match judged(folder) {
        Ok(sound) => sound,
        Err(quarantine) => {
            let reason = quarantine.reason.clone();
            return Ok((State::Quarantined(quarantine), vec![Repair::Quarantined(reason)]));
        }
    };
    let mut repairs = match tail {
        Some(tail) => vec![set_aside(disk, folder, survey.chain(), &tail)?],
        None => Vec::new(),
    };
    let tip = settle(disk, folder, survey.chain(), mark)?;
    if !survey.agrees_with(mark) {
        repairs.push(Recovery::MarkSetAnew);
    }
    if !strays.is_empty() {
        repairs.push(Recovery::LeftOver { files: strays.into_iter().take(FILES_NAMED).collect() });
    }
    let gone = (!gone.is_empty()).then_some(Repair::Gone(gone));
    Ok((State::Open(tip), repairs.into_iter().map(Repair::SetRight).chain(gone).collect()))
}

/// The files that the lines of a log vouch for and that are not there; none where it cannot be read.
pub fn gone(folder: &Path) -> BTreeSet<String> {
    look(&Folder::at(folder)).map(|found| found.gone).unwrap_or_default()
}

/// What keeps a log from being written to, as its folder is now; nothing is changed.
pub fn amiss(folder: &Path) -> Option<String> {
    let folder = Folder::at(folder);
    match judged(&folder) {
        Err(quarantine) => Some(quarantine.reason),
        Ok((found, _)) => {
            let empty = found.survey.chain().head().seq == 0 && !folder.settings().is_ok_and(|settings| settings == LOBBY_SETTINGS);
            empty.then(|| "its log is empty, and a game begins with its first line".to_owned())
        }
    }
}

/// A log that can be written to, with the unfinished line at its end; or why it cannot.
fn judged(folder: &Folder) -> Result<(Found, Option<Tail>), Quarantine> {
    let quarantine = |reason: &dyn fmt::Display, lost| Quarantine { reason: reason.to_string(), lost };
    let found = look(folder).map_err(|problem| quarantine(&problem, None))?;
    let head = found.survey.chain().head();
    let tail = match found.survey.finish() {
        Condition::Quarantine(place) => return Err(quarantine(&place, found.survey.cut_before())),
        Condition::RepairTail(tail) => Some(tail),
        Condition::Intact => None,
    };
    match lost_line(&found.strays, head) {
        None => Ok((found, tail)),
        lost => {
            let reason = format!(
                "the log ends with {head}, and files lie beside it that only later lines can have named (`custodian verify` lists them): put back \
                 the log as it was"
            );
            Err(quarantine(&reason, lost.filter(|_| head.seq > 0)))
        }
    }
}

/// A log as it is found.
struct Found {
    mark: HighWater,
    survey: Survey,
    /// Files that no line names.
    strays: BTreeSet<String>,
    /// Files that lines name and that are not there.
    gone: BTreeSet<String>,
}

fn look(folder: &Folder) -> Result<Found, FolderProblem> {
    let mark = folder.high_water()?;
    let there = folder.loose_files()?;
    let (mut strays, mut gone) = (there.clone(), BTreeSet::new());
    let survey = folder.survey(&mut |line| {
        let repaired = Recovery::of(&line.entry).flat_map(|repair| repair.files().to_vec()).collect::<Vec<_>>();
        for file in line.files().map(|(file, _)| file) {
            strays.remove(&file);
            if !there.contains(&file) {
                gone.insert(file);
            }
        }
        strays.retain(|file| !repaired.contains(file));
    })?;
    strays.retain(|file| !checkpoint::belongs(file, survey.chain().head()));
    Ok(Found { mark, survey, strays, gone })
}

/// Opens a log that has lost lines where it ends now. What tells of those lines is laid in a folder of its own before the mark is set back.
pub(super) fn go_on_without(disk: &mut Disk, folder: &Folder) -> Result<(Tip, Vec<Recovery>), StoreError> {
    let Found { survey, strays, .. } = look(folder)?;
    let head = survey.chain().head();
    let place = (1..=u32::MAX).map(|copy| format!("lost/{:06}-{copy}", head.seq)).find(|place| !folder.path(place).exists());
    let place = place.unwrap_or_else(|| "lost".to_owned());
    let mut laid = Vec::new();
    for file in strays.iter().filter(|file| checkpoint::line_of(file).is_some() || file.parse::<BlobName>().is_ok()) {
        let aside = format!("{place}/{file}");
        make_folders_of(disk, folder, &aside)?;
        disk.rename(&folder.path(file), &folder.path(&aside))?;
        disk.sync_dirs(&[file, &aside].into_iter().filter_map(|file| folder.path(file).parent().map(Path::to_owned)).collect())?;
        laid.push(aside);
    }
    let tail = survey.tail().map(|tail| set_aside(disk, folder, survey.chain(), tail)).transpose()?;
    let tip = settle(disk, folder, survey.chain(), HighWater::Unknown)?;
    let named = laid.chunks(FILES_NAMED).map(|files| Recovery::LeftOver { files: files.to_vec() });
    Ok((tip, tail.into_iter().chain(named).collect()))
}

/// Makes the folders that a file is to lie in, each name durable before anything is laid below it.
fn make_folders_of(disk: &mut Disk, folder: &Folder, file: &str) -> Result<(), DiskFailure> {
    for (at, _) in file.match_indices('/') {
        let path = folder.path(&file[..at]);
        if !path.exists() {
            disk.make_dir(&path)?;
            disk.sync_dirs(&path.parent().map(Path::to_owned).into_iter().collect())?;
        }
    }
    Ok(())
}

/// Copies the unfinished line to a file of its own, then cuts it off.
fn set_aside(disk: &mut Disk, folder: &Folder, chain: &Chain, tail: &Tail) -> Result<Recovery, DiskFailure> {
    let stem = tail.file.rsplit_once('.').map_or(tail.file.as_str(), |(stem, _)| stem);
    let name = |copy: u32| format!("{stem}.torn-{:06}-{copy}", chain.head().seq + 1);
    // A crash between the copy and the cut leaves a copy behind: this one gets the next number.
    let file = (1..=u32::MAX).map(name).find(|file| !folder.path(file).exists()).unwrap_or_else(|| name(0));
    let copy = disk.create(&folder.path(&file), &tail.torn)?;
    disk.sync(&[copy])?;
    disk.sync_dirs(&BTreeSet::from([folder.path(LOG_FOLDER)]))?;
    let cut = disk.truncate(&folder.path(&tail.file), tail.keep)?;
    disk.sync(&[cut])?;
    Ok(Recovery::TailSetAside { file, bytes: tail.torn.len() as u64, sha256: Digest::of(&tail.torn) })
}

/// Makes sure that the log as it was read is durable and marked, and finds where the next line goes.
fn settle(disk: &mut Disk, folder: &Folder, chain: &Chain, mark: HighWater) -> Result<Tip, StoreError> {
    let head = chain.head();
    let last = match folder.segments()?.pop() {
        Some(segment) => segment,
        None => {
            let _empty = disk.create(&folder.path(&Segment::file(1)), &[])?;
            disk.sync_dirs(&BTreeSet::from([folder.path(LOG_FOLDER)]))?;
            Segment { number: 1, length: 0 }
        }
    };
    if mark != HighWater::Reached(head) {
        rewrite_unmarked(disk, folder, &last, head, mark)?;
        disk.sync_dirs(&BTreeSet::from([folder.path(LOG_FOLDER), folder.path(""), folder.path("..")]))?;
        let path = folder.path(MARK_FILE);
        let marks = high_water::file(head);
        let marked = if path.exists() { disk.overwrite(&path, 0, &marks)? } else { disk.create(&path, &marks)? };
        disk.sync(&[marked])?;
        disk.sync_dirs(&BTreeSet::from([folder.path("")]))?;
    }
    Ok(Tip { chain: chain.clone(), segment: last.number, length: last.length })
}

/// Writes the lines behind the mark once more and makes them durable. Whoever wrote them died before marking them, perhaps of an fsync that
/// failed: then they stand in memory alone, and another fsync would succeed without writing them.
fn rewrite_unmarked(disk: &mut Disk, folder: &Folder, last: &Segment, head: Head, mark: HighWater) -> Result<(), StoreError> {
    let bytes = folder.segment(last)?;
    let unmarked = match mark {
        HighWater::Reached(marked) => head.seq - marked.seq,
        HighWater::Unknown => head.seq,
    };
    let lengths = bytes.split_inclusive(|byte| *byte == b'\n').rev().map(<[u8]>::len);
    let length: usize = lengths.take(usize::try_from(unmarked).unwrap_or(usize::MAX)).sum();
    let start = bytes.len() - length;
    let written = disk.overwrite(&folder.path(&Segment::file(last.number)), start as u64, &bytes[start..])?;
    Ok(disk.sync(&[written])?)
}
