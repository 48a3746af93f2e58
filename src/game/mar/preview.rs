//! What a rule would change, for CHECK: moves gained and lost by each player in each universe, and rules it meets.

use std::fmt::Write;

use crate::law::{self, Active, Universes};
use crate::rule::{self, Scope};
use crate::turn::Seat;

use super::multiverse::Multiverse;

/// The most moves listed of each sort.
const MOST_LISTED: usize = 8;

/// In words, one line a universe and army; empty where the text is no rule.
pub fn of_rule(multiverse: &Multiverse, text: &str) -> String {
    let Some(rule) = rule::read(text, &multiverse.vocabulary()).rule else { return String::new() };
    let after = match multiverse.fold(Some(&rule)) {
        Ok(after) => after,
        Err(problem) => return format!("\nIt cannot come into force: {problem}"),
    };
    let mut words = String::from("\nMoves gained and lost in the present position, were everybody on move:");
    let mut changed = false;
    for universe in &multiverse.universes {
        let mut position = multiverse.position.clone();
        for (seat, army) in [universe.hot, universe.cold] {
            for effect in multiverse.law.opening(&position, army) {
                position.apply(&effect);
            }
            let difference = law::difference(&multiverse.law, &after, &position, army);
            let here = |list: &[law::Move]| -> Vec<String> {
                let there = list.iter().filter(|played| played.board == universe.board);
                there.map(|played| law::notation::long(played, &position)).collect()
            };
            let (gained, lost) = (here(&difference.gained), here(&difference.lost));
            if gained.is_empty() && lost.is_empty() {
                continue;
            }
            changed = true;
            let colour = &multiverse.position.entities.army(army).name;
            let name = &multiverse.player(seat).name;
            let _ = write!(words, "\n  {} {colour} ({name}): ", multiverse.universe_name(universe.number));
            let _ = write!(words, "{} gained{}, {} lost{}", gained.len(), listed(&gained), lost.len(), listed(&lost));
        }
    }
    if !changed {
        words.push_str("\n  none");
    }
    words.push_str(&conflicts(multiverse, &rule));
    words
}

fn listed(moves: &[String]) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let more = if moves.len() > MOST_LISTED { ", ..." } else { "" };
    format!(" ({}{more})", moves[..moves.len().min(MOST_LISTED)].join(", "))
}

/// Rules in force that speak to the same things as a new one (R3).
fn conflicts(multiverse: &Multiverse, rule: &crate::rule::Rule) -> String {
    let universes = match rule.scope {
        Scope::Multiverse => Universes::Every,
        Scope::Universe(number) => Universes::Only([number].into()),
    };
    let mut rules = multiverse.standing();
    rules.push(Active { number: NEW, clauses: &rule.clauses, universes });
    let met = met_by(multiverse, &rules, NEW);
    met.into_iter().map(|sentence| format!("\n{sentence}")).collect()
}

/// What a rule that is not made yet is called.
const NEW: &str = "the new rule";

impl Multiverse {
    /// The earlier rules in force that speak to the same things as this one, a sentence each: everybody is told (R3, R6).
    pub fn meetings(&self, number: &str) -> Vec<String> {
        met_by(self, &self.standing(), number)
    }
}

fn met_by(multiverse: &Multiverse, rules: &[Active], later: &str) -> Vec<String> {
    let Ok(found) = law::conflicts(rules, &multiverse.position.entities) else { return Vec::new() };
    let sentence = |conflict: &law::Conflict| {
        let protected = multiverse.rule(&conflict.earlier).filter(|rule| rule.protected.holds(multiverse.phase));
        let wins = match protected {
            Some(rule) => {
                let maker = name(multiverse, rule.protected.last.seat);
                format!("which wins until the end of {maker}'s phase of turn {} (R6)", rule.protected.last.turn)
            }
            None => "which it supersedes there (R3)".to_string(),
        };
        format!("It speaks to {} as rule {} does, {wins}.", conflict.aspects.join(" and "), conflict.earlier)
    };
    found.iter().filter(|conflict| conflict.later == later).map(sentence).collect()
}

fn name(multiverse: &Multiverse, seat: Seat) -> &str {
    &multiverse.player(seat).name
}
