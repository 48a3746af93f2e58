//! `Moving a queen costs five minutes, moving a rook costs two and moving a pawn one`: a list of prices, each a sentence of its own.

use super::lexer::{Sort, Token};

/// With what a price begins.
const VERBS: [&str; 4] = ["moving", "playing", "capturing", "taking"];
/// What it says of what is paid.
const COSTS: [&str; 6] = ["costs", "brings", "earns", "gives", "yields", "scores"];

/// The sentences of a list of at least two prices: what one leaves out, the verb or what is counted, is that of the one before.
pub fn listed(sentence: &[Token]) -> Option<Vec<Vec<Token>>> {
    let is = |token: &Token, words: &[&str]| words.iter().any(|word| token.is_word(word));
    sentence.first().filter(|first| is(first, &VERBS))?;
    let mut parts: Vec<Vec<Token>> = Vec::new();
    for token in sentence {
        if is(token, &VERBS) {
            while parts.last_mut().is_some_and(|part| part.pop_if(|last| last.is_mark(",") || last.is_word("and")).is_some()) {}
            parts.push(Vec::new());
        }
        parts.last_mut()?.push(token.clone());
    }
    (parts.len() > 1).then_some(())?;
    let mut costs: Option<Token> = None;
    let mut unit: Vec<Token> = Vec::new();
    for part in &mut parts {
        let verb = part.iter().position(|token| is(token, &COSTS));
        if let Some(verb) = verb {
            costs = Some(part[verb].clone());
        }
        let number = part.iter().rposition(|token| matches!(token.sort, Sort::Number(_)))?;
        match part.get(number + 1..) {
            Some(rest) if !rest.is_empty() => unit = rest.to_vec(),
            _ => part.extend(unit.iter().cloned()),
        }
        if verb.is_none() {
            part.insert(number, costs.clone()?);
        }
    }
    Some(parts)
}
