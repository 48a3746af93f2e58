//! The cup: rolls made one after the other in one step, each from digits of its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::chain::LENGTH;
use super::odds::Odds;
use super::randomizer::Randomizer;
use super::seeded::Seeded;
use super::source::{Source, figures};
use super::table::Table;

/// One roll, and what it came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The number of the source it was made from, from 1.
    pub source: u32,
    /// Turn, seat (from 1) and the number of the roll in that phase: `5.2.1`. It names the digits.
    pub id: String,
    /// The weights of the outcomes, in order.
    pub weights: Vec<u16>,
    /// The digits drawn, those struck out included.
    pub digits: String,
    /// Which outcome, from 0.
    pub outcome: usize,
    /// For what, in words: `rule w3`.
    pub purpose: String,
    /// What came of it, in words.
    pub fell: String,
    /// What each outcome means; nothing in records of old.
    pub words: Vec<String>,
}

impl Roll {
    /// Which numbers mean what; none where nobody wrote it down.
    pub fn table(&self) -> Option<Table> {
        Some(self.as_made()).filter(Table::is_sound)
    }

    /// The table that it was made for, as far as it is written down.
    pub fn as_made(&self) -> Table {
        Table { purpose: self.purpose.clone(), weights: self.weights.clone(), words: self.words.clone() }
    }

    /// The phase it was made in, as the names of rolls begin.
    pub fn phase(&self) -> &str {
        self.id.rsplit_once('.').map_or("", |(phase, _)| phase)
    }
}

/// The digits that a roll was once made from. Whoever makes the roll again, in whatever timeline, has the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The number of their source, from 1.
    pub source: u32,
    pub digits: String,
    /// What they were to decide.
    table: Table,
}

impl Drawn {
    /// They were drawn for that very table: who makes another one knows how they fell. Old records do not tell what the outcomes mean.
    fn is_for(&self, table: &Table) -> bool {
        let told = !self.table.words.is_empty() && !table.words.is_empty();
        (&self.table.purpose, &self.table.weights) == (&table.purpose, &table.weights) && (!told || self.table.words == table.words)
    }
}

/// Every roll ever made in a game, and where its digits come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The sources known so far, the first one first.
    pub sources: Vec<Source>,
    /// By the roll's name.
    pub drawn: BTreeMap<String, Drawn>,
}

impl Ledger {
    /// The source of that number, from 1.
    pub fn source(&self, number: u32) -> Option<&Source> {
        self.sources.get((number as usize).checked_sub(1)?)
    }

    /// How many digits of a source have gone to rolls.
    pub fn taken(&self, source: u32) -> usize {
        self.drawn.values().filter(|drawn| drawn.source == source).map(|drawn| drawn.digits.len()).sum()
    }

    /// What a roll comes to by the source of that number; none where its digits end too early, or there is no such source.
    pub fn outcome(&self, game: &str, roll: &str, source: u32, weights: &[u16]) -> Option<(String, usize)> {
        let from = self.source(source)?;
        let before = self.drawn.get(roll).filter(|drawn| drawn.source == source);
        let mut digits = match (from, before) {
            (Source::Digits(_), Some(drawn)) => Box::new(figures(&drawn.digits).into_iter()),
            _ => from.digits(game, roll, self.taken(source)),
        };
        Odds::of(weights)?.draw(&mut digits)
    }

    pub fn note(&mut self, roll: &Roll) {
        let drawn = Drawn { source: roll.source, digits: roll.digits.clone(), table: roll.as_made() };
        self.drawn.insert(roll.id.clone(), drawn);
    }

    /// What the roll of that number is called: `5.2.1`, and where it was made for another table before, in some timeline, `5.2.1b`, `5.2.1c`.
    pub fn name(&self, numbered: &str, table: &Table) -> String {
        let free = |name: &String| self.drawn.get(name).is_none_or(|drawn| drawn.is_for(table));
        std::iter::once(numbered.to_owned()).chain((1..).map(|other| format!("{numbered}{}", ending(other)))).find(free).unwrap_or_default()
    }
}

