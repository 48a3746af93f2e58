//! What is chosen in a run of deeds, and among what: by script, by the order that carries it, by dice or by somebody who is asked.

use std::rc::Rc;

use crate::board::{CellId, SideId};

use crate::law::deeds::{By, Landing};
use crate::law::fate::{self, Question};
use crate::law::moves::{Label, Move};
use crate::law::terms::Area;

use super::Run;

/// The choices of one run, in the order they come up.
#[derive(Clone, Debug, Default)]
pub(in crate::law) struct Script {
    choices: Vec<Choice>,
    at: usize,
    /// Something that it met hangs on dice or on others, or was left out.
    pub open: bool,
    /// How many clauses have been asked, and how many further moves were looked for.
    pub toil: u64,
}

#[derive(Clone, Debug)]
struct Choice {
    taken: usize,
    /// Out of how many.
    width: usize,
    /// The further moves it is among, or the empty squares: they are the same in every run that is the same until then.
    legs: Option<Rc<[Move]>>,
    squares: Option<Rc<[CellId]>>,
}

impl Script {
    /// The next choice among so many: as written, or the first.
    pub(in crate::law) fn take(&mut self, width: usize) -> usize {
        self.take_next(width, None)
    }

    /// The next choice, among further moves and what else there is.
    pub(super) fn take_among(&mut self, legs: &Rc<[Move]>, width: usize) -> usize {
        self.take_next(width, Some(legs))
    }

    fn take_next(&mut self, width: usize, legs: Option<&Rc<[Move]>>) -> usize {
        if self.at == self.choices.len() {
            self.choices.push(Choice { taken: 0, width, legs: legs.cloned(), squares: None });
        }
        self.at += 1;
        self.choices[self.at - 1].taken
    }

    /// The further moves among which the next choice is, if it was come to before.
    pub(super) fn legs(&self) -> Option<Rc<[Move]>> {
        self.choices.get(self.at)?.legs.clone()
    }

    /// The empty squares among which the next choice is, if it was come to before.
    fn squares(&self) -> Option<Rc<[CellId]>> {
        self.choices.get(self.at)?.squares.clone()
    }

    /// The choice just taken was among these squares.
    fn was_among(&mut self, squares: Rc<[CellId]>) {
        if let Some(choice) = self.at.checked_sub(1).and_then(|last| self.choices.get_mut(last)) {
            choice.squares = Some(squares);
        }
    }

    /// The script after this one; `None` when all have been gone through.
    pub fn next(mut self) -> Option<Script> {
        (self.at, self.open, self.toil) = (0, false, 0);
        while let Some(choice) = self.choices.pop() {
            if choice.taken + 1 < choice.width {
                self.choices.push(Choice { taken: choice.taken + 1, ..choice });
                return Some(self);
            }
        }
        None
    }
}

impl<'r> Run<'r> {
    /// All squares of an area, or the one that somebody chooses.
    pub(in crate::law) fn among(&mut self, squares: &Area, by: &By) -> Vec<CellId> {
        let all = self.area(squares);
        match by {
            By::All => all,
            by => self.choose(&all, by, |_, cell| Label::Cell(cell)).into_iter().collect(),
        }
    }

    /// One of some things, by whoever chooses.
    pub(in crate::law) fn choose<T: Copy>(&mut self, among: &[T], by: &By, label: impl Fn(&Run<'r>, T) -> Label) -> Option<T> {
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
                self.unforeseen = true;
                let fate = self.fate.take()?;
                let fell = |at: usize| fate::named(&label(self, among[at]), self.position);
                let rolled = fate.roll(&vec![1; among.len()], self.source, fell);
                self.fate = Some(fate);
                rolled.map(|at| among[at])
            }
            By::Asked(player) => {
                let side = self.law.side(self.army_of(player)?);
                self.ask(side, among, label)
            }
        }
    }

    pub(super) fn ask<T: Copy>(&mut self, side: SideId, among: &[T], label: impl Fn(&Run<'r>, T) -> Label) -> Option<T> {
        let options = self.options(among, label);
        self.unforeseen = true;
        let question = Question { side, board: self.stage.board, source: self.source.to_owned(), options, words: None };
        self.fate.as_deref_mut()?.answer(question).map(|at| among[at])
    }

    fn options<T: Copy>(&self, among: &[T], label: impl Fn(&Run<'r>, T) -> Label) -> Vec<String> {
        among.iter().map(|&one| fate::named(&label(self, one), self.position)).collect()
    }

    /// What the mover has chosen, if it can still be had; where there is nothing to choose, that.
    fn as_chosen<T: Copy>(&mut self, among: &[T], label: impl Fn(&Run<'r>, T) -> Label) -> Option<T> {
        // Where there was nothing to choose he has not said it.
        if let [only] = among
            && !self.tells_all
            && !self.unforeseen
        {
            return Some(*only);
        }
        let wanted = self.wanted.front();
        let there = among.iter().copied().find(|&one| Some(&label(self, one)) == wanted);
        match there {
            Some(_) => {
                self.wanted.pop_front();
                there
            }
            None if among.len() == 1 => among.first().copied(),
            // Behind dice nobody could choose when he moved, so he is asked now.
            None if self.wanted.is_empty() => self.ask(self.law.side(self.stage.mover), among, label),
            None => None,
        }
    }

    pub(in crate::law) fn area(&self, squares: &Area) -> Vec<CellId> {
        let scene = self.scene();
        scene.cells().iter().copied().filter(|&cell| squares(&scene, cell)).collect()
    }

    pub(super) fn free(&self, squares: &Area) -> Vec<CellId> {
        self.area(squares).into_iter().filter(|&cell| self.position.is_free(cell)).collect()
    }

    pub(super) fn landing(&mut self, landing: &Landing) -> Option<CellId> {
        match landing {
            Landing::At(place) => place(&self.scene()),
            Landing::One(squares, by @ By::Mover) if self.fate.is_none() => {
                let free = self.script.squares().unwrap_or_else(|| self.free(squares).into());
                // No choice is one too, else the next one would be taken for it.
                let taken = if free.is_empty() { None } else { self.choose(&free, by, |_, cell| Label::Cell(cell)) };
                if taken.is_none() {
                    self.script.take(1);
                }
                self.script.was_among(free);
                taken
            }
            Landing::One(squares, by) => {
                let free = self.free(squares);
                self.choose(&free, by, |_, cell| Label::Cell(cell))
            }
            Landing::In(to, squares, by) => {
                let free = self.free_in(to, squares)?;
                self.choose(&free, by, |_, cell| Label::Cell(cell))
            }
            Landing::Each(squares) => self.free(squares).first().copied(),
        }
    }
}
