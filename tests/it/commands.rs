//! The command line as a person or a script meets it: what it prints, how it exits, what it leaves behind.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::shell::Desk;

#[test]
fn perft_and_moves_speak_of_the_law_and_the_position_given() {
    let desk = Desk::new();
    assert_eq!(desk.run(&["perft", "--law", "chess", "--depth", "3"]).succeeds(), "nodes 8902\n");
    assert_eq!(desk.run(&["perft", "--depth", "3", "--bulk"]).succeeds(), "nodes 8902\n");
    let kings = desk.run(&["moves", "--position", "8/8/8/8/8/5k2/7p/7K w - - 0 1", "--notation", "uci"]).succeeds();
    assert_eq!(kings, "h1h2\n");
    desk.write("rule.txt", "RULE \"Riders\"\nKnights move like queens.\nEND\n");
    let ruled = desk.run(&["moves", "--rules", "rule.txt", "--position", "7k/8/8/8/8/8/8/N6K w - - 0 1", "--notation", "uci"]).succeeds();
    assert!(ruled.contains("a1a8\n") && !ruled.contains("a1b3\n"), "{ruled}");
    desk.run(&["moves", "--law", "checkers"]).fails(1, "checkers");
    desk.run(&["moves", "--position", "rubbish"]).fails(1, "FEN");
    desk.run(&["perft"]).fails(2, "--depth");
}

#[test]
fn moves_are_two_cells_where_these_name_one_move_and_words_in_full_elsewhere() {
    let desk = Desk::new();
    let start = desk.run(&["moves"]).succeeds();
    assert!(start.lines().count() == 20 && start.contains("g1f3\n") && start.contains("e2e4\n"), "{start}");
    desk.write("rule.txt", "RULE \"Strides\"\nKings may also move two squares sideways.\nEND\n");
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let usual = desk.run(&["moves", "--position", castle]).succeeds();
    assert!(usual.contains("e1g1\n") && !usual.contains("O-O"), "{usual}");
    let twice = desk.run(&["moves", "--rules", "rule.txt", "--position", castle]).succeeds();
    assert!(twice.contains("O-O\n") && twice.contains("Ke1-g1\n") && twice.contains("h1g1\n") && !twice.contains("e1g1\n"), "{twice}");
}

#[test]
fn a_position_that_no_game_comes_to_is_refused_with_what_is_wrong() {
    let desk = Desk::new();
    for (position, words) in [
        ("8/8/8/8/8/8/8 w - - 0 1", "it has 7 ranks of 8 cells, and the board of the law chess has 8 of 8"),
        ("4k4/9/9/9/9/9/9/4K4 w - - 0 1", "it has 8 ranks of 9 cells"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "nobody stands on the board"),
        ("4k3/8/8/8/8/8/8/R7 w - - 0 1", "white has no king"),
        ("8/8/8/8/8/8/8/R3K3 w - - 0 1", "black has no king"),
        ("4k3/8/8/8/8/8/8/4K3", "it is missing; write w or b"),
        ("{\"position\": 3}", "position: invalid type"),
        ("{\"boards\": [", "the JSON position: EOF"),
    ] {
        desk.run(&["moves", "--position", position]).fails(1, words);
        desk.run(&["perft", "--depth", "1", "--position", position]).fails(1, words);
    }
    desk.run(&["moves", "--universe", "2"]).fails(1, "a FEN has universe 1 alone");
}

