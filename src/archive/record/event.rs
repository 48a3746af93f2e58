//! Events of a game as JSON objects with the field `event`, one variant here for each there.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

use super::dice::{
    ClaimRecord, FiguresRecord, MethodRecord, PinRecord, RollRecord, SettlementRecord, WantedRecord, claim_record, figures_record,
    method_record, pin_record, read_beacon, read_claim, read_date, read_figures, read_link, read_method, read_pin, read_roll,
    read_settlement, read_time, read_wanted, roll_record, settlement_record, time_record, wanted_record,
};
use super::verdict::{self, VerdictRecord};
use super::{RecordProblem, effect, position, procedure};
use crate::board::{Effect, SideId};
use crate::dice::Opened;
use crate::game::event::{Asked, Enactment, Event, Ground, Loss, Moved, Outcome, Proposal, Start};
use crate::game::founding::Wishes;
use crate::game::mar::metarule::MetaRule;
use crate::game::mar::{self, Action, Ballot, Draft, Proposing};
use crate::rule::{self, Definition, Rule, Scope, Vocabulary};
use crate::turn::{Phase, Seat, Window};

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
enum EventRecord {
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
    Unpinned {
        why: String,
    },
    Late {
        notice: u8,
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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftRecord {
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

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum LossRecord {
    KingCaptured { by: u8, universe: u16 },
    Mated { by: u8, universe: u16 },
    Stalemated,
    ByObjective,
    Resigned,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum OutcomeRecord {
    Won { seat: u8 },
    Achieved { seat: u8 },
    DrawnByObjective,
    Stalemate,
    DrawClaimed { seat: u8, by: GroundRecord },
    DrawAgreed,
    NobodyLeft,
    NeverStarted,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum GroundRecord {
    Repetition,
    FiftyMoves,
    TooFewMen,
}

pub fn write_event(event: &Event) -> Value {
    if let Event::Procedure(procedure) = event {
        return procedure::write_procedure(procedure);
    }
    serde_json::to_value(record(event)).expect("an event has only strings, numbers and flags")
}

/// Reads an event back. A rule is read again from its canonical words, so the words of the game are needed.
pub fn read_event(value: &Value, words: &Vocabulary) -> Result<Event, RecordProblem> {
    if procedure::is_of_a_procedure(value) {
        return procedure::read_procedure(value, words).map(Event::Procedure);
    }
    let record: EventRecord = Deserialize::deserialize(value).map_err(|problem| RecordProblem::new(format!("event: {problem}")))?;
    event(record, words)
}

fn record(event: &Event) -> EventRecord {
    match event {
        Event::Joined { player } => EventRecord::Joined { player: *player },
        Event::Declined { player } => EventRecord::Declined { player: *player },
        Event::Watching { observer, yes } => EventRecord::Watching { observer: *observer, yes: *yes },
        Event::Wished { wishes } => EventRecord::Wished { colours: wishes.colours.clone(), sequence: wishes.sequence.clone() },
        Event::Started(start) => EventRecord::Started {
            sequence: start.sequence.clone(),
            colours: start.colours.clone(),
            labels: start.labels.clone(),
            position: position::write_position(&start.position),
        },
        Event::Drafted { draft } => EventRecord::Drafted { draft: draft.as_ref().map(draft_record) },
        Event::DrawWanted { seat, wanted } => EventRecord::DrawWanted { seat: seat.0, wanted: *wanted },
        Event::Defined { seat, definition } => {
            EventRecord::Defined { seat: seat.0, name: definition.name.clone(), meaning: definition.meaning.clone() }
        }
        Event::Seated { seat, yes } => EventRecord::Seated { seat: seat.0, yes: *yes },
        Event::Designated { seat, universe, effects: done } => {
            EventRecord::Designated { seat: seat.0, universe: *universe, effects: effects(done) }
        }
        Event::Moved(moved) => EventRecord::Moved {
            seat: moved.seat.0,
            universe: moved.universe,
            notation: moved.notation.clone(),
            san: moved.san.clone(),
            effects: effects(&moved.effects),
            told: moved.told.clone(),
        },
        Event::Fired { rule, universe, effects: done, told } => {
            EventRecord::Fired { rule: rule.clone(), universe: *universe, effects: effects(done), told: told.clone() }
        }
        Event::Passed { seat } => EventRecord::Passed { seat: seat.0 },
        Event::Spoilt { seat, universe, notation } => EventRecord::Spoilt { seat: seat.0, universe: *universe, notation: notation.clone() },
        Event::Enacted(enactment) => EventRecord::Enacted {
            number: enactment.number.clone(),
            seat: enactment.seat.0,
            text: enactment.text.clone(),
            canonical: enactment.canonical.clone(),
        },
        Event::RepealDeclared { number, seat, target, universe, acts_after } => EventRecord::RepealDeclared {
            number: number.clone(),
            seat: seat.0,
            target: target.clone(),
            universe: *universe,
            acts_after: acts_after.map(|window| phase_record(window.last)),
        },
        Event::Tested { number, verdicts } => {
            EventRecord::Tested { number: number.clone(), verdicts: verdicts.iter().map(verdict::write).collect() }
        }
        Event::Freed { seat, universe, rules } => EventRecord::Freed { seat: seat.0, universe: *universe, rules: rules.clone() },
        Event::Withheld { rule, universe, of, why } => {
            EventRecord::Withheld { rule: rule.clone(), universe: *universe, of: of.0, why: why.clone() }
        }
        Event::SearchEnded { number, verdict } => EventRecord::SearchEnded { number: number.clone(), verdict: verdict::write(verdict) },
        Event::Proposed(proposal) => EventRecord::Proposed {
            number: proposal.number.clone(),
            seat: proposal.seat.0,
            text: proposal.text.clone(),
            canonical: proposal.canonical.clone(),
        },
        Event::Voted { seat, number, yes } => EventRecord::Voted { seat: seat.0, number: number.clone(), yes: *yes },
        Event::Adopted { number } => EventRecord::Adopted { number: number.clone() },
        Event::Rejected { number } => EventRecord::Rejected { number: number.clone() },
        Event::Lapsed { number, why } => EventRecord::Lapsed { number: number.clone(), why: why.clone() },
        Event::FixProposed { seat, number, text } => EventRecord::FixProposed { seat: seat.0, number: number.clone(), text: text.clone() },
        Event::ObjectiveMet { source, says, seat } => {
            EventRecord::ObjectiveMet { source: source.clone(), says: says.clone(), seat: seat.map(|seat| seat.0) }
        }
        Event::Repealed { target, universe } => EventRecord::Repealed { target: target.clone(), universe: *universe },
        Event::Expired { target } => EventRecord::Expired { target: target.clone() },
        Event::Fell { target, with, universe } => EventRecord::Fell { target: target.clone(), with: with.clone(), universe: *universe },
        Event::Lost { seat, how, effects: done } => {
            let how = match *how {
                Loss::KingCaptured { by, universe } => LossRecord::KingCaptured { by: by.0, universe },
                Loss::Mated { by, universe } => LossRecord::Mated { by: by.0, universe },
                Loss::Stalemated => LossRecord::Stalemated,
                Loss::ByObjective => LossRecord::ByObjective,
                Loss::Resigned => LossRecord::Resigned,
            };
            EventRecord::Lost { seat: seat.0, how, effects: effects(done) }
        }
        Event::PhaseEnded { next } => EventRecord::PhaseEnded { next: next.map(phase_record) },
        Event::Opened { effects: done } => EventRecord::Opened { effects: effects(done) },
        Event::Revealed { number, link } => EventRecord::Revealed { number: *number, link: link.to_string() },
        Event::Rolled(roll) => EventRecord::Rolled(roll_record(roll)),
        Event::Agreed { name, method } => EventRecord::Agreed { name: name.clone(), dice: method_record(method) },
        Event::Pinned(pin) => EventRecord::Pinned(pin_record(pin)),
        Event::Published(beacon) => EventRecord::Published { round: beacon.round().0, signature: beacon.signature().to_string() },
        Event::Thrown { seat, digits } => EventRecord::Thrown { seat: seat.0, digits: digits.clone() },
        Event::Reported(claim) => EventRecord::VolumesReported(claim_record(claim)),
        Event::Settled { figures, how } => EventRecord::VolumesSettled { figures: figures_record(figures), how: settlement_record(*how) },
        Event::Wanting(wanted) => EventRecord::Wanting(wanted_record(wanted)),
        Event::Drawn { digits } => EventRecord::Drawn { digits: digits.clone() },
        Event::Unpinned { why } => EventRecord::Unpinned { why: why.clone() },
        Event::Late { notice } => EventRecord::Late { notice: *notice },
        Event::SeedRevealed { seed } => EventRecord::SeedRevealed { seed: seed.to_string() },
        Event::Asked(asked) => EventRecord::Asked {
            seat: asked.seat.0,
            universe: asked.universe,
            source: asked.source.clone(),
            options: asked.options.clone(),
            words: asked.words.clone(),
            occasion: asked.occasion.clone(),
            rolls: asked.rolls.iter().map(roll_record).collect(),
            answers: asked.answers.iter().map(|(side, answer)| (side.0, answer.clone())).collect(),
        },
        Event::Answered { seat, answer } => EventRecord::Answered { seat: seat.0, answer: answer.clone() },
        Event::Sealed { side, rule, seal } => EventRecord::Sealed { side: side.0, rule: rule.clone(), seal: seal.to_string() },
        Event::Unsealed { side, rule, opened: Opened { secret, salt } } => {
            EventRecord::Unsealed { side: side.0, rule: rule.clone(), secret: secret.clone(), salt: salt.to_string() }
        }
        Event::Said { seat, words, effects: done } => EventRecord::Said { seat: seat.0, words: words.clone(), effects: effects(done) },
        Event::Procedure(_) => unreachable!("written by a room of its own"),
        Event::Over { outcome } => EventRecord::Over {
            outcome: match outcome {
                Outcome::Won { seat } => OutcomeRecord::Won { seat: seat.0 },
                Outcome::Achieved { seat } => OutcomeRecord::Achieved { seat: seat.0 },
                Outcome::DrawnByObjective => OutcomeRecord::DrawnByObjective,
                Outcome::Stalemate => OutcomeRecord::Stalemate,
                Outcome::DrawClaimed { seat, by } => OutcomeRecord::DrawClaimed {
                    seat: seat.0,
                    by: match by {
                        Ground::Repetition => GroundRecord::Repetition,
                        Ground::FiftyMoves => GroundRecord::FiftyMoves,
                        Ground::TooFewMen => GroundRecord::TooFewMen,
                    },
                },
                Outcome::DrawAgreed => OutcomeRecord::DrawAgreed,
                Outcome::NobodyLeft => OutcomeRecord::NobodyLeft,
                Outcome::NeverStarted => OutcomeRecord::NeverStarted,
            },
        },
    }
}

fn event(record: EventRecord, words: &Vocabulary) -> Result<Event, RecordProblem> {
    Ok(match record {
        EventRecord::Joined { player } => Event::Joined { player },
        EventRecord::Declined { player } => Event::Declined { player },
        EventRecord::Watching { observer, yes } => Event::Watching { observer, yes },
        EventRecord::Wished { colours, sequence } => Event::Wished { wishes: Wishes { colours, sequence } },
        EventRecord::Started { sequence, colours, labels, position } => {
            let position = super::position::read_position(&position)?;
            Event::Started(Box::new(Start { sequence, colours, labels, position }))
        }
        EventRecord::Drafted { draft } => Event::Drafted { draft: draft.map(read_draft).transpose()? },
        EventRecord::DrawWanted { seat, wanted } => Event::DrawWanted { seat: Seat(seat), wanted },
        EventRecord::Defined { seat, name, meaning } => Event::Defined { seat: Seat(seat), definition: Definition { name, meaning } },
        EventRecord::Seated { seat, yes } => Event::Seated { seat: Seat(seat), yes },
        EventRecord::Designated { seat, universe, effects } => {
            Event::Designated { seat: Seat(seat), universe, effects: read_effects(&effects)? }
        }
        EventRecord::Moved { seat, universe, notation, san, effects, told } => {
            Event::Moved(Moved { seat: Seat(seat), universe, notation, san, effects: read_effects(&effects)?, told })
        }
        EventRecord::Fired { rule, universe, effects, told } => Event::Fired { rule, universe, effects: read_effects(&effects)?, told },
        EventRecord::Passed { seat } => Event::Passed { seat: Seat(seat) },
        EventRecord::Spoilt { seat, universe, notation } => Event::Spoilt { seat: Seat(seat), universe, notation },
        EventRecord::Enacted { number, seat, text, canonical } => {
            let rule = Arc::new(read_rule(&number, &canonical, words)?);
            Event::Enacted(Box::new(Enactment { number, seat: Seat(seat), text, canonical, rule }))
        }
        EventRecord::RepealDeclared { number, seat, target, universe, acts_after } => {
            let acts_after = acts_after.map(|phase| read_phase(phase).map(|last| Window { last })).transpose()?;
            Event::RepealDeclared { number, seat: Seat(seat), target, universe, acts_after }
        }
        EventRecord::Tested { number, verdicts } => Event::Tested { number, verdicts: verdicts.into_iter().map(verdict::read).collect() },
        EventRecord::Freed { seat, universe, rules } => Event::Freed { seat: Seat(seat), universe, rules },
        EventRecord::Withheld { rule, universe, of, why } => Event::Withheld { rule, universe, of: MetaRule(of), why },
        EventRecord::SearchEnded { number, verdict } => Event::SearchEnded { number, verdict: verdict::read(verdict) },
        EventRecord::Proposed { number, seat, text, canonical } => {
            let read = mar::read_amendment(&canonical, &words.undefined());
            let why = |problem| RecordProblem::new(format!("proposal {number} cannot be read back from its canonical words: {problem}"));
            let amendment = Arc::new(read.map_err(why)?);
            Event::Proposed(Box::new(Proposal { number, seat: Seat(seat), text, canonical, amendment }))
        }
        EventRecord::Voted { seat, number, yes } => Event::Voted { seat: Seat(seat), number, yes },
        EventRecord::Adopted { number } => Event::Adopted { number },
        EventRecord::Rejected { number } => Event::Rejected { number },
        EventRecord::Lapsed { number, why } => Event::Lapsed { number, why },
        EventRecord::FixProposed { seat, number, text } => Event::FixProposed { seat: Seat(seat), number, text },
        EventRecord::ObjectiveMet { source, says, seat } => Event::ObjectiveMet { source, says, seat: seat.map(Seat) },
        EventRecord::Repealed { target, universe } => Event::Repealed { target, universe },
        EventRecord::Expired { target } => Event::Expired { target },
        EventRecord::Fell { target, with, universe } => Event::Fell { target, with, universe },
        EventRecord::Lost { seat, how, effects } => {
            let how = match how {
                LossRecord::KingCaptured { by, universe } => Loss::KingCaptured { by: Seat(by), universe },
                LossRecord::Mated { by, universe } => Loss::Mated { by: Seat(by), universe },
                LossRecord::Stalemated => Loss::Stalemated,
                LossRecord::ByObjective => Loss::ByObjective,
                LossRecord::Resigned => Loss::Resigned,
            };
            Event::Lost { seat: Seat(seat), how, effects: read_effects(&effects)? }
        }
        EventRecord::PhaseEnded { next } => Event::PhaseEnded { next: next.map(read_phase).transpose()? },
        EventRecord::Opened { effects } => Event::Opened { effects: read_effects(&effects)? },
        EventRecord::Revealed { number, link } => Event::Revealed { number, link: read_link(&link)? },
        EventRecord::Sealed { side, rule, seal } => Event::Sealed { side: SideId(side), rule, seal: read_link(&seal)? },
        EventRecord::Unsealed { side, rule, secret, salt } => {
            Event::Unsealed { side: SideId(side), rule, opened: Opened { secret, salt: read_link(&salt)? } }
        }
        EventRecord::Rolled(roll) => Event::Rolled(read_roll(roll)),
        EventRecord::Agreed { name, dice } => Event::Agreed { name, method: read_method(dice)? },
        EventRecord::Pinned(pin) => Event::Pinned(Box::new(read_pin(pin)?)),
        EventRecord::Published { round, signature } => Event::Published(read_beacon(round, &signature)?),
        EventRecord::Thrown { seat, digits } => Event::Thrown { seat: Seat(seat), digits },
        EventRecord::VolumesReported(claim) => Event::Reported(read_claim(claim)?),
        EventRecord::VolumesSettled { figures, how } => Event::Settled { figures: read_figures(figures)?, how: read_settlement(how) },
        EventRecord::Wanting(wanted) => Event::Wanting(read_wanted(wanted)),
        EventRecord::Drawn { digits } => Event::Drawn { digits },
        EventRecord::Unpinned { why } => Event::Unpinned { why },
        EventRecord::Late { notice } => Event::Late { notice },
        EventRecord::SeedRevealed { seed } => Event::SeedRevealed { seed: read_link(&seed)? },
        EventRecord::Asked { seat, universe, source, options, words, occasion, rolls, answers } => {
            let rolls = rolls.into_iter().map(read_roll).collect();
            let answers = answers.into_iter().map(|(side, answer)| (SideId(side), answer)).collect();
            Event::Asked(Asked { seat: Seat(seat), universe, source, options, words, occasion, rolls, answers, open: true })
        }
        EventRecord::Answered { seat, answer } => Event::Answered { seat: Seat(seat), answer },
        EventRecord::Said { seat, words, effects } => Event::Said { seat: Seat(seat), words, effects: read_effects(&effects)? },
        EventRecord::Over { outcome } => Event::Over {
            outcome: match outcome {
                OutcomeRecord::Won { seat } => Outcome::Won { seat: Seat(seat) },
                OutcomeRecord::Achieved { seat } => Outcome::Achieved { seat: Seat(seat) },
                OutcomeRecord::DrawnByObjective => Outcome::DrawnByObjective,
                OutcomeRecord::Stalemate => Outcome::Stalemate,
                OutcomeRecord::DrawClaimed { seat, by } => Outcome::DrawClaimed {
                    seat: Seat(seat),
                    by: match by {
                        GroundRecord::Repetition => Ground::Repetition,
                        GroundRecord::FiftyMoves => Ground::FiftyMoves,
                        GroundRecord::TooFewMen => Ground::TooFewMen,
                    },
                },
                OutcomeRecord::DrawAgreed => Outcome::DrawAgreed,
                OutcomeRecord::NobodyLeft => Outcome::NobodyLeft,
                OutcomeRecord::NeverStarted => Outcome::NeverStarted,
            },
        },
    })
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

pub(super) fn read_rule(number: &str, canonical: &str, words: &Vocabulary) -> Result<Rule, RecordProblem> {
    // Definitions were written out when the rule was made.
    let reading = rule::read(canonical, &words.undefined());
    let why = || reading.diagnostics.iter().map(|found| found.message.as_str()).collect::<Vec<_>>().join("; ");
    reading.rule.clone().ok_or_else(|| RecordProblem::new(format!("rule {number} cannot be read back from its canonical words: {}", why())))
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

fn draft_record(draft: &Draft) -> DraftRecord {
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
    }
}

fn read_draft(record: DraftRecord) -> Result<Draft, RecordProblem> {
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
    })
}
