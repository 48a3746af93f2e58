//! Crossing to the other board: the last part of a move, by which the men that have moved pass to the same cells of the other board.
//!
//! Where such a cell is not empty the whole move is none. Safety is judged as the man lands, on the
//! board where it moves, and once more on both boards when it has crossed: who comes over may shield its king there.

use crate::board::{CellId, Effect, ManId, Place};
use crate::rule::{Class, Ref};

use super::LawProblem;
use super::crowd::Crowd;
use super::generate::{Generator, Mover};
use super::lookup::Lookup;
use super::terms::Test;

/// Who crosses, the words looked up.
#[derive(Clone)]
pub(super) struct Crossing {
    who: Crowd,
    guard: Option<Test>,
}

impl Crossing {
    pub fn of(who: &Class, guard: Option<Test>, lookup: &Lookup<'_>) -> Result<Crossing, LawProblem> {
        Ok(Crossing { who: Crowd::of(who, lookup)?, guard })
    }
}

impl Generator<'_> {
    /// Adds the crossings to the effects of a move, from `start` on, that is complete else; false where one of them cannot be.
    pub fn cross(&mut self, mover: &Mover<'_>, start: usize) -> bool {
        let mut landed: Vec<(ManId, CellId)> = Vec::new();
        for effect in &self.found.effects[start..] {
            let Effect::Put { man, to, .. } = *effect else { continue };
            landed.retain(|(known, _)| *known != man);
            if let Place::Cell(cell) = to {
                landed.push((man, cell));
            }
        }
        for (man, cell) in landed {
            if !self.crosses(mover, man) {
                continue;
            }
            let Some(beyond) = self.law.geometry.counterpart(cell) else { continue };
            if !self.position.is_free(beyond) {
                return false;
            }
            self.found.effects.push(Effect::Put { man, from: Place::Cell(cell), to: Place::Cell(beyond) });
        }
        true
    }

    /// Whether a man that the move has put on a cell crosses: it is of the mover's army, so no man that was captured and is reborn.
    fn crosses(&self, mover: &Mover<'_>, id: ManId) -> bool {
        let man = self.position.man(id);
        let scene = || self.scene(mover).with(Ref::Actor, Some(mover.id));
        let speaks =
            |crossing: &Crossing| crossing.who.includes(&scene(), id, man) && crossing.guard.as_ref().is_none_or(|guard| guard(&scene()));
        man.army == mover.man.army && mover.tables.crossing.iter().any(speaks)
    }
}
