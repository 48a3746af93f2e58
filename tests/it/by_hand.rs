//! What anybody can check with a shell: every line that README, `docs/dice.md` and the mails print comes to what stands beside it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use custodian::dice::{LENGTH, Link};
use mail_parser::MessageParser;

use crate::scripted::played;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// A game by the house's own chain that comes to its end, so that the seed is told.
const TO_THE_END: &str = "
== master@example.org subject a game ==
NEW Zaphod
PLAYERS ann@players.example, bob@players.example
UNDO 0

== ann ==
JOIN

== bob ==
JOIN

== ann ==
RULE \"Brave pawns: 100% or 'nothing'\"
  When a pawn moves, flip a coin: on heads it becomes a knight, on tails nothing happens.
END

== bob ==
1: e7-e5

== ann ==
1: HEISENBERG

== bob ==
RESIGN
";

/// What a line of shell prints.
fn shell(line: &str) -> String {
    let output = Command::new("sh").args(["-c", line]).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end_matches(['-', ' ', '\n']).to_owned()
}

fn is_shell(line: &str) -> bool {
    line.starts_with("printf '") || line.starts_with("h=")
}

#[test]
fn the_lines_of_readme_and_docs_come_to_what_these_say() {
    for page in ["README.md", "docs/dice.md"] {
        let text = fs::read_to_string(Path::new(ROOT).join(page)).unwrap();
        let told: Vec<String> =
            text.lines().filter_map(|line| line.strip_prefix("    ")).filter(|line| is_shell(line)).map(shell).collect();
        let [randomness, digits] = &told[..] else { panic!("{page} shows {} lines of shell", told.len()) };
        assert_eq!(randomness, "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd");
        assert!(digits.starts_with("4316031764070230") && text.contains("4316031764070230"), "{page}: {digits}");
    }
}

/// The texts of all mails of the one game that a script plays.
fn mails(script: &str) -> Vec<String> {
    let table = played(script);
    let text = |bytes: &[u8]| MessageParser::default().parse(bytes)?.body_text(0).map(|text| text.replace("\r\n", "\n"));
    let records = table.records();
    let files = records.iter().flat_map(|record| &record.files).filter(|(name, _)| name.contains("/out/") || name.starts_with("private/"));
    files.filter_map(|(_, bytes)| text(bytes)).collect()
}

#[test]
fn the_lines_of_every_mail_come_to_what_the_mails_say() {
    let script = |name: &str| fs::read_to_string(format!("{ROOT}/tests/games/{name}.script")).unwrap();
    for (script, wanted) in [(TO_THE_END.to_owned(), 4), (script("10-fate"), 6), (script("17-drand"), 4), (script("24-stock"), 4)] {
        let mails = mails(&script);
        let all = mails.join("\n");
        let lines: BTreeSet<&str> = mails.iter().flat_map(|mail| mail.lines()).map(str::trim).filter(|line| is_shell(line)).collect();
        assert!(lines.len() >= wanted, "{} lines of shell in {all}", lines.len());
        for line in lines {
            if let Some(dice) = line.strip_prefix("printf 'chess-dice-v1") {
                let roll = dice.split("\\n").nth(3).unwrap();
                let (_, told) = all.split_once(&format!("Roll {roll} for ")).unwrap_or_else(|| panic!("no mail tells of roll {roll}"));
                let digits = told.split_once(": digits ").unwrap().1.split_once(',').unwrap().0;
                assert!(shell(line).starts_with(digits), "roll {roll}: {digits} of {}", shell(line));
            } else if line.starts_with("h=") {
                // The whole way is that of the next line, ten thousand times.
                let short = line.replacen(&format!("seq {LENGTH}"), "seq 20", 1);
                assert_ne!(short, line);
                let seed: Link = line[2..66].parse().unwrap();
                assert_eq!(shell(&short), seed.back(20).to_string());
                assert!(all.contains(&format!("the end of the chain, in your invitation: {}", seed.back(LENGTH))), "{all}");
            } else {
                assert!(all.contains(&shell(line)), "{line} comes to {}, and no mail says so: {all}", shell(line));
            }
        }
    }
}
