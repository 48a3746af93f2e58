//! Lines that are lost: a mail of this house names one that its game's record does not have, or not behind that head.
//!
//! The Message-ID of a mail about a game tells the line that promised it and the head before that, with a stamp that only this house can make.
//! So whoever names it, as every reply does, shows what the record was, and need not be believed himself.

use std::fmt;

use super::desk::Desk;
use super::post::{PostBag, Standing};
use super::refusal::{Refusal, Room};
use super::remail::MailMark;
use super::rest::Resting;
use super::table::Happening;
use super::{Custodian, Fault, House, Step, Table, announce};
use crate::archive::record::{DeskEvent, Unread};
use crate::archive::{Claim, Digest, GameName, Head};
use crate::dice::Link;
use crate::game::Event;
use crate::game::event::Resumption;
use crate::game::mar::Stage;
use crate::game::order::Order;
use crate::game::reading::{self, Names};
use crate::letter::{Correspondent, Letter};

/// Hexadecimal digits of a head in a Message-ID.
const DIGITS: usize = 8;

/// What the Message-ID of a mail about a game bears witness to: `9f3c2a41.0.abcdefghijkl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Witness {
    /// The first digits of the head before the mail's line.
    digits: String,
    branch: u32,
    stamp: String,
}

impl Witness {
    /// Of a mail whose line comes behind that head.
    pub fn of(house: &House, founded: Digest, head: Head, branch: u32) -> Witness {
        let digits = head.hash.to_string()[..DIGITS].to_owned();
        Witness { stamp: house.stamp(founded, head.seq + 1, &digits, branch), digits, branch }
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}.{}.{}", self.digits, self.branch, self.stamp)
    }
}

/// A line that this house has mailed, and that its record lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    pub game: GameName,
    /// The digest of its settings: another game may come to have its name.
    pub founded: Digest,
    /// The line that is known to be lost; others may be.
    pub line: u64,
    /// The mail that it promised, as its Message-ID names it; none where the archive itself shows what is lost.
    pub mail: String,
    /// The first digits of the head before it; none where the archive itself shows what is lost.
    pub digits: String,
    /// The branch of the record that it was in.
    pub branch: u32,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Loss { line, digits, .. } = self;
        if digits.is_empty() {
            return write!(
                f,
                "lines of its log are lost: what lies beside it shows that it had got to line {line} at least, and it ends before that"
            );
        }
        write!(
            f,
            "lines of its log are lost: a mail of this house was promised by line {line}, behind the head {digits}..., and the log has no such line"
        )
    }
}

impl Loss {
    /// What `zaphod.14.turn.p0` tells with `9f3c2a41.0.abcdefghijkl` behind it, if this house has mailed it about a game that it keeps.
    fn told(mail: &str, testimony: &str, custodian: &Custodian) -> Option<Loss> {
        let [digits, branch, stamp] = testimony.split('.').collect::<Vec<_>>()[..] else { return None };
        let mut words = mail.split('.');
        let (game, line): (GameName, u64) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let branch = branch.parse().ok()?;
        let founded = custodian.tables.get(&game)?.record().founded;
        let genuine = custodian.house.stamp(founded, line, digits, branch) == stamp;
        genuine.then(|| Loss { game, founded, line, mail: mail.to_owned(), digits: digits.to_owned(), branch })
    }

    /// Whether the record lacks it still. What went on without it lacks it for good.
    fn is_of(&self, table: &Table) -> bool {
        let Loss { founded, line, mail, digits, branch, .. } = self;
        let before = line.checked_sub(1).and_then(|before| table.heads.at(before));
        // Another line may have come in its place since, behind the same head.
        let promised = mail.is_empty() || table.promised.contains(&MailMark::of(mail));
        let stands = promised && table.heads.at(*line).is_some() && before.is_some_and(|head| head.hash.to_string().starts_with(digits));
        *founded == table.record().founded && (*branch > table.game.branch() || *branch == table.game.branch() && !stands)
    }

    /// It ends with that line: the mail that it is known from has told the head before it, in an earlier branch of the record.
    pub(super) fn is_end_of(&self, claim: &Claim, table: &Table) -> bool {
        let digits = DIGITS.min(claim.digits.len());
        self.line == claim.seq + 1 && self.digits.get(..digits) == claim.digits.get(..digits) && self.branch < table.game.branch()
    }

    pub(super) fn event(&self) -> DeskEvent {
        let Loss { game, founded, line, mail, digits, branch } = self.clone();
        DeskEvent::LinesLost { game: game.as_str().to_owned(), founded: founded.to_string(), line, mail, digits, branch }
    }

    pub(super) fn of(event: &DeskEvent) -> Option<Loss> {
        let DeskEvent::LinesLost { game, founded, line, mail, digits, branch } = event.clone() else { return None };
        Some(Loss { game: game.parse().ok()?, founded: founded.parse().ok()?, line, mail, digits, branch })
    }
}