#[test]
fn moves_takes_what_show_prints_for_the_universe_asked_for() {
    let desk = Desk::new();
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/archive/magrathea");
    let shown = desk.run(&["show", archive, "--turn", "2", "--format", "json"]).succeeds();
    let value: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let boards = value["boards"].as_array().unwrap();
    let plays = |board: &serde_json::Value| board["army"].as_str().map(str::to_owned);
    let of_ann: Vec<_> = boards.iter().filter_map(plays).collect();
    assert_eq!(of_ann.len(), 2, "the player on move plays in two of three universes: {boards:?}");
    let mut seen = std::collections::BTreeSet::new();
    for universe in ["1", "2", "3"] {
        let listed = desk.run(&["moves", "--law", "mar", "--universe", universe, "--position", &shown]).succeeds();
        let counted = desk.run(&["perft", "--law", "mar", "--universe", universe, "--position", &shown, "--depth", "1"]).succeeds();
        assert_eq!(counted, format!("nodes {}\n", listed.lines().count()));
        let deeper =
            desk.run(&["perft", "--law", "mar", "--universe", universe, "--position", &shown, "--depth", "2", "--bulk"]).succeeds();
        assert!(deeper.trim_start_matches("nodes ").trim().parse::<u64>().unwrap() > 100, "both armies of the universe move: {deeper}");
        seen.insert(listed);
    }
    assert_eq!(seen.len(), 3, "each universe has a position of its own");
    let first = desk.run(&["moves", "--law", "mar", "--position", &shown]).succeeds();
    assert_eq!(first, desk.run(&["moves", "--law", "mar", "--universe", "1", "--position", &shown]).succeeds());
    desk.run(&["moves", "--law", "mar", "--universe", "4", "--position", &shown]).fails(1, "there is no universe 4, it has: 1, 2, 3");
    let bare = value["position"].to_string();
    let bare = desk.run(&["moves", "--law", "mar", "--universe", "3", "--position", &bare]).succeeds();
    assert!(seen.contains(&bare));
    desk.write("rule.txt", "RULE \"Steeds\" IN Magrathea:2\nQueens may also move like knights.\nEND\n");
    let ruled = |universe: &str| {
        let ruled = desk.run(&["moves", "--law", "mar", "--rules", "rule.txt", "--universe", universe, "--position", &shown]);
        seen.contains(&ruled.succeeds())
    };
    assert!(ruled("1") && !ruled("2"), "the rule holds in universe 2 alone");
}

#[test]
fn check_tells_what_a_rule_means_or_where_it_fails() {
    let desk = Desk::new();
    let accepted = desk.feed(&["check", "-"], "RULE \"Riders\" Knights move like queens. END").succeeds();
    assert!(accepted.starts_with("Accepted."), "{accepted}");
    let refused = desk.feed(&["check", "-"], "RULE \"Riders\"\nKnights mvoe like queens.\nEND");
    assert_eq!(refused.code, Some(1));
    assert!(refused.out.contains("2:9") && refused.out.contains("Refused."), "{refused:?}");
    let json = desk.feed(&["check", "-", "--json"], "RULE \"Riders\"\nKnights mvoe like queens.\nEND");
    let object: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(object["accepted"], false);
    assert_eq!((object["diagnostics"][0]["line"].as_u64(), object["diagnostics"][0]["column"].as_u64()), (Some(2), Some(9)));
    // understood, but there can be no second side of that name
    let twice = desk.feed(&["check", "-"], "RULE A new side called white joins, played by peter@example.org, moving last. END");
    assert_eq!(twice.code, Some(1));
    assert!(twice.out.contains("there is a side called white already"), "{}", twice.out);
    desk.run(&["check", "nowhere.txt"]).fails(1, "nowhere.txt cannot be read");
}

#[test]
fn a_game_is_founded_and_joined_through_the_spool() {
    let desk = Desk::new();
    desk.run(&["new", "Zaphod", "Ann <ann@example.org>", "ben@example.org", "--undo", "0"]).succeeds();
    desk.run(&["run", "--once"]).succeeds();
    assert_eq!(desk.mails().iter().filter(|mail| mail.contains("    JOIN")).count(), 2);
    desk.run(&["new", "Zaphod", "ann@example.org", "ben@example.org"]).fails(1, "already");
    desk.run(&["new", "Z", "ann@example.org"]).fails(1, "2 to 6 players");
    desk.run(&["new", "Z", "ann", "ben@example.org"]).fails(1, "ann");
    desk.run(&["new", "Z", "ann@example.org", "Robot <custodian@localhost>"]).fails(1, "the robot's own address");
    desk.letter("ann@example.org", "JOIN");
    assert!(desk.run(&["status"]).succeeds().contains("1 of 2 players have joined"));
    desk.letter("ben@example.org", "JOIN");
    desk.letter("ann@example.org", "1: e2-e4");
    assert!(desk.run(&["status"]).succeeds().contains("turn 1, Ben to play"));
    let status: serde_json::Value = serde_json::from_str(&desk.run(&["status", "--json"]).succeeds()).unwrap();
    assert_eq!((status["next"].as_str(), status["unsent"].as_u64()), (Some("Ben"), Some(0)));
    let turn = desk.run(&["replay", "zaphod", "--turn", "1"]).succeeds();
    assert!(turn.contains("> 1: e2-e4") && turn.contains("Ann plays e2-e4"), "{turn}");
    desk.run(&["replay", "zaphod", "--turn", "2"]).fails(1, "there is no turn 2");
    desk.letter("ben@example.org", "CHECK SECRET c3\nSecret g6 it is, Ann\nSECRET f5 NOW");
    let waiting = desk.run(&["replay", "zaphod"]).succeeds();
    assert!(waiting.contains("not shown: these orders may not be carried out yet") && !waiting.contains("CHECK SECRET"), "{waiting}");
    desk.letter("ben@example.org", "1: e7-e5\nNOW");
    for replay in [desk.run(&["replay", "zaphod"]).succeeds(), desk.run(&["replay", "zaphod", "--json"]).succeeds()] {
        assert!(replay.contains("CHECK SECRET (not shown)"), "{replay}");
        assert!(
            ["c3", "g6", "f5"]
                .iter()
                .all(|square| !replay.contains(&format!("ecret {square}")) && !replay.contains(&format!("SECRET {square}")))
        );
    }
    assert!(desk.run(&["verify", "zaphod"]).succeeds().contains("OK zaphod "));
    assert!(desk.run(&["verify", "zaphod", "--deep"]).succeeds().contains("OK zaphod "));
}

