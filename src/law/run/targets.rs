//! To whom a work is done.

use crate::board::{CellId, Man, ManId, Place};
use crate::law::deeds::{By, Target};
use crate::law::moves::Label;
use crate::rule::Ref;

use super::Run;

impl<'r> Run<'r> {
    /// Does something to each man of a target that stands on a board.
    pub(in crate::law) fn each_of(&mut self, target: &Target, deed: impl Fn(&mut Run<'r>, ManId, Man)) {
        let chosen = self.chosen;
        for id in self.targets(target) {
            let man = self.man(id);
            if man.place.cell().is_some() {
                // "the other one" leaves the chosen one what it is
                if !matches!(target, Target::That(Ref::Former)) {
                    self.chosen = Some(id);
                }
                deed(self, id, man);
            }
        }
        // whoever has been chosen before is not one of all of them
        if matches!(target, Target::Among { by: By::All, .. }) {
            self.chosen = chosen;
        }
    }

    /// The same, also to the man that the move has captured: it can be sent to a square or a reserve. A real king stays captured.
    pub(super) fn each_with_captured(&mut self, target: &Target, deed: impl Fn(&mut Run<'r>, ManId, Man)) {
        if matches!(target, Target::That(Ref::Victim))
            && let Some(id) = self.stage.victim
            && let man = self.man(id)
            && man.place == Place::Gone
            && !man.royal
        {
            self.chosen = Some(id);
            return deed(self, id, man);
        }
        self.each_of(target, deed);
    }

    pub(super) fn targets(&mut self, target: &Target) -> Vec<ManId> {
        match target {
            Target::That(who) => self.scene().man(*who).into_iter().collect(),
            Target::Among { who, on, across, by } => {
                let scene = self.scene();
                let there: Vec<(ManId, CellId)> =
                    who.standing_there(&scene, *across).filter(|(_, _, cell)| on(&scene, *cell)).map(|(id, _, cell)| (id, cell)).collect();
                match by {
                    By::All => there.into_iter().map(|(id, _)| id).collect(),
                    by => {
                        let chosen = self.choose(&there, by, |_, (_, cell)| Label::Cell(cell)).map(|(id, _)| id);
                        (self.former, self.chosen) = (self.chosen, chosen);
                        chosen.into_iter().collect()
                    }
                }
            }
        }
    }
}
