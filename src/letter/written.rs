//! What the bytes of a mail or letter still tell when a record is verified: a mail of the program's own, and when a letter was written.

use chrono::{DateTime, Utc};
use mail_parser::{MessageParser, PartType};

use super::Address;

/// Who sent it, and what its text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub from: Option<Address>,
    /// Lines ended by `\n`.
    pub text: String,
    /// The same for programs that show pages, where it has that.
    pub html: Option<String>,
    pub pictures: Vec<Vec<u8>>,
}

/// Reads a mail back; none where the bytes are no mail.
pub fn written(bytes: &[u8]) -> Option<Written> {
    let mail = MessageParser::default().parse(bytes)?;
    let from = mail.from().and_then(|from| Address::parse(from.first()?.address.as_deref()?).ok());
    let text = mail.body_text(0)?.replace("\r\n", "\n");
    let (mut html, mut pictures) = (None, Vec::new());
    for part in &mail.parts {
        match &part.body {
            PartType::Html(page) => html = Some(page.replace("\r\n", "\n")),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => pictures.push(bytes.to_vec()),
            PartType::Text(_) | PartType::Message(_) | PartType::Multipart(_) => {}
        }
    }
    Some(Written { from, text, html, pictures })
}

impl Written {
    /// Both say and show the same, whoever sent them.
    pub fn says_the_same(&self, other: &Written) -> bool {
        let page = |mail: &Written| mail.html.as_deref().map(str::trim_end).map(str::to_owned);
        self.text.trim_end() == other.text.trim_end() && page(self) == page(other) && self.pictures == other.pictures
    }
}

/// The Message-ID as it stands in the header, without angle brackets.
pub fn message_id_of(bytes: &[u8]) -> Option<&str> {
    let head = &bytes[..position(bytes, b"\r\n\r\n")?];
    let rest = &head[position(head, b"\r\nMessage-ID:")?..];
    let id = &rest[position(rest, b"<")? + 1..];
    str::from_utf8(&id[..position(id, b">")?]).ok()
}

/// The number and the head that the last line of a mail about that game shows.
pub fn footer_of<'m>(bytes: &'m [u8], game: &str) -> Option<(u64, &'m str)> {
    let body = position(bytes, b"\r\n\r\n")?;
    let text = position(bytes, b"Content-Type: text/plain").map_or(body, |part| part.max(body));
    let text = &bytes[text..];
    // The text comes first; what follows it begins behind a line of its own.
    let text = &text[..position(text, b"\r\n--=_").unwrap_or(text.len())];
    let text = str::from_utf8(text).ok()?;
    let (_, footer) = text.rsplit_once(&format!("\r\n{game} #"))?;
    let (seq, head) = footer.lines().next()?.split_once(" head ")?;
    Some((seq.parse().ok()?, head.trim_end()))
}

/// The latest hour that a letter's header tells: when its writer dated it, or the last server wrote down that it came.
pub fn latest_hour(bytes: &[u8]) -> Option<DateTime<Utc>> {
    let letter = MessageParser::default().parse_headers(bytes)?;
    let received = letter.received().and_then(|received| received.date);
    let hours = [letter.date().copied(), received].into_iter().flatten().filter(mail_parser::DateTime::is_valid);
    hours.filter_map(|hour| DateTime::from_timestamp(hour.to_timestamp(), 0)).max()
}

fn position(bytes: &[u8], sought: &[u8]) -> Option<usize> {
    bytes.windows(sought.len()).position(|window| window == sought)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_and_footer_are_found_in_a_mail_of_one_part_or_several() {
        let plain = b"From: a@x\r\nMessage-ID:\r\n <custodian.zaphod.14.turn.p0+abc@x>\r\n\r\nHello\r\n\r\n-- \r\nzaphod #13 head 9f3c2a41d07b5e66\r\n";
        assert_eq!(message_id_of(plain), Some("custodian.zaphod.14.turn.p0+abc@x"));
        assert_eq!(footer_of(plain, "zaphod"), Some((13, "9f3c2a41d07b5e66")));
        assert_eq!(footer_of(plain, "marvin"), None);
        let parts = "Message-ID: <m@x>\r\nContent-Type: multipart/alternative; boundary=\"=_1\"\r\n\r\n--=_1\r\nContent-Type: text/plain\r\n\r\n\
                     zaphod #1 head 00000000\r\nzaphod #13 head 9f3c2a41\r\n--=_1\r\nContent-Type: text/html\r\n\r\nzaphod #7 head 1111\r\n--=_1--\r\n";
        assert_eq!(footer_of(parts.as_bytes(), "zaphod"), Some((13, "9f3c2a41")));
        assert_eq!((message_id_of(b"no mail"), footer_of(b"no mail", "zaphod")), (None, None));
        let late = b"Received: from a by b; Tue, 1 Sep 2026 16:30:05 +0200\r\nDate: Tue, 1 Sep 2026 14:30:00 +0000\r\n\r\n";
        assert_eq!(latest_hour(late).unwrap().to_rfc3339(), "2026-09-01T14:30:05+00:00");
        assert_eq!(latest_hour(b"From: a@x\r\n\r\n"), None);
        assert_eq!(written(plain).unwrap().text, "Hello\n\n-- \nzaphod #13 head 9f3c2a41d07b5e66\n");
    }
}
