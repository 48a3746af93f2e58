//! How a game ends by its law: asked as a phase opens, seen from whoever is on move.
//!
//! Only an ending may ask whether a player has a legal move: anything that moves depend on would ask for itself.

use std::sync::Arc;

use crate::board::{ArmyId, BoardId, Position, SideId};
use crate::rule::walk::{self, Part};
use crate::rule::{Class, Condition, Ending, Owner, Player, Verdict};

use super::act::{Deal, staged};
use super::found::Found;
use super::in_force::{Law, Universes};
use super::lookup::Lookup;
use super::scene::Scene;
use super::terms::{Armies, armies};
use super::{ClausePlace, LawProblem};

/// Whether an ending's reason holds in a scene; the army on move besides.
type Why = Arc<dyn Fn(&Scene<'_>, ArmyId) -> bool + Send + Sync>;

/// An ending, looked up.
#[derive(Clone)]
pub(super) struct Close {
    place: ClausePlace,
    who: Armies,
    result: Verdict,
    /// Asked of each player.
    each: bool,
    /// It is about whoever is on move.
    of_mover: bool,
    /// It counts men of all universes, and nobody's opponent: who that is hangs on the universe.
    everywhere: bool,
    /// Holds only where there is no legal move.
    of_none: bool,
    why: Why,
}

impl std::fmt::Debug for Close {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Close").field("result", &self.result).finish_non_exhaustive()
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won(SideId),
    Lost(SideId),
    Drawn,
}

/// What a rule or an amendment says of victory has come true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// Which clause of which text.
    pub place: ClausePlace,
    pub outcome: Outcome,
}

impl Met {
    /// Whether it says of a player what another text denies: he wins by the one and loses by the other.
    fn speaks_otherwise_of(&self, side: SideId, other: &Met) -> bool {
        let both = [Outcome::Won(side), Outcome::Lost(side)];
        self.place != other.place && both.contains(&self.outcome) && both.contains(&other.outcome) && self.outcome != other.outcome
    }
}

impl Close {
    /// `rule w1`: the text that says it.
    pub fn text(&self) -> &str {
        &self.place.text
    }

    pub fn of(ending: &Ending, when: Option<&Condition>, lookup: &Lookup<'_>) -> Result<Close, LawProblem> {
        let when = when.ok_or_else(|| lookup.wrong("an ending needs a condition"))?;
        Ok(Close {
            place: lookup.place.clone(),
            who: lookup.player(&ending.who)?,
            result: ending.result,
            each: ending.who == Player::Each,
            of_mover: ending.who == Player::Mover,
            everywhere: !of_opponents(when),
            of_none: of_none(when),
            why: why(when, lookup)?,
        })
    }
}

/// Whether it speaks of enemies' men.
fn of_opponents(condition: &Condition) -> bool {
    let mut found = false;
    walk::parts_of_condition(condition, &mut |part| found |= matches!(part, Part::Class(Class { owner: Owner::Enemy, .. })));
    found
}

/// Whether it asks if somebody cannot move at all: who asks for the legal moves then need not ask it too.
fn of_none(condition: &Condition) -> bool {
    match condition {
        Condition::Not(inner) => of_none(inner),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(of_none),
        Condition::Stuck(_) => true,
        _ => false,
    }
}

fn why(condition: &Condition, lookup: &Lookup<'_>) -> Result<Why, LawProblem> {
    let each = |parts: &[Condition]| parts.iter().map(|part| why(part, lookup)).collect::<Result<Vec<_>, _>>();
    Ok(match condition {
        Condition::Not(inner) => {
            let inner = why(inner, lookup)?;
            Arc::new(move |scene, on_move| !inner(scene, on_move))
        }
        Condition::All(parts) => {
            let parts = each(parts)?;
            Arc::new(move |scene, on_move| parts.iter().all(|part| part(scene, on_move)))
        }
        Condition::Any(parts) => {
            let parts = each(parts)?;
            Arc::new(move |scene, on_move| parts.iter().any(|part| part(scene, on_move)))
        }
        Condition::Stuck(player) => {
            let player = lookup.player(player)?;
            // Of those who are not on move nobody knows.
            Arc::new(move |scene, on_move| {
                let law = scene.law;
                player(scene) >> on_move.index() & 1 == 1
                    && law.allied(on_move).all(|army| law.legal(scene.position, army, None).is_empty())
            })
        }
        Condition::Can(act) => {
            let deal = Deal::of(act, lookup)?;
            if deal.asks_for_check() {
                return Err(lookup.wrong("whether a check can be given is not asked by an ending"));
            }
            Arc::new(move |scene, on_move| scene.law.some_legal(scene.position, on_move, &deal))
        }
        other => {
            let test = lookup.condition(other)?;
            Arc::new(move |scene, _| test(scene))
        }
    })
}

