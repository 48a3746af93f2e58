//! Steps to append: each has a letter, a mail and a drawing of its own.

use std::collections::BTreeMap;
use std::path::PathBuf;

use custodian::archive::{Blob, Cause, Chain, Digest, Entry, GameName, Head, Json, LogName, Outgoing};
use custodian::store::{Store, StoreError};
use tempfile::TempDir;

pub const SETTINGS: &[u8] = b"name = \"Zaphod\"\nplayers = [\"arthur@example.org\"]\n";

pub fn zaphod() -> GameName {
    GameName::of_title("Zaphod").unwrap()
}

pub fn zaphods_log() -> LogName {
    LogName::Game(zaphod())
}

/// A line with its files, made to follow `before`.
#[derive(Clone)]
pub struct Step {
    pub before: Head,
    pub line: String,
    pub blobs: Vec<Blob>,
}

/// The step that comes next in `chain`, with a letter, a mail and a drawing.
pub fn step(chain: &mut Chain, what: &str) -> Step {
    let seq = chain.head().seq + 1;
    let letter = Blob::mail_in(format!("Subject: order {seq}\r\n\r\n{what}\r\n").into_bytes());
    let mail = Blob::mail_out(format!("Subject: turn {seq}\r\n\r\nYou played {what}.\r\n").into_bytes());
    let board = Blob::board(&format!("{seq:04}.txt"), format!("r n b q k b n r\n{what}\n").into_bytes()).unwrap();
    let mut entry = bare(what);
    entry.cause = Cause::letter(letter.name().digest().unwrap());
    entry.out = vec![Outgoing {
        to: "arthur@example.org".into(),
        id: format!("<zaphod.{seq}@example.org>"),
        sha256: mail.name().digest().unwrap(),
        kind: "turn".into(),
        subject: format!("Zaphod, turn {seq}"),
    }];
    entry.boards = BTreeMap::from([(board.name().parts().1.to_owned(), Digest::of(board.bytes()))]);
    placed(chain, entry, vec![letter, mail, board])
}

/// The step that comes next in `chain`, with no file beside it.
pub fn step_without_files(chain: &mut Chain, what: &str) -> Step {
    placed(chain, bare(what), Vec::new())
}

fn bare(what: &str) -> Entry {
    Entry {
        at: "2026-04-20T00:00:00Z".parse().unwrap(),
        sem: 1,
        cause: Cause::named("clock"),
        events: vec![Json::of(&BTreeMap::from([("moved", what)])).unwrap()],
        out: Vec::new(),
        files: Default::default(),
        boards: BTreeMap::new(),
        state: Digest::of(what.as_bytes()),
        note: format!("It was {what}."),
    }
}

fn placed(chain: &mut Chain, entry: Entry, blobs: Vec<Blob>) -> Step {
    let (before, line) = (chain.head(), chain.write(entry).unwrap());
    chain.read(line.as_bytes()).unwrap();
    Step { before, line, blobs }
}

pub fn append(store: &mut dyn Store, log: &LogName, step: &Step) -> Result<Head, StoreError> {
    store.append(log, step.before, &step.line, &step.blobs)
}

/// Founds the game Zaphod with its first step and gives the chain to go on with.
pub fn founded(store: &mut dyn Store) -> Chain {
    let mut chain = Chain::founded_on(SETTINGS);
    let first = step(&mut chain, "the founding");
    assert_eq!(store.create(&zaphod(), SETTINGS, &first.line, &first.blobs).unwrap(), chain.head());
    chain
}

/// The texts of a log's lines, as the store reads them.
pub fn numbers(store: &dyn Store, log: &LogName) -> Vec<u64> {
    store.lines(log).unwrap().map(|line| line.unwrap().seq).collect()
}

/// A folder that goes away with the value; in memory where the system has such a place, for tests that do not need a real disk.
pub fn quick_folder() -> TempDir {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory).unwrap() } else { tempfile::tempdir().unwrap() }
}
