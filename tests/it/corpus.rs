//! The ideas of players as rules (`tests/rules`): each is read, said in canonical words, and read again; and what cannot be said yet, with the reason.

use custodian::rule::{Vocabulary, print, read, read_law};

/// Ideas that have no words yet.
const WANTED: &[(&str, &str)] = &[
    ("a captured man is buried under another and comes back when that one leaves", "a place under a man"),
    ("before it captures a man makes a move of its victim's kind", "a part before the move"),
    ("both players move at once", "phases merged"),
    ("one army on two boards, with the same moves", "men that are linked"),
    ("promotion only to kinds that their owner has lost", "kinds chosen by what has happened"),
];

#[test]
fn every_rule_of_the_corpus_is_read_and_said_back() {
    let chess = read_law(include_str!("../../src/law/texts/chess.law"), &Vocabulary::default()).law.expect("the law chess is read");
    let words = Vocabulary::of(&[chess]).in_game("Zaphod", 3, &["white".to_string(), "black".to_string()]);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let mut read_ones = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("the rule is there");
        let reading = read(&text, &words);
        let told: String = reading.diagnostics.iter().map(|problem| problem.render(&text)).collect();
        let rule = reading.rule.unwrap_or_else(|| panic!("{}: {told}", path.display()));
        let printed = print(&rule, &words);
        assert_eq!(read(&printed, &words).rule, Some(rule), "{}: {printed}", path.display());
        read_ones += 1;
    }
    assert!(read_ones >= 30 && !WANTED.is_empty(), "{read_ones} rules");
}
