//! `custodian keys`: the keys with which the house signs where its games stand.

use super::{Failure, Outcome, say};
use crate::archive::Keyring;
use crate::config::Config;
use crate::daemon::{known_keyring, rotate};
use std::process::ExitCode;

/// Shows the keys with which this house signs checkpoints, for the players to note
///
/// At each turn's end the daemon signs where the game's log stands: `checkpoints/000120.txt` and `.sig` in the game's folder. Whoever knows the key
/// can hold the house to it, with nothing but OpenSSH:
///
///   ssh-keygen -Y verify -f allowed-signers.txt -I custodian -n custodian-checkpoint -s 000120.sig < 000120.txt
///
/// What is printed is that file of allowed signers. It is in every game's folder and export as well; the copy that counts is the one you noted.
///
/// Examples:
///   custodian keys
///   custodian keys rotate      a new key, for which the old one gives its word; the daemon signs with it from its next start
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Keys {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Makes a new key, signed by the old one, whose private file (keys/N in the archive) may then be taken away
    Rotate,
}

const NONE_YET: &str = "there is no key yet: the first start of `custodian run` makes it";

impl Keys {
    pub(super) fn run(&self, config: &Config) -> Outcome {
        let keyring: Keyring = match &self.command {
            // The daemon makes the first one, under its lock on the archive.
            None => known_keyring(&config.archive)?.ok_or_else(|| Failure::new(NONE_YET))?,
            Some(Command::Rotate) if known_keyring(&config.archive)?.is_none() => return Err(Failure::new(NONE_YET)),
            Some(Command::Rotate) => rotate(&config.archive)?,
        };
        for (number, key) in (1..).zip(&keyring.signers.0) {
            let followed = if number == 1 { "" } else { ", by the word of the key before it" };
            say!("# key {number}: {key}{followed}");
        }
        say!("{}", keyring.signers.file().trim_end());
        Ok::<_, Failure>(ExitCode::SUCCESS)
    }
}
