//! An event as it is written.

use super::form::EventRecord;
use super::{effects, phase_record};
use crate::archive::record::dice::{
    claim_record, figures_record, method_record, pin_record, roll_record, ruler_record, settlement_record, time_record, wanted_record,
};
use crate::archive::record::draft::draft_record;
use crate::archive::record::ending::{loss_record, outcome_record};
use crate::archive::record::{position, verdict};
use crate::dice::Opened;
use crate::game::Event;
use crate::game::event::Resumption;

pub(super) fn record(event: &Event) -> EventRecord {
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
        Event::HeldOff { rule, universe, why } => EventRecord::HeldOff { rule: rule.clone(), universe: *universe, why: why.clone() },
        Event::HeldBack { number, protected } => EventRecord::HeldBack { number: number.clone(), protected: phase_record(protected.last) },
        Event::RepealWaits { number, target, universe, acts_after } => EventRecord::RepealWaits {
            number: number.clone(),
            target: target.clone(),
            universe: *universe,
            acts_after: phase_record(acts_after.last),
        },
        Event::Unforeseen { rule, sentence, universe } => {
            EventRecord::Unforeseen { rule: rule.clone(), sentence: *sentence, universe: *universe }
        }
        Event::TestedAgain { number, since, verdicts } => EventRecord::TestedAgain {
            number: number.clone(),
            since: since.clone(),
            verdicts: verdicts.iter().map(verdict::write).collect(),
        },
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
        Event::Lost { seat, how, effects: done } => EventRecord::Lost { seat: seat.0, how: loss_record(*how), effects: effects(done) },
        Event::PhaseEnded { next } => EventRecord::PhaseEnded { next: next.map(phase_record) },
        Event::Opened { effects: done } => EventRecord::Opened { effects: effects(done) },
        Event::Revealed { number, link } => EventRecord::Revealed { number: *number, link: link.to_string() },
        Event::Rolled(roll) => EventRecord::Rolled(roll_record(roll)),
        Event::Agreed { name, method } => EventRecord::Agreed { name: name.clone(), dice: method_record(method) },
        Event::Pinned(pin) => EventRecord::Pinned(pin_record(pin)),
        Event::Published(beacon) => EventRecord::Published { round: beacon.round().0, signature: beacon.signature().to_string() },
        Event::Thrown { seat, digits } => EventRecord::Thrown { seat: seat.0, digits: digits.clone() },
        Event::Reported(claim) => EventRecord::VolumesReported(claim_record(claim)),
        Event::Settled { figures, how } => EventRecord::VolumesSettled { figures: figures_record(figures), how: settlement_record(how) },
        Event::Wanting(wanted) => EventRecord::Wanting(wanted_record(wanted)),
        Event::Drawn { digits } => EventRecord::Drawn { digits: digits.clone() },
        Event::VoidWanted { side, why } => EventRecord::VoidWanted { side: side.0, why: why.clone() },
        Event::Unpinned { by, why } => EventRecord::Unpinned { why: why.clone(), by: ruler_record(*by) },
        Event::Late { notice } => EventRecord::Late { notice: *notice },
        Event::Timed { until } => EventRecord::Timed { until: time_record(*until) },
        Event::Reminded { until } => EventRecord::Reminded { until: time_record(*until) },
        Event::TimeUp => EventRecord::TimeUp,
        Event::Resumed(resumption) => {
            let Resumption { lost, branch, nonce, commitment, why } = resumption.clone();
            EventRecord::Resumed { lost, branch, nonce: nonce.to_string(), commitment: commitment.to_string(), why }
        }
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
        Event::Over { outcome } => EventRecord::Over { outcome: outcome_record(outcome) },
    }
}
