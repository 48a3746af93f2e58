//! R8 on removals of themselves: by dice, no opponent may expect to lose more points than the maker. Exact where the dice can fall in few enough ways.
//!
//! The same sum for removals without dice is advice only, for R11 governs them.

use std::collections::BTreeMap;

use crate::board::{Clock, Effect, KindId, Place, Position, SideId};
use crate::dice::{Cup, Seeded};
use crate::law::{Boards, Fate, Instant, Law};
use crate::rule::{Condition, Deed, Event, Form};
use crate::turn::Phase;

use super::super::multiverse::Multiverse;
use super::battery::TURNS_AHEAD;
use super::chances::{MOST_TOIL, Ratio, Thrown, Toil, add, answering, every_fall, one_fall};
use super::{Proposal, power};

/// How often what is not exact is sampled, where it does not cost too much.
const SAMPLES: u64 = 20_000;
const FEWEST_SAMPLES: u64 = 500;
/// What a king that does not count is worth.
const DUMMY_KING: i128 = 4;

/// What each person may expect to lose by the first firing, by the first of his sides.
pub struct Expected {
    pub by_dice: bool,
    pub points: BTreeMap<SideId, Ratio>,
    /// It is an estimate: whose loss is surely greater than the maker's.
    pub surely: Option<Vec<SideId>>,
}

/// What the sides lose as a rule first removes men by the clock, the boards being as they are; `None`: it removes nobody so.
pub fn expected(proposal: &Proposal<'_>, evenhanded: bool, seed: u64) -> Option<Expected> {
    let removing = |form: &Form| match form {
        Form::Trigger(trigger) => {
            matches!(trigger.event, Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds)
                && trigger.deeds.iter().any(Deed::removes)
        }
        _ => false,
    };
    let rule = proposal.rule()?;
    if !rule.clauses.iter().any(|clause| removing(&clause.form)) {
        return None;
    }
    let text = format!("rule {}", proposal.number);
    let soon = first_firing(proposal.lasting_after(), proposal.after.phase, &text);
    // What is later, or hangs on what the boards do not show yet, is weighed on the boards as they are (F7).
    let late = if soon.is_none() { Some(at_its_time(proposal, evenhanded)) } else { None };
    let game = late.as_ref().unwrap_or(proposal.lasting_after());
    let firing = soon.or_else(|| first_firing(game, proposal.after.phase, &text))?;
    let mut points: BTreeMap<SideId, Ratio> = game.seats.iter().map(|player| (game.person_of(player.side), Ratio::ZERO)).collect();
    let (mut by_dice, mut toil) = (false, Toil::new());
    // Where boards do not concern each other, what is lost on each adds up.
    let exact = game.law.worlds().into_iter().all(|on| {
        let (mut ways, each) = (0_u32, game.law.busy(on));
        let whole = every_fall(&mut |cup| firing.losses(game, (on, &text), cup), (each, &mut toil), &mut |lost, chance| {
            ways += 1;
            add(&mut points, lost, chance)
        });
        by_dice |= ways > 1;
        whole
    });
    if exact {
        return Some(Expected { by_dice, points, surely: None });
    }
    let each = game.law.busy(Boards::ALL);
    Some(sampled(proposal, (each, &mut |cup| firing.losses(game, (Boards::ALL, &text), cup)), 0, seed))
}

/// The game in which it is the turn that a rule speaks of; and so is, in one that tells the sides apart, whatever else it asks.
fn at_its_time(proposal: &Proposal<'_>, evenhanded: bool) -> Multiverse {
    let mut game = proposal.lasting_after().clone();
    let open = |asked: &Condition| !evenhanded || power::hangs_on_the_turn(asked);
    for rule in game.rules.iter_mut().filter(|rule| rule.stands() && rule.enactment.number == proposal.number) {
        rule.say(rule.clauses().iter().map(|clause| power::given(clause, &open)).collect());
    }
    game.refold();
    game
}

type Losing<'l> = &'l mut dyn FnMut(Cup) -> Thrown<BTreeMap<SideId, i128>>;

