//! Proposals and votes (R14): what is open, who may still vote, what the votes come to; the amendments in force.
//!
//! Invariant: nothing is decided here: [`Multiverse::decision`] says what the votes have come to, and events make it so.

use std::sync::Arc;

use crate::board::SideId;
use crate::game::event::Proposal;
use crate::game::founding::Founding;
use crate::game::procedure::Go;
use crate::law;
use crate::rule::{self, Rule};
use crate::turn::Seat;

use super::{Amendment, Provision, RuleCheck, Subject, read};
use crate::game::mar::Multiverse;
use crate::game::mar::parameters::{Parameters, Votes};

/// The number of what the founding has said of the meta-rules.
pub const OF_THE_FOUNDING: &str = "A0";

/// What a player says of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ballot {
    Yes,
    No,
    /// Yes, with the word that an irreversible proposal asks for.
    Irreversibly,
}

impl Ballot {
    pub fn is_yes(self) -> bool {
        self != Ballot::No
    }

    /// As it is written.
    pub fn told(self) -> &'static str {
        match self {
            Ballot::Yes => "YES",
            Ballot::No => "NO",
            Ballot::Irreversibly => "YES IRREVERSIBLE",
        }
    }
}

/// A proposal and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// `A1`.
    pub number: String,
    /// Whose it is; nobody's where the founding said it.
    pub proposer: Option<SideId>,
    pub text: String,
    pub canonical: String,
    pub amendment: Arc<Amendment>,
    /// The turn in which it was made.
    pub turn: u32,
    /// One side for each person who votes.
    pub voters: Vec<SideId>,
    pub votes: Vec<Voice>,
    /// The votes that it takes, as it was when it was put to the vote in this timeline: what is amended meanwhile holds for later ones (R4).
    pub takes: Votes,
    pub standing: Standing,
    /// The go in which it was adopted, in this timeline or in one before it; in no timeline it reaches further back (R4).
    pub since: Option<Go>,
}

/// A vote that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voice {
    pub side: SideId,
    pub yes: bool,
}

/// What became of a proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    Open,
    /// An amendment since that turn.
    InForce(u32),
    Rejected,
    /// Made meaningless by another one.
    Lapsed(String),
    /// An amendment once, until that one repealed it.
    Ended(String),
}

/// A fix of the game itself, proposed to its custodian (D5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// `F1`.
    pub number: String,
    pub side: SideId,
    pub turn: u32,
    pub text: String,
}

/// Whether what a founding says of the meta-rules can be read and means something before any game.
pub fn check_meta(founding: &Founding) -> Result<(), String> {
    let Some(text) = founding.meta_as_proposal() else { return Ok(()) };
    let standard = law::texts::standard(&founding.law).map_err(|problem| problem.to_string())?;
    let universes = founding.players.len() * (founding.players.len() - 1) / 2;
    let vocabulary = rule::Vocabulary::of(standard.chain()).in_game(&founding.name, universes as u16, &[]);
    let amendment = read(&text, &vocabulary).map_err(|problem| problem.to_string())?;
    match amendment.provisions.iter().find(|provision| matches!(provision, Provision::Repeal(_) | Provision::RepealAll)) {
        Some(_) => Err("there is no amendment yet that could be repealed".to_owned()),
        None => Ok(()),
    }
}

impl Motion {
    pub fn is_open(&self) -> bool {
        self.standing == Standing::Open
    }

    pub fn in_force(&self) -> bool {
        matches!(self.standing, Standing::InForce(_))
    }
}

impl Votes {
    /// How many votes of so many it takes.
    pub fn needed(self, of: usize) -> usize {
        match self {
            Votes::All => of,
            Votes::Majority => of / 2 + 1,
            Votes::TwoThirds => (2 * of).div_ceil(3),
            Votes::Number(number) => (number as usize).min(of),
        }
    }
}

impl Multiverse {
    pub fn motion(&self, number: &str) -> Option<&Motion> {
        self.motions.iter().find(|motion| motion.number.eq_ignore_ascii_case(number))
    }

    /// The proposals that are being voted on, in order of number.
    pub fn open_motions(&self) -> impl Iterator<Item = &Motion> {
        self.motions.iter().filter(|motion| motion.is_open())
    }

    /// The amendments in force, in the order in which they came into it.
    pub fn amendments(&self) -> Vec<&Motion> {
        let mut found: Vec<(u32, usize, &Motion)> = Vec::new();
        for (at, motion) in self.motions.iter().enumerate() {
            if let Standing::InForce(since) = motion.standing {
                found.push((since, at, motion));
            }
        }
        found.sort_by_key(|(since, at, _)| (*since, *at));
        found.into_iter().map(|(.., motion)| motion).collect()
    }

