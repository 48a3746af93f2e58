//! Sets of squares, looked up: whether a cell of the scene's board is one of them.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::board::{CellId, CellName, Frame, Geometry, SideId, Vector, files_named};
use crate::rule::{Alike, Facing, Ref, Squares, When};

use super::LawProblem;
use super::crowd::Crowd;
use super::fate::Secret;
use super::lookup::Lookup;
use super::reads::asks_past;
use super::scene::{Scene, half};
use super::terms::{Area, armies};

impl Lookup<'_> {
    pub fn squares(&self, squares: &Squares) -> Result<Area, LawProblem> {
        Ok(match squares {
            Squares::Every => Arc::new(|_, _| true),
            Squares::These(names) => {
                let names: Vec<CellName> = names.iter().filter_map(|name| CellName::of(name)).collect();
                Arc::new(move |scene, cell| {
                    let geometry = &scene.position.geometry;
                    names.iter().any(|name| geometry.is_named(cell, *name))
                })
            }
            Squares::Rank { number, own } => {
                let (number, own) = (self.number(number)?, *own);
                Arc::new(move |scene, cell| number(scene) == if own { scene.own_rank(cell) } else { rank(scene, cell) })
            }
            Squares::LastRank => Arc::new(|scene, cell| scene.is_last_rank(cell)),
            Squares::Files(names) => {
                let files: Vec<i16> = names.iter().flat_map(|name| files_named(name)).collect();
                Arc::new(move |scene, cell| files.contains(&scene.position.geometry.cell(cell).file))
            }
            Squares::File(number) => {
                let number = self.number(number)?;
                Arc::new(move |scene, cell| number(scene) == i32::from(scene.position.geometry.cell(cell).file) + 1)
            }
            Squares::Light => Arc::new(|scene, cell| !is_dark(&scene.position.geometry, cell)),
            Squares::Dark => Arc::new(|scene, cell| is_dark(&scene.position.geometry, cell)),
            Squares::Edge => Arc::new(|scene, cell| ends(&scene.position.geometry, cell) > 0),
            Squares::Corner => Arc::new(|scene, cell| ends(&scene.position.geometry, cell) > 1),
            Squares::Centre => Arc::new(|scene, cell| is_central(&scene.position.geometry, cell)),
            Squares::Half { own } => {
                let half = if *own { Ordering::Less } else { Ordering::Greater };
                Arc::new(move |scene, cell| scene.half(cell) == half)
            }
            Squares::Seen { by, squares } => {
                let (by, squares) = (self.player(by)?, self.squares(squares)?);
                Arc::new(move |scene, cell| scene.army_of(by(scene)).is_some_and(|army| squares(&scene.seen_by(army), cell)))
            }
            Squares::Region(name) => self.region(name)?,
            Squares::Secret(_) if !self.secrets => {
                let instead = "say what happens instead, \"When a piece moves to the opponent's secret square, it is removed\", or let the player open it: \"A player may, instead of moving, reveal his secret piece. Revealed pieces may not be captured.\"";
                return Err(self.wrong(format!("a secret square cannot decide what may be moved; {instead}")));
            }
            Squares::Secret(player) => {
                let player = self.player(player)?;
                let own = self.place.text.strip_prefix("rule ").unwrap_or(&self.place.text).to_owned();
                Arc::new(move |scene, cell| {
                    // Who does not know takes every square for one, and for none where that is asked: it might be.
                    let Some(secrets) = scene.secrets else { return !scene.denied };
                    let name = scene.position.geometry.name(cell);
                    let whose = player(scene);
                    let of = |side: SideId| {
                        armies(whose).take_while(|army| army.index() < scene.law.armies()).any(|army| scene.law.side(army) == side)
                    };
                    // A rule with secret squares of its own means those.
                    let has_own = secrets.iter().any(|secret| secret.rule == own);
                    let meant = |secret: &&Secret| {
                        let named = secret.square == name && of(secret.side) && (!has_own || secret.rule == own);
                        // One that its rule does not let its owner name here is nobody's here.
                        named && scene.law.may_be_secret(scene, secret.side, &format!("rule {}", secret.rule), cell)
                    };
                    let mut met = secrets.iter().filter(meant).peekable();
                    let found = met.peek().is_some();
                    met.for_each(|secret| secret.met.set(true));
                    found
                })
            }
            Squares::Left(class) => {
                let class = Crowd::of(class, self)?;
                asks_past(self.reads, When::JustBefore);
                Arc::new(move |scene, cell| super::history::was_left(scene, &class, cell))
            }
            Squares::LastCapture => {
                asks_past(self.reads, When::Newest);
                Arc::new(|scene, cell| super::history::last_capture(scene) == Some(cell))
            }
            Squares::Trodden(who) => {
                let who = *who;
                asks_past(self.reads, When::Ever);
                Arc::new(move |scene, cell| scene.man(who).is_some_and(|man| super::history::was_visited(scene, man, cell)))
            }
            Squares::Onward(who) => {
                let who = *who;
                asks_past(self.reads, When::Ever);
                Arc::new(move |scene, cell| onward(scene, who, cell).unwrap_or(false))
            }
            Squares::At(point) => {
                let point = self.point(point)?;
                Arc::new(move |scene, cell| point(scene) == Some(cell))
            }
            Squares::Near { of, reach } => {
                let (of, reach) = (self.squares(of)?, i16::from(*reach));
                Arc::new(move |scene, cell| scene.position.geometry.near(cell, reach).any(|centre| of(scene, centre)))
            }
            Squares::Beside { of, steps } => {
                let facing = of.facing();
                let (of, steps) = (self.squares(of)?, steps.clone());
                Arc::new(move |scene, cell| {
                    let back = |frame: Frame, step: Vector| frame.turn(Vector { right: -step.right, forward: -step.forward });
                    let centre = |frame, step| scene.position.geometry.leap(cell, back(frame, step));
                    let theirs = |centre, frame| scene.on(centre).is_some_and(|man| scene.frame(scene.position.man(man).army) == frame);
                    match facing {
                        Facing::Theirs => [Frame::Up, Frame::Down].into_iter().any(|frame| {
                            let seen = |centre| theirs(centre, frame) && of(scene, centre);
                            steps.iter().filter_map(|&step| centre(frame, step)).any(seen)
                        }),
                        facing => {
                            let frame = scene.frame_of(facing);
                            steps.iter().filter_map(|&step| centre(frame, step)).any(|centre| of(scene, centre))
                        }
                    }
                })
            }
            Squares::InLine { of, lines } => {
                let (of, lines) = (self.squares(of)?, lines.clone());
                Arc::new(move |scene, cell| {
                    let on_line = |other: &&CellId| **other != cell && alike(&scene.position.geometry, cell, **other, &lines);
                    scene.cells().iter().filter(on_line).any(|&other| of(scene, other))
                })
            }
            Squares::Nearest { of, to } => {
                let (men, of, to) = (to.of_men(), self.squares(of)?, self.squares(to)?);
                Arc::new(move |scene, cell| of(scene, cell) && is_nearest(scene, cell, &of, &to, men))
            }
            Squares::Between { one, other, lines } => {
                let (one, other, lines) = (self.squares(one)?, self.squares(other)?, lines.clone());
                Arc::new(move |scene, cell| {
                    let ways = |there: &Area| ways_to(scene, cell, there, &lines);
                    let (back, on) = (ways(&one), ways(&other));
                    on.iter().any(|&(right, up)| back.contains(&(-right, -up)))
                })
            }
            Squares::Under(class) => {
                let class = Crowd::of(class, self)?;
                Arc::new(move |scene, cell| scene.on(cell).is_some_and(|man| class.includes(scene, man, scene.position.man(man))))
            }
            Squares::Empty => Arc::new(|scene, cell| scene.position.is_free(cell)),
            Squares::Holes => Arc::new(|scene, cell| scene.position.is_hole(cell)),
            Squares::AttackedBy(class) => {
                let class = Crowd::of(class, self)?;
                Arc::new(move |scene, cell| super::terms::attacked(scene, cell, &class))
            }
            Squares::Not(inner) => {
                let inner = self.squares(inner)?;
                Arc::new(move |scene, cell| !inner(&scene.denying(), cell))
            }
            Squares::Both(parts) => {
                let parts = self.areas(parts)?;
                Arc::new(move |scene, cell| parts.iter().all(|part| part(scene, cell)))
            }
            Squares::Either(parts) => {
                let parts = self.areas(parts)?;
                Arc::new(move |scene, cell| parts.iter().any(|part| part(scene, cell)))
            }
        })
    }

    fn areas(&self, parts: &[Squares]) -> Result<Vec<Area>, LawProblem> {
        parts.iter().map(|part| self.squares(part)).collect()
    }
}

