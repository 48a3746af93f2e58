//! `game.toml`: the founding settings of a game, its folder's first file.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

use super::dice::{MethodRecord, VolumeRecord, method_record, read_method};
use super::{RecordProblem, VERSION};
use crate::archive::{GameName, LOBBY};
use crate::game::founding::{Founding, Invitee, Wishes};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundingRecord {
    format: u32,
    name: String,
    game: String,
    law: String,
    randomizer: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lead_seconds: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stocks: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    publication: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    volume: Option<VolumeRecord>,
    /// The end of the `house` chain of dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
    semantics: u32,
    undo_seconds: u32,
    created: String,
    founder: String,
    /// Sentences of the amendment A0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    meta: Vec<String>,
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
    let MethodRecord { randomizer, lead_seconds, stocks, publication, volume } = method_record(&founding.method);
    let record = FoundingRecord {
        format: VERSION,
        name: founding.name.clone(),
        game: founding.game.clone(),
        law: founding.law.clone(),
        randomizer,
        lead_seconds,
        stocks,
        publication,
        volume,
        commitment: founding.commitment.map(|link| link.to_string()),
        semantics: founding.semantics,
        undo_seconds: founding.undo,
        created: founding.created.to_rfc3339_opts(SecondsFormat::Secs, true),
        founder: founding.founder.clone(),
        meta: founding.meta.clone(),
        colours: founding.wishes.colours.clone(),
        sequence: founding.wishes.sequence.clone(),
        players: founding.players.iter().map(invitee).collect(),
        observers: founding.observers.iter().map(invitee).collect(),
    };
    toml::to_string(&record).expect("a founding has only strings, numbers and lists")
}

/// The name of the log that settings found, as its folder in the archive is called; none where they cannot be read.
pub fn log_name(settings: &str) -> Option<String> {
    /// The one key that every log's settings have, whatever else they hold.
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let Named { name } = toml::from_str(settings).ok()?;
    let game = || GameName::of_title(&name).ok().map(|game| game.as_str().to_owned());
    if name == LOBBY { Some(name) } else { game() }
}

/// The settings of a game that could be founded; others are refused, however the file came to hold them.
pub fn read_founding(text: &str) -> Result<Founding, RecordProblem> {
    let record: FoundingRecord = toml::from_str(text).map_err(|problem| RecordProblem::new(format!("game.toml: {problem}")))?;
    if record.format != VERSION {
        let known = format!("this program reads format {VERSION}");
        return Err(RecordProblem::new(format!("game.toml: format {} is not known; {known}", record.format)));
    }
    let created =
        DateTime::parse_from_rfc3339(&record.created).map_err(|problem| RecordProblem::new(format!("game.toml: created: {problem}")))?;
    let commitment = record.commitment.as_deref().map(str::parse);
    let invitee = |record: InviteeRecord| Invitee { name: record.name, address: record.address };
    let (stocks, publication) = (record.stocks, record.publication);
    let method =
        MethodRecord { randomizer: record.randomizer, lead_seconds: record.lead_seconds, stocks, publication, volume: record.volume };
    let founding = Founding {
        name: record.name,
        game: record.game,
        law: record.law,
        method: read_method(method).map_err(|problem| RecordProblem::new(format!("game.toml: {problem}")))?,
        commitment: commitment.transpose().map_err(|problem| RecordProblem::new(format!("game.toml: commitment: {problem}")))?,
        semantics: record.semantics,
        undo: record.undo_seconds,
        created: created.with_timezone(&Utc),
        founder: record.founder,
        players: record.players.into_iter().map(invitee).collect(),
        observers: record.observers.into_iter().map(invitee).collect(),
        meta: record.meta,
        wishes: Wishes { colours: record.colours, sequence: record.sequence },
    };
    founding.check().map_err(|problem| RecordProblem::new(format!("game.toml: {problem}")))?;
    Ok(founding)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "format = 1\nname = \"Zaphod\"\ngame = \"mar-4.3\"\nlaw = \"mar\"\nrandomizer = \"house\"\nsemantics = 1\n\
        undo_seconds = 0\ncreated = \"2026-01-02T12:00:00Z\"\nfounder = \"master\"\n\
        [[player]]\nname = \"Ann\"\naddress = \"ann@x.org\"\n[[player]]\nname = \"Bob\"\naddress = \"bob@x.org\"\n";

    #[test]
    fn a_game_that_could_not_be_founded_is_not_read() {
        let founding = read_founding(SOUND).unwrap();
        assert_eq!(read_founding(&write_founding(&founding)), Ok(founding));
        for (whole, part, words) in [
            ("name = \"Zaphod\"", "name = \"../../x\"", "is not a name for a multiverse"),
            ("[[player]]\nname = \"Bob\"\naddress = \"bob@x.org\"\n", "", "this one names 1"),
            ("bob@x.org", "b@x.org> RCPT", "is no mail address"),
            ("undo_seconds = 0", "undo_seconds = 4000000000", "undo delay"),
        ] {
            let refused = read_founding(&SOUND.replacen(whole, part, 1)).unwrap_err().to_string();
            assert!(refused.starts_with("game.toml: ") && refused.contains(words), "{refused}");
        }
    }
}
