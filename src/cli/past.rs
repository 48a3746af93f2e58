//! A game read back from its folder: its lines, and the multiverse after any of them.

use super::{Failure, table};
use crate::adjudicator::replay_to;
use crate::archive::Line;
use crate::config::Config;
use crate::game::Event;
use crate::game::mar::{Multiverse, Stage};
use crate::store::Folder;
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

impl Step<'_> {
    /// The turn ended with this line, or the game did.
    pub(super) fn ends_turn(&self) -> bool {
        turn_of(self.after) != self.turn || self.events.iter().any(|event| matches!(event, Event::Over { .. }))
    }
}

impl Past {
    pub(super) fn open(game: &str, config: impl FnOnce() -> Result<Config, Failure>) -> Result<Past, Failure> {
        let folder = table::folder(game, config)?;
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
