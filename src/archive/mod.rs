//! The record of a game: lines that a chain of digests holds together, the files beside them, and what a crash may have left. Bytes in, values out.
//!
//! A step becomes an [`Entry`]; [`Chain::write`] gives it its place and its digest, [`Chain::read`] is the only way back. A [`Survey`] judges a log as
//! it is found on disk, an [`Outbox`] says which mails are still to be sent, a [`Report`] is what `verify` prints.
//!
//! Invariant: no byte of a line can change unseen; what was acknowledged is never cut off.
//! Not here: disks (`store`), what an event means (`game`).

mod digest;
mod json;
mod name;
mod blob;
mod line;
mod chain;
mod signer;
pub mod checkpoint;
mod heads;
pub mod high_water;
mod outbox;
pub mod record;
mod recover;
mod recovery;
mod verify;

pub use blob::{BLOB_FOLDERS, Blob, BlobName, NotABlob};
pub use chain::{Chain, Head};
pub use checkpoint::{Attested, Checkpoint, Keyring, Known};
pub use digest::{Digest, NotADigest};
pub use heads::{Claim, FOOTER_DIGITS, Heads, Witness};
pub use high_water::HighWater;
pub use json::{Json, NotArchivable};
pub use line::{Cause, Entry, FORMAT, LINE_LIMIT, Line, LineProblem, Outgoing};
pub use name::{BadName, GameName, LOBBY, LogName, NAME_LIMIT};
pub use outbox::{Delivery, Outbox, Promise, sent};
pub use recover::{Break, Condition, Reason, Survey, Tail};
pub use recovery::{FILES_NAMED, Recovery, recovery};
pub use signer::{CHECKPOINTS, NotAKey, PRINCIPAL, PublicPart, Signer, Signers};
pub use verify::{Outcome, Report, lost_line};
