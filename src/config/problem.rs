//! What is wrong in a config file: where, why, and what would work.

use std::fmt;
use std::path::{Path, PathBuf};

/// A place in a text file; both numbers count from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

impl Place {
    /// The place of a byte offset in `text`.
    pub fn of(text: &str, offset: usize) -> Place {
        let before = &text[..text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

/// One thing wrong: `custodian.toml:12:3: [imap] has no key `prot`: did you mean `port`?`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigProblem {
    pub file: PathBuf,
    /// None: the file as a whole.
    pub place: Option<Place>,
    pub what: String,
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some(Place { line, column }) = self.place {
            write!(f, "{line}:{column}:")?;
        }
        write!(f, " {}", self.what)
    }
}

/// Everything wrong in a config file, in order of place; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigProblems(pub Vec<ConfigProblem>);

impl ConfigProblems {
    pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> ConfigProblems {
        ConfigProblems(vec![ConfigProblem { file: path.to_owned(), place: None, what: format!("cannot be read: {error}") }])
    }

    /// The first byte that is no UTF-8, as of a file that was saved in another encoding.
    pub(super) fn no_text(path: &Path, error: &std::string::FromUtf8Error) -> ConfigProblems {
        let sound = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..sound]);
        let what = format!("this is not UTF-8: here stands the byte 0x{:02x}; save the file as UTF-8", error.as_bytes()[sound]);
        ConfigProblems(vec![ConfigProblem { file: path.to_owned(), place: Some(Place::of(&before, before.len())), what }])
    }
}

impl fmt::Display for ConfigProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ConfigProblems {}
