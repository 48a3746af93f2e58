//! The text of a letter: which of its parts is read, and what it says in plain lines.

use super::defect::Defect;
use super::flowed;
use super::html;
use super::mime::{Entity, note};

/// Most bytes of decoded text, HTML included, that are read; a turn mail quoted whole has about a fifth of it.
const MAX_TEXT: usize = 512 * 1024;

/// The text of a letter with the quotes still in it.
#[derive(Default)]
pub(super) struct Body {
    pub text: String,
    /// Whether any of it was HTML.
    pub from_html: bool,
}

/// Reads the body: plain text where there is some, else HTML; attachments and letters inside the letter are passed over.
pub(super) fn read(entity: &Entity<'_>, defects: &mut Vec<Defect>) -> Body {
    let media = entity.content_type.media.as_str();
    match media {
        "text/plain" | "text/markdown" | "text/html" if entity.head.is_attachment() => Body::default(),
        "text/plain" | "text/markdown" => Body { text: plain(entity, defects), from_html: false },
        "text/html" => Body { text: html::to_text(&bounded(entity.text(defects), defects)), from_html: true },
        "multipart/alternative" => alternative(entity, defects),
        // the root and what it shows (RFC 2387); the text and its signature (RFC 1847)
        "multipart/related" | "multipart/signed" => entity.parts.first().map(|part| read(part, defects)).unwrap_or_default(),
        // the first part of a report is for people, and no player writes one
        _ if media.starts_with("multipart/") => sequence(entity, defects),
        _ => Body::default(),
    }
}

fn plain(entity: &Entity<'_>, defects: &mut Vec<Defect>) -> String {
    let text = bounded(entity.text(defects), defects);
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{B}', '\u{C}', '\u{85}', '\u{2028}', '\u{2029}'], "\n");
    if entity.content_type.flowed { flowed::unfold(&text, entity.content_type.delsp) } else { text }
}

/// The first plain form that says something, else the first HTML form that does (RFC 2046 section 5.1.4 would take the richest).
fn alternative(entity: &Entity<'_>, defects: &mut Vec<Defect>) -> Body {
    let mut html = Body::default();
    for part in &entity.parts {
        let body = read(part, defects);
        if !body.says_something() {
            continue;
        }
        if !body.from_html {
            return body;
        }
        if !html.says_something() {
            html = body;
        }
    }
    html
}

fn sequence(entity: &Entity<'_>, defects: &mut Vec<Defect>) -> Body {
    let mut whole = Body::default();
    for part in &entity.parts {
        let body = read(part, defects);
        if !whole.text.is_empty() && !whole.text.ends_with('\n') {
            whole.text.push('\n');
        }
        whole.text.push_str(&body.text);
        whole.from_html |= body.from_html && body.says_something();
    }
    Body { text: bounded(whole.text, defects), ..whole }
}

impl Body {
    pub(super) fn says_something(&self) -> bool {
        self.text.contains(|c: char| !c.is_whitespace() && !matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}'))
    }
}

fn bounded(mut text: String, defects: &mut Vec<Defect>) -> String {
    if text.len() > MAX_TEXT {
        note(defects, Defect::TooMuchText { limit: MAX_TEXT });
        let end = (0..=MAX_TEXT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
    }
    text
}