/// An estimate with an interval of 99 in 100 (2.576 standard deviations, whose square is 6.636), of what costs so much besides its dice.
/// A side surely loses more if that is so by more than a margin.
pub fn sampled(proposal: &Proposal<'_>, (each, run): (u64, Losing<'_>), margin: i128, seed: u64) -> Expected {
    let (after, maker) = (&proposal.after, proposal.by_person());
    let mut chance = Seeded(seed);
    let (mut sums, mut squares): (BTreeMap<SideId, i128>, BTreeMap<SideId, i128>) = (BTreeMap::new(), BTreeMap::new());
    let mut sides: Vec<SideId> = after.seats.iter().map(|player| after.person_of(player.side)).collect();
    sides.sort_unstable();
    sides.dedup();
    let mut totals: BTreeMap<SideId, i128> = BTreeMap::new();
    let samples = (MOST_TOIL / each.max(1)).clamp(FEWEST_SAMPLES, SAMPLES);
    let count = i128::from(samples);
    for _ in 0..samples {
        let lost = one_fall(run, &mut chance);
        let of = |side: &SideId| lost.get(side).copied().unwrap_or(0);
        for side in &sides {
            let more = of(side) - of(&maker) - margin;
            *totals.entry(*side).or_default() += of(side);
            *sums.entry(*side).or_default() += more;
            *squares.entry(*side).or_default() += more * more;
        }
    }
    let surely = sides.iter().copied().filter(|side| {
        let (sum, square) = (sums[side], squares[side]);
        sum > 0 && 1000 * sum * sum > 6636 * (square - sum * sum / count)
    });
    let surely = surely.collect();
    let points = totals.into_iter().map(|(side, total)| (side, Ratio { numerator: total, denominator: count })).collect();
    Expected { by_dice: true, points, surely: Some(surely) }
}

/// The points of a man; a king that counts is never removed, so a king's are a dummy's.
pub fn worth(position: &Position, kind: KindId) -> i128 {
    let kind = position.entities.kind(kind);
    if kind.royal { DUMMY_KING } else { i128::from(kind.value) }
}

/// A moment at which a rule acts, on the boards as they are.
struct Firing {
    position: Position,
    instant: Instant<'static>,
    side: SideId,
}

impl Firing {
    /// The points that each side loses if the dice fall so.
    fn losses(&self, game: &Multiverse, (on, text): (Boards, &str), cup: Cup) -> Thrown<BTreeMap<SideId, i128>> {
        let (fired, fate) = answering(&cup, &mut |fate| game.law.fire_on(on, &self.position, self.instant, self.side, Some(fate)));
        let mut lost: BTreeMap<SideId, i128> = BTreeMap::new();
        for effect in fired.iter().filter(|fired| fired.text == text).flat_map(|fired| &fired.effects) {
            if let Effect::Put { man, from: Place::Cell(_), to: Place::Gone | Place::Pocket(_) } = *effect {
                let man = self.position.man(man);
                let worth = worth(&self.position, man.kind);
                *lost.entry(game.person_of(self.position.entities.army(man.army).side)).or_default() += worth;
            }
        }
        (lost, fate.cup)
    }
}

/// The first moment in the coming turns at which a rule would act, were nobody to move.
fn first_firing(game: &Multiverse, now: Phase, text: &str) -> Option<Firing> {
    let law: &Law = &game.law;
    let acts = |position: &Position, instant: Instant<'static>, side: SideId| {
        let firing = Firing { position: position.clone(), instant, side };
        let mut fate = Fate::new(Cup::supposing(Vec::new()), Vec::new(), Vec::new());
        fate.silent = game.seats.iter().map(|player| player.side).collect();
        let fired = law.fire(position, instant, side, Some(&mut fate));
        // dice thrown for another rule are no firing of this one
        (fired.iter().any(|fired| fired.text == text) || fate.cup.supposes_for(text)).then_some(firing)
    };
    let mut position = game.position.clone();
    let mut phase = now;
    loop {
        let side = game.player(phase.seat).side;
        if let Some(firing) = acts(&position, Instant::Closes, side) {
            return Some(firing);
        }
        let next = phase.next(&game.alive()).filter(|next| next.turn <= now.turn + TURNS_AHEAD)?;
        if next.turn > phase.turn
            && let Some(firing) = acts(&position, Instant::TurnEnds, side)
        {
            return Some(firing);
        }
        let side = game.player(next.seat).side;
        position.apply(&Effect::Clock { old: position.clock(), new: Clock::new(next.turn, Some(side)) });
        let turn = (next.turn > phase.turn).then_some(Instant::Turn);
        if let Some(firing) = turn.into_iter().chain([Instant::Opens]).find_map(|instant| acts(&position, instant, side)) {
            return Some(firing);
        }
        phase = next;
    }
}
