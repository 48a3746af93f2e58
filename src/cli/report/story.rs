//! What the page tells of a game, as data: phases with their steps and boards, rules with what became of them, letters with what came back.
//!
//! Invariant: no e-mail address and no secret that is not opened is in it; people are named as the founding names them.

use super::board::Gallery;
use crate::adjudicator::{rolls, tell, views};
use crate::archive::record::DeskEvent;
use crate::archive::{Delivery, Line, Recovery, sent};
use crate::cli::past::{Held, Past, Step, Words, turn_of};
use crate::game::Event;
use crate::game::mar::metarule::Finding;
use crate::game::mar::{Multiverse, Stage};
use crate::game::procedure::Procedure;
use crate::rule::Scope;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
pub(super) struct Story {
    game: String,
    law: String,
    /// How it rolls, and what was fixed of that at the founding.
    dice: String,
    founded: String,
    result: Option<String>,
    players: Vec<Person>,
    head: (u64, String),
    /// What `custodian verify` says of the record, in its last line.
    verified: String,
    pub(super) gallery: Gallery,
    pub(super) phases: Vec<Phase>,
    pub(super) rules: Vec<Rule>,
}

#[derive(Debug, Serialize)]
struct Person {
    name: String,
    plays: String,
}

/// What happened up to a position.
#[derive(Debug, Default, Serialize)]
pub(super) struct Phase {
    turn: u32,
    /// Whose phase it was; empty before the game and after it.
    who: String,
    colours: String,
    steps: Vec<Told>,
    /// By universe, numbers of the gallery.
    boards: Vec<usize>,
}

/// One line of the log.
#[derive(Debug, Serialize)]
struct Told {
    seq: u64,
    at: String,
    head: String,
    /// It changed the game.
    moved: bool,
    /// Who wrote, where a letter caused it.
    by: Option<String>,
    letter: Option<String>,
    /// What the letter says, without what is secret; none where it is withheld.
    ordered: Option<Vec<String>>,
    /// Why it is not shown, though it is there.
    unshown: Option<&'static str>,
    happened: Vec<String>,
    /// Of this, what is about dice.
    chance: Vec<String>,
    /// What was pinned, and what proves the rolls.
    dice: Vec<String>,
    mails: Vec<Mail>,
}

