//! Kinds of which a rule makes only neutral pieces: wherever one of them is moved by a player, it is a neutral one, and none of his own.

use super::Vocabulary;
use super::christening::said;
use super::lexer::{Sort, Token};
use super::wording::singular;

const NEUTRAL: &str = "neutral";
/// Whose a piece is, said before its kind.
const WHOSE: [&str; 8] = ["own", "enemy", "his", "her", "their", "your", "my", "its"];
/// Behind the verb, before the kind.
const ARTICLES: [&str; 4] = ["the", "a", "any", "that"];

/// `he may move the goat`, where the rule places neutral goats only: the neutral goat.
pub fn spelled_out(sentences: Vec<Vec<Token>>, words: &Vocabulary) -> Vec<Vec<Token>> {
    let Some(kinds) = neutral_kinds(&sentences, words) else { return sentences };
    let is_one = |token: &Token| token.sort == Sort::Word && kinds.contains(&singular(&token.word));
    let moved = |before: &[Token]| {
        let article = before.last().is_some_and(|token| ARTICLES.iter().any(|word| token.is_word(word)));
        let verb = before.iter().rev().nth(usize::from(article));
        verb.is_some_and(|verb| ["move", "moves", "moving"].iter().any(|word| verb.is_word(word)))
    };
    let told = |sentence: Vec<Token>| {
        let mut found: Vec<Token> = Vec::new();
        for token in sentence {
            if is_one(&token) && moved(&found) {
                found.extend(said(NEUTRAL, token.span));
            }
            found.push(token);
        }
        found
    };
    sentences.into_iter().map(told).collect()
}

/// The new kinds of which nobody else than a neutral side has one, as far as the sentences tell.
fn neutral_kinds(sentences: &[Vec<Token>], words: &Vocabulary) -> Option<Vec<String>> {
    let pairs = || sentences.iter().flat_map(|sentence| sentence.windows(2));
    let new = |kind: &str| {
        let is_new = |sentence: &Vec<Token>| sentence.iter().take(3).any(|token| singular(&token.word) == kind);
        sentences.iter().any(|sentence| is_new(sentence) && sentence.iter().any(|token| token.is_word("new")))
    };
    let of_others = |kind: &str| {
        let side = |token: &Token| words.armies.iter().any(|army| army != NEUTRAL && token.is_word(army));
        let others = |token: &Token| side(token) || WHOSE.iter().any(|word| token.is_word(word));
        pairs().any(|pair| singular(&pair[1].word) == kind && others(&pair[0]))
    };
    let named = pairs().filter(|pair| pair[0].is_word(NEUTRAL) && pair[1].sort == Sort::Word).map(|pair| singular(&pair[1].word));
    let kinds: Vec<String> = named.filter(|kind| new(kind) && !of_others(kind)).collect();
    (!kinds.is_empty()).then_some(kinds)
}
