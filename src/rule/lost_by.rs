//! Whose a captured piece was, where the rule itself lets it change sides: "its owner" behind that is he who lost it, not he who has it now.

use super::walk::{self, Part};
use super::{Clause, Deed, Event, Form, How, Player, Ref, Trigger, Vocabulary, Whom};

/// What is noted of it.
const LOSER: &str = "\"its owner\" is whoever lost the piece";

/// The clauses, where what befalls the owner of a piece that has changed sides befalls whoever lost it. Of two players that is the opponent.
pub fn by_who_lost_it(mut clauses: Vec<Clause>, words: &Vocabulary) -> Vec<Clause> {
    let own_prey = clauses.iter().any(|clause| matches!(clause.form, Form::OwnPrey(_)));
    if words.armies.len() > 2 || own_prey {
        return clauses;
    }
    let converts =
        |clause: &Clause| matches!(&clause.form, Form::Capture(edit) if edit.victim_fate.as_ref().is_some_and(|fate| fate.converts()));
    let edited = clauses.iter().any(converts);
    for clause in &mut clauses {
        let Form::Trigger(trigger) = &mut clause.form else { continue };
        if !matches!(&trigger.event, Event::Act(act) if matches!(act.how, How::Capture(_))) {
            continue;
        }
        let joins = |deed: &Deed| matches!(deed, Deed::Join(Whom::That(Ref::Victim), _));
        let from = if edited { 0 } else { trigger.deeds.iter().position(joins).map_or(trigger.deeds.len(), |at| at + 1) };
        let behind = trigger.deeds.split_off(from);
        let mut behind = Clause::of(Form::Trigger(Trigger { event: Event::Enacted, deeds: behind, once: None }), None);
        let mut found = false;
        walk::each(&mut behind, &mut |part| {
            if let Part::Player(player) = part
                && *player == Player::OwnerOf(Ref::Victim)
            {
                *player = Player::Opponent;
                found = true;
            }
        });
        if let Form::Trigger(behind) = behind.form {
            trigger.deeds.extend(behind.deeds);
        }
        if found {
            clause.assumed.push(LOSER.to_string());
        }
    }
    clauses
}
