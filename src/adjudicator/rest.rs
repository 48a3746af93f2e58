//! Games at rest: their archive is damaged, or the program fails at what is due in them; nothing is added until that is mended and the program
//! started again.
//!
//! Invariant: a letter for a game at rest is kept and answered; it is never carried out.

use chrono::{DateTime, Utc};

use super::desk::Desk;
use super::refusal::{Refusal, Room};
use super::{Custodian, Fault, Step};
use crate::archive::GameName;
use crate::archive::record::{DeskEvent, Unread, read_founding};

/// Why a game is laid to rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Its archive is damaged.
    Archive(String),
    /// The program fails at a step of it.
    Program(String),
}

/// What is known of a game at rest.
#[derive(Debug)]
pub(super) struct Resting {
    /// As its players write it; the folder's name where `game.toml` cannot be read.
    title: String,
    /// Its players and observers; empty where `game.toml` cannot be read.
    addresses: Vec<String>,
}

impl Custodian {
    /// Lays a game to rest. `settings` is its `game.toml`. The step tells the master, once for each trouble.
    pub fn rest(&mut self, name: &GameName, settings: &str, trouble: &Trouble, now: DateTime<Utc>) -> Result<Option<Step>, Fault> {
        self.tables.remove(name);
        let resting = match read_founding(settings) {
            Ok(founding) => {
                Resting { addresses: founding.invitees().map(|invitee| invitee.address.clone()).collect(), title: founding.name.clone() }
            }
            Err(_) => Resting { title: name.as_str().to_owned(), addresses: Vec::new() },
        };
        let title = resting.title.clone();
        self.resting.insert(name.clone(), resting);
        let (headline, why, mend) = match trouble {
            Trouble::Archive(why) => (
                format!("{title} is at rest: its archive is damaged"),
                why,
                format!(
                    "To mend it: `custodian verify {}` names what is damaged; put those files back from a copy of the archive, and start the \
                     program again.",
                    name.as_str()
                ),
            ),
            Trouble::Program(why) => (
                format!("{title} is at rest: the program fails at what is due in it"),
                why,
                "To mend it: send this mail and a copy of the game's folder to whoever looks after the program, and start the mended program."
                    .to_owned(),
            ),
        };
        let event = DeskEvent::AtRest { game: name.as_str().to_owned(), why: why.clone() };
        if self.lobby.was_told(&event) {
            return Ok(None);
        }
        let paragraphs = vec![
            format!("The game in the folder {} of the archive cannot go on: {why}.", name.as_str()),
            "Nothing is added to it, and nothing of it is lost. What its players write is kept, and they are answered that the game is at rest. \
             All other games go on."
                .to_owned(),
            mend,
        ];
        self.notice_of_trouble("damage", "rest", vec![event], headline, paragraphs, now).map(Some)
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
            "{} is at rest: something in it is broken, and the master of this house, {}, has been told to mend it.",
            resting.title, self.custodian.house.master
        );
        let mend = vec!["Your letter is kept, and nothing in it was carried out: send it again when the game goes on.".to_owned()];
        self.refuse(Room::Lobby, Refusal::unread(Unread::GameAtRest, reason, mend))
    }
}
