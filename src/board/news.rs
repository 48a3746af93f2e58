//! News: kinds, armies and names that are about to come into the game, held by what brings them until an effect lets them in.

use super::{Army, Entities, Kind};

/// What waits to be let in, in order: effects name only its number, so that they stay small.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    pub kinds: Vec<Kind>,
    pub armies: Vec<Army>,
    /// Names of notes.
    pub names: Vec<String>,
}

impl News {
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty() && self.armies.is_empty() && self.names.is_empty()
    }

    pub(super) fn add(&mut self, more: News) {
        self.kinds.extend(more.kinds);
        self.armies.extend(more.armies);
        self.names.extend(more.names);
    }
}

/// The first thing that waits joins those that exist.
pub(super) fn admit<T>(waiting: &mut Vec<T>, known: &mut Vec<T>) {
    debug_assert!(!waiting.is_empty(), "what is let in was announced");
    if !waiting.is_empty() {
        known.push(waiting.remove(0));
    }
}

/// The last thing let in waits again.
pub(super) fn dismiss<T>(waiting: &mut Vec<T>, known: &mut Vec<T>) {
    waiting.splice(0..0, known.pop());
}

impl Entities {
    /// How many kinds, armies and names there are.
    pub fn counts(&self) -> [usize; 3] {
        [self.kinds.len(), self.armies.len(), self.names.len()]
    }
}
