//! R12: a rule or repeal that takes force puts no opponent of its maker newly in check, nor, where victory has changed, decides the game against him
//! or brings that within one move. Dice with mixed outcomes may.

use std::borrow::Cow;
use std::sync::Arc;

use crate::board::{Position, SideId};
use crate::law::{self, Fired, Instant, Law, MOST_FALLS, Met};
use crate::rule::{Clause, Event, Form};
use crate::turn::{Phase, Seat};

use super::super::multiverse::{Enacted, Multiverse};
use super::super::parameters::{Stalemate, Switch};
use super::chances::{Toil, World, worlds};
use super::check::Moment;
use super::{Evidence, MetaRule, Proposal, Threat, Verdict};

pub const R12: MetaRule = MetaRule(12);
/// What a rule may not bring upon an opponent of its maker.
enum Peril {
    /// He is in check: he loses his king, or the game, by one move.
    Check(Threat),
    /// He has lost as the boards stand, by what amendments say of victory: by no move at all.
    Lost(Met),
    /// He is checkmated, and an amendment has it that he loses so.
    Mated,
    /// He is stalemated, and an amendment has it that he loses so.
    Stalemated,
}

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let maker = proposal.before.player(proposal.maker).side;
    let before = perils(proposal.before, maker, Moment::Within);
    let mut toil = Toil::new();
    let found = worlds(proposal).iter().find_map(|world| whatever_falls(proposal, world, &before, &mut toil));
    let Some((victim, peril)) = found else { return Some(own_king(proposal)) };
    let game = &proposal.after;
    let passes = match peril {
        Peril::Check(_) => "It passes while that move cannot follow at once: at another time, or for other pieces or squares.",
        Peril::Lost(_) | Peril::Mated | Peril::Stalemated => "It passes where it leaves the victory to moves that are still to be made.",
    };
    let place = match &peril {
        Peril::Check(threat) => format!(" in {}", game.universe_name(threat.king)),
        Peril::Lost(_) | Peril::Mated | Peril::Stalemated => String::new(),
    };
    let shown = peril.evidence(game);
    Some(Verdict::broken(R12, peril.told(game, victim, &place), passes).shown_by(shown))
}

/// Nobody else is put in check: whoever leaves his own real king to capture by it may do so, and is warned.
fn own_king(proposal: &Proposal<'_>) -> Verdict {
    let threatened = |game: &Multiverse| game.seats_with(proposal.maker).into_iter().find_map(|seat| game.threat_to(seat));
    let Some(threat) = threatened(&proposal.after).filter(|_| threatened(proposal.before).is_none()) else {
        return Verdict::kept(R12, "nobody is put in check");
    };
    let (name, place) = (&proposal.before.player(proposal.maker).name, proposal.after.universe_name(threat.king));
    let says = format!("no opponent is put in check, and {name} is, by {name}'s own doing, in {place} ({})", threat.told(&proposal.after));
    Verdict::warned(R12, says).shown_by([threat.evidence()])
}

/// What newly befalls whom however the dice fall in a world: what can also fall otherwise is let pass.
fn whatever_falls(proposal: &Proposal<'_>, world: &World<'_>, before: &[(SideId, Peril)], toil: &mut Toil) -> Option<(Seat, Peril)> {
    let maker = proposal.before.player(proposal.maker).side;
    let mut found: Option<(Seat, Peril)> = None;
    let (mut every_way, mut ways) = (true, 0);
    world.each_way(toil, &mut |after| {
        // What its clauses of the clock do is tested when they do it.
        let still = without_clock(after, &proposal.number);
        let newly = newly(perils(&still, maker, Moment::Within), before);
        every_way &= newly.is_some();
        if let (Some((side, peril)), None) = (newly, &found) {
            found = after.seat_of_side(side).map(|seat| (seat, peril));
        }
        ways += 1;
        every_way && ways < MOST_FALLS
    });
    found.filter(|_| every_way)
}

