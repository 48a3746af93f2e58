//! A pattern of movement: lines along which a man walks, in its own frame.

use crate::board::Vector;

/// The range of a line without a limit.
pub const UNLIMITED: u8 = u8::MAX;

/// What a line may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Use {
    /// Only to an empty cell.
    Quiet,
    /// Only onto an enemy.
    Capture,
    /// Both.
    Any,
}

/// What may or must stand between the start of a line and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hurdle {
    /// Every cell before the end is empty (riders, sliders, lame leaps).
    None,
    /// Exactly one man, of any army, stands somewhere before the end (the cannon).
    One,
    /// Exactly one man stands on the cell just before the end, the others are empty (the grasshopper).
    Last,
    /// Only men of the mover's side stand before the end: it goes past them.
    Friends,
    /// Only men of a sort that is named beside the pattern stand before the end: it goes past them.
    These,
    /// Whatever stands between is flown over (a leap to the second or third square).
    Any,
}

/// One line: `directions` repeated `min` to `max` times.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The steps of the mover's frame that it may repeat, each giving a ray of its own. Sorted, without repeats.
    pub directions: Vec<Vector>,
    /// The fewest steps, at least 1.
    pub min: u8,
    /// The most steps; [`UNLIMITED`] for a rider.
    pub max: u8,
    pub hurdle: Hurdle,
    /// What it may be used for.
    pub purpose: Use,
    /// Only for a man that has not moved.
    pub unmoved: bool,
}

/// All the lines of one movement, such as `[fW3]` or "one square diagonally forward".
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    pub lines: Vec<Line>,
}
