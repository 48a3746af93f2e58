//! The search for a move that captures a real king: what cannot come to that is not listed.

use crate::board::{ArmyId, BoardId, CellId, Effect, KindId, ManId, Position};
use crate::rule::{Ref, Safety};

use super::approach::Guise;
use super::deeds::{Target, Work};
use super::found::{Found, Head};
use super::generate::{Generator, Mover};
use super::in_force::Law;
use super::scene::Scene;
use super::tables::Tables;
use super::triggers::Cue;

/// Whose real kings are looked for.
#[derive(Clone, Copy)]
pub(super) struct Hunt {
    /// The armies whose real kings are left alone, as bits.
    pub spared: u32,
}

impl Hunt {
    /// Whether a man is a real king that is wanted. A man made in the move at hand is none.
    #[inline]
    pub fn wants(self, position: &Position, man: ManId) -> bool {
        man < position.next_man() && {
            let man = position.man(man);
            man.royal && self.spared >> man.army.index() & 1 == 0
        }
    }

    /// Whether a move captures a real king that is wanted. Where only direct captures count, one that its captor's own real king does not
    /// outlive is none.
    pub fn is_met_by(self, law: &Law, position: &Position, mover: ManId, captured: &[ManId]) -> bool {
        match law.safety {
            Safety::Direct => {
                let own = Hunt { spared: law.hostile(position.man(mover).army) };
                captured.first().is_some_and(|&first| self.wants(position, first)) && !captured.iter().any(|&man| own.wants(position, man))
            }
            Safety::Never | Safety::IfAble | Safety::Free => captured.iter().any(|&man| self.wants(position, man)),
        }
    }
}

impl Generator<'_> {
    /// Whether a man is one of those looked for.
    pub fn is_prey(&self, man: ManId) -> bool {
        self.hunt.is_some_and(|hunt| hunt.wants(self.position, man))
    }

    /// Whether a move, some of whose captures these are, is one of those looked for.
    pub fn is_met_by(&self, mover: ManId, captured: &[ManId]) -> bool {
        self.hunt.is_some_and(|hunt| hunt.is_met_by(self.law, self.position, mover, captured))
    }

    /// Whether a head is one of those looked for.
    fn meets(&self, head: &Head) -> bool {
        self.is_met_by(head.man, head.captured.of(&self.found.captured))
    }

    /// Whether what follows a move may capture a man that is looked for; never no where it does.
    pub fn may_meet(&self, mover: &Mover<'_>, head: &Head, due: &[usize]) -> bool {
        let tables = mover.tables;
        let strikes = |at: &usize| tables.cues[*at].strikes;
        if !due.iter().any(strikes) {
            return false;
        }
        let works = || due.iter().flat_map(|&at| &tables.cues[at].works);
        // One further move at most, and nothing else that puts a man elsewhere: then it begins where this one ends.
        let scene = self.scene(mover);
        let alone = works().map(Work::further).sum::<usize>() == 1
            && works().all(Work::leaves_men)
            && !tables.explodes
            && (0..tables.cues.len()).all(|at| !strikes(&at) || due.contains(&at) || tables.cues[at].is_idle(&scene));
        let Some((cell, kind)) = self.landed(mover, head).filter(|_| alone) else { return true };
        let (geometry, board) = (&self.position.geometry, self.law.geometry.cell(cell).board);
        let from = self.law.geometry.cell(cell);
        let mut prey = self.position.royals().iter().filter(|&king| self.is_prey(king));
        prey.any(|king| {
            let Some(at) = self.position.man(king).place.cell().filter(|at| at.index() < self.law.geometry.cells.len()) else {
                return true;
            };
            let target = self.law.geometry.cell(at);
            let passed = self.position.marks().iter().any(|mark| mark.man == king);
            let meets = |work: &Work| match work {
                Work::Again { deal, like, .. } if deal.is_of_the_actor() && !matches!(like, Some(Guise::Same(_))) => {
                    let kind = if let Some(Guise::Kind(like)) = like { *like } else { kind };
                    target.board == board && tables.might_capture(kind, mover.man.army, (from.slot, target.slot))
                }
                Work::Again { deal, like: None, foreign: false, .. } if deal.who.army().is_none_or(|army| army == mover.man.army) => {
                    self.lies_in_line(tables, (kind, mover.man.army), cell, at) || self.is_lined_up(mover, at)
                }
                Work::Send(Target::That(Ref::Actor), voyage) => match &voyage.square {
                    Some(name) => geometry.named(target.board, name) == Some(at),
                    None => (target.file, target.rank) == (from.file, from.rank),
                },
                Work::Again { .. } | Work::Send(..) => true,
                _ => false,
            };
            passed || works().any(|work| work.any(&meets))
        })
    }

    /// Leaves out the men who can capture nobody that is looked for, where nothing follows what they do.
    pub fn keep_hunters(&self, men: &mut Vec<(ManId, KindId)>, (army, board): (ArmyId, BoardId)) {
        let tables = &self.law.field(board).tables;
        let scene = Scene::new(self.law, self.position, board, army);
        let quiet = |(at, cue): (usize, &Cue)| !cue.strikes || self.spent.contains(&at) || cue.is_idle(&scene);
        let prey: Vec<ManId> = self.position.royals().iter().filter(|&king| self.is_prey(king)).collect();
        let passed = self.position.marks().iter().any(|mark| prey.contains(&mark.man));
        if tables.explodes || passed || !tables.cues.iter().enumerate().all(quiet) {
            return;
        }
        men.retain(|&(man, kind)| {
            let man = self.position.man(man);
            let reaches = |king: &ManId| match (man.place.cell(), self.position.man(*king).place.cell()) {
                (Some(from), Some(target)) => self.lies_in_line(tables, (kind, man.army), from, target),
                _ => true,
            };
            prey.iter().any(reaches)
        });
    }

    /// Whether another man of the mover's army might capture on a cell from where it stands.
    fn is_lined_up(&self, mover: &Mover<'_>, target: CellId) -> bool {
        let others = self.position.roster(mover.man.army).iter().filter(|&man| man != mover.id);
        others
            .map(|man| self.position.man(man))
            .any(|man| man.place.cell().is_some_and(|from| self.lies_in_line(mover.tables, (man.kind, man.army), from, target)))
    }

    /// Whether a man might capture from one cell on another of its board, were all so that it hangs on.
    fn lies_in_line(&self, tables: &Tables, (kind, army): (KindId, ArmyId), from: CellId, target: CellId) -> bool {
        let (Some(from), Some(target)) = (self.law.cell(from), self.law.cell(target)) else { return true };
        from.board == target.board && (tables.of(kind, army).approaches || tables.might_capture(kind, army, (from.slot, target.slot)))
    }

    /// Where a move leaves its man, and as what; nothing where it is not its player's any more.
    fn landed(&self, mover: &Mover<'_>, head: &Head) -> Option<(CellId, KindId)> {
        let mut man = mover.man;
        for effect in head.effects.of(&self.found.effects) {
            match *effect {
                Effect::Put { man: id, to, .. } if id == mover.id => man.place = to,
                Effect::Kind { man: id, new, .. } if id == mover.id => man.kind = new,
                Effect::Army { man: id, new, .. } if id == mover.id => man.army = new,
                _ => {}
            }
        }
        let cell = man.place.cell().filter(|_| man.army == mover.man.army)?;
        Some((cell, man.kind))
    }

    /// Looks for a capture among the moves of some men on a board, which are all in the arena; its place there.
    fn catch(&mut self, men: impl Iterator<Item = ManId>, board: Option<BoardId>) -> Option<usize> {
        let level = self.found.level();
        for man in men {
            self.man(man, board);
            if let Some(at) = self.found.since(level).find(|&at| self.meets(&self.found.heads[at])) {
                return Some(at);
            }
            self.found.fall_back(level);
        }
        None
    }
}

