//! Further moves, also in the manner of another kind, and men sent from board to board.

use crate::rule::*;

use super::affairs::{Affairs, All};
use super::deeds::Book;
use super::state::{Spot, State, Whereabouts};
use super::view::View;
use super::{Choice, Manner, Run, Twin, Went};

impl Book<'_> {
    pub fn again(&self, affairs: Affairs, act: &Act, need: Need, like: Option<&Like>) -> All {
        let view = self.view(&affairs);
        let armies = affairs.state.men.iter().map(|man| man.army).max().unwrap_or(0);
        let movers: Vec<u8> = match act.is_of_enemies() {
            true => (0..=armies).filter(|army| *army != affairs.mover).collect(),
            false => vec![affairs.mover],
        };
        let legs: Vec<Run> = match like {
            None => movers.iter().flat_map(|&army| self.twin.runs(&affairs.state, army, affairs.board, &affairs.spent)).collect(),
            Some(like) => view.kind_of(like).map(|kind| self.disguised(&affairs, kind, &movers)).unwrap_or_default(),
        };
        let own_king = |man: &usize| affairs.state.men[*man].royal && affairs.state.men[*man].army == affairs.mover;
        let legs: Vec<Run> = legs.into_iter().filter(|run: &Run| !run.captured.iter().any(own_king)).collect();
        let barred = |run: &Run| self.twin.barred_for_check(&affairs.state, run, affairs.board);
        let legs: Vec<Run> = legs.into_iter().filter(|run| view.does(act, run) && !barred(run)).collect();
        let stays = (need == Need::May || legs.is_empty()).then(|| affairs.clone());
        let stays = stays.map(|stays| Affairs { void: stays.void || need == Need::Always && legs.is_empty(), ..stays });
        let legs: Vec<Run> = legs.into_iter().map(|run| if like.is_some() { Run { promoted: None, ..run } } else { run }).collect();
        let went = |run: Run| {
            let mut affairs = affairs.clone();
            affairs.alone.get_or_insert_with(|| affairs.state.clone());
            let mover = &affairs.state.men[run.man];
            let took = run.captured.iter().copied().filter(|man| !run.legs.iter().any(|leg| leg.took.contains(man))).collect();
            let (kind, army, became) = (mover.kind, mover.army, run.promoted);
            affairs.legs.push(Went { man: run.man, kind, army, from: run.from, to: run.to, took, became });
            affairs.legs.extend(run.legs);
            affairs.chosen = Some(run.man);
            affairs.choices.push(Choice::Leg(run.man, run.from, run.to, run.promoted, run.choices));
            affairs.captured.extend(run.captured);
            affairs.changed(|state| *state = run.after)
        };
        stays.into_iter().chain(legs.into_iter().map(went)).collect()
    }

    /// The walks of the mover's men as though they were of another kind; each stays what it is.
    fn disguised(&self, affairs: &Affairs, kind: u8, movers: &[u8]) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for man in 0..affairs.state.men.len() {
            let mut worn = affairs.state.clone();
            worn.set_kind(man, kind);
            for mut run in movers.iter().flat_map(|&army| self.twin.runs(&worn, army, affairs.board, &affairs.spent)) {
                if run.man != man || run.manner == Manner::Castling {
                    continue;
                }
                run.after.set_kind(man, affairs.state.men[man].kind);
                if !runs.iter().any(|other| other.man == man && other.after == run.after && other.promoted != run.promoted) {
                    runs.push(run);
                }
            }
        }
        runs
    }

    /// One man goes to another board, if it may arrive there.
    pub fn sent(&self, affairs: Affairs, man: usize, to: &World, (square, empty): (Option<&str>, bool)) -> All {
        let Some(from) = affairs.state.men[man].at() else { return vec![affairs] };
        let there = |affairs: &Affairs, board: u8| {
            self.arrival(affairs, man, from, board, square).filter(|&at| !empty || affairs.state.is_free(at))
        };
        let boards = affairs.state.boards_there(from.0, affairs.state.men[man].home.0, to);
        let chosen = match to {
            World::Another(_) => {
                let open: Vec<u8> = boards.into_iter().filter(|&board| there(&affairs, board).is_some()).collect();
                let universe = affairs.state.boards.clone();
                self.choose(affairs, &open, |board| Choice::Universe(universe[board as usize].universe))
            }
            _ => vec![(affairs, boards.first().copied())],
        };
        let arrive = |(affairs, board): (Affairs, Option<u8>)| {
            let Some(to) = board.and_then(|board| there(&affairs, board)) else { return affairs };
            let mut affairs = affairs;
            if let Some(victim) = affairs.state.on(to) {
                affairs.captured.push(victim);
                affairs = affairs.put(victim, Whereabouts::Gone);
            }
            let affairs = affairs.put(man, Whereabouts::On(to));
            affairs.changed(|state| {
                state.men[man].legs = state.men[man].legs.max(1);
            })
        };
        chosen.into_iter().map(arrive).collect()
    }

    /// The free squares of another universe, of which one is chosen once the universe is.
    pub fn lands_in(&self, affairs: Affairs, to: &World, squares: &Squares) -> Vec<(Affairs, Option<Spot>)> {
        let home = affairs.chosen.map_or(affairs.board, |man| affairs.state.men[man].home.0);
        let free = |affairs: &Affairs, board: u8| -> Vec<Spot> {
            let view = View { board, ..self.view(affairs) };
            let cells = view.cells().iter().copied();
            cells.filter(|&at| affairs.state.is_free(at) && view.squares(squares, at)).collect()
        };
        let boards = affairs.state.boards_there(affairs.board, home, to);
        let chosen = match to {
            World::Another(_) => {
                let open: Vec<u8> = boards.into_iter().filter(|&board| !free(&affairs, board).is_empty()).collect();
                let universe = affairs.state.boards.clone();
                self.choose(affairs, &open, |board| Choice::Universe(universe[board as usize].universe))
            }
            _ => vec![(affairs, boards.first().copied())],
        };
        let lands = |(affairs, board): (Affairs, Option<u8>)| {
            let free = board.map_or_else(Vec::new, |board| free(&affairs, board));
            self.choose(affairs, &free, Choice::Cell)
        };
        chosen.into_iter().flat_map(lands).collect()
    }

    /// An enemy is captured on arrival where the man's own player makes the move.
    fn arrival(&self, affairs: &Affairs, man: usize, from: Spot, board: u8, square: Option<&str>) -> Option<Spot> {
        let it = &affairs.state.men[man];
        let to = match square {
            Some(name) => View { board, ..self.view(affairs) }.point(&Point::Named(name.to_owned()))?,
            None => (board, from.1, from.2),
        };
        let own = !affairs.between && self.twin.friends(it.army, affairs.mover);
        let takes = |other: usize| own && !self.twin.friends(it.army, affairs.state.men[other].army);
        let exists = affairs.state.boards[board as usize].cells.contains(&to);
        let open = affairs.state.is_free(to) || affairs.state.on(to).is_some_and(takes);
        (exists && open && to != from).then_some(to)
    }
}

