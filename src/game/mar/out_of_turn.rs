//! R1: in a phase nobody moves but its player. A further move that a rule gives one colour behind the moves of another's can never be made.

use crate::law::{ClausePlace, LawProblem};
use crate::rule::{Clause, Deed, Event, Form, Owner, Part, Rule, Trigger, walk};
use crate::turn::Seat;

use super::multiverse::Multiverse;

impl Multiverse {
    pub(super) fn moves_in_turn(&self, rule: &Rule) -> Result<(), LawProblem> {
        let given = rule.clauses.iter().zip(1..).find_map(|(clause, at)| Some((self.moves_out_of_turn(clause)?, at)));
        match given {
            None => Ok(()),
            Some(((mover, other), clause)) => {
                let one_player = self.player_of_colour(mover) == self.player_of_colour(&other);
                let reason = match one_player {
                    true => format!(
                        "a further move is made where the move before it was, and {other} plays in another universe than {mover} (R1.1); say that \
                         {mover} may move again"
                    ),
                    false => format!(
                        "in {mover}'s phase nobody moves but {mover} (R1); say what {other} may do in his own, as in \"If {mover} has captured a \
                         piece last turn, {other} may move twice.\""
                    ),
                };
                Err(LawProblem::Wrong { place: ClausePlace { text: "the new rule".into(), clause }, reason })
            }
        }
    }

    /// Behind whose moves a clause gives whom further ones, by colour.
    fn moves_out_of_turn<'r>(&self, clause: &'r Clause) -> Option<(&'r str, String)> {
        let Form::Trigger(Trigger { event: Event::Act(act) | Event::Would(act), deeds, .. }) = &clause.form else { return None };
        let Owner::Army(mover) = &act.who.owner else { return None };
        let mut found = None;
        let mut see = |part: Part<'_>| {
            if let Part::Deed(Deed::Again { act, .. }) = part
                && let Owner::Army(other) = &act.who.owner
                && other != mover
                && self.player_of_colour(other).is_some()
            {
                found = Some(other.clone());
            }
        };
        deeds.iter().for_each(|deed| walk::parts_of_deed(deed, &mut see));
        Some((mover.as_str(), found?))
    }

    fn player_of_colour(&self, colour: &str) -> Option<Seat> {
        let armies = (0..self.position.entities.armies.len() as u8).map(crate::board::ArmyId);
        armies.into_iter().find(|&army| self.position.entities.army(army).name == colour).and_then(|army| self.owner(army))
    }
}
