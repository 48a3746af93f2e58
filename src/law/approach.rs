//! Captures that begin elsewhere: a man first goes, capturing nobody, as another kind does, and captures from there as itself.
//!
//! It is one move. Nothing follows its first part by itself and nothing is done in the place of it; what men may not do it may not do either.
//! Who may, whom, and on what condition, is asked before any of it is made.

use crate::board::{CellId, Effect, KindId, ManId, Place};
use crate::movement::{Ray, Use};
use crate::rule::{self, Like, Ref};

use super::act::{Deal, staged};
use super::bans::verdicts;
use super::crowd::Crowd;
use super::found::Stretch;
use super::generate::{Generator, Mover};
use super::lookup::Lookup;
use super::scene::Scene;
use super::terms::Test;
use super::{Label, LawProblem, Sort};

/// In whose manner a man moves for once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guise {
    Kind(KindId),
    Same(Ref),
}

impl Guise {
    pub fn of(like: &Like, lookup: &Lookup<'_>) -> Result<Guise, LawProblem> {
        Ok(match like {
            Like::Kind(name) => Guise::Kind(lookup.kind(name)?),
            Like::Same(man) => Guise::Same(*man),
        })
    }

    /// The kind, if it is known whose.
    pub fn kind(self, scene: &Scene<'_>) -> Option<KindId> {
        match self {
            Guise::Kind(kind) => Some(kind),
            Guise::Same(man) => scene.man(man).map(|man| scene.position.man(man).kind),
        }
    }
}

/// Who captures whom so, the words looked up.
#[derive(Clone)]
pub(super) struct Approach {
    who: Crowd,
    victims: Crowd,
    guard: Option<Test>,
    deal: Deal,
    like: Option<Guise>,
    must: bool,
}

impl Approach {
    pub fn of(approach: &rule::Approach, guard: Option<Test>, lookup: &Lookup<'_>) -> Result<Approach, LawProblem> {
        let rule::Approach { who, victims, act, like, must } = approach;
        let like = like.as_ref().map(|like| Guise::of(like, lookup)).transpose()?;
        let (who, victims, deal) = (Crowd::of(who, lookup)?, Crowd::of(victims, lookup)?, Deal::of(act, lookup)?);
        Ok(Approach { who, victims, guard, deal, like, must: *must })
    }

    /// Whether men of a kind may capture so, whatever else must hold of them.
    pub fn covers(&self, mover: &Mover<'_>) -> bool {
        self.who.covers(mover.man.kind, mover.man.army)
    }

    pub fn who(&self) -> &Crowd {
        &self.who
    }

    /// Whether it speaks of one who captures another.
    fn speaks(&self, scene: &Scene<'_>, mover: &Mover<'_>, victim: ManId) -> bool {
        let scene = scene.with(Ref::Actor, Some(mover.id)).with(Ref::Victim, Some(victim));
        self.who.includes(&scene, mover.id, &mover.man)
            && self.victims.includes(&scene, victim, scene.position.man(victim))
            && self.guard.as_ref().is_none_or(|guard| guard(&scene))
    }
}

impl<'a> Generator<'a> {
    /// Drops the captures of a man, from head `first` on, that may not be made at once, and lists those that begin elsewhere.
    pub fn approach(&mut self, mover: &Mover<'a>, first: usize) {
        let tables = mover.tables;
        let speaking = || tables.approaches.iter().filter(|approach| approach.covers(mover));
        let mut kept = first;
        for at in first..self.found.heads.len() {
            let head = self.found.heads[at];
            let victim = head.captured.of(&self.found.captured).first().copied();
            let barred = |victim| speaking().any(|one| one.must && one.speaks(&self.scene(mover), mover, victim));
            if !victim.is_some_and(barred) {
                self.found.heads[kept] = head;
                kept += 1;
            }
        }
        self.found.heads.truncate(kept);
        for one in speaking() {
            for guise in self.guises(mover, one) {
                for there in self.ends(mover, one, guise) {
                    self.capture_from(mover, one, guise, there);
                }
            }
        }
    }

