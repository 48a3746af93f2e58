//! Lines of a letter as its writer sees them, and the joining of what only his mail program broke.

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

impl Line {
    /// Whether a mail program that wraps long lines may have made the break between this line and `next`: neither is blank, and the first word of `next`
    /// would not have fitted into 60 columns.
    pub fn may_wrap_into(&self, next: &Line) -> bool {
        may_be_wrapped(&self.text, &next.text)
    }
}

pub(super) fn may_be_wrapped(line: &str, next: &str) -> bool {
    let Some(word) = next.split_whitespace().next() else { return false };
    !line.trim().is_empty() && line.chars().count() + 1 + word.chars().count() > SHORTEST_WRAP
}

/// The lines with every possible wrap undone: each run of lines that [may wrap](Line::may_wrap_into) into the next becomes one line with the number of its
/// first, joined by single spaces. For rule texts; orders are read from the lines as written.
pub fn rejoin(lines: &[Line]) -> Vec<Line> {
    let mut joined: Vec<Line> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        match joined.last_mut() {
            Some(open) if index > 0 && lines[index - 1].may_wrap_into(line) => {
                open.text.push(' ');
                open.text.push_str(line.text.trim_start());
            }
            _ => joined.push(line.clone()),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Line> {
        text.lines().enumerate().map(|(index, text)| Line { number: index + 1, text: text.to_owned() }).collect()
    }

    #[test]
    fn a_wrapped_rule_is_one_line_again_and_short_lines_stay() {
        let written = lines(
            "RULE 1\nA knight that captures a pawn may at once move again as a bishop, but\nnot over its own men, nor onto a square that is attacked by a queen of\nanother army.\n1: e2-e4\n\nREAL 2",
        );
        let joined = rejoin(&written);
        let texts: Vec<_> = joined.iter().map(|line| (line.number, line.text.as_str())).collect();
        assert_eq!(
            texts,
            [
                (1, "RULE 1"),
                (
                    2,
                    "A knight that captures a pawn may at once move again as a bishop, but not over its own men, nor onto a square that is attacked by a queen of another army."
                ),
                (5, "1: e2-e4"),
                (6, ""),
                (7, "REAL 2"),
            ]
        );
    }
}
