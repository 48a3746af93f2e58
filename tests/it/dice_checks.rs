//! How dice are agreed on, checked and told, case by case: what was once wrong with it stays mended.

use std::fs;
use std::process::Command;

use chrono::{DateTime, Utc};
use custodian::archive::record::read_founding;
use custodian::dice::{Beacon, Method, Round, Signature};

use crate::backups::copied;
use crate::forger::{played as game_of_coins, rewrite};
use crate::program::House;
use crate::relay::{ROUND_123, ROUND_1000};
use crate::scripted::{Table, played};
use crate::shell::Desk;

/// Two players who have joined a game that rolls so.
fn founded(dice: &str) -> String {
    format!(
        "== clock 2023-08-23T14:00:00Z ==\n== master@example.org subject a game ==\nNEW Zaphod\nPLAYERS ann@players.example, \
         bob@players.example\nUNDO 0\nDICE {dice}\n== ann ==\nJOIN\n== bob ==\nJOIN\n"
    )
}

const COIN: &str = "RULE \"Brave pawns\"\n  When a pawn moves, flip a coin: on heads the pawn becomes a knight.\nEND\n";
const ROBOT: &str = "[robot]\naddress = \"custodian@example.org\"\n[master]\naddress = \"master@example.org\"\n";

fn letter(number: usize, from: &str, answered: Option<&str>, body: &str) -> Vec<u8> {
    let thread = answered.map(|id| format!("In-Reply-To: <{id}>\n")).unwrap_or_default();
    format!("From: {from}\nTo: custodian@example.org\nMessage-ID: <{number}.{from}>\nSubject: [Zaphod]\n{thread}\n{body}\n").into_bytes()
}

/// What the second implementation says of a game's folder; none where there is no python3.
fn check_py(folder: &std::path::Path) -> Option<(bool, String)> {
    let check = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dice/check.py");
    match Command::new("python3").arg(check).arg(folder).output() {
        Ok(output) => Some((output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())),
        Err(missing) => {
            eprintln!("the second implementation was not run: python3: {missing}");
            None
        }
    }
}

/// Both implementations know the hour that an amendment to beacons has agreed on.
#[test]
fn a_game_that_came_to_beacons_by_an_amendment_pins_the_first_round_in_its_time() {
    let script = format!(
        "{}== ann ==\n{COIN}PROPOSE\nThe drand beacon rolls the dice.\nEND\n== bob ==\nVOTE A1 YES\n1: Ng8-f6\n== ann ==\nVOTE A1 YES\n\
         == clock 2023-08-23T14:58:24Z ==\n== ann ==\n1: e2-e4\n== clock 2023-08-23T16:00:00Z ==\n== bob ==\nBEACON 1000 {ROUND_1000}\n",
        founded("house")
    );
    let table = played(&script);
    let house = House::new();
    let folder = house.path("zaphod");
    fs::create_dir(&folder).unwrap();
    table.lay_down(&folder);
    assert!(table.log_of("zaphod").contains("\"event\":\"published\""), "{}", table.transcript);
    table.is_decided_again();
    let verified = || house.command(&["verify", "zaphod"]).output().unwrap();
    let Some((good, said)) = check_py(&folder) else { return };
    assert!(good && said.contains("roll 2.1.1: digits "), "{said}");
    rewrite(&folder, |all| {
        for entry in all.iter_mut() {
            for event in &mut entry.events {
                if event.as_str().contains("\"event\":\"pinned\"") {
                    *event = serde_json::from_str(&event.as_str().replace("1000", "999")).unwrap();
                }
            }
        }
    });
    let (good, said) = check_py(&folder).unwrap();
    assert!(!good && said.contains("is pinned to round 999, and the first one in its time is"), "{said}");
    let output = verified();
    assert_ne!(output.status.code(), Some(0), "{output:?}");
}

