//! `custodian dice`: what anybody can check of the dice, with no network.

mod check;

use super::{Failure, say, table};
use crate::adjudicator::{Reached, fold_on};
use crate::archive::{Line, Outcome};
use crate::config::Config;
use crate::dice::{Roll, Source};
use crate::game::Event;
use crate::game::event::Ruler;
use crate::game::mar::{Awaited, waited_for};
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

/// Derives every roll of a game again from what its randomizer revealed; needs no network
///
/// Each link must be the one whose SHA-256 is the link before it, the first one that of the commitment in game.toml; each beacon must bear the
/// signature of the round that was pinned; each roll's digits must be those of its source, its game and its name. The last line is
/// `OK zaphod 12 rolls of 5 links`, or of rounds, or of digits that were read off.
/// Exit code 0: all is well; 1: a roll or a source is not genuine, or the log cannot be read.
///
/// Examples:
///   custodian dice verify zaphod
///   custodian dice verify archive/zaphod --json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
struct Verify {
    /// A game's folder, or its name in the archive
    game: String,
    /// A JSON object: {"game":"zaphod","links":5,"rounds":0,"readings":0,"rolls":[{"line":17,"roll":"5.2.1","source":"link 3","digits":"4",
    /// "outcome":4,"of":6,"purpose":"rule w3","fell":"e4"}],"voided":[[23,"roll 1.1.1 was pinned to ..."]]}; outcomes are counted from 1
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
        let mut reached = Reached::default();
        let mut rolls: Vec<Told> = Vec::new();
        let mut laid_open: Vec<Told> = Vec::new();
        let mut voided: Vec<(u64, String)> = Vec::new();
        let mut line = |line: &Line| {
            // Folding refuses a link, a beacon or a roll that is not genuine.
            let pinned = game.awaited.clone();
            let events = fold_on(&mut game, &mut reached, line).map_err(|problem| problem.to_string())?;
            let settled = events.iter().any(|event| matches!(event, Event::Rolled(_) | Event::Unpinned { .. }));
            for event in &events {
                if let (Event::Over { .. }, Some(awaited)) = (event, pinned.as_ref().filter(|_| !settled)) {
                    let pin = (&awaited.pin.roll, waited_for(awaited));
                    voided.push((line.seq, format!("roll {} was pinned to {}, and the game was over before it was made", pin.0, pin.1)));
                }
                if let (Event::Unpinned { by, why }, Some(awaited)) = (event, &pinned) {
                    let pin = (&awaited.pin.roll, waited_for(&Awaited::of(awaited.pin.clone())));
                    let who = match by {
                        Ruler::Master => "the master ruled that void",
                        Ruler::Players => "the players agreed that it was void",
                    };
                    voided.push((line.seq, format!("roll {} was pinned to {}, and {who}: {why}", pin.0, pin.1)));
                }
            }
            for event in events {
                match event {
                    Event::Rolled(roll) => rolls.push((line.seq, roll)),
                    Event::Asked(asked) => laid_open.extend(asked.rolls.into_iter().map(|roll| (line.seq, roll))),
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
        // What was laid open with a question and never carried out was seen all the same.
        laid_open.retain(|(_, roll)| rolls.iter().all(|(_, made)| made.id != roll.id));
        let sources = &game.dice.ledger.sources;
        let [links, rounds, readings] =
            ["link", "round", "reading"].map(|sort| sources.iter().filter(|source| sort_of(source) == sort).count());
        if self.json {
            let [rolls, laid_open] =
                [&rolls, &laid_open].map(|told| told.iter().map(|(line, roll)| written(*line, roll, sources)).collect::<Vec<_>>());
            say!(
                "{}",
                serde_json::json!({
                    "game": report.name, "links": links, "rounds": rounds, "readings": readings, "rolls": rolls, "voided": voided,
                    "laid-open": laid_open,
                })
            );
        } else {
            for (line, roll) in &rolls {
                let Roll { id, weights, digits, outcome, purpose, fell, .. } = roll;
                let (source, number, of) = (source_of(roll, sources), outcome + 1, weights.len());
                say!("line {line}, roll {id} of {source}, for {purpose}: digits {digits}, outcome {number} of {of}: {fell}");
            }
            for (line, roll) in &laid_open {
                let Roll { id, digits, purpose, fell, .. } = roll;
                say!(
                    "line {line}, roll {id} of {}, for {purpose}: digits {digits}, {fell}; laid open with a question, and never carried out",
                    source_of(roll, sources)
                );
            }
            for (line, what) in &voided {
                say!("line {line}, {what}");
            }
            let plural = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
            let used = [(links, "link"), (rounds, "round"), (readings, "reading")].into_iter().filter(|(count, _)| *count > 0);
            let used: Vec<String> = used.map(|(count, noun)| plural(count, noun)).collect();
            let used = if used.is_empty() { String::new() } else { format!(" of {}", used.join(", ")) };
            if let Some(awaited) = game.awaited.as_ref().filter(|_| !game.is_over()) {
                say!("roll {} is pinned to {}, and waits for it", awaited.roll(), waited_for(awaited));
            }
            say!("OK {} {}{used}", report.name, plural(rolls.len(), "roll"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn sort_of(source: &Source) -> &'static str {
    match source {
        Source::Link(_) => "link",
        Source::Beacon(_) => "round",
        Source::Digits(_) => "reading",
    }
}

/// `link 3`, `round 27946612`, `reading 2`: links and readings are counted among their own.
fn source_of(roll: &Roll, sources: &[Source]) -> String {
    let at = (roll.source as usize).saturating_sub(1);
    match sources.get(at) {
        Some(Source::Beacon(beacon)) => format!("round {}", beacon.round()),
        Some(source) => {
            let sort = sort_of(source);
            format!("{sort} {}", sources[..=at].iter().filter(|other| sort_of(other) == sort).count())
        }
        None => format!("source {}", roll.source),
    }
}

fn written(line: u64, roll: &Roll, sources: &[Source]) -> serde_json::Value {
    let Roll { id, weights, digits, outcome, purpose, fell, .. } = roll;
    serde_json::json!({
        "line": line, "roll": id, "source": source_of(roll, sources), "digits": digits, "outcome": outcome + 1, "of": weights.len(),
        "purpose": purpose, "fell": fell,
    })
}
