//! What was found amiss at a start of the program and set right, as events of a line with the cause `recovery`.
//!
//! Not here: what is beyond repair; nothing is added to such a log.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::digest::Digest;
use super::json::{Json, NotArchivable};
use super::line::{Cause, Entry};

/// Most files that one event names; the others are named at the next start.
pub const FILES_NAMED: usize = 1000;

const CAUSE: &str = "recovery";

/// One repair. A game gives its events other names; like [`Delivery`](super::Delivery) it changes none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", deny_unknown_fields)]
pub enum Recovery {
    /// A line that was never finished, and never acknowledged, was cut off the log and lies in a file of its own.
    #[serde(rename = "tail.set-aside")]
    TailSetAside {
        /// The file that now holds it, relative to the log's folder.
        file: String,
        /// Its length.
        bytes: u64,
        /// The digest of its bytes.
        sha256: Digest,
    },
    /// The high-water mark was missing, damaged or set back; it was set to the end of the log.
    #[serde(rename = "mark.set-anew")]
    MarkSetAnew,
    /// Files that no line names, as a step leaves them that was cut off. They stay where they are.
    #[serde(rename = "files.left-over")]
    LeftOver {
        /// Their paths relative to the log's folder, at most [`FILES_NAMED`].
        files: Vec<String>,
    },
}

impl Recovery {
    /// The event as it stands in a line.
    pub fn event(&self) -> Result<Json, NotArchivable> {
        Json::of(self)
    }

    /// The repairs among the events of `entry`.
    pub fn of(entry: &Entry) -> impl Iterator<Item = Self> + '_ {
        let told = entry.cause.word() == CAUSE;
        entry.events.iter().filter(move |_| told).filter_map(|event| event.read().ok())
    }

    /// The files that the event accounts for, relative to the log's folder.
    pub fn files(&self) -> &[String] {
        match self {
            Self::TailSetAside { file, .. } => std::slice::from_ref(file),
            Self::MarkSetAnew => &[],
            Self::LeftOver { files } => files,
        }
    }
}

/// A cause for lines that only tell of repairs.
pub fn recovery() -> Cause {
    Cause::named(CAUSE)
}

impl fmt::Display for Recovery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TailSetAside { file, bytes, .. } => {
                write!(f, "an unfinished line of {bytes} bytes, never acknowledged, was set aside in {file}")
            }
            Self::MarkSetAnew => f.write_str("the high-water mark was missing, damaged or set back, and was set to the end of the log"),
            Self::LeftOver { files } => match &files[..] {
                [file] => write!(f, "the file {file} belongs to no line"),
                files => {
                    write!(f, "{} files belong to no line, {} the first of them", files.len(), files.first().map_or("", String::as_str))
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::line::tests::sample;

    #[test]
    fn a_repair_is_an_event_of_a_line_of_its_own() {
        let repairs = [
            Recovery::TailSetAside { file: "log/000001.torn-000003-1".into(), bytes: 9, sha256: Digest::of(b"{\"v\":1,\"s") },
            Recovery::MarkSetAnew,
            Recovery::LeftOver { files: vec!["boards/0003.txt".into()] },
        ];
        let events: Vec<Json> = repairs.iter().map(|repair| repair.event().unwrap()).collect();
        assert_eq!(events[1].as_str(), r#"{"event":"mark.set-anew"}"#);
        let entry = Entry { cause: recovery(), events, ..sample("") };
        assert_eq!(Recovery::of(&entry).collect::<Vec<_>>(), repairs);
        assert_eq!(Recovery::of(&Entry { cause: Cause::named("clock"), ..entry }).count(), 0);
    }
}
