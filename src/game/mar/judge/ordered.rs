//! What one letter orders: a phase is one action (R1), so of two that contradict each other neither stands.

use std::collections::BTreeMap;

use super::super::judgement::{Echo, Verdict};
use super::super::multiverse::{Action, Proposing};

/// To the one of two orders that was answered before the other was read.
pub(super) const NEITHER: &str =
    "another order of this letter contradicts it, and a phase is one action (R1): neither is taken; write one of the two";

/// The moves, the action and the proposals of one letter, with where each was answered and what contradicts itself.
#[derive(Clone, Default)]
pub(super) struct Ordered {
    pub moves: BTreeMap<u16, String>,
    pub action: Action,
    pub proposals: Vec<Proposing>,
    /// The real kings that it names; of two neither counts.
    pub real: Vec<u16>,
    /// Actions that contradicted something of this letter.
    pub contradicted: Vec<Action>,
    /// More was proposed than may be.
    pub too_many_proposals: bool,
    answered: Vec<(Part, usize)>,
}

/// Of what an echo tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Action,
    Move(u16),
    Proposal,
    /// The real king.
    Real,
    /// On a proposal of that number.
    Vote(String),
}

impl Ordered {
    /// The echo of that number will answer that part.
    pub(super) fn is_answered(&mut self, part: Part, by: usize) {
        self.answered.push((part, by));
    }

    /// What was said of a part is not so after all.
    pub(super) fn take_back(&mut self, part: Part, echoes: &mut [Echo], why: &str) {
        for &(_, at) in self.answered.iter().filter(|(of, _)| *of == part) {
            if let Some(echo) = echoes.get_mut(at) {
                (echo.verdict, echo.reply) = (Verdict::Refused, why.to_owned());
            }
        }
        self.answered.retain(|(of, _)| *of != part);
    }

    /// As a copy on which something is tried goes on from it, whose echoes are its own.
    pub(super) fn for_a_trial(&self) -> Ordered {
        Ordered { answered: Vec::new(), ..self.clone() }
    }
}

/// On a copy on which orders are checked: what of its draft a CHECK has put there.
#[derive(Clone, Debug, Default)]
pub(super) struct Checked {
    /// What is judged now is only checked.
    pub checking: bool,
    parts: Vec<Part>,
}

impl Checked {
    /// That part is ordered anew.
    pub(super) fn take(&mut self, part: Part) {
        self.parts.retain(|known| *known != part);
        if self.checking {
            self.parts.push(part);
        }
    }

    pub(super) fn has(&self, part: &Part) -> bool {
        self.parts.contains(part)
    }
}

/// What an order takes the place of.
#[derive(Clone, Debug, Default)]
pub(super) struct Replaced {
    /// In words, to stand behind what is ordered.
    pub told: String,
    /// Some of it stood, and was not only checked.
    pub stood: bool,
}

impl Replaced {
    pub(super) fn add(&mut self, told: &str, checked: bool) {
        self.told.push_str(told);
        self.stood |= !checked;
    }

    /// What makes a reply worth a second look.
    pub(super) fn of_orders(&self) -> &str {
        if self.stood { &self.told } else { "" }
    }
}

/// Where something was ordered that is replaced.
pub(super) const fn whence(checked: bool) -> &'static str {
    if checked { "checked above" } else { "that you ordered before" }
}
