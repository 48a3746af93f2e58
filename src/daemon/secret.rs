//! The archive's own secret, from which reply tokens are derived: drawn once, kept beside the games, never logged.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rand::TryRng;
use rand::rngs::SysRng;

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
    let path = archive.join(FILE);
    let failed = |reason| SecretError::File { path: path.clone(), reason };
    match File::open(&path) {
        Ok(mut file) => {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(failed)?;
            let found = bytes.len();
            bytes.try_into().map_err(|_| SecretError::Length { path: path.clone(), found })
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut secret = [0; LENGTH];
            SysRng.try_fill_bytes(&mut secret).map_err(|problem| SecretError::Random(problem.to_string()))?;
            make(archive, &path, &secret).map_err(failed)?;
            Ok(secret)
        }
        Err(error) => Err(failed(error)),
    }
}

/// Under another name first, so that the file is whole or not there.
fn make(archive: &Path, path: &Path, secret: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(archive)?;
    let draft = archive.join(format!("{FILE}.{}", std::process::id()));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
    file.write_all(secret)?;
    file.sync_all()?;
    std::fs::rename(&draft, path)?;
    File::open(archive)?.sync_all()
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
