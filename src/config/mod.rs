//! What the operator settles in `custodian.toml`: which doors letters use, who the robot is, where the archive lies.
//!
//! Invariant: every key has a default that plays with nothing installed, stands in `config.example.toml`, and is read in `sections`.
//! Secrets are named here (a file, an environment variable) and read only by the commands that log in.

mod problem;
mod reader;
mod secret;
mod sections;
#[cfg(test)]
mod tests;

pub use problem::{ConfigProblem, ConfigProblems, Place};
pub use secret::{Secret, SecretProblem, SecretSource};

use crate::adjudicator::SenderPolicy;
use crate::letter::{Address, AddressPattern};
use std::path::{Path, PathBuf};

/// The file that is read when no other is named, in the present folder.
pub const FILE_NAME: &str = "custodian.toml";

/// Everything the operator settles. Paths are ready for use: those in the file are relative to the file's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The folder of the games.
    pub archive: PathBuf,
    /// A folder whose files stand in for the built-in letter texts of the same name.
    pub templates: Option<PathBuf>,
    pub spool: Spool,
    /// Letters are fetched here too, when given.
    pub imap: Option<Imap>,
    /// Letters leave here, when given; else they are laid into the spool's `out/`.
    pub smtp: Option<Smtp>,
    pub robot: Robot,
    pub games: Games,
    pub dice: Dice,
    pub limits: Limits,
    pub log: Log,
    pub master: Master,
}

/// The door that needs nothing installed: a Maildir `in/` and, without `[smtp]`, a Maildir `out/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spool {
    pub folder: PathBuf,
    /// A letter that passed through no mail server (it has no `Received:` line) was laid there by hand: believe its `From:` line.
    pub believe_local: bool,
}

impl Spool {
    /// The Maildir of letters to the robot.
    pub fn inbox(&self) -> PathBuf {
        self.folder.join("in")
    }

    /// The Maildir of the robot's mails.
    pub fn outbox(&self) -> PathBuf {
        self.folder.join("out")
    }
}

/// A mailbox to fetch letters from, over TLS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imap {
    pub host: String,
    pub port: u16,
    pub user: String,
    pub password: SecretSource,
    pub mailbox: String,
    /// PEM certificates to trust instead of the system's.
    pub ca_file: Option<PathBuf>,
    /// Wait for new letters with IDLE where the server offers it.
    pub idle: bool,
    /// The longest time between two looks into the mailbox.
    pub poll_seconds: u32,
    pub after: After,
}

/// What becomes of a letter in the mailbox once its step is durable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum After {
    Leave,
    /// Flagged `\Seen`.
    Seen,
    /// Moved to this folder.
    Move(String),
}

/// A server that takes letters for delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smtp {
    pub host: String,
    pub port: u16,
    pub security: Security,
    /// Without it nobody logs in (a relay that knows this machine).
    pub login: Option<Login>,
    pub ca_file: Option<PathBuf>,
    /// Envelope sender and `From:` address; the robot's own address when not given.
    pub from: Address,
}

/// How the connection becomes secret; there is no way without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// Plain at first, then TLS before anything else is said (RFC 3207); a server that offers none gets nothing.
    StartTls,
    /// TLS from the first byte (RFC 8314).
    Tls,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    pub user: String,
    pub password: SecretSource,
}

/// Who the robot is in the mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Robot {
    pub address: Address,
    pub name: String,
    /// The mail server delivers `name+anything@domain` to `name@domain`: reply tokens may go into `Reply-To:`.
    pub plus_addressing: bool,
    /// The name the operator's own mail server signs its `Authentication-Results:` with (RFC 8601); none: such headers are not believed.
    pub authserv_id: Option<String>,
    /// What proves that a letter comes from the player whose address it bears.
    pub senders: SenderPolicy,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// Who, besides the master, may start games by mail (`NEW`).
    pub new_from: Vec<AddressPattern>,
    /// Minutes between a complete set of orders and its execution; 0 executes at once.
    pub undo_minutes: u32,
}

/// Where beacons come from, for games that roll by them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    /// Addresses of relays of drand, asked in turn; without one, beacons come by mail.
    pub relays: Vec<String>,
    /// Minutes from the orders to the round that they are rolled by, in games whose founder names no time.
    pub lead_minutes: u32,
    /// PEM certificates to trust instead of the system's.
    pub ca_file: Option<PathBuf>,
}

/// What one correspondent may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes; a longer letter is answered unread.
    pub letter_bytes: u64,
    pub letters_per_hour: u32,
    pub replies_per_hour: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    pub format: LogFormat,
    pub level: LogLevel,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Human,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// The person who looks after the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Master {
    pub address: Address,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            archive: PathBuf::from("archive"),
            templates: None,
            spool: Spool { folder: PathBuf::from("spool"), believe_local: true },
            imap: None,
            smtp: None,
            robot: Robot {
                address: default_address("custodian@localhost"),
                name: "Custodian".into(),
                plus_addressing: false,
                authserv_id: None,
                senders: SenderPolicy::TokenOrDmarc,
            },
            games: Games { new_from: Vec::new(), undo_minutes: 10 },
            dice: Dice { relays: Vec::new(), lead_minutes: 60, ca_file: None },
            limits: Limits { letter_bytes: 2_000_000, letters_per_hour: 60, replies_per_hour: 30 },
            log: Log { format: LogFormat::Human, level: LogLevel::Info },
            master: Master { address: default_address("master@localhost") },
        }
    }
}

fn default_address(text: &str) -> Address {
    Address::parse(text).expect("the default addresses are sound")
}

impl Config {
    /// What `text` settles, over the defaults; `file` names the place of problems and the folder that its paths start from.
    pub fn read(text: &str, file: &Path) -> Result<Config, ConfigProblems> {
        sections::config(text, file)
    }

    /// The config of `file`; without one that of [`FILE_NAME`] in the present folder; without that the defaults.
    pub fn load(file: Option<&Path>) -> Result<Config, ConfigProblems> {
        let path = file.unwrap_or(Path::new(FILE_NAME));
        match std::fs::read(path) {
            Ok(bytes) => Config::read(&text_of(path, bytes)?, path),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && file.is_none() => Ok(Config::default()),
            Err(error) => Err(ConfigProblems::unreadable(path, &error)),
        }
    }

    /// The texts in the templates folder, by file name: the overrides of `letter::templates`.
    pub fn template_overrides(&self) -> Result<Vec<(String, String)>, ConfigProblems> {
        let Some(folder) = &self.templates else { return Ok(Vec::new()) };
        let unreadable = |path: &Path, error: &std::io::Error| ConfigProblems::unreadable(path, error);
        let mut overrides = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
            let path = entry.map_err(|error| unreadable(folder, &error))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // Editors leave backups and hidden files beside what they edit.
            if name.starts_with('.') || !(name.ends_with(".txt") || name.ends_with(".html")) {
                continue;
            }
            let bytes = std::fs::read(&path).map_err(|error| unreadable(&path, &error))?;
            overrides.push((name, text_of(&path, bytes)?));
        }
        overrides.sort();
        Ok(overrides)
    }
}

fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String, ConfigProblems> {
    String::from_utf8(bytes).map_err(|error| ConfigProblems::no_text(path, &error))
}
