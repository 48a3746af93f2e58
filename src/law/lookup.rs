//! Names looked up: kinds, colours, regions and counters, with the clause that a refusal names.

use crate::board::{ArmyId, Entities, KindId};

use super::terms::Area;
use super::{ClausePlace, LawProblem};

/// What words of one clause may mean.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'a> {
    pub entities: &'a Entities,
    pub place: &'a ClausePlace,
    /// Regions that rules have named; those they have marked are in the position.
    pub regions: &'a [(String, Area)],
}

impl Lookup<'_> {
    pub fn kind(&self, name: &str) -> Result<KindId, LawProblem> {
        let known = || self.entities.kinds.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(", ");
        let found = self.entities.kind_named(name);
        found.ok_or_else(|| LawProblem::UnknownKind { place: self.place.clone(), name: name.to_owned(), known: known() })
    }

    pub fn army(&self, colour: &str) -> Result<ArmyId, LawProblem> {
        let known = || self.entities.armies.iter().map(|army| army.name.as_str()).collect::<Vec<_>>().join(", ");
        let found = self.entities.army_named(colour);
        found.ok_or_else(|| LawProblem::UnknownArmy { place: self.place.clone(), name: colour.to_owned(), known: known() })
    }

    pub fn wrong(&self, reason: impl Into<String>) -> LawProblem {
        LawProblem::Wrong { place: self.place.clone(), reason: reason.into() }
    }
}
