//! Sets of rules in force, and random play under them: the first bytes choose the moves, the rest is the rules.
#![no_main]

#[path = "../in_play.rs"]
mod in_play;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let (choices, text) = data.split_at(data.len().min(12));
    if let Ok(text) = std::str::from_utf8(text) {
        in_play::in_force(text, choices);
    }
});
