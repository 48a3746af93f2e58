//! How much work reading one text may cost: counted steps, each a look at a word of a sentence.
//!
//! Invariant: where the budget is spent no form succeeds any more, so nothing is read by half.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The steps for one text.
pub const STEPS: u32 = 20_000_000;

/// The steps for looking for hints, where a text is refused.
pub const TEACHING: u32 = 3_000_000;

/// The steps that are left, shared by all copies of the words of one text. Which text is being read is no part of what words mean.
#[derive(Clone, Debug)]
pub struct Budget(Arc<AtomicU32>);

impl Budget {
    pub fn of(steps: u32) -> Budget {
        Budget(Arc::new(AtomicU32::new(steps)))
    }

    /// Takes one step; whether there was one left.
    pub fn step(&self) -> bool {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        left > 0
    }

    /// Takes as many steps as there are left of these.
    pub fn spend(&self, steps: usize) {
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        self.0.store(self.left().saturating_sub(steps), Ordering::Relaxed);
    }

    pub fn is_spent(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    pub fn left(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::of(STEPS)
    }
}

impl PartialEq for Budget {
    fn eq(&self, _: &Budget) -> bool {
        true
    }
}

impl Eq for Budget {}
