//! A game read back from its folder: its lines, and the multiverse after any of them.

use super::{Failure, table};
use crate::adjudicator::{anybody, replay_to, without_secrets};
use crate::archive::record::DeskEvent;
use crate::archive::{Digest, Line};
use crate::config::Config;
use crate::game::Event;
use crate::game::mar::{Multiverse, Stage};
use crate::game::procedure::Procedure;
use crate::letter;
use crate::store::Folder;
use std::collections::BTreeSet;

use indicatif::{ProgressBar, ProgressStyle};

/// A log as it lies on disk, read without the daemon.
pub(super) struct Past {
    pub(super) folder: Folder,
    pub(super) lines: Vec<Line>,
    toml: String,
}

/// One line's place in the game: what happened in it, and what came of it.
pub(super) struct Step<'s> {
    pub(super) line: &'s Line,
    pub(super) events: &'s [Event],
    /// The turn it happened in; 0 before the game began.
    pub(super) turn: u32,
    pub(super) after: &'s Multiverse,
}

/// The letter that a line answers, as the others may read it.
pub(super) enum Words {
    /// What its writer wrote, without secrets.
    Told(Vec<String>),
    /// No letter, or it is not in this copy.
    Absent,
    /// It may tell orders that are not carried out yet.
    Held,
    /// The file in this copy is not the one that the line vouches for.
    Altered,
}

impl Step<'_> {
    pub(super) fn words(&self, past: &Past, held: &Held) -> Words {
        let Some(name) = self.line.entry.letter() else { return Words::Absent };
        let bytes = match past.folder.blob(&name) {
            Ok(Some(bytes)) => bytes,
            Ok(None) | Err(_) => return Words::Absent,
        };
        if name.digest() != Some(Digest::of(&bytes)) {
            return Words::Altered;
        }
        if held.letters.contains(&self.line.seq) {
            return Words::Held;
        }
        let lines = without_secrets(self.after, &letter::read(&bytes, &anybody()));
        Words::Told(lines.into_iter().filter(|line| !line.trim().is_empty()).collect())
    }

    /// The turn ended with this line, or the game did.
    pub(super) fn ends_turn(&self) -> bool {
        turn_of(self.after) != self.turn || self.events.iter().any(|event| matches!(event, Event::Over { .. }))
    }
}

impl Past {
    pub(super) fn open(game: &str, config: impl FnOnce() -> Result<Config, Failure>) -> Result<Past, Failure> {
        Past::of(table::folder(game, config)?)
    }

    pub(super) fn of(folder: Folder) -> Result<Past, Failure> {
        let toml = String::from_utf8(folder.settings()?).map_err(|_| Failure::new("game.toml is not text"))?;
        let lines = folder.lines()?.collect::<Result<Vec<_>, _>>()?;
        Ok(Past { folder, lines, toml })
    }

    /// Folds the log from its first line, and shows how far it is on a terminal.
    pub(super) fn walk(&self, seen: &mut dyn FnMut(&Step)) -> Result<Multiverse, Failure> {
        let bar = progress(self.lines.len() as u64);
        let mut turn = 0;
        let end = replay_to(&self.toml, &self.lines, None, &mut |line, events, after| {
            bar.suspend(|| seen(&Step { line, events, turn, after }));
            turn = turn_of(after);
            bar.inc(1);
        });
        bar.finish_and_clear();
        Ok(end?)
    }

    /// The game as it was when a turn had ended, or as it is now.
    pub(super) fn after(&self, turn: Option<u32>) -> Result<Multiverse, Failure> {
        let mut then = None;
        let now = self.walk(&mut |step| {
            if Some(step.turn) == turn && step.ends_turn() {
                then = Some(step.after.clone());
            }
        })?;
        match turn {
            None => Ok(now),
            Some(turn) if then.is_none() && turn != turn_of(&now) => Err(no_such_turn(turn, &now)),
            Some(_) => Ok(then.unwrap_or(now)),
        }
    }
}

/// What is known of a game that is being played and that the others may not know yet.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// Lines whose letters may tell orders that are not carried out: those of a player since the end of his last phase.
    pub(super) letters: BTreeSet<u64>,
    /// The first line that has such orders in its events.
    pub(super) orders: Option<u64>,
}

impl Past {
    pub(super) fn held(&self) -> Result<Held, Failure> {
        // By the address of whoever wrote it, with its line and whether orders are in its events.
        let mut waiting: Vec<(String, u64, bool)> = Vec::new();
        let mut mover = String::new();
        let end = self.walk(&mut |step| {
            let game = step.after;
            let address = |seat| game.player(seat).address.to_lowercase();
            let writer = step.line.entry.events.iter().find_map(|event| match event.read() {
                Ok(DeskEvent::Letter { from, .. }) => Some(from.to_lowercase()),
                _ => None,
            });
            if let Some(writer) = writer.filter(|writer| game.stage == Stage::Playing && game.seat_of(writer).is_some()) {
                waiting.push((writer, step.line.seq, step.events.iter().any(is_of_orders)));
            }
            let mut over = Vec::new();
            for event in step.events {
                if let Event::PhaseEnded { next } = event {
                    over.push(std::mem::take(&mut mover));
                    mover = next.map(|next| address(next.seat)).unwrap_or_default();
                }
            }
            // A game that goes back ends phases once more; what stands after it waits still.
            let ahead = game.timeline.ahead.keys().filter_map(|side| game.seat_of_side(*side));
            let stands: BTreeSet<String> = ahead.chain(game.draft.as_ref().map(|_| game.phase.seat)).map(address).collect();
            waiting.retain(|(writer, ..)| !over.contains(writer) || stands.contains(writer));
            mover = if game.stage == Stage::Playing { address(game.phase.seat) } else { String::new() };
        })?;
        // Orders that wait for dice are locked, and everybody has been mailed them.
        waiting.retain(|(writer, ..)| end.stage == Stage::Playing && (end.awaited.is_none() || *writer != mover));
        let orders = waiting.iter().filter(|(.., orders)| *orders).map(|(_, seq, _)| *seq).min();
        Ok(Held { letters: waiting.into_iter().map(|(_, seq, _)| seq).collect(), orders })
    }
}

/// It tells orders that are to be carried out later.
fn is_of_orders(event: &Event) -> bool {
    matches!(event, Event::Drafted { draft: Some(_) } | Event::Procedure(Procedure::SentAhead { .. }))
}

pub(super) fn no_such_turn(turn: u32, now: &Multiverse) -> Failure {
    Failure::new(match turn_of(now) {
        0 => format!("{} has not begun: there is no turn {turn}", now.name()),
        newest => format!("{} has turns 1 to {newest}: there is no turn {turn}", now.name()),
    })
}

/// The turn that a game is in; 0 before it began.
pub(super) fn turn_of(game: &Multiverse) -> u32 {
    match game.stage {
        Stage::Gathering => 0,
        Stage::Playing | Stage::Over(_) => game.phase.turn,
    }
}

/// A bar on a terminal, nothing elsewhere.
pub(super) fn progress(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent}% of the log, {eta} left").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}