    /// The number that the next proposal gets (C4).
    pub fn next_motion(&self, after: usize) -> String {
        let made = self.motions.iter().filter(|motion| motion.number != OF_THE_FOUNDING).count();
        format!("A{}", made + after + 1)
    }

    /// Who votes on what this player proposes (R14): one side of every other person at the table who has phases.
    fn voters(&self, proposer: Seat) -> Vec<SideId> {
        self.persons().into_iter().filter(|&seat| !self.same_person(seat, proposer)).map(|seat| self.person_in(seat)).collect()
    }

    /// The voter, by his side, that the person in a seat is.
    pub fn voter(&self, motion: &Motion, seat: Seat) -> Option<SideId> {
        motion.voters.iter().copied().find(|&side| self.is_played_by(side, seat))
    }

    /// What a person has said of a proposal.
    pub fn vote_of(&self, motion: &Motion, seat: Seat) -> Option<bool> {
        let voter = self.voter(motion, seat)?;
        motion.votes.iter().find(|vote| vote.side == voter).map(|vote| vote.yes)
    }

    /// The open proposals on which the player in a seat has still to vote.
    pub fn owes_votes(&self, seat: Seat) -> Vec<&Motion> {
        let owes = |motion: &&Motion| self.voter(motion, seat).is_some() && self.vote_of(motion, seat).is_none();
        self.open_motions().filter(owes).collect()
    }

    /// Those who have not voted yet and still can.
    pub fn still_to_vote(&self, motion: &Motion) -> Vec<SideId> {
        let can = |side: &SideId| {
            let sits = |seat: Seat| self.seats_with(seat).into_iter().any(|own| self.player(own).moves());
            self.seat_of_side(*side).is_some_and(sits)
        };
        let silent = |side: &SideId| motion.votes.iter().all(|vote| vote.side != *side);
        motion.voters.iter().copied().filter(|side| silent(side) && can(side)).collect()
    }

    /// The votes that count: the proposer's Yes, and those that were given. Whoever comes into the game in another timeline only has no vote in this
    /// one.
    pub fn votes_cast(&self, motion: &Motion) -> Vec<Voice> {
        let own = motion.proposer.map(|side| Voice { side, yes: true });
        own.into_iter().chain(motion.votes.iter().copied()).filter(|vote| self.seat_of_side(vote.side).is_some()).collect()
    }

    /// What the votes have come to (R14): `None` while they can still come to either.
    pub fn decision(&self, motion: &Motion) -> Option<bool> {
        let open = self.still_to_vote(motion).len();
        let cast = self.votes_cast(motion);
        let yes = cast.iter().filter(|vote| vote.yes).count();
        let needed = motion.takes.needed(cast.len() + open);
        match open {
            _ if yes + open < needed => Some(false),
            0 => Some(yes > 0),
            _ => None,
        }
    }

    /// Whether an amendment means something as the game stands, and if not, why.
    pub fn could_adopt(&self, amendment: &Amendment) -> Result<(), String> {
        if self.parameters.proposals == 0 {
            return Err(format!("{} all amending has ended, and no later proposal undoes that (R14)", self.closed_by("proposals")));
        }
        let mut parameters = self.parameters.clone();
        for provision in &amendment.provisions {
            match provision {
                Provision::Set { name, value } => parameters.set(name, value)?,
                Provision::Repeal(number) => self.could_end(number)?,
                Provision::RepealAll if self.amendments().is_empty() => {
                    return Err("no amendment is in force that could be repealed".into());
                }
                Provision::Royal(kinds) => {
                    if let Some(kind) = kinds.iter().find(|kind| self.position.entities.kind_named(kind).is_none()) {
                        return Err(format!("no rule has given {kind} yet"));
                    }
                }
                Provision::RepealAll | Provision::Check(_) | Provision::Law(_) | Provision::Prose(_) => {}
            }
        }
        let Some(law) = amendment.law() else { return Ok(()) };
        if let Some(lack) = self.lacking(&law).first() {
            return Err(lack.to_string());
        }
        self.fold(Some(&law)).map(drop).map_err(|problem| problem.to_string())
    }