/// Whether none of those squares is nearer to these than a cell that is one of them; if `men` stand there, nobody is near to himself.
fn is_nearest(scene: &Scene<'_>, cell: CellId, of: &Area, to: &Area, men: bool) -> bool {
    let geometry = &scene.position.geometry;
    let goals: Vec<CellId> = scene.cells().iter().copied().filter(|&goal| to(scene, goal)).collect();
    let far = |from: CellId| goals.iter().filter(|&&goal| !men || goal != from).filter_map(|&goal| geometry.distance(from, goal)).min();
    let Some(own) = far(cell) else { return false };
    !scene.cells().iter().any(|&other| far(other).is_some_and(|other| other < own) && of(scene, other))
}

/// The ways of the board in which such squares lie on these lines from a cell.
fn ways_to(scene: &Scene<'_>, cell: CellId, there: &Area, lines: &[Alike]) -> Vec<(i16, i16)> {
    let geometry = &scene.position.geometry;
    let from = geometry.cell(cell);
    let on_line = |other: &&CellId| **other != cell && alike(geometry, cell, **other, lines) && there(scene, **other);
    let way = |&other: &CellId| {
        let at = geometry.cell(other);
        ((at.file - from.file).signum(), (at.rank - from.rank).signum())
    };
    scene.cells().iter().filter(on_line).map(way).collect()
}

