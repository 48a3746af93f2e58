//! The primitive effects: the only ways in which a position changes.
//!
//! Invariant: every effect carries what was and what will be, so undoing it is applying it backwards,
//! and a log of effects can be folded without any law.

use super::{ArmyId, CellId, KindId, ManId, Place};

/// One primitive change. A batch of them, in order, is a move, a trigger's firing or a rule's instant effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A man goes from a place to a place. A destination cell is empty at that moment.
    Put { man: ManId, from: Place, to: Place },
    /// A man changes its kind.
    Kind { man: ManId, old: KindId, new: KindId },
    /// A man changes its army.
    Army { man: ManId, old: ArmyId, new: ArmyId },
    /// The number of moves a man has made.
    Legs { man: ManId, old: u16, new: u16 },
    /// A man becomes a real king, or stops being one.
    Royal { man: ManId, old: bool, new: bool },
    /// A new man, whose id is the next one, appears on a cell, its home. Undone by forgetting it.
    Make { man: ManId, kind: KindId, army: ArmyId, cell: CellId },
    /// `man` has passed over `cell` in its last move and may be captured there.
    Mark { cell: CellId, man: ManId },
    /// The mark of `man` on `cell` ends.
    Unmark { cell: CellId, man: ManId },
}
