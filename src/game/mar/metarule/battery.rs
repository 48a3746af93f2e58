//! The battery of positions that changes of power are measured on (F7): the boards as they stand, each kind of man alone on each square, and
//! men thrown together at random from a seed that is told, so that anybody can go after it.

use std::collections::BTreeSet;

use crate::board::{ArmyId, BoardId, CellId, Clock, Effect, KindId, ManId, Place, Position};
use crate::dice::Seeded;
use crate::law::Law;
use crate::rule::{Clause, Condition, Number, Operation, Part, walk};

use super::super::multiverse::Multiverse;
use super::{Proposal, Subject};

/// How many positions of a board are made at random.
const RANDOM_POSITIONS: usize = 64;
/// The turns ahead in which what hangs on the turn is looked at.
pub const TURNS_AHEAD: u32 = 24;
/// The longest period that is followed whole (R9).
const LONGEST_PERIOD: u32 = 840;

/// The seed of a proposal: from the game's name and what the rule says. (FNV-1a.)
pub fn seed(proposal: &Proposal<'_>) -> u64 {
    let says = match &proposal.subject {
        Subject::Rule(rule) => crate::rule::print(rule, &proposal.before.vocabulary()),
        Subject::Repeal { targets, universe } => format!("REPEAL {targets:?} {universe:?}"),
    };
    let words = format!("{}\n{says}", proposal.before.name());
    words.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)) | 1
}

/// The turns after one in which laws may differ, each with how many of the next `horizon` turns are as it is.
pub fn turns<'c>(clauses: impl Iterator<Item = &'c Clause>, now: u32, horizon: u32) -> Vec<(u32, u32)> {
    match clock(clauses) {
        Hangs::Never => vec![(now + 1, horizon)],
        Hangs::Regularly(period) if period <= horizon => {
            let like = |first: u32| (horizon - first) / period + 1;
            (1..=period).map(|first| (now + first, like(first))).collect()
        }
        Hangs::Regularly(_) | Hangs::Somehow => (1..=horizon).map(|ahead| (now + ahead, 1)).collect(),
    }
}

/// The turns beyond one at which what clauses say of turns by their numbers begins or ends: `on turns 27 to 90`.
pub fn turns_named<'c>(clauses: impl Iterator<Item = &'c Clause>, beyond: u32) -> BTreeSet<u32> {
    let (mut named, mut period) = (BTreeSet::new(), 1_u32);
    for clause in clauses {
        walk::parts(clause, &mut |part| match part {
            Part::Condition(
                Condition::Compare(Number::Turn, _, Number::Is(turn)) | Condition::Compare(Number::Is(turn), _, Number::Turn),
            ) => drop(named.insert((*turn).max(0) as u32)),
            Part::Number(Number::Of(_, Operation::Modulo, by)) => {
                if let Number::Is(every @ 1..=1000) = **by {
                    period = common(period, every as u32);
                }
            }
            _ => {}
        });
    }
    // One round later whatever comes round has come.
    let around = |turn: u32| turn.saturating_sub(1)..=turn + period.min(TURNS_AHEAD);
    named.into_iter().flat_map(around).filter(|&turn| turn > beyond).collect()
}

/// How far ahead R9 looks: as far as it is told, and as long as the rules take to come round (F7).
pub fn horizon<'c>(clauses: impl Iterator<Item = &'c Clause>, told: u32) -> u32 {
    match clock(clauses) {
        Hangs::Regularly(period) => told.max(period.min(LONGEST_PERIOD)),
        Hangs::Never | Hangs::Somehow => told,
    }
}

/// How what clauses say hangs on the number of the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hangs {
    Never,
    /// It comes round after so many turns.
    Regularly(u32),
    Somehow,
}

fn clock<'c>(clauses: impl Iterator<Item = &'c Clause>) -> Hangs {
    let (mut turns, mut rounds, mut period) = (0, 0, 1_u32);
    for clause in clauses {
        walk::parts(clause, &mut |part| match part {
            Part::Number(Number::Turn) => turns += 1,
            Part::Number(Number::Of(what, Operation::Modulo, by)) => {
                if let Number::Is(every @ 1..=1000) = **by {
                    let mut inside = 0;
                    count_turns(what, &mut inside);
                    rounds += inside;
                    period = common(period, every as u32);
                }
            }
            _ => {}
        });
    }
    match (turns, turns == rounds) {
        (0, _) => Hangs::Never,
        (_, true) => Hangs::Regularly(period),
        (_, false) => Hangs::Somehow,
    }
}

fn count_turns(number: &Number, found: &mut u32) {
    match number {
        Number::Turn => *found += 1,
        Number::Of(one, _, other) => {
            count_turns(one, found);
            count_turns(other, found);
        }
        Number::Divisors(of) => count_turns(of, found),
        _ => {}
    }
}

