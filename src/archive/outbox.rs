//! Which mails are still to be sent: those that lines promised, less those that later lines report as done with.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::blob::BlobName;
use super::json::{Json, NotArchivable};
use super::line::{Cause, Entry, Line, Outgoing};

/// What became of a mail, as an event of a later line (cause `sent`).
///
/// These two are the only events that the archive reads; a game gives its events other names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", deny_unknown_fields)]
pub enum Delivery {
    /// The next mail server has it.
    #[serde(rename = "mail.sent")]
    Sent {
        /// The mail's Message-ID.
        id: String,
        /// What the server answered.
        answer: String,
    },
    /// The next mail server refused it for good (RFC 5321: 5yz), or it was given up.
    #[serde(rename = "mail.refused")]
    Refused {
        /// The mail's Message-ID.
        id: String,
        /// What the server answered, or why it was given up.
        answer: String,
    },
}

impl Delivery {
    /// The Message-ID of the mail it is about.
    pub fn id(&self) -> &str {
        match self {
            Self::Sent { id, .. } | Self::Refused { id, .. } => id,
        }
    }

    /// The event as it stands in a line.
    pub fn event(&self) -> Result<Json, NotArchivable> {
        Json::of(self)
    }

    /// The deliveries among the events of `entry`.
    pub fn of(entry: &Entry) -> impl Iterator<Item = Self> + '_ {
        entry.events.iter().filter_map(|event| event.read().ok())
    }
}

/// A cause for lines that only report deliveries.
pub fn sent() -> Cause {
    Cause::named("sent")
}

/// A mail that a line promised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The line's number.
    pub seq: u64,
    /// The line's date.
    pub at: DateTime<Utc>,
    /// The mail.
    pub mail: Outgoing,
    /// Where its bytes lie.
    pub file: BlobName,
}

/// The mails of one log that are not yet done with, in the order in which they were promised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outbox {
    waiting: Vec<Promise>,
}

impl Outbox {
    /// Takes in the next line: what it promises, and what it reports.
    pub fn read(&mut self, line: &Line) {
        for done in Delivery::of(&line.entry) {
            self.waiting.retain(|promise| promise.mail.id != done.id());
        }
        self.waiting.extend(line.entry.out.iter().map(|mail| Promise {
            seq: line.seq,
            at: line.entry.at,
            mail: mail.clone(),
            file: line.entry.mail(mail),
        }));
    }

    /// The mails to send.
    pub fn waiting(&self) -> impl Iterator<Item = &Promise> {
        self.waiting.iter()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::chain::Chain;
    use crate::archive::line::tests::sample;

    fn mail(id: &str) -> Outgoing {
        Outgoing { id: id.into(), ..sample("").out.remove(0) }
    }

    fn fold(entries: Vec<Entry>) -> Vec<(u64, String)> {
        let mut chain = Chain::founded_on(b"");
        let mut outbox = Outbox::default();
        for entry in entries {
            let text = chain.write(entry).unwrap();
            outbox.read(&chain.read(text.as_bytes()).unwrap());
        }
        outbox.waiting().map(|promise| (promise.seq, promise.mail.id.clone())).collect()
    }

    fn promise(ids: &[&str]) -> Entry {
        Entry { out: ids.iter().map(|id| mail(id)).collect(), ..sample("Turn.") }
    }

    fn report(deliveries: &[Delivery]) -> Entry {
        let events = deliveries.iter().map(|delivery| delivery.event().unwrap()).collect();
        Entry { events, out: Vec::new(), cause: sent(), ..sample("Sent.") }
    }

    #[test]
    fn what_is_promised_waits_until_it_is_reported() {
        let sent = |id: &str| Delivery::Sent { id: id.into(), answer: "250 OK".into() };
        let refused = Delivery::Refused { id: "<2>".into(), answer: "550 no such user".into() };
        assert_eq!(fold(vec![promise(&["<2>", "<1>"]), promise(&["<3>"])]), [(1, "<2>".into()), (1, "<1>".into()), (2, "<3>".into())]);
        assert_eq!(fold(vec![promise(&["<1>", "<2>"]), report(&[sent("<1>")]), promise(&["<3>"])]), [(1, "<2>".into()), (3, "<3>".into())]);
        assert_eq!(fold(vec![promise(&["<1>", "<2>"]), report(&[sent("<1>"), refused])]), []);
        assert_eq!(fold(vec![promise(&["<1>"]), report(&[sent("<other>")])]), [(1, "<1>".into())]);
    }

    #[test]
    fn a_delivery_is_an_event_like_any_other() {
        let event = Delivery::Sent { id: "<1>".into(), answer: "250 OK".into() }.event().unwrap();
        assert_eq!(event.as_str(), r#"{"event":"mail.sent","id":"<1>","answer":"250 OK"}"#);
    }
}
