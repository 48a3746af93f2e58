//! What a king can come to have done, and can never undo again: a clause that then keeps it from capture keeps it so for good. And what may be so of it for a
//! while (R5.1): a clause that then keeps every man from capture exempts kings, however briefly.

use crate::rule::walk::{self, Part};
use crate::rule::{Ban, Class, Clause, Comparison, Condition, Form, How, Kinds, Number, Owner, Past, Point, Ref, When};

/// A ban as it is for victims that have done all that it asks for; `None`: it asks for nothing of that sort. `unmoved`: the victim has done nothing yet,
/// and what it asks that it has not done is so.
pub(super) fn once_done(clause: &Clause, unmoved: bool) -> Option<Clause> {
    without(clause, &|condition, of| is_done(condition, of, unmoved))
}

/// A ban as it is for victims of which all is so that may be so of a man for a while, by what it has done lately and by where its own side's men stand; `None`: it asks for nothing of
/// that sort. `royal`: whether men of a kind are kings: a king stands next to no other of its side.
pub(super) fn once_so(clause: &Clause, royal: &dyn Fn(&String) -> bool) -> Option<Clause> {
    without(clause, &|condition, of| may_be_so(condition, of, royal))
}

fn without(clause: &Clause, given: &dyn Fn(&Condition, Ref) -> bool) -> Option<Clause> {
    let Form::Ban(Ban { act, lifted: false }) = &clause.form else { return None };
    let How::Capture(victims) = &act.how else { return None };
    let such = victims.such.as_deref().map(|such| rest(such, Ref::Itself, given));
    let when = clause.when.as_ref().map(|when| rest(when, Ref::Victim, given));
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

fn rest(condition: &Condition, of: Ref, given: &dyn Fn(&Condition, Ref) -> bool) -> Rest {
    match condition {
        Condition::All(parts) => {
            let parts: Vec<Rest> = parts.iter().map(|part| rest(part, of, given)).collect();
            let asked = parts.iter().any(|part| part.asked);
            let mut left: Vec<Condition> = parts.into_iter().filter_map(|part| part.left).collect();
            let left = if left.len() > 1 { Some(Condition::All(left)) } else { left.pop() };
            Rest { left, asked }
        }
        Condition::Any(parts) if parts.iter().any(|part| given(part, of)) => Rest { left: None, asked: true },
        _ if given(condition, of) => Rest { left: None, asked: true },
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
    is_doable(past) && past.man == Some(of) && past.when == When::Ever
}

/// Whether a condition asks what may be so of a king for a while: something that it has done or left undone lately, or how it stands to others.
fn may_be_so(condition: &Condition, of: Ref, royal: &dyn Fn(&String) -> bool) -> bool {
    let lately = |past: &Past| past.man == Some(of);
    match condition {
        Condition::Not(inner) => match &**inner {
            Condition::Happened(past) => lately(past),
            Condition::Compare(Number::Times(past), ..) => lately(past),
            Condition::Compare(Number::Still(man), ..) => *man == of,
            inner => is_tie(inner, of, (false, royal)),
        },
        Condition::Happened(past) => is_doable(past) && lately(past),
        Condition::Compare(Number::Times(past), how, _) => lately(past) && (is_few(*how) || is_doable(past)),
        Condition::Compare(Number::Still(man), ..) => *man == of,
        condition => is_tie(condition, of, (true, royal)),
    }
}

/// Whether it is about other men that stand somewhere as seen from a man, or protect it. That such men of the other side are there, or are not, the other side
/// may see to: only that some stand near is counted as so.
fn is_tie(condition: &Condition, of: Ref, (positive, royal): (bool, &dyn Fn(&String) -> bool)) -> bool {
    let about = matches!(condition, Condition::There(..) | Condition::On(..) | Condition::Attacked(..) | Condition::Guards(..))
        || matches!(condition, Condition::Compare(Number::Men { .. } | Number::Attackers { .. }, ..));
    let counts = matches!(condition, Condition::Compare(..));
    let (mut others, mut own, mut its, mut astray, mut attacks, mut at_home) = (false, true, false, false, false, false);
    walk::parts_of_condition(condition, &mut |part| {
        attacks |= part.asks_for_attacks();
        match part {
            Part::Class(class) => {
                others = true;
                own &= class.owner == Owner::Own;
                astray |= class.owner == Owner::Mover || matches!(&class.kinds, Kinds::Only(names) if names.iter().all(royal));
            }
            Part::Man(man) => {
                its |= *man == of || *man == Ref::Outer;
                astray |= matches!(man, Ref::Actor) || *man == Ref::Victim && of != Ref::Victim;
            }
            Part::Point(Point::From | Point::To) => astray = true,
            Part::Point(Point::Home(man) | Point::HomeOfKind(man)) => at_home |= *man == of,
            Part::Condition(Condition::Happened(_) | Condition::Said(_) | Condition::Check(_)) => astray = true,
            _ => {}
        }
    });
    // Whoever captures a man attacks it, and may stand next to it.
    let seen_to = own || positive && !attacks && !counts;
    let guards = matches!(condition, Condition::Guards(_, guarded) if *guarded == of);
    about && !astray && (guards || at_home && !others || others && its && seen_to)
}

fn is_doable(past: &Past) -> bool {
    matches!(past.act.how, How::Any | How::Quiet | How::Capture(_) | How::Castle)
}
