//! Proposals, votes and fixes in a player's letter (R14, D5).

use super::Session;
use super::ordered::{Part, Replaced};
use crate::game::event::Event;
use crate::game::mar::amendment::{self, Ballot, Motion, Subject};
use crate::game::mar::judgement::{Reply, accepted, accepted_for, noted};
use crate::game::mar::multiverse::{Action, Proposing};
use crate::rule::{Rule, Scope};

/// The longest fix, in characters.
const LONGEST_FIX: usize = 2000;

impl Session {
    pub(super) fn propose(&mut self, text: &str) -> Reply {
        let state = self.state();
        let most = state.parameters.proposals as usize;
        if most == 0 {
            return Err("R14: nothing is proposed any more: an amendment has ended all amending for good".into());
        }
        let vocabulary = state.vocabulary();
        let amendment = amendment::read(text, &vocabulary)
            .map_err(|problem| format!("this is no proposal yet, and nothing is lost; mend it and send it again.\n{problem}"))?;
        state.could_adopt(&amendment).map_err(|why| format!("this proposal would mean nothing: {why}"))?;
        let says = amendment::print(&amendment, &vocabulary);
        // What is kept are the words that it comes to: they must say the same.
        if amendment::read(&says, &vocabulary.undefined()).as_ref() != Ok(&amendment) {
            return Err(format!(
                "this proposal cannot be kept, for its own words would be read in another way; say it more simply:\n{says}"
            ));
        }
        if let Some(same) = state.open_motions().find(|motion| motion.amendment.provisions == amendment.provisions) {
            return Err(format!("{} says the same, and is being voted on (R14)", same.number));
        }
        if let Some(already) = state.says_already(&amendment) {
            return Err(format!("this proposal would change nothing (R14): {already}"));
        }
        // A turn that comes again is the same turn, and whoever plays several sides proposes as one player.
        let made =
            |motion: &&Motion| motion.turn == state.phase.turn && motion.proposer.is_some_and(|side| state.is_played_by(side, self.seat));
        let before = |motion: &&Motion| made(motion) && motion.canonical == says;
        if let Some(before) = state.motions.iter().find(before) {
            return Err(format!("you have proposed that in this turn already, as {}: {} (R14)", before.number, state.fate_of(before)));
        }
        let before: Vec<&str> = state.motions.iter().filter(made).map(|motion| motion.number.as_str()).collect();
        if before.len() >= most {
            return Err(format!(
                "you have proposed {} in this turn already, and it stands though the turn comes again (R14)",
                before.join(" and ")
            ));
        }
        let most = most - before.len();
        let other = |known: &Proposing| known.says != says;
        if self.ordered.too_many_proposals || self.ordered.proposals.iter().filter(|known| other(known)).count() >= most {
            let here = std::mem::take(&mut self.ordered.proposals);
            self.draft.proposals.retain(|known| !here.contains(known));
            self.ordered.too_many_proposals = true;
            self.touched = true;
            let many = if most == 1 { "one proposal is made".to_owned() } else { format!("at most {most} proposals are made") };
            let why = format!("in a phase {many} (R14), and this letter makes more: say which you mean, for none of them is taken");
            self.ordered.take_back(Part::Proposal, &mut self.echoes, &why);
            return Err(why);
        }
        let again = self.draft.proposals.iter().position(|known| known.says == says);
        let mut dropped = Replaced::default();
        match again {
            Some(at) => drop(self.draft.proposals.remove(at)),
            None if self.draft.proposals.len() >= most => {
                self.draft.proposals.pop();
                let many = if most == 1 { "one".to_owned() } else { format!("at most {most}") };
                let checked = self.checked.has(&Part::Proposal);
                let what = if checked { "the proposal checked above" } else { "what you proposed before" };
                dropped.add(&format!("; it replaces {what} ({many} in a phase, R14)"), checked);
            }
            None => {}
        }
        self.checked.take(Part::Proposal);
        let state = self.state();
        let number = state.next_motion(self.draft.proposals.len());
        let effects = state.would_change(&amendment);
        let who = state.who_votes(self.seat);
        let verdicts = state.verdicts_of_amendment(self.seat, &amendment);
        let tests = state.told_of(&verdicts, state.challengeable(), usize::MAX);
        let proposing = Proposing { text: text.to_owned(), says: says.clone() };
        self.ordered.is_answered(Part::Proposal, self.echoes.len());
        self.ordered.proposals.push(proposing.clone());
        self.draft.proposals.push(proposing);
        let final_word = if amendment.is_irreversible() { " It cannot be undone, so a Yes needs the word IRREVERSIBLE." } else { "" };
        accepted_for(
            dropped.of_orders(),
            format!(
                "it will be proposal {number}{}; you count as a Yes, and {who}.{final_word} It says:\n{says}{effects}\nTests: {tests}.",
                dropped.told
            ),
        )
    }

