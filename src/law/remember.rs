//! What is remembered of a move, for rules that ask about the past.

use crate::board::{Effect, Fact, ManId, Memory, Place, Position};

use super::{Label, Law, Move, Sort};

impl Law {
    /// The effects that remember a move; `position` is the one before it.
    pub fn remember(&self, position: &Position, played: &Move) -> Vec<Effect> {
        let mut after = position.clone();
        after.apply_all(&played.effects);
        let man = position.man(played.man);
        // What was turned aside has not been played.
        if played.aside {
            return Vec::new();
        }
        // An action in which nobody goes anywhere is no move of a man.
        if matches!(played.sort, Sort::Action(_)) && played.from == played.to {
            return Vec::new();
        }
        let took = |taken: ManId| {
            // One that was made in the move was nothing before it.
            let victim = if taken < position.next_man() { position.man(taken) } else { after.man(taken) };
            Fact::Took { man: taken, kind: victim.kind, army: victim.army }
        };
        let mut facts = vec![Fact::Went { man: played.man, kind: man.kind, army: man.army, from: played.from, to: played.to }];
        facts.extend(own_captures(played).map(took));
        facts.extend(played.choice.map(|kind| Fact::Became { kind }));
        facts.extend(matches!(played.sort, Sort::Castling { .. }).then_some(Fact::Castled));
        facts.extend(matches!(man.place, Place::Pocket(_)).then_some(Fact::Dropped));
        let hostile = super::terms::armies(self.hostile(played.army)).take_while(|army| army.index() < self.armies());
        let checks = hostile.into_iter().any(|army| self.in_check(&after, army));
        facts.extend(checks.then_some(Fact::Checked));
        // A further move of the same phase is a move.
        for leg in legs(played).flat_map(|leg| std::iter::once(leg).chain(further(leg))) {
            facts.push(Fact::Went { man: leg.man, kind: leg.kind, army: leg.army, from: leg.from, to: leg.to });
            facts.extend(own_captures(leg).map(took));
            facts.extend(leg.choice.map(|kind| Fact::Became { kind }));
        }
        let at = position.clock();
        facts.into_iter().map(|fact| Effect::Remember(Memory { at, fact })).collect()
    }
}

/// The further moves that follow a move.
fn legs(played: &Move) -> impl Iterator<Item = &Move> {
    played.labels.iter().filter_map(|label| match label {
        Label::Leg(leg) => Some(&**leg),
        _ => None,
    })
}

/// Those that follow these in their turn.
fn further(leg: &Move) -> Vec<&Move> {
    legs(leg).flat_map(|leg| std::iter::once(leg).chain(further(leg))).collect()
}

/// Whom a move has captured itself, without those of the moves that follow it.
fn own_captures(played: &Move) -> impl Iterator<Item = ManId> {
    played.captured.iter().copied().filter(move |taken| !legs(played).any(|leg| leg.captured.contains(taken)))
}
