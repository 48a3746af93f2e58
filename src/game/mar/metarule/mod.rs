//! The meta-rules as verdicts with evidence: one file each, run on every rule and repeal before it is made (R2).
//!
//! Invariant: a verdict follows from the game before and the proposal alone, so whoever has the log can find it again.
//! Not here: how a rule is read (`rule`), what amendments do to the meta-rules (`parameters`).

mod amended;
mod arrivals;
mod battery;
mod chances;
mod check;
mod exiles;
mod faces;
mod foresight;
mod havens;
mod inquest;
mod late;
mod placings;
mod power;
mod proposal;
mod provoked;
mod r2;
mod r3;
mod r4;
mod r5;
mod r6;
mod r7;
mod r8;
mod r9;
mod r10;
pub(super) mod r11;
pub(super) mod r12;
mod r13;
mod r15;
mod r16;
mod removal;
mod sequels;
mod telling;
mod verdict;

pub use check::Threat;
pub use late::{Pondering, conclude, concluded_again};
pub use proposal::{Certificate, Proposal, Subject};
pub use telling::IN_NEWS;
pub use verdict::{Change, Evidence, Finding, Verdict};

use crate::rule::{Clause, Form};
use crate::turn::{Phase, Window};

use super::multiverse::Multiverse;
use super::parameters::Switch;

/// A meta-rule, by its number in 4.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MetaRule(pub u8);

impl std::fmt::Display for MetaRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "R{}", self.0)
    }
}

/// The test of one meta-rule.
pub struct Test {
    pub of: MetaRule,
    /// An amendment may make it advice, or switch it off.
    pub can_be_switched: bool,
    /// `None`: there is nothing to say of this proposal.
    pub run: fn(&Proposal<'_>) -> Option<Verdict>,
}

/// All of them, in the order in which they are told.
pub const TESTS: &[Test] = &[
    Test { of: MetaRule(2), can_be_switched: false, run: r2::test },
    Test { of: MetaRule(3), can_be_switched: false, run: r3::test },
    Test { of: MetaRule(4), can_be_switched: false, run: r4::test },
    Test { of: MetaRule(5), can_be_switched: true, run: r5::test },
    Test { of: MetaRule(6), can_be_switched: true, run: r6::test },
    Test { of: MetaRule(7), can_be_switched: true, run: r7::test },
    Test { of: MetaRule(8), can_be_switched: true, run: r8::test },
    Test { of: MetaRule(9), can_be_switched: true, run: r9::test },
    Test { of: MetaRule(10), can_be_switched: true, run: r10::test },
    Test { of: MetaRule(11), can_be_switched: true, run: r11::test },
    Test { of: MetaRule(12), can_be_switched: true, run: r12::test },
    Test { of: MetaRule(13), can_be_switched: true, run: r13::test },
    Test { of: MetaRule(15), can_be_switched: false, run: r15::test },
    Test { of: MetaRule(16), can_be_switched: false, run: r16::test },
];

/// The tests of one rule or repeal, kept with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// `w3`: of the rule or the repeal.
    pub number: String,
    pub held: Phase,
    /// Turns in which it may be challenged: as many as when it was made, whatever is amended since (R4).
    pub turns: u32,
    pub verdicts: Vec<Verdict>,
    /// `p1`: it is of the rule as it reads since that was presumed, or cleared up (R17).
    pub since: Option<String>,
}

impl Trial {
    /// Until when what was found may be challenged (R16).
    pub fn until(&self) -> Window {
        Window { last: self.held.later(self.turns) }
    }
}

/// A verdict that anybody may still challenge (R16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenWindow {
    /// The rule or repeal.
    pub number: String,
    pub of: MetaRule,
    pub says: String,
    /// Until the end of its last phase.
    pub until: Window,
}

/// The meta-rules that are tested by what a rule says in the language: of plain words alone they find nothing (F3).
const OF_WHAT_IS_SAID: [MetaRule; 7] = [MetaRule(5), MetaRule(8), MetaRule(9), MetaRule(10), MetaRule(11), MetaRule(12), MetaRule(13)];

/// Runs every test that is not switched off.
pub fn judge(proposal: &Proposal<'_>) -> Vec<Verdict> {
    let parameters = &proposal.before.parameters;
    let in_plain_words = proposal.rule().is_some_and(|rule| are_plain_words(&rule.clauses));
    let verdict = |test: &Test| match parameters.switch(test.of) {
        _ if in_plain_words && OF_WHAT_IS_SAID.contains(&test.of) => None,
        Switch::Off => None,
        Switch::On => (test.run)(proposal),
        Switch::Advice => (test.run)(proposal).map(Verdict::into_advice),
    };
    TESTS.iter().filter_map(verdict).collect()
}

/// Nothing in them is said in the language: people keep it (F3).
pub(super) fn are_plain_words(clauses: &[Clause]) -> bool {
    !clauses.is_empty() && clauses.iter().all(|clause| matches!(clause.form, Form::Prose(_)))
}

/// Whether a meta-rule is tested by what a rule says in the language.
pub(super) fn tests_what_is_said(under: &str) -> bool {
    OF_WHAT_IS_SAID.iter().any(|of| of.to_string() == under)
}

/// Why the proposal is refused, a sentence or two for each meta-rule that it breaks; `None`: it stands.
pub fn refusal(verdicts: &[Verdict]) -> Option<String> {
    let broken: Vec<String> = verdicts.iter().filter_map(Verdict::refusal).collect();
    (!broken.is_empty()).then(|| broken.join("\n"))
}

impl Multiverse {
    /// What was found of a rule or repeal when it was made.
    pub fn trial(&self, number: &str) -> Option<&Trial> {
        self.trials.iter().find(|trial| trial.number == number).map(AsRef::as_ref)
    }

    /// Until when what happens now may be challenged (R16).
    pub fn challengeable(&self) -> Window {
        Window { last: self.phase.later(self.parameters.challenge_window) }
    }

    /// What was accepted with a flag and can still be challenged, in order of making.
    pub fn open_windows(&self) -> Vec<OpenWindow> {
        let open = |trial: &std::sync::Arc<Trial>| {
            let until = trial.until();
            let doubtful = trial.verdicts.iter().filter(|verdict| verdict.finding == Finding::Open).cloned().collect::<Vec<_>>();
            let number = trial.number.clone();
            let window = move |verdict: Verdict| OpenWindow { number: number.clone(), of: verdict.of, says: verdict.says, until };
            doubtful.into_iter().map(window).filter(|window| window.until.holds(self.phase)).collect::<Vec<_>>()
        };
        self.trials.iter().filter(|trial| trial.until().holds(self.phase)).flat_map(open).collect()
    }
}
