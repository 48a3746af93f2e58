//! From what a sentence says to checked clauses in normal form: the only place where a [`Clause`] is made.

use super::diagnostic::Diagnostic;
use super::guarded::{Guarded, guard_clauses};
use super::logic::all;
use super::lower;
use super::outcome;
use super::syntax::Statement;
use super::{Class, Clause, Deed, Form, Point, Span, Squares, Vocabulary, Whom};

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
        if settled.iter().any(|(form, _)| form.leads_nowhere()) {
            let problem = "\"the square it came from\" is where this very move begins, and no move ends there".to_string();
            let hint =
                "what it did before can be asked: Pieces may not move twice in a row. Pieces that moved in the last turn may not move.";
            return Err(Diagnostic::new("L018", span, problem).hint(hint));
        }
        let clause = |(form, assumed)| Clause { form, when: None, span, assumed };
        let mut clauses: Vec<Clause> = settled.into_iter().map(clause).collect();
        guard_clauses(&mut clauses, when);
        for clause in clauses.iter_mut().filter(|clause| clause.form.meets_royalty(words)) {
            clause.assumed.push("real royal pieces are spared: only a capture takes them".to_string());
        }
        Ok(Checked { clauses })
    }
}

impl Form {
    /// It forbids or demands moves to where they begin.
    fn leads_nowhere(&self) -> bool {
        let act = match self {
            Form::Ban(ban) => &ban.act,
            Form::Duty(duty) => &duty.act,
            _ => return false,
        };
        act.to == Some(Squares::At(Point::From))
    }

    /// Whether a deed is meant for men of a royal kind, of whom the real ones are spared (R13).
    fn meets_royalty(&self, words: &Vocabulary) -> bool {
        let deeds = match self {
            Form::Trigger(trigger) => &trigger.deeds,
            Form::Action(action) => &action.deeds,
            _ => return false,
        };
        let royal = |class: &Class| words.kinds_of(class).iter().any(|kind| words.kind(kind).is_some_and(|kind| kind.royal));
        let meant = |whom: &Whom| matches!(whom, Whom::Among { who, .. } if royal(who));
        deeds.iter().any(|deed| match deed {
            Deed::Remove(whom) | Deed::Become(whom, ..) | Deed::Climb(whom, _) | Deed::Join(whom, _) | Deed::Reserve(whom, _) => {
                meant(whom)
            }
            _ => false,
        })
    }
}
