//! `custodian doctor`: looks at everything the daemon leans on, and says what to mend.

use super::{Outcome, say};
use crate::config::Config;
use std::path::Path;
use std::process::ExitCode;

mod archive;
mod clock;
mod dice;
mod games;
mod mail;

/// Checks config, templates, archive, games, clock, mailbox, sending and relays, and says what to mend
///
/// Nothing is changed and nothing is sent. Exit code 0: ready to run (there may be warnings); 1: something must be mended.
///
/// Examples:
///   custodian doctor
///   custodian doctor --send      also mails one test letter to the master
///   custodian doctor --json      one JSON object a line, for monitoring
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Doctor {
    /// Send one test letter to the master's address
    #[arg(long)]
    send: bool,
    /// One JSON object a line: {"check":"archive","verdict":"ok","finding":"..."}
    #[arg(long)]
    json: bool,
}

/// How one check went.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// What was found.
    Fine(String),
    /// It will run; this may surprise.
    Warning(String),
    /// It will not run before this is mended.
    Mend(String),
}

use Verdict::{Fine, Mend, Warning};

impl Doctor {
    pub(super) fn run(&self, file: Option<&Path>) -> Outcome {
        let mut ready = true;
        let mut tell = |check: &str, verdicts: Vec<Verdict>| {
            for verdict in verdicts {
                ready &= !matches!(verdict, Mend(_));
                self.tell(check, &verdict);
            }
        };
        let config = match Config::load(file) {
            Ok(config) => {
                tell("config", vec![Fine(whence(file))]);
                config
            }
            Err(problems) => {
                tell("config", problems.0.iter().map(|problem| Mend(problem.to_string())).collect());
                return Ok(ExitCode::FAILURE);
            }
        };
        tell("templates", vec![templates(&config)]);
        tell("archive", archive::check(&config.archive));
        tell("games", games::check(&config.archive));
        tell("clock", clock::check(&config.archive));
        tell("letters", mail::ways_in(&config));
        tell("senders", mail::proofs(&config));
        tell("mails", vec![mail::way_out(&config)]);
        tell("dice", dice::check(&config));
        if self.send {
            tell("test", vec![mail::test(&config)]);
        }
        Ok(if ready { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn tell(&self, check: &str, verdict: &Verdict) {
        let (word, finding) = match verdict {
            Fine(finding) => ("ok", finding),
            Warning(finding) => ("warning", finding),
            Mend(finding) => ("mend", finding),
        };
        if self.json {
            say!("{}", serde_json::json!({ "check": check, "verdict": word, "finding": finding }));
        } else {
            say!("{word:<8} {check:<10} {finding}");
        }
    }
}

fn whence(file: Option<&Path>) -> String {
    let usual = Path::new(crate::config::FILE_NAME);
    match file {
        Some(file) => format!("{} is sound", file.display()),
        None if usual.exists() => format!("{} is sound", usual.display()),
        None => format!("no {}: built-in settings, letters through the spool", usual.display()),
    }
}

fn templates(config: &Config) -> Verdict {
    let overrides = match config.template_overrides() {
        Ok(overrides) => overrides,
        Err(problems) => return Mend(problems.to_string()),
    };
    match (crate::letter::templates::Templates::load(&overrides), &config.templates) {
        (Ok(_), Some(folder)) => Fine(format!("{} of {} stand in for the built-in texts", overrides.len(), folder.display())),
        (Ok(_), None) => Fine("built-in texts".to_owned()),
        (Err(problem), folder) => Mend(format!("{}/{problem}", folder.as_deref().unwrap_or(Path::new("templates")).display())),
    }
}
