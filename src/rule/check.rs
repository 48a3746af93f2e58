//! From what a sentence says to checked clauses in normal form: the only place where a [`Clause`] is made.

use super::diagnostic::Diagnostic;
use super::guarded::{Guarded, guard_clauses};
use super::lower;
use super::outcome;
use super::syntax::Statement;
use super::{Clause, Span, Vocabulary};

/// The clauses of one sentence.
pub struct Checked {
    pub clauses: Vec<Clause>,
}

impl Checked {
    pub fn of(guarded: Guarded, span: Span, words: &Vocabulary) -> Result<Checked, Diagnostic> {
        let (statement, when) = guarded.settled(span)?;
        let settled = match statement {
            Statement::Moves(said) => lower::movements(&said, words)?,
            Statement::Captures(said) => vec![outcome::edit(&said, span, words)?],
            Statement::Forms(forms) => forms,
        };
        let clause = |(form, assumed)| Clause { form, when: None, span, assumed };
        let mut clauses: Vec<Clause> = settled.into_iter().map(clause).collect();
        guard_clauses(&mut clauses, when);
        Ok(Checked { clauses })
    }
}
