//! From what a sentence says to checked clauses in normal form: the only place where a [`Clause`] is made.

use super::diagnostic::Diagnostic;
use super::guarded::{Guarded, guard_clauses};
use super::logic::all;
use super::lower;
use super::outcome;
use super::syntax::Statement;
use super::{Clause, Form, Span, Vocabulary};

/// The clauses of one sentence.
pub struct Checked {
    pub clauses: Vec<Clause>,
}

impl Checked {
    pub fn of(guarded: Guarded, span: Span, words: &Vocabulary) -> Result<Checked, Diagnostic> {
        let (statement, mut when) = guarded.settled(span)?;
        let settled = match statement {
            Statement::Moves(said) => lower::movements(&said, words)?,
            Statement::Captures(said) => vec![outcome::edit(&said, span, words)?],
            Statement::Ending(ending, such) => {
                when = all(such.into_iter().chain(when).collect());
                if when.is_none() {
                    let problem = Diagnostic::new("L015", span, "it is not said when the game ends so".to_string());
                    return Err(problem.hint("example: White wins if black has no legal move."));
                }
                vec![(Form::Ending(ending), Vec::new())]
            }
            Statement::Forms(forms) => forms,
        };
        let clause = |(form, assumed)| Clause { form, when: None, span, assumed };
        let mut clauses: Vec<Clause> = settled.into_iter().map(clause).collect();
        guard_clauses(&mut clauses, when);
        Ok(Checked { clauses })
    }
}
