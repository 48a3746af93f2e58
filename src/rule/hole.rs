//! Marked holes: a `?` in place of what the author leaves open. The sentence says nothing until it is filled (R17).
//!
//! Invariant: a hole stands where something can stand: filled with some word of the game, the sentence reads.

use super::lexer::{Token, tokens};
use super::vocabulary::Vocabulary;

/// The most holes of one sentence.
pub const MAX_HOLES: usize = 2;

/// Whether a word is left open.
pub fn is_hole(token: &Token) -> bool {
    token.is_mark("?")
}

/// The sentence with something in its holes, as it first reads; `reads` says whether it does.
pub fn filled(sentence: &[Token], words: &Vocabulary, reads: impl Fn(&[Token]) -> bool) -> Option<Vec<Token>> {
    let candidates = candidates(words);
    let holes: Vec<usize> = (0..sentence.len()).filter(|&at| is_hole(&sentence[at])).collect();
    let with = |chosen: &[&Vec<Token>]| {
        let mut full = Vec::new();
        let mut chosen = chosen.iter();
        for token in sentence {
            match is_hole(token) {
                // What fills a hole stands where the hole stands.
                true => full.extend(
                    chosen.next().into_iter().flat_map(|filling| filling.iter().map(|word| Token { span: token.span, ..word.clone() })),
                ),
                false => full.push(token.clone()),
            }
        }
        full
    };
    match holes.len() {
        1 => candidates.iter().map(|one| with(&[one])).find(|full| reads(full)),
        MAX_HOLES => candidates
            .iter()
            .flat_map(|one| candidates.iter().map(move |other| [one, other]))
            .map(|pair| with(&pair))
            .find(|full| reads(full)),
        _ => None,
    }
}

/// Something of each sort that a sentence can name.
pub fn candidates(words: &Vocabulary) -> Vec<Vec<Token>> {
    let kinds = words.kinds.iter().take(1).flat_map(|kind| [kind.name.clone(), kind.plural.clone()]);
    let colours = words.armies.iter().take(1).cloned();
    let plain = [
        "two",
        "2",
        "second",
        "e4",
        "e-file",
        "rank 4",
        "forward",
        "diagonally",
        "one square forward",
        "removed",
        "it is removed",
        "next to it",
    ];
    kinds.chain(colours).chain(plain.map(str::to_owned)).map(|text| tokens(&text)).collect()
}
