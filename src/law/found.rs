//! Moves as the generator writes them: one arena of effects and a head for each move, no allocation per move.

use crate::board::{ArmyId, CellId, Effect, KindId, ManId, Position};

use super::act::Proposal;

use super::in_force::Law;
use super::moves::Label;
use super::{Move, Sort};

/// A stretch of one of the arenas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stretch {
    pub start: u32,
    pub end: u32,
}

impl Stretch {
    pub fn length(self) -> u32 {
        self.end - self.start
    }

    #[inline]
    pub fn of<T>(self, arena: &[T]) -> &[T] {
        &arena[self.start as usize..self.end as usize]
    }
}

/// One move: its stretch of effects, and how it came about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub man: ManId,
    /// Who makes the move.
    pub army: ArmyId,
    pub from: CellId,
    pub to: CellId,
    pub sort: Sort,
    pub choice: Option<KindId>,
    pub effects: Stretch,
    /// If it crosses to the other board: how many of its effects are done before.
    pub crosses: Option<u32>,
    /// How many of its effects are done before the first further move in it.
    pub alone: u32,
    pub captured: Stretch,
    pub labels: Stretch,
    /// In the tracks of the board's tables.
    pub path: Stretch,
    /// Dice or an answer decide what happens besides.
    pub open: bool,
    /// Something else is done in its place.
    pub aside: bool,
}

/// The moves found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub heads: Vec<Head>,
    pub effects: Vec<Effect>,
    pub captured: Vec<ManId>,
    pub labels: Vec<Label>,
    /// Some move has more ways than are listed.
    pub cut: bool,
    /// What it has cost besides the moves themselves: runs of what follows them, and further moves looked for in these.
    pub toil: u64,
    /// So much it may cost to tell which of them are lawful, where not all need be listed.
    pub most: Option<u64>,
}

/// How much was found at some moment.
#[derive(Clone, Copy)]
pub(super) struct Level {
    heads: usize,
    effects: usize,
    captured: usize,
    labels: usize,
}

impl Found {
    pub fn level(&self) -> Level {
        Level { heads: self.heads.len(), effects: self.effects.len(), captured: self.captured.len(), labels: self.labels.len() }
    }

    /// Forgets what was found since.
    pub fn fall_back(&mut self, level: Level) {
        self.heads.truncate(level.heads);
        self.effects.truncate(level.effects);
        self.captured.truncate(level.captured);
        self.labels.truncate(level.labels);
    }

    /// The heads found since a level.
    pub fn since(&self, level: Level) -> std::ops::Range<usize> {
        level.heads..self.heads.len()
    }

    /// Drops moves, from head `first` on, whose effects and captures an earlier one has too: of two ways to one end the shorter is gone.
    /// Effects alone do not tell: who is captured at home and goes home leaves no trace in them.
    pub fn drop_repeats(&mut self, first: usize) {
        self.drop_repeats_from(first, first);
    }

    /// The same of the moves from `from` on, whose likes are looked for from `first` on.
    pub fn drop_repeats_from(&mut self, first: usize, from: usize) {
        let mut kept = from;
        for at in from..self.heads.len() {
            let head = self.heads[at];
            let effects = head.effects.of(&self.effects);
            let captured = head.captured.of(&self.captured);
            let same = |earlier: &Head| earlier.effects.of(&self.effects) == effects && earlier.captured.of(&self.captured) == captured;
            let known = self.heads[first..kept].iter().position(same);
            match known.map(|known| first + known) {
                None => {
                    self.heads[kept] = head;
                    kept += 1;
                }
                Some(known) if head.path.length() < self.heads[known].path.length() => self.heads[known].path = head.path,
                Some(_) => {}
            }
        }
        self.heads.truncate(kept);
    }

    /// Lists a move with all that it does, whom it captures and what is chosen in it, the stretches of its head being still to be laid.
    pub fn push(&mut self, head: Head, effects: [&[Effect]; 2], captured: [&[ManId]; 2], labels: impl IntoIterator<Item = Label>) {
        let starts = (self.effects.len() as u32, self.captured.len() as u32, self.labels.len() as u32);
        effects.into_iter().for_each(|part| self.effects.extend_from_slice(part));
        captured.into_iter().for_each(|part| self.captured.extend_from_slice(part));
        self.labels.extend(labels);
        self.heads.push(Head {
            effects: Stretch { start: starts.0, end: self.effects.len() as u32 },
            captured: Stretch { start: starts.1, end: self.captured.len() as u32 },
            labels: Stretch { start: starts.2, end: self.labels.len() as u32 },
            ..head
        });
    }

    /// Adds to what a move does.
    pub fn add_effects(&mut self, at: usize, more: impl IntoIterator<Item = Effect>) {
        let Stretch { start, end } = self.heads[at].effects;
        let from = self.effects.len();
        self.effects.extend_from_within(start as usize..end as usize);
        self.effects.extend(more);
        let effects = Stretch { start: from as u32, end: self.effects.len() as u32 };
        self.heads[at].effects = effects;
        self.heads[at].alone = effects.length();
    }

    /// Adds to what a move does, before all else.
    pub fn add_effects_before(&mut self, at: usize, more: &[Effect]) {
        let Stretch { start, end } = self.heads[at].effects;
        let from = self.effects.len();
        self.effects.extend_from_slice(more);
        self.effects.extend_from_within(start as usize..end as usize);
        let effects = Stretch { start: from as u32, end: self.effects.len() as u32 };
        let head = &mut self.heads[at];
        (head.effects, head.alone) = (effects, effects.length());
        head.crosses = head.crosses.map(|landing| landing + more.len() as u32);
    }

    /// A head as clauses ask about it.
    pub fn proposal(&self, at: usize) -> Proposal<'_> {
        Proposal { head: &self.heads[at], captured: self.heads[at].captured.of(&self.captured) }
    }

    /// The move as the rest of the house sees it; `position` is the one before it.
    pub fn lift(&self, at: usize, law: &Law, position: &Position) -> Move {
        let head = &self.heads[at];
        let man = position.man(head.man);
        let board = law.geometry.cell(head.from).board;
        let field = law.field(board);
        Move {
            man: head.man,
            kind: man.kind,
            army: head.army,
            board,
            from: head.from,
            to: head.to,
            path: field.tables.tracks.walk(head.path.start, head.path.end).iter().map(|&slot| field.cells[usize::from(slot)]).collect(),
            sort: head.sort,
            choice: head.choice,
            captured: head.captured.of(&self.captured).to_vec(),
            labels: head.labels.of(&self.labels).to_vec(),
            effects: head.effects.of(&self.effects).to_vec(),
            open: head.open,
            aside: head.aside,
        }
    }
}
