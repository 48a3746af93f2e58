//! Which way a deed moves a man and how far ([`Heading`], [`Stride`]), looked up.

use crate::board::{CellId, Man, ManId, Vector};
use crate::rule::{Heading, MAX_STEPS, Stride};

use super::LawProblem;
use super::lookup::Lookup;
use super::run::Run;
use super::scene::Scene;
use super::terms::Area;

/// A heading with its stride.
#[derive(Clone)]
pub(super) struct Course {
    way: Way,
    most: u8,
    on: Option<Area>,
}

#[derive(Clone)]
enum Way {
    Own(Vector),
    Mover(Vector),
    Onward,
    Toward(Area),
    Away(Area),
}

impl Course {
    pub fn of(heading: &Heading, stride: &Stride, lookup: &Lookup<'_>) -> Result<Course, LawProblem> {
        let way = match heading {
            Heading::Own(step) => Way::Own(*step),
            Heading::Mover(step) => Way::Mover(*step),
            Heading::Onward => Way::Onward,
            Heading::Toward(there) => Way::Toward(lookup.squares(there)?),
            Heading::Away(there) => Way::Away(lookup.squares(there)?),
        };
        let on = stride.on.as_ref().map(|on| lookup.squares(on)).transpose()?;
        Ok(Course { way, most: stride.most, on })
    }

    /// So many squares are said, and not as far as it can go.
    pub fn is_counted(&self) -> bool {
        self.on.is_none() && self.most < MAX_STEPS
    }

    /// One square of it, on the board's own files and ranks.
    fn step(&self, scene: &Scene<'_>, man: &Man, at: CellId) -> Option<Vector> {
        match &self.way {
            Way::Own(step) => Some(scene.frame(man.army).turn(*step)),
            Way::Mover(step) => Some(scene.frame(scene.mover).turn(*step)),
            Way::Onward => {
                let (from, to) = scene.leg?;
                let (right, forward) = between(scene, from, to)?;
                let straight = right == 0 || forward == 0 || right.abs() == forward.abs();
                straight.then(|| unit((right, forward)))?
            }
            Way::Toward(there) => unit(nearest(scene, there, at)?),
            Way::Away(there) => unit(nearest(scene, there, at)?).map(|step| Vector { right: -step.right, forward: -step.forward }),
        }
    }
}

/// From a cell to another on the same board.
fn between(scene: &Scene<'_>, from: CellId, to: CellId) -> Option<(i16, i16)> {
    let (from, to) = (scene.position.geometry.cell(from), scene.position.geometry.cell(to));
    (from.board == to.board).then_some((to.file - from.file, to.rank - from.rank))
}

/// The way to the nearest of these cells.
fn nearest(scene: &Scene<'_>, there: &Area, at: CellId) -> Option<(i16, i16)> {
    let ways = scene.cells().iter().filter(|&&cell| there(scene, cell)).filter_map(|&cell| between(scene, at, cell));
    ways.min_by_key(|&(right, forward)| {
        let (far, off) = (right.abs().max(forward.abs()), right.abs().min(forward.abs()));
        (far, off, forward, right)
    })
}

fn unit((right, forward): (i16, i16)) -> Option<Vector> {
    (right != 0 || forward != 0).then(|| Vector { right: right.signum() as i8, forward: forward.signum() as i8 })
}

impl Run<'_> {
    /// Moves a man square by square, while it can.
    pub(super) fn walk(&mut self, id: ManId, course: &Course) {
        for _ in 0..course.most {
            let man = self.man(id);
            let next = man.place.cell().and_then(|at| {
                let board = self.position.geometry.cell(at).board;
                // Who goes is not near itself.
                let scene = self.scene().on_board(board).lifting(id);
                let goes = course.on.as_ref().is_none_or(|on| on(&scene, at));
                goes.then(|| course.step(&scene, &man, at)).flatten().and_then(|step| self.position.geometry.leap(at, step))
            });
            if !next.is_some_and(|next| self.relocate(id, man, next)) {
                return;
            }
        }
    }
}
