//! The terms that every family of sentences uses: men, players, squares, numbers and conditions, one file a sort.

mod condition;
mod men;
mod number;
mod player;
mod point;
mod squares;

pub use condition::condition;
pub use men::class;
pub use number::number;
pub use player::player;
pub use point::point;
pub use squares::squares;
