//! The standard game as clause trees, for tests that come before its text can be read.

use crate::board::Vector;
use crate::movement::{Hurdle, Line, Pattern, UNLIMITED, Use};
use crate::rule::*;

pub fn clause(form: Form) -> Clause {
    Clause { form, span: Span::default(), assumed: Vec::new() }
}

pub fn every() -> Class {
    Class { kinds: Kinds::Every, owner: Owner::Anyone }
}

pub fn men(name: &str) -> Class {
    Class { kinds: Kinds::Only(vec![name.to_owned()]), owner: Owner::Anyone }
}

pub fn line(steps: &[(i8, i8)], min: u8, max: u8, purpose: Use) -> Line {
    let mut directions: Vec<Vector> = steps.iter().map(|&(right, forward)| Vector { right, forward }).collect();
    directions.sort();
    Line { directions, min, max, hurdle: Hurdle::None, purpose, unmoved: false }
}

pub const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub fn moves(who: &str, aspect: Use, manner: Manner, lines: Vec<Line>) -> Clause {
    clause(Form::Movement(Movement { who: men(who), aspect, manner, motions: vec![Motion::Pattern(Pattern { lines })] }))
}

pub fn like(who: &str, aspect: Use, manner: Manner, kind: &str) -> Clause {
    let motions = vec![Motion::Like { kind: kind.to_owned(), standard: false }];
    clause(Form::Movement(Movement { who: men(who), aspect, manner, motions }))
}

pub fn chess(safety: Safety) -> Law {
    let kind = |name: &str, letter: &str, value, unlettered, royal| {
        let plural = format!("{name}s");
        let figure = Some(match letter {
            "P" => '♟',
            "N" => '♞',
            "B" => '♝',
            "R" => '♜',
            "Q" => '♛',
            _ => '♚',
        });
        clause(Form::Kind(MannerOfKind { name: name.into(), plural, letter: letter.into(), figure, value, unlettered, royal }))
    };
    let plain = |name: &str, lines| moves(name, Use::Any, Manner::Instead, lines);
    let all = [ROOK, BISHOP].concat();
    let initial = Line { unmoved: true, ..line(&[(0, 1)], 2, 2, Use::Any) };
    let clauses = vec![
        kind("pawn", "P", 1, true, false),
        kind("knight", "N", 3, false, false),
        kind("bishop", "B", 3, false, false),
        kind("rook", "R", 5, false, false),
        kind("queen", "Q", 9, false, false),
        kind("king", "K", 0, false, true),
        clause(Form::Armies(vec![Army { name: "white".into(), up: true }, Army { name: "black".into(), up: false }])),
        clause(Form::Board { files: 8, ranks: 8 }),
        clause(Form::Array("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".into())),
        clause(Form::Safety(safety)),
        plain("knight", vec![line(&KNIGHT, 1, 1, Use::Any)]),
        plain("bishop", vec![line(&BISHOP, 1, UNLIMITED, Use::Any)]),
        plain("rook", vec![line(&ROOK, 1, UNLIMITED, Use::Any)]),
        plain("queen", vec![line(&all, 1, UNLIMITED, Use::Any)]),
        plain("king", vec![line(&all, 1, 1, Use::Any)]),
        moves("pawn", Use::Quiet, Manner::Instead, vec![line(&[(0, 1)], 1, 1, Use::Any), initial]),
        moves("pawn", Use::Capture, Manner::Instead, vec![line(&[(1, 1), (-1, 1)], 1, 1, Use::Any)]),
        clause(Form::Promotion(Promotion {
            who: men("pawn"),
            region: Region::LastRank,
            into: ["queen", "rook", "bishop", "knight"].map(str::to_owned).to_vec(),
        })),
        clause(Form::InPassing(InPassing { who: men("pawn"), by: men("pawn") })),
        clause(Form::Castling(Castling { who: men("king"), with: men("rook"), squares: 2, allowed: true })),
    ];
    Law { name: "chess".into(), on_top_of: None, clauses }
}
