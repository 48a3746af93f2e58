//! Borrowed movement: whom a man moves like besides what its own kind does.
//!
//! Invariant: of depth 1. A lender lends what its kind does without conditions; what it has borrowed itself it does not lend, so there is no circle.

use crate::board::{ArmyId, KindId, Man, ManId};
use crate::movement::{Ray, Use};
use crate::rule::{Motion, When};

use super::LawProblem;
use super::crowd::Crowd;
use super::history::prey;
use super::lookup::Lookup;
use super::reads::asks_past;
use super::scene::Scene;
use super::terms::Area;

/// Men whose movement another one borrows, its words looked up.
#[derive(Clone)]
pub(super) enum Lenders {
    Standing {
        who: Crowd,
        on: Area,
    },
    /// Those that it has captured then.
    Captured(When),
}

/// The gait of a kind that a man has borrowed, and what it may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lent {
    pub gait: u16,
    pub purpose: Use,
}

impl Lenders {
    /// Who lends it, if a motion is lent.
    pub fn of(motion: &Motion, lookup: &Lookup<'_>) -> Result<Option<Lenders>, LawProblem> {
        Ok(match motion {
            Motion::LikeMen { who, on } => Some(Lenders::Standing { who: Crowd::of(who, lookup)?, on: lookup.squares(on)? }),
            Motion::LikePrey(when) => {
                asks_past(lookup.reads, *when);
                Some(Lenders::Captured(*when))
            }
            Motion::Pattern(_) | Motion::Like { .. } => None,
        })
    }

    /// The kinds that are there for a man to move like; `scene` is about it.
    pub fn kinds(&self, scene: &Scene<'_>, borrower: ManId) -> Vec<KindId> {
        match self {
            Lenders::Standing { who, on } => {
                let there = who.standing(scene).filter(|(id, _, cell)| *id != borrower && on(scene, *cell));
                there.map(|(_, man, _)| man.kind).collect()
            }
            Lenders::Captured(when) => prey(scene, borrower, *when),
        }
    }
}

impl Lent {
    /// Adds a gait for a purpose to those that a man has borrowed.
    pub fn add(all: &mut Vec<Lent>, gait: u16, purpose: Use) {
        match all.iter_mut().find(|known| known.gait == gait) {
            Some(known) if known.purpose == purpose => {}
            Some(known) => known.purpose = Use::Any,
            None => all.push(Lent { gait, purpose }),
        }
    }

    /// A ray of the gait as it serves the borrower.
    pub fn ray(self, ray: &Ray) -> Option<Ray> {
        let purpose = match (self.purpose, ray.purpose) {
            (Use::Any, own) => own,
            (lent, Use::Any) => lent,
            (lent, own) => (lent == own).then_some(own)?,
        };
        Some(Ray { purpose, ..*ray })
    }
}

/// What a kind moves like, for each purpose: by place among the loans of the law.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Loans {
    pub quiet: Vec<usize>,
    pub capture: Vec<usize>,
}

impl super::tables::Tables {
    /// What a man has borrowed as it stands; `scene` is of its board.
    #[inline]
    pub fn lent(&self, scene: &Scene<'_>, id: ManId, man: &Man) -> Vec<Lent> {
        if self.lenders.is_empty() { Vec::new() } else { self.borrowed(scene, id, man) }
    }

    fn borrowed(&self, scene: &Scene<'_>, id: ManId, man: &Man) -> Vec<Lent> {
        let mut found = Vec::new();
        let about = scene.borrowing(id, man);
        let Some(Loans { quiet, capture }) = self.loans(&about, man) else { return found };
        for (purpose, loans) in [(Use::Quiet, quiet), (Use::Capture, capture)] {
            for &loan in loans {
                for kind in self.lenders[loan].kinds(&about, id) {
                    Lent::add(&mut found, self.gait_of_kind(kind, man.army), purpose);
                }
            }
        }
        found
    }

    /// What men of a kind lend to one of an army.
    pub fn gait_of_kind(&self, kind: KindId, army: ArmyId) -> u16 {
        self.of(kind, army).gaits[0]
    }
}