#[test]
fn rolls_and_answers_are_proved_by_the_archive_alone() {
    let desk = Desk::new();
    desk.run(&["new", "Zaphod", "Ann <ann@example.org>", "ben@example.org", "--undo", "0"]).succeeds();
    desk.run(&["run", "--once"]).succeeds();
    let letters = [
        ("ann@example.org", "JOIN"),
        ("ben@example.org", "JOIN"),
        ("ann@example.org", "RULE\nWhen a pawn moves, flip a coin: on heads it becomes a knight, on tails nothing happens.\nEND"),
        ("ben@example.org", "RULE\nWhen a piece captures a pawn, a pawn chosen by the opponent is removed.\nEND"),
        ("ann@example.org", "1: HEISENBERG"),
        ("ben@example.org", "1: HEISENBERG"),
        ("ann@example.org", "1: HEISENBERG"),
    ];
    for (from, body) in letters {
        desk.letter(from, body);
    }
    let told = desk.run(&["dice", "verify", "zaphod"]).succeeds();
    assert!(told.contains("roll 2.1.1 of link 1, for a Heisenberg move: digits "), "{told}");
    assert!(told.lines().last().unwrap().contains(" rolls of 3 links"), "{told}");
    let json: serde_json::Value = serde_json::from_str(&desk.run(&["dice", "verify", "zaphod", "--json"]).succeeds()).unwrap();
    assert_eq!((json["links"].as_u64(), json["rolls"][0]["roll"].as_str()), (Some(3), Some("2.1.1")));
    assert!(desk.run(&["verify", "zaphod", "--deep"]).succeeds().contains("OK zaphod "));
    let log = desk.path("archive/zaphod/log/000001.jsonl");
    let written = std::fs::read_to_string(&log).unwrap();
    let line = written.lines().find(|line| line.contains("\"event\":\"rolled\"")).unwrap();
    let (_, digits) = line.split_once("\"digits\":\"").unwrap();
    let (before, digit) = (line.len() - digits.len(), if digits.starts_with('1') { "2" } else { "1" });
    let bent = format!("{}{digit}{}", &line[..before], &line[before + 1..]);
    std::fs::write(&log, written.replace(line, &bent)).unwrap();
    let verified = desk.run(&["dice", "verify", "zaphod"]);
    assert_eq!(verified.code, Some(1), "{bent}\n{verified:?}");
}