/// The least common multiple, as far as it is followed.
fn common(one: u32, other: u32) -> u32 {
    let (mut a, mut b) = (one, other);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (one / a).saturating_mul(other).min(LONGEST_PERIOD)
}

/// The boards of some universes.
pub fn boards(game: &Multiverse, universes: &[u16]) -> Vec<BoardId> {
    let all = (0..game.position.geometry.boards.len()).map(|at| BoardId(at as u8));
    all.filter(|&board| universes.contains(&game.position.geometry.board(board).universe)).collect()
}

/// The armies that stand on a board or belong to its universe.
pub fn armies(game: &Multiverse, board: BoardId) -> Vec<ArmyId> {
    let number = game.position.geometry.board(board).universe;
    let mut found: Vec<ArmyId> =
        game.universe(number).map(|universe| game.sides_in(universe).into_iter().map(|(_, army)| army).collect()).unwrap_or_default();
    for (_, man, _) in game.position.standing(board) {
        if !found.contains(&man.army) {
            found.push(man.army);
        }
    }
    found.sort_unstable();
    found
}

/// The position as it would be in some turn, in the phase of an army.
pub fn at_turn(position: &mut Position, turn: u32, army: ArmyId) {
    let side = position.entities.army(army).side;
    let (old, new) = (position.clock(), Clock::new(turn, Some(side)));
    if old != new {
        position.apply(&Effect::Clock { old, new });
    }
}

/// Goes through the positions of a board where a man of some kind and army is alone, square by square; in all of these positions at once,
/// which have the same men.
pub fn alone(positions: &[Position], board: BoardId, kind: KindId, army: ArmyId, see: &mut dyn FnMut(&mut [Position])) {
    let mut positions = positions.to_vec();
    let men: Vec<(ManId, CellId)> = positions[0].standing(board).map(|(man, _, cell)| (man, cell)).collect();
    for (man, cell) in men {
        every(&mut positions, Effect::Put { man, from: Place::Cell(cell), to: Place::Gone });
    }
    let cells = positions[0].geometry.board(board).cells.clone();
    let mut free =
        cells.into_iter().filter(|&cell| positions.iter().all(|position| position.is_free(cell))).collect::<Vec<_>>().into_iter();
    let man = positions[0].next_man();
    let Some(mut at) = free.next().filter(|_| man.index() < crate::board::MAX_MEN) else { return };
    every(&mut positions, Effect::Make { man, kind, army, cell: at });
    loop {
        see(&mut positions);
        let Some(next) = free.next() else { return };
        every(&mut positions, Effect::Put { man, from: Place::Cell(at), to: Place::Cell(next) });
        at = next;
    }
}

/// The same with one man of every kind of the other armies beside it, who have just passed over every cell that is free.
pub fn passed(positions: &[Position], board: BoardId, kind: KindId, army: ArmyId, see: &mut dyn FnMut(&mut [Position])) {
    let men: BTreeSet<(KindId, ArmyId)> = positions[0].standing(board).map(|(_, man, _)| (man.kind, man.army)).collect();
    let others: Vec<(KindId, ArmyId)> = men.into_iter().filter(|&(_, other)| other != army).collect();
    alone(positions, board, kind, army, &mut |positions| {
        let mut passed = positions.to_vec();
        let cells = passed[0].geometry.board(board).cells.clone();
        let mut free: Vec<CellId> = cells.into_iter().filter(|&cell| passed.iter().all(|position| position.is_free(cell))).collect();
        for &(kind, army) in &others {
            let man = passed[0].next_man();
            let Some(cell) = free.pop().filter(|_| man.index() < crate::board::MAX_MEN) else { break };
            every(&mut passed, Effect::Make { man, kind, army, cell });
            free.iter().for_each(|&cell| every(&mut passed, Effect::Mark { cell, man }));
        }
        see(&mut passed);
    });
}

/// Goes through the board as it stands, each army on it without the others, and then through its men thrown together at random; in all of these positions at once.
pub fn together(positions: &[Position], board: BoardId, chance: &mut Seeded, see: &mut dyn FnMut(&mut [Position])) {
    let mut positions = positions.to_vec();
    see(&mut positions);
    let all: Vec<(ManId, ArmyId)> = positions[0].standing(board).map(|(man, this, _)| (man, this.army)).collect();
    let men: Vec<ManId> = all.iter().map(|(man, _)| *man).collect();
    let mut armies: Vec<ArmyId> = all.iter().map(|(_, army)| *army).collect();
    armies.sort_unstable();
    armies.dedup();
    for army in armies {
        let mut left = positions.clone();
        for &(man, _) in all.iter().filter(|(_, of)| *of != army) {
            let from = left[0].man(man).place;
            every(&mut left, Effect::Put { man, from, to: Place::Gone });
        }
        see(&mut left);
    }
    let cells = positions[0].geometry.board(board).cells.clone();
    for _ in 0..RANDOM_POSITIONS {
        for &man in &men {
            let from = positions[0].man(man).place;
            let free = |cell: &CellId| positions.iter().all(|position| position.is_free(*cell));
            let free: Vec<CellId> = cells.iter().copied().filter(free).collect();
            if !free.is_empty() {
                let to = Place::Cell(free[chance.below(free.len())]);
                every(&mut positions, Effect::Put { man, from, to });
            }
        }
        see(&mut positions);
    }
}

