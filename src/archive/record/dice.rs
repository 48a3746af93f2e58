//! The dice of a game in their written form: what was agreed on, pins, rolls and what people read off.

use chrono::{DateTime, Datelike, NaiveDate, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};

use super::RecordProblem;
use crate::dice::{Awaits, Beacon, Link, Market, Method, Pin, Roll, Round, Signature, Table, Volume, Wanted};
use crate::game::event::{Ruler, Settlement};
use crate::game::mar::{Claim, Figures};
use crate::turn::Seat;

/// Dates of four digits: whatever is counted from them, in days or weeks, is a date too.
const LAST_YEAR: i32 = 9999;

/// C3: how rolls are made. `game.toml` has the same keys at its top.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MethodRecord {
    pub randomizer: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead_seconds: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stocks: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publication: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<VolumeRecord>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum VolumeRecord {
    Consolidated,
    Nyse,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RollRecord {
    roll: String,
    /// Once only links were sources.
    #[serde(alias = "link")]
    source: u32,
    weights: Vec<u16>,
    digits: String,
    outcome: usize,
    purpose: String,
    fell: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    words: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PinRecord {
    game: String,
    roll: String,
    purpose: String,
    /// Weight and meaning.
    outcomes: Vec<(u16, String)>,
    /// SHA-256, as `docs/dice.md` tells.
    table: String,
    occasion: String,
    orders: Vec<String>,
    /// SHA-256, as `docs/dice.md` tells.
    orders_hash: String,
    made: String,
    awaits: AwaitsRecord,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WantedRecord {
    roll: String,
    purpose: String,
    /// Weight and meaning.
    outcomes: Vec<(u16, String)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum AwaitsRecord {
    Round(u64),
    Volumes { stocks: Vec<String>, publication: String, volume: VolumeRecord, from: String },
    Throw,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FiguresRecord {
    date: String,
    /// Stock and volume.
    volumes: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimRecord {
    seat: u8,
    figures: FiguresRecord,
    at: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SettlementRecord {
    Confirmed,
    Unopposed,
    Majority,
    /// Without a reason, in old logs.
    Ruled,
    /// The reason.
    RuledSince(String),
}

/// Who has made a pin void.
#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RulerRecord {
    #[default]
    Master,
    Players,
}

impl RulerRecord {
    pub(super) fn is_master(&self) -> bool {
        *self == Self::Master
    }
}

pub(super) fn method_record(method: &Method) -> MethodRecord {
    let market = match method {
        Method::Stock(market) => Some(market),
        Method::House | Method::Drand { .. } | Method::Honour => None,
    };
    MethodRecord {
        randomizer: method.word().to_owned(),
        lead_seconds: match method {
            Method::Drand { lead } => Some(*lead),
            Method::House | Method::Stock(_) | Method::Honour => None,
        },
        stocks: market.map(|market| market.tickers.clone()),
        publication: market.map(|market| market.publication.clone()),
        volume: market.map(|market| volume_record(market.volume)),
    }
}

/// Keys that do not belong to the randomizer named are refused.
pub(super) fn read_method(record: MethodRecord) -> Result<Method, RecordProblem> {
    let MethodRecord { randomizer, lead_seconds, stocks, publication, volume } = record;
    Ok(match (randomizer.as_str(), lead_seconds, stocks, publication, volume) {
        ("house", None, None, None, None) => Method::House,
        ("honour", None, None, None, None) => Method::Honour,
        ("drand", Some(lead), None, None, None) => Method::Drand { lead },
        ("stock", None, Some(tickers), Some(publication), Some(volume)) => {
            Method::Stock(Market { tickers, publication, volume: read_volume(volume) })
        }
        (word, ..) => return Err(RecordProblem::new(format!("{word} is no randomizer, or its settings are not those that it takes"))),
    })
}

fn volume_record(volume: Volume) -> VolumeRecord {
    match volume {
        Volume::Consolidated => VolumeRecord::Consolidated,
        Volume::Nyse => VolumeRecord::Nyse,
    }
}

fn read_volume(record: VolumeRecord) -> Volume {
    match record {
        VolumeRecord::Consolidated => Volume::Consolidated,
        VolumeRecord::Nyse => Volume::Nyse,
    }
}

pub(super) fn roll_record(roll: &Roll) -> RollRecord {
    let Roll { source, id, weights, digits, outcome, purpose, fell, words } = roll.clone();
    RollRecord { roll: id, source, weights, digits, outcome, purpose, fell, words }
}

pub(super) fn read_roll(record: RollRecord) -> Roll {
    let RollRecord { roll: id, source, weights, digits, outcome, purpose, fell, words } = record;
    Roll { source, id, weights, digits, outcome, purpose, fell, words }
}

pub(super) fn pin_record(pin: &Pin) -> PinRecord {
    let Table { purpose, weights, words } = pin.table.clone();
    PinRecord {
        game: pin.game.clone(),
        roll: pin.roll.clone(),
        purpose,
        outcomes: weights.into_iter().zip(words).collect(),
        table: pin.table_fingerprint().to_string(),
        occasion: pin.occasion.clone(),
        orders: pin.orders.clone(),
        orders_hash: pin.orders_fingerprint().to_string(),
        made: time_record(pin.made),
        awaits: match &pin.awaits {
            Awaits::Beacon(round) => AwaitsRecord::Round(round.0),
            Awaits::Volumes { market: Market { tickers, publication, volume }, from } => AwaitsRecord::Volumes {
                stocks: tickers.clone(),
                publication: publication.clone(),
                volume: volume_record(*volume),
                from: from.to_string(),
            },
            Awaits::Throw => AwaitsRecord::Throw,
        },
    }
}

/// The fingerprints must be those of the table and the orders beside them.
pub(super) fn read_pin(record: PinRecord) -> Result<Pin, RecordProblem> {
    let (weights, words) = record.outcomes.into_iter().unzip();
    let pin = Pin {
        game: record.game,
        roll: record.roll,
        table: Table { purpose: record.purpose, weights, words },
        occasion: record.occasion,
        orders: record.orders,
        made: read_time(&record.made)?,
        awaits: match record.awaits {
            AwaitsRecord::Round(round) => Awaits::Beacon(Round(round)),
            AwaitsRecord::Volumes { stocks, publication, volume, from } => {
                Awaits::Volumes { market: Market { tickers: stocks, publication, volume: read_volume(volume) }, from: read_date(&from)? }
            }
            AwaitsRecord::Throw => Awaits::Throw,
        },
    };
    match (pin.table_fingerprint(), pin.orders_fingerprint()) {
        (table, _) if table.to_string() != record.table => {
            Err(RecordProblem::new(format!("event: the table pinned for roll {} has another fingerprint, {table}", pin.roll)))
        }
        (_, orders) if orders.to_string() != record.orders_hash => {
            Err(RecordProblem::new(format!("event: the orders pinned for roll {} have another fingerprint, {orders}", pin.roll)))
        }
        _ => Ok(pin),
    }
}

pub(super) fn wanted_record(wanted: &Wanted) -> WantedRecord {
    let Table { purpose, weights, words } = wanted.table.clone();
    WantedRecord { roll: wanted.roll.clone(), purpose, outcomes: weights.into_iter().zip(words).collect() }
}

pub(super) fn read_wanted(record: WantedRecord) -> Wanted {
    let (weights, words) = record.outcomes.into_iter().unzip();
    Wanted { roll: record.roll, table: Table { purpose: record.purpose, weights, words } }
}

/// A beacon as relays of drand write it: a file that other programs can check.
pub fn beacon_file(beacon: &Beacon) -> Vec<u8> {
    let (round, randomness, signature) = (beacon.round(), beacon.randomness(), beacon.signature());
    format!("{{\"round\":{round},\"randomness\":\"{randomness}\",\"signature\":\"{signature}\"}}\n").into_bytes()
}

/// A beacon is only read if it is genuine.
pub(super) fn read_beacon(round: u64, signature: &str) -> Result<Beacon, RecordProblem> {
    let beacon = Signature::read(signature).and_then(|signature| Beacon::verify(Round(round), signature));
    beacon.map_err(|problem| RecordProblem::new(format!("event: the beacon of round {round} is not genuine: {problem}")))
}

pub(super) fn figures_record(figures: &Figures) -> FiguresRecord {
    FiguresRecord { date: figures.date.to_string(), volumes: figures.volumes.clone() }
}

pub(super) fn read_figures(record: FiguresRecord) -> Result<Figures, RecordProblem> {
    Ok(Figures { date: read_date(&record.date)?, volumes: record.volumes })
}

pub(super) fn claim_record(claim: &Claim) -> ClaimRecord {
    ClaimRecord { seat: claim.seat.0, figures: figures_record(&claim.figures), at: time_record(claim.at) }
}

pub(super) fn read_claim(record: ClaimRecord) -> Result<Claim, RecordProblem> {
    Ok(Claim { seat: Seat(record.seat), figures: read_figures(record.figures)?, at: read_time(&record.at)? })
}

pub(super) fn settlement_record(how: &Settlement) -> SettlementRecord {
    match how {
        Settlement::Confirmed => SettlementRecord::Confirmed,
        Settlement::Unopposed => SettlementRecord::Unopposed,
        Settlement::Majority => SettlementRecord::Majority,
        Settlement::Ruled(why) if why.is_empty() => SettlementRecord::Ruled,
        Settlement::Ruled(why) => SettlementRecord::RuledSince(why.clone()),
    }
}

pub(super) fn read_settlement(record: SettlementRecord) -> Settlement {
    match record {
        SettlementRecord::Confirmed => Settlement::Confirmed,
        SettlementRecord::Unopposed => Settlement::Unopposed,
        SettlementRecord::Majority => Settlement::Majority,
        SettlementRecord::Ruled => Settlement::Ruled(String::new()),
        SettlementRecord::RuledSince(why) => Settlement::Ruled(why),
    }
}

pub(super) fn ruler_record(by: Ruler) -> RulerRecord {
    match by {
        Ruler::Master => RulerRecord::Master,
        Ruler::Players => RulerRecord::Players,
    }
}

pub(super) fn read_ruler(record: RulerRecord) -> Ruler {
    match record {
        RulerRecord::Master => Ruler::Master,
        RulerRecord::Players => Ruler::Players,
    }
}

pub(super) fn read_link(text: &str) -> Result<Link, RecordProblem> {
    text.parse().map_err(|problem| RecordProblem::new(format!("event: {problem}")))
}

pub(super) fn read_date(text: &str) -> Result<NaiveDate, RecordProblem> {
    let date: NaiveDate = text.parse().map_err(|problem| RecordProblem::new(format!("event: {text:?} is no date: {problem}")))?;
    match (1..=LAST_YEAR).contains(&date.year()) {
        true => Ok(date),
        false => Err(RecordProblem::new(format!("event: {text:?} is no date of a game"))),
    }
}

pub(super) fn time_record(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

pub(super) fn read_time(text: &str) -> Result<DateTime<Utc>, RecordProblem> {
    let time =
        DateTime::parse_from_rfc3339(text).map_err(|problem| RecordProblem::new(format!("event: {text:?} is no hour: {problem}")))?;
    Ok(time.with_timezone(&Utc))
}
