//! R5 on the published battery: every rule of `tests/pursuit/battery.txt` is judged as it says there, within the foreground's budget.

use std::sync::Arc;

use custodian::board::{Position, SideId};
use custodian::law::pursuit::{Chase, FOREGROUND, Finding, Grounds, Texts};
use custodian::law::{Active, Instant, Law, Standard, Universes, introduce, read_fen, texts};
use custodian::rule::{Rule, Vocabulary, read};

/// One line of the battery.
struct Case<'t> {
    expected: &'t str,
    fen: Option<&'t str>,
    words: &'t str,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let case = |line| {
        let (head, words) = Option::unwrap_or_else(str::split_once(line, ": "), || panic!("{line}: no case"));
        let (expected, fen) = head.split_once(" in ").map_or((head, None), |(expected, fen)| (expected, Some(fen)));
        Case { expected, fen, words }
    };
    lines.map(case).collect()
}

fn folded(standard: &Standard, active: &[Active<'_>], position: &Position) -> Arc<Law> {
    Arc::new(Law::fold(standard, active, &position.entities, &position.geometry).unwrap_or_else(|problem| panic!("{problem}")))
}

/// What is found of one rule, and how: `accepted`, `by luck`, `refused` or `open`.
fn judged(standard: &Standard, case: &Case<'_>) -> (&'static str, String) {
    let start = match case.fen {
        Some(fen) => read_fen(fen, standard).unwrap_or_else(|problem| panic!("{fen}: {problem}")).position,
        None => standard.start().unwrap(),
    };
    let vocabulary = Vocabulary::of(standard.chain()).in_game("Zaphod", 1, &["white", "black"].map(String::from));
    let text = format!("RULE \"battery\"\n{}\nEND\n", case.words);
    let rule: Rule = read(&text, &vocabulary).rule.unwrap_or_else(|| panic!("not read: {}", case.words));
    let active = [Active { number: "w1", clauses: &rule.clauses, universes: Universes::Every, protected: false }];
    let mut position = start.clone();
    introduce("rule w1", &rule.clauses, &mut position);
    let law = folded(standard, &active, &position);
    for fired in law.fire(&position, Instant::Enacted("w1"), SideId(0), None) {
        position.apply_all(&fired.effects);
    }
    let (law, before) = (folded(standard, &active, &position), folded(standard, &[], &start));
    let (now, then) = (Texts::of(standard, &active), Texts::of(standard, &[]));
    let (now, then) = (Grounds::new(&law, &position, &now), Grounds::new(&before, &start, &then));
    let mut found = ("accepted", String::new());
    for (attacker, victim) in [(SideId(0), SideId(1)), (SideId(1), SideId(0))] {
        let chase = Chase { attacker, victim, rota: vec![SideId(0), SideId(1)], on_move: SideId(0) };
        match now.settle(&chase, None, FOREGROUND) {
            Finding::Witness(witness) if witness.by_luck => found = ("by luck", witness.moves.join(", ")),
            Finding::Witness(witness) => {
                // A line is no witness unless it can be played.
                let again = now.replay(&chase, &witness);
                assert_eq!(again.as_ref(), Some(&witness), "{}: a witness that cannot be played again", case.words);
            }
            Finding::Impossible(proof) => match then.settle(&chase, None, FOREGROUND) {
                Finding::Impossible(_) => {}
                _ => return ("refused", format!("{proof:?}")),
            },
            Finding::Open { nodes } => found = ("open", format!("{nodes} nodes")),
        }
    }
    found
}

#[test]
fn the_battery_of_r5_is_settled_as_it_says() {
    let standard = texts::standard("mar").unwrap();
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pursuit/battery.txt")).unwrap();
    let cases = cases(&text);
    assert!(cases.len() >= 60, "{} rules are too few", cases.len());
    let mut settled = 0;
    let mut wrong = Vec::new();
    for case in &cases {
        let (found, how) = judged(&standard, case);
        settled += usize::from(found != "open");
        // What is not settled is not wrong.
        if found != case.expected && found != "open" {
            wrong.push(format!("{}: {found}, not {}: {how}", case.words, case.expected));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(settled * 10 >= cases.len() * 9, "only {settled} of {} are settled", cases.len());
}
