//! The program itself, as an operator runs it: the built binary in a folder of its own, and what it leaves there.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use custodian::archive::{BlobName, Digest, Line};
use custodian::store::Folder;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::mail_client::Mail;

/// Longest wait for the daemon to do something; far more than it needs on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// Between two looks.
const LOOK: Duration = Duration::from_millis(10);
/// What the daemon's standard error goes to.
const LOG: &str = "daemon.log";

/// A folder with a config (or none: the built-in settings), an archive and a spool.
pub struct House {
    folder: TempDir,
}

impl House {
    /// With the built-in settings.
    pub fn new() -> House {
        House { folder: tempfile::tempdir().unwrap() }
    }

    pub fn with_config(config: &str) -> House {
        let house = House::new();
        fs::write(house.path("custodian.toml"), config).unwrap();
        house
    }

    /// Another house in which everything has gone as in this one so far.
    pub fn copy(&self) -> House {
        let copy = House::new();
        copy_folder(self.folder.path(), copy.folder.path());
        copy
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_custodian"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    /// Runs a command that must succeed, and gives what it printed.
    pub fn run(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// `custodian deliver < letter`.
    pub fn deliver(&self, letter: &[u8]) {
        let output = fed(self.command(&["deliver"]), letter);
        assert!(output.status.success(), "{output:?}");
    }

    /// `custodian run --once`; gives what it logged.
    pub fn once(&self) -> String {
        let output = self.command(&["run", "--once"]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    /// Starts `custodian run`.
    pub fn start(&self) -> Running {
        let log = File::options().create(true).append(true).open(self.path(LOG)).unwrap();
        Running { child: self.command(&["run"]).stdout(Stdio::null()).stderr(log).spawn().unwrap() }
    }

    /// What the daemon has logged.
    pub fn log(&self) -> String {
        fs::read_to_string(self.path(LOG)).unwrap_or_default()
    }

    fn archived(&self, log: &str) -> Folder {
        Folder::open(&self.path("archive").join(log)).unwrap()
    }

    /// The lines of a log so far; none where it was not founded yet.
    pub fn lines(&self, log: &str) -> Vec<Line> {
        match Folder::open(&self.path("archive").join(log)) {
            Ok(folder) => folder.lines().unwrap().map(Result::unwrap).collect(),
            Err(_) => Vec::new(),
        }
    }

    /// Waits for a line of a log that is as asked for.
    pub fn await_line(&self, log: &str, asked: impl Fn(&Line) -> bool) -> Line {
        let found = wait_until(|| self.lines(log).into_iter().find(&asked));
        found.unwrap_or_else(|| panic!("{log} does not get the line; the daemon says:\n{}", self.log()))
    }

    /// The line that a letter caused, with the name of the log that has it.
    pub fn line_of(&self, letter: &[u8]) -> Option<(String, Line)> {
        let digest = Some(Digest::of(letter));
        let logs = fs::read_dir(self.path("archive")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut found = logs.flat_map(|log| self.lines(&log).into_iter().map(move |line| (log.clone(), line)));
        found.find(|(_, line)| line.entry.cause.letter_digest() == digest)
    }

    /// The bytes of a letter as the archive keeps them.
    pub fn letter_kept(&self, log: &str, letter: &[u8]) -> Option<Vec<u8>> {
        self.archived(log).blob(&BlobName::mail_in(Digest::of(letter))).unwrap()
    }

    /// The mails that a line promised, as their bytes lie in the archive.
    pub fn mails_of(&self, log: &str, line: &Line) -> Vec<Mail> {
        let folder = self.archived(log);
        line.entry.out.iter().map(|mail| Mail::read(&folder.blob(&line.entry.mail(mail)).unwrap().unwrap())).collect()
    }

    /// The mails in the spool's `out/`, in the order of their sending.
    pub fn sent(&self) -> Vec<Mail> {
        let Ok(folder) = fs::read_dir(self.path("spool/out/new")) else { return Vec::new() };
        let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.iter().map(|file| Mail::read(&fs::read(file).unwrap())).collect()
    }

    /// `custodian verify` says that the log is sound.
    pub fn verifies(&self, log: &str) {
        let report = self.run(&["verify", &format!("archive/{log}")]);
        assert!(report.lines().last().is_some_and(|line| line.starts_with(&format!("OK {log} "))), "{report}");
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.log());
        }
    }
}

/// A daemon, ended with the value.
pub struct Running {
    child: Child,
}

impl Running {
    /// SIGTERM; gives the time until it had ended, by itself and well.
    pub fn terminate(mut self) -> Duration {
        let begun = Instant::now();
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        let ended = wait_until(|| self.child.try_wait().unwrap()).expect("the daemon ends after SIGTERM");
        assert!(ended.success(), "{ended}");
        begun.elapsed()
    }

    /// SIGKILL, in the middle of whatever it does.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn runs(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // it may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a command with this on its standard input.
fn fed(mut command: Command, input: &[u8]) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// Looks again and again; none when patience ends.
pub fn wait_until<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    loop {
        let found = look();
        if found.is_some() || begun.elapsed() > PATIENCE {
            return found;
        }
        std::thread::sleep(LOOK);
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
