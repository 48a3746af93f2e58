//! What a move brings about by the rules: triggers follow the move, in order of precedence, each once a move.

use crate::board::{CellId, Effect, ManId, Position};
use crate::dice::Cup;

use super::act::{Proposal, staged};
use super::bans::verdicts;
use super::concern::Concern;
use super::deeds::Work;
use super::fate::{Fate, Settling, Thwarted};
use super::found::{Found, Head};
use super::generate::{Generator, Mover};
use super::run::{Run, Script, Stage};
use super::triggers::Cue;
use super::{Label, Law, Move, Sort};

impl<'a> Generator<'a> {
    /// Takes the moves of a man from head `first` on again: drops those that are forbidden, and lets follow what follows them.
    pub fn revise(&mut self, mover: &Mover<'a>, first: usize) {
        let mut docket = std::mem::take(&mut self.docket);
        let tables = mover.tables;
        docket.take_up(tables.concern(mover.man.kind, mover.man.army), tables, &self.scene(mover), &self.spent);
        if self.found.heads[first..].iter().any(|head| docket.may_speak_of(head, tables)) {
            self.revise_by(&docket, mover, first);
        }
        self.docket = docket;
    }

    /// Drops the ways of a man, from head `first` on, that are forbidden where another one leads to the same end.
    pub fn drop_barred_ways(&mut self, mover: &Mover<'a>, first: usize) {
        let bans = &mover.tables.bans;
        let mut kept = first;
        for at in first..self.found.heads.len() {
            let proposal = self.found.proposal(at);
            if verdicts(bans.iter(), &staged(self.scene(mover), proposal), proposal) != (true, true) {
                self.found.heads[kept] = self.found.heads[at];
                kept += 1;
            }
        }
        self.found.heads.truncate(kept);
    }

    fn revise_by(&mut self, docket: &Concern, mover: &Mover<'a>, first: usize) {
        let mut drafts = std::mem::take(&mut self.drafts);
        drafts.clear();
        drafts.extend(self.found.heads.drain(first..));
        let mut due: Vec<usize> = Vec::new();
        for head in &drafts {
            if !docket.may_speak_of(head, mover.tables) {
                self.found.heads.push(*head);
                continue;
            }
            let proposal = Proposal { head, captured: head.captured.of(&self.found.captured) };
            let scene = staged(self.scene(mover), proposal);
            // What is forbidden only if it gives check, or only if it gives none, is sifted when the move is whole.
            if verdicts(docket.bans(mover.tables), &scene, proposal) == (true, true) {
                continue;
            }
            // Whatever follows, the real king is captured.
            if self.is_met_by(head.man, proposal.captured) {
                self.found.heads.push(*head);
                continue;
            }
            due.clear();
            if docket.forestalls() && self.forestalled(docket, mover, head) {
                continue;
            }
            let proposal = Proposal { head, captured: head.captured.of(&self.found.captured) };
            let scene = staged(self.scene(mover), proposal);
            let follows = docket.following(mover.tables).filter(|(_, cue)| cue.follows().is_some_and(|deal| deal.suits(&scene, proposal)));
            due.extend(follows.map(|(at, _)| at));
            if due.is_empty() {
                self.found.heads.push(*head);
            } else if self.hunt.is_none() || self.may_meet(mover, head, &due) {
                self.follow(mover, head, &due);
            }
        }
        self.drafts = drafts;
    }

    /// Where a man stands now; one that is made only in the move stands nowhere.
    fn stands(&self, man: ManId) -> Option<CellId> {
        Some(man).filter(|&man| man < self.position.next_man()).and_then(|man| self.position.man(man).place.cell())
    }

    /// Does in the place of a move what the newest clause has done there that can do anything; whether there was one. The capture of a real king stands
    /// (R5, R13), but where its captor has not said what he is to say (L2).
    fn forestalled(&mut self, docket: &Concern, mover: &Mover<'a>, head: &Head) -> bool {
        let captured = head.captured.of(&self.found.captured).to_vec();
        let proposal = Proposal { head, captured: &captured };
        let stage = Stage {
            board: self.law.geometry.cell(head.from).board,
            mover: mover.man.army,
            playing: mover.man.army,
            actor: Some(head.man),
            victim: captured.first().copied(),
            leg: Some((head.from, head.to)),
            taken: captured.first().and_then(|&victim| self.stands(victim)),
        };
        let due: Vec<usize> = {
            let scene = staged(self.scene(mover), proposal);
            let cues = docket.forestalling(mover.tables).rev();
            let real = captured.iter().any(|&man| self.position.man(man).royal);
            let due = |cue: &Cue| (!real || cue.spoken) && cue.forestalls().is_some_and(|deal| deal.suits(&scene, proposal));
            cues.filter(|(_, cue)| due(cue)).map(|(at, _)| at).collect()
        };
        due.into_iter().any(|at| self.forestalls(mover, head, stage, at))
    }

