//! R5 of real kings that rules may send to another universe (M5): in none to which one may come do rules keep it from capture.

use std::collections::BTreeSet;

use crate::board::{CellId, Effect, Man, ManId, Place};
use crate::law::pursuit::Proof;
use crate::rule::{Clause, Deed, World, walk};

use super::super::multiverse::{Enacted, Multiverse};
use super::exiles::{may_be, sent_by};
use super::r5;
use super::{Proposal, Verdict};

/// A universe to which a real king may come, and in which it would be exempt from capture as it was not before.
pub(super) fn refused(proposal: &Proposal<'_>) -> Option<Verdict> {
    let (before, after) = (&proposal.before, &proposal.after);
    let travellers: Vec<(ManId, &Man)> =
        after.position.royals().iter().map(|id| (id, after.position.man(id))).filter(|(_, man)| after.may_travel(man)).collect();
    for pair in after.pairs() {
        for &(king, man) in travellers.iter().filter(|(_, man)| after.owner(man.army) == Some(pair.victim)) {
            let known = before.within_reach(man);
            for universe in after.within_reach(man) {
                let Some(cell) = after.free_in(universe) else { continue };
                let there = after.with_king_on(king, man, cell);
                let Some(proof) = there.immunity(&pair).filter(is_by_words) else { continue };
                if known.contains(&universe) && before.with_king_on(king, man, cell).immunity(&pair).is_some() {
                    continue;
                }
                return Some(r5::refused(&there, &pair, &proof));
            }
        }
    }
    None
}

/// It is forbidden to capture it, and not that nobody can come.
fn is_by_words(proof: &Proof) -> bool {
    matches!(proof, Proof::Exempt { .. } | Proof::Spared { .. } | Proof::Marked { .. } | Proof::Square { .. })
}

impl Multiverse {
    /// The clauses by which such a man may be sent to another universe, each with its rule.
    fn sending<'g>(&'g self, man: &'g Man) -> impl Iterator<Item = (&'g Enacted, &'g Clause)> {
        let clauses =
            self.rules.iter().filter(|rule| rule.stands()).flat_map(|rule| rule.clauses().iter().map(move |clause| (rule, clause)));
        clauses.filter(move |(_, clause)| sent_by(clause).into_iter().any(|class| may_be(self, class, man)))
    }

    fn may_travel(&self, man: &Man) -> bool {
        self.owner(man.army).is_some() && self.sending(man).next().is_some()
    }

    /// The universes to which rules may send a man from where it stands, one after the other.
    fn within_reach(&self, man: &Man) -> BTreeSet<u16> {
        let universe = |cell: CellId| self.position.geometry.board(self.position.geometry.cell(cell).board).universe;
        let Some(home) = man.place.cell().map(universe) else { return BTreeSet::new() };
        let (mut reached, mut ahead) = (BTreeSet::from([home]), vec![home]);
        while let Some(from) = ahead.pop() {
            let sending = self.sending(man).filter(|(rule, _)| rule.acts_in(from));
            let there: Vec<u16> = sending.flat_map(|(_, clause)| self.destinations(clause, from, universe(man.home))).collect();
            ahead.extend(there.into_iter().filter(|&number| reached.insert(number)));
        }
        reached.remove(&home);
        reached
    }

    /// Where a clause may send men from a universe.
    fn destinations(&self, clause: &Clause, from: u16, home: u16) -> Vec<u16> {
        let numbers: Vec<u16> = self.universes.iter().map(|universe| universe.number).collect();
        let at = numbers.iter().position(|&number| number == from).unwrap_or(0);
        let mut found = Vec::new();
        walk::parts(clause, &mut |part| {
            let walk::Part::Deed(Deed::Send { to, .. }) = part else { return };
            match to {
                World::Next => found.push(numbers[(at + 1) % numbers.len()]),
                World::Previous => found.push(numbers[(at + numbers.len() - 1) % numbers.len()]),
                World::Number(number) => found.push(*number),
                World::Home => found.push(home),
                World::Named(_) | World::Another(_) => found.extend(&numbers),
                World::OtherBoard => {}
            }
        });
        found
    }

    /// Some free square of a universe.
    pub(super) fn free_in(&self, universe: u16) -> Option<CellId> {
        let cells = self.boards_of(universe).into_iter().flat_map(|board| self.position.geometry.board(board).cells.clone());
        cells.into_iter().find(|&cell| self.position.is_free(cell))
    }

    /// The game with a king elsewhere.
    pub(super) fn with_king_on(&self, king: ManId, man: &Man, cell: CellId) -> Multiverse {
        let mut there = self.clone();
        there.position.apply(&Effect::Put { man: king, from: man.place, to: Place::Cell(cell) });
        there
    }
}
