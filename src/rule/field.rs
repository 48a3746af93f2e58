//! Parts of the board as a man sees them: anywhere in front of it, on the files next to it. Each is a set of displacements from where it stands.

use crate::board::Vector;

/// The farthest that one can look, in ranks: on the largest board.
const FAR: i8 = 63;

/// Which files, counted from its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    Own,
    Adjacent,
    OwnOrAdjacent,
    Left,
    Right,
}

/// Which ranks, counted from its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranks {
    InFront,
    Behind,
    Every,
}

/// How each is told: before what it is seen from, and behind it.
const TOLD: [(Files, Ranks, &str, &str); 10] = [
    (Files::Own, Ranks::InFront, "anywhere in front of", ""),
    (Files::Own, Ranks::Behind, "anywhere behind", ""),
    (Files::Adjacent, Ranks::InFront, "anywhere in front of", " on an adjacent file"),
    (Files::Adjacent, Ranks::Behind, "anywhere behind", " on an adjacent file"),
    (Files::OwnOrAdjacent, Ranks::InFront, "anywhere in front of", " on the same or an adjacent file"),
    (Files::OwnOrAdjacent, Ranks::Behind, "anywhere behind", " on the same or an adjacent file"),
    (Files::Adjacent, Ranks::Every, "on a file next to", ""),
    (Files::OwnOrAdjacent, Ranks::Every, "on the same or an adjacent file as", ""),
    (Files::Left, Ranks::Every, "on the file to the left of", ""),
    (Files::Right, Ranks::Every, "on the file to the right of", ""),
];

/// Its displacements, sorted.
pub fn steps(files: Files, ranks: Ranks) -> Vec<Vector> {
    let aside: &[i8] = match files {
        Files::Own => &[0],
        Files::Adjacent => &[-1, 1],
        Files::OwnOrAdjacent => &[-1, 0, 1],
        Files::Left => &[-1],
        Files::Right => &[1],
    };
    let along = match ranks {
        Ranks::InFront => 1..=FAR,
        Ranks::Behind => -FAR..=-1,
        Ranks::Every => -FAR..=FAR,
    };
    let mut found: Vec<Vector> = aside.iter().flat_map(|&right| along.clone().map(move |forward| Vector { right, forward })).collect();
    found.retain(|step| *step != Vector { right: 0, forward: 0 });
    found.sort_unstable();
    found
}

/// Displacements that are such a part, in words before and behind what they are seen from.
pub fn told(all: &[Vector]) -> Option<(&'static str, &'static str)> {
    // no other displacements are as many
    if all.len() < FAR as usize {
        return None;
    }
    TOLD.iter().find(|(files, ranks, ..)| steps(*files, *ranks) == all).map(|&(_, _, before, behind)| (before, behind))
}
