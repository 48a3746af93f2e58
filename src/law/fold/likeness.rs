//! Likenesses: what men of a kind do that move like another kind, followed through; where they run in a circle, the standard decides.

use crate::board::KindId;
use crate::movement::{Line, Termed};

use super::Folded;

/// What clauses say of the movement of one army's men for one purpose.
pub(in crate::law) struct Movements<'f, 'a> {
    pub(super) folded: &'f Folded<'a>,
    /// By kind.
    pub(super) motions: Vec<Vec<Moving<'a>>>,
}

/// One motion, its loan by its place among all, with its terms.
#[derive(Clone, Copy)]
pub(super) enum Moving<'a> {
    Lines(&'a [Line], u8),
    Like { kind: &'a str, standard: bool, terms: u8 },
    Loan(usize),
}

/// What a kind does for one purpose, its likenesses followed through.
#[derive(Clone, Default)]
pub(in crate::law) struct Resolved {
    pub lines: Vec<Termed>,
    /// By place among the lenders.
    pub loans: Vec<usize>,
}

impl Movements<'_, '_> {
    /// By kind, what it does. `standard` are those of the standard law, by kind.
    /// A likeness is to what the other kind does now; where likenesses run in a circle, to what it does by the standard.
    pub fn resolved(&self, standard: &[Vec<Termed>]) -> Vec<Resolved> {
        let mut done = vec![None; self.motions.len()];
        let leads = self.likenesses();
        self.folded.kinds().for_each(|kind| self.resolve(kind, &leads, standard, &mut done));
        done.into_iter().flatten().collect()
    }

    #[cfg(test)]
    pub(super) fn lines(&self, standard: &[Vec<Line>]) -> Vec<Vec<Line>> {
        let standard: Vec<Vec<Termed>> =
            standard.iter().map(|lines| lines.iter().map(|line| Termed { line: line.clone(), terms: 0 }).collect()).collect();
        self.resolved(&standard).into_iter().map(|own| own.lines.into_iter().map(|one| one.line).collect()).collect()
    }

    /// By kind, the kinds that its likenesses lead to, near or far, as bits.
    fn likenesses(&self) -> Vec<u128> {
        let direct = |kind: KindId| {
            let named = self.motions[kind.index()].iter().filter_map(|motion| match motion {
                Moving::Like { kind, standard: false, .. } => self.folded.entities.kind_named(kind),
                Moving::Like { .. } | Moving::Lines(..) | Moving::Loan(_) => None,
            });
            named.fold(0u128, |bits, other| bits | 1 << other.index())
        };
        let mut leads: Vec<u128> = self.folded.kinds().map(direct).collect();
        for over in 0..leads.len() {
            for kind in 0..leads.len() {
                if leads[kind] >> over & 1 == 1 {
                    leads[kind] |= leads[over];
                }
            }
        }
        leads
    }

    fn resolve(&self, kind: KindId, leads: &[u128], standard: &[Vec<Termed>], done: &mut Vec<Option<Resolved>>) {
        if done[kind.index()].is_some() {
            return;
        }
        let mut own = Resolved::default();
        let add = |lines: &mut Vec<Termed>, line: &Line, terms: u8| {
            if !lines.iter().any(|known| known.line == *line && known.terms == terms) {
                lines.push(Termed { line: line.clone(), terms });
            }
        };
        for motion in &self.motions[kind.index()] {
            match motion {
                Moving::Lines(lines, terms) => lines.iter().for_each(|line| add(&mut own.lines, line, *terms)),
                Moving::Loan(loan) => own.loans.push(*loan),
                Moving::Like { kind: name, standard: as_standard, terms } => {
                    let Some(other) = self.folded.entities.kind_named(name) else { continue };
                    let circle = leads[other.index()] >> kind.index() & 1 == 1;
                    let lent = if *as_standard || circle {
                        standard.get(other.index())
                    } else {
                        self.resolve(other, leads, standard, done);
                        let other = done[other.index()].as_ref();
                        own.loans.extend(other.into_iter().flat_map(|other| &other.loans));
                        other.map(|other| &other.lines)
                    };
                    // "Moves like" lends no first moves, but to the kind whose own they are. Nobody moves on the terms of two.
                    let lends = |one: &&Termed| (!one.line.unmoved || other == kind) && (one.terms == 0 || *terms == 0);
                    lent.into_iter().flatten().filter(lends).for_each(|one| add(&mut own.lines, &one.line, one.terms.max(*terms)));
                }
            }
        }
        own.loans.sort_unstable();
        own.loans.dedup();
        done[kind.index()] = Some(own);
    }
}
