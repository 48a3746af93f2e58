//! What begins to hold of a piece: `When a knight is hanging, it is removed`. It is looked at as each phase ends, and done once as it begins: whoever it was
//! done to bears a mark as long as it holds.

use super::christening::said;
use super::lexer::{Sort, Token, stands};
use super::whilst::HAPPENS;

/// What is said of pieces and begins and ends as others move.
const STATES: [&str; 8] = ["hanging", "unprotected", "undefended", "protected", "defended", "pinned", "skewered", "forked"];
const MODALS: [&str; 4] = ["may", "can", "cannot", "must"];
/// What lasts for some turns once it begins begins with these as well.
const PLACES: [&str; 9] = ["attacked", "threatened", "next", "adjacent", "on", "in", "within", "behind", "beside"];
/// The most words of whom it is said.
const MAX_WHOM: usize = 6;

/// The sentences with what is done as something begins looked at when each phase ends.
pub fn looked_at(sentences: Vec<Vec<Token>>) -> Vec<Vec<Token>> {
    let of_the_piece = |sentence: Vec<Token>| with_a_condition(&sentence).unwrap_or(sentence);
    let used = |name: &Token| sentences.iter().filter(|sentence| sentence.iter().any(|token| token.word == name.word)).count() > 1;
    let held: Vec<Vec<Token>> =
        sentences.iter().flat_map(|sentence| while_it_is(sentence, &used).unwrap_or_else(|| vec![sentence.clone()])).collect();
    held.into_iter().map(of_the_piece).flat_map(|sentence| told(&sentence).unwrap_or_else(|| vec![sentence])).collect()
}

/// `When a bishop is protected by a pawn, it is safe`: marked as long as it is.
fn while_it_is(sentence: &[Token], used: &dyn Fn(&Token) -> bool) -> Option<Vec<Vec<Token>>> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    (is(0, &["when", "whenever", "if", "while"]) && is(1, &["a", "an", "any", "every", "each"])).then_some(())?;
    let verb = (3..MAX_WHOM + 3).find(|&at| is(at, &["is", "stands"]))?;
    let comma = sentence.iter().position(|token| token.is_mark(","))?;
    let [it, be, mark] = &sentence[comma + 1..] else { return None };
    let names = it.is_word("it") && be.is_word("is") && !HAPPENS.iter().any(|done| mark.is_word(done)) && used(mark);
    (names && (is(verb + 1, &STATES) || is(verb + 1, &PLACES))).then_some(())?;
    let span = sentence[verb].span;
    let every = |denied: &str| [said("at the end of every phase , every", span), sentence[2..verb].to_vec(), said(denied, span)].concat();
    let state = &sentence[verb + 1..comma];
    Some(vec![
        [every("that is not"), state.to_vec(), said("is no longer marked as", span), vec![mark.clone()]].concat(),
        [every("that is"), state.to_vec(), said("is marked as", span), vec![mark.clone()]].concat(),
    ])
}

/// Whether a sentence ends with for how many turns it is so.
fn lasts(sentence: &[Token]) -> bool {
    let [.., before, number, turns] = sentence else { return false };
    let turns = ["turn", "turns", "phase", "phases"].iter().any(|word| turns.is_word(word));
    turns && before.is_word("for") && matches!(number.sort, Sort::Number(_))
}

/// `A bishop attacked by a pawn may not move for two turns`: when it is attacked.
fn with_a_condition(sentence: &[Token]) -> Option<Vec<Token>> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    (is(0, &["a", "an", "any"]) && lasts(sentence)).then_some(())?;
    let state = (2..MAX_WHOM + 2).find(|&at| is(at, &PLACES) || is(at, &STATES))?;
    let modal = (state + 1..sentence.len()).find(|&at| is(at, &MODALS))?;
    let span = sentence[0].span;
    let whom = match sentence[..state].split_last() {
        Some((be, [whom @ .., that])) if be.is_word("is") && that.is_word("that") => whom,
        _ => &sentence[..state],
    };
    (!sentence[state..modal].iter().any(|token| token.is_mark(","))).then_some(())?;
    Some(
        [
            said("when", span),
            whom.to_vec(),
            said("is", span),
            sentence[state..modal].to_vec(),
            said(", it", span),
            sentence[modal..].to_vec(),
        ]
        .concat(),
    )
}

fn told(sentence: &[Token]) -> Option<Vec<Vec<Token>>> {
    let is = |at: usize, these: &[&str]| stands(sentence, at, these);
    (is(0, &["when", "whenever", "if"]) && is(1, &["a", "an", "any", "every", "each"])).then_some(())?;
    let verb = (3..MAX_WHOM + 3).find(|&at| is(at, &["is", "becomes", "gets", "stands"]))?;
    let comma = sentence.iter().position(|token| token.is_mark(","))?;
    let rest = &sentence[comma + 1..];
    let limited = rest.iter().any(|token| MODALS.iter().any(|word| token.is_word(word)));
    (is(verb + 1, &STATES) && !is(verb, &["stands"]) || limited && is(verb + 1, &PLACES)).then_some(())?;
    let done = stands(rest, 0, &["it", "its"]) && (!limited || lasts(rest));
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
