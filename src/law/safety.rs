//! Whether real kings could be captured: by the tables where captures are plain, by real runs where edits or marks may decide.

use crate::board::{ArmyId, BoardId, CellId, ManId, Position};
use crate::movement::{Hurdle, Ray, Sight, Use};
use crate::rule::Safety;

use super::Sort;
use super::found::{Found, Head};
use super::generate::Generator;
use super::in_force::Law;

/// More real kings of one side on one board than this, and each move is tried.
const WATCHED_KINGS: usize = 4;

/// What is known before a board's moves are judged, so that most need no search for attackers.
#[derive(Clone, Copy)]
struct Guard {
    board: BoardId,
    /// Armies hostile to the mover's, as bits.
    hostile: u32,
    /// The slots of the side's real kings on this board, if a man that leaves no line open cannot expose one.
    watched: Option<([u16; WATCHED_KINGS], usize)>,
}

/// Judges the moves of one army, one after the other, by the law's clause on safety.
pub(super) struct Judge {
    army: ArmyId,
    guard: Option<Guard>,
    /// By board, as bits: where some move was safe (F4 is judged on each board by itself).
    able: u64,
}

impl Judge {
    pub fn of(army: ArmyId) -> Judge {
        Judge { army, guard: None, able: 0 }
    }

    /// Looks at a board before a move on it is made.
    #[inline]
    pub fn look(&mut self, law: &Law, position: &mut Position, board: BoardId) {
        if law.safety != Safety::Free && self.guard.is_none_or(|guard| guard.board != board) {
            self.guard = Some(law.guard(position, self.army, board));
        }
    }

    /// Whether a move on the board looked at, just made, is safe.
    #[inline]
    pub fn approves(&mut self, law: &Law, position: &mut Position, head: &Head, captured: &[ManId]) -> bool {
        let Some(guard) = &self.guard else { return false };
        let safe = law.is_safe(position, guard, head, head.captured.of(captured));
        self.able |= u64::from(safe) << guard.board.index();
        safe
    }

    /// Once all moves are judged: whether those not approved on a board are legal all the same.
    #[inline]
    pub fn tolerates(&self, law: &Law, board: BoardId) -> bool {
        match law.safety {
            Safety::Never => false,
            Safety::IfAble => self.able >> board.index() & 1 == 0,
            Safety::Free => true,
        }
    }
}

impl Law {
    /// Looks at a board before an army's moves on it are judged.
    fn guard(&self, position: &mut Position, army: ArmyId, board: BoardId) -> Guard {
        let hostile = self.hostile(army);
        let tables = &self.field(board).tables;
        let mut guard = Guard { board, hostile, watched: None };
        if tables.hops || !tables.edits.is_empty() || self.exposed(position, board, hostile, hostile) {
            return guard;
        }
        let mut slots = [0; WATCHED_KINGS];
        let mut count = 0;
        for cell in self.kings(position, hostile).filter_map(|king| position.man(king).place.cell()) {
            let cell = self.geometry.cell(cell);
            if cell.board == board {
                if count == WATCHED_KINGS {
                    return guard;
                }
                slots[count] = cell.slot;
                count += 1;
            }
        }
        guard.watched = Some((slots, count));
        guard
    }

    /// Whether a move, just made, leaves every real king of its side on the board safe. Taking an enemy's real king ends that enemy's threats.
    #[inline]
    fn is_safe(&self, position: &mut Position, guard: &Guard, head: &Head, captured: &[ManId]) -> bool {
        let hostile = guard.hostile;
        if let Some((slots, count)) = guard.watched
            && matches!(head.sort, Sort::Quiet | Sort::Capture)
            && !position.man(head.man).royal
        {
            let left = self.geometry.cell(head.from).slot;
            let tables = &self.field(guard.board).tables;
            if slots[..count].iter().all(|&king| !tables.reach.crosses(king, left)) {
                return true;
            }
        }
        let mut threats = hostile;
        for man in captured.iter().map(|&man| position.man(man)).filter(|man| man.royal) {
            if hostile >> man.army.index() & 1 == 0 {
                return false;
            }
            threats &= self.hostile(man.army);
        }
        !self.exposed(position, guard.board, hostile, threats)
    }

    /// The real kings, wherever they are, of the armies that those of `hostile` are hostile to.
    fn kings(&self, position: &Position, hostile: u32) -> impl Iterator<Item = ManId> {
        let own = (0..self.armies()).filter(move |army| hostile >> army & 1 == 0).map(|army| ArmyId(army as u8));
        own.flat_map(|army| position.roster(army).common(position.royals()))
    }

