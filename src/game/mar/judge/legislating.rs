//! Rules and repeals as ordered, with what the meta-rules say of them.

use super::Session;
use super::ordered::{NEITHER, Part, Replaced, whence};
use crate::game::mar::judgement::{Reply, accepted_for, noted};
use crate::game::mar::metarule::{self, Certificate, Proposal};
use crate::game::mar::multiverse::{Action, Multiverse};
use crate::law;
use crate::rule::{self, Naming, Scope};
use crate::turn::Window;

impl Session {
    pub(super) fn rule(&mut self, text: &str) -> Reply {
        let reading = self.read_rule(text);
        let Some(rule) = reading.rule else {
            return Err(format!("{}{}", explain(&reading, text), self.defined_behind(text)));
        };
        let says = rule::print(&rule, &self.state().vocabulary());
        let restated = self.state().restate(&rule);
        let state = self.state();
        let number = state.next_number(self.seat);
        let scope = rule.scope;
        if let Scope::Universe(universe) = scope {
            self.existing(universe)?;
            self.at_home(universe)?;
        }
        if let Err(problem) = state.could_seat(&rule) {
            return Err(format!("this rule cannot come into force: {problem}"));
        }
        if let Some(lack) = state.lacking(&rule).first() {
            let mend = "say in this rule what it is, make that rule again, or write DEPENDS ON that rule KEEP";
            return Err(format!("this rule would sleep from the start: {lack}; {mend}"));
        }
        let named = self.with_king_named();
        let (verdicts, idle) = match Proposal::of_rule(&named, self.seat, &rule) {
            Ok(proposal) => (metarule::judge(&proposal), proposal.idle()),
            Err(problem) => return Err(format!("this rule cannot come into force: {problem}")),
        };
        let action = Action::Rule { text: text.to_string(), scope, says };
        let tests = self.tested(verdicts, &action)?;
        self.barred(&action, Some(&rule), &[])?;
        let dropped = self.take_action(action)?;
        let orders = law::how_to_order(&rule);
        let orders = if orders.is_empty() { orders } else { format!("\n{orders}") };
        let sides = self.state().told_of_hosts(&rule, self.seat);
        let idle = does_nothing(&idle);
        let objections = self.open_to_objections(&rule.clauses, &number);
        let Tested { beware, told } = tests;
        accepted_for(
            &format!("{}{beware}", dropped.of_orders()),
            format!(
                "it will be rule {number}{}. It says:\n{}{orders}{sides}{objections}{idle}{beware}{told}",
                dropped.told,
                restated.trim_end()
            ),
        )
    }

    /// A mark that only a rule which is gone had made is made anew.
    fn read_rule(&self, text: &str) -> rule::Reading {
        let vocabulary = self.state().vocabulary();
        let reading = rule::read(text, &vocabulary);
        let lacking = reading.rule.as_ref().map_or_else(Vec::new, |rule| self.state().lacking(rule));
        let names: Vec<String> = lacking.into_iter().filter(|lack| lack.naming == Naming::Counter).map(|lack| lack.name).collect();
        if names.is_empty() {
            return reading;
        }
        let anew = rule::read(text, &vocabulary.forgetting(&names));
        let whole = anew.rule.as_ref().is_some_and(|rule| self.state().lacking(rule).is_empty());
        if whole { anew } else { reading }
    }

    /// C5: a rule is read with the definitions of the moment; of those that the letter makes further down it knows nothing yet.
    fn defined_behind(&self, text: &str) -> String {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let uses = |name: &&String| words.match_indices(name.as_str()).any(|(at, name)| is_whole(&words, at..at + name.len()));
        let used: Vec<String> = self.defined_later.iter().filter(uses).map(|name| format!("\"{name}\"")).collect();
        if used.is_empty() {
            return String::new();
        }
        format!(
            "\nThis letter defines {} behind the rule, and a rule is read with what is defined before it (C5): write DEFINE above RULE.",
            used.join(" and ")
        )
    }

    /// L3: what stands only while nobody objects, to its maker.
    fn open_to_objections(&self, clauses: &[rule::Clause], number: &str) -> String {
        let state = self.state();
        if !Multiverse::stands_unless_objected(clauses) {
            return String::new();
        }
        let until = state.until_told(Window { last: state.phase.later(state.parameters.challenge_window) });
        format!("\nIt stands only while nobody objects: until {until} one OBJECT {number} of anybody else makes it a pass (L3).")
    }

    fn at_home(&self, universe: u16) -> Result<(), String> {
        let state = self.state();
        if state.may_rule_in(self.seat, universe) {
            return Ok(());
        }
        let (by, place) = (state.closed_by("foreign_rules"), state.universe_name(universe));
        Err(format!("{by}, nobody makes or repeals rules for a universe in which he does not play (M2, R2), and in {place} you do not"))
    }

