//! Challenges (R16): who votes, when one is decided and by what, and what an upheld one does.
//!
//! Invariant: an open challenge ends within two turns of its making, whoever keeps silent; where play waits for votes, the master may rule.

use chrono::{DateTime, TimeDelta, Utc};

use crate::board::SideId;
use crate::game::event::Event;
use crate::game::procedure::{Challenge, Go, How, Procedure, Target, Why};
use crate::turn::{Phase, Seat, Window};

use super::amendment;
use super::judge::is_meta_rule;
use super::metarule::{self, Finding, MetaRule};
use super::multiverse::Multiverse;
use super::parameters::hundredths;
use super::phase::Deed;

/// Turns in which players may vote on a challenge, and as many again for the master's ruling.
const VOTING: u32 = 1;

/// The maxim of fair play.
const R8: MetaRule = MetaRule(8);

/// How long play waits for votes where nobody's time ends sooner, and half of it: when those are reminded who have not voted.
const PAUSE: TimeDelta = TimeDelta::days(2);
const HALF: TimeDelta = TimeDelta::days(1);

impl Multiverse {
    /// The phase through which something done in a go may be challenged; after it, that stands (R16).
    pub fn stands_after(&self, go: Go) -> Window {
        // A window that runs keeps the length that it began with (R4).
        let then = self.timeline.mark(go).map_or(&self.parameters, |mark| &mark.before.parameters);
        Window { last: self.phase_of(go).later(then.challenge_window) }
    }

    /// The phase that a go is, as the seats stand; of a side that plays no more, the present seat's of that turn.
    pub(super) fn phase_of(&self, go: Go) -> Phase {
        Phase { turn: go.turn, seat: self.seat_of_side(go.side).unwrap_or(self.phase.seat) }
    }

    /// What the program found of a rule as it was made, of the meta-rule that a challenge names, or of all.
    pub fn found_of(&self, challenge: &Challenge) -> Option<String> {
        let trial = self.trial(challenge.target.number.as_ref()?)?;
        let under = challenge.under.as_deref();
        let named = trial.verdicts.iter().filter(|verdict| under.map_or(!verdict.is_quiet(), |under| verdict.of.to_string() == under));
        let said: Vec<String> = named.map(ToString::to_string).collect();
        match said.is_empty() {
            true if under.is_none() => Some("nothing against it".to_owned()),
            true => None,
            false => Some(said.join("; ")),
        }
    }

    /// Whose votes count: every living person at the table but the maker and the challenger, one side each.
    pub fn jury(&self, challenge: &Challenge) -> Vec<SideId> {
        let parties = [challenge.by, challenge.target.go.side];
        let concerned = |seat: &Seat| parties.iter().any(|&side| self.is_played_by(side, *seat));
        self.persons().into_iter().filter(|seat| !concerned(seat)).map(|seat| self.person_in(seat)).collect()
    }

    /// Yes and no so far; a vote that was given stands, also when who gave it has left.
    fn votes(&self, challenge: &Challenge) -> (usize, usize) {
        let cast = |yes: bool| challenge.votes.iter().filter(|(_, vote)| *vote == yes).count();
        (cast(true), cast(false))
    }

    /// Players whose votes a challenge still waits for.
    pub fn unheard(&self, challenge: &Challenge) -> Vec<Seat> {
        let open = self.jury(challenge).into_iter().filter(|side| challenge.votes.iter().all(|(voter, _)| voter != side));
        open.filter_map(|side| self.seat_of_side(side)).collect()
    }

    /// The challenge for whose votes play waits; nobody waits for the votes of those who have left.
    pub fn pausing(&self) -> Option<&Challenge> {
        let pauses = |challenge: &&Challenge| challenge.is_open() && challenge.pauses && !self.awaits_master(challenge);
        self.timeline.challenges.iter().find(pauses)
    }

    /// The hours of a pause that begins now: it does not put off the hour that the phase was promised.
    pub(super) fn hours_of_pause(&self, now: DateTime<Utc>) -> Vec<DateTime<Utc>> {
        let ends = self.until.filter(|until| *until > now).map_or(now + PAUSE, |until| until.min(now + PAUSE));
        [now + HALF, ends].into_iter().filter(|hour| *hour <= ends).collect::<std::collections::BTreeSet<_>>().into_iter().collect()
    }

    /// The next hour of the challenge for whose votes play waits.
    pub(super) fn hour_of_pause(&self) -> Option<DateTime<Utc>> {
        self.pausing()?.hours.first().copied()
    }

    /// Until when votes on a challenge are taken, in words.
    pub fn votes_until(&self, challenge: &Challenge) -> String {
        match challenge.hours.last().filter(|_| challenge.is_open() && challenge.pauses) {
            Some(hour) => hour.format("%H:%M UTC on %-d %B %Y").to_string(),
            None => self.until_told(self.voting(challenge)),
        }
    }

