//! Signed statements of where a log stood: text, SSHSIG signatures (Ed25519) that stock `ssh-keygen -Y verify` accepts, and keys that follow each other.
//!
//! Invariant: the same key signs the same head with the same bytes, so a statement can be made again.
//! Not here: where keys and statements are kept (`store`).

use std::fmt;

use ssh_key::private::{Ed25519Keypair, KeypairData};
use ssh_key::{HashAlg, LineEnding, PrivateKey, PublicKey, SshSig};

use super::chain::Head;

/// Where the statements about a log lie, relative to its folder.
pub const CHECKPOINT_FOLDER: &str = "checkpoints";
/// The keys that may sign them, in the form of `ssh-keygen`'s allowed signers.
pub const SIGNERS_FILE: &str = "checkpoints/allowed-signers.txt";
/// What the signers call the house.
pub const PRINCIPAL: &str = "custodian";
/// The namespace of statements about logs; what is signed for anything else is no checkpoint.
pub const CHECKPOINTS: &str = "custodian-checkpoint";
/// The namespace of statements about keys.
pub const KEYS: &str = "custodian-key";

/// That a log had this head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The log's folder name.
    pub log: String,
    /// Where it stood.
    pub head: Head,
}

impl Checkpoint {
    /// The bytes that are signed.
    pub fn text(&self) -> String {
        format!("custodian checkpoint 1\ngame {}\nline {}\nhead {}\n", self.log, self.head.seq, self.head.hash)
    }

    /// Reads what [`Checkpoint::text`] wrote, and nothing else.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.strip_prefix("custodian checkpoint 1\n")?.lines();
        let log = lines.next()?.strip_prefix("game ")?.to_owned();
        let seq = lines.next()?.strip_prefix("line ")?.parse().ok()?;
        let hash = lines.next()?.strip_prefix("head ")?.parse().ok()?;
        let checkpoint = Self { log, head: Head { seq, hash } };
        (checkpoint.text() == text).then_some(checkpoint)
    }

    /// The name of its files without the ending, relative to the log's folder.
    pub fn stem(seq: u64) -> String {
        format!("{CHECKPOINT_FOLDER}/{seq:06}")
    }
}

/// What a house signs with.
pub struct Signer {
    key: PrivateKey,
}

/// The text is not an Ed25519 key in the form of OpenSSH, without a passphrase.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not an Ed25519 key in the form of OpenSSH without a passphrase: {0}")]
pub struct NotAKey(String);

impl Signer {
    /// The key that this seed, which nobody else may know, gives.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self { key: PrivateKey::from(Ed25519Keypair::from_seed(seed)) }
    }

    /// The key in a file of OpenSSH.
    pub fn read(text: &str) -> Result<Self, NotAKey> {
        let key = PrivateKey::from_openssh(text).map_err(|problem| NotAKey(problem.to_string()))?;
        match key.key_data() {
            KeypairData::Ed25519(_) => Ok(Self { key }),
            _ => Err(NotAKey("it is of another sort".to_owned())),
        }
    }

    /// The file of OpenSSH that holds the key.
    pub fn file(&self) -> Result<String, NotAKey> {
        self.key.to_openssh(LineEnding::LF).map(|text| text.to_string()).map_err(|problem| NotAKey(problem.to_string()))
    }

    /// What anybody may know of it.
    pub fn public(&self) -> PublicPart {
        PublicPart(self.key.public_key().clone())
    }

    /// The SSHSIG of a text for one purpose, in armour.
    pub fn sign(&self, namespace: &str, text: &str) -> Result<String, NotAKey> {
        let signature = self.key.sign(namespace, HashAlg::Sha512, text.as_bytes());
        signature.and_then(|signature| signature.to_pem(LineEnding::LF)).map_err(|problem| NotAKey(problem.to_string()))
    }

    /// This key's word that `next` follows it: text and signature.
    pub fn pass_on(&self, next: &PublicPart) -> Result<(String, String), NotAKey> {
        let text = handing_over(&self.public(), next);
        Ok((text.clone(), self.sign(KEYS, &text)?))
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.public())
    }
}

fn handing_over(old: &PublicPart, next: &PublicPart) -> String {
    format!("custodian key 1\nfrom {}\nto {}\n", old.line(), next.line())
}

/// The public part of a key; shown as its fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicPart(PublicKey);

impl PublicPart {
    /// `ssh-ed25519 AAAA...`.
    pub fn line(&self) -> String {
        let key = PublicKey::new(self.0.key_data().clone(), "");
        key.to_openssh().unwrap_or_default().trim_end().to_owned()
    }
}

impl fmt::Display for PublicPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.fingerprint(HashAlg::Sha256))
    }
}

/// The keys that may sign, the first of which is known from elsewhere; each other has the word of one before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signers(pub Vec<PublicPart>);

