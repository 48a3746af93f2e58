//! What is remembered of a move, for rules that ask about the past.

use crate::board::{Effect, Fact, Memory, Place, Position};

use super::{Law, Move, Sort};

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
        let mut facts = vec![Fact::Went { man: played.man, kind: man.kind, army: man.army, from: played.from, to: played.to }];
        for &taken in &played.captured {
            // One that was made in the move was nothing before it.
            let victim = if taken < position.next_man() { position.man(taken) } else { after.man(taken) };
            facts.push(Fact::Took { man: taken, kind: victim.kind, army: victim.army });
        }
        facts.extend(played.choice.map(|kind| Fact::Became { kind }));
        facts.extend(matches!(played.sort, Sort::Castling { .. }).then_some(Fact::Castled));
        facts.extend(matches!(man.place, Place::Pocket(_)).then_some(Fact::Dropped));
        let hostile = super::terms::armies(self.hostile(played.army)).take_while(|army| army.index() < self.armies());
        let checks = hostile.into_iter().any(|army| self.in_check(&after, army));
        facts.extend(checks.then_some(Fact::Checked));
        let at = position.clock();
        facts.into_iter().map(|fact| Effect::Remember(Memory { at, fact })).collect()
    }
}
