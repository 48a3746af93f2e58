//! A board as a PNG picture, the same bytes each time.

use super::Scene;

/// Why a picture could not be made; a fault of the drawing, never of the position.
#[derive(Debug, thiserror::Error)]
#[error("the board {title:?} could not be drawn as a picture: {reason}")]
pub struct PictureError {
    title: String,
    reason: String,
}

/// The bytes of the picture; 8x8 squares make about 400 pixels.
pub fn picture(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    Err(PictureError { title: scene.title.clone(), reason: String::new() })
}
