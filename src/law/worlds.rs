//! Universes in a run of deeds: men sent from one to another, boards laid in play, one universe merged into another (M5).
//!
//! Invariant: who is sent keeps what it is; where it may not arrive it stays. Boards are laid between moves only.

use crate::board::{Bearer, BoardId, CellId, Effect, Geometry, Laid, MAX_MEN, Man, ManId, Note, Place};
use crate::rule::{Room, Size};

use super::deeds::{By, Founding, Soil, Voyage, Whither};
use super::moves::Label;
use super::run::Run;
use super::terms::Area;

impl Run<'_> {
    /// A man goes to another universe or board: to the square of that name, else to the same one. An enemy there is captured where the man's
    /// own player makes the move; else the square must be empty.
    pub(super) fn send(&mut self, id: ManId, man: Man, voyage: &Voyage) {
        let to = &voyage.to;
        let Some(from) = man.place.cell() else { return };
        let here = self.position.geometry.cell(from).board;
        let boards = self.boards_there(here, man.home, to);
        let board = match to {
            Whither::Another(by) => {
                // Who chooses is offered what is possible; chance takes no account of it.
                let open = |board: &BoardId| matches!(by, By::Chance) || self.arrival(&man, from, *board, voyage).is_some();
                let open: Vec<BoardId> = boards.into_iter().filter(open).collect();
                self.choose_board(&open, by)
            }
            _ => boards.first().copied(),
        };
        let Some(to) = board.and_then(|board| self.arrival(&man, from, board, voyage)) else { return };
        if let Some(victim) = self.position.on(to) {
            let there = self.man(victim).place;
            self.then(Effect::Put { man: victim, from: there, to: Place::Gone });
            self.captured.push(victim);
        }
        self.put(id, man.place, Place::Cell(to));
        // Who has been sent has moved: it castles no more.
        if man.legs == 0 {
            self.then(Effect::Legs { man: id, old: 0, new: 1 });
        }
    }

    fn choose_board(&mut self, open: &[BoardId], by: &By) -> Option<BoardId> {
        self.choose(open, by, |run, board| Label::Universe(run.position.geometry.board(board).universe))
    }

    /// The board that a universe is, seen from where a man stands; chosen where there are several, whatever stands there.
    pub(super) fn board_of(&mut self, man: &Man, from: CellId, world: &Whither) -> Option<BoardId> {
        let here = self.position.geometry.cell(from).board;
        let boards = self.boards_there(here, man.home, world);
        match world {
            Whither::Another(by) => self.choose_board(&boards, by),
            _ => boards.first().copied(),
        }
    }

    /// The free squares of another universe; where it may be any, one is chosen first that has some.
    pub(super) fn free_in(&mut self, to: &Whither, squares: &Area) -> Option<Vec<CellId>> {
        let here = self.stage.board;
        let home = self.chosen.map_or(self.position.geometry.board(here).cells[0], |man| self.man(man).home);
        let boards = self.boards_there(here, home, to);
        let free = |run: &Run<'_>, board: BoardId| -> Vec<CellId> {
            let scene = run.scene().on_board(board);
            let cells = scene.cells().iter().copied();
            cells.filter(|&cell| run.position.is_free(cell) && squares(&scene, cell)).collect()
        };
        let board = match to {
            Whither::Another(by) => {
                let open: Vec<BoardId> = boards.into_iter().filter(|&board| !free(self, board).is_empty()).collect();
                self.choose_board(&open, by)
            }
            _ => boards.first().copied(),
        };
        board.map(|board| free(self, board))
    }

    /// Where a man would arrive on a board, if it may.
    fn arrival(&self, man: &Man, from: CellId, board: BoardId, voyage: &Voyage) -> Option<CellId> {
        let geometry = &self.position.geometry;
        let at = geometry.cell(from);
        let to = match &voyage.square {
            Some(name) => geometry.named(board, name)?,
            None => geometry.at(board, at.file, at.rank)?,
        };
        let own_move = !self.between && self.law.side(man.army) == self.law.side(self.stage.playing);
        let takes = |victim: ManId| own_move && !voyage.empty && self.law.hostile(man.army) >> self.man(victim).army.index() & 1 == 1;
        let open = self.position.is_free(to) || self.position.on(to).is_some_and(takes);
        (open && to != from).then_some(to)
    }

    /// The boards that a universe is, seen from a board: where it has several, the one in the same place among them first.
    fn boards_there(&self, here: BoardId, home: CellId, to: &Whither) -> Vec<BoardId> {
        let geometry = &self.position.geometry;
        let (now, last) = (geometry.board(here).universe, geometry.last_universe());
        let nth = geometry.of_universe(now).position(|board| board == here).unwrap_or(0);
        let of = |universe: u16| {
            let boards: Vec<BoardId> = geometry.of_universe(universe).filter(|&board| !is_closed(self, geometry, board)).collect();
            boards.get(nth).or(boards.first()).copied()
        };
        let following = |universe: u16| if universe == last { 1 } else { universe + 1 };
        let preceding = |universe: u16| if universe <= 1 { last } else { universe - 1 };
        let round = |step: &dyn Fn(u16) -> u16| {
            let found = std::iter::successors(Some(step(now)), |&at| Some(step(at))).take(usize::from(last)).find_map(of);
            found.filter(|&board| geometry.board(board).universe != now)
        };
        match to {
            Whither::Next => round(&following).into_iter().collect(),
            Whither::Previous => round(&preceding).into_iter().collect(),
            Whither::Number(number) => of(*number).into_iter().collect(),
            Whither::Noted(key) => {
                let number = self.position.note(Note { of: Bearer::Game, key: *key });
                u16::try_from(number).ok().filter(|&number| number > 0).and_then(of).into_iter().collect()
            }
            Whither::Home => of(geometry.board(geometry.cell(home).board).universe).into_iter().collect(),
            Whither::Another(_) => (1..=last).filter(|&universe| universe != now).filter_map(of).collect(),
            Whither::OtherBoard => {
                let others: Vec<BoardId> = geometry.of_universe(now).collect();
                let at = others.iter().position(|&board| board == here).unwrap_or(0);
                others.get((at + 1) % others.len().max(1)).copied().filter(|&board| board != here).into_iter().collect()
            }
        }
    }

    /// A new board, with whoever is to stand on it. Where there is no room for it, nothing happens.
    pub(super) fn lay_open(&mut self, founding: &Founding) {
        let here = self.stage.board;
        let geometry = &self.position.geometry;
        let universe = match founding.room {
            Room::Universe => geometry.last_universe() + 1,
            Room::Board => geometry.board(here).universe,
        };
        let model = match &founding.ground {
            Soil::Copy(of) => {
                let home = geometry.board(here).cells[0];
                let named = self.boards_there(here, home, of).first().copied();
                named.or((matches!(of, Whither::Number(number) if *number == geometry.board(here).universe)).then_some(here))
            }
            Soil::Bare(_) | Soil::Array(..) => None,
        };
        let [files, ranks] = match (&founding.ground, model) {
            (Soil::Bare(size) | Soil::Array(size, _), _) => match *size {
                Size::Extent { files, ranks } => [files, ranks],
                Size::Usual => self.law.births.extent().map(|edge| u8::try_from(edge).unwrap_or(u8::MAX)),
            },
            (Soil::Copy(_), Some(model)) => first_extent(geometry, model),
            (Soil::Copy(_), None) => return,
        };
        let board = BoardId(geometry.boards.len() as u8);
        let laid = Laid { board, universe, files, ranks };
        if geometry.could_lay(laid).is_err() {
            return;
        }
        self.then(Effect::Lay(laid));
        if let Some(key) = founding.called {
            self.note(Bearer::Game, key, universe.into());
        }
        if let Some(model) = model {
            self.copy_shape(model, board);
        }
        if let Some(without) = &founding.without {
            self.stage.board = board;
            let mut holes = self.area(without);
            self.stage.board = here;
            holes.retain(|&cell| self.position.is_free(cell));
            holes.into_iter().for_each(|cell| self.then(Effect::Hole { cell, open: false }));
        }
        match (&founding.ground, model) {
            (Soil::Array(_, players), _) => {
                let armies = players.each_ref().map(|player| self.army_of(player));
                let posts = self.law.births.posts();
                for post in posts {
                    let army = armies.get(post.army).copied().flatten();
                    let cell = self.position.geometry.at(board, post.file, post.rank).filter(|&cell| self.position.is_free(cell));
                    if let (Some(army), Some(cell)) = (army, cell)
                        && self.position.next_man().index() < MAX_MEN
                    {
                        self.then(Effect::Make { man: self.position.next_man(), kind: post.kind, army, cell });
                    }
                }
            }
            (Soil::Copy(_), Some(model)) => self.copy_men(model, board),
            _ => {}
        }
    }

    /// A board gets the growths, edges, holes and named squares of another.
    fn copy_shape(&mut self, model: BoardId, board: BoardId) {
        let geometry = std::sync::Arc::clone(&self.position.geometry);
        for growth in geometry.growths.iter().filter(|growth| growth.board == model) {
            let growth = crate::board::Growth { board, ..*growth };
            if self.position.geometry.could_grow(growth).is_err() {
                return;
            }
            self.then(Effect::Grow(growth));
        }
        let seams = geometry.board(model).seams;
        for (files, joined) in [(true, seams.files), (false, seams.ranks)] {
            if joined {
                self.then(Effect::Seam { board, files, old: false, new: true });
            }
        }
        for (&from, &to) in geometry.board(model).cells.iter().zip(&self.position.geometry.board(board).cells.clone()) {
            if self.position.is_hole(from) {
                self.then(Effect::Hole { cell: to, open: false });
            }
            let noted: Vec<_> = self.position.notes().iter().filter(|(note, _)| note.of == Bearer::Cell(from)).collect();
            noted.into_iter().for_each(|(note, value)| self.note(Bearer::Cell(to), note.key, value));
        }
    }

    /// Men like those of another board, none of them a real king.
    fn copy_men(&mut self, model: BoardId, board: BoardId) {
        let models: Vec<(Man, CellId)> = self.position.standing(model).map(|(_, man, cell)| (*man, cell)).collect();
        for (man, from) in models {
            let at = *self.position.geometry.cell(from);
            let to = self.position.geometry.at(board, at.file, at.rank).filter(|&cell| self.position.is_free(cell));
            let id = self.position.next_man();
            if let Some(cell) = to.filter(|_| id.index() < MAX_MEN) {
                self.then(Effect::Make { man: id, kind: man.kind, army: man.army, cell });
                if man.legs > 0 {
                    self.then(Effect::Legs { man: id, old: 0, new: man.legs });
                }
            }
        }
    }

    /// Everybody of one universe goes to the same squares of the other, who finds his taken to the free one nearest to it; then the one closes.
    /// Where there is no room for all, nothing happens.
    pub(super) fn merge(&mut self, from: &Whither, into: &Whither) {
        let here = self.stage.board;
        let geometry = std::sync::Arc::clone(&self.position.geometry);
        let home = geometry.board(here).cells[0];
        let there = |run: &Run<'_>, world: &Whither| run.boards_there(here, home, world).first().copied();
        let (Some(from), Some(into)) = (there(self, from), there(self, into)) else { return };
        let (from, into) = (geometry.board(from).universe, geometry.board(into).universe);
        let targets: Vec<BoardId> = geometry.of_universe(into).collect();
        let mut goers: Vec<(ManId, CellId)> = Vec::new();
        for board in geometry.of_universe(from) {
            goers.extend(self.position.standing(board).map(|(id, _, cell)| (id, cell)));
        }
        let free = targets.iter().flat_map(|&board| &geometry.board(board).cells).filter(|&&cell| self.position.is_free(cell)).count();
        if from == into || free < goers.len() {
            return;
        }
        let same = |cell: CellId| geometry.at(targets[0], geometry.cell(cell).file, geometry.cell(cell).rank);
        // Who can have his own square has it before those who have to look for one.
        let (first, later): (Vec<_>, Vec<_>) =
            goers.into_iter().partition(|&(_, cell)| same(cell).is_some_and(|to| self.position.is_free(to)));
        for (id, cell) in first.into_iter().chain(later) {
            let own = same(cell).filter(|&to| self.position.is_free(to));
            let nearest = || {
                let at = geometry.cell(cell);
                let cells = targets.iter().flat_map(|&board| geometry.board(board).rows().flatten().copied());
                let far = |to: &CellId| {
                    let to = geometry.cell(*to);
                    (to.file - at.file).abs().max((to.rank - at.rank).abs())
                };
                cells.filter(|&to| self.position.is_free(to)).min_by_key(far)
            };
            if let Some(to) = own.or_else(nearest) {
                self.put(id, Place::Cell(cell), Place::Cell(to));
            }
        }
        for cell in geometry.of_universe(from).flat_map(|board| &geometry.board(board).cells) {
            if self.position.is_free(*cell) {
                self.then(Effect::Hole { cell: *cell, open: false });
            }
        }
    }
}

/// Whether nothing is left of a board but holes.
fn is_closed(run: &Run<'_>, geometry: &Geometry, board: BoardId) -> bool {
    geometry.board(board).cells.iter().all(|&cell| run.position.is_hole(cell))
}

/// Files and ranks that a board had before it grew.
fn first_extent(geometry: &Geometry, board: BoardId) -> [u8; 2] {
    let growths = geometry.growths.iter().filter(|growth| growth.board == board);
    let (files, ranks) = growths.fold((0, 0), |(files, ranks), growth| {
        (files + i16::from(growth.left) + i16::from(growth.right), ranks + i16::from(growth.below) + i16::from(growth.above))
    });
    let board = geometry.board(board);
    [board.files - files, board.ranks - ranks].map(|edge| u8::try_from(edge).unwrap_or(u8::MAX))
}
