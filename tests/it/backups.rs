//! A copy of the archive that is older than the mails: what players have read shows it, and no dice roll again that somebody knows.

use std::fs;
use std::path::Path;

use crate::program::House;

const RULE: &str = "RULE \"Coin\"\nWhen a pawn moves, flip a coin: on heads it becomes a knight.\nEND\n";

pub fn letter(number: usize, from: &str, answered: Option<&str>, body: &str) -> Vec<u8> {
    let thread = answered.map(|id| format!("In-Reply-To: <{id}>\nReferences: <{id}>\n")).unwrap_or_default();
    let subject = if from == "master@localhost" { "Re: [Zaphod] Zaphod is at rest" } else { "orders" };
    format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: {subject}\n{thread}\n{body}\n").into_bytes()
}

pub fn copied(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    let done = std::process::Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap();
    assert!(done.success());
}

/// A game of two with a coin. Each has moved once, and only the boards before that are in the archive.
pub fn restored() -> House {
    let house = House::new();
    let new = "NEW Zaphod\nPLAYER Ann <ann@x.org>\nPLAYER Bob <bob@x.org>\nUNDO 0\nDICE house";
    let letters =
        [("master@localhost", new), ("ann@x.org", "JOIN"), ("bob@x.org", "JOIN"), ("ann@x.org", RULE), ("bob@x.org", "1: Ng8-f6")];
    for (number, (from, body)) in letters.into_iter().enumerate() {
        house.deliver(&letter(number, from, None, body));
        house.once();
    }
    copied(&house.path("archive"), &house.path("copy"));
    for (number, (from, body)) in [("ann@x.org", "1: e2-e4"), ("bob@x.org", "1: d7-d5")].into_iter().enumerate() {
        house.deliver(&letter(10 + number, from, None, body));
        house.once();
    }
    copied(&house.path("archive"), &house.path("newest"));
    copied(&house.path("copy"), &house.path("archive"));
    house
}

/// The last mail to somebody, by its Message-ID.
pub fn newest(house: &House, to: &str) -> String {
    let mails = house.sent();
    mails.iter().rev().find(|mail| mail.to.contains(to)).unwrap().id.clone()
}