    pub(super) fn vote(&mut self, number: Option<&str>, ballot: Ballot) -> Reply {
        let motion = self.to_vote_on(number)?;
        let number = motion.number.clone();
        if motion.amendment.is_irreversible() && ballot == Ballot::Yes {
            return Err(format!(
                "{number} ends all amending (R14), and no later proposal can undo that: to agree, write VOTE {number} YES IRREVERSIBLE"
            ));
        }
        let before = self.draft.votes.insert(number.clone(), ballot);
        let part = Part::Vote(number.clone());
        let mut replaced = Replaced::default();
        if let Some(before) = before.filter(|before| before.is_yes() != ballot.is_yes()) {
            let checked = self.checked.has(&part);
            replaced.add(&format!("; it replaces your {}{}", before.told(), if checked { ", checked above" } else { "" }), checked);
        }
        self.checked.take(part);
        let said = if ballot.is_yes() { "Yes" } else { "No" };
        accepted_for(
            replaced.of_orders(),
            format!("you vote {said} on {number}{}; it counts when your phase is carried out", replaced.told),
        )
    }

    /// The open proposal on which this player has still to vote.
    pub(super) fn to_vote_on(&self, number: Option<&str>) -> Result<&Motion, String> {
        let state = self.state();
        let motion = self.meant_motion(number)?;
        let number = &motion.number;
        if let Some(given) = state.vote_of(motion, self.seat) {
            let given = if given { "Yes" } else { "No" };
            return Err(format!("you have voted {given} on {number}, and a vote that is given stands (R14)"));
        }
        if state.voter(motion, self.seat).is_none() {
            let proposer = motion.proposer.and_then(|side| state.seat_of_side(side));
            return Err(match proposer.is_some_and(|seat| state.same_person(seat, self.seat)) {
                true => format!("{number} is your own proposal, which counts as your Yes (R14)"),
                false => format!("{number} was proposed before you joined, and you have no vote on it (R14)"),
            });
        }
        Ok(motion)
    }

    /// The open proposal that a vote is about.
    fn meant_motion(&self, number: Option<&str>) -> Result<&Motion, String> {
        let state = self.state();
        let open: Vec<&Motion> = state.open_motions().collect();
        let listed = match open[..] {
            [] => "no proposal is being voted on".to_owned(),
            [one] => format!("{} is being voted on", one.number),
            _ => format!("{} are being voted on", open.iter().map(|motion| motion.number.as_str()).collect::<Vec<_>>().join(", ")),
        };
        let Some(number) = number else {
            return match open[..] {
                [] => Err(match state.timeline.challenges.iter().find(|challenge| challenge.is_open()) {
                    Some(challenge) => format!("{listed}; on challenge {0} you vote by VOTE {0} YES or NO", challenge.id),
                    None => format!("{listed}, so there is nothing to vote on (R14)"),
                }),
                [one] => Ok(one),
                _ => Err(format!("on which? {listed}: write VOTE {} YES or NO", open[0].number)),
            };
        };
        match state.motion(number) {
            Some(motion) if motion.is_open() => Ok(motion),
            Some(motion) => Err(format!("{} is decided: {}; {listed}", motion.number, state.fate_of(motion))),
            None => Err(format!("there is no proposal {number}; {listed}")),
        }
    }

    /// D5: noted and passed on; nothing in play follows from it.
    pub(super) fn fix(&mut self, text: &str) -> Reply {
        self.in_the_game()?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.chars().count() {
            0 => return Err("write FIX and what should be changed in the meta-rules for good: FIX R8 should say which pieces count".into()),
            1..=LONGEST_FIX => {}
            length => return Err(format!("a fix has at most {LONGEST_FIX} characters; this one has {length}")),
        }
        if let Some(known) = self.state().fixes.iter().find(|fix| fix.text == text) {
            return noted(format!("that is fix {} already", known.number));
        }
        let (seat, number) = (self.seat, self.state().next_fix());
        self.deed.happen(Event::FixProposed { seat, number: number.clone(), text });
        accepted(format!("noted as fix {number} and passed on to the custodian of the game (D5); in play it changes nothing"))
    }

    /// What amendments in force have against an action: it is closed, or a rule about rules forbids it.
    pub(super) fn barred(&self, action: &Action, rule: Option<&Rule>, ends: &[&str]) -> Result<(), String> {
        let state = self.state();
        if let Some(why) = state.is_closed(action) {
            return Err(why);
        }
        let scope = match action {
            Action::Repeal { target, universe: None } => state.rule(target).map_or(Scope::Multiverse, |rule| rule.enactment.scope()),
            Action::Repeal { universe, .. } | Action::RepealAll { universe } => universe.map_or(Scope::Multiverse, Scope::Universe),
            _ => rule.map_or(Scope::Multiverse, |rule| rule.scope),
        };
        let subject = Subject { game: state, maker: self.seat, rule, scope, ends };
        match state.broken_checks(&subject).first() {
            None => Ok(()),
            Some((number, check)) => {
                let what = if rule.is_some() { "rule" } else { "repeal" };
                Err(format!("{number}: {} {}", check.print(), check.breach(what, number)))
            }
        }
    }
}
