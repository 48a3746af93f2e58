//! A slow, obvious generator for tests: it reads the clauses anew for every question and shares nothing with the fast one but them.
//!
//! Its position is a list of men with coordinates; a move is the list after it.

use std::collections::BTreeSet;

use crate::board::{ArmyId, Entities, Frame, Place, Position};
use crate::movement::{Hurdle, Line, UNLIMITED, Use};
use crate::rule::*;

/// Board, file, rank.
pub type Spot = (u8, i16, i16);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TwinMan {
    pub kind: u8,
    pub army: u8,
    pub at: Option<Spot>,
    pub home: Spot,
    pub legs: u16,
    pub royal: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    pub men: Vec<TwinMan>,
    /// Where, and which man has passed there.
    pub marks: BTreeSet<(Spot, usize)>,
}

/// A particular man, if one is meant.
type Of<'s> = Option<(&'s State, usize)>;

/// A state after a move and who was captured.
#[derive(Clone)]
struct Run {
    after: State,
    captured: Vec<usize>,
}

pub struct Twin<'a> {
    pub entities: &'a Entities,
    /// By board: files, ranks, the clauses of its universe in order.
    pub boards: Vec<(i16, i16, Vec<Form>)>,
    pub base: Vec<Form>,
    pub safety: Safety,
}

pub fn state_of(position: &Position) -> State {
    let spot = |cell| {
        let cell = position.geometry.cell(cell);
        (cell.board.0, cell.file, cell.rank)
    };
    let man = |man: &crate::board::Man| TwinMan {
        kind: man.kind.0,
        army: man.army.0,
        at: match man.place {
            Place::Cell(cell) => Some(spot(cell)),
            Place::Hand => panic!("a man is in hand"),
            Place::Pocket(_) | Place::Gone => None,
        },
        home: spot(man.home),
        legs: man.legs,
        royal: man.royal,
    };
    State {
        men: position.men().map(|(_, it)| man(it)).collect(),
        marks: position.marks().iter().map(|mark| (spot(mark.cell), mark.man.index())).collect(),
    }
}

impl State {
    fn on(&self, spot: Spot) -> Option<usize> {
        self.men.iter().position(|man| man.at == Some(spot))
    }
}

