//! The dice of a game: which links of the randomizer are revealed, how many rolls each phase has seen.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::dice::{Cup, Link, Randomizer, Roll};
use crate::turn::Phase;

use super::multiverse::Multiverse;

/// What has been rolled so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dice {
    /// The links revealed, the first one first.
    pub links: Arc<Vec<Link>>,
    /// Rolls by phase, as their names begin: `5.2`.
    pub rolls: BTreeMap<String, u32>,
    /// The links that rolls of late were made from: a roll of the same name comes from the same link in every timeline (R16).
    pub made_from: BTreeMap<String, u32>,
}

/// How many turns back it is known what a roll was made from: further than a game can go back.
const ROLLS_KNOWN: u32 = 2 * super::timeline::REACH;

impl Dice {
    /// The dice of now in the timeline of then: what is known stays known.
    pub fn back_to(self, then: &Dice) -> Dice {
        Dice { rolls: then.rolls.clone(), ..self }
    }

    pub fn reveal(&mut self, link: Link) {
        Arc::make_mut(&mut self.links).push(link);
    }

    pub fn count(&mut self, roll: &Roll) {
        let phase = roll.id.rsplit_once('.').map_or("", |(phase, _)| phase);
        *self.rolls.entry(phase.to_owned()).or_default() += 1;
        let turn = |id: &str| id.split('.').next().and_then(|turn| turn.parse::<u32>().ok()).unwrap_or(0);
        let now = turn(&roll.id);
        self.made_from.retain(|id, _| turn(id) + ROLLS_KNOWN >= now);
        self.made_from.insert(roll.id.clone(), roll.link);
    }
}

/// A phase as the names of its rolls begin: turn and seat, from 1.
pub fn named(phase: Phase) -> String {
    format!("{}.{}", phase.turn, phase.seat.0 + 1)
}

impl Multiverse {
    /// A cup for what comes next.
    pub fn cup(&self, randomizer: &Randomizer) -> Cup {
        let known = self.asked.as_ref().map(|asked| asked.rolls.clone()).unwrap_or_default();
        let link = |number: u32| self.dice.links.get((number as usize).checked_sub(1)?).copied();
        let again = self.dice.made_from.iter().filter_map(|(id, &number)| Some((id.clone(), (number, link(number)?)))).collect();
        Cup::new(randomizer.clone(), self.dice.links.len() as u32 + 1, self.name(), self.dice.rolls.clone(), known).made_again(again)
    }

    /// Whether a link is the next one of this game's chain.
    pub fn could_reveal(&self, number: u32, link: Link) -> Result<(), String> {
        let last = self.dice.links.last().copied().or(self.founding.commitment).ok_or("this game rolls no dice")?;
        match number == self.dice.links.len() as u32 + 1 && link.before() == last {
            true => Ok(()),
            false => Err(format!("link {number} of the randomizer does not prove itself by the one before it")),
        }
    }

    /// Whether a roll is the next one of this phase, made from the newest link, one that a question has laid open or the one of another timeline, and what it comes to.
    pub fn could_roll_next(&self, roll: &Roll) -> Result<(), String> {
        let phase = named(self.phase);
        let next = format!("{phase}.{}", self.dice.rolls.get(&phase).copied().unwrap_or(0) + 1);
        let newest = roll.link as usize == self.dice.links.len();
        let again = self.dice.made_from.get(&roll.id) == Some(&roll.link);
        let laid_open = self.asked.as_ref().is_some_and(|asked| asked.rolls.iter().any(|known| known == roll));
        match roll.id == next && (newest || laid_open || again) {
            true => self.could_roll(roll),
            false => Err(format!("roll {} is not the next one, {next}, of the newest link", roll.id)),
        }
    }

    /// Whether a roll is what its link comes to.
    pub fn could_roll(&self, roll: &Roll) -> Result<(), String> {
        let link = (roll.link as usize).checked_sub(1).and_then(|at| self.dice.links.get(at));
        let link = link.ok_or_else(|| format!("roll {} names a link that is not revealed", roll.id))?;
        let again = Roll::of(&link.to_string(), self.name(), &roll.id, &roll.weights);
        match again.is_some_and(|again| again.digits == roll.digits && again.outcome == roll.outcome) {
            true => Ok(()),
            false => Err(format!("roll {} is not what link {} of the randomizer comes to", roll.id, roll.link)),
        }
    }
}