    fn forestalls(&mut self, mover: &Mover<'a>, head: &Head, stage: Stage, at: usize) -> bool {
        let cue = &mover.tables.cues[at];
        let mut script = Some(Script::default());
        let (mut done, mut ordered) = (false, false);
        for _ in 0..self.courses {
            let Some(this) = script else { break };
            let mut run = Run::new(self.law, self.position, stage, this);
            run.spent.extend(self.spent.iter().copied().chain([at]));
            let held = run.cue(cue);
            run.undo();
            let Run { effects, captured, labels, script: rest, open, first_leg, void, stays, .. } = run;
            self.found.toil += 1 + rest.toil;
            // What is illegal is not made as it was ordered either.
            if void {
                done = true;
                script = rest.next();
                continue;
            }
            // What cannot be done leaves the move as it is; with luck it may come to that as well.
            if !held || effects.is_empty() && open == 0 && !stays && !cue.works.is_empty() {
                if held {
                    ordered = true;
                    script = rest.next();
                    continue;
                }
                return done;
            }
            done = true;
            let alone = first_leg.unwrap_or(effects.len()) as u32;
            let instead = Head { crosses: None, alone, open: open > 0, aside: true, ..*head };
            let chosen_before = head.labels.of(&self.found.labels).to_vec();
            let before = chosen_before.len();
            self.found.push(instead, [&effects, &[]], [&captured, &[]], chosen_before.into_iter().chain(labels));
            if self.settles(open) {
                self.settle_last(|generator, fate, labels| {
                    let chosen = &labels[before..];
                    let mut run = Run::new(generator.law, generator.position, stage, Script::default()).settled_by(Some(fate), chosen);
                    run.spent.extend(generator.spent.iter().copied().chain([at]));
                    run.cue(cue);
                    if run.effects.is_empty() && !run.stays {
                        run.make_as_ordered(head);
                    }
                    run.undo();
                    (run.effects, run.captured)
                });
            }
            script = rest.next();
        }
        self.found.cut |= script.is_some();
        done && !ordered
    }

    /// Lists every run of a move after which those cues are asked.
    fn follow(&mut self, mover: &Mover<'a>, head: &Head, due: &[usize]) {
        let effects = head.effects.of(&self.found.effects).to_vec();
        let captured = head.captured.of(&self.found.captured).to_vec();
        let chosen_before = head.labels.of(&self.found.labels).to_vec();
        let board = self.law.geometry.cell(head.from).board;
        let stage = Stage {
            board,
            mover: mover.man.army,
            playing: mover.man.army,
            actor: Some(head.man),
            victim: captured.first().copied(),
            leg: Some((head.from, head.to)),
            taken: captured.first().and_then(|&victim| self.stands(victim)),
        };
        self.position.apply_all(&effects);
        let mut script = Some(Script::default());
        for _ in 0..self.courses {
            let Some(this) = script else { break };
            let mut run = Run::new(self.law, self.position, stage, this);
            run.spent.extend(self.spent.iter().chain(due));
            run.hunt = self.hunt;
            run.further = due.iter().flat_map(|&at| &mover.tables.cues[at].works).map(Work::further).fold(0, usize::saturating_add);
            for &at in due {
                let cue = &mover.tables.cues[at];
                if deserves(cue, &run) {
                    run.cue(cue);
                }
            }
            run.undo();
            let Run { effects: more, captured: besides, labels, script: done, open, first_leg, void, .. } = run;
            self.found.toil += 1 + done.toil;
            // Whatever must follow, the capture of a real king stands.
            let royal = |&man: &ManId| man < self.position.next_man() && self.position.man(man).royal;
            let stands = || captured.iter().chain(&besides).any(royal);
            if self.hunt.is_some() && besides.is_empty() || void && !stands() {
                script = done.next();
                continue;
            }
            let alone = (effects.len() + first_leg.unwrap_or(more.len())) as u32;
            let labels = chosen_before.iter().cloned().chain(labels);
            self.found.push(Head { alone, open: open > 0, ..*head }, [&effects, &more], [&captured, &besides], labels);
            if self.settles(open) {
                self.settle_last(|generator, fate, labels| {
                    let chosen = &labels[chosen_before.len()..];
                    generator.position.undo_all(&effects);
                    let proposal = Proposal { head, captured: &captured };
                    let scene = staged(generator.scene(mover), proposal).knowing(&fate.secrets);
                    let still = |at: &&usize| {
                        let cue = &mover.tables.cues[**at];
                        !cue.sealed || cue.follows().is_some_and(|deal| deal.suits(&scene, proposal))
                    };
                    let still_due: Vec<usize> = due.iter().filter(still).copied().collect();
                    if still_due.iter().all(|&at| !mover.tables.cues[at].sealed) {
                        fate.open_met(false);
                    }
                    generator.position.apply_all(&effects);
                    let mut run = Run::new(generator.law, generator.position, stage, Script::default()).settled_by(Some(fate), chosen);
                    run.spent.extend(generator.spent.iter().chain(due));
                    for &at in &still_due {
                        let cue = &mover.tables.cues[at];
                        if deserves(cue, &run) {
                            run.cue(cue);
                        }
                    }
                    run.undo();
                    ([&effects[..], &run.effects].concat(), [&captured[..], &run.captured].concat())
                });
            }
            script = done.next();
        }
        self.found.cut |= script.is_some();
        self.position.undo_all(&effects);
    }
}

