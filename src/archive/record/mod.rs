//! The written form of events and positions: JSON that outlives the types it was written from.
//!
//! Invariant: the only room that knows how domain values are written; integers, strings, booleans, arrays and objects, no floats.
//! A reader for every version ever written; the present one is [`VERSION`].

mod desk;
mod dice;
mod draft;
mod effect;
mod ending;
mod entity;
mod event;
mod founding;
mod kept;
mod position;
mod procedure;
mod verdict;

pub use desk::{DeskEvent, Unread};
pub use dice::beacon_file;
pub use entity::{read_news, write_news};
pub use event::{read_event, write_event};
pub use founding::{log_name, read_founding, write_founding};
pub use position::{read_universe, universes, write_position};

use super::{Delivery, Json, Recovery};
use crate::game::Event;
use crate::rule::Vocabulary;

/// The version of the written form, in `game.toml` as `format`.
pub const VERSION: u32 = 1;

/// The words of a game, asked for where something is read that is written in them.
pub type Words<'w> = &'w dyn Fn() -> Vocabulary;

/// A record that cannot be read back; `what` says where in it and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct RecordProblem {
    pub what: String,
}

impl RecordProblem {
    fn new(what: impl Into<String>) -> RecordProblem {
        RecordProblem { what: what.into() }
    }
}

/// Any event that a line may hold.
#[derive(Clone, Debug)]
pub enum Recorded {
    /// It changes the game.
    Game(Event),
    /// It tells of the letter.
    Desk(DeskEvent),
    /// It tells of a mail.
    Delivery(Delivery),
    /// It tells of a repair.
    Recovery(Recovery),
}

/// Reads any event of a line; the words of its game are asked for where the event is one of the game.
pub fn read_recorded(event: &Json, words: Words<'_>) -> Result<Recorded, RecordProblem> {
    if let Ok(desk) = event.read() {
        return Ok(Recorded::Desk(desk));
    }
    if let Ok(delivery) = event.read() {
        return Ok(Recorded::Delivery(delivery));
    }
    if let Ok(recovery) = event.read() {
        return Ok(Recorded::Recovery(recovery));
    }
    let value = event.read().map_err(|problem| RecordProblem::new(format!("event: {problem}")))?;
    read_event(&value, words).map(Recorded::Game)
}
