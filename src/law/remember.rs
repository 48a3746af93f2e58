//! What is remembered of a move, for rules that ask about the past.

use crate::board::{ArmyId, CellId, Effect, Fact, KindId, ManId, Memory, Place, Position};

use super::found::{Found, Head};
use super::{Label, Law, Move, Sort};

impl Law {
    /// The effects that remember a move; `position` is the one before it.
    pub fn remember(&self, position: &Position, played: &Move) -> Vec<Effect> {
        // What was turned aside has not been played.
        if played.aside {
            return Vec::new();
        }
        let Move { man, army, from, to, sort, choice, .. } = *played;
        let position = &mut position.clone();
        self.remember_in(position, (man, from, to), (army, sort, choice), (&played.captured, &played.labels), &played.effects)
    }

    /// The same of a move as it was found; the position is the same afterwards.
    pub(super) fn remember_found(&self, position: &mut Position, head: &Head, found: &Found) -> Vec<Effect> {
        if head.aside {
            return Vec::new();
        }
        let (leg, manner) = ((head.man, head.from, head.to), (head.army, head.sort, head.choice));
        let (captured, labels) = (head.captured.of(&found.captured), head.labels.of(&found.labels));
        self.remember_in(position, leg, manner, (captured, labels), head.effects.of(&found.effects))
    }

    fn remember_in(
        &self,
        position: &mut Position,
        (id, from, to): (ManId, CellId, CellId),
        (army, sort, choice): (ArmyId, Sort, Option<KindId>),
        (captured, labels): (&[ManId], &[Label]),
        effects: &[Effect],
    ) -> Vec<Effect> {
        // An action in which nobody goes anywhere is no move of a man.
        if matches!(sort, Sort::Action(_)) && from == to {
            return Vec::new();
        }
        let man = *position.man(id);
        let next = position.next_man();
        let mut facts = vec![Fact::Went { man: id, kind: man.kind, army, from, to }];
        let took = |position: &Position, taken: ManId| {
            let victim = position.man(taken);
            Fact::Took { man: taken, kind: victim.kind, army: victim.army }
        };
        // A further move of the same phase is a move of its own.
        let all: Vec<&Move> = legs(labels).flat_map(|leg| std::iter::once(leg).chain(further(leg))).collect();
        let known: Vec<Option<Fact>> = captured.iter().map(|&taken| (taken < next).then(|| took(position, taken))).collect();
        position.apply_all(effects);
        // One that was made in the move was nothing before it.
        let taken: Vec<(ManId, Fact)> =
            captured.iter().zip(known).map(|(&taken, known)| (taken, known.unwrap_or_else(|| took(position, taken)))).collect();
        let of = |captured: &[ManId], labels: &[Label]| {
            let own = own_captures(captured, labels);
            taken.iter().filter(|(man, _)| own.contains(man)).map(|(_, fact)| *fact).collect::<Vec<Fact>>()
        };
        facts.extend(of(captured, labels));
        let hostile = super::terms::armies(self.hostile(army)).take_while(|army| army.index() < self.armies());
        let checks = hostile.into_iter().any(|army| self.in_check(position, army));
        position.undo_all(effects);
        facts.extend(choice.map(|kind| Fact::Became { kind }));
        facts.extend(matches!(sort, Sort::Castling { .. }).then_some(Fact::Castled));
        facts.extend(matches!(man.place, Place::Pocket(_)).then_some(Fact::Dropped));
        facts.extend(checks.then_some(Fact::Checked));
        for leg in all {
            facts.push(Fact::Went { man: leg.man, kind: leg.kind, army: leg.army, from: leg.from, to: leg.to });
            facts.extend(of(&leg.captured, &leg.labels));
            facts.extend(leg.choice.map(|kind| Fact::Became { kind }));
        }
        let at = position.clock();
        facts.into_iter().map(|fact| Effect::Remember(Memory { at, fact })).collect()
    }
}

/// The further moves that follow a move.
fn legs(labels: &[Label]) -> impl Iterator<Item = &Move> {
    labels.iter().filter_map(|label| match label {
        Label::Leg(leg) => Some(&**leg),
        _ => None,
    })
}

/// Those that follow these in their turn.
fn further(leg: &Move) -> Vec<&Move> {
    legs(&leg.labels).flat_map(|leg| std::iter::once(leg).chain(further(leg))).collect()
}

/// Whom a move has captured itself, without those of the moves that follow it.
fn own_captures(captured: &[ManId], labels: &[Label]) -> Vec<ManId> {
    captured.iter().copied().filter(|taken| !legs(labels).any(|leg| leg.captured.contains(taken))).collect()
}
