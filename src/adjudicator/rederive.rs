//! The record against what came in: a line's letter, or its hour, decided once more.
//!
//! Not here: whether the letter was believed; a token or a mail server's word cannot be checked again, and a line that
//! refused a letter for want of it must only have done nothing.

use super::desk::letter_event;
use super::founding;
use super::remail::{self, Rejudged};
use super::sitting;
use super::table::{Seated, name_at, note, participant};
use crate::archive::Line;
use crate::archive::record::{DeskEvent, write_event};
use crate::dice::{Randomizer, Told};
use crate::game::Event;
use crate::game::event::Resumption;
use crate::game::founding::Founding;
use crate::game::mar::{self, Judgement, Multiverse, metarule};
use crate::game::order::Order;
use crate::letter::{self, Address, Letter, Own};

/// The cause of a step that nobody wrote a letter for: orders whose undo delay was over.
pub(super) const CLOCK: &str = "clock";
/// The cause of a step that a search has brought, about what a rule had left unproven.
pub(super) const SEARCH: &str = "search";
/// The cause of a step that a beacon brought; it stands in the line and proves itself.
pub(super) const BEACON: &str = "beacon";

/// What deciding again gives: events, and the sentence for the log where it hangs on nothing else.
#[derive(Default)]
struct Again {
    events: Vec<Event>,
    sentence: Option<String>,
    judged: Option<Rejudged>,
}

impl Again {
    fn of(judgement: Judgement, name: &str, cause: remail::Cause) -> Again {
        let (events, sentence) = (judgement.events.clone(), Some(note(name, &judgement)));
        Again { events, sentence, judged: Some(Rejudged { judgement, cause }) }
    }
}

/// What came of deciding a line again that differs in no event.
#[derive(Default)]
pub struct Rederived {
    /// The sentence that this program would write for it, where it can be told.
    pub sentence: Option<String>,
    /// From which its mails follow.
    pub judged: Option<Rejudged>,
}

/// Decides the line's cause again on the game before it: the events must be those recorded. `bytes` are the letter's, where the cause is one and
/// it is not withheld. The error tells what differs.
pub fn rederive(before: &Multiverse, line: &Line, recorded: &[Event], bytes: Option<&[u8]>) -> Result<Rederived, String> {
    let letter = bytes.map(|bytes| letter::read(bytes, &anybody()));
    let mover = || before.seats.get(before.phase.seat.index()).map_or(String::new(), |player| player.name.clone());
    let Again { events: derived, sentence, judged } = match (&letter, line.entry.cause.word()) {
        (Some(letter), _) if line.seq == 1 => return same_founding(before, letter).map(|()| Rederived::default()),
        (Some(letter), _) => {
            same_letter(line, letter)?;
            by_letter(before, line, letter, recorded)?
        }
        (None, BEACON) => {
            let published = recorded.iter().find_map(|event| match event {
                Event::Published(beacon) => Some(*beacon),
                _ => None,
            });
            let judgement = published.and_then(|beacon| mar::publish(before, beacon, line.entry.at, &told(before, recorded)));
            judgement.map(|judgement| Again::of(judgement, &mover(), remail::Cause::Hour)).unwrap_or_default()
        }
        (None, CLOCK) => {
            let judgement = mar::tick(before, line.entry.at, &told(before, recorded));
            judgement.map(|judgement| Again::of(judgement, &mover(), remail::Cause::Hour)).unwrap_or_default()
        }
        (None, SEARCH) => {
            let deed = metarule::concluded_again(before, line.entry.at, &told(before, recorded));
            let judgement = deed.map(|deed| Judgement {
                events: deed.events,
                echoes: Vec::new(),
                questions: Vec::new(),
                executed: false,
                after: deed.after,
                heard: Vec::new(),
                tried: None,
            });
            Again { sentence: None, ..judgement.map(|judgement| Again::of(judgement, "", remail::Cause::Search)).unwrap_or_default() }
        }
        // A withheld letter is reported as such.
        (None, _) if line.entry.cause.letter_digest().is_some() => return Ok(Rederived::default()),
        (None, _) => Again::default(),
    };
    let derived: Vec<Event> = derived.into_iter().enumerate().map(|(at, event)| as_then(event, recorded.get(at))).collect();
    let written = |events: &[Event]| events.iter().map(write_event).collect::<Vec<_>>();
    let (derived, recorded) = (written(&derived), written(recorded));
    match derived.iter().zip(&recorded).find(|(derived, recorded)| derived != recorded) {
        Some((derived, recorded)) => Err(format!("deciding again gives {derived}, and the log says {recorded}")),
        None if derived.len() == recorded.len() => Ok(Rederived { sentence, judged }),
        None => Err(format!("deciding again gives {} events, and the log has {}", derived.len(), recorded.len())),
    }
}

