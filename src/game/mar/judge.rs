//! A letter's orders judged: each line gets a reply, and what stands becomes events.
//!
//! Invariant: a refused line changes nothing and costs nothing; the lines beside it still count.

mod again;
mod answering;
mod awaiting;
mod challenging;
mod conditions;
mod decisions;
mod parting;
mod voting;
mod presuming;

use chrono::{DateTime, TimeDelta, Utc};

use crate::dice::Randomizer;
use crate::game::event::Event;
use crate::game::order::{Line, Order, Question};
use crate::game::procedure::Procedure;
use crate::rule::{self, Scope};
use crate::turn::Seat;

use self::decisions::Decision;
use super::heisenberg::HEISENBERG;
use super::judgement::{Echo, Judgement, Meant, Reply, Verdict, accepted, accepted_for, noted};
use super::metarule::{self, Certificate, Proposal};
use super::multiverse::{Action, Draft, Multiverse, Stage, Universe};
use super::phase::Deed;

pub(super) use again::{again, why_not};

/// A player's letter, read.
#[derive(Clone, Copy, Debug)]
pub struct Written<'l> {
    pub lines: &'l [Line],
    /// All that he wrote, for rules that ask what was said.
    pub body: &'l str,
    pub meant: Option<Meant>,
}

/// Judges the orders of the player in a seat.
pub fn judge(multiverse: &Multiverse, seat: Seat, written: &Written, now: DateTime<Utc>, randomizer: &Randomizer) -> Judgement {
    let mut session = Session::open(multiverse, seat, now, randomizer);
    session.body = written.body.to_owned();
    session.stale = session.staleness(written.lines, written.meant);
    // Words count with the orders that they come with.
    if session.stale.is_none() && written.lines.iter().any(|line| line.order.waits()) {
        session.listen(written.body);
    }
    for line in written.lines {
        session.line(line);
    }
    session.finish()
}

/// Orders whose hour has come: a complete draft whose undo delay is over is executed, and orders sent ahead are taken up as the phase begins.
pub(super) fn orders_due(multiverse: &Multiverse, now: DateTime<Utc>, randomizer: &Randomizer) -> Option<Judgement> {
    if multiverse.due().is_none_or(|due| due > now) {
        return None;
    }
    let Some(lines) = multiverse.sent_ahead() else {
        let draft = multiverse.draft.as_ref()?;
        let mut session = Session::open(multiverse, multiverse.phase.seat, now, randomizer);
        session.deed.execute(draft);
        session.deed.close_challenges();
        return Some(session.judgement(true));
    };
    let seat = multiverse.phase.seat;
    let mut session = Session::open(multiverse, seat, now, randomizer);
    let side = multiverse.player(seat).side;
    session.deed.happen(Event::Procedure(Procedure::SentAhead { side, lines: Vec::new() }));
    session.draft.at_once = true;
    for line in &lines {
        session.line(line);
    }
    Some(session.finish())
}

struct Session {
    deed: Deed,
    randomizer: Randomizer,
    /// The question that the phase waited for is answered.
    answered: bool,
    /// Digits that the phase waited for have been read off.
    read_off: bool,
    seat: Seat,
    now: DateTime<Utc>,
    draft: Draft,
    touched: bool,
    resigns: Option<usize>,
    /// What the letter decides besides its orders.
    decisions: Vec<Decision>,
    stale: Option<String>,
    /// All that the letter says.
    body: String,
    echoes: Vec<Echo>,
    questions: Vec<Question>,
}

impl Session {
    fn open(multiverse: &Multiverse, seat: Seat, now: DateTime<Utc>, randomizer: &Randomizer) -> Session {
        let mine = matches!(multiverse.stage, Stage::Playing) && multiverse.phase.seat == seat;
        let draft = multiverse.draft.clone().filter(|_| mine).unwrap_or_default();
        Session {
            deed: Deed::on(multiverse, randomizer, now),
            randomizer: randomizer.clone(),
            answered: false,
            read_off: false,
            seat,
            now,
            draft,
            touched: false,
            resigns: None,
            decisions: Vec::new(),
            stale: None,
            body: String::new(),
            echoes: Vec::new(),
            questions: Vec::new(),
        }
    }

    fn state(&self) -> &Multiverse {
        &self.deed.after
    }