impl Custodian {
    /// A line that the letter shows to be lost: it names a mail which that line promised. So does a report that such a mail came back.
    pub(super) fn shown_lost(&self, letter: &Letter) -> Option<Loss> {
        self.shown(letter).into_iter().find(|loss| self.tables.get(&loss.game).is_some_and(|table| loss.is_of(table)))
    }

    /// The lines that the mails bear witness to which the letter names, whether the record has them or not.
    pub(super) fn shown(&self, letter: &Letter) -> Vec<Loss> {
        let bounced = letter.bounces.iter().filter_map(|bounce| bounce.original.as_ref());
        let named = letter.in_reply_to.iter().chain(&letter.references).chain(bounced);
        let mails = named.filter_map(|id| self.house.own.testimony_in_message_id(id));
        mails.filter_map(|(mail, testimony)| Loss::told(mail, testimony, self)).collect()
    }

    /// The loss of lines up to this one, as the archive itself shows it.
    pub fn loss_up_to(&self, game: &GameName, line: u64) -> Option<Loss> {
        let table = self.tables.get(game)?;
        let (founded, branch) = (table.record().founded, table.game.branch());
        Some(Loss { game: game.clone(), founded, line, mail: String::new(), digits: String::new(), branch })
    }

    /// The number of a branch that no line ever was in, lost ones among them: one more for each loss that the lobby has noted.
    fn new_branch(&self, loss: &Loss, table: &Table) -> u32 {
        let noted = || self.lobby.losses.iter().filter(|noted| noted.game == loss.game);
        let newest = noted().map(|noted| noted.branch).fold(table.game.branch().max(loss.branch), u32::max);
        newest.saturating_add(u32::try_from(noted().count()).unwrap_or(u32::MAX).max(1))
    }

    /// A line of a game that is known to be lost, and that its record has not got back.
    pub fn still_lost(&self, game: &GameName) -> Option<Loss> {
        let table = self.tables.get(game)?;
        self.lobby.losses.iter().find(|loss| loss.game == *game && loss.is_of(table)).cloned()
    }
}

impl Desk<'_> {
    /// `RULING GO ON` and its reason, in a letter for a game at rest.
    pub(super) fn goes_on(&self) -> Option<String> {
        let lines = self.letter.lines.iter().map(|line| (line.number, line.text.as_str()));
        reading::read(lines, &Names::default()).lines.into_iter().find_map(|line| match line.order {
            Order::GoOn(reason) => Some(reason),
            _ => None,
        })
    }

    /// The master lets a game go on without the lines that it has lost.
    pub(super) fn go_on(&self, resting: &Resting, reason: &str) -> Result<Step, Fault> {
        let refused = |reason: &str| {
            let mend = vec!["RULING GO ON \"the disk died, and the copy of Monday is all there is\"".to_owned()];
            self.refuse(Room::Lobby, Refusal::unread(Unread::GameAtRest, reason.to_owned(), mend))
        };
        let Some((loss, table)) = resting.loss.as_ref().zip(resting.table.as_deref()) else {
            return refused("A ruling lets a game go on that has lost lines of its record; what this one rests for has to be mended.");
        };
        if reason.is_empty() {
            return refused("A ruling has a reason that everybody reads.");
        }
        let (house, before) = (&self.custodian.house, &table.game);
        let (head, branch) = (table.head(), self.custodian.new_branch(loss, table));
        // Nothing that whoever lets it go on could choose: only where the record ends.
        let nonce = Link::of(format!("custodian-anew-v1\n{head}\n{branch}\n").as_bytes());
        let commitment = house.commitment_anew(before, nonce);
        let event = Event::Resumed(Resumption { lost: loss.line, branch, nonce, commitment, why: reason.trim_end_matches('.').to_owned() });
        if let Err(why) = before.could_apply(&event) {
            return refused(&format!("This game cannot go on so: {why}."));
        }
        let mut after = before.clone();
        after.apply(&event);
        let events = [event];
        // From this very mail on they bear witness to the new branch.
        let record = Standing { branch, ..table.record() };
        let mut bag = PostBag::of_game(house, &loss.game, before.name(), before.phase.turn, record, self.now);
        match after.stage {
            Stage::Gathering => {
                for reader in announce::readers(&after) {
                    bag.notice(
                        reader.correspondent()?,
                        format!("on.{}", reader.tag),
                        "the game goes on",
                        super::tell::happened(&events, &after),
                    )?;
                }
            }
            _ => announce::phase(&mut bag, &events, &after)?,
        }
        if !announce::reads(&after, self.address()) {
            let told = vec![format!("{} goes on from line {}, and its players have the boards.", before.name(), head.seq)];
            let master = Correspondent::new("master", house.master.clone());
            bag.notice(master, "on".to_owned(), "the game goes on", told)?;
        }
        let note = format!("the game goes on without lines that were lost, up to line {} at least", loss.line);
        let what = Happening { events: &events, after: Some(after), note, ..Happening::default() };
        self.game_step(&loss.game, table, what, bag)
    }
}
