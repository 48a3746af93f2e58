//! Terms and guards in the words a player would use, each beside the canonical ones.

use super::*;

/// The canonical sentences of a one-sentence rule with their guards, or its diagnostics.
fn said(sentence: &str) -> String {
    let text = format!("RULE\n{sentence}\nEND");
    let reading = read(&text, words());
    match reading.rule {
        Some(rule) => rule.clauses.iter().map(|clause| super::super::print::print_clause(clause, words())).collect::<Vec<_>>().join(" "),
        None => shown(&reading.diagnostics, &text),
    }
}

#[test]
fn try_them() {
    for line in std::fs::read_to_string("/tmp/l1-examples.txt").unwrap_or_default().lines() {
        println!("> {line}\n  {}", said(line));
    }
}
