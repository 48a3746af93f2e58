//! A player's words for one choice: `e`, `file e` and `the e-file` are one, as are `N`, `knight` and `a knight`.

use crate::board::Position;
use crate::law::Label;
use crate::law::fate::named;

use super::read::matches;
use super::text::Text;

/// Words that tell no choice from another.
const FILLING: [&str; 26] = [
    "the", "an", "on", "to", "at", "in", "of", "with", "and", "it", "my", "his", "her", "its", "file", "files", "rank", "ranks", "row",
    "column", "square", "universe", "number", "i", "choose", "pick",
];
const IN_ORDER: [&str; 10] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const COUNTED: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const YES: [&str; 6] = ["yes", "y", "yeah", "yep", "ok", "sure"];
const NO: [&str; 5] = ["no", "n", "nope", "nothing", "none"];

/// Whether words name an option as it is asked or told: `a3`, `queen`, `e-file`, `universe 2`, `yes`.
pub fn names(words: &str, option: &str, position: &Position) -> bool {
    let said = plain(words, position);
    !said.is_empty() && said == plain(option, position) || is_meant_by(option, words)
}

/// `ok` is a yes.
fn is_meant_by(option: &str, words: &str) -> bool {
    let among = |known: &[&str]| known.iter().any(|known| words.trim().eq_ignore_ascii_case(known));
    option == "yes" && among(&YES) || option == "no" && among(&NO)
}

/// Small letters without filling words, numbers in digits, kinds by their names.
fn plain(words: &str, position: &Position) -> Vec<String> {
    let bare = |word: &str| word.trim_matches(|c: char| ",.;:!?'\"{}()".contains(c)).to_owned();
    let words: Vec<String> = words.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let mut said: Vec<String> =
        words.iter().filter(|word| !FILLING.contains(&word.to_lowercase().as_str())).map(|word| same(word, position)).collect();
    // The article is the name of a file too.
    if said.len() > 1 {
        said.retain(|word| word != "a");
    }
    said
}

fn same(word: &str, position: &Position) -> String {
    if let Some(kind) = position.entities.kinds.iter().find(|kind| kind.letter == word && word.chars().all(char::is_uppercase)) {
        return kind.name.clone();
    }
    let word = word.to_lowercase();
    let word = ["-file", "-rank"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(&word);
    if let Some(at) = [IN_ORDER, COUNTED].iter().find_map(|numbers| numbers.iter().position(|number| *number == word)) {
        return (at + 1).to_string();
    }
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    if let Some(digits) = digits.filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())) {
        return digits.to_owned();
    }
    let kind = position.entities.kinds.iter().find(|kind| kind.plural == word);
    kind.map_or_else(|| word.to_owned(), |kind| kind.name.clone())
}

/// Whether words name a choice inside a move.
pub(super) fn says(words: &str, label: &Label, position: &Position) -> bool {
    match label {
        Label::Leg(leg) => !matches(&Text::read(words, position), std::slice::from_ref(&**leg), position).is_empty(),
        Label::Kind(kind) if position.entities.kind(*kind).letter.eq_ignore_ascii_case(words) => true,
        Label::Universe(number) if words.rsplit([' ', ':']).next() == Some(number.to_string().as_str()) => true,
        Label::Way(way) if IN_ORDER.get(usize::from(way.nth) - 1).is_some_and(|nth| nth.eq_ignore_ascii_case(words)) => true,
        label => names(words, &named(label, position), position),
    }
}

#[cfg(test)]
mod tests {
    use super::names;
    use crate::law::{read_fen, samples};
    use crate::rule::Safety;

    #[test]
    fn one_choice_is_said_in_many_ways() {
        let position = read_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &samples::chess(Safety::IfAble)).unwrap().position;
        for (option, said) in [
            ("e-file", &["e", "E", "file e", "the e-file", "e file", "e-file."][..]),
            ("a-file", &["a", "the a-file", "file a"]),
            ("4", &["4", "rank 4", "the fourth rank", "four", "4th"]),
            ("knight", &["N", "knight", "a knight", "Knights"]),
            ("a3", &["a3", "A3", "on a3", "the square a3"]),
            ("yes", &["yes", "y", "OK"]),
            ("no", &["no", "nothing"]),
            ("universe 2", &["2", "universe 2", "in 2"]),
            ("remove", &["remove", "remove it"]),
        ] {
            for words in said {
                assert!(names(words, option, &position), "{words} is {option}");
            }
        }
        for (option, said) in [("e-file", "d"), ("4", "5"), ("knight", "b"), ("yes", "no"), ("a3", ""), ("a3", "the"), ("queen", "king")] {
            assert!(!names(said, option, &position), "{said} is not {option}");
        }
    }
}
