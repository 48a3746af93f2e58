//! A disk that fails at any one operation: the store stops, says so, and has lost nothing when it is opened again.

use std::path::Path;
use std::sync::{Arc, Mutex};

use custodian::archive::{Chain, LogName, Outcome};
use custodian::store::{Disk, Fate, FileStore, Folder, Store, StoreError};

use super::steps::{SETTINGS, append, quick_folder, step, step_without_files, zaphod, zaphods_log};

const NO_SPACE: i32 = 28;
const IO_ERROR: i32 = 5;

/// Goes on with the scenario from wherever the archive is: a letter in the lobby, the founding of Zaphod, three steps.
fn play(store: &mut dyn Store) -> Result<(), StoreError> {
    let mut lobby = Chain::founded_on(&store.settings(&LogName::Lobby)?);
    let letter = step(&mut lobby, "a stranger");
    if store.head(&LogName::Lobby)?.seq == 0 {
        append(store, &LogName::Lobby, &letter)?;
    }
    let mut chain = Chain::founded_on(SETTINGS);
    let first = step(&mut chain, "the founding");
    if store.games()?.is_empty() {
        store.create(&zaphod(), SETTINGS, &first.line, &first.blobs)?;
    }
    for next in [step(&mut chain, "e4"), step_without_files(&mut chain, "nothing"), step(&mut chain, "e5")] {
        if store.head(&zaphods_log())?.seq == next.before.seq {
            append(store, &zaphods_log(), &next)?;
        }
    }
    Ok(())
}

/// Opens the archive with a disk that fails at its `fatal`th operation and plays; gives how many operations were tried.
fn play_until_failure(archive: &Path, fatal: usize, fate: Fate) -> (usize, Result<(), StoreError>) {
    let count = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&count);
    let disk = Disk::watched(move |_| {
        let mut tried = counter.lock().unwrap();
        *tried += 1;
        if *tried == fatal { fate } else { Fate::Done }
    });
    let result = FileStore::open(archive, disk).and_then(|(mut store, _)| {
        let failure = play(&mut store);
        if failure.is_err() {
            let tried = *count.lock().unwrap();
            assert!(matches!(play(&mut store), Err(StoreError::Stopped(_))), "nothing more is written");
            assert_eq!(*count.lock().unwrap(), tried, "nothing is tried again");
        }
        failure
    });
    let tried = *count.lock().unwrap();
    (tried, result)
}

fn heads(archive: &Path) -> Vec<u64> {
    let (store, recovered) = FileStore::open(archive, Disk::new()).unwrap();
    assert!(recovered.iter().all(|found| !matches!(found.repair, custodian::store::Repair::Quarantined(_))), "{recovered:?}");
    [LogName::Lobby, zaphods_log()].iter().map(|log| store.head(log).map_or(0, |head| head.seq)).collect()
}

#[test]
fn whatever_operation_fails_the_store_stops_and_loses_nothing() {
    let whole = quick_folder();
    let (operations, result) = play_until_failure(whole.path(), usize::MAX, Fate::Done);
    result.unwrap();
    assert!(operations > 50);
    for fatal in 1..=operations {
        for fate in [Fate::Fails(NO_SPACE), Fate::Fails(IO_ERROR), Fate::Short(1, NO_SPACE), Fate::Short(70, NO_SPACE)] {
            let folder = quick_folder();
            let (_, result) = play_until_failure(folder.path(), fatal, fate);
            let failure = result.unwrap_err();
            assert!(failure.is_fatal(), "operation {fatal}: {failure}");
            assert!(failure.to_string().contains("Nothing that was acknowledged is lost"), "{failure}");
            let before = heads(folder.path());
            let (mut store, _) = FileStore::open(folder.path(), Disk::new()).unwrap();
            play(&mut store).unwrap_or_else(|problem| panic!("operation {fatal}, {fate:?}, from {before:?}: {problem}"));
            drop(store);
            assert_eq!(heads(folder.path()), [1, 4]);
            for log in ["lobby", "zaphod"] {
                let report = Folder::open(&folder.path().join(log)).unwrap().verify(None, &mut |_| Ok(()), &mut |_, _| {}).unwrap();
                assert_eq!(report.outcome(), Outcome::Sound, "operation {fatal}, {fate:?}: {report}");
            }
        }
    }
}

#[test]
fn a_full_disk_is_called_by_its_name() {
    let folder = quick_folder();
    let (_, result) = play_until_failure(folder.path(), 40, Fate::Fails(NO_SPACE));
    let said = result.unwrap_err().to_string();
    assert!(said.contains("No space left on device") && said.contains("Make room, then start again"), "{said}");
}
