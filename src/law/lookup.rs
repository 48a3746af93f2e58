//! Names looked up: kinds, colours, regions and counters, with the clause that a refusal names.

use std::cell::Cell;
use std::sync::Arc;

use crate::board::{ArmyId, Bearer, Clock, Entities, Key, Kind, KindId, ManId, Note, Position};

use crate::rule::{Counter, KindWords, Vocabulary};

use super::crowd::Crowd;
use super::introduce::noted_as;
use super::reads::Reads;
use super::terms::Area;
use super::{ClausePlace, LawProblem};

/// What words of one clause may mean.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'a> {
    pub entities: &'a Entities,
    pub place: &'a ClausePlace,
    /// When its rule took force; none: from the beginning.
    pub since: Option<Clock>,
    /// Regions that rules have named; those they have marked are in the position.
    pub regions: &'a [(String, Area)],
    pub counters: &'a [&'a Counter],
    /// "Each player" is the one whose phase it is: `each player gains a point at the start of his phase`.
    pub each_in_turn: bool,
    /// What players have named in secret may be asked: it decides what happens, never what is legal.
    pub secrets: bool,
    /// Takes in what the words ask for besides men and squares.
    pub reads: &'a Cell<Reads>,
}

/// A counter: where it is noted, where it starts, and its limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub key: Key,
    pub start: i32,
    pub least: i32,
    pub most: i32,
}

impl Tally {
    /// How many a man bears.
    pub fn of_man(self, position: &Position, man: ManId) -> i32 {
        self.start + position.note(Note { of: Bearer::Man(man), key: self.key })
    }
}

impl Lookup<'_> {
    pub fn kind(&self, name: &str) -> Result<KindId, LawProblem> {
        let known = || self.entities.kinds.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>().join(", ");
        let found = self.entities.kind_named(name);
        found.ok_or_else(|| LawProblem::UnknownKind { place: self.place.clone(), name: name.to_owned(), known: known() })
    }

    pub fn army(&self, colour: &str) -> Result<ArmyId, LawProblem> {
        let known = || self.entities.armies.iter().map(|army| army.name.as_str()).collect::<Vec<_>>().join(", ");
        let found = self.entities.army_named(colour);
        found.ok_or_else(|| LawProblem::UnknownArmy { place: self.place.clone(), name: colour.to_owned(), known: known() })
    }

    /// The names of the game, for telling what a clause does.
    pub fn words(&self) -> Vocabulary {
        let kind = |kind: &Kind| KindWords {
            name: kind.name.clone(),
            plural: kind.plural.clone(),
            letter: kind.letter.clone(),
            royal: kind.royal,
            value: kind.value,
        };
        let armies = self.entities.armies.iter().map(|army| army.name.clone()).collect();
        let states = self.counters.iter().filter(|counter| counter.state).map(|counter| counter.name.clone()).collect();
        Vocabulary { kinds: self.entities.kinds.iter().map(kind).collect(), armies, states, ..Vocabulary::default() }
    }

    /// A counter of players that a clause in force has declared.
    pub fn tally(&self, name: &str) -> Result<Tally, LawProblem> {
        let counter = self.counter(name)?;
        if counter.of.is_some() {
            return Err(self.wrong(format!("{name} are counted for pieces, not for players")));
        }
        self.limits(counter)
    }

    /// A counter of men that a clause in force has declared, and who bears it.
    pub fn borne(&self, name: &str) -> Result<(Tally, Crowd), LawProblem> {
        let counter = self.counter(name)?;
        let Some(bearers) = &counter.of else {
            return Err(self.wrong(format!("{name} are counted for players, not for pieces")));
        };
        Ok((self.limits(counter)?, Crowd::of(bearers, self)?))
    }

    fn counter(&self, name: &str) -> Result<&Counter, LawProblem> {
        let known = self.counters.iter().rev().find(|counter| counter.name == name).copied();
        known.ok_or_else(|| self.wrong(format!("there is no counter called {name:?}")))
    }

    fn limits(&self, counter: &Counter) -> Result<Tally, LawProblem> {
        let &Counter { start, least, most, .. } = counter;
        Ok(Tally { key: self.key(&noted_as(counter))?, start, least, most })
    }

    /// The key under which a name is noted.
    pub fn key(&self, name: &str) -> Result<Key, LawProblem> {
        self.entities.key_named(name).ok_or_else(|| self.wrong(format!("nothing is called {name:?} in this game")))
    }

    /// The squares of a region: those that a rule in force has named, and those that are marked on the boards.
    pub fn region(&self, name: &str) -> Result<Area, LawProblem> {
        let named = self.regions.iter().rev().find(|(known, _)| known == name).map(|(_, area)| Arc::clone(area));
        let key = self.entities.key_named(name);
        match (named, key) {
            (Some(area), None) => Ok(area),
            (named, Some(key)) => Ok(Arc::new(move |scene, cell| {
                let marked = scene.position.note(Note { of: Bearer::Cell(cell), key }) != 0;
                marked || named.as_ref().is_some_and(|area| area(scene, cell))
            })),
            (None, None) => Err(self.wrong(format!("there is no region called {name:?}"))),
        }
    }

    pub fn wrong(&self, reason: impl Into<String>) -> LawProblem {
        LawProblem::Wrong { place: self.place.clone(), reason: reason.into() }
    }
}
