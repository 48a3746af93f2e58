//! `custodian check`: reads a rule as the daemon would, and says what it means or why it is refused.

use std::path::PathBuf;

/// Reads a rule from a file, and says what it means or what is wrong with it
///
/// Exit code 0: the rule is accepted, and printed as it would be restated in every mail; 1: it is refused, and every sentence
/// that is wrong is shown with its place, the reason and what would work.
///
/// Examples:
///   custodian check my-rule.txt
///   custodian check my-rule.txt --in zaphod      with the men, colours and universes of that game
///   echo 'RULE "Fast" Knights move like queens. END' | custodian check -
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Check {
    /// The rule's text, from RULE to END; `-` reads standard input
    #[arg(value_name = "RULEFILE")]
    rule: PathBuf,
    /// A game, by its folder or its name in the archive
    #[arg(long = "in", value_name = "GAME")]
    game: Option<String>,
    /// The law that the rule would change, where no game is named
    #[arg(long, default_value = "mar", conflicts_with = "game")]
    law: String,
    /// A JSON object: {"accepted":true,"canonical":"...","diagnostics":[...]}
    #[arg(long)]
    json: bool,
}
