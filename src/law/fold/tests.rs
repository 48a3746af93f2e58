//! The fold tried on clauses: what supersedes what, likenesses in a circle, what cannot be enacted.

use super::*;
use crate::board::{ArmyId, MAX_KINDS};
use crate::law::samples::{KNIGHT, ROOK, chess, clause, line, men, moves};
use crate::movement::UNLIMITED;
use crate::rule::{Class, Manner, Movement, Owner, Safety, Terms};

fn like(who: &str, kind: &str, standard: bool) -> Clause {
    let motions = vec![Motion::Like { kind: kind.into(), standard }];
    clause(Form::Movement(Movement { who: men(who), aspect: Use::Any, manner: Manner::Instead, motions, terms: Terms::default() }))
}

/// How a kind of the first army moves for a purpose: its lines' first step and range.
fn ways(rules: &[Clause], kind: &str, purpose: Use) -> Vec<(i8, i8, u8)> {
    let standard = chess(Safety::IfAble);
    let entities = standard.entities();
    let base = standard.placed();
    let place = ClausePlace { text: "rule w1".into(), clause: 1 };
    let rules: Vec<Placed<'_>> =
        rules.iter().map(|clause| Placed { clause, place: place.clone(), since: None, strength: Strength::Settled }).collect();
    let standard = Folded::new(&base, &entities).unwrap().while_holding(ArmyId(0), purpose, &[]).lines(&[]);
    let folded = Folded::new(base.iter().chain(&rules), &entities).unwrap();
    let lines = &folded.while_holding(ArmyId(0), purpose, &[]).lines(&standard)[entities.kind_named(kind).unwrap().index()];
    lines.iter().map(|line| (line.directions[0].right, line.directions[0].forward, line.max)).collect()
}

#[test]
fn a_likeness_follows_what_it_is_like() {
    let queens_leap = moves("queen", Use::Any, Manner::Instead, vec![line(&KNIGHT, 1, 1, Use::Any)]);
    let rules = [like("rook", "queen", false), queens_leap.clone()];
    assert_eq!(ways(&rules, "rook", Use::Quiet), [(-2, -1, 1)]);
    let rules = [like("rook", "queen", true), queens_leap];
    assert_eq!(ways(&rules, "rook", Use::Quiet), [(-1, -1, UNLIMITED)]);
}

#[test]
fn likenesses_in_a_circle_are_to_the_standard() {
    let swapped = [like("knight", "bishop", false), like("bishop", "knight", false), like("rook", "knight", false)];
    assert_eq!(ways(&swapped, "knight", Use::Capture), ways(&[], "bishop", Use::Capture));
    assert_eq!(ways(&swapped, "bishop", Use::Capture), ways(&[], "knight", Use::Capture));
    assert_eq!(ways(&swapped, "rook", Use::Capture), ways(&[], "bishop", Use::Capture));
    assert_eq!(ways(&[like("rook", "rook", false)], "rook", Use::Quiet), ways(&[], "rook", Use::Quiet));
}

#[test]
fn likenesses_of_every_kind_to_every_other_have_an_end() {
    let mut entities = chess(Safety::IfAble).entities();
    let model = entities.kinds[0].clone();
    let names: Vec<String> = (0..MAX_KINDS).map(|at| format!("kind{at}")).collect();
    entities.kinds = names.iter().map(|name| crate::board::Kind { name: name.clone(), ..model.clone() }).collect();
    // Upwards only, so that there is no circle to cut short the 2^127 ways from the first kind to the last.
    let upwards = |at: usize| {
        let motions = names[at + 1..].iter().map(|kind| Motion::Like { kind: kind.clone(), standard: false }).collect();
        clause(Form::Movement(Movement { who: men(&names[at]), aspect: Use::Any, manner: Manner::Also, motions, terms: Terms::default() }))
    };
    let mut clauses: Vec<Clause> = (0..MAX_KINDS).map(upwards).collect();
    clauses.push(moves(&names[MAX_KINDS - 1], Use::Any, Manner::Also, vec![line(&KNIGHT, 1, 1, Use::Any)]));
    let place = ClausePlace { text: "rule w1".into(), clause: 1 };
    let placed: Vec<Placed<'_>> =
        clauses.iter().map(|clause| Placed { clause, place: place.clone(), since: None, strength: Strength::Settled }).collect();
    let lines = Folded::new(&placed, &entities).unwrap().while_holding(ArmyId(0), Use::Quiet, &[]).lines(&[]);
    assert!(lines.iter().all(|lines| *lines == [line(&KNIGHT, 1, 1, Use::Any)]));
}

#[test]
fn a_likeness_lends_no_first_moves() {
    assert_eq!(ways(&[], "pawn", Use::Quiet).len(), 2);
    assert_eq!(ways(&[like("knight", "pawn", false)], "knight", Use::Quiet), [(0, 1, 1)]);
}

#[test]
fn a_later_clause_supersedes_the_aspect_it_speaks_of() {
    let quietly = moves("rook", Use::Quiet, Manner::Instead, vec![line(&KNIGHT, 1, 1, Use::Any)]);
    let also = moves("rook", Use::Any, Manner::Also, vec![line(&ROOK, 1, 2, Use::Any)]);
    let rules = [quietly.clone(), also.clone()];
    assert_eq!(ways(&rules, "rook", Use::Quiet), [(-2, -1, 1), (-1, 0, 2)]);
    assert_eq!(ways(&rules, "rook", Use::Capture), [(-1, 0, UNLIMITED), (-1, 0, 2)]);
    assert_eq!(ways(&[also, quietly], "rook", Use::Quiet), [(-2, -1, 1)]);
}

#[test]
fn what_cannot_be_enacted_is_refused_with_its_clause() {
    let standard = chess(Safety::IfAble);
    let (entities, base) = (standard.entities(), standard.placed());
    let refuse = |clause: Clause| {
        let rule =
            Placed { clause: &clause, place: ClausePlace { text: "rule b2".into(), clause: 3 }, since: None, strength: Strength::Settled };
        let problem = Folded::new(base.iter().chain([&rule]), &entities).err().unwrap();
        problem.to_string()
    };
    let known = "there are: pawn, knight, bishop, rook, queen, king";
    assert_eq!(
        refuse(like("ship", "rook", false)),
        format!("clause 3 of rule b2 speaks of a \"ship\", but there is no such kind of man; {known}")
    );
    assert!(refuse(like("rook", "ship", false)).contains("\"ship\""));
    let nowhere = moves("rook", Use::Any, Manner::Also, vec![line(&[(0, 0)], 1, 1, Use::Any)]);
    assert_eq!(refuse(nowhere), "clause 3 of rule b2: a step of 0 right and 0 forward leads nowhere");
    let who = Class { owner: Owner::Army("pink".into()), ..Class::EVERY };
    let pink =
        clause(Form::Movement(Movement { who, aspect: Use::Any, manner: Manner::Also, motions: Vec::new(), terms: Terms::default() }));
    assert_eq!(refuse(pink), "clause 3 of rule b2 speaks of the colour \"pink\", but no army has it; there are: white, black");
}
