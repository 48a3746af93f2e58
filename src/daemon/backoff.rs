//! The wait before something that failed is tried again: it doubles with each failure in a row.

use std::time::Duration;

/// Waits from a first to a longest one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backoff {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Backoff {
    pub(super) const fn new(first: Duration, longest: Duration) -> Backoff {
        Backoff { first, longest, next: first }
    }

    /// One more failure: how long to wait.
    pub(super) fn fail(&mut self) -> Duration {
        let wait = self.next;
        self.next = (wait * 2).min(self.longest);
        wait
    }

    /// It went well: the next failure is a first one.
    pub(super) fn succeed(&mut self) {
        self.next = self.first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_begin_anew_after_a_success() {
        let mut backoff = Backoff::new(Duration::from_secs(2), Duration::from_secs(7));
        assert_eq!([backoff.fail(), backoff.fail(), backoff.fail(), backoff.fail()].map(|wait| wait.as_secs()), [2, 4, 7, 7]);
        backoff.succeed();
        assert_eq!(backoff.fail().as_secs(), 2);
    }
}
