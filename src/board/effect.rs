//! The primitive effects: the only ways in which a position changes.
//!
//! Invariant: every effect carries what was and what will be, so undoing it is applying it backwards,
//! and a log of effects can be folded without any law.

use super::{ArmyId, BoardId, CellId, Clock, Growth, Key, KindId, Laid, ManId, Memory, Note, Place};

/// One primitive change. A batch of them, in order, is a move, a trigger's firing or a rule's instant effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A man goes from a place to a place. A destination cell is empty and open at that moment.
    Put { man: ManId, from: Place, to: Place },
    /// A man changes its kind.
    Kind { man: ManId, old: KindId, new: KindId },
    /// A man changes its army.
    Army { man: ManId, old: ArmyId, new: ArmyId },
    /// The number of moves a man has made.
    Legs { man: ManId, old: u16, new: u16 },
    /// A man becomes a real king, or stops being one.
    Royal { man: ManId, old: bool, new: bool },
    /// A man gets another home.
    Home { man: ManId, old: CellId, new: CellId },
    /// A new man, whose id is the next one, appears on a cell, its home. Undone by forgetting it.
    Make { man: ManId, kind: KindId, army: ArmyId, cell: CellId },
    /// A new man, whose id is the next one, appears in its army's reserve. Its home says to which board the reserve belongs.
    Recruit { man: ManId, kind: KindId, army: ArmyId, home: CellId },
    /// `man` has passed over `cell` in its last move and may be captured there.
    Mark { cell: CellId, man: ManId },
    /// The mark of `man` on `cell` ends.
    Unmark { cell: CellId, man: ManId },
    /// A number that rules keep changes.
    Note { note: Note, old: i32, new: i32 },
    /// Another turn, or another side's phase.
    Clock { old: Clock, new: Clock },
    /// An empty cell becomes a hole, or a cell again.
    Hole { cell: CellId, open: bool },
    /// A board grows. Its cells keep their names and ids.
    Grow(Growth),
    /// A new board is laid, under the next id.
    Lay(Laid),
    /// Opposite edges of a board are joined or parted: the left and the right one (`files`), or the lower and the upper.
    Seam { board: BoardId, files: bool, old: bool, new: bool },
    /// The first kind announced comes into the game, under the next id.
    Declare { kind: KindId },
    /// The first army announced comes into the game, under the next id.
    Enlist { army: ArmyId },
    /// The first name announced can be noted under, by the next key.
    Name { key: Key },
    /// Something is remembered.
    Remember(Memory),
    /// The oldest thing remembered is forgotten.
    Forget(Memory),
}

impl Effect {
    /// Boards, kinds or armies are others after it: a law over them has to be folded anew.
    pub fn shapes(&self) -> bool {
        matches!(
            self,
            Effect::Lay(_) | Effect::Grow(_) | Effect::Seam { .. } | Effect::Declare { .. } | Effect::Enlist { .. } | Effect::Name { .. }
        )
    }
}

// The generator writes ten million effects a second.
const _: () = assert!(size_of::<Effect>() <= 16);
