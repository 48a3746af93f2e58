//! Terms read straight from the tree, in a state, with an eye on who asks.

use crate::board::{Frame, file_name};
use crate::movement::Use;
use crate::rule::*;

use super::state::{Deed as Done, Holder, Spot, State, Whereabouts};
use super::{Gaits, Manner, Run, Said, Twin, Walked};

/// A moment as a clause sees it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub twin: &'a Twin<'a>,
    pub state: &'a State,
    /// The board whose clauses these are, and how many of them may have named a region.
    pub law: u8,
    pub clauses: usize,
    /// Where squares are looked for.
    pub board: u8,
    /// Whose "own" and "forward" these are.
    pub army: u8,
    pub mover: u8,
    pub itself: Option<usize>,
    /// Whom the relative clause around that of `itself` is about.
    pub outer: Option<usize>,
    pub actor: Option<usize>,
    pub victim: Option<usize>,
    pub chosen: Option<usize>,
    pub former: Option<usize>,
    pub leg: Option<(Spot, Spot)>,
    /// Where the captured man stood.
    pub taken: Option<Spot>,
    pub lifted: Option<usize>,
    pub gaits: Gaits,
    pub each_in_turn: bool,
}

impl<'a> View<'a> {
    pub fn named_man(&self, who: Ref) -> Option<usize> {
        match who {
            Ref::Itself => self.itself,
            Ref::Outer => self.outer,
            Ref::Actor => self.actor,
            Ref::Victim => self.victim,
            Ref::Chosen => self.chosen,
            Ref::Former => self.former,
        }
    }

    /// The kind in whose manner somebody moves for once.
    pub fn kind_of(&self, like: &Like) -> Option<u8> {
        match like {
            Like::Kind(name) => Some(self.twin.kind(name)),
            Like::Same(man) => self.named_man(*man).map(|man| self.state.men[man].kind),
        }
    }

