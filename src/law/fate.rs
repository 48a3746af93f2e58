//! What no order settles: dice, and the choices of players who have to be asked.
//!
//! Invariant: whether a move is legal never hangs on it; moves are listed as if it did nothing, and settled when they are carried out.

use std::cell::Cell;

use crate::board::{BoardId, Position, SideId};
use crate::dice::Cup;

use super::moves::{Label, Move};
use super::triggers::Source;

/// Dice and answers for one step of a game.
#[derive(Clone, Debug)]
pub struct Fate {
    pub cup: Cup,
    /// How the names of rolls begin, by how many answers they follow: `5.2`.
    pub steps: Vec<String>,
    /// What players have answered, each in the order in which he was asked.
    pub answers: Vec<(SideId, String)>,
    /// The answers that have decided something.
    pub heard: Vec<(SideId, String)>,
    /// Who cannot be asked any more: what was left to them does not happen.
    pub silent: Vec<SideId>,
    /// The squares that players have named in secret, as far as they are known.
    pub secrets: Vec<Secret>,
    /// Whose secrets have acted, which opens them.
    pub opened: Vec<(SideId, String)>,
    /// The question that stands open: what comes after it does not count.
    pub asked: Option<Question>,
    /// The sides that somebody plays, and who answers for any other.
    pub seated: Option<(Vec<SideId>, SideId)>,
    /// Whoever is asked answers as the cup has it: every answer is a way that things may go.
    pub cup_answers: bool,
    /// What clauses could not do, and leave it open what is done then (R17).
    pub thwarted: Vec<Thwarted>,
}

/// A clause that could not do what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thwarted {
    pub source: Source,
    pub board: BoardId,
}

/// A square that a player has named in secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    pub side: SideId,
    pub square: String,
    /// For which rule: `w3`.
    pub rule: String,
    /// A clause has asked for this very square.
    pub met: Cell<bool>,
}

impl Secret {
    pub fn new(side: SideId, square: String, rule: String) -> Secret {
        Secret { side, square, rule, met: Cell::new(false) }
    }
}

/// A choice that a rule leaves to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub side: SideId,
    pub board: BoardId,
    /// `rule w3`.
    pub source: String,
    /// At least two, as they are answered: `a3`, `queen`.
    pub options: Vec<String>,
    /// What has to be said with the answer.
    pub words: Option<String>,
}

impl Fate {
    pub fn new(cup: Cup, steps: Vec<String>, answers: Vec<(SideId, String)>) -> Fate {
        Fate {
            cup,
            steps,
            answers,
            heard: Vec::new(),
            silent: Vec::new(),
            secrets: Vec::new(),
            opened: Vec::new(),
            asked: None,
            seated: None,
            cup_answers: false,
            thwarted: Vec::new(),
        }
    }

    /// A question stands open, or a roll cannot be made yet: what comes after it does not count.
    pub fn stopped(&self) -> bool {
        self.asked.is_some() || self.cup.wanted().is_some()
    }

    /// One of some outcomes by weight, from 0.
    pub fn roll(&mut self, weights: &[u16], source: &str, fell: impl Fn(usize) -> String) -> Option<usize> {
        if self.stopped() {
            return None;
        }
        let step = self.steps.get(self.heard.len()).or(self.steps.last());
        self.cup.roll(step.map_or("", String::as_str), weights, source, fell)
    }

    /// A clause that has been asked just now has met a secret.
    pub(super) fn has_met(&self) -> bool {
        self.secrets.iter().any(|secret| secret.met.get())
    }

    /// A clause has been asked: the secrets that it met are open now if it acts.
    pub(super) fn open_met(&mut self, acts: bool) {
        for secret in &self.secrets {
            let one = (secret.side, secret.rule.clone());
            if secret.met.take() && acts && !self.opened.contains(&one) {
                self.opened.push(one);
            }
        }
    }

    /// The player after a side, in the order of the phases, who can be asked.
    pub(super) fn next_after(&self, side: SideId) -> Option<SideId> {
        let (sides, _) = self.seated.as_ref()?;
        let at = sides.iter().position(|&known| known == side)?;
        let after = sides[at + 1..].iter().chain(&sides[..at]).copied();
        after.into_iter().find(|next| !self.silent.contains(next))
    }

    /// Who is asked for a side: one that comes with what is being carried out has nobody yet.
    fn stand_in(&self, side: SideId) -> SideId {
        match &self.seated {
            Some((sides, maker)) if !sides.contains(&side) => *maker,
            _ => side,
        }
    }

    /// What the player answers, or has to be asked.
    pub(super) fn answer(&mut self, question: Question) -> Option<usize> {
        let question = Question { side: self.stand_in(question.side), ..question };
        if self.cup_answers && !self.stopped() {
            return self.roll(&vec![1; question.options.len()], &question.source, |_| String::new());
        }
        if self.stopped() || self.silent.contains(&question.side) {
            return None;
        }
        match self.answers.iter().position(|(side, _)| *side == question.side) {
            Some(at) => {
                let (_, answer) = self.answers.remove(at);
                let chosen = question.options.iter().position(|option| *option == answer);
                self.heard.push((question.side, answer));
                chosen
            }
            None => {
                self.asked = Some(question);
                // What is asked tells of the secrets that have led to it.
                self.open_met(true);
                None
            }
        }
    }
}

/// How it is answered whether something is done.
pub(super) const fn yes_or_no(done: bool) -> &'static str {
    if done { "yes" } else { "no" }
}

/// A choice as it is answered and told: `a3`, `queen`, `Ra1-a5`.
pub(super) fn named(label: &Label, position: &Position) -> String {
    match label {
        Label::Cell(cell) => position.geometry.name(*cell),
        Label::Kind(kind) => position.entities.kind(*kind).name.clone(),
        Label::Universe(number) => format!("universe {number}"),
        Label::Done(done) => yes_or_no(*done).to_owned(),
        Label::Way(way) => way.word.to_string(),
        Label::Leg(leg) => super::notation::long(leg, position),
    }
}

/// A move that is being settled: its dice are rolled and its questions answered.
pub(super) struct Settling<'a> {
    pub played: &'a Move,
    pub fate: &'a mut Fate,
    pub done: Option<Move>,
}
