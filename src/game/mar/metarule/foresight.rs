//! F4 where rules act between phases or change with them: a move may not leave a real king to capture in the phases to come.
//!
//! Invariant: what R12 will withhold threatens nobody.

use std::cell::OnceCell;

use crate::board::{ArmyId, BoardId, ManId, Position};
use crate::law::{Law, Move, notation};
use crate::turn::{Phase, Seat};

use super::super::calendar::Calendar;
use super::super::lull::Lull;
use super::super::multiverse::{Enacted, Multiverse};
use super::Threat;
use super::check::{Ahead, Moment};

/// Many boards looked at from one phase.
struct Foresight<'g> {
    game: &'g Multiverse,
    calendar: OnceCell<Calendar>,
}

impl Foresight<'_> {
    /// The capture that a player's opponents have in their next phases, from boards of this phase.
    fn capture(&self, position: Position, victim: Seat, moment: Moment, out: &[Seat]) -> Option<Ahead> {
        let on = self.game.on_boards_of(victim, &position);
        let calendar = self.calendar.get_or_init(|| Calendar::of(self.game));
        let lull = Lull::from(self.game, position, on).by(calendar).withholding();
        self.game.capture_ahead(lull, victim, moment, out)
    }

    /// The same where a move of his has led to such boards.
    fn behind(&self, seat: Seat, after: Position, captured: &[ManId]) -> Option<Ahead> {
        // Who loses his real king threatens no more.
        let royal = captured.iter().map(|&man| after.man(man)).filter(|man| man.royal);
        let out: Vec<Seat> = royal.filter_map(|man| self.game.owner(man.army)).collect();
        self.capture(after, seat, Moment::Within, &out)
    }
}

impl Multiverse {
    /// To be used where what threatens kings has to be asked of the coming phases (F4): until then something acts, or other rules are in force, or
    /// somebody's men have no phase.
    fn foresight(&self) -> Option<Foresight<'_>> {
        if self.near_sighted {
            return None;
        }
        let mut coming = self.phase;
        let others = |coming: Phase| {
            let wakes = |rule: &Enacted| rule.stands() && rule.wakes_between(self.phase, coming);
            !self.ending_before(coming).is_empty() || self.rules.iter().any(wakes)
        };
        let mut changes = || {
            coming = coming.next(&self.alive())?;
            others(coming).then_some(())
        };
        let needed = self.law.changes_with_time() || self.has_idle_men() || (1..self.seats.len()).any(|_| changes().is_some());
        needed.then_some(Foresight { game: self, calendar: OnceCell::new() })
    }

    /// Men stand on the boards that nobody is there to move: they threaten no king, which the law alone does not know.
    fn has_idle_men(&self) -> bool {
        let plays = |army: ArmyId| self.owner(army).is_some_and(|seat| self.player(seat).moves());
        let armies = (0..self.position.entities.armies.len() as u8).map(ArmyId);
        let mut idle = armies.filter(|&army| !plays(army));
        idle.any(|army| !self.position.roster(army).is_empty())
    }

    fn exposes_by(&self, foresight: Option<&Foresight<'_>>, seat: Seat, played: &Move) -> bool {
        let after = self.behind(played);
        match foresight {
            Some(foresight) => foresight.behind(seat, after, &played.captured).is_some(),
            None => self.armies(seat).iter().any(|&army| self.law.threat(&after, army).is_some()),
        }
    }

    /// Whether a move leaves its player's real king to capture (F4).
    pub(in crate::game::mar) fn exposes(&self, seat: Seat, played: &Move) -> bool {
        self.exposes_by(self.foresight().as_ref(), seat, played)
    }

    /// The capture in a phase to come for which such a move of a player's is not legal, and which the law of now does not know.
    pub(in crate::game::mar) fn exposed_ahead(&self, (seat, universe): (Seat, u16), text: &str) -> Option<Threat> {
        let foresight = self.foresight()?;
        let (law, boards) = (self.law_for(seat, universe), self.boards_of(universe));
        let on = |army| boards.iter().flat_map(move |&board| law.unguarded(&self.position, army, Some(board)));
        let all: Vec<Move> = self.armies(seat).into_iter().flat_map(on).collect();
        let played = &all[notation::read(text, &all, law, &self.position).ok()?];
        foresight.behind(seat, self.behind(played), &played.captured).map(|ahead| self.threatens(seat, ahead))
    }

    /// The boards after a move, with what rules remember of it.
    pub(in crate::game::mar) fn behind(&self, played: &Move) -> Position {
        let mut after = self.position.clone();
        after.apply_all(&played.effects);
        after.apply_all(&self.law.remember(&self.position, played));
        after
    }

    /// The legal moves of a player's armies on a board by a law, which leave his real kings safe in the phases to come (F4).
    pub fn legal_on(&self, law: &Law, position: &Position, (seat, armies): (Seat, &[ArmyId]), board: BoardId) -> Vec<Move> {
        let Some(foresight) = self.foresight() else { return law.legal_of_all(position, armies, Some(board)) };
        let mut safe = |after: &Position, captured: &[ManId]| foresight.behind(seat, after.clone(), captured).is_none();
        law.legal_if(position, armies, Some(board), &mut safe)
    }

    /// The move by which somebody could take a player's real king in his next phase: check (F4).
    pub fn check_on(&self, seat: Seat) -> Option<Move> {
        let Some(foresight) = self.foresight() else {
            return self.armies(seat).iter().find_map(|&army| self.law.threat(&self.position, army));
        };
        let moment = if self.phase.seat == seat { Moment::Within } else { Moment::Opening };
        foresight.capture(self.position.clone(), seat, moment, &[]).map(|ahead| ahead.capture)
    }

    /// Whether every move that a player has in a universe leaves his real king capturable (F4).
    pub fn mated(&self, seat: Seat, universe: u16) -> bool {
        let Some(universe) = self.universe(universe) else { return false };
        let foresight = self.foresight();
        let boards = self.boards_of(universe.number);
        let on = |army| boards.iter().flat_map(move |&board| self.law.unguarded(&self.position, army, Some(board)));
        let mut moves = self.armies(seat).into_iter().flat_map(on).peekable();
        moves.peek().is_some() && moves.all(|played| self.exposes_by(foresight.as_ref(), seat, &played))
    }
}
