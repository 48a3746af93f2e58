//! Amendments (R14): what a proposal says of the meta-rules, as data; its words, and its words again.
//!
//! `words -> sentences -> the table of `sentences`, rules about rules, the law's own sentences, prose -> Amendment`
//!
//! Not here: who votes and what a vote decides (`ballot`), what the amended meta-rules do (everybody who reads `Parameters`).

mod ballot;
mod checks;
mod features;
mod pattern;
mod reading;
mod royalty;
mod sentences;
mod slots;
mod split;
mod telling;

pub use ballot::{Ballot, Fix, Motion, Standing, Voice, check_meta};
pub use checks::{RuleCheck, Subject};
pub use reading::{print, read};
pub use telling::{and, help};

use crate::rule::{Clause, Rule, Scope};

/// What would be changed of the meta-rules for this game (D4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amendment {
    pub title: Option<String>,
    /// At least one, in the order written; what people judge stands last.
    pub provisions: Vec<Provision>,
}

/// One thing that an amendment says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provision {
    /// A number or a switch of the meta-rules gets another value.
    Set { name: String, value: String },
    /// What rules made from then on may not be, or must be.
    Check(RuleCheck),
    /// Sentences of the law: who wins, loses or draws, and what is counted for it (R13). They stand over every rule.
    Law(Vec<Clause>),
    /// All men of these kinds are royal, beside the real kings (R13). At least one, each once.
    Royal(Vec<String>),
    /// That earlier amendment ends.
    Repeal(String),
    /// All earlier amendments end.
    RepealAll,
    /// Judged by people alone.
    Prose(String),
}

impl Amendment {
    /// Its sentences of the law, as a rule for the whole multiverse.
    pub fn law(&self) -> Option<Rule> {
        let clauses: Vec<Clause> = self.clauses().cloned().collect();
        (!clauses.is_empty()).then(|| Rule { title: None, scope: Scope::Multiverse, lasts: None, depends: Vec::new(), clauses })
    }

    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.provisions.iter().filter_map(|provision| if let Provision::Law(clauses) = provision { Some(clauses) } else { None }).flatten()
    }

    /// The kinds that it makes royal.
    pub fn crowned(&self) -> impl Iterator<Item = &str> {
        let kinds = self.provisions.iter().filter_map(|provision| if let Provision::Royal(kinds) = provision { Some(kinds) } else { None });
        kinds.flatten().map(String::as_str)
    }

    /// What rules made while it stands are held to.
    pub fn checks(&self) -> impl Iterator<Item = &RuleCheck> {
        self.provisions.iter().filter_map(|provision| if let Provision::Check(check) = provision { Some(check) } else { None })
    }

    /// How one agrees to it.
    pub fn yes(&self) -> &'static str {
        if self.is_irreversible() { "YES IRREVERSIBLE" } else { "YES" }
    }

    /// What cannot be taken back by another proposal: it closes all proposals.
    pub fn is_irreversible(&self) -> bool {
        self.provisions.iter().any(|provision| matches!(provision, Provision::Set { name, value } if name == "proposals" && value == "0"))
    }
}
