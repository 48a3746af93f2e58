//! Whether the relays of drand that the config names give beacons.

use super::{Fine, Mend, Verdict, Warning};
use crate::cli::opening;
use crate::config::Config;

/// A verdict a relay. One that fails is a warning as long as another gives beacons.
pub(super) fn check(config: &Config) -> Vec<Verdict> {
    if config.dice.relays.is_empty() {
        return vec![Fine("no relays: games roll by the house's own chain of hashes".to_owned())];
    }
    let found = match opening::relays(config) {
        Ok(relays) => relays.probe(),
        Err(failure) => return vec![Mend(failure.message)],
    };
    let one_works = found.iter().any(Result::is_ok);
    let verdict = |found: Result<String, String>| match found {
        Ok(found) => Fine(found),
        Err(why) if one_works => Warning(why),
        Err(why) => Mend(why),
    };
    found.into_iter().map(verdict).collect()
}
