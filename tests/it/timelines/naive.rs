//! R3 played through by hand: what each man can do under rules as plain as "knights move like rooks" and "rooks may not capture pawns", worked out
//! from the order in which the rules go, square by square, without any table of the program.

use std::collections::BTreeSet;

use custodian::board::{CellId, ManId, Position};
use custodian::game::mar::Multiverse;
use custodian::movement::Use;
use custodian::rule::{
    Ban, Class, Clause, Comparison, Condition, Form, How, Kinds, Manner, Motion, Movement, Number, Operation, Owner, Ways,
};

use super::ledger::{Entry, Ledger};

/// A way to go: in a direction, so many squares at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    by: (i16, i16),
    far: i16,
    /// Only by a man that has not moved, and not lent to others.
    first: bool,
}

const STRAIGHT: [(i16, i16); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [(i16, i16); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i16, i16); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn ways(directions: &[(i16, i16)], far: i16) -> Vec<Way> {
    directions.iter().map(|&by| Way { by, far, first: false }).collect()
}

/// What men do by the rules of chess, forward being up.
fn chess(kind: &str, capturing: bool) -> Vec<Way> {
    let all = [STRAIGHT, SLANTED].concat();
    match (kind, capturing) {
        ("pawn", true) => ways(&[(1, 1), (-1, 1)], 1),
        ("pawn", false) => vec![Way { by: (0, 1), far: 1, first: false }, Way { by: (0, 1), far: 2, first: true }],
        ("knight", _) => ways(&LEAPS, 1),
        ("bishop", _) => ways(&SLANTED, 8),
        ("rook", _) => ways(&STRAIGHT, 8),
        ("queen", _) => ways(&all, 8),
        ("king", _) => ways(&all, 1),
        _ => Vec::new(),
    }
}

const KINDS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// Whether a class is of kinds and colours alone.
fn is_plain(class: &Class) -> bool {
    class.such.is_none() && matches!(class.owner, Owner::Anyone | Owner::Army(_))
}

fn takes_in(class: &Class, kind: &str, colour: &str) -> bool {
    let of_kind = match &class.kinds {
        Kinds::Every => true,
        Kinds::Only(names) => names.iter().any(|name| name == kind),
        Kinds::Except(names) => !names.iter().any(|name| name == kind),
    };
    of_kind && !matches!(&class.owner, Owner::Army(name) if name != colour)
}

/// "On even turns" and the like; `None`: it says something else.
fn holds(when: Option<&Condition>, turn: u32) -> Option<bool> {
    let Some(when) = when else { return Some(true) };
    let Condition::Compare(Number::Of(turns, Operation::Modulo, by), comparison, Number::Is(rest)) = when else { return None };
    let (Number::Turn, Number::Is(by)) = (&**turns, &**by) else { return None };
    let is = turn.cast_signed().rem_euclid(*by) == *rest;
    match comparison {
        Comparison::Equal => Some(is),
        Comparison::Unequal => Some(!is),
        _ => None,
    }
}

/// What a clause says, if it is as plain as that.
enum Said<'a> {
    Moves(&'a Movement),
    Bans(&'a Ban),
    Nothing,
}

fn said(clause: &Clause, turn: u32) -> Option<Said<'_>> {
    let said = match &clause.form {
        Form::Prose(_) | Form::Hole(_) => return Some(Said::Nothing),
        Form::Movement(movement) => {
            let like = |motion: &Motion| matches!(motion, Motion::Like { kind, .. } if KINDS.contains(&kind.as_str()));
            let plain = is_plain(&movement.who) && movement.terms == Default::default() && movement.motions.iter().all(like);
            plain.then_some(Said::Moves(movement))?
        }
        Form::Ban(ban) => {
            let act = &ban.act;
            let how = match &act.how {
                How::Any | How::Quiet => true,
                How::Capture(victims) => is_plain(victims),
                _ => false,
            };
            let everywhere = act.ways == Ways::Every && act.from.is_none() && act.to.is_none() && act.over.is_none();
            (is_plain(&act.who) && how && everywhere).then_some(Said::Bans(ban))?
        }
        _ => return None,
    };
    // A movement that comes and goes is not followed here.
    match (&said, holds(clause.when.as_ref(), turn)?) {
        (Said::Moves(_), _) if clause.when.is_some() => None,
        (_, true) => Some(said),
        (_, false) => Some(Said::Nothing),
    }
}

/// The rules of a universe, those of lower precedence first.
struct Rules<'a> {
    rules: Vec<Vec<Said<'a>>>,
}

