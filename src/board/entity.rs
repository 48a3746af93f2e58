//! Kinds of men and armies: the names, letters and pictures of what stands on the boards.

use super::{ArmyId, Frame, Key, KindId, SideId};

/// The most kinds of men in a game.
pub const MAX_KINDS: usize = 128;
/// The most armies in a game.
pub const MAX_ARMIES: usize = 32;
/// The most names that notes are kept under.
pub const MAX_NAMES: usize = 128;

/// The universe to which the army of that number belongs where nothing else is said: two armies to each (C1).
pub fn usual_universe(army: usize) -> u16 {
    (army / 2) as u16 + 1
}

/// A kind of man, such as a law text declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Singular, lower case: `knight`.
    pub name: String,
    /// Plural, lower case: `knights`.
    pub plural: String,
    /// The letter of notation and diagrams, upper case: `N`.
    pub letter: String,
    /// The figure it is drawn with, filled form: `♞`. None: a badge with its letter.
    pub figure: Option<char>,
    /// Its worth in pawns (R8's points).
    pub value: u16,
    /// A man of this kind whose letter is left out in SAN (`e4`, not `Pe4`).
    pub unlettered: bool,
    /// Its capture decides the game where it is the real one (M3, M4).
    pub royal: bool,
}

/// The men of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// The colour's name, lower case: `white`, `yellow`, `1a`.
    pub name: String,
    /// Armies of one side do not capture each other.
    pub side: SideId,
    /// Hot colours move first and up the board, cold ones second and down (C1).
    pub frame: Frame,
    /// Where it belongs: the number of its universe, from 1.
    pub universe: u16,
}

/// Every kind and army that exists, and the names of notes; they are added to, never removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entities {
    pub kinds: Vec<Kind>,
    pub armies: Vec<Army>,
    /// What rules keep notes under, by key.
    pub names: Vec<String>,
}

impl Entities {
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    pub fn army(&self, id: ArmyId) -> &Army {
        &self.armies[id.index()]
    }

    /// Which way an army looks in a universe: as its own side does there, and where it has none, as at home (M5).
    pub fn frame_in(&self, id: ArmyId, universe: u16) -> Frame {
        let army = self.army(id);
        if army.universe == universe {
            return army.frame;
        }
        let native = self.armies.iter().find(|other| other.universe == universe && other.side == army.side);
        native.map_or(army.frame, |native| native.frame)
    }

    /// The kind of that singular name.
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        let at = self.kinds.iter().position(|kind| kind.name == name)?;
        Some(KindId(at as u8))
    }

    /// The army of that colour.
    pub fn army_named(&self, name: &str) -> Option<ArmyId> {
        let at = self.armies.iter().position(|army| army.name == name)?;
        Some(ArmyId(at as u8))
    }

    /// The name of a key.
    pub fn name(&self, key: Key) -> &str {
        &self.names[key.index()]
    }

    /// The key of that name.
    pub fn key_named(&self, name: &str) -> Option<Key> {
        let at = self.names.iter().position(|known| known == name)?;
        Some(Key(at as u16))
    }
}
