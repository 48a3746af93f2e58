//! A table at which letters are written and judged, and their events folded beside it as a replay would.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use custodian::adjudicator::{tell, views};
use custodian::archive::record::{read_event, write_event};
use custodian::dice::{Chain, Method, Randomizer};
use custodian::game::Event;
use custodian::game::founding::Founding;
use custodian::game::mar::{Judgement, Multiverse, Verdict, Written, judge, preside, tick};
use custodian::game::reading::{Names, read};
use custodian::law::texts;
use custodian::turn::Seat;

use super::fair::Scales;
use super::hard::Books;
use super::ledger::Ledger;
use super::witness::Witnesses;
use super::{Seen, naive};
use crate::random::{Chance, corpus};

pub struct Table {
    /// As the letters lead to it, and as the log alone does.
    pub game: Multiverse,
    folded: Multiverse,
    /// As it began, and everything that was written down since.
    begun: Multiverse,
    log: Vec<serde_json::Value>,
    books: Books,
    ledger: Ledger,
    witnesses: Witnesses,
    scales: Scales,
    pub corpus: Vec<String>,
    pub chance: Chance,
    chain: Chain,
    now: DateTime<Utc>,
    pub seen: Seen,
    /// The letters of late, for whoever has to find out what went wrong.
    letters: Vec<String>,
}

impl Drop for Table {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("turn {}, the last letters:\n{}", self.game.phase.turn, self.letters.join("\n----\n"));
        }
    }
}

impl Table {
    pub fn new(seed: u64, players: &[&str], method: Method) -> Table {
        let chain = Chain::of_game(&[3; 32], "Zaphod", 0);
        let founding = Founding { commitment: Some(chain.commitment()), method, ..Founding::between("Zaphod", players) };
        let mut game = Multiverse::found(founding, Arc::new(texts::standard("mar").unwrap())).unwrap();
        game.begin().unwrap();
        let (folded, now, letters) = (game.clone(), DateTime::UNIX_EPOCH, Vec::new());
        let (chance, seen, books) = (Chance::new(seed), Seen::default(), Books::default());
        let (begun, log) = (game.clone(), Vec::new());
        let (ledger, witnesses, scales) = (Ledger::default(), Witnesses::default(), Scales::default());
        Table { game, folded, begun, log, books, ledger, witnesses, scales, corpus: corpus(), chance, chain, now, seen, letters }
    }

    fn randomizer(&self) -> Randomizer {
        Randomizer::House(self.chain.clone())
    }

    /// A letter's events, written and read back, lead the copy to the same state, and on the way no meta-rule is broken.
    fn take(&mut self, judgement: Judgement) {
        self.books.letter();
        for event in &judgement.events {
            if let Some(what) = named(event) {
                self.seen.count(&what, 1);
            }
            let written = write_event(event);
            let read = read_event(&written, &|| self.folded.vocabulary()).unwrap_or_else(|problem| panic!("{written}: {problem}"));
            self.folded.could_apply(&read).unwrap_or_else(|problem| panic!("{written}: {problem}"));
            self.books.before(&self.folded, &read);
            self.ledger.before(&self.folded, &read);
            self.witnesses.before(&self.folded, &read);
            self.scales.before(&self.folded, &read);
            self.folded.apply(&read);
            self.books.after(&self.folded, &read);
            self.ledger.after(&self.folded, &read);
            self.log.push(written);
        }
        tells(&judgement.events, &judgement.after);
        self.game = judgement.after;
        assert_eq!(self.game.canonical(), self.folded.canonical());
        self.books.standing(&self.folded);
        self.looks();
    }

    /// R3, R5, R8, R15: what the books of the laws say, and how much of it was looked at.
    fn looks(&mut self) {
        self.witnesses.due(&self.folded);
        self.scales.due(&self.folded);
        if !self.folded.is_over() {
            self.seen.count("R15: leaning", self.ledger.standing(&self.folded));
            self.seen.count("R3: men", naive::look(&self.ledger, &self.folded));
        }
        self.seen.count("R5: lines", std::mem::take(&mut self.witnesses.played));
        self.seen.count("R8: weighed", std::mem::take(&mut self.scales.weighed));
    }

    /// R10: whoever is on move and not in check may make a rule, if only in plain words, while no amendment says otherwise.
    pub fn may_legislate(&self) {
        let game = &self.game;
        let (seat, closed) = (
            game.phase.seat,
            !game.parameters.closed.is_empty() || game.amendments().iter().any(|motion| motion.amendment.checks().next().is_some()),
        );
        let waits = game.asked.is_some() || game.awaited.is_some() || game.pausing().is_some() || game.is_over();
        if waits || closed {
            return;
        }
        let judged = self.judged(seat, "CHECK RULE\nPROSE \"Be kind.\"\nEND");
        let refused = judged.echoes.iter().find(|echo| echo.verdict == Verdict::Refused && !echo.reply.contains("R7: you are in check"));
        assert!(refused.is_none(), "R10: {}", refused.map(|echo| echo.reply.clone()).unwrap_or_default());
    }

