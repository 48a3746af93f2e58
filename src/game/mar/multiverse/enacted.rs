//! A rule and what became of it, and repeals that wait.

use std::sync::Arc;

use crate::game::event::Enactment;
use crate::game::mar::metarule;
use crate::law;
use crate::rule::{self, Clause, Name, Rule, Scope};
use crate::turn::{Phase, Window};

/// A rule and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enacted {
    pub enactment: Arc<Enactment>,
    pub made: Phase,
    pub protected: Window,
    /// The last phase of its `LASTS`, if it has one.
    pub lasts: Option<Window>,
    /// The phase in which it ceased to stand.
    pub ended: Option<Phase>,
    /// Universes in which it was repealed (R1.5).
    pub repealed_in: Vec<u16>,
    /// When it was, in the same order.
    pub left: Vec<Phase>,
    /// The names that it takes from other rules, and gives to others.
    pub uses: Vec<Name>,
    pub gives: Vec<Name>,
    /// Its clauses as they are since a rule is gone for which it is rewritten (R15), or what it leaves open was filled (R17).
    pub rewritten: Option<Arc<[Clause]>>,
    /// What it says in universes of its own, where alone a rule is gone for which it is rewritten (R1.5, R15).
    pub rewritten_in: Vec<Rewritten>,
    /// R11: the phase in which clauses that sleep wake, and, where there are any, what the rule says until then.
    pub wakes: Phase,
    pub resting: Option<Arc<[Clause]>>,
    /// What was open in it and is filled (R17).
    pub fillings: Vec<Filled>,
    /// The sentences that were filled, from 0.
    pub filled: Vec<usize>,
    /// Where and when what the number of the turn switches on does not act (R12).
    pub held_off: Vec<HeldOff>,
}

/// A universe and a turn in which some clauses of a rule do not act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldOff {
    pub universe: u16,
    pub turn: u32,
    /// The clauses, from 0.
    clauses: Vec<usize>,
    /// What the rule says there meanwhile.
    rest: Arc<[Clause]>,
}

/// A rule as it is in one universe: kinds in the place of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    pub universe: u16,
    pairs: Vec<(String, String)>,
    clauses: Arc<[Clause]>,
    resting: Option<Arc<[Clause]>>,
    uses: Vec<Name>,
}

impl Rewritten {
    fn of(universe: u16, pairs: Vec<(String, String)>, said: &[Clause]) -> Rewritten {
        let clauses = pairs.iter().fold(said.to_vec(), |said, (old, new)| rule::with_kind(&said, old, new));
        let resting = metarule::r11::at_rest(&clauses).map(Into::into);
        Rewritten { universe, pairs, uses: rule::used(&clauses), clauses: clauses.into(), resting }
    }
}

/// By whom something open in a rule was filled, with the number of the presumption: `p1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filled {
    Presumed(String),
    /// The author has denied it and said what he means.
    Clarified(String),
}

impl Filled {
    pub fn id(&self) -> &str {
        match self {
            Filled::Presumed(id) | Filled::Clarified(id) => id,
        }
    }
}

impl Enacted {
    /// Somewhere it is in force.
    pub fn stands(&self) -> bool {
        self.ended.is_none()
    }

    /// It stands and speaks of that universe, whether or not it sleeps.
    pub fn acts_in(&self, universe: u16) -> bool {
        let within = match self.enactment.scope() {
            Scope::Multiverse => true,
            Scope::Universe(number) => number == universe,
        };
        within && self.stands() && !self.repealed_in.contains(&universe)
    }

    /// The rule as it is now.
    pub fn now(&self) -> Rule {
        Rule { clauses: self.clauses().to_vec(), ..(*self.enactment.rule).clone() }
    }

    /// The rule as it is now in one universe.
    pub fn now_in(&self, universe: u16) -> Rule {
        Rule { clauses: self.clauses_in(universe).to_vec(), ..(*self.enactment.rule).clone() }
    }

    /// What it says in a phase: clauses that sleep say nothing yet (R11).
    pub fn awake_in(&self, phase: Phase) -> &[Clause] {
        match &self.resting {
            Some(rest) if phase < self.wakes => rest,
            _ => self.clauses(),
        }
    }

    /// The same in universes where it is rewritten by itself.
    pub fn awake_alone(&self, phase: Phase) -> impl Iterator<Item = (u16, &[Clause])> {
        let held = self.held_off.iter().filter(move |held| held.turn == phase.turn);
        let is_held = move |universe: u16| self.held_off.iter().any(|held| held.turn == phase.turn && held.universe == universe);
        let rewritten = self.rewritten_in.iter().filter(move |alone| !is_held(alone.universe)).map(move |alone| match &alone.resting {
            Some(rest) if phase < self.wakes => (alone.universe, &rest[..]),
            _ => (alone.universe, &alone.clauses[..]),
        });
        held.map(|held| (held.universe, &held.rest[..])).chain(rewritten)
    }

