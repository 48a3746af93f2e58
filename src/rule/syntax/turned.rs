//! An event told behind what it brings about, put in front of it: so that "he", "own" and "his" mean whom they mean there.

use crate::rule::Vocabulary;
use crate::rule::antecedent::settle;
use crate::rule::lexer::{Sort, Token};
use crate::rule::words::Lexeme;

/// How a player is called again.
const HE: [&str; 3] = ["he", "she", "they"];
/// How what is his is told.
const HIS: [&str; 3] = ["his", "her", "their"];

/// `A player loses a pawn` and `when he captures a queen`, as `when a player captures a queen, he loses a pawn`. None where a pronoun of the event
/// could only mean the player of whom the deed is told.
pub fn event_in_front(done: &[Lexeme], event: &[Lexeme], words: &Vocabulary) -> Option<Vec<Lexeme>> {
    let [when, told @ ..] = event else { return None };
    let player = player_in_front(done);
    let called = |lexeme: &Lexeme, names: &[&str]| names.iter().any(|name| lexeme.token.is_word(name));
    let mut front = vec![when.clone()];
    let comma = Token { sort: Sort::Mark, word: ",".to_string(), possessive: false, ..when.token.clone() };
    let mut back =
        vec![Lexeme { phrase: None, token: comma, tokens: 0, last: ",".to_owned(), possessive: false, span: when.span, meant: None }];
    match told.split_first() {
        Some((first, rest)) if player > 0 && (called(first, &HE) || called(first, &HIS)) => {
            front.extend_from_slice(&done[..player]);
            if let Some(last) = front.last_mut()
                && called(first, &HIS)
            {
                last.possessive = true;
                last.token.possessive = last.tokens == 1;
            }
            front.extend_from_slice(rest);
            let mut he = Lexeme { phrase: Some("it"), ..first.clone() };
            he.token.word = HE[0].to_string();
            back.push(he);
            back.extend_from_slice(&done[player..]);
        }
        _ => {
            let of_him = |lexeme: &Lexeme| lexeme.meant.is_some() && (called(lexeme, &HE) || called(lexeme, &HIS));
            let named = told.iter().position(|lexeme| lexeme.means("player") || lexeme.means("each player"));
            if player > 0 && told.iter().take(named.unwrap_or(told.len())).any(of_him) {
                return None;
            }
            front.extend_from_slice(told);
            back.extend_from_slice(done);
        }
    }
    front.append(&mut back);
    settle(&mut front, words);
    Some(front)
}

/// How many words name a player with whom the sentence begins: `a player`, `each player`.
fn player_in_front(done: &[Lexeme]) -> usize {
    let article = usize::from(
        done.first().is_some_and(|first| ["a", "the", "every"].iter().any(|word| first.means(word)) || first.token.sort == Sort::Number(1)),
    );
    match done.get(article) {
        Some(lexeme) if (lexeme.means("player") || lexeme.means("each player")) && !lexeme.possessive => article + 1,
        _ => 0,
    }
}