    fn could_end(&self, number: &str) -> Result<(), String> {
        let in_force: Vec<&str> = self.amendments().iter().map(|motion| motion.number.as_str()).collect();
        let listed = if in_force.is_empty() { "no amendment is in force".to_owned() } else { format!("in force: {}", in_force.join(", ")) };
        match self.motion(number).map(|motion| &motion.standing) {
            Some(Standing::InForce(_)) => Ok(()),
            Some(Standing::Open) => Err(format!("{number} is still being voted on, and no amendment yet; {listed}")),
            Some(Standing::Ended(by)) => Err(format!("{number} was repealed by {by}; {listed}")),
            Some(Standing::Rejected | Standing::Lapsed(_)) => Err(format!("{number} was never adopted; {listed}")),
            None => Err(format!("there is no amendment {number}; {listed}")),
        }
    }

    /// The rules about rules in force that something to be made breaks, each with its amendment.
    pub fn broken_checks(&self, subject: &Subject) -> Vec<(String, RuleCheck)> {
        let mut found = Vec::new();
        for motion in self.amendments() {
            let broken = motion.amendment.checks().filter(|check| check.is_broken_by(subject));
            found.extend(broken.map(|check| (motion.number.clone(), check.clone())));
        }
        found
    }

    /// The sentences of the law that amendments say, each amendment as a rule; one that lacks a name sleeps.
    pub fn law_of_amendments(&self) -> Vec<(&str, Rule)> {
        let law = |motion: &'_ Motion| motion.amendment.law();
        let with_law: Vec<(&str, Rule)> =
            self.amendments().into_iter().filter_map(|motion| Some((motion.number.as_str(), law(motion)?))).collect();
        let given: Vec<rule::Name> = with_law.iter().flat_map(|(_, rule)| rule::given(&rule.clauses)).collect();
        let once: Vec<rule::Name> = self.motions.iter().filter_map(law).flat_map(|rule| rule::given(&rule.clauses)).collect();
        // What another amendment has named, and what it took with it.
        let gone = |name: &rule::Name| once.contains(name) && !given.contains(name);
        let awake = |rule: &Rule| {
            let used = rule::used(&rule.clauses);
            used.is_empty() || !used.iter().any(gone) && self.lacking(rule).is_empty()
        };
        with_law.iter().filter(|(_, rule)| awake(rule)).cloned().collect()
    }

    /// The rules of a player that stand.
    pub fn standing_of(&self, seat: Seat) -> usize {
        self.rules.iter().filter(|rule| rule.stands() && rule.enactment.seat == seat).count()
    }

    /// The rules from which a rule takes names.
    pub fn taken_from(&self, rule: &Rule) -> Vec<&str> {
        let uses = rule::used(&rule.clauses);
        let gives = |other: &&crate::game::mar::Enacted| uses.iter().any(|name| other.gives.contains(name));
        self.rules.iter().filter(gives).map(|other| other.enactment.number.as_str()).collect()
    }

    /// What the founding has said of the meta-rules is in force from the start.
    pub(in crate::game::mar) fn adopt_the_founding(&mut self) {
        let Some(text) = self.founding.meta_as_proposal() else { return };
        let vocabulary = self.vocabulary();
        // What cannot be read was never founded.
        let Ok(amendment) = read(&text, &vocabulary) else { return };
        if self.could_adopt(&amendment).is_err() {
            return;
        }
        let canonical = super::print(&amendment, &vocabulary);
        self.motions.push(Motion {
            number: OF_THE_FOUNDING.to_owned(),
            proposer: None,
            text,
            canonical,
            amendment: Arc::new(amendment),
            turn: self.phase.turn,
            voters: Vec::new(),
            votes: Vec::new(),
            takes: self.parameters.votes,
            standing: Standing::Open,
            since: None,
        });
        self.adopt(OF_THE_FOUNDING);
    }

    pub(in crate::game::mar) fn propose(&mut self, proposal: &Proposal) {
        self.motions.push(Motion {
            number: proposal.number.clone(),
            proposer: Some(self.person_in(proposal.seat)),
            text: proposal.text.clone(),
            canonical: proposal.canonical.clone(),
            amendment: Arc::clone(&proposal.amendment),
            turn: self.phase.turn,
            voters: self.voters(proposal.seat),
            votes: Vec::new(),
            takes: self.parameters.votes,
            standing: Standing::Open,
            since: None,
        });
    }

    pub(in crate::game::mar) fn vote(&mut self, seat: Seat, number: &str, yes: bool) {
        let voter = self.motion(number).and_then(|motion| self.voter(motion, seat));
        if let (Some(side), Some(motion)) = (voter, self.motions.iter_mut().find(|motion| motion.number == number)) {
            motion.votes.push(Voice { side, yes });
        }
    }

