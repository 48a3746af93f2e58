//! From the bytes of a letter to what it says, in one pass that never fails.

use sha2::{Digest, Sha256};

use super::defect::Defect;
use super::head::{Head, mailboxes};
use super::mime::{Entity, cut, note};
use super::{Address, Authentication, Correspondent, Letter, Own, Token, authentication, body, bounce, robot, unquote};

/// Most bytes of a letter that are read; of a larger one only the header is.
pub const MAX_LETTER: usize = 10 * 1024 * 1024;
/// Most recipients that are kept.
const MAX_RECIPIENTS: usize = 200;
/// Most Message-IDs that are kept of `References` and of `In-Reply-To`, the newest ones.
const MAX_IDS: usize = 100;
/// Headers in which mail servers write down to which address they delivered.
const DELIVERED: [&str; 6] = ["delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to", "x-forwarded-to"];

/// Reads a letter. Whatever the bytes are, there is a [`Letter`]; what is wrong with it stands in its defects. A panic in a parser below is for the daemon,
/// which puts the letter in quarantine.
pub fn read(bytes: &[u8], own: &Own) -> Letter {
    let mut letter = blank(bytes);
    if bytes.len() > MAX_LETTER {
        letter.defects.push(Defect::TooLarge { bytes: bytes.len() as u64, limit: MAX_LETTER as u64 });
    }
    let whole = bytes.len() <= MAX_LETTER;
    fill(letter, bytes, whole, own)
}

/// Reads a letter of `size` bytes of which only the header was fetched, because it is too large: it is known who wrote it, and it has no lines.
pub fn read_head(bytes: &[u8], size: u64, limit: u64, own: &Own) -> Letter {
    let end = Head::split(bytes).1.len();
    let mut letter = read(&bytes[..bytes.len() - end], own);
    letter.defects.retain(|defect| !matches!(defect, Defect::Empty | Defect::Truncated));
    letter.defects.push(Defect::TooLarge { bytes: size, limit });
    letter
}

fn blank(bytes: &[u8]) -> Letter {
    Letter {
        digest: Sha256::digest(bytes).into(),
        sender: None,
        recipients: Vec::new(),
        message_id: None,
        in_reply_to: Vec::new(),
        references: Vec::new(),
        subject: String::new(),
        date: None,
        robot: None,
        bounces: Vec::new(),
        authentication: Authentication::default(),
        tokens: Vec::new(),
        lines: Vec::new(),
        defects: Vec::new(),
    }
}

fn fill(mut letter: Letter, bytes: &[u8], whole: bool, own: &Own) -> Letter {
    let bytes = without_envelope_line(bytes);
    let bytes = if whole { bytes } else { &bytes[..bytes.len() - Head::split(bytes).1.len()] };
    if bytes.contains(&0) {
        letter.defects.push(Defect::Nul);
    }
    let entity = cut(bytes, &mut letter.defects);
    let head = &entity.head;
    if head.is_empty() {
        note(&mut letter.defects, Defect::NotALetter);
    }
    if head.overflow {
        note(&mut letter.defects, Defect::TooManyHeaders { limit: super::head::MAX_FIELDS });
    }
    letter.sender = sender(head, &mut letter.defects);
    letter.recipients = recipients(head);
    letter.message_id = head.ids("message-id").into_iter().next();
    letter.in_reply_to = newest(head.ids("in-reply-to"));
    letter.references = newest(head.ids("references"));
    letter.subject = head.text("subject");
    letter.date = head.date();
    let address = letter.sender.as_ref().map(|sender| &sender.address);
    letter.robot = robot::sign(head, address, own);
    letter.authentication = authentication::read(head, address, own);
    letter.bounces = bounce::read(&entity);
    letter.tokens = tokens(&letter, own);
    if whole {
        read_lines(&mut letter, &entity);
    }
    letter
}

/// The line `From ada@example.org Tue Mar  3 ...` that programs put before a letter in a file or a pipe is no part of it.
fn without_envelope_line(bytes: &[u8]) -> &[u8] {
    if !bytes.starts_with(b"From ") {
        return bytes;
    }
    bytes.iter().position(|&byte| byte == b'\n').map_or(&[], |end| &bytes[end + 1..])
}

/// Exactly one `From:` line with exactly one address (RFC 5322 allows several addresses, but a player is one).
fn sender(head: &Head, defects: &mut Vec<Defect>) -> Option<Correspondent> {
    let lines: Vec<&str> = head.every("from").collect();
    let [line] = lines.as_slice() else {
        defects.push(if lines.is_empty() { Defect::NoFrom } else { Defect::SeveralFromLines(lines.len()) });
        return None;
    };
    let found = mailboxes(line);
    let [(name, address)] = found.as_slice() else {
        defects.push(if found.is_empty() { Defect::BadSender("there is none".to_owned()) } else { Defect::SeveralSenders(found.len()) });
        return None;
    };
    match Address::parse(address) {
        Ok(address) => Some(Correspondent::new(name.clone(), address)),
        Err(error) => {
            defects.push(Defect::BadSender(error.reason.to_owned()));
            None
        }
    }
}

fn recipients(head: &Head) -> Vec<Correspondent> {
    let written = ["to", "cc"].iter().flat_map(|name| head.every(name));
    let delivered = DELIVERED.iter().flat_map(|name| head.every(name));
    let mut recipients: Vec<Correspondent> = Vec::new();
    for (name, address) in written.chain(delivered).flat_map(mailboxes) {
        let Ok(address) = Address::parse(&address) else { continue };
        if recipients.len() < MAX_RECIPIENTS && !recipients.iter().any(|known| known.address == address) {
            recipients.push(Correspondent::new(name, address));
        }
    }
    recipients
}

fn newest(mut ids: Vec<String>) -> Vec<String> {
    ids.split_off(ids.len().saturating_sub(MAX_IDS))
}

/// The tokens that the letter shows: plus-addresses first, for they were meant so; then Message-IDs from the nearest to the root.
fn tokens(letter: &Letter, own: &Own) -> Vec<Token> {
    let addressed = letter.recipients.iter().filter_map(|recipient| own.token_in_address(&recipient.address));
    let ids = letter
        .in_reply_to
        .iter()
        .chain(letter.references.iter().rev())
        .chain(letter.bounces.iter().filter_map(|bounce| bounce.original.as_ref()));
    let mut tokens = Vec::new();
    for token in addressed.chain(ids.filter_map(|id| own.token_in_message_id(id))) {
        if !tokens.contains(&token) {
            tokens.push(token);
        }
    }
    tokens
}

fn read_lines(letter: &mut Letter, entity: &Entity<'_>) {
    let body = body::read(entity, &mut letter.defects);
    letter.lines = unquote::unquote(&body.text);
    if body.from_html {
        letter.defects.push(Defect::OnlyHtml);
    }
    if letter.lines.iter().any(|line| line.text.contains('\u{FFFD}')) {
        note(&mut letter.defects, Defect::Undecodable);
    }
    if letter.lines.is_empty() {
        letter.defects.push(if body.says_something() { Defect::OnlyQuote } else { Defect::Empty });
    }
}