impl Law {
    /// How the game has ended, if it has, as an army's phase opens. Expects its [`opening`](Law::opening) effects done.
    pub fn outcome(&self, position: &Position, army: ArmyId) -> Option<Outcome> {
        self.endings.iter().find_map(|close| self.ended(close, position, army))
    }

    /// Whether the game has ended for another reason than that somebody cannot move.
    #[inline]
    pub(super) fn is_over(&self, position: &Position, army: ArmyId) -> bool {
        self.endings.iter().any(|close| !close.of_none && self.ended(close, position, army).is_some())
    }

    /// Whether an army would have such a move, were the game not over.
    fn some_legal(&self, position: &Position, army: ArmyId, deal: &Deal) -> bool {
        let (mut scratch, mut found) = (position.clone(), Found::default());
        self.lawful_into(&mut scratch, &[army], None, &mut found);
        (0..found.heads.len()).any(|at| {
            let proposal = found.proposal(at);
            let board = self.geometry.cell(proposal.head.from).board;
            deal.suits(&staged(Scene::new(self, position, board, army), proposal), proposal)
        })
    }

    fn ended(&self, close: &Close, position: &Position, army: ArmyId) -> Option<Outcome> {
        let all = self.armies();
        let asked = if close.each { all } else { 1 };
        let viewpoints = (0..asked).map(|at| ArmyId(((army.index() + at) % all) as u8));
        let boards = 0..position.geometry.boards.len();
        let scenes = boards.flat_map(|board| viewpoints.clone().map(move |viewpoint| (BoardId(board as u8), viewpoint)));
        scenes.map(|(board, viewpoint)| Scene::new(self, position, board, viewpoint)).find_map(|scene| {
            let holds = (close.why)(&scene, army);
            let named = if close.each { Some(scene.mover) } else { armies((close.who)(&scene)).next() };
            let side = self.side(named.filter(|_| holds)?);
            Some(match close.result {
                Verdict::Wins => Outcome::Won(side),
                Verdict::Loses => Outcome::Lost(side),
                Verdict::Draws => Outcome::Drawn,
            })
        })
    }

    /// The armies of an army's side, itself among them.
    pub(super) fn allied(&self, army: ArmyId) -> impl Iterator<Item = ArmyId> {
        let side = self.side(army);
        (0..self.armies() as u8).map(ArmyId).filter(move |&other| self.side(other) == side)
    }

    /// What rules and amendments say of victory that holds now, what goes over the others first; on each board of those who play there, those on
    /// move first. Of one player the strongest decides alone (R3). `on_move`: whose phase it is.
    pub fn objectives_met(&self, position: &Position, on_move: SideId, playing: &[(BoardId, ArmyId)]) -> Vec<Met> {
        let mut found = Vec::new();
        for (close, universes) in self.objectives.iter().rev() {
            for &(board, army) in playing.iter().filter(|(board, _)| universes.include(self.geometry.board(*board).universe)) {
                let mover = playing.iter().find(|(other, army)| *other == board && self.side(*army) == on_move).map(|(_, army)| *army);
                let viewpoint = if close.each { army } else { mover.unwrap_or(army) };
                let scene = Scene::new(self, position, board, viewpoint);
                let scene = if close.everywhere && *universes == Universes::Every { scene.everywhere() } else { scene };
                let whose =
                    if close.of_mover { mover == Some(army) } else { close.each || armies((close.who)(&scene)).any(|one| one == army) };
                if !whose || !(close.why)(&scene, mover.unwrap_or(army)) {
                    continue;
                }
                let side = self.side(army);
                let outcome = match close.result {
                    Verdict::Wins => Outcome::Won(side),
                    Verdict::Loses => Outcome::Lost(side),
                    Verdict::Draws => Outcome::Drawn,
                };
                let met = Met { place: close.place.clone(), outcome };
                if !found.contains(&met) && !found.iter().any(|stronger: &Met| stronger.speaks_otherwise_of(side, &met)) {
                    found.push(met);
                }
            }
        }
        found
    }

    /// Rules or amendments say something of victory.
    pub fn has_objectives(&self) -> bool {
        !self.objectives.is_empty()
    }

    /// Whether some moves are dropped or kept only once all are known.
    pub(super) fn sifts(&self) -> bool {
        (0..self.geometry.boards.len()).any(|board| {
            let tables = &self.field(BoardId(board as u8)).tables;
            !tables.duties.is_empty() || tables.bans.iter().any(super::bans::Word::is_late)
        })
    }
}