/// The game with what a rule does of itself later put to rest.
fn without_clock<'g>(game: &'g Multiverse, number: &str) -> Cow<'g, Multiverse> {
    let by_clock = |clause: &Clause| match &clause.form {
        Form::Trigger(trigger) => matches!(trigger.event, Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds),
        // What the turn's number is still to switch on.
        _ => law::goes_by_turns(clause) && law::holds_in(clause, game.phase.turn) == Some(false),
    };
    if !game.rule(number).is_some_and(|rule| rule.clauses().iter().any(by_clock)) {
        return Cow::Borrowed(game);
    }
    let mut still = game.clone();
    for rule in still.rules.iter_mut().filter(|rule| rule.enactment.number == number) {
        let rest = |clause: &Clause| if by_clock(clause) { clause.at_rest() } else { clause.clone() };
        rule.say(rule.clauses().iter().map(rest).collect());
    }
    still.refold();
    Cow::Owned(still)
}

/// What threatens the maker's opponents, or has come over them.
fn perils(game: &Multiverse, maker: SideId, moment: Moment) -> Vec<(SideId, Peril)> {
    let game = &game.with_every_king_real();
    let opponents = game.living().into_iter().filter(|&seat| !game.is_played_by(maker, seat));
    let of = |seat: Seat| {
        let lost = game.lost_by(seat).into_iter().map(Peril::Lost);
        let mated = game.is_checkmated(seat);
        let stalemated = game.parameters.stalemate == Stalemate::Loss && game.stalemated(seat);
        let check = || game.peril_of(seat, moment).map(Peril::Check);
        let all: Vec<Peril> =
            lost.chain(mated.then_some(Peril::Mated)).chain(stalemated.then_some(Peril::Stalemated)).chain(check()).collect();
        all.into_iter().map(move |peril| (game.player(seat).side, peril))
    };
    opponents.flat_map(of).collect()
}

/// The first that was not there before.
fn newly(perils: Vec<(SideId, Peril)>, before: &[(SideId, Peril)]) -> Option<(SideId, Peril)> {
    perils.into_iter().find(|(side, peril)| !before.iter().any(|(known, other)| known == side && peril.is_like(other)))
}

impl Peril {
    /// One check is as good as another, and one that captures is as good as a mate in one move that is still to be made.
    fn is_like(&self, known: &Peril) -> bool {
        match (self, known) {
            (Peril::Check(new), Peril::Check(known)) => known.captures() || !new.captures(),
            (Peril::Mated, Peril::Mated) | (Peril::Stalemated, Peril::Stalemated) => true,
            (Peril::Lost(one), Peril::Lost(other)) => one.outcome == other.outcome,
            _ => false,
        }
    }

    /// What a rule would do to the victim; `place` where a check would be given.
    fn told(&self, game: &Multiverse, victim: Seat, place: &str) -> String {
        let name = &game.player(victim).name;
        match self {
            Peril::Check(threat) if place.is_empty() => format!("it would put {name} in check, {}", threat.told(game)),
            Peril::Check(threat) => format!("it would put {name} in check{place} ({})", threat.told(game)),
            Peril::Lost(met) => {
                let (source, says) = game.objective(&met.place);
                format!("it would decide the game against {name} without a move, by {source} ({})", says.trim_end_matches('.'))
            }
            Peril::Mated => format!("it would checkmate {name}, and whoever is checkmated loses"),
            Peril::Stalemated => format!("it would stalemate {name}, and whoever is stalemated loses"),
        }
    }

    fn evidence(&self, game: &Multiverse) -> Option<Evidence> {
        match self {
            Peril::Check(threat) => Some(threat.evidence()),
            Peril::Lost(met) => {
                let (rule, how) = game.objective(&met.place);
                Some(Evidence::Meets { rule, how })
            }
            Peril::Mated | Peril::Stalemated => None,
        }
    }
}

