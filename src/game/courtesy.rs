//! What people add to an order: a please, a thank you, and the word NOW behind it.
//!
//! Not here: words before an order. "Please resign" may well be said to somebody else.

/// Phrases that may end a line and mean nothing to the game.
const PHRASES: [&str; 9] = ["please", "pls", "plz", "kindly", "thanks", "thx", "thank you", "many thanks", "cheers"];
/// The word that has complete orders carried out at once.
const NOW: &str = "now";

/// A line without what politeness and haste added to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bare<'t> {
    /// Never empty where the line was not.
    pub text: &'t str,
    /// NOW stood behind it.
    pub now: bool,
}

/// Takes phrases and a NOW off the end of a line, as long as something is left.
pub(super) fn bare(line: &str) -> Bare<'_> {
    let mut bare = Bare { text: without_phrases(line), now: false };
    while let Some(text) = before(bare.text, NOW) {
        bare = Bare { text: without_phrases(text), now: true };
    }
    bare
}

/// Takes phrases off the end of a line, as long as something is left.
pub(super) fn without_phrases(line: &str) -> &str {
    let mut text = line.trim();
    while let Some(shorter) = PHRASES.iter().find_map(|phrase| before(text, phrase)) {
        text = shorter;
    }
    text
}

/// Words in quotation marks in front of an order, which may name its universe before them, and what is ordered: `"I like spaghetti", e2-e4`.
pub(super) fn words_first(line: &str) -> Option<(&str, &str)> {
    let mark = |c: char| matches!(c, '"' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}');
    let (place, inside) = line.split_once(mark)?;
    let (words, rest) = inside.split_once(mark)?;
    let rest = rest.trim_start_matches([',', ';', ':', '.', '-', ' ', '\t']);
    let named = place.trim().is_empty() || place.trim_end().ends_with(':') && !place.trim().contains(' ');
    (named && !words.trim().is_empty() && !rest.is_empty()).then_some((words, rest))
}

/// What stands before a phrase that ends a text, in any case and with any punctuation around it.
fn before<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let spoken = text.trim_end_matches(['.', ',', ';', '!', ' ', '\t', ':', ')']);
    let at = spoken.len().checked_sub(phrase.len())?;
    let fits = spoken.get(at..)?.eq_ignore_ascii_case(phrase);
    let rest = spoken[..at].trim_end_matches([',', ';', ' ', '\t', '(']);
    (fits && rest.len() < at && !rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_and_now_are_taken_off_the_end() {
        let check = |line: &str, text: &str, now: bool| assert_eq!(bare(line), Bare { text, now }, "{line}");
        check("1: e2e4 NOW", "1: e2e4", true);
        check("NOW, please", "NOW", false);
        check("Draw, please; now!", "Draw", true);
        check("yes, thank you!", "yes", false);
        check("1: e4 (now please)", "1: e4", true);
        check("HELP", "HELP", false);
    }

    #[test]
    fn words_that_only_end_alike_and_lines_of_nothing_else_stay() {
        for line in ["please", "Thank you!", "1: Snow", "what do you know", "", "now"] {
            assert_eq!(bare(line), Bare { text: line, now: false });
        }
    }
}
