//! Captured men that come back: where a rule speaks of them and nothing in it keeps them, they come from wherever the captured are, or from whoever
//! has captured them where they are dropped.

use super::syntax::{DROPPED, KEPT};
use super::walk::{self, Part};
use super::{Act, Class, Clause, Deed, Event, Form, How, Player, Ref, Store, Trigger, Whom};

/// The clauses, where those that speak of captured men take them from the reserve to which the rule sends them, or from all that were captured.
pub fn with_keeping(clauses: Vec<Clause>) -> Vec<Clause> {
    let keeps = clauses.iter().any(|clause| clause.form.fills_reserves());
    let mut kept: Vec<Class> = Vec::new();
    let mut all = Vec::new();
    for mut clause in clauses {
        let mut noted = |note: &str| {
            let before = clause.assumed.len();
            clause.assumed.retain(|known| known != note);
            clause.assumed.len() < before
        };
        let (dropped, speaks) = (noted(DROPPED), noted(KEPT));
        if speaks && !keeps && dropped {
            let mut men: Vec<Class> = Vec::new();
            walk::each(&mut clause, &mut |part| {
                if let Part::Deed(Deed::Drop { who, .. }) = part {
                    men.push(who.clone());
                }
            });
            for who in men.into_iter().filter(|who| !kept.contains(who)).collect::<Vec<_>>() {
                all.push(Clause { span: clause.span, assumed: vec![OF_CAPTOR.to_string()], ..Clause::of(keeping(who.clone()), None) });
                kept.push(who);
            }
        } else if speaks && !keeps {
            walk::each(&mut clause, &mut |part| {
                if let Part::Deed(Deed::Drop { from, .. }) = part {
                    *from = Store::Lost;
                }
            });
        }
        all.push(clause);
    }
    all
}

const OF_CAPTOR: &str = "those that he has captured; for those that he has lost say \"place one of his captured pieces\"";

/// Whoever captures such men keeps them.
fn keeping(who: Class) -> Form {
    let event = Event::Act(Act { how: How::Capture(who), ..Act::any(Class::EVERY) });
    Form::Trigger(Trigger { event, deeds: vec![Deed::Reserve(Whom::That(Ref::Victim), Player::Mover)], once: None })
}
