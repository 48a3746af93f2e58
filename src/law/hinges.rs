//! The different gaits that clauses come to, each said once; and those of kinds whose movement hangs on conditions.

use crate::board::{ArmyId, BoardId, CellId, Entities, Frame, Geometry, KindId};
use crate::movement::{Spoke, Termed, Use, spokes};

use super::LawProblem;
use super::fold::{Folded, MAX_PROVISOS, Resolved};
use super::hangs::Hang;
use super::known::{Fellow, Moment, Sure};
use super::loans::Loans;
use super::statute::Named;

/// The gaits of a kind whose movement hangs on provisos: one pair for each set of those that hold.
#[derive(Clone)]
pub(super) struct Hinge {
    pub provisos: Vec<usize>,
    /// What they hang on, all together.
    pub hang: Hang,
    /// By slot, the set that holds there, where they hang on nothing else; else empty.
    pub by_slot: Vec<u8>,
    /// By set, as bits, as the loans.
    pub gaits: Vec<[u16; 2]>,
    pub loans: Vec<Loans>,
    /// Some set borrows.
    pub borrows: bool,
}

/// The different sorts of gaits, each said once.
#[derive(Default)]
pub(super) struct Sorts {
    pub spokes: Vec<Vec<Spoke>>,
    pub known: Vec<Known>,
}

/// An army already sorted: the one it moves like, its frame, the provisos taken to hold, the gaits of its kinds.
pub(super) struct Known {
    pub like: ArmyId,
    pub frame: Frame,
    pub holding: Vec<usize>,
    pub strides: Vec<Stride>,
}

/// What a kind does: the gaits of its men that have moved and of those that have not, and what they borrow.
#[derive(Clone)]
pub(super) struct Stride {
    pub gaits: [u16; 2],
    pub loans: Loans,
}

impl Sorts {
    /// By kind, the gaits of an army's men that have moved and of those that have not, while those provisos hold.
    pub fn of_army(&mut self, folded: &Folded<'_>, standard: &Folded<'_>, army: ArmyId, frame: Frame, holding: &[usize]) -> Vec<Stride> {
        let alike = folded.moving_alike(army);
        let known = |known: &&Known| known.like == alike && known.frame == frame && known.holding == holding;
        if let Some(known) = self.known.iter().find(known) {
            return known.strides.clone();
        }
        let [quiet, capture] = [Use::Quiet, Use::Capture].map(|purpose| {
            let standard: Vec<Vec<Termed>> =
                standard.while_holding(army, purpose, &[]).resolved(&[]).into_iter().map(|own| own.lines).collect();
            folded.while_holding(army, purpose, holding).resolved(&standard)
        });
        let sort = |(quiet, capture): (Resolved, Resolved)| {
            let unmoved = self.sort_of(spokes(&quiet.lines, &capture.lines, frame));
            let moved = self.sort_of(spokes(&of_moved(quiet.lines), &of_moved(capture.lines), frame));
            Stride { gaits: [moved, unmoved], loans: Loans { quiet: quiet.loans, capture: capture.loans } }
        };
        let strides: Vec<Stride> = quiet.into_iter().zip(capture).map(sort).collect();
        self.known.push(Known { like: alike, frame, holding: holding.to_vec(), strides: strides.clone() });
        strides
    }

    /// The gaits of a kind under each set of its provisos, if it has any.
    pub fn hinge(
        &mut self,
        folded: &Folded<'_>,
        standard: &Folded<'_>,
        kind: KindId,
        (army, frame): (ArmyId, Frame),
    ) -> Result<Option<Hinge>, LawProblem> {
        let provisos = folded.provisos_of(kind, army);
        if provisos.len() > MAX_PROVISOS {
            let (what, count) = ("conditions on the movement of one kind", provisos.len());
            return Err(LawProblem::TooMany { what, count, limit: MAX_PROVISOS });
        }
        if provisos.is_empty() && self.of_army(folded, standard, army, frame, &[])[kind.index()].loans == Loans::default() {
            return Ok(None);
        }
        let under = |set: usize| {
            let holding: Vec<usize> =
                provisos.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, proviso)| *proviso).collect();
            self.of_army(folded, standard, army, frame, &holding)[kind.index()].clone()
        };
        let (gaits, loans): (_, Vec<Loans>) = (0..1 << provisos.len()).map(under).map(|stride| (stride.gaits, stride.loans)).unzip();
        let borrows = loans.iter().any(|loans| *loans != Loans::default());
        let hang = provisos.iter().map(|&proviso| folded.hangs[proviso]).max().unwrap_or(Hang::Place);
        Ok(Some(Hinge { provisos, hang, by_slot: Vec::new(), gaits, loans, borrows }))
    }

    pub fn sort_of(&mut self, spokes: Vec<Spoke>) -> u16 {
        let known = self.spokes.iter().position(|sort| *sort == spokes);
        known.unwrap_or_else(|| {
            self.spokes.push(spokes);
            self.spokes.len() - 1
        }) as u16
    }
}

pub(super) fn of_moved(lines: Vec<Termed>) -> Vec<Termed> {
    lines.into_iter().filter(|one| !one.line.unmoved).collect()
}

/// By slot, the set of a hinge's provisos that hold of a man there; `None` where they hang on more than its place.
pub(super) fn held_by_slot(
    hinge: &Hinge,
    folded: &Folded<'_>,
    (kind, army): (KindId, ArmyId),
    (entities, geometry, board): (&Entities, &Geometry, BoardId),
) -> Option<Vec<u8>> {
    if hinge.hang != Hang::Place || hinge.provisos.is_empty() {
        return None;
    }
    let sides = |one: &crate::board::Army| {
        entities.armies.iter().enumerate().filter(|(_, other)| other.side != one.side).fold(0, |bits, (at, _)| bits | 1 << at)
    };
    let hostile: Vec<u32> = entities.armies.iter().map(sides).collect();
    let named = Named::default();
    let moment = Moment::new((entities, geometry), &named, &hostile, (board, army));
    let set_on = |&cell: &CellId| {
        let man = Fellow { kind, army, cell, unmoved: None, number: 0, bears: None };
        hinge.provisos.iter().enumerate().try_fold(0, |set, (at, &proviso)| match folded.holds_of(proviso, &moment, &man) {
            Sure::Yes => Some(set | 1 << at),
            Sure::No => Some(set),
            Sure::Open => None,
        })
    };
    geometry.board(board).cells.iter().map(set_on).collect()
}
