//! How a proposal changes what men can do: measured on the battery (F7), for each kind of man of each army.

use std::collections::BTreeMap;

use crate::board::{ArmyId, BoardId, Effect, KindId, Position};
use crate::dice::Seeded;
use crate::law::{Able, Law, Power};
use crate::rule::{Class, Clause, Condition, Form, How, Kinds, Motion, Number, Owner, Part, Squares, walk};

use super::super::multiverse::{Enacted, Multiverse};
use super::battery;
use super::{Change, Proposal, Subject, faces};

/// What a proposal does to the power of one kind of man of one army.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    pub gains: bool,
    pub loses: bool,
    /// Squares and captures more (or less) than before, of all men seen together.
    pub quiet: i64,
    pub captures: i64,
    /// How many men were seen.
    pub seen: i64,
    /// The turn and the position in which it first showed.
    pub shown: Option<(u32, String)>,
}

impl Shift {
    pub fn change(&self) -> Option<Change> {
        match (self.gains, self.loses) {
            (true, true) => Some(Change::Mixed),
            (true, false) => Some(Change::Increase),
            (false, true) => Some(Change::Decrease),
            (false, false) => None,
        }
    }

    /// Together with another one.
    pub fn join(&mut self, other: &Shift) {
        self.gains |= other.gains;
        self.loses |= other.loses;
        self.quiet += other.quiet;
        self.captures += other.captures;
        self.seen += other.seen;
        self.shown = self.shown.take().or_else(|| other.shown.clone());
    }

    /// What it gives a man on average, in hundredths of a square, a capture counting for so many.
    pub fn worth(&self, capture_weight: u32) -> i64 {
        let all = self.quiet + i64::from(capture_weight) * self.captures;
        if self.seen == 0 { 0 } else { all * 100 / self.seen }
    }
}

/// By kind and army.
pub type Shifts = BTreeMap<(KindId, ArmyId), Shift>;

/// What a proposal changes, and the seed of the positions it was measured on.
pub fn shifts(proposal: &Proposal<'_>) -> (u64, Shifts) {
    let seed = battery::seed(proposal);
    let found = measured(proposal, seed, Asked::OfThePast);
    let shows = |shifts: &Shifts| shifts.values().any(|shift| shift.change().is_some());
    // What it asks may be so in no position that was tried, and will be one day.
    let speaks = proposal.rule().is_some_and(|rule| rule.clauses.iter().any(|clause| speaks_of_moves(clause) || is_of_one_sort(clause)));
    if shows(&found) || !speaks { (seed, found) } else { (seed, measured(proposal, seed, Asked::OfTheBoards)) }
}

/// A clause that forbids moves or gives some.
pub fn speaks_of_moves(clause: &Clause) -> bool {
    matches!(clause.form, Form::Ban(_) | Form::Movement(_))
}

/// A clause on moves of one sort.
fn is_of_one_sort(clause: &Clause) -> bool {
    matches!(clause.form, Form::Castling(_) | Form::InPassing(_) | Form::Promotion(_) | Form::Approach(_) | Form::OwnPrey(_))
}

/// A clause on captures in passing, of which no position shows any.
fn is_of_passing(clause: &Clause) -> bool {
    match &clause.form {
        Form::InPassing(_) => true,
        Form::Ban(ban) => matches!(ban.act.how, How::Passing(_)),
        _ => false,
    }
}

/// What is taken as so of all that a proposal asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    OfThePast,
    /// And whatever else decides whether a clause holds, but for the turn.
    OfTheBoards,
}

/// Of men thrown together no more is looked at once this is spent on what follows their moves.
const MOST_TOIL: u64 = 400_000;

fn measured(proposal: &Proposal<'_>, seed: u64, asked: Asked) -> Shifts {
    let mut shifts = Shifts::new();
    for (weight, face) in faces::of(concerned(proposal, proposal.lasting_after())) {
        measure(proposal, seed, (asked, face, weight), &mut shifts);
    }
    shifts
}

