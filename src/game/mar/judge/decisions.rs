//! What a letter decides besides its orders: carried out when all its lines are read and its orders have been taken.

use crate::game::event::Event;
use crate::game::mar::multiverse::Draft;
use crate::game::mar::phase::Deed;
use crate::game::procedure::{Filling, How, Procedure, Why};

/// One decision.
#[derive(Clone, Debug)]
pub(super) enum Decision {
    Challenge {
        id: String,
        upheld: bool,
        how: How,
    },
    /// There is another vote on that challenge.
    Votes(String),
    Confirm {
        id: String,
    },
    Deny {
        id: String,
        instead: Filling,
    },
}

impl Deed {
    /// Carries a decision out; the game may go back by it.
    pub(super) fn carry(&mut self, decision: Decision) {
        match decision {
            Decision::Challenge { id, upheld, how } => self.decide(&id, upheld, how),
            Decision::Votes(id) => self.count_votes(&id),
            Decision::Confirm { id } => {
                if self.after.timeline.presumption(&id).is_some() {
                    self.happen(Event::Procedure(Procedure::Adopted { id, confirmed: true }));
                }
            }
            Decision::Deny { id, instead } => {
                let Some(go) = self.after.timeline.presumption(&id).map(|presumption| presumption.go) else { return };
                self.take_back_what_leans_on(&id);
                self.happen(Event::Procedure(Procedure::Denied { id: id.clone(), filling: instead.clone() }));
                self.send_back(go, Why::Denial(id), Some(instead));
            }
        }
    }

    /// Orders that are not complete, for want of a move for this case, order none for it (R17): the same words may be another move by now.
    fn take_back_what_leans_on(&mut self, presumption: &str) {
        let Some(mut draft) = self.after.draft.clone().filter(|draft| draft.due.is_none()) else { return };
        let stands = self.after.what_stands_if_denied(&draft, presumption);
        draft.moves.retain(|universe, _| stands.contains(universe));
        let draft = Some(draft).filter(|draft| *draft != Draft::default());
        if draft != self.after.draft {
            self.happen(Event::Drafted { draft });
        }
    }
}
