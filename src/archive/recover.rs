//! What to make of a log as it is found on disk: intact, torn at its very end by a crash, or damaged.
//!
//! A torn end is cut off only above the high-water mark, where nothing was ever acknowledged; anything else is for the master to look at.

use std::fmt;

use super::chain::{Chain, Head};
use super::digest::Digest;
use super::high_water::HighWater;
use super::line::{self, Line, LineProblem};

/// The verdict on a whole log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Every line is sound and none is missing that was acknowledged.
    Intact,
    /// The last line was being written when the writer died: to be set aside and cut off.
    RepairTail(Tail),
    /// Damaged: the log may be read up to the place, and nothing may be added.
    Quarantine(Break),
}

/// An unfinished line at the end of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The segment it ends, such as `log/000001.jsonl`.
    pub file: String,
    /// How many bytes of the segment are sound.
    pub keep: u64,
    /// The bytes after them.
    pub torn: Vec<u8>,
}

/// The first bad place of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The segment, such as `log/000001.jsonl`.
    pub file: String,
    /// The line in that segment, from 1; 0 is the file as a whole.
    pub line: u64,
    /// What is wrong there.
    pub reason: Reason,
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.reason),
            line => write!(f, "{} line {line}: {}", self.file, self.reason),
        }
    }
}

/// What is wrong with a log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// A line is not sound, or not in its place.
    #[error(transparent)]
    Line(#[from] LineProblem),
    /// An unfinished line where the step had been acknowledged, or where others follow.
    #[error("the line is unfinished, yet it was acknowledged or others follow it")]
    Unfinished,
    /// An unfinished line, and no mark that says whether it was acknowledged.
    #[error("the line is unfinished, and the high-water mark that says whether it was acknowledged cannot be read")]
    Unmarked,
    /// A line end is gone, so that what looks unfinished holds a whole line.
    #[error("the end of the line is damaged: a whole line stands in what looks like an unfinished one")]
    Merged,
    /// The settings are not those that the log was founded on.
    #[error(
        "it has the digest {found}, and the log was founded on settings with {founded}: put back the file as it was, it never changes after the founding \
         (not even its line ends)"
    )]
    Refounded {
        /// The digest that the first line names.
        founded: Digest,
        /// The digest of the file.
        found: Digest,
    },
    /// A segment is gone from the middle of the log.
    #[error("the file is missing, and later ones are there: put it back")]
    Lost,
    /// Nothing is left of a log whose lines were acknowledged.
    #[error("the log is empty, and line {0} had been acknowledged: put back the log as it was")]
    Emptied(u64),
    /// Lines that were acknowledged are gone.
    #[error("the log ends with line {found}, and line {reached} had been acknowledged")]
    Shortened {
        /// The last line there is.
        found: u64,
        /// The last line that was acknowledged.
        reached: u64,
    },
    /// Another history stands where one was acknowledged.
    #[error("it has the digest {found}, and what was acknowledged there had {marked}")]
    Rewritten {
        /// The digest by the high-water mark.
        marked: Digest,
        /// The digest that stands there.
        found: Digest,
    },
}

/// The founding settings, and the folder of the segments.
const SETTINGS_FILE: &str = "game.toml";
const LOG_FOLDER: &str = "log";

/// Reads a log segment by segment and keeps the first thing that is wrong with it.
#[derive(Clone, Debug)]
pub struct Survey {
    chain: Chain,
    high_water: HighWater,
    /// The last segment read and the number of sound lines in it.
    place: (String, u64),
    /// The lowest mark that an honest disk may show.
    least_mark: u64,
    tail: Option<Tail>,
    broken: Option<Break>,
}