    /// Whether only the master can decide a challenge now: all have voted, and as many for it as against it, or nobody can vote.
    pub fn awaits_master(&self, challenge: &Challenge) -> bool {
        // No turn comes any more in which others could vote.
        let heard = self.is_over() || self.unheard(challenge).is_empty() || !self.voting(challenge).holds(self.phase);
        challenge.is_open() && heard
    }

    /// The phase through which votes are taken.
    pub fn voting(&self, challenge: &Challenge) -> Window {
        Window { last: self.phase_of(challenge.made).later(VOTING) }
    }

    /// The phase through which the master may rule before the evidence decides.
    pub fn ruling(&self, challenge: &Challenge) -> Window {
        Window { last: self.phase_of(challenge.made).later(2 * VOTING) }
    }

    /// What is challenged, in words.
    pub fn challenged(&self, challenge: &Challenge) -> String {
        self.name_of(&challenge.target)
    }

    /// A rule, or somebody's moves, in words.
    pub fn name_of(&self, target: &Target) -> String {
        let place = target.universe.map(|universe| format!(" in {}", self.universe_name(universe))).unwrap_or_default();
        let (who, turn) = (self.side_name(target.go.side), target.go.turn);
        match &target.number {
            Some(number) => format!("rule {number} of {who}"),
            None => format!("{who}'s moves of turn {turn}{place}"),
        }
    }

    /// Whether a number is that of an amendment in force that says something in plain words (PROSE).
    pub(super) fn is_amended_in_words(&self, number: &str) -> bool {
        let prose = |provision: &amendment::Provision| matches!(provision, amendment::Provision::Prose(_));
        self.amendments().into_iter().any(|motion| motion.number == number && motion.amendment.provisions.iter().any(prose))
    }

    /// Whether a number is that of a rule or an amendment which people keep, and nobody else.
    pub fn is_kept_by_people(&self, number: &str) -> bool {
        let prose = |rule: &super::Enacted| rule.clauses().iter().any(|clause| matches!(clause.form, crate::rule::Form::Prose(_)));
        self.rule(number).is_some_and(prose) || self.is_amended_in_words(number)
    }

    /// Who has voted to uphold a challenge, and who to reject it, by name.
    pub fn votes_told(&self, challenge: &Challenge) -> Vec<String> {
        let word = |yes: bool| if yes { "to uphold it" } else { "to reject it" };
        challenge.votes.iter().map(|&(side, yes)| format!("{} has voted {}", self.side_name(side), word(yes))).collect()
    }

    /// What was done in the go that is challenged, as the journal has it.
    pub fn done_in(&self, challenge: &Challenge) -> Vec<String> {
        let go = challenge.target.go;
        let played = self.journal.iter().rev().find(|played| played.phase.turn == go.turn && played.side == go.side);
        played.map(|played| played.deeds.clone()).unwrap_or_default()
    }

    /// What decides where nobody else has: the reading least favourable to the maker of a rule in plain words, else what the program found.
    pub fn evidence(&self, challenge: &Challenge) -> (bool, String) {
        let maker = |number: &String| self.rule(number).map(|rule| self.player(rule.enactment.seat).side);
        let prose = challenge.under.as_ref().filter(|under| self.is_kept_by_people(under));
        // What the meta-rules say of it the program has tested, whatever stands beside it in plain words.
        let of_words = challenge
            .under
            .as_ref()
            .is_none_or(|under| under == "R16" || self.is_kept_by_people(under) || self.is_judged_by_people(challenge, under));
        let own = challenge.target.number.as_ref().filter(|number| of_words && self.is_kept_by_people(number));
        match (prose.and_then(maker), own) {
            (Some(maker), _) if maker == challenge.target.go.side => (
                true,
                "a rule in plain words is read in the way least favourable to its maker, and it is his own that he is said to break"
                    .to_owned(),
            ),
            (None, Some(_)) => (true, "a rule in plain words is read in the way least favourable to its maker".to_owned()),
            _ => match self.unfair_by_formula(challenge) {
                Some(found) => (true, found),
                None => (false, "what the program found when it was done stands".to_owned()),
            },
        }
    }

    /// Whether a rule that is said to break a meta-rule says nothing in the language, and the program can find nothing in it (F3).
    pub(super) fn is_judged_by_people(&self, challenge: &Challenge, under: &str) -> bool {
        let target = challenge.target.number.as_ref().and_then(|number| self.rule(number));
        metarule::tests_what_is_said(under) && target.is_some_and(|rule| metarule::are_plain_words(rule.clauses()))
    }

