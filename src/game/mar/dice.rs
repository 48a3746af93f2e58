//! The dice of a game: which sources are known, what was rolled, and how the next roll is made.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::dice::{Cup, Fresh, LENGTH, Ledger, Link, Method, Randomizer, Roll, Source};
use crate::turn::Phase;

use super::multiverse::Multiverse;

/// What has been rolled so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dice {
    /// All sources, and the digits of every roll ever made.
    pub ledger: Arc<Ledger>,
    /// Rolls by phase, as their names begin: `5.2`.
    pub rolls: BTreeMap<String, u32>,
}

impl Dice {
    /// A source has become known.
    pub fn reveal(&mut self, source: Source) {
        Arc::make_mut(&mut self.ledger).sources.push(source);
    }

    pub fn count(&mut self, roll: &Roll) {
        self.note(roll);
        *self.rolls.entry(roll.phase().to_owned()).or_default() += 1;
    }

    /// A roll is laid open and does not count yet.
    pub fn note(&mut self, roll: &Roll) {
        Arc::make_mut(&mut self.ledger).note(roll);
    }

    /// The dice of now in the timeline of then: counting begins again where it stood, and a roll that is made again keeps its digits (R16).
    pub fn back_to(self, then: &Dice) -> Dice {
        Dice { rolls: then.rolls.clone(), ..self }
    }

    /// The links of the house's chain that are revealed, the first one first.
    fn links(&self) -> impl DoubleEndedIterator<Item = Link> {
        self.ledger.sources.iter().filter_map(|source| match source {
            Source::Link(link) => Some(*link),
            Source::Beacon(_) | Source::Digits(_) => None,
        })
    }
}

/// A phase as the names of its rolls begin: turn and seat, from 1.
pub fn named(phase: Phase) -> String {
    format!("{}.{}", phase.turn, phase.seat.0 + 1)
}

impl Multiverse {
    /// A cup for what comes next; `published` is the number of the source that has become known for it.
    pub fn cup(&self, randomizer: &Randomizer, published: Option<u32>) -> Cup {
        let fresh = match (randomizer, published, self.method()) {
            (Randomizer::Absent, ..) => Fresh::Absent,
            (_, Some(number), _) => Fresh::Published(number),
            (_, None, Method::House) => Fresh::Link { randomizer: randomizer.clone(), number: self.next_link() },
            (_, None, Method::Drand { .. } | Method::Stock(_) | Method::Honour) => Fresh::Unpublished,
        };
        Cup::new(self.name(), self.dice.rolls.clone(), Arc::clone(&self.dice.ledger), fresh)
    }

    /// How rolls are made (C3): as the founding says, or an amendment.
    pub fn method(&self) -> &Method {
        self.parameters.randomizer.as_ref().unwrap_or(&self.founding.method)
    }

    fn next_link(&self) -> u32 {
        self.dice.links().count() as u32 + 1
    }

    /// The links of the house's chain that are revealed so far.
    pub fn revealed_links(&self) -> usize {
        self.dice.links().count()
    }

    /// The event of a source that a step reveals: only the house's own chain is revealed by making rolls.
    pub(super) fn revealing(&self, source: &Source) -> Option<crate::game::Event> {
        match source {
            Source::Link(link) => Some(crate::game::Event::Revealed { number: self.next_link(), link: *link }),
            Source::Beacon(_) | Source::Digits(_) => None,
        }
    }

    /// Whether a link is the next one of this game's chain.
    pub fn could_reveal(&self, number: u32, link: Link) -> Result<(), String> {
        let last = self.dice.links().next_back().or(self.founding.commitment).ok_or("this game rolls no dice")?;
        match number == self.next_link() && link.before() == last {
            true => Ok(()),
            false => Err(format!("link {number} of the randomizer does not prove itself by the one before it")),
        }
    }

    /// Whether a seed is that of this game's chain, and the game over, so that it may be known.
    pub fn could_reveal_seed(&self, seed: Link) -> Result<(), String> {
        match self.is_over() && Some(seed.back(LENGTH)) == self.founding.commitment {
            true => Ok(()),
            false => Err("the seed is not the one whose chain was published at the founding, or the game is not over".to_owned()),
        }
    }

    /// Whether a roll is the next one of this phase, made from the newest source or from the one that it was once made from, and what it comes to.
    pub fn could_roll_next(&self, roll: &Roll) -> Result<(), String> {
        let phase = named(self.phase);
        let next = format!("{phase}.{}", self.dice.rolls.get(&phase).copied().unwrap_or(0) + 1);
        let newest = roll.source as usize == self.dice.ledger.sources.len();
        let before = self.dice.ledger.drawn.get(&roll.id).is_some_and(|drawn| drawn.source == roll.source);
        match roll.id == next && (newest || before) {
            true => self.could_roll(roll),
            false => Err(format!("roll {} is not the next one, {next}, of the newest source", roll.id)),
        }
    }

    /// Whether a roll is what its source comes to.
    pub fn could_roll(&self, roll: &Roll) -> Result<(), String> {
        if self.dice.ledger.source(roll.source).is_none() {
            return Err(format!("roll {} names a source that is not known", roll.id));
        }
        let again = self.dice.ledger.outcome(self.name(), &roll.id, roll.source, &roll.weights);
        match again.is_some_and(|(digits, outcome)| digits == roll.digits && outcome == roll.outcome) {
            true => Ok(()),
            false => Err(format!("roll {} is not what source {} comes to", roll.id, roll.source)),
        }
    }
}
