//! `game.toml`: the founding settings of a game, its folder's first file.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

use super::{RecordProblem, VERSION};
use crate::game::founding::{Founding, Invitee, Wishes};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundingRecord {
    format: u32,
    name: String,
    game: String,
    law: String,
    randomizer: String,
    semantics: u32,
    undo_seconds: u32,
    created: String,
    founder: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    colours: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sequence: Option<Vec<String>>,
    #[serde(rename = "player", default)]
    players: Vec<InviteeRecord>,
    #[serde(rename = "observer", default, skip_serializing_if = "Vec::is_empty")]
    observers: Vec<InviteeRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct InviteeRecord {
    name: String,
    address: String,
}

pub fn write_founding(founding: &Founding) -> String {
    let invitee = |invitee: &Invitee| InviteeRecord { name: invitee.name.clone(), address: invitee.address.clone() };
    let record = FoundingRecord {
        format: VERSION,
        name: founding.name.clone(),
        game: founding.game.clone(),
        law: founding.law.clone(),
        randomizer: founding.randomizer.clone(),
        semantics: founding.semantics,
        undo_seconds: founding.undo,
        created: founding.created.to_rfc3339_opts(SecondsFormat::Secs, true),
        founder: founding.founder.clone(),
        colours: founding.wishes.colours.clone(),
        sequence: founding.wishes.sequence.clone(),
        players: founding.players.iter().map(invitee).collect(),
        observers: founding.observers.iter().map(invitee).collect(),
    };
    toml::to_string(&record).expect("a founding has only strings, numbers and lists")
}

pub fn read_founding(text: &str) -> Result<Founding, RecordProblem> {
    let record: FoundingRecord = toml::from_str(text).map_err(|problem| RecordProblem::new(format!("game.toml: {problem}")))?;
    if record.format != VERSION {
        let known = format!("this program reads format {VERSION}");
        return Err(RecordProblem::new(format!("game.toml: format {} is not known; {known}", record.format)));
    }
    let created =
        DateTime::parse_from_rfc3339(&record.created).map_err(|problem| RecordProblem::new(format!("game.toml: created: {problem}")))?;
    let invitee = |record: InviteeRecord| Invitee { name: record.name, address: record.address };
    Ok(Founding {
        name: record.name,
        game: record.game,
        law: record.law,
        randomizer: record.randomizer,
        semantics: record.semantics,
        undo: record.undo_seconds,
        created: created.with_timezone(&Utc),
        founder: record.founder,
        players: record.players.into_iter().map(invitee).collect(),
        observers: record.observers.into_iter().map(invitee).collect(),
        wishes: Wishes { colours: record.colours, sequence: record.sequence },
    })
}
