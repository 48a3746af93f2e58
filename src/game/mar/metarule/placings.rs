//! R8 on what a rule lets players place instead of moving, one man after the other. Each costs a move, so that it is no gain in itself: where it is
//! worth more to its maker than to somebody else, that is open to challenge.

use std::collections::BTreeMap;

use crate::board::{ArmyId, Effect, ManId, Position, SideId};
use crate::law::Sort;
use crate::rule::walk::{self, Part};
use crate::rule::{Clause, Deed, Form};

use super::super::multiverse::Multiverse;
use super::super::parameters::hundredths;
use super::arrivals::{Ranges, range};
use super::{Proposal, battery};

/// How many men are looked at that one side may place.
const MOST_PLACED: usize = 4;

/// For whom it is worth more, in words, if it is the maker.
pub fn favours_its_maker(proposal: &Proposal<'_>) -> Option<String> {
    let (after, own) = (&proposal.after, proposal.by_person());
    let worth = placeable(proposal)?;
    let of = |side: SideId| worth.get(&side).copied().unwrap_or(0);
    // Sides that rules have made are no rivals (R13).
    let rivals = after.seats.iter().filter(|player| player.alive && player.guest.is_none()).map(|player| after.person_of(player.side));
    let rival = rivals.filter(|&side| side != own).min_by_key(|&side| of(side))?;
    let name = |side: SideId| after.side_name(side);
    (of(own) > of(rival) + i64::from(proposal.before.parameters.fair_tolerance)).then(|| {
        let (mine, theirs) = (hundredths(of(own)), hundredths(of(rival)));
        format!("what it lets players place is worth {mine} squares to {}, {theirs} to {}", name(own), name(rival))
    })
}

/// What each person may place by it as the boards stand, in hundredths of a square; `None`: nobody places anything.
fn placeable(proposal: &Proposal<'_>) -> Option<BTreeMap<SideId, i64>> {
    let places = |part: &Part<'_>| matches!(part, Part::Deed(deed) if matches!(**deed, Deed::Place { .. }));
    let lets = |clause: &Clause| matches!(clause.form, Form::Action(_)) && walk::holds(clause, &places);
    proposal.rule().filter(|rule| rule.clauses.iter().any(lets))?;
    let (before, after) = (proposal.lasting_before(), proposal.lasting_after());
    let mut found: BTreeMap<SideId, i64> = BTreeMap::new();
    for player in after.seats.iter().filter(|player| player.alive) {
        let placed = |game: &Multiverse| game.seat_of_side(player.side).map_or(0, |seat| placed(game, &game.armies(seat)));
        *found.entry(after.person_of(player.side)).or_default() += placed(after) - placed(before);
    }
    Some(found)
}

/// What a side comes to have that places one man after the other, always the one that reaches most.
fn placed(game: &Multiverse, armies: &[ArmyId]) -> i64 {
    let Some(&first) = armies.first() else { return 0 };
    let (mut position, mut ranges, mut sum) = (game.position.clone(), Ranges::new(), 0);
    battery::at_turn(&mut position, game.phase.turn + 1, first);
    for _ in 0..MOST_PLACED {
        let mut best: Option<(i64, Position)> = None;
        for action in game.law.legal_of_all(&position, armies, None) {
            if !matches!(action.sort, Sort::Action(_)) || !action.effects.iter().any(|effect| matches!(effect, Effect::Make { .. })) {
                continue;
            }
            let mut then = position.clone();
            then.apply_all(&action.effects);
            let new = (position.next_man().0..then.next_man().0).map(|id| *then.man(ManId(id)));
            let there = new.filter_map(|man| Some((man, then.geometry.cell(man.place.cell()?).board)));
            let worth = there.map(|(man, board)| {
                *ranges.entry((true, man.kind, man.army, board)).or_insert_with(|| range(game, man.kind, man.army, board))
            });
            let worth: i64 = worth.sum();
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, then));
            }
        }
        let Some((worth, then)) = best else { break };
        sum += worth;
        position = then;
    }
    sum
}
