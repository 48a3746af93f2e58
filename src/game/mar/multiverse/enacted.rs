//! A rule and what became of it, and repeals that wait.

use std::sync::Arc;

use crate::game::event::Enactment;
use crate::game::mar::metarule;
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
    /// R11: the phase in which clauses that sleep wake, and, where there are any, what the rule says until then.
    pub wakes: Phase,
    pub resting: Option<Arc<[Clause]>>,
    /// What was open in it and is filled (R17).
    pub fillings: Vec<Filled>,
    /// The sentences that were filled, from 0.
    pub filled: Vec<usize>,
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

    /// What it says in a phase: clauses that sleep say nothing yet (R11).
    pub fn awake_in(&self, phase: Phase) -> &[Clause] {
        match &self.resting {
            Some(rest) if phase < self.wakes => rest,
            _ => self.clauses(),
        }
    }

    /// It says this from now on.
    pub fn say(&mut self, clauses: Vec<Clause>) {
        self.uses = rule::used(&clauses);
        self.gives = rule::given(&clauses);
        self.resting = metarule::r11::at_rest(&clauses).map(Into::into);
        self.rewritten = Some(clauses.into());
    }

    /// What it says now.
    pub fn clauses(&self) -> &[Clause] {
        self.rewritten.as_deref().unwrap_or(&self.enactment.rule.clauses)
    }
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
