//! The late search of R5, from outside: what the idle house finds is an event like any other, whenever the house was started anew.

use crate::program::House;
use crate::scripted::{Table, played};

fn script() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/26-late-searches.script")).unwrap()
}

/// The game up to where the house has something to search.
fn with_an_open_rule() -> Table {
    let script = script();
    let before = script.split("== idle ==").next().unwrap();
    played(before)
}

#[test]
fn what_was_found_late_is_found_again_from_the_log() {
    let table = played(&script());
    table.replays_to_the_same_state();
    table.is_decided_again();
}

#[test]
fn a_search_that_a_restart_cuts_short_comes_to_the_same() {
    let mut table = with_an_open_rule();
    table.idle();
    for slices in 1..4 {
        let mut other = with_an_open_rule();
        for _ in 0..slices {
            assert!(other.ponder(), "there is something to search");
        }
        other.restart();
        other.idle();
        assert_eq!(other.log_of("zaphod"), table.log_of("zaphod"), "restarted after {slices} slices");
    }
}

#[test]
fn letters_that_come_meanwhile_do_not_set_a_search_back() {
    let mut table = with_an_open_rule();
    assert!(table.ponder());
    table.writes("bob", None, "STATUS\n");
    table.writes("bob", None, "1: d7-d5\n");
    table.idle();
    let log = table.log_of("zaphod");
    assert!(log.contains("search-ended"), "{log}");
    table.is_decided_again();
}

fn letter(number: u32, from: &str, body: &str) -> Vec<u8> {
    format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: hello\n\n{body}\n").into_bytes()
}

#[test]
fn a_house_that_only_ever_runs_once_searches_as_well() {
    let house = House::new();
    let new = "NEW Zaphod\nPLAYER Ann <ann@x.org>\nPLAYER Bob <bob@x.org>\nUNDO 0\nMETA Parameter r5.positions is 0.";
    for (from, body) in [("master@localhost", new), ("ann@x.org", "JOIN"), ("bob@x.org", "JOIN")] {
        house.deliver(&letter(0, from, body));
    }
    house.once();
    house.deliver(&letter(1, "ann@x.org", "RULE\nRooks may not move.\nEND"));
    house.once();
    let line = house.lines("zaphod").into_iter().find(|line| line.entry.note.contains("The house has searched on about w1"));
    let line = line.unwrap_or_else(|| panic!("{}", house.log()));
    let told = house.mails_of("zaphod", &line);
    assert_eq!(told.len(), 2, "both players are told");
    let sent: Vec<String> = house.sent().into_iter().map(|mail| mail.subject).collect();
    assert_eq!(sent.iter().filter(|subject| subject.contains("what was open about w1")).count(), 2, "{sent:?}");
    house.run(&["verify", "archive/zaphod", "--deep"]);
    // There is nothing more to search.
    let lines = house.lines("zaphod").len();
    house.once();
    assert_eq!(house.lines("zaphod").len(), lines);
}
