//! Captured men that come back: where a rule speaks of them and nothing in it keeps them, they wait in the reserve of their owner.

use super::syntax::KEPT;
use super::{Act, Class, Clause, Deed, Event, Form, How, Kinds, Player, Ref, Trigger, Whom};

/// The clauses, with one in front that keeps captured men, where that is needed.
pub fn with_keeping(mut clauses: Vec<Clause>) -> Vec<Clause> {
    let kept = |clause: &mut Clause| {
        let before = clause.assumed.len();
        clause.assumed.retain(|note| note != KEPT);
        clause.assumed.len() < before
    };
    let spoken: Vec<bool> = clauses.iter_mut().map(kept).collect();
    if !spoken.contains(&true) || clauses.iter().any(|clause| clause.form.fills_reserves()) {
        return clauses;
    }
    let mut kinds: Option<Vec<String>> = Some(Vec::new());
    let mut span = None;
    for (clause, _) in clauses.iter().zip(&spoken).filter(|(_, spoken)| **spoken) {
        span.get_or_insert(clause.span);
        for who in dropped(&clause.form) {
            match (&mut kinds, &who.kinds) {
                (Some(known), Kinds::Only(more)) => {
                    known.extend(more.iter().filter(|kind| !known.contains(kind)).cloned().collect::<Vec<_>>())
                }
                (all, _) => *all = None,
            }
        }
    }
    let kinds = kinds.map_or(Kinds::Every, Kinds::Only);
    let act = Act { how: How::Capture(Class { kinds, ..Class::EVERY }), ..Act::any(Class::EVERY) };
    let deeds = vec![Deed::Reserve(Whom::That(Ref::Victim), Player::OwnerOf(Ref::Victim))];
    let keeps = Form::Trigger(Trigger { event: Event::Act(act), deeds, once: None });
    let assumed = vec!["captured pieces are kept from when this rule comes into force".to_string()];
    clauses.insert(0, Clause { span: span.unwrap_or_default(), assumed, ..Clause::of(keeps, None) });
    clauses
}

/// The men of reserves that a clause lets come to the board.
fn dropped(form: &Form) -> Vec<&Class> {
    fn of<'d>(deeds: &'d [Deed], found: &mut Vec<&'d Class>) {
        for deed in deeds {
            if let Deed::Drop { who, .. } = deed {
                found.push(who);
            }
            deed.inner().into_iter().for_each(|inner| of(inner, found));
        }
    }
    let mut found = Vec::new();
    match form {
        Form::Trigger(trigger) => of(&trigger.deeds, &mut found),
        Form::Action(action) => of(&action.deeds, &mut found),
        _ => {}
    }
    found
}
