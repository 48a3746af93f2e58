//! What has happened before: acts compared with the moves that are remembered.
//!
//! The past is kept in the position only under laws that ask for it.

use std::sync::Arc;

use crate::board::{ArmyId, CellId, Clock, Fact, KindId, ManId, Recalled, Vector};
use crate::rule::{Act, How, Kinds, Past, Ref, Ways, When};

use super::LawProblem;
use super::act::are_counted;
use super::crowd::Crowd;
use super::lookup::Lookup;
use super::reads::{asks_past, turns_told_apart};
use super::scene::Scene;
use super::terms::{Area, Armies, Count, Test};

/// An act as the past can be asked for it: kinds and armies as they were then.
struct Remembered {
    who: Crowd,
    how: Asked,
    ways: Ways,
    counts: Vec<(u8, u8)>,
    from: Option<Area>,
    to: Option<Area>,
    over: Option<Area>,
    by: Option<Armies>,
    man: Option<Ref>,
    when: When,
    /// Only what came later.
    since: Option<Clock>,
}

enum Asked {
    Any,
    Quiet,
    Capture(Crowd),
    Check,
    Castle,
    /// Bits by kind.
    Promote(u128),
}

impl Lookup<'_> {
    pub fn happened(&self, past: &Past) -> Result<Test, LawProblem> {
        let act = self.remembered(past)?;
        let young = match past.when {
            When::Lately(turns) => {
                turns_told_apart(self.reads, u32::from(turns));
                u32::from(turns)
            }
            _ => 0,
        };
        if let When::Running(turns) = past.when {
            return Ok(Arc::new(move |scene| act.was_running(scene, turns)));
        }
        Ok(Arc::new(move |scene| {
            scene.position.clock().turn() <= young && young > 0
                || scene.position.past().moves().rev().any(|recalled| act.was(scene, &recalled))
        }))
    }

    /// How often it happened.
    pub fn times(&self, past: &Past) -> Result<Count, LawProblem> {
        let act = self.remembered(past)?;
        Ok(Arc::new(move |scene| scene.position.past().moves().filter(|recalled| act.was(scene, recalled)).count() as i32))
    }

    fn remembered(&self, past: &Past) -> Result<Remembered, LawProblem> {
        asks_past(self.reads, past.when);
        let Act { who, how, ways, counts, from, to, over } = &*past.act;
        let how = match how {
            How::Any => Asked::Any,
            How::Quiet => Asked::Quiet,
            How::Capture(victim) => Asked::Capture(Crowd::of(victim, self)?),
            How::Passing(_) => {
                return Err(self.wrong("how a piece was captured is not remembered; say what happens when it is captured so"));
            }
            How::Check => Asked::Check,
            How::Castle => Asked::Castle,
            How::Promote(into) if into.is_empty() => Asked::Promote(u128::MAX),
            How::Promote(into) => Asked::Promote(self.kinds(&Kinds::Only(into.clone()))?),
        };
        let area = |squares: &Option<_>| squares.as_ref().map(|squares| self.squares(squares)).transpose();
        let by = past.by.as_ref().map(|by| self.player(by)).transpose()?;
        let (ways, counts, man, when) = (ways.clone(), counts.clone(), past.man, past.when);
        let since = self.since.filter(|_| when == When::Since);
        Ok(Remembered {
            who: Crowd::of(who, self)?,
            how,
            ways,
            counts,
            from: area(from)?,
            to: area(to)?,
            over: area(over)?,
            by,
            man,
            when,
            since,
        })
    }
}

