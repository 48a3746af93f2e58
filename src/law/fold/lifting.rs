//! `Kings may again castle`: of castling, promotion and capture in passing clauses say who may, and who may not; what says "again" goes behind
//! those that say who may not.

use crate::rule::{Act, Class, How, Ways};

use super::super::LawProblem;
use super::super::crowd::Crowd;
use super::super::lookup::Lookup;
use super::super::terms::Test;
use super::{Folded, Proposed, both, proviso};

impl Folded<'_> {
    pub(super) fn lift(&mut self, act: &Act, guard: Option<&Test>, lookup: &Lookup<'_>) -> Result<(), LawProblem> {
        let whole = act.from.is_none() && act.to.is_none() && act.over.is_none() && act.ways == Ways::Every && act.counts.is_empty();
        let men = match &act.how {
            How::Castle => &act.who,
            How::Promote(into) if into.is_empty() => &act.who,
            How::Passing(victims) if act.who == Class::EVERY => victims,
            _ => return Ok(()),
        };
        if !whole {
            return Ok(());
        }
        let men = Crowd::of(men, lookup)?;
        let holds = proviso(&men, guard.cloned());
        self.each(&men, |ways| match &act.how {
            How::Castle => give_again(&mut ways.castling, |round| round.squares.is_some(), holds.as_ref()),
            How::Promote(_) => give_again(&mut ways.promotion, Option::is_some, holds.as_ref()),
            _ => give_again(&mut ways.passing, |by| !by.is_nobody(), holds.as_ref()),
        });
        Ok(())
    }
}

/// What has been given is said once more, over what has been taken since.
fn give_again<T: Clone>(clauses: &mut Vec<Proposed<T>>, gives: impl Fn(&T) -> bool, holds: Option<&Test>) {
    let again = |given: &Proposed<T>| Proposed { proviso: both(given.proviso.clone(), holds.cloned()), what: given.what.clone() };
    let given: Vec<Proposed<T>> = clauses.iter().filter(|clause| gives(&clause.what)).map(again).collect();
    clauses.extend(given);
}