impl Survey {
    /// A survey of the log founded on the bytes of `game.toml`, which had got as far as `high_water`.
    pub fn new(settings: &[u8], high_water: HighWater) -> Self {
        let chain = Chain::founded_on(settings);
        let mut survey = Self { chain, high_water, place: (LOG_FOLDER.into(), 0), least_mark: 0, tail: None, broken: None };
        if let HighWater::Reached(Head { seq: 0, hash }) = high_water
            && hash != survey.chain.head().hash
        {
            survey.refounded(hash);
        }
        survey
    }

    /// Reads the next segment, handing each sound line on. After the first bad place nothing is read.
    pub fn segment(&mut self, file: &str, bytes: &[u8], each: &mut dyn FnMut(&Line)) {
        if self.tail.is_some() && !bytes.is_empty() {
            self.stop(Reason::Unfinished);
        }
        if self.broken.is_some() || self.tail.is_some() {
            return;
        }
        self.place = (file.to_owned(), 0);
        let mut keep = 0;
        while keep < bytes.len() {
            let rest = &bytes[keep..];
            let Some(length) = rest.iter().position(|byte| *byte == b'\n') else {
                return self.torn(keep, rest);
            };
            match self.chain.read(&rest[..length]) {
                Ok(line) => {
                    self.place.1 += 1;
                    self.compare_with_mark();
                    if self.broken.is_some() {
                        return;
                    }
                    if line.blobs().next().is_some() {
                        self.least_mark = line.seq - 1;
                    }
                    each(&line);
                }
                Err(_) if length + 1 == rest.len() && has_unwritten_block(rest) => return self.torn(keep, rest),
                Err(LineProblem::Link { found, .. }) if self.chain.head().seq == 0 => return self.refounded(found),
                Err(problem) => return self.stop_after(problem.into()),
            }
            keep += length + 1;
        }
    }

    /// The next segment is not there, and others follow it.
    pub fn lacks(&mut self, file: &str) {
        if self.broken.is_none() {
            self.broken = Some(Break { file: file.to_owned(), line: 0, reason: Reason::Lost });
        }
    }

    /// The first bad place so far, whatever the high-water mark may say of the end.
    pub fn broken(&self) -> Option<&Break> {
        self.broken.as_ref()
    }

    /// The verdict, once every segment has been read.
    pub fn finish(&self) -> Condition {
        if let Some(broken) = &self.broken {
            return Condition::Quarantine(broken.clone());
        }
        let found = self.chain.head().seq;
        let reached = match self.high_water {
            HighWater::Reached(head) => Some(head.seq),
            HighWater::Unknown => None,
        };
        let reason = match (&self.tail, reached) {
            (Some(tail), _) if holds_whole_line(&tail.torn) => Reason::Merged,
            (Some(_), None) => Reason::Unmarked,
            (Some(_), Some(reached)) if reached > found => Reason::Unfinished,
            (Some(tail), Some(_)) => return Condition::RepairTail(tail.clone()),
            (None, Some(reached)) if found == 0 && reached > 0 => {
                let reason = Reason::Emptied(reached);
                return Condition::Quarantine(Break { file: self.place.0.clone(), line: 0, reason });
            }
            (None, Some(reached)) if reached > found => Reason::Shortened { found, reached },
            (None, _) => return Condition::Intact,
        };
        Condition::Quarantine(self.break_after(reason))
    }

    /// The last line that was acknowledged, or may have been, where nothing is wrong but that the log ends before it.
    pub fn cut_before(&self) -> Option<u64> {
        let found = self.chain.head().seq;
        match self.finish() {
            Condition::Quarantine(Break { reason, .. }) if self.broken.is_none() && found > 0 => match (reason, self.high_water) {
                (Reason::Shortened { .. } | Reason::Unfinished, HighWater::Reached(head)) => Some(head.seq),
                (Reason::Unmarked, _) => Some(found + 1),
                _ => None,
            },
            _ => None,
        }
    }

    /// The unfinished line at the end, if there is one.
    pub fn tail(&self) -> Option<&Tail> {
        self.tail.as_ref()
    }

