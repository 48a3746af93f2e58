//! The fold: clauses in order of precedence become, aspect by aspect, what holds for each kind in each army, from now on (D12).
//!
//! Invariant: a pure function of the clauses and the entities; a later clause supersedes earlier ones on the aspects it speaks of, and no others.
//! A clause with a guard does so while its guard holds: then the clauses that speak are folded as if the others were not there.

use std::cell::Cell;
use std::sync::Arc;

use crate::board::{ArmyId, CellId, Clock, Entities, Frame, Geometry, KindId};
use crate::movement::{Line, Use};
use crate::rule::{self, Clause, Condition, Cost, Counter, Daring, Form, Motion, Movement, Ref, Region};

use super::act::Deal;
use super::actions::Action;
use super::approach::Approach;
use super::bans::Word;
use super::capture::Edit;
use super::crossing::Crossing;
use super::crowd::Crowd;
use super::deeds::Work;
use super::endings::Close;
use super::filters::Charge;
use super::gifts::{Gift, Likes, spares};
use super::hangs::{self, Hang};
use super::known::{Fellow, Moment, Sure};
use super::loans::Lenders;
use super::lookup::Lookup;
use super::named::secret_of;
use super::on_terms::Terms;
use super::own_prey::OwnPrey;
use super::reads::Reads;
use super::scene::{is_last_rank, own_rank};
use super::terms::{Area, Test};
use super::triggers::Cue;
use super::{ClausePlace, LawProblem, Strength};

mod lifting;
mod likeness;
mod said;
#[cfg(test)]
mod tests;

use likeness::Moving;
pub(super) use likeness::{Movements, Resolved};
use said::Said;

/// A clause and where it stands.
pub(super) struct Placed<'a> {
    pub clause: &'a Clause,
    pub place: ClausePlace,
    /// When its rule took force; none: from the beginning.
    pub since: Option<Clock>,
    pub strength: Strength,
}

/// The most different guards on the movement of one kind.
pub(super) const MAX_PROVISOS: usize = 6;

/// What holds for one kind in one army.
#[derive(Clone, Default)]
pub(super) struct Ways<'a> {
    /// What is said of its movement, the oldest first.
    said: Vec<Said<'a>>,
    /// The newest last, as all that follow; of them, the newest whose proviso holds decides.
    pub promotion: Vec<Proposed<Option<Becoming>>>,
    /// Who may capture it where it passed.
    pub passing: Vec<Proposed<Crowd>>,
    /// The newest that includes a friend decides about castling with it.
    pub castling: Vec<Proposed<Round>>,
}

/// What a clause says, while its proviso holds.
#[derive(Clone)]
pub(super) struct Proposed<T> {
    pub proviso: Option<Test>,
    pub what: T,
}

/// A promotion: where, into what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Becoming {
    pub region: Region,
    pub into: Vec<KindId>,
}

impl Becoming {
    /// Whether a cell is where it is for an army that looks so.
    pub fn is_on(&self, geometry: &Geometry, frame: Frame, cell: CellId) -> bool {
        match self.region {
            Region::LastRank => is_last_rank(geometry, frame, cell),
            Region::Rank(number) => own_rank(geometry, frame, cell) == i32::from(number),
        }
    }
}

/// A castling: with whom, how far; `None`: not at all.
#[derive(Clone)]
pub(super) struct Round {
    pub with: Crowd,
    pub squares: Option<u8>,
    pub dares: Daring,
}

/// A clause's guard, what its class says of its men, the loans without which it says nothing, and what must be paid.
type Key<'a> = (Option<&'a Condition>, Option<&'a Condition>, &'a [Motion], Option<&'a Cost>);

/// The clauses of one universe, folded.
pub(super) struct Folded<'a> {
    entities: &'a Entities,
    /// By kind, then by army.
    ways: Vec<Ways<'a>>,
    /// The guards of movement clauses, asked of the man that would move.
    pub provisos: Vec<Test>,
    /// The words of each: clauses that hang on the same have one.
    keys: Vec<Key<'a>>,
    /// What each hangs on.
    pub hangs: Vec<Hang>,
    /// Whose movement others borrow.
    pub lenders: Vec<Lenders>,
    /// On what terms men move.
    pub terms: Vec<Terms>,
    /// The newest first, as the bans and duties.
    pub edits: Vec<Edit>,
    pub own_prey: Vec<OwnPrey>,
    pub approaches: Vec<Approach>,
    pub crossing: Vec<Crossing>,
    pub bans: Vec<Word>,
    /// By ban, where it stands.
    banned: Vec<&'a Placed<'a>>,
    /// What clauses of rules give, in order of precedence.
    gifts: Vec<Gift<'a>>,
    pub duties: Vec<Charge>,
    /// In order of precedence.
    pub cues: Vec<Cue>,
    pub actions: Vec<Action>,
    pub endings: Vec<Close>,
    pub regions: Vec<(String, Area)>,
    counters: Vec<&'a Counter>,
    pub reads: Reads,
}

