//! `custodian replay`: a game's log folded again, turn by turn.

/// Shows what was ordered, what happened and the board after, from the log alone
///
/// GAME is a game's folder or its name in the archive. Nothing is written and no daemon is needed.
///
/// Examples:
///   custodian replay zaphod              every turn
///   custodian replay zaphod --turn 7
///   custodian replay archive/zaphod --json    one JSON object a step
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Replay {
    /// A game's folder, or its name in the archive
    game: String,
    /// Only this turn
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// One JSON object a step
    #[arg(long)]
    json: bool,
}
