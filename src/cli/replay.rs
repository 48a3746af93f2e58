//! `custodian replay`: a game's log folded again, turn by turn.

use super::past::{Held, Past, Step, Words, no_such_turn, turn_of};
use super::{Failure, Outcome, say};
use crate::adjudicator::{tell, views};
use crate::archive;
use crate::config::Config;
use std::process::ExitCode;

/// Shows what was ordered, what happened and the board after, from the log alone
///
/// GAME is a game's folder or its name in the archive. Nothing is written and no daemon is needed.
///
/// Examples:
///   custodian replay zaphod                   every turn
///   custodian replay zaphod --turn 7          turn 0 is what came before the game: invitations and answers
///   custodian replay archive/zaphod --json    one JSON object a step
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Replay {
    /// A game's folder, or its name in the archive
    game: String,
    /// Only this turn
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// One JSON object a step
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub(super) fn run(&self, config: impl FnOnce() -> Result<Config, Failure>) -> Outcome {
        let past = Past::open(&self.game, config)?;
        let held = past.held()?;
        let (mut found, mut headed) = (false, None);
        let end = past.walk(&mut |step| {
            if self.turn.is_some_and(|turn| turn != step.turn) {
                return;
            }
            if self.json {
                tell_program(&past, &held, step);
            } else if step.line.entry.cause != archive::sent() {
                tell_person(&past, &held, step, headed != Some(step.turn));
                headed = Some(step.turn);
            }
            found = true;
        })?;
        match self.turn {
            Some(turn) if !found && turn != turn_of(&end) => Err(no_such_turn(turn, &end)),
            _ => Ok(ExitCode::SUCCESS),
        }
    }
}

fn tell_person(past: &Past, held: &Held, step: &Step, first_of_turn: bool) {
    if first_of_turn {
        match step.turn {
            0 => say!("{}, before the game\n", step.after.name()),
            turn => say!("{}, turn {turn}\n", step.after.name()),
        }
    }
    say!("#{} {} UTC", step.line.seq, step.line.entry.at.format("%Y-%m-%d %H:%M"));
    for line in ordered(past, held, step) {
        say!("    > {line}");
    }
    let happened = tell::happened(step.events, step.after);
    let sentences = if happened.is_empty() { std::slice::from_ref(&step.line.entry.note) } else { &happened };
    for sentence in sentences {
        say!("  {sentence}");
    }
    say!("");
    if step.ends_turn() {
        say!("{}", views::boards_in_letters(step.after, &step.after.position, None));
    }
}

fn tell_program(past: &Past, held: &Held, step: &Step) {
    let object = serde_json::json!({
        "seq": step.line.seq,
        "at": step.line.entry.at.to_rfc3339(),
        "turn": step.turn,
        "cause": step.line.entry.cause.as_str(),
        "ordered": ordered(past, held, step),
        "happened": tell::happened(step.events, step.after),
        "note": step.line.entry.note,
        "mails": step.line.entry.out.len(),
        "head": step.line.hash.to_string(),
    });
    say!("{object}");
}

/// The unquoted lines of the letter that the step answers; none where another cause moved it or the letter is withheld. A square named in secret is
/// not among them: what happened tells it once it is opened.
fn ordered(past: &Past, held: &Held, step: &Step) -> Vec<String> {
    match step.words(past, held) {
        Words::Told(lines) => lines,
        Words::Absent => Vec::new(),
        Words::Held => vec!["(not shown: these orders may not be carried out yet)".to_owned()],
        Words::Altered => vec!["(not shown: this letter has been altered, `custodian verify` tells more)".to_owned()],
    }
}
