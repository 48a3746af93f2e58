//! Random rules and random play: the fast generator against its slow twin, and every effect taken back.

use std::collections::BTreeSet;

use crate::board::{ArmyId, BoardId, Entities, Geometry, Position, Vector};
use crate::movement::{Hurdle, Line, Pattern, UNLIMITED, Use};
use crate::rule::*;

use super::samples::{self, clause};
use super::twin::{State, Twin, state_of};
use super::{Active, Law, Universes};

/// Knuth's generator: the same chances on every machine.
pub struct Chance(u64);

impl Chance {
    pub fn of(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn kind(&mut self) -> String {
        self.one(&["pawn", "knight", "bishop", "rook", "queen", "king"]).to_owned()
    }

    fn class(&mut self) -> Class {
        let kinds = match self.below(4) {
            0 => Kinds::Every,
            1 => Kinds::Except(vec![self.kind()]),
            _ => Kinds::Only((0..=self.below(2)).map(|_| self.kind()).collect()),
        };
        let owner = if self.below(4) == 0 { Owner::Army(self.one(&["white", "black"]).to_owned()) } else { Owner::Anyone };
        Class { kinds, owner, such: None }
    }

    fn line(&mut self) -> Line {
        let steps = [(0, 1), (1, 1), (1, 2), (2, 0), (0, -1), (-1, 0), (2, 2), (1, 3), (-1, 1)];
        let mut directions: Vec<Vector> = (0..=self.below(4))
            .map(|_| {
                let (right, forward) = self.one(&steps);
                Vector { right, forward }
            })
            .collect();
        directions.sort();
        directions.dedup();
        let min = 1 + self.below(2) as u8;
        let max = self.one(&[min, min + 1, min + 3, UNLIMITED]);
        let hurdle = self.one(&[Hurdle::None, Hurdle::None, Hurdle::None, Hurdle::One, Hurdle::Last, Hurdle::Any, Hurdle::Friends]);
        Line {
            directions,
            min,
            max,
            hurdle,
            purpose: self.one(&[Use::Any, Use::Any, Use::Quiet, Use::Capture]),
            unmoved: self.below(5) == 0,
        }
    }

    fn motion(&mut self) -> Motion {
        match self.below(4) {
            3 => {
                let itself = Squares::At(Point::Of(Ref::Itself));
                let on = match self.below(3) {
                    0 => Squares::Near { of: Box::new(itself), reach: 1 },
                    1 => Squares::Beside { of: Box::new(itself), steps: self.line().directions },
                    _ => Squares::At(Point::Opposite(Box::new(Point::Of(Ref::Itself)))),
                };
                Motion::LikeMen { who: Box::new(self.class()), on: Box::new(on) }
            }
            0 => Motion::Like { kind: self.kind(), standard: self.below(3) == 0 },
            _ => Motion::Pattern(Pattern { lines: (0..=self.below(2)).map(|_| self.line()).collect() }),
        }
    }

    pub fn form(&mut self) -> Form {
        match self.below(11) {
            10 => Form::OwnPrey(OwnPrey { who: self.class(), victims: Class { owner: Owner::Own, ..self.class() } }),
            0..4 => Form::Movement(Movement {
                who: self.class(),
                aspect: self.one(&[Use::Any, Use::Quiet, Use::Capture]),
                manner: self.one(&[Manner::Also, Manner::Instead]),
                motions: (0..=self.below(2)).map(|_| self.motion()).collect(),
            }),
            4 => {
                let region = if self.below(2) == 0 { Region::LastRank } else { Region::Rank(self.below(9) as u16) };
                Form::Promotion(Promotion { who: self.class(), region, into: (0..self.below(3)).map(|_| self.kind()).collect() })
            }
            5 => Form::InPassing(InPassing { who: self.class(), by: self.class() }),
            6 => Form::Castling(Castling {
                who: self.class(),
                with: self.class(),
                squares: 1 + self.below(3) as u8,
                allowed: self.below(3) > 0,
            }),
            _ => Form::Capture(self.capture()),
        }
    }

    fn capture(&mut self) -> CaptureEdit {
        let becomes = self.kind();
        let victim_fate = self.one(&[
            None,
            Some(VictimFate::Gone),
            Some(VictimFate::Joins),
            Some(VictimFate::GoesHome),
            Some(VictimFate::GoesHomeOfKind),
            Some(VictimFate::Becomes(becomes)),
        ]);
        let becomes = self.kind();
        let capturer_fate = self.one(&[
            None,
            None,
            Some(CapturerFate::Same),
            Some(CapturerFate::Gone),
            Some(CapturerFate::Becomes(becomes)),
            Some(CapturerFate::BecomesVictim),
            Some(CapturerFate::ChangesSides),
        ]);
        let landing = self.one(&[None, None, Some(Landing::OnVictim), Some(Landing::Stays), Some(Landing::Home)]);
        let explosion = (self.below(4) == 0).then(|| Explosion { reach: self.below(3) as u8, hits: self.class() });
        CaptureEdit { captor: self.class(), victim: self.class(), victim_fate, capturer_fate, landing, explosion }
    }
}

/// A game under one law for both generators.
struct Table {
    law: Law,
    base: Vec<Form>,
    boards: Vec<(i16, i16, Vec<Form>)>,
    safety: Safety,
    position: Position,
}

impl Table {
    /// Two universes of different rules and sizes: the second with the array's lower left corner only.
    fn with(forms: &[Form], safety: Safety) -> Table {
        let standard = samples::chess(safety);
        let entities: Entities = standard.entities();
        let mut geometry = Geometry::default();
        geometry.add_rectangle(1, 8, 8).unwrap();
        geometry.add_rectangle(2, 5, 8).unwrap();
        let mut position = Position::empty(entities.clone().into(), geometry.clone().into());
        for board in [BoardId(0), BoardId(1)] {
            position.apply_all(&standard.array(&position, board, [ArmyId(0), ArmyId(1)]));
            position.apply_all(&standard.crown(&position, board));
        }
        let clauses: Vec<Clause> = forms.iter().cloned().map(clause).collect();
        let (everywhere, somewhere) = clauses.split_at(clauses.len() / 2);
        let rules = [
            Active { number: "w1", clauses: everywhere, universes: Universes::Every, protected: false },
            Active { number: "b1", clauses: somewhere, universes: Universes::Except([2].into()), protected: false },
        ];
        let law = Law::fold(&standard, &rules, &entities, &geometry).unwrap();
        let base: Vec<Form> = standard.placed().iter().map(|placed| placed.clause.form.clone()).collect();
        let boards = [(8, 8, forms), (5, 8, &forms[..forms.len() / 2])]
            .map(|(files, ranks, acting)| (files, ranks, [base.as_slice(), acting].concat()))
            .to_vec();
        Table { law, base, boards, safety, position }
    }

