//! The ideas of players as rules (`tests/rules`): each is read, said in canonical words, and read again; and what cannot be said yet, with the reason.

use custodian::rule::{Vocabulary, print, read, read_law};

/// Ideas that have no words yet.
const WANTED: &[(&str, &str)] = &[
    ("a second move two turns after an opponent's queen or rook moved, and its refusal", "a duty that passes to another player"),
    ("a third force with a player of its own", "sides and players declared by rules"),
    ("a random move that a player must ask for", "the library of C2"),
    ("say words or lose the man you meant to move", "a move edited before it is made"),
    ("chance, in portals and elsewhere", "the randomizer"),
    ("secret squares and traps, secret objectives", "sealed values"),
    ("a man leaves the board and comes back next turn", "deeds at a later time"),
    ("a passed phase kept for later", "further phases"),
    ("light squares under one law, dark squares under another", "laws bound to squares"),
    ("the same man must go on in the same direction", "directions of earlier moves"),
    ("two men merge into one, one splits into three", "kinds made of kinds"),
    ("both players move at once", "phases merged"),
    ("a man moves as the friend behind it, or as the one opposite", "movement borrowed from single men"),
    ("a piece copies every move", "deeds with the vector of the move"),
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
