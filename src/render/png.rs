//! A board as a PNG picture, the same bytes each time.

use std::cell::RefCell;
use std::collections::BTreeMap;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use sha2::{Digest, Sha256};

use super::man::CELL;
use super::sheet::Sheet;
use super::{Scene, palette, svg};

/// Larger drawings are scaled down to this many pixels.
const MAX_SIDE: f32 = 2000.0;

/// How many drawn stamps are remembered; one takes 8 KB.
const MAX_STAMPS: usize = 512;

/// How many pictures are remembered; one takes about 8 KB. Most boards stay as they are from one mail to the next.
const MAX_PICTURES: usize = 128;

thread_local! {
    /// Pictures by the digest of the same drawing in SVG, which decides every pixel: a memory for speed alone.
    static PICTURES: RefCell<BTreeMap<[u8; 32], Vec<u8>>> = const { RefCell::new(BTreeMap::new()) };
    /// What stamps look like, by their elements and the bits of their scale: a memory for speed alone.
    static STAMPS: RefCell<BTreeMap<(String, u32), Pixmap>> = const { RefCell::new(BTreeMap::new()) };
}

/// Why a picture could not be made: a fault of the drawing, never of the position.
#[derive(Debug, thiserror::Error)]
#[error("the board {title:?} could not be drawn as a picture: {reason}")]
pub struct PictureError {
    title: String,
    reason: String,
}

/// The bytes of the picture; 8x8 squares make it 400 pixels wide.
pub fn picture(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    let sheet = Sheet::of(scene);
    let look = Sha256::digest(svg::whole(&sheet)).into();
    if let Some(picture) = PICTURES.with_borrow(|known| known.get(&look).cloned()) {
        return Ok(picture);
    }
    let picture = STAMPS
        .with_borrow_mut(|drawn| painted(&sheet, drawn))
        .and_then(|pixels| palette::encode(&pixels).map_err(|error| error.to_string()))
        .map_err(|reason| PictureError { title: scene.title.clone(), reason })?;
    PICTURES.with_borrow_mut(|known| {
        if known.len() >= MAX_PICTURES {
            known.clear();
        }
        known.insert(look, picture.clone());
    });
    Ok(picture)
}

fn painted(sheet: &Sheet, drawn: &mut BTreeMap<(String, u32), Pixmap>) -> Result<Pixmap, String> {
    let scale = (MAX_SIDE / sheet.width.max(sheet.height)).min(1.0);
    let mut pixels = raster(&svg::document(sheet.width, sheet.height, &svg::ground(sheet)), scale)?;
    if drawn.len() + sheet.stamps.len() > MAX_STAMPS {
        drawn.clear();
    }
    let looks: Vec<(String, u32)> = sheet.stamps.iter().map(|stamp| (stamp.clone(), scale.to_bits())).collect();
    for look in &looks {
        if !drawn.contains_key(look) {
            drawn.insert(look.clone(), raster(&svg::document(CELL, CELL, &look.0), scale)?);
        }
    }
    for &(at, x, y) in &sheet.prints {
        if let Some(stamp) = drawn.get(&looks[at]) {
            press(&mut pixels, stamp, (x * scale).round() as i32, (y * scale).round() as i32);
        }
    }
    Ok(pixels)
}

fn raster(document: &str, scale: f32) -> Result<Pixmap, String> {
    let tree = Tree::from_str(document, &Options::default()).map_err(|error| error.to_string())?;
    let size = tree.size();
    let (width, height) = ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| format!("no room for {width} x {height} pixels"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// Lays a stamp over opaque pixels; whole pixels need none of the resampling that a general transformation pays for.
fn press(pixels: &mut Pixmap, stamp: &Pixmap, left: i32, top: i32) {
    let (width, height) = (pixels.width() as i32, pixels.height() as i32);
    let across = |at: i32, end: i32, side: u32| (0.max(-at) as usize)..((end - at).clamp(0, side as i32) as usize);
    let columns = across(left, width, stamp.width());
    for row in across(top, height, stamp.height()) {
        let from = (row * stamp.width() as usize + columns.start) * 4;
        let onto = ((top + row as i32) * width + left + columns.start as i32) as usize * 4;
        let length = columns.len() * 4;
        let over = &stamp.data()[from..from + length];
        let under = &mut pixels.data_mut()[onto..onto + length];
        for (over, under) in over.chunks_exact(4).zip(under.chunks_exact_mut(4)) {
            let clear = 255 - u32::from(over[3]);
            if clear < 255 {
                for channel in 0..4 {
                    under[channel] = over[channel].saturating_add(((u32::from(under[channel]) * clear + 127) / 255) as u8);
                }
            }
        }
    }
}
