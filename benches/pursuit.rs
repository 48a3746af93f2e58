//! R5's search: positions looked at in a second where nothing is found, and how long a rule takes where a line is found soon.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods, reason = "reads the clock, and tells")]

use std::sync::Arc;
use std::time::Instant;

use custodian::board::SideId;
use custodian::law::pursuit::{Chase, Grounds, Texts};
use custodian::law::{Active, Law, Strength, Universes, introduce, texts};
use custodian::rule::{Vocabulary, read};

/// Positions to look at.
const BUDGET: u64 = 1_000_000;

const CASES: [&str; 5] = [
    "Queens may not move.",
    "Pieces may not enter the last rank.",
    "Pieces may only capture pieces of the same kind.",
    "Kings may not be captured.",
    "When a knight captures a piece, the captured piece changes sides.",
];

fn main() {
    let standard = texts::standard("mar").unwrap_or_else(|problem| panic!("{problem}"));
    for words in CASES {
        let vocabulary = Vocabulary::of(standard.chain()).in_game("Zaphod", 1, &["white", "black"].map(String::from));
        let rule = read(&format!("RULE\n{words}\nEND\n"), &vocabulary).rule.unwrap_or_else(|| panic!("{words}"));
        let mut position = standard.start().unwrap_or_else(|problem| panic!("{problem}"));
        introduce("rule w1", &rule.clauses, &mut position);
        let active =
            [Active { number: "w1", clauses: &rule.clauses, universes: Universes::Every, since: None, strength: Strength::Settled }];
        let law = Law::fold(&standard, &active, &position.entities, &position.geometry).unwrap_or_else(|problem| panic!("{problem}"));
        let (law, texts) = (Arc::new(law), Texts::of(&standard, &active));
        let grounds = Grounds::new(&law, &position, &texts);
        let chase = Chase { attacker: SideId(0), victim: SideId(1), rota: vec![SideId(0), SideId(1)], on_move: SideId(0) };
        let begun = Instant::now();
        let immune = grounds.immunity(&chase).is_some();
        let looked = begun.elapsed();
        // What the words show already is searched all the same, to see how fast the search is.
        let mut search = grounds.search(&chase);
        let begun = Instant::now();
        search.run(BUDGET);
        let took = begun.elapsed();
        println!(
            "{words} immune: {immune} ({looked:?}); {} positions in {took:?}, {:.2} Mn/s",
            search.spent(),
            search.spent() as f64 / took.as_secs_f64() / 1e6
        );
    }
}
