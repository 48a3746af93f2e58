//! C1, a convention that changes no legal move (D8): one colour for each player's men in each universe, and the seats' labels that come from them.

use crate::game::founding::Wishes;
use crate::law;
use crate::rule::{self, Vocabulary};

/// The longest colour name.
const LONGEST_COLOUR: usize = 12;

/// What is wrong with the colours or the sequence that somebody named.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColourProblem {
    #[error("{players} players need {needed} colours, all different; you named {named}")]
    Number { players: usize, needed: usize, named: usize },
    #[error("\"{0}\" cannot be a colour's name: use up to {LONGEST_COLOUR} letters and digits, not digits alone")]
    Name(String),
    #[error("\"{0}\" cannot be a colour's name: it is a word of the rules already")]
    Taken(String),
    #[error("the colour {0} is named twice")]
    Twice(String),
    #[error("the sequence must name each player once: {0}")]
    Sequence(String),
}

/// The universe's two seats, hot first, in lexicographic order of pairs: universe 1 is 1-2, then 1-3, ...
pub fn pairs(players: usize) -> Vec<(u8, u8)> {
    let seats = players as u8;
    (0..seats).flat_map(|hot| (hot + 1..seats).map(move |cold| (hot, cold))).collect()
}

/// The colours that C1 gives to so many players, seat by seat, inside a seat by universe.
pub fn standard(players: usize) -> Vec<String> {
    let named: &[&str] = match players {
        2 => &["white", "black"],
        3 => &["white", "yellow", "green", "orange", "blue", "red"],
        _ => &[],
    };
    if !named.is_empty() {
        return named.iter().map(|name| name.to_string()).collect();
    }
    let letters = (0..players as u8 - 1).map(|at| char::from(b'a' + at));
    (1..=players).flat_map(|seat| letters.clone().map(move |letter| format!("{seat}{letter}"))).collect()
}

/// Refuses wishes that cannot be met by players of those names.
pub fn check_wishes(wishes: &Wishes, names: &[&str]) -> Result<(), ColourProblem> {
    if let Some(colours) = &wishes.colours {
        let words = law::texts::standard("mar").map(|standard| Vocabulary::of(standard.chain())).unwrap_or_default();
        let needed = names.len() * (names.len() - 1);
        if colours.len() != needed {
            return Err(ColourProblem::Number { players: names.len(), needed, named: colours.len() });
        }
        for (at, colour) in colours.iter().enumerate() {
            let plain = colour.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
            if !plain || colour.is_empty() || colour.len() > LONGEST_COLOUR || colour.bytes().all(|b| b.is_ascii_digit()) {
                return Err(ColourProblem::Name(colour.clone()));
            }
            if rule::has_meaning(colour, &words) {
                return Err(ColourProblem::Taken(colour.clone()));
            }
            if colours[..at].contains(colour) {
                return Err(ColourProblem::Twice(colour.clone()));
            }
        }
    }
    if let Some(wished) = &wishes.sequence {
        sequence(wished, names)?;
    }
    Ok(())
}

/// The players' numbers in the order of play that was wished: each is named once, in any case.
pub fn sequence(wished: &[String], names: &[&str]) -> Result<Vec<usize>, ColourProblem> {
    let problem = || ColourProblem::Sequence(names.join(", "));
    let player = |name: &String| {
        let mut same = (0..names.len()).filter(|&at| names[at].to_lowercase() == name.to_lowercase());
        match (same.next(), same.next()) {
            (Some(player), None) => Ok(player),
            _ => Err(problem()),
        }
    };
    let found = wished.iter().map(player).collect::<Result<Vec<_>, _>>()?;
    let each_once = found.len() == names.len() && (0..names.len()).all(|player| found.contains(&player));
    if each_once { Ok(found) } else { Err(problem()) }
}

/// Letters that begin the numbers of other things than rules: amendments, challenges, fixes, presumptions (C4: one register).
const OTHER_REGISTERS: [char; 4] = ['a', 'c', 'f', 'p'];

