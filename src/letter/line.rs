//! Lines of a letter as its writer sees them.

/// One unquoted line of a letter's body, cleaned of what mail programs do to characters. A line without text is kept: it parts paragraphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Counted from 1 over the whole decoded body, dropped lines included.
    pub number: usize,
    /// No line end, no trailing spaces; leading spaces as written.
    pub text: String,
}

/// Shortest column, in characters, at which a mail program wraps a line.
const SHORTEST_WRAP: usize = 60;

/// Whether a mail program that wraps long lines may have made the break between a line and the next: neither is blank, and the first word of the next
/// would not have fitted into 60 columns.
pub(super) fn may_be_wrapped(line: &str, next: &str) -> bool {
    let Some(word) = next.split_whitespace().next() else { return false };
    !line.trim().is_empty() && line.chars().count() + 1 + word.chars().count() > SHORTEST_WRAP
}
