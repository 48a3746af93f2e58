//! What tells positions of a search apart: two positions with one key are alike for the law in force, unless it asks for the past.

use crate::board::{Effect, ManId, Place, Position};
use crate::law::Law;

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

/// Everything but the men.
pub(super) fn of_the_rest(law: &Law, position: &Position) -> Key {
    let mut key = 0;
    if law.reads.clock() {
        key ^= spread(1, u64::from(law.reads.class_of(position.clock().turn())));
    }
    for (note, value) in position.notes().iter() {
        let bearer = match note.of {
            crate::board::Bearer::Game => 0,
            crate::board::Bearer::Side(side) => 1 << 16 | u64::from(side.0),
            crate::board::Bearer::Army(army) => 2 << 16 | u64::from(army.0),
            crate::board::Bearer::Man(man) => 3 << 16 | u64::from(man.0),
            crate::board::Bearer::Cell(cell) => 4 << 16 | u64::from(cell.0),
            crate::board::Bearer::Pending(number) => 5 << 16 | u64::from(number),
        };
        key ^= spread(2 << 60 | bearer << 16 | u64::from(note.key.0), u64::from(value.cast_unsigned()));
    }
    for mark in position.marks() {
        key ^= spread(3 << 60 | u64::from(mark.cell.0), u64::from(mark.man.0));
    }
    if position.has_holes() {
        key ^= position.holes().fold(0, |key, cell| key ^ spread(4 << 60, u64::from(cell.0)));
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
