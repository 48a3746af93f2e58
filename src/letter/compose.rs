//! The bytes of a mail: the same mail always gives the same bytes (RFC 5322, RFC 2045-2047, RFC 2387, RFC 3834).

use std::time::SystemTime;

use chrono::{DateTime, TimeZone, Utc};
use lettre::message::header::{self, ContentDisposition, ContentId, ContentType, Date, HeaderName, HeaderValue, Headers};
use lettre::message::{Mailbox, Mailboxes, MultiPart, SinglePart};
use sha2::{Digest, Sha256};

use super::mail::{Html, Image, Kind, List, Mail};
use super::{Address, Correspondent, message_id};

/// Marks every mail of the program, so that it knows one that comes back. Its value is the [`Kind`] in lower case.
pub(super) const MARK_HEADER: &str = "X-Custodian";
/// Longest name or subject that is written, in characters: in UTF-8 and unfolded it still fits into one header line of 998 bytes.
const MAX_TEXT: usize = 200;
/// References kept besides the root, the newest ones (RFC 5322 gives no limit; mail programs cut at about this many).
const MAX_REFERENCES: usize = 20;

/// The mail as bytes for `MailOut::send`: CRLF line ends, ASCII only, no line over 998 bytes. Text in headers cannot end its header: control characters become spaces.
pub fn compose(mail: &Mail) -> Vec<u8> {
    let mut bytes = headers(mail).to_string().into_bytes();
    bytes.extend_from_slice(b"MIME-Version: 1.0\r\n");
    bytes.extend_from_slice(&body(mail));
    bytes
}

fn headers(mail: &Mail) -> Headers {
    let mut headers = Headers::new();
    headers.set(header::From::from(mailbox(&mail.from)));
    headers.set(header::To::from(mailbox(&mail.to)));
    if let Some(address) = &mail.reply_to {
        headers.set(header::ReplyTo::from(mailbox(&Correspondent::new(mail.from.name.clone(), address.clone()))));
    }
    headers.set(Date::new(SystemTime::from(writable(mail.date))));
    set(&mut headers, "Subject", one_line(&mail.subject));
    set(&mut headers, "Message-ID", ids(&[&mail.id]));
    if let Some(id) = &mail.in_reply_to {
        set(&mut headers, "In-Reply-To", ids(&[id]));
    }
    set(&mut headers, "References", references(mail));
    let auto_submitted = if mail.kind == Kind::Answer { "auto-replied" } else { "auto-generated" };
    set(&mut headers, "Auto-Submitted", auto_submitted.to_owned());
    // Exchange heeds nothing else before it sends an absence notice
    set(&mut headers, "X-Auto-Response-Suppress", "OOF, AutoReply".to_owned());
    set(&mut headers, MARK_HEADER, mail.kind.word().to_owned());
    if let Some(list) = &mail.list {
        set(&mut headers, "List-Id", list_id(list));
        set(&mut headers, "List-Unsubscribe", unsubscribe(list));
    }
    headers
}

/// Sets a header, unless it would be empty.
fn set(headers: &mut Headers, name: &'static str, value: String) {
    if !value.is_empty() {
        headers.insert_raw(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
    }
}

fn mailbox(correspondent: &Correspondent) -> Mailboxes {
    let name = Some(one_line(&correspondent.name)).filter(|name| !name.is_empty());
    Mailboxes::from(Mailbox::new(name, in_envelope(&correspondent.address)))
}

/// The text on one line: control characters become spaces, runs of spaces one, and what is longer than a header can hold is cut.
fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c }).collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    words.join(" ").chars().take(MAX_TEXT).collect()
}

fn ids(ids: &[&String]) -> String {
    let bracketed: Vec<String> = ids.iter().filter(|id| message_id::is_sound(id)).map(|id| format!("<{id}>")).collect();
    bracketed.join(" ")
}

fn references(mail: &Mail) -> String {
    let all: Vec<&String> = mail.references.iter().collect();
    match all.split_first() {
        Some((root, rest)) if rest.len() > MAX_REFERENCES => {
            let newest = rest[rest.len() - MAX_REFERENCES..].iter().copied();
            ids(&std::iter::once(*root).chain(newest).collect::<Vec<_>>())
        }
        _ => ids(&all),
    }
}

/// RFC 2919: the identifier is letters, digits and dots.
fn list_id(list: &List) -> String {
    let id: String = list.id.chars().map(|c| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '-' }).take(MAX_TEXT).collect();
    let name: String = one_line(&list.name).chars().filter(|c| !"<>\"\\()".contains(*c)).collect();
    if name.is_empty() { format!("<{id}>") } else { format!("{name} <{id}>") }
}

/// RFC 2369 with the `mailto:` of RFC 6068.
fn unsubscribe(list: &List) -> String {
    let percent = |byte: u8| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    let local: String = list.leave.local().bytes().map(percent).collect();
    let subject: String = one_line(&list.leave_subject).bytes().map(percent).collect();
    let query = if subject.is_empty() { String::new() } else { format!("?subject={subject}") };
    format!("<mailto:{local}@{}{query}>", list.leave.domain())
}

/// A date that RFC 5322 can write: years 1970 to 9999.
fn writable(date: DateTime<Utc>) -> DateTime<Utc> {
    let last = Utc.timestamp_opt(253_402_300_799, 0).single().unwrap_or_default();
    date.clamp(DateTime::UNIX_EPOCH, last)
}

fn body(mail: &Mail) -> Vec<u8> {
    let text = part(ContentType::TEXT_PLAIN, &mail.text);
    let Some(html) = &mail.html else { return text.formatted() };
    MultiPart::alternative().boundary(boundary(mail, "alternative")).singlepart(text).multipart(related(mail, html)).formatted()
}

fn related(mail: &Mail, html: &Html) -> MultiPart {
    let related = MultiPart::related().boundary(boundary(mail, "related")).singlepart(part(ContentType::TEXT_HTML, &html.body));
    html.images.iter().fold(related, |related, image| related.singlepart(picture(image)))
}

/// A text part; line ends of any kind become CRLF.
fn part(content_type: ContentType, text: &str) -> SinglePart {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    SinglePart::builder().header(content_type).body(text)
}

fn picture(image: &Image) -> SinglePart {
    let safe =
        |text: &str| -> String { text.chars().filter(|c| c.is_ascii_alphanumeric() || ".-_@".contains(*c)).take(MAX_TEXT).collect() };
    SinglePart::builder()
        .header(ContentType::parse("image/png").expect("a well-formed media type"))
        .header(ContentDisposition::inline_with_name(&safe(&image.name)))
        .header(ContentId::from(format!("<{}>", safe(&image.cid))))
        .body(image.png.clone())
}

/// A boundary that no text can hold by intent: it is a digest of all of them.
fn boundary(mail: &Mail, role: &str) -> String {
    let mut digest = Sha256::new();
    for piece in [role, &mail.id, &mail.text, mail.html.as_ref().map_or("", |html| &html.body)] {
        digest.update((piece.len() as u64).to_be_bytes());
        digest.update(piece);
    }
    let hex: String = digest.finalize().iter().take(15).map(|byte| format!("{byte:02x}")).collect();
    format!("=_{hex}")
}
/// An address in the form of the sending library, whose own check is laxer than [`Address::parse`].
pub(crate) fn in_envelope(address: &Address) -> lettre::Address {
    lettre::Address::new_dangerous(address.local(), address.domain())
}
