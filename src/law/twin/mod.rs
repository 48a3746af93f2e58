//! A slow, obvious generator for tests: it reads the clauses anew for every question and shares nothing with the fast one but them.
//!
//! Its position is a list of men with coordinates; a move is the list after it, and how its choices were written.

mod affairs;
mod approaches;
mod captures;
mod deeds;
mod events;
mod gifts;
mod past;
mod places;
mod state;
mod travels;
mod view;
mod walks;

use std::collections::BTreeSet;

use crate::board::{ArmyId, Entities, Frame};
use crate::rule::*;

use super::Strength;

pub use state::{Holder, Spot, State, state_of};
use view::View;

/// A clause in force on a board.
#[derive(Clone, Debug)]
pub struct Said {
    pub clause: Clause,
    /// `rule w1`; clauses of one text stand together.
    pub text: String,
    pub strength: Strength,
}

pub struct Twin<'a> {
    pub entities: &'a Entities,
    /// By board, the clauses of its universe in order of precedence.
    pub boards: Vec<Vec<Said>>,
    /// Those of the law text alone.
    pub base: Vec<Said>,
    pub safety: Safety,
}

/// By which conditions on movement men go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaits {
    /// By all that hold.
    Conditional,
    /// As though none held: what a condition on movement itself may ask for.
    Own,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
    Walk,
    Castling,
    Action,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    Cell(Spot),
    Kind(u8),
    Universe(u16),
    Done(bool),
    Way(String),
    /// A further move: who, from where, to where, what it became, what was chosen in it.
    Leg(usize, Spot, Spot, Option<u8>, Vec<Choice>),
}

/// A whole move.
#[derive(Clone, Debug)]
pub struct Run {
    pub man: usize,
    pub from: Spot,
    pub to: Spot,
    pub manner: Manner,
    pub promoted: Option<u8>,
    /// The one it went for first.
    pub captured: Vec<usize>,
    pub choices: Vec<Choice>,
    pub after: State,
    /// The further moves inside it, in order.
    pub legs: Vec<Went>,
    /// Something else is done in its place.
    pub aside: bool,
    /// The captured man stood elsewhere, and had passed over the square it goes to.
    pub in_passing: bool,
    /// How it walks, where it does.
    pub walked: Walked,
    /// The state before the first further move inside it.
    pub alone: Option<State>,
}

/// A walk: its steps, and the squares before its end.
#[derive(Clone, Debug, Default)]
pub struct Walked {
    pub steps: Vec<(i16, i16)>,
    pub passed: Vec<Spot>,
    /// Where the man stands that is captured on the way.
    pub jumped: Option<Spot>,
}

impl Walked {
    /// All of it, as if no edges were joined.
    fn by(&self) -> (i16, i16) {
        self.steps.iter().fold((0, 0), |sum, step| (sum.0 + step.0, sum.1 + step.1))
    }
}

/// A further move, as it is remembered.
#[derive(Clone, Debug)]
pub struct Went {
    pub man: usize,
    pub kind: u8,
    pub army: u8,
    pub from: Spot,
    pub to: Spot,
    pub took: Vec<usize>,
    pub became: Option<u8>,
}

impl Run {
    /// What makes it another move than others.
    pub fn identity(&self) -> (State, Vec<Choice>, Option<u8>, BTreeSet<usize>) {
        (self.after.clone(), self.choices.clone(), self.promoted, self.captured.iter().copied().collect())
    }
}

impl<'a> Twin<'a> {
    /// The legal moves of an army.
    pub fn legal(&self, state: &State, army: ArmyId) -> Vec<Run> {
        (0..self.boards.len() as u8).flat_map(|board| self.legal_on(state, army.0, board)).collect()
    }

