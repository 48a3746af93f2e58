//! `A player who has captured two rooks wins.`: what is won or lost by captures, told as what is counted for it from then on.

use super::Vocabulary;
use super::christening::said;
use super::lexer::{Sort, Token};
use super::sentence::spanned;
use super::wording::singular;

/// What comes before the captured pieces.
const BEFORE: [&[&str]; 18] = [
    &["a", "player", "who", "captures"],
    &["a", "player", "who", "takes"],
    &["a", "player", "that", "captures"],
    &["a", "player", "who", "has", "captured"],
    &["a", "player", "who", "has", "taken"],
    &["a", "player", "that", "has", "captured"],
    &["the", "player", "who", "captures"],
    &["the", "first", "player", "who", "captures"],
    &["the", "first", "player", "who", "has", "captured"],
    &["whoever", "captures"],
    &["whoever", "takes"],
    &["whoever", "has", "captured"],
    &["who", "captures"],
    &["who", "has", "captured"],
    &["the", "first", "who", "captures"],
    &["the", "first", "to", "capture"],
    &["a", "player", "who", "first", "captures"],
    &["capturing"],
];
/// The same where it is said first what comes of it.
const BEHIND_VERB: [&[&str]; 6] = [
    &["by", "capturing"],
    &["when", "he", "captures"],
    &["if", "he", "captures"],
    &["when", "he", "has", "captured"],
    &["if", "he", "has", "captured"],
    &["once", "he", "has", "captured"],
];
/// No part of what is captured.
const OTHERS: [&str; 10] = ["and", "or", "wins", "loses", "who", "that", "more", "fewer", "than", "no"];
/// Words in front of "trophies" until nobody counts by that name.
const FURTHER: &str = "further";
const MOST_NAMES: usize = 8;

/// What a sentence says: who captures so many of these wins, or loses.
struct Prize {
    victim: String,
    many: u32,
    wins: bool,
}

impl Prize {
    /// More than the capture itself is asked for: what has been captured before counts.
    fn is_counted(&self, sentence: &[Token]) -> bool {
        self.many > 1 || sentence.iter().any(|token| token.is_word("has"))
    }
}

/// The sentences that say so, in plain words: a counter, what counts in it, and for how many one wins or loses. What is done by one capture stays as
/// it is said where somebody `reads` it.
pub fn told(sentences: Vec<Vec<Token>>, words: &Vocabulary, reads: impl Fn(&[Token]) -> bool) -> Vec<Vec<Token>> {
    let mut counting: Vec<(String, String)> = Vec::new();
    let mut found = Vec::new();
    for sentence in sentences {
        let Some(prize) = prize(&sentence).filter(|prize| prize.is_counted(&sentence) || !reads(&sentence)) else {
            found.push(sentence);
            continue;
        };
        let span = spanned(&sentence);
        let known = counting.iter().find(|(victim, _)| *victim == prize.victim).map(|(_, name)| name.clone());
        let name = known.unwrap_or_else(|| {
            let name = fresh(&prize.victim, |name| words.counts(name) || counting.iter().any(|(_, known)| known == name));
            found.push(said(&format!("each player has {name}, starting at zero"), span));
            found.push(said(&format!("when a player captures {}, he gains one {}", prize.victim, singular(&name)), span));
            counting.push((prize.victim.clone(), name.clone()));
            name
        });
        let verb = if prize.wins { "wins" } else { "loses" };
        found.push(said(&format!("a player who has at least {} {name} {verb}", prize.many), span));
    }
    found
}

/// A counter that nobody counts in yet: `rook-trophies`.
fn fresh(victim: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let plain = |word: &&str| !["on", "of", "in"].contains(word) && word.chars().all(char::is_alphabetic);
    let of: Vec<&str> = victim.split(' ').skip(1).take_while(plain).collect();
    let mut name = format!("{}-trophies", of.join("-"));
    for _ in 0..MOST_NAMES {
        if !is_taken(&name) {
            break;
        }
        name = format!("{FURTHER}-{name}");
    }
    name
}

fn prize(sentence: &[Token]) -> Option<Prize> {
    let verb = |token: &Token| match () {
        () if token.is_word("wins") => Some(true),
        () if token.is_word("loses") => Some(false),
        () => None,
    };
    let game = |tokens: &[Token]| tokens.is_empty() || tokens.len() == 2 && tokens[0].is_word("the") && tokens[1].is_word("game");
    if let Some(rest) = BEFORE.iter().find_map(|start| behind(sentence, start)) {
        let at = rest.iter().position(|token| verb(token).is_some())?;
        let (many, victim) = victims(&rest[..at])?;
        return game(&rest[at + 1..]).then_some(Prize { victim, many, wins: verb(&rest[at])? });
    }
    let rest = behind(sentence, &["a", "player"])?;
    let wins = verb(rest.first()?)?;
    let rest = rest.get(1..)?;
    let rest = if rest.len() > 2 && game(&rest[..2]) { &rest[2..] } else { rest };
    let (many, victim) = victims(BEHIND_VERB.iter().find_map(|start| behind(rest, start))?)?;
    Some(Prize { victim, many, wins })
}

/// `a queen`, `two rooks`, `at least three enemy pawns`: how many, and one of them.
fn victims(tokens: &[Token]) -> Option<(u32, String)> {
    let plain =
        !tokens.is_empty() && tokens.iter().all(|token| token.sort != Sort::Mark && !OTHERS.iter().any(|other| token.is_word(other)));
    if !plain {
        return None;
    }
    let counted = behind(tokens, &["at", "least"]).unwrap_or(tokens);
    let spelled = |tokens: &[Token]| tokens.iter().map(|token| token.word.as_str()).collect::<Vec<_>>().join(" ");
    match counted.split_first()? {
        (first, men) if matches!(first.sort, Sort::Number(many) if many > 1) => {
            let Sort::Number(many) = first.sort else { return None };
            let (last, before) = men.split_last()?;
            let one = singular(&last.word);
            // "rooks on e4" are another matter
            (before.len() <= 1 && one != last.word).then(|| {
                let one = [spelled(before), one].join(" ");
                (many, format!("a {}", one.trim()))
            })
        }
        _ if counted.len() < tokens.len() => None,
        (first, men) if ["a", "an", "any", "one"].iter().any(|word| first.is_word(word)) || matches!(first.sort, Sort::Number(1)) => {
            (!men.is_empty()).then(|| (1, format!("a {}", spelled(men))))
        }
        _ => Some((1, format!("the {}", spelled(tokens)))),
    }
}

/// What stands behind these words.
fn behind<'t>(tokens: &'t [Token], words: &[&str]) -> Option<&'t [Token]> {
    let begins = tokens.len() >= words.len() && words.iter().zip(tokens).all(|(word, token)| token.is_word(word));
    begins.then(|| &tokens[words.len()..])
}
