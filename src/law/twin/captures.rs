//! Moves of single men: quiet ones, captures as the clauses edit them, castling; then marks and promotion.

use crate::board::{Frame, Vector};
use crate::movement::Use;
use crate::rule::*;

use super::state::{Spot, State, Whereabouts};
use super::view::View;
use super::{Gaits, Manner, Run, Said, Twin, Walked};

impl Twin<'_> {
    /// The quiet moves and captures of a man.
    pub fn walking(&self, state: &State, man: usize) -> Vec<Run> {
        let from = state.men[man].at().unwrap();
        let mut runs = Vec::new();
        for (to, walked) in self.walks(state, man, Use::Capture, None, Gaits::Conditional) {
            let hostile = |victim: usize| !self.friends(state.men[victim].army, state.men[man].army);
            let victim = match (walked.jumped, state.on(to)) {
                (Some(jumped), _) => state.on(jumped).filter(|&victim| hostile(victim)),
                (None, Some(victim)) => Some(victim).filter(|&victim| hostile(victim) || self.preys(state, man, victim)),
                (None, None) => self.passer(state, man, to),
            };
            if let Some(victim) = victim {
                let mut run = self.capture(state, man, victim, to);
                run.walked = walked;
                runs.extend(self.landed(state, run));
            }
        }
        for (to, walked) in self.walks(state, man, Use::Quiet, None, Gaits::Conditional) {
            // Whoever captures by jumping over men jumps over nobody else.
            if state.on(to).is_none() && walked.jumped.is_none() {
                let mut run = started(state, man, from, to, Manner::Walk);
                run.after.men[man].place = Whereabouts::On(to);
                run.after.men[man].legs += 1;
                run.walked = walked;
                runs.extend(self.landed(state, run));
            }
        }
        runs
    }

    /// The newest clause of a sort that speaks of a man, in a state; behind one that lets him again, those that do not let him are none.
    fn newest<'b, T>(&'b self, state: &State, man: usize, law: u8, of: impl Fn(&'b Form) -> Option<(&'b Class, Leave<T>)>) -> Option<T> {
        let mut again = false;
        self.said_of(law).rev().find_map(|(_, said)| {
            let (who, what) = of(&said.clause.form)?;
            let it = &state.men[man];
            let speaks = self.covers(who, it.kind, it.army) && self.speaks_of(state, man, who, said, law, Gaits::Conditional);
            match what {
                _ if !speaks => None,
                Leave::Restored => {
                    again = true;
                    None
                }
                Leave::Denied if again => None,
                Leave::Denied => Some(None),
                Leave::Given(what) => Some(Some(what)),
            }
        })?
    }

    /// Marks and promotion of a man that has made its way.
    fn landed(&self, before: &State, mut run: Run) -> Vec<Run> {
        let (man, was) = (run.man, &before.men[run.man]);
        let is = run.after.men[man].clone();
        let Some(at) = is.at().filter(|_| is.army == was.army) else { return vec![run] };
        let leaves = |said: &Said| matches!(&said.clause.form, Form::InPassing(passing) if self.covers(&passing.who, was.kind, was.army));
        if at == run.to && self.said_of(run.from.0).any(|(_, said)| leaves(said)) {
            let empty: Vec<Spot> = run.walked.passed.iter().copied().filter(|&spot| run.after.is_free(spot)).collect();
            run.after.marks.extend(empty.into_iter().map(|spot| (spot, man)));
        }
        let promotion = self.newest(&run.after, man, at.0, |form| match form {
            Form::Promotion(promotion) if promotion.into.is_empty() => Some((&promotion.who, Leave::Denied)),
            Form::Promotion(promotion) => Some((&promotion.who, Leave::Given(promotion))),
            Form::Ban(ban) if matches!(&ban.act.how, How::Promote(into) if into.is_empty()) => Leave::restored(ban, &ban.act.who),
            _ => None,
        });
        let view = self.view(&run.after, at.0, is.army);
        match promotion {
            Some(promotion)
                if match promotion.region {
                    Region::LastRank => view.is_last_rank(at),
                    Region::Rank(rank) => view.own_rank(at) == i32::from(rank),
                } =>
            {
                let into = promotion.into.iter().map(|name| self.kind(name));
                into.map(|kind| {
                    let mut run = run.clone();
                    run.after.set_kind(man, kind);
                    run.promoted = Some(kind);
                    run
                })
                .collect()
            }
            _ => vec![run],
        }
    }

    /// Whether a man may capture that friend.
    fn preys(&self, state: &State, man: usize, victim: usize) -> bool {
        let (captor, board) = (&state.men[man], state.men[man].at().unwrap().0);
        let allows = |said: &Said| {
            let Form::OwnPrey(OwnPrey { who, victims }) = &said.clause.form else { return false };
            let view = View { actor: Some(man), victim: Some(victim), ..self.view(state, board, captor.army) };
            self.covers(who, captor.kind, captor.army) && view.class(who, man) && view.class(victims, victim) && view.guarded(said)
        };
        !state.men[victim].royal && self.said_of(board).any(|(_, said)| allows(said))
    }

    /// The first man by id that passed over a cell and may be captured there.
    fn passer(&self, state: &State, man: usize, at: Spot) -> Option<usize> {
        let captor = &state.men[man];
        state.marks.iter().filter(|mark| mark.0 == at).map(|mark| mark.1).find(|&victim| {
            let passed = &state.men[victim];
            let newest = self.newest(state, victim, at.0, |form| match form {
                Form::InPassing(passing) if passing.by.kinds == Kinds::Only(Vec::new()) => Some((&passing.who, Leave::Denied)),
                Form::InPassing(passing) => Some((&passing.who, Leave::Given(&passing.by))),
                Form::Ban(ban)
                    if ban.act.who == Class::EVERY
                        && let How::Passing(victims) = &ban.act.how =>
                {
                    Leave::restored(ban, victims)
                }
                _ => None,
            });
            let may = newest.is_some_and(|by| self.view(state, at.0, captor.army).about(victim, passed.army).class(by, man));
            passed.at().is_some() && !self.friends(passed.army, captor.army) && may
        })
    }

    fn capture(&self, state: &State, man: usize, victim: usize, to: Spot) -> Run {
        let (captor, prey) = (state.men[man].clone(), state.men[victim].clone());
        let origin = captor.at().unwrap();
        let mut run = started(state, man, origin, to, Manner::Walk);
        run.captured.push(victim);
        run.in_passing = prey.at() != Some(to);
        let mut fate = VictimFate::Gone;
        let mut toll = CapturerFate::Same;
        let mut landing = Landing::OnVictim;
        let mut explosion = None;
        for (_, said) in self.said_of(origin.0) {
            let Form::Capture(edit) = &said.clause.form else { continue };
            let view = self.before(state, &run, origin.0);
            let speaks = self.covers(&edit.captor, captor.kind, captor.army)
                && view.class(&edit.captor, man)
                && view.class(&edit.victim, victim)
                && view.guarded(said);
            if speaks {
                fate = edit.victim_fate.clone().unwrap_or(fate);
                toll = edit.capturer_fate.clone().unwrap_or(toll);
                landing = edit.landing.unwrap_or(landing);
                explosion = edit.explosion.as_ref().or(explosion);
            }
        }
        if prey.royal || matches!(fate, VictimFate::Joins | VictimFate::JoinsAs(_)) && prey.army == captor.army {
            fate = VictimFate::Gone;
        }
        if captor.royal {
            toll = CapturerFate::Same;
        }

        // Lift both; put the victim back first if it stays, then see where the captor may land.
        let after = &mut run.after;
        after.men[man].place = Whereabouts::Gone;
        after.men[victim].place = Whereabouts::Gone;
        match &fate {
            VictimFate::Joins => {
                after.men[victim].place = prey.place;
                after.men[victim].army = captor.army;
            }
            VictimFate::Becomes(name) => {
                after.men[victim].place = prey.place;
                after.set_kind(victim, self.kind(name));
            }
            VictimFate::JoinsAs(name) => {
                after.men[victim].place = prey.place;
                after.men[victim].army = captor.army;
                after.set_kind(victim, self.kind(name));
            }
            VictimFate::Reserve => {
                after.men[victim].place = Whereabouts::Pocket(captor.army);
                after.men[victim].army = captor.army;
                after.set_kind(victim, prey.made);
            }
            VictimFate::Gone | VictimFate::GoesHome | VictimFate::GoesHomeOfKind => {}
        }
        let wish = match landing {
            Landing::Stays => origin,
            Landing::Home => state.home(&captor, origin.0).filter(|&home| after.is_free(home)).unwrap_or(to),
            Landing::OnVictim => to,
        };
        let lands = if after.is_free(wish) { wish } else { origin };
        after.men[man].place = Whereabouts::On(lands);
        after.men[man].legs += 1;
        let reborn = match fate {
            VictimFate::GoesHome => state.home(&prey, origin.0),
            VictimFate::GoesHomeOfKind => prey.at().and_then(|at| self.birth(state, victim, at)),
            _ => None,
        };
        if let Some(home) = reborn.filter(|&home| after.is_free(home)) {
            after.men[victim].place = Whereabouts::On(home);
            after.men[victim].legs = 0;
        }
        match toll {
            CapturerFate::Same => {}
            CapturerFate::Gone => after.men[man].place = Whereabouts::Gone,
            CapturerFate::Becomes(name) => after.set_kind(man, self.kind(&name)),
            CapturerFate::BecomesVictim => after.set_kind(man, prey.kind),
            CapturerFate::ChangesSides => after.men[man].army = prey.army,
            CapturerFate::JoinsAs(name) => {
                after.set_kind(man, self.kind(&name));
                after.men[man].army = prey.army;
            }
            CapturerFate::JoinsAsVictim => {
                after.set_kind(man, prey.kind);
                after.men[man].army = prey.army;
            }
        }
        if let Some(explosion) = explosion {
            // Whom it hits is settled before anybody is gone.
            let scene = run.after.clone();
            let view = View { actor: Some(man), victim: Some(victim), leg: Some((origin, to)), ..self.view(&scene, origin.0, captor.army) };
            for hit in 0..scene.men.len() {
                let near =
                    scene.men[hit].at().and_then(|at| scene.distance(at, to)).is_some_and(|far| far > 0 && far <= explosion.reach.into());
                if near && view.class(&explosion.hits, hit) {
                    run.after.men[hit].place = Whereabouts::Gone;
                    if hit != victim {
                        run.captured.push(hit);
                    }
                }
            }
        }
        run
    }

    /// The rebirth square of Circe chess for a man that stands on a cell, from the words of the array.
    pub fn birth(&self, state: &State, man: usize, (board, file, rank): Spot) -> Option<Spot> {
        let prey = &state.men[man];
        let mut arrays = self.base.iter().filter_map(|said| if let Form::Array(text) = &said.clause.form { Some(text) } else { None });
        let letter = self.entities.kinds[prey.kind as usize].letter.chars().next().unwrap();
        let letter = if self.frame(prey.army) == Frame::Up { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        let mut homes: Vec<Spot> = Vec::new();
        for (row, text) in arrays.next_back().unwrap().split('/').enumerate() {
            let mut column = 0;
            for c in text.chars() {
                if c == letter {
                    homes.push((board, column, 7 - row as i16));
                }
                column += c.to_digit(10).map_or(1, |empty| empty as i16);
            }
        }
        let shaded: Vec<Spot> = homes.iter().copied().filter(|at| (at.1 + at.2 + file + rank).rem_euclid(2) == 0).collect();
        let filed: Vec<Spot> = homes.iter().copied().filter(|at| at.1 == file).collect();
        let only = [homes, shaded, filed].into_iter().find(|found| found.len() == 1);
        let exists = |at: &Spot| state.boards[board as usize].cells.contains(at);
        only.map(|found| found[0]).filter(exists).or_else(|| state.home(prey, board))
    }

    pub fn castlings(&self, state: &State, man: usize) -> Vec<Run> {
        let who = &state.men[man];
        let from = who.at().unwrap();
        let mut runs = Vec::new();
        for sense in [1, -1] {
            // The first man on the way, if no hole comes before it.
            let mut way = vec![from];
            while let Some(next) = state.leap(way[way.len() - 1], (sense, 0)).filter(|&next| next != from && !state.holes.contains(&next)) {
                way.push(next);
                if state.on(next).is_some() {
                    break;
                }
            }
            let Some(friend) = state.on(way[way.len() - 1]).filter(|&friend| friend != man) else { continue };
            if state.men[friend].army != who.army || self.is_held(state, friend) {
                continue;
            }
            // The newest clause that speaks of both decides.
            let view = View { actor: Some(man), ..self.view(state, from.0, who.army) }.about(man, who.army);
            let newest = self.newest(state, man, from.0, |form| match form {
                Form::Castling(castling) if !view.class(&castling.with, friend) => None,
                Form::Castling(castling) if castling.allowed => Some((&castling.who, Leave::Given(castling))),
                Form::Castling(castling) => Some((&castling.who, Leave::Denied)),
                Form::Ban(ban) if ban.act.how == How::Castle => Leave::restored(ban, &ban.act.who),
                _ => None,
            });
            let Some(castling) = newest else { continue };
            let squares = usize::from(castling.squares);
            if who.legs + state.men[friend].legs > 0 && !castling.dares.moved {
                continue;
            }
            let dares = |at: usize| at == 0 && castling.dares.out || at > 0 && at < squares && castling.dares.through;
            let attacked = |at: usize| self.attacked(state, way[at], who.army, Gaits::Conditional);
            if squares >= way.len() || (0..=squares).any(|at| !dares(at) && attacked(at)) {
                continue;
            }
            // A wall between its friend and where that goes.
            let (start, end) = (way[way.len() - 1], way[squares - 1]);
            let walled = self.said_of(from.0).any(|(_, said)| match &said.clause.form {
                Form::Ban(ban) if ban.act.is_of_a_wall() && !ban.lifted && view.guarded(said) => {
                    let is_in = |area: &Option<Squares>, spot| area.as_ref().is_some_and(|area| view.squares(area, spot));
                    is_in(&ban.act.from, start) && is_in(&ban.act.to, end) && ban.act.ways.admit(Vector::toward((end.1 - start.1, 0)))
                }
                _ => false,
            });
            if walled {
                continue;
            }
            let mut run = started(state, man, from, way[squares], Manner::Castling);
            run.after.men[man].place = Whereabouts::On(way[squares]);
            run.after.men[friend].place = Whereabouts::On(way[squares - 1]);
            run.after.men[man].legs += 1;
            run.after.men[friend].legs += 1;
            run.walked.passed = way[1..squares].to_vec();
            run.walked.steps = vec![(sense, 0); squares];
            runs.extend(self.landed(state, run));
        }
        runs
    }
}

/// What a clause says of whether men may castle, promote or be captured in passing.
enum Leave<T> {
    Given(T),
    Denied,
    /// "may again"
    Restored,
}

impl<T> Leave<T> {
    fn restored<'b>(ban: &'b Ban, men: &'b Class) -> Option<(&'b Class, Leave<T>)> {
        let act = &ban.act;
        let whole = act.from.is_none() && act.to.is_none() && act.over.is_none() && act.ways == Ways::Every && act.counts.is_empty();
        (ban.lifted && whole).then_some((men, Leave::Restored))
    }
}

/// A move on which nothing has happened yet.
pub fn started(state: &State, man: usize, from: Spot, to: Spot, manner: Manner) -> Run {
    Run {
        man,
        from,
        to,
        manner,
        promoted: None,
        captured: Vec::new(),
        choices: Vec::new(),
        after: state.clone(),
        legs: Vec::new(),
        aside: false,
        in_passing: false,
        walked: Walked::default(),
        alone: None,
    }
}