    fn legal_on(&self, state: &State, army: u8, board: u8) -> Vec<Run> {
        let allowed = |mut runs: Vec<Run>| -> Vec<Run> {
            runs.retain(|run| !self.barred_for_check(state, run, board));
            let (safe, unsafe_ones): (Vec<Run>, Vec<Run>) = runs.into_iter().partition(|run| self.safe(run, army, board));
            match self.safety {
                Safety::Free => safe.into_iter().chain(unsafe_ones).collect(),
                Safety::IfAble if safe.is_empty() => unsafe_ones,
                Safety::Never | Safety::IfAble | Safety::Direct => safe,
            }
        };
        let is = |run: &Run, act: &Act| {
            // What is done instead of a move is none.
            (run.manner != Manner::Action || !matches!(act.how, How::Any | How::Quiet))
                && self.before(state, run, board).does(act, run)
                && (act.how != How::Check || self.after(&run.after, run, board).gives_check(&act.who))
        };
        let mut runs = self.runs(state, army, board, &[]);
        runs.extend(self.actions(state, army, (board, false), None));
        let mut runs = allowed(runs);
        let known = runs.clone();
        runs.extend(allowed(self.actions(state, army, (board, false), Some(&|act: &Act| known.iter().any(|run| is(run, act))))));
        for said in self.boards[board as usize].iter().rev() {
            let (acts, best) = match &said.clause.form {
                Form::Duty(duty) => (duty.in_turn().collect(), duty.best),
                Form::Ban(ban) if said.clause.asks_what_is_legal() => (vec![vec![&ban.act]], None),
                _ => continue,
            };
            let all = runs.clone();
            let can = |act: &Act| all.iter().any(|run| is(run, act));
            let does =
                |run: &Run, acts: &[&Act]| acts.iter().any(|act| is(run, act)) && self.before(state, run, board).guarded_among(said, &can);
            if let Some(at) = acts.iter().position(|acts| all.iter().any(|run| does(run, acts))) {
                let keeps = matches!(said.clause.form, Form::Duty(_));
                runs.retain(|run| does(run, &acts[at]) == keeps);
                if let Some(best) = best.filter(|_| at == 0) {
                    let key = |run: &Run| self.how_much(state, run, best);
                    let most = runs.iter().map(key).max();
                    runs.retain(|run| Some(key(run)) == most);
                }
            }
        }
        runs
    }

    /// How much a move is what it must be the most.
    fn how_much(&self, state: &State, run: &Run, best: Best) -> i32 {
        let (files, ranks) = (i32::from(run.to.1 - run.from.1), i32::from(run.to.2 - run.from.2));
        let prey = run.captured.first().and_then(|&man| state.men.get(man));
        let worth = prey.map_or(0, |man| i32::from(self.entities.kinds[man.kind as usize].value));
        match best {
            Best::Longest => files * files + ranks * ranks,
            Best::Shortest => -(files * files + ranks * ranks),
            Best::MostValuable => worth,
            Best::LeastValuable => -worth,
        }
    }

    /// The moves of an army's men on a board, whatever becomes of kings; what follows them by clauses that are spent does not.
    fn runs(&self, state: &State, army: u8, board: u8, spent: &[usize]) -> Vec<Run> {
        self.runs_if(state, army, board, spent, false)
    }

    /// The same, or what they could be if their owner said whatever a capture of a real king asks for.
    fn runs_if(&self, state: &State, army: u8, board: u8, spent: &[usize], says_all: bool) -> Vec<Run> {
        let own = |man: &usize| state.men[*man].army == army && state.men[*man].at().is_some_and(|at| at.0 == board);
        let mut runs = Vec::new();
        for man in (0..state.men.len()).filter(own).filter(|&man| !self.is_held(state, man)) {
            let mut proposed = self.walking(state, man);
            proposed.extend(self.castlings(state, man));
            let mut proposed = self.approached(state, man, proposed);
            proposed.retain(|run| !self.barred(state, run, board));
            for run in shortest(proposed) {
                match self.forestalled(state, &run, board, spent, says_all) {
                    None => runs.extend(self.followed(state, run, board, spent)),
                    Some(aside) => runs.extend(aside),
                }
            }
        }
        runs
    }

    fn is_held(&self, state: &State, man: usize) -> bool {
        self.holds().any(|key| state.note(Holder::Man(man), key) > 0)
    }

    /// Under what it is noted that men are held.
    fn holds(&self) -> impl Iterator<Item = u16> {
        let names = (0..self.entities.names.len() as u16).zip(&self.entities.names);
        names.filter(|(_, name)| name.starts_with("held by ")).map(|(key, _)| key)
    }

    pub fn side(&self, army: u8) -> u8 {
        self.entities.armies[army as usize].side.0
    }

    fn friends(&self, one: u8, other: u8) -> bool {
        self.side(one) == self.side(other)
    }

    fn frame(&self, army: u8) -> Frame {
        self.entities.armies[army as usize].frame
    }

    fn turned(&self, army: u8, (right, forward): (i16, i16)) -> (i16, i16) {
        if self.frame(army) == Frame::Up { (right, forward) } else { (-right, -forward) }
    }

    fn kind(&self, name: &str) -> u8 {
        self.entities.kind_named(name).unwrap().0
    }

    fn is_of(&self, kinds: &Kinds, kind: u8) -> bool {
        let name = &self.entities.kinds[kind as usize].name;
        match kinds {
            Kinds::Every => true,
            Kinds::Only(names) => names.contains(name),
            Kinds::Except(names) => !names.contains(name),
        }
    }

