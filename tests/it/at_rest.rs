//! Questions about a game at rest, and about lines that it has lost: they are answered from the record as it is, and say what happened.

use crate::backups::{copied, letter, newest, resting, restored, texts};
use crate::forger::played;
use crate::program::House;

/// The last line of the mail with that Message-ID.
fn footer(house: &House, id: &str) -> String {
    let mail = house.sent().into_iter().find(|mail| mail.id == id).unwrap();
    mail.text.trim_end().lines().last().unwrap().trim().to_owned()
}

/// A game that has lost lines and rests, and a mail of a lost one.
fn at_rest() -> (House, String) {
    let house = restored();
    let lost = newest(&house, "ann@x.org");
    house.deliver(&letter(20, "ann@x.org", Some(&lost), "1: a2-a4"));
    resting(&house);
    (house, lost)
}

fn last(house: &House, to: &str) -> String {
    texts(house, to).pop().unwrap()
}

#[test]
fn questions_are_answered_while_a_game_rests_and_orders_are_kept() {
    let (house, lost) = at_rest();
    let lines = house.lines("zaphod").len();
    let asks = |number: usize, who: &str, body: &str| {
        house.deliver(&letter(number, who, None, body));
        resting(&house);
        last(&house, who)
    };
    let told = asks(21, "ann@x.org", &format!("STATUS\nHISTORY\nBOARD\nRULES\nHELP DICE\nVERIFY {}", footer(&house, &lost)));
    for words in [
        "[Zaphod] status",
        "Zaphod is at rest: lines of its record are lost.",
        &format!("how it stands in its record, which ends with line {lines}."),
        "STATUS Turn 2: Ann (white) to play.",
        "HISTORY",
        "Ng8-f6",
        "RULES IN FORCE",
        "HELP: DICE",
        "VERIFY UNKNOWN: there is no line",
    ] {
        assert!(told.contains(words), "{words:?} is not in {told}");
    }
    assert!(!told.contains("was carried out"), "{told}");
    let told = asks(22, "bob@x.org", "RESEND");
    assert!(told.contains("its mails cannot be sent again") && told.contains("to play") && told.contains("RULE \"Coin\""), "{told}");
    let told = asks(23, "ann@x.org", "BOARD\n1: a2-a4");
    assert!(
        told.contains("a b c d e f g h") && told.contains("What you have ordered is kept, and nothing of it was carried out"),
        "{told}"
    );
    let told = asks(24, "ann@x.org", "1: a2-a4");
    assert!(told.contains("I could do nothing with your letter") && told.contains("What you may do now is to ask: STATUS"), "{told}");
    let told = asks(25, "master@localhost", "STATUS");
    assert!(told.contains("Zaphod is at rest") && told.contains("to play"), "{told}");
    assert_eq!(house.lines("zaphod").len(), lines);
    house.verifies("lobby");
}

