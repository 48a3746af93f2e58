//! `custodian verify`: what it tells of an archive that somebody has changed, and what a start sets right.

use std::path::Path;

use custodian::archive::{Digest, Head, high_water};

use crate::demo::demo;
use crate::shell::Desk;

#[test]
fn verify_tells_what_was_done_to_an_archive_by_its_exit_code() {
    let desk = Desk::new();
    demo(&desk, None);
    let game = desk.path("demo/archive/zaphod");
    let verify = || desk.run(&["verify", "demo/archive/zaphod"]);
    let letter = std::fs::read_dir(game.join("mail/in")).unwrap().next().unwrap().unwrap().path();
    let bytes = std::fs::read(&letter).unwrap();
    std::fs::remove_file(&letter).unwrap();
    assert_eq!(verify().code, Some(3), "{:?}", verify());
    std::fs::write(&letter, b"another letter").unwrap();
    assert_eq!(verify().code, Some(1), "{:?}", verify());
    std::fs::write(&letter, bytes).unwrap();
    let log = game.join("log/000001.jsonl");
    let mut line = std::fs::read(&log).unwrap();
    line[40] ^= 1;
    std::fs::write(&log, line).unwrap();
    let broken = verify();
    assert_eq!(broken.code, Some(1));
    assert!(broken.out.lines().last().unwrap().starts_with("BROKEN zaphod log/000001.jsonl line 1"), "{broken:?}");
}

#[test]
fn what_a_start_sets_right_stands_in_the_log() {
    let desk = Desk::new();
    desk.run(&["new", "Zaphod", "ann@example.org", "ben@example.org"]).succeeds();
    desk.run(&["run", "--once"]).succeeds();
    let game = desk.path("archive/zaphod");
    let log = game.join("log/000001.jsonl");
    let whole = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, format!("{whole}{{\"v\":1,\"seq\":")).unwrap();
    std::fs::write(game.join("boards/0003.txt"), "half a bo").unwrap();
    std::fs::write(desk.path("archive/lobby/high-water"), "0\n").unwrap();
    assert_eq!(desk.run(&["verify", "archive/lobby"]).code, Some(1));

    let started = desk.run(&["run", "--once"]);
    assert!(started.error.contains("zaphod: an unfinished line of 13 bytes"), "{started:?}");
    let last =
        |log: &Path| serde_json::from_str::<serde_json::Value>(std::fs::read_to_string(log).unwrap().lines().last().unwrap()).unwrap();
    let line = last(&log);
    assert_eq!((line["cause"].as_str(), line["events"][0]["event"].as_str()), (Some("recovery"), Some("tail.set-aside")));
    assert_eq!(line["events"][1], serde_json::json!({ "event": "files.left-over", "files": ["boards/0003.txt"] }));
    assert_eq!(last(&desk.path("archive/lobby/log/000001.jsonl"))["events"][0]["event"].as_str(), Some("mark.set-anew"));
    for log in ["zaphod", "archive/lobby"] {
        let verified = desk.run(&["verify", log, "--deep"]).succeeds();
        assert!(verified.lines().last().is_some_and(|verdict| verdict.starts_with("OK ")), "{verified}");
    }
    assert!(desk.run(&["replay", "zaphod"]).succeeds().contains("found at the start: an unfinished line of 13 bytes"));

    let lines = std::fs::read_to_string(&log).unwrap();
    desk.run(&["run", "--once"]).succeeds();
    assert_eq!(std::fs::read_to_string(&log).unwrap(), lines, "it is told once");
    std::fs::write(game.join(line["events"][0]["file"].as_str().unwrap()), "{}").unwrap();
    let json: serde_json::Value = serde_json::from_str(&desk.run(&["verify", "zaphod", "--json"]).out).unwrap();
    assert_eq!(json["verdict"].as_str(), Some("broken"), "{json}");
    assert_eq!(json["altered"][0]["file"], line["events"][0]["file"]);
}

/// A letter is exchanged for another, and every digest after it is made to fit: only deciding again can tell.
#[test]
fn verify_deep_finds_a_letter_that_says_something_else_than_was_played() {
    let desk = Desk::new();
    demo(&desk, None);
    let game = desk.path("demo/archive/zaphod");
    let letters = std::fs::read_dir(game.join("mail/in")).unwrap().map(|entry| entry.unwrap().path());
    let mut played = letters.map(|path| (std::fs::read_to_string(&path).unwrap(), path));
    let (text, path) = played.find(|(text, _)| text.contains("1: d4")).unwrap();
    let forged = text.replace("1: d4", "1: d3");
    let digest = |text: &str| Digest::of(text.as_bytes()).to_string();
    std::fs::remove_file(path).unwrap();
    std::fs::write(game.join("mail/in").join(format!("{}.eml", digest(&forged))), &forged).unwrap();
    let log = game.join("log/000001.jsonl");
    let mut chained = String::new();
    let mut prev = digest(&std::fs::read_to_string(game.join("game.toml")).unwrap());
    for line in std::fs::read_to_string(&log).unwrap().lines() {
        let (body, _) = line.rsplit_once(",\"h\":").unwrap();
        let (before, after) = body.split_once("\"prev\":\"").unwrap();
        let body = format!("{before}\"prev\":\"{prev}{}", &after[prev.len()..]).replace(&digest(&text), &digest(&forged));
        prev = digest(&body);
        chained += &format!("{body},\"h\":\"{prev}\"}}\n");
    }
    std::fs::write(&log, &chained).unwrap();
    let forged_head = Head { seq: chained.lines().count() as u64, hash: prev.parse().unwrap() };
    std::fs::write(game.join("high-water"), high_water::file(forged_head)).unwrap();
    // The house's signature would betray it.
    std::fs::remove_dir_all(game.join("checkpoints")).unwrap();
    // So do the mails: each tells the head before its line.
    let plain = desk.run(&["verify", "demo/archive/zaphod"]);
    assert!(plain.code == Some(2) && plain.out.contains("was written behind line"), "{plain:?}");
    for mail in std::fs::read_dir(game.join("mail/out")).unwrap() {
        std::fs::remove_file(mail.unwrap().path()).unwrap();
    }
    let deep = desk.run(&["verify", "demo/archive/zaphod", "--deep"]);
    assert_eq!(deep.code, Some(2), "{deep:?}");
    assert!(deep.out.contains("DIFFERS zaphod line") && deep.out.contains("deciding again gives"), "{deep:?}");
}
