//! The room as a whole: the shipped laws, rules out and in again, words changed, bytes thrown at it.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;

/// The words of the shipped law in a game of three universes.
pub fn words() -> &'static Vocabulary {
    static WORDS: LazyLock<Vocabulary> = LazyLock::new(shipped);
    &WORDS
}

fn shipped() -> Vocabulary {
    let text = include_str!("../law/texts/chess.law");
    let reading = read_law(text, &Vocabulary::default());
    let law = reading.law.unwrap_or_else(|| panic!("{}", shown(&reading.diagnostics, text)));
    let armies = ["white", "yellow", "green", "orange", "blue", "red"].map(String::from);
    Vocabulary::of(&[law]).in_game("Zaphod", 3, &armies)
}

fn shown(diagnostics: &[Diagnostic], text: &str) -> String {
    diagnostics.iter().map(|diagnostic| diagnostic.render(text)).collect()
}

#[test]
fn the_shipped_laws_are_read_and_printed() {
    let base = Vocabulary::of(&[read_law(include_str!("../law/texts/chess.law"), &Vocabulary::default()).law.expect("chess is read")]);
    assert_eq!(base.kinds.len(), 6);
    let texts =
        [include_str!("../law/texts/chess.law"), include_str!("../law/texts/mar.law"), include_str!("../law/texts/king-capture.law")];
    for (text, expected) in texts.into_iter().zip([None, Some("chess"), Some("chess")]) {
        assert_eq!(law_base(text).as_deref(), expected);
        let below = if expected.is_some() { base.clone() } else { Vocabulary::default() };
        let reading = read_law(text, &below);
        let law = reading.law.unwrap_or_else(|| panic!("{}", shown(&reading.diagnostics, text)));
        let again = read_law(&print_law(&law, &base), &below);
        assert_eq!(again.law, Some(law), "{}", shown(&again.diagnostics, text));
    }
}

#[test]
fn a_law_without_its_base_is_refused() {
    let reading = read_law("LAW \"x\" ON chess\nKnights move like rooks.\nEND", &Vocabulary::default());
    assert!(reading.law.is_none());
    assert_eq!(reading.diagnostics.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read_back(rule in generate::rule(words())) {
        let text = print(&rule, words());
        let reading = read(&text, words());
        prop_assert!(reading.rule.is_some(), "{text}\n{}", shown(&reading.diagnostics, &text));
        prop_assert_eq!(reading.rule.as_ref(), Some(&rule), "{}", text);
        prop_assert!(text.lines().all(|line| line.chars().count() <= 110), "{}", text);
        let again = reading.rule.map(|rule| restate(&rule, words())).unwrap_or_default();
        prop_assert_eq!(read(&again, words()).rule, Some(rule), "{}", again);
    }
}
