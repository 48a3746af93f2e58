//! The generator: what men may do by the tables, whatever becomes of their real kings.

use crate::board::{BoardId, CellId, Effect, Look, Man, ManId, Place, Position};
use crate::movement::{Hurdle, Ray, Use};
use crate::rule::Beyond;

use super::Sort;
use super::concern::Concern;
use super::fate::Settling;
use super::finish::another_leg;
use super::found::{Found, Head, Stretch};
use super::hunt::Hunt;
use super::in_force::{Field, Law};
use super::scene::Scene;
use super::tables::{Tables, Trait};

/// The most courses that what follows a move is listed with, whatever is chosen in it.
const MOST_COURSES: usize = 4096;

/// Writes the moves of men into an arena.
pub(super) struct Generator<'a> {
    pub law: &'a Law,
    pub position: &'a mut Position,
    pub found: &'a mut Found,
    /// Cues that have had their turn in the move that this one continues.
    pub spent: Vec<usize>,
    /// The one move that is looked for, to settle it.
    pub settling: Option<Settling<'a>>,
    /// Only captures of real kings are looked for.
    pub hunt: Option<Hunt>,
    /// Room for what concerns the man at hand, and for its moves.
    pub docket: Concern,
    pub drafts: Vec<Head>,
    /// How many courses of what follows one move are gone through.
    pub courses: usize,
}

/// The man whose moves are being found.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub id: ManId,
    pub man: Man,
    pub from: CellId,
    pub ways: Trait,
    /// Armies hostile to it, as bits.
    pub hostile: u32,
    pub cells: &'a [CellId],
    pub tables: &'a Tables,
    /// Also of moves that capture no real king such a capture may come.
    pub thorough: bool,
    /// Where it steps to an empty cell, nothing follows but marks and promotion, and where it promotes is known beforehand.
    pub brief: bool,
    /// Somebody may be captured where he passed.
    pub marked: bool,
}

/// A leg towards a cell, as proposed: what it leads over, who is captured.
#[derive(Clone, Copy)]
pub(super) struct Leg {
    pub to: CellId,
    pub path: Stretch,
    pub sort: Sort,
}

