//! Reports of mail systems that a mail was not delivered (RFC 3464).

use super::Address;
use super::head::Head;
use super::mime::Entity;

/// Most recipients of one report that are read.
const MAX_RECIPIENTS: usize = 100;
/// Longest diagnostic that is kept, in characters.
const MAX_DIAGNOSTIC: usize = 500;

/// What a delivery report says about one recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// The recipient that the report is about, as far as it can be read.
    pub recipient: Option<Address>,
    pub action: Action,
    /// The enhanced status code (RFC 3463), such as `5.1.1`; empty when there is none.
    pub status: String,
    /// What the other server said; empty when there is nothing.
    pub diagnostic: String,
    /// The Message-ID of the mail that came back, when the report holds its header.
    pub original: Option<String>,
}

/// The `Action:` field of RFC 3464 section 2.3.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Given up for good.
    Failed,
    /// Still being tried.
    Delayed,
    /// Delivered, relayed or expanded.
    Done,
}

impl Bounce {
    /// Whether the address does not work and will not by itself: the delivery failed with a permanent status (class 5), or with none that says otherwise.
    pub fn is_hard(&self) -> bool {
        self.action == Action::Failed && !self.status.starts_with('4')
    }
}

/// What a delivery report says, one for each recipient; nothing when the letter is none.
pub(super) fn read(letter: &Entity<'_>) -> Vec<Bounce> {
    let original = original(letter);
    let report = letter
        .parts
        .iter()
        .find(|part| matches!(part.content_type.media.as_str(), "message/delivery-status" | "message/global-delivery-status"));
    if let Some(report) = report {
        // what is wrong with the encoding of a report is no defect of a player's letter
        let status = report.decoded(&mut Vec::new());
        return groups(&status).iter().filter_map(|group| recipient(group, &original)).take(MAX_RECIPIENTS).collect();
    }
    let failed = letter.head.every("x-failed-recipients").flat_map(|value| value.split(','));
    failed
        .filter_map(|address| Address::parse(address).ok())
        .take(MAX_RECIPIENTS)
        .map(|address| Bounce { recipient: Some(address), ..failure(&original) })
        .collect()
}

fn failure(original: &Option<String>) -> Bounce {
    Bounce { recipient: None, action: Action::Failed, status: String::new(), diagnostic: String::new(), original: original.clone() }
}

/// The groups of fields that blank lines part (RFC 3464 section 2.1).
fn groups(status: &[u8]) -> Vec<Head> {
    let mut groups = Vec::new();
    let mut rest = status.trim_ascii_start();
    while !rest.is_empty() && groups.len() <= MAX_RECIPIENTS {
        let (group, behind) = Head::split(rest);
        groups.push(group);
        rest = behind.trim_ascii_start();
    }
    groups
}

/// The group about one recipient; the first group, about the whole mail, has no recipient and no action.
fn recipient(group: &Head, original: &Option<String>) -> Option<Bounce> {
    let action = match group.first("action")?.to_ascii_lowercase().as_str() {
        "failed" => Action::Failed,
        "delayed" => Action::Delayed,
        _ => Action::Done,
    };
    // `rfc822; ada@example.org`, `smtp; 550 no such user`
    let typed = |name: &str| group.first(name).map(|value| value.split_once(';').map_or(value, |(_, text)| text).trim().to_owned());
    let address = |name: &str| typed(name).and_then(|text| Address::parse(text.trim_matches(['<', '>'])).ok());
    let status: String = group.first("status").unwrap_or_default().chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let diagnostic = typed("diagnostic-code").unwrap_or_default().chars().take(MAX_DIAGNOSTIC).collect();
    let recipient = address("original-recipient").or_else(|| address("final-recipient"));
    Some(Bounce { recipient, action, status, diagnostic, original: original.clone() })
}

/// The Message-ID of the mail that the report is about.
fn original(letter: &Entity<'_>) -> Option<String> {
    const ORIGINALS: [&str; 4] = ["message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"];
    let part = letter.parts.iter().find(|part| ORIGINALS.contains(&part.content_type.media.as_str()))?;
    let returned = part.decoded(&mut Vec::new());
    let (head, _) = Head::split(&returned);
    head.ids("message-id").into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letter::mime::cut;

    #[test]
    fn every_recipient_of_a_report_is_told() {
        let report = concat!(
            "Content-Type: multipart/report; boundary=b\n\n--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n",
            "Final-Recipient: rfc822; ada@example.org\nAction: failed\nStatus: 5.1.1 (bad)\nDiagnostic-Code: smtp; 550 5.1.1\n no such user\n\n",
            "Original-Recipient: rfc822;<bob@example.org>\nFinal-Recipient: rfc822; b2@x.org\nAction: Delayed\nStatus: 4.4.1\n\n--b\n",
            "Content-Type: message/rfc822\n\nMessage-ID: <custodian.zaphod.7.w@example.org>\nSubject: x\n\ntext\n--b--\n",
        );
        let bounces = read(&cut(report.as_bytes(), &mut Vec::new()));
        let original = Some("custodian.zaphod.7.w@example.org".to_owned());
        let ada = Bounce {
            recipient: Address::parse("ada@example.org").ok(),
            action: Action::Failed,
            status: "5.1.1".into(),
            diagnostic: "550 5.1.1 no such user".into(),
            original: original.clone(),
        };
        let bob = Bounce {
            recipient: Address::parse("bob@example.org").ok(),
            action: Action::Delayed,
            status: "4.4.1".into(),
            diagnostic: String::new(),
            original,
        };
        assert!(ada.is_hard() && !bob.is_hard());
        assert_eq!(bounces, [ada, bob]);
    }

    #[test]
    fn a_header_of_failed_recipients_is_a_report_too() {
        let bounces = read(&cut(b"X-Failed-Recipients: ada@example.org, b@x.org\n\ntext", &mut Vec::new()));
        assert_eq!(
            bounces.iter().map(|bounce| bounce.recipient.as_ref().unwrap().as_str()).collect::<Vec<_>>(),
            ["ada@example.org", "b@x.org"]
        );
        assert!(bounces.iter().all(Bounce::is_hard));
    }
}
