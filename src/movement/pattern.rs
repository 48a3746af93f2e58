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

/// The most legs of one way, the first among them.
pub const MAX_LEGS: usize = 4;

/// How a leg lies to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bend {
    /// However it lies.
    Any,
    /// On and away: it goes back in neither part of the direction before.
    Outward,
    /// At a right angle.
    Square,
    /// As off a wall: at one of these edges of the board the part of the direction turns round that leads beyond it.
    Bounce(Edges),
}

/// Some of the edges of a board, as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edges {
    pub left: bool,
    pub right: bool,
    pub bottom: bool,
    pub top: bool,
}

impl Edges {
    pub const EVERY: Edges = Edges { left: true, right: true, bottom: true, top: true };
    pub const SIDES: Edges = Edges { bottom: false, top: false, ..Edges::EVERY };
    pub const ENDS: Edges = Edges { left: false, right: false, ..Edges::EVERY };
    pub const NONE: Edges = Edges { left: false, right: false, bottom: false, top: false };

    /// These and those.
    pub fn and(self, other: Edges) -> Edges {
        Edges {
            left: self.left || other.left,
            right: self.right || other.right,
            bottom: self.bottom || other.bottom,
            top: self.top || other.top,
        }
    }

    /// Whether all edges beyond which a direction leads in the parts that turn round are among them.
    fn hold(self, before: Vector, next: Vector) -> bool {
        let side = if before.right > 0 { self.right } else { self.left };
        let end = if before.forward > 0 { self.top } else { self.bottom };
        (before.right == next.right || side) && (before.forward == next.forward || end)
    }
}

impl Bend {
    /// Whether a leg in the second direction may follow one in the first; of edges nothing is asked.
    pub fn admits(self, before: Vector, next: Vector) -> bool {
        let (right, forward) = (i16::from(before.right) * i16::from(next.right), i16::from(before.forward) * i16::from(next.forward));
        match self {
            Bend::Any => true,
            Bend::Outward => right >= 0 && forward >= 0 && right + forward > 0,
            Bend::Square => right + forward == 0,
            Bend::Bounce(edges) => {
                let turned = |own: i8, other: i8| own == other || own == -other;
                // In a corner it would come back the way it went.
                let back = next.right == -before.right && next.forward == -before.forward;
                turned(before.right, next.right)
                    && turned(before.forward, next.forward)
                    && before != next
                    && !back
                    && edges.hold(before, next)
            }
        }
    }
}

/// A further leg of a line, from where the one before it ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leg {
    /// The steps of the mover's frame that it may repeat, as far as its bend admits them. Sorted, without repeats.
    pub directions: Vec<Vector>,
    pub bend: Bend,
    /// The fewest steps; 0: the way may end before it.
    pub min: u8,
    /// The most steps; [`UNLIMITED`] for a rider.
    pub max: u8,
}

/// One line: `directions` repeated `min` to `max` times, then its further legs. A way comes to no square twice, nor to where it began.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The steps of the mover's frame that it may repeat, each giving a ray of its own. Sorted, without repeats.
    pub directions: Vec<Vector>,
    /// The fewest steps, at least 1.
    pub min: u8,
    /// The most steps; [`UNLIMITED`] for a rider.
    pub max: u8,
    /// What must or may stand before its end, on all legs together.
    pub hurdle: Hurdle,
    /// The legs after the first.
    pub legs: Vec<Leg>,
    /// What it may be used for.
    pub purpose: Use,
    /// Only for a man that has not moved.
    pub unmoved: bool,
}

/// How far a leap to anywhere leads at most, each way.
pub const FARTHEST: i8 = 15;

/// The directions of a leap to anywhere, sorted.
fn everywhere() -> Vec<Vector> {
    let part = || -FARTHEST..=FARTHEST;
    let mut all: Vec<Vector> = part().flat_map(|right| part().map(move |forward| Vector { right, forward })).collect();
    all.retain(|v| v.right != 0 || v.forward != 0);
    all.sort_unstable();
    all
}

impl Line {
    /// One leap, wherever it leads.
    pub fn anywhere() -> Line {
        Line { directions: everywhere(), min: 1, max: 1, hurdle: Hurdle::None, legs: Vec::new(), purpose: Use::Any, unmoved: false }
    }

    /// Whether its steps lead anywhere.
    pub fn leads_anywhere(&self) -> bool {
        let side = 2 * FARTHEST as usize + 1;
        self.directions.len() == side * side - 1 && self.directions == everywhere()
    }

    /// Whether each of its legs can follow the one before: one that only goes back the way it came cannot.
    pub fn leads_on(&self) -> bool {
        let on = |old: Vector, next: Vector, bend: Bend| {
            let back = old.right == -next.right && old.forward == -next.forward;
            !back && bend.admits(old, next)
        };
        let mut directions = self.directions.clone();
        for leg in &self.legs {
            let follows = |next: &Vector| directions.iter().any(|&old| on(old, *next, leg.bend));
            directions = leg.directions.iter().copied().filter(follows).collect();
        }
        !directions.is_empty()
    }

    /// Whether some way along it ends so far from its beginning, in the mover's frame, were no edge near.
    pub fn leads(&self, by: (i32, i32)) -> bool {
        self.directions.iter().any(|&first| leads(first, (self.min, self.max), &self.legs, by))
    }
}

/// The longest edge of a board.
const MAX_STEPS: u8 = 254;

fn leads(direction: Vector, (min, max): (u8, u8), legs: &[Leg], by: (i32, i32)) -> bool {
    let most = if max == UNLIMITED { MAX_STEPS } else { max };
    (min.max(1)..=most).any(|count| {
        let left = (by.0 - i32::from(direction.right) * i32::from(count), by.1 - i32::from(direction.forward) * i32::from(count));
        let Some((leg, rest)) = legs.split_first() else { return left == (0, 0) };
        let goes_on = |&next: &Vector| leg.bend.admits(direction, next) && leads(next, (leg.min, leg.max), rest, left);
        leg.min == 0 && left == (0, 0) || leg.directions.iter().any(goes_on)
    })
}

/// All the lines of one movement, such as `[fW3]` or "one square diagonally forward".
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    pub lines: Vec<Line>,
}
