//! The mails of a line against what it did: who had to be told, and in which words. The answer to a letter's writer hangs on budgets, which no game
//! tells, so it is left out; and so are tokens, which only the house can make.

use super::founding::Usual;
use super::post::{ANSWER, PostBag, Standing, TURN};
use super::{Fault, House, SenderPolicy, announce};
use crate::archive::{Digest, GameName, Head, Line, Outgoing};
use crate::dice::Method;
use crate::game::mar::{Judgement, Multiverse};
use crate::letter::templates::Templates;
use crate::letter::{self, Address, Own};

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

/// Writes the mails of a line again with the program's own texts, and compares whom they go to; the error tells the first difference. Gives those whose
/// words are others: the house may write in words of its own.
pub fn remail(before: &Multiverse, founded: Digest, line: &Line, again: &Rejudged, promised: &[Promised]) -> Result<Vec<String>, String> {
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
    let mut first = None;
    for master in std::iter::once(nobody).chain(others) {
        for fetches in [true, false] {
            let house = stand_in(robot.clone(), domain.as_deref(), master.clone(), fetches);
            let (out, texts) = written(&house, before, founded, line, again).map_err(|fault| fault.to_string())?;
            match compared(&out, &texts, &recorded) {
                Ok(differing) if differing.is_empty() => return Ok(differing),
                other => first = first.or(Some(other)),
            }
        }
    }
    first.unwrap_or(Ok(Vec::new()))
}

/// The game and the line in the Message-ID of a mail: `<custodian.zaphod.14.turn.p0@example.org>`.
pub fn named_line(id: &str) -> Option<(&str, u64)> {
    let mut words = id.trim_start_matches('<').split('.').skip(1);
    let (game, line) = (words.next()?, words.next()?);
    Some((game, line.parse().ok()?))
}

fn compared(out: &[Outgoing], texts: &[String], recorded: &[&Promised]) -> Result<Vec<String>, String> {
    let same = |one: &Outgoing, other: &Outgoing| one.id == other.id && one.to.eq_ignore_ascii_case(&other.to);
    let mut differing = Vec::new();
    for (mail, text) in out.iter().zip(texts).filter(|(mail, _)| mail.to != NOBODY) {
        let Some((promise, bytes)) = recorded.iter().find(|(promise, _)| same(promise, mail)) else {
            return Err(format!("what it did is mailed to {}, and it promises no such mail: \"{}\"", mail.to, mail.subject));
        };
        let stands = bytes.as_deref().and_then(letter::written);
        if promise.subject != mail.subject || stands.is_some_and(|stands| stands.text.trim_end() != text.trim_end()) {
            differing.push(mail.to.clone());
        }
    }
    let stray = recorded.iter().find(|(promise, _)| promise.kind == TURN && !out.iter().any(|mail| same(promise, mail)));
    match stray {
        Some((promise, _)) => {
            Err(format!("it promises a mail to {}, \"{}\", and what it did is mailed to nobody so", promise.to, promise.subject))
        }
        None => Ok(differing),
    }
}

/// The mails as the program writes them, and their texts.
fn written(
    house: &House,
    before: &Multiverse,
    founded: Digest,
    line: &Line,
    again: &Rejudged,
) -> Result<(Vec<Outgoing>, Vec<String>), Fault> {
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
    let text = |blob: &crate::archive::Blob| letter::written(blob.bytes()).map(|mail| mail.text).unwrap_or_default();
    let texts = bag.blobs.iter().map(text).collect();
    Ok((bag.out, texts))
}

/// A house that writes as the one that kept the record.
fn stand_in(address: Address, domain: Option<&str>, master: Address, fetches_beacons: bool) -> House {
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
        templates: Templates::load(&[]).expect("the built-in texts are sound"),
        keyring: None,
    }
}
