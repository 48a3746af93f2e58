//! Going back, and coming on again with the same orders as far as they need no new choice (R16, R17): one mechanism for challenges upheld,
//! presumptions denied and the master's word.
//!
//! Invariant: from the first order that has to be chosen anew all later moves and rules are void, else it would be chosen in the knowledge of
//! the replies to another one. Votes and definitions stand. Orders that are played again keep their digits, and orders chosen anew get new ones.

use std::sync::Arc;

use crate::game::event::Event;
use crate::game::procedure::{Filling, Go, Presumption, Procedure, Struck, Why};
use crate::rule::Scope;

use super::judge::why_not;
use super::multiverse::{Action, Draft, Multiverse, Stage};
use super::phase::{Deed, royal_effects};
use super::timeline::Mark;

/// What is otherwise in the new timeline.
#[derive(Clone, Debug)]
pub enum Otherwise {
    /// The rule or repeal made in that go, or its moves (in one universe), count as a pass.
    Struck(Struck),
    /// A presumption was never made; what leaned on it has alternates. The author's words stand in its place, where he has said something.
    Denied { id: String, instead: Option<Filling> },
    /// Nothing of that go and all later ones: the master's word.
    Undone,
}

/// What the goes that come again have in common.
struct Course<'o> {
    otherwise: &'o Otherwise,
    /// The rules and repeals that were made in them.
    made: Vec<String>,
}

/// The game as it would be if a presumption were denied, as far as its orders go without new choices.
pub struct Shadow {
    pub game: Multiverse,
    /// The go in which somebody would have to choose anew; `None`: it runs beside the game to the present go.
    pub stops: Option<Go>,
}

impl Deed {
    /// Goes back to the beginning of a go, and comes on again as far as it can be.
    pub fn rewind(&mut self, to: Go, why: Why, otherwise: &Otherwise) {
        let marks = &self.after.timeline.marks;
        let Some(at) = marks.iter().position(|mark| mark.go == to) else { return };
        let past: Vec<Arc<Mark>> = marks[at..].to_vec();
        let (present, waiting, until) = (self.after.go(), self.after.draft.clone(), self.after.until);
        let awaited = self.after.awaited.clone();
        let being_asked = self.after.asked.is_some();
        self.happen(Event::Procedure(Procedure::Rewound { to, why }));
        if let Otherwise::Denied { id, instead: Some(filling) } = otherwise {
            self.put_in(Procedure::Clarified { id: id.clone(), filling: filling.clone() });
            self.test_again(&filling.rule, id);
        }
        let course = Course { otherwise, made: past.iter().flat_map(|mark| mark.numbers.clone()).collect() };
        let played = match otherwise {
            Otherwise::Undone => 0,
            _ => past.iter().take_while(|mark| self.relive(mark, mark.go == to, &course)).count(),
        };
        // What waited for its hour or for the rest still waits, if it still can be done.
        // Orders that were complete are void as well, where they cannot be given again.
        // Of those of the very phase that he presumes in nobody has seen anything yet: they are kept as far as they fit, as after his WITHDRAW (R17).
        let unseen = matches!(otherwise, Otherwise::Denied { .. }) && to == present && !being_asked && awaited.is_none();
        let unfinished = waiting.clone().filter(|orders| orders.due.is_none() || unseen).map(|orders| Draft { due: None, ..orders });
        let mut lost = waiting.as_ref().is_some_and(|orders| orders.due.is_some());
        if let Some(given) = waiting.filter(|_| self.playing() && self.after.go() == present && self.after.draft.is_none())
            && let orders = otherwise.orders(&given, &self.after)
            && why_not(&self.after, self.after.phase.seat, &orders).is_ok()
        {
            lost = false;
            let orders = self.after.in_place_of(&given, orders);
            self.happen(Event::Drafted { draft: Some(orders.clone()) });
            match awaited.as_ref().filter(|awaited| self.after.could_pin(&awaited.pin).is_ok()) {
                // The same orders wait for the same dice. In the game itself nothing goes back while dice are out: this is what it would be.
                Some(awaited) => self.happen(Event::Pinned(Box::new(awaited.pin.clone()))),
                // What was asked on their way is asked again.
                None if being_asked || awaited.is_some() => self.execute(&orders),
                None => {}
            }
        }
        // What was accepted of orders that are not complete yet is kept, as far as it can be done.
        if let Some(given) = unfinished.filter(|_| self.playing() && self.after.go() == present && self.after.draft.is_none())
            && let stands = self.after.what_stands_of(&otherwise.orders(&given, &self.after))
            && stands != Draft::default()
        {
            let stands = self.after.in_place_of(&given, stands);
            self.happen(Event::Drafted { draft: Some(stands) });
        }
        let left = past.get(played..).unwrap_or_default();
        self.stand_by(left, &course);
        let mut goes: Vec<Go> = left.iter().filter(|mark| mark.orders.is_some()).map(|mark| mark.go).collect();
        if lost && self.playing() && !goes.contains(&present) {
            goes.push(present);
        }
        // The phase that was being played keeps its time, unless it has to be ordered anew (R4).
        let runs_on = !goes.contains(&present);
        if !goes.is_empty() {
            self.happen(Event::Procedure(Procedure::Voided { goes }));
        }
        self.decide_motions();
        if let Some(until) = until.filter(|_| runs_on && self.playing() && self.after.go() == present) {
            self.happen(Event::Timed { until });
        }
        self.give_time();
    }

