//! Rules with a word too many, a word too few or none of the language at all: no word is ignored, and nothing panics.

use proptest::prelude::*;

use super::*;

/// Words that carry meaning wherever they stand, and words that are none.
const MEANT: [&str; 22] = [
    "knight",
    "rooks",
    "white",
    "red",
    "three",
    "2",
    "forward",
    "left",
    "diagonally",
    "not",
    "except",
    "becomes",
    "queen",
    "banana",
    "quickly",
    "twice",
    "square",
    "move",
    "capture",
    "captured",
    "jumping over pieces",
    "(1,2)",
];

/// Words of the canonical form that may be left out without changing what is said.
const SPARE: [&str; 29] = [
    // "checks" is "gives check"
    "give",
    // "swaps with" is "swaps places with"
    "places",
    "called",
    // "promotes on e4" is where it arrives
    "arriving",
    // "misses the phase" is his next one
    "next",
    "and",
    "then",
    "in",
    "captured",
    "capturing",
    "diagonally",
    "move",
    "a",
    "an",
    "the",
    "all",
    "any",
    "every",
    "exactly",
    "too",
    "also",
    "may",
    "by",
    "like",
    "is",
    "piece",
    "pieces",
    // of "diagonally forward left", where "diagonally backward" stands beside it
    "forward",
    "backward",
];

/// The same of the first of two words.
const SPARE_BEFORE: [(&str, &str); 10] = [
    // "a piece checks", and so it is said of a plural
    ("gives", "check"),
    // "is no longer marked asleep"
    ("as", "asleep"),
    // "but only to a1"
    ("but", "only"),
    ("chosen", "at"),
    ("their", "own"),
    // what opens is new
    ("new", "universe"),
    ("second", "board"),
    ("as", "the"),
    // "that are pawns and have not moved"
    ("that", "have"),
    ("that", "has"),
];

/// And of the second of two.
const SPARE_AFTER: [(&str, &str); 3] = [
    ("degrees", "clockwise"),
    ("turn", "number"),
    // "the square behind it is a1"
    ("is", "on"),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn no_inserted_word_is_ignored(form in generate::form(words()), at in 0..60usize, word in proptest::sample::select(MEANT.to_vec())) {
        let sentence = print_form(&form, words());
        let mut parts: Vec<&str> = sentence.split(' ').collect();
        let place = at % parts.len();
        // "the square a1" is a1
        let named = parts[place].trim_end_matches(['.', ',', ')']);
        let spare = word == "square" && syntax::terms::is_square(named);
        parts.insert(place, word);
        let reading = read(&format!("RULE {}", parts.join(" ")), words());
        if let Some(rule) = reading.rule.filter(|_| !spare) {
            prop_assert!(rule.clauses.len() != 1 || rule.clauses[0].form != form, "{}", parts.join(" "));
        }
    }

    #[test]
    fn no_dropped_word_goes_unnoticed(form in generate::form(words()), at in 0..60usize) {
        let sentence = print_form(&form, words());
        let mut parts: Vec<&str> = sentence.split(' ').collect();
        let plain = |word: &str| word.trim_matches(['.', ',', '(', ')']).to_lowercase();
        let at = at % parts.len();
        let beside = |at: Option<usize>| at.and_then(|at| parts.get(at)).map_or(String::new(), |word| plain(word));
        let (last, next) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
        let dropped = plain(parts.remove(at));
        let dropped = dropped.as_str();
        // "the piece" is the one of the event, as long as no other has been chosen or gone through
        let others = ["chosen", "choice", "chooses", "choose"];
        let alone = || {
            let before: Vec<String> = parts[..at].iter().map(|word| plain(word)).collect();
            !before.iter().any(|word| others.contains(&word.as_str())) && !before.windows(2).any(|two| two[0] == "for" && two[1] != "which")
        };
        let spare = SPARE.contains(&dropped)
            || (dropped == "moving" && next == "piece" && alone())
            || SPARE_BEFORE.contains(&(dropped, next.as_str()))
            || SPARE_AFTER.contains(&(last.as_str(), dropped));
        // "held for two phases" are its owner's
        let held = sentence.contains("its owner's phases") && ["of", "its", "owner's"].contains(&dropped);
        let reading = read(&format!("RULE {}", parts.join(" ")), words());
        if let Some(rule) = reading.rule {
            let told = rule.clauses.iter().any(|clause| !clause.assumed.is_empty());
            prop_assert!(told || rule.clauses[0].form != form || spare || held, "without {}: {}", dropped, parts.join(" "));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn what_is_accepted_is_printed_and_read_back(rule in generate::rule(words()), cuts in proptest::collection::vec((0..500usize, 0..500usize, 0..3u8), 1..4)) {
        let text = print(&rule, words());
        let mut parts: Vec<&str> = text.split_whitespace().collect();
        for (at, other, how) in cuts {
            let (at, other) = (at % parts.len(), other % parts.len());
            match how {
                0 => parts.swap(at, other),
                1 => parts[at] = parts[other],
                _ => parts.insert(at, parts[other]),
            }
        }
        let reading = read(&parts.join(" "), words());
        prop_assert_eq!(reading.rule.is_some(), reading.diagnostics.is_empty());
        if let Some(rule) = reading.rule {
            prop_assert_eq!(read(&print(&rule, words()), words()).rule, Some(rule));
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,200}|[\\x00-\u{2fff}]{0,80}|(RULE )?([a-z(),.\"\\[\\]:-]{1,8} ?){0,40}") {
        let reading = read(&text, words());
        for problem in &reading.diagnostics {
            prop_assert!(problem.render(&text).lines().all(|line| line.chars().count() <= 76));
        }
        let law = read_law(&text, words());
        prop_assert_eq!(law.law.is_some(), law.diagnostics.is_empty());
    }

    #[test]
    fn words_of_the_language_in_any_order_are_no_trouble(picked in proptest::collection::vec(0..10_000usize, 0..25)) {
        let all: Vec<&str> = crate::rule::words::table().map(|entry| entry.phrase).chain(["knight", "pawns", "white", ",", ",", "two", "[fW]", "(1,2)"]).collect();
        let text: Vec<&str> = picked.iter().map(|at| all[at % all.len()]).collect();
        let text = format!("RULE {}", text.join(" "));
        let reading = read(&text, words());
        if let Some(rule) = reading.rule {
            prop_assert_eq!(read(&print(&rule, words()), words()).rule, Some(rule));
        }
    }
}
