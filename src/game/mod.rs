//! Games as their players know them: orders, the events they cause, and one folder for each procedure.
//!
//! Invariant: deciding never changes a state, applying never decides; events are all that a log has to keep.
//! Not here: letters and their senders (`letter`, `adjudicator`), how a man moves (`law`).

mod courtesy;
pub mod event;
pub mod founding;
pub mod mar;
pub mod traces;
pub mod order;
pub mod procedure;
pub mod reading;

pub use event::Event;
pub use founding::Founding;
