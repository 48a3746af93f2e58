//! `a1 and h8 are connected: a piece that moves to a1 goes to h8`: what stands before a colon is said again, or begun, behind it.

use super::Clause;
use super::lexer::Token;

/// What both halves say, each once; None where one of them says nothing by itself. `read` says what a sentence says.
pub fn said_twice(sentence: &[Token], read: impl Fn(&[Token]) -> Option<Vec<Clause>>) -> Option<Vec<Clause>> {
    let colon = sentence.iter().position(|token| token.is_mark(":"))?;
    let (first, second) = (read(&sentence[..colon])?, read(&sentence[colon + 1..])?);
    let new: Vec<Clause> = first.into_iter().filter(|clause| !second.contains(clause)).collect();
    Some(new.into_iter().chain(second).collect())
}
