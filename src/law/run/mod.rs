//! One run of deeds: the works of clauses done one after the other, each on the board as the one before left it.
//!
//! Where somebody may choose, a script says which; [`Script`] goes through all there are.
//! Invariant: a work does nothing to a real king, to men off the boards, and on squares that are none (R5, R13).

use std::cell::Cell;
use std::collections::VecDeque;

use crate::board::{ArmyId, Bearer, BoardId, CellId, Effect, Man, ManId, Note, Place, Position};
use crate::rule::{Once, Ref};

use super::Law;
use super::births::home;
use super::deeds::{By, Work};
use super::fate::{Fate, Thwarted};
use super::hunt::Hunt;
use super::introduce::ORPHANED;
use super::moments::Instant;
use super::moves::Label;
use super::reserve::into_reserve;
use super::scene::Scene;
use super::terms::Armies;
use super::triggers::{Cue, Moment, Source};

mod choices;
mod displaced;
mod further;
mod notes;
mod shape;
mod targets;
mod veil;

pub(super) use choices::Script;

/// A run changes so many things at most; what else it would do it cannot do.
const MAX_EFFECTS: usize = 16_384;
/// So many ways to choose are tried to find one that changes something.
const MOST_TRIALS: usize = 4096;

/// The men and squares that a move or a moment gives to the deeds that follow it.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub board: BoardId,
    /// For whom it is done: of each player's deeds each in turn.
    pub mover: ArmyId,
    /// Whose phase it is.
    pub playing: ArmyId,
    pub actor: Option<ManId>,
    pub victim: Option<ManId>,
    pub leg: Option<(CellId, CellId)>,
    /// Where the victim stood.
    pub taken: Option<CellId>,
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
    /// How much was done before the first further move.
    pub first_leg: Option<usize>,
    /// Cues that have had their turn in this move, by their place in the tables.
    pub spent: Vec<usize>,
    /// Every choice is labelled, also where there is only one thing to choose.
    pub tells_all: bool,
    /// Some work found nothing to do.
    pub barren: bool,
    /// The move is not made in whose place something is done.
    pub stays: bool,
    /// Somebody could not pay what he was to lose.
    short: bool,
    /// What must be done in the move cannot be: it is none.
    pub void: bool,
    /// A man had no place to be put, and no rule says what then.
    pub thwarted: bool,
    /// A phase is only about to be played.
    pub opening: bool,
    /// Nobody makes a move: nothing that is done is a capture.
    pub between: bool,
    /// Only captures of real kings are looked for.
    pub hunt: Option<Hunt>,
    /// How many further moves and sent men may come up yet, or more.
    pub further: usize,
    /// How many works dice or answers will decide.
    pub open: usize,
    /// The move is being settled: dice, answers, and what the mover has chosen.
    pub(super) fate: Option<&'r mut Fate>,
    wanted: VecDeque<Label>,
    /// Dice or answers have decided something: what there is to choose may be other than when the mover chose.
    pub(super) unforeseen: bool,
    /// What is done now nobody could see when the move was chosen: further moves are asked for.
    unlisted: bool,
    /// The text whose clause is at work: `rule w3`.
    pub(super) source: &'r str,
    pub(super) chosen: Option<ManId>,
    /// Who was the chosen one when that one was chosen.
    pub(super) former: Option<ManId>,
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
            first_leg: None,
            spent,
            tells_all: false,
            barren: false,
            stays: false,
            short: false,
            void: false,
            thwarted: false,
            opening: false,
            between: false,
            hunt: None,
            further: 0,
            open: 0,
            fate: None,
            wanted: VecDeque::new(),
            unforeseen: false,
            unlisted: false,
            source: "",
            chosen: None,
            former: None,
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
        let Stage { board, mover, actor, victim, leg, taken, .. } = self.stage;
        let mut scene = Scene::new(self.law, self.position, board, mover);
        (scene.leg, scene.taken) = (leg, taken);
        scene.secrets = self.fate.as_deref().map(|fate| fate.secrets.as_slice());
        scene.with(Ref::Actor, actor).with(Ref::Victim, victim).with(Ref::Chosen, self.chosen).with(Ref::Former, self.former)
    }

    /// Does what a cue says if its guard holds; whether it did.
    pub fn cue(&mut self, cue: &'r Cue) -> bool {
        self.saying(&cue.source.text);
        self.unforeseen |= cue.sealed;
        if cue.sealed && self.fate.is_none() {
            let acts = self.law.fortune && self.script.take(2) == 1;
            if !acts {
                self.open += usize::from(!self.law.fortune);
                return false;
            }
        }
        let noted = cue.once.map(|(key, once)| Note { of: self.happens_to(once), key });
        let spent = noted.is_some_and(|noted| self.position.note(noted) != 0);
        let holds = !spent && cue.guard.as_ref().is_none_or(|guard| guard(&self.scene()));
        if holds {
            match cue.sealed {
                true => self.behind_the_veil(&cue.works),
                false => self.works(&cue.works),
            }
            if let Some(Note { of, key }) = noted {
                self.note(of, key, 1);
            }
        }
        if let Some(fate) = self.fate.as_deref_mut().filter(|_| cue.sealed) {
            fate.open_met(holds);
        }
        self.tell_thwarted(cue);
        holds
    }

    /// Where it is done in earnest, it is told which clause could not do what it says.
    fn tell_thwarted(&mut self, cue: &Cue) {
        if std::mem::take(&mut self.thwarted)
            && let Some(fate) = self.fate.as_deref_mut()
        {
            fate.thwarted.push(Thwarted { source: Source::clone(&cue.source), board: self.stage.board });
        }
    }

    /// Of whom it is noted that something has happened that happens once.
    fn happens_to(&self, once: Once) -> Bearer {
        match once {
            Once::Ever => Bearer::Game,
            Once::Man(man) => self.scene().man(man).map_or(Bearer::Game, Bearer::Man),
            Once::Side(man) => {
                let army = self.scene().man(man).map_or(self.stage.mover, |man| self.position.man(man).army);
                Bearer::Side(self.law.side(army))
            }
        }
    }

    /// The same between moves; of what has come to its end, on whom that is noted.
    pub fn at(&mut self, cue: &'r Cue, instant: Instant<'_>, of: Option<Bearer>) {
        match (&cue.moment, of) {
            (Moment::Due(timed), Some(of)) if matches!(instant, Instant::Repealed(..)) => self.lapse(timed, of),
            (Moment::Due(timed), Some(of)) => {
                self.saying(&cue.source.text);
                self.come_due(timed, of);
                self.tell_thwarted(cue);
            }
            _ => {
                self.cue(cue);
            }
        }
    }

    pub fn works(&mut self, works: &[Work]) {
        let mut works = works.iter().peekable();
        while let Some(work) = works.next() {
            let before = (self.effects.len(), self.open);
            let thwarted = self.thwarted;
            self.work(work);
            let mut idle = (self.effects.len(), self.open) == before && !matches!(work, Work::Choose(_) if self.chosen.is_some());
            // What a rule says of it is done instead.
            while let Some(Work::Failing(instead)) = works.next_if(|next| matches!(next, Work::Failing(_))) {
                self.thwarted = thwarted;
                if idle {
                    self.works(instead);
                    idle = (self.effects.len(), self.open) == before;
                }
            }
            // What need not be done, or is done only under a condition, may be left; a mark is off where there is none.
            self.barren |= idle && !matches!(work, Work::May(..) | Work::If(..) | Work::Mark { on: false, .. });
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
        if self.effects.len() >= MAX_EFFECTS {
            self.thwarted = true;
            return;
        }
        match work {
            Work::Remove(target) => self.each_of(target, |run, id, man| run.leave(id, man, Place::Gone)),
            Work::Become(target, into, by) => self.each_of(target, |run, id, man| run.become_one_of(id, man, into, by)),
            Work::Timed(one) => self.begin(&one.0, &one.1),
            Work::Climb(target, ladder) => self.each_of(target, |run, id, man| {
                let next = ladder.iter().position(|&step| step == man.kind).and_then(|at| ladder.get(at + 1));
                if let Some(&new) = next {
                    run.become_kind(id, man, new);
                }
            }),
            Work::Join(target, player) => self.each_of(target, |run, id, man| run.join(id, man, player)),
            Work::Go(target, landing) => self.each_with_captured(target, |run, id, man| match run.landing(landing) {
                Some(cell) => {
                    run.relocate(id, man, cell);
                }
                None => run.thwarted = true,
            }),
            Work::Return(target) => self.each_with_captured(target, |run, id, man| {
                let here = man.place.cell().map_or(run.stage.board, |at| run.position.geometry.cell(at).board);
                let Some(home) = home(&run.position.geometry, &man, here) else {
                    run.thwarted = true;
                    return;
                };
                if run.relocate(id, man, home) && man.legs > 0 {
                    run.then(Effect::Legs { man: id, old: man.legs, new: 0 });
                }
            }),
            // Who is led over squares goes as far as he can; where nobody gets anywhere, it could not be done.
            Work::Step(target, course) => {
                let (thwarted, before, led) = (self.thwarted, self.effects.len(), Cell::new(false));
                self.each_of(target, |run, id, _| {
                    led.set(true);
                    run.walk(id, course);
                });
                self.thwarted = thwarted || led.get() && course.is_counted() && self.effects.len() == before;
            }
            Work::Swap(one, other) => {
                let (one, other) = (self.targets(one).first().copied(), self.targets(other).first().copied());
                match (one, other) {
                    (Some(one), Some(other)) => self.swap(one, other),
                    (one, other) => self.thwarted |= one.is_some() || other.is_some(),
                }
            }
            Work::Place { kind, owner, landing } => self.place(*kind, owner, landing),
            Work::Reserve(target, player) => self.each_with_captured(target, |run, id, man| {
                if let Some(army) = run.army_of(player)
                    && !run.position.keeps(&man)
                {
                    into_reserve(id, &man, army).for_each(|effect| run.then(effect));
                }
            }),
            Work::Drop { who, owner, landing, from, by } => self.drop(who, owner, landing, (*from, by)),
            Work::Send(target, voyage) => self.each_of(target, |run, id, man| run.send(id, man, voyage)),
            Work::Open(opening) => self.lay_open(opening),
            Work::Merge(from, into) => self.merge(from, into),
            Work::Shift { squares, by, wrap } => self.shift(squares, *by, *wrap),
            Work::Turn(squares, quarters) => self.turn(squares, *quarters),
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
            Work::Tally { counter, bearers, who, by, set } => self.each_with_captured(who, |run, id, man| {
                let scene = run.scene();
                if bearers.includes(&scene, id, &man) {
                    let by = by(&scene);
                    run.tally(id, *counter, by, *set);
                }
            }),
            Work::Again { deal, need, like, foreign } => self.again(deal, *need, *like, *foreign),
            Work::Stray(target, from) => self.stray(target, from.as_ref()),
            Work::Hand(to, words) => self.hand_over(to, words.as_deref()),
            Work::Hold(target, key, phases) => self.each_of(target, |run, id, man| {
                // The phase that is being played ends before the first one in which it rests.
                let playing = !run.opening && run.law.side(man.army) == run.law.side(run.stage.playing);
                run.note(Bearer::Man(id), *key, *phases + i32::from(playing));
            }),
            Work::Stay => self.stays = true,
            Work::Illegal => self.void = true,
            Work::GoOn(key) => {
                let side = self.law.side(self.stage.mover);
                self.note(Bearer::Side(side), *key, 1);
            }
            Work::Chance(outcomes) => {
                let weights: Vec<u16> = outcomes.iter().map(|(weight, ..)| *weight).collect();
                let told = |outcome: usize| outcomes[outcome].2.clone();
                let source = self.source;
                self.unforeseen = true;
                match self.fate.as_deref_mut() {
                    None if self.law.fortune => {
                        let outcome = self.script.take(outcomes.len());
                        self.works(&outcomes[outcome].1);
                    }
                    None => self.open += 1,
                    Some(fate) => {
                        if let Some(outcome) = fate.roll(&weights, source, told) {
                            self.behind_the_veil(&outcomes[outcome].1);
                        }
                    }
                }
            }
            Work::Skip(player, key) => {
                for side in self.sides(player) {
                    // The phase that is being played ends before the next one opens.
                    let playing = !self.opening && side == self.law.side(self.stage.playing);
                    let phases = 1 + i32::from(playing);
                    self.note(Bearer::Side(side), *key, phases);
                }
            }
            Work::May(by, works) => {
                if !self.idle(works) && self.choose(&[true, false], by, |_, done| Label::Done(done)) == Some(true) {
                    self.works(works);
                }
            }
            Work::Either(by, ways) => {
                // Nobody can choose what cannot be done, or what he cannot pay.
                let open = ways.iter().filter(|(_, works)| works.is_empty() || !self.idle(works));
                let open: Vec<usize> = open.map(|(way, _)| usize::from(way.nth) - 1).collect();
                if let Some(taken) = self.choose(&open, by, |_, at| Label::Way(ways[at].0.clone())) {
                    let works = &ways[taken].1;
                    // What another one chooses nobody saw when the move was chosen.
                    match by {
                        By::Asked(_) if self.fate.is_some() => self.behind_the_veil(works),
                        _ => self.works(works),
                    }
                }
            }
            Work::Choose(target) => {
                self.chosen = self.targets(target).first().copied();
            }
            Work::EachPlayer(works) => {
                let (mover, board) = (self.stage.mover, self.stage.board);
                let orphaned = self.position.entities.key_named(ORPHANED);
                let played = |army: &ArmyId| {
                    let of = Bearer::Side(self.law.side(*army));
                    orphaned.is_none_or(|key| self.position.note(Note { of, key }) == 0)
                };
                let stands = |army: &ArmyId| played(army) && self.position.standing(board).any(|(_, man, _)| man.army == *army);
                let all: Vec<ArmyId> = (0..self.law.armies()).map(|army| ArmyId(army as u8)).filter(stands).collect();
                for army in all {
                    self.stage.mover = army;
                    self.works(works);
                }
                self.stage.mover = mover;
            }
            Work::EachMan(target, works) => {
                // To whom nothing is to be done, nothing is done.
                let barren = self.barren;
                self.each_of(target, |run, _, _| run.works(works));
                self.barren = barren;
            }
            Work::Together(parts) => {
                let seen: Vec<(&Work, Vec<ManId>)> = parts.iter().map(|(target, work)| (work, self.targets(target))).collect();
                let (barren, chosen) = (self.barren, self.chosen);
                for (work, men) in seen {
                    for id in men {
                        self.chosen = Some(id);
                        self.works(std::slice::from_ref(work));
                    }
                }
                (self.barren, self.chosen) = (barren, chosen);
            }
            Work::If(condition, works, otherwise) => {
                let holds = condition(&self.scene());
                self.works(if holds { works } else { otherwise });
            }
            // Only what stands behind another work is asked ([`Run::works`]).
            Work::Failing(_) => {}
        }
    }

    /// Works that would change nothing however somebody chooses, or for which somebody could not pay: about them nobody is asked.
    fn idle(&mut self, works: &[Work]) -> bool {
        let mut script = Some(Script::default());
        // What comes first is what the rest hangs on: who cannot do that does nothing.
        let done = works.iter().position(|work| !matches!(work, Work::Choose(_))).map_or(works.len(), |at| at + 1);
        let instead = works[done..].iter().take_while(|work| matches!(work, Work::Failing(_))).count();
        let (first, rest) = works.split_at(done + instead);
        for _ in 0..MOST_TRIALS {
            let Some(this) = script else { return true };
            let spent = self.spent.clone();
            let mut trial = Run::new(self.law, &mut *self.position, self.stage, this);
            (trial.chosen, trial.former) = (self.chosen, self.former);
            trial.spent = spent;
            trial.opening = self.opening;
            trial.between = self.between;
            trial.works(first);
            let idle = trial.effects.is_empty() && trial.open == 0;
            trial.works(rest);
            let idle = idle || trial.short;
            trial.undo();
            if !idle {
                return false;
            }
            script = trial.script.next();
        }
        true
    }

    /// The army of a player on this board: the mover's own, or the first that stands here.
    pub(super) fn army_of(&self, player: &Armies) -> Option<ArmyId> {
        let scene = self.scene();
        scene.army_of(player(&scene))
    }
}
