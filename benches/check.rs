//! CHECK: how long the tests of the meta-rules take for the rules of the corpus, in games of two and of four players; percentiles.
#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "reads the corpus, the clock, and tells"
)]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use custodian::game::mar::Multiverse;
use custodian::game::mar::metarule::{Proposal, TESTS};
use custodian::law::texts;
use custodian::rule::read;

/// The test that searches, and has a budget of its own.
const SEARCH: &str = "R5";

fn corpus() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

fn percentile(times: &mut [Duration], of_hundred: usize) -> Duration {
    times.sort_unstable();
    times.get((times.len() * of_hundred / 100).min(times.len().saturating_sub(1))).copied().unwrap_or_default()
}

fn main() {
    let standard = Arc::new(texts::standard("mar").unwrap_or_else(|problem| panic!("{problem}")));
    let game = Multiverse::standard_opening(standard).unwrap_or_else(|problem| panic!("{problem}"));
    let (mut all, mut each): (Vec<Duration>, Vec<(String, Duration)>) = (Vec::new(), Vec::new());
    for text in corpus() {
        let Some(rule) = read(&text, &game.vocabulary()).rule else { continue };
        let begun = Instant::now();
        let Ok(proposal) = Proposal::of_rule(&game, game.phase.seat, &rule) else { continue };
        for test in TESTS.iter().filter(|test| test.of.to_string() != SEARCH) {
            let started = Instant::now();
            let _ = (test.run)(&proposal);
            each.push((test.of.to_string(), started.elapsed()));
        }
        all.push(begun.elapsed());
    }
    let count = all.len();
    println!(
        "CHECK without {SEARCH}, {count} rules: median {:?}, p95 {:?}, longest {:?}",
        percentile(&mut all, 50),
        percentile(&mut all, 95),
        percentile(&mut all, 100)
    );
    for test in TESTS {
        let name = test.of.to_string();
        let mut own: Vec<Duration> = each.iter().filter(|(of, _)| *of == name).map(|(_, took)| *took).collect();
        if !own.is_empty() {
            println!("  {name}: median {:?}, p95 {:?}", percentile(&mut own, 50), percentile(&mut own, 95));
        }
    }
}
