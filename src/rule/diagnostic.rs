//! What is wrong with a text, where, and what would work: the only thing a reader ever says about bad input.

use super::Span;

/// One finding about a player's text. At most one is made for a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable: `L001`.
    pub code: &'static str,
    /// The words it is about, in the text as it was given.
    pub span: Span,
    /// What is wrong, in plain words, quoting the player's.
    pub message: String,
    /// What would work: what was expected here, the nearest word, an example; one line each.
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// Line and column, from 1, of the first word it is about.
    pub fn place(&self, source: &str) -> (usize, usize) {
        let before = &source[..floor_boundary(source, self.span.start)];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }
}

/// The last character boundary at or before an offset.
fn floor_boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
