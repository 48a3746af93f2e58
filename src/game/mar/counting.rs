//! Counters that several rules keep: one that stands goes on, and a later rule joins it.

use crate::law::{self, ClausePlace, LawProblem};
use crate::rule::{Clause, Counter, Form, Rule};
use crate::turn::Window;

use super::multiverse::Multiverse;

impl Multiverse {
    /// The counters that go on whatever rule comes, as they are noted: those that a rule that stands, an amendment or the law text declares.
    pub(super) fn counting(&self) -> Vec<String> {
        let mut found: Vec<String> = self.with_rules(None, |active| active.iter().flat_map(|rule| law::counted(rule.clauses)).collect());
        let standing = self.rules.iter().filter(|rule| rule.stands());
        found.extend(standing.flat_map(|rule| law::counted(rule.clauses())));
        found.extend(self.standard.chain().iter().flat_map(|text| law::counted(&text.clauses)));
        found
    }

    /// What becomes of the counters that a rule declares and others keep already, a sentence each (R3, R6).
    pub(super) fn joined(&self, number: &str, clauses: &[Clause]) -> Vec<String> {
        let before: Vec<_> = self.rules.iter().take_while(|rule| rule.enactment.number != number).filter(|rule| rule.stands()).collect();
        let made = self.rule(number).map_or(self.phase, |rule| rule.made);
        let of_amendments = self.law_of_amendments();
        let told = |counter: &Counter| {
            let of_rules = before.iter().map(|rule| (format!("rule {}", rule.enactment.number), rule.clauses(), Some(rule.protected)));
            let amended = of_amendments.iter().map(|(number, rule)| (format!("amendment {number}"), rule.clauses.as_slice(), None));
            // Amendments go over rules (R14).
            let (keeper, other, protected) = amended.chain(of_rules).find_map(|(keeper, clauses, protected)| {
                counters(clauses).find(|other| is_same(other, counter)).map(|other| (keeper, other, protected))
            })?;
            let goes_on = if counter.state {
                format!("Which pieces are {} is kept by {keeper} already: those that are stay so.", counter.name)
            } else {
                format!(
                    "{} are counted by {keeper} already: they go on as they stand, and do not begin again at {}.",
                    capitalised(&counter.name),
                    counter.start
                )
            };
            let same = (other.least, other.most) == (counter.least, counter.most);
            let limits = match protected.filter(|window: &Window| window.holds(made)) {
                _ if same => String::new(),
                Some(window) => format!(" Its limits hold until {} (R6), then those of this rule.", self.until_told(window)),
                None if keeper.starts_with("amendment") => format!(" Their limits stay those of {keeper} (R14)."),
                None => " The limits are those of this rule now (R3).".to_owned(),
            };
            Some(format!("{goes_on}{limits}"))
        };
        counters(clauses).filter_map(told).collect()
    }

    /// Refuses a counter of men that another rule has them begin with otherwise: who joins it cannot have them begin anew.
    pub(super) fn begins_as_others(&self, more: &Rule) -> Result<(), LawProblem> {
        let standing = || self.rules.iter().filter(|rule| rule.stands());
        for (clause, at) in more.clauses.iter().zip(1..) {
            let Form::Counter(counter) = &clause.form else { continue };
            let differs =
                |other: &Counter| other.name == counter.name && other.of.is_some() && counter.of.is_some() && !is_same(other, counter);
            let known = standing().find_map(|rule| counters(rule.clauses()).find(|other| differs(other)).map(|other| (rule, other)));
            if let Some((rule, other)) = known {
                let (name, start, number) = (&counter.name, other.start, &rule.enactment.number);
                let reason = format!("pieces have {name} by rule {number}, starting at {start}: say so too, or call these otherwise");
                return Err(LawProblem::Wrong { place: ClausePlace { text: "the new rule".into(), clause: at }, reason });
            }
        }
        Ok(())
    }
}

fn counters(clauses: &[Clause]) -> impl Iterator<Item = &Counter> {
    clauses.iter().filter_map(|clause| if let Form::Counter(counter) = &clause.form { Some(counter) } else { None })
}

/// Whether two are noted in one place.
fn is_same(one: &Counter, other: &Counter) -> bool {
    let noted = |counter: &Counter| law::counted(&[Clause::of(Form::Counter(counter.clone()), None)]).next();
    noted(one) == noted(other)
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
