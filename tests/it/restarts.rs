//! The program started again in every state in which dice can be: nothing is pinned twice, rolled otherwise or mailed twice.
//!
//! The games were played in August 2023 by an archive in memory; the program takes them up today, so that every round of theirs is published.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use custodian::archive::{Chain, Delivery, Head, Line, high_water};

use crate::program::{House, wait_until};
use crate::relay::{ROUND_123, ROUND_1000, Relay, Says, beacon, status};
use crate::scripted::played;

/// Two players, their first turn, and a rule that asks for a coin; `DICE` stands for how the game rolls.
const FOUNDED: &str = r#"
== clock 2023-08-23T14:00:00Z ==
== master@example.org subject a game ==
NEW Zaphod
PLAYERS ann@players.example, bob@players.example
UNDO 0
DICE
== ann ==
JOIN
== bob ==
JOIN
"#;

const DRAND: &str = r#"
== ann ==
RULE "Brave pawns"
  When a pawn moves, flip a coin: on heads the pawn becomes a knight, on tails a pawn chosen by the opponent is removed.
END
NOW
== bob ==
1: Ng8-f6
NOW
== clock 2023-08-23T15:09:33Z ==
== ann ==
1: e2-e4
NOW
"#;

/// A house that keeps the archive of a script, with whatever the config says.
fn house(dice: &str, script: &str, config: &str) -> House {
    let house = House::with_config(config);
    let table = played(&(FOUNDED.replace("DICE\n", &format!("DICE {dice}\n")) + script));
    table.lay_down_archive(&house.path("archive"));
    house
}

fn relays(relays: &[&Relay]) -> String {
    let addresses: Vec<String> = relays.iter().map(|relay| format!("\"{}\"", relay.address)).collect();
    format!("{ROBOT}[dice]\nrelays = [{}]\n", addresses.join(", "))
}

/// The robot of the games that were played in memory.
const ROBOT: &str = "[robot]\naddress = \"custodian@example.org\"\n[master]\naddress = \"master@example.org\"\n";
/// A mail server that nobody runs: mails wait.
const NO_WAY_OUT: &str = "[smtp]\nhost = \"127.0.0.1\"\nport = 1\nsecurity = \"starttls\"\n";

fn letter(number: usize, from: &str, body: &str) -> Vec<u8> {
    let head = format!("From: {from}@players.example\nTo: custodian@example.org\nMessage-ID: <again.{number}@players.example>");
    format!("{head}\nSubject: [Zaphod]\n\n{body}\n").into_bytes()
}

fn holds(line: &Line, event: &str) -> bool {
    line.entry.events.iter().any(|found| found.as_str().contains(&format!("\"event\":\"{event}\"")))
}

fn count(house: &House, event: &str) -> usize {
    house.lines("zaphod").iter().filter(|line| holds(line, event)).count()
}

/// The record is sound, its decisions follow from what caused them, and its rolls from their sources.
fn is_sound(house: &House) {
    let report = house.run(&["verify", "archive/zaphod", "--deep"]);
    assert!(report.lines().last().is_some_and(|line| line.starts_with("OK zaphod ")), "{report}");
    let dice = house.run(&["dice", "verify", "archive/zaphod"]);
    assert!(dice.contains("OK "), "{dice}");
    house.verifies("lobby");
}

/// Every mail that a line after `since` promised has left, and once.
fn all_mailed_once(house: &House, since: u64) {
    let promised = || house.lines("zaphod").into_iter().filter(|line| line.seq > since).flat_map(|line| line.entry.out).collect::<Vec<_>>();
    let delivered = || -> BTreeMap<String, usize> {
        let mut delivered = BTreeMap::new();
        for line in house.lines("zaphod") {
            for done in Delivery::of(&line.entry).filter(|done| matches!(done, Delivery::Sent { .. })) {
                *delivered.entry(done.id().to_owned()).or_default() += 1;
            }
        }
        delivered
    };
    let all = wait_until(|| {
        let delivered = delivered();
        promised().iter().all(|mail| delivered.contains_key(&mail.id)).then_some(delivered)
    });
    let all = all.unwrap_or_else(|| panic!("not all were sent: {:?} of {:?}", delivered(), promised()));
    assert!(all.values().all(|times| *times == 1), "{all:?}");
}

