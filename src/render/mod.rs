//! A board drawn: a scene of a position, as text, as an HTML table, as SVG and as PNG.
//!
//! Invariant: every drawing is made from a [`Scene`] alone, so what one shows the others show too.
//! Not here: which boards are drawn when, and the e-mail that carries them (`letter`).

mod glyph;
mod livery;
mod man;
mod paint;
mod palette;
mod scene;
mod sheet;
mod view;

pub mod html;
pub mod png;
pub mod svg;
pub mod text;

pub use livery::{Livery, Rgb, Tone};
pub use man::drawn;
pub use scene::{Figure, Hole, Reserve, Scene, Shade, Square, Tag};
pub use view::View;
