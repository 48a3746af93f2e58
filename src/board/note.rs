//! Notes: whole numbers that rules keep about the game, its sides, armies, men and cells.

use super::{ArmyId, CellId, Key, ManId, SideId};

/// Whom or what a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bearer {
    Game,
    /// A player.
    Side(SideId),
    Army(ArmyId),
    Man(ManId),
    Cell(CellId),
    /// A deed that is put off, by its number.
    Pending(u16),
}

/// One thing that may be noted: counters, marks of regions, "held until" are all this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Note {
    pub of: Bearer,
    pub key: Key,
}

/// All notes of a position. What is not noted is 0.
///
/// Invariant: sorted, without zeros, so that equal notes are equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes(Vec<(Note, i32)>);

impl Notes {
    #[inline]
    pub fn get(&self, note: Note) -> i32 {
        self.at(note).map_or(0, |at| self.0[at].1)
    }

    fn at(&self, note: Note) -> Result<usize, usize> {
        self.0.binary_search_by_key(&note, |&(there, _)| there)
    }

    pub(super) fn set(&mut self, note: Note, value: i32) {
        match (self.at(note), value) {
            (Ok(at), 0) => {
                self.0.remove(at);
            }
            (Ok(at), _) => self.0[at].1 = value,
            (Err(_), 0) => {}
            (Err(at), _) => self.0.insert(at, (note, value)),
        }
    }

    /// Everything noted that is not 0, in order of bearers, then of keys.
    pub fn iter(&self) -> impl Iterator<Item = (Note, i32)> {
        self.0.iter().copied()
    }

    /// What is noted under one key, by bearer.
    pub fn under(&self, key: Key) -> impl Iterator<Item = (Bearer, i32)> {
        self.iter().filter(move |(note, _)| note.key == key).map(|(note, value)| (note.of, value))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
