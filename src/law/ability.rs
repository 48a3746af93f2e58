//! Guards that ask what is legal: of duties and bans that choose among the legal moves, when these are known, and of what may be done instead.
//!
//! Whoever is not on move has no legal moves: nothing that is asked of him holds.

use std::sync::Arc;

use crate::rule::{Act, Condition, Owner, Part, Player, walk};

use super::LawProblem;
use super::act::Deal;
use super::lookup::Lookup;
use super::scene::Scene;

/// Whether it holds in a scene, with the answers to what it asks for.
type Test = Arc<dyn Fn(&Scene<'_>, &[bool]) -> bool + Send + Sync>;

/// A guard, its words looked up.
#[derive(Clone)]
pub(super) struct Ability {
    /// The moves of which it asks whether any is legal.
    pub asked: Vec<Deal>,
    test: Test,
}

impl Ability {
    /// Of a clause that is about the men of `owner`.
    pub fn of(when: &Condition, owner: &Owner, lookup: &Lookup<'_>) -> Result<Ability, LawProblem> {
        let mut others = false;
        walk::parts_of_condition(when, &mut |part| {
            let Part::Condition(condition) = part else { return };
            let of_others = |act: &Act, anybody: bool| match &act.who.owner {
                Owner::Enemy => true,
                Owner::Army(_) => act.who.owner != *owner && (anybody || matches!(owner, Owner::Army(_))),
                _ => false,
            };
            others |= match condition {
                Condition::Can(act) => of_others(act, false),
                Condition::Stuck(Player::Colour(colour)) => matches!(owner, Owner::Army(own) if own != colour),
                Condition::Stuck(player) => matches!(player, Player::Opponent | Player::EnemyOf(_)),
                // "if white cannot castle, nobody may": in the others' phases white never can
                Condition::Not(inner) => matches!(&**inner, Condition::Can(act) if of_others(act, true)),
                _ => false,
            };
        });
        if others {
            return Err(lookup.wrong(
                "whoever is not on move has no legal moves: of the same player it can be asked (if white can castle, he may not capture); for what others could capture say \"attacks\" or \"is attacked\"",
            ));
        }
        let mut asked = Vec::new();
        let test = test(when, lookup, &mut asked)?;
        Ok(Ability { asked, test })
    }

    /// `answers`: to what is asked, one by one.
    pub fn holds(&self, scene: &Scene<'_>, answers: &[bool]) -> bool {
        (self.test)(scene, answers)
    }
}

fn test(condition: &Condition, lookup: &Lookup<'_>, asked: &mut Vec<Deal>) -> Result<Test, LawProblem> {
    let mut each = |parts: &[Condition]| parts.iter().map(|part| test(part, lookup, asked)).collect::<Result<Vec<_>, LawProblem>>();
    Ok(match condition {
        Condition::All(parts) => {
            let parts = each(parts)?;
            Arc::new(move |scene, answers| parts.iter().all(|part| part(scene, answers)))
        }
        Condition::Any(parts) => {
            let parts = each(parts)?;
            Arc::new(move |scene, answers| parts.iter().any(|part| part(scene, answers)))
        }
        Condition::Not(inner) => {
            let inner = test(inner, lookup, asked)?;
            Arc::new(move |scene, answers| !inner(scene, answers))
        }
        Condition::Can(act) => {
            let at = asked.len();
            asked.push(Deal::of(act, lookup)?);
            Arc::new(move |_, answers| answers.get(at) == Some(&true))
        }
        Condition::Stuck(player) => {
            let at = asked.len();
            asked.push(Deal::of(&Act::whatever(), lookup)?);
            let on_move = lookup.condition(&Condition::OnMove(player.clone()))?;
            Arc::new(move |scene, answers| on_move(scene) && answers.get(at) == Some(&false))
        }
        other => {
            let test = lookup.condition(other)?;
            Arc::new(move |scene, _| test(scene))
        }
    })
}
