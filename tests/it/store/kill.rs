//! A writer killed at any moment: what it had acknowledged is there when the archive is opened again.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use custodian::archive::{Chain, Outcome, Recovery};
use custodian::store::{Disk, FileStore, Folder, Repair, Store};

use super::steps::{append, founded, step, zaphods_log};

/// Names the archive to the child process.
const ARCHIVE: &str = "CUSTODIAN_TEST_ARCHIVE_TO_APPEND_TO";

/// Not a test of its own: the process that [`nothing_acknowledged_is_lost_when_the_writer_is_killed`] starts and kills.
#[test]
fn writer_that_is_killed() {
    let Some(archive) = std::env::var_os(ARCHIVE) else { return };
    let (mut store, _) = FileStore::open(Path::new(&archive), Disk::new()).unwrap();
    let mut chain = Chain::founded_on(&store.settings(&zaphods_log()).unwrap());
    for line in store.lines(&zaphods_log()).unwrap() {
        let line = line.unwrap();
        let bytes = chain.write(line.entry).unwrap();
        chain.read(bytes.as_bytes()).unwrap();
    }
    loop {
        let next = step(&mut chain, "another move");
        let head = append(&mut store, &zaphods_log(), &next).unwrap();
        println!("acknowledged {}", head.seq);
        std::io::stdout().flush().unwrap();
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_writer_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, _) = FileStore::open(folder.path(), Disk::new()).unwrap();
    founded(&mut store);
    drop(store);
    let mut acknowledged = 1;
    for round in 0..20 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store::kill::writer_that_is_killed", "--nocapture", "--test-threads=1"])
            .env(ARCHIVE, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        while !said.contains("acknowledged") {
            said.clear();
            assert_ne!(output.read_line(&mut said).unwrap(), 0, "the writer died by itself");
        }
        // Each round is killed at another moment of a step.
        thread::sleep(Duration::from_micros(round * 1_700));
        child.kill().unwrap();
        child.wait().unwrap();
        let rest = output.lines().map_while(Result::ok);
        let last =
            std::iter::once(said).chain(rest).filter_map(|line| line.trim().rsplit_once("acknowledged ")?.1.parse::<u64>().ok()).last();
        acknowledged = acknowledged.max(last.unwrap());

        let (store, recovered) = FileStore::open(folder.path(), Disk::new()).unwrap();
        let honest = |repair: &Repair| matches!(repair, Repair::SetRight(Recovery::TailSetAside { .. } | Recovery::LeftOver { .. }));
        assert!(recovered.iter().all(|found| honest(&found.repair)), "{recovered:?}");
        let head = store.head(&zaphods_log()).unwrap();
        assert!(head.seq >= acknowledged, "round {round}: {} of {acknowledged}", head.seq);
    }
    let report = Folder::open(&folder.path().join("zaphod")).unwrap().verify(None, &mut |_| Ok(()), &mut |_, _| {}).unwrap();
    assert_eq!(report.outcome(), Outcome::Sound, "{report}");
    assert!(report.head.seq > 20);
}
