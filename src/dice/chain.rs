//! The `house` randomizer: a chain of hashes, its end published when the game is founded, one link revealed for each step that rolls.
//!
//! Whoever runs the daemon can know the digits and cannot change them: each link is the SHA-256 of the one after it.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// How many links a chain has; each serves all rolls of one step.
pub const LENGTH: u32 = 10_000;

/// One link of a chain: 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Link([u8; 32]);

impl Link {
    pub(super) const fn from_bytes(bytes: [u8; 32]) -> Link {
        Link(bytes)
    }

    /// The SHA-256 of some bytes, as a link is one.
    pub fn of(bytes: &[u8]) -> Link {
        Link(Sha256::digest(bytes).into())
    }

    /// The link that lies so many before this one.
    pub fn back(self, links: u32) -> Link {
        (0..links).fold(self, |link, _| link.before())
    }

    /// The link that is published or revealed before this one.
    pub fn before(self) -> Link {
        Link(Sha256::digest(self.0).into())
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Link({self})")
    }
}

/// A text that is not 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a link of a randomizer's chain is written as 64 digits 0 to 9 and a to f")]
pub struct NotALink;

impl FromStr for Link {
    type Err = NotALink;

    fn from_str(text: &str) -> Result<Link, NotALink> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(NotALink),
        };
        let digits = text.bytes().map(digit).collect::<Result<Vec<u8>, NotALink>>()?;
        let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        match (digits.len(), bytes.try_into()) {
            (64, Ok(bytes)) => Ok(Link(bytes)),
            _ => Err(NotALink),
        }
    }
}

/// A whole chain, which only the house knows.
#[derive(Clone)]
pub struct Chain {
    seed: Link,
    /// The seeds of the chains whose place it has taken, the first one first: what was sealed under them is opened by them.
    elders: Vec<Link>,
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Chain(..)")
    }
}

impl Chain {
    /// The chain of one game, derived from the archive's secret: there is nothing to keep.
    pub fn of_game(secret: &[u8; 32], game: &str, created: i64) -> Chain {
        let mut hash = Sha256::new();
        hash.update(secret);
        hash.update(format!("custodian-house-dice-v1\n{game}\n{created}\n"));
        hash.update(secret);
        Chain { seed: Link(hash.finalize().into()), elders: Vec::new() }
    }

    /// The chain that takes the place of this one, where links of it may be known whose lines are lost. It is made from the archive's secret: the seed
    /// of this one may be known as well.
    pub fn begun_anew(self, secret: &[u8; 32], nonce: Link) -> Chain {
        let mut hash = Sha256::new();
        hash.update(secret);
        hash.update(format!("custodian-house-dice-anew-v1\n{nonce}\n"));
        hash.update(secret);
        Chain { seed: Link(hash.finalize().into()), elders: [self.elders, vec![self.seed]].concat() }
    }

    /// What is published at the founding.
    pub fn commitment(&self) -> Link {
        self.ahead(LENGTH)
    }

    /// The link revealed as the `number`-th, from 1; `None` beyond the end.
    pub fn link(&self, number: u32) -> Option<Link> {
        Some(self.ahead(LENGTH.checked_sub(number)?))
    }

    /// The salt of somebody's secret that is sealed now: with the seed, all of them are known.
    pub(super) fn salt(&self, label: &str) -> Link {
        salt(self.seed, label)
    }

    /// The salts that it may have been sealed with, the newest first.
    pub(super) fn salts(&self, label: &str) -> impl Iterator<Item = Link> {
        std::iter::once(self.seed).chain(self.elders.iter().rev().copied()).map(move |seed| salt(seed, label))
    }

    /// What the whole chain is made from, and the salts of all secrets, and before it the same of the chains whose place it has taken: revealed when
    /// the game is over.
    pub fn seeds(&self) -> Vec<Link> {
        self.elders.iter().copied().chain([self.seed]).collect()
    }

    fn ahead(&self, hashes: u32) -> Link {
        self.seed.back(hashes)
    }
}

fn salt(seed: Link, label: &str) -> Link {
    Link(Sha256::digest(format!("custodian-salt-v1\n{seed}\n{label}\n")).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_link_proves_itself_by_the_one_before() {
        let chain = Chain::of_game(&[7; 32], "Zaphod", 1);
        let mut last = chain.commitment();
        for number in 1..5 {
            let link = chain.link(number).expect("the chain is longer");
            assert_eq!(link.before(), last);
            last = link;
        }
        assert_eq!(chain.link(LENGTH).map(|seed| seed.to_string()), Some(chain.seed.to_string()));
        assert_eq!(chain.link(LENGTH + 1), None);
    }

    #[test]
    fn games_and_secrets_have_chains_of_their_own() {
        let commitment = |secret, game, created| Chain::of_game(&[secret; 32], game, created).commitment();
        let one = commitment(7, "Zaphod", 1);
        assert!([commitment(8, "Zaphod", 1), commitment(7, "Trillian", 1), commitment(7, "Zaphod", 2)].iter().all(|other| *other != one));
    }

    #[test]
    fn a_chain_begun_anew_is_known_by_no_seed_before_it() {
        let first = Chain::of_game(&[7; 32], "Zaphod", 1);
        let anew = |secret, nonce: u8| first.clone().begun_anew(&[secret; 32], Link::of(&[nonce]));
        let second = anew(7, 1);
        assert_eq!(second.seeds(), [first.seed, second.seed]);
        assert!([anew(8, 1), anew(7, 2), first.clone()].iter().all(|other| other.commitment() != second.commitment()));
        assert_ne!(second.salt("w1 1"), first.salt("w1 1"));
        assert!(second.salts("w1 1").eq([second.salt("w1 1"), first.salt("w1 1")]));
    }

    #[test]
    fn a_link_reads_back_and_nothing_else_does() {
        let text = Chain::of_game(&[1; 32], "Zaphod", 1).commitment().to_string();
        assert_eq!(text.parse::<Link>().map(|link| link.to_string()), Ok(text.clone()));
        for wrong in
            ["", "0", &text[1..], &text.to_uppercase().replace(char::is_numeric, "A"), &format!("{text}00"), &format!("{}x", &text[1..])]
        {
            assert_eq!(wrong.parse::<Link>(), Err(NotALink), "{wrong}");
        }
    }
}
