//! One line of a log: one atomic step, as an [`Entry`] and as the bytes that stand on disk.
//!
//! Invariant: `h` is the SHA-256 of the line's own bytes before `,"h":`, so a line is checked as it stands, never as it would be written again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

use super::blob::BlobName;
use super::digest::Digest;
use super::json::Json;
use super::recovery::Recovery;

/// The version of the form that this program writes, and the only one it reads.
pub const FORMAT: u32 = 1;

/// Longest line, in bytes without its newline.
pub const LINE_LIMIT: usize = 8 << 20;

/// What one step adds to a log, before it has a place in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When, by the clock of the daemon.
    pub at: DateTime<Utc>,
    /// The semantics under which the step was decided.
    pub sem: u32,
    /// What set the step off.
    pub cause: Cause,
    /// What happened, in order; the archive carries events without reading them (but for its own [`Delivery`](super::Delivery)).
    pub events: Vec<Json>,
    /// The mails to be sent because of it.
    pub out: Vec<Outgoing>,
    /// The digests of the board files drawn for the step, by file name (`0042.txt`).
    pub boards: BTreeMap<String, Digest>,
    /// The other files that the step lays down: what is in `evidence/`, and letters and mails that are in `private/` instead of `mail/`.
    pub files: BTreeSet<BlobName>,
    /// The digest of the game's state after the step.
    pub state: Digest,
    /// One sentence for a human reader.
    pub note: String,
}

impl Entry {
    /// Where the letter lies that was the cause.
    pub fn letter(&self) -> Option<BlobName> {
        Some(self.placed(BlobName::mail_in(self.cause.letter_digest()?)))
    }

    /// Where one of its mails lies.
    pub fn mail(&self, mail: &Outgoing) -> BlobName {
        self.placed(BlobName::mail_out(mail.sha256))
    }

    /// The name of a letter or mail, or the one that it has instead where the step keeps it private.
    fn placed(&self, name: BlobName) -> BlobName {
        name.in_private().filter(|private| self.files.contains(private)).unwrap_or(name)
    }
}

/// A mail that a step sends, identified so that sending it again is the same mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outgoing {
    /// The one address it goes to.
    pub to: String,
    /// What tells it from every other mail: its Message-ID with the angle brackets (RFC 5322, 3.6.4), less the reply token in it.
    pub id: String,
    /// The digest of its exact bytes, kept in `mail/out/` or in `private/`.
    pub sha256: Digest,
    /// What it is for, in a word: `invitation`, `answer`, `turn`, `notice`.
    pub kind: String,
    /// Its Subject, readable.
    pub subject: String,
}

/// What set a step off: `mail:<sha256>`, `clock`, `master`, `start`, `sent`, ... The list is open.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cause(String);

impl Cause {
    /// A letter, whose bytes lie in `mail/in/` or in `private/`.
    pub fn letter(digest: Digest) -> Self {
        Self(format!("mail:{digest}"))
    }

    /// A cause in a word: `clock`, `master`, `start`, `sent`, `recovery`.
    pub fn named(word: &str) -> Self {
        Self(word.to_owned())
    }

    /// The word before the colon.
    pub fn word(&self) -> &str {
        self.0.split_once(':').map_or(&self.0, |(word, _)| word)
    }

    /// The letter's digest, where a letter is the cause.
    pub fn letter_digest(&self) -> Option<Digest> {
        self.0.strip_prefix("mail:")?.parse().ok()
    }

    /// The cause as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An entry with its place in the chain, as read from a line whose own digest is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// The `h` of the line before; for the first line the digest of `game.toml`.
    pub prev: Digest,
    /// What it says.
    pub entry: Entry,
    /// Its own digest.
    pub hash: Digest,
}

impl Line {
    /// Its bytes as they stand on disk, without the newline.
    pub fn text(&self) -> Result<String, LineProblem> {
        write(&self.entry, self.seq, self.prev)
    }

