//! `custodian show`: the boards of a game after any turn, in any form.

use std::path::PathBuf;

/// Draws the boards of a game as they were after a turn
///
/// Examples:
///   custodian show zaphod                              now, as text
///   custodian show zaphod --turn 7 --format html > turn7.html
///   custodian show zaphod --format png --into pictures/    one file a board
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Show {
    /// A game's folder, or its name in the archive
    game: String,
    /// After this turn [default: now]
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Only the board of this universe; needed for svg and png on standard output when there are several
    #[arg(long, value_name = "NUMBER")]
    universe: Option<u16>,
    /// Write a file a board into this folder instead of standard output
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Html,
    Svg,
    Png,
    /// Men, cells, rules and who is next, for programs
    Json,
}
