//! Every state that a crash may leave on the disk, by the rules of POSIX: what was acknowledged is there, and the archive goes on.
//!
//! The same enumeration with one fsync left out must find a loss, or the fsync is there for nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use custodian::archive::{Chain, Keyring, Known, LogName, Outcome, Recovery, Signer, Signers};
use custodian::store::{Disk, Fate, FileStore, Folder, Repair, SEGMENT_LIMIT, Store, games_in};

use super::simulated::{self, Image, Made, image_of, lay_out};
use super::steps::{Step, append, founded, quick_folder, step, step_without_files, zaphods_log};

/// What the store did, and after how many operations it acknowledged which line.
struct Run {
    before: Image,
    operations: Vec<Made>,
    acknowledged: Vec<(usize, LogName, String)>,
    /// What was set aside from the end of Zaphod's log, which the next line tells.
    aside: Option<Vec<u8>>,
}

/// Runs `play` on an archive at `folder`, noting each operation. `play` acknowledges lines by its third argument.
fn run(folder: &Path, play: impl FnOnce(&mut FileStore, &mut dyn FnMut(&LogName, &Step))) -> Run {
    let before = image_of(folder);
    let operations = Arc::new(Mutex::new(Vec::new()));
    let (notes, archive) = (Arc::clone(&operations), folder.to_owned());
    let disk = Disk::watched(move |op| {
        notes.lock().unwrap().push(Made::of(op, &archive));
        Fate::Done
    });
    let (mut store, _) = FileStore::open(folder, disk).unwrap();
    let mut acknowledged = Vec::new();
    play(&mut store, &mut |log, step| acknowledged.push((operations.lock().unwrap().len(), log.clone(), step.line.clone())));
    drop(store);
    let operations = operations.lock().unwrap().clone();
    Run { before, operations, acknowledged, aside: None }
}

impl Run {
    /// The first state after a crash from which the archive does not recover, if there is one; and how many states were tried.
    fn first_loss(&self, without: Option<usize>) -> (usize, Option<String>) {
        let mut operations = self.operations.clone();
        if let Some(left_out) = without {
            operations.remove(left_out);
        }
        let disk = simulated::Disk::after(&self.before, &operations);
        let mut tried = BTreeSet::new();
        // What is left out is missed at the latest when the next line has been acknowledged.
        let missed = |left_out: usize| self.acknowledged.iter().map(|(when, ..)| when.saturating_sub(1)).find(|when| *when >= left_out);
        // Statements acknowledge nothing: each of their files is missed as soon as the next one is there.
        let signs = |made: &Made| matches!(made, Made::SyncDir(path) if path.ends_with("checkpoints"));
        let start = without.map_or(0, |left_out| match signs(&self.operations[left_out]) {
            true => left_out,
            false => missed(left_out).unwrap_or(left_out),
        });
        for time in start..=operations.len() {
            let moment = time + usize::from(without.is_some_and(|left_out| time > left_out));
            let due: Vec<&(usize, LogName, String)> = self.acknowledged.iter().filter(|(when, ..)| *when <= moment).collect();
            for image in disk.crashes(time) {
                if tried.contains(&(due.len(), image.clone())) {
                    continue;
                }
                let done = time == operations.len();
                if let Err(loss) = recovers(&image, &due).and_then(|()| self.is_kept(&image).filter(|_| done).unwrap_or(Ok(()))) {
                    let last = operations.get(time.saturating_sub(1));
                    return (tried.len(), Some(format!("after operation {time} ({last:?}): {loss}")));
                }
                tried.insert((due.len(), image));
            }
        }
        (tried.len(), None)
    }
}

impl Run {
    /// Whether what was set aside is there, where something was.
    fn is_kept(&self, image: &Image) -> Option<Result<(), String>> {
        let torn = self.aside.as_ref()?;
        let kept = |(path, bytes): (&PathBuf, &Option<Vec<u8>>)| path.to_string_lossy().contains(".torn-") && bytes.as_ref() == Some(torn);
        Some(if image.iter().any(kept) { Ok(()) } else { Err("what was set aside is gone".to_owned()) })
    }
}

fn verifies(log: &Path) -> Result<(), String> {
    let verified = Folder::open(log).and_then(|reader| reader.verify(None, &mut |_| Ok(()), &mut |_, _| {}));
    let report = verified.map_err(|problem| problem.to_string())?;
    // A key without its word is told, and not of a house that has all its keys.
    if report.outcome() == Outcome::Sound && report.attested.unvouched.is_empty() { Ok(()) } else { Err(report.to_string()) }
}

