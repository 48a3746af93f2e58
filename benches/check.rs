//! CHECK: how long the tests of the meta-rules take for the rules of the corpus, in a game of two players, percentiles; and for rules that are
//! heavy to weigh in a game of six, each by itself, R5's search with them.
#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "reads the corpus, the clock, and tells"
)]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use custodian::game::founding::Founding;
use custodian::game::mar::Multiverse;
use custodian::game::mar::metarule::{Proposal, TESTS};
use custodian::law::texts;
use custodian::rule::read;

/// The test that searches, and has a budget of its own.
const SEARCH: &str = "R5";

/// Rules that take most to be judged where fifteen boards lie.
const HEAVY: &[&str] = &[
    "At the start of every turn, a pawn chosen at random is removed.",
    "At the end of every turn, roll a die: on a six, each pawn is removed.",
    "At the start of every turn, a queen chosen at random becomes a rook.",
    "When a piece captures, roll a die: on a six, a piece chosen at random is removed.",
    "When a pawn moves, a piece chosen at random is removed.",
    "At once, a pawn chosen at random becomes a queen.",
    "At the start of every turn, a piece chosen at random goes to another universe.",
    "At the start of every phase, every pawn is pushed one square forward.",
    "Knights may not move for three turns.",
    "Pieces may not capture.",
    "Queens may not capture kings.",
    "Pawns may only move on turns divisible by five.",
    "When a pawn captures, two turns later every knight becomes a pawn.",
    "When a knight captures, the captured piece joins the knight's owner.",
];
/// What is wanted of each.
const WANTED: Duration = Duration::from_secs(2);

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

/// A game of six before anybody has moved, with the first rules made already.
fn table_of_six(made: &[&str]) -> Multiverse {
    let standard = Arc::new(texts::standard("mar").unwrap_or_else(|problem| panic!("{problem}")));
    let founding = Founding::between("Zaphod", &["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"]);
    let mut game = Multiverse::found(founding, standard).unwrap_or_else(|problem| panic!("{problem}"));
    game.begin().unwrap_or_else(|problem| panic!("{problem}"));
    for says in made {
        let rule = read(&format!("RULE\n{says}\nEND"), &game.vocabulary()).rule.unwrap_or_else(|| panic!("no rule: {says}"));
        game = Proposal::of_rule(&game, game.phase.seat, &rule).unwrap_or_else(|problem| panic!("{says}: {problem}")).after;
    }
    game
}

fn heavy(made: &[&str], wanted: &[String]) {
    let game = table_of_six(made);
    for says in HEAVY.iter().filter(|says| wanted.is_empty() || wanted.iter().any(|word| says.contains(word))) {
        let Some(rule) = read(&format!("RULE\n{says}\nEND"), &game.vocabulary()).rule else {
            println!("not read: {says}");
            continue;
        };
        let begun = Instant::now();
        let Ok(proposal) = Proposal::of_rule(&game, game.phase.seat, &rule) else { continue };
        let mut each: Vec<(Duration, String)> = Vec::new();
        each.push((begun.elapsed(), "made".to_owned()));
        for test in TESTS {
            let started = Instant::now();
            let found = (test.run)(&proposal).map_or(String::new(), |verdict| format!("{verdict}").chars().take(90).collect());
            each.push((started.elapsed(), found));
        }
        let all = begun.elapsed();
        let slow = if all > WANTED { "  TOO LONG" } else { "" };
        println!("{all:>10.1?} {says}{slow}");
        each.sort();
        for (took, what) in each.iter().rev().take(3) {
            println!("             {took:>10.1?} {what}");
        }
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("six players, no rule in force");
    heavy(&[], &wanted);
    println!("six players, after two rules of the kind");
    heavy(&[HEAVY[0], HEAVY[7]], &wanted);
    if !wanted.is_empty() {
        return;
    }
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
