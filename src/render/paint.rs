//! The colours of boards, the same in every drawing: quiet ones, so that the tints of the armies speak.

use super::{Rgb, Shade, Square};

/// What lies around the board, and what is written on it.
pub const PAPER: Rgb = Rgb(250, 248, 243);
pub const INK: Rgb = Rgb(58, 50, 44);
/// Labels of files and ranks.
pub const LABEL: Rgb = Rgb(122, 108, 94);
/// The line around the squares.
pub const FRAME: Rgb = Rgb(84, 70, 58);
/// The ways of the last moves.
pub const TRAIL: Rgb = Rgb(52, 92, 64);
/// A king in check, and the cross where a man was taken off.
pub const ALARM: Rgb = Rgb(200, 36, 24);
/// The star of a real king.
pub const STAR: Rgb = Rgb(255, 196, 0);

/// The ground of a square.
pub fn ground(square: &Square) -> Rgb {
    match (square.shade, square.trodden) {
        (Shade::Light, false) => Rgb(240, 230, 212),
        (Shade::Dark, false) => Rgb(184, 161, 133),
        (Shade::Light, true) => Rgb(206, 220, 160),
        (Shade::Dark, true) => Rgb(160, 176, 108),
    }
}
