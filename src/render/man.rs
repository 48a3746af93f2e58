//! What a man looks like on a square: its figure in the colours of its army, or a badge, with the marks it wears.

use super::glyph::{self, EM, Glyph};
use super::livery::{Livery, Rgb};
use super::paint;
use super::scene::Figure;

/// The side of a square, in pixels.
pub const CELL: f32 = 44.0;

/// The share of a square that a figure fills, and of that the share of men without a letter, who are many.
const SHARE: f32 = 0.87;
const COMMON_SHARE: f32 = 0.92;

/// How high ordinary figures stand over and under the baseline of their font.
const HEAD: f32 = 767.0;
const FOOT: f32 = -49.0;

/// A man on a square whose upper left corner is the origin, as SVG elements.
pub fn drawn(figure: &Figure, livery: &Livery) -> String {
    let mut man = match figure.glyph.and_then(glyph::figure) {
        Some(glyph) => outlined(glyph, figure, livery),
        None => badge(figure, livery),
    };
    if let Some(mark) = livery.mark() {
        let at = CELL - 8.5;
        man += &disc((at, at), 7.0, livery.line, livery.body, 1.2);
        man += &letters(&mark.to_string(), (at, at + 4.0), 11.0, livery.body, Anchor::Middle);
    }
    if figure.real {
        man += &star(CELL - 8.0, 8.5);
    }
    man
}

/// Whether a man is drawn as a figure, not as a badge.
pub fn has_figure(figure: &Figure) -> bool {
    figure.glyph.and_then(glyph::figure).is_some()
}

/// The outline, thickened, lies under the figure and shows through what is cut out of it.
fn outlined(glyph: &Glyph, figure: &Figure, livery: &Livery) -> String {
    let bounds = glyph.bounds;
    let share = if figure.unlettered { SHARE * COMMON_SHARE } else { SHARE };
    let size = (HEAD - FOOT).max(f32::from(bounds.width())).max(f32::from(bounds.height()));
    let scale = CELL * share / size;
    let x = CELL / 2.0 - f32::from(bounds.x_min + bounds.x_max) / 2.0 * scale;
    // Ordinary figures stand on one line; others are centred.
    let ordinary = f32::from(bounds.y_min) >= FOOT && f32::from(bounds.y_max) <= HEAD;
    let y = match ordinary {
        true => CELL * (0.5 + SHARE / 2.0) + FOOT * scale,
        false => CELL / 2.0 + f32::from(bounds.y_min + bounds.y_max) / 2.0 * scale,
    };
    format!(
        "<g transform=\"translate({x:.2} {y:.2}) scale({scale:.5} -{scale:.5})\">\
         <path d=\"{}\" fill=\"{line}\" stroke=\"{line}\" stroke-width=\"{:.0}\" stroke-linejoin=\"round\"/><path d=\"{}\" fill=\"{}\"/></g>",
        glyph.silhouette(),
        3.0 / scale,
        glyph.path(),
        livery.body,
        line = livery.line,
    )
}

/// A disc with the letters of a kind that has no figure.
fn badge(figure: &Figure, livery: &Livery) -> String {
    let text = if figure.letter.is_empty() { &figure.kind } else { &figure.letter };
    let width = glyph::line(text).1.max(1.0);
    let size = (CELL * 0.5).min(CELL * 0.56 * EM / width);
    let middle = CELL / 2.0;
    let rim = disc((middle, middle), CELL * 0.4, livery.body, livery.line, 1.6);
    let ring = disc((middle, middle), CELL * 0.34, livery.body, livery.line, 1.0);
    rim + &ring + &letters(text, (middle, middle + size * 0.36), size, livery.line, Anchor::Middle)
}

/// The letters of what a man is marked as, on a patch whose upper left corner is that of its square.
pub fn tag(at: (f32, f32), text: &str) -> String {
    let size = 11.0;
    let width = (glyph::line(text).1 * size / EM + 6.0).max(15.0);
    let patch = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{width:.1}\" height=\"15\" rx=\"4\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1\"/>",
        at.0,
        at.1,
        paint::TAG,
        paint::TAG_LETTER
    );
    patch + &letters(text, (at.0 + width / 2.0, at.1 + 11.5), size, paint::TAG_LETTER, Anchor::Middle)
}

/// How a line of letters stands to its point.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
}

/// A line of letters at a point of its baseline.
pub fn letters(text: &str, at: (f32, f32), size: f32, colour: Rgb, anchor: Anchor) -> String {
    let (path, width) = glyph::line(text);
    if path.is_empty() {
        return String::new();
    }
    let scale = size / EM;
    let x = match anchor {
        Anchor::Start => at.0,
        Anchor::Middle => at.0 - width * scale / 2.0,
    };
    format!("<path transform=\"translate({x:.2} {:.2}) scale({scale:.5} -{scale:.5})\" d=\"{path}\" fill=\"{colour}\"/>", at.1)
}

/// A filled circle with its rim.
pub fn disc(at: (f32, f32), radius: f32, fill: Rgb, rim: Rgb, width: f32) -> String {
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"{width}\"/>", at.0, at.1)
}

/// The star of a real king, around a point.
fn star(x: f32, y: f32) -> String {
    let points = (0..10u8).map(|at| {
        let (radius, angle) = (if at % 2 == 0 { 7.5 } else { 3.2 }, std::f32::consts::PI * f32::from(at) / 5.0);
        format!("{:.1},{:.1}", x + radius * angle.sin(), y - radius * angle.cos())
    });
    let points = points.collect::<Vec<_>>().join(" ");
    format!("<polygon points=\"{points}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1\"/>", paint::STAR, paint::INK)
}
