//! The shipped law texts, by name.

use super::{LawProblem, Standard};
use crate::rule::{self, Law, Vocabulary};

/// Every shipped text, a law before those on top of it.
const TEXTS: &[(&str, &str)] = &[
    ("chess", include_str!("chess.law")),
    ("mar", include_str!("mar.law")),
    ("king-capture", include_str!("king-capture.law")),
    ("antichess", include_str!("antichess.law")),
    ("atomic", include_str!("atomic.law")),
    ("berolina", include_str!("berolina.law")),
    ("capablanca", include_str!("capablanca.law")),
    ("crazyhouse", include_str!("crazyhouse.law")),
    ("cylinder", include_str!("cylinder.law")),
    ("einstein", include_str!("einstein.law")),
    ("horde", include_str!("horde.law")),
    ("king-of-the-hill", include_str!("king-of-the-hill.law")),
    ("marseillais", include_str!("marseillais.law")),
    ("progressive", include_str!("progressive.law")),
    ("racing-kings", include_str!("racing-kings.law")),
    ("rifle", include_str!("rifle.law")),
    ("three-check", include_str!("three-check.law")),
    ("alice", include_str!("alice.law")),
    ("circe", include_str!("circe.law")),
    ("madrasi", include_str!("madrasi.law")),
];

/// Why there is no such law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextProblem {
    #[error("there is no law called {name:?}; there are: {}", names().join(", "))]
    Unknown { name: String },
    #[error("the law text {name} cannot be read:\n{diagnostics}")]
    Unreadable { name: String, diagnostics: String },
    #[error("the law text {name} lies on top of {base}, which lies on top of it")]
    Circle { name: String, base: String },
    #[error(transparent)]
    Law(#[from] LawProblem),
}

/// The names of the shipped laws.
pub fn names() -> Vec<&'static str> {
    TEXTS.iter().map(|(name, _)| *name).collect()
}

/// A shipped law, ready to be folded over.
pub fn standard(name: &str) -> Result<Standard, TextProblem> {
    let text = TEXTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let (name, text) = text.ok_or_else(|| TextProblem::Unknown { name: name.to_owned() })?;
    standard_of(name, text)
}

/// A law text from anywhere; it may lie on top of shipped ones.
pub fn standard_of(name: &str, text: &str) -> Result<Standard, TextProblem> {
    Ok(Standard::new(&chain(name, text, &mut vec![name.to_owned()])?)?)
}

/// The text's law and all under it, the undermost first.
fn chain(name: &str, text: &str, above: &mut Vec<String>) -> Result<Vec<Law>, TextProblem> {
    let mut laws = match rule::law_base(text) {
        None => Vec::new(),
        Some(base) => {
            if above.iter().any(|law| law.eq_ignore_ascii_case(&base)) {
                return Err(TextProblem::Circle { name: name.to_owned(), base });
            }
            above.push(base.clone());
            let found = TEXTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(&base));
            let (known, text) = found.ok_or_else(|| TextProblem::Unknown { name: base.clone() })?;
            chain(known, text, above)?
        }
    };
    let reading = rule::read_law(text, &Vocabulary::of(&laws));
    let Some(law) = reading.law else {
        let diagnostics = reading.diagnostics.iter().map(|diagnostic| diagnostic.render(text)).collect::<Vec<_>>().join("\n");
        return Err(TextProblem::Unreadable { name: name.to_owned(), diagnostics });
    };
    laws.push(law);
    Ok(laws)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_law_reads_and_stands() {
        for name in names() {
            let standard = standard(name).unwrap_or_else(|problem| panic!("{problem}"));
            standard.start().unwrap();
        }
    }

    #[test]
    fn a_law_in_a_circle_or_on_nothing_is_refused() {
        let on_itself = "LAW \"loop\" ON loop\n\nA move may leave the mover's own royalty capturable.\nEND\n";
        assert!(matches!(standard_of("loop", on_itself), Err(TextProblem::Circle { .. })));
        let on_nothing = on_itself.replace("ON loop", "ON nothing");
        assert!(matches!(standard_of("loop", &on_nothing), Err(TextProblem::Unknown { .. })));
        assert!(matches!(standard("quidditch"), Err(TextProblem::Unknown { .. })));
    }
}
