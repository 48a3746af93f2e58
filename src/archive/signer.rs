//! The keys of a house: SSHSIG signatures (Ed25519) that stock `ssh-keygen -Y verify` accepts, and keys that follow each other by their word.
//!
//! Not here: what is signed of a log (`checkpoint`), where keys are kept (`daemon`).

use std::fmt;

use ssh_key::private::{Ed25519Keypair, KeypairData};
use ssh_key::{HashAlg, LineEnding, PrivateKey, PublicKey, SshSig};

/// What the signers call the house.
pub const PRINCIPAL: &str = "custodian";
/// The namespace of statements about logs; what is signed for anything else is no checkpoint.
pub const CHECKPOINTS: &str = "custodian-checkpoint";
/// The namespace of statements about keys.
pub const KEYS: &str = "custodian-key";

/// Most lines into which a mail program breaks the line of a key.
const MOST_PARTS: usize = 6;

/// What a house signs with.
pub struct Signer {
    key: PrivateKey,
}

/// The text is not an Ed25519 key in the form of OpenSSH, without a passphrase.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not an Ed25519 key in the form of OpenSSH without a passphrase: {0}")]
pub struct NotAKey(pub(super) String);

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
        // Without the comment that a file may bear: it is no part of the key.
        PublicPart(PublicKey::new(self.key.public_key().key_data().clone(), ""))
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

    /// The keys that somebody has noted; every line that is no comment has to hold one, and there is one at least.
    pub fn noted(text: &str) -> Result<Self, String> {
        // Some editors begin a file with a mark of its encoding.
        let lines =
            text.trim_start_matches('\u{feff}').lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let lines: Vec<&str> = lines.collect();
        let mut noted = Self::default();
        let mut rest = lines.as_slice();
        while let Some(first) = rest.first() {
            // A mail program may have broken the line, between words or within one.
            let joined = |count: usize| ["", " "].into_iter().map(move |with| (count, with));
            let whole = (1..=rest.len().min(MOST_PARTS)).flat_map(joined).find_map(|(count, with)| {
                let line = rest[..count].join(with);
                let key = Self::read(&line).0.pop()?;
                Some((count, line, key))
            });
            let shown: String = first.chars().take(60).collect();
            let Some((count, line, key)) = whole else { return Err(format!("`{shown}` holds no key; a line of `custodian keys` does")) };
            if let Some((_, spaces)) = line.split_once("namespaces=\"")
                && !spaces.split('"').next().is_some_and(|spaces| spaces.split(',').any(|space| space == CHECKPOINTS))
            {
                return Err(format!("the key of `{shown}` is noted for other purposes: its namespaces lack {CHECKPOINTS}"));
            }
            noted.0.push(key);
            rest = &rest[count..];
        }
        if noted.0.is_empty() { Err("it holds no key; a line of `custodian keys` does".to_owned()) } else { Ok(noted) }
    }

    /// These keys, and behind them those of the others that are not among them.
    pub(super) fn with(&self, others: &Signers) -> Signers {
        let new = others.0.iter().filter(|key| !self.0.contains(key));
        Signers(self.0.iter().chain(new).cloned().collect())
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

    /// That one of these keys gave its word that the key follows it.
    pub fn vouch_for(&self, key: &PublicPart, words: &[(String, String)]) -> bool {
        words.iter().any(|(text, signature)| self.signer(KEYS, text, signature).is_ok_and(|old| handing_over(old, key) == *text))
    }

    /// Who gave his word for whom among these keys.
    fn words_given<'k>(&'k self, words: &[(String, String)]) -> Vec<(&'k PublicPart, &'k PublicPart)> {
        let given = |(text, signature): &(String, String)| {
            let old = self.signer(KEYS, text, signature).ok()?;
            Some((old, self.0.iter().find(|next| handing_over(old, next) == *text)?))
        };
        words.iter().filter_map(given).collect()
    }

    /// The keys whose signing ends the right of this one to sign: a key's word for the next ends its own right, and that of whomever it gives its word to
    /// besides.
    pub(super) fn ends_of(&self, key: &PublicPart, words: &[(String, String)]) -> Vec<PublicPart> {
        let given = self.words_given(words);
        let heirs = |key: &PublicPart| {
            let mut heirs = vec![key.clone()];
            while let Some((_, next)) = given.iter().find(|(old, next)| heirs.contains(old) && !heirs.contains(next)) {
                heirs.push((*next).clone());
            }
            heirs
        };
        let ended = given.iter().filter(|(old, _)| heirs(old).contains(key)).map(|(_, next)| heirs(next));
        let others: Vec<PublicPart> = ended.filter(|others| !others.contains(key)).flatten().collect();
        self.0.iter().filter(|known| others.contains(known)).cloned().collect()
    }

    /// The keys for which none before them gave its word, but for the first.
    pub(super) fn unvouched(&self, words: &[(String, String)]) -> Vec<PublicPart> {
        let later = self.0.iter().enumerate().skip(1);
        later.filter(|(at, key)| !Signers(self.0[..*at].to_vec()).vouch_for(key, words)).map(|(_, key)| key.clone()).collect()
    }

    /// That a key before it gave its word for each key but the first; the error names the key that nobody vouches for.
    pub fn follow_each_other(&self, words: &[(String, String)]) -> Result<(), String> {
        match self.unvouched(words).first() {
            Some(key) => Err(format!("no key before it has signed that the key {key} follows")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_for_one_text_one_purpose_and_one_key() {
        let (mine, other) = (Signer::from_seed(&[1; 32]), Signer::from_seed(&[2; 32]));
        let signers = Signers(vec![mine.public()]);
        let text = "custodian checkpoint 1\ngame zaphod\nline 120\nhead 00\n".to_owned();
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
        assert_eq!(Signers::noted(&format!("# key 1\n\n{}", signers.file())), Ok(signers.clone()));
        for wrong in ["", "# key 1: SHA256:x\n", "junk", &signers.file()[..40], &signers.file().replace("AAAA", "AAAB")] {
            assert!(Signers::noted(wrong).is_err(), "{wrong:?}");
        }
        let line = signers.file().lines().next().unwrap().to_owned();
        let folded = |width: usize| {
            let letters: Vec<char> = line.chars().collect();
            letters.chunks(width).map(|part| part.iter().collect::<String>()).collect::<Vec<_>>().join("\r\n")
        };
        for noted in [format!("\u{feff}{line}\n"), folded(72), folded(76), line.replace(' ', "\n")] {
            assert_eq!(Signers::noted(&noted).map(|read| read.0), Ok(signers.0[..1].to_vec()), "{noted}");
        }
        let other = line.replace(CHECKPOINTS, "git");
        assert!(Signers::noted(&other).unwrap_err().contains("its namespaces lack custodian-checkpoint"));
        assert!(!format!("{signer:?}").contains("PRIVATE"));
    }

    #[test]
    fn the_comment_of_a_file_is_no_part_of_the_key() {
        let mut key = PrivateKey::from(Ed25519Keypair::from_seed(&[7; 32]));
        key.set_comment("root@house");
        let signer = Signer::read(&key.to_openssh(LineEnding::LF).unwrap()).unwrap();
        assert_eq!(signer.public(), Signer::from_seed(&[7; 32]).public());
        assert_eq!(Signers::read(&key.public_key().to_openssh().unwrap()).0, [signer.public()]);
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