/// How a name goes on that others had before: `b` to `z`, `zb` to `zz`, and so on.
pub fn ending(other: u32) -> String {
    let (rounds, last) = ((other - 1) / 25, (other - 1) % 25);
    format!("{}{}", "z".repeat(rounds as usize), char::from(b'b' + last as u8))
}

/// Where a roll that was never made before takes its digits from.
#[derive(Clone, Debug)]
pub enum Fresh {
    /// From the next link of the house's chain, of that number.
    Link { randomizer: Randomizer, number: u32 },
    /// From the source of that number in the ledger, which has become known for this very step.
    Published(u32),
    /// From a source that is not known yet: the roll is wanted, and what comes after it does not count.
    Unpublished,
    /// From none: what hangs on chance does not happen.
    Absent,
    /// Nobody throws: how the dice are supposed to fall, and the weights that were asked for.
    Supposed { outcomes: Vec<usize>, asked: Vec<Vec<u16>>, purposes: Vec<String> },
    /// Nobody throws: an estimate by chance that everybody can repeat.
    Estimated(Seeded),
}

/// A roll that cannot be made yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// `5.2.1`.
    pub roll: String,
    pub table: Table,
}

/// Rolls dice for one step of a game.
#[derive(Clone, Debug)]
pub struct Cup {
    game: String,
    /// Rolls of each phase before this step, in this timeline.
    earlier: BTreeMap<String, u32>,
    ledger: Arc<Ledger>,
    fresh: Fresh,
    rolls: Vec<Roll>,
    wanted: Option<Wanted>,
}

impl Cup {
    pub fn new(game: &str, earlier: BTreeMap<String, u32>, ledger: Arc<Ledger>, fresh: Fresh) -> Cup {
        Cup { game: game.to_owned(), earlier, ledger, fresh, rolls: Vec::new(), wanted: None }
    }

    /// A cup that nobody throws: the dice are supposed to fall so, and those after that on their first face.
    pub fn supposing(outcomes: Vec<usize>) -> Cup {
        Cup { fresh: Fresh::Supposed { outcomes, asked: Vec::new(), purposes: Vec::new() }, ..Cup::empty() }
    }

    /// A cup that nobody throws: the dice fall as such a chance has it.
    pub fn estimating(chance: Seeded) -> Cup {
        Cup { fresh: Fresh::Estimated(chance), ..Cup::empty() }
    }

    /// The chance that an estimate goes on with.
    pub fn estimated(&self) -> Option<Seeded> {
        match self.fresh {
            Fresh::Estimated(chance) => Some(chance),
            _ => None,
        }
    }

    /// The weights of the rolls that were only supposed, in order.
    pub fn supposed(&self) -> &[Vec<u16>] {
        match &self.fresh {
            Fresh::Supposed { asked, .. } => asked,
            _ => &[],
        }
    }

    /// For what a roll was only supposed: `rule w3`.
    pub fn supposes_for(&self, purpose: &str) -> bool {
        matches!(&self.fresh, Fresh::Supposed { purposes, .. } if purposes.iter().any(|known| known == purpose))
    }

    /// A cup without dice: what hangs on chance does not happen.
    pub fn empty() -> Cup {
        Cup::new("", BTreeMap::new(), Arc::default(), Fresh::Absent)
    }

    /// All rolls made so far.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// The source of that number, if this step reveals it.
    pub fn revealed(&self, number: u32) -> Option<&Source> {
        self.ledger.source(number)
    }

    /// The first roll that could not be made.
    pub fn wanted(&self) -> Option<&Wanted> {
        self.wanted.as_ref()
    }