    /// Why these orders are too old, if they are: they were written for a phase that the player has already played.
    fn staleness(&self, lines: &[Line], meant: Option<Meant>) -> Option<String> {
        let now = self.state().phase;
        let guard = lines.iter().find_map(|line| match line.order {
            Order::Turn(turn) => Some(turn),
            _ => None,
        });
        let what_now = "the mail of the newest turn shows the boards as they are; answer that one.";
        if let Some(turn) = guard {
            return (turn != now.turn).then(|| format!("these orders are for turn {turn}, and this is turn {}: {what_now}", now.turn));
        }
        let meant = meant?;
        if self.state().timeline.is_undone(meant.turn, meant.timeline) {
            let turn = meant.turn;
            return Some(format!(
                "your letter answers a mail of turn {turn}, and the game has gone back since: that turn came undone; {what_now} (Or write TURN {} first.)",
                now.turn
            ));
        }
        let answered = crate::turn::Phase { turn: meant.turn, seat: meant.seat.unwrap_or(Seat(u8::MAX)) };
        let played = crate::turn::Phase { turn: now.turn.saturating_sub(u32::from(self.seat >= now.seat)), seat: self.seat };
        (answered <= played && played.turn > 0).then(|| {
            let turn = meant.turn;
            format!(
                "your letter answers a mail of turn {turn}, which you have already played; {what_now} (Or write TURN {} first.)",
                now.turn
            )
        })
    }

    fn line(&mut self, line: &Line) {
        let meant = self.speaking_in(&line.order);
        let seat = std::mem::replace(&mut self.seat, meant);
        self.take(line);
        self.seat = seat;
    }

    /// The seat that an order is meant for, of all that he has who wrote it.
    fn speaking_in(&self, order: &Order) -> Seat {
        let state = self.state();
        state.seat_for(&state.player(self.seat).address, order).unwrap_or(self.seat)
    }

    fn take(&mut self, line: &Line) {
        let reply = match &line.order {
            Order::Ask(question) => {
                self.questions.push(question.clone());
                return;
            }
            Order::Check(order) => self.check(order),
            Order::Resign => {
                self.resigns = Some(self.echoes.len());
                self.resign()
            }
            order => self.order(order),
        };
        let (verdict, reply) = reply.unwrap_or_else(|refusal| (Verdict::Refused, refusal));
        let trial = matches!(line.order, Order::Check(_));
        let reply = if trial { format!("only checked, nothing done: {reply}") } else { reply };
        self.echoes.push(Echo { number: line.number, line: line.text.clone(), verdict, reply, trial });
    }

    fn order(&mut self, order: &Order) -> Reply {
        match order {
            Order::Define(text) => self.define(text),
            Order::Fix(text) => self.fix(text),
            Order::ClaimDraw => self.claim_draw(),
            Order::Draw(wanted) => self.draw(*wanted),
            Order::Answer(text) => self.answer(text),
            Order::Secret(text) => self.secret(text),
            Order::Throw(digits) => self.throw(digits),
            Order::Report(report) => self.report(report),
            Order::Beacon { .. } => Err("a beacon takes a letter of its own, with nothing else in it; then it may be anybody's".into()),
            Order::Challenge(challenging) => self.challenge(challenging),
            Order::Object(number) => self.object(number),
            Order::Vote { on, yes } => self.vote_on_challenge(on, *yes),
            Order::Take(id) => self.withdraw_challenge(id),
            Order::Presume { rule, text } => self.presume(rule, text),
            Order::Confirm(id) => self.confirm(id),
            Order::Deny { id, text } => self.deny(id, text),
            Order::If { text, conditional } => self.conditional(text, conditional),
            Order::Ruling { .. } | Order::Rollback { .. } | Order::DiceVoid(_) | Order::DiceFigures { .. } => {
                Err("only the master of this house rules and takes turns back, and only in a game that he does not play (R16)".into())
            }
            Order::Turn(turn) => match &self.stale {
                Some(stale) => Err(stale.clone()),
                None => accepted(format!("these orders are for turn {turn}")),
            },
            Order::Garbled { takes } => Err(format!("not understood; it takes: {takes}")),
            Order::Join | Order::Decline if self.state().player(self.seat).is_awaited() => self.sit(*order == Order::Join),
            Order::Join => noted("you are in this game already"),
            Order::Decline => Err("the game has begun; to leave it, write RESIGN".into()),
            Order::Colours(_) | Order::Sequence(_) => Err("colours and sequence were fixed when the game began (C1)".into()),
            Order::Ask(_) | Order::Check(_) | Order::Resign => Err("not understood here".into()),
            _ => self.for_the_phase(order),
        }
    }

