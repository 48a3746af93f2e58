//! Enactment: from the text of a rule to the law in force with it, over the rules of the corpus in a game that has ten already; percentiles.
//! And perft with every leaf made with ten rules in force: ten typical ones, and the first ten of the corpus, whatever they are.
#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "reads the corpus, the clock, and tells"
)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use custodian::board::{ArmyId, Position, SideId};
use custodian::law::{self, Active, Law, Standard, Strength, Universes, introduce, perft, texts};
use custodian::rule::{Rule, Vocabulary, read};

/// How often each rule is enacted.
const TIMES: usize = 5;
/// How many rules are in force before.
const STANDING: usize = 10;
/// Runs of perft, of which the quickest counts.
const RUNS: usize = 3;

/// The first of each sort of rule that players make most, by the families of the language: movement by time, added movement, movement for one
/// turn, movement by the square, promotion, a ban, a capture edit, what a captor pays, a further move, jumps.
const TYPICAL: [&str; STANDING] = ["01", "06", "21", "25", "45", "57", "77", "87", "97", "99"];

/// The rules of the corpus, by file name.
fn corpus() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let named = |path: PathBuf| Some((path.file_stem()?.to_str()?.to_owned(), std::fs::read_to_string(&path).ok()?));
    paths.into_iter().filter_map(named).collect()
}

/// A game with rules in force.
struct Game {
    standard: Standard,
    position: Position,
    words: Vocabulary,
    rules: Vec<(String, Rule)>,
}

impl Game {
    fn begin() -> Game {
        let standard = texts::standard("mar").unwrap_or_else(|problem| panic!("{problem}"));
        let position = standard.start().unwrap_or_else(|problem| panic!("{problem}"));
        let words = Vocabulary::of(standard.chain()).in_game("Zaphod", 1, &["white", "black"].map(String::from));
        Game { standard, position, words, rules: Vec::new() }
    }

    fn fold(&self, position: &Position, more: Option<(&String, &Rule)>) -> Option<Law> {
        let all = self.rules.iter().map(|(number, rule)| (number, rule)).chain(more);
        let rules: Vec<Active<'_>> = all
            .map(|(number, rule)| Active {
                number,
                clauses: &rule.clauses,
                universes: Universes::Every,
                since: None,
                strength: Strength::Settled,
            })
            .collect();
        Law::fold(&self.standard, &rules, &position.entities, &position.geometry).ok()
    }

    /// Puts a text in force; how long that takes, and whether it can be.
    fn enact(&mut self, text: &str, stays: bool) -> Option<Duration> {
        let number = format!("w{}", self.rules.len() + 1);
        let begun = Instant::now();
        let rule = read(text, &self.words).rule?;
        let mut with = self.position.clone();
        introduce(&format!("rule {number}"), &rule.clauses, &mut with);
        let folded = self.fold(&with, Some((&number, &rule)));
        let took = begun.elapsed();
        if stays && let Some(law) = folded {
            for fired in law.fire(&with, law::Instant::Enacted(&number), SideId(0), None) {
                with.apply_all(&fired.effects);
            }
            self.words = self.words.clone().knowing(rule.clauses.iter().map(|clause| &clause.form));
            self.rules.push((number, rule));
            self.position = with;
        }
        Some(took)
    }

    fn perft(&self, what: &str, names: &[String], depth: u32) {
        let Some(law) = self.fold(&self.position, None) else { return println!("{what}: cannot be in force together") };
        let run = || {
            let begun = Instant::now();
            let leaves = perft(&law, &self.position, ArmyId(0), depth);
            (begun.elapsed(), leaves)
        };
        let best = (0..RUNS).map(|_| run()).min();
        if let Some((took, leaves)) = best {
            println!("{what}: {leaves} leaves made at depth {depth}, {:.2} Mn/s", leaves as f64 / took.as_secs_f64() / 1e6);
            println!("    in force: {}", names.join(", "));
        }
    }
}

fn main() {
    let texts = corpus();
    let mut game = Game::begin();
    let mut names = Vec::new();
    for (name, text) in &texts {
        if game.rules.len() < STANDING {
            let before = game.rules.len();
            game.enact(text, true);
            names.extend((game.rules.len() > before).then(|| name.clone()));
        }
    }
    let mut took: Vec<Duration> = Vec::new();
    for _ in 0..TIMES {
        took.extend(texts.iter().filter_map(|(_, text)| game.enact(text, false)));
    }
    took.sort_unstable();
    let part = |hundredth: usize| took.get(took.len() * hundredth / 100).copied().unwrap_or_default();
    println!(
        "{} enactments over {} standing rules: p50 {:?}, p95 {:?}, p99 {:?}",
        took.len(),
        game.rules.len(),
        part(50),
        part(95),
        part(99)
    );
    let mut typical = Game::begin();
    let chosen: Vec<&(String, String)> =
        TYPICAL.iter().filter_map(|number| texts.iter().find(|(name, _)| name.split('-').next() == Some(*number))).collect();
    chosen.iter().for_each(|(_, text)| {
        typical.enact(text, true);
    });
    let chosen: Vec<String> = chosen.iter().map(|(name, _)| name.clone()).collect();
    typical.perft("perft with ten typical rules", &chosen, 4);
    game.perft("perft with the first ten rules of the corpus", &names, 4);
}