/// One short label for each seat, unique, from its colours: `w`, `g`, `b`. A rule's number is the maker's label and his running number, `w1` (C4).
pub fn labels(colours_by_seat: &[Vec<String>]) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for colours in colours_by_seat {
        let taken: Vec<&str> = labels.iter().map(String::as_str).collect();
        let label = label(colours.iter().filter_map(|colour| colour.chars().next()), &taken);
        labels.push(label);
    }
    labels
}

/// A label that nobody has: the first of those letters that is free, else the first of the alphabet, else two.
pub fn label(own: impl Iterator<Item = char>, taken: &[&str]) -> String {
    let free = |label: &String| !taken.contains(&label.as_str());
    let letters = || ('a'..='z').filter(|letter| !OTHER_REGISTERS.contains(letter));
    let one = own.filter(|c| letters().any(|letter| letter == *c)).chain(letters()).map(String::from);
    let two = letters().flat_map(|first| letters().map(move |second| format!("{first}{second}")));
    one.chain(two).find(free).expect("there are more pairs of letters than sides in any number of timelines")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_players_get_the_seeds_colours_in_its_order() {
        assert_eq!(pairs(3), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(standard(3).join(","), "white,yellow,green,orange,blue,red");
        assert_eq!(standard(4).join(" "), "1a 1b 1c 2a 2b 2c 3a 3b 3c 4a 4b 4c");
    }

    #[test]
    fn labels_are_unique_whatever_the_colours() {
        let by_seat = |list: &[&[&str]]| list.iter().map(|seat| seat.iter().map(|c| c.to_string()).collect()).collect::<Vec<Vec<String>>>();
        assert_eq!(labels(&by_seat(&[&["white", "yellow"], &["green", "orange"], &["blue", "red"]])), ["w", "g", "b"]);
        assert_eq!(labels(&by_seat(&[&["blue"], &["black"]])), ["b", "d"]);
        assert_eq!(labels(&by_seat(&[&["1a", "1b"], &["2a", "2b"], &["3a", "3b"]])), ["b", "d", "e"]);
        // a1 would be amendment A1, c1 a challenge, f1 fix F1, p1 a presumption
        assert_eq!(labels(&by_seat(&[&["amber", "white"], &["crimson"], &["fuchsia", "pink"]])), ["w", "b", "d"]);
        let all: Vec<String> = labels(&vec![vec!["red".to_owned()]; 60]);
        assert!((0..60).all(|at| !all[..at].contains(&all[at])), "{all:?}");
    }

    #[test]
    fn colours_and_sequence_are_checked() {
        let wish = |colours: &[&str]| Wishes { colours: Some(colours.iter().map(|c| c.to_string()).collect()), sequence: None };
        assert!(check_wishes(&wish(&["gold", "silver"]), &["Ann", "Bob"]).is_ok());
        assert!(check_wishes(&wish(&["gold"]), &["Ann", "Bob"]).is_err());
        assert!(check_wishes(&wish(&["gold", "gold"]), &["Ann", "Bob"]).is_err());
        assert!(check_wishes(&wish(&["gold", "12"]), &["Ann", "Bob"]).is_err());
        for word in ["knight", "own", "pawns", "nobody", "each"] {
            assert_eq!(check_wishes(&wish(&["gold", word]), &["Ann", "Bob"]), Err(ColourProblem::Taken(word.to_owned())));
        }
        let sequence = Wishes { colours: None, sequence: Some(vec!["bob".into(), "ANN".into()]) };
        assert!(check_wishes(&sequence, &["Ann", "Bob"]).is_ok());
        assert!(check_wishes(&sequence, &["Ann", "Bo"]).is_err());
    }

    #[test]
    fn a_sequence_finds_each_player_in_any_case_or_none() {
        let named = |wished: &[&str], names: &[&str]| sequence(&wished.iter().map(|name| name.to_string()).collect::<Vec<_>>(), names).ok();
        assert_eq!(named(&["RENÉ", "bob"], &["Bob", "René"]), Some(vec![1, 0]));
        assert_eq!(named(&["ann", "Ann"], &["Ann", "ann"]), None);
        assert_eq!(named(&["bob", "Bob"], &["Bob", "René"]), None);
        assert_eq!(named(&["bob"], &["Bob", "René"]), None);
    }
}