    fn for_the_phase(&mut self, order: &Order) -> Reply {
        if *order == Order::Withdraw
            && let Some(reply) = self.withdraw_ahead()
        {
            return reply;
        }
        self.on_move()?;
        self.for_this_phase(order)
    }

    fn for_this_phase(&mut self, order: &Order) -> Reply {
        let reply = match order {
            Order::Move { universe, colour, text } => match colour {
                Some(colour) if !self.state().colours(self.seat).iter().any(|(own, _)| own == colour) => Err(self.not_your_colour(colour)),
                _ => self.moving(*universe, text),
            },
            Order::Alternate { universe, presumption, text } => self.alternate(*universe, presumption, text),
            Order::Real { universe } => self.real(*universe),
            Order::Rule { text } => self.rule(text),
            Order::Repeal { number, universe } => self.repeal(number, *universe),
            Order::RepealAll { universe } => self.repeal_all(*universe),
            Order::Propose { text } => self.propose(text),
            Order::Ballot { on, says } => self.vote(on.as_deref(), *says),
            Order::Pass => self.pass(),
            Order::Stock { tickers, date } => self.stock(tickers, *date),
            Order::Now => {
                self.draft.at_once = true;
                accepted("your orders are carried out as soon as they are complete, without time to think again")
            }
            Order::Withdraw if self.draft == Draft::default() => noted("no orders of yours stand in this phase, so nothing is taken back"),
            Order::Withdraw => {
                self.draft = Draft::default();
                accepted("all your orders of this phase are taken back")
            }
            _ => Err("not understood here".into()),
        };
        self.touched |= reply.is_ok();
        reply
    }

    /// C5: free, at any time; it changes no rule that has been made.
    fn define(&mut self, text: &str) -> Reply {
        self.in_the_game()?;
        let state = self.state();
        let definition = rule::define(text, &state.vocabulary())?;
        let known = state.definitions.iter().find(|known| known.name == definition.name);
        let before = known.map(|known| format!("; until now it stood for \"{}\", as it still does in rules made before", known.meaning));
        let said = format!(
            "\"{}\" stands for \"{}\" in rules made from now on{}",
            definition.name,
            definition.meaning,
            before.unwrap_or_default()
        );
        let seat = self.seat;
        self.deed.happen(Event::Defined { seat, definition });
        accepted(said)
    }

    /// The answer of somebody whom a rule invites to play a side.
    fn sit(&mut self, yes: bool) -> Reply {
        if self.state().is_over() {
            return Err("the game is over".into());
        }
        let seat = self.seat;
        let side = self.state().colour(seat);
        self.deed.happen(Event::Seated { seat, yes });
        if yes {
            let name = self.state().player(seat).name.clone();
            self.deed.agree(name);
        }
        match yes {
            true => accepted(format!("welcome: you play {side}; your phase comes in its turn")),
            false => accepted(format!("you decline: {side} stays without a player; JOIN takes the seat after all")),
        }
    }

    /// Whether this player is in a game that is being played, and if not, why.
    fn in_the_game(&self) -> Result<(), String> {
        match self.state().stage {
            Stage::Gathering => Err("the game has not begun: not everybody has joined yet".into()),
            Stage::Over(_) => Err("the game is over, and nothing in it changes any more; STATUS tells how it ended".into()),
            Stage::Playing if self.state().player(self.seat).is_awaited() => {
                Err("you are invited to this game and have not joined; write JOIN to play your side, or DECLINE".into())
            }
            Stage::Playing if self.state().player(self.seat).alive => Ok(()),
            Stage::Playing => Err("you are out of this game, and your men have left the boards (M4); you may go on watching".into()),
        }
    }

