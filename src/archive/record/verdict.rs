//! The written form of what the tests of the meta-rules found.

use serde::{Deserialize, Serialize};

use crate::game::mar::metarule::{Change, Evidence, Finding, MetaRule, Verdict};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictRecord {
    /// The number of the meta-rule.
    of: u8,
    found: FindingRecord,
    says: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<EvidenceRecord>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum FindingRecord {
    Kept,
    Warned,
    Open,
    Broken { passes: String },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum ChangeRecord {
    Increase,
    Decrease,
    Mixed,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum EvidenceRecord {
    Move {
        universe: u16,
        colour: String,
        notation: String,
    },
    Line {
        universe: u16,
        notations: Vec<String>,
    },
    Hunt {
        universe: u16,
        by: String,
        king: String,
        notations: Vec<String>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_luck: bool,
    },
    Searched {
        positions: u64,
    },
    /// In hexadecimal digits: numbers of JSON are not that long.
    Seed(String),
    Position {
        universe: u16,
        turn: u32,
        men: String,
    },
    Power {
        men: String,
        change: ChangeRecord,
        counts: Vec<(String, u32)>,
        there: Vec<(String, u32)>,
        quiet: i64,
        captures: i64,
    },
    Fares {
        player: String,
        by: i64,
    },
    Loses {
        player: String,
        numerator: i64,
        denominator: i64,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        estimated: bool,
    },
    Sleeps {
        clause: usize,
        turn: u32,
        player: String,
    },
    Meets {
        rule: String,
        how: String,
    },
}

pub fn write(verdict: &Verdict) -> VerdictRecord {
    let found = match &verdict.finding {
        Finding::Kept => FindingRecord::Kept,
        Finding::Warned => FindingRecord::Warned,
        Finding::Open => FindingRecord::Open,
        Finding::Broken { passes } => FindingRecord::Broken { passes: passes.clone() },
    };
    VerdictRecord { of: verdict.of.0, found, says: verdict.says.clone(), evidence: verdict.evidence.iter().map(write_evidence).collect() }
}

pub fn read(record: VerdictRecord) -> Verdict {
    let finding = match record.found {
        FindingRecord::Kept => Finding::Kept,
        FindingRecord::Warned => Finding::Warned,
        FindingRecord::Open => Finding::Open,
        FindingRecord::Broken { passes } => Finding::Broken { passes },
    };
    let evidence = record.evidence.into_iter().map(read_evidence).collect();
    Verdict { of: MetaRule(record.of), finding, says: record.says, evidence }
}

fn write_evidence(evidence: &Evidence) -> EvidenceRecord {
    match evidence.clone() {
        Evidence::Move { universe, colour, notation } => EvidenceRecord::Move { universe, colour, notation },
        Evidence::Line { universe, notations } => EvidenceRecord::Line { universe, notations },
        Evidence::Hunt { universe, by, king, notations, by_luck } => EvidenceRecord::Hunt { universe, by, king, notations, by_luck },
        Evidence::Searched { positions } => EvidenceRecord::Searched { positions },
        Evidence::Seed { seed } => EvidenceRecord::Seed(format!("{seed:016x}")),
        Evidence::Position { universe, turn, men } => EvidenceRecord::Position { universe, turn, men },
        Evidence::Power { men, change, counts, there, quiet, captures } => {
            let change = match change {
                Change::Increase => ChangeRecord::Increase,
                Change::Decrease => ChangeRecord::Decrease,
                Change::Mixed => ChangeRecord::Mixed,
            };
            EvidenceRecord::Power { men, change, counts, there, quiet, captures }
        }
        Evidence::Fares { player, by } => EvidenceRecord::Fares { player, by },
        Evidence::Loses { player, numerator, denominator, estimated } => {
            EvidenceRecord::Loses { player, numerator, denominator, estimated }
        }
        Evidence::Sleeps { clause, turn, player } => EvidenceRecord::Sleeps { clause, turn, player },
        Evidence::Meets { rule, how } => EvidenceRecord::Meets { rule, how },
    }
}

fn read_evidence(record: EvidenceRecord) -> Evidence {
    match record {
        EvidenceRecord::Move { universe, colour, notation } => Evidence::Move { universe, colour, notation },
        EvidenceRecord::Line { universe, notations } => Evidence::Line { universe, notations },
        EvidenceRecord::Hunt { universe, by, king, notations, by_luck } => Evidence::Hunt { universe, by, king, notations, by_luck },
        EvidenceRecord::Searched { positions } => Evidence::Searched { positions },
        // What is no number was not written by this program; the state does not hang on it.
        EvidenceRecord::Seed(digits) => Evidence::Seed { seed: u64::from_str_radix(&digits, 16).unwrap_or_default() },
        EvidenceRecord::Position { universe, turn, men } => Evidence::Position { universe, turn, men },
        EvidenceRecord::Power { men, change, counts, there, quiet, captures } => {
            let change = match change {
                ChangeRecord::Increase => Change::Increase,
                ChangeRecord::Decrease => Change::Decrease,
                ChangeRecord::Mixed => Change::Mixed,
            };
            Evidence::Power { men, change, counts, there, quiet, captures }
        }
        EvidenceRecord::Fares { player, by } => Evidence::Fares { player, by },
        EvidenceRecord::Loses { player, numerator, denominator, estimated } => {
            Evidence::Loses { player, numerator, denominator, estimated }
        }
        EvidenceRecord::Sleeps { clause, turn, player } => Evidence::Sleeps { clause, turn, player },
        EvidenceRecord::Meets { rule, how } => Evidence::Meets { rule, how },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_as_they_were_written() {
        let counts = vec![("w".to_owned(), 2), ("b".to_owned(), 1)];
        let all = [
            Evidence::Move { universe: 2, colour: "white".into(), notation: "Qh4xe1".into() },
            Evidence::Line { universe: 1, notations: vec!["Qd1-h5".into(), "Qh5xe8".into()] },
            Evidence::Hunt {
                universe: 1,
                by: "white".into(),
                king: "black".into(),
                notations: vec!["e2-e4".into(), "".into()],
                by_luck: true,
            },
            Evidence::Searched { positions: 5_000_000 },
            Evidence::Seed { seed: u64::MAX },
            Evidence::Position { universe: 1, turn: 7, men: "8/8/8/8/8/8/8/8".into() },
            Evidence::Fares { player: "Ann".into(), by: -125 },
            Evidence::Loses { player: "Bob".into(), numerator: 7, denominator: 3, estimated: false },
            Evidence::Loses { player: "Cy".into(), numerator: 31_400, denominator: 20_000, estimated: true },
            Evidence::Sleeps { clause: 2, turn: 9, player: "Ann".into() },
            Evidence::Meets { rule: "b1".into(), how: "supersedes".into() },
        ];
        let power = [Change::Increase, Change::Decrease, Change::Mixed].map(|change| Evidence::Power {
            men: "knights".into(),
            change,
            counts: counts.clone(),
            there: counts.clone(),
            quiet: -3,
            captures: 12,
        });
        let findings = [Finding::Kept, Finding::Warned, Finding::Open, Finding::Broken { passes: "Less.".into() }];
        for finding in findings {
            let evidence = all.iter().chain(&power).cloned().collect();
            let verdict = Verdict { of: MetaRule(8), finding, says: "knights 2-1, increase".into(), evidence };
            let written = serde_json::to_string(&write(&verdict)).unwrap();
            assert_eq!(read(serde_json::from_str(&written).unwrap()), verdict, "{written}");
        }
    }
}
