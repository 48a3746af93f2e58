//! A letter's orders judged: each line gets a reply, and what stands becomes events.
//!
//! Invariant: a refused line changes nothing and costs nothing; the lines beside it still count.

mod again;
mod answering;
mod awaiting;
mod challenging;
mod checking;
mod conditions;
mod decisions;
mod finishing;
mod legislating;
mod moving;
mod ordered;
mod parting;
mod presuming;
mod saying;
mod voting;

use std::borrow::Cow;
use std::rc::Rc;

use chrono::{DateTime, Utc};

use crate::dice::Randomizer;
use crate::game::event::Event;
use crate::game::order::{Line, Order, Question};
use crate::game::procedure::Procedure;
use crate::rule;
use crate::turn::Seat;

use self::decisions::Decision;
use self::ordered::{Checked, Ordered};
use self::saying::Spoken;
use super::hindrance::Tries;
use super::judgement::{Echo, Judgement, Meant, Reply, Verdict, accepted, checked, noted};
use super::multiverse::{Draft, Multiverse, Stage};
use super::phase::Deed;

pub(super) use again::why_not;
pub(super) use challenging::is_meta_rule;

/// A player's letter, read.
#[derive(Clone, Copy, Debug)]
pub struct Written<'l> {
    pub lines: &'l [Line],
    /// All that he wrote, line by line, for rules that ask what was said.
    pub body: &'l [(usize, &'l str)],
    pub meant: Option<Meant>,
    /// The marks of the readings of volumes that the mail names which he answers.
    pub named: &'l [String],
}

