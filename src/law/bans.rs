//! Prohibitions and permissions: of the moves that men have, which they may make.
//!
//! The newest rule that speaks of a move decides; inside one rule a ban beats a permission (R3). A permission lifts earlier bans and grants nothing.

use std::sync::Arc;

use crate::board::CellId;
use crate::rule::{Condition, Part, walk};

use super::act::{Deal, Proposal};
use super::gifts::Spared;
use super::hangs::{Steadiness, is_aloof, steadiness};
use super::scene::Scene;
use super::terms::Test;

/// One clause on what may be done.
#[derive(Clone)]
pub(super) struct Word {
    pub deal: Deal,
    pub guard: Option<Test>,
    /// Its guard asks for no man and no square: it holds of all moves or of none.
    general: bool,
    /// Its guard asks for neither the man that would move nor his move.
    aloof: bool,
    pub lifted: bool,
    /// Which rule says it: clauses of one rule have one number.
    pub rule: usize,
    /// What stronger rules give, of which it speaks not.
    pub spared: Vec<Spared>,
}

impl Word {
    pub fn new(deal: Deal, guard: Option<Test>, lifted: bool, rule: usize) -> Word {
        Word { deal, guard, general: false, aloof: false, lifted, rule, spared: Vec::new() }
    }

    #[must_use]
    pub fn when(mut self, when: Option<&Condition>) -> Word {
        self.general = when.is_some_and(|when| steadiness(when) != Steadiness::Shifting);
        // Words that are still to be said are for the player to say (L2).
        let words = |when: &Condition| {
            let mut asked = false;
            walk::parts_of_condition(when, &mut |part| asked |= matches!(part, Part::Condition(Condition::Said(_))));
            asked
        };
        self.aloof = when.is_some_and(|when| is_aloof(when) && !words(when));
        self
    }

    /// The same with its guard as it holds now for all moves alike, wherever men come to stand.
    #[must_use]
    pub fn with_guard_of_now(mut self, scene: &Scene<'_>) -> Word {
        if let Some(guard) = self.guard.as_ref().filter(|_| self.aloof) {
            let holds = guard(scene);
            self.guard = Some(Arc::new(move |_: &Scene<'_>| holds));
        }
        self
    }

    /// Whether it speaks of no move now; `scene` is the mover's.
    pub fn is_idle(&self, scene: &Scene<'_>) -> bool {
        self.general && self.guard.as_ref().is_some_and(|guard| !guard(scene))
    }

    /// Whether it forbids every move of the men that it speaks of while it is not idle, whatever older words say.
    pub fn is_sweeping(&self) -> bool {
        let always = self.general || self.guard.is_none();
        always && !self.lifted && self.spared.is_empty() && self.deal.is_sweeping()
    }

    fn speaks(&self, scene: &Scene<'_>, proposal: Proposal<'_>) -> bool {
        self.deal.suits(scene, proposal)
            && self.guard.as_ref().is_none_or(|guard| guard(scene))
            && !self.spared.iter().any(|gift| gift.gives(scene, proposal))
    }

    /// Whether it puts a wall between two cells.
    pub fn parts(&self, scene: &Scene<'_>, from: CellId, to: CellId) -> bool {
        !self.lifted && self.deal.parts(scene, from, to) && self.guard.as_ref().is_none_or(|guard| guard(scene))
    }

    /// Whether only the position after the move can tell.
    pub fn is_late(&self) -> bool {
        self.deal.asks_for_check()
    }
}

/// Whether a proposed move is forbidden whoever gives check by it or does not, and whether it may be.
pub(super) fn verdicts<'w>(words: impl Iterator<Item = &'w Word> + Clone, staged: &Scene<'_>, proposal: Proposal<'_>) -> (bool, bool) {
    let at_least = forbidden(words.clone().filter(|word| !word.is_late() || word.lifted), staged, proposal);
    let late = || words.clone().any(Word::is_late);
    let at_most = at_least || late() && forbidden(words.clone().filter(|word| !word.is_late() || !word.lifted), staged, proposal);
    (at_least, at_most)
}

/// Whether a proposed move is forbidden by those of these; `words` the newest first, `staged` the scene before the move with its men in it.
pub(super) fn forbidden<'w>(words: impl Iterator<Item = &'w Word>, staged: &Scene<'_>, proposal: Proposal<'_>) -> bool {
    let mut speaking = words.filter(|word| word.speaks(staged, proposal));
    let Some(first) = speaking.next() else { return false };
    !first.lifted || speaking.take_while(|word| word.rule == first.rule).any(|word| !word.lifted)
}
