//! The past: what was done in the last turns, as rules may ask about it.

use super::{ArmyId, CellId, Clock, Effect, KindId, ManId};

/// How many turns back the past reaches, the present one included: further than games by mail last, and yet a bound for what it costs to ask.
pub const REMEMBERED_TURNS: u32 = 240;

/// One thing that was done. A move is a [`Fact::Went`] and the facts about it that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A man, of this kind and army then, was moved by its player. A man that was dropped has both ends on one cell.
    Went {
        man: ManId,
        kind: KindId,
        army: ArmyId,
        from: CellId,
        to: CellId,
    },
    /// By that move a man, of this kind and army then, was captured.
    Took {
        man: ManId,
        kind: KindId,
        army: ArmyId,
    },
    /// By its player's choice the man that went became of this kind.
    Became {
        kind: KindId,
    },
    Castled,
    /// It came from a reserve.
    Dropped,
    /// It gave check.
    Checked,
}

/// A fact and when it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    pub at: Clock,
    pub fact: Fact,
}

/// What is remembered, oldest first. It grows and fades through effects alone; empty under laws that do not ask for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past(Vec<Memory>);

/// A move as remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recalled<'a> {
    pub at: Clock,
    pub man: ManId,
    /// What it was before it went.
    pub kind: KindId,
    pub army: ArmyId,
    pub from: CellId,
    pub to: CellId,
    rest: &'a [Memory],
}

impl Recalled<'_> {
    /// What else is known of the move.
    pub fn facts(&self) -> impl Iterator<Item = Fact> {
        self.rest.iter().map(|memory| memory.fact)
    }
}

impl Past {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn memories(&self) -> &[Memory] {
        &self.0
    }

    /// The moves, the oldest first; reversed, the newest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Recalled<'_>> {
        let whole = self.0.chunk_by(|_, next| !matches!(next.fact, Fact::Went { .. }));
        whole.filter_map(|memories| match memories {
            [Memory { at, fact: Fact::Went { man, kind, army, from, to } }, rest @ ..] => {
                Some(Recalled { at: *at, man: *man, kind: *kind, army: *army, from: *from, to: *to, rest })
            }
            _ => None,
        })
    }

    /// The effects that forget what lies too far back at a moment, to be done together with the clock's.
    pub fn fading(&self, now: Clock) -> Vec<Effect> {
        let old = self.0.iter().take_while(|memory| memory.at.turn() + REMEMBERED_TURNS <= now.turn());
        old.map(|&memory| Effect::Forget(memory)).collect()
    }

    pub(super) fn remember(&mut self, memory: Memory) {
        self.0.push(memory);
    }

    pub(super) fn unremember(&mut self, memory: Memory) {
        debug_assert_eq!(self.0.last(), Some(&memory), "the last thing remembered is the first taken back");
        self.0.pop();
    }

    pub(super) fn forget(&mut self, memory: Memory) {
        debug_assert_eq!(self.0.first(), Some(&memory), "the oldest thing is forgotten first");
        if !self.0.is_empty() {
            self.0.remove(0);
        }
    }

    pub(super) fn recall(&mut self, memory: Memory) {
        self.0.insert(0, memory);
    }
}
