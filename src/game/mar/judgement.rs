//! What became of a letter's orders: events, and a reply to each line in three colours.

use crate::game::event::Event;
use crate::game::order::Question;
use crate::turn::Seat;

use super::multiverse::{Draft, Multiverse};

/// What became of a letter's orders.
#[derive(Clone, Debug)]
pub struct Judgement {
    pub events: Vec<Event>,
    /// One a line, in the letter's order.
    pub echoes: Vec<Echo>,
    /// Questions to answer, in the letter's order.
    pub questions: Vec<Question>,
    /// A phase was executed: everybody gets a turn mail.
    pub executed: bool,
    pub after: Multiverse,
    /// The lines that said the words a rule waits for (L2).
    pub heard: Vec<usize>,
    /// What was only checked of the phase's orders.
    pub tried: Option<Box<Tried>>,
}

/// Orders of the present phase as they would stand if what was checked had been sent, in the game as it would be then.
#[derive(Clone, Debug)]
pub struct Tried {
    pub game: Multiverse,
    pub draft: Draft,
}

impl Judgement {
    /// Everything in the letter was only to be checked.
    pub fn checked_only(&self) -> bool {
        self.events.is_empty() && !self.echoes.is_empty() && self.echoes.iter().all(|echo| echo.trial)
    }

    /// RESEND was all that was asked.
    pub fn only_resend(&self) -> bool {
        self.questions.iter().all(|question| *question == Question::Resend)
    }
}

/// The reply to one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Echo {
    pub number: usize,
    /// The line as written.
    pub line: String,
    pub verdict: Verdict,
    pub reply: String,
    /// It was only checked, and did nothing.
    pub trial: bool,
}

/// The receipt's three colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Accepted,
    /// Accepted, with something to know.
    Noted,
    Refused,
}

/// The phase that a letter's orders were written for, as its subject or a `TURN` line says; the past one is never executed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meant {
    pub turn: u32,
    /// In which timeline, from 1.
    pub timeline: usize,
    /// The seat whose phase the answered mail announced.
    pub seat: Option<Seat>,
}

/// What a line comes to: the reply, good or bad.
pub(super) type Reply = Result<(Verdict, String), String>;

pub(super) fn accepted(reply: impl Into<String>) -> Reply {
    Ok((Verdict::Accepted, reply.into()))
}

pub(super) fn noted(reply: impl Into<String>) -> Reply {
    Ok((Verdict::Noted, reply.into()))
}

/// Accepted; to be looked at again where it took the place of something.
pub(super) fn accepted_for(replaced: &str, reply: String) -> Reply {
    if replaced.is_empty() { accepted(reply) } else { noted(reply) }
}

/// The reply to what is only checked. What is drawn under a text's own lines begins on a line of its own.
pub(super) fn checked(verdict: Verdict, reply: &str) -> String {
    let drawn = verdict == Verdict::Refused && reply.contains('\n');
    format!("only checked, nothing done:{}{reply}", if drawn { '\n' } else { ' ' })
}
