//! What only the position after a move can tell: bans on giving check, and duties, which choose among the legal moves.
//!
//! Both are invisible to threats: a king is in check though the enemy's duty lies elsewhere.

use crate::board::{ArmyId, BoardId, Effect, Position};
use crate::rule::{Act, Best, Condition, Duty};

use super::ability::Ability;
use super::act::{Deal, Proposal, staged};
use super::actions::Action;
use super::bans::{Word, forbidden, verdicts};
use super::found::{Found, Head, Level};
use super::generate::Generator;
use super::in_force::Law;
use super::lookup::Lookup;
use super::scene::Scene;
use super::{LawProblem, Sort};

impl Law {
    /// Drops the moves since `level` that are forbidden because they give check, or because they give none.
    pub(super) fn drop_late_bans(&self, position: &mut Position, army: ArmyId, found: &mut Found, level: Level) {
        let mut kept = found.since(level).start;
        for at in found.since(level) {
            if !self.barred_by_check(position, army, found, at) {
                found.heads[kept] = found.heads[at];
                kept += 1;
            }
        }
        found.heads.truncate(kept);
    }

    /// Whether a move, or a further one in the position then, is forbidden because it gives check, or because it gives none. What further moves
    /// in it give is theirs.
    pub(super) fn barred_by_check(&self, position: &mut Position, army: ArmyId, found: &Found, at: usize) -> bool {
        let head = found.heads[at];
        let board = self.geometry.cell(head.from).board;
        let bans = &self.field(board).tables.bans;
        if !bans.iter().any(Word::is_late) {
            return false;
        }
        let proposal = found.proposal(at);
        // No ban but one on check is about what a player does instead of a move.
        let acts = matches!(head.sort, Sort::Action(_));
        let words = || bans.iter().filter(|word| !acts || word.is_late());
        if verdicts(words(), &staged(Scene::new(self, position, board, army), proposal), proposal) != (false, true) {
            // Settled when the move was proposed.
            return false;
        }
        let effects = &head.effects.of(&found.effects)[..head.alone as usize];
        let made =
            |word: &Word, position: &mut Position| !word.is_late() || self.gives_check(position, (army, effects), (&word.deal, proposal));
        let made: Vec<&Word> = words().filter(|word| made(word, position)).collect();
        forbidden(made.into_iter(), &staged(Scene::new(self, position, board, army), proposal), proposal)
    }

