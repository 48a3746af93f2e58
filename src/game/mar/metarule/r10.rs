//! R10: making and repealing rules stays free. The language has no word against it; what is left is a penalty for not having moved,
//! whatever it is: something done, a ban, or a gift to the others.

use crate::rule::{
    Ban, Class, Clause, Comparison, Condition, Deed, Event, Form, How, Kinds, Manner, Movement, Number, OwnPrey, Owner, Part, Past, Player,
    Ref, Squares, Trigger, Ways, When, walk,
};

use super::{MetaRule, Proposal, Verdict};

const R10: MetaRule = MetaRule(10);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let Some(at) = proposal.sentences(punishes_rules).first().copied() else {
        return Some(Verdict::kept(R10, "rules stay free"));
    };
    let says = format!("sentence {at} does something to whoever has not moved, and so to whoever makes or repeals a rule instead");
    let passes = "It passes if it binds only which piece moves (\"a piece in the hot zone must move\"); rules about rules are proposed: HELP PROPOSE.";
    Some(Verdict::broken(R10, says, passes))
}

/// It costs a player something that he has not moved (R10): it acts then, or it takes from his men, or gives to others'.
fn punishes_rules(clause: &Clause) -> bool {
    let when = clause.when.as_ref().is_some_and(|when| idle(when, false, &|past| harms(clause, past)));
    when || walk::holds(clause, &|part| match part {
        Part::Deed(Deed::If(condition, then, otherwise)) => {
            let hit = |deeds: &[Deed], contrary| !deeds.is_empty() && idle(condition, contrary, &|past| harms(clause, past));
            hit(then, false) || hit(otherwise, true)
        }
        Part::Class(Class { such: Some(such), .. }) => idle(such, false, &|past| harms(clause, past)),
        _ => false,
    })
}

/// Whether a condition, or its contrary, asks that a player has made no move at all in some phase, and that matters.
fn idle(condition: &Condition, contrary: bool, matters: &dyn Fn(&Past) -> bool) -> bool {
    let asks = |past: &Past| any_move(past) && matters(past);
    match condition {
        Condition::Not(inner) => idle(inner, !contrary, matters),
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| idle(part, contrary, matters)),
        Condition::Happened(past) => contrary && asks(past),
        Condition::There(who, on) => contrary && having_moved(who, on).is_some_and(|past| asks(&past)),
        Condition::Compare(Number::Times(past), how, _) => is_few(*how) != contrary && asks(past),
        Condition::Compare(Number::Men { who, on }, how, _) => {
            is_few(*how) != contrary && having_moved(who, on).is_some_and(|past| asks(&past))
        }
        _ => false,
    }
}

fn is_few(how: Comparison) -> bool {
    matches!(how, Comparison::Less | Comparison::AtMost | Comparison::Equal)
}

/// Men of whatever kind that have moved, wherever they stand: that their owner has moved, in other words.
fn having_moved(who: &Class, on: &Squares) -> Option<Past> {
    let (Kinds::Every, Squares::Every, Some(Condition::Happened(past))) = (&who.kinds, on, who.such.as_deref()) else { return None };
    let by = match &who.owner {
        Owner::Own | Owner::Mover => Some(Player::Mover),
        Owner::Enemy => Some(Player::Opponent),
        Owner::Army(colour) => Some(Player::Colour(colour.clone())),
        Owner::Anyone => None,
    };
    (past.man == Some(Ref::Itself)).then(|| Past { by, man: None, ..past.clone() })
}

fn any_move(past: &Past) -> bool {
    let act = &past.act;
    let any = matches!(act.how, How::Any) && act.from.is_none() && act.to.is_none() && act.over.is_none();
    let anyhow = act.ways == Ways::Every && act.counts.is_empty();
    let everybody = matches!(act.who.kinds, Kinds::Every) && act.who.such.is_none();
    any && anyhow && everybody && past.man.is_none()
}

/// Whether a clause is to the harm of whoever has not moved. What gives something to him, or takes from others, is no penalty of his; nor is
/// what he may do before he has moved in a phase.
fn harms(clause: &Clause, past: &Past) -> bool {
    let (who, gives) = match &clause.form {
        Form::Trigger(Trigger { event: Event::Act(_) | Event::Would(_), .. }) => return !is_of_this_turn(past),
        Form::Ban(Ban { act, lifted }) => (&act.who, *lifted),
        Form::Movement(Movement { who, manner, .. }) => (who, *manner == Manner::Also),
        Form::OwnPrey(OwnPrey { who, .. }) => (who, true),
        Form::Duty(duty) => (&duty.act.who, false),
        _ => return true,
    };
    match (&past.by, &who.owner) {
        (Some(Player::Mover), _) => !gives && !is_of_this_turn(past),
        (Some(Player::OwnerOf(Ref::Itself)), _) => !gives,
        (Some(Player::Opponent | Player::EnemyOf(Ref::Itself)), _) => gives,
        (Some(Player::Colour(idle)), Owner::Army(colour)) => (idle == colour) != gives,
        _ => true,
    }
}

fn is_of_this_turn(past: &Past) -> bool {
    past.by == Some(Player::Mover) && matches!(past.when, When::Within(1) | When::Ago(0))
}
