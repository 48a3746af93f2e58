//! Bits flipped and bytes lost in every file of an archive, and edits by a hand that knows the format.

use std::fs;
use std::path::{Path, PathBuf};

use custodian::archive::{Chain, LogName, Outcome, Recovery, Report, high_water};
use custodian::store::{Disk, FileStore, Folder, Repair, SEGMENT_LIMIT, Store, StoreError};

use super::steps::{append, founded, quick_folder, step, step_without_files, zaphods_log};

/// A small archive: Zaphod with three steps and a lobby with one.
fn archive() -> tempfile::TempDir {
    let folder = quick_folder();
    let (mut store, _) = FileStore::open(folder.path(), Disk::new()).unwrap();
    let mut chain = founded(&mut store);
    for what in ["e4", "e5"] {
        append(&mut store, &zaphods_log(), &step(&mut chain, what)).unwrap();
    }
    let mut lobby = Chain::founded_on(&store.settings(&LogName::Lobby).unwrap());
    append(&mut store, &LogName::Lobby, &step(&mut lobby, "a stranger")).unwrap();
    folder
}

fn verify(archive: &Path) -> Report {
    Folder::open(&archive.join("zaphod")).unwrap().verify(None, &mut |_| Ok(()), &mut |_, _| {}).unwrap()
}

fn quarantined(archive: &Path) -> Vec<LogName> {
    let (_, recovered) = FileStore::open(archive, Disk::new()).unwrap();
    recovered.into_iter().filter(|found| matches!(found.repair, Repair::Quarantined(_))).map(|found| found.log).collect()
}

#[test]
fn a_log_that_was_acknowledged_may_not_lose_a_byte() {
    let folder = archive();
    let log = folder.path().join("zaphod/log/000001.jsonl");
    let whole = fs::read(&log).unwrap();
    assert_eq!(quarantined(folder.path()), []);
    for length in 0..whole.len() {
        fs::write(&log, &whole[..length]).unwrap();
        assert_eq!(quarantined(folder.path()), [zaphods_log()], "cut to {length}");
        assert_eq!(verify(folder.path()).outcome(), Outcome::Broken, "cut to {length}");
        assert_eq!(fs::read(&log).unwrap(), &whole[..length], "a damaged log is left as it was found");
    }
}

#[test]
fn no_flipped_bit_of_log_or_settings_is_accepted() {
    let folder = archive();
    let game = folder.path().join("zaphod");
    for file in ["log/000001.jsonl", "game.toml"] {
        let path = game.join(file);
        let whole = fs::read(&path).unwrap();
        // Every byte, and in turn every bit of a byte; the pure survey tries them all.
        for at in 0..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << (at % 8);
            fs::write(&path, &flipped).unwrap();
            assert_eq!(quarantined(folder.path()), [zaphods_log()], "{file} byte {at}");
            assert_eq!(verify(folder.path()).outcome(), Outcome::Broken, "{file} byte {at}");
        }
        fs::write(&path, &whole).unwrap();
    }
    assert_eq!(verify(folder.path()).outcome(), Outcome::Sound);
}

#[test]
fn a_damaged_mark_neither_hides_nor_breaks_a_whole_log() {
    let folder = archive();
    let path = folder.path().join("zaphod/high-water");
    let whole = fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut flipped = whole.clone();
        flipped[at] ^= 1 << (at % 8);
        fs::write(&path, &flipped).unwrap();
        assert_eq!(quarantined(folder.path()), [], "byte {at}");
    }
    fs::remove_file(&path).unwrap();
    let (store, recovered) = FileStore::open(folder.path(), Disk::new()).unwrap();
    assert_eq!(recovered.iter().map(|found| &found.repair).collect::<Vec<_>>(), [&Repair::SetRight(Recovery::MarkSetAnew)]);
    assert_eq!(store.head(&zaphods_log()).unwrap().seq, 3);
}

