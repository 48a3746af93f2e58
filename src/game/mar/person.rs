//! Who somebody is: a person at the table may play several sides, since rules bring sides into a game, and stays one player all the same.
//!
//! What the meta-rules give to a player they give to a person: one action a turn (R1), one proposal and one vote (R14). His check is his in whichever
//! phase he makes a rule (R7), and his men count together (R8). Phases and moves belong to sides.

use std::sync::Arc;

use crate::board::SideId;
use crate::turn::Seat;

use super::multiverse::{Action, Draft, Multiverse, Player};
use super::timeline::Mark;

impl Multiverse {
    /// Whether one person sits in both.
    pub fn same_person(&self, one: Seat, other: Seat) -> bool {
        self.player(one).address == self.player(other).address
    }

    /// Whether that side is played by the person in a seat.
    pub fn is_played_by(&self, side: SideId, seat: Seat) -> bool {
        self.seat_of_side(side).is_some_and(|sits| self.same_person(sits, seat))
    }

    /// Every seat of the person in a seat, in the order of play.
    pub fn seats_with(&self, seat: Seat) -> Vec<Seat> {
        (0..self.seats.len() as u8).map(Seat).filter(|&other| self.same_person(other, seat)).collect()
    }

    /// Whether the person in a seat has given up the game by his own word.
    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.seats_with(seat).into_iter().any(|own| self.player(own).resigned)
    }

    /// Everybody at the table who has phases, each by the first of his seats.
    pub fn persons(&self) -> Vec<Seat> {
        let playing = |seat: &Seat| self.player(*seat).moves();
        let first = |seat: &Seat| !(0..seat.0).map(Seat).filter(playing).any(|before| self.same_person(before, *seat));
        (0..self.seats.len() as u8).map(Seat).filter(playing).filter(first).collect()
    }

    /// The side by which a person is known who plays that one: the oldest of his sides, which is his in every timeline. Those that rules have
    /// brought may come undone.
    pub fn person_of(&self, side: SideId) -> SideId {
        let address = self.seat_of_side(side).map(|seat| &self.player(seat).address);
        let own = self.seats.iter().filter(|player| Some(&player.address) == address);
        own.map(|player| player.side).min_by_key(|side| side.0).unwrap_or(side)
    }

    /// The side by which the person in a seat is known.
    pub fn person_in(&self, seat: Seat) -> SideId {
        self.person_of(self.player(seat).side)
    }

    /// The seat with which the person on move has had his action of this turn already (R1); a pass is none.
    pub fn acted_before(&self) -> Option<Seat> {
        let acted = |mark: &&Arc<Mark>| mark.orders.as_ref().is_some_and(|orders| orders.action != Action::Pass || !mark.struck.is_empty());
        self.earlier_goes(self.phase.seat).find(acted).and_then(|mark| self.seat_of_side(mark.go.side))
    }

    /// R1: whoever has made or repealed a rule in this turn moves with none of his sides where that took the place of a move.
    pub fn is_spent_in(&self, seat: Seat, universe: u16) -> bool {
        seat == self.phase.seat && self.earlier_goes(seat).any(|mark| mark.spends(universe))
    }

    /// What a person has ordered in this turn with his other sides.
    fn earlier_goes(&self, seat: Seat) -> impl Iterator<Item = &Arc<Mark>> {
        let (now, side) = (self.phase.turn, self.player(seat).side);
        let marks = self.timeline.marks.iter().filter(move |mark| mark.go.turn == now && mark.go.side != side);
        marks.filter(move |mark| self.is_played_by(mark.go.side, seat))
    }

    /// Nothing is left to do in the phase that has opened: its player has chosen his action of the turn with another side, this
    /// one has no move, and its real king is named (M3).
    pub fn is_passed_over(&self) -> bool {
        let player = self.player(self.phase.seat);
        let names_his_king = player.guest.is_none() && player.real.is_none();
        self.acted_before().is_some() && self.may_pass(self.phase.seat) && !names_his_king
    }
}

impl Mark {
    /// Its orders were a rule or a repeal instead of a move there, which may count as a pass since (R16).
    fn spends(&self, universe: u16) -> bool {
        let instead = |orders: &Draft| orders.action != Action::Pass && orders.action.replaces_a_move_in(universe);
        let struck = self.struck.iter().any(|struck| struck.number.is_some());
        self.orders.as_ref().is_some_and(|orders| instead(orders) || struck && !orders.moves.contains_key(&universe))
    }
}

impl Player {
    /// He has his phases: he is in the game, and has not been invited in vain.
    pub fn moves(&self) -> bool {
        self.alive && self.guest.as_ref().is_none_or(|guest| guest.joined == Some(true))
    }

    /// He is invited and has not said yes.
    pub fn is_awaited(&self) -> bool {
        self.guest.as_ref().is_some_and(|guest| guest.joined != Some(true))
    }
}
