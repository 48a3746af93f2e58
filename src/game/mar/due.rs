//! What happens without a letter: orders whose undo delay is over, a source that has become known, figures that nobody opposes, notices.

use chrono::{DateTime, Utc};

use crate::dice::{Awaits, Beacon, Randomizer};
use crate::game::event::{Event, Settlement};

use super::multiverse::Multiverse;
use super::phase::Deed;

/// The next hour that brings something.
pub fn next_hour(multiverse: &Multiverse) -> Option<DateTime<Utc>> {
    let awaited = multiverse.awaited.as_ref();
    let draft = multiverse.draft.as_ref().and_then(|draft| draft.due);
    let unopposed = awaited.and_then(|awaited| awaited.unopposed()).map(|(_, until)| until);
    let late = awaited.and_then(super::Awaited::late_at);
    [draft, unopposed, late].into_iter().flatten().min()
}

/// What that hour brings.
pub fn tick(multiverse: &Multiverse, now: DateTime<Utc>, randomizer: &Randomizer) -> Option<Deed> {
    next_hour(multiverse).filter(|hour| *hour <= now)?;
    let mut deed = Deed::on(multiverse, randomizer, now);
    if let Some(draft) = multiverse.draft.as_ref().filter(|draft| draft.due.is_some_and(|due| due <= now)) {
        deed.execute(draft);
        return Some(deed);
    }
    let awaited = multiverse.awaited.as_ref()?;
    match awaited.unopposed().filter(|(_, until)| *until <= now) {
        Some((claim, _)) => {
            deed.happen(Event::Settled { figures: claim.figures.clone(), how: Settlement::Unopposed });
            deed.carry_out_by_digits();
        }
        None => deed.happen(Event::Late { notice: awaited.notice_due(now)? }),
    }
    Some(deed)
}

/// The beacon that the phase waits for is known; none where it waits for another or for none.
pub fn publish(multiverse: &Multiverse, beacon: Beacon, now: DateTime<Utc>, randomizer: &Randomizer) -> Option<Deed> {
    let awaited = multiverse.awaited.as_ref()?;
    if awaited.pin.awaits != Awaits::Beacon(beacon.round()) {
        return None;
    }
    let mut deed = Deed::on(multiverse, randomizer, now);
    deed.carry_out_by(Event::Published(beacon));
    Some(deed)
}
