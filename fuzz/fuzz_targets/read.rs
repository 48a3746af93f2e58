//! Any bytes as a rule.
#![no_main]

#[path = "../in_play.rs"]
mod in_play;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        in_play::as_a_rule(text);
    }
});
