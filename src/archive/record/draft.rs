//! Orders that wait, in their written form.

use serde::{Deserialize, Serialize};

use super::RecordProblem;
use super::dice::{read_date, read_link, read_time, time_record};
use crate::board::SideId;
use crate::game::mar::{Action, Ballot, Draft, Proposing};
use crate::rule::Scope;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DraftRecord {
    real: Option<u16>,
    action: ActionRecord,
    /// Universe and canonical notation.
    moves: Vec<(u16, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    proposals: Vec<ProposingRecord>,
    /// Number, and what is said: `yes`, `no`, `irreversibly`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    votes: Vec<(String, BallotRecord)>,
    /// Universe, presumption and canonical notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    alternates: Vec<(u16, String, String)>,
    at_once: bool,
    due: Option<String>,
    /// Stocks and date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stock: Option<(Vec<String>, String)>,
    /// The fingerprint of the orders that were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stands_for: Option<String>,
    /// Side and answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    answered: Vec<(u8, String)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProposingRecord {
    text: String,
    says: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum BallotRecord {
    Yes,
    No,
    Irreversibly,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum ActionRecord {
    Move,
    Rule {
        text: String,
        universe: Option<u16>,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        says: String,
    },
    Repeal {
        target: String,
        universe: Option<u16>,
    },
    RepealAll {
        universe: Option<u16>,
    },
    Pass,
}

pub(super) fn draft_record(draft: &Draft) -> DraftRecord {
    let within = |scope: &Scope| match scope {
        Scope::Multiverse => None,
        Scope::Universe(number) => Some(*number),
    };
    let action = match &draft.action {
        Action::Move => ActionRecord::Move,
        Action::Rule { text, scope, says } => ActionRecord::Rule { text: text.clone(), universe: within(scope), says: says.clone() },
        Action::Repeal { target, universe } => ActionRecord::Repeal { target: target.clone(), universe: *universe },
        Action::RepealAll { universe } => ActionRecord::RepealAll { universe: *universe },
        Action::Pass => ActionRecord::Pass,
    };
    DraftRecord {
        real: draft.real,
        action,
        moves: draft.moves.iter().map(|(universe, notation)| (*universe, notation.clone())).collect(),
        proposals: draft.proposals.iter().map(|one| ProposingRecord { text: one.text.clone(), says: one.says.clone() }).collect(),
        votes: draft.votes.iter().map(|(number, ballot)| (number.clone(), ballot_record(*ballot))).collect(),
        alternates: draft.alternates.iter().map(|((universe, of), notation)| (*universe, of.clone(), notation.clone())).collect(),
        at_once: draft.at_once,
        due: draft.due.map(time_record),
        stock: draft.stock.as_ref().map(|(stocks, date)| (stocks.clone(), date.to_string())),
        stands_for: draft.stands_for.map(|given| given.to_string()),
        answered: draft.answered.iter().map(|(side, answer)| (side.0, answer.clone())).collect(),
    }
}

pub(super) fn read_draft(record: DraftRecord) -> Result<Draft, RecordProblem> {
    let action = match record.action {
        ActionRecord::Move => Action::Move,
        ActionRecord::Rule { text, universe, says } => {
            Action::Rule { text, scope: universe.map_or(Scope::Multiverse, Scope::Universe), says }
        }
        ActionRecord::Repeal { target, universe } => Action::Repeal { target, universe },
        ActionRecord::RepealAll { universe } => Action::RepealAll { universe },
        ActionRecord::Pass => Action::Pass,
    };
    let stock = |(stocks, date): (Vec<String>, String)| Ok((stocks, read_date(&date)?));
    Ok(Draft {
        real: record.real,
        action,
        moves: record.moves.into_iter().collect(),
        proposals: record.proposals.into_iter().map(|one| Proposing { text: one.text, says: one.says }).collect(),
        votes: record.votes.into_iter().map(|(number, ballot)| (number, read_ballot(ballot))).collect(),
        alternates: record.alternates.into_iter().map(|(universe, of, notation)| ((universe, of), notation)).collect(),
        at_once: record.at_once,
        due: record.due.as_deref().map(read_time).transpose()?,
        stock: record.stock.map(stock).transpose()?,
        stands_for: record.stands_for.as_deref().map(read_link).transpose()?,
        answered: record.answered.into_iter().map(|(side, answer)| (SideId(side), answer)).collect(),
    })
}

fn ballot_record(ballot: Ballot) -> BallotRecord {
    match ballot {
        Ballot::Yes => BallotRecord::Yes,
        Ballot::No => BallotRecord::No,
        Ballot::Irreversibly => BallotRecord::Irreversibly,
    }
}

fn read_ballot(record: BallotRecord) -> Ballot {
    match record {
        BallotRecord::Yes => Ballot::Yes,
        BallotRecord::No => Ballot::No,
        BallotRecord::Irreversibly => Ballot::Irreversibly,
    }
}
