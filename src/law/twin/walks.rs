//! How men move: the lines that the clauses leave them, walked square by square.

use crate::movement::{Hurdle, Line, UNLIMITED, Use};
use crate::rule::*;

use super::state::{Spot, State, Whereabouts};
use super::view::View;
use super::{Gaits, Said, Twin};

impl Twin<'_> {
    /// Whether a clause on a man's own doings speaks of it as it stands: its class and its guard.
    pub fn speaks_of(&self, state: &State, man: usize, who: &Class, clause: usize, said: &Said, law: u8, gaits: Gaits) -> bool {
        let army = state.men[man].army;
        let board = state.men[man].at().map_or(law, |at| at.0);
        let view = View { clause, law, board, gaits, itself: Some(man), actor: Some(man), ..self.view(state, law, army) };
        who.such.as_ref().is_none_or(|such| view.holds(such)) && view.guarded(said)
    }

    /// What the clauses say of the movement of men of a kind; where they hang on conditions, of this man.
    fn motions<'b>(&self, all: &'b [Said], kind: u8, purpose: Use, holds: &dyn Fn(usize) -> bool, army: u8) -> Vec<&'b Motion> {
        let mut motions: Vec<&Motion> = Vec::new();
        for (clause, said) in all.iter().enumerate() {
            if let Form::Movement(movement) = &said.clause.form
                && self.covers(&movement.who, kind, army)
                && View::serves(movement.aspect, purpose)
                && holds(clause)
            {
                if movement.manner == Manner::Instead {
                    motions = Vec::new();
                }
                motions.extend(&movement.motions);
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

    fn lines(&self, all: &[Said], kind: u8, army: u8, purpose: Use, holds: &dyn Fn(usize) -> bool) -> Vec<Line> {
        let of_kind = |kind| self.motions(all, kind, purpose, holds, army);
        let mut lines = Vec::new();
        for motion in of_kind(kind) {
            match motion {
                Motion::Pattern(pattern) => lines.extend(pattern.lines.iter().filter(|line| View::serves(line.purpose, purpose)).cloned()),
                Motion::Like { kind: name, standard } => {
                    let other = self.kind(name);
                    let all_of = |kind| of_kind(kind).into_iter().cloned().collect();
                    let lent = if *standard || self.leads(other, kind, &all_of, &mut Vec::new()) {
                        // The shipped texts have no likenesses, so the standard needs no standard.
                        let unguarded = |clause: usize| self.base[clause].clause.when.is_none();
                        self.lines(&self.base, other, army, purpose, &unguarded)
                    } else {
                        self.lines(all, other, army, purpose, holds)
                    };
                    lines.extend(lent.into_iter().filter(|line| !line.unmoved));
                }
            }
        }
        lines
    }

    /// Every cell that a man's lines of a purpose lead to, with the cells passed; who is lifted stands nowhere.
    pub fn walks(&self, state: &State, man: usize, purpose: Use, lifted: Option<usize>, gaits: Gaits) -> Vec<(Spot, Vec<Spot>)> {
        let who = &state.men[man];
        let from = who.at().unwrap();
        let all = &self.boards[from.0 as usize];
        let holds = |clause: usize| {
            let said = &all[clause];
            let Form::Movement(Movement { who, .. }) = &said.clause.form else { return false };
            let free = who.such.is_none() && said.clause.when.is_none();
            free || gaits == Gaits::Conditional && self.speaks_of(state, man, who, clause, said, from.0, Gaits::Own)
        };
        let stands = |spot| state.on(spot).is_some_and(|there| Some(there) != lifted);
        let mut walks = Vec::new();
        for line in self.lines(all, who.kind, who.army, purpose, &holds) {
            if line.unmoved && who.legs > 0 {
                continue;
            }
            for &step in &line.directions {
                let step = self.turned(who.army, (step.right.into(), step.forward.into()));
                let mut passed: Vec<Spot> = Vec::new();
                let mut next = state.leap(from, step);
                while let Some(to) = next.filter(|&to| to != from) {
                    let count = passed.len() + 1;
                    if line.max != UNLIMITED && count > usize::from(line.max) {
                        break;
                    }
                    let between = passed.iter().filter(|&&spot| stands(spot)).count();
                    let whole = !passed.iter().any(|spot| state.holes.contains(spot));
                    let open = match line.hurdle {
                        Hurdle::None => between == 0 && whole,
                        Hurdle::One => between == 1 && whole,
                        Hurdle::Last => between == 1 && whole && stands(passed[passed.len() - 1]),
                        Hurdle::Any => true,
                    };
                    if open && count >= usize::from(line.min) && !state.holes.contains(&to) {
                        walks.push((to, passed.clone()));
                    }
                    passed.push(to);
                    next = state.leap(to, step);
                }
            }
        }
        walks
    }

    /// Whether a man could capture on a cell of its board, were an enemy there.
    pub fn attacks(&self, state: &State, man: usize, spot: Spot, lifted: Option<usize>, gaits: Gaits) -> bool {
        let here = state.men[man].at().is_some_and(|at| at.0 == spot.0);
        here && self.walks(state, man, Use::Capture, lifted, gaits).iter().any(|(to, _)| *to == spot)
    }

    /// Whether an enemy of an army attacks a cell.
    pub fn attacked(&self, state: &State, spot: Spot, army: u8, gaits: Gaits) -> bool {
        let mut enemies = (0..state.men.len()).filter(|&man| !self.friends(state.men[man].army, army));
        enemies.any(|man| matches!(state.men[man].place, Whereabouts::On(_)) && self.attacks(state, man, spot, None, gaits))
    }
}