impl Remembered {
    fn was(&self, scene: &Scene<'_>, recalled: &Recalled<'_>) -> bool {
        in_time(self.when, scene, recalled)
            && self.since.is_none_or(|since| recalled.at > since)
            && self.man.is_none_or(|man| scene.man(man) == Some(recalled.man))
            && self.by.as_ref().is_none_or(|by| by(scene) >> recalled.army.index() & 1 == 1)
            && then(&self.who, scene, recalled.man, recalled.kind, recalled.army)
            && self.manner(scene, recalled)
            && (self.when != When::Newest || self.is_newest(scene, recalled))
            && self.way(scene, recalled)
            && self.from.as_ref().is_none_or(|from| from(scene, recalled.from))
            && self.to.as_ref().is_none_or(|to| to(scene, recalled.to))
            && self
                .over
                .as_ref()
                .is_none_or(|over| scene.position.geometry.between(recalled.from, recalled.to).any(|cell| over(scene, cell)))
            && scene.position.geometry.cell(recalled.from).board == scene.board
    }

    /// Whether nobody whom it is about has done something of the sort later.
    fn is_newest(&self, scene: &Scene<'_>, recalled: &Recalled<'_>) -> bool {
        let sort = |other: &Recalled<'_>| {
            let fact = |wanted: fn(&Fact) -> bool| other.facts().any(|fact| wanted(&fact));
            match self.how {
                Asked::Any | Asked::Quiet => true,
                Asked::Capture(_) => fact(|fact| matches!(fact, Fact::Took { .. })),
                Asked::Check => fact(|fact| matches!(fact, Fact::Checked)),
                Asked::Castle => fact(|fact| matches!(fact, Fact::Castled)),
                Asked::Promote(_) => fact(|fact| matches!(fact, Fact::Became { .. })),
            }
        };
        let about = |other: &Recalled<'_>| {
            other.at != scene.position.clock()
                && self.man.is_none_or(|man| scene.man(man) == Some(other.man))
                && self.by.as_ref().is_none_or(|by| by(scene) >> other.army.index() & 1 == 1)
                && scene.position.geometry.cell(other.from).board == scene.board
        };
        scene.position.past().moves().rev().find(|other| about(other) && sort(other)).is_some_and(|newest| newest == *recalled)
    }

    /// Whether it was in each of the last so many phases of whoever did it.
    fn was_running(&self, scene: &Scene<'_>, turns: u8) -> bool {
        let moves = || scene.position.past().moves().rev();
        let last = |newest: &Recalled<'_>| was_last(scene, newest.at);
        moves().filter(last).any(|newest| {
            let of_phase = |back: u8| {
                let turn = newest.at.turn().checked_sub(u32::from(back));
                moves().filter(move |recalled| recalled.at.side == newest.at.side && Some(recalled.at.turn()) == turn)
            };
            (0..turns).all(|back| of_phase(back).any(|recalled| self.was(scene, &recalled)))
        })
    }

    fn manner(&self, scene: &Scene<'_>, recalled: &Recalled<'_>) -> bool {
        let mut taken = recalled.facts().filter_map(|fact| match fact {
            Fact::Took { man, kind, army } => Some((man, kind, army)),
            _ => None,
        });
        let fact = |wanted: Fact| recalled.facts().any(|fact| fact == wanted);
        match &self.how {
            Asked::Any => true,
            Asked::Quiet => taken.next().is_none(),
            Asked::Capture(victims) => taken.any(|(man, kind, army)| then(victims, scene, man, kind, army)),
            Asked::Check => fact(Fact::Checked),
            Asked::Castle => fact(Fact::Castled),
            Asked::Promote(kinds) => recalled.facts().any(|fact| matches!(fact, Fact::Became { kind } if kinds >> kind.index() & 1 == 1)),
        }
    }

    fn way(&self, scene: &Scene<'_>, recalled: &Recalled<'_>) -> bool {
        let geometry = &scene.position.geometry;
        let (one, other) = (geometry.cell(recalled.from), geometry.cell(recalled.to));
        let by = (other.file - one.file, other.rank - one.rank);
        let toward = scene.on_board(one.board).frame(recalled.army).turn(Vector::toward(by));
        self.ways.admit(toward) && are_counted(&self.counts, by.0.unsigned_abs().max(by.1.unsigned_abs()).into())
    }
}

