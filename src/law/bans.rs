//! Prohibitions and permissions: of the moves that men have, which they may make.
//!
//! The newest rule that speaks of a move decides; inside one rule a ban beats a permission (R3). A permission lifts earlier bans and grants nothing.

use super::act::{Deal, Proposal};
use super::scene::Scene;
use super::terms::Test;

/// One clause on what may be done.
#[derive(Clone)]
pub(super) struct Word {
    pub deal: Deal,
    pub guard: Option<Test>,
    pub lifted: bool,
    /// Which rule says it: clauses of one rule have one number.
    pub rule: usize,
}

impl Word {
    fn speaks(&self, scene: &Scene<'_>, proposal: Proposal<'_>) -> bool {
        self.deal.suits(scene, proposal) && self.guard.as_ref().is_none_or(|guard| guard(scene))
    }

    /// Whether only the position after the move can tell.
    pub fn is_late(&self) -> bool {
        self.deal.asks_for_check()
    }
}

/// Whether a proposed move is forbidden; `words` the newest first, `staged` the scene before the move with its men in it.
pub(super) fn forbidden(words: &[Word], staged: &Scene<'_>, proposal: Proposal<'_>, counts: impl Fn(&Word) -> bool) -> bool {
    let mut speaking = words.iter().filter(|word| counts(word) && word.speaks(staged, proposal));
    let Some(first) = speaking.next() else { return false };
    !first.lifted || speaking.take_while(|word| word.rule == first.rule).any(|word| !word.lifted)
}
