//! What players write at random, and what they write so that the game surely goes on.

use chrono::TimeDelta;
use custodian::game::mar::{Action, Awaited, Enacted, Multiverse, missing};
use custodian::turn::Seat;

use super::sentences;
use super::table::Table;
use crate::random::narrowed;

/// Rules with something open, with dice, with choices of others, in plain words, of the library by name, and plain ones.
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
    "Manicotti.",
    "Spaghetti.",
    "Heisenberg.",
    "On turns divisible by five, pawns may not move.",
    "At the start of each turn, every pawn on e4 or d5 is removed.",
    "Queens may not capture. Kings may not move on odd turns.",
    "A player whose king stands on e4 or e5 wins.",
    "At the start of every turn, a pawn chosen at random is removed.",
    "At the end of every turn, a knight chosen at random is removed.",
    "Every pawn on e4 becomes a queen.",
    "Knights move like rooks.",
    "Knights move like bishops.",
];

/// Rules whose men travel.
const TRAVELS: &[&str] = &[
    "A knight may, instead of moving, go to the same square of the next universe.",
    "When a bishop captures a piece, it goes to the same square of the next universe.",
    "When a rook moves to the fourth rank, it goes to Zaphod:1.",
    "When a piece is captured by a pawn, it goes to the same square of the previous universe.",
    "A player may, instead of moving, send one of his pawns to the same square of another universe.",
];

/// How the first line of a rule may end.
const TERMS: &[&str] = &["SUNSET AFTER 2 TURNS", "SUNSET AFTER 5 TURNS", "LASTS 1 TURNS"];

/// What orders hang on.
const FACTS: &[&str] = &[
    "there is a white pawn on e4",
    "there is a piece on d5",
    "white is in check",
    "Bob's last move was e7-e5",
    "my last move was d2-d4",
    "p1",
    "there are more than twelve pawns",
];

const WORDS: &[&str] = &["queen", "bishop", "king", "two", "Queens may not move more than two squares.", "rook", "Kings may not move."];

/// What is proposed of the meta-rules, now and then.
const PROPOSALS: &[&str] = &[
    "A majority is enough.",
    "Amendments need the vote of every player.",
    "R7 is off.",
    "R8 is only advice.",
    "R9 is only advice.",
    "R13 is off.",
    "R13 is advice.",
    "R11 is off. R12 is advice.",
    "Rules are not protected.",
    "A rule is protected for three turns.",
    "R1.1 is closed.",
    "R1.1 is open.",
    "R1.6 is closed.",
    "R14 is off.",
    "R16 is off.",
    "R16 is on.",
    "R17 is off.",
    "R17 is on.",
    "A phase may be challenged for 2 turns.",
    "Nobody may make a rule for a universe in which he does not play.",
    "All amendments are repealed.",
    "A1 is repealed.",
    "A2 is repealed. R7 is on.",
    "No rule may use random numbers or use secrets.",
    "Every rule must have a title.",
    "A player whose king stands on e4 or e5 wins.",
    "Each player has points, starting at zero. When a player captures a piece, he gains one point. A player whose points are at least nine wins.",
    "Checkmate ends the game. Stalemate is a draw.",
    "The game is drawn if there are at most four pieces.",
    "A player may make two proposals in a phase.",
    "Two turns must pass before a rule may remove a piece.",
    "PROSE \"Nobody takes a move back.\"",
];

/// So many letters about the dice of one phase are written at most.
const MOST_DAYS: u32 = 4000;

impl Table {
    /// One move in each universe where one is owed, and what it lacks besides.
    pub fn moves(&mut self, seat: Seat) -> String {
        let mut lines: Vec<String> = self.real(seat).into_iter().collect();
        // L2: mostly said, and mostly before the moves.
        let words = "I like spaghetti. I like manicotti.".to_owned();
        let when = self.chance.below(4);
        lines.extend((when > 1).then(|| words.clone()));
        let owed = if self.game.is_closed(&Action::Move).is_some() { Vec::new() } else { self.game.owed(seat) };
        if owed.is_empty() {
            lines.push("PASS".to_owned());
        }
        for universe in owed {
            let legal = self.game.legal(seat, universe);
            match self.chance.once_in(12) {
                true => lines.push(format!("{universe}: HEISENBERG")),
                false => lines.extend(self.chance.one(&legal).map(|played| format!("{universe}: {}", self.game.long(played)))),
            }
        }
        lines.extend(self.votes(seat));
        lines.extend((when == 1).then_some(words));
        lines.join("\n")
    }

