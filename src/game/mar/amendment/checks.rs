//! Rules about rules, which only an amendment makes (R10): what no rule may do, and what every rule must.
//!
//! `No rule may use random numbers or secrets unless it lasts at most three turns.` Several things are joined by `and` first, then by `or`.

use crate::rule::{Rule, Scope, Vocabulary};
use crate::turn::Seat;

use super::features::{self, Feature};
use crate::game::mar::Multiverse;

/// What is to be made: a rule or, by R2, a repeal.
#[derive(Clone, Copy)]
pub struct Subject<'g> {
    pub game: &'g Multiverse,
    pub maker: Seat,
    /// `None`: a repeal.
    pub rule: Option<&'g Rule>,
    /// Where it is to hold; a repeal is a rule (R2).
    pub scope: Scope,
    /// The rules that a repeal ends.
    pub ends: &'g [&'g str],
}

/// A thing that a rule may have, or must not have for this to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    denied: Denied,
    feature: Feature,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Denied {
    No,
    Yes,
}

/// Any of these; each is some that go together.
type Any = Vec<Vec<Term>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Force {
    /// No rule may.
    MayNot,
    /// Every rule must.
    Must,
}

/// A rule about rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCheck {
    force: Force,
    what: Any,
    unless: Any,
}

impl RuleCheck {
    /// Whether what is to be made breaks it.
    pub fn is_broken_by(&self, subject: &Subject) -> bool {
        let holds = |any: &Any| any.iter().any(|all| all.iter().all(|term| term.holds(subject)));
        let wrong = match self.force {
            Force::MayNot => holds(&self.what),
            // what every rule must be says nothing of repeals
            Force::Must => subject.rule.is_some() && !holds(&self.what),
        };
        wrong && !holds(&self.unless)
    }

    /// How what breaks it does so, and what would help, behind its own sentence.
    pub fn breach(&self, what: &str, number: &str) -> String {
        match self.force {
            Force::MayNot => format!("This {what} would; an amendment that repeals {number} would let it (R14)."),
            Force::Must => format!("This {what} does not; it passes as soon as it does, or by an amendment that repeals {number} (R14)."),
        }
    }

    /// Its canonical sentence.
    pub fn print(&self) -> String {
        let begins = match self.force {
            Force::MayNot => "No rule may",
            Force::Must => "Every rule must",
        };
        let unless = if self.unless.is_empty() { String::new() } else { format!(" unless it {}", told(&self.unless, Person::Third)) };
        format!("{begins} {}{unless}.", told(&self.what, Person::Infinitive))
    }
}

