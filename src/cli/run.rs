//! `custodian run`: the daemon.

use super::{Outcome, logging, opening};
use crate::config::Config;
use crate::daemon;
use std::process::ExitCode;

/// Reads letters as they come, plays them, and mails the boards
///
/// Letters come from the spool and, where the config has [imap], from the mailbox; mails leave by [smtp] or into the spool's out/.
/// SIGTERM or Ctrl-C stops it within a second, between two letters. One line on stderr tells of every step.
///
/// Examples:
///   custodian run
///   custodian run --config /etc/custodian.toml
///   custodian run --once          all letters that wait now, then stop (for cron and scripts)
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Run {
    /// Stop when no letter waits and nothing is left to send
    #[arg(long)]
    once: bool,
}

impl Run {
    pub(super) fn run(&self, config: &Config) -> Outcome {
        logging::start(&config.log);
        let mut running = opening::daemon(config)?;
        let mut doors = opening::doors(config)?;
        let mut sender = opening::sender(config)?;
        let mut fetcher = opening::fetcher(config)?;
        if self.once {
            daemon::once(&mut running, &mut doors, &mut sender, fetcher.as_mut())?;
        } else {
            daemon::run(&mut running, doors, sender, fetcher)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
