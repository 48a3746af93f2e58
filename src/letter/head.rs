//! The header lines of a letter or of one of its parts: fields in order, and their decoded values.
//!
//! Invariant: fields are told apart here and nowhere else, so that no two readers see different `From:` lines; the grammar of a single value is the mail parser's.

use chrono::{DateTime, Utc};
use mail_parser::{HeaderValue, Message, MessageParser};

use super::message_id;

/// Most header lines that are read.
pub(super) const MAX_FIELDS: usize = 1_000;
/// Most bytes of one field that are read: a subject, or the recipients of a very long list.
const MAX_FIELD: usize = 64 * 1024;

/// The fields of one header.
pub(super) struct Head {
    fields: Vec<Field>,
    /// Whether there were more fields than are read.
    pub overflow: bool,
}

struct Field {
    /// In lower case.
    name: String,
    /// Unfolded, not decoded.
    value: String,
}

impl Head {
    /// Splits an entity into its header and its body (RFC 5322 section 2.1): both line ends are understood, and a line without a colon is passed over.
    pub(super) fn split(entity: &[u8]) -> (Head, &[u8]) {
        let mut head = Head { fields: Vec::new(), overflow: false };
        let mut rest = entity;
        while !rest.is_empty() {
            let end = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
            let (line, next) = rest.split_at(end);
            rest = next;
            let line = line.trim_ascii_end();
            if line.is_empty() {
                break;
            }
            head.push(line);
        }
        (head, rest)
    }

    fn push(&mut self, line: &[u8]) {
        if line[0] == b' ' || line[0] == b'\t' {
            if let Some(open) = self.fields.last_mut().filter(|open| open.value.len() < MAX_FIELD) {
                open.value.push(' ');
                open.value.push_str(&clipped(line.trim_ascii()));
            }
        } else if self.fields.len() == MAX_FIELDS {
            self.overflow = true;
        } else if let Some(colon) = line.iter().position(|&byte| byte == b':') {
            let name = String::from_utf8_lossy(line[..colon].trim_ascii()).to_ascii_lowercase();
            self.fields.push(Field { name, value: clipped(line[colon + 1..].trim_ascii()) });
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// All fields in order: name in lower case, value unfolded.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|field| (field.name.as_str(), field.value.as_str()))
    }

    /// The values of every field called `name` (in lower case), in order.
    pub(super) fn every<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.all().filter(move |(found, _)| *found == name).map(|(_, value)| value)
    }

    pub(super) fn first<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.every(name).next()
    }

    /// The text of a field with its encoded words (RFC 2047) decoded, on one line.
    pub(super) fn text(&self, name: &str) -> String {
        let Some(message) = self.first(name).and_then(|value| parsed("Subject", value)) else { return String::new() };
        message.subject().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(super) fn date(&self) -> Option<DateTime<Utc>> {
        let message = parsed("Date", self.first("date")?)?;
        let date = message.date().filter(|date| date.is_valid())?;
        DateTime::from_timestamp(date.to_timestamp(), 0)
    }

    /// The sound Message-IDs in every field called `name`, without brackets, in order.
    pub(super) fn ids(&self, name: &str) -> Vec<String> {
        let mut ids = Vec::new();
        for piece in self.every(name).flat_map(|value| value.split('<').skip(1)) {
            let id: String = piece.split('>').next().unwrap_or_default().split_whitespace().collect();
            if message_id::is_sound(&id) {
                ids.push(id);
            }
        }
        ids
    }

    pub(super) fn content_type(&self) -> ContentType {
        ContentType::read(self.first("content-type"))
    }

    /// Whether the part is to be shown as a file, not as text.
    pub(super) fn is_attachment(&self) -> bool {
        self.first("content-disposition").is_some_and(|value| value.to_ascii_lowercase().starts_with("attachment"))
    }

    /// `Content-Transfer-Encoding` in lower case; empty when there is none.
    pub(super) fn transfer_encoding(&self) -> String {
        let value = self.first("content-transfer-encoding").unwrap_or_default();
        value.split(['(', ';']).next().unwrap_or_default().trim().to_ascii_lowercase()
    }
}

fn clipped(value: &[u8]) -> String {
    String::from_utf8_lossy(&value[..value.len().min(MAX_FIELD)]).into_owned()
}

