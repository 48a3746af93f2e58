//! One case of the numbered suite: how the game stands, what somebody writes, and what then must be so.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use custodian::adjudicator::{tell, views};
use custodian::board::{Clock, Effect, KindId, ManId, Place, Position};
use custodian::dice::{Chain, Randomizer};
use custodian::game::Event;
use custodian::game::founding::Founding;
use custodian::game::mar::{Judgement, Multiverse, Verdict, Written, judge, metarule, preside, tick};
use custodian::game::reading::{Names, read};
use custodian::law::{notation, texts};
use custodian::turn::{Phase, Seat};

/// What is said of a game before it begins, and then the game.
#[derive(Default)]
pub struct Setting {
    players: Vec<String>,
    boards: Vec<(u16, String)>,
    phase: Option<(u32, String)>,
    real: Vec<(String, u16)>,
    parameters: Vec<(String, String)>,
    game: Option<Multiverse>,
    /// What became of the last letter.
    last: Option<Judgement>,
    /// What came of it that the house searched on.
    late: Option<Vec<Event>>,
    /// Days that have gone by.
    days: i64,
    /// The last line was an assertion, so `and` is one too.
    asserting: bool,
}

const WORDS: &[&str] = &["players", "turn", "board", "real", "parameter", "idle", "wait", "then", "and"];

/// Whether a line does something; else it is prose.
pub fn is_step(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    WORDS.contains(&first) || first.strip_suffix(':').is_some_and(is_name)
}

fn is_name(word: &str) -> bool {
    word.chars().next().is_some_and(|first| first.is_ascii_uppercase()) && word.chars().all(|c| c.is_ascii_alphabetic())
}

