//! Secrets in the archive: letters that name them and the answers to these lie apart, are vouched for, sent, decided again, and given to nobody.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::House;
use crate::scripted::played;

fn house() -> House {
    let house = House::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/15-secrets.script");
    played(&fs::read_to_string(script).unwrap()).lay_down_archive(&house.path("archive"));
    house
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Whether a file tells a square that was named in secret.
fn tells(path: &Path) -> bool {
    let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    ["SECRET e4", "SECRET a6", "SECRET d4", "SECRET h8", "your secret square"].iter().any(|words| text.contains(words))
}

fn verified(house: &House, record: &str) -> (Option<i32>, String) {
    let output = house.command(&["verify", record]).output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn what_names_a_secret_lies_in_private_alone_and_the_record_is_whole() {
    let house = house();
    let (game, private) = (house.path("archive/marvin"), house.path("archive/marvin/private"));
    let telling: Vec<PathBuf> = files(&game).into_iter().filter(|file| tells(file)).collect();
    assert!(telling.len() >= 6, "three secrets, and an answer to each: {telling:?}");
    assert!(telling.iter().all(|file| file.starts_with(&private)), "{telling:?}");
    assert!(files(&private).iter().all(|file| tells(file)));
    let deep = house.run(&["verify", "archive/marvin", "--deep"]);
    assert!(deep.lines().last().unwrap().starts_with("OK marvin "), "{deep}");
    // The answers are sent from there.
    house.once();
    assert!(house.sent().iter().any(|mail| mail.text.contains("your secret square for rule w1 is e4")));
    let replayed = house.run(&["replay", "archive/marvin"]);
    assert!(replayed.contains("SECRET (not shown)") && !replayed.contains("SECRET a6"), "{replayed}");
}

#[test]
fn a_private_file_that_was_changed_is_found_and_one_that_is_gone_is_named() {
    let house = house();
    let letter =
        files(&house.path("archive/marvin/private")).into_iter().find(|file| fs::read(file).unwrap().starts_with(b"From: ")).unwrap();
    let text = fs::read_to_string(&letter).unwrap();
    let name = format!("private/{}", letter.file_name().unwrap().to_str().unwrap());
    fs::write(&letter, text.replace("SECRET ", "SECRET\t")).unwrap();
    let (code, told) = verified(&house, "archive/marvin");
    assert!(code == Some(1) && told.contains(&format!("{name} has been altered")), "{told}");
    assert!(house.command(&["export", "marvin"]).output().unwrap().status.code() != Some(0), "an altered record is not exported");
    fs::remove_file(&letter).unwrap();
    let (code, told) = verified(&house, "archive/marvin");
    assert!(code == Some(3) && told.contains(&format!("{name} is not there")), "{told}");
}

#[test]
fn a_public_copy_has_nothing_private_and_still_verifies() {
    let house = house();
    for (arguments, code, kept) in [(vec!["export", "marvin"], 0, true), (vec!["export", "marvin", "--public"], 3, false)] {
        let copy = house.path("copy.tar");
        let arguments: Vec<&str> = arguments.into_iter().chain(["--into", copy.to_str().unwrap()]).collect();
        house.run(&arguments);
        let mut tar = tar::Archive::new(fs::File::open(&copy).unwrap());
        let names: Vec<String> = tar.entries().unwrap().map(|entry| entry.unwrap().path().unwrap().to_str().unwrap().to_owned()).collect();
        assert_eq!(names.iter().any(|name| name.contains("/private/")), kept, "{names:?}");
        let (found, told) = verified(&house, copy.to_str().unwrap());
        assert_eq!(found, Some(code), "{told}");
        fs::remove_file(copy).unwrap();
    }
}
