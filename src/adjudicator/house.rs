//! What the operator settled, as far as deciding needs it, and the reply tokens that only this house can make.

use sha2::{Digest as _, Sha256};

use super::founding::Usual;
use crate::archive::{Digest, Keyring, LogName};
use crate::dice::{Chain, Link, Randomizer};
use crate::game::founding::Founding;
use crate::game::mar::Multiverse;
use crate::letter::templates::Templates;
use crate::letter::{Address, AddressPattern, Own, Token};

/// Turns after which a reply token changes; the one before it stays good for as long again.
const TURNS_OF_A_TOKEN: u32 = 4;
/// Tokens that the mails of lost lines may bear, one after the other.
const MOST_EPOCHS_LOST: u32 = 100;
/// Letters of a stamp, at 5 bits a letter.
const STAMP: usize = 12;

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

/// Whether a game was founded under that secret of an archive.
pub fn has_founded(secret: &[u8; 32], founding: &Founding) -> bool {
    founding.commitment.is_none_or(|commitment| chain(secret, founding).commitment() == commitment)
}

fn chain(secret: &[u8; 32], founding: &Founding) -> Chain {
    Chain::of_game(secret, &founding.name, founding.created.timestamp())
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

    /// The same of a record that has lost lines: the mails of these bear tokens of later turns, which only the house can have made.
    pub fn knows_token_since(&self, token: &Token, room: &LogName, address: &str, turn: u32) -> bool {
        let epoch = turn / TURNS_OF_A_TOKEN;
        (epoch.saturating_sub(1)..=epoch + MOST_EPOCHS_LOST).any(|epoch| self.token_of_epoch(room, address, epoch) == *token)
    }

    /// The founding with the end of the game's chain of dice published in it (C3).
    pub fn commit(&self, founding: Founding) -> Founding {
        let commitment = Some(self.chain(&founding).commitment());
        Founding { commitment, ..founding }
    }

    /// Whether the secret of this archive is the one with which a game was founded: its dice and the seals of its secrets are made from it.
    pub fn has_founded(&self, founding: &Founding) -> bool {
        has_founded(&self.secret, founding)
    }

    /// Where the dice of a game come from.
    pub fn randomizer(&self, game: &Multiverse) -> Randomizer {
        match game.founding.commitment {
            Some(_) => Randomizer::House(self.chain_of(game)),
            None => Randomizer::Absent,
        }
    }

    /// The end of the chain that takes the place of a game's, where links of that may be known whose lines are lost.
    pub fn commitment_anew(&self, game: &Multiverse, nonce: Link) -> Link {
        self.chain_of(game).begun_anew(&self.secret, nonce).commitment()
    }

    /// What proves that this house has mailed something about a game that was founded on these settings: its record was to have that line behind
    /// a head with these first digits, in that branch.
    pub fn stamp(&self, founded: Digest, line: u64, digits: &str, branch: u32) -> String {
        self.token_of(&format!("custodian-witness-v1\n{founded}\n{line}\n{digits}\n{branch}\n")).reveal()[..STAMP].to_owned()
    }

    fn chain_of(&self, game: &Multiverse) -> Chain {
        game.dice.anew.iter().fold(self.chain(&game.founding), |chain, anew| chain.begun_anew(&self.secret, anew.nonce))
    }

    fn chain(&self, founding: &Founding) -> Chain {
        chain(&self.secret, founding)
    }

    fn token_of_epoch(&self, room: &LogName, address: &str, epoch: u32) -> Token {
        // The parts hold no newline, so no two inputs run together.
        self.token_of(&format!("custodian-token-v1\n{}\n{}\n{epoch}\n", room.as_str(), address.to_lowercase()))
    }

    /// What only this house can make of a text.
    fn token_of(&self, text: &str) -> Token {
        let mut hash = Sha256::new();
        hash.update(self.secret);
        hash.update(text);
        hash.update(self.secret);
        let digest = hash.finalize();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        Token::from_random(bytes)
    }
}