    /// The files that the line vouches for, with their digests.
    pub fn blobs(&self) -> impl Iterator<Item = (BlobName, Digest)> + '_ {
        let mails: BTreeSet<BlobName> = self.entry.out.iter().map(|mail| self.entry.mail(mail)).chain(self.entry.letter()).collect();
        let named = &mails | &self.entry.files;
        let named = named.into_iter().filter_map(|name| name.digest().map(|digest| (name, digest)));
        let boards = self.entry.boards.iter().filter_map(|(file, digest)| Some((BlobName::board(file).ok()?, *digest)));
        named.chain(boards)
    }

    /// The same with every other file that the line vouches for, as paths relative to the log's folder.
    pub fn files(&self) -> impl Iterator<Item = (String, Digest)> + '_ {
        let repaired = Recovery::of(&self.entry).filter_map(|repair| match repair {
            Recovery::TailSetAside { file, sha256, .. } => Some((file, sha256)),
            Recovery::MarkSetAnew | Recovery::LeftOver { .. } => None,
        });
        self.blobs().map(|(blob, digest)| (blob.as_str().to_owned(), digest)).chain(repaired)
    }
}

/// What is wrong with a line, alone or in its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineProblem {
    /// Longer than [`LINE_LIMIT`].
    #[error("the line is {0} bytes long, and the most is {LINE_LIMIT}")]
    TooLong(usize),
    /// It does not end as a line ends.
    #[error("it does not end in `,\"h\":\"<64 hexadecimal digits>\"}}`")]
    NoHash,
    /// Whole, but for its end.
    #[error(
        "it ends as lines of Windows do, with CR LF: a program that copied it has changed all line ends; take a copy that is the same bytes"
    )]
    Converted,
    /// Its bytes were changed, or its digest was.
    #[error("its bytes have the digest {computed}, and it claims {claimed}")]
    Changed {
        /// The `h` that stands in the line.
        claimed: Digest,
        /// The digest of the bytes before it.
        computed: Digest,
    },
    /// Written in a form that this program does not read.
    #[error("it has the form {0}, and this program reads form {FORMAT}; a newer custodian may read it")]
    Format(u32),
    /// Not the JSON of a line.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// A line is missing, doubled or out of order.
    #[error("its number is {found}, and {expected} comes next")]
    Number {
        /// The number that comes next.
        expected: u64,
        /// The number that stands there.
        found: u64,
    },
    /// It continues another history.
    #[error("it continues {found}, and what stands before it is {expected}")]
    Link {
        /// The digest of what stands before it.
        expected: Digest,
        /// The digest it names.
        found: Digest,
    },
    /// It is dated before the line that it follows.
    #[error("it is dated {found}, before the line that it follows ({before})")]
    BackDated {
        /// The date of the line before.
        before: String,
        /// Its own date.
        found: String,
    },
}

/// The form on disk. The order of the fields is the order of the keys.
#[derive(Serialize)]
struct Written<'a> {
    v: u32,
    seq: u64,
    prev: Digest,
    at: String,
    sem: u32,
    cause: &'a Cause,
    events: &'a [Json],
    out: &'a [Outgoing],
    boards: &'a BTreeMap<String, Digest>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    files: &'a BTreeSet<BlobName>,
    state: Digest,
    note: &'a str,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    #[serde(rename = "v")]
    _format: u32,
    seq: u64,
    prev: Digest,
    at: String,
    sem: u32,
    cause: Cause,
    events: Vec<Json>,
    out: Vec<Outgoing>,
    boards: BTreeMap<String, Digest>,
    #[serde(default)]
    files: Vec<BlobName>,
    state: Digest,
    note: String,
    h: Digest,
}

/// The part that every form, older or newer, has in common.
#[derive(Deserialize)]
struct Form {
    v: u32,
}

const HASH_KEY: &[u8] = b",\"h\":\"";
const HASH_END: &[u8] = b"\"}";

/// Bytes that the end of every line takes: `,"h":"<64 digits>"}`.
pub(super) const ENDING: usize = HASH_KEY.len() + 64 + HASH_END.len();

/// Writes `entry` as line `seq` after a line with the digest `prev`. The text has no newline.
pub fn write(entry: &Entry, seq: u64, prev: Digest) -> Result<String, LineProblem> {
    let record = Written {
        v: FORMAT,
        seq,
        prev,
        at: written_time(&entry.at),
        sem: entry.sem,
        cause: &entry.cause,
        events: &entry.events,
        out: &entry.out,
        boards: &entry.boards,
        files: &entry.files,
        state: entry.state,
        note: &entry.note,
    };
    let mut text = serde_json::to_string(&record).map_err(|problem| LineProblem::Unreadable(problem.to_string()))?;
    text.pop();
    let hash = Digest::of(text.as_bytes());
    text.push_str(&format!(",\"h\":\"{hash}\"}}"));
    if text.len() > LINE_LIMIT { Err(LineProblem::TooLong(text.len())) } else { Ok(text) }
}

