//! What the files on disk are like: who may write them, how they are read by hand, how they grow, what writing them costs.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};

use custodian::archive::{Condition, LogName, Outcome, Recovery};
use custodian::store::{Disk, Fate, FileStore, Folder, Op, Repair, SEGMENT_LIMIT, Store, StoreError};

use super::steps::{append, founded, numbers, quick_folder, step, step_without_files, zaphods_log};

fn open(archive: &Path) -> FileStore {
    let (store, recovered) = FileStore::open(archive, Disk::new()).unwrap();
    assert_eq!(recovered, []);
    store
}

/// An archive with one game of `steps` steps.
fn archive_of(steps: u64) -> tempfile::TempDir {
    let folder = quick_folder();
    let mut store = open(folder.path());
    let mut chain = founded(&mut store);
    for number in 2..=steps {
        append(&mut store, &zaphods_log(), &step(&mut chain, &format!("move {number}"))).unwrap();
    }
    folder
}

#[test]
fn one_program_at_a_time_may_write() {
    let folder = archive_of(2);
    let store = open(folder.path());
    match FileStore::open(folder.path(), Disk::new()) {
        Err(locked @ StoreError::Locked { .. }) => {
            assert!(locked.to_string().contains(&format!("in use by process {}", std::process::id())), "{locked}");
        }
        other => panic!("{:?}", other.map(|_| ())),
    }
    let reader = Folder::open(&folder.path().join("zaphod")).unwrap();
    assert_eq!(reader.lines().unwrap().count(), 2);
    drop(store);
    assert_eq!(numbers(&open(folder.path()), &zaphods_log()), [1, 2]);
}

