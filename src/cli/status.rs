//! `custodian status`: what the archive holds and whether the daemon is alive.

/// Lists the games: turn, whose phase, since when; and whether a daemon runs
///
/// Examples:
///   custodian status
///   custodian status --json       one JSON object a game
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Status {
    /// One JSON object a game
    #[arg(long)]
    json: bool,
}
