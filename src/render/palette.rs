//! Pixels as a PNG of at most 256 colours: a board has few, and a mail with fifteen boards should stay small.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use resvg::tiny_skia::Pixmap;

/// As many colours as one byte can name.
const MAX_COLOURS: usize = 256;

/// How hard to compress: the next lower level makes pictures a fifth larger, the higher ones are slow for little.
const EFFORT: DeflateCompression = DeflateCompression::Level(2);

/// A colour as `0xRRGGBB`.
type Colour = u32;

/// The PNG of opaque pixels. The most frequent colours stay what they are; the rest, shades on edges, take the nearest of them.
pub fn encode(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let Census { runs, colours } = Census::of(pixels);
    let mut frequent: Vec<usize> = (0..colours.len()).collect();
    frequent.sort_unstable_by_key(|&at| (Reverse(colours[at].1), colours[at].0));
    frequent.truncate(MAX_COLOURS);
    let palette: Vec<Colour> = frequent.iter().map(|&at| colours[at].0).collect();
    let mut entries: Vec<Option<u8>> = vec![None; colours.len()];
    for (entry, &at) in frequent.iter().enumerate() {
        entries[at] = Some(entry as u8);
    }
    let entries: Vec<u8> =
        entries.iter().zip(&colours).map(|(entry, &(colour, _))| entry.unwrap_or_else(|| nearest(&palette, colour))).collect();

    let mut indices = Vec::with_capacity(pixels.pixels().len());
    for (at, length) in runs {
        indices.resize(indices.len() + length, entries[at]);
    }

    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.iter().flat_map(|&colour| channels(colour)).collect::<Vec<u8>>());
    encoder.set_deflate_compression(EFFORT);
    encoder.set_filter(Filter::NoFilter);
    encoder.write_header()?.write_image_data(&indices)?;
    Ok(bytes)
}

/// Which colours the pixels have, and how often.
#[derive(Default)]
struct Census {
    /// Pixels of one colour in a row: the colour's number and their count.
    runs: Vec<(usize, usize)>,
    /// Each colour with the number of its pixels, in the order of first sight.
    colours: Vec<(Colour, usize)>,
}

impl Census {
    fn of(pixels: &Pixmap) -> Census {
        /// Slots for colours seen lately, which spare most of the searches.
        const RECENT: usize = 1 << 10;
        let mut recent: Vec<Option<(Colour, usize)>> = vec![None; RECENT];
        let mut numbers: BTreeMap<Colour, usize> = BTreeMap::new();
        let mut census = Census::default();
        let mut last = None;
        for pixel in pixels.data().chunks_exact(4) {
            let colour = Colour::from_be_bytes([0, pixel[0], pixel[1], pixel[2]]);
            if let (true, Some(run)) = (last == Some(colour), census.runs.last_mut()) {
                run.1 += 1;
                continue;
            }
            last = Some(colour);
            let slot = &mut recent[(colour.wrapping_mul(0x9e37_79b1) >> 22) as usize % RECENT];
            let number = match *slot {
                Some((known, number)) if known == colour => number,
                _ => *numbers.entry(colour).or_insert_with(|| {
                    census.colours.push((colour, 0));
                    census.colours.len() - 1
                }),
            };
            *slot = Some((colour, number));
            census.runs.push((number, 1));
        }
        for &(number, length) in &census.runs {
            census.colours[number].1 += length;
        }
        census
    }
}

/// The palette entry that looks most like a colour.
fn nearest(palette: &[Colour], colour: Colour) -> u8 {
    let far = |&entry: &Colour| -> u32 {
        let pairs = channels(entry).into_iter().zip(channels(colour));
        pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    (0..palette.len()).min_by_key(|&at| far(&palette[at])).unwrap_or_default() as u8
}

fn channels(colour: Colour) -> [u8; 3] {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
}
