//! The room as a whole: the shipped laws, sentences in and clauses out.

use super::*;

fn laws() -> Vec<Law> {
    let chess = read_law(include_str!("../law/texts/chess.law"), &Vocabulary::default());
    vec![chess.law.unwrap_or_else(|| panic!("{}", shown(&chess.diagnostics, include_str!("../law/texts/chess.law"))))]
}

fn shown(diagnostics: &[Diagnostic], text: &str) -> String {
    diagnostics.iter().map(|diagnostic| diagnostic.render(text)).collect()
}

#[test]
fn the_shipped_laws_are_read() {
    let words = Vocabulary::of(&laws());
    assert_eq!(words.kinds.len(), 6);
    for text in [include_str!("../law/texts/mar.law"), include_str!("../law/texts/king-capture.law")] {
        let reading = read_law(text, &words);
        assert!(reading.law.is_some(), "{}", shown(&reading.diagnostics, text));
        assert_eq!(law_base(text).as_deref(), Some("chess"));
    }
}

#[test]
fn dump() {
    for clause in &laws()[0].clauses {
        println!("{:?} {:?}", clause.form, clause.assumed);
    }
}
