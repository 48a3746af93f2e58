//! A capture under rules that edit it: each field set by the newest clause that speaks to it, all reading the capture as proposed.
//!
//! Order: landing and fates as one batch, the capturer's fate, then what explodes. A real king's own fate is never edited (R5, R13).

use crate::board::{CellId, Effect, Man, ManId, Place};
use crate::rule::Landing;

use super::fold::{Blast, Edit, Fate, Toll};
use super::generate::{Generator, Leg, Mover};

/// What the edits make of one capture.
struct Outcome {
    victim: Fate,
    capturer: Toll,
    landing: Landing,
    blast: Option<Blast>,
}

impl Outcome {
    /// `edits` the newest first.
    fn of(edits: &[Edit], captor: &Man, victim: &Man) -> Outcome {
        let speaking =
            || edits.iter().filter(|edit| edit.captor.include(captor.kind, captor.army) && edit.victim.include(victim.kind, victim.army));
        let fate = speaking().find_map(|edit| edit.victim_fate).unwrap_or(Fate::Gone);
        let toll = speaking().find_map(|edit| edit.capturer_fate).unwrap_or(Toll::Same);
        Outcome {
            victim: if victim.royal { Fate::Gone } else { fate },
            capturer: if captor.royal { Toll::Same } else { toll },
            landing: speaking().find_map(|edit| edit.landing).unwrap_or(Landing::OnVictim),
            blast: speaking().find_map(|edit| edit.explosion).filter(|blast| blast.reach > 0),
        }
    }
}

impl<'a> Generator<'a> {
    /// Lists a capture as the edits in force leave it.
    pub fn capture_edited(&mut self, mover: &Mover<'a>, leg: Leg, victim_id: ManId) {
        let victim = *self.position.man(victim_id);
        let Place::Cell(victim_cell) = victim.place else { return };
        let outcome = Outcome::of(&mover.tables.edits, &mover.man, &victim);
        let (start, captured) = (self.found.effects.len(), self.found.captured.len());
        self.found.captured.push(victim_id);

        let landing = self.landing(mover, leg, &outcome, victim_id);
        let home = self.rebirth(mover, &outcome, &victim, landing);
        match outcome.victim {
            Fate::Gone => self.then(Effect::Put { man: victim_id, from: victim.place, to: Place::Gone }),
            Fate::GoesHome => match home {
                None => self.then(Effect::Put { man: victim_id, from: victim.place, to: Place::Gone }),
                Some(home) if home == victim_cell => {}
                // In hand until the capturer has left what may be its home.
                Some(_) => self.then(Effect::Put { man: victim_id, from: victim.place, to: Place::Hand }),
            },
            Fate::Joins => self.then(Effect::Army { man: victim_id, old: victim.army, new: mover.man.army }),
            Fate::Becomes(new) if new != victim.kind => self.then(Effect::Kind { man: victim_id, old: victim.kind, new }),
            Fate::Becomes(_) => {}
        }
        if landing != mover.from {
            self.then(Effect::Put { man: mover.id, from: Place::Cell(mover.from), to: Place::Cell(landing) });
        }
        if let Some(home) = home {
            if home != victim_cell {
                self.then(Effect::Put { man: victim_id, from: Place::Hand, to: Place::Cell(home) });
            }
            if victim.legs > 0 {
                // At home it starts anew.
                self.then(Effect::Legs { man: victim_id, old: victim.legs, new: 0 });
            }
        }
        self.then(Effect::Legs { man: mover.id, old: mover.man.legs, new: mover.man.legs.saturating_add(1) });
        self.exact_toll(mover, outcome.capturer, &victim, landing);
        if let Some(blast) = outcome.blast {
            self.explode(leg.to, blast, captured);
        }

        let batch = start..self.found.effects.len();
        let after = *self.position.man(mover.id);
        match after.place {
            // A man that changed hands or is gone leaves its owner nothing to choose.
            Place::Cell(cell) if after.army == mover.man.army => self.finish(mover, leg, start, captured, cell, after.kind),
            _ => self.list(mover, leg, start, captured, None),
        }
        for at in batch.rev() {
            self.position.undo(&self.found.effects[at]);
        }
    }

    /// Writes an effect and does it, so that what follows reads the position as it leaves it.
    fn then(&mut self, effect: Effect) {
        self.found.effects.push(effect);
        self.position.apply(&effect);
    }

    /// Where the capturer ends; if the fates leave that cell occupied, where it came from (ruling S3).
    fn landing(&self, mover: &Mover<'a>, leg: Leg, outcome: &Outcome, victim: ManId) -> CellId {
        let victim_stays = matches!(outcome.victim, Fate::Joins | Fate::Becomes(_));
        let free = |cell: CellId| match self.position.on(cell) {
            None => true,
            Some(man) => man == mover.id || man == victim && !victim_stays,
        };
        let proposed = match outcome.landing {
            Landing::OnVictim => leg.to,
            Landing::Stays => mover.from,
            Landing::Home if free(mover.man.home) => mover.man.home,
            Landing::Home => leg.to,
        };
        if free(proposed) { proposed } else { mover.from }
    }

    /// The home to which the victim goes, if it does and it is empty once the capturer has landed.
    fn rebirth(&self, mover: &Mover<'a>, outcome: &Outcome, victim: &Man, landing: CellId) -> Option<CellId> {
        let home = victim.home;
        let vacated = home == mover.from || Place::Cell(home) == victim.place;
        let empty = landing != home && (vacated || self.position.on(home).is_none());
        (outcome.victim == Fate::GoesHome && empty).then_some(home)
    }

    /// The capturer's own fate.
    fn exact_toll(&mut self, mover: &Mover<'a>, toll: Toll, victim: &Man, landing: CellId) {
        let (man, old) = (mover.id, mover.man.kind);
        match toll {
            Toll::Same => {}
            Toll::Gone => self.then(Effect::Put { man, from: Place::Cell(landing), to: Place::Gone }),
            Toll::Becomes(new) if new != old => self.then(Effect::Kind { man, old, new }),
            Toll::BecomesVictim if victim.kind != old => self.then(Effect::Kind { man, old, new: victim.kind }),
            Toll::Becomes(_) | Toll::BecomesVictim => {}
            Toll::ChangesSides => self.then(Effect::Army { man, old: mover.man.army, new: victim.army }),
        }
    }

    /// Men round the cell of the capture are captured by the clause itself: no edit speaks of them, and they raise no other explosion.
    fn explode(&mut self, centre: CellId, blast: Blast, captured: usize) {
        let geometry = &self.law.geometry;
        let (cell, reach) = (*geometry.cell(centre), i16::from(blast.reach));
        for rank in cell.rank - reach..=cell.rank + reach {
            for file in cell.file - reach..=cell.file + reach {
                let Some(id) = geometry.at(cell.board, file, rank).filter(|&at| at != centre).and_then(|at| self.position.on(at)) else {
                    continue;
                };
                let man = *self.position.man(id);
                if blast.hits.include(man.kind, man.army) {
                    self.then(Effect::Put { man: id, from: man.place, to: Place::Gone });
                    if !self.found.captured[captured..].contains(&id) {
                        self.found.captured.push(id);
                    }
                }
            }
        }
    }
}
