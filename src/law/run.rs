//! One run of deeds: the works of clauses done one after the other, each on the board as the one before left it.
//!
//! Where somebody may choose, a script says which; [`Script`] goes through all there are.
//! Invariant: a work does nothing to a real king, to men off the boards, and on squares that are none (R5, R13).

use std::collections::VecDeque;
use std::sync::Arc;

use crate::board::{ArmyId, Bearer, BoardId, CellId, Effect, Growth, Key, KindId, Man, ManId, Note, Place, Position, SideId, Vector};
use crate::rule::Ref;

use super::Law;
use super::deeds::{By, Landing, Target, Work};
use super::fate::{self, Fate, Question};
use super::found::Found;
use super::generate::Generator;
use super::lookup::Tally;
use super::moves::{Label, Move};
use super::scene::Scene;
use super::terms::{Area, Armies, armies};
use super::triggers::Cue;

/// The choices of one run, in the order they come up.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    /// Which is taken, and out of how many.
    choices: Vec<(usize, usize)>,
    at: usize,
}

impl Script {
    /// The next choice among so many: as written, or the first.
    fn take(&mut self, width: usize) -> usize {
        if self.at == self.choices.len() {
            self.choices.push((0, width));
        }
        self.at += 1;
        self.choices[self.at - 1].0
    }

    /// The script after this one; `None` when all have been gone through.
    pub fn next(mut self) -> Option<Script> {
        self.at = 0;
        while let Some((taken, width)) = self.choices.pop() {
            if taken + 1 < width {
                self.choices.push((taken + 1, width));
                return Some(self);
            }
        }
        None
    }
}

/// The men and squares that a move or a moment gives to the deeds that follow it.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub board: BoardId,
    pub mover: ArmyId,
    pub actor: Option<ManId>,
    pub victim: Option<ManId>,
    pub leg: Option<(CellId, CellId)>,
}

/// Deeds being done. The position holds what they did until now; [`Run::undo`] takes it back.
pub(super) struct Run<'r> {
    pub law: &'r Law,
    pub position: &'r mut Position,
    pub stage: Stage,
    pub script: Script,
    pub effects: Vec<Effect>,
    pub captured: Vec<ManId>,
    pub labels: Vec<Label>,
    /// Cues that have had their turn in this move, by their place in the tables.
    pub spent: Vec<usize>,
    /// Every choice is labelled, also where there is only one thing to choose.
    pub tells_all: bool,
    /// Some work found nothing to do.
    pub barren: bool,
    /// A phase is only about to be played.
    pub opening: bool,
    /// Nobody makes a move: nothing that is done is a capture.
    pub between: bool,
    /// How many works dice or answers will decide.
    pub open: usize,
    /// The move is being settled: dice, answers, and what the mover has chosen.
    pub(super) fate: Option<&'r mut Fate>,
    wanted: VecDeque<Label>,
    /// The text whose clause is at work: `rule w3`.
    pub(super) source: &'r str,
    pub(super) chosen: Option<ManId>,
}

