//! What is wrong with a text, where, and what would work: the only thing a reader ever says about bad input.

use super::Span;

/// The widest line of a rendered diagnostic.
const WIDTH: usize = 76;
/// The most of a player's line that is shown around the mark.
const SHOWN: usize = 60;

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
    pub(super) fn new(code: &'static str, span: Span, message: String) -> Diagnostic {
        Diagnostic { code, span, message, hints: Vec::new() }
    }

    #[must_use]
    pub(super) fn hint(mut self, hint: &str) -> Diagnostic {
        self.hints.push(hint.to_string());
        self
    }

    /// Line and column, from 1, of the first word it is about; columns count characters.
    pub fn place(&self, source: &str) -> (usize, usize) {
        let before = &source[..boundary(source, self.span.start)];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }

    /// Plain text of at most 76 columns: the place, the player's line with the words marked, the message, the hints.
    pub fn render(&self, source: &str) -> String {
        let (line, column) = self.place(source);
        let mut text = wrapped(&format!("{}:{} {}: {}", line, column, self.code, self.message), "", "  ");
        text.push_str(&self.marked(source, line, column));
        for hint in &self.hints {
            text.push_str(&wrapped(hint, "  = ", "    "));
        }
        text
    }

    /// The player's line, cut to fit, with carets under the words.
    fn marked(&self, source: &str, line: usize, column: usize) -> String {
        let shown: Vec<char> = source.lines().nth(line - 1).unwrap_or("").chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let first = if column > SHOWN - 10 { column - 20 } else { 1 } - 1;
        let window: String = shown.iter().skip(first).take(SHOWN).collect();
        let words = &source[boundary(source, self.span.start)..boundary(source, self.span.end.max(self.span.start))];
        let length = words.lines().next().unwrap_or("").chars().count().max(1);
        let at = (column - 1).saturating_sub(first);
        let carets = "^".repeat(length.min(SHOWN.saturating_sub(at)).max(1));
        format!("  | {}\n  | {}{carets}\n", window.trim_end(), " ".repeat(at))
    }
}

/// The last character boundary at or before an offset.
fn boundary(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Text broken at spaces into lines of at most 76 columns; words longer than that are cut.
fn wrapped(text: &str, first: &str, rest: &str) -> String {
    let mut lines = String::new();
    let mut line = first.to_string();
    let mut empty = true;
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        loop {
            let room = WIDTH.saturating_sub(line.chars().count() + usize::from(!empty));
            if word.len() <= room {
                line.extend((!empty).then_some(' '));
                line.extend(&word);
                empty = false;
                break;
            }
            if empty {
                line.extend(word.drain(..room));
            }
            lines.push_str(&line);
            lines.push('\n');
            line = rest.to_string();
            empty = true;
        }
    }
    lines.push_str(&line);
    lines.push('\n');
    lines
}