/// Whether steps like that of a man's last move lead it on to a cell.
fn onward(scene: &Scene<'_>, who: Ref, cell: CellId) -> Option<bool> {
    let (geometry, man) = (&scene.position.geometry, scene.man(who)?);
    let stands = scene.position.man(man).place.cell()?;
    // What has just been made is the last one, once it is made.
    let made = scene.leg.filter(|&(from, to)| who == Ref::Actor && from != to && stands == to);
    let remembered = || scene.position.past().moves().rev().find(|recalled| recalled.man == man).map(|last| (last.from, last.to));
    let (from, to) = made.or_else(remembered)?;
    let (from, to) = (geometry.cell(from), geometry.cell(to));
    let (at, cell) = (geometry.cell(stands), geometry.cell(cell));
    let (right, up) = (to.file - from.file, to.rank - from.rank);
    let steps = divisor(right.abs(), up.abs());
    if steps == 0 || from.board != to.board || at.board != cell.board {
        return None;
    }
    let (right, up) = (right / steps, up / steps);
    let (across, along) = (cell.file - at.file, cell.rank - at.rank);
    let count = if right == 0 { along / up } else { across / right };
    Some(count > 0 && (across, along) == (count * right, count * up))
}

/// The greatest common divisor; 0 of two zeros.
fn divisor(one: i16, other: i16) -> i16 {
    if other == 0 { one } else { divisor(other, one % other) }
}

fn rank(scene: &Scene<'_>, cell: CellId) -> i32 {
    i32::from(scene.position.geometry.cell(cell).rank) + 1
}

/// Whether two cells share a file, a rank or a diagonal; joined edges make no lines longer.
pub(super) fn alike(geometry: &Geometry, one: CellId, other: CellId, lines: &[Alike]) -> bool {
    let cells = (one, other);
    let (one, other) = (geometry.cell(one), geometry.cell(other));
    lines.iter().any(|line| match line {
        Alike::File => one.file == other.file,
        Alike::Rank => one.rank == other.rank,
        Alike::Diagonal => (one.file - other.file).abs() == (one.rank - other.rank).abs(),
        Alike::Colour => (one.file + one.rank - other.file - other.rank) % 2 == 0,
        Alike::Block => (one.file.div_euclid(2), one.rank.div_euclid(2)) == (other.file.div_euclid(2), other.rank.div_euclid(2)),
        Alike::Half => {
            let above = |cell: CellId| half(geometry, Frame::Up, cell);
            above(cells.0) != above(cells.1).reverse() || above(cells.0).is_eq()
        }
    })
}

/// a1 is dark.
pub(super) fn is_dark(geometry: &Geometry, cell: CellId) -> bool {
    let at = geometry.cell(cell);
    (at.file + at.rank).rem_euclid(2) == 0
}

/// At how many ends of its rank and its file a cell lies.
pub(super) fn ends(geometry: &Geometry, cell: CellId) -> usize {
    let leads_on = |right, forward| geometry.leap(cell, Vector { right, forward }).is_some();
    usize::from(!leads_on(1, 0) || !leads_on(-1, 0)) + usize::from(!leads_on(0, 1) || !leads_on(0, -1))
}

pub(super) fn is_central(geometry: &Geometry, cell: CellId) -> bool {
    let at = geometry.cell(cell);
    let mid = |place: i16, first: i16, count: i16| (2 * (place - first) - (count - 1)).abs() <= 1;
    let board = geometry.board(at.board);
    mid(at.file, board.first_file, board.files) && mid(at.rank, board.first_rank, board.ranks)
}
