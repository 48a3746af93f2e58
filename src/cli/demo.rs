//! `custodian demo`: the newcomer's minute, a whole game by letters on this machine.

use std::path::PathBuf;

/// Plays a folder of letters through the daemon on a fresh spool, and shows every turn's board as it comes back
///
/// Without a folder it plays its own short game: joining, moves, a rule, a refused order, the capture of a king. Nothing leaves
/// this machine. It ends by saying where the mails and the archive are, and how to replay them.
///
/// Examples:
///   custodian demo
///   custodian demo my-letters/    every *.eml in it, in order of name
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Demo {
    /// A folder of letters (*.eml), played in order of name
    letters: Option<PathBuf>,
    /// Where spool and archive are made [default: a new folder in the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}
