//! Outlines of figures and letters, taken once from the embedded fonts.
//!
//! Outlines lie in font units, y upwards from the baseline.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use ttf_parser::{Face, OutlineBuilder, Rect};

/// Units to the em, the same in both fonts.
pub const EM: f32 = 1000.0;

/// Drawn for a letter that the font lacks.
const MISSING: char = char::REPLACEMENT_CHARACTER;

static FIGURES: LazyLock<BTreeMap<char, Glyph>> = LazyLock::new(|| glyphs(include_bytes!("fonts/chess-symbols.ttf")));
static LETTERS: LazyLock<BTreeMap<char, Glyph>> = LazyLock::new(|| glyphs(include_bytes!("fonts/letters-bold.ttf")));

/// One character's shape.
pub struct Glyph {
    contours: Vec<Contour>,
    pub bounds: Rect,
    advance: f32,
}

/// The figure of a character, if the font has one that can be seen.
pub fn figure(character: char) -> Option<&'static Glyph> {
    FIGURES.get(&character).filter(|glyph| !glyph.contours.is_empty())
}

impl Glyph {
    /// All of it, as SVG path data.
    pub fn path(&self) -> String {
        let mut data = String::new();
        self.contours.iter().for_each(|contour| contour.write(&mut data, 0.0));
        data
    }

    /// Its outer contours alone, without what is cut out of it.
    pub fn silhouette(&self) -> String {
        let mut data = String::new();
        let widest = self.contours.iter().map(|contour| contour.area).fold(0.0f32, |a, b| if b.abs() > a.abs() { b } else { a });
        self.contours.iter().filter(|contour| contour.area * widest > 0.0).for_each(|contour| contour.write(&mut data, 0.0));
        data
    }
}

/// A line of letters as SVG path data, and its width in font units.
pub fn line(text: &str) -> (String, f32) {
    let mut data = String::new();
    let mut pen = 0.0;
    for character in text.chars() {
        let Some(glyph) = LETTERS.get(&character).or_else(|| LETTERS.get(&MISSING)) else { continue };
        glyph.contours.iter().for_each(|contour| contour.write(&mut data, pen));
        pen += glyph.advance;
    }
    (data, pen)
}

/// Every glyph of a font by its character; the fonts are part of the program, and a test reads them.
fn glyphs(font: &[u8]) -> BTreeMap<char, Glyph> {
    let mut glyphs = BTreeMap::new();
    let Ok(face) = Face::parse(font, 0) else { return glyphs };
    let mut codepoints = Vec::new();
    for subtable in face.tables().cmap.into_iter().flat_map(|cmap| cmap.subtables).filter(|subtable| subtable.is_unicode()) {
        subtable.codepoints(|codepoint| codepoints.push(codepoint));
    }
    for character in codepoints.into_iter().filter_map(char::from_u32) {
        let Some(id) = face.glyph_index(character) else { continue };
        let mut pen = Pen::default();
        let bounds = face.outline_glyph(id, &mut pen).unwrap_or(Rect { x_min: 0, y_min: 0, x_max: 0, y_max: 0 });
        let advance = f32::from(face.glyph_hor_advance(id).unwrap_or_default());
        glyphs.insert(character, Glyph { contours: pen.contours, bounds, advance });
    }
    glyphs
}

/// Right of the origin and above the baseline.
type Point = (f32, f32);

/// A closed line: its start, and the way from there as relative SVG path data, which is the same wherever the glyph stands.
#[derive(Default)]
struct Contour {
    start: Point,
    way: String,
    /// Twice the area of its polygon; the sign tells which way it runs.
    area: f32,
}

impl Contour {
    fn write(&self, data: &mut String, right: f32) {
        // Writing to a string cannot fail.
        let _ = write!(data, "M{} {}{}Z", self.start.0 + right, self.start.1, self.way);
    }
}

/// Collects the contours of a glyph.
#[derive(Default)]
struct Pen {
    contours: Vec<Contour>,
    at: Point,
}

impl Pen {
    fn to(&mut self, control: Option<Point>, end: Point) {
        let Some(contour) = self.contours.last_mut() else { return };
        let from = self.at;
        let _ = match control {
            Some(control) => write!(contour.way, "q{} {} {} {}", control.0 - from.0, control.1 - from.1, end.0 - from.0, end.1 - from.1),
            None => write!(contour.way, "l{} {}", end.0 - from.0, end.1 - from.1),
        };
        for point in control.into_iter().chain([end]) {
            contour.area += self.at.0 * point.1 - point.0 * self.at.1;
            self.at = point;
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.contours.push(Contour { start: (x, y), ..Contour::default() });
        self.at = (x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.to(None, (x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.to(Some((x1, y1)), (x, y));
    }

    // TrueType outlines have no cubic curves; the chord keeps the shape whole if a font should.
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, x: f32, y: f32) {
        self.to(None, (x, y));
    }

    fn close(&mut self) {
        if let Some(start) = self.contours.last().map(|contour| contour.start) {
            let at = self.at;
            if let Some(contour) = self.contours.last_mut() {
                contour.area += at.0 * start.1 - start.0 * at.1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_fonts_have_what_boards_need() {
        for character in ('♔'..='♟').chain('🨁'..='🩍') {
            assert!(figure(character).is_some(), "{character}");
        }
        for character in ('A'..='Z').chain('a'..='z').chain('0'..='9').chain("äçéñøŁşžΩЖ()·–:".chars()).chain([MISSING]) {
            assert!(LETTERS.get(&character).is_some_and(|glyph| !glyph.contours.is_empty()), "{character}");
        }
    }

    #[test]
    fn a_silhouette_is_a_figure_without_its_cuts() {
        let king = figure('♚').expect("a king");
        assert!(!king.silhouette().is_empty() && king.silhouette().len() < king.path().len());
    }

    #[test]
    fn what_the_font_lacks_is_seen_to_lack() {
        assert_eq!(line("漢"), line("\u{fffd}"));
        assert!(line("漢").1 > 0.0);
        assert_eq!(line(""), (String::new(), 0.0));
    }
}
