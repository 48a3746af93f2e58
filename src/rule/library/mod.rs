//! The subroutine library (C2): rules that a player brings into force by their name, shipped as texts of the language.
//!
//! Not here: `sunset`, which is a word of a rule's first line, and the order HEISENBERG, which is legal without any rule (L1).

use super::lexer::{Token, tokens};

/// The shipped texts by name.
const LIBRARY: [(&str, &str); 4] = [
    ("spaghetti", include_str!("spaghetti.rule")),
    ("manicotti", include_str!("manicotti.rule")),
    ("heisenberg", include_str!("heisenberg.rule")),
    ("currasow", include_str!("currasow.rule")),
];

/// The words that a sentence may hold which does nothing but name one of them.
#[rustfmt::skip]
const NAMING: [&str; 33] = [
    "the", "a", "rule", "rules", "move", "moves", "clause", "is", "are", "in", "force", "effect", "now", "legal", "legalised", "legalized",
    "allowed", "permitted", "applies", "apply", "holds", "we", "play", "by", "with", "use", "from", "on", "of", "library", "everybody", "may", "make",
];

/// The text that a sentence names, if it does nothing else; in words of one place, so that what is wrong with them is told there.
pub fn named(sentence: &[Token]) -> Option<Vec<Token>> {
    let mut texts = sentence.iter().filter_map(|token| LIBRARY.iter().find(|(name, _)| token.is_word(name)));
    let (name, text) = texts.next()?;
    let only = texts.next().is_none() && sentence.iter().all(|token| token.is_word(name) || NAMING.iter().any(|word| token.is_word(word)));
    let at = sentence.first()?.span;
    let written = || tokens(text).into_iter().map(|token| Token { span: at, leads: false, after_gap: false, ..token });
    only.then(|| written().collect())
}

/// Whether a word is the name of one of them.
pub fn is_name(word: &str) -> bool {
    LIBRARY.iter().any(|(name, _)| *name == word)
}

/// The names with their texts, for the manual.
pub fn listing() -> String {
    LIBRARY.iter().map(|(name, text)| format!("{name}: {}\n", text.trim())).collect()
}