    /// A proposal becomes an amendment: what it repeals ends, and everything that follows from the meta-rules is derived again.
    pub(in crate::game::mar) fn adopt(&mut self, number: &str) {
        let (turn, counting) = (self.phase.turn, self.counting());
        let Some(amendment) = self.motion(number).map(|motion| Arc::clone(&motion.amendment)) else { return };
        for provision in &amendment.provisions {
            let ends = |motion: &crate::game::mar::Motion| match provision {
                Provision::Repeal(target) => motion.number == *target,
                Provision::RepealAll => true,
                _ => false,
            };
            for motion in self.motions.iter_mut().filter(|motion| motion.in_force() && ends(motion)) {
                motion.standing = Standing::Ended(number.to_owned());
            }
        }
        self.end_motion(number, Standing::InForce(turn));
        let go = self.go();
        self.motions.iter_mut().filter(|motion| motion.number == number).for_each(|motion| motion.since = Some(go));
        self.parameters = self.amended();
        self.ask_by_now();
        self.crown_kinds();
        if let Some(law) = amendment.law() {
            let news = law::introduce_beside(&format!("amendment {number}"), &law.clauses, &counting, &mut self.position);
            self.remember(news);
        }
        self.refold();
    }

    /// What was put to the vote in a go that has still to come again takes the votes that are asked for now.
    fn ask_by_now(&mut self) {
        let takes = self.parameters.votes;
        let to_come = |motion: &Motion| {
            let go = motion.proposer.map(|side| Go { turn: motion.turn, side });
            motion.is_open() && go.is_some_and(|go| self.phase_of(go) > self.phase)
        };
        let numbers: Vec<String> = self.motions.iter().filter(|motion| to_come(motion)).map(|motion| motion.number.clone()).collect();
        self.motions.iter_mut().filter(|motion| numbers.contains(&motion.number)).for_each(|motion| motion.takes = takes);
    }

    /// Going back in time, what was proposed and voted stands; what was adopted since is adopted again when its go comes (R4).
    pub(in crate::game::mar) fn keep_motions(&mut self, mut motions: Vec<Motion>) {
        for motion in motions.iter_mut().filter(|motion| matches!(motion.standing, Standing::InForce(_) | Standing::Ended(_))) {
            let then = self.motion(&motion.number).map(|then| then.standing.clone());
            motion.standing = then.unwrap_or(Standing::Open);
        }
        // Whoever lives again was not asked while he was out: what was put to the vote then waits for his vote as well.
        for motion in motions.iter_mut().filter(|motion| self.motion(&motion.number).is_none()) {
            let concerned: Vec<SideId> = motion.voters.iter().copied().chain(motion.proposer).collect();
            let unasked = |seat: &Seat| !concerned.iter().any(|&side| self.is_played_by(side, *seat));
            motion.voters.extend(self.persons().into_iter().filter(unasked).map(|seat| self.person_in(seat)));
            motion.takes = self.parameters.votes;
        }
        self.motions = motions;
    }

    /// Whether a proposal that was adopted in another timeline may be adopted in this one by now.
    pub(in crate::game::mar) fn has_come(&self, motion: &Motion) -> bool {
        motion.since.is_none_or(|since| self.phase_of(since) <= self.phase)
    }

    /// Orders are void: the go in which a proposal was adopted does not come again as it was, and nothing waits for it.
    pub(in crate::game::mar) fn wait_for_no_go(&mut self) {
        self.motions.iter_mut().filter(|motion| motion.is_open()).for_each(|motion| motion.since = None);
    }

    pub(in crate::game::mar) fn end_motion(&mut self, number: &str, standing: Standing) {
        if let Some(motion) = self.motions.iter_mut().find(|motion| motion.number == number) {
            motion.standing = standing;
        }
    }

    /// The meta-rules' parameters: those of 4.3, changed by one amendment after the other.
    fn amended(&self) -> Parameters {
        let mut parameters = Parameters::default();
        for motion in self.amendments() {
            for provision in &motion.amendment.provisions {
                if let Provision::Set { name, value } = provision {
                    // It was tried before it was adopted.
                    let _ = parameters.set(name, value);
                }
            }
        }
        parameters
    }

    /// A fix gets its number (D5); it changes nothing in play.
    pub(in crate::game::mar) fn note_fix(&mut self, seat: Seat, number: &str, text: &str) {
        let (side, turn) = (self.player(seat).side, self.phase.turn);
        self.fixes.push(Fix { number: number.to_owned(), side, turn, text: text.to_owned() });
    }

    pub fn next_fix(&self) -> String {
        format!("F{}", self.fixes.len() + 1)
    }
}
