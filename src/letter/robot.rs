//! Signs that no person wrote a letter, so that nobody is answered (RFC 3834 section 2, RFC 5230 section 4.6).

use std::fmt;

use super::compose::MARK_HEADER;
use super::head::{Head, mailboxes};
use super::{Address, Own};

/// Headers of mailing lists (RFC 2369, RFC 2919, and what came before them).
const LIST: [&str; 8] =
    ["List-Id", "List-Post", "List-Unsubscribe", "List-Help", "List-Subscribe", "List-Owner", "Mailing-List", "X-Mailing-List"];
/// Headers of autoresponders. `X-Auto-Response-Suppress` is not among them: Exchange sets it on mail that people write.
const AUTORESPONDER: [&str; 6] = ["X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply", "X-Vacation", "Delivered-Vacation"];
/// Local parts of mail systems, without dots and dashes.
const SYSTEM: [&str; 11] = [
    "mailerdaemon",
    "postmaster",
    "noreply",
    "donotreply",
    "nepasrepondre",
    "nichtantworten",
    "bounce",
    "bounces",
    "listserv",
    "majordomo",
    "mdaemon",
];
/// Values of `Precedence` that no person sets.
const BULK: [&str; 4] = ["bulk", "junk", "list", "auto_reply"];

/// Why a letter must not be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Robot {
    /// It is one of the program's own mails coming back: own address, own Message-ID or the `X-Custodian` header.
    Echo,
    /// A report about the delivery of a mail (RFC 3464), or one about its display (RFC 8098).
    Report,
    /// An empty return path.
    NullReturnPath,
    /// `Auto-Submitted:` with this value, which is not `no`.
    AutoSubmitted(String),
    /// `Precedence:` with this value: bulk, junk, list or auto_reply.
    Precedence(String),
    /// Mail of a mailing list: this header is there.
    List(&'static str),
    /// A header that only autoresponders write.
    Autoresponder(&'static str),
    /// The sender is a mail system's own address, such as `mailer-daemon` or `no-reply`.
    SystemSender(String),
}

/// The first sign that nobody must be answered. Quoted text is no sign: only the letter's own header is looked at.
pub(super) fn sign(head: &Head, sender: Option<&Address>, own: &Own) -> Option<Robot> {
    let echoed = head.first(&MARK_HEADER.to_ascii_lowercase()).is_some()
        || head.ids("message-id").iter().any(|id| own.is_own_message_id(id))
        || sender.is_some_and(|sender| own.is_own(sender));
    if echoed {
        return Some(Robot::Echo);
    }
    let content_type = head.content_type();
    if content_type.media == "multipart/report" || head.first("x-failed-recipients").is_some() {
        return Some(Robot::Report);
    }
    if head.every("return-path").any(|path| path.split_whitespace().collect::<String>() == "<>") {
        return Some(Robot::NullReturnPath);
    }
    let word = |name: &str| head.first(name).map(|value| value.split([';', '(']).next().unwrap_or_default().trim().to_ascii_lowercase());
    if let Some(value) = word("auto-submitted").filter(|value| value != "no") {
        return Some(Robot::AutoSubmitted(shown(&value)));
    }
    if let Some(value) = word("precedence").filter(|value| BULK.contains(&value.as_str())) {
        return Some(Robot::Precedence(value));
    }
    let there = |name: &&&'static str| head.first(&name.to_ascii_lowercase()).is_some();
    if let Some(name) = LIST.iter().find(there) {
        return Some(Robot::List(name));
    }
    if let Some(name) = AUTORESPONDER.iter().find(there) {
        return Some(Robot::Autoresponder(name));
    }
    let sender_field = head.first("sender").and_then(|value| mailboxes(value).pop()).and_then(|(_, address)| Address::parse(&address).ok());
    sender
        .into_iter()
        .chain(&sender_field)
        .find(|address| is_system(address.local()))
        .map(|address| Robot::SystemSender(address.local().to_owned()))
}

fn is_system(local: &str) -> bool {
    let lower = local.to_ascii_lowercase();
    let name = lower.split('+').next().unwrap_or_default();
    let bare: String = name.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    SYSTEM.contains(&bare.as_str()) || name.starts_with("owner-") || name.ends_with("-request") || name.ends_with("-bounces")
}

/// As much of a header's value as a log line bears.
fn shown(value: &str) -> String {
    value.chars().filter(|c| !c.is_control()).take(60).collect()
}

impl fmt::Display for Robot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Robot::Echo => write!(f, "it is one of our own mails coming back"),
            Robot::Report => write!(f, "it is a report of a mail system"),
            Robot::NullReturnPath => write!(f, "its return path is empty"),
            Robot::AutoSubmitted(value) => write!(f, "it says `Auto-Submitted: {value}`"),
            Robot::Precedence(value) => write!(f, "it says `Precedence: {value}`"),
            Robot::List(header) => write!(f, "it came through a mailing list (`{header}`)"),
            Robot::Autoresponder(header) => write!(f, "an autoresponder wrote it (`{header}`)"),
            Robot::SystemSender(local) => write!(f, "its sender `{local}` is a mail system"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(header: &str, expected: Option<Robot>) {
        let own = Own {
            address: Address::parse("custodian@example.org").unwrap(),
            aliases: vec![],
            domain: "example.org".into(),
            plus: Some('+'),
            authserv_id: None,
        };
        let (head, _) = Head::split(header.as_bytes());
        let sender = head.first("from").and_then(|from| Address::parse(from).ok());
        assert_eq!(sign(&head, sender.as_ref(), &own), expected, "{header}");
    }

    #[test]
    fn every_sign_is_seen() {
        check("From: custodian+abc@example.org", Some(Robot::Echo));
        check("From: a@b\nMessage-ID: <custodian.zaphod.1@example.org>", Some(Robot::Echo));
        check("From: a@b\nX-Custodian: turn", Some(Robot::Echo));
        check("From: a@b\nContent-Type: multipart/report; report-type=delivery-status; boundary=x", Some(Robot::Report));
        check("From: a@b\nReturn-Path: < >", Some(Robot::NullReturnPath));
        check("From: a@b\nAuto-Submitted: Auto-Replied; owner-email=a@b", Some(Robot::AutoSubmitted("auto-replied".into())));
        check("From: a@b\nPrecedence: Junk", Some(Robot::Precedence("junk".into())));
        check("From: a@b\nlist-id: <x.y>", Some(Robot::List("List-Id")));
        check("From: a@b\nX-Autoreply: yes", Some(Robot::Autoresponder("X-Autoreply")));
        check("From: MAILER-DAEMON@b", Some(Robot::SystemSender("MAILER-DAEMON".into())));
        check("From: do_not.reply@b", Some(Robot::SystemSender("do_not.reply".into())));
        check("From: a@b\nSender: chess-bounces@b", Some(Robot::SystemSender("chess-bounces".into())));
    }

    #[test]
    fn people_are_no_robots() {
        check("From: a@b", None);
        check("From: a@b\nAuto-Submitted: no\nPrecedence: normal\nReturn-Path: <a@b>", None);
        check("From: a@b\nX-Auto-Response-Suppress: All\nMessage-ID: <custodian@b>", None);
        check("From: replyno@b\nSubject: X-Custodian: turn", None);
    }
}