impl Law {
    /// A move of an army of `threats` on the board that captures a real king of an army not among `hostile`: the arena, and which head.
    /// Where suspects are named, only theirs are tried. What may follow the capture besides is not told. What it costs is added to `toil`.
    pub(super) fn capturing_run(
        &self,
        position: &mut Position,
        board: BoardId,
        (hostile, threats): (u32, u32),
        suspects: Option<&[ManId]>,
        toil: &mut u64,
    ) -> Option<(Found, usize)> {
        let mut found = Found::default();
        let hunt = Some(Hunt { spared: hostile });
        if let Some(suspects) = suspects {
            let mut generator = Generator { hunt, ..Generator::new(self, position, &mut found) };
            let at = generator.catch(suspects.iter().copied(), Some(board));
            *toil += suspects.len() as u64 + found.toil;
            return at.map(|at| (found, at));
        }
        for army in (0..self.armies()).filter(|army| threats >> army & 1 == 1).map(|army| ArmyId(army as u8)) {
            // Who comes from another board may capture here.
            let only = (!self.sends).then_some(board);
            let men: Vec<ManId> = position.roster(army).iter().collect();
            *toil += men.len() as u64;
            let mut generator = Generator { hunt, ..Generator::new(self, position, &mut found) };
            let mut at = generator.catch(men.into_iter(), only);
            if at.is_none() && self.sends {
                let level = generator.found.level();
                generator.actions(army, None);
                at = generator.found.since(level).find(|&at| generator.meets(&generator.found.heads[at]));
            }
            *toil += std::mem::take(&mut found.toil);
            if let Some(at) = at {
                return Some((found, at));
            }
        }
        None
    }

    /// The same move as its player would order it: the first one of that man.
    pub(super) fn capture_in_full(&self, position: &mut Position, board: BoardId, sides: (u32, u32)) -> Option<(Found, usize)> {
        let (found, at) = self.capturing_run(position, board, sides, None, &mut 0)?;
        let head = found.heads[at];
        if !head.sort.is_of_men() {
            return Some((found, at));
        }
        let mut all = Found::default();
        Generator::new(self, position, &mut all).man(head.man, Some(self.geometry.cell(head.from).board));
        let hunt = Hunt { spared: sides.0 };
        let at = (0..all.heads.len()).find(|&at| hunt.is_met_by(self, position, head.man, all.heads[at].captured.of(&all.captured)))?;
        Some((all, at))
    }
}