/// Judges the orders of the player in a seat.
pub fn judge(multiverse: &Multiverse, seat: Seat, written: &Written, now: DateTime<Utc>, randomizer: &Randomizer) -> Judgement {
    let mut session = Session::open(multiverse, seat, now, randomizer);
    (session.said, session.said_late) = written.said();
    session.named = written.named.to_vec();
    session.stale = session.staleness(written.lines, written.meant);
    if session.stale.is_none() && written.speaks() {
        session.listen();
    }
    for (at, line) in written.lines.iter().enumerate() {
        session.defined_later = written.lines[at + 1..].iter().filter_map(|line| line.order.defines()).collect();
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
    // Words were sent along that a rule asks for.
    let along = multiverse.timeline.ahead_said.get(&side).into_iter().flatten();
    session.said = Spoken::of(along.map(|words| (0, words.as_str())));
    session.deed.happen(Event::Procedure(Procedure::SentAhead { side, lines: Vec::new(), words: Vec::new() }));
    session.listen();
    for line in &lines {
        // Each may come from another letter, and a later one replaces what an earlier one has ordered.
        session.ordered = Ordered::default();
        session.line(line);
    }
    // What is complete as the phase begins needs no time to think again; what is completed or corrected later has it.
    let clean = session.echoes.iter().all(|echo| echo.verdict != Verdict::Refused);
    session.draft.at_once |= clean && super::missing(session.state(), seat, &session.draft).is_empty();
    Some(session.finish())
}

struct Session {
    deed: Deed,
    randomizer: Randomizer,
    /// The question that the phase waited for is answered.
    answered: bool,
    /// Digits that the phase waited for have been read off.
    read_off: bool,
    /// The players have agreed that a pin is void, and what was kept for it is done.
    went_on: bool,
    seat: Seat,
    now: DateTime<Utc>,
    draft: Draft,
    /// What this very letter has ordered.
    ordered: Ordered,
    checked: Checked,
    touched: bool,
    resigns: Option<usize>,
    /// What the letter decides besides its orders, with the place of its reply among the echoes.
    decisions: Vec<(usize, Decision)>,
    stale: Option<String>,
    /// What the letter says before its first move, and behind it.
    said: Spoken,
    said_late: Spoken,
    /// The lines on which a rule was given the words that it waits for.
    heard: Vec<usize>,
    /// The marks of the readings of volumes that he was told of.
    named: Vec<String>,
    /// The names that lines further down define.
    defined_later: Vec<String>,
    echoes: Vec<Echo>,
    questions: Vec<Question>,
    /// What is only to be checked, judged as if it had been sent: one line after the other, on a copy.
    trial: Option<Box<Session>>,
    /// Of the whole letter.
    tries: Rc<Tries>,
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
            went_on: false,
            seat,
            now,
            draft,
            ordered: Ordered::default(),
            checked: Checked::default(),
            touched: false,
            resigns: None,
            decisions: Vec::new(),
            stale: None,
            said: Spoken::default(),
            said_late: Spoken::default(),
            heard: Vec::new(),
            named: Vec::new(),
            defined_later: Vec::new(),
            echoes: Vec::new(),
            questions: Vec::new(),
            trial: None,
            tries: Rc::default(),
        }
    }

    fn state(&self) -> &Multiverse {
        &self.deed.after
    }

    /// The same with the real king that his orders name: by that his moves, and what he makes or repeals, are judged.
    fn with_king_named(&self) -> Cow<'_, Multiverse> {
        self.state().with_king_named(self.seat, self.draft.real)
    }

    /// Why these orders are too old, if they are: they were written for a phase that the player has already played.
    fn staleness(&self, lines: &[Line], meant: Option<Meant>) -> Option<String> {
        let now = self.state().phase;
        let said: Vec<u32> = lines.iter().filter_map(|line| if let Order::Turn(turn) = line.order { Some(turn) } else { None }).collect();
        let what_now = "the mail of the newest turn shows the boards as they are; answer that one.";
        if !said.is_empty() {
            // One letter is for one turn: where it names two, the one that is not played tells that something is amiss.
            let other = said.iter().find(|&&turn| turn != now.turn)?;
            return Some(format!("these orders are for turn {other}, and this is turn {}: {what_now}", now.turn));
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
        // A line stands as a whole.
        let leant_on = match &line.order {
            Order::Alternate { presumption, .. } => Some(presumption),
            Order::Check(order) => {
                if let Order::Alternate { presumption, .. } = &**order {
                    Some(presumption)
                } else {
                    None
                }
            }
            _ => None,
        };
        let idle = leant_on.filter(|_| self.is_refused(line.number));
        let reply = match &line.order {
            Order::Alternate { .. } | Order::Check(_) if idle.is_some() => {
                let presumption = idle.map_or("", String::as_str);
                Err(format!("the move before IF {presumption} cannot be ordered, so this line orders nothing"))
            }
            Order::Ask(question) => {
                self.questions.push(question.clone());
                return;
            }
            Order::Check(order) => self.check(order, &line.text),
            Order::Resign => {
                self.resigns = Some(self.echoes.len());
                self.resign()
            }
            order => self.in_earnest(order),
        };
        let (verdict, reply) = reply.unwrap_or_else(|refusal| (Verdict::Refused, refusal));
        let trial = matches!(line.order, Order::Check(_));
        let reply = if trial { checked(verdict, &reply) } else { reply };
        self.echoes.push(Echo { number: line.number, line: line.text.clone(), verdict, reply, trial });
    }

    /// What is checked further on is judged as behind it.
    fn in_earnest(&mut self, order: &Order) -> Reply {
        let before = self.ordered.for_a_trial();
        let reply = self.order(order);
        if let Some(trial) = self.trial.as_mut().filter(|_| reply.is_ok()) {
            trial.seat = self.seat;
            // What is only checked binds nothing that is ordered.
            trial.ordered = before;
            trial.checked.checking = false;
            let _ = trial.order(order);
        }
        reply
    }

    /// Something on that line of the letter was refused.
    fn is_refused(&self, line: usize) -> bool {
        self.echoes.iter().any(|echo| echo.number == line && echo.verdict == Verdict::Refused)
    }

    fn order(&mut self, order: &Order) -> Reply {
        match order {
            // Words to the table stand beside the action of a phase, and are free (R1).
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
            Order::Take(id) if id.starts_with('p') => self.withdraw_presumption(id),
            Order::Take(id) => self.withdraw_challenge(id),
            Order::Presume { rule, text } => self.presume(rule, text),
            Order::Confirm(id) => self.confirm(id),
            Order::Deny { id, text } => self.deny(id, text),
            Order::If { text, conditional } => self.conditional(text, conditional),
            Order::DiceVoid(reason) => self.agree_to_void(reason),
            Order::DiceFigures { .. } => Err(
                "which figures count only the master of this house rules, where he does not play; a player writes REPORT and what he has read, and \
                 after a week what most players report counts (R16)"
                    .into(),
            ),
            Order::Ruling { .. } | Order::GoOn(_) | Order::Rollback { .. } => {
                Err("only the master of this house rules and takes turns back, and only in a game that he does not play (R16)".into())
            }
            Order::Turn(turn) => match &self.stale {
                Some(stale) => Err(stale.clone()),
                None => accepted(format!("these orders are for turn {turn}")),
            },
            order @ (Order::Garbled { .. } | Order::Misspelt { .. }) => Err(order.not_understood().unwrap_or_default()),
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
        if let Order::Ballot { on, .. } = order {
            self.in_the_game()?;
            // What cannot be voted on now cannot in his phase either.
            self.to_vote_on(on.as_deref())?;
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
                self.ordered = Ordered::default();
                let state = self.state();
                let presumed =
                    state.timeline.presumptions.iter().filter(|open| state.is_played_by(open.by, self.seat) && open.go == state.go());
                let stand: Vec<String> = presumed.map(|open| format!("WITHDRAW {0} takes back your presumption {0}", open.id)).collect();
                let more = if stand.is_empty() { String::new() } else { format!("; {}", stand.join(", ")) };
                accepted(format!("all your orders of this phase are taken back{more}"))
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

    /// The same for words on what was done: what ended the game would be beyond everybody's word otherwise.
    fn in_or_after_the_game(&self) -> Result<(), String> {
        match self.state().stage {
            Stage::Over(_) if self.state().player(self.seat).guest.is_none() => self.state().may_be_reopened(),
            _ => self.in_the_game(),
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
}
