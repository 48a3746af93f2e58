//! How men move, as data: patterns of steps and leaps, their bracket notation, and the walks they make on a board.
//!
//! `Pattern -> Spokes -> Gait` (walks from every cell, along `Tracks`) `-> Reach` (the same read backwards)
//!
//! Not here: which kind moves by which pattern, and why (`rule`, `law`).

pub mod betza;
mod gait;
mod pattern;
mod reach;
mod spoke;
mod track;

pub use gait::{Gait, MAX_RAYS, Ray, Shapes, TooManyWays};
pub use pattern::{Bend, Edges, Hurdle, Leg, Line, MAX_LEGS, Pattern, UNLIMITED, Use};
pub use reach::{Reach, Sight};
pub use spoke::{Spoke, Termed, spokes};
pub use track::{MAX_BENT, Tracks};
