//! Games at rest: their archive is damaged, and nothing is added to it until the master has mended it and started the program again.
//!
//! Invariant: a letter for a game at rest is kept and answered; it is never carried out.

use chrono::{DateTime, Utc};

use super::desk::Desk;
use super::post::PostBag;
use super::refusal::{Refusal, Room};
use super::{After, Custodian, Fault, SEMANTICS, Step};
use crate::archive::record::{DeskEvent, Unread, read_founding};
use crate::archive::{Cause, Entry, GameName, Json, LogName};
use crate::letter::Correspondent;

/// What is known of a game at rest.
#[derive(Debug)]
pub(super) struct Resting {
    /// As its players write it; the folder's name where `game.toml` cannot be read.
    title: String,
    /// Its players and observers; empty where `game.toml` cannot be read.
    addresses: Vec<String>,
}

impl Custodian {
    /// Lays a game to rest. `settings` is its `game.toml`, `why` what is wrong with its archive. The step tells the master, once for each
    /// damage.
    pub fn rest(&mut self, name: &GameName, settings: &str, why: &str, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        let resting = match read_founding(settings) {
            Ok(founding) => {
                Resting { addresses: founding.invitees().map(|invitee| invitee.address.clone()).collect(), title: founding.name.clone() }
            }
            Err(_) => Resting { title: name.as_str().to_owned(), addresses: Vec::new() },
        };
        let headline = format!("{} is at rest: its archive is damaged", resting.title);
        self.resting.insert(name.clone(), resting);
        let event = DeskEvent::AtRest { game: name.as_str().to_owned(), why: why.to_owned() };
        if self.lobby.was_told(&event) {
            return Ok(None);
        }
        let mut bag = PostBag::of_lobby(&self.house, self.lobby.head, now);
        let paragraphs = vec![
            format!("The game in the folder {} of the archive cannot be taken up: {why}.", name.as_str()),
            "Nothing is added to it, and nothing of it is lost. What its players write is kept, and they are answered that the game is at rest. \
             All other games go on."
                .to_owned(),
            format!(
                "To mend it: `custodian verify {}` names what is damaged; put those files back from a copy of the archive, and start the \
                 program again.",
                name.as_str()
            ),
        ];
        bag.notice(Correspondent::new("master", self.house.master.clone()), "rest".into(), &headline, paragraphs)?;
        let entry = Entry {
            at: now,
            sem: SEMANTICS,
            cause: Cause::named("damage"),
            events: vec![Json::of(&event)?],
            out: bag.out,
            boards: Default::default(),
            state: super::lobby::state(),
            note: headline,
        };
        Ok(Some(Step { log: LogName::Lobby, founding: None, entry, blobs: bag.blobs, after: After::default() }))
    }

    /// The games at rest, by the names of their folders.
    pub fn resting(&self) -> impl Iterator<Item = &GameName> {
        self.resting.keys()
    }
}

impl<'a> Desk<'a> {
    /// The game at rest that the letter is for: it names it, or its writer is in no other game.
    pub(super) fn means_one_at_rest(&self, named: Option<&str>) -> Option<&'a Resting> {
        let address = self.sender.address.as_str().to_lowercase();
        let mine = |resting: &&Resting| resting.addresses.contains(&address);
        let names = |resting: &&Resting| match named {
            Some(title) => resting.title.eq_ignore_ascii_case(title),
            None => self.is_tagged(&resting.title),
        };
        let mut games = self.custodian.resting.values();
        let named_one = games.clone().find(|resting| names(resting) && (resting.addresses.is_empty() || mine(resting)));
        named_one.or_else(|| games.find(mine).filter(|_| self.mine.is_empty()))
    }

    /// The sender is in a game at rest.
    pub(super) fn is_at_rest(&self) -> bool {
        let address = self.sender.address.as_str().to_lowercase();
        self.custodian.resting.values().any(|resting| resting.addresses.contains(&address))
    }

    pub(super) fn titles_at_rest(&self) -> impl Iterator<Item = &'a str> {
        self.custodian.resting.values().map(|resting| resting.title.as_str())
    }

    pub(super) fn at_rest(&self, resting: &Resting) -> Result<Step, Fault> {
        let reason = format!(
            "{} is at rest: its archive is damaged, and the master of this house, {}, has been told to mend it.",
            resting.title, self.custodian.house.master
        );
        let mend = vec!["Your letter is kept, and nothing in it was carried out: send it again when the game goes on.".to_owned()];
        self.refuse(Room::Lobby, Refusal::unread(Unread::GameAtRest, reason, mend))
    }
}