    /// The same in one universe.
    pub fn awake_there(&self, phase: Phase, universe: u16) -> &[Clause] {
        self.awake_alone(phase).find(|(number, _)| *number == universe).map_or_else(|| self.awake_in(phase), |(_, clauses)| clauses)
    }

    /// The clauses, from 0, that the number of the turn has switched on in a universe: in the turn before they were not on, or were held off.
    pub fn switched_on(&self, phase: Phase, universe: u16) -> Vec<usize> {
        let Some(before) = phase.turn.checked_sub(1) else { return Vec::new() };
        let held = |at: usize| {
            let mut then = self.held_off.iter().filter(|held| held.turn == before && held.universe == universe);
            then.any(|held| held.clauses.contains(&at))
        };
        let said = self.awake_there(phase, universe).iter().enumerate();
        let such = said.filter(|(_, clause)| law::goes_by_turns(clause) && law::holds_in(clause, phase.turn) != Some(false));
        such.filter(|(at, clause)| law::holds_in(clause, before) == Some(false) || held(*at)).map(|(at, _)| at).collect()
    }

    /// What the number of the turn has switched on in a universe does not act there in this turn.
    pub fn hold_off(&mut self, phase: Phase, universe: u16) {
        let clauses = self.switched_on(phase, universe);
        let rest = at_rest(self.awake_there(phase, universe), &clauses);
        self.held_off.retain(|held| held.turn + 1 >= phase.turn);
        self.held_off.push(HeldOff { universe, turn: phase.turn, clauses, rest });
    }

    /// On a copy: what is held off in a turn is so in the next one.
    pub fn hold_off_longer(&mut self, turn: u32) {
        let next = |held: &HeldOff| HeldOff { turn: turn + 1, ..held.clone() };
        let more: Vec<HeldOff> = self.held_off.iter().filter(|held| held.turn == turn).map(next).collect();
        self.held_off.extend(more);
    }

    /// Something of it was held off in a turn.
    pub fn is_held_off(&self, turn: u32) -> bool {
        self.held_off.iter().any(|held| held.turn == turn)
    }

    /// It says this from now on, wherever it is in force.
    pub fn say(&mut self, clauses: Vec<Clause>) {
        self.uses = rule::used(&clauses);
        self.gives = rule::given(&clauses);
        // What is put into a sentence may say more in others, which stand behind those of the rule as it was made.
        let made = self.enactment.rule.clauses.len();
        let is_filled = |at: usize| self.filled.contains(&at) || !self.filled.is_empty() && at >= made;
        self.resting = metarule::r11::at_rest_filled(&clauses, is_filled).map(Into::into);
        for alone in &mut self.rewritten_in {
            *alone = Rewritten::of(alone.universe, std::mem::take(&mut alone.pairs), &clauses);
        }
        for held in &mut self.held_off {
            held.rest = at_rest(&clauses, &held.clauses);
        }
        self.rewritten = Some(clauses.into());
    }

    /// In one universe it speaks of other kinds from now on.
    pub fn rewrite_in(&mut self, universe: u16, more: Vec<(String, String)>) {
        let known = self.rewritten_in.iter().position(|alone| alone.universe == universe);
        let mut pairs = known.map(|at| self.rewritten_in.remove(at).pairs).unwrap_or_default();
        pairs.extend(more);
        self.rewritten_in.push(Rewritten::of(universe, pairs, self.clauses()));
        self.rewritten_in.sort_by_key(|alone| alone.universe);
    }

    /// The names that it takes from other rules in one universe.
    pub fn uses_in(&self, universe: u16) -> &[Name] {
        self.rewritten_in.iter().find(|alone| alone.universe == universe).map_or(&self.uses, |alone| &alone.uses)
    }

    /// What it says now in one universe.
    pub fn clauses_in(&self, universe: u16) -> &[Clause] {
        self.rewritten_in.iter().find(|alone| alone.universe == universe).map_or_else(|| self.clauses(), |alone| &alone.clauses)
    }

    /// What it says now.
    pub fn clauses(&self) -> &[Clause] {
        self.rewritten.as_deref().unwrap_or(&self.enactment.rule.clauses)
    }
}

fn at_rest(clauses: &[Clause], these: &[usize]) -> Arc<[Clause]> {
    let said = clauses.iter().enumerate();
    said.map(|(at, clause)| if these.contains(&at) { clause.at_rest() } else { clause.clone() }).collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingRepeal {
    pub number: String,
    pub target: String,
    pub universe: Option<u16>,
    pub acts_after: Window,
}

impl PendingRepeal {
    /// It takes that rule away there; `None` is everywhere.
    pub fn covers(&self, target: &str, universe: Option<u16>) -> bool {
        self.target == target && (self.universe.is_none() || self.universe == universe)
    }
}
