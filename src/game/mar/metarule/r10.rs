//! R10: making and repealing rules stays free. The language has no word against it; what is left is a penalty for not having moved,
//! whatever it is: something done, a ban, or a gift to the others.

use crate::rule::{
    Ban, Class, Clause, Comparison, Condition, Deed, Event, Form, How, Kinds, Manner, Movement, Number, OwnPrey, Owner, Part, Past, Player,
    Ref, Trigger, Ways, When, walk,
};

use super::{MetaRule, Proposal, Verdict};

const R10: MetaRule = MetaRule(10);

pub fn test(proposal: &Proposal<'_>) -> Option<Verdict> {
    let Some(at) = proposal.sentences(punishes_rules).first().copied() else {
        return Some(Verdict::kept(R10, "rules stay free"));
    };
    let says = format!("sentence {at} does something to whoever has not moved, and so to whoever makes or repeals a rule instead");
    let passes = "It passes if it binds only which piece moves (\"a piece in the hot zone must move\"), or asks first that he has moved (\"if the mover has \
                  moved a piece this turn and ...\"); rules about rules are proposed: HELP PROPOSE.";
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

/// Whether a condition, or its contrary, asks that a player has not made some move, and that matters.
fn idle(condition: &Condition, contrary: bool, matters: &dyn Fn(&Past) -> bool) -> bool {
    let asks = |past: &Past| matters(past);
    match condition {
        Condition::Not(inner) => idle(inner, !contrary, matters),
        // Whoever has made a move in that phase has made no rule in it.
        Condition::All(parts) if !contrary && parts.iter().any(has_moved) => false,
        Condition::All(parts) | Condition::Any(parts) => parts.iter().any(|part| idle(part, contrary, matters)),
        Condition::Happened(past) => contrary && asks(past),
        Condition::Compare(Number::Times(past), how, _) => {
            let few = matches!(how, Comparison::Less | Comparison::AtMost | Comparison::Equal);
            few != contrary && asks(past)
        }
        _ => false,
    }
}

/// Whether a condition asks that whoever is on move has moved in this phase.
fn has_moved(condition: &Condition) -> bool {
    matches!(condition, Condition::Happened(past) if is_of_one_phase(past.when) && matches!(past.by, Some(Player::Mover)))
}

/// Whether one phase in which a rule is made decides it.
fn is_of_one_phase(when: When) -> bool {
    matches!(when, When::Within(1) | When::Ago(0 | 1) | When::LastTurn | When::Running(1) | When::Lately(0 | 1))
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
    if !any_move(past) {
        return costs(clause, past);
    }
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

/// Whether something is done, at a moment and not after a move, that costs whoever has not made a certain move in one phase: whoever makes a rule in it
/// has made none.
fn costs(clause: &Clause, past: &Past) -> bool {
    let Form::Trigger(Trigger { event, deeds, .. }) = &clause.form else { return false };
    let by_others = matches!(past.by, Some(Player::Opponent | Player::EnemyOf(_))) || past.act.who.owner == Owner::Enemy;
    let at_a_moment = matches!(event, Event::Opens(_) | Event::Closes(_) | Event::Turn | Event::TurnEnds);
    at_a_moment && !by_others && is_of_one_phase(past.when) && deeds.iter().any(|deed| deed.any(&takes))
}

/// A loss: of men, of their moves, of something counted. What somebody else gains is none.
fn takes(deed: &Deed) -> bool {
    match deed {
        Deed::Remove(_) | Deed::Join(..) | Deed::Hold(..) | Deed::Skip(_) | Deed::Send { .. } => true,
        Deed::Become(..) | Deed::Climb(..) | Deed::Reserve(..) => true,
        Deed::Count { by: Number::Is(by), set: false, .. } => *by < 0,
        Deed::Count { set, .. } => *set,
        Deed::Meanwhile(_, form) => matches!(**form, Form::Ban(Ban { lifted: false, .. })),
        _ => false,
    }
}

fn is_of_this_turn(past: &Past) -> bool {
    past.by == Some(Player::Mover) && matches!(past.when, When::Within(1) | When::Ago(0))
}
