//! R8 on what a rule does to men at once: those that it places, converts or changes are weighed by where they could go, for no power of a kind
//! changes by it.

use std::collections::BTreeMap;

use crate::board::{ArmyId, BoardId, Effect, KindId, ManId, Place, Position, SideId};
use crate::dice::Cup;
use crate::turn::Seat;

use super::super::multiverse::Multiverse;
use super::battery;
use super::chances::{Ratio, Toil, World, add, worlds};
use super::removal::sampled;
use super::{Proposal, Subject};

/// What each player gains by men that come, go over or change at once, in hundredths of a square.
pub struct Gained {
    pub by: Vec<(Seat, i64)>,
    /// It is an estimate: whose gain is surely smaller than the maker's, by more than is tolerated.
    pub surely: Option<Vec<Seat>>,
}

/// `None`: no man comes, goes over or changes.
pub fn gained(proposal: &Proposal<'_>, seed: u64) -> Option<Gained> {
    let (after, mut ranges) = (&proposal.after, BTreeMap::new());
    let mut any = false;
    let mut weigh = |game: &Multiverse| {
        let touched = touched(proposal.before, game);
        any |= !touched.is_empty();
        weighed(proposal.before, game, &touched, &mut ranges)
    };
    let mut expected: BTreeMap<SideId, Ratio> = BTreeMap::new();
    let mut toil = Toil::new();
    // Where boards do not concern each other, what is gained on each adds up.
    let exact =
        worlds(proposal).iter().all(|world| world.each_fall(&mut toil, &mut |game, chance| add(&mut expected, weigh(game), chance)));
    let mut surely = None;
    if !exact {
        let whole = World::whole(proposal);
        let mut lost = |cup: Cup| {
            let (game, cup) = whole.made(cup);
            (weigh(&game).into_iter().map(|(side, gained)| (side, -gained)).collect(), cup)
        };
        let margin = proposal.before.parameters.fair_tolerance.into();
        let estimate = sampled(proposal, (whole.toil(), &mut lost), margin, seed);
        let gain = |(side, lost): (SideId, Ratio)| (side, Ratio { numerator: -lost.numerator, ..lost });
        expected = estimate.points.into_iter().map(gain).collect();
        surely = estimate.surely.map(|sides| sides.into_iter().filter_map(|side| after.seat_of_side(side)).collect());
    }
    let seats = (0..after.seats.len() as u8).map(Seat).filter(|&seat| after.player(seat).alive);
    let of =
        |seat: Seat| expected.get(&after.player(seat).side).map_or(0, |squares| (squares.numerator / squares.denominator.max(1)) as i64);
    any.then(|| Gained { by: seats.map(|seat| (seat, of(seat))).collect(), surely })
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
        for able in game.law.powers(&mut positions[0], army, board) {
            squares += able.power.quiet.len() as i64;
            seen += 1;
        }
    });
    if seen == 0 { 0 } else { squares * 100 / seen }
}

/// Whether a proposal does anything to men at once.
pub fn acts(proposal: &Proposal<'_>) -> bool {
    let random = matches!(proposal.subject, Subject::Rule(rule) if rule.clauses.iter().any(|clause| clause.form.is_random_at_once()));
    let men = |effect: &Effect| {
        matches!(effect, Effect::Make { .. } | Effect::Recruit { .. } | Effect::Kind { .. } | Effect::Army { .. } | Effect::Put { .. })
    };
    random || proposal.at_once.iter().any(men)
}
