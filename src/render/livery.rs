//! The colours an army is drawn in: the tint comes from its colour's name, light or dark from its frame (C1's hot and cold).
//!
//! Invariant: armies on one board differ in tone or in rank, so that no reader depends on seeing a tint.

use std::fmt;

use crate::board::Frame;

/// An opaque colour of the screen (sRGB).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Whether men are light with dark lines, or dark with light lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Light,
    Dark,
}

/// How the men of one army look on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Livery {
    /// The colour's name: `white`.
    pub army: String,
    /// Who plays it, where the view says so.
    pub player: Option<String>,
    pub tone: Tone,
    /// 1 for the first army of its tone on this board, 2 for the second: drawn as a mark from 2 on.
    pub rank: u8,
    /// The fill of its men.
    pub body: Rgb,
    /// Their outline and inner lines.
    pub line: Rgb,
}
