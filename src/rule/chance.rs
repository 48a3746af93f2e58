//! What a sentence leaves to dice.

use super::{Chooser, Clause, Deed, Part, walk};

/// The part is dice: outcomes by weight, a move drawn by lot, a choice at random.
pub fn is_chance(part: &Part) -> bool {
    matches!(part, Part::Deed(Deed::Chance(_) | Deed::Stray { .. }) | Part::Chooser(Chooser::Chance))
}

/// Something of it hangs on dice.
pub fn hangs_on_dice(clause: &Clause) -> bool {
    walk::holds(clause, &is_chance)
}