    pub fn real(&mut self, seat: Seat) -> Option<String> {
        let player = self.game.player(seat);
        if player.real.is_some() || player.guest.is_some() {
            return None;
        }
        self.chance.one(&self.game.kings(seat)).map(|&(_, universe)| format!("REAL {universe}"))
    }

    /// R14: with the orders come the votes that are owed.
    fn votes(&mut self, seat: Seat) -> Vec<String> {
        let open: Vec<String> = self.game.owes_votes(seat).iter().map(|motion| motion.number.clone()).collect();
        // Some forget the word that what cannot be taken back wants, and are asked again.
        let mut word = || ["NO", "YES", "YES IRREVERSIBLE", "YES IRREVERSIBLE"][self.chance.below(4)];
        open.into_iter().map(|number| format!("VOTE {number} {}", word())).collect()
    }

    /// Something open, something proposed, something presumed and denied, so that every game has seen it.
    pub fn opens(&mut self) {
        let (first, next) = (Seat(0), Seat(1));
        let real = self.real(first).unwrap_or_default();
        self.writes(first, &format!("{real}\nRULE\nKnights may also move like a ?.\nEND\nPROPOSE R6 is advice. END"));
        self.writes(next, "PRESUME w1 \"bishop\"");
        self.goes_on();
        self.writes(first, "DENY p1 \"Knights may also move like a king.\"");
    }

    /// Orders that are surely taken: an answer where one is asked, alternates where an order leans on a presumption.
    pub fn goes_on(&mut self) {
        let before = (self.game.phase, self.game.timeline.undone.len());
        let (mut attempt, mut days) = (0, 0);
        while attempt < 24 {
            if self.game.is_over() || (self.game.phase, self.game.timeline.undone.len()) != before {
                return;
            }
            if let Some(asked) = self.game.asked.clone().filter(|asked| asked.open) {
                let answer = self.chance.one(&asked.options).cloned().unwrap_or_default();
                let words = asked.words.clone().unwrap_or_default();
                self.writes(asked.seat, &format!("{words}\nANSWER {answer}"));
                continue;
            }
            if let Some(paused) = self.game.pausing().cloned() {
                for seat in self.game.unheard(&paused) {
                    let word = if self.chance.once_in(2) { "YES" } else { "NO" };
                    self.writes(seat, &format!("VOTE {} {word}", paused.id));
                }
                continue;
            }
            // A phase of many rolls takes many days of the paper, of which each brings some digits.
            if let Some(awaited) = self.game.awaited.clone() {
                self.reads_dice_off(&awaited);
                days += 1;
                assert!(days < MOST_DAYS, "the dice of a phase never come to an end: turn {}, {awaited:?}", self.game.phase.turn);
                continue;
            }
            attempt += 1;
            let seat = self.game.phase.seat;
            let mut body = format!("WITHDRAW\n{}", self.moves(seat));
            if attempt == 1 {
                body = self.on_conditions(seat, body);
            }
            body.push_str(&self.alternates(seat, &body));
            if attempt > 20 {
                let lacks = self.game.draft.as_ref().map(|draft| missing(&self.game, seat, draft));
                eprintln!("attempt {attempt}: {body}\nmissing {lacks:?}");
            }
            self.writes(seat, &body);
        }
        panic!("nobody can go on: turn {}, {:?}", self.game.phase.turn, self.game.phase.seat);
    }

    /// C3: somebody throws, or reads volumes in the paper; another agrees, says otherwise and is overruled, or nobody says anything for two days.
    fn reads_dice_off(&mut self, awaited: &Awaited) {
        let mut digits = |many: usize| (0..many).map(|_| char::from(b'0' + self.chance.below(10) as u8)).collect::<String>();
        let Some(market) = awaited.market() else {
            let thrown = digits(awaited.table().width());
            let thrower = self.game.thrower();
            return self.writes(thrower, &format!("THROW {thrown}"));
        };
        let Some(day) = awaited.next_day() else { return };
        let volumes: Vec<String> = market.tickers.iter().map(|ticker| format!("{ticker} {}", digits(5))).collect();
        let volumes = volumes.join(", ");
        self.waits_until(custodian::dice::closing(day) + TimeDelta::hours(1));
        let living = self.game.living();
        let (Some(&first), Some(&last)) = (living.first(), living.last()) else { return };
        self.writes(first, &format!("REPORT {volumes}"));
        match self.chance.below(3) {
            0 => self.writes(last, "REPORT YES"),
            1 => self.waits_until(custodian::dice::closing(day) + TimeDelta::hours(60)),
            _ => {
                let other: Vec<String> = market.tickers.iter().map(|ticker| format!("{ticker} 77777")).collect();
                self.writes(last, &format!("REPORT {}", other.join(", ")));
                self.presides(&format!("RULING DICE {volumes} \"the evening paper says so\""));
            }
        }
    }

