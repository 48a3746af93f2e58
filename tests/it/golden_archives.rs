//! Records that earlier programs wrote: they are read, folded and decided again from their letters, for ever.
//!
//! `MAKE_ARCHIVES=1 cargo test --test it golden_archives` writes those that are not there yet (`tests/archives/README.md`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::scripted::played;

/// Largest of these records, in bytes: they lie in the repository for ever.
const MOST_BYTES: u64 = 100_000;

fn home() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/archives")
}

/// The scripts, and the folder of the record that each made.
fn records() -> Vec<(PathBuf, PathBuf)> {
    let mut scripts: Vec<PathBuf> = fs::read_dir(home()).unwrap().map(|entry| entry.unwrap().path()).collect();
    scripts.retain(|path| path.extension().is_some_and(|ending| ending == "script"));
    scripts.sort();
    assert!(scripts.len() >= 2, "the scripts are in {}", home().display());
    scripts.into_iter().map(|script| (script.clone(), script.with_extension(""))).collect()
}

/// Plays a script and writes its game's record, without the mails that went out and the drawings: they can be made again, and are long.
fn make(script: &Path, folder: &Path) {
    let table = played(&fs::read_to_string(script).unwrap());
    let records = table.records();
    let [record] = &records[..] else { panic!("{} founds one game", script.display()) };
    assert_eq!(Some(record.name.as_str()), folder.file_name().and_then(|name| name.to_str()), "the game and the script have one name");
    record.lay_down(folder, |file| file.starts_with("mail/in/") || file.starts_with("private/"));
}

fn bytes_of(folder: &Path) -> u64 {
    let inside = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    inside.map(|entry| if entry.path().is_dir() { bytes_of(&entry.path()) } else { entry.metadata().unwrap().len() }).sum()
}

/// What the program says of a record; its exit code.
fn says(command: &str, folder: &Path, options: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_custodian")).arg(command).arg(folder).args(options).output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn what_earlier_programs_wrote_is_read_and_decided_again() {
    for (script, folder) in records() {
        if std::env::var_os("MAKE_ARCHIVES").is_some() && !folder.exists() {
            make(&script, &folder);
        }
        assert!(bytes_of(&folder) < MOST_BYTES, "{} is too large", folder.display());
        let (code, verified) = says("verify", &folder, &["--deep", "--json"]);
        let json: serde_json::Value = serde_json::from_str(&verified).unwrap_or_else(|_| panic!("{}: {verified}", folder.display()));
        // Only the mails that went out and the drawings were left away.
        assert_eq!((code, json["verdict"].as_str()), (Some(3), Some("withheld")), "{}: {verified}", folder.display());
        let withheld: Vec<&str> = json["withheld"].as_array().unwrap().iter().map(|file| file["file"].as_str().unwrap()).collect();
        assert!(withheld.iter().all(|file| file.starts_with("mail/out/") || file.starts_with("boards/")), "{withheld:?}");
        assert!(says("dice", &PathBuf::from("verify"), &[folder.to_str().unwrap()]).1.contains("OK "), "{}", folder.display());
        let replayed = says("replay", &folder, &[]).1;
        let told = folder.with_extension("replay");
        if std::env::var_os("MAKE_ARCHIVES").is_some() && !told.exists() {
            fs::write(&told, &replayed).unwrap();
        }
        // The last board stands for all of them; how sentences are worded may change.
        let board = |text: &str| text.lines().rev().find(|line| line.contains('/')).map(str::to_owned);
        assert_eq!(board(&replayed), board(&fs::read_to_string(&told).unwrap()), "{}", folder.display());
    }
}

#[test]
fn every_semantics_and_every_form_has_its_record() {
    let mut found = std::collections::BTreeSet::new();
    for (_, folder) in records() {
        for line in custodian::store::Folder::open(&folder).unwrap().lines().unwrap() {
            found.insert(line.unwrap().entry.sem);
        }
        let log = fs::read_to_string(folder.join("log/000001.jsonl")).unwrap();
        assert!(
            log.starts_with(&format!("{{\"v\":{},", custodian::archive::FORMAT)),
            "a form of lines without a record: add one, keep the old"
        );
    }
    let known: std::collections::BTreeSet<u32> = (1..=custodian::adjudicator::SEMANTICS).collect();
    assert_eq!(found, known, "tests/archives/README.md tells how to lay down a record of new semantics");
}

#[test]
fn a_record_of_a_later_program_is_not_guessed_at() {
    let (_, record) = records().remove(0);
    let copy = tempfile::tempdir().unwrap();
    let game = copy.path().join(record.file_name().unwrap());
    fs::create_dir_all(game.join("log")).unwrap();
    let settings = fs::read_to_string(record.join("game.toml")).unwrap();
    let log = fs::read_to_string(record.join("log/000001.jsonl")).unwrap();
    let lay = |settings: &str, change: &dyn Fn(usize, &str) -> String| {
        fs::write(game.join("game.toml"), settings).unwrap();
        let mut before = custodian::archive::Digest::of(settings.as_bytes()).to_string();
        let mut lines = String::new();
        for (at, line) in log.lines().enumerate() {
            let line = change(at, line);
            let (start, rest) = line.split_once("\"prev\":\"").unwrap();
            let body = format!("{start}\"prev\":\"{before}{}", &rest[64..rest.rfind(",\"h\":\"").unwrap()]);
            before = custodian::archive::Digest::of(body.as_bytes()).to_string();
            lines.push_str(&format!("{body},\"h\":\"{before}\"}}\n"));
        }
        fs::write(game.join("log/000001.jsonl"), lines).unwrap();
        says("replay", &game, &[]).1
    };
    let same = |_: usize, line: &str| line.to_owned();
    assert!(!lay(&settings, &same).contains("custodian:"), "as it is, it is read");
    let from = |first: usize, key: &'static str| {
        move |at: usize, line: &str| if at < first { line.to_owned() } else { line.replacen(&format!("{key}1"), &format!("{key}2"), 1) }
    };
    let said = lay(&settings, &from(3, "\"sem\":"));
    assert!(said.contains("line 4 was decided under semantics 2, and this program knows 1 to 1: a newer custodian reads it"), "{said}");
    let said = lay(&settings, &from(2, "{\"v\":"));
    assert!(said.contains("line 3: it has the form 2, and this program reads form 1; a newer custodian may read it"), "{said}");
    let said = lay(&settings.replacen("semantics = 1", "semantics = 2", 1), &same);
    assert!(said.contains("line 1 was decided under semantics 1, and the game had gone on to 2 before"), "{said}");
    let said = lay(&settings.replacen("semantics = 1", "semantics = 2", 1), &from(0, "\"sem\":"));
    assert!(said.contains("line 1 was decided under semantics 2, and this program knows 1 to 1: a newer custodian reads it"), "{said}");
    let said = lay(&settings.replacen("format = 1", "format = 2", 1), &same);
    assert!(said.contains("format 2 is not known; this program reads format 1"), "{said}");
}
