//! Orders that are not carried out yet: no page, replay or public copy of a running game tells them, and what was altered is not shown as genuine.

use std::fs;

use crate::program::House;
use crate::scripted::played;

const BEGUN: &str = r#"
== master@example.org subject a game ==
NEW Zaphod
PLAYERS ann@players.example, bob@players.example
UNDO 2 hours
== ann ==
JOIN
== bob ==
JOIN
== ann ==
1: g1-f3
NOW
== bob ==
1: g8-f6
NOW
"#;
const WAITING: &str = r#"
== bob ==
IF there is a white pawn on e4 THEN 1: d7-d5 ELSE 1: h7-h5
== ann ==
1: e2-e4
"#;

fn house(script: &str) -> House {
    let house = House::new();
    played(script).lay_down_archive(&house.path("archive"));
    house
}

/// Everything that is told of the game to whoever asks.
fn told(house: &House) -> String {
    house.run(&["report", "zaphod", "--into", "page.html"]);
    house.run(&["export", "zaphod", "--public", "--into", "copy.tar"]);
    let copy = fs::read(house.path("copy.tar")).unwrap();
    let page = fs::read_to_string(house.path("page.html")).unwrap();
    [house.run(&["replay", "zaphod"]), house.run(&["replay", "zaphod", "--json"]), page, String::from_utf8_lossy(&copy).into_owned()]
        .concat()
}

#[test]
fn orders_are_told_when_they_are_carried_out_and_not_before() {
    let running = house(&format!("{BEGUN}{WAITING}"));
    let now = told(&running);
    for secret in ["e2-e4", "d7-d5", "h7-h5", "white pawn on e4"] {
        assert!(!now.contains(secret), "{secret} is told");
    }
    assert!(now.contains("g1-f3") && now.contains("not shown: these orders may not be carried out yet"));
    // The public copy ends before them, and is whole.
    let verified = running.command(&["verify", "copy.tar"]).output().unwrap();
    let said = String::from_utf8(verified.stdout).unwrap();
    assert!(verified.status.code() == Some(3) && said.contains("WITHHELD zaphod "), "{said}");
    let lines = running.lines("zaphod").len();
    let kept = said.lines().last().unwrap().split_whitespace().nth(2).unwrap().parse::<usize>().unwrap();
    assert!(kept < lines && kept > 3, "{kept} of {lines}");
    // The keeper's own copy has everything.
    running.run(&["export", "zaphod"]);
    assert!(String::from_utf8_lossy(&fs::read(running.path("zaphod.tar")).unwrap()).contains("d7-d5"));
    let later = house(&format!("{BEGUN}{WAITING}== ann ==\nNOW\n"));
    let then = told(&later);
    assert!(then.contains("e2-e4") && then.contains("d7-d5"), "they have been carried out");
}

#[test]
fn orders_that_wait_still_wait_after_the_game_has_gone_back() {
    let script = r#"
== master@example.org subject a game ==
NEW Zaphod
PLAYERS ann@players.example, bob@players.example, cy@players.example
UNDO 2 hours
== ann ==
JOIN
== bob ==
JOIN
== cy ==
JOIN
== ann ==
REAL 1
1: g1-f3
2: g1-f3
NOW
== bob ==
REAL 1
RULE "Giraffes"
  Knights may also move by leaping (1,3).
END
NOW
== cy ==
REAL 2
2: g8-f6
3: g8-f6
NOW
== ann ==
1: e2-e4
2: d2-d4
== cy ==
CHALLENGE g1 UNDER R8 "it is too strong"
== ann ==
VOTE c1 YES
"#;
    let running = house(script);
    let rewound = running.lines("zaphod").iter().any(|line| line.entry.note.contains("The game goes back"));
    assert!(rewound, "the challenge is upheld");
    let now = told(&running);
    assert!(!now.contains("e2-e4") && !now.contains("d2-d4"), "orders are told that wait");
    let then = told(&house(&format!("{script}== ann ==\nNOW\n")));
    assert!(then.contains("e2-e4") && then.contains("d2-d4"));
}

#[test]
fn an_altered_letter_is_not_shown_as_genuine() {
    let house = house(BEGUN);
    let letters = fs::read_dir(house.path("archive/zaphod/mail/in")).unwrap().map(|entry| entry.unwrap().path());
    let letter = letters.into_iter().find(|path| fs::read_to_string(path).unwrap().contains("g8-f6")).unwrap();
    let text = fs::read_to_string(&letter).unwrap();
    fs::write(&letter, text.replace("g8-f6", "g8-h6 FORGED")).unwrap();
    let replayed = house.run(&["replay", "zaphod"]);
    assert!(!replayed.contains("FORGED") && replayed.contains("not shown: this letter has been altered"), "{replayed}");
    let output = house.command(&["report", "zaphod"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let page = fs::read_to_string(house.path("zaphod.html")).unwrap();
    assert!(!page.contains("FORGED") && page.contains("THE LETTER HAS BEEN ALTERED"));
    assert!(page.contains("BROKEN zaphod the chain holds"), "the foot of the page says what verify says");
}
