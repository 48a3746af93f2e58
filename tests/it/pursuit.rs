//! R5 on the published battery: every rule of `tests/pursuit/battery.txt`, and among more than two of `many.txt`, is judged as it says there,
//! within the foreground's budget.

use std::sync::Arc;

use custodian::board::{Position, SideId};
use custodian::game::founding::Founding;
use custodian::game::mar::Multiverse;
use custodian::game::mar::metarule::{Finding as Found, MetaRule, Proposal, TESTS, Verdict};
use custodian::law::pursuit::{Chase, FOREGROUND, Finding, Grounds, Texts};
use custodian::law::{Active, Instant, Law, Standard, Strength, Universes, introduce, read_fen, texts};
use custodian::rule::{Rule, Vocabulary, read};
use custodian::turn::Seat;

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
    let active = [Active { number: "w1", clauses: &rule.clauses, universes: Universes::Every, since: None, strength: Strength::Settled }];
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

const NAMES: [&str; 6] = ["Ann", "Bob", "Cy", "Dee", "Eva", "Fay"];

/// `refused among 3 real 2 3 2 IN 1`: the game as it stands, and the head of the rule.
fn table(head: &str) -> (Multiverse, String) {
    let (head, place) = head.split_once(" IN ").map_or((head, String::new()), |(head, number)| (head, format!(" IN Zaphod:{number}")));
    let (players, named) = head.split_once(" real ").unwrap_or((head, ""));
    let players: usize = players.parse().unwrap_or_else(|_| panic!("{head}: so many players"));
    let standard = Arc::new(texts::standard("mar").unwrap());
    let mut game = Multiverse::found(Founding::between("Zaphod", &NAMES[..players]), standard).unwrap();
    game.begin().unwrap();
    for (seat, universe) in named.split_whitespace().enumerate() {
        let seat = Seat(seat as u8);
        let universe: u16 = universe.parse().unwrap();
        game = game.with_king_named(seat, Some(universe)).into_owned();
        assert_eq!(game.position.men().filter(|(_, man)| man.royal && game.owner(man.army) == Some(seat)).count(), 1, "{head}: {seat:?}");
    }
    (game, format!("RULE \"battery\"{place}"))
}

fn judged_among(case: &str) -> (&str, String) {
    let (head, words) = case.split_once(": ").unwrap_or_else(|| panic!("{case}: no case"));
    let (game, rule) = table(head);
    let rule = read(&format!("{rule}\n{words}\nEND\n"), &game.vocabulary()).rule.unwrap_or_else(|| panic!("not read: {words}"));
    let proposal = Proposal::of_rule(&game, Seat(0), &rule).unwrap_or_else(|problem| panic!("{words}: {problem}"));
    let test = TESTS.iter().find(|test| test.of == MetaRule(5)).unwrap();
    let Some(Verdict { finding, says, .. }) = (test.run)(&proposal) else { return ("accepted", String::new()) };
    let found = match finding {
        Found::Open => "open",
        Found::Broken { .. } => "refused",
        Found::Warned if says.contains("by luck") => "by luck",
        Found::Kept | Found::Warned => "accepted",
    };
    (found, says)
}

#[test]
fn among_more_than_two_r5_settles_as_the_battery_says() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pursuit/many.txt")).unwrap();
    let cases: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(cases.len() >= 40, "{} rules are too few", cases.len());
    let (mut settled, mut wrong) = (0, Vec::new());
    for case in &cases {
        let (expected, case) = case.split_once(" among ").unwrap_or_else(|| panic!("{case}: among whom"));
        let begun = std::time::Instant::now();
        let (found, says) = judged_among(case);
        eprintln!("{:?} {found} {case}: {says}", begun.elapsed());
        settled += usize::from(found != "open");
        if found != expected && found != "open" {
            wrong.push(format!("{case}: {found}, not {expected}: {says}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(settled * 10 >= cases.len() * 9, "only {settled} of {} are settled", cases.len());
}