    /// R17: for each open presumption, moves for the case that it is denied.
    fn alternates(&mut self, seat: Seat, body: &str) -> String {
        let mut lines = String::new();
        for open in self.game.timeline.presumptions.clone() {
            let Some(shadow) = self.game.without_presumption(&open.id).filter(|shadow| shadow.stops.is_none()) else { continue };
            let Some(there) = shadow.game.seat_of_side(self.game.player(seat).side) else { continue };
            for universe in shadow.game.owed(there) {
                let legal = shadow.game.legal(there, universe);
                let Some(other) = self.chance.one(&legal).map(|played| shadow.game.long(played)) else { continue };
                if let Some(main) = body.lines().find(|line| line.starts_with(&format!("{universe}: "))) {
                    lines.push_str(&format!("\n{main} IF {} ELSE {other}", open.id));
                }
            }
        }
        lines
    }

    /// L1: some of the moves hang on a fact; a move left to the dice on what one does not remember.
    fn on_conditions(&mut self, seat: Seat, body: String) -> String {
        let mut lines = Vec::new();
        for line in body.lines() {
            let moved = line.split_once(": ").and_then(|(universe, order)| Some((universe.parse::<u16>().ok()?, order)));
            let Some((universe, order)) = moved.filter(|_| self.chance.once_in(6)) else {
                lines.push(line.to_owned());
                continue;
            };
            let legal = self.game.legal(seat, universe);
            let other = self.chance.one(&legal).map_or_else(|| order.to_owned(), |played| self.game.long(played));
            let fact = self.chance.one(FACTS).copied().unwrap_or_default();
            lines.push(match self.chance.below(4) {
                0 => format!("IF my last move was e2-e4 THEN {universe}: {order} ELSE {universe}: HEISENBERG"),
                1 => format!("IF {fact} THEN {universe}: {order} ELSE IF NOT {fact} THEN {universe}: {other} ELSE {universe}: {order}"),
                _ => format!("IF {fact} THEN {universe}: {order} ELSE {universe}: {other}"),
            });
        }
        lines.join("\n")
    }

