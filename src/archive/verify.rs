//! The report on a log: does its chain hold, are its files the ones it vouches for and no others, and does the replay agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::LOBBY;
use super::blob::BlobName;
use super::chain::Head;
use super::checkpoint::{self, Attested};
use super::digest::Digest;
use super::heads::Heads;
use super::high_water::HighWater;
use super::line::Line;
use super::recover::{Condition, Survey};
use super::recovery::Recovery;

/// Most files of one sort that a report names; of the others it tells how many there are.
const NAMED: usize = 10;

/// What a verification found. The last line of its text begins with `OK` only where nothing is wrong or missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The game's folder name.
    pub name: String,
    /// The last sound line.
    pub head: Head,
    /// The heads of all of them.
    pub heads: Heads,
    /// The state of the log.
    pub condition: Condition,
    /// Whether the high-water mark is there and can be that of this log.
    pub marked: bool,
    /// Files whose bytes are not those that a line vouches for, with the line's number. Paths start from the game's folder, here and below.
    pub altered: Vec<(u64, String)>,
    /// Files that are not there, with the line's number.
    pub withheld: Vec<(u64, String)>,
    /// Files that are there and that no line names.
    pub strays: BTreeSet<String>,
    /// What the signed statements about it come to.
    pub attested: Attested,
    /// Lines with which a turn ended and of which there is no sound statement, though there is of others.
    pub unsigned: Vec<u64>,
    /// Turns have ended, and no signed statement at all lies beside the log.
    pub never_signed: bool,
    /// The first line where the replay differs from the record, and in what.
    pub divergence: Option<(u64, String)>,
    /// Lines whose sentence is not what this program says of their events.
    pub reworded: Vec<u64>,
    /// Mails whose words are not those that this program writes of their lines, by line and address.
    pub remailed: Vec<(u64, String)>,
    /// Lines that are dated before the hour that their letters tell, with that hour.
    pub early: Vec<(u64, String)>,
    /// The text that tells how to read the folder is not that of this program; no line vouches for it.
    pub strange_readme: bool,
}

/// How a verification ended; also the exit code of `custodian verify`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Everything is there and right.
    Sound = 0,
    /// The chain is broken, its end is in doubt, or a file is not the one that the chain vouches for.
    Broken = 1,
    /// The chain holds, but the replay gives something else.
    ReplayDiffers = 2,
    /// What is there is right, but files are missing, as in a public export.
    Withheld = 3,
}

/// The last line behind `head` that files tell of which no line names: it is gone. What a crash leaves behind is of one step, that after the last
/// line, and the next start accounts for it.
pub fn lost_line(strays: &BTreeSet<String>, head: Head) -> Option<u64> {
    let blobs = || strays.iter().filter_map(|file| file.parse::<BlobName>().ok());
    let letters = blobs().filter(|blob| blob.parts().0 == "mail/in").count();
    let signed = strays.iter().filter_map(|file| checkpoint::line_of(file)).filter(|seq| *seq > head.seq);
    let steps = blobs().filter_map(|blob| blob.step()).filter(|step| *step > head.seq + 1);
    signed.chain(steps).max().or((letters > 1).then_some(head.seq + 1))
}

impl Report {
    /// An empty report on the log called `name`, beside which lie `files`.
    pub fn new(name: &str, survey: &Survey, files: BTreeSet<String>) -> Self {
        Self {
            name: name.to_owned(),
            head: survey.chain().head(),
            heads: Heads::founded_on(survey.chain().head().hash),
            condition: Condition::Intact,
            marked: true,
            altered: Vec::new(),
            withheld: Vec::new(),
            strays: files,
            attested: Attested::default(),
            unsigned: Vec::new(),
            never_signed: false,
            divergence: None,
            reworded: Vec::new(),
            remailed: Vec::new(),
            early: Vec::new(),
            strange_readme: false,
        }
    }

