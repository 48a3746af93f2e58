//! R5 of real kings that a rule may send to another universe (M5): wherever it may bring one, somebody must still be able to come and capture it.

use crate::board::{CellId, Man, ManId};
use crate::law::pursuit::{Finding, Proof};
use crate::rule::{Class, Clause, Deed, Event, Form, Kinds, Owner, Ref, Trigger, Whom};

use crate::turn::Seat;

use super::super::multiverse::Multiverse;
use super::r5::{self, Pair};
use super::{Proposal, Verdict};

/// A universe to which the rule may send a real king, and in which it would be safe from somebody for good.
pub(super) fn refused(proposal: &Proposal<'_>, budget: u64) -> Option<Verdict> {
    let game = &proposal.after;
    let sending: Vec<&Clause> = proposal.rule()?.clauses.iter().filter(|clause| !sent_by(clause).is_empty()).collect();
    if sending.is_empty() {
        return None;
    }
    let royal = |id: ManId| Some((id, game.position.man(id))).filter(|(_, man)| game.owner(man.army).is_some());
    let kings: Vec<(ManId, &Man)> = game.position.royals().iter().filter_map(royal).collect();
    let sent = |king: &Man| sending.iter().flat_map(|clause| sent_by(clause)).any(|class| may_be(game, class, king));
    for pair in game.pairs().into_iter().filter(|pair| !travels(game, pair.attacker)) {
        let own = |king: &&(ManId, &Man)| game.owner(king.1.army) == Some(pair.victim) && sent(king.1);
        for &(king, man) in kings.iter().filter(own) {
            let found = exiles(game, &pair, man).into_iter().find_map(|cell| shown(game, &pair, (king, man), cell, budget));
            if let Some((there, proof)) = found {
                return Some(r5::refused(&there, &pair, &proof));
            }
        }
    }
    None
}

/// Some rule may send men of a player to other universes: he may come after a king.
fn travels(game: &Multiverse, seat: Seat) -> bool {
    let armies: Vec<&str> = game.armies(seat).into_iter().map(|army| game.position.entities.army(army).name.as_str()).collect();
    let his = |class: &Class| match &class.owner {
        Owner::Army(army) => armies.contains(&army.as_str()),
        _ => true,
    };
    let clauses = game.rules.iter().filter(|rule| rule.stands()).flat_map(|rule| rule.clauses());
    clauses.flat_map(sent_by).any(his)
}

/// The men that a clause may send to another universe.
pub(super) fn sent_by(clause: &Clause) -> Vec<&Class> {
    let (mover, deeds) = match &clause.form {
        Form::Trigger(Trigger { event: Event::Act(act) | Event::Would(act), deeds, .. }) => (Some(&act.who), deeds),
        Form::Trigger(Trigger { deeds, .. }) => (None, deeds),
        Form::Action(action) => (None, &action.deeds),
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    deeds.iter().for_each(|deed| gather(deed, mover, &mut found));
    found
}

fn gather<'r>(deed: &'r Deed, mover: Option<&'r Class>, found: &mut Vec<&'r Class>) {
    match deed {
        Deed::Send { who: Whom::That(Ref::Actor), .. } => found.extend(mover),
        Deed::Send { who: Whom::Among { who, .. }, .. } => found.push(who),
        _ => deed.inner().into_iter().flatten().for_each(|deed| gather(deed, mover, found)),
    }
}

/// Whether a man may be one of a class, whatever has become of it by then.
pub(super) fn may_be(game: &Multiverse, class: &Class, man: &Man) -> bool {
    let name = &game.position.entities.kind(man.kind).name;
    let kind = match &class.kinds {
        Kinds::Every => true,
        Kinds::Only(names) => names.contains(name),
        Kinds::Except(names) => !names.contains(name),
    };
    let army = match &class.owner {
        Owner::Army(army) => *army == game.position.entities.army(man.army).name,
        _ => true,
    };
    kind && army
}

/// A free square in each universe where the king does not stand, and its hunter has nobody.
fn exiles(game: &Multiverse, pair: &Pair, king: &Man) -> Vec<CellId> {
    let geometry = &game.position.geometry;
    let home = king.place.cell().map(|cell| geometry.board(geometry.cell(cell).board).universe);
    let hunted = |universe: u16| {
        let boards = game.boards_of(universe);
        boards.iter().any(|&board| game.position.standing(board).any(|(_, man, _)| game.owner(man.army) == Some(pair.attacker)))
    };
    let numbers = game.universes.iter().map(|universe| universe.number);
    numbers.filter(|&number| Some(number) != home && !hunted(number)).filter_map(|number| game.free_in(number)).collect()
}

/// That nobody could come to capture the king on such a square, and the game in which it stands there.
fn shown(game: &Multiverse, pair: &Pair, (king, man): (ManId, &Man), to: CellId, budget: u64) -> Option<(Multiverse, Proof)> {
    let there = game.with_king_on(king, man, to);
    let proof = match there.at_once(pair, &[]) {
        Ok(None) => Proof::Unreachable { at: to },
        Ok(Some(Finding::Impossible(proof))) => proof,
        Ok(Some(_)) => return None,
        Err(mut search) => match search.run(budget) {
            Finding::Impossible(proof) => proof,
            _ => return None,
        },
    };
    Some((there, proof))
}
