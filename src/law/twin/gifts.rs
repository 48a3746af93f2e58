//! What stronger rules give, which a ban does not take.

use crate::movement::Use;
use crate::rule::*;

use super::state::State;
use super::view::View;
use super::walks::displacements;
use super::{Manner, Run, Said, Strength, Twin};

impl Twin<'_> {
    /// Whether a rule that is stronger than a ban gives a man this move, and the ban may not take it (R3, R6).
    pub(super) fn is_spared(&self, state: &State, run: &Run, board: u8, (at, ban): (usize, &Said)) -> bool {
        let stronger = self.said_of(board).filter(|(other, said)| *other > at && said.text != ban.text);
        stronger.into_iter().any(|(_, said)| {
            let whole = said.strength == Strength::Amendment || said.strength == Strength::Protected && ban.strength == Strength::Protected;
            (whole || leaves_nothing(&ban.clause, &said.clause.form)) && self.gives(state, run, board, said)
        })
    }

    fn gives(&self, state: &State, run: &Run, board: u8, said: &Said) -> bool {
        let view = self.before(state, run, board);
        let is = |class: &Class, man: usize| self.covers(class, state.men[man].kind, state.men[man].army) && view.class(class, man);
        let victim = run.captured.first().copied().filter(|&victim| victim < state.men.len());
        let given = match &said.clause.form {
            Form::Movement(movement) => {
                let purpose = if run.captured.is_empty() { Use::Quiet } else { Use::Capture };
                run.manner == Manner::Walk
                    && View::serves(movement.aspect, purpose)
                    && is(&movement.who, run.man)
                    && movement.motions.iter().any(|motion| self.leads_so(state, run, board, (motion, purpose)))
            }
            Form::Castling(castling) => castling.allowed && run.manner == Manner::Castling && is(&castling.who, run.man),
            Form::InPassing(passing) => run.in_passing && victim.is_some_and(|victim| is(&passing.who, victim)) && is(&passing.by, run.man),
            Form::Promotion(promotion) => {
                let into = |kind: u8| promotion.into.iter().any(|name| self.kind(name) == kind);
                run.promoted.is_some_and(into) && is(&promotion.who, run.man)
            }
            Form::OwnPrey(prey) => {
                let own = |victim: usize| self.friends(state.men[victim].army, state.men[run.man].army) && is(&prey.victims, victim);
                victim.is_some_and(own) && is(&prey.who, run.man)
            }
            _ => false,
        };
        given && view.guarded(said)
    }

    /// Whether a walk is as long and as directed as a motion's, were all conditions so.
    fn leads_so(&self, state: &State, run: &Run, board: u8, (motion, purpose): (&Motion, Use)) -> bool {
        let army = state.men[run.man].army;
        let by = self.turned(army, run.walked.by());
        let reaches = |line: &crate::movement::Line| displacements(line).contains(&by);
        let all = &self.boards[board as usize];
        let does = |kind: u8| {
            let lines = self.lines(all, kind, army, purpose, &|_| true, None);
            lines.iter().any(|(line, _)| !line.unmoved && reaches(line))
        };
        match motion {
            Motion::Pattern(pattern) => pattern.lines.iter().any(reaches),
            Motion::Like { kind, standard: false } => does(self.kind(kind)),
            Motion::Like { kind, standard: true } => {
                let base = self.lines(&self.base, self.kind(kind), army, purpose, &|at| super::walks::unconditional(&self.base[at]), None);
                base.iter().any(|(line, _)| !line.unmoved && reaches(line))
            }
            Motion::LikeMen { .. } | Motion::LikePrey(_) => self.lenders(state, run.man, motion).into_iter().any(does),
        }
    }
}
