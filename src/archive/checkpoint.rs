//! Signed statements of where a log stood, and what those that lie beside it come to.
//!
//! Invariant: the same key signs the same head with the same bytes, so a statement can be made again.
//! Not here: the keys themselves (`signer`), where keys and statements are kept (`store`).

use std::collections::BTreeMap;

use super::blob::Blob;
use super::chain::Head;
use super::heads::Heads;
use super::signer::{CHECKPOINTS, NotAKey, PublicPart, Signer, Signers};

/// Where the statements about a log lie, relative to its folder.
pub const CHECKPOINT_FOLDER: &str = "checkpoints";
/// The keys that may sign them, in the form of `ssh-keygen`'s allowed signers.
pub const SIGNERS_FILE: &str = "checkpoints/allowed-signers.txt";

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

    /// The newest key that has signed and by which the right of the house's key had ended: its keys were set back to older ones.
    pub fn ends(&self, keyring: &Keyring) -> Option<PublicPart> {
        let ends = self.ended_by(&keyring.signer.public(), keyring);
        ends.into_iter().rfind(|key| self.signers.0.contains(key))
    }

    /// The keys by which the right of that one ends as soon as they sign.
    pub fn ended_by(&self, key: &PublicPart, keyring: &Keyring) -> Vec<PublicPart> {
        let words: Vec<_> = self.words.iter().chain(&keyring.words).cloned().collect();
        self.signers.with(&keyring.signers).ends_of(key, &words)
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

    /// That one of its older keys has signed a statement.
    pub fn has_signed_with_an_older_key(&self, text: &str, signature: &str) -> bool {
        let newest = self.signer.public();
        self.signers.signer(CHECKPOINTS, text, signature).is_ok_and(|key| *key != newest)
    }

    /// The statement about a log, with its signature.
    pub fn statement(&self, log: &str, head: Head) -> Result<(String, String), NotAKey> {
        let text = Checkpoint { log: log.to_owned(), head }.text();
        Ok((text.clone(), self.signer.sign(CHECKPOINTS, &text)?))
    }

    /// The files that state where a log stands, beside those that lie there: no key that has ever signed is taken away. In groups: each is to be durable
    /// before the next is begun, so that no crash leaves a key that nobody vouches for, or a signature by a key that nobody knows.
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
    /// The lines whose heads are signed by a key of which the right had ended when another had signed a line before; they count for nothing.
    pub outlived: Vec<(u64, PublicPart)>,
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
    let every = signers.with(&own);
    let ends: Vec<(PublicPart, Vec<PublicPart>)> = every.0.iter().map(|key| (key.clone(), every.ends_of(key, &words))).collect();
    // The keys that have signed so far.
    let mut signed: Vec<PublicPart> = Vec::new();
    let mut seqs: Vec<u64> = files.keys().filter(|file| file.ends_with(".txt")).filter_map(|file| line_of(file)).collect();
    seqs.sort_unstable();
    for seq in seqs {
        let (text, signature) = pair(&Checkpoint::stem(seq));
        let mut fault = |why: String| found.faults.push((file(seq, "txt"), why));
        let Some(said) = Checkpoint::read(&text).filter(|said| said.head.seq == seq) else {
            fault("it is not the statement that its name promises".to_owned());
            continue;
        };
        // A loss of power may leave the one without the other; it proves nothing then.
        if signature.is_empty() {
            continue;
        }
        let ended = |key: &PublicPart| ends.iter().any(|(known, ends)| known == key && ends.iter().any(|end| signed.contains(end)));
        match signers.signer(CHECKPOINTS, &text, &signature).or_else(|why| elders.signer(CHECKPOINTS, &text, &signature).map_err(|_| why)) {
            Err(why) => fault(why),
            // By a key that was followed by one that is trusted: whoever noted only the newer one cannot tell.
            Ok(key) if elders.0.contains(key) && !ended(key) => {}
            Ok(_) if said.log != log => fault(format!("it is about {}, and this is {log}", said.log)),
            Ok(key) => match heads.at(seq) {
                Some(head) if head != said.head => {
                    found.contradicted.push(seq);
                    fault(format!("it was signed that line {seq} has the head {}, and now it has {}", said.head.hash, head.hash));
                }
                Some(_) if ended(key) => found.outlived.push((seq, key.clone())),
                Some(_) => {
                    found.sound.push((seq, key.clone()));
                    if !signed.contains(key) {
                        signed.push(key.clone());
                    }
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
    fn a_keys_word_for_the_next_ends_its_own_right() {
        let [first, second, third] = [1, 2, 3].map(|seed| Signer::from_seed(&[seed; 32]));
        let followed = |signers: [&Signer; 3], words: &[(&Signer, &Signer)]| {
            let (heads, mut files) = attested_by(signers);
            for (number, (old, next)) in (2..).zip(words) {
                let (text, signature) = old.pass_on(&next.public()).unwrap();
                files.extend([(key_file(number, "txt"), text), (key_file(number, "sig"), signature)]);
            }
            (heads, files)
        };
        let told = |(heads, files): &(Heads, BTreeMap<String, String>), trusted: Option<&Signers>| {
            let found = attested("zaphod", files, heads, trusted);
            assert_eq!(found.faults, []);
            let lines = |found: &[(u64, PublicPart)]| found.iter().map(|(seq, _)| *seq).collect::<Vec<_>>();
            (lines(&found.sound), lines(&found.outlived))
        };
        let rotated = [(&first, &second), (&second, &third)];
        assert_eq!(told(&followed([&first, &second, &third], &rotated), None), (vec![1, 2, 3], vec![]));
        // The first key signs again, behind the second and behind the third.
        let again = followed([&first, &second, &first], &rotated[..1]);
        assert_eq!(told(&again, None), (vec![1, 2], vec![3]));
        for noted in [&first, &second] {
            assert_eq!(told(&again, Some(&Signers(vec![noted.public()]))).1, [3]);
        }
        assert_eq!(told(&followed([&first, &third, &second], &rotated), None), (vec![1, 2], vec![3]));
        // Nor does a word that it gives to another make that one's right.
        assert_eq!(told(&followed([&first, &second, &third], &[(&first, &second), (&first, &third)]), None), (vec![1, 2], vec![3]));
        // As long as the next one has not signed, the first goes on.
        assert_eq!(told(&followed([&first, &first, &second], &rotated[..1]), None), (vec![1, 2, 3], vec![]));
        let known = Known::read(|file| again.1.get(file).cloned());
        assert_eq!(known.ends(&Keyring::of(first)), Some(second.public()));
        assert_eq!(known.ends(&Keyring::of(second)), None);
        assert_eq!(known.ends(&Keyring::of(Signer::from_seed(&[9; 32]))), None);
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
