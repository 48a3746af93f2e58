//! How what has a time of its own begins in a run of deeds, and comes to its end.

use std::collections::BTreeSet;

use crate::board::{ArmyId, Bearer, CellId, Effect, Key, KindId, ManId, Note, SideId};
use crate::law::run::{Run, Stage};
use crate::law::triggers::Moment;
use crate::rule::{Lasting, Ref};

use super::{Begun, Changed, Due, End, FAR_TURN, MAX_PENDING, Point, Timed, Whose, pending};

impl Run<'_> {
    fn time(&self, army: ArmyId, turns: u32, point: Point) -> i32 {
        Due { turn: self.position.clock().turn() + turns, point, army, board: self.stage.board }.noted()
    }

    fn end_of(&self, time: Lasting) -> i32 {
        // Turns are counted from the phase in which it begins, whosever man it befalls.
        let Stage { mover, playing, .. } = self.stage;
        match time {
            // The phase that only opens is the first of them.
            Lasting::Turns(turns) if self.opening => self.time(playing, u32::from(turns), Point::Opens),
            Lasting::Turns(turns) => self.time(playing, u32::from(turns), Point::Closes),
            Lasting::ThisTurn => self.time(playing, 0, Point::TurnEnds),
            Lasting::UntilNext => self.time(mover, 1, Point::Opens),
            Lasting::Ever => Due { turn: FAR_TURN, point: Point::TurnEnds, army: playing, board: self.stage.board }.noted(),
        }
    }

    /// A deed with a time of its own begins.
    pub(in crate::law) fn begin(&mut self, timed: &Timed, begun: &Begun) {
        let key = timed.key;
        match begun {
            Begun::Later(turns) => {
                if let End::Deeds(_, bound) = &timed.end {
                    self.put_off(key, *bound, self.time(self.stage.mover, u32::from(*turns), Point::Opens));
                }
            }
            Begun::Hole(squares, open, by, time) => {
                for cell in self.among(squares, by) {
                    let done = self.effects.len();
                    self.hole(cell, *open);
                    let changed = self.effects[done..].iter().any(|effect| matches!(effect, Effect::Hole { .. }));
                    self.note_lasting(changed, timed, Bearer::Cell(cell), *time);
                }
            }
            Begun::Mark(squares, region, on, by, time) => {
                for cell in self.among(squares, by) {
                    let done = self.effects.len();
                    self.note(Bearer::Cell(cell), *region, i32::from(*on));
                    self.note_lasting(self.effects.len() > done, timed, Bearer::Cell(cell), *time);
                }
            }
            Begun::Become(target, into, by, time) => {
                let End::Kind(before) = timed.end else { return };
                self.each_of(target, |run, id, man| {
                    run.become_one_of(id, man, into, by);
                    let changed = Changed { hands: false, before: Some(man.kind.0), into: Some(run.man(id).kind.0) };
                    run.note_change(id, (key, before), changed, *time);
                });
            }
            Begun::Join(target, player, time) => {
                let End::Army(before) = timed.end else { return };
                self.each_of(target, |run, id, man| {
                    run.join(id, man, player);
                    let changed = Changed { hands: true, before: Some(man.army.0), into: Some(run.man(id).army.0) };
                    run.note_change(id, (key, before), changed, *time);
                });
            }
            Begun::State(target, bearers, new, time) => {
                let End::State { key: state, .. } = timed.end else { return };
                self.each_of(target, |run, id, man| {
                    if bearers.includes(&run.scene(), id, &man) {
                        let done = run.effects.len();
                        run.note(Bearer::Man(id), state, *new);
                        run.note_lasting(run.effects.len() > done, timed, Bearer::Man(id), *time);
                    }
                });
            }
            Begun::Seam { files, joined, time } => {
                let done = self.effects.len();
                self.join_edges(*files, *joined);
                // Each board by itself: on its first cell.
                if let Some(cell) = self.position.geometry.board(self.stage.board).cells.iter().min() {
                    self.note_lasting(self.effects.len() > done, timed, Bearer::Cell(*cell), *time);
                }
            }
            Begun::Meanwhile(whose, time) => {
                let bearers: Vec<Bearer> = match whose {
                    Whose::Everybody => vec![Bearer::Game],
                    Whose::Player => vec![Bearer::Side(self.law.side(self.stage.mover))],
                    Whose::Rivals => self.rivals().into_iter().map(Bearer::Side).collect(),
                    Whose::Man(man) => self.scene().man(*man).map(Bearer::Man).into_iter().collect(),
                };
                bearers.into_iter().for_each(|of| self.note(of, key, self.end_of(*time)));
            }
        }
    }

    /// Whoever lost the captured man; where none of the mover's enemies did, those who have men on the board.
    fn rivals(&self) -> BTreeSet<SideId> {
        let hostile = self.law.hostile(self.stage.mover);
        let enemy = |army: ArmyId| hostile >> army.index() & 1 == 1;
        let loser = self.scene().man(Ref::Victim).map(|man| self.man(man).army).filter(|&army| enemy(army));
        let there = self.position.standing(self.stage.board).map(|(_, man, _)| man.army).filter(|&army| loser.is_none() && enemy(army));
        loser.into_iter().chain(there).map(|army| self.law.side(army)).collect()
    }

    /// Notes until when something lasts that has been made so now, or was made so for a time before; what is so for good stays so.
    fn note_lasting(&mut self, changed: bool, timed: &Timed, of: Bearer, time: Lasting) {
        let pending = self.position.note(Note { of, key: timed.key }) != 0;
        if changed || pending || !self.others(timed, of, End::makes_the_same).is_empty() {
            self.note(of, timed.key, self.end_of(time));
        }
    }

    /// What else lasts on the same man, square or board.
    fn others(&self, timed: &Timed, of: Bearer, such: fn(&End, &End) -> bool) -> Vec<(Key, End)> {
        let mut found: Vec<(Key, End)> = Vec::new();
        for cue in &self.law.field(self.stage.board).tables.cues {
            if let Moment::Due(other) = &cue.moment
                && other.key != timed.key
                && such(&timed.end, &other.end)
                && self.position.note(Note { of, key: other.key }) != 0
                && !found.iter().any(|(known, _)| *known == other.key)
            {
                found.push((other.key, other.end.clone()));
            }
        }
        found
    }

    /// Notes what a man was before it was changed and what it has become, and until when; of one that is changed already not what it was.
    fn note_change(&mut self, id: ManId, (key, before): (Key, Key), changed: Changed, time: Lasting) {
        let of = Bearer::Man(id);
        let pending = self.position.note(Note { of, key }) != 0;
        let changes = changed.before != changed.into;
        if changes {
            let first = if pending { Changed::read(self.position.note(Note { of, key: before })).before } else { changed.before };
            self.note(of, before, Changed { before: first, ..changed }.noted());
        }
        if changes || pending {
            self.note(of, key, self.end_of(time));
        }
    }

    fn put_off(&mut self, key: Key, bound: [Key; 5], due: i32) {
        let taken: Vec<u16> = pending(self.position).collect();
        let Some(number) = (0..MAX_PENDING).find(|number| !taken.contains(number)) else {
            self.thwarted = true;
            return;
        };
        let of = Bearer::Pending(number);
        let man = |man: Option<ManId>| man.map_or(0, |man| i32::from(man.0) + 1);
        let cell = |cell: Option<CellId>| cell.map_or(0, |cell| i32::from(cell.0) + 1);
        let Stage { actor, victim, leg, .. } = self.stage;
        let (from, to) = (leg.map(|(from, _)| from), leg.map(|(_, to)| to));
        let all = [man(actor), man(victim), man(self.chosen), cell(from), cell(to)];
        for (key, value) in bound.into_iter().zip(all) {
            self.note(of, key, value);
        }
        self.note(of, key, due);
    }
}

