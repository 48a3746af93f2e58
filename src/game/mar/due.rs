//! What happens without a letter: orders whose hour has come, a source that has become known, figures that nobody opposes, notices.

use chrono::{DateTime, Utc};

use crate::dice::{Awaits, Beacon, Randomizer};
use crate::game::event::{Event, Settlement};

use super::deadline;
use super::judge;
use super::judgement::Judgement;
use super::multiverse::{Multiverse, Stage};
use super::phase::Deed;

/// The next hour that brings something.
pub fn next_hour(multiverse: &Multiverse) -> Option<DateTime<Utc>> {
    let awaited = multiverse.awaited.as_ref();
    let unopposed = awaited.and_then(|awaited| awaited.unopposed()).map(|(_, until)| until);
    let by_most = awaited.and_then(|awaited| awaited.by_most()).map(|(_, from)| from);
    let late = awaited.and_then(super::Awaited::late_at);
    let pause = multiverse.hour_of_pause().filter(|_| multiverse.stage == Stage::Playing);
    [pause, multiverse.due(), unopposed, by_most, late, multiverse.time_ends()].into_iter().flatten().min()
}

/// What that hour brings.
pub fn tick(multiverse: &Multiverse, now: DateTime<Utc>, randomizer: &Randomizer) -> Option<Judgement> {
    let orders = judge::orders_due(multiverse, now, randomizer);
    if orders.is_some() {
        return orders;
    }
    if multiverse.stage == Stage::Playing && multiverse.hour_of_pause().is_some_and(|hour| hour <= now) {
        let mut deed = Deed::on(multiverse, randomizer, now);
        deed.wait_no_longer();
        return Some(judgement(deed, false));
    }
    if let Some((deed, executed)) = deadline::passed(multiverse, now, randomizer) {
        return Some(judgement(deed, executed));
    }
    let awaited = multiverse.awaited.as_ref()?;
    let mut deed = Deed::on(multiverse, randomizer, now);
    let unopposed = awaited.unopposed().map(|(claim, from)| (&claim.figures, from, Settlement::Unopposed));
    let counts = unopposed.or_else(|| awaited.by_most().map(|(figures, from)| (figures, from, Settlement::Majority)));
    let executed = match (counts.filter(|(_, from, _)| *from <= now), awaited.notice_due(now)) {
        (Some((figures, _, how)), _) => {
            deed.happen(Event::Settled { figures: figures.clone(), how });
            deed.carry_out_by_digits()
        }
        (None, Some(notice)) => {
            deed.happen(Event::Late { notice });
            false
        }
        (None, None) => return None,
    };
    Some(judgement(deed, executed))
}

/// The beacon that the phase waits for is known; none where it waits for another or for none.
pub fn publish(multiverse: &Multiverse, beacon: Beacon, now: DateTime<Utc>, randomizer: &Randomizer) -> Option<Judgement> {
    let awaited = multiverse.awaited.as_ref()?;
    if awaited.pin.awaits != Awaits::Beacon(beacon.round()) {
        return None;
    }
    let mut deed = Deed::on(multiverse, randomizer, now);
    deed.carry_out_by(Event::Published(beacon));
    Some(judgement(deed, true))
}

fn judgement(mut deed: Deed, executed: bool) -> Judgement {
    if executed && deed.after.stage == Stage::Playing {
        deed.close_challenges();
    }
    Judgement {
        events: deed.events,
        echoes: Vec::new(),
        questions: Vec::new(),
        executed,
        after: deed.after,
        heard: Vec::new(),
        tried: None,
    }
}