    /// Whether this player's orders are wanted now, and if not, why.
    fn on_move(&self) -> Result<(), String> {
        self.in_the_game()?;
        let state = self.state();
        if let Some(asked) = state.asked.as_ref().filter(|asked| asked.open) {
            let (mover, who) = (&state.player(state.phase.seat).name, &state.player(asked.seat).name);
            return Err(match state.same_person(asked.seat, self.seat) {
                true => format!("{mover}'s phase waits for your answer: write ANSWER and one of {}", asked.options.join(", ")),
                false => format!("the orders of {mover}'s phase are being carried out and wait for an answer from {who}"),
            });
        }
        if state.phase.seat != self.seat {
            let mover = state.player(state.phase.seat);
            let colour = state.colour(state.phase.seat);
            let turn = state.phase.turn;
            return Err(format!(
                "it is not your phase: turn {turn}, {colour} ({}) to play; send this again when your turn mail comes",
                mover.name
            ));
        }
        if let Some(stale) = &self.stale {
            return Err(stale.clone());
        }
        self.locked()
    }

    fn not_your_colour(&self, colour: &str) -> String {
        let state = self.state();
        let has = |seat: Seat| state.colours(seat).iter().any(|(own, _)| own == colour);
        let whose = (0..state.seats.len() as u8).map(Seat).find(|&seat| has(seat));
        let mine: Vec<String> = state.colours(self.seat).into_iter().map(|(own, _)| own).collect();
        let owner = whose.map_or("somebody else", |seat| state.player(seat).name.as_str());
        format!("{colour} belongs to {owner}; your own: {}", mine.join(", "))
    }

    fn moving(&mut self, universe: Option<u16>, text: &str) -> Reply {
        let universe = self.universe_of_a_move(universe)?;
        let state = self.state();
        let name = state.universe_name(universe);
        let legal = state.legal(self.seat, universe);
        let mine: Vec<u16> = state.colours(self.seat).into_iter().map(|(_, own)| own).collect();
        if !mine.contains(&universe) && legal.is_empty() {
            let places: Vec<String> = mine.iter().map(|&own| state.universe_name(own)).collect();
            return Err(format!("you have no men that can move in {name}; you play in {}", places.join(", ")));
        }
        if legal.is_empty() {
            return Err(format!("you have no legal move in {name}"));
        }
        if text.eq_ignore_ascii_case(HEISENBERG) {
            let replaced = self.take_move(universe, HEISENBERG);
            return accepted_for(&replaced, format!("{name}: a piece and a move of it are drawn by the dice (L1){replaced}"));
        }
        let found = match crate::law::notation::read(text, &legal, state.law_for(self.seat, universe), &state.position) {
            Ok(at) => &legal[at],
            Err(problem) => return Err(format!("{name}: {problem}")),
        };
        let (long, san, open) = (state.long(found), state.san(found, &legal), found.open);
        let replaced = self.take_move(universe, &long);
        let short = if san == long { String::new() } else { format!(" ({san})") };
        let fate = if open { "; what else it does is settled when it is carried out: dice or somebody's choice" } else { "" };
        accepted_for(&replaced, format!("{name}: {long}{short}{fate}{replaced}"))
    }

    /// Puts a move into the draft; what it replaces, in words.
    fn take_move(&mut self, universe: u16, long: &str) -> String {
        let mut replaced = String::new();
        if let Some(scope) = self.draft.action.instead_of_moves()
            && (scope == Scope::Multiverse || scope == Scope::Universe(universe))
        {
            replaced = "; it replaces your order to make, repeal or pass (R1: one action a phase)".to_string();
            self.draft.action = Action::Move;
        }
        match self.draft.moves.insert(universe, long.to_owned()) {
            Some(before) if before != long => replaced.push_str(&format!("; it replaces {before}")),
            _ => {}
        }
        replaced
    }

    /// The universe that a move names, or that goes without saying.
    fn universe_of_a_move(&self, universe: Option<u16>) -> Result<u16, String> {
        let state = self.state();
        let owed = state.owed(self.seat);
        match universe {
            Some(number) => self.existing(number),
            None => match owed[..] {
                [only] => Ok(only),
                [] => Err("you have no legal move anywhere; you may make or repeal a rule, or PASS".into()),
                [first, ..] => Err(format!("in which universe? Write its number first, as in {first}: e2-e4")),
            },
        }
    }

    /// A universe's number, if there is one of that number.
    fn existing(&self, universe: u16) -> Result<u16, String> {
        let state = self.state();
        let (first, last) = (state.universe_name(1), state.universe_name(state.universes.len() as u16));
        match state.universe(universe) {
            Some(_) => Ok(universe),
            None if first == last => Err(format!("there is no universe {universe}; the only one is {first}")),
            None => Err(format!("there is no universe {universe}: they are {first} to {last}")),
        }
    }