/// Reads one line, given without its newline. What it says of its neighbours is for [`Chain`](super::Chain) to judge.
pub fn read(line: &[u8]) -> Result<Line, LineProblem> {
    if line.len() > LINE_LIMIT {
        return Err(LineProblem::TooLong(line.len()));
    }
    if line.contains(&b'\n') {
        return Err(LineProblem::Unreadable("it spreads over several lines".into()));
    }
    let converted = |line: &[u8]| line.strip_suffix(b"\r").is_some_and(|line| split_hash(line).is_some());
    let (body, claimed) = split_hash(line).ok_or_else(|| if converted(line) { LineProblem::Converted } else { LineProblem::NoHash })?;
    let computed = Digest::of(body);
    if computed != claimed {
        return Err(LineProblem::Changed { claimed, computed });
    }
    let unreadable = |problem: &dyn fmt::Display| LineProblem::Unreadable(problem.to_string());
    let text = str::from_utf8(line).map_err(|problem| unreadable(&problem))?;
    let form: Form = serde_json::from_str(text).map_err(|problem| unreadable(&problem))?;
    if form.v != FORMAT {
        return Err(LineProblem::Format(form.v));
    }
    let read: Read = serde_json::from_str(text).map_err(|problem| unreadable(&problem))?;
    if let Some(problem) = read.boards.keys().find_map(|file| BlobName::board(file).err()) {
        return Err(unreadable(&problem));
    }
    let files: BTreeSet<BlobName> = read.files.iter().cloned().collect();
    if !files.iter().eq(&read.files) || files.iter().any(|file| !file.is_beside_the_mail()) {
        return Err(unreadable(&"`files` are names in `evidence/` and `private/`, in order and each once"));
    }
    let entry = Entry {
        at: read_time(&read.at)?,
        sem: read.sem,
        cause: read.cause,
        events: read.events,
        out: read.out,
        boards: read.boards,
        files,
        state: read.state,
        note: read.note,
    };
    Ok(Line { seq: read.seq, prev: read.prev, entry, hash: read.h })
}

/// The bytes that the digest covers, and the digest, where the line ends as a line ends.
pub(super) fn split_hash(line: &[u8]) -> Option<(&[u8], Digest)> {
    let (body, ending) = line.split_at(line.len().checked_sub(ENDING)?);
    let digits = ending.strip_prefix(HASH_KEY)?.strip_suffix(HASH_END)?;
    Some((body, str::from_utf8(digits).ok()?.parse().ok()?))
}

