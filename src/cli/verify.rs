//! `custodian verify`: proves that a game's log is whole and leads to the boards that were mailed.

/// Proves the chain of a game's log, every letter's fingerprint, and that a replay gives the same boards
///
/// Needs no network and no config when GAME is a folder. The last line is `OK zaphod 121 9f3c...`: name, steps, head of the
/// chain, which is also what the mails' footers say.
/// Exit code 0: all is well; 1: the chain is broken; 2: a replay gives something else; 3: letters or boards are missing.
///
/// Examples:
///   custodian verify zaphod
///   custodian verify archive/zaphod --deep    also decides every order again from the letters
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Verify {
    /// A game's folder, or its name in the archive
    game: String,
    /// Decide every order again from the letters as they came in
    #[arg(long)]
    deep: bool,
    /// A JSON object: {"verdict":"ok","game":"zaphod","seq":121,"head":"9f3c..."}
    #[arg(long)]
    json: bool,
}
