//! What a rule would change, for CHECK: what it does at once and in the coming turns, moves gained and lost by each player in each universe,
//! and rules it meets.

use std::fmt::Write;

use crate::board::Position;
use crate::game::traces;
use crate::law::{self, Active, Bearing, Instant, Law, LawProblem, Strength, Universes};
use crate::rule::{self, Rule, Scope};
use crate::turn::Seat;

use super::example::Example;
use super::forecast::when;
use super::metarule::Proposal;
use super::multiverse::Multiverse;

/// The most moves listed of each sort.
const MOST_LISTED: usize = 8;

/// How many of a rule's doings are told.
const MOST_FORETOLD: usize = 6;

/// In words, one line a universe and army; empty where the text is no rule.
pub fn of_rule(multiverse: &Multiverse, text: &str) -> String {
    let Some(rule) = rule::read(text, &multiverse.vocabulary()).rule else { return String::new() };
    let begun = match Begun::with(multiverse, &rule) {
        Ok(begun) => begun,
        Err(problem) => return format!("\nIt cannot come into force: {problem}"),
    };
    let mut words = String::new();
    for deed in &begun.at_once {
        let _ = write!(words, "\nAt once {deed}.");
    }
    words.push_str("\nMoves gained and lost in the present position, were everybody on move:");
    let (mut changed, mut example): (bool, Option<(Example, Position, String)>) = (false, None);
    for universe in multiverse.open_universes() {
        let (mut before, mut after) = (multiverse.position.clone(), begun.position.clone());
        for (seat, army) in multiverse.present_in(universe) {
            for effect in multiverse.law.opening(&before, army) {
                before.apply(&effect);
                after.apply(&effect);
            }
            let difference = law::difference((&multiverse.law, &before), (&begun.law, &after), army);
            let here = |list: &[law::Move], position| -> Vec<String> {
                let there = list.iter().filter(|played| played.board == universe.board);
                there.map(|played| law::notation::long(played, position)).collect()
            };
            let (mut gained, mut lost) = (here(&difference.gained, &after), here(&difference.lost, &before));
            // What is written alike is the same move, and does something else besides.
            let changed_here: Vec<String> = gained.extract_if(.., |played| take_out(&mut lost, played)).collect();
            if gained.is_empty() && lost.is_empty() && changed_here.is_empty() {
                continue;
            }
            changed = true;
            if let Some(found) = Example::of(&difference, universe.board, &after)
                && example.as_ref().is_none_or(|(best, ..)| found.weight() > best.weight())
            {
                let several = multiverse.universes.len() > 1;
                let place = if several { format!(" in {}", multiverse.universe_name(universe.number)) } else { String::new() };
                example = Some((found, after.clone(), place));
            }
            let colour = &multiverse.position.entities.army(army).name;
            let name = &multiverse.player(seat).name;
            let _ = write!(words, "\n  {} {colour} ({name}): ", multiverse.universe_name(universe.number));
            let _ = write!(words, "{} gained{}, {} lost{}", gained.len(), listed(&gained), lost.len(), listed(&lost));
            if !changed_here.is_empty() {
                let _ = write!(words, ", {} with other effects{}", changed_here.len(), listed(&changed_here));
            }
        }
    }
    if !changed {
        words.push_str("\n  none");
    }
    if let Some((example, position, place)) = example {
        words.push_str(&example.drawn(&position, &place));
    }
    words.push_str(&foretold(multiverse, &rule));
    words.push_str(&conflicts(multiverse, &rule));
    words
}

/// What a move does besides its own way, in words; nothing where dice or answers decide.
pub fn of_move(game: &Multiverse, (seat, universe): (Seat, u16), notation: &str) -> String {
    let legal = game.legal(seat, universe);
    let Some(chosen) = game.long_named(&legal, notation).filter(|chosen| !chosen.open) else { return String::new() };
    let told = traces::of_move(&game.position, chosen, game.name());
    if told.is_empty() { String::new() } else { format!(": {}", told.join("; ")) }
}

/// Whether a move was among those, of which it is taken out.
fn take_out(moves: &mut Vec<String>, played: &str) -> bool {
    let at = moves.iter().position(|other| other == played);
    at.map(|at| moves.remove(at)).is_some()
}

/// The game as it would be just after a rule came into force.
struct Begun {
    position: Position,
    law: Law,
    /// What it does at once (D11), in words.
    at_once: Vec<String>,
}

impl Begun {
    fn with(multiverse: &Multiverse, rule: &Rule) -> Result<Begun, LawProblem> {
        let mut position = multiverse.position.clone();
        law::introduce_rule(NEW, rule, &[], &multiverse.counting(), &mut position);
        let law = multiverse.fold_over(Some(rule), &position)?;
        let mut at_once = Vec::new();
        for fired in law.fire(&position, Instant::Enacted(NEW), multiverse.player(multiverse.phase.seat).side, None) {
            at_once.extend(told(multiverse, &position, &fired));
            position.apply_all(&fired.effects);
        }
        // Boards may have another shape now.
        let law = multiverse.fold_over(Some(rule), &position)?;
        Ok(Begun { position, law, at_once })
    }
}

