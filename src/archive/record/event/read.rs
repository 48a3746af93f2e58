//! An event as it is read back.

use std::sync::Arc;

use super::form::EventRecord;
use super::{read_effects, read_phase, read_rule};
use crate::archive::record::dice::{
    read_beacon, read_claim, read_figures, read_link, read_method, read_pin, read_roll, read_ruler, read_settlement, read_time, read_wanted,
};
use crate::archive::record::draft::read_draft;
use crate::archive::record::ending::{read_loss, read_outcome};
use crate::archive::record::{RecordProblem, Words, position, verdict};
use crate::board::SideId;
use crate::dice::Opened;
use crate::game::event::{Asked, Enactment, Event, Moved, Proposal, Resumption, Start};
use crate::game::founding::Wishes;
use crate::game::mar;
use crate::game::mar::metarule::MetaRule;
use crate::rule::Definition;
use crate::turn::{Seat, Window};

pub(super) fn event(record: EventRecord, words: Words<'_>) -> Result<Event, RecordProblem> {
    Ok(match record {
        EventRecord::Joined { player } => Event::Joined { player },
        EventRecord::Declined { player } => Event::Declined { player },
        EventRecord::Watching { observer, yes } => Event::Watching { observer, yes },
        EventRecord::Wished { colours, sequence } => Event::Wished { wishes: Wishes { colours, sequence } },
        EventRecord::Started { sequence, colours, labels, position } => {
            let position = position::read_position(&position)?;
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
        EventRecord::HeldOff { rule, universe, why } => Event::HeldOff { rule, universe, why },
        EventRecord::HeldBack { number, protected } => Event::HeldBack { number, protected: Window { last: read_phase(protected)? } },
        EventRecord::RepealWaits { number, target, universe, acts_after } => {
            Event::RepealWaits { number, target, universe, acts_after: Window { last: read_phase(acts_after)? } }
        }
        EventRecord::Unforeseen { rule, sentence, universe } => Event::Unforeseen { rule, sentence, universe },
        EventRecord::TestedAgain { number, since, verdicts } => {
            Event::TestedAgain { number, since, verdicts: verdicts.into_iter().map(verdict::read).collect() }
        }
        EventRecord::SearchEnded { number, verdict } => Event::SearchEnded { number, verdict: verdict::read(verdict) },
        EventRecord::Proposed { number, seat, text, canonical } => {
            let read = mar::read_amendment(&canonical, &words().undefined());
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
        EventRecord::Lost { seat, how, effects } => Event::Lost { seat: Seat(seat), how: read_loss(how), effects: read_effects(&effects)? },
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
        EventRecord::VoidWanted { side, why } => Event::VoidWanted { side: SideId(side), why },
        EventRecord::Unpinned { why, by } => Event::Unpinned { by: read_ruler(by), why },
        EventRecord::Late { notice } => Event::Late { notice },
        EventRecord::Timed { until } => Event::Timed { until: read_time(&until)? },
        EventRecord::Reminded { until } => Event::Reminded { until: read_time(&until)? },
        EventRecord::TimeUp => Event::TimeUp,
        EventRecord::Resumed { lost, branch, nonce, commitment, why } => {
            Event::Resumed(Resumption { lost, branch, nonce: read_link(&nonce)?, commitment: read_link(&commitment)?, why })
        }
        EventRecord::SeedRevealed { seed } => Event::SeedRevealed { seed: read_link(&seed)? },
        EventRecord::Asked { seat, universe, source, options, words, occasion, rolls, answers } => {
            let rolls = rolls.into_iter().map(read_roll).collect();
            let answers = answers.into_iter().map(|(side, answer)| (SideId(side), answer)).collect();
            Event::Asked(Asked { seat: Seat(seat), universe, source, options, words, occasion, rolls, answers, open: true })
        }
        EventRecord::Answered { seat, answer } => Event::Answered { seat: Seat(seat), answer },
        EventRecord::Said { seat, words, effects } => Event::Said { seat: Seat(seat), words, effects: read_effects(&effects)? },
        EventRecord::Over { outcome } => Event::Over { outcome: read_outcome(outcome) },
    })
}
