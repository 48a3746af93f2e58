//! What R5 left open is searched further while the house has nothing else to do: from the game as the rule was made in it, as long as the
//! rule may be challenged. What comes of it is an event; whoever has the log finds it again.
//!
//! Invariant: a search hangs on nothing that was played since, so letters that come meanwhile do not set it back.

use std::collections::VecDeque;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::dice::Randomizer;
use crate::game::event::Event;
use crate::game::procedure::Why;
use crate::law::pursuit::{BACKGROUND, Finding as Found, Search};

use super::super::multiverse::Multiverse;
use super::super::parameters::Switch;
use super::super::phase::{Deed, royal_effects};
use super::super::timeline::Mark;
use super::inquest::{Before, was_possible};
use super::r5::{self, Pair};
use super::{Evidence, Finding, Verdict};

/// A search that goes on, in slices.
#[derive(Debug)]
pub struct Pondering {
    /// Of the rule or repeal.
    number: String,
    /// The game that its maker found.
    found_by_maker: Arc<Multiverse>,
    /// The game without and with it.
    before: Multiverse,
    after: Multiverse,
    /// What has ended in them.
    ending: Vec<(String, Option<u16>)>,
    waiting: VecDeque<Pair>,
    search: Option<(Pair, Search)>,
    found: Vec<(Pair, Found)>,
}

impl Multiverse {
    /// The rule or repeal whose R5 is open and may be searched further, and the go in which it was made.
    fn unproven(&self) -> Option<(String, Arc<Mark>)> {
        if self.is_over() || self.parameters.switch(r5::R5) != Switch::On {
            return None;
        }
        let open = self.open_windows().into_iter().filter(|window| window.of == r5::R5);
        let searched = |number: &String| {
            let evidence = self.trial(number).into_iter().flat_map(|trial| &trial.verdicts).flat_map(|verdict| &verdict.evidence);
            evidence.into_iter().any(|evidence| matches!(evidence, Evidence::Searched { .. }))
        };
        let mut open = open.map(|window| window.number).filter(|number| !searched(number));
        open.find_map(|number| Some((number.clone(), Arc::clone(self.timeline.made(&number)?))))
    }
}

impl Pondering {
    /// What there is to search in a game.
    pub fn of(game: &Multiverse) -> Option<Pondering> {
        let (number, mark) = game.unproven()?;
        let mut before = mark.as_ordered();
        let (seat, orders) = (before.phase.seat, mark.orders.as_ref()?);
        if let Some(universe) = orders.real {
            let effects = royal_effects(&before, seat, universe);
            before.apply(&Event::Designated { seat, universe, effects });
        }
        let (after, ending) = before.proposed(seat, &orders.action, |proposal| {
            (proposal.after.settled(&number).into_owned(), proposal.after.ending_for_certain(&number))
        })?;
        let (before, waiting) = (before.settled(&number).into_owned(), after.pairs().into());
        Some(Pondering {
            number,
            found_by_maker: Arc::clone(&mark.before),
            before,
            after,
            ending,
            waiting,
            search: None,
            found: Vec::new(),
        })
    }

    /// Whether this is still what there is to search in a game.
    pub fn is_of(&self, game: &Multiverse) -> bool {
        let same = |(number, mark): (String, Arc<Mark>)| number == self.number && Arc::ptr_eq(&mark.before, &self.found_by_maker);
        game.unproven().is_some_and(same)
    }

    /// Searches so many positions further; what was found, once all is done.
    pub fn go_on(&mut self, positions: u64) -> Option<Verdict> {
        match self.search.as_mut() {
            Some((pair, search)) => {
                let pair = *pair;
                let budget = (search.spent() + positions).min(BACKGROUND);
                let found = search.run(budget);
                if matches!(found, Found::Open { .. }) && search.spent() < BACKGROUND {
                    return None;
                }
                self.search = None;
                self.take(pair, found)
            }
            None => match self.waiting.pop_front() {
                Some(pair) => match self.after.at_once(&pair, &[]) {
                    Ok(None) => None,
                    Ok(Some(found)) => self.take(pair, found),
                    Err(search) => {
                        self.search = Some((pair, *search));
                        None
                    }
                },
                None => Some(self.verdict()),
            },
        }
    }

    /// The same to the end.
    fn finish(&mut self) -> Verdict {
        loop {
            if let Some(verdict) = self.go_on(BACKGROUND) {
                return verdict;
            }
        }
    }

    fn take(&mut self, pair: Pair, found: Found) -> Option<Verdict> {
        if let Found::Impossible(proof) = &found {
            match was_possible((&self.before, &self.after), &pair, proof, BACKGROUND).0 {
                Before::Possible => return Some(r5::refused(&self.after, &pair, proof).once_ended(&self.ending)),
                Before::Impossible => {}
                Before::Unknown => self.found.push((pair, Found::Open { nodes: BACKGROUND })),
            }
            return None;
        }
        self.found.push((pair, found));
        None
    }

    fn verdict(&self) -> Verdict {
        let found = r5::allowed(&self.after, &self.found, &format!("{BACKGROUND} positions"));
        found.once_ended(&self.ending).shown_by([Evidence::Searched { positions: BACKGROUND }])
    }
}

/// What the search has found becomes part of the game; a rule that is shown to break R5 counts as a pass (R16).
pub fn conclude(game: &Multiverse, pondering: &Pondering, verdict: Verdict, (now, randomizer): (DateTime<Utc>, &Randomizer)) -> Deed {
    concluded(game, &pondering.number, verdict, (now, randomizer))
}

/// The same from the game alone.
pub fn concluded_again(game: &Multiverse, now: DateTime<Utc>, randomizer: &Randomizer) -> Option<Deed> {
    let mut pondering = Pondering::of(game)?;
    let verdict = pondering.finish();
    Some(concluded(game, &pondering.number, verdict, (now, randomizer)))
}

fn concluded(game: &Multiverse, number: &str, verdict: Verdict, (now, randomizer): (DateTime<Utc>, &Randomizer)) -> Deed {
    let mut deed = Deed::on(game, randomizer, now);
    let broken = matches!(verdict.finding, Finding::Broken { .. });
    let made = game.timeline.made(number).map(|mark| mark.go);
    deed.happen(Event::SearchEnded { number: number.to_owned(), verdict });
    if let Some(go) = made.filter(|_| broken) {
        deed.send_back(go, Why::Search(number.to_owned()), None);
    }
    deed
}