/// What a rule will do of itself in the coming turns, were nobody to move.
fn foretold(multiverse: &Multiverse, rule: &Rule) -> String {
    let mut words = String::new();
    let Ok(proposal) = Proposal::of_rule(multiverse, multiverse.phase.seat, rule) else { return words };
    let mut count = 0;
    proposal.after.foresee(&mut |coming| {
        if coming.rule == proposal.number {
            let (turn, colour) = (coming.phase.turn, multiverse.colour(coming.phase.seat));
            let deeds = match coming.done {
                Some((before, fired)) => told(multiverse, before, fired),
                None => vec!["what dice or somebody's choice make of it".to_owned()],
            };
            for deed in deeds {
                let _ = write!(words, "\n  turn {turn}, {} {colour}'s phase: {deed}", when(coming.instant));
            }
            count += 1;
        }
        count < MOST_FORETOLD
    });
    if words.is_empty() { words } else { format!("\nWhat it will do of itself, were nobody to move:{words}") }
}

/// What a clause did, with its universe where there are several; long lists are cut.
fn told(multiverse: &Multiverse, before: &Position, fired: &law::Fired) -> Vec<String> {
    let mut deeds = traces::of_effects(before, &fired.effects, multiverse.name());
    if deeds.len() > MOST_LISTED {
        let more = deeds.len() - MOST_LISTED;
        deeds.truncate(MOST_LISTED);
        deeds.push(format!("and {more} more"));
    }
    let universe = before.geometry.board(fired.board).universe;
    let place = if multiverse.universes.len() > 1 { format!("in {}: ", multiverse.universe_name(universe)) } else { String::new() };
    if deeds.is_empty() { Vec::new() } else { vec![format!("{place}{}", deeds.join("; "))] }
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
    rules.push(Active { number: NEW, clauses: &rule.clauses, universes, since: None, strength: Strength::Protected });
    let met = met_by(multiverse, &rules, NEW).into_iter().chain(multiverse.joined(NEW, &rule.clauses));
    met.map(|sentence| format!("\n{sentence}")).collect()
}

/// What a rule that is not made yet is called.
const NEW: &str = "the new rule";

impl Multiverse {
    /// The earlier rules in force that speak to the same things as this one, a sentence each: everybody is told (R3, R6).
    pub fn meetings(&self, number: &str) -> Vec<String> {
        let clauses = self.rule(number).map(|rule| rule.clauses().to_vec()).unwrap_or_default();
        met_by(self, &self.standing(), number).into_iter().chain(self.joined(number, &clauses)).collect()
    }
}

impl Multiverse {
    /// Where rules in force speak to the same things.
    pub fn conflicts(&self) -> Vec<law::Conflict> {
        law::conflicts(&self.standing(), &self.position.entities).unwrap_or_default()
    }

    /// The earlier ones that speak to the same things as one.
    pub fn met(&self, number: &str) -> Vec<law::Conflict> {
        self.conflicts().into_iter().filter(|conflict| conflict.later == number).collect()
    }

    /// The same of what a rule that is gone has left behind (R15).
    pub fn met_by_what_is_left_of(&self, number: &str) -> Vec<law::Conflict> {
        let found = self.with_rules(None, |active| law::conflicts(active, &self.position.entities)).unwrap_or_default();
        let gone = self.rule(number).is_some_and(|rule| !rule.stands());
        found.into_iter().filter(|conflict| gone && conflict.later == number).collect()
    }
}

fn met_by(multiverse: &Multiverse, rules: &[Active], later: &str) -> Vec<String> {
    let Ok(found) = law::conflicts(rules, &multiverse.position.entities) else { return Vec::new() };
    let made = multiverse.rule(later).map_or(multiverse.phase, |rule| rule.made);
    let sentence = |conflict: &law::Conflict| {
        let protected = multiverse.rule(&conflict.earlier).filter(|rule| rule.protected.holds(made));
        let wins = match (conflict.bearing, protected) {
            (Bearing::IsLimited, _) => {
                "and what that forbids stays forbidden, by whatever way of moving: a rule lifts it with \"may again\"".to_owned()
            }
            (Bearing::Adds, _) => "to which it adds".to_owned(),
            (_, Some(rule)) => format!("which wins until {} (R6)", multiverse.until_told(rule.protected)),
            (Bearing::Supersedes, None) => "which it supersedes there (R3)".to_owned(),
            (Bearing::GoesFirst, None) => "before which it goes where both cannot be done (R3)".to_owned(),
        };
        format!("It speaks to {} as rule {} does, {wins}.", conflict.aspects.join(" and "), conflict.earlier)
    };
    found.iter().filter(|conflict| conflict.later == later).map(sentence).collect()
}
