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

/// What a man is marked as, on its square.
pub const TAG: Rgb = Rgb::short(0x808);
pub const TAG_LETTER: Rgb = Rgb::short(0xfff);

/// The tints of squares that have names, in the order of the names; after the last comes the first.
const PLACES: [Rgb; 6] = [Rgb::short(0x39c), Rgb::short(0xe73), Rgb::short(0xa5c), Rgb::short(0xdb0), Rgb::short(0x4a6), Rgb::short(0xe58)];

/// The tint of a place with a name.
pub fn place(at: usize) -> Rgb {
    PLACES[at % PLACES.len()]
}

/// The ground of a square: where it has a name, tinted, so that light and dark are still told apart.
pub fn ground(square: &Square) -> Rgb {
    let plain = bare(square);
    match square.named.first() {
        Some(&at) => mixed(plain, place(at)),
        None => plain,
    }
}

/// Half of the one and half of the other, in the short form of colours.
fn mixed(one: Rgb, other: Rgb) -> Rgb {
    let half = |one: u8, other: u8| ((u16::from(one) + u16::from(other)) / 2 / 17) as u8 * 17;
    Rgb(half(one.0, other.0), half(one.1, other.1), half(one.2, other.2))
}

fn bare(square: &Square) -> Rgb {
    match (square.shade, square.trodden) {
        (Shade::Light, false) => Rgb::short(0xedb),
        (Shade::Dark, false) => Rgb::short(0xb97),
        (Shade::Light, true) => Rgb::short(0xcd9),
        (Shade::Dark, true) => Rgb::short(0x9a6),
    }
}
