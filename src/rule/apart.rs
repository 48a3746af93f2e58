//! The longest phrase of the tables is not always the one that is meant: it can take a word that belongs to what follows. Then the sentence is
//! read again with phrases taken for shorter ones, first those where the reading stopped.

use super::Vocabulary;
use super::guarded::{Guarded, guarded};
use super::lexer::Token;
use super::stopping::understood;
use super::syntax::Family;
use super::words::{Lexeme, settled, settled_but};

/// How many phrases before the place where the reading stopped are tried, each by itself.
const NEAR: usize = 3;
/// The most phrases that are taken for shorter ones together.
const MAX_TOGETHER: usize = 6;
/// The most phrases of one sentence that are tried by themselves, wherever they stand.
const MAX_ALONE: usize = 12;

/// What a sentence says with some of its phrases taken for shorter ones.
pub fn apart(sentence: &[Token], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    where_it_stops(sentence, words, families).or_else(|| one_of_all(sentence, words, families))
}

/// Shortens the phrase at which the reading stopped, or one just before it; goes on as long as it then gets further.
pub fn where_it_stops(sentence: &[Token], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    let mut shorter = Vec::new();
    let mut lexemes = settled(sentence, words);
    for _ in 0..MAX_TOGETHER {
        let stopped = understood(&lexemes, words, families);
        let reached = begins(&lexemes, stopped);
        let mut further: Option<(usize, Vec<usize>, Vec<Lexeme>)> = None;
        for at in long_phrases(&lexemes[..lexemes.len().min(stopped + 1)]).into_iter().rev().take(NEAR) {
            let tried = [shorter.as_slice(), &[at]].concat();
            let other = settled_but(sentence, &tried, words);
            if let Some(said) = guarded(&other, words, families) {
                return Some(said);
            }
            let now = begins(&other, understood(&other, words, families));
            if now > further.as_ref().map_or(reached, |(best, ..)| *best) {
                further = Some((now, tried, other));
            }
        }
        (_, shorter, lexemes) = further?;
    }
    None
}

/// Any one phrase of the sentence for a shorter one.
fn one_of_all(sentence: &[Token], words: &Vocabulary, families: &[&[Family]]) -> Option<Guarded> {
    let all = long_phrases(&settled(sentence, words));
    all.into_iter().take(MAX_ALONE).find_map(|at| guarded(&settled_but(sentence, &[at], words), words, families))
}

/// Where a lexeme begins in the text; where the sentence ends for the one after the last.
fn begins(lexemes: &[Lexeme], at: usize) -> usize {
    lexemes.get(at).map_or(usize::MAX, |lexeme| lexeme.span.start)
}

/// The tokens at which phrases of several words begin.
fn long_phrases(lexemes: &[Lexeme]) -> Vec<usize> {
    let mut at = 0;
    let mut found = Vec::new();
    for lexeme in lexemes {
        if lexeme.phrase.is_some() && lexeme.tokens > 1 {
            found.push(at);
        }
        at += lexeme.tokens;
    }
    found
}