    /// R8 by its formula: the maker of a rule that R8 left open fares better by it than another, and by more than is tolerated.
    fn unfair_by_formula(&self, challenge: &Challenge) -> Option<String> {
        let number = challenge.target.number.as_ref().filter(|_| challenge.under.as_deref() == Some("R8"))?;
        let measured = self.trial(number)?.verdicts.iter().find(|verdict| verdict.of == R8 && verdict.finding == Finding::Open)?;
        let maker = self.side_name(challenge.target.go.side);
        let is_rival = |player: &str| self.seats.iter().any(|seat| seat.name == player && player != maker && seat.guest.is_none());
        measured.fares().iter().find_map(|fares| {
            let own = *fares.get(maker.as_str())?;
            let (other, theirs) = fares.iter().filter(|(player, _)| is_rival(player)).min_by_key(|(_, by)| **by)?;
            (own > theirs + i64::from(self.parameters.fair_tolerance)).then(|| {
                format!(
                    "by the formula of R8 {maker} fares {} squares and {other} {}, more apart than is fair",
                    hundredths(own),
                    hundredths(*theirs)
                )
            })
        })
    }
}

impl Deed {
    /// Decides a challenge, and goes back where it is upheld: what it was about counts as a pass (R16).
    pub fn decide(&mut self, id: &str, upheld: bool, how: How) {
        let Some(target) = self.after.timeline.challenge(id).map(|challenge| challenge.target.clone()) else { return };
        self.happen(Event::Procedure(Procedure::Settled { on: id.to_owned(), upheld, how }));
        if upheld {
            self.send_back(target.go, Why::Challenge(id.to_owned()), None);
        }
    }

    /// After a vote: a majority of all who may vote decides.
    pub fn count_votes(&mut self, id: &str) {
        let Some(challenge) = self.after.timeline.challenge(id).filter(|challenge| challenge.is_open()) else { return };
        let (yes, no) = self.after.votes(challenge);
        let all = yes + no + self.after.unheard(challenge).len();
        if 2 * yes > all || 2 * no > all {
            self.decide(id, yes > no, How::Vote);
        }
    }

    /// The hour of a pause has come: those are reminded whose votes are missing, or play goes on and the move stands.
    pub(super) fn wait_no_longer(&mut self) {
        let Some((id, last)) = self.after.pausing().map(|challenge| (challenge.id.clone(), challenge.hours.len() == 1)) else { return };
        match last {
            true => self.decide(&id, false, How::Silence),
            false => self.happen(Event::Procedure(Procedure::Urged { on: id })),
        }
    }

    /// As a phase has ended: challenges for which the time to vote, or to rule, is over.
    pub(super) fn close_challenges(&mut self) {
        for id in self.open_challenges() {
            let Some(challenge) = self.after.timeline.challenge(&id).filter(|challenge| challenge.is_open()) else { continue };
            let (now, (yes, no)) = (self.after.phase, self.after.votes(challenge));
            if self.after.is_over() {
                // What is not upheld now the master may still uphold: the game goes back then.
                let (upheld, found) = self.after.evidence(challenge);
                let stands = self.after.may_be_reopened().is_err();
                match yes != no {
                    _ if stands => {}
                    true => self.decide(&id, yes > no, How::Vote),
                    false if upheld => self.decide(&id, true, How::Evidence(found)),
                    false => {}
                }
            } else if !self.after.ruling(challenge).holds(now) {
                let (upheld, found) = self.after.evidence(challenge);
                self.decide(&id, upheld, How::Evidence(found));
            } else if (self.after.unheard(challenge).is_empty() || !self.after.voting(challenge).holds(now)) && yes != no {
                self.decide(&id, yes > no, How::Vote);
            }
        }
    }

    /// Challenges of what has come undone by other means.
    pub(super) fn drop_moot(&mut self) {
        for id in self.open_challenges() {
            let Some(challenge) = self.after.timeline.challenge(&id) else { continue };
            let mark = self.after.timeline.mark(challenge.target.go).filter(|mark| mark.orders.is_some());
            let stands = mark.is_some_and(|mark| challenge.target.number.as_ref().is_none_or(|number| mark.numbers.contains(number)));
            let broken = challenge.under.as_deref().filter(|under| !is_meta_rule(under));
            if !stands || broken.is_some_and(|number| self.after.rule(number).is_none() && self.after.motion(number).is_none()) {
                self.happen(Event::Procedure(Procedure::Settled { on: id, upheld: false, how: How::Moot }));
            }
        }
    }

    fn open_challenges(&self) -> Vec<String> {
        self.after.timeline.challenges.iter().filter(|challenge| challenge.is_open()).map(|challenge| challenge.id.clone()).collect()
    }
}