#[test]
fn a_game_in_quarantine_is_read_to_the_bad_place_and_the_others_go_on() {
    let folder = archive();
    let log = folder.path().join("zaphod/log/000001.jsonl");
    let forged = fs::read_to_string(&log).unwrap().replace("It was e5.", "It was d5.");
    fs::write(&log, forged).unwrap();
    let (mut store, recovered) = FileStore::open(folder.path(), Disk::new()).unwrap();
    assert_eq!(recovered.len(), 1);
    assert!(recovered[0].to_string().contains("log/000001.jsonl line 3"), "{}", recovered[0]);
    let read: Vec<_> = store.lines(&zaphods_log()).unwrap().collect();
    assert!(matches!(&read[..], [Ok(_), Ok(_), Err(StoreError::Folder(_))]));
    assert_eq!(store.games().unwrap().len(), 1);
    let mut chain = Chain::founded_on(&store.settings(&LogName::Lobby).unwrap());
    for line in fs::read_to_string(folder.path().join("lobby/log/000001.jsonl")).unwrap().lines() {
        chain.read(line.as_bytes()).unwrap();
    }
    append(&mut store, &LogName::Lobby, &step(&mut chain, "another stranger")).unwrap();
}

#[test]
fn an_exchanged_file_is_found_and_a_missing_one_is_withheld() {
    let folder = archive();
    let game = folder.path().join("zaphod");
    let files: Vec<PathBuf> = ["mail/in", "mail/out", "boards"]
        .iter()
        .flat_map(|inner| fs::read_dir(game.join(inner)).unwrap().map(|entry| entry.unwrap().path()))
        .collect();
    assert_eq!(files.len(), 9);
    for path in files {
        let whole = fs::read(&path).unwrap();
        fs::write(&path, b"something else").unwrap();
        let report = verify(folder.path());
        assert_eq!((report.outcome(), report.altered.len()), (Outcome::Broken, 1), "{}", path.display());
        fs::remove_file(&path).unwrap();
        let report = verify(folder.path());
        assert_eq!((report.outcome(), report.withheld.len()), (Outcome::Withheld, 1), "{}", path.display());
        fs::write(&path, whole).unwrap();
    }
    assert_eq!(verify(folder.path()).to_string(), format!("OK zaphod {}", verify(folder.path()).head));
}

/// The last line of what `verify` says once a hand has been at Zaphod's folder; it begins with these words and the exit code is that.
fn after(tampering: impl FnOnce(&Path), outcome: Outcome, says: &[&str]) {
    let folder = archive();
    let game = folder.path().join("zaphod");
    tampering(&game);
    let report = verify(folder.path());
    let said = report.to_string();
    assert_eq!(report.outcome(), outcome, "{said}");
    for words in says {
        assert!(said.contains(words), "{words:?} is not in {said}");
    }
}

