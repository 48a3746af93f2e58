//! The house's signing keys: `keys/1`, `keys/2` ... in the archive, files that OpenSSH reads; each key after the first has the word of the one before.
//!
//! The first is made at the first start. An old private key may be taken away; public keys and words stay.

use std::io;
use std::path::{Path, PathBuf};

use rand::TryRng;
use rand::rngs::SysRng;

use super::secret::make;
use crate::archive::{Keyring, NotAKey, Signer, Signers};

/// The folder of the keys in the archive; no game may be called so.
const FOLDER: &str = "keys";
/// For the owner alone.
const SECRET: u32 = 0o600;
/// For everybody.
const OPEN: u32 = 0o644;

#[derive(Debug, thiserror::Error)]
pub enum KeyProblem {
    #[error("the key file {path} cannot be read or made: {reason}")]
    File { path: PathBuf, reason: io::Error },
    #[error(
        "the key file {path}: {reason}. Put back the right file, or take away the folder to begin with a new key that nobody knows yet: \
         then the players are told, and `verify` says that the old key gave no word for it"
    )]
    NotAKey { path: PathBuf, reason: NotAKey },
    #[error("the public key {path} is not that of the private key beside it: put back the right file")]
    NotAPair { path: PathBuf },
    #[error("{path} is not the word of the key before it: put back the right file")]
    NotVouched { path: PathBuf },
    #[error("the system gives no random numbers: {0}")]
    Random(String),
}

/// The keys of an archive; the first call makes the first.
pub fn keyring(archive: &Path) -> Result<Keyring, KeyProblem> {
    restore_public(archive)?;
    match known_keyring(archive)? {
        Some(keyring) => Ok(keyring),
        None => {
            let signer = drawn()?;
            write_key(archive, 1, &signer)?;
            Ok(Keyring::of(signer))
        }
    }
}

/// Public keys that are gone are written again from the private ones; a private key is never written over.
fn restore_public(archive: &Path) -> Result<(), KeyProblem> {
    let path = |name: &str| archive.join(FOLDER).join(name);
    let there = |name: &str| path(name).symlink_metadata().is_ok();
    for number in (1_usize..).take_while(|number| there(&number.to_string()) || there(&format!("{number}.pub"))) {
        let (name, public) = (number.to_string(), format!("{number}.pub"));
        // The word for a key is written before the key: one without it signs nothing yet.
        let vouched = number == 1 || (there(&format!("{number}.txt")) && there(&format!("{number}.sig")));
        if there(&public) || !vouched {
            continue;
        }
        let text = std::fs::read_to_string(path(&name)).map_err(|reason| KeyProblem::File { path: path(&name), reason })?;
        let signer = Signer::read(&text).map_err(|reason| KeyProblem::NotAKey { path: path(&name), reason })?;
        write_public(archive, number, &signer)?;
    }
    Ok(())
}

/// Makes a new key, for which the newest gives its word; from the next start on it signs.
pub fn rotate(archive: &Path) -> Result<Keyring, KeyProblem> {
    let mut keyring = keyring(archive)?;
    let (next, number) = (drawn()?, keyring.signers.0.len() + 1);
    let path = archive.join(FOLDER).join(number.to_string());
    let (text, signature) = keyring.signer.pass_on(&next.public()).map_err(|reason| KeyProblem::NotAKey { path, reason })?;
    write(archive, &format!("{number}.txt"), text.as_bytes(), OPEN)?;
    write(archive, &format!("{number}.sig"), signature.as_bytes(), OPEN)?;
    write_key(archive, number, &next)?;
    keyring.signers.0.push(next.public());
    keyring.words.push((text, signature));
    Ok(Keyring { signer: next, ..keyring })
}

/// The keys of an archive, where it has some.
pub fn known_keyring(archive: &Path) -> Result<Option<Keyring>, KeyProblem> {
    let path = |name: &str| archive.join(FOLDER).join(name);
    let read = |name: &str| std::fs::read_to_string(path(name)).map_err(|reason| KeyProblem::File { path: path(name), reason });
    // A public key is written last, so that a number that has one has the rest.
    let last = (1_usize..).take_while(|number| path(&format!("{number}.pub")).exists()).last();
    let Some(last) = last else { return Ok(None) };
    let mut signers = Signers::default();
    let mut words = Vec::new();
    for number in 1..=last {
        let known = signers.0.len();
        signers.0.extend(Signers::read(&read(&format!("{number}.pub"))?).0);
        if signers.0.len() != known + 1 {
            return Err(KeyProblem::NotAPair { path: path(&format!("{number}.pub")) });
        }
        if number > 1 {
            words.push((read(&format!("{number}.txt"))?, read(&format!("{number}.sig"))?));
            signers.follow_each_other(&words).map_err(|_| KeyProblem::NotVouched { path: path(&format!("{number}.sig")) })?;
        }
    }
    let name = last.to_string();
    let signer = Signer::read(&read(&name)?).map_err(|reason| KeyProblem::NotAKey { path: path(&name), reason })?;
    if signers.0.last() != Some(&signer.public()) {
        return Err(KeyProblem::NotAPair { path: path(&format!("{name}.pub")) });
    }
    Ok(Some(Keyring { signer, signers, words }))
}