    /// Compares the files that a line vouches for with what `found` has under their names.
    pub fn compare<E>(&mut self, line: &Line, found: &mut dyn FnMut(&str) -> Result<Option<Digest>, E>) -> Result<(), E> {
        self.heads.reach(Head { seq: line.seq, hash: line.hash });
        for repair in Recovery::of(&line.entry) {
            self.strays.retain(|file| !repair.files().contains(file));
        }
        for (file, vouched) in line.files() {
            self.strays.remove(&file);
            match found(&file)? {
                None => self.withheld.push((line.seq, file)),
                Some(digest) if digest != vouched => self.altered.push((line.seq, file)),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Takes over the verdict on the log once it is read to its end, and then compares it with the mark as it stands.
    pub fn conclude(&mut self, survey: &Survey, mark: HighWater) {
        self.head = survey.chain().head();
        self.condition = survey.finish();
        self.marked = survey.agrees_with(mark);
        self.strays.retain(|file| !checkpoint::belongs(file, self.head));
    }

    /// The gravest of what was found.
    pub fn outcome(&self) -> Outcome {
        match self.condition {
            Condition::Quarantine(_) => Outcome::Broken,
            _ if !self.altered.is_empty()
                || !self.attested.faults.is_empty()
                || !self.marked
                || self.never_founded()
                || self.lacks_lines() =>
            {
                Outcome::Broken
            }
            _ if self.divergence.is_some() => Outcome::ReplayDiffers,
            _ if !self.withheld.is_empty() => Outcome::Withheld,
            _ => Outcome::Sound,
        }
    }

    /// The newest line that a trusted key has signed.
    pub fn newest_signed(&self) -> Option<u64> {
        self.attested.sound.iter().map(|(seq, _)| *seq).max()
    }

    /// A game is founded together with its first line; the lobby is not.
    fn never_founded(&self) -> bool {
        self.head.seq == 0 && self.name != LOBBY
    }

    /// The lines that each key has signed.
    fn signed(&self) -> BTreeMap<String, Vec<u64>> {
        let mut signed: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for (seq, key) in &self.attested.sound {
            signed.entry(key.to_string()).or_default().push(*seq);
        }
        signed
    }

    fn lacks_lines(&self) -> bool {
        lost_line(&self.strays, self.head).is_some()
    }

    fn verdict(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, head, .. } = self;
        match (self.outcome(), &self.condition, &self.divergence) {
            (Outcome::Broken, Condition::Quarantine(broken), _) => write!(f, "BROKEN {name} {broken}"),
            (Outcome::Broken, ..) if !self.altered.is_empty() => {
                write!(f, "BROKEN {name} the chain holds to {head}, and {} beside it not what it vouches for", are(self.altered.len()))
            }
            (Outcome::Broken, ..) if !self.attested.faults.is_empty() => {
                let (file, why) = &self.attested.faults[0];
                write!(f, "BROKEN {name} {file}: {why}")
            }
            (Outcome::Broken, ..) if self.never_founded() => {
                write!(f, "BROKEN {name} log: it is empty, and a game begins with its first line: put back the log as it was")
            }
            (Outcome::Broken, ..) if !self.marked => write!(
                f,
                "BROKEN {name} high-water: the mark is missing, damaged or set back. It tells how far the log had got, so lines may have been cut \
                 off behind {head}, and nothing here shows it. Compare that with the footer of the newest mail of the game: if no mail knows a \
                 later line, the next start of `custodian run` sets the mark anew and writes that into the log"
            ),
            (Outcome::Broken, ..) => write!(
                f,
                "BROKEN {name} log: it ends with {head}, and the files above that no line names are of later steps, so lines are missing: put \
                 back the log as it was"
            ),
            (Outcome::ReplayDiffers, _, Some((seq, what))) => write!(f, "DIFFERS {name} line {seq}: {what}"),
            (Outcome::Withheld, ..) => {
                write!(f, "WITHHELD {name} {head}: what is there is right, {} not there, as in a public copy", are(self.withheld.len()))
            }
            _ => write!(f, "OK {name} {head}"),
        }
    }
}

fn are(files: usize) -> String {
    if files == 1 { "1 file is".to_owned() } else { format!("{files} files are") }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        named(f, &self.altered, |(seq, file)| format!("line {seq}: {} has been altered", shown(file)))?;
        named(f, &self.withheld, |(seq, file)| format!("line {seq}: {} is not there", shown(file)))?;
        if self.withheld.iter().any(|(_, file)| file.starts_with("boards/")) {
            writeln!(
                f,
                "boards that are gone from an archive are drawn again at the next start of `custodian run`; other files only a copy brings back"
            )?;
        }
        // Behind a bad place there may be lines that name them.
        let strays = self.strays.iter().filter(|_| !matches!(self.condition, Condition::Quarantine(_))).collect::<Vec<_>>();
        named(f, strays, |file| {
            format!("no line: {} belongs to none, as what a loss of power cut off, or was added by hand", shown(file))
        })?;
        if let Condition::RepairTail(tail) = &self.condition {
            writeln!(f, "{}: {} bytes of an unfinished line at the end, never acknowledged", tail.file, tail.torn.len())?;
        }
        if self.never_signed {
            writeln!(
                f,
                "no checkpoint lies beside the log, though turns have ended: they are gone (the next start of `custodian run` signs them again), or nobody \
                 signed; only the last lines of the mails vouch for it"
            )?;
        }
        for (key, lines) in self.signed() {
            let newest = lines.last().copied().unwrap_or_default();
            let count = if lines.len() == 1 { "1 checkpoint holds".to_owned() } else { format!("{} checkpoints hold", lines.len()) };
            writeln!(f, "{count}, signed by {key}, the newest at line {newest}")?;
        }
        named(f, &self.attested.unvouched, |key| {
            let from = self.attested.sound.iter().filter(|(_, by)| by == key).map(|(seq, _)| *seq).min();
            let from = from.map(|seq| format!(", from line {seq} on")).unwrap_or_default();
            format!(
                "the key {key} signs{from}, and none before it gave its word for it: the older key was lost, or somebody else keeps the house; ask its master"
            )
        })?;
        named(f, &self.attested.outlived, |(seq, key)| {
            format!(
                "line {seq}: its checkpoint is signed by {key}, and a key that took its place by its own word had signed before: it counts for nothing. The \
                 house's keys were set back to older ones, or somebody else has that key; ask its master"
            )
        })?;
        let outlived: BTreeSet<u64> = self.attested.outlived.iter().map(|(seq, _)| *seq).collect();
        named(f, self.unsigned.iter().filter(|seq| !outlived.contains(seq)).collect::<Vec<_>>(), |seq| {
            format!(
                "line {seq}: a turn ended there, and its checkpoint is not there; nobody outside vouches for what lies behind the newest"
            )
        })?;
        named(f, &self.reworded, |seq| {
            format!(
                "line {seq}: its sentence is not what this program says of it: believe its events; another version may have worded it so"
            )
        })?;
        named(f, &self.remailed, |(seq, to)| {
            format!(
                "line {seq}: the mail to {to} says in other words what this program writes of it: believe its events; the house had other texts then \
                 (templates; those that the config names were tried), or another version wrote it"
            )
        })?;
        named(f, &self.early, |(seq, hour)| {
            format!(
                "line {seq}: it is dated before its letter was written or had come, {hour}: a clock was wrong, or the line is dated back; what it pins \
                 may have been known"
            )
        })?;
        if self.strange_readme {
            writeln!(
                f,
                "README.txt: not the text of this program: of another version, or altered. No line vouches for it; read its shell lines before you run them"
            )?;
        }
        if let Some((stood, changed)) = self.attested.changed_between() {
            let first = stood.map_or(1, |seq| seq + 1);
            let up_to = stood.map_or("there is no checkpoint before it".to_owned(), |seq| format!("that of line {seq} does"));
            writeln!(
                f,
                "lines {first} to {changed}: the first change is among these; the checkpoint of line {changed} does not hold, and {up_to}"
            )?;
        }
        self.verdict(f)
    }
}

/// The name of a file, whatever it is: it writes no lines of its own into what is told, and commands no terminal.
fn shown(file: &str) -> String {
    if file.chars().any(char::is_control) { file.escape_debug().to_string() } else { file.to_owned() }
}

/// The first of some findings, a line each, and how many more there are.
fn named<T>(
    f: &mut fmt::Formatter<'_>,
    found: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    line: impl Fn(T) -> String,
) -> fmt::Result {
    let found = found.into_iter();
    let more = found.len().saturating_sub(NAMED);
    for finding in found.take(NAMED) {
        writeln!(f, "{}", line(finding))?;
    }
    if more > 0 { writeln!(f, "... and {more} more like these") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::chain::tests::{SETTINGS, lines};
    use crate::archive::high_water;

    fn report(count: u64, spoil: impl Fn(&mut Vec<u8>)) -> Report {
        let mut survey = Survey::new(SETTINGS, HighWater::Unknown);
        let mut report = Report::new("zaphod", &survey, BTreeSet::new());
        let mut bytes: Vec<u8> = lines(count).iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect();
        spoil(&mut bytes);
        survey.segment("log/000001.jsonl", &bytes, &mut |_| {});
        report.conclude(&survey, HighWater::Reached(survey.chain().head()));
        report
    }

    #[test]
    fn a_sound_log_ends_in_ok_and_its_head() {
        let sound = report(3, |_| {});
        assert_eq!(sound.outcome(), Outcome::Sound);
        assert_eq!(sound.to_string(), format!("OK zaphod 3 {}", sound.head.hash));
    }

    #[test]
    fn a_broken_log_names_the_first_bad_place() {
        let broken = report(3, |bytes| bytes[20] ^= 1);
        assert_eq!(broken.outcome(), Outcome::Broken);
        assert!(broken.to_string().starts_with("BROKEN zaphod log/000001.jsonl line 1: its bytes have the digest"));
    }

    #[test]
    fn the_gravest_finding_decides() {
        let mut found = report(3, |_| {});
        let file = || "mail/in/letter.eml".to_owned();
        found.withheld.push((1, file()));
        assert_eq!(found.outcome(), Outcome::Withheld);
        assert!(found.to_string().starts_with("line 1: mail/in/letter.eml is not there\nWITHHELD zaphod 3 "), "{found}");
        found.divergence = Some((2, "another position".into()));
        assert_eq!(found.outcome(), Outcome::ReplayDiffers);
        assert!(found.to_string().ends_with("DIFFERS zaphod line 2: another position"));
        found.altered.push((3, file()));
        assert_eq!(found.outcome(), Outcome::Broken);
        assert!(found.to_string().starts_with("line 3: mail/in/letter.eml has been altered\n"), "{found}");
    }

    #[test]
    fn many_files_are_named_in_part_and_counted() {
        let mut found = report(3, |_| {});
        found.withheld = (0..NAMED as u64 + 5).map(|number| (1, format!("mail/out/{number}.eml"))).collect();
        let told = found.to_string();
        assert_eq!(told.matches("mail/out/").count(), NAMED);
        assert!(told.contains("... and 5 more like these\n") && told.ends_with("15 files are not there, as in a public copy"), "{told}");
    }

    #[test]
    fn the_leavings_of_one_step_are_a_crash_and_those_of_more_are_lost_lines() {
        let with = |files: &[&str]| Report { strays: files.iter().map(|file| (*file).to_owned()).collect(), ..report(3, |_| {}) };
        let letter = |text: &str| BlobName::mail_in(Digest::of(text.as_bytes())).as_str().to_owned();
        assert_eq!(with(&["boards/0004.txt", "boards/0002-9.svg", "notes.txt", &letter("a")]).outcome(), Outcome::Sound);
        assert_eq!(with(&["boards/0005.txt"]).outcome(), Outcome::Broken);
        assert!(with(&["boards/0005.txt"]).to_string().contains("no line: boards/0005.txt"));
        assert_eq!(with(&[&letter("a"), &letter("b")]).outcome(), Outcome::Broken);
    }

    #[test]
    fn a_mark_that_cannot_be_is_named() {
        let whole = report(3, |_| {});
        let mut survey = Survey::new(SETTINGS, HighWater::Unknown);
        let bytes: Vec<u8> = lines(3).iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect();
        survey.segment("log/000001.jsonl", &bytes, &mut |_| {});
        let early = Head { seq: 1, ..whole.head };
        for (mark, sound) in [
            (HighWater::Unknown, false),
            (high_water::read(b"3\n"), false),
            (HighWater::Reached(early), false),
            (HighWater::Reached(Head { seq: 2, ..early }), true),
            (HighWater::Reached(whole.head), true),
        ] {
            let mut found = whole.clone();
            found.conclude(&survey, mark);
            assert_eq!(found.outcome() == Outcome::Sound, sound, "{mark:?}");
            assert_eq!(found.to_string().contains("BROKEN zaphod high-water: "), !sound, "{mark:?}");
        }
    }
}