impl<'r> Run<'r> {
    /// What has begun comes to its end, or what was put off is done.
    pub fn come_due(&mut self, timed: &'r Timed, of: Bearer) {
        let key = timed.key;
        match (&timed.end, of) {
            (End::Deeds(works, bound), _) => {
                let [actor, victim, chosen, from, to] = bound.map(|key| self.position.note(Note { of, key }));
                for key in bound.iter().copied() {
                    self.note(of, key, 0);
                }
                self.note(of, key, 0);
                let man = |noted: i32| u16::try_from(noted - 1).ok().map(ManId);
                let cell = |noted: i32| u16::try_from(noted - 1).ok().map(CellId);
                self.stage = Stage { actor: man(actor), victim: man(victim), leg: cell(from).zip(cell(to)), taken: None, ..self.stage };
                self.chosen = man(chosen);
                self.works(works);
                return;
            }
            (End::Hole { open }, Bearer::Cell(cell)) => {
                let stands = self.position.is_hole(cell) != *open;
                self.undo_lasting(stands, timed, of, |run| run.hole(cell, !open));
            }
            (End::Mark { region, on }, Bearer::Cell(cell)) => {
                let stands = (self.position.note(Note { of, key: *region }) != 0) == *on;
                self.undo_lasting(stands, timed, of, |run| run.note(of, *region, i32::from(!on && !run.position.is_hole(cell))));
            }
            (End::Seam { files, joined }, _) => {
                let seams = self.position.geometry.board(self.stage.board).seams;
                let stands = if *files { seams.files } else { seams.ranks } == *joined;
                self.undo_lasting(stands, timed, of, |run| run.join_edges(*files, !joined));
            }
            (End::Kind(before), Bearer::Man(id)) => {
                let is = self.man(id).kind.0;
                if let Some(kind) = self.changed_back(timed, of, *before, is) {
                    self.become_kind(id, self.man(id), KindId(kind));
                }
            }
            (End::Army(before), Bearer::Man(id)) => {
                let man = self.man(id);
                let back = self.changed_back(timed, of, *before, man.army.0).map(ArmyId);
                if let Some(new) = back.filter(|new| *new != man.army && !man.royal) {
                    self.then(Effect::Army { man: id, old: man.army, new });
                }
            }
            (End::State { key: state, noted }, Bearer::Man(_)) => {
                let stands = self.position.note(Note { of, key: *state }) != *noted;
                self.undo_lasting(stands, timed, of, |run| run.note(of, *state, *noted));
            }
            _ => {}
        }
        self.note(of, key, 0);
    }

