//! What begins to hold of a piece: `When a knight is hanging, it is removed`. It is looked at as each phase ends, and done once as it begins: whoever it was
//! done to bears a mark as long as it holds.

use super::christening::said;
use super::lexer::{Token, stands};

/// What is said of pieces and begins and ends as others move.
const STATES: [&str; 8] = ["hanging", "unprotected", "undefended", "protected", "defended", "pinned", "skewered", "forked"];
const MODALS: [&str; 4] = ["may", "can", "cannot", "must"];
/// The most words of whom it is said.
const MAX_WHOM: usize = 6;

/// The sentences with what is done as something begins looked at when each phase ends.
pub fn looked_at(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    sentences.into_iter().flat_map(|sentence| told(&sentence).unwrap_or_else(|| vec![sentence])).collect()
}

fn told(sentence: &[Token]) -> Option<Vec<Vec<Token>>> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    (is(0, &["when", "whenever", "if"]) && is(1, &["a", "an", "any", "every", "each"])).then_some(())?;
    let verb = (3..MAX_WHOM + 3).find(|&at| is(at, &["is", "becomes", "gets"]))?;
    is(verb + 1, &STATES).then_some(())?;
    let comma = sentence.iter().position(|token| token.is_mark(","))?;
    let rest = &sentence[comma + 1..];
    let done = stands(rest, 0, &["it", "its"]) && !rest.iter().any(|token| MODALS.iter().any(|word| token.is_word(word)));
    // whoever is spoken of behind the state is no part of the mark's name
    (done && comma > verb + 1).then_some(())?;
    let (span, whom, state) = (sentence[verb].span, &sentence[2..verb], &sentence[verb + 1..comma]);
    let mark = format!("{}-before", state[0].word);
    let every =
        |joint: &str| [said("at the end of every phase , ", span), said(joint, span), whom.to_vec(), said("that is", span)].concat();
    Some(vec![
        said(&format!("pieces can be marked as {mark}"), span),
        [every("for every"), state.to_vec(), said(&format!("and that is not {mark} , ("), span), rest.to_vec(), said(")", span)].concat(),
        [every("every"), said("not", span), state.to_vec(), said(&format!("is no longer marked as {mark}"), span)].concat(),
        [every("every"), state.to_vec(), said(&format!("is marked as {mark}"), span)].concat(),
    ])
}
