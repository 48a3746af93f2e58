//! A game's record as one file to give away: a tar (POSIX ustar) that is the same, byte for byte, whenever and from whatever store it is made.
//!
//! Invariant: what is written out is what the chain vouches for; a record that was altered is not exported.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::SEGMENT_LIMIT;
use super::folder::{FolderProblem, MARK_FILE, README_FILE, SETTINGS_FILE, Segment};
use super::readme;
use crate::archive::{Chain, Digest, Head, Line, LineProblem, high_water};

/// Whom a copy of a game is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Whoever keeps the archive: everything.
    Master,
    /// Anybody, also while the game is played: no letters, no mails, no secrets.
    Public,
}

/// What only [`Audience::Master`] gets: letters and mails, in which secrets and reply tokens stand, and what is private.
const WITHHELD: [&str; 2] = ["mail/", "private/"];

/// Why a record is not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportProblem {
    /// A line does not give its own bytes again.
    #[error("line {seq}: it cannot be written as it stood: {problem}")]
    Line {
        /// Its number.
        seq: u64,
        /// What is wrong with it.
        problem: LineProblem,
    },
    /// A file is not the one that its line vouches for.
    #[error("line {seq}: {file} has been altered; `custodian verify` names everything that was, and an altered record is not exported")]
    Altered {
        /// The line that vouches for it.
        seq: u64,
        /// The file.
        file: String,
    },
    /// The record cannot be read.
    #[error(transparent)]
    Unreadable(#[from] FolderProblem),
    /// The copy cannot be written.
    #[error("the copy cannot be written: {0}")]
    Unwritable(#[from] io::Error),
}

/// Gives the bytes of a file beside the log, or none where it is withheld already.
pub type Kept<'a> = dyn FnMut(&str) -> Result<Option<Vec<u8>>, ExportProblem> + 'a;

/// Gathers a record, line by line, and writes it out.
pub struct Export {
    name: String,
    audience: Audience,
    chain: Chain,
    log: Vec<Vec<u8>>,
    /// By path, with the line that vouches for it.
    vouched: BTreeMap<String, (u64, Digest)>,
    /// By path: what lies beside the log and needs no line.
    files: BTreeMap<String, Vec<u8>>,
}

impl Export {
    /// Of the log called `name`, founded on these settings.
    pub fn new(name: &str, settings: &[u8], audience: Audience) -> Self {
        let files =
            BTreeMap::from([(SETTINGS_FILE.to_owned(), settings.to_vec()), (README_FILE.to_owned(), readme::text(name).into_bytes())]);
        let chain = Chain::founded_on(settings);
        Self { name: name.to_owned(), audience, chain, log: vec![Vec::new()], vouched: BTreeMap::new(), files }
    }

    /// Takes in the next line, as the store gave it.
    pub fn line(&mut self, line: &Line) -> Result<(), ExportProblem> {
        let seq = line.seq;
        let text = line.text().and_then(|text| self.chain.read(text.as_bytes()).map(|_| text));
        let text = text.map_err(|problem| ExportProblem::Line { seq, problem })?;
        // Where segments end follows from their length alone, so every store divides a log alike.
        if self.log.last().is_some_and(|segment| segment.len() as u64 >= SEGMENT_LIMIT) {
            self.log.push(Vec::new());
        }
        if let Some(segment) = self.log.last_mut() {
            segment.extend_from_slice(text.as_bytes());
            segment.push(b'\n');
        }
        for (file, digest) in line.files() {
            self.vouched.entry(file).or_insert((seq, digest));
        }
        Ok(())
    }

    /// Puts a file beside the log that needs no line to vouch for it.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) {
        self.files.insert(path.to_owned(), bytes);
    }

    /// Where the log ends that was taken in.
    pub fn head(&self) -> Head {
        self.chain.head()
    }

    /// Writes the copy.
    pub fn write(self, out: &mut dyn Write, kept: &mut Kept<'_>) -> Result<(), ExportProblem> {
        let Self { name, audience, chain, log, vouched, mut files } = self;
        files.insert(MARK_FILE.to_owned(), high_water::file(chain.head()));
        files.extend((1..).map(Segment::file).zip(log));
        let paths: BTreeMap<&String, ()> = files.keys().chain(vouched.keys()).map(|path| (path, ())).collect();
        let mut tar = tar::Builder::new(out);
        let mut put = |path: &str, bytes: &[u8]| {
            let mut header = tar::Header::new_ustar();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            header.set_mtime(0);
            header.set_uid(0);
            header.set_gid(0);
            header.set_entry_type(tar::EntryType::Regular);
            tar.append_data(&mut header, format!("{name}/{path}"), bytes).map_err(ExportProblem::Unwritable)
        };
        for path in paths.into_keys() {
            if let Some(bytes) = files.get(path) {
                put(path, bytes)?;
                continue;
            }
            let (seq, digest) = vouched[path];
            if audience == Audience::Public && WITHHELD.iter().any(|folder| path.starts_with(folder)) {
                continue;
            }
            let Some(bytes) = kept(path)? else { continue };
            if Digest::of(&bytes) != digest {
                return Err(ExportProblem::Altered { seq, file: path.clone() });
            }
            put(path, &bytes)?;
        }
        tar.into_inner().and_then(Write::flush).map_err(ExportProblem::Unwritable)?;
        Ok(())
    }
}
