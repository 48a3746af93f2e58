//! Who attacks a cell: by the table of walks read backwards, and by hops, which hang on more than the cells between.

use crate::board::{ArmyId, BoardId, Cell, CellId, Look, Man, ManId, Position};
use crate::movement::{Hurdle, Ray, Sight, Use};
use crate::rule::Beyond;

use super::in_force::{Field, Law};
use super::on_terms::Terms;
use super::scene::Scene;

impl Law {
    /// Adds the men of the armies `by` that attack a cell, bans ignored.
    pub(super) fn add_attackers(&self, position: &Position, cell: CellId, by: u32, found: &mut Vec<ManId>) {
        let at = self.geometry.cell(cell);
        let field = self.field(at.board);
        field.tables.reach.attackers(at.slot, self.looking(position, field, by), |slot| {
            found.extend(position.on(field.cells[usize::from(slot)]).filter(|man| !found.contains(man)));
            false
        });
        if field.tables.hops {
            let hoppers: Vec<ManId> = self.hoppers(position, cell, by).filter(|id| !found.contains(id)).collect();
            found.extend(hoppers);
        }
    }

    /// Whether a man attacks a cell on its board, were an enemy of its own there. Asked for a movement, by its own reach alone.
    pub(super) fn attacks(&self, scene: &Scene<'_>, id: ManId, cell: CellId) -> bool {
        let position = scene.position;
        let man = position.man(id);
        let known = |cell: &CellId| cell.index() < self.geometry.cells.len();
        let (Some(cell), Some(from)) = (Some(cell).filter(known), man.place.cell().filter(known)) else { return false };
        let target = self.geometry.cell(cell);
        let (from, field) = (self.geometry.cell(from), self.field(target.board));
        if from.board != target.board {
            return false;
        }
        let sight = || if scene.shallow { Sight::Hostile(field.tables.own_gait(man)) } else { self.sight(position, field, id, man) };
        let look = |slot: u16| match position.look(field.cells[usize::from(slot)]) {
            Look::Free => Sight::Nobody,
            Look::Man(there) if there == id => sight(),
            // On its way, it stands in nobody's way.
            Look::Man(there) if scene.lifted == Some(there) => Sight::Nobody,
            Look::Man(_) | Look::Hole => Sight::Bystander,
        };
        field.tables.reach.attacked(target.slot, look)
            || field.tables.hops && self.man_hops_to(position, (id, cell), sight(), (scene.lifted, scene.shallow))
    }

    /// The same of a check: whether a man hostile to an army attacks a real king of its side.
    pub(super) fn checked_by_own_reach(&self, scene: &Scene<'_>, army: ArmyId) -> bool {
        let hostile = self.hostile(army);
        let position = scene.position;
        let attacked = |cell: CellId| {
            let mut enemies = position.standing(self.geometry.cell(cell).board).filter(|(_, man, _)| hostile >> man.army.index() & 1 == 1);
            enemies.any(|(id, _, _)| self.attacks(scene, id, cell))
        };
        self.kings(position, hostile).filter_map(|king| position.man(king).place.cell()).any(attacked)
    }

    /// A hostile man by its gaits.
    #[inline]
    fn sight(&self, position: &Position, field: &Field, id: ManId, man: &Man) -> Sight {
        let at = man.place.cell().map(|cell| self.geometry.cell(cell));
        if let Some(gait) = at.and_then(|at| field.tables.settled_gait(man, at.slot)) {
            return Sight::Hostile(gait);
        }
        let scene = Scene::new(self, position, at.map_or(BoardId(0), |at| at.board), man.army);
        let own = field.tables.gait(&scene, id, man);
        let lent = field.tables.lent(&scene, id, man);
        if lent.is_empty() {
            return Sight::Hostile(own);
        }
        let capturing = lent.iter().filter(|lent| lent.purpose != Use::Quiet).map(|lent| lent.gait);
        Sight::Several(std::iter::once(own).chain(capturing).collect())
    }

