//! The men a clause speaks of, its words looked up.

use crate::board::{ArmyId, Entities, KindId};
use crate::rule::{Class, Kinds, Owner};

use super::{ClausePlace, LawProblem};

/// Men of certain kinds in certain armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Men {
    /// Bits by kind.
    kinds: u128,
    /// Bits by army.
    armies: u32,
}

impl Men {
    pub fn of(class: &Class, entities: &Entities, place: &ClausePlace) -> Result<Men, LawProblem> {
        let named = |names: &[String]| {
            names.iter().try_fold(0u128, |bits, name| Ok::<u128, LawProblem>(bits | 1 << kind_named(name, entities, place)?.index()))
        };
        let kinds = match &class.kinds {
            Kinds::Every => u128::MAX,
            Kinds::Only(names) => named(names)?,
            Kinds::Except(names) => !named(names)?,
        };
        let armies = match &class.owner {
            Owner::Anyone => u32::MAX,
            Owner::Own | Owner::Enemy => return Err(unplayable(place)),
            Owner::Army(colour) => 1 << army_named(colour, entities, place)?.index(),
        };
        match class.such {
            None => Ok(Men { kinds, armies }),
            Some(_) => Err(unplayable(place)),
        }
    }

    #[inline]
    pub fn include(self, kind: KindId, army: ArmyId) -> bool {
        self.kinds >> kind.index() & 1 == 1 && self.armies >> army.index() & 1 == 1
    }

    /// The kinds that both speak of, if some man may be in both.
    pub fn shared_kinds(self, other: Men, entities: &Entities) -> Vec<KindId> {
        if self.armies & other.armies == 0 {
            return Vec::new();
        }
        let both = self.kinds & other.kinds;
        (0..entities.kinds.len()).filter(|kind| both >> kind & 1 == 1).map(|kind| KindId(kind as u8)).collect()
    }
}

pub(super) fn unplayable(place: &ClausePlace) -> LawProblem {
    LawProblem::Wrong { place: place.clone(), reason: "this cannot be played yet".to_owned() }
}

pub(super) fn kind_named(name: &str, entities: &Entities, place: &ClausePlace) -> Result<KindId, LawProblem> {
    entities.kind_named(name).ok_or_else(|| LawProblem::UnknownKind {
        place: place.clone(),
        name: name.to_owned(),
        known: entities.kinds.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(", "),
    })
}

fn army_named(name: &str, entities: &Entities, place: &ClausePlace) -> Result<ArmyId, LawProblem> {
    entities.army_named(name).ok_or_else(|| LawProblem::UnknownArmy {
        place: place.clone(),
        name: name.to_owned(),
        known: entities.armies.iter().map(|army| army.name.as_str()).collect::<Vec<_>>().join(", "),
    })
}
