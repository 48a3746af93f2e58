//! Mail as data: reading the bytes of a letter, and composing the bytes of a mail.
//!
//! Invariant: pure. [`read`] never panics and never refuses: what is wrong with a letter is listed in [`Letter::defects`], and whatever could be read
//! is there. [`compose`] gives the same bytes for the same mail.
//! Not here: sockets and folders (`wire`), what the lines mean (`adjudicator`).

mod attribution;
mod authentication;
mod body;
mod bounce;
mod cleanup;
mod compose;
mod defect;
mod flowed;
mod head;
mod html;
#[expect(clippy::module_inception, reason = "the room is named after what it knows")]
mod letter;
mod line;
mod mail;
mod message_id;
mod mime;
mod own;
mod pattern;
mod read;
mod robot;
mod token;
mod unquote;
mod written;

pub mod templates;
pub mod views;

pub use crate::address::{Address, AddressError, Correspondent};
pub use authentication::{Authentication, Verdict};
pub use bounce::{Action, Bounce};
pub use compose::compose;
pub(crate) use compose::in_envelope;
pub use defect::Defect;
pub use letter::Letter;
pub use line::Line;
pub use mail::{Html, Image, Kind, List, Mail};
pub use own::Own;
pub use pattern::AddressPattern;
pub use read::{MAX_LETTER, read, read_head};
pub use robot::Robot;
pub use token::{Token, TokenError};
pub use written::{Written, footer_of, latest_hour, message_id_of, written};