    /// Whether an army of `threats` could capture on this board a real king of an army that is not among `hostile`.
    fn exposed(&self, position: &mut Position, board: BoardId, hostile: u32, threats: u32) -> bool {
        let tables = &self.field(board).tables;
        let mut runs_may_tell = false;
        for king in self.kings(position, hostile) {
            let Some(cell) = position.man(king).place.cell().filter(|&cell| self.geometry.cell(cell).board == board) else { continue };
            if self.attacked_on(position, cell, threats) {
                return true;
            }
            let passed = position.marks().iter().any(|mark| mark.man == king);
            runs_may_tell |= passed || tables.explodes && self.blasts_may_reach(position, cell, threats);
        }
        runs_may_tell && self.capturing_run(position, board, hostile, threats).is_some()
    }

    /// Whether somebody near enough for an explosion to reach `cell` is attacked.
    fn blasts_may_reach(&self, position: &Position, cell: CellId, threats: u32) -> bool {
        let at = self.geometry.cell(cell);
        let reach = self.field(at.board).tables.edits.iter().filter_map(|edit| edit.explosion).map(|blast| blast.reach).max();
        let reach = i16::from(reach.unwrap_or(0));
        let near = (-reach..=reach).flat_map(|up| (-reach..=reach).map(move |along| (along, up)));
        let mut centres = near.filter_map(|(along, up)| self.geometry.at(at.board, at.file + along, at.rank + up));
        centres.any(|centre| {
            let victim = position.on(centre).is_some() || position.marks().iter().any(|mark| mark.cell == centre);
            victim && self.attacked_on(position, centre, threats)
        })
    }

    /// A move of an army of `threats` on the board that captures a real king of an army not among `hostile`: the arena, and which head.
    pub(super) fn capturing_run(&self, position: &mut Position, board: BoardId, hostile: u32, threats: u32) -> Option<(Found, usize)> {
        let mut found = Found::default();
        for army in (0..self.armies()).filter(|army| threats >> army & 1 == 1) {
            Generator { law: self, position, found: &mut found }.army(ArmyId(army as u8), Some(board));
        }
        let takes = |man: &ManId| position.man(*man).royal && hostile >> position.man(*man).army.index() & 1 == 0;
        let run = found.heads.iter().position(|head| head.captured.of(&found.captured).iter().any(takes))?;
        Some((found, run))
    }

    /// Whether a man of one of the armies `by` attacks the cell on its own board.
    #[inline]
    pub(super) fn attacked_on(&self, position: &Position, cell: CellId, by: u32) -> bool {
        let at = self.geometry.cell(cell);
        let field = self.field(at.board);
        let look = |slot: u16| match position.on(field.cells[usize::from(slot)]) {
            None => Sight::Nobody,
            Some(id) => {
                let man = position.man(id);
                if by >> man.army.index() & 1 == 0 {
                    Sight::Bystander
                } else {
                    Sight::Hostile(field.tables.of(man.kind, man.army).gaits[usize::from(man.legs == 0)])
                }
            }
        };
        field.tables.reach.attacked(at.slot, look) || field.tables.hops && self.hopped_to(position, cell, by)
    }

    /// Whether a man of one of the armies `by` captures on the cell by hopping.
    fn hopped_to(&self, position: &Position, cell: CellId, by: u32) -> bool {
        let target = self.geometry.cell(cell);
        let field = self.field(target.board);
        let mut hoppers = position.standing(target.board).filter(|(_, man, _)| by >> man.army.index() & 1 == 1);
        hoppers.any(|(_, man, from)| {
            let gait = &field.tables.gaits[usize::from(field.tables.of(man.kind, man.army).gaits[usize::from(man.legs == 0)])];
            gait.hops && gait.rays(self.geometry.cell(from).slot).iter().any(|ray| self.hops_to(position, target.board, ray, target.slot))
        })
    }

    fn hops_to(&self, position: &Position, board: BoardId, ray: &Ray, target: u16) -> bool {
        let field = self.field(board);
        let walk = field.tables.tracks.walk(ray.start, ray.end);
        let stands = |slot: &u16| position.on(field.cells[usize::from(*slot)]).is_some();
        let Some(at) = walk.iter().position(|&slot| slot == target).filter(|&at| at + 1 >= usize::from(ray.min)) else { return false };
        ray.purpose != Use::Quiet
            && walk[..at].iter().filter(|slot| stands(slot)).count() == 1
            && match ray.hurdle {
                Hurdle::One => true,
                Hurdle::Last => stands(&walk[at - 1]),
                Hurdle::None | Hurdle::Any => false,
            }
    }
}
