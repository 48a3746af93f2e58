//! Whether the archive can be written and synced, who has it open, and whether it has room.

use super::{Fine, Mend, Verdict, Warning};
use crate::archive::{GameName, Keyring, Known};
use crate::daemon::known_keyring;
use crate::store::{Folder, games_in, holder};
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::SystemTime;

/// Below this many bytes free a busy table could fill the disk within days.
const LITTLE_ROOM: u64 = 1 << 30;
/// Below this a single day could.
const NO_ROOM: u64 = 50 << 20;
/// The probe file; removed again.
const PROBE: &str = ".custodian-doctor";

pub(super) fn check(archive: &Path) -> Vec<Verdict> {
    let mut verdicts = vec![writable(archive)];
    if !matches!(verdicts[0], Mend(_)) {
        verdicts.extend(holder(archive).map(|process| Fine(open_in(process))));
        verdicts.push(room(archive));
        verdicts.extend(keys(archive));
    }
    verdicts
}

fn open_in(process: Option<u32>) -> String {
    let process = process.map_or("a process".to_owned(), |number| format!("process {number}"));
    format!("{process} has it open and writes to it; a second `custodian run` would be refused")
}

/// Whether the house can sign with the key that its players know.
fn keys(archive: &Path) -> Option<Verdict> {
    match known_keyring(archive) {
        Err(problem) => Some(Mend(problem.to_string())),
        Ok(Some(keyring)) if !set_back(archive, &keyring).is_empty() => Some(Mend(format!(
            "the folder `keys` is older than the checkpoints of {}: a newer key has signed there, and what key {} signs now counts for nothing. Put back the \
             newest copy of `keys`, or take it away: then the next start makes a new key, and the players are told",
            set_back(archive, &keyring).join(", "),
            keyring.signers.0.len()
        ))),
        Ok(Some(keyring)) => Some(Fine(format!("signs with key {}: {}", keyring.signers.0.len(), keyring.signer.public()))),
        Ok(None) if games_in(archive).is_ok_and(|games| !games.is_empty()) => Some(Warning(
            "the folder `keys` is gone or has no public key: put it back from a copy, or the next start makes a new key for which the old one gives \
             no word, and the players are told"
                .to_owned(),
        )),
        Ok(None) => None,
    }
}

/// The games in which a key has signed that took the place of the house's.
fn set_back(archive: &Path, keyring: &Keyring) -> Vec<String> {
    let known = |name: &GameName| {
        let folder = Folder::open(&archive.join(name.as_str())).ok()?;
        Some(Known::read(|file| String::from_utf8(folder.blob(&file.parse().ok()?).ok()??).ok()))
    };
    let games = games_in(archive).unwrap_or_default();
    let ended = games.iter().filter(|name| known(name).is_some_and(|known| known.ends(keyring).is_some()));
    ended.map(|name| name.as_str().to_owned()).collect()
}

fn writable(archive: &Path) -> Verdict {
    if archive.exists() && !archive.is_dir() {
        return Mend(format!("{} is not a folder: name another `archive`, or move that file away", archive.display()));
    }
    match probe(archive) {
        Ok(_) if archive.is_dir() => Fine(format!("{} can be written and synced", archive.display())),
        Ok(_) => Fine(format!("{} will be made by the first game", archive.display())),
        Err(error) => {
            let folder = standing(archive).display();
            let mend = match error.kind() {
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room on that disk",
                ErrorKind::ReadOnlyFilesystem => {
                    "it is mounted for reading alone: mount it so that it can be written, and look after the disk"
                }
                _ => "give the user who runs custodian the right to write there",
            };
            Mend(format!("{folder} cannot be written: {error}; {mend}"))
        }
    }
}

/// Writes, syncs, reads and removes a file in the archive, or where it will be made; tells the time its disk gave the file.
pub(super) fn probe(archive: &Path) -> std::io::Result<SystemTime> {
    let folder = standing(archive);
    let path = folder.join(PROBE);
    let written = write_and_read(&path, folder);
    let removed = std::fs::remove_file(&path);
    written.and_then(|time| removed.map(|()| time))
}

fn write_and_read(path: &Path, folder: &Path) -> std::io::Result<SystemTime> {
    let mut file = File::create(path)?;
    file.write_all(b"probe")?;
    file.sync_all()?;
    File::open(folder)?.sync_all()?;
    if std::fs::read(path)? != b"probe" {
        return Err(std::io::Error::other("what was written is not what is read back"));
    }
    file.metadata()?.modified()
}

/// The archive, or the nearest folder above it that exists already.
fn standing(archive: &Path) -> &Path {
    let here = Path::new(".");
    let present = |folder| if folder == Path::new("") { here } else { folder };
    archive.ancestors().map(present).find(|folder| folder.is_dir()).unwrap_or(here)
}

fn room(archive: &Path) -> Verdict {
    match rustix::fs::statvfs(standing(archive)) {
        Ok(stat) => judge_room(stat.f_bavail.saturating_mul(stat.f_frsize)),
        Err(error) => Warning(format!("how much room is left cannot be told: {error}")),
    }
}

fn judge_room(free: u64) -> Verdict {
    let megabytes = free >> 20;
    match free {
        ..NO_ROOM => Mend(format!("only {megabytes} MB are free: make room before letters are lost to a full disk")),
        NO_ROOM..LITTLE_ROOM => Warning(format!("{megabytes} MB are free: enough for now")),
        LITTLE_ROOM.. => Fine(format!("{megabytes} MB are free")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_there_or_can_be_made_is_fine_and_left_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(writable(folder.path()), Fine(found) if found.ends_with("can be written and synced")));
        assert!(matches!(writable(&folder.path().join("a/b")), Fine(found) if found.ends_with("will be made by the first game")));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_in_its_place_is_to_be_mended() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("archive");
        std::fs::write(&file, "").unwrap();
        assert!(matches!(writable(&file), Mend(_)));
    }

    #[test]
    fn room_is_judged_by_what_a_table_writes() {
        assert!(matches!(judge_room(1 << 20), Mend(_)));
        assert!(matches!(judge_room(500 << 20), Warning(_)));
        assert!(matches!(judge_room(5 << 30), Fine(_)));
    }
}
