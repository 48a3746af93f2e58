//! The clock of a game: the number of the turn and whose phase it is.

use super::SideId;

/// A moment of play. Before the first turn the number is 0.
///
/// A turn takes 16 bits, so that an effect holds two moments; nobody plays 65,535 turns by mail, and later ones are held at that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock {
    turn: u16,
    /// Whose phase it is; none between phases.
    pub side: Option<SideId>,
}

impl Clock {
    pub fn new(turn: u32, side: Option<SideId>) -> Clock {
        Clock { turn: u16::try_from(turn).unwrap_or(u16::MAX), side }
    }

    pub fn turn(self) -> u32 {
        u32::from(self.turn)
    }
}
