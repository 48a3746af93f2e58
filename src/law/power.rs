//! What each man can do, whatever becomes of kings: the squares it goes to and the captures it makes, to compare laws by (R8, R9).

use crate::board::{ArmyId, BoardId, CellId, Effect, KindId, ManId, Place, Position};

use super::Sort;
use super::found::{Found, Head};
use super::generate::Generator;
use super::in_force::Law;

/// Where a man goes and what it captures; sorted, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Power {
    pub quiet: Vec<CellId>,
    /// The square of the victim, and what becomes of everybody as a number.
    pub captures: Vec<(CellId, u64)>,
}

/// A man and its power.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Able {
    pub man: ManId,
    pub kind: KindId,
    pub power: Power,
}

/// Of what follows one move so many courses are looked at, and where there are more, what it comes to is told by the move alone.
const MOST_COURSES: usize = 256;

impl Law {
    /// What the men of an army on a board can do. Castling counts only where no enemy stands on it. The position is the same afterwards. What follows moves
    /// costs `toil`.
    pub fn powers(&self, position: &mut Position, army: ArmyId, board: BoardId, toil: &mut u64) -> Vec<Able> {
        let own: Vec<(ManId, KindId)> =
            position.standing(board).filter(|(_, man, _)| man.army == army).map(|(id, man, _)| (id, man.kind)).collect();
        let crowded = position.standing(board).any(|(_, man, _)| self.hostile(army) >> man.army.index() & 1 == 1);
        let mut found = Found::default();
        let mut all = Vec::with_capacity(own.len());
        for (man, kind) in own {
            let level = found.level();
            Generator { courses: MOST_COURSES, ..Generator::new(self, position, &mut found) }.man(man, Some(board));
            self.drop_late_bans(position, army, &mut found, level);
            let cut = std::mem::take(&mut found.cut);
            let mut power = Power::default();
            // Whether a king castles hangs on what is attacked, which is no matter of its power.
            let castles = !crowded;
            let counts = |head: &&Head| castles || !matches!(head.sort, Sort::Castling { .. });
            for head in found.heads[found.since(level)].iter().filter(counts) {
                let captured = head.captured.of(&found.captured);
                match captured.first().and_then(|&victim| position.man(victim).place.cell()) {
                    Some(victim) => {
                        let effects = head.effects.of(&found.effects);
                        let told = if cut { effects.len().min(head.alone as usize) } else { effects.len() };
                        power.captures.push((victim, outcome(&effects[..told])));
                    }
                    None if captured.is_empty() => power.quiet.push(head.to),
                    // Nobody who stands is captured.
                    None => {}
                }
            }
            found.fall_back(level);
            all.push(Able { man, kind, power });
        }
        *toil += found.toil;
        self.add_actions(position, army, board, &mut all);
        for Able { power, .. } in &mut all {
            power.quiet.sort_unstable();
            power.quiet.dedup();
            power.captures.sort_unstable();
            power.captures.dedup();
        }
        all
    }

    /// Where what may be done instead of moving puts men of the army: they come there as by a move.
    fn add_actions(&self, position: &mut Position, army: ArmyId, board: BoardId, all: &mut [Able]) {
        if self.field(board).tables.actions.is_empty() {
            return;
        }
        let mut found = Found::default();
        Generator::new(self, position, &mut found).actions(army, Some(board));
        for head in &found.heads {
            let effects = head.effects.of(&found.effects);
            let comes = |man: ManId| {
                let last = effects.iter().rev().find_map(|effect| match *effect {
                    Effect::Put { man: put, to, .. } if put == man => Some(to),
                    _ => None,
                });
                last.filter(|&to| to != position.man(man).place).and_then(Place::cell)
            };
            for able in all.iter_mut() {
                able.power.quiet.extend(comes(able.man));
            }
        }
    }

    /// Whether an army has any move on a board, whatever becomes of its king.
    pub fn may_move(&self, position: &mut Position, army: ArmyId, board: BoardId) -> bool {
        let own: Vec<ManId> = position.standing(board).filter(|(_, man, _)| man.army == army).map(|(id, ..)| id).collect();
        let mut found = Found::default();
        own.into_iter().any(|man| {
            let level = found.level();
            Generator::new(self, position, &mut found).man(man, Some(board));
            self.drop_late_bans(position, army, &mut found, level);
            let able = !found.since(level).is_empty();
            found.fall_back(level);
            able
        })
    }
}

/// What becomes of the men and the board, as a number; what is only noted does not count. (FNV-1a.)
fn outcome(effects: &[Effect]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |number: u64| {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let place = |place: Place| match place {
        Place::Cell(cell) => cell.index() as u64 + 3,
        Place::Pocket(army) => (army.index() as u64 + 1) << 32,
        Place::Hand => 1,
        Place::Gone => 2,
    };
    for effect in effects {
        match *effect {
            Effect::Put { man, to, .. } => [1, man.index() as u64, place(to)].map(&mut take),
            Effect::Kind { man, new, .. } => [2, man.index() as u64, new.index() as u64].map(&mut take),
            Effect::Army { man, new, .. } => [3, man.index() as u64, new.index() as u64].map(&mut take),
            Effect::Make { kind, army, cell, .. } => [4, (kind.index() << 8 | army.index()) as u64, cell.index() as u64].map(&mut take),
            Effect::Recruit { kind, army, .. } => [5, kind.index() as u64, army.index() as u64].map(&mut take),
            Effect::Hole { cell, open } => [6, cell.index() as u64, u64::from(open)].map(&mut take),
            _ => continue,
        };
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::samples;
    use crate::rule;

    #[test]
    fn power_is_squares_and_captures_and_their_effects() {
        let words = rule::Vocabulary::of(samples::chess(rule::Safety::IfAble).chain());
        let power = |text: &str, fen: &str| {
            let clauses = rule::read(&format!("RULE\n{text}\nEND"), &words).rule.unwrap().clauses;
            let (law, mut placed) = samples::under(&clauses, fen);
            let kind = placed.position.entities.kind_named("knight").unwrap();
            let all = law.powers(&mut placed.position, ArmyId(0), BoardId(0), &mut 0);
            all.into_iter().find(|able| able.kind == kind).unwrap().power
        };
        let (nothing, fen) = ("Kings may not castle.", "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1");
        let plain = power(nothing, fen);
        assert_eq!((plain.quiet.len(), plain.captures.len()), (7, 1));
        // Pinned against its king it can do as much.
        assert_eq!(power(nothing, "4k3/8/4r3/8/8/4N3/8/4K3 w - - 0 1").quiet.len(), 8);
        let converting = power("When a knight captures a piece, the captured piece changes sides and stays on its square.", fen);
        assert_eq!(converting.quiet, plain.quiet);
        assert_eq!(converting.captures.len(), 1);
        assert_ne!(converting.captures, plain.captures);
        assert_eq!(power("Knights may not capture pawns.", fen).captures, []);
        // What may be done instead of moving leads to squares as well.
        let swapping = power("A player may, instead of moving, swap his king with one of his knights.", fen);
        assert_eq!(swapping.quiet.len(), plain.quiet.len() + 1);
    }
}