fn measure(proposal: &Proposal<'_>, seed: u64, (asked, face, weight): (Asked, Option<usize>, u32), shifts: &mut Shifts) {
    let (before, after) = sides(proposal, asked, face);
    let clauses: Vec<Clause> =
        before.rules.iter().chain(&after.rules).filter(|rule| rule.stands()).flat_map(|rule| rule.clauses()).cloned().collect();
    let now = proposal.before.phase.turn;
    let mut turns = battery::turns(clauses.iter(), now, battery::TURNS_AHEAD);
    // What begins later than that is looked at as it begins.
    turns.extend(battery::turns_named(concerned(proposal, &after), now + battery::TURNS_AHEAD).into_iter().map(|turn| (turn, 1)));
    turns.iter_mut().for_each(|(_, times)| *times *= weight);
    let mut measured = Measured { laws: [&before.law, &after.law], turns, shifts, toil: 0 };
    let mut chance = Seeded(seed);
    // The same men on both boards: what the rule changes of their shape is done, what it does to men is not.
    let shaped = [battery::said(&before.position), battery::said(&reshaped(proposal, &after.position))];
    let passing = concerned(proposal, &after).any(is_of_passing);
    for board in battery::boards(proposal.before, &universes(proposal)) {
        let armies = battery::armies(proposal.before, board);
        let kinds = kinds(proposal.before, &after);
        for &kind in &kinds {
            let new = kind.index() >= before.position.entities.kinds.len();
            for &army in &armies {
                let positions = if new { &shaped[1..] } else { &shaped[..] };
                battery::alone(positions, board, kind, army, &mut |positions| measured.look(positions, army, board));
                if passing {
                    battery::passed(positions, board, kind, army, &mut |positions| measured.look(positions, army, board));
                }
            }
        }
        let mut see = |positions: &mut [Position], most: u64| {
            if measured.toil < most {
                armies.iter().for_each(|&army| measured.look(positions, army, board));
            }
        };
        battery::together(&shaped, board, &mut chance, &mut |positions| see(positions, MOST_TOIL));
        if asked == Asked::OfTheBoards {
            battery::in_pairs(&shaped, board, &mut |positions| see(positions, u64::MAX));
        }
    }
}

/// The universes that a proposal speaks of.
pub fn universes(proposal: &Proposal<'_>) -> Vec<u16> {
    let all = || proposal.before.universes.iter().map(|universe| universe.number);
    let scope = match &proposal.subject {
        Subject::Rule(rule) => match rule.scope {
            crate::rule::Scope::Universe(number) => Some(number),
            crate::rule::Scope::Multiverse => None,
        },
        Subject::Repeal { universe, targets } => universe.or_else(|| {
            // A repeal reaches as far as what it repeals.
            let scopes = targets.iter().filter_map(|target| proposal.before.rule(target)).map(|rule| rule.enactment.scope());
            let scopes: Vec<_> = scopes.collect();
            match scopes[..] {
                [crate::rule::Scope::Universe(number)] => Some(number),
                _ => None,
            }
        }),
    };
    scope.map_or_else(|| all().collect(), |number| vec![number])
}

struct Measured<'m> {
    laws: [&'m Law; 2],
    /// Each with how many it stands for.
    turns: Vec<(u32, u32)>,
    shifts: &'m mut Shifts,
    toil: u64,
}

impl Measured<'_> {
    /// Compares what an army's men can do in the two positions, or, where their kind is new, in the later one with nothing.
    fn look(&mut self, positions: &mut [Position], army: ArmyId, board: BoardId) {
        for at in 0..self.turns.len() {
            let (turn, weight) = self.turns[at];
            positions.iter_mut().for_each(|position| battery::at_turn(position, turn, army));
            let (older, newer) = positions.split_at_mut(positions.len() - 1);
            let old = older.first_mut().map(|position| self.laws[0].powers(position, army, board, &mut self.toil));
            let new = self.laws[1].powers(&mut newer[0], army, board, &mut self.toil);
            for able in &new {
                let before = old.iter().flatten().find(|old: &&Able| old.man == able.man).map(|old| &old.power);
                self.compare(before.unwrap_or(&Power::default()), able, army, weight, || (turn, placement(&newer[0], board)));
            }
        }
    }

    fn compare(&mut self, before: &Power, now: &Able, army: ArmyId, weight: u32, position: impl Fn() -> (u32, String)) {
        let now_power = &now.power;
        let shift = self.shifts.entry((now.kind, army)).or_default();
        shift.seen += i64::from(weight);
        if before == now_power {
            return;
        }
        let gains = beyond(&now_power.quiet, &before.quiet) || beyond(&now_power.captures, &before.captures);
        let loses = beyond(&before.quiet, &now_power.quiet) || beyond(&before.captures, &now_power.captures);
        shift.gains |= gains;
        shift.loses |= loses;
        shift.quiet += i64::from(weight) * more(now_power.quiet.len(), before.quiet.len());
        shift.captures += i64::from(weight) * more(now_power.captures.len(), before.captures.len());
        if shift.shown.is_none() {
            shift.shown = Some(position());
        }
    }
}

