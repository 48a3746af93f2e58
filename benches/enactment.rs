//! Enactment: from the text of a rule to the law in force with it, over the rules of the corpus in a game that has ten already. Prints percentiles.
#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "reads the corpus, the clock, and tells"
)]

use std::time::{Duration, Instant};

use custodian::board::ArmyId;
use custodian::law::{Active, Law, Universes, introduce, perft, texts};
use custodian::rule::{Rule, Vocabulary, read};

/// How often each rule is enacted.
const TIMES: usize = 5;
/// How many rules are in force before.
const STANDING: usize = 10;

fn corpus() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let mut paths: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

fn main() {
    let standard = texts::standard("mar").unwrap_or_else(|problem| panic!("{problem}"));
    let start = standard.start().unwrap_or_else(|problem| panic!("{problem}"));
    let colours = ["white", "black"].map(String::from);
    let mut words = Vocabulary::of(standard.chain()).in_game("Zaphod", 1, &colours);
    let mut position = start.clone();
    let mut standing: Vec<(String, Rule)> = Vec::new();
    let mut took: Vec<Duration> = Vec::new();
    let texts = corpus();
    for at in 0..texts.len() * TIMES {
        let text = &texts[at % texts.len()];
        let number = format!("w{}", at + 1);
        let begun = Instant::now();
        let Some(rule) = read(text, &words).rule else { continue };
        let mut with = position.clone();
        introduce(&format!("rule {number}"), &rule.clauses, &mut with);
        let all = standing.iter().map(|(number, rule)| (number, rule)).chain([(&number, &rule)]);
        let rules: Vec<Active<'_>> =
            all.map(|(number, rule)| Active { number, clauses: &rule.clauses, universes: Universes::Every, protected: false }).collect();
        let folded = Law::fold(&standard, &rules, &with.entities, &with.geometry);
        took.push(begun.elapsed());
        if folded.is_ok() && standing.len() < STANDING {
            words = words.knowing(rule.clauses.iter().map(|clause| &clause.form));
            standing.push((number, rule));
            position = with;
        }
    }
    took.sort_unstable();
    let part = |hundredth: usize| took.get(took.len() * hundredth / 100).copied().unwrap_or_default();
    println!(
        "{} enactments over {} standing rules: p50 {:?}, p95 {:?}, longest {:?}",
        took.len(),
        standing.len(),
        part(50),
        part(95),
        part(99)
    );

    let rules: Vec<Active<'_>> = standing
        .iter()
        .map(|(number, rule)| Active { number, clauses: &rule.clauses, universes: Universes::Every, protected: false })
        .collect();
    let law = Law::fold(&standard, &rules, &position.entities, &position.geometry).unwrap_or_else(|problem| panic!("{problem}"));
    let begun = Instant::now();
    let leaves = perft(&law, &position, ArmyId(0), 4);
    let seconds = begun.elapsed().as_secs_f64();
    println!("perft 4 under these {} rules: {leaves} leaves made, {:.2} Mn/s", rules.len(), leaves as f64 / seconds / 1e6);
}
