//! What only the house knows, or a log tells: links of the chain, salts of secrets, the seed of both.

use super::chain::{Chain, Link};
use super::seal::{Opened, seal};

/// Where the links of a game and the salts of its secrets come from.
#[derive(Clone, Debug)]
pub enum Randomizer {
    /// The house's own chain.
    House(Chain),
    /// As a log tells them: links by number, seals and opened secrets by whose they are.
    Told(Told),
    /// None: nothing can be rolled.
    Absent,
}

/// What a log tells of a randomizer.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub links: Vec<(u32, Link)>,
    pub seals: Vec<(String, Link)>,
    pub opened: Vec<(String, Opened)>,
    pub seeds: Vec<Link>,
}

impl Randomizer {
    /// What a finished game's chain was made from; where it was begun anew, the chains of before as well.
    pub fn seeds(&self) -> Vec<Link> {
        match self {
            Randomizer::House(chain) => chain.seeds(),
            Randomizer::Told(told) => told.seeds.clone(),
            Randomizer::Absent => Vec::new(),
        }
    }

    /// The link revealed as that one, from 1.
    pub fn link(&self, number: u32) -> Option<Link> {
        match self {
            Randomizer::House(chain) => chain.link(number),
            Randomizer::Told(told) => told.links.iter().find(|(known, _)| *known == number).map(|(_, link)| *link),
            Randomizer::Absent => None,
        }
    }

    /// The seal of a secret; `label` is whose it is.
    pub fn seal(&self, game: &str, label: &str, secret: &str) -> Option<Link> {
        match self {
            Randomizer::House(chain) => Some(seal(chain.salt(label), game, label, secret)),
            Randomizer::Told(told) => told.seals.iter().find(|(known, _)| known == label).map(|(_, seal)| *seal),
            Randomizer::Absent => None,
        }
    }

    /// The secret behind a seal, among those that it may be: the house needs no memory of it.
    pub fn open(&self, game: &str, label: &str, sealed: Link, candidates: impl IntoIterator<Item = String>) -> Option<Opened> {
        match self {
            Randomizer::House(chain) => {
                let candidates: Vec<String> = candidates.into_iter().collect();
                chain.salts(label).find_map(|salt| {
                    let secret = candidates.iter().find(|secret| seal(salt, game, label, secret) == sealed)?;
                    Some(Opened { secret: secret.clone(), salt })
                })
            }
            Randomizer::Told(told) => told.opened.iter().find(|(known, _)| known == label).map(|(_, opened)| opened.clone()),
            Randomizer::Absent => None,
        }
    }
}
