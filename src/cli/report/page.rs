//! The page itself: one file, nothing fetched, and a browser told to fetch and to run nothing else.
//!
//! Invariant: what players wrote reaches the page as data alone, in a form that no browser takes for markup, and the script shows it as text.

use super::story::Story;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The whole page.
pub(super) fn written(story: &Story) -> Result<String, serde_json::Error> {
    let data = harmless(&serde_json::to_string(story)?);
    let drawing =
        |(number, look): (usize, &super::board::Look)| format!("<symbol id=\"m{number}\" viewBox=\"0 0 44 44\">{}</symbol>", look.drawing);
    let looks: String = story.gallery.looks.iter().enumerate().map(drawing).collect();
    let parts = [
        ("{{style}}", STYLE),
        ("{{script}}", SCRIPT),
        ("{{style-sum}}", &sum(STYLE)),
        ("{{script-sum}}", &sum(SCRIPT)),
        ("{{looks}}", &looks),
        // Last, for it may hold what looks like a place.
        ("{{data}}", &data),
    ];
    Ok(parts.iter().fold(PAGE.to_owned(), |page, (place, part)| page.replacen(place, part, 1)))
}

/// JSON that ends no element and begins none: `<`, `>` and `&` only stand in strings, where they may be written as escapes.
fn harmless(json: &str) -> String {
    json.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e")
}

/// The source expression of Content Security Policy (level 2) for what stands in an element.
fn sum(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