/// A proposal about dice tells how they would be rolled, and what everybody has to note before the first roll.
#[test]
fn a_proposal_about_dice_tells_what_to_note() {
    let proposes = |dice: &str, sentence: &str| {
        let table = played(&format!("{}== ann ==\n1: e2-e4\nPROPOSE\n{sentence}\nEND\n", founded(dice)));
        table.mails.iter().map(|mail| mail.text.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    for told in proposes("honour", "The house rolls the dice.") {
        assert!(told.contains("The end of its chain, for you to note before the first roll: "), "{told}");
    }
    for told in proposes("house", "The drand beacon rolls the dice.") {
        assert!(told.contains("somebody has to mail each one (HELP DICE)") && told.contains("1 hour"), "{told}");
    }
}

#[test]
fn a_game_by_beacons_takes_the_configured_time_where_the_founder_names_none() {
    let house = House::with_config("[dice]\nrelays = [\"http://127.0.0.1:1\"]\nlead_minutes = 5\n");
    let lead = |name: &str, dice: &[&str]| {
        let arguments = [&["new", name][..], dice, &["Ann <ann@x.org>", "Ben <ben@x.org>"]].concat();
        house.run(&arguments);
        house.once();
        let toml = fs::read_to_string(house.path(&format!("archive/{}/game.toml", name.to_lowercase()))).unwrap();
        read_founding(&toml).unwrap().method
    };
    assert_eq!(lead("Usual", &[]), Method::Drand { lead: 300 });
    assert_eq!(lead("Drand", &["--dice", "drand"]), Method::Drand { lead: 300 });
    assert_eq!(lead("Late", &["--dice", "drand 2 hours"]), Method::Drand { lead: 7200 });
}

#[test]
fn a_pin_that_is_left_when_the_game_is_over_is_told() {
    let table = played(&format!("{}== ann ==\n1: HEISENBERG\n== bob ==\nRESIGN\n", founded("honour")));
    let house = House::new();
    let folder = house.path("zaphod");
    fs::create_dir(&folder).unwrap();
    table.lay_down(&folder);
    let said = house.run(&["dice", "verify", "zaphod"]);
    assert!(said.contains("roll 1.1.1 was pinned to ") && said.contains("the game was over before it was made"), "{said}");
    assert!(said.contains("OK zaphod 0 rolls"), "{said}");
}

#[test]
fn a_roll_that_no_game_could_name_is_not_hashed() {
    let desk = Desk::new();
    let check = |roll: &str| desk.run(&["dice", "check", "1000", ROUND_1000, "--game", "g0001", "--roll", roll]);
    let told = check("r0001").succeeds();
    assert!(told.contains("4316031764070230"), "{told}");
    for good in ["5.2.1", "5.2b.1", "5.2.1c"] {
        check(good).succeeds();
    }
    for bad in ["5.2.1 ", "05.2.1", "5.2", "x y", ""] {
        check(bad).fails(2, "a roll is named by turn, player and number");
    }
}

/// Beacons lie in `evidence/` as well, where people look for them: what lies there is what the log holds.
#[test]
fn evidence_that_is_not_of_its_line_is_found() {
    let script = format!(
        "{}== ann ==\n{COIN}== bob ==\n1: Ng8-f6\n== clock 2023-08-23T15:09:33Z ==\n== ann ==\n1: e2-e4\n== clock 2023-08-23T15:20:00Z ==\n\
         == bob ==\nBEACON 123 {ROUND_123}\n",
        founded("drand 5 minutes")
    );
    let house = House::new();
    played(&script).lay_down_archive(&house.path("archive"));
    let sound = house.path("archive/zaphod");
    house.run(&["verify", "archive/zaphod"]);
    let forged = |change: &dyn Fn(&std::path::Path)| {
        let copy = house.path("zaphod");
        copied(&sound, &copy);
        change(&copy);
        let output = house.command(&["verify", "zaphod"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("the beacons that it names in evidence/ are not those that it holds: evidence/"), "{said}");
    };
    // Nothing is named, or something else.
    forged(&|copy| rewrite(copy, |all| all.iter_mut().for_each(|entry| entry.files.clear())));
    forged(&|copy| {
        let beacon = fs::read_dir(copy.join("evidence")).unwrap().next().unwrap().unwrap().path();
        let text = fs::read_to_string(&beacon).unwrap().replace("123", "124");
        let blob = custodian::archive::Blob::evidence(text.into_bytes(), "json").unwrap();
        fs::write(copy.join(blob.name().as_str()), blob.bytes()).unwrap();
        rewrite(copy, |all| {
            for entry in all.iter_mut().filter(|entry| !entry.files.is_empty()) {
                entry.files = [blob.name().clone()].into();
            }
        });
    });
}

/// A copy of yesterday knows nothing of a mail of today, and nothing is wrong with it.
#[test]
fn an_older_copy_is_called_older_before_lines_are_called_lost() {
    let house = game_of_coins("Zaphod");
    copied(&house.path("archive/zaphod"), &house.path("yesterday"));
    house.deliver(b"From: bob@x.org\nTo: custodian@localhost\nMessage-ID: <90.bob@x.org>\nSubject: hello\n\nSTATUS\n");
    house.once();
    let newest = house.lines("zaphod").pop().unwrap();
    let output = house.command(&["verify", "yesterday", &newest.seq.to_string(), &newest.hash.to_string()]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("UNKNOWN: there is no line ") && said.contains("If it is older than the mail, ask for a newer one."), "{said}");
}

/// A letter that was written, or came, after the hour of its line: the line is dated back, or a clock was wrong.
#[test]
fn a_line_that_is_dated_before_its_letter_is_named() {
    let house = game_of_coins("Zaphod");
    let later = |minutes: i64| (Utc::now() + chrono::TimeDelta::minutes(minutes)).to_rfc2822();
    let trace = |date: &str| format!("Received: from there by here; {date}\nDate: {}\n", later(-60));
    let letters = [
        (91, format!("Date: {}\n", later(30)), "STATUS", true),
        (92, trace(&later(40)), "BOARD", true),
        (93, format!("Date: {}\n", later(-30)), "RULES", false),
        (94, format!("Date: {}\n", later(1)), "HISTORY", false),
    ];
    for (number, head, body, named) in letters {
        let letter =
            format!("From: bob@x.org\nTo: custodian@localhost\nMessage-ID: <{number}.bob@x.org>\nSubject: hello\n{head}\n{body}\n");
        house.deliver(letter.as_bytes());
        house.once();
        let Some((_, line)) = house.line_of(letter.as_bytes()).filter(|(log, _)| log == "zaphod") else { panic!("{number}") };
        let said = house.run(&["verify", "zaphod", "--deep"]);
        let tells = said.contains(&format!("line {}: it is dated before its letter was written or had come, ", line.seq));
        assert_eq!(tells, named, "{number}: {said}");
    }
}

/// What the page "Dice that anybody can check" says of a clock that ran ahead, played through.
#[test]
fn a_clock_that_ran_ahead_is_mended_as_the_page_says() {
    let script = format!("{}== ann ==\n{COIN}== bob ==\n1: Ng8-f6\n", founded("drand 5 minutes"));
    let house = House::with_config(&(ROBOT.to_owned() + "[dice]\nrelays = []\n"));
    played(&script).lay_down_archive(&house.path("copy"));
    played(&format!("{script}== clock 2036-01-01T00:00:00Z ==\n== ann ==\n1: e2-e4\n")).lay_down_archive(&house.path("archive"));
    let logged = house.once();
    assert!(logged.contains("the newest line is dated ahead of the clock"), "{logged}");
    let to = |who: &str, words: &str| house.sent().into_iter().rfind(|mail| mail.to.contains(who) && mail.subject.contains(words)).unwrap();
    assert!(to("master@example.org", "the clock of this house was wrong").words().contains("put back, goes on in the right time"));
    let doctor = String::from_utf8(house.command(&["doctor"]).output().unwrap().stdout).unwrap();
    assert!(doctor.contains("mend     clock"), "{doctor}");
    let of_2036 = to("ann@players.example", "WAITING-DICE");
    assert!(of_2036.subject.contains("2036"), "{}", of_2036.subject);
    // The master puts back the whole archive of before that line; a reply shows what is lost.
    copied(&house.path("copy"), &house.path("archive"));
    assert!(!house.once().contains("ahead of the clock"));
    house.deliver(&letter(1, "ann@players.example", Some(&of_2036.id), "1: e2-e4"));
    let resting = house.command(&["run", "--once"]).output().unwrap();
    assert_eq!(resting.status.code(), Some(1), "{resting:?}");
    house.deliver(&letter(2, "master@example.org", None, "RULING GO ON \"the clock was wrong\""));
    house.once();
    house.deliver(&letter(3, "ann@players.example", None, "1: e2-e4"));
    house.once();
    let pinned =
        house.lines("zaphod").into_iter().rfind(|line| line.text().unwrap().contains("\"event\":\"pinned\"")).expect("it is pinned");
    let off = (pinned.entry.at - DateTime::<Utc>::from(std::time::SystemTime::now())).abs();
    assert!(off < chrono::TimeDelta::minutes(5), "{}", pinned.entry.at);
    let waits = to("ann@players.example", "WAITING-DICE");
    assert!(!waits.subject.contains("2036"), "{}", waits.subject);
    house.verifies("zaphod");
}

/// The agreement on the dice stands in the log, once for each player who joined.
#[test]
fn each_players_agreement_is_recorded() {
    for (dice, kind) in [("house", "house"), ("drand 5 minutes", "drand"), ("stock IBM, KO", "stock"), ("honour", "honour")] {
        let log = played(&founded(dice)).log_of("zaphod");
        for name in ["Ann", "Bob"] {
            let (before, _) = log.split_once(&format!(",\"event\":\"agreed\",\"name\":\"{name}\"")).unwrap_or_else(|| panic!("{log}"));
            let (_, agreed) = before.rsplit_once("{\"dice\":").unwrap();
            assert!(agreed.contains(kind), "{agreed}");
        }
    }
}

/// Volumes are what players have read: nobody chooses a day or figures, and what was read off is not thrown away.
#[test]
fn nobody_chooses_among_volumes() {
    let mut table = played(&format!("{}== ann ==\n1: HEISENBERG\n== clock 2023-09-11T22:00:00Z ==\n", founded("stock IBM, KO")));
    let answer = |table: &mut Table, who: &str, body: &str| {
        let (who, subject) = if who == "master" { ("master@example.org", Some("[Zaphod]")) } else { (who, None) };
        table.writes(who, subject, &format!("{body}\n"));
        table.mails[0].text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let told = answer(&mut table, "master", "RULING DICE IBM 1239, KO 777 \"so I say\"");
    assert!(told.contains("a ruling helps where their reports differ"), "{told}");
    let told = answer(&mut table, "bob", "REPORT IBM 4512387, KO 98402 ON 2023-09-08");
    assert!(told.contains("no market is closed for longer"), "{told}");
    let told = answer(&mut table, "bob", "REPORT IBM 4512387, KO 98402");
    assert!(told.contains("it counts when another player reports the same"), "{told}");
    let told = answer(&mut table, "master", "RULING DICE VOID \"I do not like it\"");
    assert!(told.contains("some of these dice are read off already"), "{told}");
    let told = answer(&mut table, "ann", "RULING DICE VOID \"nor do I\"");
    assert!(told.contains("1 of 2 players do; it takes all of them"), "{told}");
    let told = answer(&mut table, "ann", "REPORT IBM 4512386, KO 98402");
    assert!(told.contains("has reported something else"), "{told}");
    let told = answer(&mut table, "master", "RULING DICE IBM 4512385, KO 98402 \"I have read them\"");
    assert!(told.contains("no player has reported these figures"), "{told}");
    let told = answer(&mut table, "master", "RULING DICE IBM 4512387, KO 98402 \"so the paper says\"");
    assert!(!told.contains("REFUSED"), "{told}");
    table.is_decided_again();
    table.replays_to_the_same_state();
}

/// What it took is told rightly, and the mover is not told of a refused line where there was none.
#[test]
fn a_pin_that_was_read_in_part_and_made_void_by_all_is_told_as_that() {
    let mut table = played(&format!("{}== ann ==\n1: HEISENBERG\n== clock 2023-09-11T22:00:00Z ==\n", founded("stock IBM, KO")));
    for (who, body) in [
        ("bob", "REPORT IBM 4512387, KO 98402"),
        ("bob", "RULING DICE VOID \"it was a holiday\""),
        ("ann", "RULING DICE VOID \"so it was\""),
    ] {
        table.writes(who, None, &format!("{body}\n"));
    }
    let told: Vec<String> = table.mails.iter().map(|mail| mail.text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert!(told[0].contains("the pin is void") && told[0].contains("the dice that they were locked for are void"), "{}", told[0]);
    assert!(told.iter().any(|text| text.contains("Enough players agree: the dice that were pinned are void")), "{told:?}");
    assert!(told.iter().all(|text| !text.contains("More than half") && !text.contains("that they came in was refused")), "{told:?}");
}

/// `REPORT YES` confirms what its writer was told of, and nothing that came behind it.
#[test]
fn nobody_confirms_figures_that_he_has_not_seen() {
    let mut table = played(&format!("{}== ann ==\n1: HEISENBERG\n== clock 2023-09-11T22:00:00Z ==\n", founded("stock IBM, KO")));
    let answer = |table: &mut Table, who: &str, body: &str| {
        table.writes(who, None, &format!("{body}\n"));
        table.mails[0].text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    answer(&mut table, "ann", "REPORT IBM 4441, KO 98402");
    let (_, early) = table.letter_of("bob", None, "REPORT YES");
    answer(&mut table, "ann", "REPORT IBM 4449, KO 98402");
    let (_, late) = table.letter_of("bob", None, "REPORT YES\nTALK well read");
    let refused = |told: &str| {
        assert!(told.contains("Ann reports IBM 4449, KO 98402 of 25 August 2023: digits 92"), "{told}");
        assert!(told.contains("or REPORT IBM 4449, KO 98402 ON 2023-08-25"), "{told}");
    };
    // An answer to the mail of before; then one to a mail that tells of no figures.
    table.receives(&early, false).unwrap();
    refused(&table.mails[0].text.split_whitespace().collect::<Vec<_>>().join(" "));
    refused(&answer(&mut table, "bob", "REPORT YES"));
    assert!(!table.log_of("zaphod").contains("confirmed"), "{}", table.log_of("zaphod"));
    table.receives(&late, false).unwrap();
    assert!(table.log_of("zaphod").contains("confirmed"), "{}", table.transcript);
    table.is_decided_again();
    table.replays_to_the_same_state();
}

/// A pin stands whose round is known, whatever the clock of the house says; only where it was out as the orders were locked may it be made void.
#[test]
fn a_pin_whose_round_is_known_is_not_made_void() {
    let script = format!(
        "{}== ann ==\n{COIN}== bob ==\n1: Ng8-f6\n== clock 2023-08-23T15:53:23Z ==\n== ann ==\n1: e2-e4\n",
        founded("drand 5 minutes")
    );
    let void = |table: &mut Table| {
        table.writes("master@example.org", Some("[Zaphod]"), "RULING DICE VOID \"too early\"\n");
        table.log_of("zaphod").contains("\"event\":\"unpinned\"")
    };
    let mut table = played(&script);
    assert!(table.log_of("zaphod").contains("\"event\":\"pinned\""), "{}", table.transcript);
    table.writes("bob", None, &format!("BEACON 1000 {ROUND_1000}\n"));
    assert!(table.mails.iter().any(|mail| mail.text.contains("no ruling takes it")), "{:?}", table.mails);
    assert!(!void(&mut table), "{:?}", table.mails);
    table.restart();
    assert!(!void(&mut table), "{:?}", table.mails);
    let told = table.mails[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("nobody draws twice: the pin stands"), "{told}");
    table.clock("2023-08-23T15:59:30Z".parse().unwrap());
    assert!(table.log_of("zaphod").contains("\"event\":\"published\""), "{}", table.transcript);
    table.is_decided_again();
    // Nobody knows the round.
    assert!(void(&mut played(&script)));
    // It was out at the pin.
    let mut table = played(&script);
    assert!(table.comes_early(&Beacon::verify(Round(1000), Signature::read(ROUND_1000).unwrap()).unwrap()));
    assert!(void(&mut table), "{:?}", table.mails);
}