/// The mailboxes in a field of addresses: decoded name, address as it stands.
pub(super) fn mailboxes(value: &str) -> Vec<(String, String)> {
    let Some(message) = parsed("To", value) else { return Vec::new() };
    let Some(addresses) = message.to() else { return Vec::new() };
    let text =
        |part: &Option<std::borrow::Cow<'_, str>>| part.as_deref().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    addresses
        .iter()
        .map(|found| (text(&found.name), text(&found.address)))
        .filter(|(name, address)| !name.is_empty() || !address.is_empty())
        .collect()
}

/// A header of one field, read by the mail parser.
fn parsed(name: &str, value: &str) -> Option<Message<'static>> {
    let header = format!("{name}: {value}\r\n\r\n");
    MessageParser::new().parse_headers(header.as_bytes()).map(Message::into_owned)
}

/// A media type with the parameters that reading a letter needs (RFC 2045 section 5, RFC 3676).
pub(super) struct ContentType {
    /// `text/plain`, in lower case.
    pub media: String,
    pub boundary: Option<String>,
    pub charset: Option<String>,
    pub flowed: bool,
    pub delsp: bool,
}

impl ContentType {
    fn read(value: Option<&str>) -> ContentType {
        let message = value.and_then(|value| parsed("Content-Type", value));
        let header = message.as_ref().and_then(|message| message.header("Content-Type"));
        let Some(HeaderValue::ContentType(found)) = header else { return ContentType::plain() };
        let parameter = |name: &str| found.attribute(name).map(str::to_owned);
        let says = |name: &str, word: &str| found.attribute(name).is_some_and(|value| value.eq_ignore_ascii_case(word));
        ContentType {
            media: format!("{}/{}", found.ctype(), found.subtype().unwrap_or("plain")).to_ascii_lowercase(),
            boundary: parameter("boundary").filter(|boundary| !boundary.is_empty()),
            charset: parameter("charset"),
            flowed: says("format", "flowed"),
            delsp: says("delsp", "yes"),
        }
    }

    /// What a part without a type is (RFC 2045 section 5.2).
    fn plain() -> ContentType {
        ContentType { media: "text/plain".to_owned(), boundary: None, charset: None, flowed: false, delsp: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_unfolded_and_the_body_follows_the_blank_line() {
        for end in ["\r\n", "\n"] {
            let entity =
                ["Subject: =?utf-8?q?Z=C3=BCge?=", " of turn 7", "FROM : a@x", "From: b@x", "no colon here", "", "body", ""].join(end);
            let (head, body) = Head::split(entity.as_bytes());
            assert_eq!(head.text("subject"), "Züge of turn 7");
            assert_eq!(head.every("from").collect::<Vec<_>>(), ["a@x", "b@x"]);
            assert_eq!(body, format!("body{end}").as_bytes());
        }
    }

    #[test]
    fn a_header_without_end_or_with_too_many_lines_is_read_as_far_as_it_goes() {
        assert_eq!(Head::split(b"Subject: x").0.first("subject"), Some("x"));
        let many = "X: y\n".repeat(MAX_FIELDS + 1);
        let (head, _) = Head::split(many.as_bytes());
        assert!(head.overflow && head.all().count() == MAX_FIELDS);
    }

    #[test]
    fn mailboxes_groups_and_comments_are_read() {
        let found = mailboxes("\"Lovelace, Ada\" <ada@x.org>, (a comment) bob@y.org, Team: c@z.org, =?utf-8?b?SsO8?= <d@z.org>;");
        let addresses: Vec<_> = found.iter().map(|(_, address)| address.as_str()).collect();
        assert_eq!(addresses, ["ada@x.org", "bob@y.org", "c@z.org", "d@z.org"]);
        assert_eq!((found[0].0.as_str(), found[3].0.as_str()), ("Lovelace, Ada", "Jü"));
        assert!(mailboxes("undisclosed-recipients:;").is_empty());
    }

    #[test]
    fn broken_ids_are_left_out() {
        let (head, _) = Head::split(b"References: <a@x> <b@\r\n y> junk <> <c d@x> <e@x\r\n\r\n");
        assert_eq!(head.ids("references"), ["a@x", "b@y", "cd@x", "e@x"]);
    }
}