    /// One outcome by weight, in a phase as the names of rolls give it; `None` without a source.
    pub fn roll(&mut self, phase: &str, weights: &[u16], purpose: &str, fell: impl Fn(usize) -> String) -> Option<usize> {
        if let Fresh::Supposed { outcomes, asked, purposes } = &mut self.fresh {
            let outcome = outcomes.get(asked.len()).copied().or_else(|| weights.iter().position(|&weight| weight > 0))?;
            asked.push(weights.to_vec());
            purposes.push(purpose.to_owned());
            return Some(outcome);
        }
        if let Fresh::Estimated(chance) = &mut self.fresh {
            return chance.one_of(weights);
        }
        if self.wanted.is_some() {
            return None;
        }
        let made = self.earlier.get(phase).copied().unwrap_or(0) + self.rolls.iter().filter(|roll| roll.phase() == phase).count() as u32;
        let table = Table { purpose: purpose.to_owned(), weights: weights.to_vec(), words: (0..weights.len()).map(&fell).collect() };
        let id = self.ledger.name(&format!("{phase}.{}", made + 1), &table);
        let before = self.ledger.drawn.get(&id).map(|drawn| drawn.source);
        let again = before.and_then(|source| Some((source, self.ledger.outcome(&self.game, &id, source, weights)?)));
        let drawn = again.or_else(|| {
            let source = self.fresh_source()?;
            Some((source, self.ledger.outcome(&self.game, &id, source, weights)?))
        });
        match drawn {
            Some((source, (digits, outcome))) => {
                let roll = Roll {
                    source,
                    id,
                    weights: weights.to_vec(),
                    digits,
                    outcome,
                    purpose: purpose.to_owned(),
                    fell: fell(outcome),
                    words: table.words,
                };
                Arc::make_mut(&mut self.ledger).note(&roll);
                self.rolls.push(roll);
                Some(outcome)
            }
            None => {
                if matches!(self.fresh, Fresh::Unpublished | Fresh::Published(_)) && Odds::of(weights).is_some() {
                    self.wanted = Some(Wanted { roll: id, table });
                }
                None
            }
        }
    }

