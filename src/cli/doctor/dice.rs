//! Whether the relays of drand that the config names give beacons.

use super::{Fine, Mend, Verdict, Warning, games};
use crate::adjudicator::CLOCK_SKEW;
use crate::cli::opening;
use crate::config::Config;
use crate::dice::{Awaits, Method, Round};
use crate::game::mar::Multiverse;
use chrono::{DateTime, TimeDelta, Utc};

/// How old the newest beacon may be.
const LONGEST_AGE: TimeDelta = TimeDelta::minutes(5);

/// A verdict a relay. One that fails is a warning as long as another gives beacons.
pub(super) fn check(config: &Config) -> Vec<Verdict> {
    if config.dice.relays.is_empty() {
        return vec![match by_drand(config) {
            games if games.is_empty() => Fine("no relays: games roll by the house's own chain of hashes".to_owned()),
            games => Warning(format!(
                "no relays, and these games roll by drand: {}; name relays in [dice], or beacons have to come by mail (BEACON)",
                games.join(", ")
            )),
        }];
    }
    let found = match opening::relays(config) {
        Ok(relays) => relays.probe(),
        Err(failure) => return vec![Mend(failure.message)],
    };
    let one_works = found.iter().any(|(_, found)| found.is_ok());
    let now = crate::daemon::now();
    let verdict = |(relay, found): (String, Result<Option<Round>, String>)| match found {
        Ok(newest) => by_the_clock(&relay, newest.and_then(Round::time), now),
        Err(why) if one_works => Warning(format!("{relay}: {why}")),
        Err(why) => Mend(format!("{relay}: {why}")),
    };
    found.into_iter().map(verdict).collect()
}

/// The games that roll by beacons now, or wait for one.
fn by_drand(config: &Config) -> Vec<String> {
    let by_beacons = |game: &Multiverse| {
        let awaits = game.awaited.as_ref().map(|awaited| &awaited.pin.awaits);
        matches!(game.method(), Method::Drand { .. }) || matches!(awaits, Some(Awaits::Beacon(_)))
    };
    games::played(config).iter().filter(|game| by_beacons(game)).map(|game| game.name().to_owned()).collect()
}

/// A relay that gives beacons, and what the hour of its newest says of the clock of this machine.
fn by_the_clock(relay: &str, newest: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Verdict {
    let written = |time: DateTime<Utc>| time.format("%Y-%m-%d %H:%M:%S UTC").to_string();
    let Some(newest) = newest else { return Fine(format!("{relay} gives beacons")) };
    let round = format!("{relay} gives beacons, the newest of {}", written(newest));
    match newest - now {
        // A beacon cannot be forged: one of an hour that has not come shows that the clock is wrong.
        ahead if ahead > CLOCK_SKEW => {
            Mend(format!("{round}, and here it is only {}: the clock is slow; set it (timedatectl set-ntp true)", written(now)))
        }
        behind if -behind > LONGEST_AGE => {
            Warning(format!("{round}, and here it is {}: the relay stands still, or the clock is fast", written(now)))
        }
        _ => Fine(round),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_beacon_tells_a_slow_clock() {
        let at = |time: &str| format!("2026-03-01T{time}Z").parse::<DateTime<Utc>>().unwrap();
        let judged = |newest: &str| by_the_clock("https://relay.example", Some(at(newest)), at("10:00:00"));
        assert!(matches!(judged("09:59:57"), Fine(_)));
        assert!(matches!(judged("10:00:05"), Fine(_)));
        assert!(matches!(judged("10:04:00"), Mend(why) if why.contains("the clock is slow")));
        assert!(matches!(judged("09:30:00"), Warning(_)));
        assert!(matches!(by_the_clock("https://relay.example", None, at("10:00:00")), Fine(_)));
    }
}
