//! Rules made and repealed in a phase (R1.2 to R1.7).

use std::sync::Arc;

use crate::game::event::{Enactment, Event};
use crate::game::mar::metarule::Verdict;
use crate::game::mar::multiverse::{Action, Enacted, Multiverse, Universe};
use crate::law::Instant;
use crate::rule::{self, Scope};
use crate::turn::{Seat, Window};

use super::Deed;

impl Deed {
    /// What the meta-rules say of the action, were it carried out now.
    pub(super) fn tested(&self, seat: Seat, action: &Action) -> Vec<Verdict> {
        let known = self.certificate.as_ref().and_then(|certificate| certificate.verdicts(&self.after, action));
        known.map_or_else(|| self.after.verdicts(seat, action).unwrap_or_default(), <[Verdict]>::to_vec)
    }

    pub(super) fn enact(&mut self, seat: Seat, text: &str, says: &str, verdicts: Vec<Verdict>) {
        let Some(rule) = self.after.rule_meant(text, says) else { return };
        let canonical = rule::print(&rule, &self.after.vocabulary());
        let number = self.after.next_number(seat);
        let enactment = Enactment { number: number.clone(), seat, text: text.to_string(), canonical, rule: Arc::new(rule) };
        self.happen(Event::Enacted(Box::new(enactment)));
        self.hold_back(&number);
        self.happen(Event::Tested { number: number.clone(), verdicts });
        self.fire(Instant::Enacted(&number), self.after.phase.seat);
    }

    /// R6: what a rule says against protected ones starts a full turn of its own as it takes over.
    pub(in crate::game::mar) fn hold_back(&mut self, number: &str) {
        if let Some(protected) = self.after.protected_behind_others(number) {
            self.happen(Event::HeldBack { number: number.to_owned(), protected });
        }
    }

    /// R2, R6: at once, or when the rule's protected interval is over.
    pub(super) fn repeal(&mut self, seat: Seat, target: &str, universe: Option<u16>, verdicts: Vec<Verdict>) {
        let rule = self.after.rule(target);
        let acts_after = self.after.stays_until(target, universe);
        // The repeal of a repeal takes nothing away (R2).
        let stands = rule.is_some();
        let number = self.after.next_number(seat);
        let target = target.to_string();
        self.happen(Event::RepealDeclared { number: number.clone(), seat, target: target.clone(), universe, acts_after });
        self.happen(Event::Tested { number, verdicts });
        if acts_after.is_none() && stands {
            self.end(Event::Repealed { target: target.clone(), universe }, &target);
        }
    }

    /// R1.6, R1.7: rules made before the previous turn; those are past their protection, unless an amendment has made it longer (R6).
    pub(super) fn repeal_all(&mut self, seat: Seat, universe: Option<u16>, verdicts: Vec<Verdict>) {
        let targets: Vec<String> = self.after.old_rules(seat, universe).iter().map(|rule| rule.enactment.number.clone()).collect();
        let number = self.after.next_number(seat);
        let named = if targets.is_empty() { "nothing".to_string() } else { targets.join(", ") };
        self.happen(Event::RepealDeclared { number: number.clone(), seat, target: named, universe, acts_after: None });
        self.happen(Event::Tested { number: number.clone(), verdicts });
        for target in targets {
            // One that fell with another is gone already.
            if !self.after.old_rules(seat, universe).iter().any(|rule| rule.enactment.number == target) {
                continue;
            }
            match self.after.stays_until(&target, universe) {
                Some(acts_after) => self.happen(Event::RepealWaits { number: number.clone(), target, universe, acts_after }),
                None => self.end(Event::Repealed { target: target.clone(), universe }, &target),
            }
        }
    }
}

impl Multiverse {
    /// M2: a rule may be for any one universe, and so may a repeal, which is a rule (R2); unless an amendment keeps strangers out.
    pub fn may_rule_in(&self, seat: Seat, universe: u16) -> bool {
        let plays = |place: &Universe| self.present_in(place).iter().any(|(there, _)| *there == seat);
        self.parameters.foreign_rules || self.universe(universe).is_some_and(plays)
    }

    /// R6: until when a rule just made is protected, where a part of it is held behind others that are: as if it were made when the last of them is so no more.
    fn protected_behind_others(&self, number: &str) -> Option<Window> {
        let own = self.rule(number)?.protected;
        let met = self.met(number).into_iter().filter(|conflict| conflict.bearing.waits());
        let before = met.filter_map(|conflict| self.rule(&conflict.earlier)).filter(|earlier| earlier.protected.holds(self.phase));
        let last = before.map(|earlier| earlier.protected.last).max()?;
        let turn = Window::protection(last, self.parameters.protection());
        (turn.last > own.last).then_some(turn)
    }

    /// R1.6: rules that stand (there), were made before the previous turn, and are none that a player may not touch (M2).
    pub fn old_rules(&self, seat: Seat, universe: Option<u16>) -> Vec<&Enacted> {
        let old = |rule: &&Enacted| rule.stands() && rule.made.turn + 2 <= self.phase.turn;
        let here = |rule: &&Enacted| match (rule.enactment.scope(), universe) {
            (_, None) | (Scope::Multiverse, _) => universe.is_none_or(|number| !rule.repealed_in.contains(&number)),
            (Scope::Universe(scope), Some(number)) => scope == number && !rule.repealed_in.contains(&number),
        };
        let his = |rule: &&Enacted| !matches!(rule.enactment.scope(), Scope::Universe(scope) if !self.may_rule_in(seat, scope));
        self.rules.iter().filter(old).filter(here).filter(his).collect()
    }
}