impl Term {
    fn holds(&self, subject: &Subject) -> bool {
        self.feature.is_of(subject) != (self.denied == Denied::Yes)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Person {
    Infinitive,
    Third,
}

fn told(any: &Any, person: Person) -> String {
    let term = |term: &Term| {
        let said = term.feature.told();
        match (term.denied, person) {
            (Denied::No, Person::Infinitive) => said,
            (Denied::Yes, Person::Infinitive) => format!("not {said}"),
            (Denied::No, Person::Third) => third(&said),
            (Denied::Yes, Person::Third) if said.starts_with("be ") => format!("is not {}", &said[3..]),
            (Denied::Yes, Person::Third) => format!("does not {said}"),
        }
    };
    let all = |all: &Vec<Term>| all.iter().map(term).collect::<Vec<_>>().join(" and ");
    any.iter().map(all).collect::<Vec<_>>().join(" or ")
}

/// `use dice` as `uses dice`.
fn third(said: &str) -> String {
    let (verb, rest) = said.split_once(' ').unwrap_or((said, ""));
    let verb = match verb {
        "be" => "is".to_owned(),
        "have" => "has".to_owned(),
        other => format!("{other}s"),
    };
    format!("{verb} {rest}").trim_end().to_owned()
}

/// `uses` as `use`.
fn infinitive(word: &str) -> &str {
    match word {
        "is" | "are" => "be",
        "has" => "have",
        "does" => "do",
        other if features::is_verb(other) => other,
        other => other.strip_suffix('s').filter(|verb| features::is_verb(verb)).unwrap_or(other),
    }
}

/// Reads a rule about rules; `Ok(None)`: the words begin otherwise.
pub fn read(words: &[&str], vocabulary: &Vocabulary) -> Result<Option<RuleCheck>, String> {
    const MAY_NOT: [&[&str]; 8] = [
        &["no", "rule", "may"],
        &["no", "rules", "may"],
        &["no", "rule", "can"],
        &["no", "new", "rule", "may"],
        &["no", "player", "may", "make", "a", "rule", "that"],
        &["nobody", "may", "make", "a", "rule", "that"],
        &["rules", "may", "not"],
        &["a", "rule", "may", "not"],
    ];
    const MUST: [&[&str]; 4] = [&["every", "rule", "must"], &["each", "rule", "must"], &["a", "rule", "must"], &["rules", "must"]];
    let behind = |beginnings: &[&[&str]]| beginnings.iter().find(|begins| words.starts_with(begins)).map(|begins| &words[begins.len()..]);
    let (force, rest) = match (behind(&MAY_NOT), behind(&MUST), one_only_if(words)) {
        (Some(rest), ..) => (Force::MayNot, rest),
        (_, Some(rest), _) => (Force::Must, rest),
        (_, _, Some((what, only_if))) => {
            let (what, unless) = (any(what, vocabulary)?, any(only_if, vocabulary)?);
            return Ok(Some(RuleCheck { force: Force::MayNot, what, unless }));
        }
        _ => return Ok(None),
    };
    let (what, unless) = match rest.iter().position(|word| *word == "unless") {
        Some(at) => (&rest[..at], any(&rest[at + 1..], vocabulary)?),
        None => (rest, Vec::new()),
    };
    Ok(Some(RuleCheck { force, what: any(what, vocabulary)?, unless }))
}

/// `A rule may use dice only if it lasts at most two turns.`
fn one_only_if<'w>(words: &'w [&'w str]) -> Option<(&'w [&'w str], &'w [&'w str])> {
    let rest = [&["a", "rule", "may"][..], &["rules", "may"]]
        .iter()
        .find(|begins| words.starts_with(begins))
        .map(|begins| &words[begins.len()..])?;
    let at = rest.windows(2).position(|two| two == ["only", "if"])?;
    Some((&rest[..at], &rest[at + 2..]))
}

fn any(words: &[&str], vocabulary: &Vocabulary) -> Result<Any, String> {
    let words: Vec<&str> = match words {
        ["it" | "they", rest @ ..] => rest.to_vec(),
        ["either", rest @ ..] => rest.to_vec(),
        all => all.to_vec(),
    };
    let mut verb = "";
    let mut found = Vec::new();
    for one in words.split(|word| *word == "or") {
        let mut all = Vec::new();
        for part in one.split(|word| *word == "and") {
            let term = term(part, &mut verb, vocabulary)?;
            all.push(term);
        }
        found.push(all);
    }
    Ok(found)
}

/// One thing; a verb that is left out is that of the thing before.
fn term<'w>(part: &[&'w str], verb: &mut &'w str, vocabulary: &Vocabulary) -> Result<Term, String> {
    let part = match part {
        ["it" | "they", rest @ ..] => rest,
        part => part,
    };
    let (denied, rest) = match part {
        ["not", rest @ ..] => (Denied::Yes, rest.to_vec()),
        ["does" | "do", "not", rest @ ..] => (Denied::Yes, rest.to_vec()),
        ["is" | "are", "not", rest @ ..] => (Denied::Yes, [&["be"], rest].concat()),
        rest => (Denied::No, rest.to_vec()),
    };
    let mut said = rest.clone();
    if let Some(first) = said.first_mut() {
        *first = infinitive(first);
    }
    if let Some(feature) = Feature::read(&said, vocabulary)? {
        *verb = infinitive(rest[0]);
        return Ok(Term { denied, feature });
    }
    let elliptic = [&[*verb], rest.as_slice()].concat();
    match Feature::read(&elliptic, vocabulary)? {
        Some(feature) if !verb.is_empty() => Ok(Term { denied, feature }),
        _ => Err(format!("what a rule may not do, or must, can be: {}; and not \"{}\"", features::listed().join(", "), part.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary() -> Vocabulary {
        Vocabulary::of(crate::law::texts::standard("mar").unwrap().chain()).in_game("Zaphod", 3, &[])
    }

    fn said(sentence: &str) -> String {
        let lower = sentence.to_lowercase();
        let words: Vec<&str> = lower.trim_end_matches('.').split_whitespace().collect();
        match read(&words, &vocabulary()) {
            Ok(Some(check)) => {
                let printed = check.print();
                let lower = printed.to_lowercase();
                let again: Vec<&str> = lower.trim_end_matches('.').split_whitespace().collect();
                assert_eq!(read(&again, &vocabulary()), Ok(Some(check)), "{printed}");
                printed
            }
            Ok(None) => "nothing".to_owned(),
            Err(problem) => problem,
        }
    }

    #[test]
    fn rules_about_rules_are_read_and_said_back() {
        for (sentence, expected) in [
            ("No rule may use random numbers.", "No rule may use random numbers."),
            ("No rule may use dice or secrets.", "No rule may use random numbers or use secrets."),
            ("Nobody may make a rule that removes pieces.", "No rule may remove pieces."),
            ("No rule may make FEN unable to describe the game.", "No rule may make FEN unable to describe the game."),
            ("Every rule must last at most three turns.", "Every rule must last at most three turns."),
            (
                "A rule may use dice only if it lasts at most two turns.",
                "No rule may use random numbers unless it lasts at most two turns.",
            ),
            ("No rule may change how kings move.", "No rule may change how kings move."),
            ("No rule may use dice and not last at most 2 turns", "No rule may use random numbers and not last at most two turns."),
            ("No rule may be made before turn five.", "No rule may be made before turn five."),
            ("Rules may not be repealed.", "No rule may be repealed."),
            ("Knights may fly", "nothing"),
        ] {
            assert_eq!(said(sentence), expected);
        }
        assert!(said("No rule may tickle.").contains("and not \"tickle\""));
        assert!(said("No rule may change how ducks move.").contains("ducks"));
    }
}
