//! Events of the procedures (R16, R17) as JSON objects with the field `event`, one variant here for each there.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::dice::{read_time, time_record};
use super::event::read_rule;
use super::{RecordProblem, Words};
use crate::board::SideId;
use crate::game::procedure::{Challenge, Filling, Go, How, Kept, Presumption, Procedure, Struck, Target, Why};

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
enum ProcedureRecord {
    Challenged {
        id: String,
        by: u8,
        go: [u32; 2],
        number: Option<String>,
        universe: Option<u16>,
        under: Option<String>,
        reason: String,
        made: [u32; 2],
        pauses: bool,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hours: Vec<String>,
    },
    ChallengeUrged {
        on: String,
    },
    ChallengeVoted {
        on: String,
        side: u8,
        uphold: bool,
    },
    Settled {
        on: String,
        upheld: bool,
        how: HowRecord,
    },
    Presumed {
        id: String,
        by: u8,
        go: [u32; 2],
        filling: FillingRecord,
    },
    Adopted {
        id: String,
        confirmed: bool,
    },
    Denied {
        id: String,
        filling: FillingRecord,
    },
    Clarified {
        id: String,
        filling: FillingRecord,
    },
    Rewound {
        to: [u32; 2],
        why: WhyRecord,
    },
    Struck {
        go: [u32; 2],
        number: Option<String>,
        universe: Option<u16>,
        why: WhyRecord,
    },
    Voided {
        goes: Vec<[u32; 2]>,
    },
    SentAhead {
        side: u8,
        lines: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        words: Vec<String>,
    },
    BackKept {
        to: [u32; 2],
        why: WhyRecord,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead: Option<FillingRecord>,
    },
    ResignationKept {
        side: u8,
    },
    TakenUp,
}