    /// What the meta-rules say of an action (R2 to R13, R15), in words; `Err`: it is refused.
    pub(super) fn tested(&mut self, proposed: Vec<metarule::Verdict>, action: &Action) -> Result<Tested, String> {
        if let Some(refusal) = metarule::refusal(&proposed) {
            return Err(refusal);
        }
        let told = match proposed.is_empty() {
            true => String::new(),
            false => format!("\nTests: {}.", self.state().told_of(&proposed, self.state().challengeable(), usize::MAX)),
        };
        let exposed = proposed.iter().find_map(metarule::Verdict::own_king_lost_to);
        let beware = exposed.map(|capture| format!("\nBeware: it leaves your own real king to capture, by {capture}."));
        self.deed.certificate = Some(Certificate::of(&self.with_king_named(), action.clone(), proposed));
        Ok(Tested { beware: beware.unwrap_or_default(), told })
    }

    pub(super) fn repeal(&mut self, number: &str, universe: Option<u16>) -> Reply {
        if let Some(universe) = universe {
            self.existing(universe)?;
        }
        let state = self.state();
        let Some(rule) = state.rule(number) else {
            return if state.is_repeal(number) { self.repeal_a_repeal(number, universe) } else { Err(state.no_such_rule(number)) };
        };
        if let Some(ended) = rule.ended {
            return Err(format!("rule {number} is not in force any more (R2): it ended in turn {}", ended.turn));
        }
        if let Some(pending) = state.repeals.iter().find(|repeal| repeal.covers(number, universe)) {
            return Err(format!(
                "rule {number} is being repealed already, by {} (R6): {}",
                pending.number,
                state.until(pending.acts_after)
            ));
        }
        let pending = || state.repeals.iter().filter(|repeal| repeal.target == number);
        let kept = |there: &u16| rule.acts_in(*there) && !pending().any(|repeal| repeal.covers(number, Some(*there)));
        if universe.is_none() && pending().next().is_some() && !state.universes.iter().any(|there| kept(&there.number)) {
            let by: Vec<&str> = pending().map(|repeal| repeal.number.as_str()).collect();
            return Err(format!("rule {number} is being repealed already wherever it still holds, by {} (R6)", by.join(" and ")));
        }
        if let Some(universe) = universe {
            let elsewhere = matches!(rule.enactment.scope(), Scope::Universe(scope) if scope != universe);
            if elsewhere || rule.repealed_in.contains(&universe) {
                return Err(format!("rule {number} is not in force in {} (R1.5)", state.universe_name(universe)));
            }
        }
        if let (Some(there), _) | (None, Scope::Universe(there)) = (universe, rule.enactment.scope()) {
            self.at_home(there)?;
        }
        let mut reply = match state.held_by_protection(number, universe) {
            Some(by) if by.enactment.number == number => format!("repeals {number}: {} (R6)", state.until(by.protected)),
            Some(by) => {
                format!("repeals {number}: {}, for {} leans on it and is protected (R6)", state.until(by.protected), by.enactment.number)
            }
            None => format!("repeals {number}"),
        };
        if universe.is_none()
            && let Scope::Universe(scope) = rule.enactment.scope()
        {
            reply.push_str(&format!("; REPEAL {number} IN {scope} would do the same and leave you your other moves (R1.5)"));
        }
        let action = Action::Repeal { target: number.to_string(), universe };
        let verdicts = self.with_king_named().verdicts(self.seat, &action).unwrap_or_default();
        let tests = self.tested(verdicts, &action)?;
        self.barred(&action, None, &[number])?;
        let dropped = self.take_action(action)?;
        let Tested { beware, told } = tests;
        accepted_for(&format!("{}{beware}", dropped.of_orders()), format!("{reply}{}{beware}{told}", dropped.told))
    }

    /// R2: a repeal only restates the rules of chess, so repealing one revives nothing; it is a use of the phase all the same.
    pub(super) fn repeal_a_repeal(&mut self, number: &str, universe: Option<u16>) -> Reply {
        if let Some(there) = universe {
            self.existing(there)?;
            self.at_home(there)?;
        }
        let action = Action::Repeal { target: number.to_string(), universe };
        let verdicts = self.with_king_named().verdicts(self.seat, &action).unwrap_or_default();
        let tests = self.tested(verdicts, &action)?;
        self.barred(&action, None, &[])?;
        let dropped = self.take_action(action)?;
        noted(format!("{number} is a repeal, and to repeal it revives nothing: this has no effect (R2){}{}", dropped.told, tests.told))
    }

    pub(super) fn repeal_all(&mut self, universe: Option<u16>) -> Reply {
        let state = self.state();
        if let Some(number) = universe {
            self.existing(number)?;
            self.at_home(number)?;
        }
        let old: Vec<String> = state.old_rules(self.seat, universe).iter().map(|rule| rule.enactment.number.clone()).collect();
        let action = Action::RepealAll { universe };
        let verdicts = self.with_king_named().verdicts(self.seat, &action).unwrap_or_default();
        let tests = self.tested(verdicts, &action)?;
        self.barred(&action, None, &old.iter().map(String::as_str).collect::<Vec<_>>())?;
        let dropped = self.take_action(action)?;
        if old.is_empty() {
            let which = if universe.is_some() { "R1.7" } else { "R1.6" };
            return noted(format!("no rule in force was made before the previous turn ({which}): it will change nothing{}", dropped.told));
        }
        let Tested { beware, told } = tests;
        accepted_for(&beware, format!("repeals every rule made before the previous turn: {}{}{beware}{told}", old.join(", "), dropped.told))
    }

