//! The JSON of every event, field by field; the field `event` tells which.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::archive::record::dice::{
    ClaimRecord, FiguresRecord, MethodRecord, PinRecord, RollRecord, RulerRecord, SettlementRecord, WantedRecord,
};
use crate::archive::record::draft::DraftRecord;
use crate::archive::record::ending::{LossRecord, OutcomeRecord};
use crate::archive::record::verdict::VerdictRecord;

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum EventRecord {
    Joined {
        player: usize,
    },
    Declined {
        player: usize,
    },
    Watching {
        observer: usize,
        yes: bool,
    },
    Wished {
        colours: Option<Vec<String>>,
        sequence: Option<Vec<String>>,
    },
    Started {
        sequence: Vec<usize>,
        colours: Vec<Vec<String>>,
        labels: Vec<String>,
        position: Value,
    },
    Drafted {
        draft: Option<DraftRecord>,
    },
    DrawWanted {
        seat: u8,
        wanted: bool,
    },
    Seated {
        seat: u8,
        yes: bool,
    },
    Defined {
        seat: u8,
        name: String,
        meaning: String,
    },
    Designated {
        seat: u8,
        universe: u16,
        effects: Vec<Value>,
    },
    Moved {
        seat: u8,
        universe: u16,
        notation: String,
        san: String,
        effects: Vec<Value>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        told: Vec<String>,
    },
    Fired {
        rule: String,
        universe: u16,
        effects: Vec<Value>,
        told: Vec<String>,
    },
    Passed {
        seat: u8,
    },
    Spoilt {
        seat: u8,
        universe: u16,
        notation: String,
    },
    Enacted {
        number: String,
        seat: u8,
        text: String,
        canonical: String,
    },
    RepealDeclared {
        number: String,
        seat: u8,
        target: String,
        universe: Option<u16>,
        acts_after: Option<[u32; 2]>,
    },
    Tested {
        number: String,
        verdicts: Vec<VerdictRecord>,
    },
    Freed {
        seat: u8,
        universe: u16,
        rules: Vec<String>,
    },
    Withheld {
        rule: String,
        universe: u16,
        /// The number of the meta-rule.
        of: u8,
        why: String,
    },
    HeldBack {
        number: String,
        protected: [u32; 2],
    },
    HeldOff {
        rule: String,
        universe: u16,
        why: String,
    },
    RepealWaits {
        number: String,
        target: String,
        universe: Option<u16>,
        acts_after: [u32; 2],
    },
    Unforeseen {
        rule: String,
        sentence: usize,
        universe: u16,
    },
    TestedAgain {
        number: String,
        since: String,
        verdicts: Vec<VerdictRecord>,
    },
    SearchEnded {
        number: String,
        verdict: VerdictRecord,
    },
    #[serde(rename = "amendment-proposed")]
    Proposed {
        number: String,
        seat: u8,
        text: String,
        canonical: String,
    },
    #[serde(rename = "amendment-voted")]
    Voted {
        seat: u8,
        number: String,
        yes: bool,
    },
    #[serde(rename = "amendment-adopted")]
    Adopted {
        number: String,
    },
    #[serde(rename = "amendment-rejected")]
    Rejected {
        number: String,
    },
    #[serde(rename = "amendment-lapsed")]
    Lapsed {
        number: String,
        why: String,
    },
    FixProposed {
        seat: u8,
        number: String,
        text: String,
    },
    ObjectiveMet {
        source: String,
        says: String,
        seat: Option<u8>,
    },
    Repealed {
        target: String,
        universe: Option<u16>,
    },
    Expired {
        target: String,
    },
    Fell {
        target: String,
        with: String,
        universe: Option<u16>,
    },
    Lost {
        seat: u8,
        how: LossRecord,
        effects: Vec<Value>,
    },
    PhaseEnded {
        next: Option<[u32; 2]>,
    },
    Opened {
        effects: Vec<Value>,
    },
    Revealed {
        number: u32,
        link: String,
    },
    Rolled(RollRecord),
    Agreed {
        name: String,
        dice: MethodRecord,
    },
    Pinned(PinRecord),
    Published {
        round: u64,
        signature: String,
    },
    Thrown {
        seat: u8,
        digits: String,
    },
    VolumesReported(ClaimRecord),
    VolumesSettled {
        figures: FiguresRecord,
        how: SettlementRecord,
    },
    Wanting(WantedRecord),
    Drawn {
        digits: String,
    },
    VoidWanted {
        side: u8,
        why: String,
    },
    Unpinned {
        why: String,
        #[serde(default, skip_serializing_if = "RulerRecord::is_master")]
        by: RulerRecord,
    },
    Late {
        notice: u8,
    },
    Timed {
        until: String,
    },
    Reminded {
        until: String,
    },
    TimeUp,
    Resumed {
        lost: u64,
        branch: u32,
        nonce: String,
        commitment: String,
        why: String,
    },
    SeedRevealed {
        seed: String,
    },
    Asked {
        seat: u8,
        universe: u16,
        source: String,
        options: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
        occasion: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rolls: Vec<RollRecord>,
        /// By side.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        answers: Vec<(u8, String)>,
    },
    Answered {
        seat: u8,
        answer: String,
    },
    Sealed {
        /// Once a seat: as long as no side had joined, it was the same.
        #[serde(alias = "seat")]
        side: u8,
        rule: String,
        seal: String,
    },
    Unsealed {
        /// Once a seat: as long as no side had joined, it was the same.
        #[serde(alias = "seat")]
        side: u8,
        rule: String,
        secret: String,
        salt: String,
    },
    Said {
        seat: u8,
        words: String,
        effects: Vec<Value>,
    },
    Over {
        outcome: OutcomeRecord,
    },
}
