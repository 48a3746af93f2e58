//! Squares that pieces have visited: `a rook that has visited a1 and h8`. Nobody remembers all squares of all pieces, so whoever comes to such a square is
//! marked for it.

use super::Vocabulary;
use super::christening::said;
use super::cursor::Cursor;
use super::lexer::{Token, stands};
use super::syntax::terms::{is_square, squares};
use super::words::settled;

/// With what the names end of marks that say where a man has been.
pub const VISITOR: &str = "-visitor";

/// What is said of having been somewhere.
const VISITS: [&[&str]; 11] = [
    &["visited"],
    &["reached"],
    &["entered"],
    &["been", "on"],
    &["been", "to"],
    &["been", "in"],
    &["been", "at"],
    &["stood", "on"],
    &["stood", "in"],
    &["landed", "on"],
    &["set", "foot", "on"],
];

/// The sentences with marks in the place of visits, and those that give the marks.
pub fn marked(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> Vec<Vec<Token>> {
    let mut giving: Vec<(String, Vec<Token>)> = Vec::new();
    let mut told: Vec<Vec<Token>> = Vec::new();
    for mut sentence in sentences {
        // "that has reached the sixth rank may not be captured for two turns": from then, which is an event
        while !is_for_a_time(&sentence)
            && let Some((from, to, places)) = (0..sentence.len()).find_map(|at| visit(&sentence, at, words))
        {
            let span = sentence[from].span;
            let be = if sentence[from + 1].is_word("have") { "are" } else { "is" };
            let marks: Vec<String> = places.iter().map(|place| format!("that {be} {}", name(place))).collect();
            for place in places {
                if !giving.iter().any(|(known, _)| *known == name(&place)) {
                    giving.push((name(&place), place));
                }
            }
            sentence.splice(from..to, said(&marks.join(" and "), span));
        }
        told.push(sentence);
    }
    let gives = |(name, place): (String, Vec<Token>)| {
        let span = place[0].span;
        [said("when a piece moves to", span), place, said(&format!(", it becomes {name}"), span)].concat()
    };
    told.extend(giving.into_iter().map(gives));
    told
}

/// The most words of how long something lasts, behind "for".
const MAX_TIME: usize = 5;

/// Whether something lasts from then on, or for some turns.
fn is_for_a_time(sentence: &[Token]) -> bool {
    let then = |two: &[Token]| two[0].is_word("from") && ["then", "that", "this"].iter().any(|word| two[1].is_word(word));
    let turns = sentence.last().is_some_and(|last| ["turn", "turns"].iter().any(|word| last.is_word(word)));
    sentence.windows(2).any(then) || turns && sentence.iter().rev().take(MAX_TIME).any(|token| token.is_word("for"))
}

/// What a piece is marked as that has been there.
fn name(place: &[Token]) -> String {
    let words = place.iter().filter(|token| !token.is_word("the") && !token.is_mark(",")).map(|token| token.word.as_str());
    format!("{}{VISITOR}", words.collect::<Vec<_>>().join("-"))
}

/// `that has visited a1 and h8`: where it begins and ends, and the places, each of which must have been visited.
fn visit(sentence: &[Token], at: usize, words: &Vocabulary) -> Option<(usize, usize, Vec<Vec<Token>>)> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    (is(at, &["that", "which", "who"]) && is(at + 1, &["has", "have"])).then_some(())?;
    let verb = VISITS.iter().find(|verb| verb.iter().enumerate().all(|(ahead, word)| is(at + 2 + ahead, &[word])))?;
    let from = at + 2 + verb.len() + usize::from(is(at + 2 + verb.len(), &["both"]));
    // "all four corners": each of them, and nobody has said which they are
    if is(from, &["all", "every", "each", "any", "both"]) {
        return None;
    }
    let single = |at: usize| sentence.get(at).is_some_and(|token| is_square(&token.word));
    let mut end = from;
    let mut all = Vec::new();
    while single(end) {
        all.push(vec![sentence[end].clone()]);
        let comma = usize::from(sentence.get(end + 1).is_some_and(|token| token.is_mark(",")));
        let and = usize::from(is(end + 1 + comma, &["and"]));
        match (comma + and > 0) && single(end + 1 + comma + and) {
            true => end += 1 + comma + and,
            false => return Some((at, end + 1, all)).filter(|_| !is(end + 1, &["or"])),
        }
    }
    let lexemes = settled(&sentence[from..], words);
    let mut cursor = Cursor::new(&lexemes, words);
    squares(&mut cursor)?;
    let taken: usize = lexemes[..cursor.at()].iter().map(|lexeme| lexeme.tokens).sum();
    Some((at, from + taken, vec![sentence[from..from + taken].to_vec()]))
}
