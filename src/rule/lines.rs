//! The normal form of lines of movement: those that differ in their directions only, of the same shape of step, are one.

use super::Motion;
use crate::board::Vector;
use crate::movement::{Hurdle, Line, Pattern};

/// Motions one after the other: likenesses each once, then one pattern of all lines.
pub fn joined(first: Vec<Motion>, second: Vec<Motion>) -> Vec<Motion> {
    let mut likes: Vec<Motion> = Vec::new();
    let mut lines = Vec::new();
    for motion in first.into_iter().chain(second) {
        match motion {
            Motion::Pattern(pattern) => lines.extend(pattern.lines),
            like if !likes.contains(&like) => likes.push(like),
            _ => {}
        }
    }
    if !lines.is_empty() {
        likes.push(Motion::Pattern(Pattern { lines: grouped(lines) }));
    }
    likes
}

/// Lines that differ in their directions only, of the same shape of step, become one; leaps flown over become plain leaps.
pub fn grouped(lines: Vec<Line>) -> Vec<Line> {
    let mut groups: Vec<(Shape, Line)> = Vec::new();
    for line in lines.into_iter().flat_map(by_shape) {
        let (shape, mut line) = line;
        let same = |other: &Line| Line { directions: Vec::new(), ..other.clone() } == Line { directions: Vec::new(), ..line.clone() };
        match groups.iter_mut().find(|(other_shape, other)| *other_shape == shape && same(other)) {
            Some((_, group)) => group.directions.append(&mut line.directions),
            None => groups.push((shape, line)),
        }
    }
    for (_, line) in &mut groups {
        line.directions.sort_unstable();
        line.directions.dedup();
    }
    groups.into_iter().map(|(_, line)| line).collect()
}

/// What steps have in common that are named together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// n squares straight or diagonally.
    InLine(u8),
    /// A bent leap: its longer and shorter part.
    Bent(u8, u8),
    Anywhere,
}

fn shape(v: Vector) -> Shape {
    let (long, short) = (v.right.unsigned_abs().max(v.forward.unsigned_abs()), v.right.unsigned_abs().min(v.forward.unsigned_abs()));
    if short == 0 || long == short { Shape::InLine(long) } else { Shape::Bent(long, short) }
}

fn by_shape(line: Line) -> Vec<(Shape, Line)> {
    let mut line = line;
    // On several legs the hurdle is for the whole way.
    let whole = line.legs.is_empty();
    if whole && line.hurdle == Hurdle::Any && line.min == line.max && line.max > 1 {
        let by = line.max as i8;
        for v in &mut line.directions {
            *v = Vector { right: v.right.saturating_mul(by), forward: v.forward.saturating_mul(by) };
        }
        (line.min, line.max) = (1, 1);
    }
    if whole && line.max == 1 && matches!(line.hurdle, Hurdle::Any | Hurdle::Friends | Hurdle::These) {
        line.hurdle = Hurdle::None;
    }
    if line.leads_anywhere() {
        return vec![(Shape::Anywhere, line)];
    }
    let mut found: Vec<(Shape, Line)> = Vec::new();
    for &v in &line.directions {
        match found.iter_mut().find(|(other, _)| *other == shape(v)) {
            Some((_, group)) => group.directions.push(v),
            None => found.push((shape(v), Line { directions: vec![v], ..line.clone() })),
        }
    }
    found
}