    /// Whether `mark` can be the mark of this log: before the files of a step are named by a line, the mark of the line before is durable.
    pub fn agrees_with(&self, mark: HighWater) -> bool {
        matches!(mark, HighWater::Reached(head) if head.seq >= self.least_mark)
    }

    /// The chain up to the last sound line.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    fn compare_with_mark(&mut self) {
        let Head { seq, hash: found } = self.chain.head();
        match self.high_water {
            HighWater::Reached(Head { seq: marked_at, hash: marked }) if marked_at == seq && marked != found => {
                self.stop(Reason::Rewritten { marked, found });
            }
            _ => {}
        }
    }

    fn refounded(&mut self, founded: Digest) {
        let reason = Reason::Refounded { founded, found: self.chain.head().hash };
        self.broken = Some(Break { file: SETTINGS_FILE.into(), line: 0, reason });
    }

    fn torn(&mut self, keep: usize, rest: &[u8]) {
        self.tail = Some(Tail { file: self.place.0.clone(), keep: keep as u64, torn: rest.to_vec() });
    }

    fn stop(&mut self, reason: Reason) {
        let (file, line) = self.place.clone();
        self.broken = Some(Break { file, line, reason });
    }

    fn stop_after(&mut self, reason: Reason) {
        self.broken = Some(self.break_after(reason));
    }

    fn break_after(&self, reason: Reason) -> Break {
        Break { file: self.place.0.clone(), line: self.place.1 + 1, reason }
    }
}

/// Zeros where a crash kept a file's length but not its bytes. Two at least: one may be a flipped bit, and lines contain none.
fn has_unwritten_block(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair == [0, 0])
}

