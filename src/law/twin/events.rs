//! When clauses act: after a move, instead of one, as something begins or ends; and what is remembered.

use std::sync::Arc;

use crate::rule::*;

use super::affairs::Affairs;
use super::deeds::Book;
use super::state::{Deed as Done, Holder, State};
use super::travels::send;
use super::view::View;
use super::{Manner, Run, Said, Twin};

impl Twin<'_> {
    /// What follows a move by the clauses of its board: every way of it.
    pub fn followed(&self, before: &State, run: Run, board: u8, spent: &[usize]) -> Vec<Run> {
        let follows = |&(clause, said): &(usize, &Said)| {
            let Form::Trigger(Trigger { event: Event::Act(act), .. }) = &said.clause.form else { return false };
            !spent.contains(&clause) && self.before(before, &run, board).does(act, &run)
        };
        let due: Vec<(usize, &Said)> = self.said_of(board).filter(follows).collect();
        if due.is_empty() {
            return vec![run];
        }
        let mut affairs = Affairs::begin(run.after.clone(), board, before.men[run.man].army);
        affairs.actor = Some(run.man);
        affairs.victim = run.captured.first().copied();
        affairs.leg = Some((run.from, run.to));
        affairs.taken = affairs.victim.filter(|&man| man < before.men.len()).and_then(|man| before.men[man].at());
        affairs.spent = spent.iter().copied().chain(due.iter().map(|(clause, _)| *clause)).collect();
        let mut all = vec![affairs];
        for (_, said) in due {
            let Form::Trigger(Trigger { event: Event::Act(act), deeds, .. }) = &said.clause.form else { continue };
            let book = Book { twin: self, text: &said.text, each_in_turn: false };
            let each = |affairs: Affairs| {
                let due = (act.how != How::Check || book.view(&affairs).gives_check(&act.who)) && book.view(&affairs).guarded(said);
                if due { book.all(affairs, deeds) } else { vec![affairs] }
            };
            all = all.into_iter().flat_map(each).collect();
        }
        let finished = |affairs: Affairs| {
            let mut run = run.clone();
            run.captured.extend(affairs.captured);
            run.choices.extend(affairs.choices);
            run.legs.extend(affairs.legs);
            run.alone = affairs.alone;
            run.after = affairs.state;
            run
        };
        // Whatever must follow, the capture of a real king stands.
        let royal = |&man: &usize| before.men.get(man).is_some_and(|man| man.royal);
        let stands = |affairs: &Affairs| run.captured.iter().chain(&affairs.captured).any(royal);
        all.into_iter().filter(|affairs| !affairs.void || stands(affairs)).map(finished).collect()
    }

    /// What is done in the place of a move, every way of it: the newest clause says that can do anything; none where it is made.
    /// The capture of a real king stands, unless its captor has not said what he could say.
    pub fn forestalled(&self, before: &State, run: &Run, board: u8, spent: &[usize], says_all: bool) -> Option<Vec<Run>> {
        let real = run.captured.iter().any(|&man| before.men.get(man).is_some_and(|man| man.royal));
        for (clause, said) in self.said_of(board).rev() {
            let Form::Trigger(Trigger { event: Event::Would(act), deeds, .. }) = &said.clause.form else { continue };
            let stands = real && (says_all || !format!("{:?}", said.clause).contains("Said("));
            if stands || spent.contains(&clause) || !self.before(before, run, board).does(act, run) {
                continue;
            }
            let mut affairs = Affairs::begin(before.clone(), board, before.men[run.man].army);
            affairs.actor = Some(run.man);
            affairs.victim = run.captured.first().copied();
            affairs.leg = Some((run.from, run.to));
            affairs.taken = affairs.victim.filter(|&man| man < before.men.len()).and_then(|man| before.men[man].at());
            affairs.spent = spent.iter().copied().chain([clause]).collect();
            let book = Book { twin: self, text: &said.text, each_in_turn: false };
            if !book.view(&affairs).guarded(said) {
                continue;
            }
            let all = book.all(affairs, deeds);
            let acts = |done: &Affairs| done.state != *before || done.stays || deeds.is_empty();
            // What is illegal is not made as it was ordered either.
            let illegal = all.iter().any(|done| done.void) && all.iter().all(|done| done.void || acts(done));
            let done = all.into_iter().filter(|done| !done.void).take_while(acts);
            let aside = |done: Affairs| Run {
                captured: done.captured,
                choices: done.choices,
                after: done.state,
                legs: done.legs,
                alone: done.alone,
                aside: true,
                ..run.clone()
            };
            let aside: Vec<Run> = done.map(aside).collect();
            if illegal || !aside.is_empty() {
                return Some(aside);
            }
        }
        None
    }

    /// What a player may do instead of moving; or of that only what reaches other boards. `can`: of what hangs on the legal moves, when these are known.
    pub fn actions(&self, state: &State, army: u8, (board, far): (u8, bool), can: Option<&dyn Fn(&Act) -> bool>) -> Vec<Run> {
        let stands = |man: &usize| state.men[*man].army == army && state.men[*man].at().is_some_and(|at| at.0 == board);
        let Some(somebody) = (0..state.men.len()).find(stands) else { return Vec::new() };
        let mut runs = Vec::new();
        for (_, said) in self.said_of(board) {
            let Form::Action(action) = &said.clause.form else { continue };
            if far && !send(&action.deeds) || said.clause.asks_what_is_legal() != can.is_some() {
                continue;
            }
            let book = Book { twin: self, text: &said.text, each_in_turn: false };
            let affairs = Affairs { tells_all: true, ..Affairs::begin(state.clone(), board, army) };
            let view = book.view(&affairs);
            let open = can.map_or_else(|| view.guarded(said), |can| view.guarded_among(said, can));
            if !open || action.who.as_ref().is_some_and(|who| !view.player(who).contains(&army)) {
                continue;
            }
            for done in book.all(affairs, &action.deeds) {
                if done.barren || done.void || done.changes == 0 {
                    continue;
                }
                let at = state.men[somebody].at().unwrap();
                let (man, from, to) = done.first.unwrap_or((somebody, at, at));
                let run = super::captures::started(state, man, from, to, Manner::Action);
                runs.push(Run {
                    choices: done.choices,
                    captured: done.captured,
                    after: done.state,
                    legs: done.legs,
                    alone: done.alone,
                    ..run
                });
            }
        }
        runs
    }

    /// What clauses do of themselves when something begins or ends, on every board.
    pub fn fire(&self, state: &mut State, side: u8, asked: impl Fn(&Said, &Event) -> bool) {
        for board in 0..self.boards.len() as u8 {
            let own: Vec<u8> = (0..self.entities.armies.len() as u8).filter(|&army| self.side(army) == side).collect();
            let stands = |army: &u8| state.men.iter().any(|man| man.army == *army && man.at().is_some_and(|at| at.0 == board));
            let Some(mover) = own.iter().copied().find(stands).or(own.first().copied()) else { continue };
            for (_, said) in self.said_of(board) {
                let Form::Trigger(trigger) = &said.clause.form else { continue };
                let opening = matches!(trigger.event, Event::Opens(_) | Event::Turn);
                let affairs = Affairs { opening, between: true, ..Affairs::begin(state.clone(), board, mover) };
                let player = match &trigger.event {
                    Event::Opens(player) | Event::Closes(player) => player.as_ref(),
                    _ => None,
                };
                let book = Book { twin: self, text: &said.text, each_in_turn: player == Some(&Player::Each) };
                let view = View { each_in_turn: false, ..book.view(&affairs) };
                if !asked(said, &trigger.event) || player.is_some_and(|player| !view.player(player).contains(&mover)) || !view.guarded(said)
                {
                    continue;
                }
                let mut done = book.all(affairs, &trigger.deeds);
                assert_eq!(done.len(), 1, "nobody chooses here");
                *state = done.remove(0).state;
            }
        }
    }

    /// As an army's phase opens: the marks of its last moves end.
    pub fn open(&self, state: &mut State, army: u8) {
        let men = &state.men;
        state.marks.retain(|(_, man)| men[*man].army != army);
    }

    /// As an army's phase ends: its men are held for one phase less.
    pub fn close(&self, state: &mut State, army: u8) {
        for key in self.holds() {
            for man in 0..state.men.len() {
                let left = state.note(Holder::Man(man), key);
                if state.men[man].army == army && left > 0 {
                    state.set_note(Holder::Man(man), key, left - 1);
                }
            }
        }
    }

    /// The clock goes on; what is too old is forgotten.
    pub fn tick(&self, state: &mut State, turn: u32, side: u8) {
        (state.turn, state.side) = (turn, Some(side));
        Arc::make_mut(&mut state.past).retain(|done| done.turn + crate::board::REMEMBERED_TURNS > turn);
    }

    /// The state after a move that is remembered.
    pub fn remembered(&self, before: &State, run: &Run) -> State {
        let mut after = run.after.clone();
        if run.aside || run.manner == Manner::Action && run.from == run.to {
            // Nobody went anywhere.
            return after;
        }
        let mover = &before.men[run.man];
        let then = |man: usize| before.men.get(man).unwrap_or_else(|| &after.men[man]);
        let facts = |men: &[usize]| men.iter().map(|&man| (man, then(man).kind, then(man).army)).collect();
        let own: Vec<usize> = run.captured.iter().copied().filter(|man| !run.legs.iter().any(|leg| leg.took.contains(man))).collect();
        let took = facts(&own);
        let checked = self.gives_check(run, mover.army);
        let done = Done {
            turn: before.turn,
            side: before.side,
            man: run.man,
            kind: mover.kind,
            army: mover.army,
            from: run.from,
            to: run.to,
            took,
            prey: own.first().map(|&man| then(man).kind),
            became: run.promoted,
            castled: run.manner == Manner::Castling,
            checked,
        };
        let legs = run.legs.iter().map(|leg| Done {
            man: leg.man,
            kind: leg.kind,
            army: leg.army,
            from: leg.from,
            to: leg.to,
            took: facts(&leg.took),
            prey: leg.took.first().map(|&man| then(man).kind),
            became: leg.became,
            castled: false,
            checked: false,
            ..done.clone()
        });
        let legs: Vec<Done> = legs.collect();
        let past = Arc::make_mut(&mut after.past);
        past.push(done);
        past.extend(legs);
        after
    }
}