impl Rules<'_> {
    /// What men of a kind and colour are said to do, the likenesses not followed: themselves, or others.
    fn likenesses(&self, kind: &str, colour: &str, capturing: bool) -> Vec<(String, bool)> {
        let mut like = vec![(kind.to_owned(), true)];
        let purpose = if capturing { Use::Capture } else { Use::Quiet };
        for said in self.rules.iter().flatten() {
            let Said::Moves(movement) = said else { continue };
            if !takes_in(&movement.who, kind, colour) || movement.aspect != Use::Any && movement.aspect != purpose {
                continue;
            }
            if movement.manner == Manner::Instead {
                like.clear();
            }
            like.extend(movement.motions.iter().filter_map(|motion| match motion {
                Motion::Like { kind, standard } => Some((kind.clone(), *standard)),
                _ => None,
            }));
        }
        like
    }

    /// Whether likenesses lead from one kind to another.
    fn leads(&self, from: &str, to: &str, colour: &str, capturing: bool, seen: &mut BTreeSet<String>) -> bool {
        let like = self.likenesses(from, colour, capturing);
        like.into_iter()
            .filter(|(_, standard)| !standard)
            .any(|(other, _)| other == to || seen.insert(other.clone()) && self.leads(&other, to, colour, capturing, seen))
    }

    /// Late binding: like a rook is like rooks are now; round a circle, and like a standard one, as chess has it.
    fn ways(&self, kind: &str, colour: &str, capturing: bool) -> BTreeSet<Way> {
        let mut found = BTreeSet::new();
        for (other, standard) in self.likenesses(kind, colour, capturing) {
            let circle = other == kind || self.leads(&other, kind, colour, capturing, &mut BTreeSet::new());
            let lent: BTreeSet<Way> = match standard || circle {
                true => chess(&other, capturing).into_iter().collect(),
                false => self.ways(&other, colour, capturing),
            };
            found.extend(lent.into_iter().filter(|way| !way.first || other == kind));
        }
        found
    }

    /// The newest rule that speaks of it decides; inside one rule a ban beats a permission.
    fn forbids(&self, (kind, colour): (&str, &str), victim: Option<(&str, &str)>, far: i16) -> bool {
        let speaks = |ban: &Ban| {
            let act = &ban.act;
            let how = match (&act.how, victim) {
                (How::Any, _) | (How::Quiet, None) => true,
                (How::Capture(victims), Some((kind, colour))) => takes_in(victims, kind, colour),
                _ => false,
            };
            let counted =
                act.counts.is_empty() || act.counts.iter().any(|&(least, most)| (i16::from(least)..=i16::from(most)).contains(&far));
            takes_in(&act.who, kind, colour) && how && counted
        };
        for rule in self.rules.iter().rev() {
            let speaking: Vec<&Ban> = rule
                .iter()
                .filter_map(|said| if let Said::Bans(ban) = said { Some(*ban) } else { None })
                .filter(|ban| speaks(ban))
                .collect();
            if !speaking.is_empty() {
                return speaking.iter().any(|ban| !ban.lifted);
            }
        }
        false
    }
}

/// Compares what men can do with what the book says, in every universe that is plain enough; how many men were looked at.
pub fn look(ledger: &Ledger, game: &Multiverse) -> u32 {
    let amended = game.amendments().iter().any(|motion| motion.amendment.clauses().next().is_some());
    if amended || !game.position.notes().is_empty() {
        return 0;
    }
    game.universes.iter().map(|universe| look_at(ledger, game, universe.number)).sum()
}