/// Keeps the first lines of a game's log, as if the program had been killed behind them.
fn cut(house: &House, lines: usize) {
    let kept = &house.lines("zaphod")[..lines];
    let text: String = kept.iter().map(|line| format!("{}\n", line.text().unwrap())).collect();
    fs::write(house.path("archive/zaphod/log/000001.jsonl"), text).unwrap();
    let last = kept.last().unwrap();
    fs::write(house.path("archive/zaphod/high-water"), high_water::file(Head { seq: last.seq, hash: last.hash })).unwrap();
}

#[test]
fn a_round_is_asked_for_again_whenever_the_program_is_killed_and_the_game_is_carried_out_once() {
    let relay = Relay::that(Says::Beacons(Vec::new()));
    let house = house("drand 5 minutes", DRAND, &relays(&[&relay]));
    let pinned = house.lines("zaphod").into_iter().find(|line| holds(line, "pinned")).expect("the script pins a roll");
    // Not published, out of order, another round's signature: it waits, through every start.
    for says in [
        Says::Beacons(Vec::new()),
        Says::Bytes(status("500 Internal Server Error", "")),
        Says::Bytes(status("200 OK", &beacon(123, ROUND_1000))),
        Says::Hangs,
    ] {
        relay.now_says(says);
        let before = relay.asked();
        let daemon = house.start();
        wait_until(|| (relay.asked() > before).then_some(())).expect("the relay is asked");
        daemon.kill();
        assert_eq!((count(&house, "pinned"), count(&house, "published"), count(&house, "rolled")), (1, 0, 0));
    }
    // What was due long ago is told once, not at each start.
    assert_eq!(count(&house, "late"), 1);
    assert!(house.run(&["status"]).contains("WAITING-DICE for round 123"), "{}", house.run(&["status"]));
    // Published; the program is killed as soon as that is durable, with no way for its mails.
    relay.now_says(Says::Beacons(vec![(123, ROUND_123)]));
    fs::write(house.path("custodian.toml"), relays(&[&relay]) + NO_WAY_OUT).unwrap();
    let daemon = house.start();
    let published = house.await_line("zaphod", |line| holds(line, "published"));
    daemon.kill();
    let asked = relay.asked();
    // Resolved and not mailed.
    fs::write(house.path("custodian.toml"), relays(&[&relay])).unwrap();
    let daemon = house.start();
    all_mailed_once(&house, pinned.seq);
    daemon.terminate();
    assert_eq!((count(&house, "published"), relay.asked()), (1, asked), "a round that is known is not asked for again");
    assert!(house.lines("zaphod").iter().any(|line| line.seq >= published.seq && (holds(line, "rolled") || holds(line, "asked"))));
    is_sound(&house);
    // The beacon lies beside the log as well, and the line vouches for it.
    let file = published.entry.files.first().expect("a beacon is evidence");
    let evidence = fs::read_to_string(house.path("archive/zaphod").join(file.as_str())).unwrap();
    assert!(evidence.contains(ROUND_123), "{evidence}");
    fs::write(house.path("archive/zaphod").join(file.as_str()), evidence.replace("123", "124")).unwrap();
    let verified = house.command(&["verify", "archive/zaphod"]).output().unwrap();
    let told = String::from_utf8(verified.stdout).unwrap();
    assert_eq!(verified.status.code(), Some(1), "{told}");
    assert!(told.contains(&format!("line {}: {file} has been altered", published.seq)), "{told}");
}

