//! `custodian report`: a game as one HTML page, for looking back without the program.

mod board;
mod page;
mod story;

use super::past::Past;
use super::{Failure, Outcome, say};
use crate::archive;
use crate::config::Config;
use std::path::PathBuf;
use std::process::ExitCode;
use story::Teller;

/// Writes a game as one HTML page that needs nothing else: boards turn by turn, rules, dice, letters
///
/// The page asks for nothing from anywhere and holds no e-mail address, no square that is still secret and no letter whose orders are not carried
/// out yet, so it may be given to anybody. It can be read on a phone and by keyboard, searched and printed. Exit code 1: it is written, and the
/// record that it shows is broken, which its foot tells.
///
/// Examples:
///   custodian report zaphod                         writes zaphod.html
///   custodian report zaphod-public.tar --into zaphod.html
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Report {
    /// A game's folder, its name in the archive, or an exported copy
    game: String,
    /// Where to write it [default: GAME.html in this folder]
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
}

impl Report {
    pub(super) fn run(&self, config: impl FnOnce() -> Result<Config, Failure>) -> Outcome {
        let past = Past::open(&self.game, config)?;
        let verified = past.folder.verify(None, &mut |_| Ok(()), &mut |_, _| {})?;
        let verdict = verified.to_string().lines().last().unwrap_or_default().to_owned();
        let mut teller = Teller::new(&past, past.held()?);
        let end = past.walk(&mut |step| teller.step(&past, step))?;
        let story = teller.ended(&past, &end, verdict.clone());
        let path = self.into.clone().unwrap_or_else(|| PathBuf::from(format!("{}.html", past.folder.name())));
        let html = page::written(&story).map_err(Failure::from)?;
        std::fs::write(&path, html).map_err(|error| Failure::new(format!("{} cannot be written: {error}", path.display())))?;
        say!("{}: {} phases, {} rules", path.display(), story.phases.len(), story.rules.len());
        if verified.outcome() == archive::Outcome::Broken {
            return Err(Failure::new(format!("the page says so in its foot: {verdict}")));
        }
        Ok(ExitCode::SUCCESS)
    }
}