/// Cuts Zaphod's log after some lines and gives it the mark that such a log has.
fn cut_with_its_mark(game: &Path, lines: usize) {
    let log = game.join("log/000001.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    let mut chain = Chain::founded_on(&fs::read(game.join("game.toml")).unwrap());
    text.lines().take(lines).for_each(|line| assert!(chain.read(line.as_bytes()).is_ok()));
    fs::write(log, text.split_inclusive('\n').take(lines).collect::<String>()).unwrap();
    fs::write(game.join("high-water"), high_water::file(chain.head())).unwrap();
}

#[test]
fn a_mark_that_is_lost_or_set_back_is_named_with_what_to_do() {
    let says = ["BROKEN zaphod high-water: the mark is missing, damaged or set back", "newest mail of the game"];
    after(|game| fs::remove_file(game.join("high-water")).unwrap(), Outcome::Broken, &says);
    after(|game| fs::write(game.join("high-water"), "3\n").unwrap(), Outcome::Broken, &says);
    after(|game| fs::write(game.join("high-water"), "").unwrap(), Outcome::Broken, &says);
    let founding = |game: &Path| Chain::founded_on(&fs::read(game.join("game.toml")).unwrap()).head();
    after(|game| fs::write(game.join("high-water"), high_water::file(founding(game))).unwrap(), Outcome::Broken, &says);
}

#[test]
fn lines_cut_off_together_with_the_mark_are_betrayed_by_the_files_they_named() {
    after(
        |game| cut_with_its_mark(game, 1),
        Outcome::Broken,
        &["no line: boards/0003.txt", "no line: mail/in/", "BROKEN zaphod log: it ends with 1 "],
    );
    after(|game| cut_with_its_mark(game, 0), Outcome::Broken, &["no line: boards/0001.txt", "BROKEN zaphod log: it is empty"]);
}

#[test]
fn nothing_is_added_to_a_log_whose_end_is_gone_with_its_mark() {
    for mark_is_lost in [false, true] {
        let folder = archive();
        let game = folder.path().join("zaphod");
        cut_with_its_mark(&game, 1);
        if mark_is_lost {
            fs::remove_file(game.join("high-water")).unwrap();
        }
        assert_eq!(quarantined(folder.path()), [zaphods_log()]);
        // Nothing was set right either: a second start finds the same.
        assert_eq!(quarantined(folder.path()), [zaphods_log()]);
        assert_eq!(game.join("high-water").exists(), !mark_is_lost);
    }
}

#[test]
fn a_file_that_belongs_to_no_line_is_listed() {
    let strange = |game: &Path| {
        fs::write(game.join("boards/0002-extra.txt"), "a board").unwrap();
        fs::create_dir(game.join("notes")).unwrap();
        fs::write(game.join("notes/mine.txt"), "a note").unwrap();
    };
    after(
        strange,
        Outcome::Sound,
        &["no line: boards/0002-extra.txt belongs to none", "no line: notes/mine.txt belongs to none", "\nOK zaphod 3 "],
    );
}

#[test]
fn changed_settings_are_named_and_not_the_first_line() {
    let changed = |game: &Path| {
        let settings = fs::read_to_string(game.join("game.toml")).unwrap();
        fs::write(game.join("game.toml"), settings + "\n").unwrap();
    };
    let says = ["BROKEN zaphod game.toml: it has the digest ", "put back the file as it was"];
    after(changed, Outcome::Broken, &says);
    let without_mark = |game: &Path| {
        changed(game);
        fs::remove_file(game.join("high-water")).unwrap();
    };
    after(without_mark, Outcome::Broken, &says);
}

#[test]
fn an_emptied_log_is_named_as_the_log() {
    let says = "log is empty, and line 3 had been acknowledged";
    after(|game| fs::write(game.join("log/000001.jsonl"), "").unwrap(), Outcome::Broken, &["BROKEN zaphod log/000001.jsonl: the ", says]);
    after(|game| fs::remove_file(game.join("log/000001.jsonl")).unwrap(), Outcome::Broken, &["BROKEN zaphod log: the ", says]);
}

#[test]
fn a_lost_segment_is_named_and_the_lines_before_it_are_read() {
    let folder = quick_folder();
    let (mut store, _) = FileStore::open(folder.path(), Disk::new()).unwrap();
    let mut chain = founded(&mut store);
    let long = "x".repeat(SEGMENT_LIMIT as usize);
    for number in 0..3 {
        append(&mut store, &zaphods_log(), &step_without_files(&mut chain, &format!("{number} {long}"))).unwrap();
    }
    drop(store);
    for (lost, read) in [("000002", 2), ("000001", 0)] {
        fs::remove_file(folder.path().join(format!("zaphod/log/{lost}.jsonl"))).unwrap();
        let said = verify(folder.path()).to_string();
        assert!(said.contains(&format!("BROKEN zaphod log/{lost}.jsonl: the file is missing, and later ones are there")), "{said}");
        let lines = Folder::open(&folder.path().join("zaphod")).unwrap().lines().unwrap();
        let read_now: Vec<_> = lines.map(|line| line.is_ok()).collect();
        assert_eq!(read_now.iter().filter(|sound| **sound).count(), read);
        assert_eq!(read_now.last(), Some(&false), "the reader learns of it");
        assert_eq!(quarantined(folder.path()), [zaphods_log()]);
    }
}

#[test]
fn what_is_not_there_is_named_by_its_path() {
    after(
        |game| fs::remove_file(game.join("boards/0002.txt")).unwrap(),
        Outcome::Withheld,
        &["line 2: boards/0002.txt is not there", "1 file is not there"],
    );
    after(|game| fs::remove_dir_all(game.join("mail")).unwrap(), Outcome::Withheld, &["line 3: mail/out/", "6 files are not there"]);
}

#[test]
fn the_first_line_where_the_replay_differs_is_reported() {
    let folder = archive();
    let reader = Folder::open(&folder.path().join("zaphod")).unwrap();
    let mut replay = |line: &custodian::archive::Line| if line.seq < 2 { Ok(()) } else { Err(format!("not so in line {}", line.seq)) };
    let report = reader.verify(None, &mut replay, &mut |_, _| {}).unwrap();
    assert_eq!(report.outcome(), Outcome::ReplayDiffers);
    assert_eq!(report.to_string(), "DIFFERS zaphod line 2: not so in line 2");
}

#[test]
fn what_is_not_a_game_is_named() {
    let folder = archive();
    let refused = Folder::open(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("has no game.toml"), "{refused}");
}
