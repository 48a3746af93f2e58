//! The parts of a letter (RFC 2046): cut along their boundaries, bounded in number and depth, and the text parts decoded.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;

use super::defect::Defect;
use super::head::{ContentType, Head};

/// Most parts of a letter that are read, multiparts included.
const MAX_PARTS: usize = 200;
/// Deepest nesting of multiparts that is read.
const MAX_DEPTH: usize = 20;

/// A letter or a part of one.
pub(super) struct Entity<'bytes> {
    pub head: Head,
    pub content_type: ContentType,
    pub body: &'bytes [u8],
    /// The parts of a multipart, in order.
    pub parts: Vec<Entity<'bytes>>,
}

/// Cuts `bytes` into a tree of entities; what is wrong with the tree goes into `defects`.
pub(super) fn cut<'bytes>(bytes: &'bytes [u8], defects: &mut Vec<Defect>) -> Entity<'bytes> {
    let mut left = MAX_PARTS;
    entity(bytes, MAX_DEPTH, &mut left, defects)
}

fn entity<'bytes>(bytes: &'bytes [u8], depth: usize, left: &mut usize, defects: &mut Vec<Defect>) -> Entity<'bytes> {
    let (head, body) = Head::split(bytes);
    let content_type = head.content_type();
    let mut entity = Entity { head, content_type, body, parts: Vec::new() };
    if entity.content_type.media.starts_with("multipart/") {
        if depth == 0 {
            note(defects, Defect::TooDeep { limit: MAX_DEPTH });
        } else {
            entity.parts = parts(&entity, depth - 1, left, defects);
        }
    }
    entity
}

fn parts<'bytes>(multipart: &Entity<'bytes>, depth: usize, left: &mut usize, defects: &mut Vec<Defect>) -> Vec<Entity<'bytes>> {
    let Some(boundary) = &multipart.content_type.boundary else {
        note(defects, Defect::Truncated);
        return Vec::new();
    };
    let mut parts = Vec::new();
    let (pieces, closed) = between(multipart.body, boundary.trim_end().as_bytes(), *left + 1);
    if !closed && pieces.len() <= *left {
        note(defects, Defect::Truncated);
    }
    for piece in pieces {
        if *left == 0 {
            note(defects, Defect::TooManyParts { limit: MAX_PARTS });
            break;
        }
        *left -= 1;
        parts.push(entity(piece, depth, left, defects));
    }
    parts
}

/// The bytes between the boundary lines, at most `limit` pieces, and whether the closing one was found.
fn between<'bytes>(body: &'bytes [u8], boundary: &[u8], limit: usize) -> (Vec<&'bytes [u8]>, bool) {
    let mut pieces = Vec::new();
    let mut open = None;
    let mut at = 0;
    while at < body.len() && pieces.len() < limit {
        let end = body[at..].iter().position(|&byte| byte == b'\n').map_or(body.len(), |found| at + found + 1);
        let line = body[at..end].trim_ascii_end();
        if let Some(tail) = line.strip_prefix(b"--").and_then(|line| line.strip_prefix(boundary))
            && (tail.is_empty() || tail == b"--")
        {
            if let Some(start) = open {
                pieces.push(without_last_line_end(&body[start..at]));
            }
            if tail == b"--" {
                return (pieces, true);
            }
            open = Some(end);
        }
        at = end;
    }
    if let Some(start) = open.filter(|_| pieces.len() < limit) {
        pieces.push(&body[start..]);
    }
    (pieces, false)
}

/// The line end before a boundary line belongs to the boundary (RFC 2046 section 5.1.1). `bytes` may be the empty slice of a part without anything.
fn without_last_line_end(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

/// A defect is named once.
pub(super) fn note(defects: &mut Vec<Defect>, defect: Defect) {
    if !defects.contains(&defect) {
        defects.push(defect);
    }
}

impl Entity<'_> {
    /// The text of a text part: transfer encoding and charset undone. Letters that cannot be decoded become U+FFFD.
    pub(super) fn text(&self, defects: &mut Vec<Defect>) -> String {
        let bytes = self.decoded(defects);
        let charset = self.content_type.charset.as_deref().unwrap_or("utf-8").trim();
        match charset_decoder(charset.as_bytes()) {
            Some(decode) => decode(&bytes),
            // the mail parser has no decoder for what needs none
            None if ["utf-8", "utf8"].contains(&charset.to_ascii_lowercase().as_str()) => String::from_utf8_lossy(&bytes).into_owned(),
            None => {
                // plain ASCII is the same in nearly every charset; ESC begins another character set (ISO 2022)
                if !bytes.is_ascii() || bytes.contains(&0x1B) {
                    note(defects, Defect::UnknownCharset(charset.chars().filter(|c| c.is_ascii_graphic()).take(40).collect()));
                }
                String::from_utf8_lossy(&bytes).into_owned()
            }
        }
    }

    /// The body with its transfer encoding (RFC 2045 section 6) undone.
    pub(super) fn decoded(&self, defects: &mut Vec<Defect>) -> Vec<u8> {
        match self.head.transfer_encoding().as_str() {
            "base64" => {
                let letters = self.body.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
                if letters % 4 != 0 {
                    note(defects, Defect::Truncated);
                }
                base64_decode(self.body).unwrap_or_else(|| {
                    note(defects, Defect::Undecodable);
                    Vec::new()
                })
            }
            "quoted-printable" => quoted_printable_decode(self.body).unwrap_or_else(|| self.body.to_vec()),
            _ => self.body.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> (String, Vec<Defect>) {
        fn show(entity: &Entity<'_>) -> String {
            let parts: Vec<_> = entity.parts.iter().map(show).collect();
            if entity.content_type.media.starts_with("multipart/") {
                format!("({})", parts.join(" "))
            } else {
                String::from_utf8_lossy(entity.body).into_owned()
            }
        }
        let mut defects = Vec::new();
        let shown = show(&cut(text.as_bytes(), &mut defects));
        (shown, defects)
    }

    #[test]
    fn nested_parts_are_cut_along_whole_boundary_lines() {
        let text = "Content-Type: multipart/mixed; boundary=a\n\npreamble\n--a\n\none\n--ab\n--a \nContent-Type: multipart/alternative; boundary=\"a b\"\n\n--a b\n\ntwo\n--a b--\n--a\n\n--a--\nepilogue\n--a\nno part";
        assert_eq!(tree(text), ("(one\n--ab (two) )".to_owned(), vec![]));
        let (crlf, defects) = tree(&text.replace('\n', "\r\n"));
        assert_eq!((crlf.as_str(), defects), ("(one\r\n--ab (two) )", vec![]));
    }

    #[test]
    fn a_missing_end_is_told() {
        assert_eq!(tree("Content-Type: multipart/mixed; boundary=a\n\n--a\n\none"), ("(one)".to_owned(), vec![Defect::Truncated]));
        assert_eq!(tree("Content-Type: multipart/mixed\n\n--a\n\none"), ("()".to_owned(), vec![Defect::Truncated]));
    }

    #[test]
    fn too_many_and_too_deep_are_told_and_bounded() {
        let many = format!("Content-Type: multipart/mixed; boundary=a\n\n{}--a--\n", "--a\n\nx\n".repeat(10_000));
        assert_eq!(tree(&many).1, [Defect::TooManyParts { limit: MAX_PARTS }]);
        let deep: String = (0..100).map(|level| format!("Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n")).collect();
        assert!(tree(&deep).1.contains(&Defect::TooDeep { limit: MAX_DEPTH }));
    }
}
