//! Mails of one step: composed to their exact bytes, so that the line can commit to them.

use chrono::{DateTime, Utc};

use super::loss::Witness;
use super::{Fault, House, lobby};
use crate::archive::{Blob, Chain, Digest, FOOTER_DIGITS, GameName, Head, LogName, Outgoing};
use crate::letter::templates::MailText;
use crate::letter::views::{FooterView, NoticeView};
use crate::letter::{Address, Correspondent, Html, Kind, Letter, List, Mail, compose};

pub const ANSWER: &str = Kind::Answer.word();
pub const TURN: &str = Kind::Turn.word();
pub const NOTICE: &str = Kind::Notice.word();

/// The mails of a step as they are written, in order.
pub struct PostBag<'a> {
    pub house: &'a House,
    /// The game they are about, and the turn that their tokens are for.
    game: Option<(&'a GameName, &'a str, u32)>,
    /// The head before this step.
    head: Head,
    /// The digest of the game's settings and the branch of its record.
    branch: Option<(Digest, u32)>,
    /// What the notices of the lobby are about.
    about: Option<&'a str>,
    now: DateTime<Utc>,
    pub out: Vec<Outgoing>,
    pub blobs: Vec<Blob>,
}

/// Where a game's record stands as mails about it are written.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The digest of its settings.
    pub founded: Digest,
    pub head: Head,
    pub branch: u32,
}

impl Standing {
    /// Of a game that is just being founded.
    pub fn founded_on(settings: &str) -> Standing {
        let head = Chain::founded_on(settings.as_bytes()).head();
        Standing { founded: head.hash, head, branch: 0 }
    }
}

/// One mail to be written.
pub struct Draft<'a> {
    pub to: Correspondent,
    /// Tells it from the step's other mails in its Message-ID: `turn.w`.
    pub tag: String,
    pub kind: Kind,
    pub text: MailText,
    pub html: Option<Html>,
    /// The letter it answers.
    pub answers: Option<&'a Letter>,
}

impl<'a> PostBag<'a> {
    /// Mails of the lobby.
    pub fn of_lobby(house: &'a House, head: Head, now: DateTime<Utc>) -> PostBag<'a> {
        PostBag { house, game: None, head, branch: None, about: None, now, out: Vec::new(), blobs: Vec::new() }
    }

    /// Mails about a game: `title` as its players write it, `turn` for the tokens, `record` before the line that promises them.
    pub fn of_game(house: &'a House, name: &'a GameName, title: &'a str, turn: u32, record: Standing, now: DateTime<Utc>) -> PostBag<'a> {
        let Standing { founded, head, branch } = record;
        PostBag {
            house,
            game: Some((name, title, turn)),
            head,
            branch: Some((founded, branch)),
            about: None,
            now,
            out: Vec::new(),
            blobs: Vec::new(),
        }
    }

    /// Mails of the lobby that are about a game, as its players write it.
    pub fn about(self, title: &'a str) -> PostBag<'a> {
        PostBag { about: Some(title), ..self }
    }

    /// The hour of the step.
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    fn seq(&self) -> u64 {
        self.head.seq + 1
    }

    /// What every mail about the game ends with.
    pub fn footer(&self) -> FooterView {
        let (seq, head) = (self.head.seq, self.head.hash.to_string()[..FOOTER_DIGITS].to_owned());
        let game = self.game.map_or("lobby".to_owned(), |(name, ..)| name.as_str().to_owned());
        FooterView { game, seq, head }
    }

    /// Where to write to, as the mails say it.
    pub fn robot(&self) -> String {
        self.house.own.address.as_str().to_owned()
    }

    /// Composes a mail into the bag.
    pub fn add(&mut self, draft: Draft) {
        let own = &self.house.own;
        let room = self.game.map_or("lobby", |(name, ..)| name.as_str());
        let (log, turn) = match self.game {
            Some((name, _, turn)) => (LogName::Game(name.clone()), turn),
            None => (LogName::Lobby, lobby::day(self.now)),
        };
        let token = self.house.token(&log, draft.to.address.as_str(), turn);
        let name = format!("{room}.{}.{}", self.seq(), draft.tag);
        let witness = self.branch.map(|(founded, branch)| Witness::of(self.house, founded, self.head, branch));
        let id = match witness {
            Some(witness) => own.message_id_with(&name, &witness.to_string(), &token),
            None => own.message_id(&name, Some(&token)),
        };
        let mut references: Vec<String> = self.game.map(|(name, ..)| own.message_id(name.as_str(), None)).into_iter().collect();
        let answered = draft.answers.and_then(|letter| letter.message_id.clone());
        references.extend(answered.clone());
        let mail = Mail {
            id,
            date: self.now,
            from: Correspondent::new(self.house.name.clone(), own.address.clone()),
            to: draft.to,
            reply_to: Some(own.reply_address(&token)),
            subject: draft.text.subject,
            in_reply_to: answered,
            references,
            kind: draft.kind,
            list: self.game.map(|(name, title, _)| self.list(name, title)),
            text: draft.text.body,
            html: draft.html,
        };
        let bytes = compose(&mail);
        self.out.push(Outgoing {
            to: mail.to.address.as_str().to_owned(),
            // What stands behind the plus is a secret, and the log is for everybody.
            id: format!("<{}>", own.message_id(&name, None)),
            sha256: Digest::of(&bytes),
            kind: mail.kind.word().to_owned(),
            subject: mail.subject,
        });
        self.blobs.push(Blob::mail_out(bytes));
    }

    /// Writes a notice to somebody into the bag; `tag` as in [`Draft`].
    pub fn notice(&mut self, to: Correspondent, tag: String, headline: &str, paragraphs: Vec<String>) -> Result<(), Fault> {
        self.notice_of_dice(to, tag, headline, paragraphs, Vec::new())
    }

    /// The same with what dice came to on the way.
    pub fn notice_of_dice(
        &mut self,
        to: Correspondent,
        tag: String,
        headline: &str,
        paragraphs: Vec<String>,
        dice: Vec<String>,
    ) -> Result<(), Fault> {
        let view = NoticeView {
            to: if to.name.is_empty() { to.address.as_str().to_owned() } else { to.name.clone() },
            game: self.game.map(|(_, title, _)| title).or(self.about).map(str::to_owned),
            headline: headline.to_owned(),
            paragraphs,
            dice,
            robot: self.robot(),
            footer: Some(self.footer()),
        };
        let text = self.house.templates.mail("notice.txt", &view)?;
        self.add(Draft { to, tag, kind: Kind::Notice, text, html: None, answers: None });
        Ok(())
    }

    /// Sends a mail again, byte for byte.
    pub fn again(&mut self, mail: &Outgoing) {
        self.out.push(mail.clone());
    }

    fn list(&self, name: &GameName, title: &str) -> List {
        let own = &self.house.own;
        List {
            id: format!("{}.{}", name.as_str(), own.domain),
            name: title.to_owned(),
            leave: own.address.clone(),
            leave_subject: format!("[{title}] leave"),
        }
    }
}

/// A player's or observer's address with his name.
pub fn correspondent(name: &str, address: &str) -> Result<Correspondent, Fault> {
    Ok(Correspondent::new(name, Address::parse(address)?))
}
