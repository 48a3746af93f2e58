//! A letter that does nothing: written down, and answered with the reason and what would work. The one place that refuses.

use super::desk::Desk;
use super::post::{Draft, PostBag};
use super::table::Happening;
use super::{Fault, Step, Table};
use crate::archive::GameName;
use crate::archive::record::{DeskEvent, Unread};
use crate::letter::Kind;
use crate::letter::views::RefusalView;

/// How many characters of a subject are written down or repeated.
pub(super) const SUBJECT_SHOWN: usize = 100;

/// Whose affair a letter is: a game's, or that of no game.
#[derive(Clone, Copy)]
pub(super) enum Room<'t> {
    Lobby,
    Table(&'t GameName, &'t Table),
}

/// Why a letter does nothing, for the log.
enum Why {
    Refused(String),
    /// It is kept as if it had not come.
    Unread(Unread),
}

/// Why a letter does nothing, for everybody.
pub(super) struct Refusal {
    why: Why,
    /// What its writer is told, in one sentence.
    reason: String,
    /// What would work, each a sentence.
    mend: Vec<String>,
}

impl Refusal {
    /// `why` is for the log, in a few words.
    pub fn of(why: impl Into<String>, reason: impl Into<String>, mend: Vec<String>) -> Refusal {
        Refusal { why: Why::Refused(why.into()), reason: reason.into(), mend }
    }

    pub fn unread(why: Unread, reason: String, mend: Vec<String>) -> Refusal {
        Refusal { why: Why::Unread(why), reason, mend }
    }
}

impl Desk<'_> {
    pub(super) fn refuse(&self, room: Room, refusal: Refusal) -> Result<Step, Fault> {
        let custodian = self.custodian;
        let (house, now) = (&custodian.house, self.now);
        let mut bag = match room {
            Room::Lobby => PostBag::of_lobby(house, custodian.lobby.head, now),
            Room::Table(name, table) => PostBag::of_game(house, name, table.game.name(), table.game.phase.turn, table.record(), now),
        };
        let answered = match &refusal.why {
            Why::Unread(Unread::TooMany) => custodian.lobby.may_turn_away(self.address(), now),
            _ => self.may_answer(),
        };
        if answered {
            let view = RefusalView {
                to: match room {
                    // In somebody's name, a stranger may have written whatever stands beside the address.
                    Room::Table(_, table) if self.believed => self.name_of_sender(&table.game),
                    _ => self.address().to_owned(),
                },
                game: match room {
                    Room::Lobby => None,
                    Room::Table(_, table) => Some(table.game.name().to_owned()),
                },
                subject: self.letter.subject.chars().take(SUBJECT_SHOWN).collect(),
                reason: refusal.reason,
                mend: refusal.mend,
                robot: bag.robot(),
                footer: matches!(room, Room::Table(..)).then(|| bag.footer()),
            };
            let text = house.templates.mail("refusal.txt", &view)?;
            let (to, answers) = (self.sender.clone(), Some(self.letter));
            bag.add(Draft { to, tag: "answer".into(), kind: Kind::Answer, text, html: None, answers });
        }
        let (event, note) = match refusal.why {
            Why::Refused(why) => (DeskEvent::Refused { why: why.clone() }, format!("a letter of {} was refused: {why}", self.address())),
            Why::Unread(why) => (DeskEvent::Unread { why }, format!("a letter of {} is kept unread: {why}", self.address())),
        };
        match room {
            Room::Lobby => custodian.lobby_step(self.bytes, vec![self.letter_event(), event], bag, note, now),
            Room::Table(name, table) => self.game_step(name, table, Happening { desk: vec![event], note, ..Happening::default() }, bag),
        }
    }
}
