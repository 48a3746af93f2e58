//! What the house does when it has nothing else to do: it searches on for what the tests of rules have left open (R5).
//!
//! Invariant: nothing is written of a search but its result. What there is to search follows from the games, so a house that starts anew begins
//! each search anew, and comes to the same result.

use chrono::{DateTime, Utc};

use super::post::PostBag;
use super::rederive::SEARCH;
use super::table::Happening;
use super::{Custodian, Fault, Step, announce, tell};
use crate::archive::{Cause, GameName, Head};
use crate::game::mar::metarule::{self, Pondering};

/// Positions looked at before the house looks round for letters again.
const SLICE: u64 = 20_000;

/// A search, and where the log of its game stood when it was last looked at; `None`: there is nothing to search.
#[derive(Debug)]
pub(super) struct Thought {
    head: Head,
    pondering: Option<Pondering>,
}

impl Custodian {
    /// A game in which something is left to be searched.
    pub fn pensive(&mut self) -> Option<GameName> {
        for (name, table) in &self.tables {
            match self.thoughts.get_mut(name) {
                Some(thought) if thought.head == table.head() => {}
                // Letters that came meanwhile leave it what it was.
                Some(thought) if thought.pondering.as_ref().is_some_and(|pondering| pondering.is_of(&table.game)) => {
                    thought.head = table.head();
                }
                _ => {
                    let thought = Thought { head: table.head(), pondering: Pondering::of(&table.game) };
                    self.thoughts.insert(name.clone(), thought);
                }
            }
        }
        self.thoughts.retain(|name, _| self.tables.contains_key(name));
        self.thoughts.iter().find(|(_, thought)| thought.pondering.is_some()).map(|(name, _)| name.clone())
    }

    /// Searches a slice further in a game; the step, once something is found out.
    pub fn ponder(&mut self, name: &GameName, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let (Some(table), Some(thought)) = (self.tables.get(name), self.thoughts.get_mut(name)) else { return Ok(None) };
        let Some(mut pondering) = thought.pondering.take().filter(|_| thought.head == table.head()) else { return Ok(None) };
        let Some(verdict) = pondering.go_on(SLICE) else {
            thought.pondering = Some(pondering);
            return Ok(None);
        };
        let randomizer = self.house.randomizer(&table.game);
        let deed = metarule::conclude(&table.game, &pondering, verdict, (now, &randomizer));
        let mut bag = PostBag::of_game(&self.house, name, table.game.name(), deed.after.phase.turn, table.record(), now);
        announce::search(&mut bag, &deed.events, &deed.after)?;
        let note = tell::happened(&deed.events, &deed.after).join(" ");
        let what = Happening { desk: Vec::new(), events: &deed.events, after: Some(deed.after), note };
        self.table_step(name, table, Cause::named(SEARCH), what, bag, now).map(Some)
    }
}
