//! R8 on removals by dice that moves set off: what they cost each side, over the moves of each side that do so now or, where a side has none now,
//! in the first of the battery's positions where it has some.
//!
//! Each side's moves count alike together, however many they are: a rule that costs every mover's opponent the same is fair. Of a rule that
//! names nobody, what a move costs the mover himself is his to risk, and no matter of which moves he happens to have; and where somebody has no
//! such move yet, the men of the battery say nothing of the sides.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{ArmyId, BoardId, Effect, Place, Position, SideId};
use crate::dice::{Cup, Seeded};
use crate::law::{Law, Move};
use crate::rule::{Deed, Event, Form};

use super::super::multiverse::Multiverse;
use super::chances::{Ratio, Thrown, Toil, add, answering, every_fall};
use super::removal::{Expected, sampled, worth};
use super::{Proposal, battery, power};

/// What a move costs that is settled, in clauses asked.
const MOVE: u64 = 2;

/// The moves of a side that set the dice off, one of which is as likely as another.
struct Provoked {
    mover: SideId,
    /// They are moves of the game as it stands.
    here: bool,
    position: Position,
    moves: Vec<Move>,
}

/// What every side that has men where the rule acts loses alike, in the place of what each is told to lose.
fn alike(points: &mut BTreeMap<SideId, Ratio>, there: &BTreeSet<SideId>) -> bool {
    let sides = there.len() as i128;
    let sum = points.values().try_fold(Ratio::ZERO, |sum, &one| sum.plus(one)).and_then(|sum| sum.times(1, sides.max(1)));
    points.iter_mut().for_each(|(side, one)| *one = sum.filter(|_| there.contains(side)).unwrap_or(Ratio::ZERO));
    sum.is_some()
}

/// Who has men where the rule acts.
fn there(proposal: &Proposal<'_>) -> BTreeSet<SideId> {
    let (game, universes) = (proposal.lasting_after(), power::universes(proposal));
    let boards = (0..game.position.geometry.boards.len()).map(|board| BoardId(board as u8));
    let acts = |board: &BoardId| universes.contains(&game.position.geometry.board(*board).universe);
    let men = boards.filter(acts).flat_map(|board| game.position.standing(board));
    men.map(|(_, man, _)| game.person_of(game.position.entities.army(man.army).side)).collect()
}

/// What the sides lose by a move that sets off dice which remove men; `None`: none does.
pub fn expected(proposal: &Proposal<'_>, evenhanded: bool, seed: u64) -> Option<Expected> {
    let by_move = |form: &Form| match form {
        Form::Trigger(trigger) => {
            let of_itself = matches!(trigger.event, Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::Enacted | Event::Repealed);
            !of_itself && trigger.deeds.iter().any(Deed::removes) && trigger.deeds.iter().any(Deed::is_random)
        }
        _ => false,
    };
    if !proposal.rule()?.clauses.iter().any(|clause| by_move(&clause.form)) {
        return None;
    }
    let game = proposal.lasting_after();
    let all = provoked(proposal, seed);
    let nothing = || game.seats.iter().map(|player| (game.person_of(player.side), Ratio::ZERO)).collect::<BTreeMap<_, _>>();
    let (mut points, mut own, mut toil) = (nothing(), nothing(), Toil::new());
    let risked = |provoked: &Provoked, side: &SideId| evenhanded && *side == game.person_of(provoked.mover);
    let there = there(proposal);
    let unsaid = evenhanded && all.iter().any(|provoked| !provoked.here);
    let exact = !all.is_empty()
        && all.iter().all(|provoked| {
            let mut run = |cup: Cup| provoked.losses(game, cup);
            every_fall(&mut run, (MOVE, &mut toil), &mut |lost, chance| {
                let (risk, loss) = lost.into_iter().partition::<BTreeMap<_, _>, _>(|(side, _)| risked(provoked, side));
                add(&mut own, risk, chance) && add(&mut points, loss, chance)
            })
        })
        && (!unsaid || alike(&mut points, &there))
        && alike(&mut own, &there)
        && own.iter().all(|(side, &risk)| points.get_mut(side).is_some_and(|of| of.plus(risk).map(|sum| *of = sum).is_some()));
    if exact {
        return Some(Expected { by_dice: true, points, surely: None });
    }
    let mut run = |cup: Cup| {
        let (mut lost, mut cup) = (BTreeMap::new(), cup);
        for provoked in &all {
            let (more, thrown) = provoked.losses(game, cup);
            let more = more.into_iter().filter(|(side, _)| !unsaid && !risked(provoked, side));
            more.for_each(|(side, worth)| *lost.entry(side).or_default() += worth);
            cup = thrown;
        }
        (lost, cup)
    };
    (!all.is_empty()).then(|| sampled(proposal, (MOVE * all.len() as u64, &mut run), 0, seed))
}

