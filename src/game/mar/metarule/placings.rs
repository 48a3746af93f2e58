//! R8 on what a rule lets players do to men instead of moving, one deed after the other: those that they place, change or convert. Each costs a move,
//! so that it is no gain in itself: where it is worth more to its maker than to somebody else, that is open to challenge.

use std::collections::BTreeMap;

use crate::board::{ArmyId, Effect, ManId, Position, SideId};
use crate::law::Sort;
use crate::rule::walk::{self, Part};
use crate::rule::{Clause, Deed, Form};

use super::super::multiverse::Multiverse;
use super::super::parameters::hundredths;
use super::arrivals::{Ranges, range};
use super::{Evidence, Proposal, battery};

/// How many such deeds of one side are looked at.
const MOST_DONE: usize = 4;

/// For whom it is worth more, if it is the maker: in words, and what it is worth to everybody.
pub fn favours_its_maker(proposal: &Proposal<'_>) -> Option<(String, Vec<Evidence>)> {
    let (after, own) = (&proposal.after, proposal.by_person());
    let worth = doable(proposal)?;
    let of = |side: SideId| worth.get(&side).copied().unwrap_or(0);
    // Sides that rules have made are no rivals (R13).
    let rivals = after.seats.iter().filter(|player| player.alive && player.guest.is_none()).map(|player| after.person_of(player.side));
    let rival = rivals.filter(|&side| side != own).min_by_key(|&side| of(side))?;
    let name = |side: SideId| after.side_name(side);
    (of(own) > of(rival) + i64::from(proposal.before.parameters.fair_tolerance)).then(|| {
        let (mine, theirs) = (hundredths(of(own)), hundredths(of(rival)));
        let told = format!("what it lets players do to pieces is worth {mine} squares to {}, {theirs} to {}", name(own), name(rival));
        (told, worth.iter().map(|(&side, &by)| Evidence::Fares { player: name(side), by }).collect())
    })
}

/// What it brings each person who does so as the boards stand, in hundredths of a square; `None`: nobody does such a thing.
fn doable(proposal: &Proposal<'_>) -> Option<BTreeMap<SideId, i64>> {
    let does = |part: &Part<'_>| {
        matches!(part, Part::Deed(Deed::Place { .. } | Deed::Drop { .. } | Deed::Become(..) | Deed::Climb(..) | Deed::Join(..)))
    };
    let lets = |clause: &Clause| matches!(clause.form, Form::Action(_)) && walk::holds(clause, &does);
    proposal.rule().filter(|rule| rule.clauses.iter().any(lets))?;
    let (before, after) = (proposal.lasting_before(), proposal.lasting_after());
    let mut found: BTreeMap<SideId, i64> = BTreeMap::new();
    for player in after.seats.iter().filter(|player| player.alive) {
        let done = |game: &Multiverse| game.seat_of_side(player.side).map_or(0, |seat| done(game, &game.armies(seat)));
        *found.entry(after.person_of(player.side)).or_default() += done(after) - done(before);
    }
    Some(found)
}

/// What a side wins, in men of its own and of its opponents, that does one such thing after the other, always the one that brings most.
fn done(game: &Multiverse, armies: &[ArmyId]) -> i64 {
    let Some(&first) = armies.first() else { return 0 };
    let (mut position, mut ranges, mut sum) = (game.position.clone(), Ranges::new(), 0);
    battery::at_turn(&mut position, game.phase.turn + 1, first);
    for _ in 0..MOST_DONE {
        let mut best: Option<(i64, Position)> = None;
        for action in game.law.legal_of_all(&position, armies, None) {
            if !matches!(action.sort, Sort::Action(_)) || !action.effects.iter().any(changes) {
                continue;
            }
            let mut then = position.clone();
            then.apply_all(&action.effects);
            let mut reach = |position: &Position, id: ManId| {
                let man = *position.man(id);
                let Some(cell) = man.place.cell() else { return 0 };
                let board = position.geometry.cell(cell).board;
                let range = *ranges.entry((true, man.kind, man.army, board)).or_insert_with(|| range(game, man.kind, man.army, board));
                if armies.contains(&man.army) { range } else { -range }
            };
            let won = |id: ManId| reach(&then, id) - if id < position.next_man() { reach(&position, id) } else { 0 };
            let worth: i64 = (0..then.next_man().0).map(ManId).map(won).sum();
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, then));
            }
        }
        let Some((worth, then)) = best.filter(|(worth, _)| *worth > 0) else { break };
        sum += worth;
        position = then;
    }
    sum
}

/// A man comes to the board, is another or changes sides.
fn changes(effect: &Effect) -> bool {
    match effect {
        Effect::Make { .. } | Effect::Kind { .. } | Effect::Army { .. } => true,
        Effect::Put { from, .. } => from.cell().is_none(),
        _ => false,
    }
}
