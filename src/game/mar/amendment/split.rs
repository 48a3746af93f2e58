//! A proposal's text in sentences, with the place of each: full stops, semicolons and empty lines part them; what is quoted stays whole.

use std::ops::Range;

/// What begins a sentence that is judged by people: its words stand in quotes.
pub const PROSE: &str = "PROSE";

/// A sentence and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    pub at: Range<usize>,
    /// As written, on one line, without its full stop.
    pub text: String,
    /// In lower case, without punctuation but hyphens, and points inside of words.
    pub words: Vec<String>,
}

/// A proposal taken apart.
pub struct Body {
    pub title: Option<String>,
    pub sentences: Vec<Sentence>,
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}')
}

/// Takes a text apart; `PROPOSE "title"` before and `END` behind it may be missing.
pub fn split(text: &str) -> Body {
    let mut at = text.len() - text.trim_start().len();
    for word in ["PROPOSE", "AMEND"] {
        if text[at..].get(..word.len()).is_some_and(|first| first.eq_ignore_ascii_case(word)) {
            at += word.len();
            break;
        }
    }
    let mut title = None;
    let rest = text[at..].trim_start_matches([' ', '\t', ':']);
    if rest.starts_with(is_quote) {
        let from = text.len() - rest.len() + rest.chars().next().map_or(0, char::len_utf8);
        if let Some(length) = text[from..].find(is_quote) {
            let said = text[from..from + length].split_whitespace().collect::<Vec<_>>().join(" ");
            title = Some(said).filter(|said| !said.is_empty());
            at = from + length + text[from + length..].chars().next().map_or(0, char::len_utf8);
        }
    }
    let behind = text[at..].trim_start_matches([' ', '\t', ':', '.']);
    at = text.len() - behind.len();
    let end = end_of(text, at);
    Body { title, sentences: sentences(text, at, end) }
}

/// Where END stands, alone on its line or behind the last full stop.
fn end_of(text: &str, from: usize) -> usize {
    let body = text[from..].trim_end().trim_end_matches('.');
    let Some(before) =
        body.len().checked_sub(3).and_then(|cut| body.get(..cut)).filter(|cut| body[cut.len()..].eq_ignore_ascii_case("end"))
    else {
        return text.len();
    };
    let alone = before.trim_end_matches([' ', '\t']).ends_with('\n') || before.trim().is_empty();
    let closes = |c: char| matches!(c, '.' | ';' | '!') || is_quote(c);
    let behind = before.trim_end().ends_with(closes) && before.ends_with(char::is_whitespace);
    if alone || behind { from + before.len() } else { text.len() }
}

fn sentences(text: &str, from: usize, end: usize) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut start = from;
    let mut quoted = false;
    let mut chars = text[from..end].char_indices().map(|(at, c)| (from + at, c)).peekable();
    while let Some((at, c)) = chars.next() {
        quoted ^= is_quote(c);
        let next = chars.peek().map(|&(_, next)| next);
        let closes = matches!(c, '.' | '!') && next.is_none_or(char::is_whitespace) || c == ';';
        let gap = c == '\n' && text[at + 1..end].lines().next().is_some_and(|line| line.trim().is_empty());
        if gap {
            // no quotation goes over an empty line
            quoted = false;
        }
        let said = text[start..at].trim_start();
        let prose = is_quote(c) && !quoted && said.get(..PROSE.len()).is_some_and(|first| first.eq_ignore_ascii_case(PROSE));
        if prose {
            push(&mut found, text, start..at + c.len_utf8());
            start = at + c.len_utf8();
        } else if (closes || gap) && !quoted {
            push(&mut found, text, start..at);
            start = at + c.len_utf8();
        }
    }
    push(&mut found, text, start..end);
    found
}

fn push(found: &mut Vec<Sentence>, text: &str, at: Range<usize>) {
    let part = &text[at.clone()];
    let begins = part.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '.' | '\u{2022}'));
    let start = at.start + (part.len() - begins.len());
    let said = begins.trim_end();
    let at = start..start + said.len();
    let text = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = words(&text);
    if !words.is_empty() {
        found.push(Sentence { at, text, words });
    }
}

/// The words of a sentence as the tables know them.
pub fn words(text: &str) -> Vec<String> {
    let plain = |c: char| match c {
        '\u{2018}' | '\u{2019}' | '`' => '\'',
        '\u{2010}'..='\u{2013}' => '-',
        other => other,
    };
    let clean = |word: &str| {
        let word: String =
            word.chars().map(plain).filter(|c| c.is_alphanumeric() || matches!(c, '-' | '\'' | '.' | '_' | '=' | '@')).collect();
        word.trim_matches(['.', '\'']).to_lowercase()
    };
    text.split_whitespace().map(clean).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, title: Option<&str>, expected: &[&str]) {
        let body = split(text);
        let found: Vec<&str> = body.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
        assert_eq!((body.title.as_deref(), found.as_slice()), (title, expected), "{text}");
    }

    #[test]
    fn points_inside_of_words_end_nothing() {
        check(
            "PROPOSE \"Mild\"\nR8 tolerates 0.75 squares.\nR1.6 is closed.\nEND",
            Some("Mild"),
            &["R8 tolerates 0.75 squares", "R1.6 is closed"],
        );
    }

    #[test]
    fn the_frame_may_be_short() {
        check("PROPOSE R8 is off. END", None, &["R8 is off"]);
        check("amend: R8 is\n off", None, &["R8 is off"]);
        check("PROPOSE \u{201c}Two things\u{201d}\n- R8 is off\n\n- R9 is off\nend.", Some("Two things"), &["R8 is off", "R9 is off"]);
    }

    #[test]
    fn what_is_quoted_stays_whole() {
        check("PROPOSE\nPROSE: \"Be kind. Always.\" R8 is off.\nEND", None, &["PROSE: \"Be kind. Always.\"", "R8 is off"]);
        check("PROPOSE\nPROSE \"Be kind. Always.\".\nR8 is off.", None, &["PROSE \"Be kind. Always.\"", "R8 is off"]);
    }

    #[test]
    fn words_are_plain() {
        assert_eq!(words("The check of \u{201c}R8\u{201d}, (please) is: OFF!"), ["the", "check", "of", "r8", "please", "is", "off"]);
    }
}
