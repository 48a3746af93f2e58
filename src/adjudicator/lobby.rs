//! What belongs to no game: the lobby log's end, and what each correspondent has cost in the last hour.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use chrono::{DateTime, TimeDelta, Utc};

use crate::archive::record::DeskEvent;
use crate::archive::{Digest, Entry, Head};

use super::post::ANSWER;

/// The stretch of time that budgets are counted over.
const BUDGET_HOURS: i64 = 1;

/// Why a letter without proof of its sender is refused, as the log says it.
pub(super) const UNPROVEN: &str = "the sender is not proven";

/// Why a letter beyond the hourly limit is left unread, as the log says it.
pub(super) const TOO_MANY: &str = "too many letters came from that address within an hour";

/// The lobby has no state that its lines change.
pub fn state() -> Digest {
    Digest::of(b"lobby\n")
}

/// The lobby's measure of time for tokens: days.
pub fn day(now: DateTime<Utc>) -> u32 {
    u32::try_from(now.timestamp() / 86_400).unwrap_or(0)
}

#[derive(Debug)]
pub struct Lobby {
    pub(super) head: Head,
    letters: Budgets,
    answers: Budgets,
    /// Notices that somebody may have written in another's name: they are not at the other's cost.
    warnings: Budgets,
    /// Answers to the first letter beyond the hourly limit.
    turned_away: Budgets,
    /// Damages of which the operator was told: game and reason.
    damages: BTreeSet<(String, String)>,
}

#[derive(Debug, Default)]
struct Budgets {
    spent: BTreeMap<String, VecDeque<DateTime<Utc>>>,
    /// When those were last forgotten who have spent nothing in the last hour.
    swept: Option<DateTime<Utc>>,
}

impl Budgets {
    fn spend(&mut self, address: &str, at: DateTime<Utc>) {
        let old = at - TimeDelta::hours(BUDGET_HOURS);
        if self.swept.is_none_or(|swept| swept <= old) {
            self.spent.retain(|_, times| times.back().is_some_and(|last| *last > old));
            self.swept = Some(at);
        }
        let times = self.spent.entry(address.to_lowercase()).or_default();
        times.push_back(at);
        while times.front().is_some_and(|first| *first <= old) {
            times.pop_front();
        }
    }

    fn spent(&self, address: &str, now: DateTime<Utc>) -> usize {
        let since = now - TimeDelta::hours(BUDGET_HOURS);
        self.spent.get(&address.to_lowercase()).map_or(0, |times| times.iter().filter(|at| **at > since).count())
    }

    /// When less than the limit will have been spent.
    fn free(&self, address: &str, limit: u32, now: DateTime<Utc>) -> DateTime<Utc> {
        let times = self.spent.get(&address.to_lowercase());
        let blocking = times.and_then(|times| times.iter().rev().nth((limit as usize).checked_sub(1)?));
        blocking.map_or(now, |at| *at + TimeDelta::hours(BUDGET_HOURS))
    }
}

impl Lobby {
    pub(super) fn new(head: Head) -> Lobby {
        Lobby {
            head,
            letters: Budgets::default(),
            answers: Budgets::default(),
            warnings: Budgets::default(),
            turned_away: Budgets::default(),
            damages: BTreeSet::new(),
        }
    }

    pub(super) fn count(&mut self, entry: &Entry) {
        // the desk's events stand first
        let desk: Vec<DeskEvent> = entry.events.iter().map_while(|event| event.read().ok()).collect();
        let unproven = desk.iter().any(|event| matches!(event, DeskEvent::Refused { why } if why == UNPROVEN));
        let unread = desk.iter().any(|event| matches!(event, DeskEvent::Refused { why } | DeskEvent::Ignored { why } if why == TOO_MANY));
        let mails = match (unproven, unread) {
            (true, _) => &mut self.warnings,
            (_, true) => &mut self.turned_away,
            (false, false) => &mut self.answers,
        };
        for mail in entry.out.iter().filter(|mail| mail.kind == ANSWER) {
            mails.spend(&mail.to, entry.at);
        }
        for event in &desk {
            if let DeskEvent::AtRest { game, why } = event {
                self.damages.insert((game.clone(), why.clone()));
            }
            if let DeskEvent::Letter { from, .. } = event
                && !unproven
                && !unread
            {
                self.letters.spend(from, entry.at);
            }
        }
    }

    /// Whether the operator knows of that damage.
    pub(super) fn was_told(&self, event: &DeskEvent) -> bool {
        matches!(event, DeskEvent::AtRest { game, why } if self.damages.contains(&(game.clone(), why.clone())))
    }

    /// Whether one more answer may go to that address.
    pub(super) fn may_answer(&self, address: &str, limit: u32, now: DateTime<Utc>) -> bool {
        self.answers.spent(address, now) < limit as usize
    }

    /// Whether that address is told of one more letter in its name without proof.
    pub(super) fn may_warn(&self, address: &str, limit: u32, now: DateTime<Utc>) -> bool {
        self.warnings.spent(address, now) < limit as usize
    }

    /// Whether that address is told that no more of its letters are read: once an hour.
    pub(super) fn may_turn_away(&self, address: &str, now: DateTime<Utc>) -> bool {
        self.turned_away.spent(address, now) == 0
    }

    /// When the next letter of that address is read again.
    pub(super) fn reads_again(&self, address: &str, limit: u32, now: DateTime<Utc>) -> DateTime<Utc> {
        self.letters.free(address, limit, now)
    }

    /// Whether one more letter from that address is read.
    pub(super) fn may_read(&self, address: &str, limit: u32, now: DateTime<Utc>) -> bool {
        self.letters.spent(address, now) < limit as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_forgotten_within_two_hours_however_many_there_are() {
        let mut budgets = Budgets::default();
        let at = |minute: i64| DateTime::UNIX_EPOCH + TimeDelta::minutes(minute);
        for number in 0..20_000 {
            budgets.spend(&format!("{number}@x.org"), at(number / 200));
        }
        assert_eq!(budgets.spent("19999@x.org", at(99)), 1);
        budgets.spend("late@x.org", at(225));
        assert_eq!(budgets.spent.len(), 1);
    }
}
