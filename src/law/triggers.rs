//! What happens of itself: when, on what condition, and which works are done.

use std::sync::Arc;

use crate::board::Key;
use crate::rule::{Event, Once, Player, Trigger, names};

use super::{ClausePlace, LawProblem};
use super::act::Deal;
use super::deeds::Work;
use super::fold::Placed;
use super::introduce::once;
use super::later::Timed;
use super::lookup::Lookup;
use super::terms::{Armies, Test};

/// A trigger, its words looked up.
#[derive(Clone)]
pub(super) struct Cue {
    /// The rule it stands in, as `w1`, and its clause's number.
    pub source: Arc<Source>,
    pub moment: Moment,
    pub guard: Option<Test>,
    pub works: Vec<Work>,
    /// It acts only once; then that is noted under this key, of the game or of the man to whom it happens.
    pub once: Option<(Key, Once)>,
    /// It asks for what players have named in secret: nobody knows before it is carried out whether it acts.
    pub sealed: bool,
}

/// Where a cue comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// `rule w1`, `law atomic`.
    pub text: String,
    /// Counted from 1.
    pub clause: usize,
}

/// When a cue is asked ([`Event`]).
#[derive(Clone)]
pub(super) enum Moment {
    Act(Deal),
    /// In the place of such a move.
    Would(Deal),
    Opens(Option<Armies>),
    Closes(Option<Armies>),
    Turn,
    TurnEnds,
    Enacted,
    Repealed,
    /// Something that it has begun comes to its end.
    Due(Timed),
}

impl Moment {
    /// It comes with the phases and turns, whatever is moved.
    pub fn is_between_moves(&self) -> bool {
        matches!(self, Moment::Opens(_) | Moment::Closes(_) | Moment::Turn | Moment::TurnEnds | Moment::Due(_))
    }
}

impl Cue {
    pub fn of(trigger: &Trigger, guard: Option<Test>, placed: &Placed<'_>, lookup: &Lookup<'_>) -> Result<Cue, LawProblem> {
        let player = |player: &Option<_>| player.as_ref().map(|player| lookup.player(player)).transpose();
        let moment = match &trigger.event {
            Event::Act(act) => Moment::Act(Deal::of(act, lookup)?),
            Event::Would(act) => Moment::Would(Deal::of(act, lookup)?),
            Event::Opens(of) => Moment::Opens(player(of)?),
            Event::Closes(of) => Moment::Closes(player(of)?),
            Event::Turn => Moment::Turn,
            Event::TurnEnds => Moment::TurnEnds,
            Event::Enacted => Moment::Enacted,
            Event::Repealed => Moment::Repealed,
        };
        let noted = || lookup.key(&once(&placed.place.text, placed.place.clause));
        let once = trigger.once.map(|for_whom| noted().map(|key| (key, for_whom))).transpose()?;
        let source = Arc::new(Source { text: placed.place.text.clone(), clause: placed.place.clause });
        let in_a_move = matches!(moment, Moment::Act(_) | Moment::Would(_));
        let each_in_turn = matches!(trigger.event, Event::Opens(Some(Player::Each)) | Event::Closes(Some(Player::Each)));
        let lookup = &Lookup { each_in_turn, ..*lookup };
        let works = Work::all(&trigger.deeds, in_a_move, lookup)?;
        let sealed = names::is_sealed(placed.clause);
        if sealed && matches!(moment, Moment::Would(_)) {
            return Err(lookup.wrong("what players have named in secret can follow a move, not take its place"));
        }
        if matches!(&moment, Moment::Would(deal) if deal.asks_for_check()) {
            return Err(lookup.wrong("whether a move gives check is known only when it is made: say \"after\""));
        }
        Ok(Cue { source, moment, guard, works, once, sealed })
    }

    /// The ends of what such works begin.
    pub fn ends(works: &[Work], place: &ClausePlace) -> Vec<Cue> {
        let mut timed = Vec::new();
        works.iter().for_each(|work| work.timed(&mut timed));
        let source = Arc::new(Source { text: place.text.clone(), clause: place.clause });
        let cue = |timed: &Timed| Cue {
            source: Arc::clone(&source),
            moment: Moment::Due(timed.clone()),
            guard: None,
            works: Vec::new(),
            once: None,
            sealed: false,
        };
        timed.into_iter().map(cue).collect()
    }

    /// The act in whose place it is done, if there is one.
    pub fn forestalls(&self) -> Option<&Deal> {
        match &self.moment {
            Moment::Would(deal) => Some(deal),
            _ => None,
        }
    }

    /// The act that it follows, if it follows one.
    pub fn follows(&self) -> Option<&Deal> {
        match &self.moment {
            Moment::Act(deal) => Some(deal),
            _ => None,
        }
    }
}