/// Something stands in the first list and not in the second.
fn beyond<T: Ord>(these: &[T], those: &[T]) -> bool {
    these.iter().any(|one| those.binary_search(one).is_err())
}

fn more(now: usize, before: usize) -> i64 {
    now as i64 - before as i64
}

/// The games whose laws are compared, once nothing is protected: with what a rule makes hang on the past, on counters or on what lasts for a time
/// taken as given, for no position of the battery has a past (R8).
fn sides(proposal: &Proposal<'_>, asked: Asked, face: Option<usize>) -> (Multiverse, Multiverse) {
    let (mut before, mut after) = (proposal.lasting_before().clone(), proposal.lasting_after().clone());
    for game in [&mut before, &mut after] {
        let mut changed = false;
        for rule in game.rules.iter_mut().filter(|rule| concerns(proposal, rule)) {
            // Who wins is no matter of power, and no game ends without a reason.
            let taken = |clause: &Clause| match clause.form {
                Form::Ending(_) => clause.clone(),
                _ if asked == Asked::OfTheBoards => fed(unguarded(&given(clause, &hangs_on_the_past))),
                _ => fed(given(clause, &hangs_on_the_past)),
            };
            let given: Vec<Clause> = rule.clauses().iter().map(|clause| faces::fallen(taken(clause), face)).collect();
            if given != rule.clauses() {
                rule.say(given);
                changed = true;
            }
        }
        if changed {
            game.refold();
        }
    }
    (before, after)
}

/// Whether it is that rule which is proposed, or repealed.
fn concerns(proposal: &Proposal<'_>, rule: &Enacted) -> bool {
    let number = &rule.enactment.number;
    rule.stands()
        && match &proposal.subject {
            Subject::Rule(_) => *number == proposal.number,
            Subject::Repeal { targets, .. } => targets.contains(number),
        }
}

/// What is proposed to be said, or not to be said any more.
fn concerned<'g>(proposal: &'g Proposal<'_>, after: &'g Multiverse) -> impl Iterator<Item = &'g Clause> {
    let rules = proposal.before.rules.iter().chain(&after.rules);
    rules.filter(|rule| concerns(proposal, rule)).flat_map(|rule| rule.clauses())
}

/// The clause with all such questions answered yes: in its guard, and of the men of whom it speaks.
pub fn given(clause: &Clause, such: &dyn Fn(&Condition) -> bool) -> Clause {
    let mut given = clause.clone();
    given.when = given.when.take().and_then(|when| granted(when, such));
    walk::each(&mut given, &mut |part| {
        if let Part::Class(class) = part {
            class.such = class.such.take().and_then(|asked| granted(*asked, such)).map(Box::new);
        }
    });
    given
}

/// The clause as it is where it holds, whatever the boards look like; only the turn is still asked, and words, which can be said.
fn unguarded(clause: &Clause) -> Clause {
    let of_the_boards = |asked: &Condition| matches!(asked, Condition::All(_)) || !hangs_on_the_turn(asked) && !hangs_on_words(asked);
    Clause { when: clause.when.clone().and_then(|when| granted(when, &of_the_boards)), ..clause.clone() }
}

