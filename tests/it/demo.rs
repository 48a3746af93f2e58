//! `custodian demo`: the game that comes with the program, and any folder of letters.

use std::path::Path;

use crate::shell::Desk;

/// A demo with its archive, which other commands then look at.
pub fn demo(desk: &Desk, letters: Option<&Path>) -> String {
    let mut arguments = vec!["demo", "--into", "demo"];
    arguments.extend(letters.map(|letters| letters.to_str().unwrap()));
    desk.run(&arguments).succeeds()
}

#[test]
fn the_demo_plays_a_game_that_replays_verifies_and_can_be_drawn() {
    let desk = Desk::new();
    let shown = demo(&desk, None);
    for words in ["JOIN", "makes rule", "REFUSED", "captures", "wins Zaphod", "Replay it:", "Prove it:"] {
        assert!(shown.contains(words), "{words} is not in {shown}");
    }
    let check = shown.split("==> ").find(|part| part.contains("\n    CHECK ")).unwrap();
    assert!(check.contains("only checked, nothing done") && check.contains("Moves gained and lost"), "{check}");
    assert!(!check.contains("REFUSED"), "{check}");
    let unmoved = shown.split("==> ").find(|part| part.contains("\n    1: d4")).unwrap();
    assert!(
        unmoved.contains("Zaphod:2  YELLOW (Ann), blue (Cy)") && !unmoved.contains("Zaphod:3"),
        "only what changed is shown: {unmoved}"
    );
    desk.run(&["demo", "--into", "demo"]).fails(1, "is not empty");
    let game = "demo/archive/zaphod";
    assert!(desk.run(&["verify", game]).succeeds().contains("OK zaphod "));
    assert!(desk.run(&["verify", game, "--deep"]).succeeds().contains("OK zaphod "));
    assert!(desk.run(&["verify", "demo/archive/lobby"]).succeeds().contains("OK lobby "));
    assert!(desk.run(&["replay", game]).succeeds().contains("wins Zaphod"));
    for line in desk.run(&["replay", game, "--json"]).succeeds().lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
    let before = desk.run(&["show", game, "--turn", "1", "--universe", "1"]).succeeds();
    let after = desk.run(&["show", game, "--universe", "1"]).succeeds();
    assert!(before.starts_with("Zaphod:1") && before != after);
    assert!(desk.run(&["show", game, "--format", "html"]).succeeds().contains("<table"));
    assert!(desk.run(&["show", game, "--format", "svg", "--universe", "2"]).succeeds().starts_with("<svg"));
    desk.run(&["show", game, "--format", "svg"]).fails(1, "--universe");
    desk.run(&["show", game, "--universe", "9"]).fails(1, "universes 1 to 3");
    desk.run(&["show", game, "--turn", "77"]).fails(1, "no turn 77");
    let files = desk.run(&["show", game, "--format", "png", "--into", "pictures"]).succeeds();
    assert_eq!(files.lines().count(), 3);
    for file in files.lines() {
        assert!(std::fs::read(desk.path(file)).unwrap().starts_with(b"\x89PNG"), "{file}");
    }
    let json: serde_json::Value = serde_json::from_str(&desk.run(&["show", game, "--format", "json"]).succeeds()).unwrap();
    assert_eq!(json["boards"].as_array().unwrap().len(), 3);
}

#[test]
fn the_demo_plays_any_folder_of_letters() {
    let desk = Desk::new();
    let letters = desk.path("letters");
    std::fs::create_dir(&letters).unwrap();
    let game = [
        ("1.eml", "marvin@example.org", "NEW Krikkit\nPLAYER marvin@example.org\nPLAYER zem@example.net"),
        ("2.eml", "zem@example.net", "JOIN"),
        ("3.eml", "marvin@example.org", "JOIN"),
        ("4.eml", "marvin@example.org", "1: d4"),
        ("5.eml", "stranger@example.com", "1: d4"),
        ("6.eml", "zem@example.net", "RESIGN"),
    ];
    for (file, from, body) in game {
        let head = format!("Received: from elsewhere\n by here\nFrom: {from}\nMessage-ID: <{file}@example.org>\nSubject: a game\n");
        std::fs::write(letters.join(file), format!("{head}\n{body}\n")).unwrap();
    }
    std::fs::write(letters.join("notes.txt"), "no letter").unwrap();
    let shown = demo(&desk, Some(&letters));
    assert!(shown.contains("Marvin wins Krikkit"), "{shown}");
    assert!(desk.run(&["verify", "demo/archive/krikkit"]).succeeds().contains("OK krikkit "));
    desk.run(&["demo", "nowhere"]).fails(1, "nowhere cannot be read");
}

#[test]
fn every_board_of_a_universe_is_drawn() {
    let desk = Desk::new();
    let letters = desk.path("letters");
    std::fs::create_dir(&letters).unwrap();
    let rule = "RULE \"Two fronts\"\nA second board opens with the standard array.\n\
        When a white piece moves, the white piece on the same square of the other board makes the same move.\nEND\n";
    let game = [
        ("master@localhost", "NEW Zaphod\nPLAYER Ann <ann@example.org>\nPLAYER Ben <ben@example.org>\nUNDO 0\n"),
        ("ann@example.org", "JOIN\n"),
        ("ben@example.org", "JOIN\n"),
        ("ann@example.org", rule),
        ("ben@example.org", "e7-e5\n"),
        ("ann@example.org", "d2-d4\n"),
    ];
    for (number, (from, body)) in game.into_iter().enumerate() {
        let letter = format!("From: {from}\nSubject: Re: [Zaphod]\nMessage-ID: <{number}@letters.example>\n\n{body}");
        std::fs::write(letters.join(format!("{number}.eml")), letter).unwrap();
    }
    let shown = demo(&desk, Some(&letters));
    let told = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("the white pawn on d2 of the other board goes to d4"), "{told}");
    assert!(shown.contains("Zaphod:1, second board"), "{shown}");
    let game = "demo/archive/zaphod";
    let text = desk.run(&["show", game]).succeeds();
    assert!(text.contains("Zaphod:1\n") && text.contains("Zaphod:1, second board\n"), "{text}");
    let files = desk.run(&["show", game, "--format", "svg", "--into", "pictures"]).succeeds();
    assert_eq!(
        files.lines().map(|file| file.rsplit('/').next().unwrap()).collect::<Vec<_>>(),
        ["zaphod-1-turn-2.svg", "zaphod-1b-turn-2.svg"]
    );
    let json: serde_json::Value = serde_json::from_str(&desk.run(&["show", game, "--format", "json"]).succeeds()).unwrap();
    let boards: Vec<&str> = json["boards"].as_array().unwrap().iter().filter_map(|board| board["board"].as_str()).collect();
    assert_eq!(boards, ["1", "1b"]);
}
