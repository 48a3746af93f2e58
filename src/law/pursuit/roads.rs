//! Where an army's men could get to if nobody stood in their way and every condition that cannot be told served them: never too little.
//!
//! A place is a kind on a cell. What is forbidden for certain is left out, and nothing else.

use std::rc::Rc;

use crate::board::{ArmyId, BoardId, CellId, Frame, KindId};
use crate::law::known::{Fellow, Moment, Sure};
use crate::law::statute::{Statute, Step};
use crate::law::tables::Tables;
use crate::movement::{Hurdle, Ray, Use};

use super::{Grounds, HORIZON, Local};

/// Boards and armies with more places than this are not charted.
const MOST_PLACES: usize = 16_384;

/// A distance of more moves than can be counted.
pub(super) const FAR: u8 = 60;

/// The roads of one army on one board.
pub(super) struct Roads<'g> {
    grounds: &'g Grounds<'g>,
    local: Rc<Local<'g>>,
    hostile: Vec<u32>,
    pub board: BoardId,
    pub army: ArmyId,
    /// The kinds that its men have, or may come to have.
    pub kinds: Vec<KindId>,
    /// By kind.
    gaits: Vec<Vec<u16>>,
    cells: usize,
    /// By place, where a man may go from it.
    ways: Vec<Vec<Way>>,
}

/// A step along a road.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The place it leads to.
    pub to: u32,
    pub purpose: Use,
}

/// The king that is to be captured, on a cell.
#[derive(Clone, Copy)]
pub(super) struct Quarry {
    pub kind: KindId,
    pub army: ArmyId,
    pub cell: CellId,
    pub unmoved: Option<bool>,
    /// Which of the things it can be made to bear it is taken to bear.
    pub bears: Option<usize>,
}

