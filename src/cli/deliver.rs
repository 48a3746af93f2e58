//! `custodian deliver`: a letter from standard input into the spool, as a mail server's pipe delivers it.

use super::{Failure, Outcome};
use crate::config::Config;
use crate::wire::spool;
use std::io::Read;
use std::process::ExitCode;

/// The exit code that makes a mail server try again later (sysexits.h, EX_TEMPFAIL).
const TRY_AGAIN: u8 = 75;

/// More than any mail server hands on; the daemon answers far smaller letters unread.
const MOST_BYTES: u64 = 100 << 20;

/// Takes one letter from standard input and lays it into the spool
///
/// The running daemon reads it within a second. Let a mail server pipe the robot's mail into this, or write letters by hand.
/// Exit code 0: the letter is safely on disk; 75: try again later (mail servers do).
///
/// Examples:
///   custodian deliver < letter.eml
///   "|/usr/local/bin/custodian deliver --config /etc/custodian.toml"      in /etc/aliases
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Deliver {}

impl Deliver {
    pub(super) fn run(&self, config: &Config) -> Outcome {
        self.lay(config).map_err(Failure::temporary)
    }

    fn lay(&self, config: &Config) -> Outcome {
        let mut letter = Vec::new();
        std::io::stdin().take(MOST_BYTES + 1).read_to_end(&mut letter)?;
        if letter.len() as u64 > MOST_BYTES {
            return Err(Failure::new(format!("a letter of more than {MOST_BYTES} bytes is not taken")));
        }
        if letter.is_empty() {
            return Err(Failure::new("standard input is empty: custodian deliver < letter.eml"));
        }
        spool::deliver(&config.spool.inbox(), &letter)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Failure {
    pub(super) fn temporary(self) -> Failure {
        Failure { code: TRY_AGAIN, ..self }
    }
}