    /// Plays at random, comparing at every step.
    fn play(mut self, plies: usize, chance: &mut Chance) {
        let entities = self.position.entities.clone();
        let twin = Twin { entities: &entities, boards: self.boards, base: self.base, safety: self.safety };
        let mut state = state_of(&self.position);
        for ply in 0..plies {
            let army = ArmyId((ply % 2) as u8);
            self.position.apply_all(&self.law.opening(&self.position, army));
            twin.open(&mut state, army);
            assert_eq!(state_of(&self.position), state, "after the opening of ply {ply}");
            let before = self.position.clone();
            let legal = self.law.legal(&before, army, None);
            let reached: Vec<State> = legal
                .iter()
                .map(|played| {
                    self.position.apply_all(&played.effects);
                    let state = state_of(&self.position);
                    self.position.undo_all(&played.effects);
                    assert_eq!(self.position, before, "undoing {played:?}");
                    state
                })
                .collect();
            let fast: BTreeSet<State> = reached.iter().cloned().collect();
            let slow = twin.legal(&state, army);
            if fast != slow {
                let only_fast: Vec<_> =
                    legal.iter().zip(&reached).filter(|(_, state)| !slow.contains(state)).map(|(played, _)| played).collect();
                let only_slow: Vec<_> = slow.difference(&fast).map(|after| changes(&state, after)).collect();
                let rules = &twin.boards;
                panic!("ply {ply}, army {army:?}, only fast: {only_fast:#?}\nonly slow: {only_slow:#?}\n{:?} {rules:#?}", twin.safety);
            }
            if legal.is_empty() {
                return;
            }
            let chosen = chance.below(legal.len());
            self.position.apply_all(&legal[chosen].effects);
            state = reached[chosen].clone();
        }
    }
}

fn changes(before: &State, after: &State) -> String {
    let pairs = before.men.iter().zip(&after.men).enumerate().filter(|(_, (old, new))| old != new);
    let men: Vec<String> = pairs.map(|(man, (old, new))| format!("{man}: {old:?} -> {new:?}")).collect();
    format!("{} marks {:?}", men.join("; "), after.marks)
}

fn compare(seed: u64, rules: usize, plies: usize) {
    let mut chance = Chance::of(seed);
    let forms: Vec<Form> = (0..rules).map(|_| chance.form()).collect();
    let safety = chance.one(&[Safety::Never, Safety::IfAble, Safety::Free, Safety::Direct]);
    let compared = std::panic::catch_unwind(move || Table::with(&forms, safety).play(plies, &mut chance));
    assert!(compared.is_ok(), "seed {seed}");
}

#[test]
fn the_twins_agree_on_the_standard_game() {
    for seed in 0..2 {
        compare(seed, 0, 40);
    }
}

#[test]
fn the_twins_agree_under_random_rules() {
    for seed in 100..124 {
        let rules = 1 + seed as usize % 9;
        compare(seed, rules, 8);
    }
}