    fn real(&mut self, universe: u16) -> Reply {
        let state = self.state();
        if state.player(self.seat).guest.is_some() {
            return noted("a side that a rule has made needs no king (M4)");
        }
        if state.founding.players.len() == 2 {
            return noted("with two players your king is real without saying so (M3)");
        }
        if let Some(real) = state.player(self.seat).real {
            return Err(format!("your real king stands in {} since your first phase; it cannot change (M3)", state.universe_name(real)));
        }
        let mine = state.kings(self.seat);
        if !mine.iter().any(|&(_, at)| at == universe) {
            let places: Vec<String> = mine.iter().map(|&(_, at)| format!("REAL {at}")).collect();
            return Err(format!("you have no king in universe {universe}; write one of: {}", places.join(", ")));
        }
        let name = state.universe_name(universe);
        self.draft.real = Some(universe);
        accepted(format!("your real king is the one in {name}; the others are dummies (M3)"))
    }

    fn rule(&mut self, text: &str) -> Reply {
        let reading = rule::read(text, &self.state().vocabulary());
        let Some(rule) = reading.rule else {
            return Err(explain(&reading, text));
        };
        let says = rule::print(&rule, &self.state().vocabulary());
        let restated = self.state().restate(&rule);
        let state = self.state();
        let number = state.next_number(self.seat);
        let scope = rule.scope;
        if let Scope::Universe(universe) = scope {
            self.existing(universe)?;
            // M2: any one universe, unless an amendment keeps strangers out.
            let at_home = |place: &Universe| state.present_in(place).iter().any(|(seat, _)| *seat == self.seat);
            if !state.parameters.foreign_rules && !state.universe(universe).is_some_and(at_home) {
                let (by, place) = (state.closed_by("foreign_rules"), state.universe_name(universe));
                return Err(format!("{by}, nobody makes rules for a universe in which he does not play (M2), and in {place} you do not"));
            }
        }
        if let Err(problem) = state.could_seat(&rule) {
            return Err(format!("this rule cannot come into force: {problem}"));
        }
        if let Some(lack) = state.lacking(&rule).first() {
            let mend = "say in this rule what it is, make that rule again, or write DEPENDS ON that rule KEEP";
            return Err(format!("this rule would sleep from the start: {lack}; {mend}"));
        }
        let verdicts = match Proposal::of_rule(state, self.seat, &rule) {
            Ok(proposal) => metarule::judge(&proposal),
            Err(problem) => return Err(format!("this rule cannot come into force: {problem}")),
        };
        let action = Action::Rule { text: text.to_string(), scope, says };
        let tests = self.tested(verdicts, &action)?;
        self.barred(&action, Some(&rule), &[])?;
        let dropped = self.take_action(action);
        accepted_for(&dropped, format!("it will be rule {number}{dropped}. It says:\n{}{tests}", restated.trim_end()))
    }

    /// What the meta-rules say of an action, in words; `Err`: it is refused.
    fn tested(&mut self, proposed: Vec<metarule::Verdict>, action: &Action) -> Result<String, String> {
        if let Some(refusal) = metarule::refusal(&proposed) {
            return Err(refusal);
        }
        let told = match proposed.is_empty() {
            true => String::new(),
            false => format!("\nTests: {}.", self.state().told_of(&proposed, self.state().challengeable(), usize::MAX)),
        };
        self.deed.certificate = Some(Certificate::of(self.state(), action.clone(), proposed));
        Ok(told)
    }

