//! Random play with moves, rules that leave something open, challenges, votes, objections, presumptions, orders sent ahead and the master's word:
//! nobody is ever stuck, nothing panics, and the log alone leads to the same state.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use custodian::archive::record::{read_event, write_event};
use custodian::dice::{Chain, Randomizer};
use custodian::game::Event;
use custodian::game::founding::{Founding, Invitee, Wishes};
use custodian::game::mar::{Judgement, Multiverse, Stage, Written, judge, missing, preside, tick};
use custodian::game::reading::{Names, read};
use custodian::law::texts;
use custodian::turn::Seat;

/// Knuth's generator: the same chances on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn one<'t, T>(&mut self, of: &'t [T]) -> Option<&'t T> {
        of.get(self.below(of.len()))
    }
}

/// Rules with something open, with dice, with choices of others, and plain ones.
const RULES: &[&str] = &[
    "Knights may also move like a ?.",
    "When a pawn moves, ? pawns on the e-file are removed.",
    "PROSE \"A queen is a lady and does not run.\"",
    "Bishops may also move one square forward.",
    "Rooks may not move more than three squares.",
    "A wizard (wizards, W) is a new piece worth 4 points. Wizards move like a ?.",
    "When a knight captures a piece, flip a coin: on heads the captured piece joins the mover.",
    "When a bishop captures a piece, a pawn chosen by the opponent becomes a knight.",
    "At the start of each phase, roll a die: on 6 every pawn on e4 becomes a queen.",
    "Pawns may also move one square sideways.",
];
const WORDS: &[&str] = &["queen", "bishop", "king", "two", "Queens may not move more than two squares.", "rook", "Kings may not move."];