    /// R1: one action a phase; says which moves it takes the place of.
    pub(super) fn take_action(&mut self, action: Action) -> Result<Replaced, String> {
        if action != Action::Pass {
            self.in_his_first_phase()?;
        }
        if let Err(two) = self.one_action(&action) {
            self.order_neither(&action);
            return Err(two);
        }
        self.ordered.action = action.clone();
        self.ordered.is_answered(Part::Action, self.echoes.len());
        let mut dropped = Replaced::default();
        if !matches!(self.draft.action, Action::Move) && self.draft.action != action {
            let checked = self.checked.has(&Part::Action);
            dropped.add(&format!("; it replaces {} {} (R1: one action a phase)", self.draft.action.told(), whence(checked)), checked);
        }
        self.checked.take(Part::Action);
        let gone: Vec<u16> = self.draft.moves.keys().copied().filter(|&at| action.replaces_a_move_in(at)).collect();
        for number in gone {
            let Some(long) = self.draft.moves.remove(&number) else { continue };
            let (checked, name) = (self.checked.has(&Part::Move(number)), self.state().universe_name(number));
            dropped.add(&format!("; no move in {name} then (R1): it replaces {long} {}", whence(checked)), checked);
            self.checked.take(Part::Move(number));
            self.drop_alternates(number);
        }
        self.draft.action = action;
        Ok(dropped)
    }

    /// Of two actions in a letter neither stands: nobody can tell which was meant.
    pub(super) fn order_neither(&mut self, action: &Action) {
        if !matches!(self.ordered.action, Action::Move) {
            let first = std::mem::take(&mut self.ordered.action);
            self.ordered.contradicted.push(first);
            self.draft.action = Action::Move;
            self.deed.certificate = None;
            self.ordered.take_back(Part::Action, &mut self.echoes, NEITHER);
        }
        let contradicted: Vec<u16> = self.ordered.moves.keys().copied().filter(|&at| action.replaces_a_move_in(at)).collect();
        for universe in contradicted {
            self.ordered.moves.remove(&universe);
            self.draft.moves.remove(&universe);
            self.drop_alternates(universe);
            self.ordered.take_back(Part::Move(universe), &mut self.echoes, NEITHER);
        }
        self.ordered.contradicted.push(action.clone());
        self.touched = true;
    }

    /// R1: one action a turn for each player, however many sides he plays: he chooses it in the first of his phases.
    fn in_his_first_phase(&self) -> Result<(), String> {
        let state = self.state();
        let Some(before) = state.acted_before().filter(|_| state.phase.seat == self.seat) else { return Ok(()) };
        Err(format!(
            "R1: a player has one action a turn, whatever sides he plays, and as {} you have had yours: as {} you only move. Make and repeal rules in \
             the first of your phases in a turn",
            state.colour(before),
            state.colour(self.seat)
        ))
    }

    /// A later letter replaces what an earlier one has ordered; two actions in one letter contradict each other (R1).
    fn one_action(&self, action: &Action) -> Result<(), String> {
        let refused = |other: String| {
            Err(format!("this letter also orders {other}, and a phase is one action (R1): write one of the two, for neither is taken"))
        };
        if !self.ordered.contradicted.is_empty() || !matches!(self.ordered.action, Action::Move) && self.ordered.action != *action {
            return refused("another rule, repeal or pass".to_string());
        }
        match self.ordered.moves.iter().find(|&(&at, _)| action.replaces_a_move_in(at)) {
            Some((&at, long)) => refused(format!("{}: {long}", self.state().universe_name(at))),
            None => Ok(()),
        }
    }
}

/// What the meta-rules say of an action, in words, and what its maker had better see.
pub(super) struct Tested {
    beware: String,
    told: String,
}

/// Whether no word begins before a part of a text or goes on behind it; a plural does.
fn is_whole(text: &str, part: std::ops::Range<usize>) -> bool {
    let before = text[..part.start].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
    let behind = text[part.end..].trim_start_matches('s').chars().next().is_none_or(|c| !c.is_alphanumeric());
    before && behind
}

/// What would be ordered in vain, in words.
fn does_nothing(idle: &[usize]) -> String {
    let which: Vec<String> = idle.iter().map(usize::to_string).collect();
    match idle.len() {
        0 => String::new(),
        1 => format!("\nAs the boards stand, sentence {} would change nothing at once.", which[0]),
        _ => format!("\nAs the boards stand, sentences {} would change nothing at once.", which.join(" and ")),
    }
}

/// All diagnostics of a text that is no rule, as the player is to read them.
fn explain(reading: &rule::Reading, text: &str) -> String {
    let found: Vec<String> = reading.diagnostics.iter().map(|diagnostic| diagnostic.render(text)).collect();
    format!("this is no rule yet, and nothing is lost; mend it and send it again.\n{}", found.join("\n"))
}