#[test]
fn a_beacon_that_came_by_mail_is_known_after_a_crash_and_needs_no_relay() {
    let by_mail =
        format!("{DRAND}== clock 2023-08-23T15:16:00Z ==\n== stranger@elsewhere.example subject a beacon ==\nBEACON 123 {ROUND_123}\n");
    let house = house("drand 5 minutes", &by_mail, ROBOT);
    // The lobby's line was durable, the game's was not.
    let pinned = house.lines("zaphod").iter().position(|line| holds(line, "pinned")).unwrap();
    let whole = house.lines("zaphod");
    cut(&house, pinned + 1);
    for file in whole[pinned + 1..].iter().flat_map(Line::blobs).map(|(name, _)| name) {
        let _ = fs::remove_file(house.path("archive/zaphod").join(file.as_str()));
    }
    let daemon = house.start();
    let published = house.await_line("zaphod", |line| holds(line, "published"));
    daemon.terminate();
    let what = |line: &Line| line.entry.events.iter().map(|event| event.as_str().to_owned()).collect::<Vec<_>>();
    assert_eq!(what(&published), what(whole.iter().find(|line| holds(line, "published")).unwrap()), "the same digits, the same outcome");
    is_sound(&house);
}

#[test]
fn a_beacon_that_comes_before_its_hour_waits_for_it() {
    let early = format!("{DRAND}== stranger@elsewhere.example subject a beacon ==\nBEACON 123 {ROUND_123}\n");
    let before = house("drand 5 minutes", &early, ROBOT);
    assert_eq!((count(&before, "pinned"), count(&before, "published")), (1, 0));
    let mails = before.lines("lobby").into_iter().flat_map(|line| line.entry.out).filter(|mail| mail.to == "master@example.org");
    assert_eq!(mails.map(|mail| mail.subject).collect::<Vec<_>>(), ["the clock of this house is slow"]);
    let after = house("drand 5 minutes", &format!("{early}== clock 2023-08-23T15:15:40Z ==\n"), ROBOT);
    assert_eq!(count(&after, "published"), 1);
    is_sound(&after);
    // A line that holds a beacon of a later hour is not believed, even in a record written anew.
    let lines = after.lines("zaphod");
    let mut chain = Chain::founded_on(&fs::read(after.path("archive/zaphod/game.toml")).unwrap());
    let mut text = String::new();
    for mut line in lines.into_iter().take_while(|line| line.entry.at < "2023-08-23T15:15:41Z".parse::<DateTime<Utc>>().unwrap()) {
        if holds(&line, "published") {
            line.entry.at = "2023-08-23T15:15:00Z".parse().unwrap();
        }
        let written = chain.write(line.entry).unwrap();
        chain.read(written.as_bytes()).unwrap();
        text += &format!("{written}\n");
    }
    fs::write(after.path("archive/zaphod/log/000001.jsonl"), text).unwrap();
    fs::write(after.path("archive/zaphod/high-water"), high_water::file(chain.head())).unwrap();
    let verified = after.command(&["verify", "archive/zaphod"]).output().unwrap();
    let told = String::from_utf8(verified.stdout).unwrap();
    assert!(
        verified.status.code() == Some(2) && told.contains("it holds round 123, which was published at 2023-08-23 15:15:33 UTC"),
        "{told}"
    );
}

#[test]
fn orders_that_are_locked_now_stay_pinned_to_their_round() {
    let relay = Relay::that(Says::Beacons(Vec::new()));
    let until_ann = DRAND.split("== clock").next().unwrap();
    let house = house("drand 5 minutes", until_ann, &(relays(&[&relay]) + NO_WAY_OUT));
    let since = house.lines("zaphod").len() as u64;
    let daemon = house.start();
    house.deliver(&letter(1, "ann", "1: e2-e4\nNOW"));
    let pinned = house.await_line("zaphod", |line| holds(line, "pinned"));
    daemon.kill();
    fs::write(house.path("custodian.toml"), relays(&[&relay])).unwrap();
    let daemon = house.start();
    all_mailed_once(&house, since);
    house.deliver(&letter(2, "ann", "1: d2-d4\nNOW"));
    wait_until(|| house.line_of(&letter(2, "ann", "1: d2-d4\nNOW"))).expect("the letter is dealt with");
    daemon.kill();
    house.once();
    assert_eq!(count(&house, "pinned"), 1);
    assert_eq!(house.lines("zaphod").into_iter().find(|line| holds(line, "pinned")), Some(pinned));
    assert!(relay.asked() <= 3, "once a start, whether it is out before its hour: then the clock would be slow");
    let told = house.sent().iter().filter(|mail| mail.text.contains("locked")).count();
    assert!(told >= 3, "both are told of the pin, and Ann that it cannot be changed");
    is_sound(&house);
}

