//! The men of a sentence named again in the condition behind it: `A piece may not capture if the piece is next to a king` asks of that piece, as "it" does.

use super::Vocabulary;
use super::lexer::tokens;
use super::words::Lexeme;

/// How men are spoken of, each by itself, at the beginning of a sentence.
const EACH: [&str; 6] = ["a", "an", "any", "every", "each", "no"];
const THAT: [&str; 3] = ["the", "that", "this"];
/// What says more of them, so that others could be meant.
const MORE: [&str; 8] = ["that", "which", "who", "whose", "with", "of", "nearest", "and"];

/// The condition with "it" in the place of the noun; the same where nobody is named again.
pub fn told(body: &[Lexeme], guard: &[Lexeme], words: &Vocabulary) -> Vec<Lexeme> {
    let article = body.first().is_some_and(|first| EACH.iter().any(|word| first.token.is_word(word)));
    let Some(subject) = body.get(usize::from(article)) else { return guard.to_vec() };
    let same = |noun: &Lexeme| {
        let piece = subject.means("piece") && noun.means("piece") && ["piece", "man", "unit"].iter().any(|word| noun.token.is_word(word));
        piece || words.kinds.iter().any(|kind| kind.is_named(&subject.token) && noun.token.is_word(&kind.name))
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(lexeme) = guard.get(at) {
        let that = lexeme.tokens == 1 && THAT.iter().any(|word| lexeme.token.is_word(word));
        let more = guard.get(at + 2).is_some_and(|next| MORE.iter().any(|word| next.means(word)));
        match guard.get(at + 1).filter(|noun| that && !more && same(noun)) {
            Some(noun) => {
                found.push(pronoun(noun));
                at += 2;
            }
            None => {
                found.push(lexeme.clone());
                at += 1;
            }
        }
    }
    found
}

/// `it`, or `its` where the noun is said of what belongs to it.
fn pronoun(noun: &Lexeme) -> Lexeme {
    let word = if noun.possessive { "its" } else { "it" };
    let token = tokens(word).into_iter().next().unwrap_or_else(|| noun.token.clone());
    let token = super::lexer::Token { span: noun.token.span, leads: false, ..token };
    Lexeme { phrase: Some(word), token, tokens: 1, last: word.to_string(), possessive: false, span: noun.span, meant: None }
}
