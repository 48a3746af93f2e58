//! What befalls a house beside its letters: a clock that is set back, the archive's secret that is lost.

use std::fs;

use chrono::TimeDelta;
use custodian::archive::{Cause, Chain, Entry, LogName};
use custodian::store::{Disk, FileStore, Store};

use crate::program::House;

fn letter(number: usize, from: &str, body: &str) -> Vec<u8> {
    format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: hello\n\n{body}\n").into_bytes()
}

/// A game of two that has begun; complete orders wait ten minutes.
fn begun(dice: &str) -> House {
    let house = House::new();
    let new = format!("NEW Zaphod\nPLAYER Ann <ann@x.org>\nPLAYER Bob <bob@x.org>\nUNDO 10 minutes\nDICE {dice}");
    for (number, (from, body)) in [("master@localhost", new.as_str()), ("ann@x.org", "JOIN"), ("bob@x.org", "JOIN")].into_iter().enumerate()
    {
        house.deliver(&letter(number, from, body));
        house.once();
    }
    house
}

/// The clock runs two hours ahead while one line is written, and is then set right.
fn clock_ahead(house: &House) {
    let (mut store, _) = FileStore::open(&house.path("archive"), Disk::new()).unwrap();
    let log = LogName::Game("zaphod".parse().unwrap());
    let last = house.lines("zaphod").pop().unwrap();
    let mut chain = Chain::founded_on(&store.settings(&log).unwrap());
    for line in house.lines("zaphod") {
        chain.read(line.text().unwrap().as_bytes()).unwrap();
    }
    let entry = Entry {
        at: last.entry.at + TimeDelta::hours(2),
        cause: Cause::named("start"),
        events: Vec::new(),
        out: Vec::new(),
        boards: Default::default(),
        files: Default::default(),
        note: "The clock ran ahead.".to_owned(),
        ..last.entry
    };
    store.append(&log, chain.head(), &chain.write(entry).unwrap(), &[]).unwrap();
}

#[test]
fn where_the_clock_is_set_back_everything_is_decided_by_the_hour_it_is_dated() {
    for (dice, orders, tells) in [("house", "1: e2-e4", "\"due\":\""), ("drand 5 minutes", "1: HEISENBERG\nNOW", "\"made\":\"")] {
        let house = begun(dice);
        clock_ahead(&house);
        let ahead = house.lines("zaphod").pop().unwrap().entry.at;
        house.deliver(&letter(7, "ann@x.org", orders));
        house.once();
        let lines = house.lines("zaphod");
        let drafted = lines.iter().find(|line| line.entry.events.iter().any(|event| event.as_str().contains(tells))).unwrap();
        assert_eq!(drafted.entry.at, ahead, "{dice}");
        let verified = house.run(&["verify", "zaphod", "--deep"]);
        assert!(verified.lines().last().unwrap().starts_with("OK zaphod "), "{verified}");
        // And the next start takes the game up.
        house.deliver(&letter(8, "bob@x.org", "STATUS"));
        assert!(!house.once().contains("at rest"), "{dice}");
    }
}