#[test]
fn reports_of_volumes_outlive_the_program() {
    let ordered = "== ann ==\n1: HEISENBERG\nNOW\n";
    let house = house("stock IBM, KO; The New York Times; NYSE volume", ordered, ROBOT);
    assert_eq!(count(&house, "pinned"), 1);
    let figures = |bob: &str| format!("REPORT IBM 4512380, KO {bob} ON 2023-08-25");
    for (number, (who, body)) in
        [("ann", figures("98409")), ("bob", figures("98405")), ("bob", "STATUS".to_owned()), ("bob", "REPORT YES".to_owned())]
            .into_iter()
            .enumerate()
    {
        let letter = letter(number, who, &body);
        let daemon = house.start();
        house.deliver(&letter);
        wait_until(|| house.line_of(&letter)).unwrap_or_else(|| panic!("{body}: {}", house.log()));
        daemon.kill();
    }
    house.once();
    assert_eq!((count(&house, "volumes-reported"), count(&house, "volumes-settled"), count(&house, "drawn")), (2, 1, 1));
    assert_eq!(count(&house, "phase-ended"), 1);
    is_sound(&house);
}

#[test]
fn a_report_that_nobody_opposed_while_the_program_did_not_run_counts_at_its_start() {
    let reported = "== ann ==\n1: HEISENBERG\nNOW\n== clock 2023-08-25T22:00:00Z ==\n== ann ==\nREPORT IBM 4512380, KO 98409\n";
    let house = house("stock IBM, KO; The New York Times; NYSE volume", reported, ROBOT);
    let since = house.lines("zaphod").len() as u64;
    let daemon = house.start();
    house.await_line("zaphod", |line| holds(line, "phase-ended") && line.seq > since);
    daemon.terminate();
    assert_eq!((count(&house, "volumes-settled"), count(&house, "drawn"), count(&house, "phase-ended")), (1, 1, 1));
    is_sound(&house);
}

#[test]
fn throws_go_on_where_they_stopped() {
    let house = house("honour", "== ann ==\n1: HEISENBERG\nNOW\n", ROBOT);
    for (number, body) in ["THROW 9", "STATUS", "THROW 0"].into_iter().enumerate() {
        let letter = letter(number, "ann", body);
        let daemon = house.start();
        house.deliver(&letter);
        wait_until(|| house.line_of(&letter)).unwrap_or_else(|| panic!("{body}: {}", house.log()));
        daemon.kill();
    }
    house.once();
    assert_eq!((count(&house, "pinned"), count(&house, "thrown"), count(&house, "drawn"), count(&house, "phase-ended")), (1, 2, 1, 1));
    is_sound(&house);
}

/// What is published counts: nobody makes a pin void by a letter that comes before the relays are asked again.
#[test]
fn the_relays_are_asked_once_more_before_a_late_pin_is_made_void() {
    let relay = Relay::that(Says::Beacons(vec![(123, ROUND_123)]));
    let void = b"From: master@example.org\nTo: custodian@example.org\nMessage-ID: <void@example.org>\nSubject: [Zaphod]\n\nRULING DICE VOID the relays are gone\n";
    let once = house("drand 5 minutes", DRAND, &relays(&[&relay]));
    once.deliver(void);
    once.once();
    assert_eq!((count(&once, "published"), count(&once, "unpinned")), (1, 0));
    let dead = house("drand 5 minutes", DRAND, &format!("{ROBOT}[dice]\nrelays = [\"http://127.0.0.1:1\"]\n"));
    dead.deliver(void);
    dead.once();
    assert_eq!((count(&dead, "published"), count(&dead, "unpinned")), (0, 1), "{:?}", dead.lines("zaphod").last());
    // The running program asks when the letter comes, though it has asked in vain before.
    let late = Relay::that(Says::Bytes(status("404 Not Found", "")));
    let running = house("drand 5 minutes", DRAND, &relays(&[&late]));
    let daemon = running.start();
    assert!(wait_until(|| (late.asked() > 2).then_some(())).is_some());
    late.now_says(Says::Beacons(vec![(123, ROUND_123)]));
    running.deliver(void);
    running.await_line("zaphod", |line| holds(line, "published"));
    daemon.terminate();
    assert_eq!(count(&running, "unpinned"), 0);
}