    /// The program ends and begins anew: the game is what its log says, from the first line on, and goes on as that.
    pub fn restarts(&mut self) {
        let mut restored = self.begun.clone();
        for written in &self.log {
            let read = read_event(written, &|| restored.vocabulary()).unwrap_or_else(|problem| panic!("{written}: {problem}"));
            restored.apply(&read);
        }
        assert_eq!(self.game.canonical(), restored.canonical());
        self.folded = restored.clone();
        self.game = restored;
        self.seen.count("restart", 1);
    }

    /// Time goes by, and what comes with it comes.
    pub fn waits_until(&mut self, hour: DateTime<Utc>) {
        self.now = self.now.max(hour);
        self.tick();
    }

    fn tick(&mut self) {
        for _ in 0..20 {
            let Some(judgement) = tick(&self.game, self.now, &self.randomizer()) else { return };
            self.take(judgement);
        }
        panic!("the hour brings something again and again");
    }

    /// What a letter of the player in a seat would come to.
    pub fn judged(&self, seat: Seat, body: &str) -> Judgement {
        let colours: Vec<(String, u16)> = (0..self.game.seats.len() as u8).flat_map(|seat| self.game.colours(Seat(seat))).collect();
        let names = Names {
            multiverse: "Zaphod",
            games: Vec::new(),
            colours: colours.iter().map(|(colour, universe)| (colour.as_str(), *universe)).collect(),
            ..Names::default()
        };
        let body: Vec<(usize, &str)> = (1..).zip(body.lines()).collect();
        let orders = read(body.iter().copied(), &names);
        let written = Written { lines: &orders.lines, body: &body, meant: None, named: &[] };
        judge(&self.game, seat, &written, self.now, &self.randomizer())
    }

    pub fn writes(&mut self, seat: Seat, body: &str) {
        self.now += TimeDelta::minutes(1);
        self.note(&self.game.player(seat).name.clone(), body);
        let judgement = self.judged(seat, body);
        // R5: what is refused is not made.
        let refused = judgement.echoes.iter().any(|echo| echo.verdict == Verdict::Refused && echo.reply.contains("R5: "));
        let made =
            judgement.events.iter().any(|event| matches!(event, Event::Enacted(made) if made.seat == seat && body.contains(&made.text)));
        assert!(!refused || !made, "R5: refused, and made: {body}");
        let replies: Vec<String> = judgement.echoes.iter().map(|echo| format!("  {:?}: {}", echo.verdict, echo.reply)).collect();
        self.letters.push(replies.join("\n"));
        self.take(judgement);
        self.tick();
    }

    pub fn presides(&mut self, body: &str) {
        self.note("the master", body);
        let orders = read(body.lines().enumerate().map(|(at, line)| (at + 1, line)), &Names { multiverse: "Zaphod", ..Names::default() });
        let judgement = preside(&self.game, &orders.lines, self.now, &self.randomizer());
        self.take(judgement);
        self.tick();
    }

    fn note(&mut self, who: &str, body: &str) {
        self.letters.push(format!("{who}: {body}"));
        let old = self.letters.len().saturating_sub(24);
        self.letters.drain(..old);
    }
}

/// What has happened, and what was undone, can be told.
fn tells(events: &[Event], game: &Multiverse) {
    let said = tell::happened(events, game);
    assert!(said.iter().all(|said| !said.contains("somebody")), "{said:?}");
    for undone in &game.timeline.undone {
        let told = undone.journal.iter().map(|played| views::phase_view(game, played));
        assert!(told.into_iter().all(|view| view.player != "somebody"));
        undone.position_after(undone.from.turn).expect("it was played");
    }
}

/// What an event is called in the count, where it counts.
fn named(event: &Event) -> Option<String> {
    Some(match event {
        Event::Procedure(procedure) => {
            let told = format!("{procedure:?}");
            told.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase()
        }
        Event::Enacted(_) => "enacted".to_owned(),
        Event::RepealDeclared { .. } => "repeal".to_owned(),
        Event::Proposed(_) => "proposed".to_owned(),
        Event::Voted { .. } => "ballot".to_owned(),
        Event::Adopted { .. } => "amended".to_owned(),
        Event::Rejected { .. } => "rejected".to_owned(),
        Event::Lapsed { .. } => "lapsed".to_owned(),
        Event::ObjectiveMet { .. } => "objective".to_owned(),
        Event::Rolled(_) => "rolled".to_owned(),
        Event::Asked(_) => "asked".to_owned(),
        Event::Pinned(_) => "pinned".to_owned(),
        Event::Settled { .. } => "read off".to_owned(),
        Event::Thrown { .. } => "thrown".to_owned(),
        Event::Fired { .. } => "fired".to_owned(),
        Event::Withheld { .. } => "withheld".to_owned(),
        Event::Unforeseen { .. } => "unforeseen".to_owned(),
        Event::Freed { .. } => "freed".to_owned(),
        Event::Fell { .. } => "fell".to_owned(),
        Event::Lost { .. } => "lost".to_owned(),
        Event::Over { .. } => "over".to_owned(),
        Event::Seated { .. } => "guest".to_owned(),
        Event::Passed { .. } => "passed".to_owned(),
        Event::Spoilt { .. } => "spoilt".to_owned(),
        Event::PhaseEnded { next: Some(next) } if next.seat == Seat(0) => "turn".to_owned(),
        Event::PhaseEnded { .. } => "phase".to_owned(),
        _ => return None,
    })
}
