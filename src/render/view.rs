//! How a board is looked at: from which side, under which title, and what is pointed out on it.

use crate::board::{ArmyId, CellId, Effect, Frame, ManId, Place};
use crate::law::Sayings;

/// What a drawing shows besides the men. Cells of other boards are ignored, so one view may serve every board of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// What stands over the board: `Zaphod:1`.
    pub title: String,
    /// The army of this frame sits at the bottom.
    pub frame: Frame,
    /// The ways of men that moved last, each from its first cell to its last.
    pub trails: Vec<Vec<CellId>>,
    /// Cells where a man was taken off in the last move.
    pub struck: Vec<CellId>,
    /// Cells of kings in check.
    pub checked: Vec<CellId>,
    /// Who plays an army, for the legend.
    pub players: Vec<(ArmyId, String)>,
    /// Squares that rules have given names.
    pub names: Vec<(String, Vec<CellId>)>,
    /// What rules say that they have put off, or that lasts for a time.
    pub sayings: Sayings,
}

impl View {
    /// A view from below with nothing pointed out.
    pub fn new(title: impl Into<String>) -> View {
        let (trails, struck, checked, players, names) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        View { title: title.into(), frame: Frame::Up, trails, struck, checked, players, names, sayings: Sayings::new() }
    }

    /// The same view from the side of the armies of a frame.
    pub fn seen_from(self, frame: Frame) -> View {
        View { frame, ..self }
    }

    /// Points out what a batch of effects, in order, did: the way of every man that moved, the cells of those taken off.
    #[must_use]
    pub fn showing(mut self, effects: &[Effect]) -> View {
        let mut ways: Vec<(ManId, Vec<CellId>)> = Vec::new();
        for effect in effects {
            let Effect::Put { man, from, to } = *effect else { continue };
            let at = ways.iter().position(|(other, _)| *other == man).unwrap_or_else(|| {
                ways.push((man, Vec::new()));
                ways.len() - 1
            });
            let way = &mut ways[at].1;
            match (from, to) {
                (Place::Cell(cell), _) if way.is_empty() => way.push(cell),
                // A drop has no way, but an end.
                (Place::Pocket(_), Place::Cell(cell)) => self.trails.push(vec![cell]),
                _ => {}
            }
            match to {
                Place::Cell(cell) if way.last() != Some(&cell) => way.push(cell),
                Place::Gone | Place::Pocket(_) => self.struck.extend(std::mem::take(way).last()),
                Place::Cell(_) | Place::Hand => {}
            }
        }
        self.trails.extend(ways.into_iter().map(|(_, way)| way).filter(|way| way.len() > 1));
        self
    }
}
