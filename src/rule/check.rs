//! From what a sentence says to checked clauses in normal form: the only place where a [`Clause`] is made.

use super::diagnostic::Diagnostic;
use super::lower;
use super::outcome;
use super::syntax::Statement;
use super::{Clause, Form, Span, Vocabulary};

/// The clauses of one sentence.
pub struct Checked {
    pub clauses: Vec<Clause>,
}

impl Checked {
    pub fn of(statement: Statement, span: Span, words: &Vocabulary) -> Result<Checked, Diagnostic> {
        let mut when = None;
        let settled = match statement {
            Statement::Moves(said) => lower::movements(&said, words)?,
            Statement::Captures(said) => vec![outcome::edit(&said, span, words)?],
            Statement::Ending(ending, guard) => {
                when = guard;
                vec![(Form::Ending(ending), Vec::new())]
            }
            Statement::Forms(forms) => forms,
        };
        let clause = |(form, assumed)| Clause { form, when: when.clone(), span, assumed };
        Ok(Checked { clauses: settled.into_iter().map(clause).collect() })
    }
}
