//! What proposals and votes come to as a phase is carried out (R14): votes, decisions, amendments.

use std::sync::Arc;

use crate::game::event::{Event, Proposal};
use crate::game::procedure::Procedure;
use crate::turn::Seat;

use super::amendment;
use super::multiverse::{Draft, Stage};
use super::phase::Deed;

impl Deed {
    /// The votes of a phase and what they decide, then what was proposed in it: after its action, so that it was judged by the meta-rules that
    /// its player knew.
    pub(super) fn hold_votes(&mut self, seat: Seat, draft: &Draft) {
        if !matches!(self.after.stage, Stage::Playing) {
            return;
        }
        // Whose own move has cost him his king does not vote any more.
        if !self.after.player(seat).moves() {
            return self.decide_motions();
        }
        for (number, ballot) in &draft.votes {
            let owed = self.after.owes_votes(seat).iter().any(|motion| motion.number == *number);
            if owed {
                self.happen(Event::Voted { seat, number: number.clone(), yes: ballot.is_yes() });
            }
        }
        self.decide_motions();
        let (side, turn) = (self.after.player(seat).side, self.after.phase.turn);
        for proposing in &draft.proposals {
            // In another timeline of this very phase it was proposed already, and stands.
            let again =
                |motion: &amendment::Motion| motion.proposer == Some(side) && motion.turn == turn && motion.canonical == proposing.says;
            if self.after.motions.iter().any(again) {
                continue;
            }
            let vocabulary = self.after.vocabulary();
            // Somebody may have defined words since: what counts is what the proposer was told (C5).
            let as_told = || amendment::read(&proposing.says, &vocabulary.undefined()).ok();
            let as_written = amendment::read(&proposing.text, &vocabulary).ok();
            let same = |amendment: &amendment::Amendment| amendment::print(amendment, &vocabulary) == proposing.says;
            let Some(amendment) = as_written.filter(same).or_else(as_told) else { continue };
            let (number, text) = (self.after.next_motion(0), proposing.text.clone());
            let canonical = amendment::print(&amendment, &vocabulary);
            let lapses = self.meaningless(&amendment);
            let verdicts = if lapses.is_none() { self.after.verdicts_of_amendment(seat, &amendment) } else { Vec::new() };
            let proposed =
                Event::Proposed(Box::new(Proposal { number: number.clone(), seat, text, canonical, amendment: Arc::new(amendment) }));
            if self.after.could_apply(&proposed).is_err() {
                continue;
            }
            self.happen(proposed);
            match lapses {
                Some(why) => self.happen(Event::Lapsed { number, why }),
                None => self.happen(Event::Tested { number, verdicts }),
            }
        }
        self.decide_motions();
    }

    /// Why an amendment of this very phase has ended what is proposed beside it (R14).
    fn meaningless(&self, amendment: &amendment::Amendment) -> Option<String> {
        match self.after.parameters.proposals {
            0 => Some(format!("{}, nothing is proposed any more (R14)", self.after.closed_by("proposals"))),
            _ => self.after.could_adopt(amendment).err(),
        }
    }

    /// Decides the open proposals whose votes have come to something, in order of number; what has become meaningless by it lapses.
    pub(super) fn decide_motions(&mut self) {
        if !matches!(self.after.stage, Stage::Playing) {
            return;
        }
        let open = self.after.open_motions().filter(|motion| self.after.has_come(motion));
        let open: Vec<String> = open.map(|motion| motion.number.clone()).collect();
        for number in open {
            let Some(motion) = self.after.motion(&number).filter(|motion| motion.is_open()).cloned() else { continue };
            match (self.after.could_adopt(&motion.amendment), self.after.decision(&motion)) {
                // What was adopted in another timeline may still come, and give it its meaning back.
                (Err(_), _) if self.after.motions.iter().any(|other| other.is_open() && !self.after.has_come(other)) => {}
                (Err(why), _) => self.happen(Event::Lapsed { number, why }),
                (Ok(()), Some(true)) => {
                    self.happen(Event::Adopted { number });
                    self.drop_what_is_ahead();
                }
                (Ok(()), Some(false)) => self.happen(Event::Rejected { number }),
                (Ok(()), None) => {}
            }
        }
    }

    /// Where no orders may be sent ahead any more, those that are kept fall: an amendment counts from the next event on (R4, R14).
    fn drop_what_is_ahead(&mut self) {
        if self.after.parameters.premoves {
            return;
        }
        for side in self.after.timeline.ahead.keys().copied().collect::<Vec<_>>() {
            self.happen(Event::Procedure(Procedure::SentAhead { side, lines: Vec::new(), words: Vec::new() }));
        }
    }
}

impl super::Multiverse {
    /// Whether an amendment has closed an action of R1, and which.
    pub fn is_closed(&self, action: &super::Action) -> Option<String> {
        let number = action.number().filter(|number| self.parameters.closed.contains(number))?;
        let name = format!("action.{number}");
        let by = self.amended_by(&name).map_or_else(String::new, |by| format!("{by}: "));
        Some(format!("{by}R1.{number} is closed; META shows what is open"))
    }

    /// Whether amendments have closed all making and repealing of rules (R1.2 to R1.7).
    pub fn makes_no_rules(&self) -> bool {
        (2..=7).all(|number| self.parameters.closed.contains(&number))
    }

    /// Who is to blame that something is closed: the amendment that has set that parameter.
    pub fn closed_by(&self, parameter: &str) -> String {
        self.amended_by(parameter).map_or_else(|| "by what META shows".to_owned(), |number| format!("by amendment {number}"))
    }

    /// The amendment in force that has set a parameter.
    pub fn amended_by(&self, name: &str) -> Option<&str> {
        let sets = |motion: &&amendment::Motion| {
            let provisions = &motion.amendment.provisions;
            provisions.iter().any(|provision| matches!(provision, amendment::Provision::Set { name: set, .. } if set == name))
        };
        self.amendments().into_iter().rev().find(sets).map(|motion| motion.number.as_str())
    }

    /// F5: he has no legal move anywhere, or moving alone is closed by an amendment.
    pub fn may_pass(&self, seat: Seat) -> bool {
        self.is_closed(&super::Action::Move).is_some() || self.owed(seat).is_empty()
    }
}
