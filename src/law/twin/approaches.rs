//! Captures that begin elsewhere: the man is put where another move would take it, and captures from there.

use std::collections::BTreeSet;

use crate::movement::Use;
use crate::rule::*;

use super::state::{Spot, State, Whereabouts};
use super::{Choice, Gaits, Manner, Run, Said, Twin};

impl Twin<'_> {
    /// The moves of a man without the captures that it may not make at once, and with those that begin elsewhere.
    pub fn approached(&self, state: &State, man: usize, proposed: Vec<Run>) -> Vec<Run> {
        let board = state.men[man].at().unwrap().0;
        let all: Vec<(&Said, &Approach)> = self
            .said_of(board)
            .filter_map(|(_, said)| if let Form::Approach(approach) = &said.clause.form { Some((said, approach)) } else { None })
            .collect();
        let speaks = |(said, approach): (&Said, &Approach), victim: usize| {
            let mut view = self.view(state, board, state.men[man].army);
            (view.actor, view.victim) = (Some(man), Some(victim));
            self.covers(&approach.who, state.men[man].kind, state.men[man].army)
                && view.class(&approach.who, man)
                && view.class(&approach.victims, victim)
                && view.guarded(said)
        };
        let barred = |run: &Run| run.captured.first().is_some_and(|&prey| all.iter().any(|&one| one.1.must && speaks(one, prey)));
        let mut runs: Vec<Run> = proposed.into_iter().filter(|run| !barred(run)).collect();
        for &one in &all {
            for (there, kind) in self.starts(state, man, one.1) {
                let mut gone = state.clone();
                gone.men[man].place = Whereabouts::On(there);
                gone.men[man].legs += 1;
                for mut run in self.walking(&gone, man) {
                    let Some(&victim) = run.captured.first() else { continue };
                    if kind.is_none_or(|kind| state.men[victim].kind == kind) && speaks(one, victim) {
                        run.from = state.men[man].at().unwrap();
                        run.choices.push(Choice::Cell(there));
                        runs.push(run);
                    }
                }
            }
        }
        runs
    }

    /// Where a man may go first, and whom it may capture then, if it goes in their manner.
    fn starts(&self, state: &State, man: usize, approach: &Approach) -> BTreeSet<(Spot, Option<u8>)> {
        let from = state.men[man].at().unwrap();
        let mut view = self.view(state, from.0, state.men[man].army);
        view.actor = Some(man);
        let own = |kind| vec![(kind, None)];
        let manners: Vec<(Option<u8>, Option<u8>)> = match &approach.like {
            None => own(None),
            Some(Like::Same(Ref::Victim)) => (0..self.entities.kinds.len() as u8).map(|kind| (Some(kind), Some(kind))).collect(),
            Some(like) => view.kind_of(like).map(|kind| own(Some(kind))).unwrap_or_default(),
        };
        let mut found = BTreeSet::new();
        for (manner, prey) in manners {
            let walks = match manner {
                None => self.walks(state, man, Use::Quiet, None, Gaits::Conditional),
                Some(kind) => self.walks_like(state, man, kind, Use::Quiet),
            };
            for (to, walked) in walks {
                if state.on(to).is_some() || walked.jumped.is_some() {
                    continue;
                }
                let mut run = super::captures::started(state, man, from, to, Manner::Walk);
                run.walked = walked;
                let fits = self.before(state, &run, from.0).does(&approach.act, &run) && !self.barred(state, &run, from.0);
                if fits {
                    found.insert((to, prey));
                }
            }
        }
        found
    }
}
