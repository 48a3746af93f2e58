//! The fetcher: rounds that games wait for, asked for again and again until they are there.

use std::collections::BTreeSet;
use std::time::Duration;

use tracing::{info, warn};

use super::backoff::Backoff;
use crate::dice::{Beacon, Round};
use crate::wire::{Beacons, NoBeacon};

/// The waits between two looks; a round comes every three seconds.
const FIRST_WAIT: Duration = Duration::from_secs(3);
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// Rounds that are wanted, and where to ask for them.
pub struct Fetcher {
    source: Box<dyn Beacons>,
    wanted: BTreeSet<Round>,
    backoff: Backoff,
}

impl Fetcher {
    pub fn new(source: Box<dyn Beacons>) -> Fetcher {
        Fetcher { source, wanted: BTreeSet::new(), backoff: Backoff::new(FIRST_WAIT, LONGEST_WAIT) }
    }

    pub fn want(&mut self, round: Round) {
        if self.wanted.insert(round) {
            self.backoff.succeed();
        }
    }

    /// Looks once for every round that is wanted, and hands each on as it comes; those that are there are wanted no more.
    pub fn look(&mut self, found: &mut dyn FnMut(Beacon)) {
        for round in self.wanted.clone() {
            match self.source.fetch(round) {
                Ok(beacon) => {
                    info!(%round, "beacon fetched");
                    self.wanted.remove(&round);
                    found(beacon);
                }
                Err(NoBeacon::NotYet) => info!(%round, "beacon not published yet"),
                Err(why) => warn!(%round, "beacon: {why}"),
            }
        }
    }

    /// Asks once for a round whose hour has not come by the clock of this house: whoever gives it shows that the clock is slow.
    pub fn peek(&mut self, round: Round) -> Option<Beacon> {
        self.source.fetch(round).ok()
    }

    /// How long to wait before the next look; none where nothing is wanted.
    pub fn wait(&mut self) -> Option<Duration> {
        (!self.wanted.is_empty()).then(|| self.backoff.fail())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Signature;
    use crate::wire::MemoryBeacons;

    fn round_1000() -> Beacon {
        let signature = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
        Beacon::verify(Round(1000), Signature::read(signature).unwrap()).unwrap()
    }

    #[test]
    fn a_round_is_asked_for_until_it_is_there_with_longer_and_longer_waits() {
        let source = MemoryBeacons::default();
        let mut fetcher = Fetcher::new(Box::new(source.clone()));
        let look = |fetcher: &mut Fetcher| {
            let mut found = Vec::new();
            fetcher.look(&mut |beacon| found.push(beacon));
            found
        };
        assert_eq!((fetcher.wait(), look(&mut fetcher).len()), (None, 0));
        fetcher.want(Round(1000));
        fetcher.want(Round(1000));
        source.refuse_next(NoBeacon::Refused("status 500".into()));
        let waits: Vec<u64> = (0..10)
            .map(|_| {
                assert!(look(&mut fetcher).is_empty());
                fetcher.wait().unwrap().as_secs()
            })
            .collect();
        assert_eq!(waits, [3, 6, 12, 24, 48, 96, 192, 300, 300, 300]);
        source.publish(round_1000());
        assert_eq!(look(&mut fetcher), [round_1000()]);
        assert_eq!(fetcher.wait(), None);
        assert_eq!(source.asked(), [Round(1000); 11]);
    }
}