    /// In whose manners a man may go: of several, those of all whom it might capture.
    fn guises(&self, mover: &Mover<'_>, approach: &Approach) -> Vec<Option<KindId>> {
        let scene = self.scene(mover).with(Ref::Actor, Some(mover.id));
        match approach.like {
            None => vec![None],
            Some(Guise::Same(Ref::Victim)) => {
                let there = self.position.standing(self.law.geometry.cell(mover.from).board);
                let prey = there.filter(|(id, ..)| *id != mover.id && (mover.thorough || self.is_prey(*id)));
                let mut kinds: Vec<KindId> = prey.map(|(_, man, _)| man.kind).collect();
                kinds.sort_unstable();
                kinds.dedup();
                kinds.into_iter().map(Some).collect()
            }
            Some(guise) => guise.kind(&scene).into_iter().map(Some).collect(),
        }
    }

    /// Where a man may go first.
    fn ends(&mut self, mover: &Mover<'a>, approach: &Approach, guise: Option<KindId>) -> Vec<CellId> {
        let tables = mover.tables;
        let slot = self.law.geometry.cell(mover.from).slot;
        let level = self.found.level();
        let careful = Mover { thorough: true, ..*mover };
        // For what it costs else nobody goes there so.
        let free = |ray: &Ray| tables.on_terms(ray).and_then(|terms| terms.paid(self.law, self.position, mover.id, &mover.man)).is_none();
        let quiet = |ray: &Ray| (ray.purpose != Use::Capture && free(ray)).then_some(Ray { purpose: Use::Quiet, ..*ray });
        let rays: Vec<Ray> = match guise {
            Some(kind) => {
                tables.gaits[usize::from(tables.gait_of_kind(kind, mover.man.army))].rays(slot).iter().filter_map(quiet).collect()
            }
            None => {
                let scene = self.scene(mover);
                let own = &tables.gaits[usize::from(tables.gait(&scene, mover.id, &mover.man))];
                let lent = tables.lent(&scene, mover.id, &mover.man);
                let lent = lent.iter().flat_map(|lent| {
                    tables.gaits[usize::from(lent.gait)].rays(slot).iter().filter_map(|ray| lent.ray(ray)).collect::<Vec<_>>()
                });
                own.rays(slot).iter().copied().chain(lent).filter_map(|ray| quiet(&ray)).collect()
            }
        };
        for ray in &rays {
            self.walk(&careful, ray);
        }
        let mut found = Vec::new();
        for at in self.found.since(level) {
            let proposal = self.found.proposal(at);
            let scene = staged(self.scene(mover), proposal);
            let fits = approach.deal.suits(&scene, proposal) && verdicts(tables.bans.iter(), &scene, proposal) != (true, true);
            if fits && !found.contains(&proposal.head.to) {
                found.push(proposal.head.to);
            }
        }
        self.found.fall_back(level);
        found
    }

    /// The captures of a man that has gone to a cell first.
    fn capture_from(&mut self, mover: &Mover<'a>, approach: &Approach, guise: Option<KindId>, there: CellId) {
        let (from, legs) = (Place::Cell(mover.from), mover.man.legs);
        let gone = [
            Effect::Put { man: mover.id, from, to: Place::Cell(there) },
            Effect::Legs { man: mover.id, old: legs, new: legs.saturating_add(1) },
        ];
        let first = self.found.heads.len();
        self.position.apply_all(&gone);
        let captor = Mover { from: there, man: *self.position.man(mover.id), ..*mover };
        let overlapping = self.walk_all(&captor, self.law.geometry.cell(there).slot);
        self.position.undo_all(&gone);
        let mut kept = first;
        for at in first..self.found.heads.len() {
            let head = self.found.heads[at];
            let victim = head.captured.of(&self.found.captured).first().copied();
            let suits = |victim: ManId| {
                let alike = approach.like != Some(Guise::Same(Ref::Victim)) || guise == Some(self.position.man(victim).kind);
                alike && approach.speaks(&self.scene(mover), mover, victim)
            };
            if matches!(head.sort, Sort::Capture | Sort::InPassing) && victim.is_some_and(suits) {
                self.found.heads[kept] = head;
                kept += 1;
            }
        }
        self.found.heads.truncate(kept);
        for at in first..self.found.heads.len() {
            let start = self.found.labels.len() as u32;
            self.found.labels.push(Label::Cell(there));
            self.found.add_effects_before(at, &gone);
            let head = &mut self.found.heads[at];
            (head.from, head.labels) = (mover.from, Stretch { start, end: start + 1 });
        }
        if overlapping {
            self.drop_barred_ways(mover, first);
            self.found.drop_repeats(first);
        }
    }
}