pub fn resting(house: &House) -> String {
    let output = house.command(&["run", "--once"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

pub fn texts(house: &House, to: &str) -> Vec<String> {
    let told = house.sent().into_iter().filter(|mail| mail.to.contains(to));
    told.map(|mail| format!("{}: {}", mail.subject, mail.text.split_whitespace().collect::<Vec<_>>().join(" "))).collect()
}

/// The links of dice that a log reveals.
fn links(house: &House) -> Vec<String> {
    let log = house.lines("zaphod").iter().map(|line| line.text().unwrap()).collect::<String>();
    log.split("\"link\":\"").skip(1).map(|rest| rest[..64].to_owned()).collect()
}

#[test]
fn a_reply_to_a_mail_that_the_record_does_not_know_lays_the_game_to_rest() {
    let house = restored();
    let lines = house.lines("zaphod").len();
    let knows = newest(&house, "ann@x.org");
    house.deliver(&letter(20, "ann@x.org", Some(&knows), "1: a2-a4"));
    assert!(resting(&house).contains("lines of its log are lost"));
    assert_eq!(house.lines("zaphod").len(), lines);
    let told = |to: &str, words: &str| texts(&house, to).iter().filter(|text| text.contains(words)).count();
    assert_eq!(told("master@localhost", "RULING GO ON"), 1, "{:?}", texts(&house, "master@localhost"));
    for player in ["ann@x.org", "bob@x.org"] {
        assert_eq!(told(player, "[Zaphod] Zaphod is at rest: Hello"), 1, "{:?}", texts(&house, player));
    }
    assert_eq!(told("ann@x.org", "Your letter is kept, and nothing in it was carried out"), 1);
    // Another start does not forget it, and tells nobody twice.
    house.deliver(&letter(21, "bob@x.org", None, "STATUS"));
    resting(&house);
    assert_eq!(told("bob@x.org", "[Zaphod] Zaphod is at rest: Hello"), 1);
    // With the newest copy it goes on as if nothing had been.
    fs::remove_dir_all(house.path("archive/zaphod")).unwrap();
    copied(&house.path("newest/zaphod"), &house.path("archive/zaphod"));
    house.deliver(&letter(22, "ann@x.org", Some(&knows), "1: a2-a4"));
    house.once();
    assert!(house.lines("zaphod").len() > lines + 2);
    house.verifies("zaphod");
}

#[test]
fn the_master_lets_it_go_on_with_dice_that_nobody_knows() {
    let house = restored();
    let known = {
        let restored = house.copy();
        copied(&restored.path("newest"), &restored.path("archive"));
        links(&restored)
    };
    assert_eq!((known.len(), links(&house).len()), (2, 0));
    let lost = newest(&house, "ann@x.org");
    house.deliver(&letter(20, "ann@x.org", Some(&lost), "1: a2-a4"));
    resting(&house);
    // A player cannot, and the master needs a reason.
    house.deliver(&letter(21, "bob@x.org", None, "RULING GO ON \"now\""));
    house.deliver(&letter(22, "master@localhost", None, "RULING GO ON"));
    resting(&house);
    assert!(texts(&house, "master@localhost").iter().any(|text| text.contains("A ruling has a reason that everybody reads.")));
    house.deliver(&letter(23, "master@localhost", None, "RULING GO ON \"the disk died\""));
    house.once();
    let said = texts(&house, "bob@x.org").pop().unwrap();
    assert!(said.contains("goes on without them, as the master rules: the disk died"), "{said}");
    // What the lost mails bear witness to is known now.
    house.deliver(&letter(24, "ann@x.org", Some(&lost), "1: a2-a4"));
    house.once();
    house.deliver(&letter(25, "bob@x.org", Some(&newest(&house, "bob@x.org")), "1: d7-d5"));
    house.once();
    let links = links(&house);
    assert!(links.len() == 2 && links.iter().all(|link| !known.contains(link)), "{links:?}");
    house.verifies("zaphod");
    let deep = house.run(&["verify", "zaphod", "--deep"]);
    assert!(deep.lines().last().unwrap().starts_with("OK zaphod "), "{deep}");
    let dice = house.run(&["dice", "verify", "zaphod"]);
    assert!(dice.contains("2 rolls"), "{dice}");
    // The end tells the seeds of both chains.
    house.deliver(&letter(26, "ann@x.org", None, "RESIGN"));
    house.once();
    let told = house.lines("zaphod").iter().map(|line| line.text().unwrap()).collect::<String>();
    assert_eq!(told.matches("\"event\":\"seed-revealed\"").count(), 2);
    house.verifies("zaphod");
    let check = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dice/check.py");
    match std::process::Command::new("python3").arg(check).arg(house.path("archive/zaphod")).output() {
        Ok(other) => assert!(other.status.success(), "{other:?}"),
        Err(missing) => eprintln!("the second implementation was not run: python3: {missing}"),
    }
}

/// Nobody can lay a game to rest by a Message-ID that this house never gave.
#[test]
fn a_message_id_that_somebody_has_made_up_shows_nothing() {
    let house = restored();
    let known = newest(&house, "ann@x.org");
    let (mail, behind) = known.split_once('+').unwrap();
    let [digits, branch, stamp, token] = behind.split('.').collect::<Vec<_>>()[..] else { panic!("{known}") };
    assert_eq!(branch, "0");
    for (number, forged) in [
        known.replacen("zaphod.", "zaphod.9", 1),
        format!("{mail}+{digits}.0.aaaaaaaaaaaa.{token}"),
        format!("{mail}+{token}"),
        format!("{mail}+{digits}.7.{stamp}.{token}"),
        format!("{mail}+00000000.0.{stamp}.{token}"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_ne!(forged, known);
        house.deliver(&letter(30 + number, "ann@x.org", Some(&forged), "STATUS"));
        house.once();
    }
}

/// The first so many lines of the log, and a part of the next.
fn cut(house: &House, lines: usize, part: usize) {
    let log = house.path("archive/zaphod/log/000001.jsonl");
    let whole = fs::read_to_string(&log).unwrap();
    let kept: usize = whole.split_inclusive('\n').take(lines).map(str::len).sum();
    fs::write(&log, &whole.as_bytes()[..kept + part]).unwrap();
}

/// A log that ends too soon, as its mark or the files beside it show, goes on by the master's word, and rolls nothing that was mailed.
#[test]
fn a_log_that_was_cut_goes_on_by_the_masters_word_with_dice_that_nobody_knows() {
    // What is left of the log, of its last line, and what is lost besides.
    for (part, gone) in [(0, None), (40, None), (0, Some("high-water")), (40, Some("high-water")), (0, Some("checkpoints"))] {
        let house = restored();
        let lines = house.lines("zaphod").len();
        copied(&house.path("newest"), &house.path("archive"));
        let known = links(&house);
        cut(&house, lines, part);
        let path = gone.map(|gone| house.path(&format!("archive/zaphod/{gone}")));
        path.inspect(|path| fs::remove_file(path).or_else(|_| fs::remove_dir_all(path)).unwrap());
        for _ in 0..2 {
            assert!(resting(&house).contains("lines of its log are lost"), "{gone:?}");
            assert_eq!(house.lines("zaphod").len(), lines);
        }
        let told = texts(&house, "master@localhost").into_iter().filter(|text| text.contains("RULING GO ON")).count();
        assert_eq!(told, 1, "{:?}", texts(&house, "master@localhost"));
        // Whoever takes away what shows the loss gets no older dice by it.
        if part == 0 && gone.is_some() {
            for gone in ["high-water", "checkpoints", "boards"] {
                let path = house.path(&format!("archive/zaphod/{gone}"));
                let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
            }
            assert!(resting(&house).contains("lines of its log are lost"));
        }
        house.deliver(&letter(22, "ann@x.org", None, "1: a2-a4"));
        resting(&house);
        house.deliver(&letter(23, "master@localhost", None, "RULING GO ON \"the disk died\""));
        house.once();
        house.deliver(&letter(24, "ann@x.org", None, "1: a2-a4"));
        house.once();
        house.deliver(&letter(25, "bob@x.org", None, "1: d7-d5"));
        assert!(!house.once().contains("at rest"));
        let links = links(&house);
        assert!(links.len() == 2 && links.iter().all(|link| !known.contains(link)), "{links:?}");
        assert!(!house.run(&["status"]).contains("AT REST"));
        let verified = String::from_utf8(house.command(&["verify", "zaphod"]).output().unwrap().stdout).unwrap();
        assert!(verified.lines().last().is_some_and(|last| last.starts_with("OK ") || last.starts_with("WITHHELD ")), "{verified}");
    }
}

/// Lines that are lost once more, with the master's word among them: no chain begins twice.
#[test]
fn a_log_that_is_cut_behind_a_ruling_goes_on_with_another_chain_again() {
    let house = restored();
    let lines = house.lines("zaphod").len();
    copied(&house.path("newest"), &house.path("archive"));
    let mut chains = Vec::new();
    for number in [30, 40] {
        cut(&house, lines, 0);
        resting(&house);
        house.deliver(&letter(number, "master@localhost", None, "RULING GO ON \"the disk died\""));
        house.once();
        house.deliver(&letter(number + 1, "ann@x.org", None, "1: a2-a4"));
        house.once();
        house.deliver(&letter(number + 2, "bob@x.org", None, "1: d7-d5"));
        house.once();
        chains.extend(links(&house));
        house.verifies("zaphod");
    }
    chains.sort();
    chains.dedup();
    assert_eq!(chains.len(), 4);
}

/// What a copy that failed, or a hand, does to a game is told before it is played on.
#[test]
fn doctor_and_status_look_into_the_logs() {
    let house = restored();
    let archive = house.path("archive/zaphod");
    copied(&archive, &house.path("sound"));
    let looks = |spoil: &dyn Fn(), says: &str| {
        copied(&house.path("sound"), &archive);
        spoil();
        let doctor = house.command(&["doctor"]).output().unwrap();
        let said = String::from_utf8(doctor.stdout).unwrap();
        assert!(said.contains("mend     games      zaphod cannot go on: ") && said.contains(says), "{says}: {said}");
        assert_eq!(doctor.status.code(), Some(1));
        assert_eq!(house.command(&["status"]).output().unwrap().status.code(), Some(1), "{says}");
    };
    let log = archive.join("log/000001.jsonl");
    let lines = house.lines("zaphod").len();
    assert!(house.run(&["doctor"]).contains("1 game, and it can go on"));
    looks(&|| cut(&house, lines - 2, 0), &format!("the log ends with line {}, and line {lines} had been acknowledged", lines - 2));
    looks(&|| cut(&house, lines - 1, 40), "the line is unfinished");
    looks(&|| fs::write(&log, "").unwrap(), "the log is empty");
    looks(&|| fs::remove_file(archive.join("game.toml")).unwrap(), "game.toml");
    let emptied = || {
        fs::write(&log, "").unwrap();
        for gone in ["high-water", "checkpoints", "mail", "boards", "evidence", "private"] {
            let path = archive.join(gone);
            let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
        }
    };
    looks(&emptied, "its log is empty");
    let before = house.sent().len();
    resting(&house);
    let told: Vec<String> = house.sent().into_iter().skip(before).map(|mail| mail.to).collect();
    assert_eq!(told, ["master@localhost"]);
}
