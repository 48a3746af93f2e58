//! The colours of boards, the same in every drawing: quiet ones, so that the tints of the armies speak.

use super::{Rgb, Shade, Square};

/// What lies around the board, and what is written on it.
pub const PAPER: Rgb = Rgb(250, 248, 243);
pub const INK: Rgb = Rgb(58, 50, 44);
/// Labels of files and ranks.
pub const LABEL: Rgb = Rgb(122, 108, 94);
/// The line around the squares.
pub const FRAME: Rgb = Rgb(84, 70, 58);
/// Where no man can stand or pass.
pub const HOLE: Rgb = Rgb::short(0x333);
/// The ways of the last moves.
pub const TRAIL: Rgb = Rgb::short(0x354);
/// A king in check, and the cross where a man was taken off.
pub const ALARM: Rgb = Rgb::short(0xc21);
/// The star of a real king.
pub const STAR: Rgb = Rgb::short(0xfc0);

/// The ground of a square.
pub fn ground(square: &Square) -> Rgb {
    match (square.shade, square.trodden) {
        (Shade::Light, false) => Rgb::short(0xedb),
        (Shade::Dark, false) => Rgb::short(0xb97),
        (Shade::Light, true) => Rgb::short(0xcd9),
        (Shade::Dark, true) => Rgb::short(0x9a6),
    }
}