    /// The number of the source that fresh rolls are made from; a link is looked up when it is first wanted, since the way to it is long.
    fn fresh_source(&mut self) -> Option<u32> {
        match &self.fresh {
            Fresh::Published(number) => Some(*number),
            Fresh::Link { randomizer, number } => {
                let link = randomizer.link(*number);
                // Dice that are wanted and cannot be thrown are no outcome.
                assert!(
                    link.is_some() || !matches!(randomizer, Randomizer::House(_)),
                    "all {LENGTH} links of this game's dice are used up"
                );
                let link = link?;
                let ledger = Arc::make_mut(&mut self.ledger);
                ledger.sources.push(Source::Link(link));
                let number = ledger.sources.len() as u32;
                self.fresh = Fresh::Published(number);
                Some(number)
            }
            Fresh::Unpublished | Fresh::Absent | Fresh::Supposed { .. } | Fresh::Estimated(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Chain, Randomizer};

    fn house() -> Randomizer {
        Randomizer::House(Chain::of_game(&[3; 32], "Zaphod", 0))
    }

    fn ledger(sources: Vec<Source>) -> Arc<Ledger> {
        Arc::new(Ledger { sources, drawn: BTreeMap::new() })
    }

    fn die(cup: &mut Cup, phase: &str) -> Option<usize> {
        cup.roll(phase, &[1; 6], "a die", |face| (face + 1).to_string())
    }

    #[test]
    fn every_outcome_has_its_share_of_a_sources_rolls() {
        let ledger = Ledger { sources: vec![Source::Link(house().link(1).unwrap())], drawn: BTreeMap::new() };
        for weights in [vec![1, 1], vec![1, 3], vec![25, 75], vec![1; 6], vec![1; 11], vec![2, 0, 5]] {
            let total: u32 = weights.iter().map(|weight| u32::from(*weight)).sum();
            let mut counts = vec![0u32; weights.len()];
            const ROLLS: u32 = 20_000;
            for number in 0..ROLLS {
                let (_, outcome) = ledger.outcome("Zaphod", &format!("1.1.{number}"), 1, &weights).expect("it has a weight");
                counts[outcome] += 1;
            }
            // Chi squared, against the 99.99th percentile of 10 degrees of freedom, the most there are here.
            let expected = |weight: u16| f64::from(ROLLS) * f64::from(weight) / f64::from(total);
            let off = |(count, weight): (&u32, &u16)| (f64::from(*count) - expected(*weight)).powi(2) / expected(*weight).max(1.0);
            let chi: f64 = counts.iter().zip(&weights).map(off).sum();
            assert!(chi < 35.6, "{weights:?}: {counts:?}");
        }
    }

    #[test]
    fn rolls_are_numbered_by_phase_and_keep_their_digits_when_they_are_made_again() {
        let earlier = BTreeMap::from([("6.1".to_owned(), 3)]);
        let mut cup = Cup::new("Zaphod", earlier, Arc::default(), Fresh::Link { randomizer: house(), number: 1 });
        for phase in ["5.2", "5.2", "6.1"] {
            die(&mut cup, phase).expect("it has a source");
        }
        let ids: Vec<&str> = cup.rolls().iter().map(|roll| roll.id.as_str()).collect();
        assert_eq!(ids, ["5.2.1", "5.2.2", "6.1.4"]);
        assert_eq!(cup.revealed(1), house().link(1).map(Source::Link).as_ref());
        let mut again = Cup::new("Zaphod", BTreeMap::new(), cup.ledger.clone(), Fresh::Link { randomizer: house(), number: 2 });
        assert_eq!(die(&mut again, "5.2"), Some(cup.rolls()[0].outcome));
        assert_eq!(again.rolls()[0], cup.rolls()[0]);
        // For another table it has another name, and digits of a source that was not known when that one was made.
        let fresh = Fresh::Link { randomizer: house(), number: 2 };
        let mut other = Cup::new("Zaphod", BTreeMap::new(), cup.ledger.clone(), fresh);
        other.roll("5.2", &[1; 100], "percent", |_| String::new()).expect("its source is known");
        assert_eq!((other.rolls()[0].id.as_str(), other.rolls()[0].source), ("5.2.1b", 2));
        let mut other = Cup::new("Zaphod", BTreeMap::new(), cup.ledger.clone(), Fresh::Absent);
        assert_eq!(die(&mut other, "7.1"), None);
    }

    #[test]
    fn what_is_not_published_is_wanted_with_its_table() {
        let mut cup = Cup::new("Zaphod", BTreeMap::new(), Arc::default(), Fresh::Unpublished);
        assert_eq!(die(&mut cup, "5.2"), None);
        let wanted = cup.wanted().expect("a roll was asked for").clone();
        assert_eq!((wanted.roll.as_str(), wanted.table.words.len(), wanted.table.words[5].as_str()), ("5.2.1", 6, "6"));
        assert_eq!(die(&mut cup, "5.2"), None);
        assert_eq!(cup.wanted(), Some(&wanted));
        let mut absent = Cup::empty();
        assert_eq!((die(&mut absent, "5.2"), absent.wanted()), (None, None));
    }

    #[test]
    fn digits_that_people_read_off_go_to_one_roll_after_the_other() {
        let mut cup = Cup::new("Zaphod", BTreeMap::new(), ledger(vec![Source::Digits("9034".into())]), Fresh::Published(1));
        assert_eq!(die(&mut cup, "5.2"), Some(2));
        assert_eq!(die(&mut cup, "5.2"), Some(3));
        assert_eq!((cup.rolls()[0].digits.as_str(), cup.rolls()[1].digits.as_str()), ("903", "4"));
        assert_eq!(die(&mut cup, "5.2"), None);
        assert_eq!(cup.wanted().map(|wanted| wanted.roll.as_str()), Some("5.2.3"));
        let mut again = Cup::new("Zaphod", BTreeMap::new(), cup.ledger.clone(), Fresh::Absent);
        assert_eq!([die(&mut again, "5.2"), die(&mut again, "5.2")], [Some(2), Some(3)]);
    }
}
