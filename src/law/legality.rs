//! Which moves are legal by the law in force, and which captures of a real king it knows (F4).

use crate::board::{ArmyId, BoardId, CellId, Position};
use crate::rule::Safety;

use super::Move;
use super::found::{Found, Level};
use super::generate::Generator;
use super::in_force::Law;
use super::safety::{Foresight, Judge};

impl Law {
    /// The legal moves of an army, on all boards or on one, in a fixed order. Expects the army's [`opening`](Law::opening) effects done.
    pub fn legal(&self, position: &Position, army: ArmyId, board: Option<BoardId>) -> Vec<Move> {
        self.legal_of_all(position, &[army], board)
    }

    /// The same of several armies of one side, whose player makes one move with any of them: safety and duties are his, not each army's.
    pub fn legal_of_all(&self, position: &Position, armies: &[ArmyId], board: Option<BoardId>) -> Vec<Move> {
        let (mut scratch, mut found) = (position.clone(), Found::default());
        self.legal_into(&mut scratch, armies, board, &mut found);
        (0..found.heads.len()).map(|at| found.lift(at, self, position)).collect()
    }

    /// The same where somebody who sees further tells which moves leave the side's real kings safe.
    pub fn legal_if(&self, position: &Position, armies: &[ArmyId], board: Option<BoardId>, safe: Foresight<'_>) -> Vec<Move> {
        if armies.iter().any(|&army| self.rests(position, army)) {
            return Vec::new();
        }
        let (mut scratch, mut found) = (position.clone(), Found::default());
        self.lawful_if(&mut scratch, armies, board, &mut found, Some(safe));
        (0..found.heads.len()).map(|at| found.lift(at, self, position)).collect()
    }

    /// All moves of an army whatever becomes of its real kings.
    pub fn unguarded(&self, position: &Position, army: ArmyId, board: Option<BoardId>) -> Vec<Move> {
        let (mut scratch, mut found) = (position.clone(), Found::default());
        Generator::new(self, &mut scratch, &mut found).army(army, board);
        (0..found.heads.len()).map(|at| found.lift(at, self, position)).collect()
    }

    /// Adds the legal moves of one side's armies to an arena. The position is the same afterwards.
    pub(super) fn legal_into(&self, position: &mut Position, armies: &[ArmyId], board: Option<BoardId>, found: &mut Found) {
        if !armies.iter().any(|&army| self.rests(position, army)) {
            self.lawful_into(position, armies, board, found);
        }
    }

    /// The same whether the game is over or not.
    pub(super) fn lawful_into(&self, position: &mut Position, armies: &[ArmyId], board: Option<BoardId>, found: &mut Found) {
        self.lawful_if(position, armies, board, found, None);
    }

    fn lawful_if(
        &self,
        position: &mut Position,
        armies: &[ArmyId],
        board: Option<BoardId>,
        found: &mut Found,
        mut foresight: Option<Foresight<'_>>,
    ) {
        let Some(&first) = armies.first() else { return };
        let level = found.level();
        for &army in armies {
            let own = found.level();
            Generator::new(self, position, found).army(army, board);
            self.drop_late_bans(position, army, found, own);
        }
        let told: Option<Foresight<'_>> = match foresight.as_mut() {
            Some(foresight) => Some(&mut **foresight),
            None => None,
        };
        self.drop_unsafe(position, (first, told), found, level);
        let late = found.level();
        self.act_late(position, armies, board, found, level);
        self.drop_unsafe(position, (first, foresight), found, late);
        self.keep_duties(position, found, level);
    }

    /// Drops the moves since `level`, of the army's side, that its real kings forbid.
    fn drop_unsafe(&self, position: &mut Position, (army, foresight): (ArmyId, Option<Foresight<'_>>), found: &mut Found, level: Level) {
        let heads = found.since(level);
        if self.safety == Safety::Free || heads.is_empty() {
            return;
        }
        let mut judge = Judge::told(army, foresight);
        let mut approved = Vec::with_capacity(heads.len());
        for head in &found.heads[heads.clone()] {
            if found.most.is_some_and(|most| judge.toil > most) {
                break;
            }
            judge.look(self, position, self.geometry.cell(head.from).board);
            approved.push(judge.makes(self, position, head, found));
            position.undo_all(head.effects.of(&found.effects));
        }
        found.cut |= approved.len() < heads.len();
        let mut kept = heads.start;
        for (at, approved) in heads.zip(approved) {
            let head = found.heads[at];
            if approved || judge.tolerates(self, self.geometry.cell(head.from).board) {
                found.heads[kept] = head;
                kept += 1;
            }
        }
        found.heads.truncate(kept);
        found.toil += judge.toil;
    }

    /// A move by which a hostile army could take a real king of this army's side, were it on move: "in check" (F4).
    pub fn threat(&self, position: &Position, army: ArmyId) -> Option<Move> {
        let mut scratch = position.clone();
        let hostile = self.hostile(army);
        (0..self.fields.len()).find_map(|board| {
            let (found, run) = self.capture_in_full(&mut scratch, BoardId(board as u8), (hostile, hostile))?;
            Some(found.lift(run, self, position))
        })
    }

    /// A move of one of the armies `captors`, were they on move, that takes a real king of one of `victims`, all of one side.
    pub fn capture_of_king(&self, position: &Position, victims: &[ArmyId], captors: &[ArmyId]) -> Option<Move> {
        let hostile = self.hostile(*victims.first()?);
        let threats = captors.iter().fold(0, |bits, army| bits | 1 << army.index()) & hostile;
        let mut scratch = position.clone();
        (0..self.fields.len()).find_map(|board| {
            let (found, run) = self.capture_in_full(&mut scratch, BoardId(board as u8), (hostile, threats))?;
            Some(found.lift(run, self, position))
        })
    }

    /// Whether a man of an army hostile to `army` attacks the cell: its movement reaches it, safety and bans ignored.
    pub fn attacked(&self, position: &Position, cell: CellId, army: ArmyId) -> bool {
        self.attacked_on(position, cell, self.hostile(army))
    }
}