/// What lies behind a damage cannot be read: it is not told as lost, nor is the record told and signed as if it ended there.
#[test]
fn a_record_that_is_damaged_in_its_middle_is_told_as_far_as_it_can_be_read() {
    let house = played("Zaphod");
    let sound = house.lines("zaphod");
    let log = house.path("archive/zaphod/log/000001.jsonl");
    let whole = std::fs::read_to_string(&log).unwrap();
    let damaged = sound.len() - 3;
    let lines: Vec<String> = whole
        .lines()
        .enumerate()
        .map(|(at, line)| if at + 1 == damaged { line.replacen("note", "nite", 1) } else { line.to_owned() })
        .collect();
    std::fs::write(&log, lines.join("\n") + "\n").unwrap();
    let read = damaged - 1;
    let asks = |number: usize, body: &str| {
        house.deliver(&letter(number, "ann@x.org", None, body));
        resting(&house);
        last(&house, "ann@x.org")
    };
    let footer = |line: usize| format!("zaphod #{line} head {}", &sound[line - 1].hash.to_string()[..16]);
    let told = asks(61, "STATUS");
    assert!(told.contains(&format!("how it stood up to line {read} of its record, behind which that is damaged.")), "{told}");
    assert!(!told.contains("which ends with line"), "{told}");
    for line in [damaged, sound.len()] {
        let told = asks(61 + line, &format!("VERIFY {}", footer(line)));
        assert!(told.contains("CANNOT BE READ AT PRESENT") && !told.contains("UNKNOWN") && !told.contains("lost"), "{told}");
    }
    let told = asks(90, &format!("VERIFY {}", footer(read)));
    assert!(told.contains(&format!("MATCHES: line {read} of zaphod has the head")), "{told}");
    let told = asks(91, "VERIFY");
    assert!(told.contains("nothing is signed") && !told.contains("BEGIN SSH SIGNATURE"), "{told}");
    let players = texts(&house, "bob@x.org");
    assert!(
        players.iter().any(|text| text.contains(&format!("as far as the record can be read at present, which is up to line {read}"))),
        "{players:?}"
    );
    // Where no line can be read, nobody is sent to ask how it stands.
    std::fs::write(&log, whole.replacen("note", "nite", 1)).unwrap();
    let told = asks(92, "1: a2-a4");
    assert!(told.contains("how the game stands cannot be read at present") && !told.contains("STATUS"), "{told}");
    std::fs::write(&log, whole).unwrap();
    house.deliver(&letter(93, "ann@x.org", None, "STATUS"));
    house.once();
    assert!(!last(&house, "ann@x.org").contains("at rest"));
}

/// Whoever only writes in a player's name learns nothing; the secret in any mail of the game, a lost one too, proves a letter.
#[test]
fn a_question_about_a_game_at_rest_needs_proof() {
    let (house, lost) = at_rest();
    let by_mail = |number: usize, answered: Option<&str>| {
        let letter = String::from_utf8(letter(number, "ann@x.org", answered, "STATUS")).unwrap();
        house.deliver(format!("Received: from somewhere by here; Mon, 2 Nov 2026 10:00:00 +0000\n{letter}").as_bytes());
        resting(&house);
        last(&house, "ann@x.org")
    };
    let told = by_mail(21, None);
    assert!(!told.contains("to play"), "{told}");
    let told = by_mail(22, Some(&lost));
    assert!(told.contains("STATUS Turn 2: Ann (white) to play."), "{told}");
}

#[test]
fn a_line_that_was_lost_before_the_game_went_on_is_told_as_lost_and_not_as_changed() {
    let (house, lost) = at_rest();
    let ends = house.lines("zaphod").len();
    let footer = footer(&house, &lost);
    house.deliver(&letter(23, "master@localhost", None, "RULING GO ON \"the disk died\""));
    house.once();
    for (number, who, order) in [(24, "ann@x.org", "1: a2-a4"), (25, "bob@x.org", "1: d7-d5")] {
        house.deliver(&letter(number, who, None, order));
        house.once();
    }
    let mut number = 30;
    let mut asked = |answered: Option<&str>, words: &str| {
        number += 1;
        house.deliver(&letter(number, "ann@x.org", answered, &format!("VERIFY {words}")));
        assert!(!house.once().contains("at rest"));
        last(&house, "ann@x.org")
    };
    let of_before = format!("the game went on without them, in line {}, by a ruling of the master: the disk died.", ends + 1);
    let (later, changed) = ("If your mail came later, and says so, the record was changed", "Compare it with your mail once more");
    let told = asked(None, &footer);
    assert!(
        told.contains("DOES NOT MATCH: line ") && told.contains(&of_before) && told.contains(later) && !told.contains(changed),
        "{told}"
    );
    // In a reply to that very mail nothing is left open.
    let told = asked(Some(&lost), &footer);
    assert!(told.contains(&of_before) && !told.contains(later) && !told.contains("Answer that very mail"), "{told}");
    let (_, head) = footer.rsplit_once(' ').unwrap();
    let told = asked(Some(&lost), &footer.replace(head, "0123456789abcdef"));
    assert!(told.contains(later), "{told}");
    // What stands in lines that were not lost is told as ever.
    let told = asked(None, &format!("zaphod #{} head 0123456789abcdef", ends - 1));
    assert!(told.contains("DOES NOT MATCH") && told.contains(changed) && !told.contains("went on without"), "{told}");
    let (seq, head) = footer.strip_prefix("zaphod #").unwrap().split_once(" head ").unwrap();
    let output = house.command(&["verify", "zaphod", seq, head]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(1) && said.contains(&of_before) && said.contains(later), "{said}");
}

