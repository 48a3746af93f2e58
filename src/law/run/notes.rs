//! Notes and counters that a run changes, and whose they are.

use crate::board::{Bearer, Effect, Key, ManId, Note, SideId};
use crate::law::lookup::Tally;
use crate::law::terms::{Armies, armies};

use super::Run;

impl Run<'_> {
    pub(in crate::law) fn note(&mut self, of: Bearer, key: Key, new: i32) {
        let note = Note { of, key };
        let old = self.position.note(note);
        if old != new {
            self.then(Effect::Note { note, old, new });
        }
    }

    /// The players that the words name.
    pub(super) fn sides(&self, of: &Armies) -> Vec<SideId> {
        let bits = of(&self.scene());
        let entities = &self.position.entities;
        let mut sides: Vec<SideId> = armies(bits).filter_map(|army| entities.armies.get(army.index())).map(|army| army.side).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// A counter that a man bears, within its limits.
    pub(super) fn tally(&mut self, man: ManId, counter: Tally, by: i32, set: bool) {
        let new = if set { by } else { counter.of_man(self.position, man).saturating_add(by) };
        // Who has too little cannot pay.
        self.barren |= new < counter.least;
        self.note(Bearer::Man(man), counter.key, new.clamp(counter.least, counter.most) - counter.start);
    }

    /// A counter of each player that the words name, within its limits.
    pub(super) fn count(&mut self, counter: &Tally, of: &Armies, by: i32, set: bool) {
        for side in self.sides(of) {
            let of = Bearer::Side(side);
            let old = self.position.note(Note { of, key: counter.key });
            let new = if set { by } else { old.saturating_add(by) };
            // Who has too little cannot pay.
            self.short |= new < counter.least;
            self.barren |= self.short;
            self.note(of, counter.key, new.clamp(counter.least, counter.most));
        }
    }
}