fn in_time(when: When, scene: &Scene<'_>, recalled: &Recalled<'_>) -> bool {
    let now = scene.position.clock();
    let ago = now.turn().saturating_sub(recalled.at.turn());
    match when {
        When::Within(turns) => ago < u32::from(turns),
        When::Ago(turns) => ago == u32::from(turns),
        When::LastTurn => was_last(scene, recalled.at),
        When::Running(_) => recalled.at != now,
        When::Lately(turns) => ago <= u32::from(turns),
        When::JustBefore => Some(recalled.at) == last_before(scene, now),
        // Of those of its sort the newest, which is asked besides.
        When::Newest => recalled.at != now,
        // When the rule was made is asked besides.
        When::Since | When::Ever => true,
    }
}

/// The kinds, as they were then, of the men that a man has captured itself.
pub(super) fn prey(scene: &Scene<'_>, captor: ManId, when: When) -> Vec<KindId> {
    let his = scene.position.past().moves().rev().filter(|recalled| recalled.man == captor && in_time(when, scene, recalled));
    let taken =
        his.filter_map(|recalled| recalled.facts().find_map(|fact| if let Fact::Took { kind, .. } = fact { Some(kind) } else { None }));
    let taken = taken.take(if when == When::Newest { 1 } else { usize::MAX });
    let mut kinds: Vec<KindId> = taken.collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Whether such a man, as it was then, went from that square in the phase just before.
pub(super) fn was_left(scene: &Scene<'_>, who: &Crowd, cell: CellId) -> bool {
    let now = scene.position.clock();
    let Some(last) = last_before(scene, now) else { return false };
    let mut gone = scene.position.past().moves().filter(|recalled| recalled.at == last && recalled.from == cell && recalled.to != cell);
    gone.any(|recalled| then(who, scene, recalled.man, recalled.kind, recalled.army))
}

/// Where the last capture on the board was made.
pub(super) fn last_capture(scene: &Scene<'_>) -> Option<CellId> {
    let here = |recalled: &Recalled<'_>| scene.position.geometry.cell(recalled.from).board == scene.board;
    let took = |recalled: &Recalled<'_>| recalled.facts().any(|fact| matches!(fact, Fact::Took { .. }));
    scene.position.past().moves().rev().find(|recalled| here(recalled) && took(recalled)).map(|recalled| recalled.to)
}

/// Whether a move of that man has begun or ended on that square.
pub(super) fn was_visited(scene: &Scene<'_>, man: ManId, cell: CellId) -> bool {
    scene.position.past().moves().any(|recalled| recalled.man == man && (recalled.from == cell || recalled.to == cell))
}

/// The phase before this one in which somebody moved.
fn last_before(scene: &Scene<'_>, now: Clock) -> Option<Clock> {
    scene.position.past().moves().rev().map(|recalled| recalled.at).find(|&at| at != now)
}

/// Whether it is the last phase of whoever played it, this turn or the turn before.
fn was_last(scene: &Scene<'_>, then: Clock) -> bool {
    let now = scene.position.clock();
    now.turn().saturating_sub(then.turn()) < 2 && then != now && !has_moved_since(scene, now, then)
}

/// Whether whoever played that phase has moved in a later one before this.
fn has_moved_since(scene: &Scene<'_>, now: Clock, then: Clock) -> bool {
    let later = |at: Clock| at.side == then.side && at.turn() > then.turn() && at != now;
    scene.position.past().moves().any(|recalled| later(recalled.at))
}

/// Whether a man was in a crowd, by what it was then; what else must hold of it is asked of it as it is.
fn then(crowd: &Crowd, scene: &Scene<'_>, id: ManId, kind: KindId, army: ArmyId) -> bool {
    let man = crate::board::Man { kind, army, ..*scene.position.man(id) };
    crowd.includes(scene, id, &man)
}
