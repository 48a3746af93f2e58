//! What a king can come to have done, and can never undo again: a clause that then keeps it from capture keeps it so for good.

use crate::rule::{Ban, Class, Clause, Comparison, Condition, Form, How, Number, Past, Ref, When};

/// A ban as it is for victims that have done all that it asks for; `None`: it asks for nothing of that sort. `unmoved`: the victim has done nothing yet,
/// and what it asks that it has not done is so.
pub(super) fn once_done(clause: &Clause, unmoved: bool) -> Option<Clause> {
    let Form::Ban(Ban { act, lifted: false }) = &clause.form else { return None };
    let How::Capture(victims) = &act.how else { return None };
    let such = victims.such.as_deref().map(|such| rest(such, Ref::Itself, unmoved));
    let when = clause.when.as_ref().map(|when| rest(when, Ref::Victim, unmoved));
    let asks = |rest: &Option<Rest>| matches!(rest, Some(Rest { asked: true, .. }));
    if !asks(&such) && !asks(&when) {
        return None;
    }
    let left = |rest: Option<Rest>| rest.and_then(|rest| rest.left);
    let victims = Class { such: left(such).map(Box::new), ..victims.clone() };
    let act = crate::rule::Act { how: How::Capture(victims), ..act.clone() };
    Some(Clause { form: Form::Ban(Ban { act, lifted: false }), when: left(when), ..clause.clone() })
}

/// What is left of a condition, and whether something was asked that is done for good.
struct Rest {
    left: Option<Condition>,
    asked: bool,
}

fn rest(condition: &Condition, of: Ref, unmoved: bool) -> Rest {
    match condition {
        Condition::All(parts) => {
            let parts: Vec<Rest> = parts.iter().map(|part| rest(part, of, unmoved)).collect();
            let asked = parts.iter().any(|part| part.asked);
            let mut left: Vec<Condition> = parts.into_iter().filter_map(|part| part.left).collect();
            let left = if left.len() > 1 { Some(Condition::All(left)) } else { left.pop() };
            Rest { left, asked }
        }
        Condition::Any(parts) if parts.iter().any(|part| is_done(part, of, unmoved)) => Rest { left: None, asked: true },
        _ if is_done(condition, of, unmoved) => Rest { left: None, asked: true },
        _ => Rest { left: Some(condition.clone()), asked: false },
    }
}

/// Whether a condition asks what a man can come to have done, or, of one that has done nothing, what it has not done.
fn is_done(condition: &Condition, of: Ref, unmoved: bool) -> bool {
    match condition {
        Condition::Happened(past) => is_possible(past, of),
        Condition::Not(inner) => match &**inner {
            Condition::Happened(past) => unmoved && past.man == Some(of),
            Condition::Compare(Number::Moves(man), how, Number::Is(_)) => *man == of && is_few(*how),
            Condition::Compare(Number::Times(past), how, Number::Is(_)) => is_possible(past, of) && is_few(*how),
            _ => false,
        },
        Condition::Compare(Number::Moves(man), how, Number::Is(_)) => *man == of && is_many(*how),
        Condition::Compare(Number::Times(past), how, Number::Is(count)) => match is_many(*how) {
            true => is_possible(past, of),
            false => unmoved && past.man == Some(of) && (*count > 0 || *how != Comparison::Less),
        },
        _ => false,
    }
}

fn is_many(how: Comparison) -> bool {
    matches!(how, Comparison::More | Comparison::AtLeast)
}

fn is_few(how: Comparison) -> bool {
    matches!(how, Comparison::Less | Comparison::AtMost)
}

/// Something that a king may do, at any time.
fn is_possible(past: &Past, of: Ref) -> bool {
    let done = matches!(past.act.how, How::Any | How::Quiet | How::Capture(_) | How::Castle);
    done && past.man == Some(of) && past.when == When::Ever
}