/// Whether more follows a whole line: an append writes one line, so this is no torn append but a damaged line end.
fn holds_whole_line(torn: &[u8]) -> bool {
    (line::ENDING..torn.len())
        .any(|end| torn[end - 1] == b'}' && line::split_hash(&torn[..end]).is_some_and(|(body, claimed)| Digest::of(body) == claimed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::chain::tests::{SETTINGS, lines};

    const FILE: &str = "log/000001.jsonl";

    fn bytes(count: u64) -> Vec<u8> {
        lines(count).iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
    }

    fn head(count: u64) -> Head {
        let mut chain = Chain::founded_on(SETTINGS);
        lines(count).iter().for_each(|line| assert!(chain.read(line.as_bytes()).is_ok()));
        chain.head()
    }

    /// The verdict on some bytes that were acknowledged up to `mark`, and the number of lines read.
    fn survey(bytes: &[u8], mark: Head) -> (Condition, u64) {
        let mut survey = Survey::new(SETTINGS, HighWater::Reached(mark));
        survey.segment(FILE, bytes, &mut |_| {});
        (survey.finish(), survey.chain().head().seq)
    }

    #[test]
    fn a_log_cut_at_any_byte_loses_only_what_was_never_acknowledged() {
        let whole = bytes(3);
        let ends: Vec<usize> = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
        for mark in (0..=3).map(head) {
            let acknowledged = mark.seq;
            for length in 0..=whole.len() {
                let sound = ends.iter().filter(|end| **end <= length).count() as u64;
                let torn = length != 0 && !ends.contains(&length);
                let (condition, read) = survey(&whole[..length], mark);
                assert_eq!(read, sound);
                match condition {
                    Condition::Intact => assert!(sound >= acknowledged && !torn),
                    Condition::RepairTail(tail) => {
                        assert!(sound >= acknowledged && torn);
                        assert_eq!((&whole[..tail.keep as usize], &tail.torn[..]), whole[..length].split_at(tail.keep as usize));
                    }
                    Condition::Quarantine(_) => assert!(sound < acknowledged),
                }
            }
        }
    }

    #[test]
    fn a_flipped_bit_is_never_read_and_never_called_a_torn_end() {
        let whole = bytes(3);
        for mark in [0, 2, 3].map(head) {
            for bit in 0..whole.len() * 8 {
                let mut flipped = whole.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                let (condition, read) = survey(&flipped, mark);
                let before = whole[..bit / 8].iter().filter(|byte| **byte == b'\n').count() as u64;
                assert!(matches!(condition, Condition::Quarantine(_)), "bit {bit}: {condition:?}");
                assert_eq!(read, before, "bit {bit}");
            }
        }
    }

    #[test]
    fn bytes_that_never_reached_the_disk_are_a_torn_end() {
        let whole = bytes(3);
        let last = bytes(2).len();
        for start in [last, last + 7, whole.len() - 40] {
            let mut zeroed = whole.clone();
            zeroed[start..].fill(0);
            assert!(matches!(survey(&zeroed, head(2)).0, Condition::RepairTail(tail) if tail.keep == last as u64));
            assert!(matches!(survey(&zeroed, head(3)).0, Condition::Quarantine(Break { line: 3, reason: Reason::Unfinished, .. })));
        }
        let mut hole = whole.clone();
        hole[last + 8..last + 64].fill(0);
        assert!(matches!(survey(&hole, head(2)).0, Condition::RepairTail(_)));
        let mut earlier = whole;
        earlier[8..64].fill(0);
        assert!(matches!(survey(&earlier, head(0)).0, Condition::Quarantine(Break { line: 1, .. })));
    }

    #[test]
    fn a_log_that_ends_too_soon_or_tells_another_history_is_damaged() {
        let shortened = survey(&bytes(2), head(3)).0;
        assert!(matches!(shortened, Condition::Quarantine(Break { reason: Reason::Shortened { found: 2, reached: 3 }, .. })));
        let other = Head { seq: 2, hash: Digest::of(b"another second line") };
        let mut rewritten = Survey::new(SETTINGS, HighWater::Reached(other));
        rewritten.segment(FILE, &bytes(3), &mut |_| {});
        assert!(matches!(rewritten.finish(), Condition::Quarantine(Break { line: 2, reason: Reason::Rewritten { .. }, .. })));
        let founded = Survey::new(b"other settings", HighWater::Reached(head(0)));
        assert!(matches!(founded.finish(), Condition::Quarantine(Break { line: 0, reason: Reason::Refounded { .. }, .. })));
    }

    #[test]
    fn without_a_mark_only_a_whole_log_is_trusted() {
        let check = |bytes: &[u8]| {
            let mut survey = Survey::new(SETTINGS, HighWater::Unknown);
            survey.segment(FILE, bytes, &mut |_| {});
            survey.finish()
        };
        assert_eq!(check(&bytes(3)), Condition::Intact);
        let torn = bytes(3);
        assert!(matches!(check(&torn[..torn.len() - 9]), Condition::Quarantine(Break { reason: Reason::Unmarked, .. })));
    }

    #[test]
    fn a_log_may_lie_in_several_segments_but_be_torn_only_in_the_last() {
        let (first, rest) = (bytes(2), bytes(4)[bytes(2).len()..].to_vec());
        let check = |segments: &[&[u8]]| {
            let mut survey = Survey::new(SETTINGS, HighWater::Reached(head(0)));
            segments.iter().zip(1..).for_each(|(bytes, number)| survey.segment(&format!("log/{number:06}.jsonl"), bytes, &mut |_| {}));
            survey.finish()
        };
        assert_eq!(check(&[&first, &rest]), Condition::Intact);
        assert_eq!(check(&[&first, &rest, b""]), Condition::Intact);
        assert!(matches!(check(&[&first, &rest[..9]]), Condition::RepairTail(Tail { keep: 0, .. })));
        assert!(matches!(check(&[&first[..first.len() - 9], &rest]), Condition::Quarantine(Break { reason: Reason::Unfinished, .. })));
        let missing = check(&[b"", &rest]);
        assert!(matches!(missing, Condition::Quarantine(Break { line: 1, reason: Reason::Line(LineProblem::Number { .. }), .. })));
    }
}
