//! Whether the games can go on: none at rest, and the archive's secret that with which they were founded.

use super::{Fine, Mend, Verdict, Warning};
use crate::adjudicator::{counted, has_founded};
use crate::archive::record::read_founding;
use crate::archive::{GameName, LOBBY};
use crate::cli::past::Past;
use crate::cli::resting;
use crate::config::Config;
use crate::daemon::known_secret;
use crate::game::mar::Multiverse;
use crate::store::{Folder, amiss, games_in, gone};
use std::path::Path;

/// A verdict on what keeps games back; one that all is well where nothing does.
pub(super) fn check(archive: &Path) -> Vec<Verdict> {
    let names = games_in(archive).unwrap_or_default();
    let mut verdicts = logs(archive, &names);
    verdicts.extend(named_otherwise(archive, &names));
    verdicts.extend(incomplete(archive, &names));
    verdicts.extend(at_rest(archive, &names));
    verdicts.extend(secret(archive, &names));
    match (verdicts.is_empty(), names.len()) {
        (false, _) => verdicts,
        (true, 0) => vec![Fine("none yet".to_owned())],
        (true, 1) => vec![Fine("1 game, and it can go on".to_owned())],
        (true, games) => vec![Fine(format!("{games} games, and none is at rest"))],
    }
}

/// The logs that the next start would add nothing to.
fn logs(archive: &Path, names: &[GameName]) -> Vec<Verdict> {
    let logs = names.iter().map(|name| name.as_str()).chain([LOBBY].into_iter().filter(|lobby| archive.join(lobby).exists()));
    let amiss = logs.filter_map(|log| {
        let why = amiss(&archive.join(log))?;
        Some(Mend(format!("{log} cannot go on: {why}. `custodian verify {log}` names what is wrong; put those files back from a copy")))
    });
    amiss.collect()
}

/// The folders that have another name than their game.
fn named_otherwise(archive: &Path, names: &[GameName]) -> Vec<Verdict> {
    let other = |name: &GameName| {
        let settings = Folder::open(&archive.join(name.as_str())).ok()?.settings().ok()?;
        let founding = read_founding(&String::from_utf8_lossy(&settings)).ok()?;
        let own = GameName::of_title(&founding.name).ok().filter(|own| own != name)?;
        Some(Mend(match names.contains(&own) {
            true => format!("{} is a copy of the game in the folder {}: move it out of the archive", name.as_str(), own.as_str()),
            false => format!("the folder {} holds a game that has to lie in the folder {}: rename it", name.as_str(), own.as_str()),
        }))
    };
    names.iter().filter_map(other).collect()
}

/// The logs that lack files which their lines vouch for.
fn incomplete(archive: &Path, names: &[GameName]) -> Vec<Verdict> {
    let logs = names.iter().map(|name| name.as_str()).chain([LOBBY].into_iter().filter(|lobby| archive.join(lobby).exists()));
    let lacking = logs.filter_map(|log| {
        let files = gone(&archive.join(log));
        let what = counted(&files);
        let mend = "put them back from a copy (boards are drawn again at the next start)";
        (!files.is_empty())
            .then(|| Warning(format!("{log} lacks files that its record vouches for: {what}. `custodian verify {log}` names them; {mend}")))
    });
    lacking.collect()
}

/// The games that the daemon has laid to rest.
fn at_rest(archive: &Path, names: &[GameName]) -> Vec<Verdict> {
    resting::at_rest(archive)
        .into_iter()
        .filter(|(game, _)| names.iter().any(|name| name.as_str() == game))
        .map(|(game, resting)| Warning(format!("{game} is at rest since {} UTC: {}", resting.since.format("%Y-%m-%d %H:%M"), resting.why)))
        .collect()
}

/// The games that cannot be played on under the secret that is there.
fn secret(archive: &Path, names: &[GameName]) -> Option<Verdict> {
    let secret = match known_secret(archive) {
        Ok(secret) => secret,
        Err(problem) => return Some(Mend(problem.to_string())),
    };
    let strange = |name: &&GameName| {
        let settings = Folder::open(&archive.join(name.as_str())).ok().and_then(|folder| folder.settings().ok()).unwrap_or_default();
        let founded = read_founding(&String::from_utf8_lossy(&settings)).ok();
        founded.is_some_and(|founding| secret.is_none_or(|secret| !has_founded(&secret, &founding)))
    };
    let strange: Vec<&str> = names
        .iter()
        .filter(strange)
        .filter(|name| game(archive, name).is_none_or(|game| !game.is_over()))
        .map(|name| name.as_str())
        .collect();
    let is = if secret.is_some() { "is not the one with which they were founded" } else { "is gone" };
    (!strange.is_empty()).then(|| {
        Mend(format!("{}: the file `secret` of the archive {is}; put it back from a copy, or they cannot be played on", strange.join(", ")))
    })
}

/// A game as it stands, where it can be read.
pub(super) fn game(archive: &Path, name: &GameName) -> Option<Multiverse> {
    let folder = Folder::open(&archive.join(name.as_str())).ok()?;
    Past::of(folder).ok()?.walk(&mut |_| ()).ok()
}

/// The games that are played, as they stand.
pub(super) fn played(config: &Config) -> Vec<Multiverse> {
    let names = games_in(&config.archive).unwrap_or_default();
    names.iter().filter_map(|name| game(&config.archive, name)).filter(|game| !game.is_over()).collect()
}
