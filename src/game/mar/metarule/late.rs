//! What R5 left open is searched further while the house has nothing else to do: from the game as it stands, as long as the rule may be
//! challenged. What comes of it is an event; whoever has the log finds it again.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};

use crate::dice::Randomizer;
use crate::game::event::Event;
use crate::law::pursuit::{BACKGROUND, Finding as Found, Search};

use super::super::multiverse::{Enacted, Multiverse};
use super::super::phase::Deed;
use super::r5::{self, Pair};
use super::{Evidence, Finding, Verdict};

/// A search that goes on, in slices.
#[derive(Debug)]
pub struct Pondering {
    /// The rule.
    number: String,
    waiting: VecDeque<Pair>,
    search: Option<(Pair, Search)>,
    found: Vec<(Pair, Found)>,
}

impl Multiverse {
    /// The rule whose R5 is open and may be searched further.
    fn unproven(&self) -> Option<String> {
        let open = self.open_windows().into_iter().filter(|window| window.of == r5::R5);
        let stands = |number: &String| self.rule(number).is_some_and(Enacted::stands);
        let searched = |number: &String| {
            let evidence = self.trial(number).into_iter().flat_map(|trial| &trial.verdicts).flat_map(|verdict| &verdict.evidence);
            evidence.into_iter().any(|evidence| matches!(evidence, Evidence::Searched { .. }))
        };
        open.map(|window| window.number).find(|number| !self.is_over() && stands(number) && !searched(number))
    }
}

impl Pondering {
    /// What there is to search in a game.
    pub fn of(game: &Multiverse) -> Option<Pondering> {
        let number = game.unproven()?;
        Some(Pondering { number, waiting: game.pairs().into(), search: None, found: Vec::new() })
    }

    /// Searches so many positions further; what was found, once all is done. The game is the one that it began with.
    pub fn go_on(&mut self, game: &Multiverse, positions: u64) -> Option<Verdict> {
        match self.search.as_mut() {
            Some((pair, search)) => {
                let pair = *pair;
                let budget = (search.spent() + positions).min(BACKGROUND);
                let found = search.run(budget);
                if matches!(found, Found::Open { .. }) && search.spent() < BACKGROUND {
                    return None;
                }
                self.search = None;
                self.take(game, pair, found)
            }
            None => match self.waiting.pop_front() {
                Some(pair) => match game.at_once(&pair) {
                    Ok(None) => None,
                    Ok(Some(found)) => self.take(game, pair, found),
                    Err(search) => {
                        self.search = Some((pair, *search));
                        None
                    }
                },
                None => Some(self.verdict(game)),
            },
        }
    }

    /// The same to the end.
    fn finish(mut self, game: &Multiverse) -> (String, Verdict) {
        loop {
            if let Some(verdict) = self.go_on(game, BACKGROUND) {
                return (self.number, verdict);
            }
        }
    }

    fn take(&mut self, game: &Multiverse, pair: Pair, found: Found) -> Option<Verdict> {
        if let Found::Impossible(proof) = &found {
            let mut without = game.clone();
            without.end_rule(&self.number, None);
            return match r5::was_possible(&without, &pair, proof, BACKGROUND) {
                r5::Before::Possible => Some(r5::refused(game, &pair, proof)),
                r5::Before::Impossible | r5::Before::Unknown => None,
            };
        }
        self.found.push((pair, found));
        None
    }

    fn verdict(&self, game: &Multiverse) -> Verdict {
        r5::allowed(game, &self.found, BACKGROUND).shown_by([Evidence::Searched { positions: BACKGROUND }])
    }
}

/// What the search has found becomes part of the game; a rule that is shown to break R5 ends.
pub fn conclude(game: &Multiverse, pondering: &Pondering, verdict: Verdict, (now, randomizer): (DateTime<Utc>, &Randomizer)) -> Deed {
    concluded(game, pondering.number.clone(), verdict, (now, randomizer))
}

/// The same from the game alone.
pub fn concluded_again(game: &Multiverse, now: DateTime<Utc>, randomizer: &Randomizer) -> Option<Deed> {
    let (number, verdict) = Pondering::of(game)?.finish(game);
    Some(concluded(game, number, verdict, (now, randomizer)))
}

fn concluded(game: &Multiverse, number: String, verdict: Verdict, (now, randomizer): (DateTime<Utc>, &Randomizer)) -> Deed {
    let mut deed = Deed::on(game, randomizer, now);
    let broken = matches!(verdict.finding, Finding::Broken { .. });
    deed.happen(Event::SearchEnded { number: number.clone(), verdict });
    if broken {
        deed.strike(&number);
    }
    deed
}