impl Multiverse {
    /// Whether the number of the turn has switched something on.
    pub fn switches_on(&self, phase: Phase) -> bool {
        let on = |rule: &Enacted| {
            self.universes.iter().any(|universe| rule.acts_in(universe.number) && !rule.switched_on(phase, universe.number).is_empty())
        };
        self.rules.iter().any(on)
    }

    /// What the number of the turn has switched on in a rule does not act there in this turn.
    pub fn hold_off(&mut self, rule: &str, universe: u16) {
        let phase = self.phase;
        self.rules.iter_mut().filter(|known| known.enactment.number == rule).for_each(|rule| rule.hold_off(phase, universe));
        self.refold();
    }

    /// As a turn begins: what its number switches on in a rule and in a universe, and that would put an opponent of the rule's maker newly in check
    /// there; and how.
    pub fn held_off_now(&self) -> Vec<(String, u16, String)> {
        let mut found = Vec::new();
        if self.parameters.switch(R12) != Switch::On {
            return found;
        }
        let mut game = Multiverse { near_sighted: true, ..self.clone() };
        game.refold();
        for rule in self.rules.iter().filter(|rule| rule.stands()) {
            let (number, maker) = (&rule.enactment.number, self.player(rule.enactment.seat).side);
            for universe in self.universes.iter().map(|universe| universe.number) {
                if !rule.acts_in(universe) || rule.switched_on(self.phase, universe).is_empty() {
                    continue;
                }
                // What is held off already is so in the next turn too, as far as is known now.
                let mut now = game.clone();
                now.rules.iter_mut().for_each(|rule| rule.hold_off_longer(self.phase.turn));
                let after = perils(&now, maker, Moment::Opening);
                if after.is_empty() {
                    continue;
                }
                let mut still = game.clone();
                still.hold_off(number, universe);
                // Of the next turn it is asked when that begins.
                let mut without = still.clone();
                without.rules.iter_mut().for_each(|rule| rule.hold_off_longer(self.phase.turn));
                let Some((side, peril)) = newly(after, &perils(&without, maker, Moment::Opening)) else { continue };
                let Some(seat) = self.seat_of_side(side) else { continue };
                found.push((number.clone(), universe, peril.told(self, seat, "")));
                game = still;
            }
        }
        found
    }

    /// Why what a rule has just done of itself may not stand, if it may not: it would put an opponent of its maker newly in check, or
    /// decide the game against him.
    pub fn breach(&self, law: &Arc<Law>, position: &Position, fired: &Fired, instant: Instant<'_>) -> Option<String> {
        if self.parameters.switch(R12) != Switch::On {
            return None;
        }
        let number = fired.text.strip_prefix("rule ")?;
        let maker = self.player(self.rule(number)?.enactment.seat).side;
        let moment = match instant {
            Instant::Opens | Instant::Turn => Moment::Opening,
            Instant::Closes | Instant::TurnEnds => Moment::Closing,
            Instant::Founded | Instant::Enacted(_) | Instant::Repealed(..) => Moment::Within,
        };
        // What it does by the clock once more is tested when it does it.
        let still = without_clock(self, number);
        let law = if matches!(still, Cow::Owned(_)) { &still.law } else { law };
        let in_peril = |position: &Position| {
            let mut game = Multiverse { position: position.clone(), law: Arc::clone(law), near_sighted: true, ..Multiverse::clone(&still) };
            // A law is of one shape: on boards of another it is folded anew.
            if position.geometry != self.position.geometry {
                game.refold();
            }
            perils(&game, maker, moment)
        };
        let after = in_peril(position);
        if after.is_empty() {
            return None;
        }
        let mut before = position.clone();
        before.undo_all(&fired.effects);
        let (side, peril) = newly(after, &in_peril(&before))?;
        Some(peril.told(self, self.seat_of_side(side)?, ""))
    }
}
