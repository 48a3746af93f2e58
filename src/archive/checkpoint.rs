//! Signed statements of where a log stood: text, SSHSIG signatures (Ed25519) that stock `ssh-keygen -Y verify` accepts, and keys that follow each other.
//!
//! Invariant: the same key signs the same head with the same bytes, so a statement can be made again.
//! Not here: where keys and statements are kept (`store`).

use std::collections::BTreeMap;
use std::fmt;

use ssh_key::private::{Ed25519Keypair, KeypairData};
use ssh_key::{HashAlg, LineEnding, PrivateKey, PublicKey, SshSig};

use super::blob::Blob;
use super::chain::Head;
use super::heads::Heads;

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

/// Most lines into which a mail program breaks the line of a key.
const MOST_PARTS: usize = 6;

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
    fn with(&self, others: &Signers) -> Signers {
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

    /// The keys for which none before them gave its word, but for the first.
    fn unvouched(&self, words: &[(String, String)]) -> Vec<PublicPart> {
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

/// The keys that have signed where a log stood, as they lie beside it.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub signers: Signers,
    /// The words of keys for others, in the order of their numbers.
    pub words: Vec<(String, String)>,
}

impl Known {
    /// Reads the files beside a log; `text` gives the text of one, if it is there.
    pub fn read(text: impl Fn(&str) -> Option<String>) -> Self {
        let word = |number: u64| Some((text(&key_file(number, "txt"))?, text(&key_file(number, "sig"))?));
        Self { signers: Signers::read(&text(SIGNERS_FILE).unwrap_or_default()), words: (2..).map_while(word).collect() }
    }

    /// The newest key, where the house's keyring has none of those that have signed: it was lost, or somebody else keeps the house.
    pub fn lost_by(&self, keyring: &Keyring) -> Option<&PublicPart> {
        let held = self.signers.0.iter().any(|key| keyring.signers.0.contains(key));
        self.signers.0.last().filter(|_| !held)
    }
}

fn key_file(number: u64, ending: &str) -> String {
    format!("{CHECKPOINT_FOLDER}/key-{number}.{ending}")
}

/// What a house signs with, and why its keys may be believed.
#[derive(Debug)]
pub struct Keyring {
    /// The newest key.
    pub signer: Signer,
    /// All keys, the newest last.
    pub signers: Signers,
    /// For each key but the first, the word of one before it: text and signature.
    pub words: Vec<(String, String)>,
}

impl Keyring {
    /// A house with one key.
    pub fn of(signer: Signer) -> Self {
        Self { signers: Signers(vec![signer.public()]), signer, words: Vec::new() }
    }

    /// The statement about a log, with its signature.
    pub fn statement(&self, log: &str, head: Head) -> Result<(String, String), NotAKey> {
        let text = Checkpoint { log: log.to_owned(), head }.text();
        Ok((text.clone(), self.signer.sign(CHECKPOINTS, &text)?))
    }

    /// The files that state where a log stands, beside those that lie there: no key that has ever signed is taken away. In groups: each is to be durable before the next is begun, so that no crash leaves a key that nobody
    /// vouches for, or a signature by a key that nobody knows.
    pub fn files(&self, log: &str, head: Head, known: &Known) -> Result<Vec<Vec<Blob>>, NotAKey> {
        let file = |name: String, text: &str| Blob::checkpoint(&name, text.as_bytes().to_vec()).map_err(|bad| NotAKey(bad.to_string()));
        let pair =
            |stem: String, text: &str, signature: &str| Ok([file(format!("{stem}.txt"), text)?, file(format!("{stem}.sig"), signature)?]);
        let mut words = Vec::new();
        let new = self.words.iter().filter(|word| !known.words.contains(word));
        for (number, (text, signature)) in (2..).zip(known.words.iter().chain(new)) {
            words.extend(pair(format!("{CHECKPOINT_FOLDER}/key-{number}"), text, signature)?);
        }
        let (text, signature) = self.statement(log, head)?;
        let signers = vec![file(SIGNERS_FILE.to_owned(), &known.signers.with(&self.signers).file())?];
        Ok(vec![words, signers, pair(Checkpoint::stem(head.seq), &text, &signature)?.into()])
    }
}

/// The file that states where a log stood at a line (`txt`), or signs that (`sig`).
pub fn file(seq: u64, ending: &str) -> String {
    format!("{}.{ending}", Checkpoint::stem(seq))
}

/// The line whose head a file states or signs: the number in its name.
pub fn line_of(file: &str) -> Option<u64> {
    let (folder, name) = file.rsplit_once('/')?;
    let (stem, ending) = name.rsplit_once('.')?;
    let seq = stem.parse().ok().filter(|seq| folder == CHECKPOINT_FOLDER && Checkpoint::stem(*seq) == format!("{folder}/{stem}"))?;
    matches!(ending, "txt" | "sig").then_some(seq)
}

/// The number of the key that a file vouches for.
fn key_of(file: &str) -> Option<u64> {
    let name = file.strip_prefix(CHECKPOINT_FOLDER)?.strip_prefix("/key-")?;
    name.strip_suffix(".txt").or_else(|| name.strip_suffix(".sig"))?.parse().ok()
}

/// Whether a file states something about a log that has got to `head`, or belongs to such statements.
pub fn belongs(file: &str, head: Head) -> bool {
    file == SIGNERS_FILE || key_of(file).is_some() || line_of(file).is_some_and(|seq| seq <= head.seq)
}

/// What the signed statements about a log come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attested {
    /// The lines whose heads are signed and as the log has them, with the key.
    pub sound: Vec<(u64, PublicPart)>,
    /// What is wrong: the file, and why.
    pub faults: Vec<(String, String)>,
    /// The lines whose heads are signed otherwise than the log has them.
    pub contradicted: Vec<u64>,
    /// Keys that sign without the word of one before them.
    pub unvouched: Vec<PublicPart>,
}