    fn repeal(&mut self, number: &str, universe: Option<u16>) -> Reply {
        let state = self.state();
        let Some(rule) = state.rule(number) else {
            return if state.is_repeal(number) { self.repeal_a_repeal(number, universe) } else { Err(state.no_such_rule(number)) };
        };
        if let Some(ended) = rule.ended {
            return Err(format!("rule {number} is not in force any more: it ended in turn {}", ended.turn));
        }
        if let Some(pending) = state.repeals.iter().find(|repeal| repeal.covers(number, universe)) {
            return Err(format!("rule {number} is being repealed already, by {}: {}", pending.number, state.until(pending.acts_after)));
        }
        if let Some(universe) = universe {
            self.existing(universe)?;
            let elsewhere = matches!(rule.enactment.scope(), Scope::Universe(scope) if scope != universe);
            if elsewhere || rule.repealed_in.contains(&universe) {
                return Err(format!("rule {number} is not in force in {}", state.universe_name(universe)));
            }
        }
        let mut reply = match rule.protected.holds(state.phase) {
            true => format!("repeals {number}: {} (R6)", state.until(rule.protected)),
            false => format!("repeals {number}"),
        };
        if universe.is_none()
            && let Scope::Universe(scope) = rule.enactment.scope()
        {
            reply.push_str(&format!("; REPEAL {number} IN {scope} would do the same and leave you your other moves (R1.5)"));
        }
        let action = Action::Repeal { target: number.to_string(), universe };
        let verdicts = state.verdicts(self.seat, &action).unwrap_or_default();
        let tests = self.tested(verdicts, &action)?;
        self.barred(&action, None, &[number])?;
        let dropped = self.take_action(action);
        accepted_for(&dropped, format!("{reply}{dropped}{tests}"))
    }

    /// R2: a repeal only restates the rules of chess, so repealing one revives nothing; it is a use of the phase all the same.
    fn repeal_a_repeal(&mut self, number: &str, universe: Option<u16>) -> Reply {
        let action = Action::Repeal { target: number.to_string(), universe };
        let verdicts = self.state().verdicts(self.seat, &action).unwrap_or_default();
        let tests = self.tested(verdicts, &action)?;
        let dropped = self.take_action(action);
        noted(format!("{number} is a repeal, and to repeal it revives nothing: this has no effect (R2){dropped}{tests}"))
    }

    fn repeal_all(&mut self, universe: Option<u16>) -> Reply {
        let state = self.state();
        if let Some(number) = universe {
            self.existing(number)?;
        }
        let old: Vec<String> = state.old_rules(universe).iter().map(|rule| rule.enactment.number.clone()).collect();
        let action = Action::RepealAll { universe };
        let verdicts = state.verdicts(self.seat, &action).unwrap_or_default();
        let tests = self.tested(verdicts, &action)?;
        self.barred(&action, None, &old.iter().map(String::as_str).collect::<Vec<_>>())?;
        let dropped = self.take_action(action);
        if old.is_empty() {
            return noted(format!("no rule is old enough (made before the previous turn): it will change nothing{dropped}"));
        }
        accepted(format!("repeals every rule made before the previous turn: {}{dropped}{tests}", old.join(", ")))
    }

    /// R1: one action a phase; says which moves it takes the place of.
    fn take_action(&mut self, action: Action) -> String {
        let mut dropped = String::new();
        if !matches!(self.draft.action, Action::Move) {
            dropped.push_str("; it replaces the action you ordered before (R1: one a phase)");
        }
        let gone: Vec<u16> = match action.instead_of_moves() {
            Some(Scope::Multiverse) => self.draft.moves.keys().copied().collect(),
            Some(Scope::Universe(number)) => self.draft.moves.keys().copied().filter(|at| *at == number).collect(),
            None => Vec::new(),
        };
        for number in &gone {
            self.draft.moves.remove(number);
        }
        if !gone.is_empty() {
            let names: Vec<String> = gone.iter().map(|&number| self.state().universe_name(number)).collect();
            dropped.push_str(&format!("; no move in {} then (R1)", names.join(", ")));
        }
        self.draft.action = action;
        dropped
    }

    fn pass(&mut self) -> Reply {
        if !self.state().may_pass(self.seat) {
            return Err("you have a legal move, so you must move, or make or repeal a rule (R1, F5): passing is not free".into());
        }
        let why = if self.state().owed(self.seat).is_empty() { "no legal move anywhere" } else { "moving alone is closed (R1.1)" };
        let dropped = self.take_action(Action::Pass);
        accepted(format!("{why}: the phase is passed{dropped}"))
    }