/// Nor by a letter that lies before another one that holds the beacon.
#[test]
fn a_beacon_in_a_letter_that_waits_counts_before_a_late_pin_is_made_void() {
    let void = b"From: master@example.org\nTo: custodian@example.org\nMessage-ID: <void@example.org>\nSubject: [Zaphod]\n\nRULING DICE VOID it does not come\n";
    let forged = letter(1, "bob", &format!("BEACON 123 {}", ROUND_123.replacen('7', "8", 1)));
    let genuine = letter(2, "bob", &format!("BEACON 123 {ROUND_123}"));
    for running in [false, true] {
        let house = house("drand 5 minutes", DRAND, ROBOT);
        [void, forged.as_slice(), &genuine].into_iter().for_each(|letter| house.deliver(letter));
        match running {
            false => drop(house.once()),
            true => {
                let daemon = house.start();
                wait_until(|| house.line_of(&genuine)).unwrap_or_else(|| panic!("{}", house.log()));
                daemon.terminate();
            }
        }
        assert_eq!((count(&house, "published"), count(&house, "unpinned")), (1, 0), "{:?}", house.lines("zaphod").last());
        let (log, line) = house.line_of(&genuine).unwrap();
        let answer = &house.mails_of(&log, &line)[0];
        assert!(answer.words().contains("is genuine. It was here already, and dice were made from it."), "{}", answer.text);
        is_sound(&house);
    }
    // A forged one is none.
    let house = house("drand 5 minutes", DRAND, ROBOT);
    [void, forged.as_slice()].into_iter().for_each(|letter| house.deliver(letter));
    house.once();
    assert_eq!((count(&house, "published"), count(&house, "unpinned")), (0, 1));
}

/// A relay that is silent keeps no letter waiting but one that could make the late pin void.
#[test]
fn letters_are_read_while_a_pin_is_late_and_the_relays_are_silent() {
    let silent = Relay::that(Says::Hangs);
    let house = house("drand 5 minutes", DRAND, &relays(&[&silent]));
    let daemon = house.start();
    assert!(wait_until(|| (silent.asked() > 0).then_some(())).is_some());
    let begun = Instant::now();
    let letters: Vec<_> = (1..4).map(|number| letter(number, "bob", "STATUS")).collect();
    letters.iter().for_each(|letter| house.deliver(letter));
    wait_until(|| house.line_of(&letters[2])).unwrap_or_else(|| panic!("{}", house.log()));
    assert!(begun.elapsed() < Duration::from_secs(25), "{:?}", begun.elapsed());
    // Nor does it for rulings of somebody who has no voice in that game, or is not believed.
    let stranger = |number: usize| {
        let ruling = "Subject: [Zaphod]\n\nRULING DICE VOID of course\n";
        format!("From: zed@elsewhere.example\nTo: custodian@example.org\nMessage-ID: <{number}@elsewhere.example>\n{ruling}").into_bytes()
    };
    let forged = |number: usize| {
        [b"Received: from a by b; Tue, 3 Mar 2026 10:00:00 +0000\n".as_slice(), &letter(number, "bob", "RULING DICE VOID x")].concat()
    };
    let begun = Instant::now();
    (10..14).for_each(|number| house.deliver(&stranger(number)));
    (14..18).for_each(|number| house.deliver(&forged(number)));
    let asks = letter(20, "bob", "STATUS");
    house.deliver(&asks);
    wait_until(|| house.line_of(&asks)).unwrap_or_else(|| panic!("{}", house.log()));
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    // Of those who have one, the first waits for the relays, and the others do not wait again.
    let voids: Vec<_> = (30..34).map(|number| letter(number, "bob", "RULING DICE VOID")).collect();
    voids.iter().for_each(|letter| house.deliver(letter));
    for letter in &voids {
        wait_until(|| house.line_of(letter)).unwrap_or_else(|| panic!("{}", house.log()));
    }
    assert!(begun.elapsed() < Duration::from_secs(50), "{:?}", begun.elapsed());
    daemon.terminate();
}