    /// Whether a man of one of the armies `by` attacks the cell on its own board.
    #[inline]
    pub(super) fn attacked_on(&self, position: &Position, cell: CellId, by: u32) -> bool {
        let at = self.geometry.cell(cell);
        let field = self.field(at.board);
        field.tables.reach.attacked(at.slot, self.looking(position, field, by)) || field.tables.hops && self.hopped_to(position, cell, by)
    }

    /// What stands on a board, as one sees it who fears the armies `by`.
    #[inline]
    pub(super) fn looking<'p>(&'p self, position: &'p Position, field: &'p Field, by: u32) -> impl Fn(u16) -> Sight + 'p {
        move |slot: u16| match position.look(field.cells[usize::from(slot)]) {
            Look::Free => Sight::Nobody,
            Look::Hole => Sight::Bystander,
            Look::Man(id) => {
                let man = position.man(id);
                if by >> man.army.index() & 1 == 0 { Sight::Bystander } else { self.sight(position, field, id, man) }
            }
        }
    }

    /// Whether a man of one of the armies `by` captures on the cell by hopping.
    pub(super) fn hopped_to(&self, position: &Position, cell: CellId, by: u32) -> bool {
        self.hoppers(position, cell, by).next().is_some()
    }

    /// Whether a man of one of the armies `by` may come to capture on the cell by hopping although he stays where he is.
    pub(super) fn may_be_hopped_to(&self, position: &Position, cell: CellId, by: u32) -> bool {
        self.within_hops(position, cell, by).next().is_some()
    }

    /// The men of the armies `by` that capture on the cell by hopping.
    fn hoppers<'p>(&'p self, position: &'p Position, cell: CellId, by: u32) -> impl Iterator<Item = ManId> + 'p {
        let field = self.field(self.geometry.cell(cell).board);
        let captures = move |&id: &ManId| {
            let sight = self.sight(position, field, id, position.man(id));
            self.man_hops_to(position, (id, cell), sight, (None, false))
        };
        self.within_hops(position, cell, by).filter(captures)
    }

    /// The men of the armies `by` that may hop, on cells where some hop to the cell begins or which it leads over.
    fn within_hops<'p>(&'p self, position: &'p Position, cell: CellId, by: u32) -> impl Iterator<Item = ManId> + 'p {
        let at = self.geometry.cell(cell);
        let tables = &self.field(at.board).tables;
        let hostile = (0..self.armies()).filter(move |army| by >> army & 1 == 1);
        let men = hostile.flat_map(move |army| position.roster(ArmyId(army as u8)).iter());
        men.filter(move |&id| {
            let man = position.man(id);
            let from = man.place.cell().and_then(|from| self.cell(from));
            let near = |from: &Cell| from.board == at.board && tables.reach.hops_by(at.slot, from.slot);
            from.is_some_and(near) && tables.of(man.kind, man.army).hops
        })
    }

    /// By hopping; `lifted` stands nowhere, and a shallow look sees no way that itself hangs on attacks.
    fn man_hops_to(&self, position: &Position, hop: (ManId, CellId), sight: Sight, look: (Option<ManId>, bool)) -> bool {
        match sight {
            Sight::Nobody | Sight::Bystander => false,
            Sight::Hostile(gait) => self.gait_hops_to(position, hop, gait, look),
            Sight::Several(gaits) => gaits.into_iter().any(|gait| self.gait_hops_to(position, hop, gait, look)),
        }
    }

    fn gait_hops_to(&self, position: &Position, (id, cell): (ManId, CellId), gait: u16, (lifted, shallow): (Option<ManId>, bool)) -> bool {
        let (man, target) = (position.man(id), self.geometry.cell(cell));
        let Some(from) = man.place.cell() else { return false };
        let field = self.field(target.board);
        let gait = &field.tables.gaits[usize::from(gait)];
        let own = !self.hostile(man.army);
        let seen = |ray: &&Ray| !shallow || !field.tables.on_terms(ray).is_some_and(|terms| terms.on_attacks);
        let mut rays = gait.rays(self.geometry.cell(from).slot).iter().filter(seen);
        gait.hops && rays.any(|ray| self.hops_to(position, (cell, target), ray, (own, id, lifted)))
    }

    /// Whether a man captures on a cell what it jumps over; of those that stand there only an enemy need be of the sort that it so captures.
    fn jumps_over(
        &self,
        position: &Position,
        (cell, target): (CellId, u16),
        (ray, walk): (&Ray, &[u16]),
        beyond: Beyond,
        (own, id, lifted): (u32, ManId, Option<ManId>),
    ) -> bool {
        let board = self.geometry.cell(cell).board;
        let field = self.field(board);
        let at = |slot: &u16| field.cells[usize::from(*slot)];
        let stands = |slot: &u16| position.on(at(slot)).filter(|&man| lifted != Some(man));
        let free = |slot: &u16| stands(slot).is_none() && !position.is_hole(at(slot));
        let Some(over) = walk.iter().position(|&slot| slot == target) else { return false };
        let Some(terms) = field.tables.on_terms(ray) else { return false };
        let scene = Scene::new(self, position, board, position.man(id).army);
        let such = |man: ManId| {
            let enemy = own >> position.man(man).army.index() & 1 == 0;
            !enemy || terms.over.as_ref().is_some_and(|over| over.includes(&scene, man))
        };
        let farthest = if beyond == Beyond::JustBehind { 1 } else { usize::MAX };
        let mut landings = (over + 2..).zip(&walk[over + 1..]).take(farthest).take_while(|(_, slot)| free(slot));
        ray.purpose != Use::Quiet
            && walk[..over].iter().all(free)
            && !position.is_hole(cell)
            && stands(&target).is_none_or(such)
            && landings.any(|(steps, slot)| steps >= usize::from(ray.min) && terms.ends_on(&scene, id, at(slot)))
    }

    fn hops_to(&self, position: &Position, (cell, target): (CellId, &Cell), ray: &Ray, hopper: (u32, ManId, Option<ManId>)) -> bool {
        let ((own, id, lifted), army) = (hopper, position.man(hopper.1).army);
        let (board, target) = (target.board, target.slot);
        let field = self.field(board);
        let walk = field.tables.tracks.walk(ray.start, ray.end);
        if let Some(beyond) = field.tables.on_terms(ray).and_then(Terms::captures_beyond) {
            return self.jumps_over(position, (cell, target), (ray, walk), beyond, hopper);
        }
        let stands = |slot: &u16| position.on(field.cells[usize::from(*slot)]).is_some_and(|man| lifted != Some(man));
        let Some(at) = walk.iter().position(|&slot| slot == target).filter(|&at| at + 1 >= usize::from(ray.min)) else { return false };
        let between = walk[..at].iter().filter(|slot| stands(slot)).count();
        let friend = |man| own >> position.man(man).army.index() & 1 == 1;
        // Where it may end is asked of the cell.
        let terms = field.tables.on_terms(ray);
        let ended = terms.is_some_and(Terms::has_ends);
        ray.purpose != Use::Quiet
            && (ray.hurdle == Hurdle::Any || !walk[..at].iter().any(|&slot| position.is_hole(field.cells[usize::from(slot)])))
            && (!ended || terms.is_some_and(|terms| terms.ends_on(&Scene::new(self, position, board, army), id, cell)))
            && match ray.hurdle {
                Hurdle::One => between == 1,
                Hurdle::Last => between == 1 && stands(&walk[at - 1]),
                Hurdle::Friends => walk[..at]
                    .iter()
                    .filter_map(|slot| position.on(field.cells[usize::from(*slot)]))
                    .all(|man| lifted == Some(man) || friend(man)),
                Hurdle::These => {
                    let scene = Scene::new(self, position, board, army);
                    let passed = walk[..at].iter().filter_map(|slot| position.on(field.cells[usize::from(*slot)]));
                    let over = terms.and_then(|terms| terms.over.as_ref());
                    over.is_some_and(|over| {
                        let mut passed = passed.filter(|&man| lifted != Some(man));
                        over.ends_beyond(between) && passed.all(|man| over.includes(&scene, man))
                    })
                }
                Hurdle::None => between == 0,
                Hurdle::Any => true,
            }
    }
}