#[derive(Debug, Serialize)]
struct Mail {
    to: String,
    kind: String,
    subject: String,
    sha256: String,
    /// What the server said that took it.
    receipt: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct Rule {
    number: String,
    title: Option<String>,
    maker: String,
    scope: String,
    turn: u32,
    seq: u64,
    text: String,
    canonical: String,
    verdicts: Vec<(&'static str, String)>,
    /// What became of it: line, turn and words.
    fate: Vec<(u64, u32, String)>,
    stands: bool,
}

/// Gathers the story step by step.
pub(super) struct Teller {
    gallery: Gallery,
    phases: Vec<Phase>,
    open: Phase,
    rules: Vec<Rule>,
    /// By Message-ID.
    receipts: BTreeMap<String, String>,
    latest: BTreeMap<String, usize>,
    held: Held,
}

impl Teller {
    pub(super) fn new(past: &Past, held: Held) -> Teller {
        let deliveries = past.lines.iter().flat_map(|line| Delivery::of(&line.entry));
        let receipts = deliveries.map(|delivery| match delivery {
            Delivery::Sent { id, answer } => (id, answer),
            Delivery::Refused { id, answer } => (id, format!("refused: {answer}")),
        });
        Teller {
            gallery: Gallery::default(),
            phases: Vec::new(),
            open: Phase::default(),
            rules: Vec::new(),
            receipts: receipts.collect(),
            latest: BTreeMap::new(),
            held,
        }
    }

    /// Takes in the next line of the log.
    pub(super) fn step(&mut self, past: &Past, step: &Step) {
        if step.line.entry.cause == sent() {
            return;
        }
        for event in step.events {
            self.rule(event, step);
        }
        let told = self.told(past, step);
        self.open.steps.push(told);
        let closes = |event: &Event| matches!(event, Event::Started(_) | Event::PhaseEnded { .. } | Event::Over { .. });
        if step.events.iter().any(closes) {
            self.close(step.after);
        }
    }

    /// The position has come about to which the open phase has led.
    fn close(&mut self, game: &Multiverse) {
        let boards = game.universes.iter().flat_map(|universe| views::scenes_of(game, universe.number)).map(|(short, scene)| {
            let number = self.gallery.number(&scene, self.latest.get(&short).copied());
            self.latest.insert(short, number);
            number
        });
        let boards = boards.collect();
        let next = match game.stage {
            Stage::Playing => {
                let colours = game.colours(game.phase.seat).into_iter().map(|(colour, _)| colour).collect::<Vec<_>>();
                Phase {
                    turn: game.phase.turn,
                    who: game.player(game.phase.seat).name.clone(),
                    colours: colours.join(", "),
                    ..Phase::default()
                }
            }
            Stage::Gathering | Stage::Over(_) => Phase { turn: turn_of(game), ..Phase::default() },
        };
        self.phases.push(Phase { boards, ..std::mem::replace(&mut self.open, next) });
    }

    fn told(&self, past: &Past, step: &Step) -> Told {
        let Line { seq, entry, hash, .. } = step.line;
        let (ordered, unshown) = match step.words(past, &self.held) {
            Words::Told(lines) => (Some(lines.iter().map(|line| nameless(step.after, line)).collect()), None),
            Words::Absent => (None, None),
            Words::Held => (None, Some("the letter is shown when its orders are carried out")),
            Words::Altered => (None, Some("THE LETTER HAS BEEN ALTERED in this copy of the record, and is not shown")),
        };
        let writer = entry.events.iter().find_map(|event| match event.read() {
            Ok(DeskEvent::Letter { from, .. }) => Some(named(step.after, &from)),
            _ => None,
        });
        let mut happened = tell::happened(step.events, step.after);
        happened.extend(Recovery::of(entry).map(|repair| format!("At a start of the program: {repair}.")));
        if happened.is_empty() {
            happened.push(nameless(step.after, &entry.note));
        }
        let about_dice: Vec<Event> = step.events.iter().filter(|event| event.is_of_dice()).cloned().collect();
        let mail = |mail: &crate::archive::Outgoing| Mail {
            to: named(step.after, &mail.to),
            kind: mail.kind.clone(),
            subject: nameless(step.after, &mail.subject),
            sha256: mail.sha256.to_string(),
            receipt: self.receipts.get(&mail.id).map(|receipt| nameless(step.after, receipt)),
        };
        Told {
            seq: *seq,
            at: entry.at.format("%Y-%m-%d %H:%M").to_string(),
            head: hash.to_string(),
            moved: !tell::happened(step.events, step.after).is_empty(),
            by: writer,
            letter: entry.cause.letter_digest().map(|digest| digest.to_string()),
            ordered,
            unshown,
            happened,
            chance: tell::happened(&about_dice, step.after),
            dice: rolls::pins(step.events).into_iter().chain(rolls::proofs(step.events, step.after)).collect(),
            mails: entry.out.iter().map(mail).collect(),
        }
    }

    /// Notes what an event tells of a rule.
    fn rule(&mut self, event: &Event, step: &Step) {
        let (seq, turn, game) = (step.line.seq, step.turn, step.after);
        match event {
            // A game that goes back may make it once more.
            Event::Enacted(enactment) if self.rules.iter().any(|rule| rule.number == enactment.number) => {}
            Event::Enacted(enactment) => self.rules.push(Rule {
                number: enactment.number.clone(),
                title: enactment.rule.title.clone(),
                maker: game.player(game.rule(&enactment.number).map_or(enactment.seat, |rule| rule.enactment.seat)).name.clone(),
                scope: match enactment.scope() {
                    Scope::Multiverse => "the whole multiverse".to_owned(),
                    Scope::Universe(number) => game.universe_name(number),
                },
                turn,
                seq,
                text: nameless(game, &enactment.text),
                canonical: nameless(game, &enactment.canonical),
                verdicts: Vec::new(),
                fate: Vec::new(),
                stands: true,
            }),
            Event::Tested { number, verdicts } => {
                let word = |finding: &Finding| match finding {
                    Finding::Kept => "kept",
                    Finding::Warned => "look",
                    Finding::Open => "open",
                    Finding::Broken { .. } => "broken",
                };
                let told = verdicts.iter().map(|verdict| (word(&verdict.finding), verdict.to_string())).collect();
                if let Some(rule) = self.rules.iter_mut().find(|rule| rule.number == *number) {
                    rule.verdicts = told;
                }
            }
            Event::RepealDeclared { target, .. }
            | Event::Repealed { target, .. }
            | Event::Expired { target }
            | Event::Fell { target, .. } => {
                let words = tell::happened(std::slice::from_ref(event), game);
                if let Some(rule) = self.rules.iter_mut().find(|rule| rule.number == *target) {
                    rule.fate.extend(words.into_iter().map(|words| (seq, turn, words)));
                }
            }
            Event::Procedure(procedure) => {
                let challenged = |id: &str| game.timeline.challenge(id).and_then(|challenge| challenge.target.number.clone());
                let target = match procedure {
                    Procedure::Challenged(challenge) => challenge.target.number.clone(),
                    Procedure::Settled { on, .. } => challenged(on),
                    Procedure::Struck(struck) => struck.number.clone(),
                    _ => None,
                };
                let words = tell::happened(std::slice::from_ref(event), game);
                if let Some(rule) = self.rules.iter_mut().find(|rule| Some(&rule.number) == target.as_ref()) {
                    rule.fate.extend(words.into_iter().map(|words| (seq, turn, words)));
                }
            }
            _ => {}
        }
    }

    pub(super) fn ended(mut self, past: &Past, end: &Multiverse, verified: String) -> Story {
        if !self.open.steps.is_empty() || self.phases.is_empty() {
            self.close(end);
        }
        for rule in &mut self.rules {
            rule.stands = end.rule(&rule.number).is_some_and(|rule| rule.stands());
        }
        let seats = || (0..end.seats.len() as u8).map(crate::turn::Seat);
        let players: Vec<Person> = match end.seats.is_empty() {
            true => end.founding.players.iter().map(|player| Person { name: player.name.clone(), plays: String::new() }).collect(),
            false => seats().map(|seat| Person { name: end.player(seat).name.clone(), plays: colours(end, seat) }).collect(),
        };
        let last = past.lines.last();
        Story {
            game: end.name().to_owned(),
            law: end.founding.law.clone(),
            dice: rolls::agreed(end),
            founded: end.founding.created.format("%-d %B %Y").to_string(),
            result: views::result(end),
            players,
            head: last.map_or((0, String::new()), |line| (line.seq, line.hash.to_string())),
            verified,
            gallery: self.gallery,
            phases: self.phases,
            rules: self.rules,
        }
    }
}

fn colours(game: &Multiverse, seat: crate::turn::Seat) -> String {
    game.colours(seat).into_iter().map(|(colour, _)| colour).collect::<Vec<_>>().join(", ")
}

/// An address by the name of whose it is.
fn named(game: &Multiverse, address: &str) -> String {
    let address = address.to_lowercase();
    let seated = game.seat_of(&address).map(|seat| game.player(seat).name.clone());
    let invited = game.founding.invitees().find(|invitee| invitee.address == address).map(|invitee| invitee.name.clone());
    invited
        .or(seated)
        .unwrap_or_else(|| if address == game.founding.founder { "the founder".to_owned() } else { "somebody else".to_owned() })
}

/// A text without addresses: each gives way to the name of whose it is.
fn nameless(game: &Multiverse, text: &str) -> String {
    // What an address is made of (RFC 5322 section 3.2.3, with dots).
    let of_address = |c: char| c.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.@".contains(c);
    let mut told = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(of_address) {
        let end = rest[start..].find(|c| !of_address(c)).map_or(rest.len(), |length| start + length);
        let (word, before) = (&rest[start..end], &rest[..start]);
        let address = word.trim_matches(|c: char| !c.is_alphanumeric());
        told.push_str(before);
        match address.split_once('@') {
            Some((local, domain)) if !local.is_empty() && !domain.is_empty() => {
                told.push_str(&word.replace(address, &named(game, address)))
            }
            _ => told.push_str(word),
        }
        rest = &rest[end..];
    }
    told.push_str(rest);
    told
}
