//! What fails inside the program fails alone: a panic becomes words, and whoever runs the others goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`; the error is what a panic in it said. What `work` was changing when it panicked is for the caller to set aside.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "the program failed without words".to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_in_its_own_words() {
        assert_eq!(guarded(|| 7), Ok(7));
        assert_eq!(guarded(|| panic!("no {}", "way")), Err::<(), _>("no way".to_owned()));
        assert_eq!(guarded(|| std::panic::panic_any(7)), Err::<(), _>("the program failed without words".to_owned()));
    }
}
