//! How men move: the lines that the clauses leave them, walked square by square.

use crate::movement::{Bend, Hurdle, Leg, Line, UNLIMITED, Use};
use crate::rule::*;

use super::state::{Spot, State, Whereabouts};
use super::view::View;
use super::{Gaits, Said, Strength, Twin, Walked};

/// A particular man, if one is meant.
pub type Borrower<'s> = Option<(&'s State, usize)>;

/// On what terms, where there are any.
pub type On<'b> = Option<&'b Terms>;

/// A step and where it leads.
type Pace = ((i16, i16), Spot);

fn parts(step: &crate::board::Vector) -> (i16, i16) {
    (step.right.into(), step.forward.into())
}

/// Whether a way may turn on a square from one direction into another.
fn bends(state: &State, at: Spot, bend: Bend, old: (i16, i16), new: (i16, i16)) -> bool {
    match bend {
        Bend::Any => true,
        // Neither to the other side nor back, and no right angle.
        Bend::Outward => {
            let against = |old: i16, new: i16| old.signum() * new.signum() == -1;
            let with = |old: i16, new: i16| old.signum() * new.signum() == 1;
            !against(old.0, new.0) && !against(old.1, new.1) && (with(old.0, new.0) || with(old.1, new.1))
        }
        Bend::Square => [(-old.1, old.0), (old.1, -old.0)].iter().any(|side| side.0 * new.1 == side.1 * new.0 && same_way(*side, new)),
        Bend::Bounce(edges) => {
            let beyond = |by: (i16, i16)| by != (0, 0) && state.leap(at, by).is_none();
            let (aside, on) = (beyond((old.0, 0)), beyond((0, old.1)));
            let across = if aside { -old.0 } else { old.0 };
            let along = if on { -old.1 } else { old.1 };
            let side = !aside || if old.0 > 0 { edges.right } else { edges.left };
            let end = !on || if old.1 > 0 { edges.top } else { edges.bottom };
            beyond(old) && new == (across, along) && side && end
        }
    }
}

fn same_way(one: (i16, i16), other: (i16, i16)) -> bool {
    one.0.signum() == other.0.signum() && one.1.signum() == other.1.signum()
}

/// How far a line leads in all, on a board without edges; riders go as far as any board of a random game.
pub fn displacements(line: &Line) -> Vec<(i16, i16)> {
    fn from(at: (i16, i16), step: (i16, i16), (min, max): (u8, u8), left: &[Leg], found: &mut Vec<(i16, i16)>) {
        for count in i16::from(min.max(1))..=i16::from(max.min(64)) {
            let at = (at.0 + step.0 * count, at.1 + step.1 * count);
            if left.first().is_none_or(|leg| leg.min == 0) {
                found.push(at);
            }
            let Some((leg, rest)) = left.split_first() else { continue };
            for next in &leg.directions {
                let (old, new) = (crate::board::Vector { right: step.0 as i8, forward: step.1 as i8 }, *next);
                if leg.bend.admits(old, new) {
                    from(at, parts(next), (leg.min, leg.max), rest, found);
                }
            }
        }
    }
    let mut found = Vec::new();
    line.directions.iter().for_each(|first| from((0, 0), parts(first), (line.min, line.max), &line.legs, &mut found));
    found
}

/// Whether a clause says nothing but whom men move like; then it says nothing while nobody is there to lend.
fn of_loans(motions: &[Motion]) -> bool {
    motions.iter().all(Motion::is_lent)
}

/// Whether what a clause says of movement hangs on nothing.
pub fn unconditional(said: &Said) -> bool {
    let Form::Movement(Movement { who, motions, .. }) = &said.clause.form else { return false };
    who.such.is_none() && said.clause.when.is_none() && (motions.is_empty() || !of_loans(motions))
}

