//! Why a sentence was not understood, in the player's own words.

use super::cursor::{Expected, Failure};
use super::diagnostic::Diagnostic;
use super::words::Lexeme;
use super::{Span, Vocabulary};

/// One diagnostic for one sentence.
pub fn explain(failure: Failure, lexemes: &[Lexeme], text: &str, _words: &Vocabulary) -> Diagnostic {
    let (at, expected) = match failure {
        Failure::Refused(diagnostic) => return diagnostic,
        Failure::Expected { at, expected } => (at, expected),
    };
    let wanted: Vec<String> = expected
        .iter()
        .map(|one| match one {
            Expected::Phrase(phrase) => format!("\"{phrase}\""),
            Expected::Thing(thing) => thing.to_string(),
        })
        .collect();
    let span = lexemes.get(at).or(lexemes.last()).map_or(Span::default(), |lexeme| lexeme.span);
    let message = format!("\"{}\" was not expected", &text[span.start..span.end]);
    Diagnostic::new("L001", span, message).hint(&format!("expected: {}", wanted.join(", ")))
}