/// The words that `event` takes in these records.
const WORDS: [&str; 15] = [
    "challenge-urged",
    "sent-ahead",
    "challenged",
    "challenge-voted",
    "settled",
    "presumed",
    "adopted",
    "denied",
    "clarified",
    "rewound",
    "struck",
    "voided",
    "back-kept",
    "resignation-kept",
    "taken-up",
];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FillingRecord {
    rule: String,
    at: usize,
    canonical: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum WhyRecord {
    Challenge(String),
    Denial(String),
    Withdrawal(String),
    Master(String),
    Search(String),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum HowRecord {
    Proof(String),
    Objection,
    Vote,
    Silence,
    Ruling(String),
    Evidence(String),
    Withdrawn,
    Moot,
}

/// Whether a record is one of these.
pub fn is_of_a_procedure(value: &Value) -> bool {
    value["event"].as_str().is_some_and(|word| WORDS.contains(&word))
}

pub fn write_procedure(event: &Procedure) -> Value {
    serde_json::to_value(record(event)).expect("an event has only strings, numbers and flags")
}

pub fn read_procedure(value: &Value, words: Words<'_>) -> Result<Procedure, RecordProblem> {
    let record: ProcedureRecord = Deserialize::deserialize(value).map_err(|problem| RecordProblem::new(format!("event: {problem}")))?;
    Ok(match record {
        ProcedureRecord::Challenged { id, by, go, number, universe, under, reason, made, pauses, hours } => {
            Procedure::Challenged(Challenge {
                id,
                by: SideId(by),
                target: Target { go: read_go(go)?, number, universe },
                under,
                reason,
                made: read_go(made)?,
                pauses,
                hours: hours.iter().map(|hour| read_time(hour)).collect::<Result<_, _>>()?,
                votes: Vec::new(),
                settled: None,
            })
        }
        ProcedureRecord::ChallengeUrged { on } => Procedure::Urged { on },
        ProcedureRecord::ChallengeVoted { on, side, uphold } => Procedure::Voted { on, side: SideId(side), uphold },
        ProcedureRecord::Settled { on, upheld, how } => Procedure::Settled {
            on,
            upheld,
            how: match how {
                HowRecord::Proof(found) => How::Proof(found),
                HowRecord::Objection => How::Objection,
                HowRecord::Vote => How::Vote,
                HowRecord::Silence => How::Silence,
                HowRecord::Ruling(words) => How::Ruling(words),
                HowRecord::Evidence(found) => How::Evidence(found),
                HowRecord::Withdrawn => How::Withdrawn,
                HowRecord::Moot => How::Moot,
            },
        },
        ProcedureRecord::Presumed { id, by, go, filling } => {
            Procedure::Presumed(Presumption { id, by: SideId(by), filling: read_filling(filling, words)?, go: read_go(go)? })
        }
        ProcedureRecord::Adopted { id, confirmed } => Procedure::Adopted { id, confirmed },
        ProcedureRecord::Denied { id, filling } => Procedure::Denied { id, filling: read_filling(filling, words)? },
        ProcedureRecord::Clarified { id, filling } => Procedure::Clarified { id, filling: read_filling(filling, words)? },
        ProcedureRecord::Rewound { to, why } => Procedure::Rewound { to: read_go(to)?, why: read_why(why) },
        ProcedureRecord::Struck { go, number, universe, why } => {
            Procedure::Struck(Struck { go: read_go(go)?, number, universe, why: read_why(why) })
        }
        ProcedureRecord::SentAhead { side, lines, words } => Procedure::SentAhead { side: SideId(side), lines, words },
        ProcedureRecord::BackKept { to, why, instead } => Procedure::Kept(Kept::Back {
            to: read_go(to)?,
            why: read_why(why),
            instead: instead.map(|filling| read_filling(filling, words)).transpose()?,
        }),
        ProcedureRecord::ResignationKept { side } => Procedure::Kept(Kept::Resignation(SideId(side))),
        ProcedureRecord::TakenUp => Procedure::TakenUp,
        ProcedureRecord::Voided { goes } => Procedure::Voided { goes: goes.into_iter().map(read_go).collect::<Result<_, _>>()? },
    })
}

fn record(event: &Procedure) -> ProcedureRecord {
    match event.clone() {
        Procedure::Challenged(Challenge {
            id, by, target: Target { go, number, universe }, under, reason, made, pauses, hours, ..
        }) => ProcedureRecord::Challenged {
            id,
            by: by.0,
            go: go_record(go),
            number,
            universe,
            under,
            reason,
            made: go_record(made),
            pauses,
            hours: hours.into_iter().map(time_record).collect(),
        },
        Procedure::Urged { on } => ProcedureRecord::ChallengeUrged { on },
        Procedure::Voted { on, side, uphold } => ProcedureRecord::ChallengeVoted { on, side: side.0, uphold },
        Procedure::Settled { on, upheld, how } => ProcedureRecord::Settled {
            on,
            upheld,
            how: match how {
                How::Proof(found) => HowRecord::Proof(found),
                How::Objection => HowRecord::Objection,
                How::Vote => HowRecord::Vote,
                How::Silence => HowRecord::Silence,
                How::Ruling(words) => HowRecord::Ruling(words),
                How::Evidence(found) => HowRecord::Evidence(found),
                How::Withdrawn => HowRecord::Withdrawn,
                How::Moot => HowRecord::Moot,
            },
        },
        Procedure::Presumed(Presumption { id, by, filling, go }) => {
            ProcedureRecord::Presumed { id, by: by.0, go: go_record(go), filling: filling_record(filling) }
        }
        Procedure::Adopted { id, confirmed } => ProcedureRecord::Adopted { id, confirmed },
        Procedure::Denied { id, filling } => ProcedureRecord::Denied { id, filling: filling_record(filling) },
        Procedure::Clarified { id, filling } => ProcedureRecord::Clarified { id, filling: filling_record(filling) },
        Procedure::Rewound { to, why } => ProcedureRecord::Rewound { to: go_record(to), why: why_record(why) },
        Procedure::Struck(Struck { go, number, universe, why }) => {
            ProcedureRecord::Struck { go: go_record(go), number, universe, why: why_record(why) }
        }
        Procedure::SentAhead { side, lines, words } => ProcedureRecord::SentAhead { side: side.0, lines, words },
        Procedure::Kept(Kept::Back { to, why, instead }) => {
            ProcedureRecord::BackKept { to: go_record(to), why: why_record(why), instead: instead.map(filling_record) }
        }
        Procedure::Kept(Kept::Resignation(side)) => ProcedureRecord::ResignationKept { side: side.0 },
        Procedure::TakenUp => ProcedureRecord::TakenUp,
        Procedure::Voided { goes } => ProcedureRecord::Voided { goes: goes.into_iter().map(go_record).collect() },
    }
}

/// Turn and side (from 0).
fn go_record(go: Go) -> [u32; 2] {
    [go.turn, u32::from(go.side.0)]
}

fn read_go([turn, side]: [u32; 2]) -> Result<Go, RecordProblem> {
    let side = u8::try_from(side).map_err(|_| RecordProblem::new(format!("event: there is no side {side}")))?;
    Ok(Go { turn, side: SideId(side) })
}

fn filling_record(Filling { rule, at, canonical, .. }: Filling) -> FillingRecord {
    FillingRecord { rule, at, canonical }
}

/// The clauses are read again from their canonical words.
fn read_filling(FillingRecord { rule, at, canonical }: FillingRecord, words: Words<'_>) -> Result<Filling, RecordProblem> {
    let clauses = read_rule(&rule, &canonical, words)?.clauses.into();
    Ok(Filling { rule, at, canonical, clauses })
}

fn why_record(why: Why) -> WhyRecord {
    match why {
        Why::Challenge(id) => WhyRecord::Challenge(id),
        Why::Denial(id) => WhyRecord::Denial(id),
        Why::Withdrawal(id) => WhyRecord::Withdrawal(id),
        Why::Master(words) => WhyRecord::Master(words),
        Why::Search(number) => WhyRecord::Search(number),
    }
}

fn read_why(why: WhyRecord) -> Why {
    match why {
        WhyRecord::Challenge(id) => Why::Challenge(id),
        WhyRecord::Denial(id) => Why::Denial(id),
        WhyRecord::Withdrawal(id) => Why::Withdrawal(id),
        WhyRecord::Master(words) => Why::Master(words),
        WhyRecord::Search(number) => Why::Search(number),
    }
}
