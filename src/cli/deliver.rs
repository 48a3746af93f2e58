//! `custodian deliver`: a letter from standard input into the spool, as a mail server's pipe delivers it.

use super::{Failure, Outcome};
use crate::config::Config;

/// The exit code that makes a mail server try again later (sysexits.h, EX_TEMPFAIL).
const TRY_AGAIN: u8 = 75;

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

impl Failure {
    pub(super) fn temporary(self) -> Failure {
        Failure { code: TRY_AGAIN, ..self }
    }
}
