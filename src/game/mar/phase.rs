//! One phase carried out: from a complete draft to the events it causes, up to the opening of the next phase.

mod closing;
mod fate;
mod leaving;
mod legislating;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::board::{ArmyId, BoardId, Effect, Man, ManId};
use crate::dice::{Cup, Randomizer};
use crate::game::event::{Event, Moved};
use crate::game::traces;
use crate::law::{Boards, Fate, Move, Sort};
use crate::turn::Seat;

use super::heisenberg::{self, HEISENBERG};
use super::metarule::Certificate;
use super::multiverse::{Action, Draft, Multiverse, Stage};

/// Events as they are decided, and the state after them: deciding reads the state, never changes the caller's.
#[derive(Clone, Debug)]
pub struct Deed {
    pub after: Multiverse,
    pub events: Vec<Event>,
    randomizer: Randomizer,
    /// The hour of what is being done.
    now: DateTime<Utc>,
    /// The number of the source that has become known for what is being carried out.
    published: Option<u32>,
    /// Dice and answers of what is being carried out.
    fate: Fate,
    /// Rolls that have become events.
    told: usize,
    /// What is being carried out, in words.
    occasion: String,
    /// What was found of the ordered action as it was ordered.
    pub certificate: Option<Certificate>,
    /// It is only supposed, to find out what it would do on some boards: nothing is withheld.
    supposed: Option<Boards>,
    /// On which board men stood before the first move of the phase.
    stood: Vec<(ManId, BoardId)>,
}

impl Deed {
    pub fn on(before: &Multiverse, randomizer: &Randomizer, now: DateTime<Utc>) -> Deed {
        let (after, randomizer, fate) = (before.clone(), randomizer.clone(), Fate::new(Cup::empty(), Vec::new(), Vec::new()));
        let (events, occasion, stood) = (Vec::new(), String::new(), Vec::new());
        Deed { after, events, randomizer, now, published: None, fate, told: 0, occasion, stood, certificate: None, supposed: None }
    }

    /// Where nothing is rolled.
    pub fn without_dice(before: &Multiverse) -> Deed {
        Deed::on(before, &Randomizer::Absent, before.founding.created)
    }

    /// The hour of what is being done.
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// Panics on an event that could not be replayed: it must never be written.
    pub fn happen(&mut self, event: Event) {
        let sound = self.after.could_apply(&event);
        assert!(sound.is_ok(), "an event that cannot be replayed was decided: {sound:?}");
        self.after.apply(&event);
        self.events.push(event);
    }

    /// C3: whoever joins agrees to how this game rolls its dice.
    pub fn agree(&mut self, name: String) {
        let method = self.after.method().clone();
        self.happen(Event::Agreed { name, method });
    }

    /// Executes the orders of the player on move. The draft is complete: [`super::missing`] found nothing.
    ///
    /// Where a rule leaves something to a player who has not chosen yet, nothing is carried out but the question; with his answer the whole phase
    /// is carried out again from its beginning, with the same rolls, and comes past it. Where it comes to a roll whose source is not known yet, nothing
    /// is carried out but the pin.
    pub fn execute(&mut self, draft: &Draft) {
        self.asking(|deed| deed.carry_out(draft));
    }

    /// Ends a phase in which nothing is carried out any more, or puts the question that its end comes to.
    pub fn close_asking(&mut self) {
        self.asking(Deed::close);
    }

    /// Carries out what has waited: the orders, or where whoever was on move has left, the end of his phase.
    pub fn go_on(&mut self) {
        match self.after.draft.clone() {
            Some(draft) => self.execute(&draft),
            None => self.close_asking(),
        }
    }