    /// Whether a clause on what an army's men of a kind do may be about them.
    fn covers(&self, class: &Class, kind: u8, army: u8) -> bool {
        let owner = match &class.owner {
            Owner::Anyone | Owner::Own | Owner::Mover => true,
            Owner::Enemy => false,
            Owner::Army(colour) => *colour == self.entities.armies[army as usize].name,
        };
        owner && self.is_of(&class.kinds, kind)
    }

    fn view<'s>(&'s self, state: &'s State, board: u8, mover: u8) -> View<'s> {
        View {
            twin: self,
            state,
            law: board,
            clauses: self.boards[board as usize].len(),
            board,
            army: mover,
            mover,
            itself: None,
            outer: None,
            actor: None,
            victim: None,
            chosen: None,
            former: None,
            leg: None,
            taken: None,
            lifted: None,
            gaits: Gaits::Conditional,
            each_in_turn: false,
        }
    }

    /// A move as it is proposed, in the state before it.
    fn before<'s>(&'s self, state: &'s State, run: &Run, board: u8) -> View<'s> {
        let mover = state.men[run.man].army;
        let victim = run.captured.first().copied().filter(|&man| man < state.men.len());
        View { actor: Some(run.man), victim, leg: Some((run.from, run.to)), ..self.view(state, board, mover) }
    }

    /// The same when so much of it has been made.
    fn after<'s>(&'s self, made: &'s State, run: &Run, board: u8) -> View<'s> {
        let mover = made.men[run.man].army;
        View { actor: Some(run.man), victim: run.captured.first().copied(), leg: Some((run.from, run.to)), ..self.view(made, board, mover) }
    }

    fn said_of(&self, board: u8) -> impl DoubleEndedIterator<Item = (usize, &Said)> {
        self.boards[board as usize].iter().enumerate()
    }

    /// Whether some real king of an army's side is attacked on its board.
    pub fn in_check(&self, state: &State, army: u8, gaits: Gaits) -> bool {
        let kings = state.men.iter().filter(|man| man.royal && self.friends(man.army, army)).filter_map(|man| man.at());
        kings.into_iter().any(|at| self.attacked(state, at, army, gaits))
    }

    fn gives_check(&self, run: &Run, army: u8) -> bool {
        self.is_check(&run.after, army)
    }

    fn is_check(&self, after: &State, army: u8) -> bool {
        let enemies = (0..self.entities.armies.len() as u8).filter(|&other| !self.friends(other, army));
        enemies.into_iter().any(|enemy| self.in_check(after, enemy, Gaits::Conditional))
    }

    /// Whether a move leaves the side's real kings on the board safe.
    fn safe(&self, run: &Run, army: u8, board: u8) -> bool {
        let men = &run.after.men;
        let own = |man: usize| men[man].royal && self.friends(men[man].army, army);
        if run.captured.iter().any(|&man| own(man)) {
            return self.safety == Safety::Free;
        }
        // Who loses his real king threatens no more.
        let out = |other: u8| run.captured.iter().any(|&man| men[man].royal && self.friends(men[man].army, other));
        let enemies = (0..self.entities.armies.len() as u8).filter(|&other| !self.friends(other, army) && !out(other));
        let sends = self.sends();
        let takes = |man: usize| own(man) && men[man].at().is_some_and(|at| at.0 == board || sends);
        let replies_of = |enemy: u8| {
            if !sends {
                return self.runs_if(&run.after, enemy, board, &[], true);
            }
            // Who comes from another board may capture here.
            let boards = 0..self.boards.len() as u8;
            let men = boards.clone().flat_map(|board| self.runs_if(&run.after, enemy, board, &[], true));
            men.chain(boards.flat_map(|board| self.actions(&run.after, enemy, (board, true), None))).collect()
        };
        let mut replies = enemies.flat_map(|enemy| replies_of(enemy).into_iter().map(move |reply| (enemy, reply)));
        !replies.any(|(enemy, reply)| match self.safety {
            Safety::Direct => {
                let suicidal = |&man: &usize| reply.after.men[man].royal && self.friends(reply.after.men[man].army, enemy);
                reply.captured.first().is_some_and(|&man| man < men.len() && takes(man)) && !reply.captured.iter().any(suicidal)
            }
            Safety::Never | Safety::IfAble | Safety::Free => reply.captured.into_iter().any(|man| man < men.len() && takes(man)),
        })
    }