fn recovers(image: &Image, due: &[&(usize, LogName, String)]) -> Result<(), String> {
    let folder = quick_folder();
    lay_out(image, folder.path());
    // What a crash leaves is not taken for tampering, before it is set right or after.
    for game in games_in(folder.path()).map_err(|problem| problem.to_string())? {
        verifies(&folder.path().join(game.as_str()))?;
    }
    let (mut store, recovered) = FileStore::open(folder.path(), Disk::new()).map_err(|problem| problem.to_string())?;
    let honest = |repair: &Repair| matches!(repair, Repair::SetRight(Recovery::TailSetAside { .. } | Recovery::LeftOver { .. }));
    if let Some(bad) = recovered.iter().find(|found| !honest(&found.repair)) {
        return Err(bad.to_string());
    }
    let mut logs = vec![LogName::Lobby];
    logs.extend(store.games().unwrap().into_iter().map(LogName::Game));
    if let Some((_, log, _)) = due.iter().find(|(_, log, _)| !logs.contains(log)) {
        return Err(format!("{log} is gone"));
    }
    for log in logs {
        verifies(&folder.path().join(log.as_str()))?;
        if !std::fs::read_to_string(folder.path().join(log.as_str()).join("README.txt")).is_ok_and(|text| text.contains("HOW TO VERIFY")) {
            return Err(format!("{log} has lost its README.txt"));
        }
        let mut chain = Chain::founded_on(&store.settings(&log).unwrap());
        let mut found = BTreeSet::new();
        for line in store.lines(&log).unwrap() {
            let text = chain.write(line.unwrap().entry).unwrap();
            chain.read(text.as_bytes()).unwrap();
            found.insert(text);
        }
        if let Some((.., gone)) = due.iter().find(|(_, name, text)| *name == log && !found.contains(text)) {
            return Err(format!("an acknowledged line of {log} is gone: {gone}"));
        }
        append(&mut store, &log, &step(&mut chain, "the next step")).map_err(|problem| problem.to_string())?;
    }
    Ok(())
}

/// A stranger's letter in the lobby, the founding of a game, a step with files, one without.
fn a_day(folder: &Path) -> Run {
    run(folder, |store, acknowledge| {
        let mut lobby = Chain::founded_on(&store.settings(&LogName::Lobby).unwrap());
        let letter = step(&mut lobby, "a stranger");
        append(store, &LogName::Lobby, &letter).unwrap();
        acknowledge(&LogName::Lobby, &letter);
        let mut chain = founded(store);
        let first = step(&mut Chain::founded_on(&store.settings(&zaphods_log()).unwrap()), "the founding");
        acknowledge(&zaphods_log(), &first);
        for next in [step(&mut chain, "e4"), step_without_files(&mut chain, "nothing")] {
            append(store, &zaphods_log(), &next).unwrap();
            acknowledge(&zaphods_log(), &next);
        }
    })
}

/// A game whose record is signed with one key, then with another that follows it.
fn a_signed_day(folder: &Path) -> Run {
    let (mut store, _) = FileStore::open(folder, Disk::new()).unwrap();
    let mut chain = founded(&mut store);
    drop(store);
    run(folder, |store, acknowledge| {
        let (old, new) = (Signer::from_seed(&[1; 32]), Signer::from_seed(&[2; 32]));
        let words = vec![old.pass_on(&new.public()).unwrap()];
        let signers = Signers(vec![old.public(), new.public()]);
        for keyring in [Keyring::of(old), Keyring { signer: new, signers, words }] {
            let next = step_without_files(&mut chain, "e4");
            append(store, &zaphods_log(), &next).unwrap();
            acknowledge(&zaphods_log(), &next);
            store.attest(&zaphods_log(), &keyring.files("zaphod", chain.head(), &Known::default()).unwrap()).unwrap();
        }
        let last = step_without_files(&mut chain, "e5");
        append(store, &zaphods_log(), &last).unwrap();
        acknowledge(&zaphods_log(), &last);
    })
}

/// A step that begins a new segment, and the next.
fn a_new_segment(folder: &Path) -> Run {
    let (mut store, _) = FileStore::open(folder, Disk::new()).unwrap();
    let mut chain = founded(&mut store);
    let long = step_without_files(&mut chain, &"x".repeat(SEGMENT_LIMIT as usize));
    append(&mut store, &zaphods_log(), &long).unwrap();
    drop(store);
    run(folder, |store, acknowledge| {
        for next in [step_without_files(&mut chain, "e4"), step(&mut chain, "e5")] {
            append(store, &zaphods_log(), &next).unwrap();
            acknowledge(&zaphods_log(), &next);
        }
    })
}

#[test]
fn no_crash_in_a_day_loses_what_was_acknowledged() {
    let folder = quick_folder();
    let (tried, loss) = a_day(folder.path()).first_loss(None);
    assert_eq!(loss, None);
    assert!(tried > 500, "{tried} states were tried");
}

#[test]
fn no_crash_while_signing_makes_the_record_look_forged() {
    let folder = quick_folder();
    let day = a_signed_day(folder.path());
    verifies(&folder.path().join("zaphod")).unwrap();
    let (tried, loss) = day.first_loss(None);
    assert_eq!(loss, None);
    assert!(tried > 50, "{tried} states were tried");
}

#[test]
fn no_crash_at_a_new_segment_loses_what_was_acknowledged() {
    let folder = quick_folder();
    let (tried, loss) = a_new_segment(folder.path()).first_loss(None);
    assert_eq!(loss, None);
    assert!(tried > 20, "{tried} states were tried");
}

