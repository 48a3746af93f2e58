//! R12: a rule or repeal that takes force puts no opponent of its maker newly in check. Dice with mixed outcomes may.

use std::borrow::Cow;
use std::sync::Arc;

use crate::board::{Position, SideId};
use crate::law::{Fired, Instant, Law};
use crate::rule::{Clause, Event, Form};
use crate::turn::Seat;

use super::super::multiverse::Multiverse;
use super::super::parameters::Switch;
use super::chances::{Toil, World, worlds};
use super::check::Moment;
use super::{MetaRule, Proposal, Threat, Verdict};

pub const R12: MetaRule = MetaRule(12);
/// Where so many ways of the dice all give check, all others are taken to.
const MOST_WAYS: u32 = 1000;

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let maker = proposal.before.player(proposal.maker).side;
    let before = checked(proposal.before, maker, Moment::Within);
    let mut toil = Toil::new();
    let found = worlds(proposal).iter().find_map(|world| whatever_falls(proposal, world, &before, &mut toil));
    let Some((victim, threat)) = found else { return Some(Verdict::kept(R12, "nobody is put in check")) };
    let game = &proposal.after;
    let (name, place) = (&game.player(victim).name, game.universe_name(threat.king));
    let says = format!("it would put {name} in check in {place} ({})", threat.told(game));
    let passes = "It passes while that capture cannot follow at once: at another time, or for other pieces or squares.";
    Some(Verdict::broken(R12, says, passes).shown_by([threat.evidence()]))
}

/// Who is newly in check however the dice fall in a world: what can also fall otherwise is let pass.
fn whatever_falls(proposal: &Proposal<'_>, world: &World<'_>, before: &[(SideId, Threat)], toil: &mut Toil) -> Option<(Seat, Threat)> {
    let maker = proposal.before.player(proposal.maker).side;
    let mut found: Option<(Seat, Threat)> = None;
    let (mut every_way, mut ways) = (true, 0);
    world.each_way(toil, &mut |after| {
        // What its clauses of the clock do is tested when they do it.
        let still = without_clock(after, &proposal.number);
        let newly = checked(&still, maker, Moment::Within).into_iter().find(|(side, _)| !before.iter().any(|(known, _)| known == side));
        every_way &= newly.is_some();
        if let (Some((side, threat)), None) = (newly, &found) {
            found = after.seat_of_side(side).map(|seat| (seat, threat));
        }
        ways += 1;
        every_way && ways < MOST_WAYS
    });
    found.filter(|_| every_way)
}

/// The game with what a rule does of itself later put to rest.
fn without_clock<'g>(game: &'g Multiverse, number: &str) -> Cow<'g, Multiverse> {
    let by_clock = |clause: &Clause| matches!(&clause.form, Form::Trigger(trigger) if matches!(trigger.event, Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds));
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

/// The sides of the maker's opponents that are in check, each with a capture.
fn checked(game: &Multiverse, maker: SideId, moment: Moment) -> Vec<(SideId, Threat)> {
    let game = &game.with_every_king_real();
    let opponents = game.living().into_iter().filter(|&seat| !game.is_played_by(maker, seat));
    opponents.filter_map(|seat| Some((game.player(seat).side, game.threat_to(seat, moment)?))).collect()
}

impl Multiverse {
    /// Why what a rule has just done of itself may not stand, if it may not: it would put an opponent of its maker newly in check.
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
        let in_check = |position: &Position| {
            let mut game = Multiverse { position: position.clone(), law: Arc::clone(law), ..self.clone() };
            // A law is of one shape: on boards of another it is folded anew.
            if position.geometry != self.position.geometry {
                game.refold();
            }
            checked(&game, maker, moment)
        };
        let after = in_check(position);
        if after.is_empty() {
            return None;
        }
        let mut before = position.clone();
        before.undo_all(&fired.effects);
        let before = in_check(&before);
        let (side, threat) = after.into_iter().find(|(side, _)| !before.iter().any(|(known, _)| known == side))?;
        let name = &self.player(self.seat_of_side(side)?).name;
        Some(format!("it would put {name} in check, {}", threat.told(self)))
    }
}
