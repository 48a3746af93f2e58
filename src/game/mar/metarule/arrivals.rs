//! R8 on what a rule does to men at once, or later by the clock: those that it places, converts or changes are weighed by where they could go, for no
//! power of a kind changes by it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::{ArmyId, BoardId, Clock, Effect, KindId, ManId, Place, Position, SideId};
use crate::dice::Cup;
use crate::law::Instant;
use crate::rule::{Clause, Condition, Deed as Doing, Event, Form, Trigger};
use crate::turn::Seat;

use super::super::multiverse::Multiverse;
use super::super::phase::Deed;
use super::chances::{self, Ratio, Thrown, Toil, World, add, every_fall, worlds};
use super::proposal::unprotected;
use super::removal::sampled;
use super::{Proposal, battery, power};

/// What each player gains by men that come, go over or change of themselves, in hundredths of a square.
pub struct Gained {
    pub by: Vec<(Seat, i64)>,
    /// It is an estimate: whose gain is surely smaller than the maker's, by more than is tolerated.
    pub surely: Option<Vec<Seat>>,
    pub when: &'static str,
}

/// What the sides may expect, by the dice.
struct Expected {
    by: BTreeMap<SideId, Ratio>,
    surely: Option<Vec<SideId>>,
}

/// By what is done at once, and by that and all that is done later together, as if it were done now, on the boards as they are (F7); nothing where no
/// man comes, goes over or changes.
pub fn gained(proposal: &Proposal<'_>, evenhanded: bool, seed: u64) -> Vec<Gained> {
    let after = &proposal.after;
    let at_once = acts(proposal).then(|| at_once(proposal, evenhanded, seed)).flatten();
    let whole = if at_once.is_some() { "at once and by the clock" } else { "by the clock" };
    let on_time = OnTime::of(proposal, evenhanded).and_then(|on_time| on_time.weighed(proposal, evenhanded, seed));
    let seats: Vec<Seat> = (0..after.seats.len() as u8).map(Seat).filter(|&seat| after.player(seat).alive).collect();
    let parts = [(at_once, "at once"), (on_time, whole)].into_iter().filter_map(|(part, when)| Some((part?, when)));
    let gained = |(Expected { by, surely }, when)| {
        let of = |seat: Seat| by.get(&after.player(seat).side).map_or(0, |squares| (squares.numerator / squares.denominator.max(1)) as i64);
        let surely = surely.map(|sides| sides.into_iter().filter_map(|side| after.seat_of_side(side)).collect());
        Gained { by: seats.iter().map(|&seat| (seat, of(seat))).collect(), surely, when }
    };
    parts.map(gained).collect()
}

fn at_once(proposal: &Proposal<'_>, evenhanded: bool, seed: u64) -> Option<Expected> {
    let (mut any, mut ranges, mut toil) = (false, Ranges::new(), Toil::new());
    let mut weigh = |game: &Multiverse| {
        let touched = touched(proposal.before, game);
        any |= !touched.is_empty();
        weighed(proposal.before, game, &touched, &mut ranges)
    };
    let mut by = BTreeMap::new();
    if chances::is_chosen(proposal) {
        for world in worlds(proposal) {
            let most = as_answered(proposal, evenhanded, &mut |see| world.each_way(&mut toil, &mut |game| see(weigh(game))));
            add(&mut by, most, Ratio { numerator: 1, denominator: 1 });
        }
        return any.then_some(Expected { by, surely: None });
    }
    // Where boards do not concern each other, what is gained on each adds up.
    let exact = worlds(proposal).iter().all(|world| world.each_fall(&mut toil, &mut |game, chance| add(&mut by, weigh(game), chance)));
    let whole = World::whole(proposal);
    let expected = match exact {
        true => Expected { by, surely: None },
        false => Expected::estimated(proposal, whole.toil(), &mut |cup| whole.made(cup), &mut weigh, seed),
    };
    any.then_some(expected)
}

/// Whoever looks at what is gained by one answer: whether he wants to see more.
type See<'s> = &'s mut dyn FnMut(BTreeMap<SideId, i128>) -> bool;

/// What is chosen may be chosen so: of all answers those that favour the maker most, as against whoever then fares worst. Where each chooses for
/// himself each has what is best for him.
fn as_answered(proposal: &Proposal<'_>, evenhanded: bool, each_way: &mut dyn FnMut(See<'_>)) -> BTreeMap<SideId, i128> {
    let (after, own) = (&proposal.after, proposal.by_person());
    let alive = |seat: &Seat| after.player(*seat).alive && after.player(*seat).guest.is_none();
    let seats = (0..after.seats.len() as u8).map(Seat).filter(alive);
    let sides: Vec<SideId> = seats.map(|seat| after.person_of(after.player(seat).side)).collect();
    let each = is_left_to_each(proposal, evenhanded);
    let mut found: Option<BTreeMap<SideId, i128>> = None;
    each_way(&mut |gained| {
        let ahead = |gained: &BTreeMap<SideId, i128>| {
            let of = |side: &SideId| gained.get(side).copied().unwrap_or(0);
            of(&own) - sides.iter().filter(|side| **side != own).map(of).min().unwrap_or(0)
        };
        match &mut found {
            Some(known) if each => {
                for &side in &sides {
                    let most = known.get(&side).copied().unwrap_or(0).max(gained.get(&side).copied().unwrap_or(0));
                    known.insert(side, most);
                }
            }
            Some(known) if ahead(known) >= ahead(&gained) => {}
            known => *known = Some(gained),
        }
        true
    });
    found.unwrap_or_default()
}