impl<'a> Folded<'a> {
    /// Folds clauses, those of lower precedence first.
    pub fn new(clauses: impl IntoIterator<Item = &'a Placed<'a>>, entities: &'a Entities) -> Result<Folded<'a>, LawProblem> {
        let count = entities.kinds.len() * entities.armies.len();
        let mut folded = Folded {
            entities,
            ways: vec![Ways::default(); count],
            provisos: Vec::new(),
            keys: Vec::new(),
            hangs: Vec::new(),
            lenders: Vec::new(),
            terms: Vec::new(),
            edits: Vec::new(),
            own_prey: Vec::new(),
            approaches: Vec::new(),
            crossing: Vec::new(),
            bans: Vec::new(),
            banned: Vec::new(),
            gifts: Vec::new(),
            duties: Vec::new(),
            cues: Vec::new(),
            actions: Vec::new(),
            endings: Vec::new(),
            regions: Vec::new(),
            counters: Vec::new(),
            reads: Reads::default(),
        };
        // Names first: a rule may be older than one that it gives way to, and use what that one names.
        let clauses: Vec<&Placed<'_>> = clauses.into_iter().collect();
        folded.counters = clauses
            .iter()
            .filter_map(|placed| if let Form::Counter(counter) = &placed.clause.form { Some(counter) } else { None })
            .collect();
        for placed in clauses.iter().filter(|placed| matches!(placed.clause.form, Form::Region { .. } | Form::Secret(Some(_)))) {
            folded.name(placed)?;
        }
        let mut rules: Vec<&str> = Vec::new();
        for placed in clauses {
            if rules.last() != Some(&placed.place.text.as_str()) {
                rules.push(&placed.place.text);
            }
            folded.add(placed, rules.len())?;
        }
        // Where rules count as well, what an enemy may pay for can change in a move of one's own.
        let counts = |works: &[Work]| works.iter().any(Work::counts);
        if folded.cues.iter().any(|cue| counts(&cue.works)) || folded.actions.iter().any(|action| counts(action.works())) {
            let paid = folded.keys.iter().zip(&mut folded.hangs).filter(|(key, _)| key.3.is_some());
            paid.for_each(|(_, hang)| *hang = Hang::Loose);
        }
        folded.edits.reverse();
        folded.bans.reverse();
        folded.banned.reverse();
        folded.duties.reverse();
        Ok(folded)
    }

    /// The bans, the newest first, each with what it spares; `standard` is the law text alone.
    pub fn bans_over(&self, standard: &Folded<'_>) -> Vec<Word> {
        let mut bans = self.bans.clone();
        let mut likes = None;
        for (word, placed) in bans.iter_mut().zip(&self.banned).filter(|(word, _)| !word.lifted) {
            for gift in self.gifts.iter().filter(|gift| gift.rule > word.rule && spares(placed, gift.placed)) {
                if gift.follows_others() && likes.is_none() {
                    likes = Some(Arc::new(Likes::of(self, standard, self.entities)));
                }
                word.spared.push(gift.spared(likes.as_ref()));
            }
        }
        bans
    }

    pub fn ways(&self, kind: KindId, army: ArmyId) -> &Ways<'a> {
        &self.ways[kind.index() * self.entities.armies.len() + army.index()]
    }

    /// Whether some clause lets it leap anywhere, whatever others say.
    pub fn leaps_anywhere(&self, kind: KindId, army: ArmyId) -> bool {
        let leaps = |motion: &Motion| matches!(motion, Motion::Pattern(pattern) if pattern.lines.iter().any(Line::leads_anywhere));
        self.ways(kind, army).said.iter().any(|said| said.movement.motions.iter().any(leaps))
    }