    fn carry_out(&mut self, draft: &Draft) {
        let seat = self.after.phase.seat;
        if let Some(universe) = draft.real {
            let effects = royal_effects(&self.after, seat, universe);
            self.happen(Event::Designated { seat, universe, effects });
        }
        match &draft.action {
            Action::Move => {}
            Action::Pass => self.happen(Event::Passed { seat }),
            Action::Rule { text, says, .. } => {
                let verdicts = self.tested(seat, &draft.action);
                self.enact(seat, text, says, verdicts);
            }
            Action::Repeal { target, universe } => {
                let verdicts = self.tested(seat, &draft.action);
                self.repeal(seat, target, *universe, verdicts);
            }
            Action::RepealAll { universe } => {
                let verdicts = self.tested(seat, &draft.action);
                self.repeal_all(seat, *universe, verdicts);
            }
        }
        // A side that the rule brings may sit before him.
        let seat = self.after.phase.seat;
        self.take_stand();
        // M5's note: moves run in colour order, which is universe order inside a seat.
        for (&universe, notation) in &draft.moves {
            if self.fate.stopped() {
                return;
            }
            self.play(seat, universe, notation);
        }
        self.settle();
        self.meet_objectives();
        self.hold_votes(self.after.phase.seat, draft);
        self.close();
    }

    /// Carries out one move, unless an earlier deed of this phase has made it meaningless.
    fn play(&mut self, seat: Seat, universe: u16, notation: &str) {
        if !matches!(self.after.stage, Stage::Playing) || !self.after.player(seat).alive {
            return;
        }
        let mut legal = match notation {
            HEISENBERG => self.after.drawn_from(seat, universe),
            _ => self.after.legal(seat, universe),
        };
        legal.retain(|played| self.stood_there(played));
        self.occasion = format!("{} makes a {notation} move in {}", self.after.player(seat).name, self.after.universe_name(universe));
        let chosen = match notation {
            HEISENBERG => heisenberg::pick(&legal, &self.after.position, &mut self.fate),
            notation => self.after.long_named(&legal, notation),
        };
        if self.fate.stopped() {
            return;
        }
        let Some(chosen) = chosen else {
            return self.happen(Event::Spoilt { seat, universe, notation: notation.to_string() });
        };
        let (notation, san) = (self.after.long(chosen), self.after.san(chosen, &legal));
        self.occasion = format!("{} plays {notation} in {}", self.after.player(seat).name, self.after.universe_name(universe));
        let position = &self.after.position;
        let law = self.after.law_for(seat, universe);
        let settled = law.settle(position, chosen, &mut self.fate);
        if self.fate.stopped() {
            return;
        }
        let thwarted = if chosen.open { std::mem::take(&mut self.fate.thwarted) } else { law.thwarted(position, chosen) };
        let told = traces::of_move(position, &settled, self.after.name());
        let effects = [settled.effects.clone(), self.after.law.remember(position, &settled)].concat();
        self.tell_fate();
        self.happen(Event::Moved(Moved { seat, universe, notation, san, effects, told }));
        self.leave_open(thwarted);
        self.bury(seat, universe);
    }

    /// M5: who may make a universe's move is settled before the first of them; nobody moves twice by going from one to another.
    fn take_stand(&mut self) {
        let standing = |(id, man): (ManId, &Man)| Some((id, self.after.position.geometry.cell(man.place.cell()?).board));
        self.stood = self.after.position.men().filter_map(standing).collect();
    }

    /// Whether the man of a move has stood in that universe since before the first move of this phase; actions are no man's own.
    fn stood_there(&self, played: &Move) -> bool {
        let universe = |board: BoardId| self.after.position.geometry.board(board).universe;
        let stood = self.stood.iter().find(|(man, _)| *man == played.man).map(|(_, board)| universe(*board));
        matches!(played.sort, Sort::Action(_)) || stood.is_none_or(|stood| stood == universe(played.board))
    }
}

/// M3: the king on that universe's board becomes real.
pub(super) fn royal_effects(multiverse: &Multiverse, seat: Seat, universe: u16) -> Vec<Effect> {
    let king = multiverse.kings(seat).into_iter().find(|&(_, at)| at == universe);
    king.map(|(man, _)| Effect::Royal { man, old: false, new: true }).into_iter().collect()
}

