//! Short ways to clauses and to the shipped standard, for tests.

use crate::board::{ArmyId, BoardId, Vector};
use crate::movement::{Hurdle, Line, Pattern, Use};
use crate::rule::*;

use super::{Active, Law, Placed, Standard, Strength, Universes, notation, read_fen, texts, write_fen};

pub fn clause(form: Form) -> Clause {
    Clause::of(form, None)
}

pub fn every() -> Class {
    Class::EVERY
}

pub fn men(name: &str) -> Class {
    Class::kind(name)
}

pub fn line(steps: &[(i8, i8)], min: u8, max: u8, purpose: Use) -> Line {
    let mut directions: Vec<Vector> = steps.iter().map(|&(right, forward)| Vector { right, forward }).collect();
    directions.sort();
    Line { directions, min, max, hurdle: Hurdle::None, legs: Vec::new(), purpose, unmoved: false }
}

pub const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub fn moves(who: &str, aspect: Use, manner: Manner, lines: Vec<Line>) -> Clause {
    clause(Form::Movement(Movement {
        who: men(who),
        aspect,
        manner,
        motions: vec![Motion::Pattern(Pattern { lines })],
        terms: Terms::default(),
    }))
}

/// Chess under a clause on safety, from the shipped texts.
pub fn chess(safety: Safety) -> Standard {
    let name = match safety {
        Safety::Never => "chess",
        Safety::IfAble => "mar",
        Safety::Free => "king-capture",
        Safety::Direct => {
            let text = "LAW \"direct\" ON chess\nA move may not leave the mover's own royalty directly capturable.\nEND";
            return texts::standard_of("direct", text).unwrap_or_else(|problem| panic!("{problem}"));
        }
    };
    texts::standard(name).unwrap_or_else(|problem| panic!("{problem}"))
}

/// A position under MAR's safety with one more rule.
pub fn under(clauses: &[Clause], fen: &str) -> (Law, Placed) {
    let standard = chess(Safety::IfAble);
    let placed = read_fen(fen, &standard).unwrap_or_else(|problem| panic!("{problem}"));
    let rule = Active { number: "w1", clauses, universes: Universes::Every, since: None, strength: Strength::Settled };
    let law = Law::fold(&standard, &[rule], &placed.position.entities, &placed.position.geometry);
    (law.unwrap_or_else(|problem| panic!("{problem}")), placed)
}

/// The placement after a move under one more rule, and how many men were captured.
pub fn after(clauses: &[Clause], fen: &str, text: &str) -> (String, usize) {
    let (law, mut placed) = under(clauses, fen);
    let legal = law.legal(&placed.position, placed.army, None);
    let at = notation::read(text, &legal, &law, &placed.position).unwrap_or_else(|problem| panic!("{problem}"));
    placed.position.apply_all(&legal[at].effects);
    let written = write_fen(&law, &placed.position, BoardId(0), ArmyId(0), ArmyId(1), 0, 1);
    let placement = written.split(' ').next().unwrap_or_default();
    (placement.to_owned(), legal[at].captured.len())
}
