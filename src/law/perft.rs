//! Perft: how many lines of play of a given length there are.

use crate::board::{ArmyId, Position};
use crate::rule::Safety;

use super::Law;
use super::found::{Found, Head};
use super::generate::Generator;
use super::safety::Judge;

/// Counts the lines of `depth` moves, each move made. Armies move in turn, in order of their ids, `army` first, whose phase has been opened.
pub fn perft(law: &Law, position: &Position, army: ArmyId, depth: u32) -> u64 {
    let mut found = Found::default();
    lines(law, &mut position.clone(), army, depth, &mut found)
}

/// The same number without making the last move of each line once more than its safety asks.
pub fn perft_bulk(law: &Law, position: &Position, army: ArmyId, depth: u32) -> u64 {
    let mut found = Found::default();
    listed(law, &mut position.clone(), army, depth, &mut found)
}

/// After a move of an army: the lines of so many more moves, from whoever moves next.
fn onward(law: &Law, position: &mut Position, army: ArmyId, depth: u32, found: &mut Found, count: Count) -> u64 {
    if depth == 0 {
        return 1;
    }
    let between = law.pass_on(position, army);
    let sum = count(law, position, between.next, depth, found);
    between.undo(position);
    sum
}

type Count = fn(&Law, &mut Position, ArmyId, u32, &mut Found) -> u64;

fn lines(law: &Law, position: &mut Position, army: ArmyId, depth: u32, found: &mut Found) -> u64 {
    if depth == 0 {
        return 1;
    }
    let level = found.level();
    let mut sum = 0;
    // What is remembered of a move is noted in the position before it.
    if law.sifts() || law.reads.past {
        law.legal_into(position, &[army], None, found);
        for at in found.since(level) {
            sum += after(law, position, found, at, |position, found| onward(law, position, army, depth - 1, found, lines));
        }
        found.fall_back(level);
        return sum;
    }
    if law.rests(position, army) {
        return 0;
    }
    Generator::new(law, position, found).army(army, None);
    let mut judge = Judge::of(army);
    // Where no king has to be safe, no move is made to see whether it is.
    for at in found.since(level).filter(|_| law.safety != Safety::Free) {
        let Head { effects, from, .. } = found.heads[at];
        let board = law.geometry.cell(from).board;
        judge.look(law, position, board);
        if judge.makes(law, position, &found.heads[at], found) {
            sum += onward(law, position, army, depth - 1, found, lines);
        }
        position.undo_all(effects.of(&found.effects));
    }
    for at in found.since(level) {
        if judge.tolerates(law, law.geometry.cell(found.heads[at].from).board) {
            sum += after(law, position, found, at, |position, found| onward(law, position, army, depth - 1, found, lines));
        }
    }
    found.fall_back(level);
    sum
}

fn listed(law: &Law, position: &mut Position, army: ArmyId, depth: u32, found: &mut Found) -> u64 {
    if depth == 0 {
        return 1;
    }
    let level = found.level();
    law.legal_into(position, &[army], None, found);
    let heads = found.since(level);
    let sum = if depth == 1 {
        heads.len() as u64
    } else {
        heads.map(|at| after(law, position, found, at, |position, found| onward(law, position, army, depth - 1, found, listed))).sum()
    };
    found.fall_back(level);
    sum
}

/// Makes a move of the arena, remembers it where somebody asks for the past, counts, and takes it back.
fn after(law: &Law, position: &mut Position, found: &mut Found, at: usize, count: impl FnOnce(&mut Position, &mut Found) -> u64) -> u64 {
    let effects = found.heads[at].effects;
    let memories = if law.reads.past { law.remember_found(position, &found.heads[at], found) } else { Vec::new() };
    position.apply_all(effects.of(&found.effects));
    position.apply_all(&memories);
    let sum = count(position, found);
    position.undo_all(&memories);
    position.undo_all(effects.of(&found.effects));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::{Active, Strength, Universes, introduce, samples};
    use crate::rule::{self, Safety};

    fn from_start(safety: Safety, depth: u32) -> (u64, u64) {
        let standard = samples::chess(safety);
        let position = standard.start().unwrap();
        let law = Law::fold(&standard, &[], &position.entities, &position.geometry).unwrap();
        (perft(&law, &position, ArmyId(0), depth), perft_bulk(&law, &position, ArmyId(0), depth))
    }

    #[test]
    fn chess_from_the_start() {
        for (depth, lines) in [(1, 20), (2, 400), (3, 8_902), (4, 197_281)] {
            assert_eq!(from_start(Safety::Never, depth), (lines, lines));
        }
    }

    #[test]
    fn chess_with_the_capture_of_kings() {
        assert_eq!(from_start(Safety::Free, 4), (197_742, 197_742));
    }

    /// Lines from the start under a rule, made and counted in bulk.
    fn under(words: &str, depth: u32) -> (u64, u64) {
        let standard = samples::chess(Safety::Never);
        let mut position = standard.start().unwrap();
        let reading = rule::read(&format!("RULE\n{words}\nEND"), &rule::Vocabulary::of(standard.chain()));
        let rule = reading.rule.unwrap_or_else(|| panic!("{words}: {:?}", reading.diagnostics));
        introduce("rule w1", &rule.clauses, &mut position);
        let active =
            [Active { number: "w1", clauses: &rule.clauses, universes: Universes::Every, since: None, strength: Strength::Settled }];
        let law = Law::fold(&standard, &active, &position.entities, &position.geometry).unwrap();
        law.open(&mut position, ArmyId(0));
        (perft(&law, &position, ArmyId(0), depth), perft_bulk(&law, &position, ArmyId(0), depth))
    }

    #[test]
    fn who_misses_his_turn_has_no_line() {
        assert_eq!(under("After a knight moves, the opponent misses his next turn.", 2), (320, 320));
    }

    #[test]
    fn what_was_moved_is_remembered() {
        let (made, counted) = under("Pieces that moved last turn may not move.", 3);
        assert_eq!(made, counted);
        assert!(made < 8_902, "{made}");
    }
}
