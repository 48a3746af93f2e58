//! The archive's own secret, from which reply tokens are derived: drawn once, kept beside the games, never logged.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rand::TryRng;
use rand::rngs::SysRng;

use crate::store::make_durably;

/// The file in the archive, readable by its owner alone.
const FILE: &str = "secret";
const LENGTH: usize = 32;

#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    #[error("the archive's secret {path} cannot be read or made: {reason}")]
    File { path: PathBuf, reason: std::io::Error },
    #[error(
        "the archive's secret {path} must hold {LENGTH} bytes and holds {found}; put back the right file: without it no reply token is known"
    )]
    Length { path: PathBuf, found: usize },
    #[error("the system gives no random numbers: {0}")]
    Random(String),
}

/// The secret of an archive; the first call makes it.
pub fn archive_secret(archive: &Path) -> Result<[u8; LENGTH], SecretError> {
    if let Some(secret) = known_secret(archive)? {
        return Ok(secret);
    }
    let mut secret = [0; LENGTH];
    SysRng.try_fill_bytes(&mut secret).map_err(|problem| SecretError::Random(problem.to_string()))?;
    make(archive, FILE, &secret, 0o600).map_err(|reason| SecretError::File { path: archive.join(FILE), reason })?;
    Ok(secret)
}

/// The secret of an archive, where it has one.
pub fn known_secret(archive: &Path) -> Result<Option<[u8; LENGTH]>, SecretError> {
    let path = archive.join(FILE);
    let failed = |reason| SecretError::File { path: path.clone(), reason };
    let mut file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failed)?;
    let found = bytes.len();
    bytes.try_into().map(Some).map_err(|_| SecretError::Length { path: path.clone(), found })
}

/// Makes a file, under another name first, so that it is whole or not there.
pub(super) fn make(folder: &Path, name: &str, bytes: &[u8], mode: u32) -> std::io::Result<()> {
    make_durably(folder)?;
    let draft = folder.join(format!("{name}.{}", std::process::id()));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(mode).open(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&draft, folder.join(name))?;
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_secret_is_drawn_once_and_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("archive");
        let first = archive_secret(&archive).unwrap();
        assert_eq!(archive_secret(&archive).unwrap(), first);
        assert_ne!(first, [0; LENGTH]);
        assert_eq!(std::fs::metadata(archive.join(FILE)).unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::write(archive.join(FILE), b"short").unwrap();
        assert!(matches!(archive_secret(&archive), Err(SecretError::Length { found: 5, .. })));
    }
}