/// Runs a line of README.txt in the game's folder with the shell.
fn by_hand(game: &Path, recipe_begins: &str) -> (bool, String) {
    let readme = fs::read_to_string(game.join("README.txt")).unwrap();
    let recipe = readme.lines().map(str::trim).find(|line| line.starts_with(recipe_begins)).expect("the recipe is in README.txt");
    let output = Command::new("sh").arg("-c").arg(recipe).current_dir(game).output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_recipes_of_the_readme_verify_by_hand() {
    let folder = archive_of(5);
    let game = folder.path().join("zaphod");
    let head = open(folder.path()).head(&zaphods_log()).unwrap();
    assert_eq!(by_hand(&game, "tail -n 1"), (true, format!("{}  -\n", head.hash)));
    assert_eq!(by_hand(&game, "p="), (true, format!("OK 5 {}\n", head.hash)));
    let (sound, letters) = by_hand(&game, "find");
    assert!(sound && letters.lines().count() == 10);
    assert!(letters.lines().all(|line| line.split_once("  ").is_some_and(|(sum, path)| path.ends_with(&format!("/{sum}.eml")))));

    let log = game.join("log/000001.jsonl");
    let forged = fs::read_to_string(&log).unwrap().replace("It was move 3.", "It was move 9.");
    fs::write(&log, forged).unwrap();
    assert_eq!(by_hand(&game, "p="), (false, "WRONG: line 3\n".to_owned()));
}

#[test]
fn a_long_log_goes_on_in_a_new_segment() {
    let folder = quick_folder();
    let mut store = open(folder.path());
    let mut chain = founded(&mut store);
    let long = "x".repeat(SEGMENT_LIMIT as usize / 5);
    for number in 0..8 {
        append(&mut store, &zaphods_log(), &step_without_files(&mut chain, &format!("{number} {long}"))).unwrap();
    }
    drop(store);
    let segments = fs::read_dir(folder.path().join("zaphod/log")).unwrap().count();
    assert_eq!(segments, 3);
    let mut store = open(folder.path());
    assert_eq!(numbers(&store, &zaphods_log()), (1..=9).collect::<Vec<_>>());
    append(&mut store, &zaphods_log(), &step(&mut chain, "the end")).unwrap();
    assert_eq!(store.head(&zaphods_log()).unwrap(), chain.head());
    let head = by_hand(&folder.path().join("zaphod"), "p=");
    assert_eq!(head, (true, format!("OK 10 {}\n", chain.head().hash)));
}

#[test]
fn a_step_takes_two_groups_of_fsyncs_and_one_write_to_the_log() {
    let folder = quick_folder();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let watch = Arc::clone(&seen);
    let disk = Disk::watched(move |op| {
        watch.lock().unwrap().push(match op {
            Op::Append(..) => "line",
            Op::Sync(_) | Op::SyncDir(_) => "sync",
            Op::Create(..) => "file",
            Op::Rename(..) => "name",
            Op::Overwrite(..) => "mark",
            _ => "other",
        });
        Fate::Done
    });
    let (mut store, _) = FileStore::open(folder.path(), disk).unwrap();
    seen.lock().unwrap().clear();
    let mut chain = founded(&mut store);
    let mut founding = seen.lock().unwrap().clone();
    founding.dedup();
    assert_eq!(founding.iter().filter(|operation| **operation == "sync").count(), 2, "{founding:?}");
    let take = |step| {
        seen.lock().unwrap().clear();
        append(&mut store, &zaphods_log(), &step).unwrap();
        let mut run = seen.lock().unwrap().clone();
        run.dedup();
        run
    };
    let mut take = take;
    let whole = take(step(&mut chain, "e4"));
    assert_eq!(whole[whole.len() - 4..], ["sync", "line", "sync", "mark"]);
    assert_eq!(whole.iter().filter(|operation| **operation == "sync").count(), 2, "{whole:?}");
    assert_eq!(take(step_without_files(&mut chain, "nothing")), ["line", "sync", "mark"]);
    assert_eq!(take(step_without_files(&mut chain, &"x".repeat(SEGMENT_LIMIT as usize))), ["line", "sync", "mark"]);
    assert_eq!(take(step_without_files(&mut chain, "in a new segment")), ["file", "sync", "mark"]);
}

#[test]
fn copies_without_empty_folders_are_written_to_all_the_same() {
    let folder = archive_of(2);
    let game = folder.path().join("zaphod");
    for empty in ["evidence", "private"] {
        fs::remove_dir(game.join(empty)).unwrap();
    }
    fs::remove_dir_all(game.join("mail/out")).unwrap();
    let (mut store, recovered) = FileStore::open(folder.path(), Disk::new()).unwrap();
    let [gone] = &recovered[..] else { panic!("{recovered:?}") };
    assert!(matches!(&gone.repair, Repair::Gone(files) if files.iter().all(|file| file.starts_with("mail/out/"))), "{gone:?}");
    let mut chain = custodian::archive::Chain::founded_on(&store.settings(&zaphods_log()).unwrap());
    for line in fs::read_to_string(game.join("log/000001.jsonl")).unwrap().lines() {
        chain.read(line.as_bytes()).unwrap();
    }
    append(&mut store, &zaphods_log(), &step(&mut chain, "e4")).unwrap();
    assert_eq!(fs::read_dir(game.join("mail/out")).unwrap().count(), 1);
}

#[test]
fn a_log_that_another_program_touches_is_not_built_upon() {
    let folder = archive_of(2);
    let log = folder.path().join("zaphod/log/000001.jsonl");
    let mut store = open(folder.path());
    let mut chain = custodian::archive::Chain::founded_on(&store.settings(&zaphods_log()).unwrap());
    let text = fs::read_to_string(&log).unwrap();
    text.lines().for_each(|line| assert!(chain.read(line.as_bytes()).is_ok()));
    fs::write(&log, format!("{text}\n")).unwrap();
    let next = step(&mut chain, "e4");
    assert!(matches!(append(&mut store, &zaphods_log(), &next), Err(StoreError::Quarantined { .. })));
    fs::write(&log, text).unwrap();
    assert!(matches!(append(&mut store, &zaphods_log(), &next), Err(StoreError::Quarantined { .. })));
    let mut lobby = custodian::archive::Chain::founded_on(&store.settings(&LogName::Lobby).unwrap());
    append(&mut store, &LogName::Lobby, &step(&mut lobby, "a stranger")).unwrap();
}

#[test]
fn a_reader_sees_whole_lines_while_one_is_being_written() {
    let folder = archive_of(3);
    let game = folder.path().join("zaphod");
    let log = game.join("log/000001.jsonl");
    let whole = fs::read(&log).unwrap();
    fs::write(&log, [&whole[..], b"{\"v\":1,\"seq\":4"].concat()).unwrap();
    let reader = Folder::open(&game).unwrap();
    assert_eq!(reader.lines().unwrap().map(|line| line.unwrap().seq).collect::<Vec<_>>(), [1, 2, 3]);
    let report = reader.verify(None, &mut |_| Ok(()), &mut |_, _| {}).unwrap();
    assert!(matches!(report.condition, Condition::RepairTail(_)));
    assert_eq!(report.outcome(), Outcome::Sound);
    let (_, recovered) = FileStore::open(folder.path(), Disk::new()).unwrap();
    match &recovered[..] {
        [one] => match &one.repair {
            Repair::SetRight(Recovery::TailSetAside { file, .. }) => assert_eq!(fs::read(game.join(file)).unwrap(), b"{\"v\":1,\"seq\":4"),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
    assert_eq!(fs::read(&log).unwrap(), whole);
}

#[test]
fn progress_goes_from_nothing_to_all() {
    let folder = archive_of(6);
    let mut heard = Vec::new();
    Folder::open(&folder.path().join("zaphod"))
        .unwrap()
        .verify(None, &mut |_| Ok(()), &mut |done, total| heard.push((done, total)))
        .unwrap();
    assert!(heard.len() >= 6 && heard.is_sorted());
    assert!(heard.iter().all(|(_, total)| Some(&(*total, *total)) == heard.last()));
}
