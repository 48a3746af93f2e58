//! Dice that nobody can bend (C3): every randomizer is a source of decimal digits that was pinned before anybody knew them.
//!
//! Not here: where a source comes from (a secret, a relay, a newspaper) and what a roll is for.

mod beacon;
mod chain;
mod cup;
mod digits;
mod falls;
mod method;
mod odds;
mod pin;
mod randomizer;
mod seal;
mod seeded;
mod source;
mod table;

pub use beacon::{Beacon, NETWORK, NotGenuine, Round, Signature};
pub use chain::{Chain, LENGTH, Link, NotALink};
pub use cup::{Cup, Drawn, Fresh, Ledger, Roll, Wanted, ending};
pub use digits::digits;
pub use falls::Falls;
pub use method::{LONGEST_LEAD, Market, Method, MethodProblem, SHORTEST_LEAD, TWO_DAYS, USUAL_LEAD, Volume};
pub use odds::Odds;
pub use pin::{Awaits, Pin, closing, first_date, trading_day};
pub use randomizer::{Randomizer, Told};
pub use seal::{Opened, seal};
pub use seeded::Seeded;
pub use source::Source;
pub use table::Table;