#[test]
fn a_beacon_is_checked_without_a_game_and_without_a_network() {
    const SIGNATURE: &str = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
    const RANDOMNESS: &str = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd";
    let desk = Desk::new();
    assert_eq!(desk.run(&["dice", "check", "1000", SIGNATURE]).succeeds(), format!("randomness {RANDOMNESS}\n"));
    for (roll, digits) in [("r0001", "4316031764070230"), ("r0002", "9694156932053451")] {
        let told = desk.run(&["dice", "check", "1000", SIGNATURE, "--game", "g0001", "--roll", roll]).succeeds();
        assert_eq!(told, format!("randomness {RANDOMNESS}\ndigits {digits}\n"));
    }
    let told = desk.run(&["dice", "check", "1000", SIGNATURE, "--game", "g0001", "--roll", "r0001", "--json"]).succeeds();
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((told["genuine"].as_bool(), told["digits"].as_str()), (Some(true), Some("4316031764070230")));
    assert_eq!((told["time"].as_str(), told["randomness"].as_str()), (Some("2023-08-23T15:59:24Z"), Some(RANDOMNESS)));
    let mirrored = SIGNATURE.replacen('b', "9", 1);
    let infinity = format!("c0{}", "00".repeat(47));
    for (round, signature, why) in [
        ("1001", SIGNATURE, "not that of round 1001"),
        ("1000", &SIGNATURE.replace("5e39", "5e38"), "not genuine"),
        ("1000", &mirrored, "not that of round 1000"),
        ("1000", &infinity, "not that of round 1000"),
        ("1000", &SIGNATURE[..80], "this one has 40 bytes"),
        ("1000", "what they call a signature", "the digits 0 to 9 and a to f"),
        ("1000", "", "this one has 0 bytes"),
        ("0", SIGNATURE, "counted from 1"),
    ] {
        desk.run(&["dice", "check", round, signature]).fails(1, why);
        let told = desk.run(&["dice", "check", round, signature, "--json"]);
        let told: serde_json::Value = serde_json::from_str(&told.out).unwrap();
        assert!(told["genuine"] == false && told["why"].as_str().is_some_and(|said| !said.is_empty()), "{told}");
    }
    assert_eq!(desk.run(&["dice", "check", "1000", SIGNATURE, "--game", "g0001"]).code, Some(2));
}

#[test]
fn a_letter_that_cannot_be_laid_down_is_to_be_tried_again() {
    let desk = Desk::new();
    desk.write("spool", "a file in the way");
    desk.feed(&["deliver"], "From: ann@example.org\n\nJOIN\n").fails(75, "spool");
    desk.feed(&["deliver"], "").fails(75, "standard input is empty");
    desk.write("custodian.toml", "[spol]\n");
    desk.feed(&["deliver"], "From: ann@example.org\n\nJOIN\n").fails(75, "did you mean `spool`?");
}

#[test]
fn doctor_names_what_is_to_be_mended() {
    let desk = Desk::new();
    let sound = desk.run(&["doctor"]).succeeds();
    for check in ["config", "templates", "archive", "clock", "letters", "mails"] {
        assert!(sound.lines().any(|line| line.starts_with("ok") && line.contains(check)), "{check}: {sound}");
    }
    assert!(sound.contains("warning  senders    a letter laid into spool/in that passed no mail server is believed"), "{sound}");
    desk.write("custodian.toml", "[imap]\nhost = \"127.0.0.1\"\nprot = 1\nuser = \"u\"\npassword_env = \"NONE\"\n");
    let broken = desk.run(&["doctor"]);
    assert_eq!(broken.code, Some(1));
    assert!(broken.out.contains("mend     config     custodian.toml:3:1: [imap] has no key `prot`: did you mean `port`?"), "{broken:?}");
    std::fs::create_dir(desk.path("texts")).unwrap();
    desk.write("texts/notice.txt", "Subject: x\n\n\n{{ nobody }}\n");
    // Nobody listens on port 1.
    let config = "templates = \"texts\"\n[imap]\nhost = \"127.0.0.1\"\nport = 1\nuser = \"u\"\npassword_file = \"password\"\n\
                  [smtp]\nhost = \"127.0.0.1\"\nport = 1\nuser = \"u\"\npassword_file = \"password\"\n";
    desk.write("custodian.toml", config);
    desk.write("password", "open sesame\n");
    let broken = desk.run(&["doctor", "--json"]);
    let verdict = |check: &str| {
        let objects = broken.out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let about: Vec<_> = objects.filter(|object| object["check"] == check).collect();
        about.last().unwrap().clone()
    };
    assert_eq!(broken.code, Some(1));
    assert!(broken.out.contains("without robot.authserv_id no header is believed"), "{broken:?}");
    assert_eq!(verdict("templates")["verdict"], "mend");
    assert!(verdict("templates")["finding"].as_str().unwrap().contains("texts/notice.txt:4: "), "{broken:?}");
    assert_eq!(verdict("letters")["verdict"], "mend");
    assert_eq!(verdict("mails")["verdict"], "mend");
    assert_eq!(verdict("clock")["verdict"], "ok");
    assert!(!format!("{broken:?}").contains("sesame"));
    desk.run(&["run", "--once"]).fails(1, "notice.txt:4: ");
}

