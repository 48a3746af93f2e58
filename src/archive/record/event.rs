//! Events of a game as JSON objects with the field `event`: their form, and the way there and back.

mod form;
mod read;
mod write;

use serde::Deserialize;
use serde_json::Value;

use super::{RecordProblem, Words, effect, procedure};
use crate::board::Effect;
use crate::game::Event;
use crate::rule::{self, Rule};
use crate::turn::{Phase, Seat};
use form::EventRecord;

pub fn write_event(event: &Event) -> Value {
    if let Event::Procedure(procedure) = event {
        return procedure::write_procedure(procedure);
    }
    serde_json::to_value(write::record(event)).expect("an event has only strings, numbers and flags")
}

/// Reads an event back. A rule is read again from its canonical words, for which the words of the game are asked; most events need none.
pub fn read_event(value: &Value, words: Words<'_>) -> Result<Event, RecordProblem> {
    if procedure::is_of_a_procedure(value) {
        return procedure::read_procedure(value, words).map(Event::Procedure);
    }
    let record: EventRecord = Deserialize::deserialize(value).map_err(|problem| RecordProblem::new(format!("event: {problem}")))?;
    read::event(record, words)
}

fn effects(done: &[Effect]) -> Vec<Value> {
    done.iter().map(effect::write).collect()
}

fn read_effects(values: &[Value]) -> Result<Vec<Effect>, RecordProblem> {
    values.iter().map(effect::read).collect()
}

/// Turn and seat (from 0).
pub(super) fn phase_record(phase: Phase) -> [u32; 2] {
    [phase.turn, u32::from(phase.seat.0)]
}

pub(super) fn read_phase([turn, seat]: [u32; 2]) -> Result<Phase, RecordProblem> {
    let seat = u8::try_from(seat).map_err(|_| RecordProblem::new(format!("event: there is no seat {seat}")))?;
    Ok(Phase { turn, seat: Seat(seat) })
}

pub(super) fn read_rule(number: &str, canonical: &str, words: Words<'_>) -> Result<Rule, RecordProblem> {
    // Definitions were written out when the rule was made.
    let reading = rule::read(canonical, &words().undefined());
    let why = || reading.diagnostics.iter().map(|found| found.message.as_str()).collect::<Vec<_>>().join("; ");
    reading.rule.clone().ok_or_else(|| RecordProblem::new(format!("rule {number} cannot be read back from its canonical words: {}", why())))
}