/// What a killed writer leaves behind the last line that is durable.
enum Left {
    /// Half of a line, and the mark of the last one torn.
    HalfALine,
    /// A whole line that stands in memory alone.
    AnUnsyncedLine,
}

/// The next start after a writer was killed.
fn a_recovery(day: &Path, folder: &Path, left: &Left) -> Run {
    let (day, mut before) = (a_day(day), image_of(day));
    let (log, mark) = (Path::new("zaphod/log/000001.jsonl"), Path::new("zaphod/high-water"));
    let lines = before[log].clone().unwrap();
    let durable: usize = lines.split_inclusive(|byte| *byte == b'\n').take(2).map(<[u8]>::len).sum();
    let last = String::from_utf8(lines[durable..].to_vec()).unwrap().trim_end().to_owned();
    let (at, slot) = custodian::archive::high_water::slot(custodian::archive::Head {
        seq: 3,
        hash: custodian::archive::Digest::of(b"the mark of the last line, torn"),
    });
    let marked = before.get_mut(mark).unwrap().as_mut().unwrap();
    marked[at as usize..at as usize + slot.len() / 2].copy_from_slice(&slot[..slot.len() / 2]);
    let kept = before.get_mut(log).unwrap().as_mut().unwrap();
    let (unsynced, aside) = match left {
        Left::HalfALine => {
            let torn = b"{\"v\":1,\"seq\":4,\"prev\":".to_vec();
            kept.extend_from_slice(&torn);
            (Vec::new(), Some(torn))
        }
        Left::AnUnsyncedLine => (kept.split_off(durable), None),
    };
    let mut killed = before.clone();
    killed.get_mut(log).unwrap().as_mut().unwrap().extend_from_slice(&unsynced);
    lay_out(&killed, folder);
    let mut recovery = run(folder, |_, _| {});
    recovery.before = before;
    if !unsynced.is_empty() {
        recovery.operations.insert(0, Made::Append(log.to_owned(), unsynced));
    }
    // What was read is gone on with as soon as the archive is open: from then on it is as good as acknowledged.
    let open = recovery.operations.len();
    let when = |line: &String| if *line == last { open } else { 0 };
    recovery.acknowledged = day.acknowledged.into_iter().map(|(_, log, line)| (when(&line), log, line)).collect();
    recovery.aside = aside;
    recovery
}

#[test]
fn no_crash_during_recovery_loses_what_was_acknowledged() {
    for left in [Left::HalfALine, Left::AnUnsyncedLine] {
        let (day, again) = (quick_folder(), quick_folder());
        let recovery = a_recovery(day.path(), again.path(), &left);
        let cuts = recovery.operations.iter().any(|operation| matches!(operation, Made::Truncate(..)));
        assert_eq!(cuts, matches!(left, Left::HalfALine));
        let (tried, loss) = recovery.first_loss(None);
        assert_eq!(loss, None);
        assert!(tried > 8, "{tried} states were tried");
    }
}

#[test]
fn every_fsync_of_a_recovery_that_is_left_out_is_a_loss_that_the_enumeration_finds() {
    // The names are durable since the founding, a cut may be made again, and the mark lags behind: their fsyncs are for disks that lie.
    for (left, file) in [(Left::HalfALine, ".torn-"), (Left::AnUnsyncedLine, "1.jsonl")] {
        let (day, again) = (quick_folder(), quick_folder());
        let recovery = a_recovery(day.path(), again.path(), &left);
        let of_zaphod = |path: &Path| path.starts_with("zaphod") && path.to_string_lossy().contains(file);
        let syncs = recovery.operations.iter().enumerate().filter(|(_, made)| matches!(made, Made::Sync(path) if of_zaphod(path)));
        let syncs: Vec<usize> = syncs.map(|(at, _)| at).collect();
        assert!(!syncs.is_empty());
        for left_out in syncs {
            assert!(
                recovery.first_loss(Some(left_out)).1.is_some(),
                "no crash shows what this is for: {:?}",
                recovery.operations[left_out]
            );
        }
    }
}

#[test]
fn every_fsync_left_out_is_a_loss_that_the_enumeration_finds() {
    let (day, signed, segment) = (quick_folder(), quick_folder(), quick_folder());
    // The mark guards against rotten disks, not crashes: it may lag behind, and its fsync is a courtesy. The lobby's log is founded empty.
    let spared = |made: &Made| matches!(made, Made::Sync(path) if path.ends_with("high-water") || path.ends_with("1/log/000001.jsonl"));
    let mut needless = Vec::new();
    for run in [a_day(day.path()), a_signed_day(signed.path()), a_new_segment(segment.path())] {
        for (left_out, made) in run.operations.iter().enumerate().filter(|(_, made)| made.is_sync() && !spared(made)) {
            if run.first_loss(Some(left_out)).1.is_none() {
                needless.push(made.clone());
            }
        }
    }
    assert!(needless.is_empty(), "no crash shows what these fsyncs are for: {needless:?}");
}
