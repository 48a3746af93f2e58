//! What the operator settled, as far as deciding needs it, and the reply tokens that only this house can make.

use sha2::{Digest as _, Sha256};

use super::founding::Usual;
use crate::archive::{Keyring, LogName};
use crate::dice::{Chain, Randomizer};
use crate::game::founding::Founding;
use crate::letter::templates::Templates;
use crate::letter::{Address, AddressPattern, Own, Token};

/// Turns after which a reply token changes; the one before it stays good for as long again.
const TURNS_OF_A_TOKEN: u32 = 4;

/// The house in which all games are played.
#[derive(Debug)]
pub struct House {
    pub own: Own,
    /// The robot's name beside its address.
    pub name: String,
    pub master: Address,
    pub senders: SenderPolicy,
    /// Who, besides the master, may found games by mail.
    pub founders: Vec<AddressPattern>,
    /// What games get whose founder says nothing about it.
    pub usual: Usual,
    /// It fetches beacons from relays; else they come by mail.
    pub fetches_beacons: bool,
    /// Letters that one address may send in an hour; the rest is kept unread.
    pub letters_per_hour: u32,
    /// Answers that one address gets in an hour.
    pub replies_per_hour: u32,
    /// The archive's own secret, from which reply tokens are derived.
    pub secret: [u8; 32],
    pub templates: Templates,
    /// What it signs the state of its records with; none where it signs nothing.
    pub keyring: Option<Keyring>,
}

/// What proves that a letter comes from the player whose address it bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SenderPolicy {
    /// The reply token of a mail that went to him.
    Token,
    /// The operator's mail server vouches for the sender's domain (DMARC, or aligned DKIM).
    Dmarc,
    TokenOrDmarc,
}

impl House {
    /// The secret that a mail to this address, about this game or from the lobby, carries during that turn (in the lobby: that day).
    pub fn token(&self, room: &LogName, address: &str, turn: u32) -> Token {
        self.token_of_epoch(room, address, turn / TURNS_OF_A_TOKEN)
    }

    /// Whether a token is this address's in this room, and not too old.
    pub fn knows_token(&self, token: &Token, room: &LogName, address: &str, turn: u32) -> bool {
        let epoch = turn / TURNS_OF_A_TOKEN;
        (epoch.saturating_sub(1)..=epoch).any(|epoch| self.token_of_epoch(room, address, epoch) == *token)
    }

    /// The founding with the end of the game's chain of dice published in it (C3).
    pub fn commit(&self, founding: Founding) -> Founding {
        let commitment = Some(self.chain(&founding).commitment());
        Founding { commitment, ..founding }
    }

    /// Whether the secret of this archive is the one with which a game was founded: its dice and the seals of its secrets are made from it.
    pub fn has_founded(&self, founding: &Founding) -> bool {
        founding.commitment.is_none_or(|commitment| self.chain(founding).commitment() == commitment)
    }

    /// Where the dice of a game come from.
    pub fn randomizer(&self, founding: &Founding) -> Randomizer {
        match founding.commitment {
            Some(_) => Randomizer::House(self.chain(founding)),
            None => Randomizer::Absent,
        }
    }

    fn chain(&self, founding: &Founding) -> Chain {
        Chain::of_game(&self.secret, &founding.name, founding.created.timestamp())
    }

    fn token_of_epoch(&self, room: &LogName, address: &str, epoch: u32) -> Token {
        let mut hash = Sha256::new();
        // The secret has a fixed length and the other parts hold no newline, so no two inputs run together.
        hash.update(self.secret);
        hash.update(format!("custodian-token-v1\n{}\n{}\n{epoch}\n", room.as_str(), address.to_lowercase()));
        hash.update(self.secret);
        let digest = hash.finalize();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        Token::from_random(bytes)
    }
}
