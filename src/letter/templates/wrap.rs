//! The filter `wrap`: lines short enough for every mail program.

use minijinja::value::Rest;

/// Longest line of a text mail; leaves room for two levels of `> `.
const WIDTH: usize = 72;
/// Longest line that stays as it is where the text had its own lines or an indent.
const SET_WIDTH: usize = 78;

/// Every line becomes lines of [`WIDTH`], those after the first begin with the hanging prefix, if one is given, and keep the line's own
/// indent. Lines of a drawing, which begin with a bar or an equals sign, and lines that were set already and fit, stay as they are.
pub(super) fn wrap(text: &str, hanging: Rest<String>) -> String {
    let hanging = hanging.first().map_or("", String::as_str);
    let taken = hanging.chars().count();
    let text = text.trim_end();
    let set = text.contains('\n') || text.starts_with(' ');
    let stays = |line: &str| is_drawn(line) || set && taken + line.chars().count() <= SET_WIDTH;
    let broken = |line| if stays(line) { vec![line.to_owned()] } else { fill(line, WIDTH.saturating_sub(taken)) };
    text.lines().flat_map(broken).collect::<Vec<_>>().join(&format!("\n{hanging}"))
}

fn is_drawn(line: &str) -> bool {
    line.trim_start().starts_with(['|', '='])
}

/// A line broken between words; what goes on stands two columns to the right of an indented beginning.
fn fill(line: &str, room: usize) -> Vec<String> {
    let indent = &line[..line.len() - line.trim_start().len()];
    let goes_on = if indent.is_empty() { String::new() } else { format!("{indent}  ") };
    let mut lines = vec![indent.to_owned()];
    let mut width = indent.chars().count();
    let mut begins = true;
    for word in line.split_whitespace() {
        let word_width = word.chars().count();
        let last = lines.last_mut().expect("begins with one");
        if begins {
            last.push_str(word);
            width += word_width;
            begins = false;
        } else if width + 1 + word_width <= room {
            last.push(' ');
            last.push_str(word);
            width += 1 + word_width;
        } else {
            lines.push(format!("{goes_on}{word}"));
            width = goes_on.chars().count() + word_width;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;
    use minijinja::value::Rest;

    fn check(text: &str, hanging: &str, expected: &str) {
        assert_eq!(wrap(text, Rest(vec![hanging.to_owned()])), expected);
    }

    #[test]
    fn a_long_line_breaks_at_words_and_hangs() {
        let long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen";
        check(long, "  ", "one two three four five six seven eight nine ten eleven twelve\n  thirteen fourteen");
    }

    #[test]
    fn a_drawing_keeps_its_lines() {
        check("error: no\n  |  pawn mve\n  |       ^^^\n", "> ", "error: no\n>   |  pawn mve\n>   |       ^^^");
    }

    #[test]
    fn prose_around_a_drawing_is_broken_and_keeps_its_indent() {
        let words = "word ".repeat(20);
        let long = "word ".repeat(14).trim_end().to_owned();
        check(
            &format!("{words}\n  | {words}\n  {words}"),
            "",
            &format!("{long}\nword word word word word word\n  | {words}\n  {long}\n    word word word word word word"),
        );
    }

    #[test]
    fn a_word_longer_than_a_line_stays_whole() {
        let word = "x".repeat(100);
        check(&format!("a {word} b"), "", &format!("a\n{word}\nb"));
        check("", "  ", "");
    }
}