struct Table {
    /// As the letters lead to it, and as the log alone does.
    game: Multiverse,
    folded: Multiverse,
    chance: Chance,
    chain: Chain,
    now: DateTime<Utc>,
    /// How often something of a kind has happened.
    seen: Vec<(&'static str, u32)>,
}

impl Table {
    fn new(seed: u64, players: &[&str]) -> Table {
        let chain = Chain::of_game(&[3; 32], "Zaphod", 0);
        let invitee = |name: &&str| Invitee { name: (*name).to_owned(), address: format!("{}@x.org", name.to_lowercase()) };
        let founding = Founding {
            name: "Zaphod".into(),
            game: "mar-4.3".into(),
            law: "mar".into(),
            method: custodian::dice::Method::House,
            commitment: Some(chain.commitment()),
            semantics: 1,
            undo: 0,
            created: DateTime::UNIX_EPOCH,
            founder: "master".into(),
            players: players.iter().map(invitee).collect(),
            observers: Vec::new(),
            meta: Vec::new(),
            wishes: Wishes::default(),
        };
        let mut game = Multiverse::found(founding, Arc::new(texts::standard("mar").unwrap())).unwrap();
        game.begin().unwrap();
        let folded = game.clone();
        Table { game, folded, chance: Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)), chain, now: DateTime::UNIX_EPOCH, seen: Vec::new() }
    }

    fn randomizer(&self) -> Randomizer {
        Randomizer::House(self.chain.clone())
    }

    fn count(&mut self, what: &'static str) {
        match self.seen.iter_mut().find(|(known, _)| *known == what) {
            Some((_, count)) => *count += 1,
            None => self.seen.push((what, 1)),
        }
    }

    /// A letter's events, written and read back, lead the copy to the same state.
    fn take(&mut self, judgement: Judgement) {
        for event in &judgement.events {
            if let Event::Procedure(procedure) = event {
                let told = format!("{procedure:?}");
                for what in ["Challenged", "Voted", "Settled", "Presumed", "Adopted", "Denied", "Rewound", "Struck", "Voided", "SentAhead"]
                {
                    if told.starts_with(what) {
                        self.count(what);
                    }
                }
            }
            let written = write_event(event);
            let read = read_event(&written, &self.folded.vocabulary()).unwrap_or_else(|problem| panic!("{written}: {problem}"));
            self.folded.could_apply(&read).unwrap_or_else(|problem| panic!("{written}: {problem}"));
            self.folded.apply(&read);
        }
        self.game = judgement.after;
        assert_eq!(self.game.canonical(), self.folded.canonical());
    }

    fn tick(&mut self) {
        for _ in 0..20 {
            let Some(judgement) = tick(&self.game, self.now, &self.randomizer()) else { return };
            self.take(judgement);
        }
        panic!("the hour brings something again and again");
    }

    fn writes(&mut self, seat: Seat, body: &str) {
        self.now += TimeDelta::minutes(1);
        let colours: Vec<(String, u16)> = (0..self.game.seats.len() as u8).flat_map(|seat| self.game.colours(Seat(seat))).collect();
        let names = Names {
            multiverse: "Zaphod",
            games: Vec::new(),
            colours: colours.iter().map(|(colour, universe)| (colour.as_str(), *universe)).collect(),
            ..Names::default()
        };
        let orders = read(body.lines().enumerate().map(|(at, line)| (at + 1, line)), &names);
        let written = Written { lines: &orders.lines, body, meant: None };
        let judgement = judge(&self.game, seat, &written, self.now, &self.randomizer());
        self.take(judgement);
        self.tick();
    }

    fn presides(&mut self, body: &str) {
        let orders = read(body.lines().enumerate().map(|(at, line)| (at + 1, line)), &Names { multiverse: "Zaphod", ..Names::default() });
        let judgement = preside(&self.game, &orders.lines, self.now, &self.randomizer());
        self.take(judgement);
        self.tick();
    }

    /// One move in each universe where one is owed, and what it lacks besides.
    fn moves(&mut self, seat: Seat) -> String {
        let mut lines = Vec::new();
        if self.game.player(seat).real.is_none()
            && let Some(&(_, universe)) = self.chance.one(&self.game.kings(seat))
        {
            lines.push(format!("REAL {universe}"));
        }
        for universe in self.game.owed(seat) {
            let legal = self.game.legal(seat, universe);
            match self.chance.below(12) {
                0 => lines.push(format!("{universe}: HEISENBERG")),
                _ => lines.extend(self.chance.one(&legal).map(|played| format!("{universe}: {}", self.game.long(played)))),
            }
        }
        if lines.is_empty() {
            lines.push("PASS".to_owned());
        }
        lines.join("\n")
    }

    /// Moves that are surely taken: an answer where one is asked, alternates where an order leans on a presumption.
    fn goes_on(&mut self) {
        let before = (self.game.phase, self.game.timeline.undone.len());
        for attempt in 0..12 {
            if self.game.is_over() || (self.game.phase, self.game.timeline.undone.len()) != before {
                return;
            }
            if let Some(asked) = self.game.asked.clone().filter(|asked| asked.open) {
                let answer = self.chance.one(&asked.options).cloned().unwrap_or_default();
                self.writes(asked.seat, &format!("ANSWER {answer}"));
                continue;
            }
            if let Some(paused) = self.game.pausing().cloned() {
                for seat in self.game.unheard(&paused) {
                    let word = if self.chance.below(2) == 0 { "YES" } else { "NO" };
                    self.writes(seat, &format!("VOTE {} {word}", paused.id));
                }
                continue;
            }
            let seat = self.game.phase.seat;
            let mut body = format!("WITHDRAW\n{}", self.moves(seat));
            // What leans on a presumption is left to the dice in both cases, which may always be ordered.
            for open in self.game.timeline.presumptions.clone() {
                let Some(shadow) = self.game.without_presumption(&open.id).filter(|shadow| shadow.stops.is_none()) else { continue };
                let Some(there) = shadow.game.seat_of_side(self.game.player(seat).side) else { continue };
                for universe in shadow.game.owed(there) {
                    let legal = shadow.game.legal(there, universe);
                    let Some(other) = self.chance.one(&legal).map(|played| shadow.game.long(played)) else { continue };
                    let main = body.lines().find(|line| line.starts_with(&format!("{universe}: "))).unwrap_or_default().to_owned();
                    let main = if main.is_empty() { continue } else { main };
                    body.push_str(&format!("\n{main} IF {} ELSE {other}", open.id));
                }
            }
            if attempt > 8 {
                let lacks = self.game.draft.as_ref().map(|draft| missing(&self.game, seat, draft));
                eprintln!("attempt {attempt}: {body}\nmissing {lacks:?}");
            }
            self.writes(seat, &body);
        }
        panic!("nobody can go on: turn {}, {:?}", self.game.phase.turn, self.game.phase.seat);
    }

    /// Something besides the moves, by somebody.
    fn meddles(&mut self) {
        let seats = self.game.living();
        let Some(&seat) = self.chance.one(&seats) else { return };
        let mover = self.game.phase.seat;
        let numbers: Vec<String> = self.game.rules.iter().rev().take(4).map(|rule| rule.enactment.number.clone()).collect();
        let number = self.chance.one(&numbers).cloned().unwrap_or_else(|| "w1".to_owned());
        let word = self.chance.one(WORDS).copied().unwrap_or_default();
        let open = |game: &Multiverse| game.timeline.challenges.iter().rev().find(|known| known.is_open()).map(|known| known.id.clone());
        let challenge = open(&self.game).unwrap_or_else(|| "c1".to_owned());
        let presumption = self.game.timeline.presumptions.first().map_or("p1".to_owned(), |open| open.id.clone());
        let name = self.game.player(mover).name.clone();
        match self.chance.below(18) {
            0 | 1 | 15 | 16 | 17 => {
                let rule = self.chance.one(RULES).copied().unwrap_or_default();
                let unnamed = self.game.player(mover).real.is_none();
                let real = self
                    .game
                    .kings(mover)
                    .first()
                    .filter(|_| unnamed)
                    .map(|&(_, universe)| format!("REAL {universe}\n"))
                    .unwrap_or_default();
                let place = if self.chance.below(3) == 0 { " IN Zaphod:1" } else { "" };
                let moves = if place.is_empty() { real } else { self.moves(mover) };
                self.writes(mover, &format!("{moves}\nRULE{place}\n{rule}\nEND"));
            }
            2 => self.writes(mover, &format!("REPEAL {number}")),
            3 | 4 => self.writes(mover, &format!("PRESUME {number} \"{word}\"")),
            5 => self.writes(seat, &format!("CHALLENGE {number} UNDER R8 \"unfair\" AND PAUSE")),
            6 => self.writes(seat, &format!("CHALLENGE {name} UNDER {number}")),
            7 => self.writes(seat, &format!("CHALLENGE {number} UNDER R7")),
            8 | 9 => self.writes(seat, &format!("VOTE {challenge} YES")),
            10 => self.writes(seat, &format!("DENY {presumption} \"{word}\"")),
            11 => self.writes(seat, &format!("CONFIRM {presumption}\nOBJECT {number}")),
            12 => self.writes(seat, "IF there is a white pawn on e4 in 1 THEN 1: e7-e5 ELSE 1: d7-d5"),
            13 if self.chance.below(4) == 0 => {
                let turn = self.game.phase.turn.saturating_sub(1);
                self.presides(&format!("ROLLBACK {turn}"));
            }
            13 => self.presides(&format!("RULING {challenge} UPHELD \"so it is\"")),
            _ if self.chance.below(30) == 0 => self.writes(seat, "RESIGN"),
            _ => self.writes(seat, &format!("WITHDRAW {challenge}")),
        }
    }
}