impl<'r> Run<'r> {
    pub fn new(law: &'r Law, position: &'r mut Position, stage: Stage, script: Script) -> Run<'r> {
        let (effects, captured, labels, spent) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Run {
            law,
            position,
            stage,
            script,
            effects,
            captured,
            labels,
            spent,
            tells_all: false,
            barren: false,
            opening: false,
            between: false,
            open: 0,
            fate: None,
            wanted: VecDeque::new(),
            source: "",
            chosen: None,
        }
    }

    /// Done in earnest: dice are rolled and players asked, the mover having chosen these.
    pub fn settled_by(mut self, fate: Option<&'r mut Fate>, chosen: &[Label]) -> Run<'r> {
        (self.fate, self.wanted) = (fate, chosen.iter().cloned().collect());
        self
    }

    /// What follows stands in that text.
    pub fn saying(&mut self, source: &'r str) -> &mut Run<'r> {
        self.source = source;
        self
    }

    pub fn undo(&mut self) {
        self.position.undo_all(&self.effects);
    }

    pub(super) fn scene(&self) -> Scene<'_> {
        let Stage { board, mover, actor, victim, leg } = self.stage;
        let mut scene = Scene::new(self.law, self.position, board, mover);
        scene.leg = leg;
        scene.secrets = self.fate.as_deref().map(|fate| fate.secrets.as_slice());
        scene.with(Ref::Actor, actor).with(Ref::Victim, victim).with(Ref::Chosen, self.chosen)
    }

    /// Does what a cue says if its guard holds; whether it did.
    pub fn cue(&mut self, cue: &'r Cue) -> bool {
        self.saying(&cue.source.text);
        if cue.sealed && self.fate.is_none() {
            let acts = self.law.fortune && self.script.take(2) == 1;
            if !acts {
                self.open += usize::from(!self.law.fortune);
                return false;
            }
        }
        let spent = cue.once.is_some_and(|key| self.position.note(Note { of: Bearer::Game, key }) != 0);
        let holds = !spent && cue.guard.as_ref().is_none_or(|guard| guard(&self.scene()));
        if holds {
            self.works(&cue.works);
            if let Some(key) = cue.once {
                self.note(Bearer::Game, key, 1);
            }
        }
        if let Some(fate) = self.fate.as_deref_mut().filter(|_| cue.sealed) {
            fate.open_met(holds);
        }
        holds
    }

    pub fn works(&mut self, works: &[Work]) {
        for work in works {
            let before = (self.effects.len(), self.open);
            self.work(work);
            self.barren |= (self.effects.len(), self.open) == before;
        }
    }

    pub(super) fn then(&mut self, effect: Effect) {
        self.position.apply(&effect);
        self.effects.push(effect);
    }

    pub(super) fn man(&self, id: ManId) -> Man {
        *self.position.man(id)
    }

    fn work(&mut self, work: &Work) {
        match work {
            Work::Remove(target) => self.each_of(target, |run, id, man| run.leave(id, man, Place::Gone)),
            Work::Become(target, into, by) => {
                self.each_of(target, |run, id, man| {
                    let chosen = match by {
                        By::All => into.first().copied(),
                        by => run.choose(into, by, |_, kind| Label::Kind(kind)),
                    };
                    if let Some(new) = chosen {
                        run.become_kind(id, man, new);
                    }
                });
            }
            Work::Climb(target, ladder) => self.each_of(target, |run, id, man| {
                let next = ladder.iter().position(|&step| step == man.kind).and_then(|at| ladder.get(at + 1));
                if let Some(&new) = next {
                    run.become_kind(id, man, new);
                }
            }),
            Work::Join(target, player) => self.each_of(target, |run, id, man| {
                if let Some(new) = run.army_of(player).filter(|&new| new != man.army && !man.royal) {
                    run.then(Effect::Army { man: id, old: man.army, new });
                }
            }),
            Work::Go(target, landing) => self.each_with_captured(target, |run, id, man| {
                if let Some(cell) = run.landing(landing) {
                    run.relocate(id, man, cell);
                }
            }),
            Work::Return(target) => self.each_with_captured(target, |run, id, man| {
                if run.relocate(id, man, man.home) && man.legs > 0 {
                    run.then(Effect::Legs { man: id, old: man.legs, new: 0 });
                }
            }),
            Work::Step(target, course) => self.each_of(target, |run, id, _| run.walk(id, course)),
            Work::Swap(one, other) => {
                let (one, other) = (self.targets(one).first().copied(), self.targets(other).first().copied());
                if let (Some(one), Some(other)) = (one, other) {
                    self.swap(one, other);
                }
            }
            Work::Place { kind, owner, landing } => self.place(*kind, owner, landing),
            Work::Reserve(target, player) => self.each_with_captured(target, |run, id, man| {
                if let Some(army) = run.army_of(player)
                    && !man.royal
                {
                    run.leave(id, man, Place::Pocket(army));
                    if man.army != army {
                        run.then(Effect::Army { man: id, old: man.army, new: army });
                    }
                }
            }),
            Work::Drop { who, owner, landing, by } => self.drop(who, owner, landing, by),
            Work::Send(target, world, square) => self.each_of(target, |run, id, man| run.send(id, man, world, square.as_deref())),
            Work::Open(opening) => self.lay_open(opening),
            Work::Merge(from, into) => self.merge(from, into),
            Work::Shift { squares, by, wrap } => self.shift(squares, *by, *wrap),
            Work::Turn(quarters) => self.turn(*quarters),
            Work::Mark { squares, region, on, by } => {
                for cell in self.among(squares, by) {
                    self.note(Bearer::Cell(cell), *region, i32::from(*on));
                }
            }
            Work::Hole { squares, open, by } => {
                for cell in self.among(squares, by) {
                    self.hole(cell, *open);
                }
            }
            Work::Grow { left, right, below, above, region } => self.grow([*left, *right, *below, *above], *region),
            Work::JoinEdges { files, joined } => self.join_edges(*files, *joined),
            Work::Count { counter, of, by, set } => {
                let by = by(&self.scene());
                self.count(counter, of, by, *set);
            }
            Work::Again { deal, must, like } => self.again(deal, *must, *like),
            Work::Stray(target, from) => self.stray(target, from.as_ref()),
            Work::Hand(to, words) => self.hand_over(to, words.as_deref()),
            Work::Hold(target, key, phases) => self.each_of(target, |run, id, man| {
                // The phase that is being played ends before the first one in which it rests.
                let playing = !run.opening && run.law.side(man.army) == run.law.side(run.stage.mover);
                run.note(Bearer::Man(id), *key, *phases + i32::from(playing));
            }),
            Work::GoOn(key) => {
                let side = self.law.side(self.stage.mover);
                self.note(Bearer::Side(side), *key, 1);
            }
            Work::Chance(outcomes) => {
                let weights: Vec<u16> = outcomes.iter().map(|(weight, ..)| *weight).collect();
                let told = |outcome: usize| outcomes[outcome].2.clone();
                let source = self.source;
                match self.fate.as_deref_mut() {
                    None if self.law.fortune => {
                        let outcome = self.script.take(outcomes.len());
                        self.works(&outcomes[outcome].1);
                    }
                    None => self.open += 1,
                    Some(fate) => {
                        if let Some(outcome) = fate.roll(&weights, source, told) {
                            self.works(&outcomes[outcome].1);
                        }
                    }
                }
            }
            Work::Skip(player, key) => {
                for side in self.sides(player) {
                    // The phase that is being played ends before the next one opens.
                    let phases = 1 + i32::from(side == self.law.side(self.stage.mover));
                    self.note(Bearer::Side(side), *key, phases);
                }
            }
            Work::May(by, works) => {
                if !self.idle(works) && self.choose(&[true, false], by, |_, done| Label::Done(done)) == Some(true) {
                    self.works(works);
                }
            }
            Work::EachPlayer(works) => {
                let (mover, board) = (self.stage.mover, self.stage.board);
                let stands = |army: &ArmyId| self.position.standing(board).any(|(_, man, _)| man.army == *army);
                let all: Vec<ArmyId> = (0..self.law.armies()).map(|army| ArmyId(army as u8)).filter(stands).collect();
                for army in all {
                    self.stage.mover = army;
                    self.works(works);
                }
                self.stage.mover = mover;
            }
            Work::If(condition, works) => {
                if condition(&self.scene()) {
                    self.works(works);
                }
            }
        }
    }

    /// Works that would change nothing: about them nobody is asked.
    fn idle(&mut self, works: &[Work]) -> bool {
        let mut trial = Run::new(self.law, &mut *self.position, self.stage, Script::default());
        trial.chosen = self.chosen;
        trial.opening = self.opening;
        trial.works(works);
        let idle = trial.effects.is_empty() && trial.open == 0;
        trial.undo();
        idle
    }

    /// All squares of an area, or the one that somebody chooses.
    fn among(&mut self, squares: &Area, by: &By) -> Vec<CellId> {
        let all = self.area(squares);
        match by {
            By::All => all,
            by => self.choose(&all, by, |_, cell| Label::Cell(cell)).into_iter().collect(),
        }
    }

    /// Does something to each man of a target that stands on a board.
    fn each_of(&mut self, target: &Target, deed: impl Fn(&mut Run<'r>, ManId, Man)) {
        for id in self.targets(target) {
            let man = self.man(id);
            if man.place.cell().is_some() {
                self.chosen = Some(id);
                deed(self, id, man);
            }
        }
    }

    /// The same, also to the man that the move has captured: it can be sent to a square or a reserve. A real king stays captured.
    fn each_with_captured(&mut self, target: &Target, deed: impl Fn(&mut Run<'r>, ManId, Man)) {
        if matches!(target, Target::That(Ref::Victim))
            && let Some(id) = self.stage.victim
            && let man = self.man(id)
            && man.place == Place::Gone
            && !man.royal
        {
            self.chosen = Some(id);
            return deed(self, id, man);
        }
        self.each_of(target, deed);
    }

    fn targets(&mut self, target: &Target) -> Vec<ManId> {
        match target {
            Target::That(who) => self.scene().man(*who).into_iter().collect(),
            Target::Among { who, on, by } => {
                let scene = self.scene();
                let there: Vec<(ManId, CellId)> =
                    who.standing(&scene).filter(|(_, _, cell)| on(&scene, *cell)).map(|(id, _, cell)| (id, cell)).collect();
                match by {
                    By::All => there.into_iter().map(|(id, _)| id).collect(),
                    by => {
                        let chosen = self.choose(&there, by, |_, (_, cell)| Label::Cell(cell)).map(|(id, _)| id);
                        self.chosen = chosen;
                        chosen.into_iter().collect()
                    }
                }
            }
        }
    }

    /// One of some things, by whoever chooses.
    pub(super) fn choose<T: Copy>(&mut self, among: &[T], by: &By, label: impl Fn(&Run<'r>, T) -> Label) -> Option<T> {
        let first = *among.first()?;
        match by {
            By::All => Some(first),
            By::Mover if self.fate.is_some() => self.as_chosen(among, label),
            By::Mover => {
                let taken = among[self.script.take(among.len())];
                if among.len() > 1 || self.tells_all {
                    let label = label(self, taken);
                    self.labels.push(label);
                }
                Some(taken)
            }
            By::Chance | By::Asked(_) if self.fate.is_none() && self.law.fortune => Some(among[self.script.take(among.len())]),
            By::Chance | By::Asked(_) if self.fate.is_none() => {
                self.open += 1;
                None
            }
            By::Chance | By::Asked(_) if among.len() == 1 => Some(first),
            By::Chance => {
                let options = self.options(among, label);
                let (weights, source) = (vec![1; among.len()], self.source);
                self.fate.as_deref_mut()?.roll(&weights, source, |at| options[at].clone()).map(|at| among[at])
            }
            By::Asked(player) => {
                let options = self.options(among, label);
                let side = self.law.side(self.army_of(player)?);
                let question = Question { side, board: self.stage.board, source: self.source.to_owned(), options, words: None };
                self.fate.as_deref_mut()?.answer(question).map(|at| among[at])
            }
        }
    }

    fn options<T: Copy>(&self, among: &[T], label: impl Fn(&Run<'r>, T) -> Label) -> Vec<String> {
        among.iter().map(|&one| fate::named(&label(self, one), self.position)).collect()
    }

    /// What the mover has chosen, if it can still be had; where there is nothing to choose, that.
    fn as_chosen<T: Copy>(&mut self, among: &[T], label: impl Fn(&Run<'r>, T) -> Label) -> Option<T> {
        let wanted = self.wanted.front();
        let there = among.iter().copied().find(|&one| Some(&label(self, one)) == wanted);
        match there {
            Some(_) => {
                self.wanted.pop_front();
                there
            }
            None => among.first().copied().filter(|_| among.len() == 1),
        }
    }

    pub(super) fn area(&self, squares: &Area) -> Vec<CellId> {
        let scene = self.scene();
        scene.cells().iter().copied().filter(|&cell| squares(&scene, cell)).collect()
    }

    fn free(&self, squares: &Area) -> Vec<CellId> {
        self.area(squares).into_iter().filter(|&cell| self.position.is_free(cell)).collect()
    }

    fn landing(&mut self, landing: &Landing) -> Option<CellId> {
        match landing {
            Landing::At(place) => place(&self.scene()),
            Landing::One(squares, by) => {
                let free = self.free(squares);
                self.choose(&free, by, |_, cell| Label::Cell(cell))
            }
            Landing::Each(squares) => self.free(squares).first().copied(),
        }
    }

    /// The army of a player on this board: the mover's own, or the first that stands here.
    pub(super) fn army_of(&self, player: &Armies) -> Option<ArmyId> {
        let bits = player(&self.scene());
        if bits >> self.stage.mover.index() & 1 == 1 {
            return Some(self.stage.mover);
        }
        let existing = || armies(bits).filter(|army| army.index() < self.law.armies());
        existing().find(|&army| self.position.standing(self.stage.board).any(|(_, man, _)| man.army == army)).or_else(|| existing().next())
    }

    /// A man goes off the board; a real king stays, for only a capture takes it (M4).
    fn leave(&mut self, id: ManId, man: Man, to: Place) {
        if !man.royal {
            self.then(Effect::Put { man: id, from: man.place, to });
        }
    }

    fn become_kind(&mut self, id: ManId, man: Man, new: KindId) {
        if new != man.kind && !man.royal {
            self.then(Effect::Kind { man: id, old: man.kind, new });
        }
    }

    /// Puts a man on a cell if it is free; whether it did.
    pub(super) fn relocate(&mut self, id: ManId, man: Man, to: CellId) -> bool {
        let free = self.position.is_free(to);
        if free {
            self.then(Effect::Put { man: id, from: man.place, to: Place::Cell(to) });
        }
        free
    }

    fn swap(&mut self, one: ManId, other: ManId) {
        let (first, second) = (self.man(one).place, self.man(other).place);
        if one != other && first.cell().is_some() && second.cell().is_some() {
            self.then(Effect::Put { man: one, from: first, to: Place::Hand });
            self.then(Effect::Put { man: other, from: second, to: first });
            self.then(Effect::Put { man: one, from: Place::Hand, to: second });
        }
    }

    fn place(&mut self, kind: KindId, owner: &Armies, landing: &Landing) {
        let Some(army) = self.army_of(owner) else { return };
        let cells = match landing {
            Landing::Each(squares) => self.free(squares),
            _ => self.landing(landing).into_iter().filter(|&cell| self.position.is_free(cell)).collect(),
        };
        for cell in cells {
            if self.position.next_man().index() < crate::board::MAX_MEN {
                let man = self.position.next_man();
                self.then(Effect::Make { man, kind, army, cell });
                self.chosen = Some(man);
            }
        }
    }

    fn drop(&mut self, who: &super::crowd::Crowd, owner: &Armies, landing: &Landing, by: &By) {
        let Some(army) = self.army_of(owner) else { return };
        let scene = self.scene();
        let mut kinds: Vec<(KindId, ManId)> = Vec::new();
        for (id, man) in scene.position.pocket(army) {
            if who.includes(&scene, id, man) && !kinds.iter().any(|(kind, _)| *kind == man.kind) {
                kinds.push((man.kind, id));
            }
        }
        let Some((_, id)) = self.choose(&kinds, by, |_, (kind, _)| Label::Kind(kind)) else { return };
        if let Some(cell) = self.landing(landing) {
            let man = self.man(id);
            if self.relocate(id, man, cell) {
                // A drop is a move of the man: it cannot castle afterwards.
                self.then(Effect::Legs { man: id, old: man.legs, new: man.legs.saturating_add(1) });
                self.chosen = Some(id);
            }
        }
    }

    /// Everything there moves at once; who has no room, or whose way is barred by who stays, stays.
    fn shift(&mut self, squares: &Area, by: Vector, wrap: bool) {
        let cells = self.area(squares);
        let geometry = Arc::clone(&self.position.geometry);
        let target = |cell: CellId| match geometry.leap(cell, by) {
            Some(next) => Some(next),
            None if wrap => {
                let back = Vector { right: -by.right, forward: -by.forward };
                let mut first = cell;
                while let Some(before) = geometry.leap(first, back).filter(|&before| before != cell) {
                    first = before;
                }
                Some(first)
            }
            None => None,
        };
        let standing = cells.iter().filter_map(|&cell| Some((self.position.on(cell)?, cell)));
        let mut moving: Vec<(ManId, CellId, CellId)> =
            standing.filter_map(|(id, cell)| Some((id, cell, target(cell).filter(|&to| to != cell)?))).collect();
        loop {
            let leaves = |cell: CellId| moving.iter().any(|(_, from, _)| *from == cell);
            let before = moving.len();
            let room: Vec<bool> = moving.iter().map(|&(_, _, to)| self.position.is_free(to) || leaves(to)).collect();
            let mut room = room.into_iter();
            moving.retain(|_| room.next().unwrap_or(false));
            if moving.len() == before {
                break;
            }
        }
        self.relocate_all(&moving);
    }

    /// The board turns by quarters of a circle, clockwise; one that is not square only by halves.
    fn turn(&mut self, quarters: u8) {
        let geometry = Arc::clone(&self.position.geometry);
        let board = geometry.board(self.stage.board);
        let (files, ranks) = (board.files, board.ranks);
        if quarters % 2 == 1 && files != ranks {
            return;
        }
        let turned = |cell: CellId| {
            let at = geometry.cell(cell);
            let (mut file, mut rank) = (at.file - board.first_file, at.rank - board.first_rank);
            let (mut wide, mut high) = (files, ranks);
            for _ in 0..quarters {
                (file, rank) = (rank, wide - 1 - file);
                (wide, high) = (high, wide);
            }
            geometry.at(self.stage.board, file + board.first_file, rank + board.first_rank)
        };
        let standing = board.cells.iter().filter_map(|&cell| Some((self.position.on(cell)?, cell)));
        let moving: Vec<(ManId, CellId, CellId)> = standing.filter_map(|(id, cell)| Some((id, cell, turned(cell)?))).collect();
        let barred = moving.iter().any(|&(_, _, to)| self.position.is_hole(to));
        if !barred {
            self.relocate_all(&moving);
        }
    }

    /// Men go from cells to cells as one batch; where somebody goes, somebody else has left or nobody stood.
    fn relocate_all(&mut self, moving: &[(ManId, CellId, CellId)]) {
        let moving = || moving.iter().filter(|(_, from, to)| from != to);
        for &(man, from, _) in moving() {
            self.then(Effect::Put { man, from: Place::Cell(from), to: Place::Hand });
        }
        for &(man, _, to) in moving() {
            self.then(Effect::Put { man, from: Place::Hand, to: Place::Cell(to) });
        }
    }

    pub(super) fn note(&mut self, of: Bearer, key: Key, new: i32) {
        let note = Note { of, key };
        let old = self.position.note(note);
        if old != new {
            self.then(Effect::Note { note, old, new });
        }
    }

    /// Who stands where a hole opens leaves the board; where a real king stands none opens.
    fn hole(&mut self, cell: CellId, open: bool) {
        if !open && let Some(id) = self.position.on(cell) {
            let man = self.man(id);
            self.leave(id, man, Place::Gone);
        }
        if self.position.on(cell).is_none() && self.position.is_hole(cell) == open {
            self.then(Effect::Hole { cell, open });
        }
    }

    fn grow(&mut self, [left, right, below, above]: [u8; 4], region: Option<Key>) {
        let board = self.stage.board;
        let old = self.position.geometry.board(board).cells.clone();
        let growth = Growth { board, left, right, below, above };
        if self.position.geometry.could_grow(growth).is_err() {
            return;
        }
        self.then(Effect::Grow(growth));
        if let Some(key) = region {
            let new = self.position.geometry.board(board).cells.clone();
            for cell in new.into_iter().filter(|cell| !old.contains(cell)) {
                self.note(Bearer::Cell(cell), key, 1);
            }
        }
    }

    fn join_edges(&mut self, files: bool, new: bool) {
        let board = self.stage.board;
        let seams = self.position.geometry.board(board).seams;
        let old = if files { seams.files } else { seams.ranks };
        if old != new {
            self.then(Effect::Seam { board, files, old, new });
        }
    }

    /// The players that the words name.
    fn sides(&self, of: &Armies) -> Vec<SideId> {
        let bits = of(&self.scene());
        let entities = &self.position.entities;
        let mut sides: Vec<SideId> = armies(bits).filter_map(|army| entities.armies.get(army.index())).map(|army| army.side).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// A counter of each player that the words name, within its limits.
    fn count(&mut self, counter: &Tally, of: &Armies, by: i32, set: bool) {
        for side in self.sides(of) {
            let of = Bearer::Side(side);
            let old = self.position.note(Note { of, key: counter.key });
            let new = if set { by } else { old.saturating_add(by) };
            // Who has too little cannot pay.
            self.barren |= new < counter.least;
            self.note(of, counter.key, new.clamp(counter.least, counter.most));
        }
    }

    fn again(&mut self, deal: &super::act::Deal, must: bool, like: Option<KindId>) {
        let legs = match like {
            Some(kind) => self.legs_like(deal, kind),
            None => self.legs(deal),
        };
        let optional = usize::from(!must);
        if legs.is_empty() {
            return;
        }
        if self.fate.is_some() {
            return self.again_as_chosen(&legs);
        }
        let taken = self.script.take(legs.len() + optional);
        if taken < optional {
            return;
        }
        let leg = legs[taken - optional].clone();
        self.chosen = Some(leg.man);
        self.open += usize::from(leg.open);
        self.captured.extend_from_slice(&leg.captured);
        for effect in &leg.effects {
            self.then(*effect);
        }
        self.labels.push(Label::Leg(Box::new(leg)));
    }

    /// The further moves that fit.
    fn legs(&mut self, deal: &super::act::Deal) -> Vec<Move> {
        let (board, mover) = (self.stage.board, self.stage.mover);
        let mut found = Found::default();
        let spent = self.spent.clone();
        // Of men only: actions that allow further actions would never end.
        Generator { spent, ..Generator::new(self.law, self.position, &mut found) }.men(mover, Some(board));
        let scene = self.scene();
        let fits = |at: &usize| {
            let proposal = found.proposal(*at);
            deal.suits(&scene, proposal)
        };
        let legs: Vec<usize> = (0..found.heads.len()).filter(fits).collect();
        legs.into_iter().map(|at| found.lift(at, self.law, self.position)).collect()
    }

    /// The further move that the mover has chosen, if it can still be made, settled in its turn.
    fn again_as_chosen(&mut self, legs: &[Move]) {
        let Some(Label::Leg(wanted)) = self.wanted.front() else { return };
        let same = |leg: &Move| {
            let way = |leg: &Move| (leg.man, leg.from, leg.to, leg.sort, leg.choice);
            way(leg) == way(wanted) && leg.labels == wanted.labels
        };
        let Some(leg) = legs.iter().find(|leg| same(leg)) else { return };
        self.wanted.pop_front();
        self.chosen = Some(leg.man);
        let leg = match self.fate.take() {
            Some(fate) => {
                let settled = self.law.settle_after(self.position, leg, fate, self.spent.clone());
                self.fate = Some(fate);
                settled
            }
            None => leg.clone(),
        };
        self.captured.extend_from_slice(&leg.captured);
        for effect in &leg.effects {
            self.then(*effect);
        }
    }
}
