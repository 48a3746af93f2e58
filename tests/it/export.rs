//! A game's record given away: the same bytes from any store, whole or without what is not for everybody, and checked anywhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use custodian::archive::{Chain, LogName, Outcome};
use custodian::store::{Audience, Disk, Export, ExportProblem, FileStore, Folder, MemoryStore, Store, unpacked};
use tempfile::TempDir;

use crate::program::House;
use crate::store::steps::{append, founded, quick_folder, step, step_without_files, zaphods_log};

/// Zaphod with enough lines for several segments.
fn play(store: &mut dyn Store) {
    let mut chain = founded(store);
    for number in 0..7 {
        let long = "x".repeat(60_000);
        append(store, &zaphods_log(), &step_without_files(&mut chain, &format!("{number} {long}"))).unwrap();
        append(store, &zaphods_log(), &step(&mut chain, &format!("move {number}"))).unwrap();
    }
}

fn archive() -> TempDir {
    let folder = quick_folder();
    play(&mut FileStore::open(folder.path(), Disk::new()).unwrap().0);
    folder
}

fn zaphod(archive: &Path) -> Folder {
    Folder::open(&archive.join("zaphod")).unwrap()
}

fn exported(folder: &Folder, audience: Audience) -> Vec<u8> {
    let mut copy = Vec::new();
    folder.export(audience, None, &mut copy).unwrap();
    copy
}

/// What `verify` says of a copy; the game's own replay is not asked.
fn verified(copy: &[u8]) -> (Outcome, String) {
    let folder = quick_folder();
    let path = folder.path().join("any name");
    fs::write(&path, copy).unwrap();
    let game = unpacked(&path).unwrap().expect("it is a copy");
    let report = game.verify(None, &mut |_| Ok(()), &mut |_, _| {}).unwrap();
    (report.outcome(), report.to_string())
}

#[test]
fn a_copy_is_the_same_bytes_from_whatever_store() {
    let folder = archive();
    let from_disk = exported(&zaphod(folder.path()), Audience::Master);
    assert_eq!(from_disk, exported(&zaphod(folder.path()), Audience::Master));
    let mut memory = MemoryStore::new();
    play(&mut memory);
    let log = zaphods_log();
    let mut export = Export::new("zaphod", &memory.settings(&log).unwrap(), Audience::Master);
    memory.lines(&log).unwrap().for_each(|line| export.line(&line.unwrap()).unwrap());
    let mut from_memory = Vec::new();
    export.write(&mut from_memory, &mut |file| Ok(memory.blob(&log, &file.parse().unwrap()).ok())).unwrap();
    assert!(from_memory == from_disk, "the copies differ");
    let (outcome, said) = verified(&from_disk);
    assert_eq!((outcome, said), (Outcome::Sound, format!("OK zaphod {}", memory.head(&log).unwrap())));
}

#[test]
fn a_copy_of_a_copy_is_the_copy() {
    for audience in [Audience::Master, Audience::Public] {
        let folder = archive();
        let first = exported(&zaphod(folder.path()), audience);
        let path = folder.path().join("copy");
        fs::write(&path, &first).unwrap();
        assert!(exported(&unpacked(&path).unwrap().unwrap(), audience) == first, "{audience:?}");
    }
}

#[test]
fn a_public_copy_has_no_letter_and_holds_together() {
    let folder = archive();
    let copy = exported(&zaphod(folder.path()), Audience::Public);
    let mut names: Vec<PathBuf> = Vec::new();
    for entry in tar::Archive::new(&copy[..]).entries().unwrap() {
        let entry = entry.unwrap();
        let header = entry.header();
        assert_eq!((header.mtime().unwrap(), header.uid().unwrap(), header.mode().unwrap()), (0, 0, 0o644));
        names.push(entry.path().unwrap().into_owned());
    }
    assert!(names.is_sorted(), "{names:?}");
    assert!(names.iter().any(|name| name.starts_with("zaphod/boards")) && !names.iter().any(|name| name.starts_with("zaphod/mail")));
    assert!(!String::from_utf8_lossy(&copy).contains("You played move 3"));
    let (outcome, said) = verified(&copy);
    assert_eq!(outcome, Outcome::Withheld, "{said}");
    assert!(said.contains("WITHHELD zaphod 15 ") && said.contains("what is there is right"), "{said}");
}

