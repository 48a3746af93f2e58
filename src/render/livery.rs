//! The colours an army is drawn in: the tint from its colour's name, light or dark from its frame (C1's hot and cold).
//!
//! Invariant: armies on one board differ in tone or in rank, so that no reader depends on seeing a tint.

use std::fmt;

use crate::board::{Army, ArmyId, Frame};

/// An opaque colour of the screen (sRGB).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

const fn tint(names: &'static [&'static str], light: Rgb, dark: Rgb) -> Tint {
    Tint { names, light, dark, always: None }
}

const TINTS: [Tint; 13] = [
    Tint { names: &["white", "ivory"], light: Rgb(255, 255, 255), dark: Rgb(255, 255, 255), always: Some(Tone::Light) },
    Tint { names: &["black", "ebony"], light: Rgb(45, 45, 50), dark: Rgb(45, 45, 50), always: Some(Tone::Dark) },
    tint(&["grey", "gray", "silver", "slate"], Rgb(218, 222, 228), Rgb(86, 96, 110)),
    tint(&["yellow", "gold", "golden", "amber"], Rgb(255, 224, 66), Rgb(128, 98, 0)),
    tint(&["green", "emerald"], Rgb(160, 228, 140), Rgb(22, 112, 52)),
    tint(&["orange"], Rgb(255, 170, 66), Rgb(176, 76, 8)),
    tint(&["blue", "azure", "navy", "indigo"], Rgb(158, 203, 255), Rgb(24, 74, 172)),
    tint(&["red", "scarlet", "crimson", "maroon"], Rgb(255, 160, 150), Rgb(182, 24, 36)),
    tint(&["purple", "violet", "lilac"], Rgb(216, 182, 255), Rgb(104, 40, 168)),
    tint(&["cyan", "teal", "turquoise", "aqua"], Rgb(140, 232, 232), Rgb(8, 104, 116)),
    tint(&["pink", "magenta", "rose"], Rgb(255, 180, 222), Rgb(176, 32, 124)),
    tint(&["brown", "tan", "bronze", "copper"], Rgb(222, 184, 146), Rgb(104, 62, 34)),
    tint(&["lime", "olive"], Rgb(214, 238, 112), Rgb(88, 106, 16)),
];

/// The first tint of a colour, not of a shade of grey: names that are no colours take these in turn.
const FIRST_COLOUR: usize = 3;

/// The lines of light men, and of dark ones.
const INK: Rgb = Rgb(36, 32, 30);
const CHALK: Rgb = Rgb(255, 253, 246);

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