/// An event as a program of then wrote it: rolls did not always tell what each outcome means.
fn as_then(mut event: Event, recorded: Option<&Event>) -> Event {
    match (&mut event, recorded) {
        (Event::Rolled(roll), Some(Event::Rolled(then))) if then.words.is_empty() => roll.words.clear(),
        (Event::Asked(asked), Some(Event::Asked(then))) => {
            asked.rolls.iter_mut().zip(&then.rolls).filter(|(_, then)| then.words.is_empty()).for_each(|(roll, _)| roll.words.clear());
        }
        _ => {}
    }
    event
}

/// What a line tells of the randomizer: links, seals and opened secrets; that they are genuine is judged when they are folded.
fn told(before: &Multiverse, recorded: &[Event]) -> Randomizer {
    let mut told = Told::default();
    for event in recorded {
        match event {
            Event::Revealed { number, link } => told.links.push((*number, *link)),
            Event::Sealed { side, rule, seal } => told.seals.push((before.label_of_now(rule, *side), *seal)),
            Event::Unsealed { side, rule, opened: secret } => told.opened.push((mar::label(rule, *side, 1), secret.clone())),
            Event::SeedRevealed { seed } => told.seeds.push(*seed),
            _ => {}
        }
    }
    Randomizer::Told(told)
}

fn by_letter(before: &Multiverse, line: &Line, letter: &Letter, recorded: &[Event]) -> Result<Again, String> {
    let refused = line
        .entry
        .events
        .iter()
        .any(|event| matches!(event.read(), Ok(DeskEvent::Refused { .. } | DeskEvent::Ignored { .. } | DeskEvent::Unread { .. })));
    if refused {
        return Ok(Again::default());
    }
    let sender = letter.sender.as_ref().ok_or("its letter names no sender")?;
    let orders = sitting::orders(before, letter);
    if let [Event::Resumed(resumption)] = recorded {
        let ruled = orders.lines.iter().find_map(|line| if let Order::GoOn(why) = &line.order { Some(why) } else { None });
        // What was lost no log tells, and only the house can make the chain again.
        let why = ruled.ok_or("its letter does not let the game go on")?.trim_end_matches('.').to_owned();
        return Ok(Again { events: vec![Event::Resumed(Resumption { why, ..resumption.clone() })], ..Again::default() });
    }
    let as_whom = |who: Seated| sitting::judged(before, who, letter, &orders, line.entry.at, &told(before, recorded));
    // Who was the master then no game tells. A player never rules; of somebody who watches his word is known by what it did.
    let (who, judgement) = match participant(before, sender.address.as_str()) {
        Some(who @ Seated::Observer(_)) => Some((who, as_whom(who))).filter(|(_, watched)| watched.events == recorded),
        Some(who) => Some((who, as_whom(who))),
        None => None,
    }
    .unwrap_or_else(|| (Seated::Master, as_whom(Seated::Master)));
    let known = name_at(before, sender.address.as_str());
    let name = known.or((who == Seated::Master).then(|| "the master".to_owned())).unwrap_or_else(|| sender.to_string());
    let shown = name_at(&judgement.after, sender.address.as_str()).or((who == Seated::Master).then(|| "the master".to_owned()));
    let cause = remail::Cause::Letter(sender.address.as_str().to_owned(), shown.unwrap_or_else(|| sender.to_string()));
    Ok(Again::of(judgement, &name, cause))
}

/// What the line says of its letter stands in it; whether it was believed nobody can tell any more.
fn same_letter(line: &Line, letter: &Letter) -> Result<(), String> {
    let recorded = line.entry.events.iter().find_map(|event| match event.read() {
        Ok(DeskEvent::Letter { from, message_id, subject, .. }) => Some((from, message_id, subject)),
        _ => None,
    });
    let DeskEvent::Letter { from, message_id, subject, .. } = letter_event(letter, false) else { return Ok(()) };
    match recorded == Some((from, message_id, subject)) {
        true => Ok(()),
        false => Err("what it says of its letter is not what stands in that".to_owned()),
    }
}

/// The first line's letter asked for this very game.
fn same_founding(game: &Multiverse, letter: &Letter) -> Result<(), String> {
    let recorded: &Founding = &game.founding;
    let request = founding::request(letter).ok_or("its letter asks for no game")?;
    let usual = founding::Usual { undo: recorded.undo, dice: recorded.method.clone() };
    let founder = letter.sender.as_ref().map(|sender| sender.address.as_str()).unwrap_or_default();
    let derived = request.founding(founder, usual, recorded.created).map_err(|refusal| refusal.to_string())?;
    // Only the house can derive its chain again.
    let same = derived == Founding { semantics: derived.semantics, commitment: derived.commitment, ..recorded.clone() };
    if same { Ok(()) } else { Err("its letter asks for another game than game.toml tells".to_owned()) }
}

/// The robot to those who read old letters: only tokens and loops depend on whose it was.
pub fn anybody() -> Own {
    let address = Address::parse("custodian@localhost").expect("is an address");
    Own { address, aliases: Vec::new(), domain: "localhost".to_owned(), plus: None, authserv_id: None }
}
