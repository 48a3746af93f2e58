//! The men a clause speaks of, its words looked up: by kind and army as bits, and by what holds of each.

use crate::board::{ArmyId, BoardId, Entities, KindId, Man, ManId};
use crate::rule::{Class, Kinds, Owner};

use super::LawProblem;
use super::lookup::Lookup;
use super::scene::Scene;
use super::terms::Test;

#[derive(Clone)]
pub(super) struct Crowd {
    /// Bits by kind.
    kinds: u128,
    whose: Whose,
    such: Option<Test>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// Bits by army.
    Armies(u32),
    Own,
    Enemy,
    Mover,
}

impl Crowd {
    pub fn of(class: &Class, lookup: &Lookup<'_>) -> Result<Crowd, LawProblem> {
        let kinds = lookup.kinds(&class.kinds)?;
        let whose = match &class.owner {
            Owner::Anyone => Whose::Armies(u32::MAX),
            Owner::Army(colour) => Whose::Armies(1 << lookup.army(colour)?.index()),
            Owner::Own => Whose::Own,
            Owner::Enemy => Whose::Enemy,
            Owner::Mover => Whose::Mover,
        };
        let such = class.such.as_deref().map(|such| lookup.condition(such)).transpose()?;
        Ok(Crowd { kinds, whose, such })
    }

    /// It is of no kind.
    pub fn is_nobody(&self) -> bool {
        self.kinds == 0
    }

    /// The one army of which they are, if it is one.
    pub fn army(&self) -> Option<ArmyId> {
        match self.whose {
            Whose::Armies(army) if army.is_power_of_two() => Some(ArmyId(army.trailing_zeros() as u8)),
            _ => None,
        }
    }

    /// Whoever it is.
    pub fn is_everybody(&self) -> bool {
        self.kinds == u128::MAX && self.whose == Whose::Armies(u32::MAX) && self.such.is_none()
    }

    #[inline]
    pub fn includes(&self, scene: &Scene<'_>, id: ManId, man: &Man) -> bool {
        self.kinds >> man.kind.index() & 1 == 1
            && match self.whose {
                Whose::Armies(armies) => armies >> man.army.index() & 1 == 1,
                Whose::Own => !scene.hostile(man.army),
                Whose::Enemy => scene.hostile(man.army),
                Whose::Mover => scene.law.hostile(scene.mover) >> man.army.index() & 1 == 0,
            }
            && self.such.as_ref().is_none_or(|such| such(&scene.about(id, man)))
    }

    /// The men of the crowd that stand on the scene's board, in order of making.
    pub fn standing<'s>(&'s self, scene: &Scene<'s>) -> impl Iterator<Item = (ManId, &'s Man, crate::board::CellId)> + use<'s> {
        let scene = *scene;
        let there = scene.position.standing(scene.board).filter(move |(id, _, _)| scene.lifted != Some(*id));
        there.filter(move |(id, man, _)| self.includes(&scene, *id, man))
    }

    /// The same; `across`: of all boards of the universe; of all boards there are, where the scene counts everywhere.
    pub fn standing_there<'s>(
        &'s self,
        scene: &Scene<'s>,
        across: bool,
    ) -> impl Iterator<Item = (ManId, &'s Man, crate::board::CellId)> + use<'s> {
        let (scene, geometry) = (*scene, &scene.position.geometry);
        let here = geometry.board(scene.board).universe;
        let looked_at =
            move |&board: &BoardId| board == scene.board || scene.everywhere || across && geometry.board(board).universe == here;
        (0..geometry.boards.len())
            .map(|at| BoardId(at as u8))
            .filter(looked_at)
            .flat_map(move |board| self.standing(&scene.on_board(board)))
    }

    /// Whether men of that kind and army may be in it, whatever else must hold of them. Nobody moves an enemy's men.
    #[inline]
    pub fn covers(&self, kind: KindId, army: ArmyId) -> bool {
        self.kinds >> kind.index() & 1 == 1
            && match self.whose {
                Whose::Armies(armies) => armies >> army.index() & 1 == 1,
                Whose::Own | Whose::Mover => true,
                Whose::Enemy => false,
            }
    }

    /// The same of moves that somebody may make with men of others.
    #[inline]
    pub fn could_cover(&self, kind: KindId, army: ArmyId) -> bool {
        matches!(self.whose, Whose::Enemy) || self.covers(kind, army)
    }

    /// What must hold of each besides kind and army.
    pub fn such(&self) -> Option<&Test> {
        self.such.as_ref()
    }

    /// The kinds that both may hold, if some man may be in both.
    pub fn shared_kinds(&self, other: &Crowd, entities: &Entities) -> Vec<KindId> {
        if let (Whose::Armies(one), Whose::Armies(two)) = (self.whose, other.whose)
            && one & two == 0
        {
            return Vec::new();
        }
        let both = self.kinds & other.kinds;
        (0..entities.kinds.len()).filter(|kind| both >> kind & 1 == 1).map(|kind| KindId(kind as u8)).collect()
    }
}

impl Lookup<'_> {
    pub fn kinds(&self, kinds: &Kinds) -> Result<u128, LawProblem> {
        let named = |names: &[String]| names.iter().try_fold(0u128, |bits, name| Ok(bits | 1 << self.kind(name)?.index()));
        match kinds {
            Kinds::Every => Ok(u128::MAX),
            Kinds::Only(names) => named(names),
            Kinds::Except(names) => Ok(!named(names)?),
        }
    }
}
