//! Further moves in a run of deeds: the moves that fit, one of which its player makes at once.

use std::rc::Rc;

use crate::board::{Effect, KindId, Man, ManId};

use crate::rule::Need;

use crate::law::Sort;
use crate::law::act::Deal;
use crate::law::approach::Guise;
use crate::law::found::Found;
use crate::law::generate::Generator;
use crate::law::hunt::Hunt;
use crate::law::moves::{Label, Move};

use super::Run;

impl Run<'_> {
    pub(super) fn again(&mut self, deal: &Deal, need: Need, like: Option<Guise>, foreign: bool) {
        self.further = self.further.saturating_sub(1);
        let like = like.map(|like| like.kind(&self.scene()));
        // After the last one nothing comes that hangs on what it does: only what captures counts.
        let hunt = self.hunt.filter(|_| self.further == 0);
        let legs = match self.script.legs() {
            Some(known) => known,
            None => match like {
                Some(Some(kind)) => self.legs_like(deal, kind, foreign),
                Some(None) => Vec::new(),
                None => self.legs(deal, hunt, foreign),
            }
            .into(),
        };
        let optional = usize::from(need == Need::May && hunt.is_none());
        if legs.is_empty() {
            // No choice is one too, else the next one would be taken for it.
            self.script.take_among(&legs, 1);
            self.void |= need == Need::Always;
            return;
        }
        if self.fate.is_some() {
            return match self.unlisted {
                true => self.again_as_answered(&legs, need),
                false => self.again_as_chosen(&legs),
            };
        }
        let taken = self.script.take_among(&legs, legs.len() + optional);
        if taken < optional {
            return;
        }
        let leg = legs[taken - optional].clone();
        self.chosen = Some(leg.man);
        self.first_leg.get_or_insert(self.effects.len());
        self.open += usize::from(leg.open);
        self.captured.extend_from_slice(&leg.captured);
        for effect in &leg.effects {
            self.then(*effect);
        }
        self.labels.push(Label::Leg(Box::new(leg)));
    }

    /// The men of the mover, or of others, whose further moves may fit.
    fn fitting(&self, deal: &Deal, foreign: bool) -> Vec<(ManId, KindId)> {
        let scene = self.scene();
        // whom nobody plays another player moves
        let idle = deal.who.army().is_some_and(|army| army != self.stage.mover && self.law.is_orphaned(self.position, army));
        if foreign || idle {
            let others = self.position.standing(self.stage.board).filter(|(_, man, _)| man.army != self.stage.mover);
            return others.filter(|(id, man, _)| deal.is_of(&scene, *id, man)).map(|(id, man, _)| (id, man.kind)).collect();
        }
        let own = self.position.roster(self.stage.mover).iter().map(|id| (id, self.position.man(id)));
        let here = |man: &Man| man.place.cell().is_some_and(|cell| self.position.geometry.cell(cell).board == self.stage.board);
        own.filter(|(id, man)| here(man) && deal.is_of(&scene, *id, man)).map(|(id, man)| (id, man.kind)).collect()
    }

    /// The further moves that fit; in a hunt those that end it.
    fn legs(&mut self, deal: &Deal, hunt: Option<Hunt>, foreign: bool) -> Vec<Move> {
        let board = self.stage.board;
        let mut found = Found::default();
        let spent = self.spent.clone();
        // Of men only: actions that allow further actions would never end.
        let mut men = self.fitting(deal, foreign);
        let army = self.stage.mover;
        let mut generator = Generator { spent, hunt, ..Generator::new(self.law, self.position, &mut found) };
        if hunt.is_some() {
            generator.keep_hunters(&mut men, (army, board));
        }
        men.into_iter().for_each(|(man, _)| generator.man(man, Some(board)));
        self.script.toil += 1 + found.heads.len() as u64 + found.toil;
        let scene = self.scene();
        let fits = |at: &usize| {
            let proposal = found.proposal(*at);
            let ends = |hunt: Hunt| hunt.is_met_by(self.law, self.position, proposal.head.man, proposal.captured);
            deal.suits(&scene, proposal) && hunt.is_none_or(ends)
        };
        let mut legs: Vec<usize> = (0..found.heads.len()).filter(fits).filter(|&at| self.spares_his_king(&found, at)).collect();
        let (law, mover) = (self.law, self.stage.mover);
        legs.retain(|&at| !law.barred_by_check(self.position, mover, &found, at));
        legs.into_iter().map(|at| found.lift(at, self.law, self.position)).collect()
    }

    /// The further moves that men may make in the manner of another kind: they stay what they are, and promote to nothing.
    fn legs_like(&mut self, deal: &Deal, kind: KindId, foreign: bool) -> Vec<Move> {
        let mut legs: Vec<Move> = Vec::new();
        for (id, old) in self.fitting(deal, foreign) {
            let worn = Effect::Kind { man: id, old, new: kind };
            let off = Effect::Kind { man: id, old: kind, new: old };
            let found = self.as_kind(id, worn);
            self.script.toil += 1 + found.heads.len() as u64 + found.toil;
            // Who is meant is asked of the man as it is, where it goes of the move as it would be.
            let scene = self.scene();
            let mut suits = (0..found.heads.len()).filter(|&at| deal.suits(&scene, found.proposal(at))).collect::<Vec<_>>();
            let (law, mover) = (self.law, self.stage.mover);
            suits.retain(|&at| !law.barred_by_check(self.position, mover, &found, at) && self.spares_his_king(&found, at));
            for at in suits {
                let mut leg = found.lift(at, self.law, self.position);
                if matches!(leg.sort, Sort::Castling { .. }) {
                    continue;
                }
                leg.effects.retain(|effect| !matches!(effect, Effect::Kind { man, .. } if *man == id));
                leg.effects.splice(0..0, (old != kind).then_some(worn));
                leg.effects.extend((old != kind).then_some(off));
                (leg.choice, leg.open) = (None, false);
                let same = |other: &Move| other.effects == leg.effects;
                if !legs.iter().any(same) {
                    legs.push(leg);
                }
            }
        }
        legs
    }

    /// Nobody takes his own king with a man of another's.
    fn spares_his_king(&self, found: &Found, at: usize) -> bool {
        let king = |man: &Man| man.royal && man.army == self.stage.mover;
        !found.proposal(at).captured.iter().any(|&id| king(self.position.man(id)))
    }

    fn as_kind(&mut self, id: ManId, worn: Effect) -> Found {
        let mut found = Found::default();
        let spent = self.spent.clone();
        self.position.apply(&worn);
        Generator { spent, ..Generator::new(self.law, self.position, &mut found) }.man(id, Some(self.stage.board));
        self.position.undo(&worn);
        found
    }

    /// The further move that the mover has chosen, if it can still be made, settled in its turn.
    fn again_as_chosen(&mut self, legs: &Rc<[Move]>) {
        let Some(Label::Leg(wanted)) = self.wanted.front() else { return };
        let same = |leg: &Move| {
            let way = |leg: &Move| (leg.man, leg.from, leg.to, leg.sort, leg.choice);
            way(leg) == way(wanted) && leg.labels == wanted.labels
        };
        let Some(leg) = legs.iter().find(|leg| same(leg)) else { return };
        self.wanted.pop_front();
        self.go_on_with(leg);
    }

    /// The further move that the mover names when he is asked: one that dice or secrets have given him. It leaves his king safe.
    fn again_as_answered(&mut self, legs: &Rc<[Move]>, need: Need) {
        let (law, mover) = (self.law, self.stage.mover);
        let safe = |leg: &&Move| {
            self.position.apply_all(&leg.effects);
            let safe = !law.in_check(self.position, mover);
            self.position.undo_all(&leg.effects);
            safe
        };
        let legs: Vec<Move> = legs.iter().filter(safe).cloned().collect();
        let mut options: Vec<Option<usize>> = (0..legs.len()).map(Some).collect();
        if need == Need::May {
            options.push(None);
        }
        let label = |_: &Run<'_>, option: Option<usize>| match option {
            Some(at) => Label::Leg(Box::new(legs[at].clone())),
            None => Label::Done(false),
        };
        let taken = match options.as_slice() {
            [] => return,
            [only] => *only,
            _ => self.ask(law.side(mover), &options, label).flatten(),
        };
        if let Some(at) = taken {
            self.go_on_with(&legs[at]);
        }
    }

    /// Makes a further move in earnest.
    fn go_on_with(&mut self, leg: &Move) {
        self.chosen = Some(leg.man);
        let leg = match self.fate.take() {
            Some(fate) => {
                let settled = self.law.settle_after(self.position, leg, fate, self.spent.clone());
                self.fate = Some(fate);
                settled
            }
            None => leg.clone(),
        };
        self.captured.extend_from_slice(&leg.captured);
        for effect in &leg.effects {
            self.then(*effect);
        }
    }
}
