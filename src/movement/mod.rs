//! How men move, as data: patterns of steps and leaps, and their bracket notation.
//!
//! Not here: which kind moves by which pattern, and why (`rule`, `law`).

pub mod betza;
mod pattern;

pub use pattern::{Hurdle, Line, Pattern, UNLIMITED, Use};
