//! The colours an army is drawn in: the tint from its colour's name, light or dark from its frame (C1's hot and cold).
//!
//! Invariant: armies on one board differ in tone or in rank, so that no reader depends on seeing a tint.

use std::fmt;

use crate::board::{Army, ArmyId, Frame};

/// An opaque colour of the screen (sRGB).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colour that CSS writes in three digits: `0xfed` is `#fed`. Fifteen boards in one mail are glad of the short form.
    pub(super) const fn short(digits: u16) -> Rgb {
        Rgb((digits >> 8 & 15) as u8 * 17, (digits >> 4 & 15) as u8 * 17, (digits & 15) as u8 * 17)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match [self.0, self.1, self.2] {
            all if all.iter().all(|channel| channel % 17 == 0) => write!(f, "#{:x}{:x}{:x}", all[0] / 17, all[1] / 17, all[2] / 17),
            [red, green, blue] => write!(f, "#{red:02x}{green:02x}{blue:02x}"),
        }
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
    pub rank: u16,
    /// The fill of its men.
    pub body: Rgb,
    /// Their outline and inner lines.
    pub line: Rgb,
}

/// One family of tints: the names of colours that mean it, its light and its dark form.
struct Tint {
    names: &'static [&'static str],
    light: Rgb,
    dark: Rgb,
    /// A name that says light or dark itself, whatever the frame.
    always: Option<Tone>,
}

const fn tint(names: &'static [&'static str], light: u16, dark: u16) -> Tint {
    Tint { names, light: Rgb::short(light), dark: Rgb::short(dark), always: None }
}

const TINTS: [Tint; 13] = [
    Tint { always: Some(Tone::Light), ..tint(&["white", "ivory"], 0xfff, 0xfff) },
    Tint { always: Some(Tone::Dark), ..tint(&["black", "ebony"], 0x223, 0x223) },
    tint(&["grey", "gray", "silver", "slate"], 0xdde, 0x567),
    tint(&["yellow", "gold", "golden", "amber"], 0xfd4, 0x860),
    tint(&["green", "emerald"], 0x9e8, 0x173),
    tint(&["orange"], 0xfa4, 0xb40),
    tint(&["blue", "azure", "navy", "indigo"], 0x9cf, 0x14a),
    tint(&["red", "scarlet", "crimson", "maroon"], 0xf99, 0xb12),
    tint(&["purple", "violet", "lilac"], 0xdbf, 0x62a),
    tint(&["cyan", "teal", "turquoise", "aqua"], 0x8ee, 0x067),
    tint(&["pink", "magenta", "rose"], 0xfbd, 0xb27),
    tint(&["brown", "tan", "bronze", "copper"], 0xdb9, 0x642),
    tint(&["lime", "olive"], 0xde7, 0x561),
];

/// The first tint of a colour, not of a shade of grey: names that are no colours take these in turn.
const FIRST_COLOUR: usize = 3;

/// The lines of light men, and of dark ones.
const INK: Rgb = Rgb::short(0x222);
const CHALK: Rgb = Rgb::short(0xfff);

impl Livery {
    /// The livery of an army, before its rank among those of its board is known.
    fn of(id: ArmyId, army: &Army) -> Livery {
        let name = army.name.to_lowercase();
        let word = |word: &str| TINTS.iter().find(|tint| tint.names.contains(&word));
        // `dark red` and `red-2` are red; `1a` is whichever colour its number falls on.
        let tint = name
            .split(|c: char| !c.is_alphabetic())
            .rev()
            .find_map(word)
            .unwrap_or(&TINTS[FIRST_COLOUR + id.index() % (TINTS.len() - FIRST_COLOUR)]);
        let tone = tint.always.unwrap_or(match army.frame {
            Frame::Up => Tone::Light,
            Frame::Down => Tone::Dark,
        });
        let (body, line) = match tone {
            Tone::Light => (tint.light, INK),
            Tone::Dark => (tint.dark, CHALK),
        };
        Livery { army: army.name.clone(), player: None, tone, rank: 1, body, line }
    }

    /// The liveries of armies on one board; the order given decides their ranks.
    pub(super) fn of_all<'a>(armies: impl IntoIterator<Item = (ArmyId, &'a Army)>) -> Vec<Livery> {
        let mut all: Vec<Livery> = Vec::new();
        for (id, army) in armies {
            let mut next = Livery::of(id, army);
            next.rank = 1 + all.iter().filter(|livery| livery.tone == next.tone).count() as u16;
            all.push(next);
        }
        all
    }

    /// The number that tells this army from others of its tone, where there are others before it.
    pub fn mark(&self) -> Option<u16> {
        (self.rank > 1).then_some(self.rank)
    }

    /// Colour and player: `White (Arthur)`.
    pub fn label(&self) -> String {
        let mut letters = self.army.chars();
        let name: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        match &self.player {
            Some(player) => format!("{name} ({player})"),
            None => name,
        }
    }
}