#[test]
fn the_daemon_stops_within_a_second_of_sigterm() {
    let desk = Desk::new();
    let mut daemon = desk.command(&["run"]).spawn().unwrap();
    let mut log = BufReader::new(daemon.stderr.take().unwrap()).lines();
    assert!(log.any(|line| line.unwrap().contains("running; SIGTERM")), "the daemon does not start");
    let second = desk.run(&["run", "--once"]);
    second.fails(1, &daemon.id().to_string());
    assert!(desk.run(&["status"]).succeeds().contains(&format!("runs as process {}", daemon.id())));
    let told = Instant::now();
    rustix::process::kill_process(rustix::process::Pid::from_child(&daemon), rustix::process::Signal::TERM).unwrap();
    let status = daemon.wait().unwrap();
    assert!(status.success(), "{status}");
    assert!(told.elapsed() < Duration::from_secs(1), "{:?}", told.elapsed());
}

#[test]
fn every_command_explains_itself_with_an_example() {
    let desk = Desk::new();
    let commands = [
        "run", "new", "deliver", "demo", "dice", "check", "export", "keys", "replay", "report", "verify", "show", "moves", "perft",
        "doctor", "status",
    ];
    let listed = desk.run(&["--help"]).succeeds();
    for command in commands {
        assert!(listed.contains(&format!("  {command} ")), "{command} is not in {listed}");
        let help = desk.run(&[command, "--help"]).succeeds();
        assert!(help.contains(&format!("Examples:\n  custodian {command}")), "{help}");
    }
    assert_eq!(desk.run(&["nonsense"]).code, Some(2));
}

/// Where writing fails as on a full disk, nothing panics: what could not be told is told by the exit code.
#[test]
fn a_full_disk_under_the_answer_or_the_log_is_no_panic() {
    let full = || std::fs::File::options().write(true).open("/dev/full");
    if full().is_err() {
        return;
    }
    let house = crate::program::House::new();
    house.run(&["new", "Zaphod", "Ann <ann@x.org>", "Ben <ben@x.org>"]);
    let code = |arguments: &[&str], answer: bool, log: bool| {
        let mut command = house.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        if answer {
            command.stdout(full().unwrap());
        }
        if log {
            command.stderr(full().unwrap());
        }
        let output = command.output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(code(&["run", "--once"], true, true).0, 0, "the work was done");
    for command in [&["status"][..], &["verify", "zaphod"], &["replay", "zaphod"], &["dice", "verify", "zaphod"]] {
        let (code, said) = code(command, true, false);
        assert!(
            code == 1 && said.contains("custodian: the answer could not be written: No space left on device"),
            "{command:?}: {code} {said}"
        );
    }
    assert_eq!(code(&["verify", "zaphod"], false, true).0, 0);
    assert_eq!(code(&["verify", "nothing"], true, true).0, 1);
    assert_eq!(code(&["export", "zaphod", "--into", "-"], true, false).0, 1);
}

#[test]
fn a_game_is_set_up_with_meta_rules_of_its_own() {
    let desk = Desk::new();
    let new = |sentences: &[&str]| {
        let meta = sentences.iter().flat_map(|sentence| ["--meta", sentence]);
        let arguments: Vec<&str> =
            ["new", "Zaphod", "Ann <ann@x.org>", "Ben <ben@x.org>", "Cy <cy@x.org>"].into_iter().chain(meta).collect();
        desk.run(&arguments)
    };
    new(&["A proposal needs a majority of the votes.", "Pigs may fly."]).fails(1, "Pigs may fly");
    new(&["A proposal needs a majority of the votes.\nPLAYER Eve <eve@x.org>"]).fails(1, "one line each");
    new(&["A proposal needs a majority of the votes.", "Players may not propose fixes."]).fails(1, "Players may not propose fixes");
    new(&["A proposal needs a majority of the votes.", "R8 is only advice."]).succeeds();
    desk.run(&["run", "--once"]).succeeds();
    let invitations = desk.mails();
    assert_eq!(invitations.iter().filter(|mail| mail.contains("needs a majority of the votes")).count(), 3, "{invitations:?}");
    for who in ["ann@x.org", "ben@x.org", "cy@x.org"] {
        desk.letter(who, "JOIN");
    }
    desk.letter("ben@x.org", "META");
    let told = desk.mails().pop().unwrap();
    assert!(told.contains("majority") && told.contains("R8"), "{told}");
}
