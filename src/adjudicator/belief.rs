//! Whether a letter comes from whom it says: the one place that decides it.

use super::desk::{Desk, Errand};
use super::lobby::day;
use super::{SenderPolicy, Table};
use crate::archive::{GameName, LogName};

impl Desk<'_> {
    /// Whether what the letter shows proves its sender, in the room that it leads to; where it leads to none, in any that knows the sender.
    pub(super) fn proves(&self, errand: &Errand) -> bool {
        let token = match errand {
            Errand::Found(_) => self.shows_the_lobbys_token(),
            Errand::Play(name, table, _) => self.shows_token(name, table),
            Errand::AtRest(resting) if self.shows_token_of(resting) => true,
            _ => self.shows_the_lobbys_token() || self.mine.iter().any(|(name, table, _)| self.shows_token(name, table)),
        };
        let vouched = self.letter.authentication.vouches();
        self.by_hand
            || match self.custodian.house.senders {
                SenderPolicy::Token => token,
                SenderPolicy::Dmarc => vouched,
                SenderPolicy::TokenOrDmarc => vouched || token,
            }
    }

    /// The letter bears the secret of a mail of that game to its sender.
    pub(super) fn shows_token(&self, name: &GameName, table: &Table) -> bool {
        self.shows(&LogName::Game(name.clone()), table.game.phase.turn)
    }

    fn shows_the_lobbys_token(&self) -> bool {
        self.shows(&LogName::Lobby, day(self.now))
    }

    fn shows(&self, room: &LogName, turn: u32) -> bool {
        self.letter.tokens.iter().any(|token| self.custodian.house.knows_token(token, room, self.address(), turn))
    }

    /// What a writer whom nobody believes can do; `reply` is what he may answer instead where tokens count.
    pub(super) fn how_to_prove(&self, reply: &str) -> String {
        match self.custodian.house.senders {
            SenderPolicy::Dmarc => {
                "Write from an address whose mail server vouches for it (DMARC): this house believes nothing else.".to_owned()
            }
            SenderPolicy::Token | SenderPolicy::TokenOrDmarc => reply.to_owned(),
        }
    }

    /// Whether an answer may go to the sender's address, though nothing proves that he wrote: to those on record within their budget; to
    /// others only where no server of the house could have vouched for them, and within one budget for all of them.
    pub(super) fn may_be_warned(&self) -> bool {
        let (lobby, limit) = (&self.custodian.lobby, self.custodian.house.replies_per_hour);
        if !lobby.may_warn(self.address(), limit, self.now) {
            return false;
        }
        let could_be_vouched_for = self.custodian.house.own.authserv_id.is_some();
        let vouched = self.letter.authentication.vouches();
        self.is_on_record() || ((vouched || !could_be_vouched_for) && lobby.may_warn_strangers(self.now))
    }

    /// The address is that of the master, of somebody who may found games, or of somebody who has said yes to an invitation.
    fn is_on_record(&self) -> bool {
        self.may_found() || self.mine.iter().any(|(_, table, _)| super::announce::reads(&table.game, self.address())) || self.is_at_rest()
    }

    pub(super) fn may_found(&self) -> bool {
        let house = &self.custodian.house;
        self.sender.address == house.master || house.founders.iter().any(|pattern| pattern.matches(&self.sender.address))
    }
}
