//! A board as a self-contained SVG drawing: outlines only, so no font, image or script is asked for.

use std::fmt::Write as _;

use super::Scene;
use super::paint;
use super::sheet::Sheet;

/// The whole document, its sizes in pixels.
pub fn drawing(scene: &Scene) -> String {
    whole(&Sheet::of(scene))
}

pub(super) fn whole(sheet: &Sheet) -> String {
    let mut body = ground(sheet);
    for (at, stamp) in sheet.stamps.iter().enumerate() {
        let _ = writeln!(body, "<defs><g id=\"s{at}\">{stamp}</g></defs>");
    }
    for (at, x, y) in &sheet.prints {
        let _ = writeln!(body, "<use href=\"#s{at}\" x=\"{x}\" y=\"{y}\"/>");
    }
    document(sheet.width, sheet.height, &body)
}

/// What lies under the stamps: the paper and all that is drawn once.
pub(super) fn ground(sheet: &Sheet) -> String {
    format!("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n{}\n", sheet.width, sheet.height, paint::PAPER, sheet.ground)
}

/// A document of some elements.
pub(super) fn document(width: f32, height: f32, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n{body}</svg>\n"
    )
}
