//! From a text to a rule or a law, or to the reasons why not.

use super::{Diagnostic, Law, Rule, Vocabulary};

/// What came of reading a player's rule. A rule and diagnostics exclude each other.
#[derive(Clone, Debug)]
pub struct Reading {
    pub rule: Option<Rule>,
    pub diagnostics: Vec<Diagnostic>,
}

/// What came of reading a law text.
#[derive(Clone, Debug)]
pub struct LawReading {
    pub law: Option<Law>,
    pub diagnostics: Vec<Diagnostic>,
}
