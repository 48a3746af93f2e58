//! Spokes: the lines of a pattern taken apart by direction, in the board's own directions, each stretch said once.

use crate::board::{Frame, Vector};

use super::{Bend, Hurdle, Leg, Line, Use};

/// A line, and on which of the law's terms it is walked; 0: on none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Termed {
    pub line: Line,
    pub terms: u8,
}

/// A leg before the last one of a bent way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Approach {
    pub direction: Vector,
    pub min: u8,
    pub max: u8,
    /// It ends at an edge, off which the next leg bounces.
    pub bounces: bool,
}

/// One direction of a line: from `min` to `max` steps of it, after the legs that lead up to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spoke {
    pub before: Vec<Approach>,
    /// Files and ranks of the board.
    pub direction: Vector,
    pub hurdle: Hurdle,
    pub terms: u8,
    pub purpose: Use,
    pub min: u8,
    pub max: u8,
}

/// The spokes of a man that moves without capturing along `quiet` and captures along `capture`.
/// What these lines say of their own purpose is obeyed too; lines for unmoved men count like the others.
pub fn spokes(quiet: &[Termed], capture: &[Termed], frame: Frame) -> Vec<Spoke> {
    let quiet = stretches(quiet, Use::Quiet, frame);
    let capture = stretches(capture, Use::Capture, frame);
    let both = |spoke: &Spoke, others: &[Spoke], other| others.binary_search(&Spoke { purpose: other, ..spoke.clone() }).is_ok();
    let mut all = Vec::with_capacity(quiet.len() + capture.len());
    for spoke in &quiet {
        let purpose = if both(spoke, &capture, Use::Capture) { Use::Any } else { Use::Quiet };
        all.push(Spoke { purpose, ..spoke.clone() });
    }
    all.extend(capture.iter().filter(|spoke| !both(spoke, &quiet, Use::Quiet)).cloned());
    all.sort_unstable();
    all
}

/// The stretches of all lines that serve a purpose, overlapping and adjoining ones made one; sorted.
fn stretches(lines: &[Termed], purpose: Use, frame: Frame) -> Vec<Spoke> {
    let mut all: Vec<Spoke> = Vec::new();
    for Termed { line, terms } in lines.iter().filter(|one| one.line.purpose == purpose || one.line.purpose == Use::Any) {
        for &direction in &line.directions {
            let first = Spoke {
                before: Vec::new(),
                direction: frame.turn(direction),
                hurdle: line.hurdle,
                terms: *terms,
                purpose,
                min: line.min.max(1),
                max: line.max,
            };
            extend(first, &line.legs, frame, &mut all);
        }
    }
    all.sort_unstable();
    let mut joined: Vec<Spoke> = Vec::with_capacity(all.len());
    for spoke in all {
        match joined.last_mut() {
            Some(last)
                if (&last.before, last.direction, last.hurdle, last.terms)
                    == (&spoke.before, spoke.direction, spoke.hurdle, spoke.terms)
                    && spoke.min <= last.max.saturating_add(1) =>
            {
                last.max = last.max.max(spoke.max);
            }
            _ => joined.push(spoke),
        }
    }
    joined
}

/// Adds a spoke with each way of going on by the legs that are left.
fn extend(spoke: Spoke, legs: &[Leg], frame: Frame, all: &mut Vec<Spoke>) {
    if spoke.direction == (Vector { right: 0, forward: 0 }) || spoke.min > spoke.max {
        return;
    }
    let Some((leg, rest)) = legs.split_first() else { return all.push(spoke) };
    if leg.min == 0 {
        all.push(spoke.clone());
    }
    for next in leg.directions.iter().map(|&next| frame.turn(next)).filter(|&next| leg.bend.admits(spoke.direction, next)) {
        let (direction, min, max) = (spoke.direction, spoke.min, spoke.max);
        let mut before = spoke.before.clone();
        before.push(Approach { direction, min, max, bounces: matches!(leg.bend, Bend::Bounce(_)) });
        extend(Spoke { before, direction: next, min: leg.min.max(1), max: leg.max, ..spoke }, rest, frame, all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::UNLIMITED;

    fn line(right: i8, forward: i8, min: u8, max: u8, purpose: Use) -> Termed {
        let line =
            Line { directions: vec![Vector { right, forward }], min, max, hurdle: Hurdle::None, legs: Vec::new(), purpose, unmoved: false };
        Termed { line, terms: 0 }
    }

    #[test]
    fn adjoining_stretches_become_one_and_equal_uses_join() {
        let lines =
            [line(0, 1, 1, 1, Use::Any), line(0, 1, 2, 2, Use::Any), line(1, 0, 1, UNLIMITED, Use::Any), line(1, 0, 1, 3, Use::Quiet)];
        let found = spokes(&lines, &lines, Frame::Down);
        let ranges: Vec<_> =
            found.iter().map(|spoke| (spoke.direction.right, spoke.direction.forward, spoke.min, spoke.max, spoke.purpose)).collect();
        assert_eq!(ranges, [(-1, 0, 1, UNLIMITED, Use::Any), (0, -1, 1, 2, Use::Any)]);
    }

    #[test]
    fn other_terms_keep_stretches_apart() {
        let paid = Termed { terms: 2, ..line(0, 1, 2, 2, Use::Any) };
        let lines = [line(0, 1, 1, 1, Use::Any), paid];
        let found: Vec<(u8, u8)> = spokes(&lines, &lines, Frame::Up).iter().map(|spoke| (spoke.terms, spoke.max)).collect();
        assert_eq!(found, [(0, 1), (2, 2)]);
    }

    #[test]
    fn a_gap_or_another_use_keeps_stretches_apart() {
        let found = spokes(&[line(0, 1, 1, 1, Use::Any), line(0, 1, 3, 4, Use::Any)], &[line(0, 1, 3, 4, Use::Quiet)], Frame::Up);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|spoke| spoke.purpose == Use::Quiet));
    }
}