/// Where men move like what they have captured, they may have captured whatever stands there.
fn fed(mut clause: Clause) -> Clause {
    if let Form::Movement(movement) = &mut clause.form {
        let prey = || Motion::LikeMen {
            who: Box::new(Class { kinds: Kinds::Every, owner: Owner::Enemy, such: None }),
            on: Box::new(Squares::Every),
        };
        movement.motions.iter_mut().filter(|motion| matches!(motion, Motion::LikePrey(_))).for_each(|motion| *motion = prey());
    }
    clause
}

/// What is left to be asked; `None`: nothing.
fn granted(condition: Condition, such: &dyn Fn(&Condition) -> bool) -> Option<Condition> {
    match condition {
        condition if !such(&condition) => Some(condition),
        Condition::All(parts) => {
            let mut left: Vec<Condition> = parts.into_iter().filter_map(|part| granted(part, such)).collect();
            if left.len() > 1 { Some(Condition::All(left)) } else { left.pop() }
        }
        _ => None,
    }
}

/// It asks which turn it is.
pub fn hangs_on_the_turn(condition: &Condition) -> bool {
    let mut found = false;
    walk::parts_of_condition(condition, &mut |part| found |= matches!(part, Part::Number(Number::Turn)));
    found
}

fn hangs_on_words(condition: &Condition) -> bool {
    let mut found = false;
    walk::parts_of_condition(condition, &mut |part| found |= matches!(part, Part::Condition(Condition::Said(_))));
    found
}

/// It asks what no position shows.
pub fn hangs_on_the_past(condition: &Condition) -> bool {
    let mut found = false;
    walk::parts_of_condition(condition, &mut |part| {
        found |= matches!(
            part,
            Part::Condition(Condition::Happened(_) | Condition::Underway { .. })
                | Part::Squares(Squares::Left(_) | Squares::Trodden(_) | Squares::LastCapture)
                | Part::Number(
                    Number::Counter { .. }
                        | Number::Borne { .. }
                        | Number::Lost(_)
                        | Number::Moves(_)
                        | Number::Still(_)
                        | Number::Times(_)
                )
        );
    });
    found
}

/// Kinds that stand anywhere or can come to: those of the law, and those that rules have made.
fn kinds(before: &Multiverse, after: &Multiverse) -> Vec<KindId> {
    let standing = |kind: KindId| after.position.men().any(|(_, man)| man.kind == kind && man.place.cell().is_some());
    let all = (0..after.position.entities.kinds.len()).map(|at| KindId(at as u8));
    let new = |kind: KindId| kind.index() >= before.position.entities.kinds.len();
    all.filter(|&kind| kind.index() < before.standard.kinds.len() || new(kind) || standing(kind)).collect()
}

/// The position before, on boards of the shape that the proposal gives them, with what it names.
fn reshaped(proposal: &Proposal<'_>, after: &Position) -> Position {
    let mut position = match &proposal.subject {
        Subject::Rule(_) => proposal.enacted.position.clone(),
        Subject::Repeal { .. } => proposal.before.position.clone(),
    };
    for effect in &proposal.at_once {
        match effect {
            Effect::Hole { cell, open } if *open || position.on(*cell).is_none() => position.apply(effect),
            Effect::Note { .. } => position.apply(effect),
            effect if effect.shapes() => position.apply(effect),
            _ => {}
        }
    }
    debug_assert_eq!(position.geometry, after.geometry);
    position
}

/// The men of a board as FEN has them, upper case for those that go up.
pub fn placement(position: &Position, board: BoardId) -> String {
    let shape = position.geometry.board(board);
    let row = |rank: i16| {
        let (mut row, mut empty) = (String::new(), 0);
        for file in shape.first_file..=shape.last_file() {
            let Some(man) = position.geometry.at(board, file, rank).and_then(|cell| position.on(cell)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                row.push_str(&empty.to_string());
                empty = 0;
            }
            let man = position.man(man);
            let letter = &position.entities.kind(man.kind).letter;
            let up = position.entities.army(man.army).frame == crate::board::Frame::Up;
            row.push_str(&if up { letter.clone() } else { letter.to_lowercase() });
        }
        if empty > 0 { row + &empty.to_string() } else { row }
    };
    (shape.first_rank..=shape.last_rank()).rev().map(row).collect::<Vec<_>>().join("/")
}
