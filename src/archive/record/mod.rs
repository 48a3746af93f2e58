//! The written form of events and positions: JSON that outlives the types it was written from.
//!
//! Invariant: the only room that knows how domain values are written; integers, strings, booleans, arrays and objects, no floats.
//! A reader for every version ever written; the present one is [`VERSION`].

mod effect;
mod event;
mod founding;
mod position;

pub use event::{read_event, write_event};
pub use founding::{read_founding, write_founding};
pub use position::{read_position, write_position};

/// The version of the written form, in every line as `v`.
pub const VERSION: u32 = 1;

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
