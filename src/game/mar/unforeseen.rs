//! Cases that a rule meets in play and says nothing of (R17): what one of its sentences says cannot be done, and it does not say what is done then.
//!
//! Invariant: nothing is done then, until somebody presumes what is; and a presumption changes nothing where the sentence can be done.

use crate::game::event::Event;
use crate::law::Thwarted;
use crate::rule::walk::{self, Part};
use crate::rule::{self, Clause, Deed as Done};
use crate::turn::Window;

use super::multiverse::{Enacted, Multiverse};
use super::phase::Deed;

/// A sentence that could not be done, and until when anybody but its author may say what is done then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unforeseen {
    pub rule: String,
    /// Which of its sentences, from 0.
    pub at: usize,
    pub until: Window,
}

impl Multiverse {
    /// What is open of a rule, met in play within a turn.
    pub fn unforeseen_in<'g>(&'g self, number: &'g str) -> impl Iterator<Item = &'g Unforeseen> {
        self.unforeseen.iter().filter(move |known| known.rule == number && known.until.holds(self.phase))
    }

    /// Folds that a sentence, counted from 1, could not be done.
    pub(super) fn leave_unforeseen(&mut self, number: &str, sentence: usize) {
        let until = Window { last: self.phase.later(1) };
        self.deed(format!("rule {number} does not say what is done where its sentence {sentence} cannot be"));
        self.unforeseen.push(Unforeseen { rule: number.to_owned(), at: sentence - 1, until });
    }

    /// Whether it can be folded.
    pub(super) fn could_leave(&self, number: &str, sentence: usize) -> Result<(), String> {
        let rule = self.rule(number).ok_or_else(|| format!("there is no rule {number}"))?;
        let known = sentence.checked_sub(1).and_then(|at| rule.clauses().get(at));
        known.map(drop).ok_or_else(|| format!("rule {number} has no sentence {sentence}"))
    }

    /// A sentence of a rule in canonical words, without its full stop.
    pub fn sentence_of(&self, rule: &Enacted, at: usize) -> String {
        self.said(rule.clauses().get(at))
    }

    /// The same as it is in one universe.
    pub fn sentence_in(&self, universe: u16, rule: &Enacted, at: usize) -> String {
        self.said(rule.clauses_in(universe).get(at))
    }

    fn said(&self, clause: Option<&rule::Clause>) -> String {
        let said = clause.map(|clause| rule::print_clause(clause, &self.vocabulary())).unwrap_or_default();
        said.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
    }
}

impl Deed {
    /// Tells what could not be done by rules that do not say what is done then; once a turn of each sentence.
    pub(super) fn leave_open(&mut self, thwarted: Vec<Thwarted>) {
        for Thwarted { source, board } in thwarted {
            let game = &self.after;
            let Some(rule) = source.text.strip_prefix("rule ").and_then(|number| game.rule(number)).filter(|rule| rule.stands()) else {
                continue;
            };
            let number = rule.enactment.number.clone();
            let known = game.unforeseen_in(&number).any(|known| known.at + 1 == source.clause);
            if known || !game.parameters.presumptions || game.could_leave(&number, source.clause).is_err() {
                continue;
            }
            let universe = game.position.geometry.board(board).universe;
            self.happen(Event::Unforeseen { rule: number, sentence: source.clause, universe });
        }
    }
}

/// Whether a sentence says what another one says, and besides only what is done where that cannot be.
pub(super) fn only_adds(new: &Clause, old: &Clause) -> bool {
    failings(new) > failings(old) && foreseeing_nothing(new) == foreseeing_nothing(old)
}

/// An example of what may be done where a sentence cannot be, to those of whom it speaks: `every knight is removed`.
pub(super) fn done_instead(clause: &Clause, words: &rule::Vocabulary) -> String {
    let rule::Form::Trigger(trigger) = &clause.form else { return "it is removed".to_owned() };
    let whom = trigger.deeds.iter().find_map(|deed| deed.clone().done_to().cloned());
    match whom {
        Some(whom @ rule::Whom::Among { .. }) => rule::told_deeds(&[Done::Remove(whom)], words),
        _ => "it is removed".to_owned(),
    }
}

fn failings(clause: &Clause) -> usize {
    let mut count = 0;
    walk::parts(clause, &mut |part| count += usize::from(matches!(part, Part::Deed(Done::Failing(_)))));
    count
}

/// The sentence without what it says of cases in which it cannot be done.
fn foreseeing_nothing(clause: &Clause) -> Clause {
    let mut bare = clause.clone();
    let deeds = match &mut bare.form {
        crate::rule::Form::Trigger(trigger) => &mut trigger.deeds,
        crate::rule::Form::Action(action) => &mut action.deeds,
        _ => return bare,
    };
    strip(deeds);
    bare
}

fn strip(deeds: &mut Vec<Done>) {
    deeds.retain(|deed| !matches!(deed, Done::Failing(_)));
    for deed in deeds {
        match deed {
            Done::If(_, then, otherwise) => [then, otherwise].into_iter().for_each(strip),
            Done::May(_, then) | Done::EachPlayer(then) | Done::EachMan(_, then) | Done::Later(_, then) => strip(then),
            Done::Chance(outcomes) => outcomes.iter_mut().for_each(|(_, then)| strip(then)),
            _ => {}
        }
    }
}
