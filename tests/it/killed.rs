//! The daemon itself, killed again and again while letters come in and mails go out: what it said it had done, it has done, and once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use custodian::archive::Outbox;

use crate::program::House;

const ROUNDS: u32 = 14;

fn letter(number: u32, from: &str, body: &str) -> Vec<u8> {
    format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: hello\n\n{body}\n").into_bytes()
}

/// The mails that have left, by their names in the spool.
fn sent(house: &House) -> BTreeMap<PathBuf, Vec<u8>> {
    let Ok(folder) = fs::read_dir(house.path("spool/out/new")) else { return BTreeMap::new() };
    folder.map(|entry| entry.unwrap().path()).map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn a_daemon_that_is_killed_at_any_moment_does_everything_once() {
    let house = House::new();
    let new = "NEW Zaphod\nPLAYER Ann <ann@x.org>\nPLAYER Bob <bob@x.org>\nUNDO 0";
    let mut letters: Vec<Vec<u8>> =
        [("master@localhost", new), ("ann@x.org", "JOIN"), ("bob@x.org", "JOIN")].map(|(from, body)| letter(0, from, body)).into();
    letters.iter().for_each(|letter| house.deliver(letter));
    house.once();
    let mut turns = (0..).map(|round: u32| {
        let (out, home) = if round.is_multiple_of(2) { ("g1-f3", "g8-f6") } else { ("f3-g1", "f6-g8") };
        [letter(round + 1, "ann@x.org", out), letter(round + 1, "bob@x.org", home), letter(round + 1_000, "ann@x.org", "STATUS")]
    });
    for round in 0..ROUNDS {
        let daemon = house.start();
        for letter in turns.next().unwrap() {
            house.deliver(&letter);
            letters.push(letter);
        }
        // Each round is killed at another moment, from before the first look into the spool to after the last mail.
        thread::sleep(Duration::from_millis(u64::from(round * round * 4 + 5)));
        daemon.kill();
        // Whatever has left is promised by a line that is there.
        let promised: BTreeSet<String> = ["lobby", "zaphod"]
            .iter()
            .flat_map(|log| house.lines(log))
            .flat_map(|line| line.entry.out)
            .map(|mail| mail.sha256.to_string())
            .collect();
        for (path, bytes) in sent(&house) {
            let digest = custodian::archive::Digest::of(&bytes).to_string();
            assert!(promised.contains(&digest), "round {round}: {} left without a line", path.display());
        }
    }
    house.once();
    house.verifies("zaphod");
    house.verifies("lobby");
    // Each letter has its one line, in the order in which the players wrote.
    let mut lines: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let mut outbox = Outbox::default();
    let mut promised = BTreeSet::new();
    for line in house.lines("zaphod") {
        outbox.read(&line);
        promised.extend(line.entry.out.iter().map(|mail| mail.sha256.to_string()));
        if let Some(digest) = line.entry.cause.letter_digest() {
            lines.entry(digest.to_string()).or_default().push(line.seq);
        }
    }
    for letter in &letters {
        let digest = custodian::archive::Digest::of(letter).to_string();
        assert_eq!(lines.get(&digest).map(Vec::len), Some(1), "{}", String::from_utf8_lossy(letter));
    }
    assert!(outbox.is_empty(), "no mail is owed");
    // A mail that was on its way as the daemon died may have left twice, as the same bytes.
    let left: BTreeSet<String> = sent(&house).values().map(|bytes| custodian::archive::Digest::of(bytes).to_string()).collect();
    assert!(promised.is_subset(&left), "every mail has left");
}