    /// The order as it would be judged, on a copy.
    fn check(&self, order: &Order) -> Reply {
        let mut trial = Session {
            deed: Deed::without_dice(self.state()),
            randomizer: Randomizer::Absent,
            draft: self.draft.clone(),
            stale: self.stale.clone(),
            body: self.body.clone(),
            echoes: Vec::new(),
            questions: Vec::new(),
            decisions: Vec::new(),
            ..*self
        };
        let reply = match order {
            Order::Resign => trial.resign(),
            // What a rule or a move would do can be asked in anybody's phase.
            Order::Rule { .. } | Order::Move { .. } if trial.in_the_game().is_ok() => trial.for_this_phase(order),
            order => trial.order(order),
        };
        let preview = match order {
            Order::Rule { text } if reply.is_ok() => super::preview::of_rule(self.state(), text),
            _ => String::new(),
        };
        let (verdict, words) = reply?;
        Ok((verdict, format!("{words}{preview}")))
    }

    /// Settles the letter: RESIGN only where the whole letter is free of errors; the draft as it now stands; execution.
    fn finish(mut self) -> Judgement {
        let errors = self.echoes.iter().any(|echo| echo.verdict == Verdict::Refused && !echo.trial);
        let gone_back = self.state().timeline.undone.len();
        let mut executed = self.leave(errors) || self.resume() || self.draw_by_digits();
        if self.touched && !executed && matches!(self.state().stage, Stage::Playing) {
            self.settle_draft(errors);
        }
        for decision in std::mem::take(&mut self.decisions) {
            self.deed.carry(decision);
        }
        executed |= self.touched && !executed && self.execute();
        if matches!(self.state().stage, Stage::Playing) {
            self.deed.close_challenges();
        }
        executed |= self.state().timeline.undone.len() > gone_back;
        self.judgement(executed)
    }

    /// Carries a RESIGN out, where the whole letter is free of errors; whether the game is over or the phase is another.
    fn leave(&mut self, errors: bool) -> bool {
        if let Some(at) = self.resigns.filter(|&at| self.echoes[at].verdict == Verdict::Accepted) {
            if errors {
                self.echoes[at].verdict = Verdict::Refused;
                self.echoes[at].reply = "not done: another line of this letter has an error; send RESIGN in a letter without one".into();
            } else if self.state().is_over() {
                self.echoes[at].verdict = Verdict::Noted;
                self.echoes[at].reply = "not done: by another line of this letter the game is over".into();
            } else {
                let seat = self.speaking_in(&Order::Resign);
                self.deed.resign(seat);
                return true;
            }
        }
        !matches!(self.state().stage, Stage::Playing) && !self.deed.events.is_empty()
    }

    /// Carries out the phase that has waited for the answer in this letter.
    fn resume(&mut self) -> bool {
        if !self.answered || !matches!(self.state().stage, Stage::Playing) {
            return false;
        }
        self.deed.go_on();
        true
    }

    /// Carries out the phase by the digits that this letter has read off, if they are enough.
    fn draw_by_digits(&mut self) -> bool {
        self.read_off && matches!(self.state().stage, Stage::Playing) && self.deed.carry_out_by_digits()
    }

    /// Carries out what is complete and not to wait.
    fn execute(&mut self) -> bool {
        let state = self.state();
        let playing = matches!(state.stage, Stage::Playing);
        let draft = state.draft.clone().filter(|_| playing && state.due().is_some_and(|due| due <= self.now));
        draft.is_some_and(|draft| {
            self.deed.execute(&draft);
            true
        })
    }

    /// Sets or clears the hour of execution and records the draft. What would be carried out at once waits while the letter has an error.
    fn settle_draft(&mut self, errors: bool) {
        let empty = self.draft == Draft::default();
        let complete = !empty && super::missing(self.state(), self.seat, &self.draft).is_empty();
        let delay = if self.draft.at_once { 0 } else { self.state().founding.undo };
        let held = errors && delay == 0;
        self.draft.due = (complete && !held).then(|| self.now + TimeDelta::seconds(i64::from(delay)));
        let draft = (!empty).then(|| self.draft.clone());
        if draft != self.state().draft {
            self.deed.happen(Event::Drafted { draft });
        }
    }

    fn judgement(self, executed: bool) -> Judgement {
        Judgement { events: self.deed.events, echoes: self.echoes, questions: self.questions, executed, after: self.deed.after }
    }
}

/// All diagnostics of a text that is no rule, as the player is to read them.
fn explain(reading: &rule::Reading, text: &str) -> String {
    let found: Vec<String> = reading.diagnostics.iter().map(|diagnostic| diagnostic.render(text)).collect();
    format!("this is no rule yet, and nothing is lost; mend it and send it again.\n{}", found.join("\n"))
}
