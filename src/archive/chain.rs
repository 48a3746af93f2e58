//! The chain that lines make: each names the digest of the one before, the first that of the founding settings.

use std::fmt;

use chrono::{DateTime, Utc};

use super::digest::Digest;
use super::line::{self, Entry, Line, LineProblem};

/// The end of a log: the number of its last line and that line's digest. Number 0 is a log with no line yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// How many lines the log has.
    pub seq: u64,
    /// The digest of the last line, or of `game.toml`.
    pub hash: Digest,
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seq, self.hash)
    }
}

/// A chain up to some line: it writes the next line, and reads it only if it belongs there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    head: Head,
    latest: Option<DateTime<Utc>>,
}

impl Chain {
    /// The chain of a log with no line yet, founded on the bytes of its `game.toml`.
    pub fn founded_on(settings: &[u8]) -> Self {
        Self { head: Head { seq: 0, hash: Digest::of(settings) }, latest: None }
    }

    /// The chain that ends with a line, as a store gave it.
    pub fn ending_with(line: &Line) -> Self {
        Self { head: Head { seq: line.seq, hash: line.hash }, latest: Some(line.entry.at) }
    }

    /// Where the chain ends.
    pub fn head(&self) -> Head {
        self.head
    }

    /// The date of the last line.
    pub fn latest(&self) -> Option<DateTime<Utc>> {
        self.latest
    }

    /// The next line's text (no newline). The chain itself moves on when the line is read, not before.
    ///
    /// A clock that was set back stands still: the line is dated no earlier than the one before it.
    pub fn write(&self, mut entry: Entry) -> Result<String, LineProblem> {
        entry.at = self.latest.map_or(entry.at, |latest| entry.at.max(latest));
        line::write(&entry, self.head.seq + 1, self.head.hash)
    }

    /// Reads the next line (without its newline) and moves on behind it; at a problem the chain stays where it was.
    pub fn read(&mut self, bytes: &[u8]) -> Result<Line, LineProblem> {
        let line = line::read(bytes)?;
        let expected = self.head.seq + 1;
        if line.seq != expected {
            return Err(LineProblem::Number { expected, found: line.seq });
        }
        if line.prev != self.head.hash {
            return Err(LineProblem::Link { expected: self.head.hash, found: line.prev });
        }
        if let Some(before) = self.latest.filter(|latest| line.entry.at < *latest) {
            return Err(LineProblem::BackDated { before: line::written_time(&before), found: line::written_time(&line.entry.at) });
        }
        self.head = Head { seq: line.seq, hash: line.hash };
        self.latest = Some(line.entry.at);
        Ok(line)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::archive::line::tests::sample;

    pub(in crate::archive) const SETTINGS: &[u8] = b"name = \"Zaphod\"\n";

    /// Lines `1..=count` of a log founded on [`SETTINGS`].
    pub(in crate::archive) fn lines(count: u64) -> Vec<String> {
        let mut chain = Chain::founded_on(SETTINGS);
        let step = |seq: u64| {
            let text = chain.write(sample(&format!("Step {seq}."))).unwrap();
            chain.read(text.as_bytes()).unwrap();
            text
        };
        (1..=count).map(step).collect()
    }

    fn first_problem(lines: &[String]) -> Option<(usize, LineProblem)> {
        let mut chain = Chain::founded_on(SETTINGS);
        lines.iter().enumerate().find_map(|(index, text)| Some((index, chain.read(text.as_bytes()).err()?)))
    }

    #[test]
    fn the_chain_holds_from_the_founding_settings_on() {
        assert_eq!(first_problem(&lines(5)), None);
        assert!(matches!(Chain::founded_on(b"others").read(lines(1)[0].as_bytes()), Err(LineProblem::Link { .. })));
    }

    #[test]
    fn dropping_swapping_doubling_and_splicing_are_named_at_their_line() {
        let whole = lines(5);
        let mut dropped = whole.clone();
        dropped.remove(2);
        assert_eq!(first_problem(&dropped), Some((2, LineProblem::Number { expected: 3, found: 4 })));
        let mut swapped = whole.clone();
        swapped.swap(1, 2);
        assert_eq!(first_problem(&swapped), Some((1, LineProblem::Number { expected: 2, found: 3 })));
        let mut doubled = whole.clone();
        doubled.insert(3, whole[2].clone());
        assert_eq!(first_problem(&doubled), Some((3, LineProblem::Number { expected: 4, found: 3 })));
        let mut spliced = whole.clone();
        let mut other = Chain::founded_on(b"another game");
        for seq in 1..=4 {
            spliced[seq - 1] = other.write(sample("Elsewhere.")).unwrap();
            other.read(spliced[seq - 1].clone().as_bytes()).unwrap();
        }
        spliced[..3].clone_from_slice(&whole[..3]);
        assert!(matches!(first_problem(&spliced), Some((3, LineProblem::Link { .. }))));
    }

    #[test]
    fn a_clock_set_back_stands_still_and_a_back_dated_line_is_found() {
        let mut chain = Chain::founded_on(SETTINGS);
        chain.read(lines(1)[0].as_bytes()).unwrap();
        let mut early = sample("Earlier?");
        early.at -= chrono::TimeDelta::days(1);
        let honest = chain.write(early.clone()).unwrap();
        assert_eq!(chain.clone().read(honest.as_bytes()).unwrap().entry.at, sample("").at);
        let forged = line::write(&early, 2, chain.head().hash).unwrap();
        assert!(matches!(chain.read(forged.as_bytes()), Err(LineProblem::BackDated { .. })));
        assert_eq!(chain.head().seq, 1);
    }
}
