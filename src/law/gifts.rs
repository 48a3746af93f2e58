//! What clauses give men to do, told apart from what they do anyhow: no ban of a weaker rule takes it away.
//!
//! Against a protected rule (R6) that is so of every newer ban; else only of an older one that would leave nothing of it (R3).

use std::sync::Arc;

use crate::board::{Entities, KindId};
use crate::movement::{Line, Termed, Use};
use crate::rule::{Form, Motion, Movement};

use super::LawProblem;
use super::act::{Proposal, Walk};
use super::crowd::Crowd;
use super::fold::{Folded, Placed};
use super::loans::Lenders;
use super::lookup::Lookup;
use super::scene::Scene;
use super::terms::Test;
use super::{Sort, Strength};

/// What one clause gives.
#[derive(Clone)]
pub(super) struct Gift<'a> {
    pub placed: &'a Placed<'a>,
    /// Which text says it, as bans are numbered.
    pub rule: usize,
    what: What,
}

/// A gift that a ban spares.
#[derive(Clone)]
pub(super) struct Spared {
    what: What,
    likes: Option<Arc<Likes>>,
}

#[derive(Clone)]
struct What {
    who: Crowd,
    guard: Option<Test>,
    how: Manner,
}

#[derive(Clone)]
enum Manner {
    Walk {
        aspect: Use,
        lines: Vec<Line>,
        /// Kinds like which men move; true: as they do by the law text alone.
        like: Vec<(KindId, bool)>,
        lenders: Vec<Lenders>,
    },
    Castling,
    /// Who may capture them.
    Passing(Crowd),
    /// Bits by kind.
    Promotion(u128),
    OwnPrey(Crowd),
}

/// What kinds do, by army and purpose, whatever it hangs on: as the law is, and by the law text alone.
pub(super) struct Likes {
    now: Vec<Vec<Vec<Line>>>,
    standard: Vec<Vec<Vec<Line>>>,
}

const PURPOSES: [Use; 2] = [Use::Quiet, Use::Capture];

