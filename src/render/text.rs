//! A board in letters: for terminals, for mail without HTML, and lists of men for those who do not see a board.

use super::Scene;

/// The board as lines of ASCII, each ended by a newline; at most 72 columns for 20 files.
pub fn board(scene: &Scene) -> String {
    let _ = scene;
    String::new()
}

/// The men of every army by cell, one army a paragraph wrapped at 72 columns: `White: Ke1 Qd1 ... pawns a2 b2`.
pub fn men(scene: &Scene) -> String {
    let _ = scene;
    String::new()
}

/// The placement in one line, after FEN: `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR`, holes as `*`, other men as `(text)`.
pub fn line(scene: &Scene) -> String {
    let _ = scene;
    String::new()
}
