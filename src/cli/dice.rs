//! `custodian dice`: what anybody can check of the dice, with no network.

mod check;

use super::{Failure, say, table};
use crate::adjudicator::fold;
use crate::archive::{Line, Outcome};
use crate::config::Config;
use crate::dice::Roll;
use crate::game::Event;
use std::process::ExitCode;

/// Checks a beacon, or derives the rolls of a game again
///
/// Examples:
///   custodian dice verify zaphod
///   custodian dice check 1000 b44679b9a59af2ec... --game Zaphod --roll 5.2.1
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Dice {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Verify(Verify),
    Check(check::Check),
}

/// Derives every roll of a game again from the links that its randomizer revealed; needs no network
///
/// Each link must be the one whose SHA-256 is the link before it, the first one that of the commitment in game.toml; each roll's digits must be
/// those of its link, its game and its name. The last line is `OK zaphod 12 rolls of 5 links`.
/// Exit code 0: all is well; 1: a roll or a link is not genuine, or the log cannot be read.
///
/// Examples:
///   custodian dice verify zaphod
///   custodian dice verify archive/zaphod --json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
struct Verify {
    /// A game's folder, or its name in the archive
    game: String,
    /// A JSON object: {"game":"zaphod","links":5,"rolls":[{"line":17,"roll":"5.2.1","link":3,"digits":"4","outcome":4,"of":6,
    /// "purpose":"rule w3","fell":"e4"}]}; outcomes are counted from 1
    #[arg(long)]
    json: bool,
}

impl Dice {
    pub(super) fn run(&self, config: impl FnOnce() -> Result<Config, Failure>) -> super::Outcome {
        match &self.command {
            Command::Verify(command) => command.run(config),
            Command::Check(command) => command.run(),
        }
    }
}

/// A roll and the line of the log that tells it.
type Told = (u64, Roll);

impl Verify {
    fn run(&self, config: impl FnOnce() -> Result<Config, Failure>) -> super::Outcome {
        let folder = table::folder(&self.game, config)?;
        let mut game = super::verify::founded(&folder.settings()?).map_err(Failure::new)?;
        let (mut links, mut rolls): (u32, Vec<Told>) = (0, Vec::new());
        let mut line = |line: &Line| {
            // Folding refuses a link or a roll that is not genuine.
            let events = fold(&mut game, line).map_err(|problem| problem.to_string())?;
            for event in events {
                match event {
                    Event::Revealed { .. } => links += 1,
                    Event::Rolled(roll) => rolls.push((line.seq, roll)),
                    _ => {}
                }
            }
            Ok(())
        };
        let report = folder.verify(None, &mut line, &mut |_, _| {})?;
        // Letters and boards may be withheld; the rolls stand in the log.
        if matches!(report.outcome(), Outcome::Broken | Outcome::ReplayDiffers) {
            return Err(Failure::new(report));
        }
        if self.json {
            let rolls: Vec<_> = rolls.iter().map(written).collect();
            say!("{}", serde_json::json!({ "game": report.name, "links": links, "rolls": rolls }));
        } else {
            for (line, Roll { id, link, weights, digits, outcome, purpose, fell }) in &rolls {
                let (number, of) = (outcome + 1, weights.len());
                say!("line {line}, roll {id} of link {link}, for {purpose}: digits {digits}, outcome {number} of {of}: {fell}");
            }
            let plural = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
            say!("OK {} {} of {}", report.name, plural(rolls.len(), "roll"), plural(links as usize, "link"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn written((line, roll): &Told) -> serde_json::Value {
    let Roll { id, link, weights, digits, outcome, purpose, fell } = roll;
    serde_json::json!({
        "line": line, "roll": id, "link": link, "digits": digits, "outcome": outcome + 1, "of": weights.len(), "purpose": purpose, "fell": fell,
    })
}
