//! Works that nobody could see when the move was listed: behind dice, and what players have named in secret.

use super::Run;
use crate::law::actions::Action;
use crate::law::deeds::Work;
use crate::law::fate::Fate;

impl Run<'_> {
    /// Does what an action says; what hangs on secrets only where they are known.
    pub fn enact(&mut self, action: &Action) {
        if !action.is_sealed() {
            return self.works(action.works());
        }
        self.unforeseen = true;
        if self.fate.is_none() && !self.law.fortune {
            self.open += 1;
            return;
        }
        let before = self.effects.len();
        self.behind_the_veil(action.works());
        let met = self.fate.as_deref().is_none_or(Fate::has_met);
        if !met {
            // Who has named nothing, or nobody who still stands, does nothing and has not used it up.
            let nothing = self.effects.split_off(before);
            self.position.undo_all(&nothing);
        }
        let acts = self.effects.len() > before;
        if let Some(fate) = self.fate.as_deref_mut() {
            fate.open_met(acts);
        }
    }

    /// Works that were not done when the move was listed.
    pub(super) fn behind_the_veil(&mut self, works: &[Work]) {
        let unlisted = std::mem::replace(&mut self.unlisted, true);
        self.works(works);
        self.unlisted = unlisted;
    }
}
