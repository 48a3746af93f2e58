//! R8 on what a rule that tells colours apart does to men behind moves: holds them, changes or converts them, marks them. No position of the battery has
//! a past, so the power that comes of it is looked at behind the moves that set it off.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::{ArmyId, Effect, Position};
use crate::dice::{Cup, Seeded};
use crate::law::{Law, Move};
use crate::rule::{Clause, Deed, Event, Form, Naming, Part, Trigger, walk};
use crate::turn::Seat;

use super::super::multiverse::Multiverse;
use super::arrivals::Gained;
use super::chances::{Toil, add, answering, every_fall, one_fall};
use super::{Proposal, battery, power};

/// In how many positions in which it does so the moves of a side are looked at.
const POSITIONS: usize = 3;
/// How many of its moves in each of them, taken evenly.
const MOVES: usize = 8;
/// In how many ways the dice behind a move can fall that are all looked at; of more so many are drawn.
const WAYS: u32 = 24;

/// What the players gain in power behind such moves of each of them, on average over its moves; `None`: it does no such thing, or much the same for all.
pub fn gained(proposal: &Proposal<'_>, seed: u64) -> Option<Gained> {
    let rule = proposal.rule()?;
    let colour = |part: &Part<'_>| matches!(part, Part::Name(Naming::Colour, _));
    if !rule.clauses.iter().any(|clause| follows(clause) && walk::holds(clause, &colour)) {
        return None;
    }
    let game = proposal.lasting_after();
    let behind = Behind { proposal, game, without: without(game, &proposal.number)? };
    let seats: Vec<Seat> = (0..game.seats.len() as u8).map(Seat).filter(|&seat| game.player(seat).alive).collect();
    let mut by: Vec<(Seat, i64)> = seats.iter().map(|&seat| (seat, 0)).collect();
    for &mover in seats.iter().filter(|&&seat| game.player(seat).moves()) {
        let mut seen = Seen::default();
        behind.look(mover, &seats, seed, &mut seen);
        for (at, sum) in seen.sums.iter().enumerate().filter(|_| seen.moves > 0) {
            by[at].1 += sum / seen.moves;
        }
    }
    let (least, most) = (by.iter().map(|(_, by)| *by).min()?, by.iter().map(|(_, by)| *by).max()?);
    // Chance puts the men of the battery otherwise for each side.
    let alike = least > 0 && most <= 2 * least || most < 0 && least >= 2 * most || least == most;
    (!alike).then_some(Gained { by, surely: None, when: "after moves" })
}

/// What comes of such a move is done to men that stay where they are.
fn follows(clause: &Clause) -> bool {
    let stays = |deed: &Deed| {
        matches!(
            deed,
            Deed::Hold(..)
                | Deed::Become(..)
                | Deed::Climb(..)
                | Deed::Join(..)
                | Deed::Place { .. }
                | Deed::Tally { .. }
                | Deed::Meanwhile(..)
        )
    };
    matches!(&clause.form, Form::Trigger(Trigger { event: Event::Act(_), deeds, .. }) if deeds.iter().any(|deed| deed.any(&stays)))
}

/// The law in which a rule does nothing behind moves.
fn without(game: &Multiverse, number: &str) -> Option<Arc<Law>> {
    let mut still = game.clone();
    for rule in still.rules.iter_mut().filter(|rule| rule.stands() && rule.enactment.number == number) {
        let rest = |clause: &Clause| if follows(clause) { clause.at_rest() } else { clause.clone() };
        rule.say(rule.clauses().iter().map(rest).collect());
    }
    still.fold(None).ok().map(Arc::new)
}

/// What was seen of the moves of one player: how many, and what each player gains by all of them together, in hundredths of a square.
#[derive(Default)]
struct Seen {
    moves: i64,
    sums: Vec<i64>,
    positions: usize,
}

struct Behind<'p> {
    proposal: &'p Proposal<'p>,
    game: &'p Multiverse,
    without: Arc<Law>,
}

