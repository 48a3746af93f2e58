//! The mails of a line against what it did: who had to be told, and in which words. The answer to a letter's writer hangs on budgets, which no game
//! tells, so it is left out; and so are tokens, which only the house can make.

use std::collections::BTreeSet;

use super::facts::{Facts, Vocabulary};
use super::founding::Usual;
use super::post::{ANSWER, PostBag, Standing, TURN};
use super::{Fault, House, SenderPolicy, announce};
use crate::archive::{Digest, GameName, Head, Line, Outgoing};
use crate::dice::Method;
use crate::game::Event;
use crate::game::mar::{Judgement, Multiverse};
use crate::letter::templates::Templates;
use crate::letter::{self, Address, Own, Written};

/// Stands for a master who is not at the table.
const NOBODY: &str = "nobody@master.invalid";

/// A line's cause, judged once more.
pub struct Rejudged {
    pub(super) judgement: Judgement,
    pub(super) cause: Cause,
}

pub(super) enum Cause {
    /// The letter of somebody, by address and name.
    Letter(String, String),
    /// An hour, or a beacon.
    Hour,
    Search,
}

/// A mail that a line promises, with its bytes where they are not withheld.
pub type Promised<'l> = (&'l Outgoing, Option<Vec<u8>>);

/// Writes the mails of a line again with each of these texts, and compares whom they go to and what they tell; the error tells the first difference. Gives
/// those that tell nothing else in words of none of them.
pub fn remail(
    before: &Multiverse,
    founded: Digest,
    line: &Line,
    again: &Rejudged,
    promised: &[Promised],
    texts: &[Templates],
) -> Result<Vec<String>, String> {
    let of_this_line = |mail: &Outgoing| named_line(&mail.id).is_some_and(|(_, seq)| seq == line.seq);
    let recorded: Vec<&Promised> = promised.iter().filter(|(mail, _)| of_this_line(mail) && mail.kind != ANSWER).collect();
    let writers = promised.iter().find_map(|(_, bytes)| letter::written(bytes.as_deref()?)?.from);
    let domain = promised.iter().find_map(|(mail, _)| mail.id.trim_end_matches('>').rsplit_once('@').map(|(_, domain)| domain.to_owned()));
    let fallback = || format!("custodian@{}", domain.as_deref().unwrap_or("localhost"));
    let robot = writers.or_else(|| Address::parse(&fallback()).ok()).ok_or("no address of the house stands in its mails")?;
    // Who is its master, and whether it asks relays, no record tells.
    let nobody = Address::parse(NOBODY).expect("is an address");
    let players = before.seats.iter().map(|player| player.address.as_str());
    let others = before.founding.invitees().map(|invitee| invitee.address.as_str()).chain(players).filter_map(|it| Address::parse(it).ok());
    let mut masters: Vec<Address> = vec![nobody];
    others.for_each(|other| {
        if !masters.contains(&other) {
            masters.push(other)
        }
    });
    let mut keepers: Vec<(&Address, bool)> = masters.iter().flat_map(|master| [(master, true), (master, false)]).collect();
    let (mut first, mut all): (Option<Result<Vec<String>, String>>, Vec<Again>) = (None, Vec::new());
    for texts in texts {
        let mut fitting = Vec::new();
        for &(master, fetches) in &keepers {
            let house = stand_in(robot.clone(), domain.as_deref(), master.clone(), fetches, texts.clone());
            let mails = written(&house, before, founded, line, again).map_err(|fault| fault.to_string())?;
            match compared(&mails, &recorded) {
                Ok(differing) if differing.is_empty() => return Ok(differing),
                // They go to those to whom they went, in other words.
                Ok(differing) => {
                    fitting.push((master, fetches));
                    first = first.filter(Result::is_ok).or(Some(Ok(differing)));
                }
                Err(why) => first = first.or(Some(Err(why))),
            }
            all.extend(mails);
        }
        if !fitting.is_empty() {
            keepers = fitting;
        }
    }
    let differing = first.unwrap_or(Ok(Vec::new()))?;
    let squares = squares(before).into_iter().chain(squares(&again.judgement.after)).collect();
    let vocabulary = Vocabulary { outcomes: outcomes(&again.judgement.events), squares };
    for (promise, bytes) in recorded.iter().filter(|(promise, _)| differing.contains(&promise.to)) {
        let Some(stands) = bytes.as_deref().and_then(letter::written) else { continue };
        let follows: Vec<&Again> = all.iter().filter(|mail| is_it(&mail.told, promise)).collect();
        let facts: Vec<Facts> = follows.iter().map(|mail| Facts::of(&mail.says, &vocabulary)).collect();
        if let Some(fact) = Facts::of(&stands, &vocabulary).beyond(&facts, &vocabulary) {
            return Err(format!("its mail to {} tells what does not follow from what it did: {fact}", promise.to));
        }
        if stands.pictures.iter().any(|picture| !follows.iter().any(|mail| mail.says.pictures.contains(picture))) {
            return Err(format!("a picture in its mail to {} is not of the boards that it came to", promise.to));
        }
    }
    Ok(differing)
}

