//! Squares by name, by what stands there and by how they lie, and what leads over them.

use crate::board::{Frame, file_name};
use crate::rule::*;

use super::state::{Deed as Done, Holder, Spot};
use super::view::{View, named};
use super::{Manner, Run, Walked};

impl View<'_> {
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
}