/// Whatever is chosen in it each player chooses for himself.
fn is_left_to_each(proposal: &Proposal<'_>, evenhanded: bool) -> bool {
    evenhanded && proposal.rule().is_some_and(|rule| rule.clauses.iter().all(chances::is_left_to_each))
}

impl Expected {
    fn estimated(
        proposal: &Proposal<'_>,
        each: u64,
        run: &mut dyn FnMut(Cup) -> Thrown<Multiverse>,
        weigh: &mut dyn FnMut(&Multiverse) -> BTreeMap<SideId, i128>,
        seed: u64,
    ) -> Expected {
        let mut lost = |cup: Cup| {
            let (game, cup) = run(cup);
            (weigh(&game).into_iter().map(|(side, gained)| (side, -gained)).collect(), cup)
        };
        let margin = proposal.before.parameters.fair_tolerance.into();
        let estimate = sampled(proposal, (each, &mut lost), margin, seed);
        let gain = |(side, lost): (SideId, Ratio)| (side, Ratio { numerator: -lost.numerator, ..lost });
        Expected { by: estimate.points.into_iter().map(gain).collect(), surely: estimate.surely }
    }
}

/// The game in which nothing but a rule acts of itself, and that in whatever turn it is: all that it ever does by the clock falls into one turn, and
/// what is put off is done at once.
struct OnTime<'p> {
    game: Multiverse,
    number: &'p str,
    /// It hangs on choices, which not all players have alike.
    chosen: bool,
}

impl<'p> OnTime<'p> {
    /// `None`: it does nothing by the clock.
    fn of(proposal: &'p Proposal<'_>, evenhanded: bool) -> Option<OnTime<'p>> {
        let at_once = |trigger: &Trigger| trigger.event == Event::Enacted;
        let on_time = |trigger: &Trigger| matches!(trigger.event, Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds);
        let later = |clause: &Clause| match &clause.form {
            Form::Trigger(trigger) => {
                on_time(trigger) || at_once(trigger) && trigger.deeds.iter().any(|deed| matches!(deed, Doing::Later(..)))
            }
            _ => false,
        };
        proposal.rule().filter(|rule| rule.clauses.iter().any(later))?;
        // Of a rule that tells the sides apart what it asks of the past counts as so: its maker can bring that about.
        let open = |asked: &Condition| power::hangs_on_the_turn(asked) || !evenhanded && power::hangs_on_the_past(asked);
        let (mut game, number) = (unprotected(&proposal.enacted), &proposal.number);
        for rule in game.rules.iter_mut().filter(|rule| rule.stands()) {
            let own = rule.enactment.number == *number;
            let said = |clause: &Clause| {
                let Form::Trigger(trigger) = &clause.form else { return clause.clone() };
                let form = Form::Trigger(Trigger { deeds: done_now(&trigger.deeds), ..trigger.clone() });
                match (at_once(trigger), on_time(trigger)) {
                    (true, _) if own => Clause { form, ..clause.clone() },
                    (_, true) if own => power::given(&Clause { form, ..clause.clone() }, &open),
                    _ => clause.at_rest(),
                }
            };
            let said = rule.clauses().iter().map(said).collect();
            rule.say(said);
        }
        game.law = Arc::new(game.fold(None).ok()?);
        let chosen = chances::is_chosen_on_time(proposal) && !is_left_to_each(proposal, evenhanded);
        Some(OnTime { game, number, chosen })
    }

    /// What the sides gain in that turn, in which nobody moves.
    fn weighed(&self, proposal: &Proposal<'_>, evenhanded: bool, seed: u64) -> Option<Expected> {
        let (mut any, mut ranges, mut by) = (false, Ranges::new(), BTreeMap::new());
        let mut weigh = |game: &Multiverse| {
            let touched = touched(proposal.before, game);
            any |= !touched.is_empty();
            weighed(proposal.before, game, &touched, &mut ranges)
        };
        let mut run = |cup: Cup| self.passed(proposal, cup);
        let toil = World::whole(proposal).toil();
        if self.chosen {
            let by = as_answered(proposal, evenhanded, &mut |see| {
                every_fall(&mut run, (chances::CHOSEN * toil, &mut Toil::new()), &mut |game, _| see(weigh(&game)));
            });
            let by = by.into_iter().map(|(side, gained)| (side, Ratio { numerator: gained, denominator: 1 })).collect();
            return any.then_some(Expected { by, surely: None });
        }
        let toil = toil * self.moments();
        let exact = every_fall(&mut run, (toil, &mut Toil::new()), &mut |game, chance| add(&mut by, weigh(&game), chance));
        let expected = match exact {
            true => Expected { by, surely: None },
            false => Expected::estimated(proposal, toil, &mut run, &mut weigh, seed),
        };
        any.then_some(expected)
    }

    /// How often clauses are asked in that turn: as it begins and ends, and so does each phase.
    fn moments(&self) -> u64 {
        2 + 2 * self.game.seats.len() as u64
    }

    /// The game when that turn is over, if the dice fall so.
    fn passed(&self, proposal: &Proposal<'_>, cup: Cup) -> Thrown<Multiverse> {
        let mut deed = Deed::supposed(&self.game);
        deed.throw(cup);
        if self.chosen {
            deed.answer_by_the_cup();
        }
        deed.fire(Instant::Enacted(self.number), proposal.after.phase.seat);
        let seats: Vec<Seat> = (0..self.game.seats.len() as u8).map(Seat).filter(|&seat| self.game.player(seat).moves()).collect();
        for &seat in &seats {
            let (old, side) = (deed.after.position.clock(), deed.after.player(seat).side);
            deed.after.position.apply(&Effect::Clock { old, new: Clock::new(proposal.before.phase.turn + 1, Some(side)) });
            if Some(&seat) == seats.first() {
                deed.fire(Instant::Turn, seat);
            }
            deed.fire(Instant::Opens, seat);
            deed.fire(Instant::Closes, seat);
        }
        seats.last().iter().for_each(|seat| deed.fire(Instant::TurnEnds, **seat));
        let thrown = deed.thrown();
        (deed.after, thrown)
    }
}