/// The house's chain of the dice, the same for every case.
fn chain() -> Chain {
    Chain::of_game(&[3; 32], "Zaphod", 0)
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn holds(text: &str, words: &str) -> bool {
    flat(text).contains(&flat(words))
}

impl Setting {
    pub fn step(&mut self, line: &str) -> Result<(), String> {
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if head != "and" && is_step(line) {
            self.asserting = head == "then";
        }
        let number = |text: &str| text.parse::<u16>().map_err(|_| format!("{text} is no number"));
        match head {
            _ if !is_step(line) => Ok(()),
            "then" | "and" if self.asserting => self.assert(rest),
            "players" | "board" | "real" | "parameter" | "turn" if self.game.is_some() => Err("this stands before the first letter".into()),
            "idle" => self.idle(),
            "wait" => self.wait(number(rest.trim_end_matches(" days").trim_end_matches(" day"))?),
            "players" => {
                self.players = rest.split_whitespace().map(str::to_owned).collect();
                Ok(())
            }
            "board" => {
                let (universe, men) = rest.split_once(' ').ok_or("board U PLACEMENT")?;
                self.boards.push((number(universe)?, men.trim().to_owned()));
                Ok(())
            }
            "real" => {
                let (who, universe) = rest.split_once(' ').ok_or("real NAME U")?;
                self.real.push((who.to_owned(), number(universe)?));
                Ok(())
            }
            "parameter" => {
                let (name, value) = rest.split_once(' ').ok_or("parameter NAME VALUE")?;
                self.parameters.push((name.to_owned(), value.to_owned()));
                Ok(())
            }
            "turn" => {
                let (turn, who) = rest.split_once(' ').ok_or("turn N NAME")?;
                self.phase = Some((number(turn)?.into(), who.to_owned()));
                Ok(())
            }
            // `|` ends a line of the letter
            name => self.letter(name.trim_end_matches(':'), &rest.replace(" | ", "\n")),
        }
    }

    /// The game, begun when it is first needed.
    fn game(&mut self) -> Result<&mut Multiverse, String> {
        if self.game.is_none() {
            self.game = Some(self.begun()?);
        }
        Ok(self.game.as_mut().expect("it has begun"))
    }

    fn begun(&self) -> Result<Multiverse, String> {
        let names = if self.players.is_empty() { vec!["Ann".to_owned(), "Bob".to_owned()] } else { self.players.clone() };
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let founding = Founding { commitment: Some(chain().commitment()), ..Founding::between("Zaphod", &names) };
        let standard = Arc::new(texts::standard("mar").unwrap());
        let mut game = Multiverse::found(founding, standard).map_err(|problem| problem.to_string())?;
        game.begin().map_err(|problem| problem.to_string())?;
        for (name, value) in &self.parameters {
            game.parameters.set(name, value)?;
        }
        for (universe, men) in &self.boards {
            let board = game.universe(*universe).ok_or(format!("there is no universe {universe}"))?;
            let armies = board.pair.map(|pair| [pair.hot.1, pair.cold.1]).unwrap();
            let board = board.board;
            lay(&mut game.position, board, armies, men)?;
        }
        for (name, universe) in &self.real {
            let seat = seat(&game, name)?;
            let man = game.kings(seat).into_iter().find(|&(_, at)| at == *universe).ok_or(format!("{name} has no king there"))?.0;
            let effects = vec![Effect::Royal { man, old: false, new: true }];
            game.apply(&Event::Designated { seat, universe: *universe, effects });
        }
        if let Some((turn, name)) = &self.phase {
            let seat = seat(&game, name)?;
            let clock = Clock::new(*turn, Some(game.player(seat).side));
            game.apply(&Event::PhaseEnded { next: Some(Phase { turn: *turn, seat }) });
            game.apply(&Event::Opened { effects: vec![Effect::Clock { old: game.position.clock(), new: clock }] });
        }
        Ok(game)
    }

    fn letter(&mut self, name: &str, body: &str) -> Result<(), String> {
        let now = self.now();
        let game = self.game()?;
        let colours: Vec<(String, u16)> = (0..game.seats.len() as u8).flat_map(|seat| game.colours(Seat(seat))).collect();
        let colours = colours.iter().map(|(colour, universe)| (colour.as_str(), *universe)).collect();
        let orders = read((1..).zip(body.lines()), &Names { multiverse: "Zaphod", games: Vec::new(), colours, ..Names::default() });
        if orders.lines.is_empty() {
            return Err(format!("not orders: {:?}", orders.talk));
        }
        let randomizer = Randomizer::House(chain());
        let judgement = match name {
            "Master" => preside(game, &orders.lines, now, &randomizer),
            name => {
                let body: Vec<(usize, &str)> = (1..).zip(body.lines()).collect();
                // Of several sides he speaks for the one on move.
                let seat = game.seat_of(&game.player(seat(game, name)?).address).ok_or("nobody writes from there")?;
                judge(game, seat, &Written { lines: &orders.lines, body: &body, meant: None, named: &[] }, now, &randomizer)
            }
        };
        self.take(judgement)
    }

    /// What was judged comes to pass, and what was sent ahead of a phase is taken up as it begins.
    fn take(&mut self, mut judgement: Judgement) -> Result<(), String> {
        let (now, randomizer) = (self.now(), Randomizer::House(chain()));
        let game = self.game()?;
        for _ in 0..game.seats.len() {
            let Some(next) = tick(&judgement.after, now, &randomizer) else { break };
            judgement.events.extend(next.events);
            judgement.echoes.extend(next.echoes);
            judgement.after = next.after;
        }
        let mut folded = game.clone();
        for event in &judgement.events {
            folded.could_apply(event)?;
            folded.apply(event);
        }
        if folded.canonical() != judgement.after.canonical() {
            return Err("its events do not lead to the state that was decided".into());
        }
        *game = judgement.after.clone();
        (self.last, self.late) = (Some(judgement), None);
        Ok(())
    }

    fn now(&self) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(self.days)
    }

    /// Time goes by, and what its hours bring is done.
    fn wait(&mut self, days: u16) -> Result<(), String> {
        let randomizer = Randomizer::House(chain());
        for _ in 0..days {
            self.days += 1;
            let now = self.now();
            if let Some(judgement) = tick(self.game()?, now, &randomizer) {
                self.take(judgement)?;
            }
        }
        Ok(())
    }

    /// The house searches on for what R5 has left open.
    fn idle(&mut self) -> Result<(), String> {
        let randomizer = Randomizer::House(chain());
        let now = self.now();
        let game = self.game()?;
        let deed = metarule::concluded_again(game, now, &randomizer).ok_or("there is nothing to search")?;
        let mut folded = game.clone();
        for event in &deed.events {
            folded.could_apply(event)?;
            folded.apply(event);
        }
        if folded.canonical() != deed.after.canonical() {
            return Err("its events do not lead to the state that was decided".into());
        }
        *game = deed.after;
        self.late = Some(deed.events);
        Ok(())
    }

    fn assert(&mut self, what: &str) -> Result<(), String> {
        let (what, words) = what.split_once(':').map_or((what, ""), |(what, words)| (what.trim(), words.trim()));
        let mut parts = what.split_whitespace();
        let first = parts.next().unwrap_or_default();
        let rest: Vec<&str> = parts.collect();
        match (first, &rest[..]) {
            ("accepted" | "noted" | "refused", []) => self.answered(first, words),
            ("told", []) => self.told(words).map(drop),
            ("not", ["told"]) => self.told(words).map_or(Ok(()), Err),
            ("not", [how @ ("accepted" | "noted" | "refused")]) => match self.answered(how, words) {
                Ok(()) => Err(format!("it is {how} with these words")),
                Err(_) => Ok(()),
            },
            ("missing", []) => self.missing(words),
            ("over", []) => {
                let over = views::result(self.game()?).ok_or("the game goes on")?;
                if holds(&over, words) { Ok(()) } else { Err(over) }
            }
            ("turn", [turn, name]) => {
                let game = self.game()?;
                let phase = Phase { turn: turn.parse().map_err(|_| "turn N NAME")?, seat: seat(game, name)? };
                let now = game.phase;
                if now == phase { Ok(()) } else { Err(format!("it is turn {}, {}", now.turn, game.player(now.seat).name)) }
            }
            ("board", [universe, men]) => {
                let game = self.game()?;
                let number = universe.parse().map_err(|_| "board U PLACEMENT")?;
                let universe = game.universe(number).ok_or("there is no such universe")?;
                let now = placement(game, universe.board, universe.pair.map(|pair| [pair.hot.1, pair.cold.1]).unwrap());
                if now == *men { Ok(()) } else { Err(format!("it is {now}")) }
            }
            ("can" | "cannot", [name, universe]) => {
                let game = self.game()?;
                let (seat, universe) = (seat(game, name)?, universe.parse().map_err(|_| "can NAME U: MOVE")?);
                let legal = game.legal(seat, universe);
                let found = notation::read(words, &legal, &game.law, &game.position);
                match (found, first) {
                    (Ok(_), "can") | (Err(_), "cannot") => Ok(()),
                    (Err(problem), _) => Err(problem.to_string()),
                    (Ok(_), _) => Err("it is a legal move".into()),
                }
            }
            ("stands" | "gone", [number]) => {
                let rule = self.game()?.rule(number).ok_or(format!("there is no rule {number}"))?;
                if rule.stands() == (first == "stands") { Ok(()) } else { Err(format!("ended: {:?}", rule.ended)) }
            }
            ("stands" | "gone", [number, "in", universe]) => {
                let universe = universe.parse().map_err(|_| "stands w1 in U")?;
                let rule = self.game()?.rule(number).ok_or(format!("there is no rule {number}"))?;
                if rule.acts_in(universe) == (first == "stands") { Ok(()) } else { Err(format!("repealed in {:?}", rule.repealed_in)) }
            }
            ("tested", [number, of]) => {
                let trial = self.game()?.trial(number).ok_or(format!("{number} was never tested"))?;
                let found: Vec<String> = trial.verdicts.iter().map(ToString::to_string).collect();
                let here = trial.verdicts.iter().any(|verdict| verdict.of.to_string() == *of && holds(&verdict.to_string(), words));
                if here { Ok(()) } else { Err(format!("tested: {}", found.join("; "))) }
            }
            ("shown", [number]) => self.shown(number, words)?.map_or(Ok(()), Err),
            ("not", ["shown", number]) => self.shown(number, words)?.map_or_else(|| Err("it does".to_owned()), |_| Ok(())),
            ("open", [number, of, "until", "turn", turn, name]) => {
                let game = self.game()?;
                let last = Phase { turn: turn.parse().map_err(|_| "until turn N NAME")?, seat: seat(game, name)? };
                let open = game.open_windows();
                let here = open.iter().any(|one| one.number == *number && one.of.to_string() == *of && one.until.last == last);
                if here { Ok(()) } else { Err(format!("open: {open:?}")) }
            }
            _ => Err("nothing is asserted so".into()),
        }
    }

    /// What RULES and its number shows of a rule instead of these words; `None`: it shows them.
    fn shown(&mut self, number: &str, words: &str) -> Result<Option<String>, String> {
        let shown = views::rule(self.game()?, number).ok_or(format!("there is no rule {number}"))?;
        let all = [shown.text, shown.remarks].concat().join("; ");
        Ok((!holds(&all, words)).then_some(all))
    }

    fn answered(&self, how: &str, words: &str) -> Result<(), String> {
        let last = self.last.as_ref().ok_or("there was no letter")?;
        let verdict = match how {
            "accepted" => Verdict::Accepted,
            "noted" => Verdict::Noted,
            _ => Verdict::Refused,
        };
        let found: Vec<String> = last.echoes.iter().map(|echo| format!("{:?}: {}: {}", echo.verdict, echo.line, echo.reply)).collect();
        match last.echoes.iter().any(|echo| echo.verdict == verdict && holds(&echo.reply, words)) {
            true => Ok(()),
            false => Err(found.join("\n  ")),
        }
    }

    /// The words among what everybody is told; `Err`: what is told instead. (`Ok` gives it as well, for `not told`.)
    fn told(&mut self, words: &str) -> Result<String, String> {
        let told = match (&self.late, &self.last) {
            (Some(events), _) => tell::happened(events, self.game.as_ref().ok_or("there was no letter")?),
            (None, Some(last)) => tell::happened(&last.events, &last.after),
            (None, None) => return Err("there was no letter".into()),
        };
        let told = told.join("\n  ");
        if holds(&told, words) { Ok(told) } else { Err(told) }
    }

    fn missing(&mut self, words: &str) -> Result<(), String> {
        let game = self.game()?;
        let nothing = custodian::game::mar::Draft::default();
        let missing = views::missing(game, game.phase.seat, game.draft.as_ref().unwrap_or(&nothing), views::Besides::Nothing);
        if missing.iter().any(|one| holds(one, words)) { Ok(()) } else { Err(format!("missing: {}", missing.join("; "))) }
    }
}