    fn each(&mut self, men: &Crowd, mut change: impl FnMut(&mut Ways<'a>)) {
        let armies = self.entities.armies.len();
        for (at, ways) in self.ways.iter_mut().enumerate() {
            if men.covers(KindId((at / armies) as u8), ArmyId((at % armies) as u8)) {
                change(ways);
            }
        }
    }

    /// Adds one clause of the `rule`-th text.
    fn add(&mut self, placed: &'a Placed<'a>, rule: usize) -> Result<(), LawProblem> {
        let (regions, counters) = (std::mem::take(&mut self.regions), self.counters.clone());
        let secrets = matches!(placed.clause.form, Form::Trigger(_));
        let (entities, place, since) = (self.entities, &placed.place, placed.since);
        let reads = Cell::new(self.reads);
        let lookup = Lookup { entities, place, since, regions: &regions, counters: &counters, each_in_turn: false, secrets, reads: &reads };
        let added = self.add_with(placed, rule, &lookup);
        self.reads = reads.get();
        self.regions = regions;
        added
    }

    /// Takes in the squares that a clause names.
    fn name(&mut self, placed: &'a Placed<'a>) -> Result<(), LawProblem> {
        let (name, squares) = match &placed.clause.form {
            Form::Region { name, squares } => (name.clone(), squares),
            Form::Secret(Some(limit)) => (secret_of(&placed.place.text), limit),
            _ => return Ok(()),
        };
        let (entities, place, since) = (self.entities, &placed.place, placed.since);
        let reads = Cell::new(self.reads);
        let (regions, counters) = (&self.regions, &self.counters);
        let area =
            Lookup { entities, place, since, regions, counters, each_in_turn: false, secrets: false, reads: &reads }.squares(squares)?;
        self.reads = reads.get();
        self.regions.push((name, area));
        Ok(())
    }

    fn add_with(&mut self, placed: &'a Placed<'a>, rule: usize, lookup: &Lookup<'_>) -> Result<(), LawProblem> {
        let ending = matches!(placed.clause.form, Form::Ending(_));
        let legal = placed.clause.asks_what_is_legal();
        let when = placed.clause.when.as_ref().filter(|_| !ending);
        let guard = when.filter(|_| !legal).map(|when| lookup.condition(when)).transpose()?;
        self.gifts.extend(Gift::of(placed, rule, guard.as_ref(), lookup)?);
        match &placed.clause.form {
            Form::Kind(_) | Form::Armies(_) | Form::Board { .. } | Form::SecondBoard | Form::Array(_) | Form::Safety(_)
                if guard.is_some() =>
            {
                return Err(lookup.wrong("what a game is made of cannot hang on a condition"));
            }
            Form::Kind(_) | Form::Armies(_) | Form::Board { .. } | Form::SecondBoard | Form::Array(_) | Form::Safety(_) => {}
            Form::Region { .. }
            | Form::Prose(_)
            | Form::Hole(_)
            | Form::Counter(_)
            | Form::Side(_)
            | Form::Restored(_)
            | Form::Secret(_) => {}
            Form::Crossing(who) => self.crossing.push(Crossing::of(who, guard, lookup)?),
            Form::Movement(movement) => {
                movement.motions.iter().try_for_each(|motion| sound(motion, lookup))?;
                let who = Crowd::of(&movement.who, lookup)?;
                let loans = self.lenders.len();
                for motion in &movement.motions {
                    self.lenders.extend(Lenders::of(motion, lookup)?);
                }
                let terms = self.terms_numbered(movement, lookup)?;
                let payable = terms.checked_sub(1).and_then(|at| self.terms[usize::from(at)].payable());
                let borrows_only = movement.motions.iter().all(Motion::is_lent);
                let needed = if borrows_only { movement.motions.as_slice() } else { &[] };
                let key = (placed.clause.when.as_ref(), movement.who.such.as_deref(), needed, movement.terms.cost.as_ref());
                let test = both(proviso(&who, guard), (!needed.is_empty()).then(|| somebody_lends(&self.lenders[loans..])));
                let test = both(test, payable);
                let proviso = test.map(|test| self.proviso_numbered(key, test));
                self.each(&who, |ways| ways.said.push(Said { movement, proviso, loans, terms, rule, strength: placed.strength }));
            }
            Form::Promotion(promotion) => {
                let into = promotion.into.iter().map(|name| lookup.kind(name)).collect::<Result<Vec<_>, _>>()?;
                let what = (!into.is_empty()).then_some(Becoming { region: promotion.region, into });
                let who = Crowd::of(&promotion.who, lookup)?;
                let proposed = Proposed { proviso: proviso(&who, guard), what };
                self.each(&who, |ways| ways.promotion.push(proposed.clone()));
            }
            Form::InPassing(passing) => {
                let (who, what) = (Crowd::of(&passing.who, lookup)?, Crowd::of(&passing.by, lookup)?);
                let proposed = Proposed { proviso: proviso(&who, guard), what };
                self.each(&who, |ways| ways.passing.push(proposed.clone()));
            }
            Form::Castling(castling) => {
                if castling.allowed && castling.squares == 0 {
                    return Err(lookup.wrong("castling goes over at least one square"));
                }
                let who = Crowd::of(&castling.who, lookup)?;
                let (with, squares) = (Crowd::of(&castling.with, lookup)?, castling.allowed.then_some(castling.squares));
                let what = Round { with, squares, dares: castling.dares };
                let proposed = Proposed { proviso: proviso(&who, guard), what };
                self.each(&who, |ways| ways.castling.push(proposed.clone()));
            }
            Form::Capture(edit) => self.edits.push(Edit::of(edit, guard, lookup)?),
            Form::OwnPrey(prey) => self.own_prey.push(OwnPrey::of(prey, guard, lookup)?),
            Form::Approach(approach) => self.approaches.push(Approach::of(approach, guard, lookup)?),
            Form::Ban(ban) if legal => self.duties.extend(Charge::forbidding(&ban.act, when, lookup)?),
            Form::Ban(ban) => {
                if ban.lifted {
                    self.lift(&ban.act, guard.as_ref(), lookup)?;
                }
                self.bans.push(Word::new(Deal::of(&ban.act, lookup)?, guard, ban.lifted, rule).when(when));
                self.banned.push(placed);
            }
            Form::Duty(duty) => self.duties.push(Charge::of(duty, when, lookup)?),
            Form::Trigger(trigger) => {
                let cue = Cue::of(trigger, guard, placed, lookup)?;
                let ends = Cue::ends(&cue.works, &placed.place);
                self.cues.push(cue);
                self.cues.extend(ends);
            }
            Form::Ending(ending) => self.endings.push(Close::of(ending, placed.clause.when.as_ref(), lookup)?),
            Form::Action(action) => {
                let action = Action::of(action, (guard, when.filter(|_| legal)), lookup)?;
                self.cues.extend(Cue::ends(action.works(), &placed.place));
                self.actions.push(action);
            }
        }
        Ok(())
    }

    /// The number of a clause's terms; clauses on the same terms have one.
    fn terms_numbered(&mut self, movement: &Movement, lookup: &Lookup<'_>) -> Result<u8, LawProblem> {
        let said = &movement.terms;
        if *said == rule::Terms::default() {
            return Ok(0);
        }
        if said.cost.is_some() && movement.motions.iter().any(Motion::is_lent) {
            return Err(lookup.wrong("a move that another piece lends has no price"));
        }
        if said.to.is_some() && movement.motions.iter().any(Motion::is_lent) {
            return Err(
                lookup.wrong("where a move ends that another piece lends cannot be limited; say it as a ban: \"... may not move to ...\"")
            );
        }
        self.terms.push(Terms::of(said, lookup)?);
        let count = self.terms.len();
        u8::try_from(count).map_err(|_| LawProblem::TooMany { what: "terms of movement", count, limit: usize::from(u8::MAX) })
    }

    fn proviso_numbered(&mut self, key: Key<'a>, test: Test) -> usize {
        self.keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            let (when, such, needed, cost) = key;
            let words = when.into_iter().chain(such).map(hangs::of_condition);
            let lent = (!needed.is_empty()).then_some(Hang::Loose);
            // What others pay in a move is their own.
            let paid = cost.map(|_| Hang::Clock);
            self.hangs.push(words.chain(lent).chain(paid).max().unwrap_or(Hang::Place));
            self.keys.push(key);
            self.provisos.push(test);
            self.keys.len() - 1
        })
    }

    /// Whether a proviso that hangs on a man's place alone holds of it.
    pub fn holds_of(&self, proviso: usize, moment: &Moment<'_>, man: &Fellow) -> Sure {
        let (when, such, ..) = self.keys[proviso];
        let about = moment.about(man).with(Ref::Actor, Some(*man));
        Sure::all(when.into_iter().chain(such).map(|condition| about.holds(condition)))
    }

    /// The first army whose men have the same movements, kind by kind, as this one's.
    pub fn moving_alike(&self, army: ArmyId) -> ArmyId {
        let same = |one: &[Said], other: &[Said]| {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| std::ptr::eq(a.movement, b.movement) && a.proviso == b.proviso)
        };
        let alike = |other: &ArmyId| self.kinds().all(|kind| same(&self.ways(kind, army).said, &self.ways(kind, *other).said));
        (0..army.0).map(ArmyId).find(alike).unwrap_or(army)
    }

    fn kinds(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.entities.kinds.len()).map(|kind| KindId(kind as u8))
    }

    /// The provisos that a kind's movement hangs on: its own and those of the kinds it is like.
    pub fn provisos_of(&self, kind: KindId, army: ArmyId) -> Vec<usize> {
        let (mut seen, mut waiting) = (vec![kind], vec![kind]);
        let mut found = Vec::new();
        while let Some(next) = waiting.pop() {
            for said in &self.ways(next, army).said {
                found.extend(said.proviso.filter(|proviso| !found.contains(proviso)));
                for motion in &said.movement.motions {
                    if let Motion::Like { kind, standard: false } = motion
                        && let Some(other) = self.entities.kind_named(kind).filter(|other| !seen.contains(other))
                    {
                        seen.push(other);
                        waiting.push(other);
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// What is said of the movement of an army's men while exactly these provisos hold.
    pub fn while_holding(&self, army: ArmyId, purpose: Use, holding: &[usize]) -> Movements<'_, 'a> {
        let speaks = |said: &&Said| {
            let of_purpose = said.movement.aspect == purpose || said.movement.aspect == Use::Any;
            of_purpose && said.proviso.is_none_or(|proviso| holding.contains(&proviso))
        };
        let motions = |kind| {
            let mut motions = Vec::new();
            for said in self.ways(kind, army).said.iter().filter(speaks) {
                let by = (said.rule, said.strength, said.movement.manner);
                motions.retain(|(before, _)| !said.replaces(*before));
                let mut loans = said.loans..;
                let mut moving = |motion: &'a Motion| match motion {
                    Motion::Pattern(pattern) => Moving::Lines(&pattern.lines, said.terms),
                    Motion::Like { kind, standard } => Moving::Like { kind, standard: *standard, terms: said.terms },
                    Motion::LikeMen { .. } | Motion::LikePrey(_) => Moving::Loan(loans.next().unwrap_or_default()),
                };
                motions.extend(said.movement.motions.iter().map(|motion| (by, moving(motion))));
            }
            motions.into_iter().map(|(_, moving)| moving).collect::<Vec<Moving<'a>>>()
        };
        Movements { folded: self, motions: self.kinds().map(motions).collect() }
    }
}

/// What must hold of a man for a clause to speak of it, besides kind and army: what its class says, and the clause's guard.
fn proviso(who: &Crowd, guard: Option<Test>) -> Option<Test> {
    both(who.such().cloned(), guard)
}

pub(super) fn both(one: Option<Test>, other: Option<Test>) -> Option<Test> {
    match (one, other) {
        (None, other) => other,
        (one, None) => one,
        (Some(one), Some(other)) => Some(Arc::new(move |scene| one(scene) && other(scene))),
    }
}

/// Whether somebody is there for the man to move like.
fn somebody_lends(lenders: &[Lenders]) -> Test {
    let lenders = lenders.to_vec();
    Arc::new(move |scene| {
        let borrower = scene.man(Ref::Itself);
        borrower.is_some_and(|borrower| lenders.iter().any(|lenders| !lenders.kinds(scene, borrower).is_empty()))
    })
}

/// Refuses what no table can be made of: unknown kinds, steps that lead nowhere.
fn sound(motion: &Motion, lookup: &Lookup<'_>) -> Result<(), LawProblem> {
    match motion {
        Motion::Like { kind, .. } => lookup.kind(kind).map(|_| ()),
        // Whose movement it is, is looked up where the lenders are.
        Motion::LikeMen { .. } | Motion::LikePrey(_) => Ok(()),
        Motion::Pattern(pattern) => {
            let legs = || pattern.lines.iter().flat_map(|line| &line.legs).flat_map(|leg| &leg.directions);
            let steps = || pattern.lines.iter().flat_map(|line| &line.directions).chain(legs());
            let lost = steps().find(|step| step.right == 0 && step.forward == 0 || step.right == i8::MIN || step.forward == i8::MIN);
            match lost {
                Some(step) => Err(lookup.wrong(format!("a step of {} right and {} forward leads nowhere", step.right, step.forward))),
                None => Ok(()),
            }
        }
    }
}