/// The deeds, and in their place those that are put off for some turns.
fn done_now(deeds: &[Doing]) -> Vec<Doing> {
    let now = |deed: &Doing| if let Doing::Later(_, then) = deed { then.clone() } else { vec![deed.clone()] };
    deeds.iter().flat_map(now).collect()
}

/// Men that stand on a board, of another kind or army than before, or that did not stand there.
fn touched(before: &Multiverse, after: &Multiverse) -> Vec<ManId> {
    let changed = |id: ManId| {
        let now = after.position.man(id);
        let there = now.place.cell().is_some();
        if id >= before.position.next_man() {
            return there;
        }
        let then = before.position.man(id);
        (now.kind, now.army) != (then.kind, then.army) && (there || then.place.cell().is_some())
            || there && !matches!(then.place, Place::Cell(_))
    };
    after.position.men().map(|(id, _)| id).filter(|&id| changed(id)).collect()
}

pub(super) type Ranges = BTreeMap<(bool, KindId, ArmyId, BoardId), i64>;

fn weighed(before: &Multiverse, after: &Multiverse, touched: &[ManId], ranges: &mut Ranges) -> BTreeMap<SideId, i128> {
    let mut found = BTreeMap::new();
    for &man in touched {
        for (game, sign) in [(before, -1), (after, 1)] {
            if man >= game.position.next_man() {
                continue;
            }
            let there = *game.position.man(man);
            let Some(cell) = there.place.cell() else { continue };
            let board = game.position.geometry.cell(cell).board;
            let key = (sign > 0, there.kind, there.army, board);
            let squares = *ranges.entry(key).or_insert_with(|| range(game, there.kind, there.army, board));
            // A side that somebody plays besides his own is his.
            if let Some(seat) = game.owner(there.army) {
                *found.entry(after.person_of(game.player(seat).side)).or_default() += i128::from(sign * squares);
            }
        }
    }
    found
}

/// How many squares a man of that kind reaches, alone on the board, on average over its squares: in hundredths.
pub(super) fn range(game: &Multiverse, kind: KindId, army: ArmyId, board: BoardId) -> i64 {
    let (mut squares, mut seen) = (0, 0);
    let positions: [Position; 1] = [battery::said(&game.position)];
    battery::alone(&positions, board, kind, army, &mut |positions| {
        battery::at_turn(&mut positions[0], game.phase.turn + 1, army);
        for able in game.law.powers(&mut positions[0], army, board, &mut 0) {
            squares += able.power.quiet.len() as i64;
            seen += 1;
        }
    });
    if seen == 0 { 0 } else { squares * 100 / seen }
}

/// Whether a proposal does anything to men at once.
fn acts(proposal: &Proposal<'_>) -> bool {
    let random = chances::is_open(proposal);
    let men = |effect: &Effect| {
        matches!(effect, Effect::Make { .. } | Effect::Recruit { .. } | Effect::Kind { .. } | Effect::Army { .. } | Effect::Put { .. })
    };
    random || proposal.at_once.iter().any(men)
}
