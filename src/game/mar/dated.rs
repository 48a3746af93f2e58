//! What the hour of a line allows its events to say of dice: pins that look ahead, reports of their own hour, settlements and rulings in their time.

use chrono::{DateTime, TimeDelta, Utc};

use crate::dice::Pin;
use crate::game::event::{Event, Ruler, Settlement};

use super::Multiverse;
use super::awaited::{UNOPPOSED_HOURS, told};

impl Multiverse {
    /// Whether an event can be of that hour; `waiting` is the pin that the game had waited for as the line began, which it keeps where it goes back.
    pub fn could_be_of(&self, event: &Event, at: DateTime<Utc>, waiting: Option<&Pin>) -> Result<(), String> {
        let awaited = self.awaited.as_ref();
        match event {
            // The source lies ahead of the pin's own hour; that hour is the line's, or dice could be pinned that are out already.
            Event::Pinned(pin) if pin.made != at && waiting != Some(pin) => {
                Err(format!("roll {} is pinned as if it were {}, and the line is of {}", pin.roll, told_time(pin.made), told_time(at)))
            }
            Event::Published(beacon) => match beacon.round().time().filter(|time| *time > at) {
                Some(time) => {
                    Err(format!("it holds round {}, which was published at {}, after the line's own hour", beacon.round(), told_time(time)))
                }
                None => Ok(()),
            },
            Event::Reported(claim) if claim.at != at => {
                Err(format!("figures are reported as if it were {}, and the line is of {}", told_time(claim.at), told_time(at)))
            }
            Event::Settled { how, figures } => {
                let ready = match how {
                    Settlement::Confirmed => true,
                    Settlement::Unopposed => {
                        awaited.and_then(|awaited| awaited.unopposed()).is_some_and(|(claim, from)| claim.figures == *figures && from <= at)
                    }
                    Settlement::Majority => {
                        awaited.and_then(|awaited| awaited.by_most()).is_some_and(|(most, from)| most == figures && from <= at)
                    }
                    Settlement::Ruled(_) => awaited.is_some_and(|awaited| awaited.is_disputed()),
                };
                match ready {
                    true => Ok(()),
                    false => {
                        Err(format!("figures count before their time: unopposed after {UNOPPOSED_HOURS} hours, by ruling in a dispute"))
                    }
                }
            }
            Event::VoidWanted { .. } if !awaited.is_some_and(|awaited| awaited.is_overdue(at)) => {
                Err("players agree on a pin that is void, and its source is not late by a week".to_owned())
            }
            Event::Unpinned { by, .. } => match (awaited, by) {
                (Some(awaited), Ruler::Master) if awaited.could_be_void(at) => Ok(()),
                (Some(awaited), Ruler::Players) if awaited.is_overdue(at) && self.is_void_by_players() => Ok(()),
                (awaited, _) => Err(format!("a pin is made void that counts: {}", awaited.map(told).unwrap_or_default())),
            },
            _ => Ok(()),
        }
    }

    /// More than half of the players agree that the pin is void (R16); all of them, where something of it was read off: nobody draws twice against
    /// another's will.
    pub fn is_void_by_players(&self) -> bool {
        let (agreed, people) = self.agreement_to_void();
        match self.awaited.as_ref().is_some_and(super::Awaited::is_read_in_part) {
            true => agreed == people,
            false => 2 * agreed > people,
        }
    }
}

impl super::Awaited {
    /// As long as nobody can know what the dice come to, or when that has not come for a week: nobody draws a second time.
    pub fn could_be_void(&self, at: DateTime<Utc>) -> bool {
        !self.is_read_in_part() && (self.pin.expected() > at || self.is_overdue(at))
    }

    /// Some of its digits are known, or figures were reported.
    pub fn is_read_in_part(&self) -> bool {
        !self.digits().is_empty() || !self.claims.is_empty()
    }

    /// The hour from which something read off may count at the earliest.
    pub(super) fn unopposed_from(at: DateTime<Utc>) -> DateTime<Utc> {
        at + TimeDelta::hours(UNOPPOSED_HOURS)
    }
}

fn told_time(time: DateTime<Utc>) -> String {
    time.format("%Y-%m-%d %H:%M:%S UTC").to_string()
}
