//! The letters of a demo: the built-in ones, or those of a folder.

use crate::cli::{Failure, opening};
use crate::config::Config;
use crate::letter::{self, Address};
use std::path::{Path, PathBuf};

const BUILT_IN: &[&str] = &[
    include_str!("letters/01-new.eml"),
    include_str!("letters/02-ann-joins.eml"),
    include_str!("letters/03-bob-joins.eml"),
    include_str!("letters/04-cy-joins.eml"),
    include_str!("letters/05-ann-1.eml"),
    include_str!("letters/06-bob-1-incomplete.eml"),
    include_str!("letters/07-bob-1.eml"),
    include_str!("letters/08-cy-1.eml"),
    include_str!("letters/09-ann-2.eml"),
    include_str!("letters/10-bob-2-refused.eml"),
    include_str!("letters/11-bob-2-check.eml"),
    include_str!("letters/12-bob-2.eml"),
    include_str!("letters/13-cy-2-refused.eml"),
    include_str!("letters/14-cy-2.eml"),
    include_str!("letters/15-ann-3.eml"),
    include_str!("letters/16-bob-3.eml"),
    include_str!("letters/17-cy-3.eml"),
    include_str!("letters/18-ann-4.eml"),
    include_str!("letters/19-cy-4.eml"),
    include_str!("letters/20-ann-5.eml"),
    include_str!("letters/21-cy-thanks.eml"),
];

/// A letter to be played.
#[derive(Debug)]
pub(super) struct Letter {
    pub(super) bytes: Vec<u8>,
    /// Who wrote it, for the screen.
    pub(super) sender: String,
    /// Who wrote it, where one address can be read.
    pub(super) address: Option<Address>,
    pub(super) subject: String,
    /// What the robot reads of it.
    pub(super) lines: Vec<String>,
}

impl Letter {
    fn of(bytes: &[u8]) -> Letter {
        let bytes = by_hand(bytes);
        let read = letter::read(&bytes, &opening::own(&Config::default()));
        let sender = read.sender.as_ref();
        Letter {
            sender: sender.map_or_else(|| "somebody".to_owned(), |sender| sender.to_string()),
            address: sender.map(|sender| sender.address.clone()),
            subject: read.subject,
            lines: read.lines.into_iter().map(|line| line.text).collect(),
            bytes,
        }
    }
}

/// The letter without the traces of mail servers, as if its writer had laid it into the spool by hand.
fn by_hand(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(bytes.len());
    let (mut in_head, mut in_trace) = (true, false);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        in_head &= !line.trim_ascii_end().is_empty();
        if in_head && !line.starts_with(b" ") && !line.starts_with(b"\t") {
            in_trace = line.len() >= TRACE.len() && line[..TRACE.len()].eq_ignore_ascii_case(TRACE);
        }
        if !(in_head && in_trace) {
            kept.extend_from_slice(line);
        }
    }
    kept
}

const TRACE: &[u8] = b"received:";

pub(super) fn built_in() -> Vec<Letter> {
    BUILT_IN.iter().map(|letter| Letter::of(letter.as_bytes())).collect()
}

/// The `*.eml` of a folder, in order of name.
pub(super) fn read(folder: &Path) -> Result<Vec<Letter>, Failure> {
    let unreadable = |path: &Path, error: std::io::Error| Failure::new(format!("{} cannot be read: {error}", path.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))? {
        let path = entry.map_err(|error| unreadable(folder, error))?.path();
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("eml")) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::new(format!("{} holds no letter: a letter's file ends in .eml", folder.display())));
    }
    files.iter().map(|file| std::fs::read(file).map(|bytes| Letter::of(&bytes)).map_err(|error| unreadable(file, error))).collect()
}

/// The folder asked for, which must hold nothing, or a new one.
pub(super) fn fresh_folder(asked: Option<&Path>) -> Result<PathBuf, Failure> {
    let folder = asked.map_or_else(|| std::env::temp_dir().join(format!("custodian-demo-{}", std::process::id())), Path::to_owned);
    let cannot = |error: std::io::Error| Failure::new(format!("{} cannot be made: {error}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(cannot)?;
    if std::fs::read_dir(&folder).map_err(cannot)?.next().is_some() {
        return Err(Failure::new(format!("{} is not empty: a demo begins on fresh ground", folder.display())));
    }
    folder.canonicalize().map_err(cannot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_traces_of_servers_are_taken_off_and_nothing_else() {
        let letter = b"Received: from a\n by b\nFrom: ann@example.org\nReceived: c\nSubject: x\n folded\n\nReceived: stays\n";
        assert_eq!(by_hand(letter), b"From: ann@example.org\nSubject: x\n folded\n\nReceived: stays\n");
        let crlf = b"received: x\r\nFrom: a@b\r\n\r\nbody";
        assert_eq!(by_hand(crlf), b"From: a@b\r\n\r\nbody");
    }

    #[test]
    fn the_built_in_letters_all_name_their_writer() {
        let letters = built_in();
        assert!(letters.iter().all(|letter| letter.address.is_some() && !letter.lines.is_empty()));
        assert_eq!(letters[1].lines.iter().filter(|line| line.contains("JOIN")).count(), 1, "{:?}", letters[1].lines);
    }

    #[test]
    fn a_folder_without_letters_and_a_full_one_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read(folder.path()).unwrap_err().message.contains("holds no letter"));
        std::fs::write(folder.path().join("letter.EML"), "From: ann@example.org\n\nJOIN\n").unwrap();
        assert_eq!(read(folder.path()).unwrap().len(), 1);
        assert!(fresh_folder(Some(folder.path())).unwrap_err().message.contains("is not empty"));
    }
}