impl Behind<'_> {
    fn look(&self, mover: Seat, seats: &[Seat], seed: u64, seen: &mut Seen) {
        seen.sums = vec![0; seats.len()];
        let here = battery::said(&self.game.position);
        let mut chance = Seeded(seed);
        for board in battery::boards(self.proposal.before, &power::universes(self.proposal)) {
            battery::together(std::slice::from_ref(&here), board, &mut chance, &mut |positions| {
                if seen.positions < POSITIONS {
                    self.of_position(&positions[0], mover, (seats, seed), seen);
                }
            });
        }
    }

    fn of_position(&self, position: &Position, mover: Seat, (seats, seed): (&[Seat], u64), seen: &mut Seen) {
        let mut position = position.clone();
        let before = seen.moves;
        for army in self.armies(mover) {
            battery::at_turn(&mut position, self.proposal.before.phase.turn + 1, army);
            let known = self.without.unguarded(&position, army, None);
            let same =
                |one: &Move, other: &Move| (one.man, one.to, one.sort, one.choice) == (other.man, other.to, other.sort, other.choice);
            let follows = |played: &Move| {
                let alone = known.iter().find(|known| same(known, played));
                alone.filter(|known| played.open || known.effects != played.effects).map(|alone| (played.clone(), alone))
            };
            let moves = self.game.law.unguarded(&position, army, None);
            let followed: Vec<(Move, &Move)> = moves.iter().filter_map(follows).collect();
            for (played, alone) in followed.iter().step_by(followed.len().div_ceil(MOVES).max(1)) {
                seen.moves += 1;
                let with = self.expected(&self.game.law, (&position, played), seats, seed);
                let without = self.expected(&self.without, (&position, alone), seats, seed);
                seen.sums.iter_mut().zip(with.iter().zip(without)).for_each(|(sum, (with, without))| *sum += with - without);
            }
        }
        seen.positions += usize::from(seen.moves > before);
    }

    /// What each player's men can do behind a move, as its dice may fall: in hundredths of a square.
    fn expected(&self, law: &Law, (position, played): (&Position, &Move), seats: &[Seat], seed: u64) -> Vec<i64> {
        let powers = |effects: &[Effect]| seats.iter().map(|&seat| 100 * self.power(position, effects, seat)).collect::<Vec<i64>>();
        if !played.open {
            return powers(&played.effects);
        }
        let mut run = |cup: Cup| {
            let (settled, fate) = answering(&cup, &mut |fate| law.settle(position, played, fate));
            (settled.effects, fate.cup)
        };
        let (mut ways, mut sums) = (0, BTreeMap::new());
        let exact = every_fall(&mut run, (1, &mut Toil::new()), &mut |effects, chance| {
            ways += 1;
            ways <= WAYS && add(&mut sums, powers(&effects).into_iter().map(i128::from).enumerate(), chance)
        });
        if exact {
            return sums.values().map(|sum| (sum.numerator / sum.denominator.max(1)) as i64).collect();
        }
        let (mut chance, mut sums) = (Seeded(seed), vec![0; seats.len()]);
        for _ in 0..WAYS {
            let drawn = powers(&one_fall(&mut run, &mut chance));
            sums.iter_mut().zip(drawn).for_each(|(sum, power)| *sum += power);
        }
        sums.into_iter().map(|sum: i64| sum / i64::from(WAYS)).collect()
    }

    /// What a player's men can do behind what a move does, in his next phase.
    fn power(&self, position: &Position, effects: &[Effect], seat: Seat) -> i64 {
        let mut after = position.clone();
        after.apply_all(effects);
        let weight = i64::from(self.proposal.before.parameters.capture_weight);
        let mut squares = 0;
        for army in self.armies(seat) {
            battery::at_turn(&mut after, self.proposal.before.phase.turn + 1, army);
            for board in battery::boards(self.game, &power::universes(self.proposal)) {
                let able = self.game.law.powers(&mut after, army, board, &mut 0);
                let free = able.iter().filter(|able| !self.game.law.holds(&after, able.man));
                squares += free.map(|able| able.power.quiet.len() as i64 + weight * able.power.captures.len() as i64).sum::<i64>();
            }
        }
        squares
    }

    fn armies(&self, seat: Seat) -> Vec<ArmyId> {
        let side = self.game.player(seat).side;
        let entities = &self.game.position.entities;
        (0..entities.armies.len()).map(|army| ArmyId(army as u8)).filter(|&army| entities.army(army).side == side).collect()
    }
}
