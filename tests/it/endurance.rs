//! Many letters at once, and a way out that is closed for long.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use custodian::adjudicator::House;
use custodian::archive::{Head, LogName, Outbox};
use custodian::daemon::{Daemon, RunError, Sender, once};
use custodian::letter::Address;
use custodian::store::{Disk, FileStore, Folder, games_in};
use custodian::wire::{Cursor, Extent, Incoming, MemoryMailOut, SendError, spool};

use crate::correspondence::Correspondence;
use crate::scripted::house;

const CONFIG: &str = "archive = \"archive\"\n[spool]\nfolder = \"spool\"\n[limits]\nletters_per_hour = 100000\nreplies_per_hour = 100000\n";

/// Two games, the first of which ends, and all that people write beside.
fn letters(count: usize) -> Vec<Vec<u8>> {
    let (mut first, mut second) = (Correspondence::about("Zaphod"), Correspondence::about("Trillian"));
    let mut letters = [first.opening(), second.opening()].concat();
    while second.phases() < 15 {
        letters.extend([first.moves(), second.moves(), second.questions()]);
    }
    letters.extend(first.ending());
    letters.push(second.rule());
    while letters.len() < count {
        letters.extend([second.refused(), second.moves(), second.stranger(), second.moves()]);
    }
    letters.truncate(count);
    letters
}

fn run_once(place: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_custodian"));
    let output = command.args(["run", "--once", "--config"]).arg(place.join("custodian.toml")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn count(folder: PathBuf) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

/// Where each log ends, how many letters it tells of and how many mails it promises; each is sound and owes no mail.
fn logs(archive: &Path) -> Vec<(String, Head, usize, usize)> {
    let games = games_in(archive).unwrap().into_iter().map(LogName::Game);
    let look = |log: LogName| {
        let folder = archive.join(log.as_str());
        let verified = Command::new(env!("CARGO_BIN_EXE_custodian")).arg("verify").arg(&folder).output().unwrap();
        let (mut outbox, mut letters, mut mails) = (Outbox::default(), 0, 0);
        let mut head = None;
        for line in Folder::open(&folder).unwrap().lines().unwrap() {
            let line = line.unwrap();
            outbox.read(&line);
            letters += usize::from(line.entry.cause.letter_digest().is_some());
            mails += line.entry.out.len();
            head = Some(Head { seq: line.seq, hash: line.hash });
        }
        let head = head.unwrap();
        let told = String::from_utf8(verified.stdout).unwrap();
        assert_eq!(told.lines().last().unwrap_or_default(), format!("OK {log} {} {}", head.seq, head.hash));
        assert!(outbox.is_empty());
        (log.to_string(), head, letters, mails)
    };
    [LogName::Lobby].into_iter().chain(games).map(look).collect()
}

#[test]
fn two_hundred_letters_in_one_run_leave_sound_logs_and_no_mail_unsent() {
    let place = tempfile::tempdir().unwrap();
    let (inbox, archive) = (place.path().join("spool/in"), place.path().join("archive"));
    std::fs::write(place.path().join("custodian.toml"), CONFIG).unwrap();
    let letters = letters(200);
    for letter in &letters {
        spool::deliver(&inbox, letter).unwrap();
    }
    run_once(place.path());
    assert_eq!((count(inbox.join("new")), count(inbox.join("cur"))), (0, letters.len()));
    let found = logs(&archive);
    assert_eq!(found.iter().map(|(name, ..)| name.as_str()).collect::<Vec<_>>(), ["lobby", "trillian", "zaphod"]);
    assert_eq!(found.iter().map(|(_, _, letters, _)| letters).sum::<usize>(), letters.len());
    let promised: usize = found.iter().map(|(_, _, _, mails)| mails).sum();
    assert!(promised > letters.len(), "a phase is told to three players");
    assert_eq!(count(place.path().join("spool/out/new")), promised);

    // The same letters once more, by another way: they are known.
    for letter in letters.iter().step_by(7) {
        spool::deliver(&inbox, letter).unwrap();
    }
    run_once(place.path());
    assert_eq!(logs(&archive), found);
    assert_eq!((count(inbox.join("new")), count(place.path().join("spool/out/new"))), (0, promised));
}

fn daemon(archive: &Path) -> Daemon<FileStore> {
    let (store, recovered) = FileStore::open(archive, Disk::new()).unwrap();
    assert_eq!(recovered, []);
    let house = House { master: Address::parse("master@localhost").unwrap(), ..house() };
    Daemon::open(house, store, true).unwrap()
}

#[test]
fn however_many_mails_wait_few_are_held_and_each_goes_out_once() {
    let archive = tempfile::tempdir().unwrap();
    let out = MemoryMailOut::new();
    let sender = || Sender::new(Box::new(out.clone()), Address::parse("custodian@example.org").unwrap());
    let mut daemon = daemon(archive.path());
    for bytes in letters(120) {
        let incoming = Incoming { cursor: Cursor::Spool { name: "letter".into() }, bytes, extent: Extent::Whole };
        daemon.letter(&incoming, true).unwrap();
    }
    let owed = daemon.unsent();
    out.refuse_next(SendError::Unreachable { server: "memory".into(), reason: "gone".into() });
    assert!(matches!(once(&mut daemon, &mut [], &mut sender(), None), Err(RunError::Unsent(left)) if left == owed));
    drop(daemon);

    let mut daemon = self::daemon(archive.path());
    assert_eq!(daemon.unsent(), owed);
    let held = daemon.unclaimed().len();
    assert!(held > 0 && held < owed / 2, "{held} of {owed}");
    assert_eq!(daemon.unclaimed().len(), 0, "the sender has them");
    drop(daemon);

    // One mailbox takes nothing: the others get all of theirs.
    let mut daemon = self::daemon(archive.path());
    out.refuse_next(SendError::Later { server: "memory".into(), reply: "452 mailbox full".into() });
    let Err(RunError::Unsent(left)) = once(&mut daemon, &mut [], &mut sender(), None) else { panic!("all mails were sent") };
    let mut sent = out.take();
    assert_eq!((sent.len() + left, daemon.unsent()), (owed, left));
    drop(daemon);
    let mut daemon = self::daemon(archive.path());
    once(&mut daemon, &mut [], &mut sender(), None).unwrap();
    let late = out.take();
    assert!(late.iter().all(|mail| mail.to == late[0].to) && sent.iter().all(|mail| mail.to != late[0].to));
    sent.extend(late);
    let each: BTreeSet<&[u8]> = sent.iter().map(|mail| mail.bytes.as_slice()).collect();
    assert_eq!((sent.len(), each.len(), daemon.unsent()), (owed, owed, 0));
}