impl Signers {
    /// Reads a file of allowed signers; lines that hold no Ed25519 key are passed over.
    pub fn read(text: &str) -> Self {
        let key = |line: &str| {
            let mut words = line.split_whitespace().skip_while(|word| *word != "ssh-ed25519");
            let line = format!("{} {}", words.next()?, words.next()?);
            PublicKey::from_openssh(&line).ok().map(PublicPart)
        };
        Self(text.lines().filter(|line| !line.starts_with('#')).filter_map(key).collect())
    }

    /// The file of allowed signers.
    pub fn file(&self) -> String {
        let line = |key: &PublicPart| format!("{PRINCIPAL} namespaces=\"{CHECKPOINTS},{KEYS}\" {}\n", key.line());
        self.0.iter().map(line).collect()
    }

    /// The key that has signed the text for that purpose; the error says what is wrong with the signature.
    pub fn signer(&self, namespace: &str, text: &str, signature: &str) -> Result<&PublicPart, String> {
        let read = SshSig::from_pem(signature).map_err(|problem| format!("the signature cannot be read: {problem}"))?;
        let known = self.0.iter().find(|key| key.0.key_data() == read.public_key());
        let key = known.ok_or_else(|| "the key that signed it is not among the allowed signers".to_owned())?;
        match key.0.verify(namespace, text.as_bytes(), &read) {
            Ok(()) => Ok(key),
            Err(problem) => Err(format!("the signature is not genuine: {problem}")),
        }
    }

    /// That a key before it gave its word for each key but the first; the error names the key that nobody vouches for.
    pub fn follow_each_other(&self, words: &[(String, String)]) -> Result<(), String> {
        for (at, key) in self.0.iter().enumerate().skip(1) {
            let before = Signers(self.0[..at].to_vec());
            let vouched =
                words.iter().any(|(text, signature)| before.signer(KEYS, text, signature).is_ok_and(|old| handing_over(old, key) == *text));
            if !vouched {
                return Err(format!("no key before it has signed that the key {key} follows"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::digest::Digest;

    fn checkpoint() -> Checkpoint {
        Checkpoint { log: "zaphod".into(), head: Head { seq: 120, hash: Digest::of(b"head") } }
    }

    #[test]
    fn a_statement_reads_back_and_bears_no_change() {
        let text = checkpoint().text();
        assert_eq!(Checkpoint::read(&text), Some(checkpoint()));
        for changed in [text.replace("120", "0120"), text.replace('\n', "\r\n"), format!("{text}\n"), text.replace("game", "Game")] {
            assert_eq!(Checkpoint::read(&changed), None, "{changed:?}");
        }
    }

    #[test]
    fn a_signature_is_for_one_text_one_purpose_and_one_key() {
        let (mine, other) = (Signer::from_seed(&[1; 32]), Signer::from_seed(&[2; 32]));
        let signers = Signers(vec![mine.public()]);
        let text = checkpoint().text();
        let signature = mine.sign(CHECKPOINTS, &text).unwrap();
        assert_eq!(signature, mine.sign(CHECKPOINTS, &text).unwrap(), "the same bytes each time");
        assert_eq!(signers.signer(CHECKPOINTS, &text, &signature), Ok(&mine.public()));
        assert!(signers.signer(KEYS, &text, &signature).is_err());
        assert!(signers.signer(CHECKPOINTS, &text.replace("120", "121"), &signature).is_err());
        assert!(signers.signer(CHECKPOINTS, &text, &other.sign(CHECKPOINTS, &text).unwrap()).is_err());
        assert!(signers.signer(CHECKPOINTS, &text, "garbage").is_err());
    }

    #[test]
    fn keys_and_signers_read_back() {
        let signer = Signer::from_seed(&[3; 32]);
        assert_eq!(Signer::read(&signer.file().unwrap()).unwrap().public(), signer.public());
        assert!(Signer::read("-----BEGIN OPENSSH PRIVATE KEY-----\n").is_err());
        let signers = Signers(vec![signer.public(), Signer::from_seed(&[4; 32]).public()]);
        assert_eq!(Signers::read(&signers.file()), signers);
        assert!(!format!("{signer:?}").contains("PRIVATE"));
    }

    #[test]
    fn a_key_follows_only_by_the_word_of_one_before_it() {
        let [first, second, third] = [1, 2, 3].map(|seed| Signer::from_seed(&[seed; 32]));
        let signers = Signers(vec![first.public(), second.public(), third.public()]);
        let words =
            |pairs: &[(&Signer, &Signer)]| -> Vec<_> { pairs.iter().map(|(old, next)| old.pass_on(&next.public()).unwrap()).collect() };
        assert_eq!(signers.follow_each_other(&words(&[(&first, &second), (&second, &third)])), Ok(()));
        assert_eq!(signers.follow_each_other(&words(&[(&first, &second), (&first, &third)])), Ok(()));
        for wrong in [vec![(&first, &second)], vec![(&first, &second), (&third, &third)], vec![(&second, &second), (&second, &third)]] {
            assert!(signers.follow_each_other(&words(&wrong)).is_err());
        }
    }
}
