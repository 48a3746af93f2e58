//! Scripted games: letters in, letters out, golden. `BLESS=1 cargo test scripted` writes what comes out as the new golden files; `ONLY=26` plays
//! no others than those whose names hold that.

pub mod table;

use std::path::PathBuf;

use custodian::dice::{Beacon, Round, Signature};

pub use table::{Table, house};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games")
}

/// Plays every script and compares all that was sent with the golden file beside it.
#[test]
fn scripted_games_come_out_as_they_did() {
    let mut scripts: Vec<PathBuf> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    scripts.retain(|path| path.extension().is_some_and(|ending| ending == "script"));
    let only = std::env::var("ONLY").unwrap_or_default();
    scripts.sort();
    assert!(scripts.len() >= 4, "the scripts are in {}", folder().display());
    let mut differing = Vec::new();
    for script in scripts.iter().filter(|script| script.to_string_lossy().contains(&only)) {
        let out = play(&std::fs::read_to_string(script).unwrap());
        let golden = script.with_extension("golden");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&golden, &out).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(&golden).unwrap_or_default();
        if let Some((number, (expected, found))) = expected.lines().zip(out.lines()).enumerate().find(|(_, (one, other))| one != other) {
            differing.push(format!("{}:{}\n  golden: {expected}\n  now:    {found}", golden.display(), number + 1));
        } else if expected.lines().count() != out.lines().count() {
            differing.push(format!("{}: other length", golden.display()));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// The page of the rows: each is seen in the letters of some script, and the scripts named are of two, three, four and six players.
#[test]
fn every_row_is_exercised_by_a_script() {
    let page = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let (mut rows, mut tables) = (Vec::new(), std::collections::BTreeSet::new());
    for line in page.lines().filter(|line| line.starts_with("| ") && line.ends_with("\" |")) {
        let [row, script, words] = line.trim_matches('|').split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}: three columns") };
        let (row, script, words) = (row.trim(), script.trim(), words.trim().trim_matches('"'));
        let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let golden = flat(
            std::fs::read_to_string(folder().join(format!("{script}.golden"))).unwrap_or_else(|problem| panic!("{script}: {problem}")),
        );
        assert!(golden.contains(words), "row {row}: no letter of {script} says {words:?}");
        let letters = std::fs::read_to_string(folder().join(format!("{script}.script"))).unwrap();
        tables.insert(letters.lines().filter(|line| line.starts_with("PLAYER")).map(|line| line.matches('@').count()).max().unwrap_or(0));
        rows.push(row.parse::<u8>().unwrap());
    }
    rows.dedup();
    assert_eq!(rows, (1..=67).collect::<Vec<u8>>(), "each row, in order");
    assert!([2, 3, 4, 6].iter().all(|players| tables.contains(players)), "tables of {tables:?}");
}

/// A script is blocks that begin with `== who ==`; `== wait 20 minutes ==` lets time pass, `== clock 2023-08-23T15:09:33Z ==` sets the clock; in
/// `== idle ==` the house searches on (R5);
/// `== show off ==`, `brief` (no boards) and `on` keep the golden file short.
fn play(script: &str) -> String {
    let table = played(script);
    table.replays_to_the_same_state();
    table.transcript
}

/// Games with dice of every sort: each line follows from what caused it, and a second implementation, in another language, makes the same rolls.
#[test]
fn games_with_dice_are_decided_again_and_rolled_again() {
    for (script, rolls) in [
        ("10-fate", 3),
        ("17-drand", 1),
        ("24-stock", 4),
        ("25-honour", 2),
        ("29-dice-without-a-master", 0),
        ("30-answers-and-timelines", 8),
    ] {
        let table = played(&std::fs::read_to_string(folder().join(format!("{script}.script"))).unwrap());
        table.is_decided_again();
        let game = tempfile::tempdir().unwrap();
        table.lay_down(game.path());
        let check = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dice/check.py");
        match std::process::Command::new("python3").arg(check).arg(game.path()).output() {
            Ok(other) => {
                let said = String::from_utf8_lossy(&other.stdout).into_owned() + &String::from_utf8_lossy(&other.stderr);
                let agreed = said.lines().filter(|line| line.starts_with("roll ")).count();
                assert!(other.status.success() && agreed >= rolls, "{script}: {said}");
            }
            Err(missing) => eprintln!("the second implementation was not run: python3: {missing}"),
        }
    }
}

/// A master who watches a game rules in it, and what he has ruled is decided again as his.
#[test]
fn what_a_master_who_watches_has_ruled_is_decided_again() {
    let script = "
== master@example.org subject a game ==
NEW Zaphod
PLAYERS ann@players.example, bob@players.example
OBSERVER master@example.org
UNDO 0
DICE honour
== ann ==
JOIN
== bob ==
JOIN
== master@example.org ==
JOIN
== ann ==
1: HEISENBERG
== clock 2026-01-20T12:00:00Z ==
== master@example.org ==
RULING DICE VOID \"she has lost her dice\"
== ann ==
1: e2-e4
== master@example.org ==
ROLLBACK 1 ann
== master@example.org ==
STATUS
";
    let table = played(script);
    assert!(table.transcript.contains("By a ruling of the master") && table.transcript.contains("The game goes back"));
    table.is_decided_again();
}

/// A relay that has a round before its hour shows that the clock is slow: master and players are told, once.
#[test]
fn a_beacon_that_comes_early_is_told_to_everybody_who_waits_for_it() {
    let script = std::fs::read_to_string(folder().join("17-drand.script")).unwrap();
    let pinned = script.find("== zoe ==\nHELP").unwrap();
    let mut table = played(&script[..pinned]);
    let beacon = |round, signature: &str| Beacon::verify(Round(round), Signature::read(signature).unwrap()).unwrap();
    assert!(!table.comes_early(&beacon(1000, crate::relay::ROUND_1000)), "nobody waits for it");
    let waited_for = beacon(123, crate::relay::ROUND_123);
    assert!(table.comes_early(&waited_for));
    let told: Vec<&str> = table.mails.iter().map(|mail| mail.to.split('@').next().unwrap()).collect();
    assert_eq!(told, ["master", "ann", "bob", "zoe"]);
    assert!(table.mails.iter().all(|mail| mail.subject.contains("the clock of this house is slow")), "{:?}", table.mails);
    assert!(!table.comes_early(&waited_for), "it is known by now");
    // Whoever mails it learns when it counts, and nobody else hears of it again.
    table.writes("stranger@elsewhere.example", Some("a beacon"), &format!("BEACON 123 {}\n", crate::relay::ROUND_123));
    assert_eq!(table.mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["stranger@elsewhere.example"]);
    assert!(table.mails[0].text.contains("when its hour has come"), "{}", table.mails[0].text);
}

/// A salt that was laid open seals nothing again: else a square could be found by trying all.
#[test]
fn a_square_that_is_sealed_after_going_back_has_a_salt_of_its_own() {
    let opened = "
== bob ==
SECRET e4
1: e7-e5
== ann ==
1: e2-e4
";
    let script = format!(
        "
== master@example.org subject a game ==
NEW Zaphod
PLAYERS ann@players.example, bob@players.example
UNDO 0
== ann ==
JOIN
== bob ==
JOIN
== ann ==
RULE \"Traps\"
  Each player has a secret square.
  When a piece moves to the opponent's secret square, it is removed.
END
{opened}
== master@example.org ==
ROLLBACK 1 bob
{opened}"
    );
    let table = played(&script);
    let log = table.log_of("zaphod");
    let told = |event: &str, key: &str| -> Vec<String> {
        let name = format!("\"event\":\"{event}\"");
        let rest = log.split(&name).skip(1);
        rest.map(|rest| rest.split_once(&format!("\"{key}\":\"")).unwrap().1.split('"').next().unwrap().to_owned()).collect()
    };
    for (event, key) in [("sealed", "seal"), ("unsealed", "salt")] {
        let [first, again] = &told(event, key)[..] else { panic!("{event} twice in {log}") };
        assert_ne!(first, again, "{event}");
    }
    assert_eq!(told("unsealed", "secret"), ["e4", "e4"]);
    table.is_decided_again();
    table.replays_to_the_same_state();
    assert!(table.transcript.contains("Zaphod\\nw1 2 2\\ne4"), "the shell line names the seal as it was made");
}

/// The table at which a script was played.
pub fn played(script: &str) -> Table {
    let mut table = Table::new();
    for block in blocks(script) {
        let head: Vec<&str> = block.0.split_whitespace().collect();
        match head[..] {
            ["wait", minutes, "minutes"] => table.wait(minutes.parse().unwrap()),
            ["idle"] => table.idle(),
            ["clock", time] => table.clock(time.parse().unwrap()),
            ["show", "off"] => table.shown = false,
            ["show", "on"] => (table.shown, table.brief) = (true, false),
            ["show", "brief"] => (table.shown, table.brief) = (true, true),
            [who] => table.writes(who, None, &block.1),
            [who, "subject", ..] => {
                let subject = block.0.split_once("subject").unwrap().1.trim();
                table.writes(who, Some(subject), &block.1);
            }
            _ => panic!("no block begins with == {} ==", block.0),
        }
    }
    table
}

fn blocks(script: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    for line in script.lines() {
        match line.strip_prefix("== ").and_then(|rest| rest.strip_suffix(" ==")) {
            Some(head) => blocks.push((head.to_owned(), String::new())),
            None => {
                if let Some((_, body)) = blocks.last_mut() {
                    body.push_str(line);
                    body.push('\n');
                }
            }
        }
    }
    blocks
}
