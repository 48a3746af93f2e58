//! The words of a presumption beside those of the sentence that it fills (R17).

/// Whether there is no further sentence in some words.
pub(super) fn is_one_sentence(words: &str) -> bool {
    let words = words.trim().trim_end_matches('.');
    let digit = |at: usize| words[at + 1..].starts_with(|next: char| next.is_ascii_digit());
    !words.match_indices('.').any(|(at, _)| !digit(at))
}

/// A sentence with its full stop.
pub(super) fn stopped(sentence: &str) -> String {
    let sentence = sentence.trim();
    if sentence.ends_with(['.', '!']) { sentence.to_owned() } else { format!("{sentence}.") }
}

/// Words without case and punctuation; a `?` is a word.
fn words_of(text: &str) -> Vec<String> {
    text.replace('?', " ? ")
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';' | ':' | '!' | '"'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Whether a sentence is another one with something in place of each `?`.
pub(super) fn holds(written: &str, sentence: &str) -> bool {
    fn matches(pattern: &[String], words: &[String]) -> bool {
        match pattern.split_first() {
            None => words.is_empty(),
            Some((first, rest)) if first == "?" => (1..=words.len()).any(|taken| matches(rest, &words[taken..])),
            Some((first, rest)) => words.split_first().is_some_and(|(word, words)| word == first && matches(rest, words)),
        }
    }
    let (pattern, words) = (words_of(written), words_of(sentence));
    pattern.iter().any(|word| word == "?") && matches(&pattern, &words)
}

/// Whether a sentence has all words of another one, in their order, and more.
pub(super) fn keeps(wrote: &str, sentence: &str) -> bool {
    let (wrote, words) = (words_of(wrote), words_of(sentence));
    let mut said = words.iter();
    words.len() > wrote.len() && wrote.iter().all(|word| said.any(|other| other == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_is_filled_where_the_rest_of_the_sentence_is_kept() {
        assert!(holds("Ships move like a ?.", "ships move like a queen"));
        assert!(holds("? pawns on the ? are removed", "Two pawns on the e-file are removed."));
        for other in ["Ships move like queens.", "Ships move like a", "All ships move like a queen.", "Ships may move like a queen."] {
            assert!(!holds("Ships move like a ?.", other), "{other}");
        }
    }

    #[test]
    fn an_assumption_is_settled_by_more_words_and_no_others() {
        assert!(keeps("Pawns promote on rank 6.", "Pawns of white promote on rank 6."));
        assert!(!keeps("Pawns promote on rank 6.", "Pawns promote on rank 6."));
        assert!(!keeps("Pawns promote on rank 6.", "Pawns promote on rank 5 or 7."));
    }
}