    /// As a relative clause about a man of an army sees it.
    pub fn about(self, man: usize, army: u8) -> View<'a> {
        let board = self.state.men[man].at().map_or(self.board, |at| at.0);
        View { itself: Some(man), outer: self.itself, army, board, ..self }
    }

    fn hostile(&self, army: u8) -> bool {
        !self.twin.friends(self.army, army)
    }

    fn on(&self, spot: Spot) -> Option<usize> {
        self.state.on(spot).filter(|&man| self.lifted != Some(man))
    }

    pub fn cells(&self) -> &'a [Spot] {
        &self.state.boards[self.board as usize].cells
    }

    fn turned(&self, right: i8, forward: i8) -> (i16, i16) {
        self.twin.turned(self.army, (right.into(), forward.into()))
    }

    pub fn class(&self, class: &Class, man: usize) -> bool {
        let it = &self.state.men[man];
        self.class_as(class, man, it.kind, it.army)
    }

    /// Of a man that was of that kind and army.
    fn class_as(&self, class: &Class, man: usize, kind: u8, army: u8) -> bool {
        let owner = match &class.owner {
            Owner::Anyone => true,
            Owner::Army(colour) => *colour == self.twin.entities.armies[army as usize].name,
            Owner::Own => !self.hostile(army),
            Owner::Enemy => self.hostile(army),
            Owner::Mover => self.twin.friends(self.mover, army),
        };
        self.twin.is_of(&class.kinds, kind) && owner && class.such.as_ref().is_none_or(|such| self.about(man, army).holds(such))
    }

    /// The men of a class that stand on the board, in order of making.
    pub fn standing(&self, class: &Class) -> Vec<(usize, Spot)> {
        let all = self.state.men.iter().enumerate().filter_map(|(man, it)| Some((man, it.at()?)));
        all.filter(|&(man, at)| at.0 == self.board && self.lifted != Some(man) && self.class(class, man)).collect()
    }

    /// The same, on some squares; those of the other board among them, if one of them lies there.
    pub fn standing_on(&self, class: &Class, on: &Squares) -> Vec<(usize, Spot)> {
        let universe = |board: u8| self.state.boards[board as usize].universe;
        let boards: Vec<u8> = match format!("{class:?} {on:?}").contains("Across(") {
            true => (0..self.state.boards.len() as u8).filter(|&board| universe(board) == universe(self.board)).collect(),
            false => vec![self.board],
        };
        let seen = boards.into_iter().flat_map(|board| View { board, ..*self }.standing(class));
        seen.filter(|&(_, at)| self.squares(on, at)).collect()
    }

    pub fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Not(inner) => !self.holds(inner),
            Condition::All(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Condition::Compare(one, how, other) => {
                if ![one, other].into_iter().all(|number| self.bears(number)) {
                    return false;
                }
                let (one, other) = (self.number(one), self.number(other));
                match how {
                    Comparison::Equal => one == other,
                    Comparison::Unequal => one != other,
                    Comparison::Less => one < other,
                    Comparison::AtMost => one <= other,
                    Comparison::More => one > other,
                    Comparison::AtLeast => one >= other,
                }
            }
            Condition::Is(who, class) => self.named_man(*who).is_some_and(|man| self.class(class, man)),
            Condition::On(point, squares) => self.point(point).is_some_and(|spot| self.squares(squares, spot)),
            Condition::There(class, squares) => !self.standing_on(class, squares).is_empty(),
            Condition::Attacked(point, class) => self.point(point).is_some_and(|spot| self.attacked_by(class, spot)),
            Condition::OnMove(player) => self.player(player).iter().any(|army| self.player(&Player::Mover).contains(army)),
            Condition::Check(player) => self.player(player).into_iter().any(|army| self.twin.in_check(self.state, army, self.gaits)),
            Condition::Belongs(who, player) => {
                self.named_man(*who).is_some_and(|man| self.player(player).contains(&self.state.men[man].army))
            }
            Condition::SameKind(one, other) => {
                let kind = |who| self.named_man(who).map(|man| self.state.men[man].kind);
                kind(*one).is_some() && kind(*one) == kind(*other)
            }
            Condition::SameMan(one, other) => self.named_man(*one).is_some() && self.named_man(*one) == self.named_man(*other),
            Condition::Attacks(who, class) => self.named_man(*who).is_some_and(|man| {
                self.standing(class)
                    .iter()
                    .any(|&(other, at)| other != man && self.twin.attacks(self.state, man, at, self.lifted, self.gaits))
            }),
            Condition::Hits(one, other) => {
                let (Some(one), Some(other)) = (self.named_man(*one), self.named_man(*other)) else { return false };
                let (by, prey) = (&self.state.men[one], &self.state.men[other]);
                let stands = prey.at().filter(|_| !self.twin.friends(by.army, prey.army) && self.lifted != Some(other));
                by.at().is_some() && stands.is_some_and(|at| self.twin.attacks(self.state, one, at, self.lifted, self.gaits))
            }
            Condition::Guards(one, other) => {
                let (Some(one), Some(other)) = (self.named_man(*one), self.named_man(*other)) else { return false };
                let (by, ward) = (&self.state.men[one], &self.state.men[other]);
                let stands = ward.at().filter(|_| one != other && self.twin.friends(by.army, ward.army) && self.lifted != Some(other));
                by.at().is_some() && stands.is_some_and(|at| self.twin.attacks(self.state, one, at, self.lifted, self.gaits))
            }
            Condition::Shields { who, whom, from } => {
                let Some(man) = self.named_man(*who).filter(|man| self.lifted != Some(*man) && self.state.men[*man].at().is_some()) else {
                    return false;
                };
                let pairs = self.standing(whom).into_iter().flat_map(|ward| self.standing(from).into_iter().map(move |by| (ward, by)));
                pairs.filter(|((ward, _), (by, _))| *ward != man && *by != man).any(|((ward, at), (by, _))| {
                    let hostile = !self.twin.friends(self.state.men[ward].army, self.state.men[by].army);
                    let reaches = |lifted| self.twin.attacks(self.state, by, at, lifted, self.gaits);
                    hostile && reaches(Some(man)) && !reaches(self.lifted)
                })
            }
            Condition::Happened(past) => {
                let young = matches!(past.when, When::Lately(turns) if self.state.turn <= u32::from(turns));
                match past.when {
                    When::Running(turns) => self.state.past.iter().any(|newest| self.was_running(past, newest, u32::from(turns))),
                    _ => young || self.state.past.iter().any(|done| self.was(past, done)),
                }
            }
            other => unreachable!("refused by the fold, or the twin does not know it yet: {other:?}"),
        }
    }

    /// Whether such a man, of the mover's side, attacks a real king of an enemy.
    pub fn gives_check(&self, who: &Class) -> bool {
        if !self.twin.is_check(self.state, self.mover) {
            return false;
        }
        let men = || (0..self.state.men.len()).filter_map(|man| Some((man, self.state.men[man].at()?)));
        let own = |man: usize| self.twin.friends(self.state.men[man].army, self.mover);
        let kings = || men().filter(|&(man, _)| self.state.men[man].royal && !own(man));
        let checks = |(_, at): (usize, Spot)| {
            let there = View { board: at.0, ..*self };
            men().any(|(man, from)| {
                from.0 == at.0 && own(man) && there.class(who, man) && self.twin.attacks(self.state, man, at, None, Gaits::Conditional)
            })
        };
        *who == Class::EVERY || kings().any(checks)
    }

    fn attacked_by(&self, class: &Class, spot: Spot) -> bool {
        self.standing(class).iter().any(|&(man, _)| self.twin.attacks(self.state, man, spot, self.lifted, self.gaits))
    }

    pub fn number(&self, number: &Number) -> i32 {
        match number {
            Number::Is(value) => *value,
            Number::Turn => self.state.turn as i32,
            Number::Men { who, on } => self.standing(who).iter().filter(|(_, at)| self.squares(on, *at)).count() as i32,
            Number::Squares(squares) => self.cells().iter().filter(|&&spot| self.squares(squares, spot)).count() as i32,
            Number::Lost(class) => {
                let gone = (0..self.state.men.len()).filter(|&man| self.state.men[man].place == Whereabouts::Gone);
                gone.filter(|&man| self.class(class, man)).count() as i32
            }
            Number::Counter { name, of } => {
                let key = self.twin.entities.key_named(name).unwrap().0;
                let owner = self.player(of).into_iter().min();
                owner.map_or(0, |army| self.state.note(Holder::Side(self.twin.side(army)), key))
            }
            Number::Borne { name, by } => {
                let bearer = self.named_man(*by).filter(|_| self.bears(number));
                bearer.map_or(0, |man| self.counter(name).start + self.state.note(Holder::Man(man), self.key_of_tally(name)))
            }
            Number::Value(who) => {
                self.named_man(*who).map_or(0, |man| self.twin.entities.kinds[self.state.men[man].kind as usize].value.into())
            }
            Number::Moves(who) => self.named_man(*who).map_or(0, |man| self.state.men[man].legs.into()),
            Number::Still(who) => self.named_man(*who).map_or(0, |man| {
                let last = self.state.past.iter().filter(|done| done.man == man).map(|done| done.turn).next_back();
                let moved = self.state.men[man].legs > 0;
                let long_ago = if moved { self.state.turn.min(crate::board::REMEMBERED_TURNS) } else { self.state.turn };
                last.map_or(long_ago, |then| self.state.turn - then) as i32
            }),
            Number::Rank { point, own } => self.point(point).map_or(0, |at| if *own { self.own_rank(at) } else { i32::from(at.2) + 1 }),
            Number::File(point) => self.point(point).map_or(0, |at| i32::from(at.1) + 1),
            Number::Attackers { at, by } => self.point(at).map_or(0, |spot| {
                let attacks = |man: usize| self.twin.attacks(self.state, man, spot, self.lifted, self.gaits);
                self.standing(by).into_iter().filter(|&(man, _)| attacks(man)).count() as i32
            }),
            Number::Times(past) => self.state.past.iter().filter(|done| self.was(past, done)).count() as i32,
            Number::Distance(one, other) => self.point(one).map_or(0, |one| match &**other {
                Squares::At(other) => self.point(other).and_then(|other| self.state.distance(one, other)).map_or(0, i32::from),
                those => {
                    let far =
                        self.cells().iter().filter(|&&spot| self.squares(those, spot)).filter_map(|&spot| self.state.distance(one, spot));
                    far.min().map_or(32_767, i32::from)
                }
            }),
            Number::Divisors(of) => {
                let of = self.number(of);
                (1..=of).filter(|one| of % one == 0).count() as i32
            }
            Number::Of(one, operation, other) => {
                let (one, other) = (i64::from(self.number(one)), i64::from(self.number(other)));
                let result = match operation {
                    Operation::Plus => one + other,
                    Operation::Minus => one - other,
                    Operation::Times => one * other,
                    Operation::DividedBy | Operation::Modulo if other <= 0 => 0,
                    Operation::DividedBy => one.div_euclid(other),
                    Operation::Modulo => one.rem_euclid(other),
                };
                result.clamp(-32_767, 32_767) as i32
            }
        }
    }

    /// Counted from the viewpoint's own side; ranks added behind its first are 0 and less.
    pub fn own_rank(&self, (board, _, rank): Spot) -> i32 {
        let last = self.state.boards[board as usize].last_at_first;
        let own = if self.twin.frame(self.army) == Frame::Up { rank } else { last - rank };
        i32::from(own) + 1
    }

    pub fn point(&self, point: &Point) -> Option<Spot> {
        match point {
            Point::Named(name) => self.cells().iter().copied().find(|&spot| named(spot) == *name),
            Point::Of(who) => self.named_man(*who).and_then(|man| {
                let of_capture = || self.taken.or(self.leg.map(|leg| leg.1)).filter(|_| *who == Ref::Victim);
                self.state.men[man].at().or_else(of_capture)
            }),
            Point::Home(who) => self.named_man(*who).and_then(|man| {
                let man = &self.state.men[man];
                self.state.home(man, man.at().map_or(self.board, |at| at.0))
            }),
            Point::HomeOfKind(who) => self.named_man(*who).and_then(|man| {
                let at = self.state.men[man].at().or(self.taken).or(self.leg.map(|leg| leg.1))?;
                self.twin.birth(self.state, man, at)
            }),
            Point::From => self.leg.map(|leg| leg.0),
            Point::To => self.leg.map(|leg| leg.1),
            Point::Beyond(point, by) => self.point(point).and_then(|spot| {
                let army = match point.facing() {
                    Facing::Man(man) => self.named_man(man).map_or(self.army, |man| self.state.men[man].army),
                    _ => self.army,
                };
                self.state.leap(spot, self.twin.turned(army, (by.right.into(), by.forward.into())))
            }),
            Point::Along(point) => {
                let (from, to) = self.leg.filter(|(from, to)| from.0 == to.0)?;
                self.point(point).and_then(|at| self.state.leap(at, (to.1 - from.1, to.2 - from.2)))
            }
            Point::Before(who) => {
                let man = self.named_man(*who)?;
                self.state.past.iter().rev().find(|done| done.man == man).map(|done| done.from)
            }
            Point::Across(point) => self.point(point).and_then(|spot| self.state.over(spot)),
            Point::Opposite(point) => self.point(point).map(|(board, file, rank)| {
                let (left, low, files, ranks) = self.state.extent(board);
                (board, left + files - 1 - (file - left), low + ranks - 1 - (rank - low))
            }),
        }
    }

    pub fn squares(&self, squares: &Squares, spot: Spot) -> bool {
        let (left, low, files, ranks) = self.state.extent(spot.0);
        let edges = || {
            let step = |by| self.state.leap(spot, by).is_none();
            usize::from(step((1, 0)) || step((-1, 0))) + usize::from(step((0, 1)) || step((0, -1)))
        };
        match squares {
            Squares::Every => true,
            Squares::These(names) => names.contains(&named(spot)),
            Squares::Rank { number, own } => self.number(number) == if *own { self.own_rank(spot) } else { i32::from(spot.2) + 1 },
            Squares::LastRank => self.is_last_rank(spot),
            Squares::Files(names) => names.contains(&file_name(spot.1)),
            Squares::File(number) => self.number(number) == i32::from(spot.1) + 1,
            Squares::Light => (spot.1 + spot.2).rem_euclid(2) == 1,
            Squares::Dark => (spot.1 + spot.2).rem_euclid(2) == 0,
            Squares::Edge => edges() > 0,
            Squares::Corner => edges() == 2,
            Squares::Centre => {
                let middle = |at: i16, length: i16| at == (length - 1) / 2 || at == length / 2;
                middle(spot.1 - left, files) && middle(spot.2 - low, ranks)
            }
            Squares::Half { own } => {
                // Ranks nearer to the own edge, and farther: on a board with an odd number the middle rank is in neither half.
                let (below, above) = (spot.2 - low, low + ranks - 1 - spot.2);
                let (near, far) = if self.twin.frame(self.army) == Frame::Up { (below, above) } else { (above, below) };
                if *own { near < far } else { near > far }
            }
            Squares::Region(name) => {
                let key = self.twin.entities.key_named(name);
                let marked = key.is_some_and(|key| self.state.note(Holder::Cell(spot), key.0) != 0);
                marked || self.region(name).is_some_and(|(clause, squares)| View { clauses: clause, ..*self }.squares(squares, spot))
            }
            Squares::Seen { by, squares } => {
                let all = self.player(by);
                let here =
                    |army: &&u8| self.state.men.iter().any(|man| man.army == **army && man.at().is_some_and(|at| at.0 == self.board));
                let army = all.iter().find(|army| **army == self.mover).or_else(|| all.iter().find(here)).or_else(|| all.first());
                army.is_some_and(|&army| View { army, ..*self }.squares(squares, spot))
            }
            // Nobody knows: it might be this one.
            Squares::Secret(_) => true,
            Squares::At(point) => self.point(point) == Some(spot),
            Squares::Near { of, reach } => self.cells_of(spot.0).iter().any(|&centre| {
                let near = self.state.distance(spot, centre).is_some_and(|distance| distance <= i16::from(*reach));
                near && centre != spot && self.squares(of, centre)
            }),
            Squares::Beside { of, steps } => steps.iter().any(|step| {
                let (right, up) = self.twin.turned(0, (step.right.into(), step.forward.into()));
                [(right, up), (-right, -up)].into_iter().any(|(right, up)| {
                    let Some(centre) = self.state.leap(spot, (-right, -up)) else { return false };
                    let army = match of.facing() {
                        Facing::Viewpoint => Some(self.army),
                        Facing::Mover => Some(self.mover),
                        Facing::Man(man) => Some(self.named_man(man).map_or(self.army, |man| self.state.men[man].army)),
                        Facing::Theirs => self.on(centre).map(|man| self.state.men[man].army),
                    };
                    let sees = |army: u8| self.twin.turned(army, (step.right.into(), step.forward.into())) == (right, up);
                    army.is_some_and(sees) && self.squares(of, centre)
                })
            }),
            Squares::Left(class) => {
                let gone = |done: &&Done| done.from == spot && done.to != spot && self.in_time(When::JustBefore, done);
                self.state.past.iter().filter(gone).any(|done| self.class_as(class, done.man, done.kind, done.army))
            }
            Squares::LastCapture => {
                let last = self.state.past.iter().rev().find(|done| done.from.0 == spot.0 && !done.took.is_empty());
                last.is_some_and(|done| done.to == spot)
            }
            Squares::Trodden(who) => {
                let man = self.named_man(*who);
                self.state.past.iter().any(|done| Some(done.man) == man && (done.from == spot || done.to == spot))
            }
            Squares::Onward(who) => {
                let Some(man) = self.named_man(*who) else { return false };
                let Some(at) = self.state.men[man].at().filter(|at| at.0 == spot.0) else { return false };
                let made = self.leg.filter(|(from, to)| *who == Ref::Actor && from != to && at == *to);
                let remembered = || {
                    let last = self.state.past.iter().rev().find(|done| done.man == man && done.from.0 == done.to.0);
                    last.map(|done| (done.from, done.to))
                };
                let Some((from, to)) = made.or_else(remembered).filter(|(from, to)| from.0 == to.0) else { return false };
                let (right, up) = (to.1 - from.1, to.2 - from.2);
                let shared = (1..=right.abs().max(up.abs())).rev().find(|by| right % by == 0 && up % by == 0).unwrap_or(1);
                (1..64).any(|steps| (at.1 + steps * right / shared, at.2 + steps * up / shared) == (spot.1, spot.2))
                    && (right, up) != (0, 0)
            }
            Squares::InLine { of, lines } => {
                let alike = |other: &Spot| {
                    lines.iter().any(|line| match line {
                        Alike::File => spot.1 == other.1,
                        Alike::Rank => spot.2 == other.2,
                        Alike::Diagonal => (spot.1 - other.1).abs() == (spot.2 - other.2).abs(),
                        Alike::Colour => (spot.1 + spot.2).rem_euclid(2) == (other.1 + other.2).rem_euclid(2),
                        Alike::Block => {
                            let corner = |at: &Spot| (at.1 - at.1.rem_euclid(2), at.2 - at.2.rem_euclid(2));
                            corner(&spot) == corner(other)
                        }
                        Alike::Half => {
                            let above = |at: &Spot| (2 * (at.2 - low) + 1 - ranks).signum();
                            above(&spot) * above(other) >= 0
                        }
                    })
                };
                self.cells().iter().filter(|&&other| other != spot && alike(&other)).any(|&other| self.squares(of, other))
            }
            Squares::Nearest { of, to } => {
                let goals: Vec<Spot> = self.cells().iter().copied().filter(|&goal| self.squares(to, goal)).collect();
                let far = |from: Spot| {
                    let apart = |&goal: &Spot| if to.of_men() && goal == from { None } else { self.state.distance(from, goal) };
                    goals.iter().filter_map(apart).min()
                };
                let all = self.cells().iter().filter(|&&other| self.squares(of, other)).filter_map(|&other| far(other));
                self.squares(of, spot) && far(spot).is_some() && far(spot) == all.min()
            }
            Squares::Between { one, other, lines } => {
                let on = |there: &Squares, step: (i16, i16)| {
                    (1..64).any(|far| {
                        let at = (spot.0, spot.1 + far * step.0, spot.2 + far * step.1);
                        self.cells().contains(&at) && self.squares(there, at)
                    })
                };
                let line = |step: (i16, i16)| match step {
                    (0, _) => Alike::File,
                    (_, 0) => Alike::Rank,
                    _ => Alike::Diagonal,
                };
                let steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];
                steps.into_iter().any(|step| lines.contains(&line(step)) && on(one, step) && on(other, (-step.0, -step.1)))
            }
            Squares::Under(class) => self.on(spot).is_some_and(|man| self.class(class, man)),
            Squares::Empty => self.state.is_free(spot),
            Squares::Holes => self.state.holes.contains(&spot),
            Squares::AttackedBy(class) => self.attacked_by(class, spot),
            Squares::Not(inner) => !self.squares(inner, spot),
            Squares::Both(parts) => parts.iter().all(|part| self.squares(part, spot)),
            Squares::Either(parts) => parts.iter().any(|part| self.squares(part, spot)),
        }
    }

    fn cells_of(&self, board: u8) -> &'a [Spot] {
        &self.state.boards[board as usize].cells
    }

    /// Where it is noted of men how many they bear.
    pub fn key_of_tally(&self, name: &str) -> u16 {
        let counter = self.counter(name);
        let noted = if counter.state { format!("marked: {name}") } else { format!("borne: {} {name}", counter.start) };
        self.twin.entities.key_named(&noted).unwrap().0
    }

    /// The newest clause that declares a counter.
    pub fn counter(&self, wanted: &str) -> &'a Counter {
        let said: &'a [Said] = &self.twin.boards[self.law as usize];
        let counter = |said: &'a Said| if let Form::Counter(counter) = &said.clause.form { Some(counter) } else { None };
        said.iter().rev().filter_map(counter).find(|counter| counter.name == wanted).unwrap()
    }

    /// Whether a man bears what a number says that it bears; of other numbers nothing is asked.
    fn bears(&self, number: &Number) -> bool {
        let Number::Borne { name, by } = number else { return true };
        let bearers = self.counter(name).of.as_ref().unwrap();
        self.named_man(*by).is_some_and(|man| self.class(bearers, man))
    }

    /// The newest clause that names a region; of older ones, where it is one that asks.
    fn region(&self, wanted: &str) -> Option<(usize, &'a Squares)> {
        let said: &'a [Said] = &self.twin.boards[self.law as usize];
        said[..self.clauses].iter().enumerate().rev().find_map(|(at, said)| match &said.clause.form {
            Form::Region { name, squares } if name == wanted => Some((at, squares)),
            _ => None,
        })
    }

    pub fn is_last_rank(&self, spot: Spot) -> bool {
        self.state.leap(spot, self.turned(0, 1)).is_none()
    }

    /// The armies of a player.
    pub fn player(&self, player: &Player) -> Vec<u8> {
        let all = 0..self.twin.entities.armies.len() as u8;
        let mover = |army: &u8| self.twin.friends(*army, self.mover);
        match player {
            Player::Each if self.each_in_turn => all.filter(mover).collect(),
            Player::Each => all.collect(),
            Player::Mover => all.filter(mover).collect(),
            Player::Opponent => all.filter(|army| !mover(army)).collect(),
            Player::Colour(colour) => vec![self.twin.entities.army_named(colour).unwrap().0],
            Player::OwnerOf(who) => self.named_man(*who).map(|man| self.state.men[man].army).into_iter().collect(),
            Player::EnemyOf(who) => {
                let owner = self.named_man(*who).map(|man| self.state.men[man].army);
                owner.map_or_else(Vec::new, |owner| all.filter(|army| !self.twin.friends(*army, owner)).collect())
            }
        }
    }

    /// Whether it was so in each of so many phases of one side, of which this is the last.
    fn was_running(&self, past: &Past, newest: &Done, turns: u32) -> bool {
        let last = Past { when: When::LastTurn, act: Act::any(Class::EVERY).into(), by: None, man: None };
        let phase = |back: u32| self.state.past.iter().filter(move |done| done.side == newest.side && done.turn + back == newest.turn);
        self.was(&last, newest) && (0..turns).all(|back| phase(back).any(|done| self.was(past, done)))
    }

    /// Whether something was done then.
    pub fn in_time(&self, when: When, done: &Done) -> bool {
        let ago = self.state.turn - done.turn.min(self.state.turn);
        let newest =
            || self.state.past.iter().rev().map(|done| (done.turn, done.side)).find(|&at| at != (self.state.turn, self.state.side));
        match when {
            When::Within(turns) => ago < u32::from(turns),
            When::Ago(turns) => ago == u32::from(turns),
            When::LastTurn => {
                let now = (self.state.turn, self.state.side);
                let of_his = |other: &&Done| other.side == done.side && (other.turn, other.side) != now;
                let last = self.state.past.iter().filter(of_his).map(|other| other.turn).max();
                (done.turn, done.side) != now && last == Some(done.turn) && ago < 2
            }
            When::Lately(turns) => ago <= u32::from(turns),
            When::Running(_) => (done.turn, done.side) != (self.state.turn, self.state.side),
            When::JustBefore => newest() == Some((done.turn, done.side)),
            When::Newest => (done.turn, done.side) != (self.state.turn, self.state.side),
            // The rules that it is asked about are as old as the game.
            When::Since | When::Ever => true,
        }
    }

    /// Whether something remembered is what a condition asks for.
    fn was(&self, past: &Past, done: &Done) -> bool {
        let Act { who, how, ways, counts, from, to, over } = &*past.act;
        let in_time = self.in_time(past.when, done);
        let manner = match how {
            How::Any => true,
            How::Quiet => done.took.is_empty(),
            How::Passing(_) => false,
            How::Capture(victims) => done.took.iter().any(|&(man, kind, army)| self.class_as(victims, man, kind, army)),
            How::Check => done.checked,
            How::Castle => done.castled,
            How::Promote(into) => done.became.is_some_and(|kind| into.is_empty() || self.twin.is_of(&Kinds::Only(into.clone()), kind)),
        };
        let way = (done.to.1 - done.from.1, done.to.2 - done.from.2);
        in_time
            && manner
            && (past.when != When::Newest || self.is_newest(past, done))
            && done.from.0 == self.board
            && past.by.as_ref().is_none_or(|by| self.player(by).contains(&done.army))
            && self.class_as(who, done.man, done.kind, done.army)
            && self.goes(ways, counts, self.twin.turned(done.army, way))
            && from.as_ref().is_none_or(|from| self.squares(from, done.from))
            && to.as_ref().is_none_or(|to| self.squares(to, done.to))
            && over.as_ref().is_none_or(|over| self.passes(done.from, done.to, over))
    }

    /// Whether nobody whom a condition is about has done something of its sort later.
    fn is_newest(&self, past: &Past, done: &Done) -> bool {
        let sort = |other: &Done| match past.act.how {
            How::Any | How::Quiet => true,
            How::Capture(_) | How::Passing(_) => !other.took.is_empty(),
            How::Check => other.checked,
            How::Castle => other.castled,
            How::Promote(_) => other.became.is_some(),
        };
        let about = |other: &Done| {
            (other.turn, other.side) != (self.state.turn, self.state.side)
                && past.man.is_none_or(|man| self.named_man(man) == Some(other.man))
                && past.by.as_ref().is_none_or(|by| self.player(by).contains(&other.army))
                && other.from.0 == self.board
        };
        self.state.past.iter().rev().find(|other| about(other) && sort(other)).is_some_and(|newest| std::ptr::eq(newest, done))
    }

    /// Whether a displacement, in the mover's frame, is as words on ways and counts ask.
    pub fn goes(&self, ways: &Ways, counts: &[(u8, u8)], (right, forward): (i16, i16)) -> bool {
        let far = right.abs().max(forward.abs());
        let vector = crate::board::Vector { right: right as i8, forward: forward as i8 };
        let counted = |&(least, most): &(u8, u8)| (i16::from(least)..=i16::from(most)).contains(&far);
        ways.admit(vector) && (counts.is_empty() || counts.iter().any(counted))
    }

    /// Whether a move leads over one of these, on its way or where one step leaps.
    pub fn leads_over(&self, run: &Run, over: &Squares) -> bool {
        if run.manner != Manner::Walk {
            return self.passes(run.from, run.to, over);
        }
        let Walked { steps, passed, .. } = &run.walked;
        let from = std::iter::once(&run.from).chain(passed);
        let mut legs = from.zip(passed.iter().chain([&run.to])).zip(steps);
        passed.iter().any(|&spot| self.squares(over, spot))
            || legs.any(|((&from, &to), step)| (to.1 - from.1, to.2 - from.2) == *step && self.passes(from, to, over))
    }

    /// Whether the straight line between two squares leads over one of these.
    pub fn passes(&self, from: Spot, to: Spot, over: &Squares) -> bool {
        let (right, up) = (to.1 - from.1, to.2 - from.2);
        let straight = from.0 == to.0 && (right == 0 || up == 0 || right.abs() == up.abs());
        let on_line = |spot: Spot| {
            (1..right.abs().max(up.abs())).any(|far| spot == (from.0, from.1 + far * right.signum(), from.2 + far * up.signum()))
        };
        straight && self.cells().iter().any(|&spot| on_line(spot) && self.squares(over, spot))
    }

    /// Whether a movement line of a purpose serves.
    pub fn serves(aspect: Use, purpose: Use) -> bool {
        aspect == Use::Any || aspect == purpose
    }
}

pub fn named((_, file, rank): Spot) -> String {
    format!("{}{}", file_name(file), rank + 1)
}
