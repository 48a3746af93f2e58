//! How a kind moves in the laws under the game: what "up to three squares" or "only forward" takes a part of.

use super::{Class, Form, Kinds, Manner, Motion, Vocabulary};
use crate::movement::{Hurdle, Line, Use};

impl Vocabulary {
    /// The lines a kind has under the standard law for one use, quiet or capture.
    pub(super) fn standard_lines(&self, kind: &str, purpose: Use) -> Vec<Line> {
        self.lines(kind, purpose, 1 + self.kinds.len())
    }

    /// Likenesses are followed through at most `depth` kinds.
    fn lines(&self, kind: &str, purpose: Use, depth: usize) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for form in &self.standard {
            let Form::Movement(movement) = form else { continue };
            let speaks = movement.aspect == purpose || movement.aspect == Use::Any;
            if !speaks || !names(&movement.who, kind) {
                continue;
            }
            if movement.manner == Manner::Instead {
                lines.clear();
            }
            for motion in &movement.motions {
                match motion {
                    Motion::Pattern(pattern) => {
                        let usable = pattern.lines.iter().filter(|line| line.purpose == purpose || line.purpose == Use::Any);
                        lines.extend(usable.cloned());
                    }
                    Motion::Like { kind, .. } if depth > 0 => lines.extend(self.lines(kind, purpose, depth - 1)),
                    // the standard men are asked of no position
                    Motion::Like { .. } | Motion::LikeMen { .. } | Motion::LikePrey(_) => {}
                }
            }
        }
        lines
    }

    /// Whether all of these men move so under the standard law.
    pub(super) fn have_already(&self, who: &Class, aspect: Use, motions: &[Motion]) -> bool {
        let part = |line: &Line, whole: &Line| {
            let plain = line.hurdle == Hurdle::None && line.legs.is_empty() && whole.legs.is_empty() && !whole.unmoved;
            let within = whole.min <= line.min && line.max <= whole.max;
            plain && matches!(whole.hurdle, Hurdle::None) && within && line.directions.iter().all(|step| whole.directions.contains(step))
        };
        let has = |kind: &String, purpose: Use| {
            let lines = self.standard_lines(kind, purpose);
            motions.iter().all(|motion| match motion {
                Motion::Pattern(pattern) => pattern.lines.iter().all(|line| lines.iter().any(|whole| part(line, whole))),
                _ => false,
            })
        };
        let purposes: &[Use] = match aspect {
            Use::Any => &[Use::Quiet, Use::Capture],
            Use::Quiet => &[Use::Quiet],
            Use::Capture => &[Use::Capture],
        };
        let kinds = self.kinds_of(who);
        !kinds.is_empty() && kinds.iter().all(|kind| purposes.iter().all(|&purpose| has(kind, purpose)))
    }

    /// The kinds that a class names, in the order of the vocabulary for "every".
    pub(super) fn kinds_of(&self, class: &Class) -> Vec<String> {
        match &class.kinds {
            Kinds::Only(kinds) => kinds.clone(),
            _ => self.kinds.iter().map(|kind| kind.name.clone()).filter(|kind| names(class, kind)).collect(),
        }
    }

    /// Whether a royal kind is among those of a class.
    pub(super) fn has_royalty(&self, class: &Class) -> bool {
        self.kinds_of(class).iter().any(|kind| self.kind(kind).is_some_and(|kind| kind.royal))
    }

    /// The same where the class names its kinds.
    pub(super) fn names_royalty(&self, class: &Class) -> bool {
        matches!(class.kinds, Kinds::Only(_)) && self.has_royalty(class)
    }
}

/// Whether a class names a kind.
fn names(class: &Class, kind: &str) -> bool {
    match &class.kinds {
        Kinds::Every => true,
        Kinds::Only(kinds) => kinds.iter().any(|name| name == kind),
        Kinds::Except(kinds) => kinds.iter().all(|name| name != kind),
    }
}
