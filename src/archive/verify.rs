//! The report on a log: does its chain hold, are its files the ones it vouches for, and does the replay agree.

use std::fmt;

use super::blob::BlobName;
use super::chain::Head;
use super::digest::Digest;
use super::recover::{Condition, Survey};

/// What a verification found. The last line of its text begins with `OK` only where nothing is wrong or missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The game's folder name.
    pub name: String,
    /// The last sound line.
    pub head: Head,
    /// The state of the log.
    pub condition: Condition,
    /// Files whose bytes are not those that a line vouches for, with the line's number.
    pub altered: Vec<(u64, BlobName)>,
    /// Files that are not there, with the line's number.
    pub withheld: Vec<(u64, BlobName)>,
    /// The first line where the replay differs from the record, and in what.
    pub divergence: Option<(u64, String)>,
}

/// How a verification ended; also the exit code of `custodian verify`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Everything is there and right.
    Sound = 0,
    /// The chain is broken, or a file is not the one that the chain vouches for.
    Broken = 1,
    /// The chain holds, but the replay gives something else.
    ReplayDiffers = 2,
    /// What is there is right, but files are missing, as in a public export.
    Withheld = 3,
}

impl Report {
    /// An empty report on the log called `name`.
    pub fn new(name: &str, survey: &Survey) -> Self {
        Self {
            name: name.to_owned(),
            head: survey.chain().head(),
            condition: Condition::Intact,
            altered: Vec::new(),
            withheld: Vec::new(),
            divergence: None,
        }
    }

    /// Compares a file that line `seq` vouches for with what was found under its name.
    pub fn compare(&mut self, seq: u64, blob: BlobName, vouched: Digest, found: Option<Digest>) {
        match found {
            None => self.withheld.push((seq, blob)),
            Some(digest) if digest != vouched => self.altered.push((seq, blob)),
            Some(_) => {}
        }
    }

    /// Takes over the verdict on the log once it is read to its end.
    pub fn conclude(&mut self, survey: &Survey) {
        self.head = survey.chain().head();
        self.condition = survey.finish();
    }

    /// The gravest of what was found.
    pub fn outcome(&self) -> Outcome {
        match self.condition {
            Condition::Quarantine(_) => Outcome::Broken,
            _ if !self.altered.is_empty() => Outcome::Broken,
            _ if self.divergence.is_some() => Outcome::ReplayDiffers,
            _ if !self.withheld.is_empty() => Outcome::Withheld,
            _ => Outcome::Sound,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, head, .. } = self;
        for (seq, blob) in &self.altered {
            writeln!(f, "line {seq}: {blob} has been altered")?;
        }
        if let Condition::RepairTail(tail) = &self.condition {
            writeln!(f, "{}: {} bytes of an unfinished line at the end, never acknowledged", tail.file, tail.torn.len())?;
        }
        match (self.outcome(), &self.condition, &self.divergence) {
            (Outcome::Broken, Condition::Quarantine(broken), _) => write!(f, "BROKEN {name} {broken}"),
            (Outcome::Broken, ..) => write!(f, "BROKEN {name} the chain holds to {head}, and {} of its files do not", self.altered.len()),
            (Outcome::ReplayDiffers, _, Some((seq, what))) => write!(f, "DIFFERS {name} line {seq}: {what}"),
            (Outcome::Withheld, ..) => {
                write!(f, "WITHHELD {name} {head}: what is there is right, {} files are not there", self.withheld.len())
            }
            _ => write!(f, "OK {name} {head}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::chain::tests::{SETTINGS, lines};
    use crate::archive::high_water::HighWater;

    fn report(count: u64, spoil: impl Fn(&mut Vec<u8>)) -> Report {
        let mut survey = Survey::new(SETTINGS, HighWater::Unknown);
        let mut report = Report::new("zaphod", &survey);
        let mut bytes: Vec<u8> = lines(count).iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect();
        spoil(&mut bytes);
        survey.segment("log/000001.jsonl", &bytes, &mut |_| {});
        report.conclude(&survey);
        report
    }

    #[test]
    fn a_sound_log_ends_in_ok_and_its_head() {
        let sound = report(3, |_| {});
        assert_eq!(sound.outcome(), Outcome::Sound);
        assert_eq!(sound.to_string(), format!("OK zaphod 3 {}", sound.head.hash));
    }

    #[test]
    fn a_broken_log_names_the_first_bad_place() {
        let broken = report(3, |bytes| bytes[20] ^= 1);
        assert_eq!(broken.outcome(), Outcome::Broken);
        assert!(broken.to_string().starts_with("BROKEN zaphod log/000001.jsonl line 1: its bytes have the digest"));
    }

    #[test]
    fn the_gravest_finding_decides() {
        let letter = BlobName::mail_in(Digest::of(b"letter"));
        let mut found = report(3, |_| {});
        found.compare(1, letter.clone(), Digest::of(b"letter"), Some(Digest::of(b"letter")));
        assert_eq!(found.outcome(), Outcome::Sound);
        found.compare(1, letter.clone(), Digest::of(b"letter"), None);
        assert_eq!(found.outcome(), Outcome::Withheld);
        found.divergence = Some((2, "another position".into()));
        assert_eq!(found.outcome(), Outcome::ReplayDiffers);
        assert!(found.to_string().ends_with("DIFFERS zaphod line 2: another position"));
        found.compare(3, letter, Digest::of(b"letter"), Some(Digest::of(b"other")));
        assert_eq!(found.outcome(), Outcome::Broken);
        assert!(found.to_string().contains("line 3: mail/in/"));
    }
}