impl Twin<'_> {
    /// Whether a clause on a man's own doings speaks of it as it stands: its class and its guard.
    pub fn speaks_of(&self, state: &State, man: usize, who: &Class, said: &Said, law: u8, gaits: Gaits) -> bool {
        let army = state.men[man].army;
        let board = state.men[man].at().map_or(law, |at| at.0);
        let view = View { law, board, gaits, itself: Some(man), actor: Some(man), ..self.view(state, law, army) };
        who.such.as_ref().is_none_or(|such| view.holds(such)) && view.guarded(said)
    }

    /// What the clauses say of the movement of men of a kind; where they hang on conditions, of this man.
    fn motions<'b>(&self, all: &'b [Said], kind: u8, purpose: Use, holds: &dyn Fn(usize) -> bool, army: u8) -> Vec<(&'b Motion, On<'b>)> {
        let mut motions: Vec<(&Motion, On)> = Vec::new();
        let mut by: Vec<(Manner, &Said)> = Vec::new();
        for (clause, said) in all.iter().enumerate() {
            if let Form::Movement(movement) = &said.clause.form
                && self.covers(&movement.who, kind, army)
                && View::serves(movement.aspect, purpose)
                && holds(clause)
            {
                if movement.manner == Manner::Instead {
                    // R6: what a newer protected rule adds to a protected one holds beside it.
                    let beside = |(manner, other): &(Manner, &Said)| {
                        let both = [other.strength, said.strength] == [Strength::Protected; 2];
                        both && *manner == Manner::Also && other.text != said.text
                    };
                    let mut stays = by.iter().map(beside);
                    motions.retain(|_| stays.next().unwrap_or(false));
                    by.retain(beside);
                }
                let on = Some(&movement.terms).filter(|terms| **terms != Terms::default());
                by.extend(movement.motions.iter().map(|_| (movement.manner, said)));
                motions.extend(movement.motions.iter().map(|motion| (motion, on)));
            }
        }
        motions
    }

    /// Whether a kind's likenesses lead, over others or not, to a kind.
    fn leads(&self, from: u8, to: u8, motions: &dyn Fn(u8) -> Vec<Motion>, asked: &mut Vec<u8>) -> bool {
        motions(from).into_iter().any(|motion| match motion {
            Motion::Like { kind, standard: false } => {
                let next = self.kind(&kind);
                let new = !asked.contains(&next);
                asked.push(next);
                next == to || new && self.leads(next, to, motions, asked)
            }
            _ => false,
        })
    }

    /// Whose movement a man borrows by a motion.
    pub fn lenders(&self, state: &State, man: usize, motion: &Motion) -> Vec<u8> {
        let it = &state.men[man];
        let at = it.at().unwrap();
        let (who, on) = match motion {
            Motion::LikeMen { who, on } => (who, on),
            Motion::LikePrey(when) => {
                let view = self.view(state, at.0, it.army);
                let his = state.past.iter().rev().filter(|done| done.man == man && view.in_time(*when, done));
                let most = if *when == When::Newest { 1 } else { usize::MAX };
                return his.filter_map(|done| done.prey).take(most).collect();
            }
            _ => return Vec::new(),
        };
        let view = View { gaits: Gaits::Own, actor: Some(man), ..self.view(state, at.0, it.army) }.about(man, it.army);
        let there = view.standing(who).into_iter().filter(|&(other, spot)| other != man && view.squares(on, spot));
        there.map(|(other, _)| state.men[other].kind).collect()
    }

    /// The lines of a kind; `borrower` is the man that borrows what others lend, if one is meant.
    pub fn lines<'b>(
        &'b self,
        all: &'b [Said],
        kind: u8,
        army: u8,
        purpose: Use,
        holds: &dyn Fn(usize) -> bool,
        borrower: Borrower<'_>,
    ) -> Vec<(Line, On<'b>)> {
        let of_kind = |kind| self.motions(all, kind, purpose, holds, army);
        let mut lines = Vec::new();
        for (motion, on) in of_kind(kind) {
            match motion {
                Motion::Pattern(pattern) => {
                    let own = pattern.lines.iter().filter(|line| View::serves(line.purpose, purpose));
                    lines.extend(own.map(|line| (line.clone(), on)));
                }
                Motion::Like { kind: name, standard } => {
                    let other = self.kind(name);
                    let all_of = |kind| of_kind(kind).into_iter().map(|(motion, _)| motion.clone()).collect();
                    let lent = if *standard || self.leads(other, kind, &all_of, &mut Vec::new()) {
                        // The shipped texts have no likenesses, so the standard needs no standard.
                        self.lines(&self.base, other, army, purpose, &|clause| unconditional(&self.base[clause]), None)
                    } else {
                        self.lines(all, other, army, purpose, holds, borrower)
                    };
                    // First moves are lent to nobody but the kind whose own they are. Nobody moves on the terms of two.
                    let lends = |(line, its): &(Line, On)| (!line.unmoved || other == kind) && (on.is_none() || its.is_none());
                    lines.extend(lent.into_iter().filter(lends).map(|(line, its)| (line, on.or(its))));
                }
                Motion::LikeMen { .. } | Motion::LikePrey(_) => {
                    let Some((state, man)) = borrower else { continue };
                    for lender in self.lenders(state, man, motion) {
                        let lent = self.lines(all, lender, army, purpose, &|clause| unconditional(&all[clause]), None);
                        lines.extend(lent.into_iter().filter(|(line, _)| !line.unmoved));
                    }
                }
            }
        }
        lines
    }

    /// Every cell that a man's lines of a purpose lead to, with the cells passed; who is lifted stands nowhere. Of those it might capture by
    /// jumping over them only enemies need be of the sort that it so captures; whether it may is the caller's to ask.
    pub fn walks(&self, state: &State, man: usize, purpose: Use, lifted: Option<usize>, gaits: Gaits) -> Vec<(Spot, Walked)> {
        let who = &state.men[man];
        let from = who.at().unwrap();
        let all = &self.boards[from.0 as usize];
        let holds = |clause: usize| {
            let said = &all[clause];
            let Form::Movement(Movement { who, motions, .. }) = &said.clause.form else { return false };
            let lent = || !of_loans(motions) || motions.iter().any(|motion| !self.lenders(state, man, motion).is_empty());
            unconditional(said) || gaits == Gaits::Conditional && self.speaks_of(state, man, who, said, from.0, Gaits::Own) && lent()
        };
        let borrower = (gaits == Gaits::Conditional).then_some((state, man));
        let mut lines = self.lines(all, who.kind, who.army, purpose, &holds, borrower);
        if gaits == Gaits::Own {
            lines.retain(|(_, on)| !on.is_some_and(Terms::ask_for_attacks));
        }
        self.walked(state, man, lines, lifted)
    }

    /// The same by the lines of a kind, as it lends them.
    pub fn walks_like(&self, state: &State, man: usize, kind: u8, purpose: Use) -> Vec<(Spot, Walked)> {
        let all = &self.boards[state.men[man].at().unwrap().0 as usize];
        let mut lines = self.lines(all, kind, state.men[man].army, purpose, &|clause| unconditional(&all[clause]), None);
        lines.retain(|(line, _)| !line.unmoved);
        self.walked(state, man, lines, None)
    }

    fn walked(&self, state: &State, man: usize, lines: Vec<(Line, On<'_>)>, lifted: Option<usize>) -> Vec<(Spot, Walked)> {
        let who = &state.men[man];
        let from = who.at().unwrap();
        let stands = |spot| state.on(spot).is_some_and(|there| Some(there) != lifted);
        let mut walks = Vec::new();
        let mover = View {
            law: from.0,
            gaits: Gaits::Own,
            itself: Some(man),
            actor: Some(man),
            lifted: Some(man),
            ..self.view(state, from.0, who.army)
        };
        for (line, on) in lines {
            if line.unmoved && who.legs > 0 {
                continue;
            }
            for way in self.ways(state, &line, from, who.army) {
                let (steps, mut passed): (Vec<_>, Vec<Spot>) = way.into_iter().unzip();
                let to = passed.pop().unwrap();
                let between = passed.iter().filter(|&&spot| stands(spot)).count();
                let whole = !passed.iter().any(|spot| state.holes.contains(spot));
                let ended = on.and_then(|on| on.to.as_ref()).is_none_or(|ends| mover.squares(ends, to));
                if state.holes.contains(&to) || !ended {
                    continue;
                }
                let over = on.and_then(|on| on.over.as_ref());
                if let (Hurdle::These, Some(Over { men, captured: Some(beyond), .. })) = (line.hurdle, over) {
                    // The one that is jumped over, and everything else is empty.
                    for (at, &jumped) in passed.iter().enumerate() {
                        let near = *beyond == Beyond::Anywhere || at + 1 == passed.len();
                        let others = || passed.iter().filter(|&&spot| spot != jumped).chain([&to]);
                        let such = |there: usize| {
                            Some(there) == lifted || self.friends(state.men[there].army, who.army) || mover.class(men, there)
                        };
                        if near && whole && others().all(|&spot| !stands(spot)) && state.on(jumped).is_none_or(such) {
                            walks.push((to, Walked { steps: steps.clone(), passed: passed.clone(), jumped: Some(jumped) }));
                        }
                    }
                    continue;
                }
                let open = match line.hurdle {
                    Hurdle::None => between == 0 && whole,
                    Hurdle::One => between == 1 && whole,
                    Hurdle::Last => between == 1 && whole && stands(passed[passed.len() - 1]),
                    Hurdle::Friends => {
                        let friend = |man: usize| self.friends(state.men[man].army, who.army);
                        whole && passed.iter().filter_map(|&spot| state.on(spot)).all(|man| Some(man) == lifted || friend(man))
                    }
                    Hurdle::These => over.is_some_and(|over| {
                        let mut there = passed.iter().filter(|&&spot| stands(spot)).filter_map(|&spot| state.on(spot));
                        let counted = (usize::from(over.least)..=usize::from(over.most)).contains(&between);
                        whole && counted && there.all(|man| mover.class(&over.men, man))
                    }),
                    Hurdle::Any => true,
                };
                if open {
                    walks.push((to, Walked { steps, passed, jumped: None }));
                }
            }
        }
        walks
    }

    /// Every way along a line from a square to where it may end: its steps and the squares they lead to.
    fn ways(&self, state: &State, line: &Line, from: Spot, army: u8) -> Vec<Vec<Pace>> {
        let mut found = Vec::new();
        for first in &line.directions {
            let leg = (self.turned(army, parts(first)), line.min, line.max);
            self.go(state, (from, army), leg, &line.legs, &mut Vec::new(), &mut found);
        }
        found
    }

    /// Goes a leg, and then those that are left.
    fn go(
        &self,
        state: &State,
        (start, army): (Spot, u8),
        (step, min, max): ((i16, i16), u8, u8),
        left: &[Leg],
        way: &mut Vec<Pace>,
        found: &mut Vec<Vec<Pace>>,
    ) {
        let before = way.len();
        loop {
            let at = way.last().map_or(start, |pace| pace.1);
            let count = way.len() - before;
            if count > 0 && count >= usize::from(min) {
                if left.first().is_none_or(|leg| leg.min == 0) {
                    found.push(way.clone());
                }
                if let Some((leg, rest)) = left.split_first() {
                    for next in &leg.directions {
                        let next = self.turned(army, parts(next));
                        if bends(state, at, leg.bend, step, next) {
                            self.go(state, (start, army), (next, leg.min, leg.max), rest, way, found);
                        }
                    }
                }
            }
            let next = state.leap(at, step).filter(|&next| next != start && !way.iter().any(|pace| pace.1 == next));
            let Some(next) = next.filter(|_| max == UNLIMITED || count < usize::from(max)) else { break };
            way.push((step, next));
        }
        way.truncate(before);
    }

    /// Whether a man could capture on a cell of its board, were an enemy there.
    pub fn attacks(&self, state: &State, man: usize, spot: Spot, lifted: Option<usize>, gaits: Gaits) -> bool {
        let here = state.men[man].at().is_some_and(|at| at.0 == spot.0);
        here && self.walks(state, man, Use::Capture, lifted, gaits).iter().any(|(to, walked)| walked.jumped.unwrap_or(*to) == spot)
    }

    /// Whether an enemy of an army attacks a cell.
    pub fn attacked(&self, state: &State, spot: Spot, army: u8, gaits: Gaits) -> bool {
        let mut enemies = (0..state.men.len()).filter(|&man| !self.friends(state.men[man].army, army));
        enemies.any(|man| matches!(state.men[man].place, Whereabouts::On(_)) && self.attacks(state, man, spot, None, gaits))
    }
}
