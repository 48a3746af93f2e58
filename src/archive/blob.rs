//! The files beside a log: letters, evidence, secrets and boards, each named so that its bytes can be checked.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::digest::Digest;

/// The folders that hold blobs, relative to the game's folder.
pub const BLOB_FOLDERS: [&str; 5] = ["mail/in", "mail/out", "evidence", "private", "boards"];

/// Longest file name of a blob, in characters.
const FILE_NAME_LIMIT: usize = 120;

/// The path of a blob relative to the game's folder, such as `mail/in/<sha256>.eml` or `boards/0042.svg`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlobName(String);

/// The text does not name a blob.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` does not name a file of a game's archive: `mail/in/<sha256>.eml`, `mail/out/<sha256>.eml`, `evidence/<sha256>.<ending>`, `private/<sha256>.<ending>`, `boards/<step>.<ending>` and `checkpoints/<line>.<ending>` do"
)]
pub struct NotABlob(String);

impl BlobName {
    /// The raw bytes of a letter as received.
    pub fn mail_in(digest: Digest) -> Self {
        Self(format!("mail/in/{digest}.eml"))
    }

    /// The exact bytes of a mail as handed over for sending.
    pub fn mail_out(digest: Digest) -> Self {
        Self(format!("mail/out/{digest}.eml"))
    }

    /// The board file `file` (its key in [`Entry::boards`](super::Entry)), such as `0042.txt` or `0042-zaphod-1.svg`.
    pub fn board(file: &str) -> Result<Self, NotABlob> {
        format!("boards/{file}").parse()
    }

    /// The name that a letter or mail has where it is private.
    pub fn in_private(&self) -> Option<Self> {
        match self.parts() {
            ("mail/in" | "mail/out", file) => Some(Self(format!("private/{file}"))),
            _ => None,
        }
    }

    /// Whether a line names it among its other files, since neither its cause nor its mails or boards do.
    pub fn is_beside_the_mail(&self) -> bool {
        matches!(self.parts().0, "evidence" | "private")
    }

    /// The digest that the name itself states; a board's is in the log instead.
    pub fn digest(&self) -> Option<Digest> {
        let (folder, file) = self.parts();
        if folder == "boards" { None } else { file.split_once('.')?.0.parse().ok() }
    }

    /// The step whose position a board file shows: the number its name begins with.
    pub fn step(&self) -> Option<u64> {
        let (folder, file) = self.parts();
        if folder == "boards" { board_step(file) } else { None }
    }

    /// The folder and the file name.
    pub fn parts(&self) -> (&str, &str) {
        self.0.rsplit_once('/').unwrap_or(("", &self.0))
    }

    /// The whole relative path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn board_step(file: &str) -> Option<u64> {
    let digits = file.len() - file.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    file[..digits].parse().ok()
}

impl FromStr for BlobName {
    type Err = NotABlob;

    fn from_str(path: &str) -> Result<Self, NotABlob> {
        let refused = || NotABlob(path.chars().take(2 * FILE_NAME_LIMIT).collect());
        let (folder, file) = path.rsplit_once('/').ok_or_else(refused)?;
        let (stem, ending) = file.rsplit_once('.').ok_or_else(refused)?;
        let safe = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let sound = file.len() <= FILE_NAME_LIMIT
            && safe(stem)
            && safe(ending)
            && match folder {
                "mail/in" | "mail/out" => ending == "eml" && stem.parse::<Digest>().is_ok(),
                "evidence" | "private" => stem.parse::<Digest>().is_ok(),
                "checkpoints" => true,
                "boards" => board_step(file).is_some(),
                _ => false,
            };
        if sound { Ok(Self(path.to_owned())) } else { Err(refused()) }
    }
}

impl Serialize for BlobName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for BlobName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

impl fmt::Display for BlobName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for BlobName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Bytes with the name they are kept under. Invariant: where the name states a digest, it is theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    name: BlobName,
    bytes: Vec<u8>,
}

impl Blob {
    /// A letter as received.
    pub fn mail_in(bytes: Vec<u8>) -> Self {
        Self { name: BlobName::mail_in(Digest::of(&bytes)), bytes }
    }

    /// A mail as handed over for sending.
    pub fn mail_out(bytes: Vec<u8>) -> Self {
        Self { name: BlobName::mail_out(Digest::of(&bytes)), bytes }
    }

    /// What anybody may see, such as a beacon's answer: `evidence/<sha256>.<ending>`.
    pub fn evidence(bytes: Vec<u8>, ending: &str) -> Result<Self, NotABlob> {
        Ok(Self { name: format!("evidence/{}.{ending}", Digest::of(&bytes)).parse()?, bytes })
    }

    /// What a public export leaves out: `private/<sha256>.<ending>`. The name is a commitment that the log may show, so
    /// bytes that could be guessed must begin with a salt.
    pub fn private(bytes: Vec<u8>, ending: &str) -> Result<Self, NotABlob> {
        Ok(Self { name: format!("private/{}.{ending}", Digest::of(&bytes)).parse()?, bytes })
    }

    /// A letter or mail in `private/` instead of among the others; anything else stays where it is.
    pub fn hidden(self) -> Self {
        Self { name: self.name.in_private().unwrap_or(self.name), ..self }
    }

    /// A drawing of the position after a step, whose number the file name begins with: `0042.txt`.
    pub fn board(file: &str, bytes: Vec<u8>) -> Result<Self, NotABlob> {
        Ok(Self { name: BlobName::board(file)?, bytes })
    }

    /// A statement about the log, or what belongs to it: `checkpoints/000120.txt`.
    pub fn checkpoint(path: &str, bytes: Vec<u8>) -> Result<Self, NotABlob> {
        Ok(Self { name: path.parse()?, bytes })
    }

    /// The name.
    pub fn name(&self) -> &BlobName {
        &self.name
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_states_the_digest_of_its_bytes() {
        let blob = Blob::mail_in(b"abc".to_vec());
        assert_eq!(blob.name().digest(), Some(Digest::of(b"abc")));
        assert_eq!(blob.name().as_str().parse(), Ok(blob.name().clone()));
        assert_eq!(Blob::evidence(b"{}".to_vec(), "json").unwrap().name().digest(), Some(Digest::of(b"{}")));
    }

    #[test]
    fn a_board_names_its_step() {
        let board = Blob::board("0042-zaphod-1.svg", Vec::new()).unwrap();
        assert_eq!((board.name().step(), board.name().digest()), (Some(42), None));
        assert_eq!(Blob::mail_in(Vec::new()).name().step(), None);
    }

    #[test]
    fn no_name_leads_out_of_the_folder() {
        let sha = Digest::of(b"").to_string();
        for path in [
            "boards/../../x.txt".to_owned(),
            "boards/0001/../x.txt".to_owned(),
            "/etc/0001.txt".to_owned(),
            "boards/.txt".to_owned(),
            "boards/x.txt".to_owned(),
            "boards/0001".to_owned(),
            "boards/99999999999999999999.txt".to_owned(),
            format!("mail/in/{}.eml", sha.to_uppercase()),
            format!("mail/in/{sha}.txt"),
            format!("log/{sha}.jsonl"),
            format!("private/{sha}.a/b"),
            format!("boards/{}.txt", "1".repeat(FILE_NAME_LIMIT)),
        ] {
            assert!(path.parse::<BlobName>().is_err(), "{path}");
        }
        assert!(Blob::private(Vec::new(), "to/ml").is_err());
    }
}