/// By side: the moves that set off dice which nothing set off before. For a side that has none now, those of the first position that has some.
fn provoked(proposal: &Proposal<'_>, seed: u64) -> Vec<Provoked> {
    let players = proposal.lasting_after().seats.iter().filter(|player| player.moves());
    let here = &proposal.lasting_after().position;
    players
        .filter_map(|player| of_position(proposal, (here, true), player.side).or_else(|| in_the_battery(proposal, seed, player.side)))
        .collect()
}

fn in_the_battery(proposal: &Proposal<'_>, seed: u64, side: SideId) -> Option<Provoked> {
    let (mut chance, mut found) = (Seeded(seed), None);
    let position = proposal.lasting_after().position.clone();
    for board in battery::boards(proposal.before, &power::universes(proposal)) {
        battery::together(std::slice::from_ref(&position), board, &mut chance, &mut |positions| {
            if found.is_none() {
                found = of_position(proposal, (&positions[0], false), side);
            }
        });
    }
    found
}

fn of_position(proposal: &Proposal<'_>, (position, here): (&Position, bool), side: SideId) -> Option<Provoked> {
    let (before, after) = (proposal.lasting_before(), proposal.lasting_after());
    let mut position = position.clone();
    let mut moves = Vec::new();
    let armies = (0..position.entities.armies.len()).map(|army| ArmyId(army as u8));
    let own: Vec<ArmyId> = armies.filter(|&army| position.entities.army(army).side == side).collect();
    for army in own {
        battery::at_turn(&mut position, proposal.before.phase.turn + 1, army);
        let random = |law: &Law| match law.unguarded(&position, army, None).iter().any(|played| played.open) {
            true => law.legal(&position, army, None).into_iter().filter(|played| played.open).collect(),
            false => Vec::new(),
        };
        // What hung on dice before is not this rule's.
        let known = if army.index() < before.position.entities.armies.len() { random(&before.law) } else { Vec::new() };
        let same = |one: &Move, other: &Move| (one.man, one.to, one.sort, one.choice) == (other.man, other.to, other.sort, other.choice);
        moves.extend(random(&after.law).into_iter().filter(|played| !known.iter().any(|known| same(known, played))));
    }
    (!moves.is_empty()).then_some(Provoked { mover: side, here, position, moves })
}

impl Provoked {
    /// The points that each side loses by the dice, first of all by which move sets them off.
    fn losses(&self, game: &Multiverse, cup: Cup) -> Thrown<BTreeMap<SideId, i128>> {
        let law = &game.law;
        let ((played, settled), fate) = answering(&cup, &mut |fate| {
            let which = fate.roll(&vec![1; self.moves.len()], "", |_| String::new()).unwrap_or(0);
            (&self.moves[which], law.settle(&self.position, &self.moves[which], fate))
        });
        let mut lost: BTreeMap<SideId, i128> = BTreeMap::new();
        for effect in &settled.effects {
            if let Effect::Put { man, from: Place::Cell(_), to: Place::Gone | Place::Pocket(_) } = *effect
                && !played.captured.contains(&man)
            {
                let man = self.position.man(man);
                *lost.entry(game.person_of(self.position.entities.army(man.army).side)).or_default() += worth(&self.position, man.kind);
            }
        }
        (lost, fate.cup)
    }
}