#[test]
fn a_bit_changed_in_a_copy_is_found() {
    let folder = quick_folder();
    let mut store = FileStore::open(folder.path(), Disk::new()).unwrap().0;
    let mut chain = founded(&mut store);
    append(&mut store, &zaphods_log(), &step(&mut chain, "e4")).unwrap();
    let copy = exported(&zaphod(folder.path()), Audience::Master);
    let path = folder.path().join("changed");
    let mut tried = 0;
    // Each byte of the game's files; padding and headers of a tar hold nothing of the game.
    for entry in tar::Archive::new(&copy[..]).entries().unwrap() {
        let entry = entry.unwrap();
        let (name, start, size) = (entry.path().unwrap().into_owned(), entry.raw_file_position() as usize, entry.size() as usize);
        if name.ends_with("README.txt") || name.ends_with("high-water") {
            continue;
        }
        for at in (start..start + size).step_by(7) {
            let mut changed = copy.clone();
            changed[at] ^= 1 << (at % 8);
            fs::write(&path, &changed).unwrap();
            let report = unpacked(&path).unwrap().unwrap().verify(None, &mut |_| Ok(()), &mut |_, _| {}).unwrap();
            assert_eq!(report.outcome(), Outcome::Broken, "{} byte {at}: {report}", name.display());
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn what_was_altered_is_not_exported() {
    let folder = archive();
    let letter = fs::read_dir(folder.path().join("zaphod/mail/in")).unwrap().next().unwrap().unwrap().path();
    fs::write(&letter, "another letter").unwrap();
    let refused = zaphod(folder.path()).export(Audience::Master, None, &mut Vec::new()).unwrap_err();
    assert!(matches!(&refused, ExportProblem::Altered { .. }) && refused.to_string().contains("mail/in/"), "{refused}");
    // Letters are not in a public copy, so it is still good.
    zaphod(folder.path()).export(Audience::Public, None, &mut Vec::new()).unwrap();
    let log = folder.path().join("zaphod/log/000001.jsonl");
    fs::write(&log, fs::read_to_string(&log).unwrap().replacen("founding", "foundling", 1)).unwrap();
    let refused = zaphod(folder.path()).export(Audience::Public, None, &mut Vec::new()).unwrap_err().to_string();
    assert!(refused.contains("log/000001.jsonl line 1"), "{refused}");
}

/// A tar with these files.
fn tar_of(files: &[(&str, tar::EntryType)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, kind) in files {
        let mut header = tar::Header::new_ustar();
        // As a hand would write it that does not mind `..`.
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(0);
        header.set_entry_type(*kind);
        header.set_cksum();
        tar.append(&header, &[][..]).unwrap();
    }
    tar.into_inner().unwrap()
}

#[test]
fn a_copy_that_leads_elsewhere_is_refused() {
    let folder = quick_folder();
    let path = folder.path().join("copy.tar");
    let file = tar::EntryType::Regular;
    for (files, says) in [
        (vec![("zaphod/../../outside", file)], "not a file of a game's folder"),
        (vec![("/etc/outside", file)], "not a file of a game's folder"),
        (vec![("zaphod/link", tar::EntryType::Symlink)], "not a file of a game's folder"),
        (vec![("game.toml", file)], "not a file of a game's folder"),
        (vec![("a/game.toml", file), ("a/game.toml", file)], "twice"),
        (vec![("a/game.toml", file), ("b/game.toml", file)], "a copy of a game holds one"),
        (vec![("a/notes", file)], "has no game.toml"),
    ] {
        fs::write(&path, tar_of(&files)).unwrap();
        let refused = unpacked(&path).unwrap_err().to_string();
        assert!(refused.contains(says), "{files:?}: {refused}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    fs::write(&path, "no tar").unwrap();
    assert!(unpacked(&path).unwrap().is_none());
    let cut = exported(&zaphod(archive().path()), Audience::Master);
    fs::write(&path, &cut[..cut.len() / 2 + 100]).unwrap();
    assert!(unpacked(&path).is_err() || verified(&cut[..cut.len() / 2 + 100]).0 == Outcome::Broken);
}

/// Runs the program and gives its exit code and what it says.
fn custodian(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_custodian")).current_dir(folder).args(arguments).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn the_program_copies_and_checks_copies_anywhere() {
    let house = House::new();
    let new = "NEW Zaphod\nPLAYER Ann <ann@x.org>\nPLAYER Bob <bob@x.org>\nUNDO 0";
    for (number, (from, body)) in
        [("master@localhost", new), ("ann@x.org", "JOIN"), ("bob@x.org", "JOIN"), ("ann@x.org", "1: e2-e4")].into_iter().enumerate()
    {
        let head = format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: hello");
        house.deliver(format!("{head}\n\n{body}\n").as_bytes());
    }
    house.once();
    let said = house.run(&["export", "Zaphod"]);
    assert!(said.starts_with("zaphod.tar: zaphod "), "{said}");
    let folder = quick_folder();
    let at = |arguments: &[&str]| custodian(folder.path(), arguments);
    let (code, said) = custodian(&house.path("."), &["export", "zaphod"]);
    assert!(code == 1 && said.contains("is there already"), "{said}");
    fs::copy(house.path("zaphod.tar"), folder.path().join("zaphod.tar")).unwrap();
    let (code, said) = at(&["verify", "zaphod.tar", "--deep"]);
    assert!(code == 0 && said.contains("\nOK zaphod "), "{said}");
    house.run(&["export", "zaphod", "--public"]);
    let public = fs::read(house.path("zaphod-public.tar")).unwrap();
    let piped = house.command(&["export", "zaphod", "--public", "--into", "-"]).output().unwrap().stdout;
    assert!(public == piped, "the same bytes each time");
    fs::write(folder.path().join("public.tar"), public).unwrap();
    let (code, said) = at(&["verify", "public.tar", "--deep"]);
    assert!(code == 3 && said.contains("WITHHELD zaphod "), "{said}");
    assert!(at(&["replay", "public.tar", "--turn", "1"]).1.contains("Ann plays e2-e4"));
    assert!(at(&["show", "public.tar"]).1.contains("a  b  c"));
    assert!(at(&["dice", "verify", "public.tar"]).1.contains("OK zaphod 0 rolls"));
    let (code, said) = at(&["verify", "nothing.tar"]);
    assert!(code == 1 && said.contains("there is no game `nothing.tar`"), "{said}");
}

#[test]
fn a_log_that_a_crash_has_cut_is_divided_as_before() {
    let folder = archive();
    let segments = |archive: &Path| {
        let mut all: Vec<Vec<u8>> = Vec::new();
        for number in 1.. {
            let Ok(bytes) = fs::read(archive.join(format!("zaphod/log/{number:06}.jsonl"))) else { return all };
            all.push(bytes);
        }
        all
    };
    let before = segments(folder.path());
    assert!(before.len() > 1);
    let last = folder.path().join(format!("zaphod/log/{:06}.jsonl", before.len()));
    fs::write(&last, [before.last().unwrap().as_slice(), b"{\"v\":1,\"se"].concat()).unwrap();
    let mut store = FileStore::open(folder.path(), Disk::new()).unwrap().0;
    let log: LogName = zaphods_log();
    let mut chain = Chain::founded_on(&store.settings(&log).unwrap());
    store.lines(&log).unwrap().for_each(|line| drop(chain.read(line.unwrap().text().unwrap().as_bytes()).unwrap()));
    append(&mut store, &log, &step(&mut chain, "after the crash")).unwrap();
    let copy = folder.path().join("copy");
    fs::write(&copy, exported(&zaphod(folder.path()), Audience::Master)).unwrap();
    let divided = unpacked(&copy).unwrap().unwrap();
    let again = quick_folder();
    tar::Archive::new(fs::File::open(&copy).unwrap()).unpack(again.path()).unwrap();
    assert!(segments(again.path()) == segments(folder.path()), "{}", divided.name());
}
