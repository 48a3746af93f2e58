//! The filter `wrap`: lines short enough for every mail program.

use minijinja::value::Rest;

/// Longest line of a text mail; leaves room for two levels of `> `.
const WIDTH: usize = 72;

/// One line becomes lines of [`WIDTH`]; those after the first begin with the hanging prefix, if one is given. What has several
/// lines is a drawing: they are kept, only the prefix is added.
pub(super) fn wrap(text: &str, hanging: Rest<String>) -> String {
    let hanging = hanging.first().map_or("", String::as_str);
    if text.contains('\n') {
        return text.trim_end().replace('\n', &format!("\n{hanging}"));
    }
    let mut lines = vec![String::new()];
    let mut width = hanging.chars().count();
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("begins with one");
        let word_width = word.chars().count();
        if line.is_empty() {
            line.push_str(word);
            width += word_width;
        } else if width + 1 + word_width <= WIDTH {
            line.push(' ');
            line.push_str(word);
            width += 1 + word_width;
        } else {
            lines.push(word.to_owned());
            width = hanging.chars().count() + word_width;
        }
    }
    lines.join(&format!("\n{hanging}"))
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
    fn a_word_longer_than_a_line_stays_whole() {
        let word = "x".repeat(100);
        check(&format!("a {word} b"), "", &format!("a\n{word}\nb"));
        check("", "  ", "");
    }
}