impl Generator<'_> {
    /// A move is done in earnest here: one that hangs on dice or answers, or one of which it is asked what could not be done in it.
    pub fn settles(&self, open: usize) -> bool {
        open > 0 || self.settling.as_ref().is_some_and(|settling| !settling.played.open)
    }

    /// If the move listed last is the one that is being settled, settles it: `run` does it in earnest and says what happened and who was captured.
    pub fn settle_last(&mut self, run: impl FnOnce(&mut Generator<'_>, &mut Fate, &[Label]) -> (Vec<Effect>, Vec<ManId>)) {
        let Some(Settling { played, fate, done }) = self.settling.take() else { return };
        if done.is_some() || self.found.heads.is_empty() {
            self.settling = Some(Settling { played, fate, done });
            return;
        }
        // The move was lifted on the position before it, where notation is at home; here its effects are what tells it apart.
        let head = self.found.heads[self.found.heads.len() - 1];
        let same = (head.man, head.to, head.sort, head.choice) == (played.man, played.to, played.sort, played.choice)
            && head.labels.of(&self.found.labels) == played.labels
            && head.effects.of(&self.found.effects) == played.effects;
        let mut done = None;
        if same {
            let (effects, captured) = run(self, fate, &played.labels);
            done = Some(Move { effects, captured, open: false, ..played.clone() });
        }
        self.settling = Some(Settling { played, fate, done });
    }
}

impl Law {
    /// The move as it really happens: its dice rolled, its questions answered. Where a question stands open afterwards, what is given is only
    /// what happens up to it.
    pub fn settle(&self, position: &Position, played: &Move, fate: &mut Fate) -> Move {
        self.settle_after(&mut position.clone(), played, fate, Vec::new())
    }

    pub(super) fn settle_after(&self, position: &mut Position, played: &Move, fate: &mut Fate, spent: Vec<usize>) -> Move {
        if played.open { self.settle_in(position, played, fate, spent) } else { played.clone() }
    }

    /// What clauses could not do in a move that neither dice nor answers decide.
    pub fn thwarted(&self, position: &Position, played: &Move) -> Vec<Thwarted> {
        let mut fate = Fate::new(Cup::empty(), Vec::new(), Vec::new());
        self.settle_in(&mut position.clone(), played, &mut fate, Vec::new());
        fate.thwarted
    }

    fn settle_in(&self, position: &mut Position, played: &Move, fate: &mut Fate, spent: Vec<usize>) -> Move {
        let mut found = Found::default();
        let settling = Some(Settling { played, fate, done: None });
        let mut generator = Generator { spent, settling, ..Generator::new(self, position, &mut found) };
        match played.sort {
            Sort::Action(_) => generator.actions(played.army, Some(played.board)),
            _ => generator.man(played.man, Some(played.board)),
        }
        let done = generator.settling.and_then(|settling| settling.done);
        done.unwrap_or_else(|| played.clone())
    }
}

/// Whether what a cue asks of the position after the move holds: that it gives check.
fn deserves(cue: &Cue, run: &Run<'_>) -> bool {
    cue.follows().is_none_or(|deal| !deal.asks_for_check() || deal.gives_check(&run.scene()))
}
