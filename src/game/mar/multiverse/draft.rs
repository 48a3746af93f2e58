//! The orders of one phase as they stand, before they are carried out.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::board::SideId;
use crate::dice::Link;
use crate::game::event::Due;
use crate::game::mar::amendment::Ballot;
use crate::rule::Scope;

/// Orders of one phase as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// M3, in the first phase.
    pub real: Option<u16>,
    pub action: Action,
    /// By universe, in canonical long notation.
    pub moves: BTreeMap<u16, String>,
    /// What is proposed of the meta-rules, and what is said of open proposals, by number (R14).
    pub proposals: Vec<Proposing>,
    pub votes: BTreeMap<String, Ballot>,
    /// By universe and presumption: the move for the case that the presumption is denied (R17).
    pub alternates: BTreeMap<(u16, String), String>,
    /// NOW was said: no undo delay.
    pub at_once: bool,
    /// C3: the stocks and the date that the player names for his dice.
    pub stock: Option<(Vec<String>, NaiveDate)>,
    /// Going back has changed them: the fingerprint of the orders that were given, whose dice they keep (R16, R17).
    pub stands_for: Option<Link>,
    /// They are played again: what players chose on their way in another timeline.
    pub answered: Vec<(SideId, String)>,
    /// When it will be executed: set while it is complete.
    pub due: Option<Due>,
}

/// A proposal as ordered: its words, and what they meant then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposing {
    pub text: String,
    /// In canonical words.
    pub says: String,
}

/// What the phase is used for (R1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Action {
    #[default]
    Move,
    /// The words as mailed, and the scope they name.
    Rule {
        text: String,
        scope: Scope,
        /// What they meant when they were ordered, in canonical words: definitions of later hours change nothing (C5). Empty in old logs.
        says: String,
    },
    Repeal {
        target: String,
        universe: Option<u16>,
    },
    RepealAll {
        universe: Option<u16>,
    },
    Pass,
}

impl Action {
    /// Its number in R1; a pass has none.
    pub fn number(&self) -> Option<u8> {
        match self {
            Action::Move => Some(1),
            Action::Rule { scope: Scope::Multiverse, .. } => Some(2),
            Action::Rule { scope: Scope::Universe(_), .. } => Some(3),
            Action::Repeal { universe: None, .. } => Some(4),
            Action::Repeal { universe: Some(_), .. } => Some(5),
            Action::RepealAll { universe: None } => Some(6),
            Action::RepealAll { universe: Some(_) } => Some(7),
            Action::Pass => None,
        }
    }

    /// What was ordered, in words: `the rule`, `the repeal of w1`.
    pub fn told(&self) -> String {
        match self {
            Action::Move => "the moves".to_owned(),
            Action::Rule { .. } => "the rule".to_owned(),
            Action::Repeal { target, .. } => format!("the repeal of {target}"),
            Action::RepealAll { .. } => "the repeal of all rules".to_owned(),
            Action::Pass => "the pass".to_owned(),
        }
    }

    /// The universes in which this action leaves no move: `None` is none of them, `Some(Multiverse)` all.
    pub fn instead_of_moves(&self) -> Option<Scope> {
        let within = |universe: Option<u16>| Some(universe.map_or(Scope::Multiverse, Scope::Universe));
        match self {
            Action::Move => None,
            Action::Rule { scope, .. } => Some(*scope),
            Action::Repeal { universe, .. } | Action::RepealAll { universe } => within(*universe),
            Action::Pass => Some(Scope::Multiverse),
        }
    }

    /// Whether it takes the place of the move in a universe; in the others a move is owed beside it (R1.3, R1.5, R1.7).
    pub fn replaces_a_move_in(&self, universe: u16) -> bool {
        self.instead_of_moves().is_some_and(|scope| matches!(scope, Scope::Multiverse) || scope == Scope::Universe(universe))
    }
}