/// A mail written once more.
struct Again {
    told: Outgoing,
    says: Written,
}

fn is_it(one: &Outgoing, other: &Outgoing) -> bool {
    one.id == other.id && one.to.eq_ignore_ascii_case(&other.to)
}

/// The words of all that the dice of these events could have come to.
fn outcomes(events: &[Event]) -> BTreeSet<String> {
    let rolled = events.iter().flat_map(|event| match event {
        Event::Rolled(roll) => vec![roll],
        Event::Asked(asked) => asked.rolls.iter().collect(),
        _ => Vec::new(),
    });
    let words = rolled.flat_map(|roll| roll.words.iter().chain([&roll.fell]));
    words.flat_map(|words| words.split_whitespace()).map(str::to_owned).collect()
}

/// The names of the squares of all boards.
fn squares(game: &Multiverse) -> BTreeSet<String> {
    let geometry = &game.position.geometry;
    let cells = geometry.boards.iter().flat_map(|board| board.rows().flatten());
    cells.map(|cell| geometry.name(*cell)).collect()
}

/// The game and the line in the Message-ID of a mail: `<custodian.zaphod.14.turn.p0@example.org>`.
pub fn named_line(id: &str) -> Option<(&str, u64)> {
    let mut words = id.trim_start_matches('<').split('.').skip(1);
    let (game, line) = (words.next()?, words.next()?);
    Some((game, line.parse().ok()?))
}

/// A mail as its Message-ID names it: `zaphod.14.turn.p0`.
pub(super) fn named_mail(id: &str) -> &str {
    let name = id.trim_start_matches('<').split_once('.').map_or(id, |(_, name)| name);
    name.rsplit_once('@').map_or(name, |(name, _)| name)
}

/// A mail known again by what its Message-ID calls it: half a digest of that, for a log promises many thousands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MailMark([u8; 16]);

impl MailMark {
    pub fn of(name: &str) -> MailMark {
        let mut mark = [0; 16];
        mark.copy_from_slice(&Digest::of(name.as_bytes()).as_bytes()[..16]);
        MailMark(mark)
    }
}

fn compared(mails: &[Again], recorded: &[&Promised]) -> Result<Vec<String>, String> {
    let mut differing = Vec::new();
    for Again { told, says } in mails.iter().filter(|mail| mail.told.to != NOBODY) {
        let Some((promise, bytes)) = recorded.iter().find(|(promise, _)| is_it(promise, told)) else {
            return Err(format!("what it did is mailed to {}, and it promises no such mail: \"{}\"", told.to, told.subject));
        };
        let stands = bytes.as_deref().and_then(letter::written);
        if promise.subject != told.subject || stands.is_some_and(|stands| !stands.says_the_same(says)) {
            differing.push(promise.to.clone());
        }
    }
    let stray = recorded.iter().find(|(promise, _)| promise.kind == TURN && !mails.iter().any(|mail| is_it(promise, &mail.told)));
    match stray {
        Some((promise, _)) => {
            Err(format!("it promises a mail to {}, \"{}\", and what it did is mailed to nobody so", promise.to, promise.subject))
        }
        None => Ok(differing),
    }
}

/// The mails as the program writes them.
fn written(house: &House, before: &Multiverse, founded: Digest, line: &Line, again: &Rejudged) -> Result<Vec<Again>, Fault> {
    let Rejudged { judgement, cause } = again;
    let after = &judgement.after;
    let Ok(name) = GameName::of_title(before.name()) else { return Ok(Default::default()) };
    let record = Standing { founded, head: Head { seq: line.seq - 1, hash: line.prev }, branch: before.branch() };
    let mut bag = PostBag::of_game(house, &name, before.name(), after.phase.turn, record, line.entry.at);
    match cause {
        Cause::Letter(address, name) => announce::of_a_letter(&mut bag, before, judgement, address, name)?,
        Cause::Hour => announce::of_an_hour(&mut bag, before, judgement)?,
        Cause::Search => announce::search(&mut bag, &judgement.events, after)?,
    }
    let says = bag.blobs.iter().filter_map(|blob| letter::written(blob.bytes()));
    Ok(bag.out.into_iter().zip(says).map(|(told, says)| Again { told, says }).collect())
}

/// A house that writes as the one that kept the record.
fn stand_in(address: Address, domain: Option<&str>, master: Address, fetches_beacons: bool, templates: Templates) -> House {
    let domain = domain.unwrap_or(address.domain()).to_owned();
    House {
        own: Own { address, aliases: Vec::new(), domain, plus: None, authserv_id: None },
        name: String::new(),
        master,
        senders: SenderPolicy::Token,
        founders: Vec::new(),
        usual: Usual { undo: 0, dice: Method::House },
        fetches_beacons,
        letters_per_hour: 0,
        replies_per_hour: 0,
        secret: [0; 32],
        templates,
        keyring: None,
    }
}
