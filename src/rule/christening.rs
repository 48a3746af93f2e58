//! Names that a rule gives without saying so: `Ranks 4 and 5 are a swamp. Pieces in the swamp ...`, `A camel leaps (1,3). ... a camel is
//! placed on e4.` Only a name that another sentence uses is one.

use super::cursor::Cursor;
use super::explain::{is_slip, known};
use super::lexer::{Sort, Token, tokens};
use super::syntax::terms::squares;
use super::words::settled;
use super::{Span, Vocabulary};

/// The most words of such a name.
const MAX_NAME: usize = 2;

/// The sentences with what they name so said in full.
pub fn named_in_full(sentences: &[&[Token]], words: &Vocabulary) -> Vec<Vec<Token>> {
    let parted: Vec<Vec<Token>> = sentences.iter().flat_map(|sentence| explained(sentence, words)).collect();
    let all: Vec<&[Token]> = parted.iter().map(Vec::as_slice).collect();
    all.iter().enumerate().map(|(at, sentence)| region(at, &all, words).unwrap_or_else(|| sentence.to_vec())).collect()
}

/// `a4 and h5 are swamps: pieces that stop there ...`: what they are called, and what that means.
fn explained(sentence: &[Token], words: &Vocabulary) -> Vec<Vec<Token>> {
    let whole = || vec![sentence.to_vec()];
    let Some(colon) = sentence.iter().position(|token| token.is_mark(":")) else { return whole() };
    let (first, rest) = (&sentence[..colon], &sentence[colon + 1..]);
    let Some((_, name)) = naming(first, words) else { return whole() };
    let there = |token: &Token| match token.is_word("there") {
        true => [said("on the", token.span), name.to_vec()].concat(),
        false => vec![token.clone()],
    };
    let second: Vec<Token> = rest.iter().flat_map(there).collect();
    if second.len() > rest.len() { vec![first.to_vec(), second] } else { whole() }
}

/// `the four centre squares are icy`: they are called so.
fn region(at: usize, sentences: &[&[Token]], words: &Vocabulary) -> Option<Vec<Token>> {
    let (verb, name) = naming(sentences[at], words)?;
    let span = sentences[at][verb].span;
    used(name, at, sentences).then(|| [&sentences[at][..verb], &said("is called the", span), name].concat())
}

/// The verb of a sentence that could give squares a name, and the name.
fn naming<'t>(sentence: &'t [Token], words: &Vocabulary) -> Option<(usize, &'t [Token])> {
    let copula = |token: &Token| ["is", "are", "become", "becomes", "form", "forms"].iter().any(|verb| token.is_word(verb));
    let verb = sentence.iter().position(copula)?;
    let article = sentence.get(verb + 1).is_some_and(|token| ["a", "an", "the"].iter().any(|word| token.is_word(word)));
    let name = sentence.get(verb + 1 + usize::from(article)..)?;
    let new = (1..=MAX_NAME).contains(&name.len())
        && name.iter().all(|token| token.sort == Sort::Word && !token.possessive)
        && name.iter().any(|token| !known(token, words));
    new.then_some(())?;
    let place = settled(&sentence[..verb], words);
    let mut cursor = Cursor::new(&place, words);
    squares(&mut cursor)?;
    cursor.end()?;
    Some((verb, name))
}

/// Whether another sentence uses the name.
fn used(name: &[Token], at: usize, sentences: &[&[Token]]) -> bool {
    let single = |token: &Token| token.word.strip_suffix('s').unwrap_or(&token.word).to_string();
    let same = |window: &[Token]| window.iter().zip(name).all(|(one, other)| single(one) == single(other));
    let others = sentences.iter().enumerate().filter(|(other, _)| *other != at);
    others.into_iter().any(|(_, sentence)| sentence.windows(name.len()).any(same))
}

/// Words of the program's in the place of the player's.
pub fn said(text: &str, span: Span) -> Vec<Token> {
    tokens(text).into_iter().map(|token| Token { span, leads: false, after_gap: false, ..token }).collect()
}

/// A noun that nobody knows, that moves in one sentence and is spoken of in another: the sentence that makes it a kind of piece.
pub fn new_kind(sentences: &[Vec<Token>], words: &Vocabulary) -> Option<Vec<Token>> {
    const VERBS: [&str; 9] = ["moves", "move", "jumps", "jump", "leaps", "leap", "captures", "capture", "may"];
    const ARTICLES: [&str; 6] = ["a", "an", "the", "each", "every", "all"];
    for (at, sentence) in sentences.iter().enumerate() {
        let from = usize::from(sentence.first().is_some_and(|token| ARTICLES.iter().any(|word| token.is_word(word))));
        let [noun, verb, ..] = sentence.get(from..).unwrap_or_default() else { continue };
        let plain = noun.sort == Sort::Word && !noun.possessive && !known(noun, words) && !is_slip(&noun.word, words);
        if !plain || !VERBS.iter().any(|word| verb.is_word(word)) {
            continue;
        }
        let single = noun.word.strip_suffix('s').unwrap_or(&noun.word);
        let other = |token: &Token| token.word.strip_suffix('s').unwrap_or(&token.word) == single;
        let elsewhere = sentences.iter().enumerate().any(|(place, sentence)| place != at && sentence.iter().any(other));
        if elsewhere {
            return Some(said(&format!("a {single} is a new piece"), noun.span));
        }
    }
    None
}
