//! The names of directions, as the mover sees them: one table for reading and for printing.

use crate::board::Vector;

/// A named direction or set of directions.
#[derive(Debug)]
pub struct Bearing {
    pub phrase: &'static str,
    /// The steps of one square that it names.
    pub names: fn(Vector) -> bool,
    /// The vectors of any length that "only in this direction" leaves.
    pub admits: fn(Vector) -> bool,
}

const fn straight(v: Vector) -> bool {
    v.right == 0 || v.forward == 0
}

const fn diagonal(v: Vector) -> bool {
    v.right.unsigned_abs() == v.forward.unsigned_abs()
}

impl PartialEq for Bearing {
    fn eq(&self, other: &Bearing) -> bool {
        self.phrase == other.phrase
    }
}

impl Eq for Bearing {}

macro_rules! bearing {
    ($phrase:literal, $v:ident, $names:expr, $admits:expr) => {
        Bearing { phrase: $phrase, names: |$v| $names, admits: |$v| $admits }
    };
}

/// The wider names before the narrower ones: the printer takes the first that fit. Straight ones come before diagonal ones, so that
/// what it prints is not read as `diagonally` twice.
pub const BEARINGS: &[Bearing] = &[
    bearing!("in any direction", _v, true, true),
    bearing!("orthogonally", v, straight(v), straight(v)),
    bearing!("vertically", v, v.right == 0, v.right == 0),
    bearing!("sideways", v, v.forward == 0, v.forward == 0),
    bearing!("forward", v, v.right == 0 && v.forward > 0, v.forward > 0),
    bearing!("backward", v, v.right == 0 && v.forward < 0, v.forward < 0),
    bearing!("left", v, v.forward == 0 && v.right < 0, v.right < 0),
    bearing!("right", v, v.forward == 0 && v.right > 0, v.right > 0),
    bearing!("diagonally", v, diagonal(v), diagonal(v)),
    bearing!("diagonally forward", v, diagonal(v) && v.forward > 0, diagonal(v) && v.forward > 0),
    bearing!("diagonally backward", v, diagonal(v) && v.forward < 0, diagonal(v) && v.forward < 0),
    bearing!("diagonally left", v, diagonal(v) && v.right < 0, diagonal(v) && v.right < 0),
    bearing!("diagonally right", v, diagonal(v) && v.right > 0, diagonal(v) && v.right > 0),
    bearing!("diagonally forward left", v, diagonal(v) && v.forward > 0 && v.right < 0, diagonal(v) && v.forward > 0 && v.right < 0),
    bearing!("diagonally forward right", v, diagonal(v) && v.forward > 0 && v.right > 0, diagonal(v) && v.forward > 0 && v.right > 0),
    bearing!("diagonally backward left", v, diagonal(v) && v.forward < 0 && v.right < 0, diagonal(v) && v.forward < 0 && v.right < 0),
    bearing!("diagonally backward right", v, diagonal(v) && v.forward < 0 && v.right > 0, diagonal(v) && v.forward < 0 && v.right > 0),
];

/// The bearing of that phrase.
pub fn bearing(phrase: &str) -> Option<&'static Bearing> {
    BEARINGS.iter().find(|bearing| bearing.phrase == phrase)
}

/// The eight steps to the neighbours, sorted.
pub fn steps() -> Vec<Vector> {
    let mut all: Vec<Vector> = (-1..=1)
        .flat_map(|right| (-1..=1).map(move |forward| Vector { right, forward }))
        .filter(|v| v.right != 0 || v.forward != 0)
        .collect();
    all.sort_unstable();
    all
}

/// The steps of one square that some bearings name, sorted.
pub fn steps_of(bearings: &[&Bearing]) -> Vec<Vector> {
    steps().into_iter().filter(|&v| bearings.iter().any(|bearing| (bearing.names)(v))).collect()
}

/// Bearings that name exactly these steps, each step once; every set of steps has them.
pub fn bearings_of(wanted: &[Vector]) -> Vec<&'static Bearing> {
    let mut rest = wanted.to_vec();
    let mut found = Vec::new();
    for bearing in BEARINGS {
        let named = steps_of(&[bearing]);
        if named.iter().all(|v| rest.contains(v)) {
            rest.retain(|v| !named.contains(v));
            found.push(bearing);
        }
    }
    found
}
