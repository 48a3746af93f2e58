//! Which seat a letter speaks for: one person may sit in several, since rules bring sides into a game.

use crate::game::order::Order;
use crate::turn::Seat;

use super::multiverse::{Multiverse, Player};

impl Multiverse {
    /// The seat that plays from that address: of several the one on move, else the first that has phases.
    pub fn seat_of(&self, address: &str) -> Option<Seat> {
        let on_move = self.seats_of(address).find(|&seat| seat == self.phase.seat);
        let plays = || self.seats_of(address).find(|&seat| self.player(seat).moves());
        on_move.or_else(plays).or_else(|| self.seats_of(address).next())
    }

    /// The seat that an order from that address is meant for.
    pub fn seat_for(&self, address: &str, order: &Order) -> Option<Seat> {
        let meant = match order {
            Order::Check(order) => return self.seat_for(address, order),
            Order::Answer(_) => {
                self.asked.as_ref().filter(|asked| asked.open && self.player(asked.seat).address == address).map(|asked| asked.seat)
            }
            // A side that a rule has made cannot win and has no voice in a draw; who plays it besides his own means his own.
            Order::Draw(_) | Order::Resign => self.one_of(address, |player| player.alive && player.guest.is_none()),
            Order::Join | Order::Decline => {
                let unanswered = |player: &Player| player.guest.as_ref().is_some_and(|guest| guest.joined.is_none());
                self.one_of(address, unanswered).or_else(|| self.one_of(address, Player::is_awaited))
            }
            _ => None,
        };
        meant.or_else(|| self.seat_of(address))
    }

    fn one_of(&self, address: &str, fits: impl Fn(&Player) -> bool) -> Option<Seat> {
        self.seats_of(address).find(|&seat| fits(self.player(seat)))
    }

    fn seats_of(&self, address: &str) -> impl Iterator<Item = Seat> {
        (0..).map(Seat).zip(&self.seats).filter(move |(_, player)| player.address == address).map(|(seat, _)| seat)
    }
}
