//! What tells positions of a search apart: two positions with one key are alike for the law in force, unless it asks for what was long ago.

use crate::board::{Bearer, Effect, Entities, Fact, Key as Name, ManId, Place, Position};
use crate::law::{Law, later};

/// 128 bits, so that two different positions are not taken for one.
pub(super) type Key = u128;

fn mixed(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

fn spread(one: u64, other: u64) -> Key {
    let low = mixed(one.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ mixed(other));
    let high = mixed(low ^ one.rotate_left(32) ^ other.wrapping_mul(0xD6E8_FEB8_6659_FD93));
    Key::from(high) << 64 | Key::from(low)
}

/// One man, wherever it is.
#[inline]
pub(super) fn of_man(law: &Law, position: &Position, id: ManId) -> Key {
    let man = position.man(id);
    let place = match man.place {
        Place::Cell(cell) => u64::from(cell.0),
        Place::Hand => 1 << 16,
        Place::Pocket(army) => 1 << 17 | u64::from(army.0),
        Place::Gone => 1 << 18,
    };
    let who = u64::from(id.0) | u64::from(man.kind.0) << 16 | u64::from(man.army.0) << 24 | u64::from(man.royal) << 32;
    spread(who, place | u64::from(law.reads.legs_of(man.legs)) << 32 | u64::from(man.home.0) << 48)
}

/// All men.
pub(super) fn of_men(law: &Law, position: &Position) -> Key {
    position.men().fold(0, |key, (id, _)| key ^ of_man(law, position, id))
}

/// What of a position besides its men tells it apart.
#[derive(Debug)]
pub(super) struct Rest {
    /// Under these is noted when something is due, which counts from the present turn.
    times: Vec<Name>,
}

impl Rest {
    pub fn of(entities: &Entities) -> Rest {
        Rest { times: later::keys_of_times(entities) }
    }

    /// Everything but the men.
    pub fn key(&self, law: &Law, position: &Position) -> Key {
        let mut key = 0;
        let turn = position.clock().turn();
        if law.reads.clock() {
            key ^= spread(1, u64::from(law.reads.class_of(turn)));
        }
        for (note, value) in position.notes().iter() {
            let bearer = match note.of {
                Bearer::Game => 0,
                Bearer::Side(side) => 1 << 16 | u64::from(side.0),
                Bearer::Army(army) => 2 << 16 | u64::from(army.0),
                Bearer::Man(man) => 3 << 16 | u64::from(man.0),
                Bearer::Cell(cell) => 4 << 16 | u64::from(cell.0),
                Bearer::Pending(number) => 5 << 16 | u64::from(number),
            };
            let timed = self.times.contains(&note.key);
            let value = if timed { later::seen_from(value, turn) } else { u64::from(value.cast_unsigned()) };
            key ^= spread(2 << 60 | bearer << 16 | u64::from(note.key.0), value);
        }
        for mark in position.marks() {
            key ^= spread(3 << 60 | u64::from(mark.cell.0), u64::from(mark.man.0));
        }
        if position.has_holes() {
            key ^= position.holes().fold(0, |key, cell| key ^ spread(4 << 60, u64::from(cell.0)));
        }
        if law.reads.past { key ^ of_the_past(law, position) } else { key }
    }
}

/// What was done lately, and in the last phase in which somebody moved, as far as anybody asks.
fn of_the_past(law: &Law, position: &Position) -> Key {
    let now = position.clock();
    let memories = position.past().memories();
    let last = memories.iter().rev().map(|memory| memory.at).find(|&at| at != now);
    let mut key: Key = 0;
    for memory in memories {
        let ago = now.turn().saturating_sub(memory.at.turn());
        let recent = law.reads.recalls(ago);
        let newest = law.reads.last_phase && Some(memory.at) == last;
        if !(recent || newest) {
            continue;
        }
        let (what, whom) = match memory.fact {
            Fact::Went { man, kind, army, from, to } => {
                (1 << 48 | u64::from(man.0) << 32 | u64::from(from.0) << 16 | u64::from(to.0), u64::from(kind.0) << 8 | u64::from(army.0))
            }
            Fact::Took { man, kind, army } => (2 << 48 | u64::from(man.0), u64::from(kind.0) << 8 | u64::from(army.0)),
            Fact::Became { kind } => (3 << 48, u64::from(kind.0)),
            Fact::Castled => (4 << 48, 0),
            Fact::Dropped => (5 << 48, 0),
            Fact::Checked => (6 << 48, 0),
        };
        let when = if recent { u64::from(ago) } else { 0xFF };
        // Which of them came first counts.
        key = key.rotate_left(1) ^ spread(5 << 60 | what, whom << 8 | when);
    }
    key
}

/// The man that an effect is about.
#[inline]
pub(super) fn touched(effect: &Effect) -> Option<ManId> {
    match *effect {
        Effect::Put { man, .. }
        | Effect::Kind { man, .. }
        | Effect::Army { man, .. }
        | Effect::Legs { man, .. }
        | Effect::Royal { man, .. }
        | Effect::Home { man, .. }
        | Effect::Make { man, .. }
        | Effect::Recruit { man, .. } => Some(man),
        _ => None,
    }
}

/// Keys that have been met: open addressing, for the order of a hash map is chance.
#[derive(Debug, Default)]
pub(super) struct Met {
    slots: Vec<Key>,
    count: usize,
}

impl Met {
    /// Whether it is new.
    pub fn add(&mut self, key: Key) -> bool {
        let key = key.max(1);
        if self.count * 2 >= self.slots.len() {
            self.grow();
        }
        let new = put(&mut self.slots, key);
        self.count += usize::from(new);
        new
    }

    pub fn len(&self) -> usize {
        self.count
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1024);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        old.into_iter().filter(|&key| key != 0).for_each(|key| {
            put(&mut self.slots, key);
        });
    }
}

fn put(slots: &mut [Key], key: Key) -> bool {
    let mask = slots.len() - 1;
    let mut at = key as usize & mask;
    loop {
        match slots[at] {
            0 => {
                slots[at] = key;
                return true;
            }
            there if there == key => return false,
            _ => at = (at + 1) & mask,
        }
    }
}
