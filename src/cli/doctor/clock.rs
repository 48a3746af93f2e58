//! Whether the clock can be believed: games are dated by it, deadlines kept by it.

use super::{Fine, Mend, Verdict};
use crate::archive::LOBBY;
use crate::store::{Folder, games_in};
use chrono::{DateTime, TimeDelta, Utc};
use std::path::Path;
use std::time::SystemTime;

/// The program is younger than its clock: a machine without a battery wakes up in the past.
const FIRST_RELEASE_YEAR: &str = "2026-01-01T00:00:00Z";
/// The file system's clock and the machine's may differ by as much (a network disk).
const ALLOWED_SKEW: TimeDelta = TimeDelta::seconds(60);

pub(super) fn check(archive: &Path) -> Vec<Verdict> {
    let now = DateTime::<Utc>::from(SystemTime::now());
    let disk = super::archive::probe(archive).ok().map(DateTime::from);
    vec![judge(now, disk, newest_log(archive).map(DateTime::from).max(newest_line(archive)))]
}

/// The hour of the newest line of any log, which no later line goes back behind.
fn newest_line(archive: &Path) -> Option<DateTime<Utc>> {
    let games = games_in(archive).unwrap_or_default();
    let logs = games.iter().map(|name| name.as_str()).chain([LOBBY]);
    let last = |log: &str| Folder::open(&archive.join(log)).ok()?.lines().ok()?.map_while(Result::ok).last();
    logs.filter_map(|log| Some(last(log)?.entry.at)).max()
}

/// When the log of any game was last written.
fn newest_log(archive: &Path) -> Option<SystemTime> {
    let files_of = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let logs = files_of(archive).flat_map(|game| files_of(&game.path().join("log")).collect::<Vec<_>>());
    logs.filter_map(|log| log.metadata().ok()?.modified().ok()).max()
}

fn judge(now: DateTime<Utc>, disk: Option<DateTime<Utc>>, last_entry: Option<DateTime<Utc>>) -> Verdict {
    let written = |time: DateTime<Utc>| time.format("%Y-%m-%d %H:%M:%S UTC").to_string();
    let set_it = "set the clock (timedatectl set-ntp true) before the daemon runs";
    if now < FIRST_RELEASE_YEAR.parse::<DateTime<Utc>>().expect("is a date") {
        return Mend(format!("it is {} here, before this program was written: {set_it}", written(now)));
    }
    if let Some(last) = last_entry.filter(|last| *last > now + ALLOWED_SKEW) {
        return Mend(format!(
            "it is {} here, but the archive was written at {}, and nothing is dated before that any more: {set_it}",
            written(now),
            written(last)
        ));
    }
    if let Some(disk) = disk.filter(|disk| (*disk - now).abs() > ALLOWED_SKEW) {
        return Mend(format!("it is {} here, but {} on the archive's disk: {set_it}, on the file server too", written(now), written(disk)));
    }
    Fine(written(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: &str) -> DateTime<Utc> {
        format!("2026-03-01T{time}Z").parse().unwrap()
    }

    #[test]
    fn a_clock_that_agrees_with_the_disk_and_the_archive_is_fine() {
        assert_eq!(judge(at("10:00:00"), Some(at("10:00:01")), Some(at("09:59:00"))), Fine("2026-03-01 10:00:00 UTC".to_owned()));
        assert!(matches!(judge(at("10:00:00"), None, None), Fine(_)));
    }

    #[test]
    fn a_clock_behind_the_archive_or_off_the_disk_is_to_be_mended() {
        assert!(matches!(judge(at("10:00:00"), None, Some(at("11:00:00"))), Mend(_)));
        assert!(matches!(judge(at("10:00:00"), Some(at("10:05:00")), None), Mend(_)));
        assert!(matches!(judge(DateTime::UNIX_EPOCH, None, None), Mend(_)));
    }

    #[test]
    fn the_newest_log_is_found_in_any_game() {
        let archive = tempfile::tempdir().unwrap();
        assert_eq!(newest_log(archive.path()), None);
        let logs = archive.path().join("zaphod/log");
        std::fs::create_dir_all(&logs).unwrap();
        std::fs::write(logs.join("000001.jsonl"), "").unwrap();
        assert!(newest_log(archive.path()).is_some());
    }
}
