//! What happens of itself: when, on what condition, and which works are done.

use std::sync::Arc;

use crate::board::Key;
use crate::rule::{Deed, Event, Number, Once, Player, Trigger, names};

use super::act::Deal;
use super::deeds::Work;
use super::fold::{Placed, both};
use super::hangs::{Steadiness, steadiness};
use super::introduce::once;
use super::later::Timed;
use super::lookup::Lookup;
use super::on_terms::Terms;
use super::scene::Scene;
use super::terms::{Armies, Test};
use super::{ClausePlace, LawProblem};

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
    /// It is done once, not on each board by itself.
    pub whole: bool,
    /// It does something to men of other boards, or sends them there.
    pub sends: bool,
    /// It asks for what players have named in secret: nobody knows before it is carried out whether it acts.
    pub sealed: bool,
    /// It hangs on words of the mover's.
    pub spoken: bool,
    /// How steady its guard is; nothing that it asks is "firm".
    steadiness: Steadiness,
    /// What it does may capture: [`related`] knows.
    pub strikes: bool,
    /// Something else that comes with moves counts: [`related`] knows.
    counted: bool,
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
        let (sealed, spoken) = (names::is_sealed(placed.clause), names::is_spoken(placed.clause));
        // What hangs on one condition as a whole is asked for before anything is tried.
        let (condition, deeds) = match trigger.deeds.as_slice() {
            [Deed::If(condition, deeds, otherwise)] if in_a_move && otherwise.is_empty() && trigger.once.is_none() && !sealed => {
                (Some(condition), deeds)
            }
            _ => (None, &trigger.deeds),
        };
        let guard = both(guard, condition.map(|condition| lookup.condition(condition)).transpose()?);
        let works = Work::all(deeds, in_a_move, lookup)?;
        if sealed && matches!(moment, Moment::Would(_)) {
            return Err(lookup.wrong("what players have named in secret can follow a move, not take its place"));
        }
        if matches!(&moment, Moment::Would(deal) if deal.asks_for_check()) {
            return Err(lookup.wrong("whether a move gives check is known only when it is made: say \"after\""));
        }
        let conditions = placed.clause.when.iter().chain(condition);
        let steadiness = conditions.map(steadiness).max().unwrap_or(Steadiness::Firm);
        // So many points are no more for somebody who plays on several boards.
        let so_many = |deed: &Deed| matches!(deed, Deed::Count { by: Number::Is(_), .. });
        let alike = !in_a_move && guard.is_none() && deeds.iter().all(so_many);
        let whole = alike || works.iter().any(Work::is_of_the_whole);
        let sends = trigger.deeds.iter().any(Deed::sends);
        Ok(Cue { source, moment, guard, works, once, whole, sends, sealed, spoken, steadiness, strikes: false, counted: false })
    }

    /// Whether it does nothing after any move that is made now; `scene` is the mover's.
    pub fn is_idle(&self, scene: &Scene<'_>) -> bool {
        let steady = match self.steadiness {
            Steadiness::Firm => true,
            Steadiness::UnlessCounted => !self.counted,
            Steadiness::Shifting => false,
        };
        steady && !self.sealed && self.guard.as_ref().is_some_and(|guard| !guard(scene))
    }

    /// It comes with moves.
    fn is_of_moves(&self) -> bool {
        self.follows().or(self.forestalls()).is_some()
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
            whole: false,
            sends: false,
            sealed: false,
            spoken: false,
            steadiness: Steadiness::Shifting,
            strikes: false,
            counted: false,
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

/// The cues of one law, each knowing what the others may bring about, and the moves that they follow.
pub(super) fn related(mut cues: Vec<Cue>, terms: &[Terms]) -> Vec<Cue> {
    let paid = terms.iter().any(Terms::has_price);
    let does = |such: fn(&Work) -> bool| -> Vec<bool> { cues.iter().map(|cue| cue.is_of_moves() && cue.works.iter().any(such)).collect() };
    let (captures, goes_on, counts) = (does(Work::may_capture), does(Work::goes_on), does(Work::counts));
    for (at, cue) in cues.iter_mut().enumerate() {
        let other = |does: &[bool]| does.iter().enumerate().any(|(one, does)| one != at && *does);
        // A further move that captures nothing may be followed by what does.
        cue.strikes = captures[at] || goes_on[at] && other(&captures);
        cue.counted = paid || other(&counts);
    }
    cues
}