/// RFC 3339 in UTC with `Z`, and with a fraction of a second only where there is one.
pub(super) fn written_time(at: &DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

fn read_time(text: &str) -> Result<DateTime<Utc>, LineProblem> {
    DateTime::parse_from_rfc3339(text)
        .map(|at| at.to_utc())
        .map_err(|problem| LineProblem::Unreadable(format!("`at` is `{text}`, not a time such as 2026-04-20T00:00:00Z: {problem}")))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::archive) fn sample(note: &str) -> Entry {
        let bytes = format!("a mail about {note}");
        Entry {
            at: "2026-04-20T00:00:00Z".parse().unwrap(),
            sem: 1,
            cause: Cause::letter(Digest::of(note.as_bytes())),
            events: vec![Json::of(&BTreeMap::from([("moved", vec![12, 28]), ("h", vec![1])])).unwrap()],
            out: vec![Outgoing {
                to: "arthur@example.org".into(),
                id: "<1@example.org>".into(),
                sha256: Digest::of(bytes.as_bytes()),
                kind: "turn".into(),
                subject: "Zaphod \"1\"".into(),
            }],
            boards: BTreeMap::from([("0001.txt".into(), Digest::of(b"board"))]),
            files: BTreeSet::new(),
            state: Digest::of(b"state"),
            note: note.into(),
        }
    }

    #[test]
    fn a_line_reads_back_as_it_was_written() {
        for note in ["e4.", "quotes \" and ,\"h\":\" and \\ and\nlines", "", "Ünïcödé ♞"] {
            let entry = sample(note);
            let text = write(&entry, 7, Digest::of(b"before")).unwrap();
            assert!(!text.contains('\n'));
            let line = read(text.as_bytes()).unwrap();
            assert_eq!((line.seq, line.prev, &line.entry), (7, Digest::of(b"before"), &entry));
            assert_eq!(write(&line.entry, line.seq, line.prev).unwrap(), text);
        }
    }

    #[test]
    fn a_letter_and_a_mail_may_lie_in_private_and_every_file_is_vouched_for() {
        let mut entry = sample("e4.");
        let letter = entry.letter().unwrap();
        let (hidden, beacon) = (letter.in_private().unwrap(), format!("evidence/{}.json", Digest::of(b"{}")).parse::<BlobName>().unwrap());
        entry.files = BTreeSet::from([hidden.clone(), beacon.clone()]);
        let line = read(write(&entry, 1, Digest::of(b"")).unwrap().as_bytes()).unwrap();
        assert_eq!(line.entry, entry);
        assert_eq!(line.entry.letter(), Some(hidden.clone()));
        let names: BTreeSet<BlobName> = line.blobs().map(|(name, _)| name).collect();
        let board = BlobName::board("0001.txt").unwrap();
        assert_eq!(names, BTreeSet::from([hidden, beacon, board, BlobName::mail_out(entry.out[0].sha256)]));
    }

    #[test]
    fn the_keys_stand_in_their_order() {
        let text = write(&sample("e4."), 1, Digest::of(b"")).unwrap();
        let places = ["v", "seq", "prev", "at", "sem", "cause", "events", "out", "boards", "state", "note"]
            .map(|key| text.find(&format!("\"{key}\":")).unwrap());
        assert!(places.is_sorted());
        assert!(text.starts_with("{\"v\":1,\"seq\":1,"));
    }

    #[test]
    fn fractions_of_a_second_survive() {
        let mut entry = sample("e4.");
        entry.at = "2026-04-20T00:00:00.123456789Z".parse().unwrap();
        assert_eq!(read(write(&entry, 1, Digest::of(b"")).unwrap().as_bytes()).unwrap().entry, entry);
    }

    #[test]
    fn no_changed_bit_is_read() {
        let text = write(&sample("e4."), 1, Digest::of(b"")).unwrap();
        for bit in 0..text.len() * 8 {
            let mut bytes = text.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(read(&bytes).is_err(), "bit {bit}");
        }
        for length in 0..text.len() {
            assert!(read(&text.as_bytes()[..length]).is_err());
        }
    }

    #[test]
    fn a_sound_digest_does_not_excuse_nonsense() {
        let sealed = |body: &str| format!("{body},\"h\":\"{}\"}}", Digest::of(body.as_bytes()));
        let good = write(&sample("e4."), 1, Digest::of(b"")).unwrap();
        let body = &good[..good.len() - ENDING];
        assert!(read(sealed(body).as_bytes()).is_ok());
        assert_eq!(read(sealed(&body.replacen("\"v\":1", "\"v\":2", 1)).as_bytes()), Err(LineProblem::Format(2)));
        for nonsense in [
            "{\"v\":1".to_owned(),
            "[1".to_owned(),
            body.replacen("\"sem\":1", "\"sem\":1,\"extra\":0", 1),
            body.replacen("\"sem\":1", "\"sem\":1,\"sem\":1", 1),
            body.replacen("[12,28]", "[12.5]", 1),
            body.replacen("2026-04-20T", "20 April ", 1),
            body.replacen("0001.txt", "../1.txt", 1),
            body.replacen("\"sem\":1", "\n\"sem\":1", 1),
        ] {
            assert!(matches!(read(sealed(&nonsense).as_bytes()), Err(LineProblem::Unreadable(_))), "{nonsense}");
        }
    }

    #[test]
    fn a_line_too_long_is_not_written() {
        assert!(matches!(write(&sample(&"x".repeat(LINE_LIMIT)), 1, Digest::of(b"")), Err(LineProblem::TooLong(_))));
    }
}