fn seat(game: &Multiverse, name: &str) -> Result<Seat, String> {
    let at = game.seats.iter().position(|player| player.name == name);
    // Who plays several sides sits in several seats, which go by their colours.
    let colour = || (0..game.seats.len()).find(|&at| game.colour(Seat(at as u8)) == name);
    let at = at.or_else(colour);
    at.map(|at| Seat(at as u8)).ok_or(format!("nobody is called {name}"))
}

/// Sets up a board: whoever stood on it is gone, and these men are new.
fn lay(position: &mut Position, board: custodian::board::BoardId, armies: [custodian::board::ArmyId; 2], men: &str) -> Result<(), String> {
    let before: Vec<(ManId, custodian::board::Man)> = position.standing(board).map(|(id, man, _)| (id, *man)).collect();
    for (id, man) in &before {
        position.apply(&Effect::Put { man: *id, from: man.place, to: Place::Gone });
        if man.royal {
            position.apply(&Effect::Royal { man: *id, old: true, new: false });
        }
    }
    let two_players = position.entities.armies.len() == 2;
    let ranks: Vec<&str> = men.split('/').collect();
    for (row, rank) in ranks.iter().rev().zip(0..) {
        let mut file = 0;
        for c in row.chars() {
            if let Some(empty) = c.to_digit(10) {
                file += empty as i16;
                continue;
            }
            let letter = c.to_ascii_uppercase().to_string();
            let kind = position.entities.kinds.iter().position(|kind| kind.letter == letter).ok_or(format!("no man has the letter {c}"))?;
            let (kind, army) = (KindId(kind as u8), armies[usize::from(c.is_ascii_lowercase())]);
            let cell = position.geometry.at(board, file, rank).ok_or("the placement has another shape than the board")?;
            let man = position.next_man();
            position.apply(&Effect::Make { man, kind, army, cell });
            let at_home = before.iter().any(|(_, old)| old.home == cell && old.kind == kind && old.army == army);
            if !at_home {
                position.apply(&Effect::Legs { man, old: 0, new: 1 });
            }
            if two_players && position.entities.kind(kind).royal {
                position.apply(&Effect::Royal { man, old: false, new: true });
            }
            file += 1;
        }
    }
    Ok(())
}

fn placement(game: &Multiverse, board: custodian::board::BoardId, [hot, _]: [custodian::board::ArmyId; 2]) -> String {
    let position = &game.position;
    let shape = position.geometry.board(board);
    let row = |rank: i16| {
        let mut row = String::new();
        let mut empty = 0;
        for file in shape.first_file..=shape.last_file() {
            let man = position.geometry.at(board, file, rank).and_then(|cell| position.on(cell)).map(|man| position.man(man));
            let Some(man) = man else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                row.push_str(&empty.to_string());
                empty = 0;
            }
            let letter = &position.entities.kind(man.kind).letter;
            row.push_str(&if man.army == hot { letter.clone() } else { letter.to_lowercase() });
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        row
    };
    (shape.first_rank..=shape.last_rank()).rev().map(row).collect::<Vec<_>>().join("/")
}