#[test]
fn a_game_is_not_gone_on_with_under_another_secret() {
    let house = begun("house");
    let secret = house.path("archive/secret");
    let own = fs::read(&secret).unwrap();
    fs::remove_file(&secret).unwrap();
    house.deliver(&letter(7, "ann@x.org", "1: HEISENBERG\nNOW"));
    let output = house.command(&["run", "--once"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(1)
            && said.contains("zaphod")
            && said.contains("the file `secret` of the archive is not the one with which this game was founded"),
        "{said}"
    );
    let lines = house.lines("zaphod").len();
    let told = house.sent().into_iter().filter(|mail| mail.subject.contains("Zaphod is at rest"));
    assert!(told.map(|mail| mail.text.split_whitespace().collect::<Vec<_>>().join(" ")).any(|text| text.contains("put that file back")));
    let master = house.sent().into_iter().rfind(|mail| mail.to.contains("master") && mail.subject.contains("at rest")).unwrap();
    assert!(master.words().contains("put back the file `secret`") && !master.words().contains("verify"), "{}", master.words());
    for player in ["ann@x.org", "bob@x.org"] {
        let told = house.sent().into_iter().filter(|mail| mail.to.contains(player) && mail.subject == "[Zaphod] Zaphod is at rest");
        assert_eq!(told.count(), 1, "{player}");
    }
    let status = house.run(&["status"]);
    assert!(status.contains("AT REST since") && status.contains("the file `secret`"), "{status}");
    let doctor = String::from_utf8(house.command(&["doctor"]).output().unwrap().stdout).unwrap();
    assert!(
        doctor.contains("warning  games      zaphod is at rest since") && doctor.contains("mend     games      zaphod: the file"),
        "{doctor}"
    );
    // With the secret it goes on.
    fs::write(&secret, own).unwrap();
    house.deliver(&letter(8, "ann@x.org", "1: HEISENBERG\nNOW"));
    house.once();
    assert!(!house.run(&["status"]).contains("AT REST"));
    let doctor = String::from_utf8(house.command(&["doctor"]).output().unwrap().stdout).unwrap();
    assert!(doctor.contains("ok       games      1 game, and it can go on"), "{doctor}");
    assert!(house.lines("zaphod").len() > lines);
    house.verifies("zaphod");
}

#[test]
fn a_new_key_is_told_of_and_takes_nothing_from_what_the_old_one_has_signed() {
    let house = begun("house");
    house.deliver(&letter(7, "ann@x.org", "1: e2-e4\nNOW"));
    house.once();
    let noted = house.path("noted.txt");
    fs::write(&noted, house.run(&["keys"])).unwrap();
    assert!(house.run(&["doctor"]).contains("ok       archive    signs with key 1: SHA256:"));
    fs::remove_dir_all(house.path("archive/keys")).unwrap();
    assert!(house.run(&["doctor"]).contains("warning  archive    the folder `keys` is gone"));
    house.deliver(&letter(8, "bob@x.org", "1: e7-e5\nNOW"));
    let log = house.once();
    assert!(log.contains("WARN") && log.contains("the key that has signed before is gone"), "{log}");
    let told =
        |to: &str| house.sent().into_iter().filter(|mail| mail.to.contains(to) && mail.subject.contains("signs with a new key")).count();
    house.once();
    for to in ["master@localhost", "ann@x.org", "bob@x.org"] {
        assert_eq!(told(to), 1, "{to}");
    }
    let verified = house.run(&["verify", "zaphod"]);
    assert!(verified.contains("and none before it gave its word for it") && verified.matches("hold").count() >= 2, "{verified}");
    assert!(verified.lines().last().unwrap().starts_with("OK zaphod "), "{verified}");
    // Whoever trusts the old key alone takes nothing from the new one.
    let strict = house.command(&["verify", "zaphod", "--signers", "noted.txt"]).output().unwrap();
    assert_eq!(strict.status.code(), Some(1), "{strict:?}");
}

/// A game whose log was cut is at rest from the start on, and stays so until the log is put back.
#[test]
fn a_game_in_quarantine_is_told_of_once_and_is_not_mended_by_starting_again() {
    let house = begun("house");
    house.deliver(&letter(7, "ann@x.org", "1: e2-e4\nNOW"));
    house.once();
    let log = house.path("archive/zaphod/log/000001.jsonl");
    let whole = fs::read_to_string(&log).unwrap();
    let cut: Vec<&str> = whole.lines().take(4).collect();
    fs::write(&log, cut.join("\n") + "\n").unwrap();
    let told = |to: &str| house.sent().into_iter().filter(|mail| mail.to.contains(to) && mail.subject.contains("at rest")).count();
    for _ in 0..3 {
        let output = house.command(&["run", "--once"]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && !said.contains("at rest no more"), "{said}");
        let status = house.command(&["status"]).output().unwrap();
        assert_eq!(status.status.code(), Some(1));
        assert!(String::from_utf8(status.stdout).unwrap().contains("AT REST since"));
    }
    assert_eq!((told("master@localhost"), told("ann@x.org")), (1, 1));
    fs::write(&log, whole).unwrap();
    assert!(house.once().contains("at rest no more"));
    assert!(!house.run(&["status"]).contains("AT REST"));
}
