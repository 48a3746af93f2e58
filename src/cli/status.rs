//! `custodian status`: what the archive holds and whether the daemon is alive.

use super::past::{Past, turn_of};
use super::resting::{self, Resting};
use super::{Outcome, say};
use crate::adjudicator::views;
use crate::archive::{GameName, Outbox};
use crate::config::Config;
use crate::game::Event;
use crate::game::mar::{Multiverse, Stage, waited_for};
use crate::store::{self, games_in, holder};
use std::process::ExitCode;

/// Lists the games: turn, whose phase, since when, mails that wait, which are at rest and why; and whether a daemon runs
///
/// Exit code 1: a game cannot be read, or its log is damaged.
///
/// Examples:
///   custodian status
///   custodian status --json       one JSON object a game
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Status {
    /// One JSON object a game
    #[arg(long)]
    json: bool,
}

impl Status {
    pub(super) fn run(&self, config: &Config) -> Outcome {
        if !self.json {
            match holder(&config.archive) {
                Some(Some(process)) => say!("daemon    runs as process {process} on {}", config.archive.display()),
                Some(None) => say!("daemon    runs on {}", config.archive.display()),
                None => say!("daemon    does not run on {}", config.archive.display()),
            }
        }
        let mut all_read = true;
        let games = if config.archive.is_dir() { games_in(&config.archive)? } else { Vec::new() };
        let resting = resting::at_rest(&config.archive);
        for name in &games {
            all_read &= self.tell(name, resting.get(name.as_str()), config);
        }
        if games.is_empty() && !self.json {
            say!("games     none yet: `custodian new` founds one, `custodian demo` shows one");
        }
        Ok(if all_read { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// One game; false where it cannot be read, or its log takes no more lines.
    fn tell(&self, name: &GameName, resting: Option<&Resting>, config: &Config) -> bool {
        let read = Past::open(name.as_str(), || Ok(config.clone())).and_then(|past| {
            let mut since = past.lines.first().map(|line| line.entry.at);
            let game = past.walk(&mut |step| {
                if step.events.iter().any(begins_a_wait) {
                    since = Some(step.line.entry.at);
                }
            })?;
            Ok((past, game, since))
        });
        let (past, game, since) = match read {
            Ok(read) => read,
            Err(failure) if self.json => {
                say!("{}", serde_json::json!({ "game": name.as_str(), "problem": failure.message }));
                return false;
            }
            Err(failure) => {
                say!("{:<9} cannot be read: {}", name.as_str(), failure.message);
                return false;
            }
        };
        let mut outbox = Outbox::default();
        past.lines.iter().for_each(|line| outbox.read(line));
        let waiting = outbox.waiting().count();
        let last = past.lines.last();
        let amiss = store::amiss(&config.archive.join(name.as_str()));
        if self.json {
            let object = serde_json::json!({
                "game": name.as_str(), "turn": turn_of(&game), "state": state(&game), "next": views::next(&game, None).map(|next| next.player),
                "waiting": views::waiting(&game),
                "since": since.map(|since| since.to_rfc3339()), "seq": last.map(|line| line.seq), "head": last.map(|line| line.hash.to_string()),
                "unsent": waiting, "at_rest": resting.map(|resting| &resting.why), "amiss": amiss,
            });
            say!("{object}");
        } else {
            let since = since.map(|since| format!(", since {} UTC", since.format("%Y-%m-%d %H:%M"))).unwrap_or_default();
            let unsent = if waiting == 0 { String::new() } else { format!(", {waiting} mails not sent yet") };
            say!("{:<9} {}{since}{unsent}", name.as_str(), in_words(&game));
            if let Some(why) = &amiss {
                say!("{:<9} CANNOT GO ON: {why}", "");
            }
            if let Some(Resting { since, why }) = resting {
                say!("{:<9} AT REST since {} UTC: {why}", "", since.format("%Y-%m-%d %H:%M"));
            }
        }
        amiss.is_none()
    }
}

/// From then on the game waits for somebody or something else.
fn begins_a_wait(event: &Event) -> bool {
    matches!(
        event,
        Event::Started(_) | Event::PhaseEnded { .. } | Event::Pinned(_) | Event::Unpinned { .. } | Event::Asked(_) | Event::Over { .. }
    )
}

fn state(game: &Multiverse) -> &'static str {
    match game.stage {
        Stage::Gathering => "gathering",
        Stage::Playing if game.awaited.is_some() => "waiting-dice",
        Stage::Playing => "playing",
        Stage::Over(_) => "over",
    }
}

fn in_words(game: &Multiverse) -> String {
    match (game.stage, views::next(game, None)) {
        (Stage::Gathering, _) => {
            let joined = game.answers.iter().filter(|answer| **answer == Some(true)).count();
            format!("{joined} of {} players have joined", game.answers.len())
        }
        (_, Some(next)) => {
            let waits = game.awaited.as_ref().map(|awaited| format!(", WAITING-DICE for {}", waited_for(awaited))).unwrap_or_default();
            format!("turn {}, {} to play{waits}", game.phase.turn, next.player)
        }
        (_, None) => views::result(game).unwrap_or_default().trim_end_matches('.').to_owned(),
    }
}