/// The name of a game may come to another one, which has lost nothing.
#[test]
fn a_game_that_is_founded_anew_under_a_name_does_not_rest_for_the_old_one() {
    let (house, _) = at_rest();
    std::fs::remove_dir_all(house.path("archive/zaphod")).unwrap();
    // Other settings: two that are founded alike in one second are one.
    let new = "NEW Zaphod\nPLAYER Bob <bob@x.org>\nPLAYER Ann <ann@x.org>\nUNDO 0\nDICE house";
    for (number, who, body) in
        [(40, "master@localhost", new), (41, "ann@x.org", "JOIN"), (42, "bob@x.org", "JOIN"), (43, "bob@x.org", "1: e2-e4")]
    {
        house.deliver(&letter(number, who, None, body));
        house.once();
    }
    assert!(house.lines("zaphod").iter().any(|line| line.entry.note.contains("e2-e4")));
    assert!(!house.run(&["status"]).contains("AT REST"));
}

/// Of several games at rest none is meant that is not named.
#[test]
fn a_ruling_for_one_of_several_games_at_rest_names_it() {
    let house = House::new();
    let by_hand = |number: usize, from: &str, answered: Option<&str>, body: &str| {
        let thread = answered.map(|id| format!("In-Reply-To: <{id}>\n")).unwrap_or_default();
        house.deliver(
            format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: hello\n{thread}\n{body}\n").as_bytes(),
        );
    };
    let mut number = 0;
    let mut all = |bodies: &[(&str, &str)]| {
        for game in ["Zaphod", "Marvin"] {
            for (from, body) in bodies {
                number += 1;
                by_hand(number, from, None, &body.replace("NAME", game));
                house.once();
            }
        }
    };
    let new = "NEW NAME\nPLAYER Ann <ann@x.org>\nPLAYER Bob <bob@x.org>\nUNDO 0\nDICE house";
    all(&[("master@localhost", new), ("ann@x.org", "GAME NAME\nJOIN"), ("bob@x.org", "GAME NAME\nJOIN")]);
    copied(&house.path("archive"), &house.path("copy"));
    all(&[("ann@x.org", "GAME NAME\n1: e2-e4")]);
    let lost: Vec<String> = ["[Zaphod]", "[Marvin]"]
        .map(|tag| house.sent().into_iter().rfind(|mail| mail.to.contains("bob@x.org") && mail.subject.contains(tag)).unwrap().id)
        .into();
    copied(&house.path("copy"), &house.path("archive"));
    for (at, lost) in lost.iter().enumerate() {
        by_hand(50 + at, "bob@x.org", Some(lost), "STATUS");
        resting(&house);
    }
    let lines = |game: &str| house.lines(game).len();
    let before = (lines("zaphod"), lines("marvin"));
    by_hand(60, "master@localhost", None, "RULING GO ON the disk died");
    resting(&house);
    assert_eq!((lines("zaphod"), lines("marvin")), before);
    let told = last(&house, "master@localhost");
    assert!(told.contains("Marvin, Zaphod") && told.contains("GAME Marvin"), "{told}");
    by_hand(61, "master@localhost", None, "GAME Zaphod\nRULING GO ON the disk died");
    resting(&house);
    assert!(lines("zaphod") > before.0 && lines("marvin") == before.1);
    by_hand(62, "master@localhost", None, "GAME Marvin\nRULING GO ON the disk died");
    house.once();
    assert!(lines("marvin") > before.1);
}
