//! What the master is told of the mail's own troubles: letters that cannot be fetched, and mails that no server takes.

use chrono::{DateTime, Utc};

use super::post::PostBag;
use super::{After, Custodian, Fault, SEMANTICS, Step};
use crate::archive::record::DeskEvent;
use crate::archive::{Cause, Entry, Json, LogName, Outgoing};
use crate::letter::Correspondent;

/// How many refused mails one notice names; of the others it tells how many there are.
const NAMED: usize = 20;

impl Custodian {
    /// A letter could not be had from its mailbox, while one behind it could: it is passed over, and lies at `place`.
    pub fn lost_letter(&self, place: &str, why: &str, now: DateTime<Utc>) -> Result<Step, Fault> {
        let headline = "a letter could not be fetched and was passed over".to_owned();
        let paragraphs = vec![
            format!("It lies in the mailbox as it did ({place}). What went wrong, each time it was tried: {why}."),
            "The letters behind it are read. If it holds orders, ask its writer to send it again.".to_owned(),
        ];
        let event = DeskEvent::Lost { place: place.to_owned(), why: why.to_owned() };
        self.notice_of_trouble("mailbox", "lost", vec![event], headline, paragraphs, now)
    }

    /// Mails were refused for good or given up, each with the answer. None where there is nothing to tell the master, as of mails to himself.
    pub fn refused_mails(&self, refused: &[(Outgoing, String)], now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let master = self.house.master.as_str();
        let others: Vec<&(Outgoing, String)> = refused.iter().filter(|(mail, _)| !mail.to.eq_ignore_ascii_case(master)).collect();
        let headline = match others.as_slice() {
            [] => return Ok(None),
            [(mail, _)] => format!("a mail to {} was refused", mail.to),
            several => format!("{} mails were refused", several.len()),
        };
        let mut paragraphs: Vec<String> =
            others.iter().take(NAMED).map(|(mail, answer)| format!("To {}, \"{}\": {answer}.", mail.to, mail.subject)).collect();
        if others.len() > NAMED {
            paragraphs.push(format!("... and {} more.", others.len() - NAMED));
        }
        paragraphs.push("They are not tried again. Whoever plays from that address may not know whose turn it is.".to_owned());
        let event = |(mail, answer): &(Outgoing, String)| DeskEvent::Bounced { address: mail.to.clone(), why: answer.clone() };
        let events = others.into_iter().map(event).collect();
        self.notice_of_trouble("refused", "refused", events, headline, paragraphs, now).map(Some)
    }

    /// A line of the lobby's that mails the master.
    pub(super) fn notice_of_trouble(
        &self,
        cause: &str,
        tag: &str,
        events: Vec<DeskEvent>,
        headline: String,
        paragraphs: Vec<String>,
        now: DateTime<Utc>,
    ) -> Result<Step, Fault> {
        let mut bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
        bag.notice(Correspondent::new("master", self.house.master.clone()), tag.to_owned(), &headline, paragraphs)?;
        self.trouble_step(cause, events, headline, bag, now)
    }

    /// A line of the lobby's that no letter has caused.
    pub(super) fn trouble_step(
        &self,
        cause: &str,
        events: Vec<DeskEvent>,
        note: String,
        bag: PostBag,
        now: DateTime<Utc>,
    ) -> Result<Step, Fault> {
        let entry = Entry {
            at: now,
            sem: SEMANTICS,
            cause: Cause::named(cause),
            events: events.iter().map(Json::of).collect::<Result<_, _>>()?,
            out: bag.out,
            boards: Default::default(),
            files: Default::default(),
            state: super::lobby::state(),
            note,
        };
        Ok(Step { log: LogName::Lobby, founding: None, entry, blobs: bag.blobs, after: After::default() })
    }
}