fn drawn() -> Result<Signer, KeyProblem> {
    let mut seed = [0; 32];
    SysRng.try_fill_bytes(&mut seed).map_err(|problem| KeyProblem::Random(problem.to_string()))?;
    Ok(Signer::from_seed(&seed))
}

fn write_key(archive: &Path, number: usize, signer: &Signer) -> Result<(), KeyProblem> {
    let path = archive.join(FOLDER).join(number.to_string());
    let file = signer.file().map_err(|reason| KeyProblem::NotAKey { path, reason })?;
    write(archive, &number.to_string(), file.as_bytes(), SECRET)?;
    write_public(archive, number, signer)
}

fn write_public(archive: &Path, number: usize, signer: &Signer) -> Result<(), KeyProblem> {
    write(archive, &format!("{number}.pub"), format!("{}\n", signer.public().line()).as_bytes(), OPEN)
}

fn write(archive: &Path, name: &str, bytes: &[u8], mode: u32) -> Result<(), KeyProblem> {
    let folder = archive.join(FOLDER);
    make(&folder, name, bytes, mode).map_err(|reason| KeyProblem::File { path: folder.join(name), reason })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_first_key_is_made_once_and_each_next_one_is_vouched_for() {
        let archive = tempfile::tempdir().unwrap();
        let first = keyring(archive.path()).unwrap();
        assert_eq!(keyring(archive.path()).unwrap().signers, first.signers);
        let key = archive.path().join("keys/1");
        assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
        let second = rotate(archive.path()).unwrap();
        assert_eq!(second.signers.0, [first.signer.public(), second.signer.public()]);
        // The old private key may go.
        fs::remove_file(&key).unwrap();
        let again = keyring(archive.path()).unwrap();
        assert_eq!((&again.signers, &again.words), (&second.signers, &second.words));
        assert_eq!(again.signers.follow_each_other(&again.words), Ok(()));
    }

    #[test]
    fn a_public_key_that_is_gone_is_written_again_from_the_private_one() {
        let archive = tempfile::tempdir().unwrap();
        let file = |name: &str| archive.path().join("keys").join(name);
        let first = keyring(archive.path()).unwrap();
        let (private, public) = (fs::read(file("1")).unwrap(), fs::read(file("1.pub")).unwrap());
        fs::remove_file(file("1.pub")).unwrap();
        assert_eq!(keyring(archive.path()).unwrap().signers, first.signers);
        assert_eq!((fs::read(file("1")).unwrap(), fs::read(file("1.pub")).unwrap()), (private.clone(), public.clone()));
        let second = rotate(archive.path()).unwrap();
        ["1.pub", "2.pub"].iter().for_each(|name| fs::remove_file(file(name)).unwrap());
        assert_eq!(keyring(archive.path()).unwrap().signers, second.signers);
        // What cannot be read is not taken for gone.
        fs::remove_file(file("1.pub")).unwrap();
        fs::write(file("1"), "nonsense").unwrap();
        let told = keyring(archive.path()).unwrap_err().to_string();
        assert!(told.contains("keys/1: it is not an Ed25519 key"), "{told}");
        assert_eq!(fs::read(file("1")).unwrap(), b"nonsense");
    }

    #[test]
    fn what_does_not_fit_together_is_named() {
        let archive = tempfile::tempdir().unwrap();
        rotate(archive.path()).unwrap();
        let spoilt = |name: &str, bytes: &str| {
            let path = archive.path().join("keys").join(name);
            let whole = fs::read(&path).unwrap();
            fs::write(&path, bytes).unwrap();
            let said = keyring(archive.path()).unwrap_err().to_string();
            fs::write(&path, whole).unwrap();
            said
        };
        assert!(spoilt("2", "nonsense").contains("keys/2: it is not an Ed25519 key"));
        assert!(spoilt("2.sig", "nonsense").contains("keys/2.sig is not the word"));
        assert!(spoilt("1.pub", "nonsense").contains("keys/1.pub is not that of"));
        keyring(archive.path()).unwrap();
    }
}