    fn playing(&self) -> bool {
        matches!(self.after.stage, Stage::Playing)
    }

    /// A go is played again as it was ordered; whether it came to its end.
    fn relive(&mut self, mark: &Mark, first: bool, course: &Course<'_>) -> bool {
        let otherwise = course.otherwise;
        // A side that does not come into this timeline has no go in it.
        if self.after.seat_of_side(mark.go.side).is_none() {
            return true;
        }
        if !self.playing() || self.after.go() != mark.go {
            return false;
        }
        for (side, act) in &mark.acts {
            self.act_again(*side, act, course);
        }
        // Somebody has left: his go is over already.
        if !self.playing() || self.after.go() != mark.go {
            return true;
        }
        let Some(given) = &mark.orders else { return false };
        let struck = match otherwise {
            Otherwise::Struck(struck) if first => Some(struck),
            _ => None,
        };
        let orders = struck.map_or_else(|| otherwise.orders(given, &self.after), |struck| without(given, struck));
        if struck.is_none() && mark.why_not(&self.after, self.after.phase.seat, &orders).is_err() {
            return false;
        }
        for struck in mark.struck.iter().chain(struck) {
            self.happen(Event::Procedure(Procedure::Struck(struck.clone())));
        }
        let orders = Draft { answered: mark.answers.clone(), ..self.after.in_place_of(given, orders) };
        self.happen(Event::Drafted { draft: Some(orders.clone()) });
        self.execute(&orders);
        !self.playing() || self.after.go() != mark.go
    }

    /// What was said, sealed or presumed beside the orders, and who left, once more.
    fn act_again(&mut self, side: crate::board::SideId, act: &Event, course: &Course<'_>) {
        let Some(seat) = self.after.seat_of_side(side) else { return };
        let event = match act {
            Event::Lost { .. } => {
                if self.playing() && self.after.player(seat).alive {
                    self.leave(seat);
                }
                return;
            }
            Event::Said { words, effects, .. } => Event::Said { seat, words: words.clone(), effects: effects.clone() },
            Event::Seated { yes, .. } => Event::Seated { seat, yes: *yes },
            Event::Procedure(Procedure::Presumed(Presumption { id, .. })) | Event::TestedAgain { since: id, .. } if matches!(course.otherwise, Otherwise::Denied { id: denied, .. } if denied == id) =>
            {
                return;
            }
            act => act.clone(),
        };
        if self.after.could_apply(&event).is_err() {
            return;
        }
        match event {
            Event::Procedure(event @ (Procedure::Presumed(_) | Procedure::Clarified { .. })) => self.put_in(event),
            // What was found of a rule that has been made anew was found in another game.
            Event::TestedAgain { number, since, .. } if course.made.contains(&number) => self.test_again(&number, &since),
            event => self.happen(event),
        }
    }