/// Goes through the board as it stands with the men of two kinds of one army alone: nobody is in the way of those who move together.
pub fn in_pairs(positions: &[Position], board: BoardId, see: &mut dyn FnMut(&mut [Position])) {
    let men: Vec<(ManId, ArmyId, KindId)> = positions[0].standing(board).map(|(id, man, _)| (id, man.army, man.kind)).collect();
    let classes: BTreeSet<(ArmyId, KindId)> = men.iter().map(|&(_, army, kind)| (army, kind)).collect();
    let pairs = classes.iter().flat_map(|one| classes.iter().map(move |other| (one, other)));
    for (one, other) in pairs.filter(|(one, other)| one < other && one.0 == other.0) {
        let mut left = positions.to_vec();
        for &(man, ..) in men.iter().filter(|&&(_, army, kind)| ![*one, *other].contains(&(army, kind))) {
            let from = left[0].man(man).place;
            every(&mut left, Effect::Put { man, from, to: Place::Gone });
        }
        see(&mut left);
    }
}

fn every(positions: &mut [Position], effect: Effect) {
    positions.iter_mut().for_each(|position| position.apply(&effect));
}

/// Everybody has said whatever a rule wants to hear: a cost that can be paid takes no power (R8), and no right (R9).
pub fn said(position: &Position) -> Position {
    let mut said = position.clone();
    let words = said.entities.names.iter().filter(|name| name.starts_with(crate::law::SAID));
    let keys: Vec<_> = words.filter_map(|name| said.entities.key_named(name)).collect();
    let mut sides: Vec<_> = said.entities.armies.iter().map(|army| army.side).collect();
    sides.dedup();
    for key in keys {
        for &side in &sides {
            let note = crate::board::Note { of: crate::board::Bearer::Side(side), key };
            let old = said.note(note);
            if old == 0 {
                said.apply(&Effect::Note { note, old, new: 1 });
            }
        }
    }
    said
}

/// Whether an army has the right to move on a board: some man of it can in the present position, alone somewhere, or thrown together with others.
pub fn has_right(law: &Law, position: &Position, board: BoardId, army: ArmyId, turn: u32, chance: &mut Seeded) -> bool {
    let mut able = false;
    let mut look = |positions: &mut [Position]| {
        at_turn(&mut positions[0], turn, army);
        able = able || law.may_move(&mut positions[0], army, board);
        able
    };
    let here = &[said(position)];
    if look(&mut here.to_vec()) {
        return true;
    }
    let mut kinds: Vec<KindId> = position.standing(board).filter(|(_, man, _)| man.army == army).map(|(_, man, _)| man.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        alone(here, board, kind, army, &mut |positions| {
            look(positions);
        });
    }
    together(here, board, chance, &mut |positions| {
        look(positions);
    });
    able
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    fn clauses(text: &str) -> Vec<Clause> {
        let standard = crate::law::texts::standard("mar").unwrap();
        let reading = rule::read(&format!("RULE\n{text}\nEND"), &rule::Vocabulary::of(standard.chain()));
        reading.rule.unwrap_or_else(|| panic!("{:?}", reading.diagnostics)).clauses
    }

    #[test]
    fn a_rule_that_comes_round_is_looked_at_once_a_round() {
        let fifth = clauses("Pawns may only move on turns divisible by five.");
        assert_eq!(turns(fifth.iter(), 7, 24), [(8, 5), (9, 5), (10, 5), (11, 5), (12, 4)]);
        assert_eq!(horizon(fifth.iter(), 24), 24);
        let two = [fifth, clauses("Knights may only move on turns divisible by seven.")].concat();
        assert_eq!(horizon(two.iter(), 24), 35);
        let plain = clauses("Knights may not capture pawns.");
        assert_eq!(turns(plain.iter(), 7, 24), [(8, 24)]);
        let later = clauses("After turn 10, pawns may not capture.");
        assert_eq!(turns(later.iter(), 7, 24).len(), 24);
        assert_eq!(turns_named(later.iter(), 31).len(), 0);
        assert!(turns_named(clauses("After turn 40, pawns may not capture.").iter(), 31).contains(&41));
    }
}