    /// Something besides the moves, by somebody.
    pub fn meddles(&mut self) {
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
        match self.chance.below(30) {
            0..5 => self.makes_a_rule(mover),
            5..8 => {
                let proposal = self.chance.one(PROPOSALS).copied().unwrap_or_default();
                self.writes(mover, &format!("PROPOSE\n{proposal}\nEND"));
            }
            8 => {
                let place = self.chance.one(&["", "", " IN Zaphod:1", " IN 2", " IN 99"]).copied().unwrap_or_default();
                let repeals = self.game.timeline.repeals.clone();
                let repeal = self.chance.one(&repeals).cloned().unwrap_or_else(|| "b1".to_owned());
                let what = match self.chance.below(6) {
                    0 => "ALL",
                    1 => &repeal,
                    _ => &number,
                };
                let besides = [self.real(mover).into_iter().collect(), self.votes(mover)].concat().join("\n");
                self.writes(mover, &format!("REPEAL {what}{place}\n{besides}"));
            }
            9 | 10 => {
                let open = self.game.rules.iter().rev().find(|rule| rule.stands() && !self.game.openings(rule).is_empty());
                let number = open.map_or(number, |rule| rule.enactment.number.clone());
                self.writes(mover, &format!("PRESUME {number} \"{word}\""));
            }
            11 => self.writes(seat, &format!("CHALLENGE {number} UNDER R8 \"unfair\" AND PAUSE")),
            12 => {
                let place = self.chance.one(&["", " IN 1", " IN 2"]).copied().unwrap_or_default();
                self.writes(seat, &format!("CHALLENGE {name}{place} UNDER {number}"));
            }
            13 => self.writes(seat, &format!("CHALLENGE {number} UNDER R7")),
            14 | 15 => self.writes(seat, &format!("VOTE {challenge} YES")),
            16 => self.writes(seat, &format!("VOTE {challenge} NO")),
            17 => self.denies(&presumption, word),
            18 => self.writes(seat, &format!("CONFIRM {presumption}\nOBJECT {number}")),
            19 => self.writes(seat, "IF there is a white pawn on e4 in 1 THEN 1: e7-e5 ELSE 1: d7-d5"),
            20 if self.chance.once_in(4) => {
                let turn = self.game.phase.turn.saturating_sub(1);
                self.presides(&format!("ROLLBACK {turn}"));
            }
            20 => self.presides(&format!("RULING {challenge} UPHELD \"so it is\"")),
            21 => self.presides(&format!("RULING {challenge} REJECTED \"so it is not\"")),
            22 => self.writes(seat, "DEFINE corner := a1, a8, h1 or h8\nI like spaghetti"),
            23 => {
                let square = self.chance.one(&["a1", "d4", "e5", "h8", "c6"]).copied().unwrap_or_default();
                self.writes(mover, &format!("SECRET {square}"));
            }
            24 => self.guests(),
            25 => {
                // Whoever comes second to a hole that somebody fills.
                let filled = self.game.timeline.presumptions.first().map(|open| open.filling.rule.clone());
                self.writes(mover, &format!("PRESUME {} \"{word}\"", filled.unwrap_or(number)));
            }
            26 => {
                // L3: mostly against a rule that wants leave.
                let wants = |rule: &&Enacted| rule.stands() && rule.enactment.text.to_lowercase().contains("manicotti");
                let number = self.game.rules.iter().rev().find(wants).map_or(number, |rule| rule.enactment.number.clone());
                self.writes(seat, &format!("OBJECT {number}"));
            }
            27 => {
                let fact = self.chance.one(FACTS).copied().unwrap_or_default();
                let universe = 1 + self.chance.below(self.game.universes.len());
                self.writes(
                    seat,
                    &format!(
                        "IF {fact} THEN {universe}: HEISENBERG\nIF {fact} in {universe} THEN {universe}: e7-e5 ELSE {universe}: a7-a6"
                    ),
                );
            }
            28 => {
                let rule = self.chance.one(TRAVELS).copied().unwrap_or_default();
                let term = if self.chance.once_in(3) { self.chance.one(TERMS).copied().unwrap_or_default() } else { "" };
                let besides = [self.real(mover).into_iter().collect(), self.votes(mover)].concat().join("\n");
                self.writes(mover, &format!("{besides}\nRULE {term}\n{rule}\nEND"));
            }
            _ if self.chance.once_in(30) => self.writes(seat, "RESIGN"),
            // Mostly by whoever has presumed it, and mostly too late.
            _ if self.chance.once_in(2) => {
                let open = self.game.timeline.presumptions.last();
                let by = open.and_then(|open| self.game.seat_of_side(open.by)).unwrap_or(seat);
                let last = open.map_or(presumption, |open| open.id.clone());
                self.writes(by, &format!("WITHDRAW {last}"));
            }
            _ => self.writes(seat, &format!("WITHDRAW {challenge}")),
        }
    }

    /// A rule instead of a move, or in one universe beside moves in the others (R1.2, R1.3).
    fn makes_a_rule(&mut self, mover: Seat) {
        let numbers: Vec<String> = self.game.rules.iter().filter(|rule| rule.stands()).map(|rule| rule.enactment.number.clone()).collect();
        let rule = match self.chance.below(4) {
            0 => self.chance.one(RULES).map(|rule| format!("RULE\n{rule}\nEND\n")).unwrap_or_default(),
            1 => self.chance.one(&self.corpus).cloned().unwrap_or_default(),
            _ => sentences::rule(&mut self.chance, &numbers),
        };
        let rule = narrowed(&rule, self.game.universes.len(), &mut self.chance);
        let head = rule.lines().next().unwrap_or_default();
        let besides = match head.contains(" IN ") {
            true => self.moves(mover),
            false => [self.real(mover).into_iter().collect(), self.votes(mover)].concat().join("\n"),
        };
        self.writes(mover, &format!("{besides}\n{rule}"));
    }

    /// Mostly by the rule's author, who alone may.
    fn denies(&mut self, presumption: &str, word: &str) {
        let rule = self.game.timeline.presumption(presumption).and_then(|open| self.game.rule(&open.filling.rule));
        let author = rule.map_or(Seat(0), |rule| rule.enactment.seat);
        let answer = if self.chance.once_in(4) { format!("CONFIRM {presumption}") } else { format!("DENY {presumption} \"{word}\"") };
        self.writes(author, &answer);
    }

    /// Whom a rule has invited comes, or does not.
    fn guests(&mut self) {
        let awaited = (0..self.game.seats.len() as u8).map(Seat).find(|&seat| self.game.player(seat).is_awaited());
        if let Some(seat) = awaited {
            let says = if self.chance.once_in(4) { "DECLINE" } else { "JOIN" };
            self.writes(seat, says);
        }
    }
}