fn look_at(ledger: &Ledger, game: &Multiverse, universe: u16) -> u32 {
    let turn = game.phase.turn;
    // What has changed the board or its men once has done so for good.
    let plain = |entry: &&Entry| {
        let ever = entry.clauses.iter().all(|clause| said(clause, turn).is_some());
        ever && !entry.altered
    };
    if !ledger.entries.iter().all(|entry| plain(&entry)) {
        return 0;
    }
    let boards = game.boards_of(universe);
    let [board] = boards[..] else { return 0 };
    let rules = ledger.in_order(game, universe);
    let rules =
        Rules { rules: rules.into_iter().map(|entry| entry.clauses.iter().filter_map(|clause| said(clause, turn)).collect()).collect() };
    let position = &game.position;
    let mut scratch = position.clone();
    let mut armies: Vec<_> = position.standing(board).map(|(_, man, _)| man.army).collect();
    armies.sort_unstable();
    armies.dedup();
    // Where nobody else stands, kings castle; that is no matter of movement.
    if armies.len() != 2 {
        return 0;
    }
    let mut looked = 0;
    for army in armies {
        for able in game.law.powers(&mut scratch, army, board, &mut 0) {
            let (quiet, captures) = can_do(&rules, position, able.man, universe);
            let told = |cells: &BTreeSet<CellId>| cells.iter().map(|&cell| position.geometry.name(cell)).collect::<Vec<_>>().join(" ");
            let of = || {
                let man = position.man(able.man);
                let kind = &position.entities.kind(man.kind).name;
                format!("a {} {kind} in universe {universe}, turn {turn}", position.entities.army(man.army).name)
            };
            let does: BTreeSet<CellId> = able.power.quiet.iter().copied().collect();
            assert_eq!(told(&does), told(&quiet), "R3: where goes {}", of());
            let takes: BTreeSet<CellId> = able.power.captures.iter().map(|(cell, _)| *cell).collect();
            assert_eq!(told(&takes), told(&captures), "R3: what captures {}", of());
            looked += 1;
        }
    }
    looked
}

/// Where a man goes, and whom it captures, by hand.
fn can_do(rules: &Rules<'_>, position: &Position, id: ManId, universe: u16) -> (BTreeSet<CellId>, BTreeSet<CellId>) {
    let (entities, geometry) = (&position.entities, &position.geometry);
    let man = position.man(id);
    let names = |man: &custodian::board::Man| (entities.kind(man.kind).name.clone(), entities.army(man.army).name.clone());
    let (kind, colour) = names(man);
    let (mut quiet, mut captures) = (BTreeSet::new(), BTreeSet::new());
    let Some(from) = man.place.cell() else { return (quiet, captures) };
    let here = geometry.cell(from);
    // Whoever has the second move of a universe plays down the board.
    let up = if entities.frame_in(man.army, universe) == custodian::board::Frame::Up { 1 } else { -1 };
    for capturing in [false, true] {
        for Way { by: (right, forward), far, first } in rules.ways(&kind, &colour, capturing) {
            if first && man.legs > 0 {
                continue;
            }
            for step in 1..=far {
                let there = geometry.at(here.board, here.file + right * step, here.rank + forward * up * step);
                let Some(cell) = there.filter(|&cell| !position.is_hole(cell)) else { break };
                let distance = step * right.abs().max(forward.abs());
                let passed = position.marks().iter().find(|mark| mark.cell == cell && kind == "pawn").map(|mark| mark.man);
                let meets = position.on(cell).or(passed.filter(|_| capturing));
                if let Some(other) = meets {
                    let other = position.man(other);
                    let (its_kind, its_colour) = names(other);
                    let enemy = entities.army(other.army).side != entities.army(man.army).side;
                    if capturing && enemy && !rules.forbids((&kind, &colour), Some((&its_kind, &its_colour)), distance) {
                        captures.extend(other.place.cell());
                    }
                } else if !capturing && !rules.forbids((&kind, &colour), None, distance) {
                    quiet.insert(cell);
                }
                if position.on(cell).is_some() {
                    break;
                }
            }
        }
    }
    (quiet, captures)
}
