//! `Moving a queen costs five minutes, moving a rook costs two and moving a pawn one`: a list of prices, each a sentence of its own.

use super::christening::said;
use super::lexer::{Sort, Token};

/// With what a price begins.
const VERBS: [&str; 4] = ["moving", "playing", "capturing", "taking"];
/// What it says of what is paid.
const COSTS: [&str; 6] = ["costs", "brings", "earns", "gives", "yields", "scores"];

/// What a player gets for what he captures, and what it is counted in where nothing is said.
const GAINS: [&str; 8] = ["scores", "score", "gains", "gain", "gets", "get", "earns", "earn"];
const POINTS: &str = "points";

/// `A player scores one for a captured pawn, three for a minor piece and nine for a queen`: each capture, and what it brings.
pub fn scored(sentence: &[Token]) -> Option<Vec<Vec<Token>>> {
    let is = |token: &Token, words: &[&str]| words.iter().any(|word| token.is_word(word));
    let verb = sentence.iter().position(|token| is(token, &GAINS))?;
    let subject = &sentence[..verb];
    (subject.last()?.is_word("player") || subject.iter().all(|token| is(token, &["you"]))).then_some(())?;
    let number = |token: &Token| matches!(token.sort, Sort::Number(_));
    let rest = &sentence[verb + 1..];
    let opens = |at: &usize| *at == 0 || rest[at - 1].is_mark(",") || rest[at - 1].is_word("and");
    let priced = |at: &usize| number(&rest[*at]) && rest[at + 1..].iter().take(3).any(|token| is(token, &["for", "per"]));
    let begins: Vec<usize> = (0..rest.len()).filter(|at| opens(at) && priced(at)).collect();
    (begins.len() > 1 && begins[0] == 0).then_some(())?;
    let mut unit: Vec<Token> = Vec::new();
    let mut parts = Vec::new();
    for (place, &at) in begins.iter().enumerate() {
        let mut part = &rest[at..begins.get(place + 1).copied().unwrap_or(rest.len())];
        while let [kept @ .., last] = part
            && (last.is_mark(",") || last.is_word("and"))
        {
            part = kept;
        }
        let joint = part.iter().position(|token| is(token, &["for", "per"]))?;
        if joint > 1 {
            unit = part[1..joint].to_vec();
        }
        let mut what = &part[joint + 1..];
        while let [first, kept @ ..] = what
            && is(first, &["each", "every", "a", "an", "capturing", "taking", "captured"])
        {
            what = kept;
        }
        (!what.is_empty()).then_some(())?;
        let say = |text: &str| said(text, part[0].span);
        let counted = if unit.is_empty() { say(POINTS) } else { unit.clone() };
        parts.push([say("when a player captures a"), what.to_vec(), say(", he gains"), vec![part[0].clone()], counted].concat());
    }
    Some(parts)
}

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