fn play(seed: u64, players: &[&str], phases: u32) -> Vec<(&'static str, u32)> {
    let mut table = Table::new(seed, players);
    for _ in 0..phases {
        for _ in 0..table.chance.below(5) {
            if matches!(table.game.stage, Stage::Playing) {
                table.meddles();
            }
        }
        if table.game.is_over() {
            break;
        }
        table.goes_on();
    }
    table.seen
}

fn played(seeds: std::ops::Range<u64>, players: &[&str], phases: u32, all: &mut Vec<(&'static str, u32)>) {
    for seed in seeds {
        for (what, count) in play(seed, players, phases) {
            match all.iter_mut().find(|(known, _)| *known == what) {
                Some((_, sum)) => *sum += count,
                None => all.push((what, count)),
            }
        }
    }
}

#[test]
fn whatever_players_do_the_game_goes_on_and_its_log_leads_to_it() {
    let mut seen = Vec::new();
    played(1..4, &["Ann", "Bob", "Cy"], 30, &mut seen);
    played(4..8, &["Ann", "Bob"], 40, &mut seen);
    eprintln!("{seen:?}");
    assert!(seen.len() >= 6, "too little happened to show anything: {seen:?}");
}

/// Thousands of turns, to be run by hand after a change of a procedure.
#[test]
#[ignore = "long"]
fn thousands_of_turns_go_on_as_well() {
    let mut seen = Vec::new();
    played(100..160, &["Ann", "Bob"], 80, &mut seen);
    played(200..230, &["Ann", "Bob", "Cy"], 60, &mut seen);
    played(300..310, &["Ann", "Bob", "Cy", "Dee"], 40, &mut seen);
    eprintln!("{seen:?}");
    assert!(seen.len() >= 10, "{seen:?}");
}