impl Attested {
    /// Between which lines the log was first changed after it was signed: the last that stands as it was signed, and the first that does not.
    pub fn changed_between(&self) -> Option<(Option<u64>, u64)> {
        let first = *self.contradicted.iter().min()?;
        Some((self.sound.iter().map(|(seq, _)| *seq).filter(|seq| *seq < first).max(), first))
    }
}

/// Judges the statements about the log called `log`, which has had these heads. `trusted` are keys known from elsewhere; without them those that lie
/// beside the statements are believed.
pub fn attested(log: &str, files: &BTreeMap<String, String>, heads: &Heads, trusted: Option<&Signers>) -> Attested {
    let mut found = Attested::default();
    let text = |file: &str| files.get(file).map_or("", String::as_str);
    let pair = |stem: &str| (text(&format!("{stem}.txt")).to_owned(), text(&format!("{stem}.sig")).to_owned());
    let words: Vec<_> = files.keys().filter_map(|file| key_of(file)).map(|key| pair(&format!("{CHECKPOINT_FOLDER}/key-{key}"))).collect();
    let own = Signers::read(text(SIGNERS_FILE));
    let mut signers = trusted.cloned().unwrap_or_else(|| own.clone());
    if trusted.is_some() {
        // Of those beside the statements only they count whom one that is trusted vouches for.
        while let Some(next) = own.0.iter().find(|key| !signers.0.contains(key) && signers.vouch_for(key, &words)) {
            signers.0.push(next.clone());
        }
    } else {
        // Whoever has lost a key can begin with another one; what the first has signed stands.
        found.unvouched = signers.unvouched(&words);
    }
    let followed =
        |key: &&PublicPart| !signers.0.contains(key) && signers.0.iter().any(|next| Signers(vec![(*key).clone()]).vouch_for(next, &words));
    let elders = Signers(own.0.iter().filter(|_| trusted.is_some()).filter(followed).cloned().collect());
    for file in files.keys().filter(|file| file.ends_with(".txt")) {
        let Some(seq) = line_of(file) else { continue };
        let (text, signature) = pair(&Checkpoint::stem(seq));
        let mut fault = |why: String| found.faults.push((file.clone(), why));
        let Some(said) = Checkpoint::read(&text).filter(|said| said.head.seq == seq) else {
            fault("it is not the statement that its name promises".to_owned());
            continue;
        };
        // A loss of power may leave the one without the other; it proves nothing then.
        if signature.is_empty() {
            continue;
        }
        match signers.signer(CHECKPOINTS, &text, &signature) {
            // By a key that was followed by one that is trusted: whoever noted only the newer one cannot tell.
            Err(_) if elders.signer(CHECKPOINTS, &text, &signature).is_ok() => {}
            Err(why) => fault(why),
            Ok(_) if said.log != log => fault(format!("it is about {}, and this is {log}", said.log)),
            Ok(key) => match heads.at(seq) {
                Some(head) if head == said.head => found.sound.push((seq, key.clone())),
                Some(head) => {
                    found.contradicted.push(seq);
                    fault(format!("it was signed that line {seq} has the head {}, and now it has {}", said.head.hash, head.hash));
                }
                None => fault(format!("it was signed that there is a line {seq}, and the log ends with {}", heads.last())),
            },
        }
    }
    found
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

    /// Statements about three lines, each signed by one of these.
    fn attested_by(signers: [&Signer; 3]) -> (Heads, BTreeMap<String, String>) {
        let mut heads = Heads::founded_on(Digest::of(b"settings"));
        let mut files = BTreeMap::new();
        for (seq, signer) in (1..).zip(signers) {
            let head = Head { seq, hash: Digest::of(&[seq as u8]) };
            heads.reach(head);
            let text = |files: &BTreeMap<String, String>, file: &str| files.get(file).cloned();
            let known = Known::read(|file| text(&files, file));
            let laid = Keyring::of(Signer::read(&signer.file().unwrap()).unwrap()).files("zaphod", head, &known).unwrap();
            let laid =
                laid.iter().flatten().map(|blob| (blob.name().as_str().to_owned(), String::from_utf8(blob.bytes().to_vec()).unwrap()));
            files.extend(laid.collect::<Vec<_>>());
        }
        (heads, files)
    }

    #[test]
    fn a_lost_key_takes_nothing_away_and_the_next_one_is_told_of() {
        let [first, second] = [1, 2].map(|seed| Signer::from_seed(&[seed; 32]));
        let (heads, files) = attested_by([&first, &first, &second]);
        let found = attested("zaphod", &files, &heads, None);
        assert_eq!((found.sound.len(), &found.faults), (3, &Vec::new()));
        assert_eq!(found.unvouched, [second.public()]);
        let trusted = attested("zaphod", &files, &heads, Some(&Signers(vec![first.public()])));
        assert_eq!((trusted.sound.len(), trusted.faults.len()), (2, 1));
        let known = Known::read(|file| files.get(file).cloned());
        assert_eq!(known.lost_by(&Keyring::of(Signer::from_seed(&[3; 32]))), Some(&second.public()));
        assert_eq!(known.lost_by(&Keyring::of(second)), None);
    }

    #[test]
    fn whoever_noted_one_key_trusts_those_that_follow_it_and_no_other() {
        let [first, second, third, foreign] = [1, 2, 3, 4].map(|seed| Signer::from_seed(&[seed; 32]));
        let mut heads = Heads::founded_on(Digest::of(b"settings"));
        let mut files = BTreeMap::new();
        let mut lay = |name: String, (text, signature): (String, String)| {
            files.insert(format!("{name}.txt"), text);
            files.insert(format!("{name}.sig"), signature);
        };
        for (seq, signer) in (1..).zip([&first, &second, &third]) {
            let head = Head { seq, hash: Digest::of(&[seq as u8]) };
            heads.reach(head);
            let text = Checkpoint { log: "zaphod".into(), head }.text();
            let signature = signer.sign(CHECKPOINTS, &text).unwrap();
            lay(Checkpoint::stem(seq), (text, signature));
        }
        lay(format!("{CHECKPOINT_FOLDER}/key-2"), first.pass_on(&second.public()).unwrap());
        lay(format!("{CHECKPOINT_FOLDER}/key-3"), second.pass_on(&third.public()).unwrap());
        let own = Signers(vec![first.public(), second.public(), third.public()]);
        files.insert(SIGNERS_FILE.to_owned(), own.file());
        let judged = |trusted: &[&Signer]| {
            let trusted = Signers(trusted.iter().map(|signer| signer.public()).collect());
            let found = attested("zaphod", &files, &heads, Some(&trusted));
            (found.sound.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), found.faults.len())
        };
        assert_eq!(judged(&[&first]), (vec![1, 2, 3], 0));
        // What was signed by the key before it he cannot tell, and it is no fault either.
        assert_eq!(judged(&[&second]), (vec![2, 3], 0));
        assert_eq!(judged(&[&third]).0, [3]);
        assert_eq!(judged(&[&foreign]), (vec![], 3));
    }
}