    /// Orders are void, but players stand by their word: what authors have said of their rules, guests who have answered, and whoever has left the
    /// game, unless the master takes that back.
    fn stand_by(&mut self, left: &[Arc<Mark>], course: &Course<'_>) {
        let acts = || left.iter().flat_map(|mark| &mark.acts);
        let presumed = |id: &str| {
            acts().find_map(|(_, act)| match act {
                Event::Procedure(Procedure::Presumed(presumption)) if presumption.id == id => Some(presumption.filling.clone()),
                _ => None,
            })
        };
        for (side, act) in acts() {
            match act {
                Event::Lost { .. } if matches!(course.otherwise, Otherwise::Undone) => {}
                Event::Lost { .. } | Event::Seated { .. } | Event::Procedure(Procedure::Clarified { .. }) => {
                    self.act_again(*side, act, course);
                }
                // Where the presumption is void with its go, its author has still said that this is what he means.
                Event::Procedure(Procedure::Adopted { id, .. }) => match presumed(id) {
                    Some(filling) if self.after.timeline.presumption(id).is_none() => {
                        let word = Event::Procedure(Procedure::Clarified { id: id.clone(), filling });
                        self.act_again(*side, &word, course);
                    }
                    _ => self.act_again(*side, act, course),
                },
                _ => {}
            }
        }
        if !matches!(course.otherwise, Otherwise::Undone) {
            self.keep_kings_named(left);
        }
        for (side, act) in acts().filter(|(_, act)| matches!(act, Event::TestedAgain { .. })) {
            self.act_again(*side, act, course);
        }
    }
}

impl Deed {
    /// Whoever has named his real king in a go that is void has told everybody, and names no other one (M3).
    fn keep_kings_named(&mut self, left: &[Arc<Mark>]) {
        for mark in left {
            let named = mark.orders.as_ref().and_then(|orders| orders.real);
            let seat = self.after.seat_of_side(mark.go.side);
            let Some((universe, seat)) = named.zip(seat) else { continue };
            let effects = royal_effects(&self.after, seat, universe);
            if self.after.player(seat).real.is_none() && self.after.player(seat).alive && !effects.is_empty() {
                self.happen(Event::Designated { seat, universe, effects });
            }
        }
    }
}

impl Multiverse {
    /// The orders of the player on move with the alternates for the case that a presumption is denied, which has led to this game. Where he has no
    /// move in it, there is nothing that he could have left for the case, and what he ordered there falls.
    pub(super) fn if_swapped(&self, orders: &Draft, presumption: &str) -> Draft {
        let mut swapped = swapped(orders, presumption);
        let owed = self.owed(self.phase.seat);
        swapped.moves.retain(|universe, _| owed.contains(universe));
        swapped
    }

    /// The game as it would be if that presumption had never been made.
    pub fn without_presumption(&self, id: &str) -> Option<Shadow> {
        let go = self.timeline.presumption(id)?.go;
        self.timeline.mark(go)?;
        let present = self.go();
        let mut deed = Deed::without_dice(self);
        deed.rewind(go, Why::Denial(id.to_owned()), &Otherwise::Denied { id: id.to_owned(), instead: None });
        let game = deed.after;
        let stops = (game.go() != present && matches!(game.stage, Stage::Playing)).then(|| game.go());
        Some(Shadow { game, stops })
    }
}

/// The orders without what counts as a pass.
fn without(orders: &Draft, struck: &Struck) -> Draft {
    let mut left = Draft { due: None, ..orders.clone() };
    match (&struck.number, struck.universe) {
        (Some(_), _) => left.action = Action::Move,
        (None, Some(universe)) => drop(left.moves.remove(&universe)),
        (None, None) => left.moves.clear(),
    }
    left
}

/// The orders with the alternates that were left for the case that a presumption is denied.
fn swapped(orders: &Draft, presumption: &str) -> Draft {
    let mut swapped = orders.clone();
    for ((universe, of), notation) in &orders.alternates {
        if of == presumption {
            let instead = swapped.action.instead_of_moves();
            // R1: one action a phase.
            if instead.is_some_and(|scope| scope == Scope::Multiverse || scope == Scope::Universe(*universe)) {
                swapped.action = Action::Move;
            }
            swapped.moves.insert(*universe, notation.clone());
        }
    }
    swapped.alternates.retain(|(_, of), _| of != presumption);
    swapped
}

impl Otherwise {
    /// What is left of orders in the game that has come of it.
    fn orders(&self, orders: &Draft, game: &Multiverse) -> Draft {
        match self {
            Otherwise::Denied { id, .. } => game.if_swapped(orders, id),
            Otherwise::Struck(_) | Otherwise::Undone => orders.clone(),
        }
    }
}