impl<'a> Gift<'a> {
    /// `None` where a clause gives nothing that a ban could take.
    pub fn of(placed: &'a Placed<'a>, rule: usize, guard: Option<&Test>, lookup: &Lookup<'_>) -> Result<Option<Gift<'a>>, LawProblem> {
        let (who, how) = match &placed.clause.form {
            Form::Movement(movement) => (&movement.who, walk(movement, lookup)?),
            Form::Castling(castling) if castling.allowed => (&castling.who, Manner::Castling),
            Form::InPassing(passing) => (&passing.who, Manner::Passing(Crowd::of(&passing.by, lookup)?)),
            Form::Promotion(promotion) if !promotion.into.is_empty() => {
                let into =
                    promotion.into.iter().try_fold(0, |bits, kind| Ok::<u128, LawProblem>(bits | 1 << lookup.kind(kind)?.index()))?;
                (&promotion.who, Manner::Promotion(into))
            }
            Form::OwnPrey(prey) => (&prey.who, Manner::OwnPrey(Crowd::of(&prey.victims, lookup)?)),
            _ => return Ok(None),
        };
        let what = What { who: Crowd::of(who, lookup)?, guard: guard.cloned(), how };
        Ok(Some(Gift { placed, rule, what }))
    }

    /// Whether what it gives is what other kinds do.
    pub fn follows_others(&self) -> bool {
        matches!(&self.what.how, Manner::Walk { like, lenders, .. } if !like.is_empty() || !lenders.is_empty())
    }

    pub fn spared(&self, likes: Option<&Arc<Likes>>) -> Spared {
        Spared { what: self.what.clone(), likes: likes.filter(|_| self.follows_others()).cloned() }
    }
}

fn walk(movement: &Movement, lookup: &Lookup<'_>) -> Result<Manner, LawProblem> {
    let (mut lines, mut like, mut lenders) = (Vec::new(), Vec::new(), Vec::new());
    for motion in &movement.motions {
        match motion {
            Motion::Pattern(pattern) => lines.extend(pattern.lines.iter().cloned()),
            Motion::Like { kind, standard } => like.push((lookup.kind(kind)?, *standard)),
            Motion::LikeMen { .. } | Motion::LikePrey(_) => lenders.extend(Lenders::of(motion, lookup)?),
        }
    }
    Ok(Manner::Walk { aspect: movement.aspect, lines, like, lenders })
}

impl Likes {
    pub fn of(folded: &Folded<'_>, standard: &Folded<'_>, entities: &Entities) -> Likes {
        let armies = || (0..entities.armies.len()).map(|army| crate::board::ArmyId(army as u8));
        let every: Vec<usize> = (0..folded.provisos.len()).collect();
        let plain = |lines: Vec<Termed>, purpose: Use| {
            let serves = |line: &Line| line.purpose == purpose || line.purpose == Use::Any;
            lines.into_iter().map(|one| one.line).filter(|line| !line.unmoved && serves(line)).collect::<Vec<_>>()
        };
        let mut likes = Likes { now: Vec::new(), standard: Vec::new() };
        for (army, purpose) in armies().flat_map(|army| PURPOSES.map(|purpose| (army, purpose))) {
            let base: Vec<Vec<Termed>> =
                standard.while_holding(army, purpose, &[]).resolved(&[]).into_iter().map(|own| own.lines).collect();
            let now = folded.while_holding(army, purpose, &every).resolved(&base);
            likes.now.push(now.into_iter().map(|own| plain(own.lines, purpose)).collect());
            likes.standard.push(base.into_iter().map(|lines| plain(lines, purpose)).collect());
        }
        likes
    }
}

impl Spared {
    /// Whether a proposed move is one that the clause gives.
    pub fn gives(&self, scene: &Scene<'_>, proposal: Proposal<'_>) -> bool {
        let Proposal { head, captured } = proposal;
        let What { who, guard, how } = &self.what;
        let about = |crowd: &Crowd, id| crowd.includes(scene, id, scene.position.man(id));
        let victim = captured.first().copied().filter(|victim| *victim < scene.position.next_man());
        let holds = || guard.as_ref().is_none_or(|guard| guard(scene));
        match how {
            Manner::Walk { aspect, .. } => {
                let purpose = if captured.is_empty() { Use::Quiet } else { Use::Capture };
                head.sort.is_walk()
                    && (*aspect == Use::Any || *aspect == purpose)
                    && about(who, head.man)
                    && holds()
                    && self.leads(scene, proposal, purpose)
            }
            Manner::Castling => matches!(head.sort, Sort::Castling { .. }) && about(who, head.man) && holds(),
            Manner::Passing(by) => {
                head.sort == Sort::InPassing && victim.is_some_and(|victim| about(who, victim)) && about(by, head.man) && holds()
            }
            Manner::Promotion(into) => head.choice.is_some_and(|kind| into >> kind.index() & 1 == 1) && about(who, head.man) && holds(),
            Manner::OwnPrey(victims) => {
                let own = |victim| !scene.hostile(scene.position.man(victim).army) && about(victims, victim);
                victim.is_some_and(own) && about(who, head.man) && holds()
            }
        }
    }

    /// Whether a walk is as long and as directed as one that it gives.
    fn leads(&self, scene: &Scene<'_>, Proposal { head, .. }: Proposal<'_>, purpose: Use) -> bool {
        let Manner::Walk { lines, like, lenders, .. } = &self.what.how else { return false };
        let Walk { right, forward } = Walk::of(scene, head);
        let any = |lines: &[Line]| lines.iter().any(|line| line.leads((right, forward)));
        if any(lines) {
            return true;
        }
        let Some(likes) = &self.likes else { return false };
        let man = scene.position.man(head.man);
        let at = man.army.index() * PURPOSES.len() + usize::from(purpose == Use::Capture);
        let does = |kind: KindId, standard: bool| {
            let of = if standard { &likes.standard } else { &likes.now };
            of.get(at).and_then(|kinds| kinds.get(kind.index())).is_some_and(|lines| any(lines))
        };
        like.iter().any(|&(kind, standard)| does(kind, standard))
            || lenders
                .iter()
                .any(|lenders| lenders.kinds(&scene.borrowing(head.man, man), head.man).into_iter().any(|kind| does(kind, false)))
    }
}

/// Whether a ban spares a gift of a stronger text.
pub(super) fn spares(ban: &Placed<'_>, gift: &Placed<'_>) -> bool {
    let whole = match gift.strength {
        Strength::Settled => false,
        // Only what is newer than a protected rule, and so protected itself, is weaker than it for that.
        Strength::Protected => ban.strength == Strength::Protected,
        Strength::Amendment => true,
    };
    whole || crate::rule::leaves_nothing(ban.clause, &gift.clause.form)
}