    /// Whether a proposed move is forbidden by those of its board's clauses that are `asked`.
    fn forbidden(&self, state: &State, run: &Run, board: u8, asked: &dyn Fn(&Ban) -> bool) -> bool {
        let speaks = |&(at, said): &(usize, &Said)| {
            let Form::Ban(ban) = &said.clause.form else { return false };
            let view = self.before(state, run, board);
            !said.clause.asks_what_is_legal()
                && asked(ban)
                && view.does(&ban.act, run)
                && view.guarded(said)
                && (ban.lifted || !self.is_spared(state, run, board, (at, said)))
        };
        let speaking: Vec<&Said> = self.said_of(board).rev().filter(speaks).map(|(_, said)| said).collect();
        let lifted = |said: &Said| matches!(&said.clause.form, Form::Ban(ban) if ban.lifted);
        // The newest rule that speaks decides; inside one rule a ban beats a permission.
        speaking.first().is_some_and(|newest| speaking.iter().take_while(|said| said.text == newest.text).any(|said| !lifted(said)))
    }

    /// Forbidden whoever gives check by it.
    fn barred(&self, state: &State, run: &Run, board: u8) -> bool {
        self.forbidden(state, run, board, &|ban| ban.act.how != How::Check || ban.lifted)
    }

    fn barred_for_check(&self, state: &State, run: &Run, board: u8) -> bool {
        // What further moves give is theirs.
        let made = run.alone.as_ref().unwrap_or(&run.after);
        let gives = |ban: &Ban| match ban.act.how {
            How::Check => self.after(made, run, board).gives_check(&ban.act.who),
            // No ban but one on check is about what a player does instead of a move.
            _ => run.manner != Manner::Action,
        };
        self.forbidden(state, run, board, &gives)
    }
}

impl View<'_> {
    /// Whether the guard of a clause holds.
    pub fn guarded(&self, said: &Said) -> bool {
        said.clause.when.as_ref().is_none_or(|when| self.holds(when))
    }

    /// The same, where what is legal is known.
    pub fn guarded_among(&self, said: &Said, can: &dyn Fn(&Act) -> bool) -> bool {
        said.clause.when.as_ref().is_none_or(|when| self.holds_among(when, can))
    }

    fn holds_among(&self, condition: &Condition, can: &dyn Fn(&Act) -> bool) -> bool {
        match condition {
            Condition::Not(inner) => !self.holds_among(inner, can),
            Condition::All(parts) => parts.iter().all(|part| self.holds_among(part, can)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds_among(part, can)),
            Condition::Can(act) => can(act),
            Condition::Stuck(player) => self.holds(&Condition::OnMove(player.clone())) && !can(&Act::whatever()),
            other => self.holds(other),
        }
    }

    /// Whether a move is such as an act speaks of; of giving check nothing is asked here.
    fn does(&self, act: &Act, run: &Run) -> bool {
        let man = &self.state.men[run.man];
        let manner = match &act.how {
            How::Any | How::Check => true,
            How::Quiet => run.captured.is_empty(),
            How::Passing(_) if !run.in_passing => false,
            How::Capture(victims) | How::Passing(victims) => {
                run.captured.first().is_some_and(|&man| man < self.state.men.len() && self.class(victims, man))
            }
            How::Castle => run.manner == Manner::Castling,
            How::Promote(into) => run.promoted.is_some_and(|kind| into.is_empty() || self.twin.is_of(&Kinds::Only(into.clone()), kind)),
        };
        let way = act.ways == Ways::Every && act.counts.is_empty()
            || run.manner != Manner::Action && self.goes(&act.ways, &act.counts, self.twin.turned(self.mover, run.walked.by()));
        manner
            && way
            && (act.how == How::Check || self.twin.covers(&act.who, man.kind, man.army) && self.class(&act.who, run.man))
            && act.from.as_ref().is_none_or(|from| self.squares(from, run.from))
            && act
                .to
                .as_ref()
                .is_none_or(|to| View { lifted: Some(run.man), itself: self.itself.or(Some(run.man)), ..*self }.squares(to, run.to))
            && act.over.as_ref().is_none_or(|over| self.leads_over(run, over))
    }
}

/// Of several ways to one end the shortest.
fn shortest(runs: Vec<Run>) -> Vec<Run> {
    let mut kept: Vec<Run> = Vec::new();
    for run in runs {
        let alike =
            |other: &&mut Run| (other.man, other.to, other.manner) == (run.man, run.to, run.manner) && other.identity() == run.identity();
        match kept.iter_mut().find(alike) {
            Some(other) if run.walked.passed.len() < other.walked.passed.len() => *other = run,
            Some(_) => {}
            None => kept.push(run),
        }
    }
    kept
}
