//! Squares that players name in secret: sealed when they are named, opened when they act.
//!
//! Invariant: a secret is a side's, since seats get other numbers when a side joins; the log holds seals alone. The house finds a secret again by its seal, so there is nothing else to keep.

use crate::board::{BoardId, SideId};
use crate::dice::{self, Link, Opened, Randomizer, seal};
use crate::game::event::Event;
use crate::law;
use crate::rule::Form;
use crate::turn::Seat;

use super::multiverse::Multiverse;

/// A square that a player has named in secret, for one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    pub side: SideId,
    /// `w3`.
    pub rule: String,
    pub seal: Link,
    /// The square, once it has acted.
    pub opened: Option<String>,
}

/// Whose secret it is, in the seal: rule, side from 1, and the timeline in which it was sealed where that is not the first: a salt that was laid open
/// seals nothing again.
pub fn label(rule: &str, side: SideId, timeline: usize) -> String {
    let whose = format!("{rule} {}", u16::from(side.0) + 1);
    if timeline > 1 { format!("{whose} {timeline}") } else { whose }
}

impl Multiverse {
    /// The rules in force that let players name a square, the newest first.
    pub fn asking_secrets(&self) -> Vec<String> {
        let asks = |rule: &&super::Enacted| {
            rule.stands() && rule.enactment.rule.clauses.iter().any(|clause| matches!(clause.form, Form::Secret(_)))
        };
        self.rules.iter().rev().filter(asks).map(|rule| rule.enactment.number.clone()).collect()
    }

    /// Whether a player may name his square for a rule; why not.
    pub fn could_seal(&self, side: SideId, rule: &str) -> Result<(), String> {
        if self.seat_of_side(side).is_none() || self.rule(rule).is_none() {
            return Err(format!("there is no rule {rule}, or no side {}", side.0));
        }
        match self.secret_of(side, rule) {
            Some(_) => Err(format!("your secret square for rule {rule} is sealed already and cannot be changed")),
            None => Ok(()),
        }
    }

    /// What a rule says of its secret squares, where that square is none of them for a player.
    pub fn not_its_secret(&self, seat: Seat, number: &str, square: &str) -> Option<String> {
        let rule = self.rule(number)?;
        let limited = rule.clauses().iter().position(|clause| matches!(clause.form, Form::Secret(Some(_))))?;
        let counts = self.law.secret_counts_on(&self.position, self.player(seat).side, &format!("rule {number}"), square);
        let fits = counts.is_none_or(|counts| counts.iter().any(|(_, counts)| *counts));
        (!fits).then(|| self.sentence_of(rule, limited))
    }

    /// Where a square counts that a player names for a rule, in words, if that is not everywhere where he has men.
    pub fn secret_counts_in(&self, seat: Seat, number: &str, square: &str) -> Option<String> {
        let counts = self.law.secret_counts_on(&self.position, self.player(seat).side, &format!("rule {number}"), square)?;
        let elsewhere = counts.iter().any(|(_, counts)| !counts);
        let name = |(board, _): &(BoardId, bool)| self.universe_name(self.position.geometry.board(*board).universe);
        let mut places: Vec<String> = counts.iter().filter(|(_, counts)| *counts).map(name).collect();
        places.dedup();
        elsewhere.then(|| format!(" (it counts in {}, where it is one of those that may be named)", places.join(" and ")))
    }

    /// Whether a secret is what was sealed.
    pub(super) fn could_open(&self, side: SideId, rule: &str, opened: &Opened) -> Result<(), String> {
        let sealed = self.secret_of(side, rule).ok_or_else(|| format!("nothing is sealed for rule {rule} by side {}", side.0))?;
        match self.labels(rule, side).any(|label| seal(opened.salt, self.name(), &label, &opened.secret) == sealed.seal) {
            true => Ok(()),
            false => Err(format!("{} is not what side {} has sealed for rule {rule}", opened.secret, side.0)),
        }
    }

    /// Whose secret it is, in a seal that is made now.
    pub fn label_of_now(&self, rule: &str, side: SideId) -> String {
        label(rule, side, self.timeline.number())
    }

    /// The same in seals that were made in any timeline so far; what was sealed stands in the next one as well.
    fn labels<'r>(&self, rule: &'r str, side: SideId) -> impl Iterator<Item = String> + use<'r> {
        (1..=self.timeline.number()).map(move |timeline| label(rule, side, timeline))
    }

    /// Whose an opened secret is, as its seal has it.
    pub fn label_of(&self, rule: &str, side: SideId, opened: &Opened) -> Option<String> {
        let sealed = self.secret_of(side, rule)?;
        self.labels(rule, side).find(|label| seal(opened.salt, self.name(), label, &opened.secret) == sealed.seal)
    }

    pub fn secret_of(&self, side: SideId, rule: &str) -> Option<&Secret> {
        self.secrets.iter().find(|secret| secret.side == side && secret.rule == rule)
    }

    /// The names of all squares there are.
    pub fn squares(&self) -> Vec<String> {
        let geometry = &self.position.geometry;
        let mut names: Vec<String> = geometry.boards.iter().flat_map(|board| &board.cells).map(|&cell| geometry.name(cell)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The secrets of rules in force, as the law asks for them, as far as they can be known.
    pub(super) fn known_secrets(&self, randomizer: &Randomizer) -> Vec<law::Secret> {
        let asking = self.asking_secrets();
        let counting = self.secrets.iter().filter(|secret| asking.contains(&secret.rule));
        let known = |secret: &Secret| match &secret.opened {
            Some(square) => Some(square.clone()),
            None => self.find(secret, randomizer).map(|opened| opened.secret),
        };
        counting.filter_map(|secret| Some(law::Secret::new(secret.side, known(secret)?, secret.rule.clone()))).collect()
    }

    fn find(&self, secret: &Secret, randomizer: &Randomizer) -> Option<dice::Opened> {
        self.labels(&secret.rule, secret.side).find_map(|label| randomizer.open(self.name(), &label, secret.seal, self.squares()))
    }

    /// The event that opens a player's secret, unless it is open.
    pub(super) fn opening_of(&self, side: SideId, rule: String, randomizer: &Randomizer) -> Option<Event> {
        let secret = self.secret_of(side, &rule).filter(|secret| secret.opened.is_none())?;
        Some(Event::Unsealed { side, opened: self.find(secret, randomizer)?, rule })
    }
}
