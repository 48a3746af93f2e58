//! What every fuzzed text must hold to: it is read or refused, never by half; what is read is said back; and rules that can be in force can be played.

use std::sync::LazyLock;

use custodian::law::{Active, Law, Strength, Universes, introduce, read_fen, texts};
use custodian::rule::{Rule, Vocabulary, print, read};

static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of(texts::standard("mar").expect("a shipped law").chain()));
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The most rules of one text.
const MOST_RULES: usize = 3;
/// The most moves played.
const MOST_MOVES: usize = 12;

/// The rule of a text, if it is one.
pub fn as_a_rule(text: &str) -> Option<Rule> {
    let reading = read(text, &WORDS);
    assert_eq!(reading.rule.is_some(), reading.diagnostics.is_empty(), "{text}");
    for problem in &reading.diagnostics {
        let shown = problem.render(text);
        assert!(shown.lines().all(|line| line.chars().count() <= 76), "{shown}");
    }
    let rule = reading.rule?;
    assert_eq!(read(&print(&rule, &WORDS), &WORDS).rule.as_ref(), Some(&rule), "{text}");
    Some(rule)
}

/// Rules parted by empty lines, in force together, and moves chosen by `choices`: legal moves can be made and taken back.
pub fn in_force(text: &str, choices: &[u8]) {
    let standard = texts::standard("mar").expect("a shipped law");
    let Ok(placed) = read_fen(START, &standard) else { return };
    let rules: Vec<Rule> = text.split("\n\n").take(MOST_RULES).filter_map(as_a_rule).collect();
    let (mut position, mut army) = (placed.position, placed.army);
    let numbers: Vec<String> = (1..=rules.len()).map(|number| format!("w{number}")).collect();
    for (rule, number) in rules.iter().zip(&numbers) {
        introduce(&format!("rule {number}"), &rule.clauses, &mut position);
    }
    let active: Vec<Active<'_>> = rules
        .iter()
        .zip(&numbers)
        .map(|(rule, number)| Active {
            number,
            clauses: &rule.clauses,
            universes: Universes::Every,
            since: None,
            strength: Strength::Settled,
        })
        .collect();
    for &choice in choices.iter().take(MOST_MOVES) {
        let Ok(law) = Law::fold(&standard, &active, &position.entities, &position.geometry) else { return };
        let legal = law.legal(&position, army, None);
        let Some(played) = legal.get(usize::from(choice) % legal.len().max(1)) else { return };
        let before = position.clone();
        position.apply_all(&played.effects);
        let mut undone = position.clone();
        undone.undo_all(&played.effects);
        assert_eq!(undone, before, "{text}");
        army = custodian::board::ArmyId(u8::from(army.0 == 0));
    }
}