impl Twin<'_> {
    /// Whether some clause in force sends men from board to board.
    pub fn sends(&self) -> bool {
        self.boards.iter().flatten().any(|said| match &said.clause.form {
            Form::Trigger(trigger) => send(&trigger.deeds),
            Form::Action(action) => send(&action.deeds),
            _ => false,
        })
    }
}

/// Whether deeds do something to men of other boards, or send them there.
pub fn send(deeds: &[Deed]) -> bool {
    format!("{deeds:?}").contains("Send {") || format!("{deeds:?}").contains("Across(") || format!("{deeds:?}").contains(" In(")
}

impl State {
    /// The boards that a universe is, seen from a board: the one in the same place among its own, else the first.
    fn boards_there(&self, here: u8, home: u8, to: &World) -> Vec<u8> {
        let universe = |board: u8| self.boards[board as usize].universe;
        let (now, last) = (universe(here), self.boards.iter().map(|board| board.universe).max().unwrap_or(0));
        let all = |number: u16| (0..self.boards.len() as u8).filter(move |&board| universe(board) == number).collect::<Vec<u8>>();
        let open = |board: &u8| self.boards[*board as usize].cells.iter().any(|cell| !self.holes.contains(cell));
        let nth = all(now).iter().position(|&board| board == here).unwrap_or(0);
        let of = |number: u16| {
            let boards: Vec<u8> = all(number).into_iter().filter(open).collect();
            boards.get(nth).or(boards.first()).copied()
        };
        let round: Vec<u16> = (now + 1..=last).chain(1..now).collect();
        match to {
            World::Next => round.into_iter().find_map(of).into_iter().collect(),
            World::Previous => round.into_iter().rev().find_map(of).into_iter().collect(),
            World::Number(number) => of(*number).into_iter().collect(),
            World::Home => of(universe(home)).into_iter().collect(),
            World::Another(_) => (1..=last).filter(|&number| number != now).filter_map(of).collect(),
            World::OtherBoard => {
                let boards = all(now);
                let next = boards[(nth + 1) % boards.len()];
                (next != here).then_some(next).into_iter().collect()
            }
            World::Named(_) => unreachable!("the twin knows no universes by name"),
        }
    }
}
