//! The canonical words for terms, such as the grammar reads them back to the same tree, one file a sort.
//!
//! What could be taken for a part of something else stands in brackets.

mod acts;
mod approach;
mod condition;
mod deeds;
mod endings;
mod events;
mod guard;
mod happening;
mod men;
mod number;
mod place;
mod sides;
mod worlds;

pub use acts::ban;
pub use approach::approach;
pub use condition::condition;
pub use deeds::deeds;
pub use endings::ending;
pub use events::{MOST, action, counter, done, duty, marked_as, price, region, trigger, wrapping};
pub use guard::guard;
pub use happening::time;
pub use men::{any_one, every_one, lenders, many, passed, player, prey};
pub use number::{in_digits, number};
pub use place::{placed, squares};
pub use sides::side;

/// Whether a verb is about one or several.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Count {
    One,
    Many,
}

impl Count {
    fn of(self, one: &str, many: &str) -> String {
        if self == Count::One { one.to_string() } else { many.to_string() }
    }
}