impl Multiverse {
    /// The game as it is when a player has named his real king, where he orders that beside other things (M3): it counts for them all.
    pub fn with_king_named(&self, seat: Seat, real: Option<u16>) -> Cow<'_, Multiverse> {
        let Some(universe) = real.filter(|_| self.player(seat).real.is_none()) else { return Cow::Borrowed(self) };
        let mut game = self.clone();
        game.position.apply_all(&royal_effects(self, seat, universe));
        game.seats[seat.index()].real = Some(universe);
        game.spare_undecided_kings();
        Cow::Owned(game)
    }

    /// Who has not named his real king yet (M3).
    pub fn with_kings_unnamed(&self) -> Vec<Seat> {
        let unnamed = |seat: &Seat| self.player(*seat).real.is_none() && self.player(*seat).guest.is_none();
        (0..self.seats.len() as u8).map(Seat).filter(unnamed).collect()
    }

    /// What rules do spares the kings of whoever has not named his real one yet: any of them may be it (M3, R13).
    pub(super) fn spare_undecided_kings(&mut self) {
        let armies: Vec<ArmyId> = self.with_kings_unnamed().into_iter().flat_map(|seat| self.armies(seat)).collect();
        self.position.leave_undecided(armies.into_iter());
    }

    /// The universes in which the player owes a move: he has a legal one there (R1.1, M1).
    pub fn owed(&self, seat: Seat) -> Vec<u16> {
        let numbers = self.universes.iter().map(|universe| universe.number);
        numbers.filter(|&number| !self.could_move(seat, number).is_empty()).collect()
    }

    /// The first of a player's moves that those before it, in the order of the boards, make impossible where another is left. What hangs on dice or
    /// answers nobody can tell.
    pub fn spoilt_by_own(&self, seat: Seat, moves: &BTreeMap<u16, String>) -> Option<(u16, String)> {
        if moves.len() < 2 {
            return None;
        }
        let mut deed = Deed::supposed(self);
        deed.take_stand();
        for (&universe, notation) in moves {
            if notation == HEISENBERG || !deed.goes_on() || !deed.after.player(seat).alive {
                return None;
            }
            let mut legal = deed.after.legal(seat, universe);
            legal.retain(|played| deed.stood_there(played));
            let Some(chosen) = deed.after.long_named(&legal, notation) else {
                return (!legal.is_empty()).then(|| (universe, notation.clone()));
            };
            if chosen.open {
                return None;
            }
            deed.play(seat, universe, notation);
        }
        None
    }

    /// The game once a player's moves in the universes before one are made, and what he can play in that one then; none where he orders nothing before
    /// it, or owes no move there as the phase begins, or where dice or answers decide.
    pub fn after_own(&self, seat: Seat, universe: u16, moves: &BTreeMap<u16, String>) -> Option<(Multiverse, Vec<Move>)> {
        if moves.range(..universe).next().is_none() || !self.owed(seat).contains(&universe) {
            return None;
        }
        let mut deed = Deed::supposed(self);
        deed.take_stand();
        for (&before, notation) in moves.range(..universe) {
            let legal = deed.after.legal(seat, before);
            let chosen = deed.after.long_named(&legal, notation).filter(|played| !played.open && deed.stood_there(played));
            chosen?;
            deed.play(seat, before, notation);
            if !deed.goes_on() || !deed.after.player(seat).alive {
                return None;
            }
        }
        let mut legal = deed.after.legal(seat, universe);
        legal.retain(|played| deed.stood_there(played));
        Some((deed.after, legal))
    }

    /// In which universes a player can make the moves that he orders: they are legal as the phase begins, or once those before them are made.
    pub fn playable(&self, seat: Seat, moves: &BTreeMap<u16, String>) -> BTreeSet<u16> {
        let then = |universe: u16, notation: &str| {
            let (game, legal) = self.after_own(seat, universe, moves)?;
            game.long_named(&legal, notation).map(drop)
        };
        let can = |(&universe, notation): (&u16, &String)| self.can_play(seat, universe, notation) || then(universe, notation).is_some();
        moves.iter().filter(|order| can(*order)).map(|(&universe, _)| universe).collect()
    }

    /// Whether a player has a move of that canonical notation there, or any at all where it is left to chance (L1).
    pub fn can_play(&self, seat: Seat, universe: u16, notation: &str) -> bool {
        match notation {
            HEISENBERG => !self.drawn_from(seat, universe).is_empty(),
            notation => self.long_named(&self.legal(seat, universe), notation).is_some(),
        }
    }

    /// The move of that canonical notation among those.
    pub fn long_named<'m>(&self, moves: &'m [Move], notation: &str) -> Option<&'m Move> {
        moves.iter().find(|candidate| self.long(candidate) == notation)
    }
}