    /// Ends what was made for a time, if it still stands so and nothing else makes it so. Where something has since made it otherwise for a
    /// time, that stays so: it was so before.
    fn undo_lasting(&mut self, stands: bool, timed: &Timed, of: Bearer, undo: impl FnOnce(&mut Run<'r>)) {
        if !stands {
            for (key, _) in self.others(timed, of, End::makes_the_opposite) {
                self.note(of, key, 0);
            }
        } else if self.others(timed, of, End::makes_the_same).is_empty() {
            undo(self);
        }
    }

    /// Its rule goes: what has begun comes to its end, and what was only to come does not come.
    pub fn lapse(&mut self, timed: &'r Timed, of: Bearer) {
        match &timed.end {
            End::Deeds(_, bound) => bound.iter().chain([&timed.key]).for_each(|key| self.note(of, *key, 0)),
            _ => self.come_due(timed, of),
        }
    }

    /// What a man becomes again as a change ends, which is forgotten. One that another change has since befallen stays as that has made it, and
    /// becomes this when that ends.
    fn changed_back(&mut self, timed: &Timed, of: Bearer, key: Key, is: u8) -> Option<u8> {
        let changed = Changed::read(self.position.note(Note { of, key }));
        self.note(of, key, 0);
        if changed.into.is_some_and(|into| into != is) {
            for (_, other) in self.others(timed, of, End::changes_the_same) {
                let (End::Kind(before) | End::Army(before)) = other else { continue };
                let later = Changed::read(self.position.note(Note { of, key: before }));
                if later.before == changed.into {
                    self.note(of, before, Changed { before: changed.before, ..later }.noted());
                    return None;
                }
            }
            // What it has become since it is for good.
            return None;
        }
        changed.before
    }
}
