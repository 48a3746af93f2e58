//! `A player who captures a dragon wins.` (R14): what is won by a capture, told as what is counted for it.

use super::split::Sentence;

/// What comes before the captured piece, and what may stand behind it.
const BEFORE: [&[&str]; 11] = [
    &["a", "player", "who", "captures"],
    &["a", "player", "who", "takes"],
    &["a", "player", "that", "captures"],
    &["whoever", "captures"],
    &["whoever", "takes"],
    &["who", "captures"],
    &["a", "player", "wins", "by", "capturing"],
    &["a", "player", "wins", "when", "he", "captures"],
    &["a", "player", "wins", "if", "he", "captures"],
    &["the", "first", "player", "who", "captures"],
    &["capturing"],
];
const BEHIND: [&[&str]; 2] = [&["wins", "the", "game"], &["wins"]];

/// The text with such sentences in plain words, each in its line. A second one of them counts for the same: either capture wins.
pub(super) fn told(text: &str, left: &[&Sentence]) -> String {
    let mut found = text.to_owned();
    let mut counted = false;
    let first = left.iter().position(|sentence| victim(sentence).is_some());
    // From behind, so that the places before stay.
    for (at, sentence) in left.iter().enumerate().rev() {
        let Some(victim) = victim(sentence) else { continue };
        let mut plain = format!("When a player captures {victim}, he gains one trophy");
        if Some(at) == first && !counted {
            plain = format!("Each player has trophies, starting at zero. {plain}. A player who has at least one trophy wins");
            counted = true;
        }
        found.replace_range(sentence.at.clone(), &plain);
    }
    found
}

/// `a dragon`, where the sentence says that its capture wins.
fn victim(sentence: &Sentence) -> Option<String> {
    let words: Vec<&str> = sentence.words.iter().map(String::as_str).collect();
    let begins = |start: &[&str]| words.starts_with(start);
    let before = BEFORE.iter().find(|start| begins(start))?;
    let rest = &words[before.len()..];
    let victim = match before.contains(&"wins") {
        true => rest,
        false => BEHIND.iter().find_map(|end| rest.strip_suffix(*end))?,
    };
    let plain = !victim.is_empty() && !victim.iter().any(|word| ["and", "or", "wins", "loses", "who"].contains(word));
    plain.then(|| victim.join(" "))
}
