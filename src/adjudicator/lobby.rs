//! What belongs to no game: the lobby log's end, and what each correspondent has cost in the last hour.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use chrono::{DateTime, TimeDelta, Utc};

use crate::archive::record::{DeskEvent, Unread};
use crate::archive::{Digest, Entry, GameName, Head};

use super::loss::Loss;
use super::post::{ANSWER, NOTICE};

/// The stretch of time that budgets are counted over.
const BUDGET_HOURS: i64 = 1;

/// Answers in an hour to all those together whose address nothing proves and nobody knows.
const MOST_TO_STRANGERS: usize = 60;

/// The lobby has no state that its lines change.
pub fn state() -> Digest {
    Digest::of(b"lobby\n")
}

/// The lobby's measure of time for tokens: days.
pub fn day(now: DateTime<Utc>) -> u32 {
    u32::try_from(now.timestamp() / 86_400).unwrap_or(0)
}

/// What a line says of its letter: these events stand first.
pub fn desk_events(entry: &Entry) -> Vec<DeskEvent> {
    entry.events.iter().map_while(|event| event.read().ok()).collect()
}

/// The sender and the id of a letter that was believed and read. Only such a letter costs its sender anything, and is known when it comes again.
pub fn heard(desk: &[DeskEvent]) -> Option<(&str, Option<&str>)> {
    let unheard = |event: &DeskEvent| matches!(event, DeskEvent::Ignored { .. } | DeskEvent::Unread { .. } | DeskEvent::Bounced { .. });
    desk.iter().find_map(|event| match event {
        DeskEvent::Letter { from, message_id, unproven: false, .. } if !desk.iter().any(unheard) => {
            Some((from.as_str(), message_id.as_deref()))
        }
        _ => None,
    })
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
    /// Notices to the master of letters that anybody may have sent.
    reports: Budgets,
    /// Damages of which the operator was told: game and reason.
    damages: BTreeSet<(String, String)>,
    /// Keys that came out of turn and of which the players were told: the key, and that of which it knows nothing or by which its right had ended.
    keys: BTreeSet<(String, String)>,
    /// Files that are gone and of which the operator was told: log and digest of their names.
    gone: BTreeSet<(String, String)>,
    /// Hours of newest lines that the clock was found to be behind.
    behind: BTreeSet<String>,
    /// Lines of games that are known to be lost.
    pub(super) losses: Vec<Loss>,
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

    fn spent_by_all(&self, now: DateTime<Utc>) -> usize {
        let since = now - TimeDelta::hours(BUDGET_HOURS);
        self.spent.values().map(|times| times.iter().filter(|at| **at > since).count()).sum()
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
            reports: Budgets::default(),
            damages: BTreeSet::new(),
            keys: BTreeSet::new(),
            gone: BTreeSet::new(),
            behind: BTreeSet::new(),
            losses: Vec::new(),
        }
    }

    pub(super) fn count(&mut self, entry: &Entry) {
        let desk = desk_events(entry);
        let has = |sign: fn(&DeskEvent) -> bool| desk.iter().any(sign);
        let unproven = has(|event| matches!(event, DeskEvent::Letter { unproven: true, .. }));
        let turned_away = has(|event| matches!(event, DeskEvent::Unread { why: Unread::TooMany }));
        let reports = has(|event| matches!(event, DeskEvent::Bounced { .. } | DeskEvent::Quarantined { .. }));
        for mail in &entry.out {
            let budget = match mail.kind.as_str() {
                NOTICE if reports => &mut self.reports,
                ANSWER if turned_away => &mut self.turned_away,
                ANSWER if unproven => &mut self.warnings,
                ANSWER => &mut self.answers,
                _ => continue,
            };
            budget.spend(&mail.to, entry.at);
        }
        for event in &desk {
            match event {
                DeskEvent::AtRest { game, why } => {
                    self.damages.insert((game.clone(), why.clone()));
                }
                DeskEvent::NewKey { key, before: other } | DeskEvent::OldKey { key, newer: other } => {
                    self.keys.insert((key.clone(), other.clone()));
                }
                DeskEvent::KeyInTurn { key, other } => drop(self.keys.remove(&(key.clone(), other.clone()))),
                DeskEvent::FilesGone { log, names, .. } => {
                    self.gone.insert((log.clone(), names.clone()));
                }
                DeskEvent::FilesBack { log } => self.gone.retain(|(lacking, _)| lacking != log),
                DeskEvent::ClockBehind { newest } => {
                    self.behind.insert(newest.clone());
                }
                DeskEvent::GoesOn { game } => self.damages.retain(|(resting, _)| resting != game),
                event => self.losses.extend(Loss::of(event)),
            }
        }
        if let Some((from, _)) = heard(&desk) {
            self.letters.spend(from, entry.at);
        }
    }

    /// Whether the operator knows of that damage.
    pub(super) fn was_told(&self, event: &DeskEvent) -> bool {
        matches!(event, DeskEvent::AtRest { game, why } if self.damages.contains(&(game.clone(), why.clone())))
    }

    /// Whether those who have to know of that key, of that hour or of those files were told.
    pub(super) fn has_told(&self, event: &DeskEvent) -> bool {
        match event {
            DeskEvent::NewKey { key, before: other } | DeskEvent::OldKey { key, newer: other } => {
                self.keys.contains(&(key.clone(), other.clone()))
            }
            DeskEvent::ClockBehind { newest } => self.behind.contains(newest),
            DeskEvent::FilesGone { log, names, .. } => self.gone.contains(&(log.clone(), names.clone())),
            _ => false,
        }
    }

    /// The keys out of turn of which somebody was told, and that are so no more.
    pub(super) fn in_turn_again(&self, out_of_turn: &BTreeSet<(String, String)>) -> Vec<DeskEvent> {
        let passed = self.keys.difference(out_of_turn);
        passed.map(|(key, other)| DeskEvent::KeyInTurn { key: key.clone(), other: other.clone() }).collect()
    }

    /// The logs of which somebody was told that they lack files, and that do no more.
    pub(super) fn whole_again(&self, lacking: &BTreeSet<String>) -> Vec<DeskEvent> {
        let logs: BTreeSet<&String> = self.gone.iter().map(|(log, _)| log).filter(|log| !lacking.contains(*log)).collect();
        logs.into_iter().map(|log| DeskEvent::FilesBack { log: log.clone() }).collect()
    }

    /// Whether a game was laid to rest and not heard of since.
    pub(super) fn knows_at_rest(&self, game: &GameName) -> bool {
        self.damages.iter().any(|(resting, _)| resting == game.as_str())
    }

    /// Whether one more answer may go to that address.
    pub(super) fn may_answer(&self, address: &str, limit: u32, now: DateTime<Utc>) -> bool {
        self.answers.spent(address, now) < limit as usize
    }

    /// Whether that address is told of one more letter in its name without proof.
    pub(super) fn may_warn(&self, address: &str, limit: u32, now: DateTime<Utc>) -> bool {
        self.warnings.spent(address, now) < limit as usize
    }

    /// Whether somebody nobody knows is told of a letter in his name.
    pub(super) fn may_warn_strangers(&self, now: DateTime<Utc>) -> bool {
        self.warnings.spent_by_all(now) < MOST_TO_STRANGERS
    }

    /// Whether the master is told of one more letter that anybody may have sent.
    pub(super) fn may_report(&self, master: &str, limit: u32, now: DateTime<Utc>) -> bool {
        self.reports.spent(master, now) < limit as usize
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