impl Twin<'_> {
    /// The states that an army's legal moves lead to.
    pub fn legal(&self, state: &State, army: ArmyId) -> BTreeSet<State> {
        let mut all = BTreeSet::new();
        for board in 0..self.boards.len() as u8 {
            let runs = self.runs(state, army.0, board);
            let safe: Vec<&Run> = runs.iter().filter(|run| self.safe(run, army.0, board)).collect();
            let chosen = match self.safety {
                Safety::Free => runs.iter().collect(),
                Safety::IfAble if safe.is_empty() => runs.iter().collect(),
                Safety::Never | Safety::IfAble | Safety::Direct => safe,
            };
            all.extend(chosen.into_iter().map(|run| run.after.clone()));
        }
        all
    }

    fn friends(&self, one: u8, other: u8) -> bool {
        self.entities.armies[one as usize].side == self.entities.armies[other as usize].side
    }

    fn safe(&self, run: &Run, army: u8, board: u8) -> bool {
        let men = &run.after.men;
        let fallen = |man: &usize| men[*man].royal;
        if run.captured.iter().any(|man| fallen(man) && self.friends(men[*man].army, army)) {
            return false;
        }
        let out = |other: u8| run.captured.iter().any(|man| fallen(man) && self.friends(men[*man].army, other));
        let enemies = (0..self.entities.armies.len() as u8).filter(|&other| !self.friends(other, army) && !out(other));
        let takes = |man: usize| fallen(&man) && self.friends(men[man].army, army) && men[man].at.is_some_and(|at| at.0 == board);
        let replies = |enemy| self.runs(&run.after, enemy, board).into_iter().map(move |reply| (enemy, reply.captured));
        !enemies.flat_map(replies).any(|(enemy, captured)| match self.safety {
            Safety::Direct => {
                captured.first().is_some_and(|&man| takes(man))
                    && !captured.iter().any(|man| fallen(man) && self.friends(men[*man].army, enemy))
            }
            Safety::Never | Safety::IfAble | Safety::Free => captured.into_iter().any(takes),
        })
    }

    /// Whatever becomes of kings.
    fn runs(&self, state: &State, army: u8, board: u8) -> Vec<Run> {
        let mut runs = Vec::new();
        for man in 0..state.men.len() {
            if state.men[man].army == army && state.men[man].at.is_some_and(|at| at.0 == board) {
                self.quiet(state, man, &mut runs);
                self.captures(state, man, &mut runs);
                self.castlings(state, man, &mut runs);
            }
        }
        runs
    }

    fn forms(&self, board: u8) -> &[Form] {
        &self.boards[board as usize].2
    }

    fn include(&self, class: &Class, kind: u8, army: u8) -> bool {
        let name = &self.entities.kinds[kind as usize].name;
        let kind = match &class.kinds {
            Kinds::Every => true,
            Kinds::Only(names) => names.contains(name),
            Kinds::Except(names) => !names.contains(name),
        };
        let army = match &class.owner {
            Owner::Anyone => true,
            Owner::Own | Owner::Enemy => unreachable!("refused by the fold"),
            Owner::Army(colour) => *colour == self.entities.armies[army as usize].name,
        };
        kind && army
    }

    /// Whose movement a man borrows there.
    fn lenders(&self, class: &Class, on: &Squares, state: &State, man: usize) -> Vec<u8> {
        let (board, file, rank) = state.men[man].at.unwrap();
        let frame = self.frame(state.men[man].army);
        let lends = |other: &usize| {
            let lender = &state.men[*other];
            let Some(at) = lender.at.filter(|at| at.0 == board && *other != man) else { return false };
            let there = match on {
                Squares::Near { reach, .. } => (at.1 - file).abs().max((at.2 - rank).abs()) <= i16::from(*reach),
                Squares::Beside { steps, .. } => steps.iter().any(|step| {
                    let step = frame.turn(*step);
                    (file + i16::from(step.right), rank + i16::from(step.forward)) == (at.1, at.2)
                }),
                Squares::At(Point::Opposite(_)) => {
                    let (files, ranks, _) = self.boards[board as usize];
                    (files - 1 - file, ranks - 1 - rank) == (at.1, at.2)
                }
                other => unreachable!("no such lenders are tried: {other:?}"),
            };
            there && self.include(class, lender.kind, lender.army)
        };
        (0..state.men.len()).filter(lends).map(|other| state.men[other].kind).collect()
    }

    /// What the clauses say of a kind; `of` a particular man, else of the kind in itself.
    fn motions<'b>(&self, forms: &'b [Form], kind: u8, army: u8, purpose: Use, of: Of<'_>) -> Vec<&'b Motion> {
        let mut motions: Vec<&Motion> = Vec::new();
        for form in forms {
            if let Form::Movement(movement) = form
                && self.include(&movement.who, kind, army)
                && (movement.aspect == Use::Any || movement.aspect == purpose)
            {
                let lent = |motion: &Motion| match (motion, of) {
                    (Motion::LikeMen { who, on }, Some((state, man))) => !self.lenders(who, on, state, man).is_empty(),
                    _ => false,
                };
                let borrows = movement.motions.iter().all(|motion| matches!(motion, Motion::LikeMen { .. }));
                if borrows && !movement.motions.iter().any(lent) {
                    continue;
                }
                if movement.manner == Manner::Instead {
                    motions = Vec::new();
                }
                motions.extend(&movement.motions);
            }
        }
        motions
    }

    /// Whether a kind's likenesses lead, over others or not, to a kind.
    fn leads(&self, forms: &[Form], from: u8, to: u8, army: u8, purpose: Use, of: Of<'_>, asked: &mut Vec<u8>) -> bool {
        self.motions(forms, from, army, purpose, of).into_iter().any(|motion| match motion {
            Motion::Like { kind, standard: false } => {
                let next = self.entities.kind_named(kind).unwrap().0;
                let new = !asked.contains(&next);
                asked.push(next);
                next == to || new && self.leads(forms, next, to, army, purpose, of, asked)
            }
            _ => false,
        })
    }

    fn lines(&self, forms: &[Form], kind: u8, army: u8, purpose: Use, of: Of<'_>) -> Vec<Line> {
        let mut lines = Vec::new();
        for motion in self.motions(forms, kind, army, purpose, of) {
            match motion {
                Motion::Pattern(pattern) => {
                    lines.extend(pattern.lines.iter().filter(|line| line.purpose == Use::Any || line.purpose == purpose).cloned());
                }
                Motion::Like { kind: name, standard } => {
                    let other = self.entities.kind_named(name).unwrap().0;
                    let as_standard = *standard || self.leads(forms, other, kind, army, purpose, of, &mut Vec::new());
                    // The shipped texts have no likenesses, so the standard needs no standard.
                    let lent = self.lines(if as_standard { &self.base } else { forms }, other, army, purpose, of);
                    lines.extend(lent.into_iter().filter(|line| !line.unmoved));
                }
                Motion::LikeMen { who, on } => {
                    let Some((state, man)) = of else { continue };
                    for lender in self.lenders(who, on, state, man) {
                        let lent = self.lines(forms, lender, army, purpose, None);
                        lines.extend(lent.into_iter().filter(|line| !line.unmoved));
                    }
                }
            }
        }
        lines
    }

    /// Every cell that a man's lines of a purpose lead to, with the cells passed.
    fn walks(&self, state: &State, man: usize, purpose: Use) -> Vec<(Spot, Vec<Spot>)> {
        let who = &state.men[man];
        let (board, file, rank) = who.at.unwrap();
        let mut walks = Vec::new();
        for line in self.lines(self.forms(board), who.kind, who.army, purpose, Some((state, man))) {
            if line.unmoved && who.legs > 0 {
                continue;
            }
            for &step in &line.directions {
                let step = self.frame(who.army).turn(step);
                let mut passed: Vec<Spot> = Vec::new();
                let mut count = 1;
                loop {
                    let to = (board, file + i16::from(step.right) * count, rank + i16::from(step.forward) * count);
                    if !self.exists(to) || line.max != UNLIMITED && count > i16::from(line.max) {
                        break;
                    }
                    let between = passed.iter().filter(|&&spot| state.on(spot).is_some()).count();
                    let open = match line.hurdle {
                        Hurdle::None => between == 0,
                        Hurdle::One => between == 1,
                        Hurdle::Last => between == 1 && state.on(passed[passed.len() - 1]).is_some(),
                        Hurdle::Friends => {
                            passed.iter().filter_map(|&spot| state.on(spot)).all(|man| self.friends(state.men[man].army, who.army))
                        }
                        Hurdle::Any => true,
                    };
                    if open && count >= i16::from(line.min) {
                        walks.push((to, passed.clone()));
                    }
                    passed.push(to);
                    count += 1;
                }
            }
        }
        walks
    }

    fn frame(&self, army: u8) -> Frame {
        self.entities.armies[army as usize].frame
    }

    fn exists(&self, (board, file, rank): Spot) -> bool {
        let (files, ranks, _) = self.boards[board as usize];
        (0..files).contains(&file) && (0..ranks).contains(&rank)
    }

    fn quiet(&self, state: &State, man: usize, runs: &mut Vec<Run>) {
        for (to, passed) in self.walks(state, man, Use::Quiet) {
            if state.on(to).is_none() {
                let mut after = state.clone();
                after.men[man].at = Some(to);
                after.men[man].legs += 1;
                self.follow_up(state, man, &passed, to, Run { after, captured: Vec::new() }, runs);
            }
        }
    }

    /// Marks and promotion of a man that began its move in `before` and went to `to`.
    fn follow_up(&self, before: &State, man: usize, passed: &[Spot], to: Spot, mut run: Run, runs: &mut Vec<Run>) {
        let was = &before.men[man];
        let is = run.after.men[man].clone();
        let forms = self.forms(was.at.unwrap().0);
        let Some(at) = is.at.filter(|_| is.army == was.army) else { return runs.push(run) };
        let passes = forms.iter().any(|form| matches!(form, Form::InPassing(passing) if self.include(&passing.who, was.kind, was.army)));
        if passes && at == to {
            let empty: Vec<Spot> = passed.iter().copied().filter(|&spot| run.after.on(spot).is_none()).collect();
            run.after.marks.extend(empty.into_iter().map(|spot| (spot, man)));
        }
        let promotion = self.forms(at.0).iter().rev().find_map(|form| match form {
            Form::Promotion(promotion) if self.include(&promotion.who, is.kind, is.army) => Some(promotion),
            _ => None,
        });
        let ranks = self.boards[at.0 as usize].1;
        let own_rank = if self.frame(is.army) == Frame::Up { at.2 + 1 } else { ranks - at.2 };
        match promotion {
            Some(promotion)
                if !promotion.into.is_empty()
                    && match promotion.region {
                        Region::LastRank => own_rank == ranks,
                        Region::Rank(rank) => own_rank == rank as i16,
                    } =>
            {
                for name in &promotion.into {
                    let mut run = run.clone();
                    run.after.men[man].kind = self.entities.kind_named(name).unwrap().0;
                    runs.push(run);
                }
            }
            _ => runs.push(run),
        }
    }

    fn captures(&self, state: &State, man: usize, runs: &mut Vec<Run>) {
        for (to, passed) in self.walks(state, man, Use::Capture) {
            let victim = match state.on(to) {
                Some(victim) => {
                    (!self.friends(state.men[victim].army, state.men[man].army) || self.preys(state, man, victim)).then_some(victim)
                }
                None => self.passer(state, man, to),
            };
            if let Some(victim) = victim {
                self.capture(state, man, victim, to, &passed, runs);
            }
        }
    }

    /// Whether a man may capture that friend.
    fn preys(&self, state: &State, man: usize, victim: usize) -> bool {
        let (captor, prey) = (&state.men[man], &state.men[victim]);
        let allows = |form: &Form| match form {
            Form::OwnPrey(OwnPrey { who, victims }) => {
                let victims = Class { owner: Owner::Anyone, ..victims.clone() };
                self.include(who, captor.kind, captor.army) && self.include(&victims, prey.kind, prey.army)
            }
            _ => false,
        };
        !prey.royal && self.forms(captor.at.unwrap().0).iter().any(allows)
    }

    /// The first man by id that passed over a cell and may be captured there.
    fn passer(&self, state: &State, man: usize, at: Spot) -> Option<usize> {
        let captor = &state.men[man];
        state.marks.iter().filter(|mark| mark.0 == at).map(|mark| mark.1).find(|&victim| {
            let passed = &state.men[victim];
            let newest = self.forms(at.0).iter().rev().find_map(|form| match form {
                Form::InPassing(passing) if self.include(&passing.who, passed.kind, passed.army) => Some(&passing.by),
                _ => None,
            });
            passed.at.is_some()
                && !self.friends(passed.army, captor.army)
                && newest.is_some_and(|by| self.include(by, captor.kind, captor.army))
        })
    }

    fn capture(&self, state: &State, man: usize, victim: usize, to: Spot, passed: &[Spot], runs: &mut Vec<Run>) {
        let (captor, prey) = (state.men[man].clone(), state.men[victim].clone());
        let origin = captor.at.unwrap();
        let mut fate = VictimFate::Gone;
        let mut toll = CapturerFate::Same;
        let mut landing = Landing::OnVictim;
        let mut explosion = None;
        for form in self.forms(origin.0) {
            if let Form::Capture(edit) = form
                && self.include(&edit.captor, captor.kind, captor.army)
                && self.include(&edit.victim, prey.kind, prey.army)
            {
                fate = edit.victim_fate.clone().unwrap_or(fate);
                toll = edit.capturer_fate.clone().unwrap_or(toll);
                landing = edit.landing.unwrap_or(landing);
                explosion = edit.explosion.clone().or(explosion);
            }
        }
        if prey.royal || fate == VictimFate::Joins && prey.army == captor.army {
            fate = VictimFate::Gone;
        }
        if captor.royal {
            toll = CapturerFate::Same;
        }
        let kind = |name: &String| self.entities.kind_named(name).unwrap().0;

        // Lift both; put the victim back first if it stays, then see where the captor may land.
        let mut after = state.clone();
        after.men[man].at = None;
        after.men[victim].at = None;
        match &fate {
            VictimFate::Joins => {
                after.men[victim].at = prey.at;
                after.men[victim].army = captor.army;
            }
            VictimFate::Becomes(name) => {
                after.men[victim].at = prey.at;
                after.men[victim].kind = kind(name);
            }
            VictimFate::Gone | VictimFate::GoesHome | VictimFate::GoesHomeOfKind | VictimFate::Reserve => {}
        }
        let wish = match landing {
            Landing::Stays => origin,
            Landing::Home if after.on(captor.home).is_none() => captor.home,
            Landing::OnVictim | Landing::Home => to,
        };
        let lands = if after.on(wish).is_none() { wish } else { origin };
        after.men[man].at = Some(lands);
        after.men[man].legs += 1;
        let reborn = match fate {
            VictimFate::GoesHome => Some(prey.home),
            VictimFate::GoesHomeOfKind => Some(self.birth(&prey)),
            _ => None,
        };
        if let Some(home) = reborn.filter(|&home| after.on(home).is_none()) {
            after.men[victim].at = Some(home);
            after.men[victim].legs = 0;
        }
        match toll {
            CapturerFate::Same => {}
            CapturerFate::Gone => after.men[man].at = None,
            CapturerFate::Becomes(name) => after.men[man].kind = kind(&name),
            CapturerFate::BecomesVictim => after.men[man].kind = prey.kind,
            CapturerFate::ChangesSides => after.men[man].army = prey.army,
        }
        let mut captured = vec![victim];
        if let Some(explosion) = explosion {
            for hit in 0..after.men.len() {
                let Some(at) = after.men[hit].at else { continue };
                let distance = (at.1 - to.1).abs().max((at.2 - to.2).abs());
                let near = at.0 == to.0 && distance > 0 && distance <= i16::from(explosion.reach);
                if near && self.include(&explosion.hits, after.men[hit].kind, after.men[hit].army) {
                    after.men[hit].at = None;
                    captured.push(hit);
                }
            }
        }
        self.follow_up(state, man, passed, to, Run { after, captured }, runs);
    }

    /// The rebirth square of Circe chess, from the words of the array.
    fn birth(&self, prey: &TwinMan) -> Spot {
        let (board, file, rank) = prey.at.unwrap();
        let array = self.base.iter().find_map(|form| if let Form::Array(text) = form { Some(text.clone()) } else { None }).unwrap();
        let letter = self.entities.kinds[prey.kind as usize].letter.chars().next().unwrap();
        let letter = if prey.army == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        let mut homes: Vec<Spot> = Vec::new();
        for (row, text) in array.split('/').enumerate() {
            let mut column = 0;
            for c in text.chars() {
                if c == letter {
                    homes.push((board, column, 7 - row as i16));
                }
                column += c.to_digit(10).map_or(1, |empty| empty as i16);
            }
        }
        let shaded: Vec<Spot> = homes.iter().copied().filter(|at| (at.1 + at.2 + file + rank) % 2 == 0).collect();
        let filed: Vec<Spot> = homes.iter().copied().filter(|at| at.1 == file).collect();
        let only = [homes, shaded, filed].into_iter().find(|found| found.len() == 1);
        only.map(|found| found[0]).filter(|&at| self.exists(at)).unwrap_or(prey.home)
    }

    fn castlings(&self, state: &State, man: usize, runs: &mut Vec<Run>) {
        let who = &state.men[man];
        let (board, file, rank) = who.at.unwrap();
        if who.legs > 0 {
            return;
        }
        let far = |friend: &TwinMan| {
            let newest = self.forms(board).iter().rev().find_map(|form| match form {
                Form::Castling(castling)
                    if self.include(&castling.who, who.kind, who.army) && self.include(&castling.with, friend.kind, friend.army) =>
                {
                    Some(castling)
                }
                _ => None,
            });
            newest.filter(|castling| castling.allowed).map(|castling| i16::from(castling.squares))
        };
        for sense in [1, -1] {
            let friend = state.men.iter().position(|friend| {
                let Some((there, column, row)) = friend.at else { return false };
                let distance = (column - file) * sense;
                there == board
                    && row == rank
                    && far(friend).is_some_and(|squares| distance >= squares)
                    && friend.army == who.army
                    && friend.legs == 0
                    && (1..distance).all(|step| state.on((board, file + step * sense, rank)).is_none())
            });
            let Some(friend) = friend else { continue };
            let Some(squares) = far(&state.men[friend]) else { continue };
            let touched: Vec<Spot> = (0..=squares).map(|step| (board, file + step * sense, rank)).collect();
            if touched.iter().any(|&spot| self.attacked(state, spot, who.army)) {
                continue;
            }
            let to = touched[touched.len() - 1];
            let mut after = state.clone();
            after.men[man].at = Some(to);
            after.men[friend].at = Some(touched[touched.len() - 2]);
            after.men[man].legs += 1;
            after.men[friend].legs += 1;
            self.follow_up(state, man, &touched[1..touched.len() - 1], to, Run { after, captured: Vec::new() }, runs);
        }
    }

    /// Whether an enemy of an army could capture on a cell, were an enemy of its own there.
    fn attacked(&self, state: &State, spot: Spot, army: u8) -> bool {
        (0..state.men.len()).any(|man| {
            let enemy = &state.men[man];
            enemy.at.is_some_and(|at| at.0 == spot.0)
                && !self.friends(enemy.army, army)
                && self.walks(state, man, Use::Capture).iter().any(|(to, _)| *to == spot)
        })
    }

    /// As an army's phase opens.
    pub fn open(&self, state: &mut State, army: ArmyId) {
        let men = &state.men;
        state.marks.retain(|(_, man)| men[*man].army != army.0);
    }
}