impl<'a> Generator<'a> {
    pub fn new(law: &'a Law, position: &'a mut Position, found: &'a mut Found) -> Generator<'a> {
        let (docket, drafts) = (Concern::default(), Vec::new());
        Generator { law, position, found, spent: Vec::new(), settling: None, hunt: None, docket, drafts, courses: MOST_COURSES }
    }

    /// Everything an army may do, on one board or on all.
    pub fn army(&mut self, army: crate::board::ArmyId, board: Option<BoardId>) {
        self.men(army, board);
        self.actions(army, board);
    }

    /// The moves of an army's men; no action captures.
    pub fn men(&mut self, army: crate::board::ArmyId, board: Option<BoardId>) {
        for block in 0..self.position.roster(army).blocks() {
            for man in self.position.roster(army).block(block) {
                self.man(man, board);
            }
        }
    }

    /// The moves of one man if it stands on the board asked for.
    #[inline]
    pub fn man(&mut self, id: ManId, only: Option<BoardId>) {
        let law = self.law;
        let man = *self.position.man(id);
        let Place::Cell(from) = man.place else { return };
        if law.holds(self.position, id) {
            return;
        }
        // Boards that have opened since the law was folded are none of its own.
        let Some(cell) = law.cell(from) else { return };
        if only.is_some_and(|board| board != cell.board) {
            return;
        }
        let Field { tables, cells } = law.field(cell.board);
        let ways = tables.of(man.kind, man.army);
        let thorough = self.hunt.is_none() || ways.goes_on || tables.explodes;
        let marked = !self.position.marks().is_empty();
        let promotes_as_known = !ways.promotes || law.knows_shape_of(cell.board, self.position);
        let brief = promotes_as_known && !ways.asks_as_left && tables.crossing.is_empty();
        let mover = Mover { id, man, from, ways, hostile: law.hostile(man.army), cells, tables, thorough, brief, marked };
        if ways.banned && tables.concern(man.kind, man.army).bars_all(tables, &self.scene(&mover)) {
            return;
        }
        let first = self.found.heads.len();
        if self.walk_all(&mover, cell.slot) {
            if ways.banned {
                self.drop_barred_ways(&mover, first);
            }
            self.found.drop_repeats(first);
        }
        if ways.castles && (man.legs == 0 || ways.castles_late) && thorough {
            self.castle(&mover, cell.slot);
        }
        if ways.approaches {
            self.approach(&mover, first);
        }
        if ways.banned || ways.followed {
            self.revise(&mover, first);
        }
    }

    /// All that a man does from a slot; whether two of its ways may lead to one end.
    #[inline]
    pub fn walk_all(&mut self, mover: &Mover<'a>, slot: u16) -> bool {
        let tables = mover.tables;
        let (gait, lent) = match tables.settled_gait(&mover.man, slot) {
            Some(gait) => (gait, Vec::new()),
            None => (tables.gait(&self.scene(mover), mover.id, &mover.man), tables.lent(&self.scene(mover), mover.id, &mover.man)),
        };
        let gait = &tables.gaits[usize::from(gait)];
        if gait.termed {
            self.walk_on_terms(mover, gait.rays(slot));
        } else {
            self.walks(mover, gait.rays(slot));
        }
        for lent in &lent {
            for ray in tables.gaits[usize::from(lent.gait)].rays(slot).iter().filter_map(|ray| lent.ray(ray)) {
                self.walk(mover, &ray);
            }
        }
        gait.overlapping || !lent.is_empty()
    }

    pub fn walk(&mut self, mover: &Mover<'a>, ray: &Ray) {
        self.walks(mover, std::slice::from_ref(ray));
    }

    fn walks(&mut self, mover: &Mover<'a>, rays: &[Ray]) {
        for ray in rays {
            match ray.hurdle {
                Hurdle::None => self.slide(mover, ray),
                Hurdle::Any => self.fly(mover, ray),
                Hurdle::Friends => self.pass_friends(mover, ray),
                Hurdle::These => self.pass_these(mover, ray),
                Hurdle::One => self.hop(mover, ray),
                Hurdle::Last => self.hop_and_land(mover, ray),
            }
        }
    }

    /// The position as the mover sees it.
    #[inline]
    pub fn scene(&self, mover: &Mover<'a>) -> Scene<'_> {
        Scene::new(self.law, self.position, self.law.geometry.cell(mover.from).board, mover.man.army)
    }

    /// Up to the first man.
    #[inline]
    fn slide(&mut self, mover: &Mover<'a>, ray: &Ray) {
        // A step to an empty cell of which nothing is asked.
        let freely = ray.terms == 0 && mover.brief && (!mover.marked || ray.purpose == Use::Quiet && !mover.ways.passes);
        for (steps, &slot) in (1..).zip(mover.tables.tracks.walk(ray.start, ray.end)) {
            let to = mover.cells[usize::from(slot)];
            let stands = match self.position.look(to) {
                Look::Free => None,
                Look::Man(man) => Some(man),
                Look::Hole => break,
            };
            let far_enough = steps >= u32::from(ray.min);
            if let Some(man) = stands {
                let prey = ray.purpose != Use::Quiet && (self.is_hostile(mover, man) || !mover.tables.own_prey.is_empty());
                if far_enough && prey {
                    self.arrive(mover, ray, steps, to, stands);
                }
                break;
            }
            if !far_enough {
                continue;
            }
            let stays = !mover.ways.promotes || !mover.tables.may_turn(mover.man.kind, mover.man.army, slot);
            if !(freely && stays) {
                self.arrive(mover, ray, steps, to, None);
            } else if ray.purpose != Use::Capture && mover.thorough {
                self.step(mover, to, Stretch { start: ray.start, end: ray.start + steps });
            }
        }
    }

    #[inline]
    fn is_hostile(&self, mover: &Mover<'a>, man: ManId) -> bool {
        mover.hostile >> self.position.man(man).army.index() & 1 == 1
    }

    /// Lists a step over empty cells to another, where nobody promotes.
    #[inline]
    fn step(&mut self, mover: &Mover<'a>, to: CellId, path: Stretch) {
        let start = self.found.effects.len() as u32;
        let captured = self.found.captured.len() as u32;
        let put = Effect::Put { man: mover.id, from: Place::Cell(mover.from), to: Place::Cell(to) };
        self.found.effects.extend_from_slice(&[put, another_leg(mover.id, mover.man.legs)]);
        if mover.ways.passes {
            let passed = mover.tables.tracks.walk(path.start, path.end - 1).iter().map(|&slot| mover.cells[usize::from(slot)]);
            self.found.effects.extend(passed.map(|cell| Effect::Mark { cell, man: mover.id }));
        }
        let end = self.found.effects.len() as u32;
        self.found.heads.push(Head {
            man: mover.id,
            army: mover.man.army,
            from: mover.from,
            to,
            sort: Sort::Quiet,
            choice: None,
            effects: Stretch { start, end },
            crosses: None,
            alone: end - start,
            captured: Stretch { start: captured, end: captured },
            labels: Stretch::default(),
            path,
            open: false,
            aside: false,
        });
    }

    /// Over whatever stands between, holes too.
    fn fly(&mut self, mover: &Mover<'a>, ray: &Ray) {
        for (steps, &slot) in (1..).zip(mover.tables.tracks.walk(ray.start, ray.end)).skip(usize::from(ray.min) - 1) {
            let to = mover.cells[usize::from(slot)];
            if !self.position.is_hole(to) {
                self.arrive(mover, ray, steps, to, self.position.on(to));
            }
        }
    }

    /// Past men of the own side, up to the first enemy.
    fn pass_friends(&mut self, mover: &Mover<'a>, ray: &Ray) {
        self.pass(mover, ray, (0, u8::MAX), |this, man| mover.hostile >> this.position.man(man).army.index() & 1 == 0);
    }

    /// Past men of a sort, up to the first other.
    fn pass_these(&mut self, mover: &Mover<'a>, ray: &Ray) {
        let Some(over) = mover.tables.on_terms(ray).and_then(|terms| terms.over.as_ref()) else { return };
        if let Some(beyond) = over.captured {
            return self.jump_and_capture(mover, ray, beyond);
        }
        self.pass(mover, ray, (over.least, over.most), |this, man| over.includes(&this.scene(mover), man));
    }

    /// Over one such enemy, who is captured, to an empty cell beyond.
    fn jump_and_capture(&mut self, mover: &Mover<'a>, ray: &Ray, beyond: Beyond) {
        let Some(terms) = mover.tables.on_terms(ray) else { return };
        let walk = mover.tables.tracks.walk(ray.start, ray.end);
        let Some(at) = walk.iter().position(|&slot| !self.position.is_free(mover.cells[usize::from(slot)])) else { return };
        let Some(victim) = self.position.on(mover.cells[usize::from(walk[at])]) else { return };
        let hostile = mover.hostile >> self.position.man(victim).army.index() & 1 == 1;
        let prey = hostile && terms.over.as_ref().is_some_and(|over| over.includes(&self.scene(mover), victim));
        if ray.purpose == Use::Quiet || !prey || !mover.thorough && !self.is_prey(victim) {
            return;
        }
        let farthest = if beyond == Beyond::JustBehind { 1 } else { usize::MAX };
        for (steps, &slot) in (at as u32 + 2..).zip(&walk[at + 1..]).take(farthest) {
            let to = mover.cells[usize::from(slot)];
            if !self.position.is_free(to) {
                break;
            }
            if steps >= u32::from(ray.min) && terms.ends_on(&self.scene(mover), mover.id, to) {
                let path = Stretch { start: ray.start, end: ray.start + steps };
                self.capture(mover, Leg { to, path, sort: Sort::InPassing }, victim);
            }
        }
    }

    /// Past such men, up to the first other or a hole; it ends beyond so many of them at least, and at most.
    fn pass(&mut self, mover: &Mover<'a>, ray: &Ray, (least, most): (u8, u8), such: impl Fn(&Self, ManId) -> bool) {
        let mut passed = 0;
        for (steps, &slot) in (1..).zip(mover.tables.tracks.walk(ray.start, ray.end)) {
            let to = mover.cells[usize::from(slot)];
            if self.position.is_hole(to) {
                break;
            }
            let stands = self.position.on(to);
            if steps >= u32::from(ray.min) && passed >= least {
                self.arrive(mover, ray, steps, to, stands);
            }
            if stands.is_some() {
                if passed == most || stands.is_some_and(|man| !such(self, man)) {
                    break;
                }
                passed += 1;
            }
        }
    }

    /// What is free goes before what has its price: nobody pays for a move that he has anyway.
    fn walk_on_terms(&mut self, mover: &Mover<'a>, rays: &'a [Ray]) {
        let first = self.found.heads.len();
        let price = |ray: &Ray| mover.tables.on_terms(ray).and_then(|terms| terms.paid(self.law, self.position, mover.id, &mover.man));
        let (dear, free): (Vec<_>, Vec<_>) = rays.iter().map(|ray| (ray, price(ray))).partition(|(_, price)| price.is_some());
        free.into_iter().for_each(|(ray, _)| self.walk(mover, ray));
        for (ray, price) in dear {
            let before = self.found.heads.len();
            self.walk(mover, ray);
            self.found.drop_repeats_from(first, before);
            for at in before..self.found.heads.len() {
                self.found.add_effects(at, price);
            }
        }
    }

    /// Beyond exactly one man.
    fn hop(&mut self, mover: &Mover<'a>, ray: &Ray) {
        let mut hurdles = 0;
        for (steps, &slot) in (1..).zip(mover.tables.tracks.walk(ray.start, ray.end)) {
            let to = mover.cells[usize::from(slot)];
            let stands = self.position.on(to);
            if self.position.is_hole(to) {
                break;
            }
            if hurdles == 1 && steps >= u32::from(ray.min) {
                self.arrive(mover, ray, steps, to, stands);
            }
            hurdles += u32::from(stands.is_some());
            if hurdles > 1 {
                break;
            }
        }
    }

    /// To the cell just behind the first man.
    fn hop_and_land(&mut self, mover: &Mover<'a>, ray: &Ray) {
        let walk = mover.tables.tracks.walk(ray.start, ray.end);
        let hurdle = walk.iter().position(|&slot| !self.position.is_free(mover.cells[usize::from(slot)]));
        let Some(landing) = hurdle.map(|at| at + 1).filter(|&at| at < walk.len() && at + 1 >= usize::from(ray.min)) else { return };
        let (over, to) = (mover.cells[usize::from(walk[landing - 1])], mover.cells[usize::from(walk[landing])]);
        if !self.position.is_hole(over) && !self.position.is_hole(to) {
            self.arrive(mover, ray, landing as u32 + 1, to, self.position.on(to));
        }
    }

    /// A walk may end here, after so many steps.
    #[inline]
    fn arrive(&mut self, mover: &Mover<'a>, ray: &Ray, steps: u32, to: CellId, stands: Option<ManId>) {
        if ray.terms > 0 && mover.tables.on_terms(ray).is_some_and(|terms| !terms.ends_on(&self.scene(mover), mover.id, to)) {
            return;
        }
        let path = Stretch { start: ray.start, end: ray.start + steps };
        match stands {
            Some(victim) => {
                let hostile = mover.hostile >> self.position.man(victim).army.index() & 1 == 1;
                if ray.purpose != Use::Quiet
                    && (hostile || !mover.tables.own_prey.is_empty() && self.preys_on_own(mover, victim))
                    && (mover.thorough || self.is_prey(victim))
                {
                    self.capture(mover, Leg { to, path, sort: Sort::Capture }, victim);
                }
            }
            None => {
                if ray.purpose != Use::Quiet
                    && !self.position.marks().is_empty()
                    && let Some(victim) = self.passed(mover, to)
                    && (mover.thorough || self.is_prey(victim))
                {
                    self.capture(mover, Leg { to, path, sort: Sort::InPassing }, victim);
                }
                if ray.purpose != Use::Capture && mover.thorough {
                    self.quiet(mover, Leg { to, path, sort: Sort::Quiet });
                }
            }
        }
    }

    /// The hostile man that this one may capture on a cell it passed over.
    fn passed(&self, mover: &Mover<'_>, cell: CellId) -> Option<ManId> {
        let may = |&id: &ManId| {
            let victim = self.position.man(id);
            let hostile = mover.hostile >> victim.army.index() & 1 == 1;
            victim.place.cell().is_some() && hostile && mover.tables.may_pass_by(&self.scene(mover), id, mover.id)
        };
        self.position.marks().iter().filter(|mark| mark.cell == cell).map(|mark| mark.man).find(may)
    }
}
