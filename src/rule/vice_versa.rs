//! `..., and the other way round`: the same said once more with its two squares, colours or kinds exchanged.

use super::Vocabulary;
use super::lexer::{Sort, Token};
use super::syntax::terms::is_square;

/// How it is said, behind the sentence.
const SAID: [&[&str]; 5] = [
    &["and", "the", "other", "way", "round"],
    &["and", "the", "other", "way", "around"],
    &["and", "vice", "versa"],
    &["and", "vice-versa"],
    &["and", "the", "reverse"],
];

/// The name that a token is, of one sort.
type Sorting<'a> = &'a dyn Fn(&Token) -> Option<String>;

/// The sentence without it and the same the other way round; None where it does not say so, or not of two.
pub fn both_ways(sentence: &[Token], words: &Vocabulary) -> Option<[Vec<Token>; 2]> {
    let ends = |said: &&&[&str]| {
        sentence.len() > said.len() && sentence[sentence.len() - said.len()..].iter().zip(**said).all(|(one, word)| one.is_word(word))
    };
    let said = SAID.iter().find(ends)?;
    let mut plain = sentence[..sentence.len() - said.len()].to_vec();
    while plain.last().is_some_and(|last| last.is_mark(",")) {
        plain.pop();
    }
    let kind = |token: &Token| words.kinds.iter().position(|kind| kind.is_named(token));
    let sorts: [Sorting<'_>; 3] = [
        &|token| (token.sort == Sort::Word && is_square(&token.word)).then(|| token.word.clone()),
        &|token| kind(token).map(|at| words.kinds[at].name.clone()),
        &|token| words.armies.iter().find(|army| token.is_word(army)).cloned(),
    ];
    sorts.into_iter().find_map(|named| {
        let mut names: Vec<String> = plain.iter().filter_map(named).collect();
        names.sort();
        names.dedup();
        let [one, other] = names.as_slice() else { return None };
        let exchanged = |token: &Token| {
            let Some(name) = named(token) else { return token.clone() };
            let put = if name == *one { other } else { one };
            let plural = words.kinds.iter().find(|kind| kind.name == *put && token.word != name).map(|kind| kind.plural.clone());
            Token { word: plural.unwrap_or_else(|| put.clone()), ..token.clone() }
        };
        let back = plain.iter().map(exchanged).collect();
        Some([plain.clone(), back])
    })
}