    /// Whether a deal's men give check once a proposed move has had these effects.
    fn gives_check(&self, position: &mut Position, (army, effects): (ArmyId, &[Effect]), (deal, proposal): (&Deal, Proposal<'_>)) -> bool {
        position.apply_all(effects);
        let board = self.geometry.cell(proposal.head.from).board;
        let check = deal.gives_check(&staged(Scene::new(self, position, board, army), proposal));
        position.undo_all(effects);
        check
    }

    /// Of the legal moves since `level`, board by board, keeps those that a duty asks for, if there are any: the newest duty first,
    /// an older one among what that leaves.
    pub(super) fn keep_duties(&self, position: &mut Position, found: &mut Found, level: Level) {
        for board in (0..self.geometry.boards.len()).map(|board| BoardId(board as u8)) {
            for charge in &self.field(board).tables.duties {
                let answers = charge.guard.iter().flat_map(|guard| &guard.asked);
                let answers: Vec<bool> = answers.map(|deal| self.doing(position, found, level, (board, deal)).contains(&true)).collect();
                let kept = |deals: &[Deal], found: &mut Found, position: &mut Position| {
                    let mut does = vec![false; found.heads.len()];
                    for deal in deals {
                        let too = self.bound(position, found, level, (board, charge, deal, &answers));
                        does.iter_mut().zip(too).for_each(|(does, too)| *does |= too);
                    }
                    let some = does.contains(&true);
                    if some {
                        self.retain(found, level, board, |at| does[at] == (charge.bids == Bids::Keep));
                    }
                    some
                };
                // What must be done in its place is asked only where it cannot be done.
                let done = charge.deals.iter().position(|deals| kept(deals, found, position));
                if let (Some(0), Some(best)) = (done, charge.best) {
                    self.keep_best(position, found, level, (board, best));
                }
            }
        }
    }

    /// Adds what the armies may do instead of moving where that hangs on which of the moves since `level` are legal.
    pub(super) fn act_late(&self, position: &mut Position, armies: &[ArmyId], board: Option<BoardId>, found: &mut Found, level: Level) {
        let late = |&here: &BoardId| self.field(here).tables.actions.iter().filter(|action| action.is_late());
        let here: Vec<BoardId> = self.boards().filter(|here| board.is_none_or(|board| board == *here)).collect();
        let mut open: Vec<(BoardId, &Action, Vec<bool>)> = Vec::new();
        for (board, action) in here.iter().flat_map(|here| late(here).map(move |action| (*here, action))) {
            let asked = action.asked().iter();
            let answers = asked.map(|deal| self.doing(position, found, level, (board, deal)).contains(&true)).collect();
            open.push((board, action, answers));
        }
        for (board, action, answers) in open {
            for &army in armies {
                let own = found.level();
                Generator::new(self, position, found).act_if_open(action, army, board, Some(&answers));
                self.drop_late_bans(position, army, found, own);
            }
        }
    }

    /// Of the moves of a board keeps those that are the most so.
    fn keep_best(&self, position: &Position, found: &mut Found, level: Level, (board, best): (BoardId, Best)) {
        let here = |head: &Head| self.geometry.cell(head.from).board == board;
        let how_much = |head: &Head| {
            let (from, to) = (self.geometry.cell(head.from), self.geometry.cell(head.to));
            let far = i32::from(to.file - from.file).pow(2) + i32::from(to.rank - from.rank).pow(2);
            let worth = || {
                let prey = head.captured.of(&found.captured).first().filter(|&&man| man < position.next_man());
                prey.map_or(0, |&man| i32::from(position.entities.kind(position.man(man).kind).value))
            };
            match best {
                Best::Longest => far,
                Best::Shortest => -far,
                Best::MostValuable => worth(),
                Best::LeastValuable => -worth(),
            }
        };
        let heads = &found.heads[found.since(level)];
        let Some(most) = heads.iter().filter(|head| here(head)).map(how_much).max() else { return };
        let kept: Vec<Head> = heads.iter().filter(|head| !here(head) || how_much(head) == most).copied().collect();
        found.heads.truncate(found.since(level).start);
        found.heads.extend(kept);
    }

    /// Of the moves since `level` on a board, which are such.
    fn doing(&self, position: &mut Position, found: &Found, level: Level, (board, deal): (BoardId, &Deal)) -> Vec<bool> {
        self.such(position, found, level, (board, deal), |_| true)
    }

    /// The same, of those of which the clause speaks.
    fn bound(
        &self,
        position: &mut Position,
        found: &Found,
        level: Level,
        (board, charge, deal, answers): (BoardId, &Charge, &Deal, &[bool]),
    ) -> Vec<bool> {
        self.such(position, found, level, (board, deal), |scene| charge.guard.as_ref().is_none_or(|guard| guard.holds(scene, answers)))
    }

    fn such(
        &self,
        position: &mut Position,
        found: &Found,
        level: Level,
        (board, deal): (BoardId, &Deal),
        speaks: impl Fn(&Scene<'_>) -> bool,
    ) -> Vec<bool> {
        let mut does = vec![false; found.heads.len()];
        let here = |&at: &usize| self.geometry.cell(found.heads[at].from).board == board;
        // What is done instead of a move is none.
        let moves = |&at: &usize| !deal.is_of_any_move() || found.heads[at].sort.is_of_men();
        for at in found.since(level).filter(here).filter(moves) {
            let army = found.heads[at].army;
            does[at] = {
                let proposal = found.proposal(at);
                let scene = staged(Scene::new(self, position, board, army), proposal);
                deal.suits(&scene, proposal) && speaks(&scene)
            } && (!deal.asks_for_check()
                || self.gives_check(position, (army, found.heads[at].effects.of(&found.effects)), (deal, found.proposal(at))));
        }
        does
    }

    /// Of the moves since `level` on a board, keeps some.
    fn retain(&self, found: &mut Found, level: Level, board: BoardId, keeps: impl Fn(usize) -> bool) {
        let mut kept = found.since(level).start;
        for at in found.since(level) {
            if keeps(at) || self.geometry.cell(found.heads[at].from).board != board {
                found.heads[kept] = found.heads[at];
                kept += 1;
            }
        }
        found.heads.truncate(kept);
    }
}

/// A duty, looked up ([`Duty`]); or a ban that hangs on what is legal.
#[derive(Clone)]
pub(super) struct Charge {
    bids: Bids,
    /// What must be done, one of several; where no move does it, the next of these.
    deals: Vec<Vec<Deal>>,
    /// Of several moves that do the first of these, which.
    best: Option<Best>,
    guard: Option<Ability>,
}

/// What a clause does with the legal moves that are such.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bids {
    /// Only they are left, if there are any.
    Keep,
    /// They are dropped.
    Drop,
}

impl Charge {
    pub fn of(duty: &Duty, when: Option<&Condition>, lookup: &Lookup<'_>) -> Result<Charge, LawProblem> {
        let one_of = |acts: Vec<&Act>| acts.into_iter().map(|act| Deal::of(act, lookup)).collect::<Result<Vec<_>, _>>();
        let deals = duty.in_turn().map(one_of).collect::<Result<_, _>>()?;
        let guard = when.map(|when| Ability::of(when, &duty.act.who.owner, lookup)).transpose()?;
        Ok(Charge { bids: Bids::Keep, deals, best: duty.best, guard })
    }

    /// `If a player can capture, he may not castle`.
    pub fn forbidding(act: &Act, when: Option<&Condition>, lookup: &Lookup<'_>) -> Result<Option<Charge>, LawProblem> {
        let Some(when) = when else { return Ok(None) };
        let (deals, guard) = (vec![vec![Deal::of(act, lookup)?]], Some(Ability::of(when, &act.who.owner, lookup)?));
        Ok(Some(Charge { bids: Bids::Drop, deals, best: None, guard }))
    }
}
