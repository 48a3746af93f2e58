//! The program as a shell runs it, in a folder of its own, and what it says there.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder in which the program is run, with nothing in it.
pub struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_custodian"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs to the end with that on standard input.
    pub fn feed(&self, arguments: &[&str], input: &str) -> Said {
        let mut child = self.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        // A program that stops before it has read everything closes the pipe.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Said::of(&child.wait_with_output().unwrap())
    }

    pub fn run(&self, arguments: &[&str]) -> Said {
        Said::of(&self.command(arguments).output().unwrap())
    }

    /// A letter by hand, and whatever follows from it.
    pub fn letter(&self, from: &str, body: &str) {
        let number = std::fs::read_dir(self.path("spool/in/cur")).map_or(0, Iterator::count);
        let letter = format!("From: {from}\nTo: custodian@localhost\nMessage-ID: <{number}.{from}>\nSubject: hello\n\n{body}\n");
        self.feed(&["deliver"], &letter).succeeds();
        self.run(&["run", "--once"]).succeeds();
    }

    /// The mails sent so far, oldest first.
    pub fn mails(&self) -> Vec<String> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(self.path("spool/out/new")).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.iter().map(|file| String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned()).collect()
    }
}

/// What a run came to.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub error: String,
}

impl Said {
    fn of(output: &Output) -> Said {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Said { code: output.status.code(), out: text(&output.stdout), error: text(&output.stderr) }
    }

    pub fn succeeds(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.out
    }

    /// It exits with the code, and its complaint holds the words.
    pub fn fails(self, code: i32, words: &str) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.error.contains(words), "{words:?} is not in {self:?}");
    }
}