impl<'g> Roads<'g> {
    /// `None` where the board is too large to be charted, or the words in force may change its shape.
    pub fn of(grounds: &'g Grounds<'g>, local: &Rc<Local<'g>>, board: BoardId, army: ArmyId) -> Option<Roads<'g>> {
        let mut roads = Roads::none(grounds, local, board, army);
        roads.kinds = roads.obtainable();
        if local.sway.shapes || roads.kinds.len() * roads.cells > MOST_PLACES {
            return None;
        }
        roads.lay();
        Some(roads)
    }

    /// The roads of one kind alone.
    pub fn of_kind(grounds: &'g Grounds<'g>, local: &Rc<Local<'g>>, board: BoardId, army: ArmyId, kind: KindId) -> Roads<'g> {
        let mut roads = Roads::none(grounds, local, board, army);
        roads.kinds = vec![kind];
        roads.lay();
        roads
    }

    fn none(grounds: &'g Grounds<'g>, local: &Rc<Local<'g>>, board: BoardId, army: ArmyId) -> Roads<'g> {
        let law = grounds.law;
        let hostile = (0..law.armies()).map(|army| law.hostile(ArmyId(army as u8))).collect();
        let cells = law.geometry.board(board).cells.len();
        Roads { grounds, local: Rc::clone(local), hostile, board, army, kinds: Vec::new(), gaits: Vec::new(), cells, ways: Vec::new() }
    }

    fn lay(&mut self) {
        // Who moves again may do so as another kind does.
        let (sway, entities) = (&self.local.sway, &self.grounds.position.entities);
        let named = |kind: &KindId| sway.lends_all || sway.lends.contains(&entities.kind(*kind).name);
        let lent = (0..entities.kinds.len()).map(|kind| KindId(kind as u8)).filter(named);
        let lent: Vec<u16> = lent.flat_map(|kind| self.tables().all_gaits(kind, self.army)).collect();
        let of = |&kind: &KindId| self.tables().all_gaits(kind, self.army).into_iter().chain(lent.iter().copied()).collect();
        self.gaits = self.kinds.iter().map(of).collect();
        let ways = (0..self.kinds.len()).flat_map(|at| (0..self.cells as u16).map(move |slot| (at, slot)));
        self.ways = ways.map(|(at, slot)| self.from(at, slot)).collect();
    }

    fn tables(&self) -> &'g Tables {
        &self.grounds.law.field(self.board).tables
    }

    fn cell(&self, slot: u16) -> CellId {
        self.grounds.law.field(self.board).cells[usize::from(slot)]
    }

    fn frame(&self) -> Frame {
        let universe = self.grounds.law.geometry.board(self.board).universe;
        self.grounds.position.entities.frame_in(self.army, universe)
    }

    /// The kinds that men of the army are, or may become.
    fn obtainable(&self) -> Vec<KindId> {
        let position = self.grounds.position;
        let sway = &self.local.sway;
        let all = || (0..position.entities.kinds.len()).map(|kind| KindId(kind as u8));
        if sway.changes || sway.converts {
            return all().collect();
        }
        let on_board = position.roster(self.army).iter().chain(position.pocket(self.army).map(|(id, _)| id));
        let mut found: Vec<KindId> = on_board.map(|man| position.man(man).kind).collect();
        found.extend(sway.makes.iter().filter_map(|name| position.entities.kind_named(name)));
        let mut at = 0;
        while at < found.len() {
            let kind = found[at];
            found.extend(all().filter(|&into| self.tables().may_become(kind, self.army, into)));
            let mut seen = Vec::new();
            found.retain(|kind| {
                !seen.contains(kind) && {
                    seen.push(*kind);
                    true
                }
            });
            at += 1;
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn place(&self, kind: KindId, slot: u16) -> Option<usize> {
        let at = self.kinds.iter().position(|&known| known == kind)?;
        Some(at * self.cells + usize::from(slot))
    }

    pub fn place_of(&self, kind: KindId, cell: CellId) -> Option<usize> {
        let at = self.grounds.law.geometry.cell(cell);
        if at.board == self.board { self.place(kind, at.slot) } else { None }
    }

    /// The moment of a move of the army, in any turn from the present one on.
    fn moment(&self) -> Moment<'_> {
        let position = self.grounds.position;
        let law = self.grounds.law;
        let moment = Moment::new((&position.entities, &law.geometry), &self.local.named, &self.hostile, (self.board, self.army));
        moment.since(position).during((self.turn(), i32::from(u16::MAX)))
    }

    fn turn(&self) -> i32 {
        i32::try_from(self.grounds.position.clock().turn()).unwrap_or(i32::MAX)
    }

    fn fellow(&self, kind: KindId, slot: u16) -> Fellow {
        Fellow { kind, army: self.army, cell: self.cell(slot), unmoved: None, number: 0, bears: None }
    }

    /// Where a walk may end: a hole that stays one stops it, but for those who pass over everything.
    fn ends(&self, ray: &Ray) -> impl Iterator<Item = u16> {
        let position = self.grounds.position;
        let stays = position.has_holes() && !self.local.sway.fills;
        let is_hole = move |slot: u16| stays && position.is_hole(self.cell(slot));
        let flies = ray.hurdle == Hurdle::Any;
        let walk = self.tables().tracks.walk(ray.start, ray.end).iter().copied();
        let numbered = (1..).zip(walk).take_while(move |&(_, slot)| flies || !is_hole(slot));
        let least = usize::from(ray.min);
        numbered.filter(move |&(steps, slot)| steps >= least && !is_hole(slot)).map(|(_, slot)| slot)
    }

    /// Whether a walk captures what it jumps over.
    fn captures_beyond(&self, ray: &Ray) -> bool {
        self.tables().on_terms(ray).is_some_and(|terms| terms.captures_beyond().is_some())
    }

    /// Where a walk may capture.
    fn strikes(&self, ray: &Ray) -> impl Iterator<Item = u16> {
        let jumped = if self.captures_beyond(ray) { self.tables().tracks.walk(ray.start, ray.end) } else { &[] };
        self.ends(ray).chain(jumped.iter().copied())
    }

    /// The ways of a kind from a cell, those forbidden for certain left out.
    fn from(&self, at: usize, slot: u16) -> Vec<Way> {
        let kind = self.kinds[at];
        let tables = self.tables();
        let (lawless, promotes) = (self.local.statute.is_empty(), tables.of(kind, self.army).promotes);
        let mut ways = Vec::new();
        let moment = self.moment();
        let mut add = |to: u16, purpose: Use, (walks, jumps): (bool, bool)| {
            let open = |purpose| {
                let step = Step { actor: self.fellow(kind, slot), to: self.cell(to), victim: None, purpose, walks, becomes: None };
                lawless || self.local.statute.forbids(&moment, &step) != Sure::Yes
            };
            let purpose = match purpose {
                Use::Any if jumps && open(Use::Capture) => Use::Any,
                Use::Any if jumps => return,
                Use::Any => match (open(Use::Quiet), open(Use::Capture)) {
                    (true, true) => Use::Any,
                    (true, false) => Use::Quiet,
                    (false, true) => Use::Capture,
                    (false, false) => return,
                },
                one if open(one) => one,
                _ => return,
            };
            ways.push(Way { to: (at * self.cells + usize::from(to)) as u32, purpose });
            if promotes {
                let others = self.promotions(kind, to, purpose, walks, slot).into_iter().filter_map(|kind| self.place(kind, to));
                ways.extend(others.map(|place| Way { to: place as u32, purpose }));
            }
        };
        for &gait in &self.gaits[at] {
            for ray in tables.gaits[usize::from(gait)].rays(slot) {
                // Whom a man captures by jumping over it does not stand where the man goes: nothing is left out of that.
                let jumps = self.captures_beyond(ray);
                self.ends(ray).for_each(|to| add(to, if jumps { Use::Any } else { ray.purpose }, (true, jumps)));
            }
        }
        if tables.of(kind, self.army).castles || self.may_be_castled_with() {
            let rank = self.grounds.law.geometry.cell(self.cell(slot)).rank;
            let same = |to: &u16| self.grounds.law.geometry.cell(self.cell(*to)).rank == rank;
            (0..self.cells as u16).filter(same).for_each(|to| add(to, Use::Quiet, (false, false)));
        }
        ways
    }

    fn may_be_castled_with(&self) -> bool {
        self.kinds.iter().any(|&kind| self.tables().of(kind, self.army).castles)
    }

    /// What else a man of a kind may be once it has landed.
    fn promotions(&self, kind: KindId, to: u16, purpose: Use, walks: bool, from: u16) -> Vec<KindId> {
        let cell = self.cell(to);
        let geometry = &self.grounds.law.geometry;
        let mut into = Vec::new();
        for becoming in self.tables().becomings(kind, self.army).filter(|becoming| becoming.is_on(geometry, self.frame(), cell)) {
            for &new in &becoming.into {
                let (actor, becomes) = (self.fellow(kind, from), Some(new));
                let purposes = if purpose == Use::Any { vec![Use::Quiet, Use::Capture] } else { vec![purpose] };
                let open = |purpose| {
                    let step = Step { actor, to: cell, victim: None, purpose, walks, becomes };
                    self.local.statute.forbids(&self.moment(), &step) != Sure::Yes
                };
                if !into.contains(&new) && purposes.into_iter().any(open) {
                    into.push(new);
                }
            }
        }
        into
    }

    /// By place, whether some man of the army may ever stand there.
    pub fn reachable(&self) -> Vec<bool> {
        let position = self.grounds.position;
        let sway = &self.local.sway;
        let mut reached = vec![false; self.ways.len()];
        // Men that may be put anywhere, or change hands, may be anywhere.
        let anywhere = |kind: KindId| {
            let made = sway.makes.contains(&position.entities.kind(kind).name);
            sway.moves || sway.converts || made
        };
        for (at, &kind) in self.kinds.iter().enumerate() {
            if anywhere(kind) {
                reached[at * self.cells..(at + 1) * self.cells].fill(true);
            }
        }
        for man in position.roster(self.army).iter().map(|man| position.man(man)) {
            let Some(cell) = man.place.cell() else { continue };
            let kinds = if sway.changes { self.kinds.clone() } else { vec![man.kind] };
            kinds.iter().filter_map(|&kind| self.place_of(kind, cell)).for_each(|place| reached[place] = true);
        }
        if position.pocket(self.army).next().is_some() {
            reached.fill(true);
        }
        let mut waiting: Vec<usize> = (0..reached.len()).filter(|&place| reached[place]).collect();
        while let Some(place) = waiting.pop() {
            for way in &self.ways[place] {
                let slot = way.to as usize % self.cells;
                let all = (0..self.kinds.len()).map(|at| at * self.cells + slot);
                let ends: Vec<usize> = if sway.changes { all.collect() } else { vec![way.to as usize] };
                for end in ends {
                    if !reached[end] {
                        reached[end] = true;
                        waiting.push(end);
                    }
                }
            }
        }
        reached
    }

    /// Whether a man of the army on a place may capture a king in one of these turns.
    pub fn may_capture(&self, place: usize, quarry: Quarry, statute: &Statute<'_>, turns: &[(i32, i32)]) -> bool {
        let (kind, slot) = (self.kinds[place / self.cells], (place % self.cells) as u16);
        let target = self.grounds.law.geometry.cell(quarry.cell).slot;
        let tables = self.tables();
        let hits = |gait: u16| {
            tables.gaits[usize::from(gait)]
                .rays(slot)
                .iter()
                .any(|ray| ray.purpose != Use::Quiet && self.strikes(ray).any(|cell| cell == target))
        };
        let reaches = self.gaits[place / self.cells].iter().any(|&gait| hits(gait));
        reaches && (statute.is_empty() || turns.iter().any(|&turns| self.is_open_to(kind, slot, quarry, statute, turns)))
    }

    fn is_open_to(&self, kind: KindId, slot: u16, quarry: Quarry, statute: &Statute<'_>, turns: (i32, i32)) -> bool {
        let Quarry { kind: royal, army, cell, unmoved, bears } = quarry;
        let victim = Fellow { kind: royal, army, cell, unmoved, number: 1, bears };
        let actor = self.fellow(kind, slot);
        let moment = self.moment().during(turns);
        // Who captures on a square attacks it, but for one that moves again as another kind does.
        let lent = self.local.sway.lends_all || !self.local.sway.lends.is_empty();
        let moment = if lent { moment } else { moment.striking(actor, victim, self.is_real(army)) };
        let into = self.tables().becomings(kind, self.army).flat_map(|becoming| becoming.into.iter().copied());
        let mut choices = std::iter::once(None).chain(into.map(Some));
        choices.any(|becomes| {
            let step = Step { actor, to: cell, victim: Some(victim), purpose: Use::Capture, walks: true, becomes };
            statute.forbids(&moment, &step) != Sure::Yes
        })
    }

    /// The coming turns one by one, and then all others together.
    pub fn turns(&self) -> Vec<(i32, i32)> {
        let now = self.turn();
        let horizon = HORIZON as i32;
        let each = (1..=horizon).map(|ahead| (now + ahead, now + ahead));
        each.chain([(now + horizon + 1, i32::from(u16::MAX))]).collect()
    }

    /// Whether the king of an army is known to be the real one.
    fn is_real(&self, army: ArmyId) -> bool {
        self.grounds.position.men().any(|(_, man)| man.real && man.army == army)
    }

    /// Every place of the army from which a king may be captured.
    pub fn places(&self) -> usize {
        self.ways.len()
    }

    /// The cells that a single man of a kind can surely walk to from one, with the place it comes from: never too much. Captures are left out.
    pub fn walks(&self, kind: KindId, from: CellId) -> Vec<(CellId, usize)> {
        let start = self.grounds.law.geometry.cell(from);
        if start.board != self.board {
            return Vec::new();
        }
        let mut found: Vec<(u16, usize)> = vec![(start.slot, 0)];
        let mut seen = vec![false; self.cells];
        seen[usize::from(start.slot)] = true;
        let mut at = 0;
        while at < found.len() {
            for to in self.sure_steps(kind, found[at].0) {
                if !std::mem::replace(&mut seen[usize::from(to)], true) {
                    found.push((to, at));
                }
            }
            at += 1;
        }
        found.into_iter().map(|(slot, before)| (self.cell(slot), before)).collect()
    }

    /// Where a man of a kind that has moved can go without capturing, whatever holds of others.
    fn sure_steps(&self, kind: KindId, slot: u16) -> Vec<u16> {
        let tables = self.tables();
        let ways = tables.of(kind, self.army);
        if ways.hinges.is_some() {
            return Vec::new();
        }
        let moment = self.moment();
        let plain = |ray: &&Ray| ray.purpose != Use::Capture && ray.terms == 0 && matches!(ray.hurdle, Hurdle::None | Hurdle::Any);
        let open = |to: &u16| {
            let actor = self.fellow(kind, slot);
            let step = Step { actor, to: self.cell(*to), victim: None, purpose: Use::Quiet, walks: true, becomes: None };
            self.local.statute.forbids(&moment, &step) == Sure::No
        };
        tables.gaits[usize::from(ways.gaits[0])].rays(slot).iter().filter(plain).flat_map(|ray| self.ends(ray)).filter(open).collect()
    }

    /// By place, the fewest moves in which a man there may have captured a king; men it could capture on the way stand where they stand now.
    pub fn distances(&self, quarry: Quarry) -> Vec<u8> {
        let position = self.grounds.position;
        let prey = |slot: usize| {
            position
                .on(self.cell(slot as u16))
                .is_some_and(|man| self.hostile[self.army.index()] >> position.man(man).army.index() & 1 == 1)
        };
        let turns = self.turns();
        let mut far = vec![FAR; self.ways.len()];
        let mut ring: Vec<usize> =
            (0..self.ways.len()).filter(|&place| self.may_capture(place, quarry, &self.local.statute, &turns)).collect();
        ring.iter().for_each(|&place| far[place] = 1);
        let mut back: Vec<Vec<u32>> = vec![Vec::new(); self.ways.len()];
        for (place, ways) in self.ways.iter().enumerate() {
            for way in ways.iter().filter(|way| way.purpose != Use::Capture || prey(way.to as usize % self.cells)) {
                back[way.to as usize].push(place as u32);
            }
        }
        let mut moves = 1;
        while !ring.is_empty() && moves + 1 < FAR {
            moves += 1;
            let mut next = Vec::new();
            for place in ring {
                for &before in &back[place] {
                    if far[before as usize] == FAR {
                        far[before as usize] = moves;
                        next.push(before as usize);
                    }
                }
            }
            ring = next;
        }
        far
    }

    /// The place of a man of the army, by its kind and cell, as an index into what [`Roads::distances`] gives.
    pub fn layout(&self) -> Layout {
        let mut kinds = vec![u16::MAX; self.grounds.position.entities.kinds.len()];
        for (at, kind) in self.kinds.iter().enumerate() {
            kinds[kind.index()] = at as u16;
        }
        Layout { kinds, cells: self.cells }
    }
}

/// How places are numbered.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// By kind, its number among those of the army.
    kinds: Vec<u16>,
    cells: usize,
}

impl Layout {
    #[inline]
    pub fn place(&self, kind: KindId, slot: u16) -> Option<usize> {
        let at = *self.kinds.get(kind.index())?;
        (at != u16::MAX).then(|| usize::from(at) * self.cells + usize::from(slot))
    }
}
